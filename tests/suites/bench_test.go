package suites_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games"
	desks "github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/schemas"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// BenchmarkSuite answers the cases of embedded suites as solve --lines does,
// on one processor, decoding and encoding included.
func BenchmarkSuite(b *testing.B) {
	for _, g := range games.All() {
		rules, err := g.Configure(game.Settings{})
		if err != nil {
			b.Fatal(err)
		}
		for _, task := range g.Tasks {
			s, err := suite.Embedded(suites.FS, g.Name, task.Name)
			if err != nil {
				b.Fatal(err)
			}
			var text []byte
			cases := 0
			for _, c := range s.Cases {
				if len(c.Options) > 0 {
					continue
				}
				text = append(text, '[')
				for i, v := range c.In {
					if i > 0 {
						text = append(text, ',')
					}
					text = append(text, v...)
				}
				text = append(text, "]\n"...)
				cases++
			}
			desk := &desks.Desk{Game: g, Task: task, Rules: rules, Schemas: schema.New(schemas.FS, g.Name, rules.Options())}
			b.Run(g.Name+"/"+task.Name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					tally, err := desks.Lines(b.Context(), bytes.NewReader(text), io.Discard, 1, desk.Solver)
					if err != nil || tally.Bad > 0 {
						b.Fatalf("%+v, %v", tally, err)
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N*cases), "µs/case")
			})
		}
	}
}
