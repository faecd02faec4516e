// Package witnesses measures how fast a search finds each wrong implementation
// that we have made, and how small the inputs are that show it.
package witnesses

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run/fuzz"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/generator"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
	"github.com/touchstone-harness/touchstone/tests/clock"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

var (
	update = flag.Bool("update", false, "measure all mutants and write the table anew")
	only   = flag.String("only", "", "with -update measure only mutants whose \"game/task id\" the `REGEXP` matches, and keep the other rows")
	soak   = flag.Bool("soak", false, "run the long rounds of make soak")
	seeds  = flag.Int("seeds", 1, "search with the seeds 1 to `N`; the times are of seed 1")
)

const (
	// searchMax is how much processor time a mutant is looked for: twice the target
	// for all but the hardest.
	searchMax = 10 * time.Second
	// variantInputs is how many inputs are asked under each of the other settings
	// for a mutant that does not show under the usual ones.
	variantInputs = 3000
	// sampleFew and sampleMany are how many rows of the table are measured again
	// without -update, the many with -soak: each takes about half a second.
	sampleFew, sampleMany = 5, 100
	// sampleInputsMax is after how many inputs those of the sample are found, and
	// sampleSlack how many times as many are asked: a change of a generator or of
	// the search may find a mutant a little later. There is no limit in time, so
	// that a busy machine does not matter.
	sampleInputsMax = 1000
	sampleSlack     = 8
	// witnessBytesMax is up to what size the table shows a witness.
	witnessBytesMax = 240
	// table is the file that TestMutants holds what it finds against.
	table = "README.md"
)

// A row is a line of the table: a mutant in a task, and the smallest witness of it
// so far.
type row struct {
	key     string // "bazaar/move G2"
	options string // under which it shows; "" are the usual ones
	inputs  int    // until it was found
	ms      float64
	missed  bool // the first seed has not found it, but another one
	bytes   int  // of the witness; 0: it was not found
	witness string
}

func (r *row) String() string {
	key := strings.Replace(r.key, " ", " | ", 1)
	if r.bytes == 0 {
		return fmt.Sprintf("| %s | %s | %d | | | not found |\n", key, r.options, r.inputs)
	}
	shown := ""
	if len(r.witness) <= witnessBytesMax {
		shown = "`" + r.witness + "`"
	}
	ms := ""
	if !r.missed {
		ms = fmt.Sprintf("%.1f ", r.ms)
	}
	return fmt.Sprintf("| %s | %s | %d | %s| %d | %s |\n", key, r.options, r.inputs, ms, r.bytes, shown)
}

// cells are those of a row: task, mutant, options, inputs, ms, bytes, witness.
var cells = regexp.MustCompile(`^\| (\S+) \| (\S+) \| ([^|]*?) ?\| (\d+) \| ([0-9.]*) ?\| (\d*) ?\| (.*?) ?\|$`)

// read reads the table.
func read(t *testing.T) map[string]row {
	t.Helper()
	text, err := os.ReadFile(table)
	if err != nil && !*update {
		t.Fatal(err)
	}
	rows := make(map[string]row)
	for line := range strings.Lines(string(text)) {
		c := cells.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if c == nil {
			continue
		}
		// What is no number is a cell that is empty.
		r := row{key: c[1] + " " + c[2], options: c[3], witness: strings.Trim(c[7], "`")}
		r.inputs, _ = strconv.Atoi(c[4])
		r.ms, _ = strconv.ParseFloat(c[5], 64)
		if r.bytes, _ = strconv.Atoi(c[6]); r.bytes > 0 && r.witness == "" {
			r.witness = strings.Repeat(" ", witnessBytesMax+1)
		}
		r.missed = r.bytes > 0 && c[5] == ""
		rows[r.key] = r
	}
	return rows
}

// A target is a mutant in a task.
type target struct {
	game   *game.Game
	task   game.Task
	mutant string
	row    row // as it is in the table, and once it is measured as it will be
}

// targets lists the mutants in every batch task where they show.
func targets(rows map[string]row) []*target {
	var all []*target
	for _, g := range games.All() {
		for _, task := range g.Tasks {
			if task.Live != "" {
				continue
			}
			for _, m := range g.Mutants {
				if m.Equivalent != "" || !slices.Contains(m.Tasks, task.Name) {
					continue
				}
				x := &target{game: g, task: task, mutant: m.ID}
				key := g.Name + "/" + task.Name + " " + m.ID
				x.row = rows[key]
				x.row.key = key
				all = append(all, x)
			}
		}
	}
	return all
}

