package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	all "github.com/touchstone-harness/touchstone/harness/games"
)

// games are where games are, from here: ours, and the example of one.
var games = []string{"../../harness/games", "../../tests/games"}

// directive is the line of a game that has its twin made.
var directive = regexp.MustCompile(`(?m)^//go:generate go run \S*/scripts/twin (.+)$`)

// TestFresh holds the twins of the games against what they are made of.
func TestFresh(t *testing.T) {
	for _, folder := range games {
		fresh(t, folder)
	}
}

func fresh(t *testing.T, games string) {
	sources, err := filepath.Glob(filepath.Join(games, "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		line := directive.FindSubmatch(text)
		if line == nil {
			continue
		}
		found = true
		folder := filepath.Dir(source)
		want, err := Generate(folder, strings.Fields(string(line[1])))
		if err != nil {
			t.Error(err)
			continue
		}
		have, err := filepath.Glob(filepath.Join(folder, twinFolder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range have {
			if _, ok := want[filepath.Base(path)]; !ok && !strings.HasSuffix(path, "_test.go") {
				t.Errorf("%s is no part of the twin: run go generate ./harness/games/... ./tests/games/...", path)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(want)) {
			path := filepath.Join(folder, twinFolder, name)
			text, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(text, want[name]) && !(name == operatorsFile && same(text, want[name])) {
				t.Errorf("%s is not made of what stands beside it now: run go generate ./harness/games/... ./tests/games/...", path)
			}
		}
	}
	if !found {
		t.Errorf("no game of %s has a twin", games)
	}
}

// mutantsText is a file of mutants with these edits.
func mutantsText(edits ...string) string {
	text := "[[group]]\nhint = \"look\"\n"
	for i, e := range edits {
		text += "\n[[group.mutant]]\nid = \"m" + string(rune('1'+i)) + "\"\nclause = \"X-01\"\nsummary = \"s\"\ntasks = \"move\"\n" + e + "\n"
	}
	return text
}

// generated are the files of a twin of the rules in testdata.
func generated(t *testing.T, list string) (map[string][]byte, error) {
	t.Helper()
	return generatedBy(t, "list", list)
}

// generatedBy has the list under a name: with that of a rule file, the operators
// change this file.
func generatedBy(t *testing.T, name, list string) (map[string][]byte, error) {
	t.Helper()
	// Only in the module do the rules find what they import.
	folder, err := os.MkdirTemp("testdata", "rules")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	text, err := os.ReadFile("testdata/rules/rules.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"rules.go": string(text), name + ".toml": list} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Generate(folder, []string{name})
}

// TestOperators has what stands in the twin where the usual operators change the
// rules, what it says of them, and which fragments overlap.
func TestOperators(t *testing.T) {
	files, err := generatedBy(t, "rules", mutantsText(
		`edit.allowed = "n <= heap => true"`, `edit.allowed = "heap => 1"`, `edit.allowed = "r.limit => 1"`, `set = "r.limit = 4"`, `set = "r.limit++"`,
	))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, file, want string }{
		{"an early return", "rules.go", "if r.operators.Is(1) {\n\t\treturn *new(bool)\n\t}"},
		{"a statement", "rules.go", "if r.operators.Off(2) {\n\t\tif operator.Flip(r.operators, 3, n == operator.Number[int](r.operators, 4, 0)) {"},
		{"true and false", "rules.go", "return operator.Flip(r.operators, 6, false)"},
		{"a condition within fragments", "rules.go", "return (operator.LessEqual[int](r.operators, 9, n, func() int {"},
		{"a side of a condition", "rules.go", "}()) || r.operators.Is(7))\n\t}() && (operator.LessEqual[int](r.operators, 11, n, func() int {"},
		{"a sum", "rules.go", "left += operator.Signed(r.operators, "},
		{"a loop", "rules.go", "for k := range operator.Listed(r.operators, "},
		{"its list", operatorsFile, "rules:allowed XX-02 20 return returns at once;XX-02 21 statement a statement is left out;XX-02 21 comparison != instead of ==;XX-02 21 constant 1 instead of 0;"},
		{"a case, with the clause of what it decides", operatorsFile, "XX-03 42 constant -1 instead of 0;XX-04 44 comparison != instead of =="},
		{"what overlaps", "twin.go", "wrongM1: {1},\n\twrongM4: {4},\n}"},
	} {
		text := string(files[tt.file])
		if tt.file == operatorsFile {
			if text, err = unpack(files[tt.file]); err != nil {
				t.Fatal(err)
			}
		}
		if !strings.Contains(text, tt.want) {
			t.Errorf("%s: there is no %q in\n%s", tt.name, tt.want, text)
		}
	}
}

// inOrder looks for lines of a text, one behind the other.
func inOrder(t *testing.T, text string, lines []string) {
	t.Helper()
	rest := text
	for _, line := range lines {
		_, after, ok := strings.Cut(rest, line)
		if !ok {
			t.Fatalf("there is no %q behind the others in\n%s", line, text)
		}
		rest = after
	}
}

// TestGenerate has edits of every kind, and what the twin makes of them.
func TestGenerate(t *testing.T) {
	for _, tt := range []struct {
		name  string
		edits []string
		want  []string // in this order
	}{
		{
			"an expression",
			[]string{`edit.allowed = "n <= heap => true"`},
			[]string{"return func() bool {", "if r.on[wrongM1] {", "return true", "return n <= heap", "}() && n <= r.limit"},
		},
		{
			"an expression of several tokens that is none by itself",
			[]string{`edit.allowed = "&& n <= => || n <="`},
			[]string{"if r.on[wrongM1] {", "return n <= heap || n <= r.limit", "return n <= heap && n <= r.limit"},
		},
		{
			"a statement that goes",
			[]string{`edit.taken = "heaps[k] -= n =>"`},
			[]string{"if r.on[wrongM1] {", "} else {", "heaps[k] -= n"},
		},
		{
			"a condition with its branch",
			[]string{`edit.allowed = "n == 0 { => n < 0 {"`},
			[]string{"if r.on[wrongM1] {", "if n < 0 {", "} else {", "if n == 0 {"},
		},
		{
			"a declaration, which takes the whole body",
			[]string{`edit.taken = "left := 0 => left := 1"`},
			[]string{"if r.on[wrongM1] {", "left := 1", "return heaps, left == 0", "left := 0"},
		},
		{
			"the second of a kind",
			[]string{`edit.taken = "heaps[k] #2 => n"`},
			[]string{"heaps[k] -= n", "left += func() int {", "if r.on[wrongM1] {", "return n", "return heaps[k]"},
		},
		{
			"two at one place, and one within",
			[]string{`edit.allowed = "n <= r.limit => true"`, `edit.allowed = "n <= r.limit => true"`, `edit.allowed = "r.limit => 1"`},
			[]string{"n <= heap && func() bool {", "if r.on[wrongM1] || r.on[wrongM2] {", "return true", "return n <= func() int {", "if r.on[wrongM3] {", "return 1"},
		},
		{
			"several edits of a mutant, one around the other",
			[]string{`edit.taken = ["k == i => k != i", "k := range heaps => k := range len(heaps)"]`},
			[]string{"if r.on[wrongM1] {", "for k := range len(heaps) {", "if k != i {", "} else {", "for k := range heaps {", "if k == i {"},
		},
		{
			"an option",
			[]string{`set = "r.limit = 4"`},
			[]string{"func (r *rules) allowed(", "func (r *rules) set() {", "if r.on[wrongM1] {", "r.limit = 4"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files, err := generated(t, mutantsText(tt.edits...))
			if err != nil {
				t.Fatal(err)
			}
			text := string(files["rules.go"]) + string(files["twin.go"])
			inOrder(t, text, tt.want)
			for _, name := range []string{"unreached", "Draw", "drawn"} {
				if strings.Contains(text, name) {
					t.Errorf("it has %s, which nothing needs", name)
				}
			}
		})
	}
}

// TestMistakes has lists that do not fit the rules: each is told with its place.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct{ name, list, want string }{
		{"a function that there is not", mutantsText(`edit.nobody = "a => b"`), `list.toml:5: mutant m1: there are 0 functions nobody`},
		{"a fragment that there is not", mutantsText(`edit.allowed = "n > heap => b"`), `list.toml:5: mutant m1: allowed has no "n > heap"`},
		{"a fragment that fits twice", mutantsText(`set = "r.limit = 1"`, `edit.taken = "heaps[k] => 1"`), `list.toml:12: mutant m2: taken has "heaps[k]" 2 times`},
		{"too high a number", mutantsText(`edit.taken = "heaps[k] #3 => 1"`), `mutant m1: taken has "heaps[k]" 2 times, not 3 times`},
		{"nothing to replace", mutantsText(`edit.taken = "=> 1"`), `has no "=>"`},
		{"no Go", mutantsText(`edit.allowed = "n <= heap => n <= ("`), `list.toml:5: mutant m1: `},
		{"Go that does not compile", mutantsText(`set = "r.limit = 1"`, `edit.allowed = "n <= heap => heaps"`), `list.toml:12: mutant m2: `},
		{"edits that overlap", mutantsText(`edit.allowed = ["n <= heap => true", "heap && => true &&"]`), `mutant m1: two of its edits overlap`},
		{"no rules at hand", mutantsText(`edit."heap.size" = "int(h) => 1"`), `no value of type rules is at hand`},
		{"an unknown key", mutantsText(`edits.allowed = "n <= heap => true"`), `unknown key`},
		{"the same id twice", mutantsText(`set = "r.limit = 1"`) + mutantsText(`set = "r.limit = 2"`), `mutant m1 is also at`},
		{"no change", mutantsText(``), `mutant m1: it changes nothing`},
		{"no clause", strings.Replace(mutantsText(`set = "r.limit = 1"`), "clause", "#", 1), `key "clause" is missing`},
		{"two lines", strings.Replace(mutantsText(`set = "r.limit = 1"`), "summary = \"", "summary = \"two\\nlines ", 1), `expected no tab and no new line in a text, found "two\nlines `},
		{"no TOML", "[[group", `list.toml:1: `},
		{"a note of nothing", notesText(`tasks = "move"`), `expected a feature or a clause`},
		{"a note that nothing takes", notesText("feature = \"x\"\nmeans = \"x\"\ntasks = \"move\""), `note x: it is noted nowhere`},
		{"a note without a meaning", notesText("feature = \"x\"\ntasks = \"move\"\nat.allowed = \"n <= heap => true\""), `note x: it does not say what it means`},
		{"a star without words", notesText("feature = \"x:*\"\nmeans = \"x\"\ntasks = \"move\"\nat.allowed = \"n <= heap => true\""), `a name with * and each go together`},
		{"words without a meaning", notesText("feature = \"x:*\"\neach = [\"a\"]\ntasks = \"move\"\nat.allowed = \"n <= heap => true\""), `expected "WORD: what it means" in each`},
		{"a note at a fragment that there is not", notesText("feature = \"x\"\nmeans = \"x\"\ntasks = \"move\"\nat.allowed = \"n > heap => true\""), `note x: allowed has no "n > heap"`},
		{"a note that does not compile", mutantsText(`edit.allowed = "r.limit => 1"`) + notesText("feature = \"x\"\nmeans = \"x\"\ntasks = \"move\"\nat.allowed = \"n <= heap => m > 0\""), `list.toml: note x: `},
		{"a note without rules at hand", notesText("feature = \"x\"\nmeans = \"x\"\ntasks = \"move\"\nat.\"heap.size\" = \"return int(h) => true\""), `no value of type rules is at hand there, which could take the note`},
		{"an unknown function that is quiet", "quiet = [\"nobody\"]\n", `quiet: there are 0 functions nobody`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := generated(t, tt.list)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v\nwant %s", err, tt.want)
			}
		})
	}
}

