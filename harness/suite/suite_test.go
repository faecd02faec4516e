package suite

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// write makes files below a new folder and returns its path.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "turn")
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func ids(cases []Case) []string {
	all := make([]string, len(cases))
	for i, c := range cases {
		all[i] = c.ID
	}
	return all
}

func TestFolder(t *testing.T) {
	dir := write(t, map[string]string{
		"2-in.json": "1 2\n[3]", "2-out.json": "",
		"10-in.json": "{}", "10-out.json": "[]",
		"a-1-in.json": "1", "a-1-out.json": "1",
		"3-in.json": "1 \n {\"a\":]", "3-out.json": "1",
		"4-in.json":  "1",
		"5-out.json": "1",
		"6-in.json":  `{"a":1,"a":2}`, "6-out.json": "1",
		"odd-in.json": "1", "odd-out.json": "1",
		"7-input.json": "1", "7-output.json": "1", "8-in.json": "1", "8_out.JSON": "1", "9-out.json": "1", "9 in.json": "1",
		"11_out.json": "1", "run3.output.json": "1", "run3.in.json": "1",
		"a1.json": "1", "2-input.json": "1", "2-in.json~": "1", "in.json": "1",
		"README.md": "no case", "sub/1-in.json": "1", "sub/1-out.json": "1",
		"123456789012345678901234567890-in.json": "1", "123456789012345678901234567890-out.json": "1",
	})
	s, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"turn/2", "turn/3", "turn/4", "turn/5", "turn/6", "turn/7", "turn/8", "turn/9", "turn/10",
		"turn/123456789012345678901234567890", "turn/a-1", "turn/odd",
	}
	if got := ids(s.Cases); !slices.Equal(got, want) {
		t.Errorf("cases are\n%q, expected\n%q", got, want)
	}
	broken := map[string]string{
		"turn/3":   dir + "/3-in.json:2:7: value 2 at /a: ",
		"turn/4":   dir + "/4-in.json: the expected output 4-out.json",
		"turn/5":   dir + "/5-out.json: the input 5-in.json",
		"turn/6":   dir + "/6-in.json:1:8: value 1 at /a: the key appears twice in its object",
		"turn/7":   dir + "/7-input.json: the name is nearly 7-in.json; hint: rename 7-input.json to 7-in.json",
		"turn/8":   dir + "/8-in.json: the expected output 8-out.json of this input is missing; hint: rename 8_out.JSON to 8-out.json",
		"turn/9":   dir + "/9-out.json: the input 9-in.json of this expected output is missing; hint: rename '9 in.json' to 9-in.json",
		"turn/odd": dir + "/odd-in.json: the name has no number",
	}
	for _, c := range s.Cases {
		switch start := broken[c.ID]; {
		case start == "" && c.Broken != nil:
			t.Errorf("%s is broken: %v", c.ID, c.Broken)
		case start != "" && (c.Broken == nil || !strings.HasPrefix(c.Broken.Error()+"; hint: "+c.Broken.Hint, start)):
			t.Errorf("%s: fault %v, expected %s…", c.ID, c.Broken, start)
		}
	}
	if first := s.Cases[0]; len(first.In) != 3 || first.Out == nil || len(first.Out) != 0 {
		t.Errorf("the first case is %+v", first)
	}
}

// TestNearNames: a file with nearly the name of an input makes a broken case, and no other
// file does.
func TestNearNames(t *testing.T) {
	for name, stem := range map[string]string{
		"7-input.json": "7", "a-7-in.jsn": "a-7", "7-in.txt": "7", "7-in.json.txt": "7", "7-in": "7", "7_In.JSON": "7", "in-7.json": "7", "input7.json": "7",
		"7-in.json~": "", "7-in.json.bak": "", "7.json": "", "notes.txt": "", "in.json": "", "7-out.jsn": "", "7-in.jsonl": "", "plan-in.txt": "", "7-in.py": "",
	} {
		dir := write(t, map[string]string{"1-in.json": "1", "1-out.json": "1", name: "1"})
		s, err := Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		var broken []string
		for _, c := range s.Cases {
			if c.Broken != nil {
				broken = append(broken, c.Broken.Hint)
			}
		}
		want := "rename " + name + " to " + stem + "-in.json"
		if stem == "" && len(broken) > 0 || stem != "" && (len(broken) != 1 || broken[0] != want) {
			t.Errorf("%s: found %q", name, broken)
		}
	}
}

