package diagnosis_test

import (
	"context"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
)

// fewCases is of how many cases one is held against the mutants.
const fewCases = 10

// TestServers diagnoses servers by what the witness of each game says: which mutants
// did the same. A mutant whose game would have ended otherwise where the server was
// right is out.
func TestServers(t *testing.T) {
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	task, _ := g.Task("server")
	w := newWard(t, g, task)
	wrong, err := g.Configure(game.Settings{Mutant: "no-bonus"})
	if err != nil {
		t.Fatal(err)
	}
	oracle := wrong.Oracle("server")
	var out game.Output
	server := func(alike func(i int) []string) []diagnosis.Answer {
		var answers []diagnosis.Answer
		failed := 0
		for i := range w.cases {
			if i%fewCases != 0 && !slices.Contains(w.cases[i].Tags, "bonus") {
				continue // games take their time
			}
			a := diagnosis.Answer{Case: &w.cases[i]}
			out.Reset()
			if err := oracle(w.cases[i].In, &out); err != nil {
				t.Fatal(err)
			}
			if !w.judge.Same(w.want[i], &out) {
				a.Got, a.Alike = []jsontext.Value{}, alike(failed)
				failed++
			}
			answers = append(answers, a)
		}
		if failed < 3 {
			t.Fatalf("%d games of the suite show that there is no bonus", failed)
		}
		return answers
	}
	for _, test := range []struct {
		name  string
		alike func(i int) []string
		want  []string
	}{
		{"one does the same in all", func(int) []string { return []string{"no-bonus"} }, []string{"no-bonus"}},
		{"others are contradicted", func(int) []string { return []string{"E1", "no-bonus"} }, []string{"no-bonus"}},
		{"nobody knows of one game", func(i int) []string {
			if i == 0 {
				return nil
			}
			return []string{"no-bonus"}
		}, []string{"no-bonus"}},
		{"nobody knows of half of the games", func(i int) []string {
			if i%2 == 0 {
				return nil
			}
			return []string{"no-bonus"}
		}, nil},
		{"a mutant of nobody", func(int) []string { return []string{"no-such-mutant"} }, nil},
	} {
		found, err := w.doctor.Diagnose(context.Background(), server(test.alike))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range found.List {
			got = append(got, d.Mutants...)
			if d.Clause != "BG-55" || d.Explains < d.Of-1 || d.Passes == 0 || d.Likely {
				t.Errorf("%s: %+v", test.name, d)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestServersElsewhere diagnoses a server that is right under other options by what the witness
// of each game says: which readings did the same. Of its wrong games most have to be of one
// reading, and all that were right.
func TestServersElsewhere(t *testing.T) {
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	task, _ := g.Task("server")
	doctor, answers := playing(t, g, task, set("price", "false"), game.Settings{})
	wrong := 0
	for _, a := range answers {
		if a.Got != nil {
			wrong++
		}
	}
	if wrong < 4 || wrong == len(answers) {
		t.Fatalf("%d of %d games are wrong", wrong, len(answers))
	}
	const option, preset = "price=true", "--preset=rules"
	const text = "plays as if the option price were true"
	for _, test := range []struct {
		name     string
		alike    func(i int) []string
		want     string // "" if nothing is told
		explains int
	}{
		{"option", func(int) []string { return []string{option} }, text, wrong},
		{"option and preset", func(int) []string { return []string{option, preset} }, text + ", as under --preset rules", wrong},
		{"preset", func(int) []string { return []string{preset} }, "plays by the rules of --preset rules", wrong},
		{"all but one", func(i int) []string { return []string{option}[:min(i, 1)] }, text, wrong - 1},
		{"half of them", func(i int) []string { return []string{option}[:i%2] }, "", 0},
		{"contradicted by right games", func(int) []string { return []string{"winning_score=1"} }, "", 0},
		{"nothing", func(int) []string { return nil }, "", 0},
	} {
		seen := slices.Clone(answers)
		n := 0
		for i := range seen {
			if seen[i].Got != nil {
				seen[i].Alike = test.alike(n)
				n++
			}
		}
		found, err := doctor.Diagnose(t.Context(), seen)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case test.want == "" && len(found.List) == 0:
		case test.want == "" || len(found.List) != 1:
			t.Errorf("%s: %s", test.name, told(found))
		default:
			d := &found.List[0]
			if d.Text != test.want || d.Elsewhere() != test.want || d.Explains != test.explains || d.Of != wrong || d.Likely || len(d.Cases) != d.Explains {
				t.Errorf("%s: %+v", test.name, d)
			}
		}
	}
}
