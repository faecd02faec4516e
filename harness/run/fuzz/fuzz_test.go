package fuzz_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/fuzz"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// rounds is how long a test goes on: many rounds with -soak, else a few.
func rounds(few, many int) int {
	if *soak {
		return many
	}
	return few
}

func bazaar(t *testing.T) *game.Game {
	t.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// setup is a search in a task of the Bazaar game against a mutant, or other
// options.
func setup(t *testing.T, taskName string, other game.Settings) fuzz.Config {
	t.Helper()
	g := bazaar(t)
	task, ok := g.Task(taskName)
	if !ok {
		t.Fatalf("there is no task %s", taskName)
	}
	configure := func(s game.Settings) game.Rules {
		rules, err := g.Configure(s)
		if err != nil {
			t.Fatal(err)
		}
		return rules
	}
	j := judge.New(task, judge.Lax, nil)
	return fuzz.Config{
		Game: g, Rules: configure(game.Settings{}), Task: task, Judge: j, Seed: 1, Runs: rounds(1000, 3000), Jobs: 1,
		Peer: &fuzz.Other{Title: "other", Rules: configure(other), Task: task, Judge: j, Jobs: 1},
	}
}

// text is what a search found, without times.
func text(r fuzz.Result) string {
	var b strings.Builder
	for _, d := range r.Disagreements {
		fmt.Fprintf(&b, "%d %d %d %v %s %s %s\n", d.Number, d.Inputs, d.FoundBytes, d.Minimal, d.Verdict.Fingerprint, d.In, d.Expected)
	}
	for _, in := range r.Corpus {
		fmt.Fprintf(&b, "%s\n", in)
	}
	fmt.Fprint(&b, r.Inputs, r.Refused, r.Clauses, r.Features, r.Again, r.Wrong)
	return b.String()
}

// slow makes inputs be chosen as for a program, and can fail as one does.
type slow struct {
	fuzz.Peer
	asked int
	spoil func(asked int, r *fuzz.Reply)
}

func (s *slow) Pace() fuzz.Pace { return fuzz.Spawned }

func (s *slow) Ask(ctx context.Context, questions []fuzz.Question) ([]fuzz.Reply, error) {
	replies, err := s.Peer.Ask(ctx, questions)
	for i := range replies {
		s.asked++
		if s.spoil != nil {
			s.spoil(s.asked, &replies[i])
		}
	}
	return replies, err
}

// guides are the rules of the first mutants that show in the task.
func guides(t *testing.T, config fuzz.Config, n int) []game.Rules {
	t.Helper()
	var list []game.Rules
	for _, m := range config.Game.Mutants {
		if len(list) == n || !slices.Contains(m.Tasks, config.Task.Name) {
			continue
		}
		rules, err := config.Game.Configure(game.Settings{Mutant: m.ID})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rules)
	}
	return list
}

// TestJobs: one seed finds the same on any number of jobs, and other seeds do not.
func TestJobs(t *testing.T) {
	for _, choose := range []bool{false, true} {
		var want string
		for _, jobs := range []int{1, 2, 8} {
			config := setup(t, "move", game.Settings{Mutant: "R4"})
			config.Keep, config.Runs, config.Jobs, config.Ahead = 3, rounds(60, 400), jobs, jobs
			config.Known = known(t, "move")
			other := config.Peer.(*fuzz.Other)
			other.Jobs = jobs
			if choose {
				config.Peer, config.Guides, config.Runs = &slow{Peer: other}, guides(t, config, 20), rounds(24, 120)
			}
			result, err := fuzz.Run(context.Background(), config)
			if err != nil {
				t.Fatal(err)
			}
			got := text(result)
			switch {
			case want == "":
				want = got
			case got != want:
				t.Fatalf("with %d jobs\n%s\nand with one\n%s", jobs, got, want)
			}
			if len(result.Disagreements) == 0 {
				t.Fatal("nothing was found")
			}
			if jobs > 1 {
				continue // what another seed finds is no matter of jobs
			}
			config.Seed = 2
			if result, err = fuzz.Run(context.Background(), config); err != nil || text(result) == want {
				t.Fatalf("with another seed the same: %v", err)
			}
		}
	}
}

// known are the inputs of the embedded suite of a task of the Bazaar game.
func known(t *testing.T, task string) [][]jsontext.Value {
	t.Helper()
	s, err := suite.Embedded(suites.FS, "bazaar", task)
	if err != nil {
		t.Fatal(err)
	}
	return fuzz.Inputs(s)
}