// TestStrays: what is meant for cases in the suite of a game's folder, and is not read, is
// a broken case.
func TestStrays(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"cases.jsonl": `{"name":"one","in":[]}`, "more.ndjson": "{}", "old.json": "[]", "README.md": "x", ".hidden.json": "x",
		"inside/cases.jsonl": "{}", "notes/plan.txt": "x", "2-in.jsn": "1",
	} {
		path := filepath.Join(dir, "suites", "move", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Of(nil, &game.Game{Name: "nim", Folder: dir}, "move")
	if err != nil {
		t.Fatal(err)
	}
	broken := map[string]string{}
	for _, c := range s.Cases {
		if c.Broken != nil {
			broken[c.ID] = c.Broken.Message + "; hint: " + c.Broken.Hint
		}
	}
	want := map[string]string{
		"nim/move/more.ndjson": "the name is nearly more.jsonl; hint: rename more.ndjson to more.jsonl",
		"nim/move/old.json":    "the file is neither a manifest NAME.jsonl nor N-in.json or N-out.json; hint: rename it, or move it out of the suite",
		"nim/move/inside":      "the folder has cases, and touchstone does not read the folders inside a suite; hint: move its files into " + filepath.Join(dir, "suites", "move"),
		"nim/move/2":           "the name is nearly 2-in.json; hint: rename 2-in.jsn to 2-in.json",
	}
	if len(s.Cases) != 5 || !maps.Equal(broken, want) {
		t.Errorf("found %d cases, broken are %q", len(s.Cases), broken)
	}
}

func TestLoadOne(t *testing.T) {
	dir := write(t, map[string]string{"2-in.json": "1", "2-out.json": "1", "1-in.json": "1", "1-out.json": "1"})
	one, err := Load(filepath.Join(dir, "2-in.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(one.Cases); !slices.Equal(got, []string{"turn/2"}) {
		t.Errorf("cases are %q", got)
	}
	all, err := Load(dir + "/")
	if err != nil {
		t.Fatal(err)
	}
	joined, err := Join(one, all)
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(joined); !slices.Equal(got, []string{"turn/2", "turn/1"}) {
		t.Errorf("joined cases are %q", got)
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := write(t, map[string]string{
		"rules/1-in.json": "1", "rules/1-out.json": "1", "notes.txt": "x", "cases.zip": "x", "empty.jsonl": "\n", "1-out.json": "1",
		"manifests/a.jsonl": "{}", "nothing/x": "", "2-input.json": "1", "3-in.jsn": "1", "in-4.json": "1", "cases.ndjson": "{}",
		"r.jsonl.gz": "x", "cases.TAR.gz": "x", "utf16.jsonl": "\xff\xfe{\x00}\x00", "packed.jsonl": "\x1f\x8b\b\x00\n", "blank.jsonl": strings.Repeat("\n", linesMax+1) + "{}",
	})
	for path, want := range map[string][2]string{
		"rulez":                {"no such file or folder", "did you mean " + dir + "/rules?"},
		"notes.txt":            {"neither a folder nor a file", "manifest"},
		"empty.jsonl":          {"has no cases", ""},
		"cases.zip":            {"neither a folder nor a file", "suite import " + dir + "/cases.zip --task GAME/TASK --to NAME.jsonl"},
		"r.jsonl.gz":           {"neither a folder nor a file", suiteIs},
		"cases.TAR.gz":         {"neither a folder nor a file", "suite import " + dir + "/cases.TAR.gz --task GAME/TASK --to NAME.jsonl"},
		"x*.jsonl":             {"no such file or folder", "in place of a pattern"},
		"blank.jsonl":          {"larger than 1000000 lines", "split it"},
		"utf16.jsonl":          {"expected UTF-8, found UTF-16", "save the file as UTF-8"},
		"packed.jsonl":         {"expected text, found a file that gzip has packed", "with gunzip"},
		"1-out.json":           {"expected output of a case", dir + "/1-in.json"},
		"2-input.json":         {"the name is nearly 2-in.json", "rename 2-input.json to 2-in.json"},
		"3-in.jsn":             {"the name is nearly 3-in.json", "rename 3-in.jsn to 3-in.json"},
		"in-4.json":            {"the name is nearly 4-in.json", "rename in-4.json to 4-in.json"},
		"cases.ndjson":         {"the name is nearly cases.jsonl", "rename cases.ndjson to cases.jsonl"},
		"manifests":            {"has no file N-in.json", dir + "/manifests/a.jsonl"},
		"nothing":              {"has no file N-in.json", "N-in.json"},
		"rules/1-in.json/what": {"a file is where its path needs a folder", ""},
	} {
		_, err := Load(filepath.Join(dir, path))
		usage, ok := errors.AsType[*game.UsageError](err)
		if !ok || !strings.Contains(usage.Message, want[0]) || !strings.Contains(usage.Hint, want[1]) {
			t.Errorf("%s: error %#v, expected %q", path, err, want)
		}
	}
	above := write(t, map[string]string{"rules/1-in.json": "1", "rules/1-out.json": "1"})
	_, err := Load(above)
	if usage, ok := errors.AsType[*game.UsageError](err); !ok || !strings.HasSuffix(usage.Hint, above+"/rules") {
		t.Errorf("error %#v", err)
	}
}

func TestJoinRefusesOneNameForTwoCases(t *testing.T) {
	load := func() *Suite {
		s, err := Load(write(t, map[string]string{"1-in.json": "1", "1-out.json": "1"}))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	_, err := Join(load(), load())
	if usage, ok := errors.AsType[*game.UsageError](err); !ok || !strings.Contains(usage.Message, `two cases have the name "turn/1"`) {
		t.Errorf("error %v", err)
	}
}

func TestManifest(t *testing.T) {
	long := strings.Repeat("k", 1<<20) // of which no message is full
	text := strings.Join([]string{
		`{"name":"a","why":"because","clauses":["BG-1"],"tags":["x","y"],"options":{"n":3,"s":"t"},"in":[1,{"b":2}],"out":[true]}`,
		`{"name":"oracle/decides","in":[]}`,
		``,
		`{"name":"a","in":[1]}`,
		`{"name":"b","in":[1],"tag":[]}`,
		`{"name":"c","in":[1,{"a":1,"a":2}]}`,
		`{"name":"d","in":5}`,
		`{"name":"e"}`,
		`{"in":[1]}`,
		`{"name":"f g","in":[1]}`,
		`{"name":"h","in":[1]} 7`,
		`{"name":"i","in":[1}`,
		`[1]`,
		`{"name":"j","in":[1]`,
		`{"name":"k","in":[1],"clauses":["a",7]}`,
		`{"name":"l","name":"m","in":[1]}`,
		`{"name":"n","in":[` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `]}`,
		`{"name":"o/../p","in":[1]}`,
		`{"name":"q//r","in":[1]}`,
		`{"name":"` + long + `","in":[1]}`,
		`{"name":"s","` + long + `":1,"in":[1]}`,
		`{"name":"t","in":[{"` + long + `":1,"` + long + `":2}]}`,
		`{"name":"last","in":[1]}`,
	}, "\n")
	s, err := Embedded(fstest.MapFS{"bazaar/turn.jsonl": {Data: []byte(text)}}, "bazaar", "turn")
	if err != nil {
		t.Fatal(err)
	}
	type line struct{ id, fault string }
	var got []line
	for _, c := range s.Cases {
		l := line{id: c.ID}
		if c.Broken != nil {
			l.fault = c.Broken.Error()
		}
		got = append(got, l)
	}
	want := []line{
		{"bazaar/turn/a", ""},
		{"bazaar/turn/oracle/decides", ""},
		{"bazaar/turn/line-4", `bazaar/turn.jsonl:4:1: the name "a" is already on line 1`},
		{"bazaar/turn/b", `bazaar/turn.jsonl:5:27: unknown key "tag"`},
		{"bazaar/turn/c", `bazaar/turn.jsonl:6:28: the key at /in/1/a appears twice in its object`},
		{"bazaar/turn/d", `bazaar/turn.jsonl:7:18: /in: expected an array of values, found 5`},
		{"bazaar/turn/e", `bazaar/turn.jsonl:8:1: the key "in" is missing`},
		{"bazaar/turn/line-9", `bazaar/turn.jsonl:9:1: the key "name" is missing`},
		{"bazaar/turn/line-10", `bazaar/turn.jsonl:10:9: /name: "f g" has the character ' '`},
		{"bazaar/turn/h", `bazaar/turn.jsonl:11:23: the line goes on after the case`},
		{"bazaar/turn/i", `bazaar/turn.jsonl:12:20: not valid JSON: invalid character '}' after array element (expecting ',' or ']')`},
		{"bazaar/turn/line-13", `bazaar/turn.jsonl:13:1: expected one object with the keys name, why, clauses, tags, options, in, out`},
		{"bazaar/turn/j", `bazaar/turn.jsonl:14:21: the line ends inside the case`},
		{"bazaar/turn/k", `bazaar/turn.jsonl:15:32: /clauses: element 2: expected a string`},
		{"bazaar/turn/l", `bazaar/turn.jsonl:16:13: the key at /name appears twice in its object`},
		{"bazaar/turn/n", `bazaar/turn.jsonl:17:83: /in: value 1: nested deeper than 64`},
		{"bazaar/turn/line-18", `bazaar/turn.jsonl:18:9: /name: "o/../p" has the part "..", which leads elsewhere`},
		{"bazaar/turn/line-19", `bazaar/turn.jsonl:19:9: /name: "q//r" has an empty part`},
		{"bazaar/turn/line-20", `bazaar/turn.jsonl:20:9: /name: "` + long[:NameBytesMax] + fmt.Sprintf(`…" is longer than %d bytes`, NameBytesMax)},
		{"bazaar/turn/s", `bazaar/turn.jsonl:21:1048591: unknown key "` + long[:keyShownMax] + `…"`},
		{"bazaar/turn/t", `bazaar/turn.jsonl:22:1048601: the key at /in/0 appears twice in its object`},
		{"bazaar/turn/last", ""},
	}
	for i := range max(len(got), len(want)) {
		var g, w line
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("case %d is %+v\nexpected %+v", i+1, g, w)
		}
	}
	first := s.Cases[0]
	if first.Why != "because" || !slices.Equal(first.Clauses, []string{"BG-1"}) || !slices.Equal(first.Tags, []string{"x", "y"}) ||
		fmt.Sprint(first.Options) != "[{n 3} {s \"t\"}]" || fmt.Sprint(first.In) != `[1 {"b":2}]` || fmt.Sprint(first.Out) != "[true]" {
		t.Errorf("the first case is %+v", first)
	}
	if s.Cases[1].Out != nil {
		t.Error("a case without output has one")
	}
	if _, err := Embedded(fstest.MapFS{}, "bazaar", "rules"); err == nil {
		t.Error("a suite that is not there was read")
	}
}

func TestSelect(t *testing.T) {
	cases := []Case{
		{ID: "turn/1", Tags: []string{"x"}, Clauses: []string{"BG-17"}},
		{ID: "turn/10", Tags: []string{"y"}, Clauses: []string{"BG-17", "BG-18"}},
		{ID: "bazaar/rules/wallet", Tags: []string{"x", "y"}},
		{ID: "bazaar/rules/bank/empty", Clauses: []string{"BG-18"}},
		{ID: "odd/a*1"},
		{ID: "odd/ab1"},
	}
	for _, test := range []struct {
		selection Selection
		want      string
		message   string
		hint      string
	}{
		{selection: Selection{}, want: "turn/1 turn/10 bazaar/rules/wallet bazaar/rules/bank/empty odd/a*1 odd/ab1"},
		{selection: Selection{Cases: []string{"turn/1"}}, want: "turn/1"},
		{selection: Selection{Cases: []string{"turn/*"}}, want: "turn/1 turn/10"},
		{selection: Selection{Cases: []string{"*/*"}}, want: "turn/1 turn/10 odd/a*1 odd/ab1"},
		{selection: Selection{Cases: []string{"**"}}, want: "turn/1 turn/10 bazaar/rules/wallet bazaar/rules/bank/empty odd/a*1 odd/ab1"},
		{selection: Selection{Cases: []string{"bazaar/**"}}, want: "bazaar/rules/wallet bazaar/rules/bank/empty"},
		{selection: Selection{Cases: []string{"bazaar/rules/*"}}, want: "bazaar/rules/wallet"},
		{selection: Selection{Cases: []string{"**/empty", "turn/?"}}, want: "turn/1 bazaar/rules/bank/empty"},
		{selection: Selection{Cases: []string{"odd/a*1"}}, want: "odd/a*1"},
		{selection: Selection{Tags: []string{"x"}}, want: "turn/1 bazaar/rules/wallet"},
		{selection: Selection{Tags: []string{"x"}, Cases: []string{"turn/**"}}, want: "turn/1"},
		{selection: Selection{Clauses: []string{"bg-18"}}, want: "turn/10 bazaar/rules/bank/empty"},
		{selection: Selection{Clauses: []string{"BG-18"}, Tags: []string{"y"}}, want: "turn/10"},
		{selection: Selection{Cases: []string{"turn/1", "turn/2"}}, message: `no case matches "turn/2"`, hint: `"turn/1"`},
		{selection: Selection{Cases: []string{"wallet"}}, message: `no case matches "wallet"`, hint: `"bazaar/rules/wallet"`},
		{selection: Selection{Cases: []string{"zzz/**/zzz"}}, message: `no case matches`, hint: "the first case is"},
		{selection: Selection{Tags: []string{"z"}}, message: `none of the 6 cases has the tag "z"`},
		{selection: Selection{Clauses: []string{"BG-19"}}, message: `has the clause "BG-19"`, hint: `"BG-1`},
		{selection: Selection{Clauses: []string{"UB-22"}}, message: `has the clause "UB-22"`, hint: "the clauses are BG-"},
		{selection: Selection{Clauses: []string{"BG-18"}, Cases: []string{"turn/1"}}, message: "none of the 6 cases has all"},
	} {
		got, err := test.selection.Select(List(cases))
		if test.message == "" {
			if err != nil || strings.Join(ids(All(got)), " ") != test.want {
				t.Errorf("%+v: %v, error %v", test.selection, got, err)
			}
			continue
		}
		usage, ok := errors.AsType[*game.UsageError](err)
		if !ok || !strings.Contains(usage.Message, test.message) || !strings.Contains(usage.Hint, test.hint) {
			t.Errorf("%+v: error %#v, expected %q, hint %q", test.selection, err, test.message, test.hint)
		}
	}
}

// TestMatchAgreesWithRegexp tries short patterns over a small alphabet, where
// every way to go wrong is near.
func TestMatchAgreesWithRegexp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func(letters string, longest int) string {
		from, drawn := []rune(letters), make([]rune, rng.IntN(longest+1))
		for i := range drawn {
			drawn[i] = from[rng.IntN(len(from))]
		}
		return string(drawn)
	}
	for range 50_000 {
		pattern, id := draw("aé/***?", 7), draw("aaéà/", 9)
		source := strings.NewReplacer("**", ".*", "*", "[^/]*", "?", "[^/]").Replace(pattern)
		if want := regexp.MustCompile("^(?:" + source + ")$").MatchString(id); match(pattern, id) != want {
			t.Fatalf("pattern %q, id %q: expected %t", pattern, id, want)
		}
	}
}

func TestGenerate(t *testing.T) {
	rules := &addRules{}
	few, err := Generate(rules, "add", 3, 42)
	if err != nil {
		t.Fatal(err)
	}
	many, err := Generate(rules, "add", 100, 42)
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(few.Cases); !slices.Equal(got, []string{"generated/42-1", "generated/42-2", "generated/42-3"}) {
		t.Errorf("ids are %q", got)
	}
	sizes := make(map[int]bool)
	for i, c := range many.Cases {
		if i < 3 && fmt.Sprint(c.In) != fmt.Sprint(few.Cases[i].In) {
			t.Errorf("%s depends on the number of cases", c.ID)
		}
		seed, n, ok := ParseGenerated(c.ID)
		if again := GenerateCase(rules, "add", seed, n); !ok || again.ID != c.ID || fmt.Sprint(again.In) != fmt.Sprint(c.In) {
			t.Errorf("%s comes back as %s", c.ID, again.ID)
		}
		sizes[generatedSize(n)] = true
	}
	if len(sizes) < 60 {
		t.Errorf("100 cases have only %d sizes", len(sizes))
	}
	for _, id := range []string{"turn/1-1", "generated/1", "generated/x-1", "generated/1-0", "generated/1--1"} {
		if _, _, ok := ParseGenerated(id); ok {
			t.Errorf("%s counts as generated", id)
		}
	}
	if _, err := Generate(rules, "add", 0, 1); err == nil {
		t.Error("no cases were generated")
	}
}

// addGame adds numbers, and the option "plus" on top.
func addGame() *game.Game {
	g := &game.Game{
		Name:    "sums",
		Options: []game.Option{{Name: "plus", Default: "0"}},
		Tasks: []game.Task{{
			Name: "add", In: []game.Param{{Name: "numbers", Value: "numbers"}}, Out: []game.Param{{Name: "sum", Value: "number"}},
			Fields: []game.Field{{Pointer: "/0", Clause: "SU-1"}},
		}},
	}
	g.Configure = func(s game.Settings) (game.Rules, error) {
		settings, err := g.Resolve(s)
		if err != nil {
			return nil, err
		}
		var plus int
		if _, err := fmt.Sscan(string(settings[0].Value), &plus); err != nil {
			return nil, &game.UsageError{Message: "option plus: expected an integer"}
		}
		return &addRules{settings: settings, plus: plus}, nil
	}
	return g
}

type addRules struct {
	settings []game.Setting
	plus     int
}

func (*addRules) Mutant() string { return "" }

func (r *addRules) Options() []game.Setting { return r.settings }

func (r *addRules) Generate(_ string, rng *rand.Rand, size int) []jsontext.Value {
	return []jsontext.Value{jsontext.Value(fmt.Sprintf("[%d,%d]", rng.IntN(100), size))}
}

func (r *addRules) Check(string, jsontext.Value) error { return nil }

func (r *addRules) Live() game.Live { return nil }

func (r *addRules) Explain([]jsontext.Value, string) string { return "" }

func (r *addRules) Oracle(string) game.Oracle {
	return func(in []jsontext.Value, out *game.Output) error {
		if len(in) != 1 {
			return &game.Invalid{Value: len(in), Message: "expected one value"}
		}
		sum := r.plus
		for i, b := range in[0] {
			switch {
			case b >= '0' && b <= '9':
				sum += int(b - '0')
			case b == 'x' || b == '"':
				return &game.Invalid{Value: 0, Offset: i, Message: "expected a digit, found a string", Clause: "SU-2"}
			case b == 'n':
				return errors.New("out of numbers")
			}
		}
		out.Buf = fmt.Append(out.Buf, sum)
		out.End()
		return nil
	}
}

func TestExpected(t *testing.T) {
	g := addGame()
	task := g.Tasks[0]
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	dir := write(t, map[string]string{
		"1-in.json": "[1,2]", "1-out.json": "3",
		"2-in.json": "[1,2]", "2-out.json": "\n 4",
		"3-in.json": "\n[1,\n \"x\"]", "3-out.json": "1",
		"4-in.json": "[1] [2]", "4-out.json": "1",
		"5-in.json": "[null]", "5-out.json": "1",
		"6-in.json": "[1", "6-out.json": "1",
		"7-in.json": "[1]", "7-out.json": "1 2",
		"8-in.json": "[1]", "8-out.json": "",
	})
	files, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	manifest := strings.Join([]string{
		`{"name":"wrong","in":[[1]],"out":[2]}`,
		`{"name":"no-output","in":[[1,1]]}`,
		`{"name":"other-options","options":{"plus":5},"in":[[1]],"out":[6]}`,
		`{"name":"same-options","options":{"plus":0},"in":[[1]],"out":[6]}`,
		`{"name":"unknown-option","options":{"minus":5},"in":[[1]],"out":[6]}`,
		`{"name":"bad-option","options":{"plus":"x"},"in":[[1]],"out":[6]}`,
	}, "\n")
	lines, err := Embedded(fstest.MapFS{"sums/add.jsonl": {Data: []byte(manifest)}}, "sums", "add")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"turn/1":                  "[3]",
		"turn/2":                  dir + "/2-out.json:2:2: the expected output contradicts the rules: at /0 the rules give 3, not 4 (SU-1)",
		"turn/3":                  dir + "/3-in.json:3:2: the input is invalid: value 1 (numbers) at /1: expected a digit, found a string (SU-2)",
		"turn/4":                  dir + "/4-in.json: the input is invalid: value 3: expected one value",
		"turn/5":                  "trouble: the oracle of sums/add: out of numbers",
		"turn/6":                  dir + "/6-in.json:1:3: value 1: the input ends inside the value",
		"turn/7":                  dir + "/7-out.json:1:3: the expected output contradicts the rules: /1: expected 1 value, received 2",
		"turn/8":                  dir + "/8-out.json: the expected output contradicts the rules: /0: received 0 of 1 value",
		"sums/add/wrong":          "sums/add.jsonl:1:35: the expected output contradicts the rules: at /0 the rules give 1, not 2 (SU-1)",
		"sums/add/no-output":      "[2]",
		"sums/add/other-options":  "[1]",
		"sums/add/same-options":   "sums/add.jsonl:4:63: the expected output contradicts",
		"sums/add/unknown-option": `sums/add.jsonl:5: unknown option "minus" of sums`,
		"sums/add/bad-option":     "sums/add.jsonl:6: option plus: expected an integer",
	}
	k := NewChecker(g, rules, task, judge.New(task, judge.Lax, nil))
	for _, c := range append(files.Cases, lines.Cases...) {
		values, err := k.Expected(&c)
		got := fmt.Sprint(values)
		if err != nil {
			got = err.Error()
			if _, ok := errors.AsType[*Fault](err); !ok {
				got = "trouble: " + got
			}
		}
		if !strings.HasPrefix(got, want[c.ID]) {
			t.Errorf("%s: %s\nexpected %s", c.ID, got, want[c.ID])
		}
	}
}

// undecidable are rules that cannot say whether another answer is as right.
type undecidable struct{ addRules }

var _ game.Arbiter = (*undecidable)(nil)

func (*undecidable) Right(string, []jsontext.Value, []jsontext.Value, []jsontext.Value, func(a, b []jsontext.Value) bool) (bool, game.Objection, error) {
	return false, game.Objection{}, errors.New("out of ink")
}

func (*undecidable) Confirm(string, []jsontext.Value, []jsontext.Value) error { return nil }

// TestExpectedUndecided: where the rules fail, the case is not called wrong.
func TestExpectedUndecided(t *testing.T) {
	g := addGame()
	task := g.Tasks[0]
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	c := &Case{ID: "turn/1", In: []jsontext.Value{jsontext.Value("[1,2]")}, Out: []jsontext.Value{jsontext.Value("4")}}
	_, err = NewChecker(g, &undecidable{*rules.(*addRules)}, task, judge.New(task, judge.Lax, nil)).Expected(c)
	if err == nil || err.Error() != "the oracle of sums/add: out of ink" {
		t.Errorf("%v", err)
	}
}

// TestRefusal keeps the next step of options that the game refuses.
func TestRefusal(t *testing.T) {
	for _, c := range []struct {
		err  error
		hint string
	}{
		{&game.UsageError{Message: "no", Hint: "say yes"}, "say yes"},
		{errors.New("no"), ""},
	} {
		if f := Refusal(&Case{File: "x"}, c.err); f.Kind != UnknownName || f.File != "x" || f.Message != "no" || f.Hint != c.hint {
			t.Errorf("%+v", f)
		}
	}
}

// TestManifestHints: usual slips in a manifest are told with what to write.
func TestManifestHints(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":"a","in":[]}`:            `did you mean "name"?`,
		`{"name":"a","Input":[]}`:       `did you mean "in"?`,
		`{"name":"a","expected":[]}`:    `did you mean "out"?`,
		`{"name":"a","tag":[]}`:         `did you mean "tags"?`,
		`{"name":"a","in":[]},`:         "remove the comma: a manifest has one case a line, with no commas between them",
		"{\"name\":\"a\",\"in\":[]},\r": "remove the comma: a manifest has one case a line, with no commas between them",
		"{\"name\":\"a\",\"in\":[]}, ":  "remove the comma: a manifest has one case a line, with no commas between them",
		`{"name":"a","in":[]} {"b":1`:   "write each case on one line of the manifest",
	} {
		var s Suite
		m := manifest{shown: "m.jsonl", source: "m.jsonl", suite: "m"}
		if err := m.read(strings.NewReader(line+"\n"), s.add); err != nil {
			t.Fatal(err)
		}
		if fault := s.Cases[0].Broken; fault == nil || fault.Hint != want {
			t.Errorf("%s: %+v, expected %s", line, fault, want)
		}
	}
}
