// Package witnesses measures how fast a search finds each wrong implementation
// that we have made, and how small the inputs are that show it.
package witnesses

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/fuzz"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/witness"
)

var (
	update = flag.Bool("update", false, "write the table anew, with the smallest witnesses known so far")
	seeds  = flag.Int("seeds", 1, "search with the seeds 1 to `N`; the times are of seed 1")
)

const (
	// foundMax is far above the target, which is printed: machines are busy.
	foundMax = 2 * time.Minute
)

// A measurement is the search for one mutant in one task.
type measurement struct {
	task, mutant string
	found        fuzz.Disagreement
	took         time.Duration // to the first disagreement
	shrunk       time.Duration // to the witness
}

// needed are options without which a mutant does not show in a task.
var needed = map[string]string{
	"bazaar/score B1": "bonus=RWB",
	"bazaar/play B1":  "bonus=RWB",
}

func configure(t *testing.T, g *game.Game, s game.Settings) game.Rules {
	t.Helper()
	rules, err := g.Configure(s)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// search looks for a mutant as if nothing were known of it.
func search(t *testing.T, g *game.Game, task game.Task, id string, seed uint64) measurement {
	t.Helper()
	j := judge.New(task, judge.Lax, nil)
	var options []game.Setting
	if text := needed[g.Name+"/"+task.Name+" "+id]; text != "" {
		option, err := game.ParseSetting(text)
		if err != nil {
			t.Fatal(err)
		}
		options = append(options, option)
	}
	begin := time.Now()
	result, err := fuzz.Run(context.Background(), fuzz.Config{
		Game: g, Task: task, Rules: configure(t, g, game.Settings{Options: options}), Judge: j,
		Peer: &fuzz.Other{Title: id, Rules: configure(t, g, game.Settings{Options: options, Mutant: id}), Task: task, Judge: j},
		// A mutant has one cause, however it shows.
		AnyFailure: true, Seed: seed, Time: foundMax,
	})
	if err != nil {
		t.Fatal(err)
	}
	m := measurement{task: g.Name + "/" + task.Name, mutant: id, shrunk: time.Since(begin)}
	if len(result.Disagreements) == 0 {
		t.Errorf("%s: %s was not found in %v, by %d inputs", m.task, id, result.Took.Round(time.Millisecond), result.Inputs)
		return m
	}
	m.found = result.Disagreements[0]
	m.took = m.found.After
	return m
}

// table is the file that TestMutants holds what it finds against.
const table = "README.md"

// A known is a row of the table: the smallest witness so far.
type known struct {
	bytes   int
	witness string
}

var row = regexp.MustCompile("^\\| (\\S+) \\| (\\S+) \\| \\d+ \\| [0-9.]+ \\| (\\d+) \\| `(.*)` \\|$")

// read reads the table.
func read(t *testing.T) map[string]known {
	t.Helper()
	text, err := os.ReadFile(table)
	if err != nil && !*update {
		t.Fatal(err)
	}
	rows := make(map[string]known)
	for line := range strings.Lines(string(text)) {
		if cells := row.FindStringSubmatch(strings.TrimSuffix(line, "\n")); cells != nil {
			bytes, _ := strconv.Atoi(cells[3]) // digits
			rows[cells[1]+" "+cells[2]] = known{bytes, cells[4]}
		}
	}
	return rows
}

// TestMutants finds the mutants of the table in every batch task where they show;
// with -update every mutant of every game, which takes minutes. No witness may be
// larger than twice the smallest known one, which stands in the table. The times
// are printed.
func TestMutants(t *testing.T) {
	if testing.Short() && !*update {
		t.Skip("it computes for ten seconds, and for minutes under the race detector")
	}
	rows := read(t)
	var times []time.Duration
	var out bytes.Buffer
	for _, g := range games.All() {
		for _, task := range g.Tasks {
			if task.Live != "" {
				continue
			}
			for _, m := range g.Mutants {
				if m.Equivalent != "" || !slices.Contains(m.Tasks, task.Name) {
					continue
				}
				var first measurement
				key := g.Name + "/" + task.Name + " " + m.ID
				smallest, isKnown := rows[key]
				if !isKnown && !*update {
					continue
				}
				for seed := uint64(1); seed <= uint64(*seeds); seed++ {
					found := search(t, g, task, m.ID, seed)
					if found.found.In == nil {
						continue
					}
					size := witness.Size(found.found.In)
					if seed == 1 {
						first = found
						fmt.Printf("%-18s %-4s %6d inputs %9.3f ms, small after %9.3f ms: %4d bytes, from %d\n", found.task, m.ID,
							found.found.Inputs, ms(found.took), ms(found.shrunk), size, found.found.FoundBytes)
					}
					if !found.found.Minimal {
						t.Errorf("%s: the witness is not minimal: %s", key, found.found.In)
					}
					if isKnown && size > 2*rows[key].bytes {
						t.Errorf("%s: the witness of seed %d has %d bytes, and one with %d is known: %s", key, seed, size, rows[key].bytes, found.found.In)
					}
					if smallest.bytes == 0 || size < smallest.bytes {
						smallest = known{size, string(bytes.Join(raws(found.found), []byte(" ")))}
					}
				}
				times = append(times, first.took)
				fmt.Fprintf(&out, "| %s | %s | %d | %.1f | %d | `%s` |\n",
					first.task, m.ID, first.found.Inputs, ms(first.took), smallest.bytes, smallest.witness)
			}
		}
	}
	slices.Sort(times)
	if len(times) < len(rows) {
		t.Fatalf("%d of %d rows of %s are of mutants that there are; make bench-fuzz writes it anew", len(times), len(rows), table)
	}
	fmt.Printf("%d mutants in tasks: median %.3f ms (below 200 ms), 95 %% below %.3f ms (below 5000 ms), the slowest %.3f ms\n",
		len(times), ms(times[len(times)/2]), ms(times[len(times)*95/100]), ms(times[len(times)-1]))
	if *update {
		if err := os.WriteFile(table, append([]byte(head), out.Bytes()...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func raws(d fuzz.Disagreement) [][]byte {
	list := make([][]byte, len(d.In))
	for i, v := range d.In {
		list[i] = v
	}
	return list
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

const head = `# The smallest witnesses

For every wrong implementation that the games list, in every batch task where it shows: after how many inputs and
milliseconds ` + "`touchstone fuzz`" + ` with seed 1 has found it, told nothing about it, and the smallest input known that tells it from
the rules. ` + "`make bench-fuzz`" + ` measures again, prints all times, and keeps the smaller witnesses; the tests refuse ones of more
than twice these sizes.

| task | mutant | inputs | ms | bytes | witness |
|---|---|---|---|---|---|
`