// TestKnown: inputs near known ones are asked, those that are not valid aside. No
// generated input has ten exchanges.
func TestKnown(t *testing.T) {
	config := setup(t, "rules", game.Settings{Mutant: "ten-exchanges-refused"})
	config.Seed = 2 // one in a few seeds needs more inputs
	for _, tt := range []struct {
		known [][]jsontext.Value
		found int
	}{
		{nil, 0},
		{append(known(t, "rules"), []jsontext.Value{jsontext.Value("[]")}), 1},
	} {
		config.Known = tt.known
		result, err := fuzz.Run(t.Context(), config)
		if err != nil || len(result.Disagreements) != tt.found {
			t.Errorf("%d inputs are known: %d disagreements, %v", len(tt.known), len(result.Disagreements), err)
		}
	}
}

// TestReference: the preset of the reference program is told from the rules by a
// small input for each of its quirks.
func TestReference(t *testing.T) {
	const preset = "reference-2024"
	g := bazaar(t)
	left := make(map[string]game.Setting)
	for _, p := range g.Presets {
		if p.Name == preset {
			for _, o := range p.Values {
				left[o.Name] = o
			}
		}
	}
	if len(left) != 8 {
		t.Fatalf("%s has %d quirks, want those of seven numbers and of names that are taken", preset, len(left))
	}
	var others []game.Setting
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if name != "closed_call" && name != "duplicate_names" { // where only one differs no cause is named
			others = append(others, left[name])
		}
	}
	type search struct {
		task    string
		options []game.Setting // of both sides
		quirks  []string       // that the witnesses must show
	}
	fewCards := []game.Setting{{Name: "visible_cards", Value: jsontext.Value("2")}} // with few plans
	searches := []search{
		{"strategy", fewCards, []string{"wallet_tie", "card_order"}},
		// Equations of two pebbles are more often like others, and plans hide less.
		{"games", []game.Setting{{Name: "side_max", Value: jsontext.Value("1")}, {Name: "search_depth", Value: jsontext.Value("1")}}, []string{"invented_equation", "unavailable_card", "buyable_cards"}},
		{"server", nil, []string{"first_reply", "duplicate_names"}},
		// Seldom does the pebble of one who leaves decide a game: this quirk alone,
		// and with the inputs of the suite.
		{"server", others, []string{"closed_call"}},
	}
	if *soak {
		searches = append(searches,
			search{"move", nil, []string{"unavailable_card"}},
			search{"score", nil, []string{"buyable_cards"}},
			search{"strategy", nil, []string{"wallet_tie", "card_order"}},
			search{"server", nil, []string{"first_reply", "duplicate_names"}},
		)
	}
	for _, tt := range searches {
		settings := game.Settings{Options: tt.options}
		config := setup(t, tt.task, game.Settings{Preset: preset, Options: tt.options})
		config.Keep, config.Runs = 7, 6000
		if slices.Contains(tt.quirks, "closed_call") {
			config.Known, config.Runs = known(t, tt.task), 2000
		}
		var err error
		if config.Rules, err = g.Configure(settings); err != nil {
			t.Fatal(err)
		}
		other := config.Peer.(*fuzz.Other)
		other.Causes = fuzz.Causes(g, config.Task, settings, config.Rules, other.Rules, config.Judge)
		const most = 700                 // bytes of a small witness
		smallest := make(map[string]int) // by quirk
		ctx, cancel := context.WithCancelCause(t.Context())
		shown := errors.New("all quirks are shown")
		config.Found = func(d fuzz.Disagreement) {
			if !d.Minimal {
				t.Errorf("%s: not small: %s", tt.task, d.In)
			}
			small := 0
			for _, name := range tt.quirks {
				by := fmt.Sprintf("; by option %s=%s", name, left[name].Value)
				if size := stream.Size(d.In); strings.HasSuffix(d.Verdict.Message, by) && (smallest[name] == 0 || size < smallest[name]) {
					smallest[name] = size
				}
				if smallest[name] > 0 && smallest[name] <= most {
					small++
				}
			}
			if small == len(tt.quirks) && !*soak {
				cancel(shown)
			}
		}
		result, err := fuzz.Run(ctx, config)
		if err != nil && !errors.Is(err, shown) {
			t.Fatal(err)
		}
		for _, name := range tt.quirks {
			t.Logf("%s shows in %s with %d bytes", name, tt.task, smallest[name])
			if smallest[name] == 0 || smallest[name] > most {
				t.Errorf("%s: of %d disagreements the smallest by %s has %d bytes", tt.task, len(result.Disagreements), name, smallest[name])
			}
		}
		cancel(nil)
	}
}