// A finding is what a search has come to, and after how much processor time the
// mutant was found, before its witness was made small.
type finding struct {
	fuzz.Result
	after time.Duration
}

// errLate ends a search that has found nothing in all its time.
var errLate = errors.New("not found in time")

// clocked is a peer that measures when it is found.
type clocked struct {
	fuzz.Peer
	begin, after time.Duration // processor time; after is 0 until it is found
	late         func()        // told when it is not found in time
}

func (c *clocked) Ask(ctx context.Context, questions []fuzz.Question) ([]fuzz.Reply, error) {
	replies, err := c.Peer.Ask(ctx, questions)
	if c.after > 0 {
		return replies, err
	}
	took := clock.Thread() - c.begin
	if slices.ContainsFunc(replies, func(r fuzz.Reply) bool { return r.Verdict.Outcome != judge.Pass }) {
		c.after = max(took, 1)
	} else if took >= searchMax {
		c.late()
	}
	return replies, err
}

// search looks for the mutant under some settings as if nothing were known of it.
func (x *target) search(s game.Settings, seed uint64, runs int) (finding, error) {
	rules, err := x.game.Configure(s)
	if err != nil {
		return finding{}, err
	}
	s.Mutant = x.mutant
	wrong, err := x.game.Configure(s)
	if err != nil {
		// An option that this mutant has not.
		return finding{}, nil
	}
	embedded, err := suite.Embedded(suites.FS, x.game.Name, x.task.Name)
	if err != nil {
		return finding{}, err
	}
	j := judge.New(x.task, judge.Lax, nil)
	// One job does all its work in the goroutine of its caller.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	peer := &clocked{
		Peer: &fuzz.Other{Title: x.mutant, Rules: wrong, Task: x.task, Judge: j}, begin: clock.Thread(), late: func() {},
	}
	if *update {
		peer.late = func() { cancel(errLate) }
	}
	result, err := fuzz.Run(ctx, fuzz.Config{
		Game: x.game, Task: x.task, Rules: rules, Judge: j, Peer: peer, Known: fuzz.Inputs(embedded),
		// A mutant has one cause, however it shows.
		AnyFailure: true, Seed: seed, Runs: runs,
	})
	if result.Inactive || errors.Is(err, errLate) {
		err = nil
	}
	return finding{result, peer.after}, err
}

// find looks for the mutant under the options of its row; if there are none, under
// the usual ones, and with -update under others if it does not show under those.
func (x *target) find(seed uint64) (r finding, options string, err error) {
	var s game.Settings
	for _, text := range strings.Fields(x.row.options) {
		option, err := game.ParseSetting(text)
		if err != nil {
			return r, "", err
		}
		s.Options = append(s.Options, option)
	}
	runs := 0
	if !*update {
		runs = sampleSlack * max(x.row.inputs, sampleInputsMax/sampleSlack)
	}
	r, err = x.search(s, seed, runs)
	if err != nil || len(r.Disagreements) > 0 || !*update {
		return r, x.row.options, err
	}
	variants, err := x.variants()
	if err != nil {
		return r, "", err
	}
	for _, s := range variants {
		other, err := x.search(s, seed, variantInputs)
		if err != nil || len(other.Disagreements) > 0 {
			var list []string
			for _, o := range s.Options {
				list = append(list, o.Name+"="+string(o.Value))
			}
			return other, strings.Join(list, " "), err
		}
	}
	return r, "", nil
}

// variants are settings under which a mutant may show that does not under the
// usual ones, those of the cases of the suite among them.
func (x *target) variants() ([]game.Settings, error) {
	list := generator.Variants(x.game, game.Settings{})[1:]
	embedded, err := suite.Embedded(suites.FS, x.game.Name, x.task.Name)
	if err != nil {
		return nil, err
	}
	known := make(map[string]bool)
	for _, c := range embedded.Cases {
		s := game.Settings{Options: c.Options}
		if key := baseline.Key(s); len(c.Options) > 0 && !known[key] {
			known[key] = true
			list = append(list, s)
		}
	}
	return list, nil
}