// TestPlaces holds that the lines which are said to decide clauses name them.
func TestPlaces(t *testing.T) {
	for _, g := range all.All() {
		if g.Where == nil {
			continue
		}
		for _, m := range g.Mutants {
			if g.Where(m.Clause) == "" {
				t.Errorf("%s: no line decides %s, of which there are mutants", g.Name, m.Clause)
			}
		}
		for _, c := range g.Clauses {
			path, line, ok := strings.Cut(g.Where(c.ID), ":")
			if !ok {
				continue
			}
			text, err := os.ReadFile(filepath.Join("../..", path))
			n, wrong := strconv.Atoi(line)
			lines := strings.Split(string(text), "\n")
			if err != nil || wrong != nil || n > len(lines) || !strings.Contains(lines[n-1], c.ID) {
				t.Errorf("%s: %s does not name it", c.ID, g.Where(c.ID))
			}
		}
	}
}

// notesText is a file of notes.
func notesText(notes ...string) string {
	text := ""
	for _, n := range notes {
		text += "[[note]]\n" + n + "\n"
	}
	return text
}

// TestNotes has notes of every kind, and what the twin makes of them.
func TestNotes(t *testing.T) {
	for _, tt := range []struct {
		name, list string
		want       []string // in this order
	}{
		{
			"a feature in front of a statement",
			notesText(`feature = "n=0"` + "\n" + `means = "nothing is taken"` + "\n" + `tasks = "move"` + "\n" + `at.allowed = "n <= heap => n == 0"`),
			[]string{
				"if n == 0 {", "return false", "if r.notes(noteList_n_3d0) && (n == 0) {", "r.note(noteList_n_3d0, \"\")", "return n <= heap",
				`Feature: "n=0", Words: []game.Word{{Word: "", Means: "nothing is taken"}}, Tasks: []string{"move"}`,
			},
		},
		{
			"one with words, inside of a loop",
			notesText(`feature = "heap:*"` + "\n" + `each = ["own: the heap asked for", "other: another"]` + "\n" + `tasks = "move play"` + "\n" + `at.taken = "heaps[k] #2 => heapName(k == i)"`),
			[]string{"heaps[k] -= n", "if r.notes(noteList_heap_3a_2a) {", "r.note(noteList_heap_3a_2a, heapName(k == i))", "left +=", `{Word: "own", Means: "the heap asked for"}`},
		},
		{
			"a clause, at two places",
			notesText(`clause = "X-01"` + "\n" + `tasks = "move"` + "\n" + `at.taken = ["left := 0 => true", "return heaps => left == 1"]`),
			[]string{"if r.notes(noteList_X_2d01) && (true) {", "left := 0", "if r.notes(noteList_X_2d01) && (left == 1) {", "return heaps", `Clause: "X-01"`},
		},
		{
			"fragments of mutants that are passed",
			mutantsText(`edit.allowed = "n <= heap => true"`, `edit.taken = "heaps[k] -= n =>"`),
			[]string{"return true", "r.tracing.passed[wrongM1] = true", "return n <= heap", "} else {", "r.tracing.passed[wrongM2] = true", "heaps[k] -= n"},
		},
		{
			"what is only tried",
			"quiet = [\"allowed\"]\n" + mutantsText(`set = "r.limit = 1"`),
			[]string{"func (r *rules) allowed(", "r.tracing.tries++", "defer func() { r.tracing.tries-- }()", "if n == 0 {"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list := tt.list
			if strings.Contains(list, "heapName") {
				list = "helpers = \"func heapName(own bool) string { return map[bool]string{true: `own`, false: `other`}[own] }\"\n" + list
			}
			if !strings.Contains(list, "mutant") {
				list += mutantsText(`edit.allowed = "r.limit => 1"`, `edit.taken = "left == 0 => true"`)
			}
			files, err := generated(t, list)
			if err != nil {
				t.Fatal(err)
			}
			inOrder(t, string(files["rules.go"])+string(files["twin.go"]), tt.want)
		})
	}
}

// TestHelpers has a function that only a mutant calls, and a package that only
// this function needs.
func TestHelpers(t *testing.T) {
	list := "imports = [\"math\"]\nhelpers = '''\nfunc most() int { return math.MaxInt }\n'''\n" + mutantsText(`edit.allowed = "r.limit => most()"`)
	files, err := generated(t, list)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(files["twin.go"]); !strings.Contains(text, "\t\"math\"\n") || !strings.Contains(text, "func most() int") {
		t.Error(text)
	}
}