// TestAgrees: rules do not disagree with themselves, whatever the inputs.
func TestAgrees(t *testing.T) {
	for _, task := range bazaar(t).Tasks {
		if task.Live != "" {
			continue
		}
		config := setup(t, task.Name, game.Settings{})
		config.Invalid, config.Runs = true, rounds(100, 300)
		result, err := fuzz.Run(context.Background(), config)
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Disagreements) > 0 || result.Inputs != config.Runs || result.Refused == 0 || result.Refused == result.Inputs {
			t.Errorf("%s: %d disagreements, %d inputs, %d to be refused", task.Name, len(result.Disagreements), result.Inputs, result.Refused)
		}
		for _, in := range result.Corpus {
			var out game.Output
			if err := config.Rules.Oracle(task.Name)(in, &out); err != nil {
				t.Errorf("%s: the corpus has %s: %v", task.Name, in, err)
			}
		}
	}
}

// TestInvalid: rules with another limit take what these refuse, and refuse what
// these take.
func TestInvalid(t *testing.T) {
	for _, tt := range []struct {
		value   string
		invalid bool
		outcome judge.Outcome
		says    string
	}{
		{"200", true, judge.WrongAnswer, "the program accepts invalid input"},
		{"5", false, judge.Crashed, "though the input is valid"},
	} {
		config := setup(t, "equations", game.Settings{Options: []game.Setting{{Name: "pebbles_max", Value: jsontext.Value(tt.value)}}})
		config.Invalid, config.Runs = tt.invalid, 5000
		result, err := fuzz.Run(context.Background(), config)
		if err != nil || len(result.Disagreements) != 1 {
			t.Fatalf("pebbles_max %s: %d disagreements, %v", tt.value, len(result.Disagreements), err)
		}
		d := result.Disagreements[0]
		if d.Verdict.Outcome != tt.outcome || !strings.Contains(d.Verdict.Message, tt.says) || (d.Refusal != nil) != tt.invalid {
			t.Errorf("pebbles_max %s: %s, %s", tt.value, d.Verdict.Outcome, d.Verdict.Message)
		}
		if d.Refusal != nil && (d.Refusal.Clause == "" || d.Verdict.Clause != d.Refusal.Clause) {
			t.Errorf("pebbles_max %s: the verdict has the clause %q, the refusal %q", tt.value, d.Verdict.Clause, d.Refusal.Clause)
		}
	}
}

// lenient takes text in which a key stands twice.
type lenient struct{ kinds map[string]int }

func (lenient) Name() string    { return "lenient" }
func (lenient) Pace() fuzz.Pace { return fuzz.Spawned }

func (l lenient) Ask(_ context.Context, questions []fuzz.Question) ([]fuzz.Reply, error) {
	replies := make([]fuzz.Reply, len(questions))
	for i, q := range questions {
		replies[i].Verdict.Outcome = judge.Pass
		if q.Malformed == "" {
			continue
		}
		l.kinds[q.Malformed]++
		if strings.Contains(q.Malformed, "twice") {
			replies[i].Verdict = judge.Verdict{Outcome: judge.WrongAnswer, Fingerprint: "twice"}
		}
	}
	return replies, nil
}

// TestMalformed: text that is not JSON is among the inputs to be refused, is none
// for the reader of the rules, and is made small as it is no JSON.
func TestMalformed(t *testing.T) {
	config := setup(t, "turn", game.Settings{})
	peer := lenient{make(map[string]int)}
	config.Invalid, config.Peer, config.Keep, config.Runs = true, peer, 2, rounds(250, 600)
	result, err := fuzz.Run(context.Background(), config)
	if err != nil || len(result.Disagreements) != 1 {
		t.Fatalf("%d disagreements, %v", len(result.Disagreements), err)
	}
	d := result.Disagreements[0]
	if want := `{"bank":[],"bank":[]}`; !d.Minimal || strings.TrimSpace(string(d.Input())) != want {
		t.Errorf("the witness is %s, want %s", d.Input(), want)
	}
	if d.Refusal == nil || d.Size() != len(d.Text) || d.FoundBytes <= d.Size() {
		t.Errorf("%+v", d)
	}
	if len(peer.kinds) < 12 {
		t.Errorf("only these were asked about: %v", peer.kinds)
	}
	folder, err := fuzz.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	name, err := folder.Save(&d, "because")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || string(text) != string(d.Text) {
		t.Errorf("kept is %s, %v", text, err)
	}
	if _, err := stream.NewReader(strings.NewReader(string(text)), stream.Limits{}).Next(); err == nil {
		t.Error("it is JSON")
	}
}