// measure looks for the mutant with each of the seeds, and keeps the smallest
// witness.
func (x *target) measure(t *testing.T) error {
	before := x.row.bytes
	for seed := uint64(1); seed <= uint64(*seeds); seed++ {
		begin := time.Now()
		r, options, err := x.find(seed)
		if err != nil {
			return fmt.Errorf("%s: %w", x.row.key, err)
		}
		if len(r.Disagreements) == 0 {
			fmt.Printf("%-50s not found by %d inputs in %.0f ms\n", x.row.key, r.Inputs, ms(time.Since(begin)))
			if !*update {
				t.Errorf("%s: not found by %d inputs", x.row.key, r.Inputs)
			}
			if seed == 1 {
				x.row.inputs, x.row.missed = r.Inputs, true
			}
			continue
		}
		d := r.Disagreements[0]
		size := stream.Size(d.In)
		fmt.Printf("%-50s %6d inputs %9.1f ms, small after %9.1f ms and %5d tries: %4d bytes, from %d\n", x.row.key,
			d.Inputs, ms(r.after), ms(time.Since(begin)), d.Asked, size, d.FoundBytes)
		if before > 0 && size > 2*before {
			t.Errorf("%s: the witness of seed %d has %d bytes, and one with %d is known: %s", x.row.key, seed, size, before, d.In)
		}
		if seed == 1 {
			x.row.inputs, x.row.ms, x.row.missed, x.row.options = d.Inputs, ms(r.after), false, options
		}
		if x.row.bytes == 0 || size < x.row.bytes {
			x.row.bytes, x.row.witness = size, string(bytes.TrimSpace(joined(&d)))
		}
	}
	return nil
}

func joined(d *fuzz.Disagreement) []byte {
	var text []byte
	for _, v := range d.In {
		text = append(append(text, v...), ' ')
	}
	return text
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// TestMutants finds mutants in the tasks where they show: with -update all of
// them, which takes many minutes, and else those of a sample of the rows of the
// table. No witness may be larger than twice the smallest known one, which stands
// in the table. The times are printed.
func TestMutants(t *testing.T) {
	if testing.Short() && !*update {
		t.Skip("it computes for ten seconds, and for minutes under the race detector")
	}
	all := targets(read(t))
	list := all
	if *update {
		matches := regexp.MustCompile(*only)
		list = slices.DeleteFunc(slices.Clone(all), func(x *target) bool { return !matches.MatchString(x.row.key) })
	} else {
		found := slices.DeleteFunc(slices.Clone(all), func(x *target) bool {
			return x.row.bytes == 0 || x.row.inputs > sampleInputsMax
		})
		sample := sampleFew
		if *soak {
			sample = sampleMany
		}
		list = nil
		for i := range min(sample, len(found)) {
			list = append(list, found[i*len(found)/min(sample, len(found))])
		}
	}
	if len(list) == 0 {
		t.Fatalf("%s has no row of a mutant that there is; make bench-fuzz writes it anew", table)
	}
	err := pool.Run(t.Context(), len(list), runtime.GOMAXPROCS(0), func() func(int) error {
		return func(i int) error { return list[i].measure(t) }
	})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(summary(list))
	if !*update {
		return
	}
	text := []byte(head + summary(all) + "\n" + heading)
	for _, x := range all {
		text = append(text, x.row.String()...)
	}
	if err := os.WriteFile(table, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// summary says how long it took to find mutants.
func summary(list []*target) string {
	var times []float64
	for _, x := range list {
		if x.row.bytes > 0 && !x.row.missed {
			times = append(times, x.row.ms)
		}
	}
	slices.Sort(times)
	at := func(share float64) float64 { return times[min(int(share*float64(len(times))), len(times)-1)] }
	if len(times) == 0 {
		return "None was found."
	}
	return fmt.Sprintf("%d of %d mutants in tasks were found: the median after %.1f ms, 95 %% within %.1f ms, the slowest after %.1f ms.",
		len(times), len(list), at(0.5), at(0.95), at(1))
}

const head = `# The smallest witnesses

For every wrong implementation that the games list, in every batch task where it shows: after how many inputs and
milliseconds of one processor ` + "`touchstone fuzz`" + ` with seed 1 has found it, told nothing about it, and the size of the smallest
input known that tells it from the rules, with the input itself if it is short. From its fifth round on, the 257th input, a
search varies inputs of the embedded suites too, which have a case for most of these mutants. Where one does not show under
the usual options there are others. ` + "`make bench-fuzz`" + ` measures again, prints all times, and keeps the smaller witnesses; the
tests refuse ones of more than twice these sizes. One without a time was found with other seeds only. The targets are a median below
200 ms, and 95 % below 5000 ms.

`

const heading = `
| task | mutant | options | inputs | ms | bytes | witness |
|---|---|---|---|---|---|---|
`
