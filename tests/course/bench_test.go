package course

import (
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/suite"
)

var teamsFlag = flag.Int("teams", 0, "grade so many teams in the benchmark")

// BenchmarkGrade grades submissions of one shell script each by a hundred cases.
// What one submission takes, in time and in memory, does not grow with their
// number; a thousand take some minutes.
func BenchmarkGrade(b *testing.B) {
	sizes := []int{4, 16}
	if *teamsFlag > 0 {
		sizes = []int{*teamsFlag}
	}
	for _, teams := range sizes {
		b.Run(fmt.Sprint(teams, " teams"), func(b *testing.B) {
			var staff strings.Builder
			for i := range 100 {
				fmt.Fprintf(&staff, `{"name":"%d","in":[[],[[["red"],["green"]]],{"bank":[],"cards":[],"active":{"wallet":["red"],"score":%d},"scores":[]}]}`+"\n", i+1, i)
			}
			var heap uint64
			runtime.GC()
			needed := begin(b)
			for b.Loop() {
				b.StopTimer()
				dir := b.TempDir()
				all := map[string]string{"course.toml": `submissions = {paths=["in/*"]}
task = [{task="bazaar/rules",run="./xrules",suites="staff.jsonl"}]
`, "staff.jsonl": staff.String()}
				for i := range teams {
					all[fmt.Sprintf("in/t%d/xrules", i)] = "#!/bin/sh\necho false\n"
				}
				put(b, dir, all)
				b.StartTimer()
				g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				for _, r := range g.records {
					if len(r.Parts) != 1 || r.Parts[0].Good != 100 {
						b.Fatalf("%+v", r)
					}
				}
				g = nil
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				heap = max(heap, m.HeapAlloc)
				b.StartTimer()
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*teams)/1000, "ms/team")
			b.ReportMetric(float64(heap)/(1<<20), "MB")
			needed.report(b, teams)
		})
	}
}