// TestFlaky: what does not happen again is told so and not made smaller, and the
// search goes on.
func TestFlaky(t *testing.T) {
	config := setup(t, "equations", game.Settings{})
	config.Runs = 100
	config.Peer = &slow{Peer: config.Peer, spoil: func(asked int, r *fuzz.Reply) {
		if asked == 3 {
			r.Verdict = judge.Verdict{Outcome: judge.Silent, Fingerprint: "once"}
		}
	}}
	result, err := fuzz.Run(context.Background(), config)
	if err != nil || len(result.Disagreements) != 1 || result.Inputs != 100 {
		t.Fatalf("%d disagreements after %d inputs, %v", len(result.Disagreements), result.Inputs, err)
	}
	if d := result.Disagreements[0]; !d.Flaky || d.Verdict.Outcome != judge.Flaky || d.Asked != 0 || d.Minimal {
		t.Errorf("%+v", d)
	}
}

// TestUnjudged: an answer that cannot be judged says nothing about the program. It is asked
// for again; if that does not help, a disagreement is told as it was found.
func TestUnjudged(t *testing.T) {
	for _, tt := range []struct {
		times int
		says  string // in front of the message
		small bool
	}{
		{times: 0, small: true},
		{times: 1, small: true},
		{times: 2, small: true},
		{times: 1000, says: "a second run of the same input cannot be judged (busy); first run: "},
	} {
		config := setup(t, "move", game.Settings{Mutant: "R1"})
		failed := 0
		config.Peer = &slow{Peer: config.Peer, spoil: func(_ int, r *fuzz.Reply) {
			if failed == 0 && r.Verdict.Outcome != judge.Pass {
				failed = 1
			} else if failed > 0 && failed <= tt.times {
				failed++
				r.Verdict = judge.Verdict{Outcome: judge.HarnessError, Message: "busy"}
			}
		}}
		result, err := fuzz.Run(context.Background(), config)
		if err != nil || len(result.Disagreements) != 1 {
			t.Fatalf("%d times: %d disagreements, %v", tt.times, len(result.Disagreements), err)
		}
		d := result.Disagreements[0]
		if d.Flaky || d.Minimal != tt.small || d.Verdict.Outcome != judge.WrongAnswer || !strings.HasPrefix(d.Verdict.Message, tt.says) {
			t.Errorf("%d times: %+v", tt.times, d)
		}
	}
}

// TestBusy: an input for which the machine was busy is asked again with the next round, then
// passed over and counted. A machine that stays busy ends the search.
func TestBusy(t *testing.T) {
	for _, tt := range []struct {
		name             string
		busy             func(in string, asked int) bool // asked counts from 1 how often it was
		inputs, unjudged int
		fails            bool
	}{
		{name: "never", busy: func(string, int) bool { return false }, inputs: 100},
		{name: "one input, for one round", busy: func(in string, asked int) bool { return in == "second" && asked <= 3 }, inputs: 100},
		{name: "one input, always", busy: func(in string, _ int) bool { return in == "second" }, inputs: 100, unjudged: 1},
		{name: "always", busy: func(string, int) bool { return true }, fails: true},
	} {
		config := setup(t, "move", game.Settings{})
		config.Runs = 100
		peer := &busy{Peer: config.Peer, asked: make(map[string]int), busy: tt.busy}
		config.Peer = peer
		result, err := fuzz.Run(context.Background(), config)
		if tt.fails {
			if err == nil || !strings.Contains(err.Error(), "the machine was busy") || result.Inputs > 20 {
				t.Errorf("%s: %d inputs, %v", tt.name, result.Inputs, err)
			}
			continue
		}
		if err != nil || result.Inputs != tt.inputs || result.Unjudged != tt.unjudged || len(result.Disagreements) != 0 {
			t.Errorf("%s: %d inputs, %d unjudged, %d disagreements, %v", tt.name, result.Inputs, result.Unjudged, len(result.Disagreements), err)
		}
	}
}

// busy is a peer on a machine that is busy now and then.
type busy struct {
	fuzz.Peer
	first string // the input that is asked second
	asked map[string]int
	busy  func(in string, asked int) bool
}

func (*busy) Pace() fuzz.Pace { return fuzz.Spawned }

func (b *busy) Ask(ctx context.Context, questions []fuzz.Question) ([]fuzz.Reply, error) {
	replies, err := b.Peer.Ask(ctx, questions)
	for i := range questions {
		in := string(questions[i].Input())
		if len(b.asked) == 1 && b.asked[in] == 0 {
			b.first = in
		}
		b.asked[in]++
		name := ""
		if in == b.first {
			name = "second"
		}
		if b.busy(name, b.asked[in]) {
			replies[i].Verdict = judge.Verdict{Outcome: judge.HarnessError, Message: run.MachineBusy}
		}
	}
	return replies, err
}

// TestShrinkTime: the witness of a slow program is what is reached in the time.
func TestShrinkTime(t *testing.T) {
	for _, limit := range []time.Duration{time.Nanosecond, time.Hour} {
		config := setup(t, "move", game.Settings{Mutant: "R1"})
		config.ShrinkTime, config.Peer = limit, &slow{Peer: config.Peer}
		result, err := fuzz.Run(context.Background(), config)
		if err != nil || len(result.Disagreements) != 1 {
			t.Fatalf("%d disagreements, %v", len(result.Disagreements), err)
		}
		d := result.Disagreements[0]
		switch enough := limit == time.Hour; {
		case d.Minimal != enough, (d.Size() < d.FoundBytes) != enough, (d.Asked > 0) != enough:
			t.Errorf("in %v: minimal %v, %d bytes from %d after %d questions", limit, d.Minimal, d.Size(), d.FoundBytes, d.Asked)
		case enough && d.Asked > 100:
			t.Errorf("%d questions; they are to be few, by big steps", d.Asked)
		}
	}
}

// counter is a peer that fails by how many equations there are.
type counter struct{ equations func(in []jsontext.Value) int }

func (counter) Name() string    { return "counter" }
func (counter) Pace() fuzz.Pace { return fuzz.InProcess }

func (c counter) Ask(_ context.Context, questions []fuzz.Question) ([]fuzz.Reply, error) {
	replies := make([]fuzz.Reply, len(questions))
	for i, q := range questions {
		v := &replies[i].Verdict
		switch n := c.equations(q.In); {
		case n >= 3:
			*v = judge.Verdict{Outcome: judge.Crashed, Fingerprint: "many"}
		case n == 2:
			*v = judge.Verdict{Outcome: judge.Crashed, Fingerprint: "two"}
		default:
			v.Outcome = judge.Pass
		}
	}
	return replies, nil
}

// TestFingerprint: a witness differs as the input that it comes from did, unless
// any failure will do.
func TestFingerprint(t *testing.T) {
	equations := func(in []jsontext.Value) int {
		list := in[0].Clone()
		_ = list.Compact() // it is valid
		return strings.Count(string(list), "]]")
	}
	for _, anyFailure := range []bool{false, true} {
		config := setup(t, "equations", game.Settings{})
		config.AnyFailure, config.Keep, config.Runs, config.Peer = anyFailure, 2, 2000, counter{equations}
		result, err := fuzz.Run(context.Background(), config)
		if err != nil || len(result.Disagreements) == 0 {
			t.Fatalf("%d disagreements, %v", len(result.Disagreements), err)
		}
		sizes := make(map[string]int)
		for _, d := range result.Disagreements {
			sizes[d.Verdict.Fingerprint] = equations(d.In)
		}
		if many, ok := sizes["many"]; sizes["two"] != 2 || ok == anyFailure || ok && many != 3 {
			t.Errorf("any failure %v: %v", anyFailure, sizes)
		}
	}
}

// TestTrouble: errors end a search with what is found until then.
func TestTrouble(t *testing.T) {
	config := setup(t, "equations", game.Settings{})
	config.Peer = &slow{Peer: config.Peer, spoil: func(asked int, r *fuzz.Reply) {
		if asked >= 30 {
			r.Verdict = judge.Verdict{Outcome: judge.HarnessError, Message: "out of pebbles"}
		}
	}}
	if result, err := fuzz.Run(context.Background(), config); err == nil || !strings.Contains(err.Error(), "out of pebbles") || result.Inputs != 30 {
		t.Errorf("%v after %d inputs", err, result.Inputs)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	stopped := errors.New("stopped")
	config = setup(t, "equations", game.Settings{})
	config.Runs = 0
	config.Progress = func(s fuzz.Summary) {
		if s.Inputs > 200 {
			cancel(stopped)
		}
	}
	if result, err := fuzz.Run(ctx, config); !errors.Is(err, stopped) || result.Inputs <= 200 || result.Exhausted {
		t.Errorf("%v after %d inputs", err, result.Inputs)
	}
}

// TestAdvance: a witness of play begins as late in the game as it can.
func TestAdvance(t *testing.T) {
	config := setup(t, "play", game.Settings{Mutant: "G5"})
	result, err := fuzz.Run(context.Background(), config)
	if err != nil || len(result.Disagreements) != 1 {
		t.Fatalf("%d disagreements, %v", len(result.Disagreements), err)
	}
	if d := result.Disagreements[0]; len(d.In) != 2 {
		t.Errorf("there are %d requests before it shows: %s", len(d.In)-1, d.In)
	}
}

// TestFolder: witnesses are a suite, and come behind those that are there, unless
// they are among them.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	question := fuzz.Question{In: []jsontext.Value{jsontext.Value(`[]`), jsontext.Value(`["red"]`)}, Expected: []jsontext.Value{jsontext.Value(`[ ]`)}}
	for _, i := range []int{0, 1, 0} {
		number := jsontext.Value(strconv.Itoa(i))
		question.Expected = []jsontext.Value{number} // by other rules it is another case
		folder, err := fuzz.OpenFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		name, err := folder.Save(&fuzz.Disagreement{Question: question}, "because\n")
		if want := filepath.Join(dir, fmt.Sprintf("%d-in.json", 2*i+1)); err != nil || name != want {
			t.Errorf("%s, %v, want %s", name, err, want)
		}
		refused := question
		refused.Refusal, refused.In = &game.Invalid{Message: "no"}, []jsontext.Value{number}
		name, err = folder.Save(&fuzz.Disagreement{Question: refused}, "because\n")
		if want := filepath.Join(dir, fmt.Sprintf("%d-invalid.json", 2*i+2)); err != nil || name != want {
			t.Errorf("%s, %v, want %s", name, err, want)
		}
	}
	s, err := suite.Load(dir)
	if err != nil || len(s.Cases) != 2 || s.Cases[0].Broken != nil || len(s.Cases[0].In) != 2 || len(s.Cases[1].Out) != 1 {
		t.Errorf("as a suite: %+v, %v", s, err)
	}
	why, err := os.ReadFile(filepath.Join(dir, "4-why.txt"))
	if err != nil || string(why) != "because\n" {
		t.Errorf("%q, %v", why, err)
	}
	usage := new(game.UsageError)
	if _, err := fuzz.OpenFolder(filepath.Join(dir, "1-in.json")); !errors.As(err, &usage) || usage.Hint == "" {
		t.Errorf("in a file: %v", err)
	}
}

// TestCorpus: what a search has reached is where the next one begins.
func TestCorpus(t *testing.T) {
	dir := t.TempDir()
	if in, err := fuzz.ReadCorpus(dir); in != nil || err != nil {
		t.Fatalf("of nothing: %s, %v", in, err)
	}
	config := setup(t, "move", game.Settings{})
	result, err := fuzz.Run(context.Background(), config)
	if err != nil || len(result.Corpus) < 5 {
		t.Fatalf("%d inputs, %v", len(result.Corpus), err)
	}
	for range 2 { // the second takes the place of the first
		if err := fuzz.WriteCorpus(dir, result.Corpus); err != nil {
			t.Fatal(err)
		}
	}
	if config.Corpus, err = fuzz.ReadCorpus(dir); err != nil || fmt.Sprintf("%s", config.Corpus) != fmt.Sprintf("%s", result.Corpus) {
		t.Fatalf("read again there are %d of %d inputs, %v", len(config.Corpus), len(result.Corpus), err)
	}
	config.Runs = 1
	again, err := fuzz.Run(context.Background(), config)
	if err != nil || len(again.Corpus) < len(result.Corpus) {
		t.Errorf("of %d inputs %d are left, %v", len(result.Corpus), len(again.Corpus), err)
	}
	if err := os.WriteFile(filepath.Join(dir, "corpus.jsonl"), []byte("{\"name\":\"1\"}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := fuzz.ReadCorpus(dir); err == nil {
		t.Error("a case without an input is taken")
	}
}
