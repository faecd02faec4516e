package audit_test

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/audit"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/reference"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// TestMain lets the tests be the keepers of programs.
func TestMain(m *testing.M) {
	subject.Keeper()
	status := m.Run()
	subject.EndAll() // references go on until the process ends
	os.Exit(status)
}

// runs is how many random inputs a task gets here.
const runs = 20

// nimFiles are those of the game of chapter 13.
func nimFiles(t *testing.T) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("..", "testdata", "nim.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]string)
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	// More do not find more, and each is a program to start.
	files["game.toml"] = strings.Replace(files["game.toml"], "command =", "workers = 1\ncommand =", 1)
	return files
}

// prepare writes a folder, without the files that are empty, and is ready to look at it.
func prepare(t *testing.T, files map[string]string) *audit.Audit {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if text == "" {
			continue
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := gamefolder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return &audit.Audit{Folder: f, Shown: dir, Runs: runs, Seed: 1}
}

// spoilt is the game of chapter 13 after a change: pairs of what stands in a file and
// what stands there instead. A file that there is not, or an empty old text, is
// written anew.
func spoilt(t *testing.T, changes ...string) []audit.Finding {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	files := nimFiles(t)
	for i := 0; i < len(changes); i += 3 {
		name, old, new := changes[i], changes[i+1], changes[i+2]
		if !strings.Contains(files[name], old) {
			t.Fatalf("%s has no %q in it", name, old)
		}
		if old == "" {
			files[name] = new
		} else {
			files[name] = strings.Replace(files[name], old, new, 1)
		}
	}
	a := prepare(t, files)
	found, err := a.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		found[i].File = strings.TrimPrefix(found[i].File, a.Shown+"/")
	}
	return found
}

// TestClean: in the worked example there is nothing to find.
func TestClean(t *testing.T) {
	t.Parallel()
	if found := spoilt(t); len(found) > 0 {
		t.Errorf("found %+v", found)
	}
}

const (
	cases = "suites/move/cases.jsonl"
	nim   = "nim.py"
	asked = "    q = json.loads(line)\n"
	// atLegal is of the first case alone: each fault costs a start of the reference.
	atLegal = "    if q['in'] == [{'heaps': [3, 1, 0, 0], 'turn': 0}, {'player': 0, 'heap': 0, 'take': 3}]"
)

// TestSpoilt: each kind of finding and fault is found in a copy that was spoilt for it.
func TestSpoilt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind    audit.Kind
		file    string // and line of the finding
		line    int
		of      string // the case
		message string // a part of it
		changes []string
	}{
		{
			"task-without-case", "game.toml", 11, "", "the task best has no case",
			[]string{"suites/best/1-in.json", "", "", "suites/best/1-out.json", "", ""},
		},
		{
			"clause-without-case", "rules.md", 10, "", "no case cites NM-04",
			[]string{"rules.md", "## Codes", "### NM-04 (I) Nobody passes\nA player takes sticks.\n## Codes"},
		},
		{
			"code-without-case", "rules.md", 14, "", "no case has the answer cheats",
			[]string{"rules.md", "from this heap", "from this heap\n- cheats (NM-01): nobody cheats"},
		},
		{
			"option-without-effect", "game.toml", 24, "", "option colour",
			[]string{"game.toml", "[reference]", "[[option]]\nname = \"colour\"\nsummary = \"of the sticks\"\ndefault = \"red\"\none_of = [\"red\", \"blue\"]\n[reference]"},
		},
		{
			"mutant-survives", "mutants.toml", 6, "", "no case kills does-nothing",
			[]string{"mutants.toml", "[[mutant]]", "[[mutant]]\nid=\"takes-any\"\nclause=\"NM-02\"\nsummary=\"takes any\"\nequivalent=\"it is never asked\"\n[[mutant]]\nid=\"does-nothing\"\nclause=\"NM-01\"\nsummary=\"does nothing else\"\n[[mutant]]"},
		},
		{
			"mutant-not-equivalent", "mutants.toml", 1, "nim/move/more-than-three", "case nim/move/more-than-three of move shows a difference",
			[]string{"mutants.toml", "[[mutant]]", "[[mutant]]\nequivalent=\"nobody has so many\""},
		},
		{
			"mutant-not-equivalent", "mutants.toml", 1, "", "a random input of move shows a difference",
			[]string{
				"mutants.toml", "[[mutant]]", "[[mutant]]\nid=\"rich\"\nclause=\"NM-02\"\nsummary=\"forgets the turn\"\nequivalent=\"nobody has so many\"\n[[mutant]]",
				nim, asked, asked + "    if q.get('mutant') == 'rich' and sum(q['in'][0]['heaps']) > 5: q['in'][0]['turn'] = 1 - q['in'][0]['turn']\n",
			},
		},
		{"value-unused", "values/heap.schema.json", 1, "", "the value heap", []string{"values/heap.schema.json", "", `{"type": "integer"}`}},
		{
			"compare-nowhere", "game.toml", 12, "", "a value at /0/state/stacks",
			[]string{"game.toml", "[[task]]\nname    = \"best\"", "[[task.compare]]\nat = [\"/0/state/heaps/*\", \"/0/state/stacks\"]\nbag = true\n[[task]]\nname    = \"best\""},
		},
		{
			"compare-nowhere", "game.toml", 12, "", "no output of move has an array at /0/state/turn",
			[]string{"game.toml", "[[task]]\nname    = \"best\"", "[[task.compare]]\nat = [\"/0/state/heaps\", \"/0/state/turn\"]\nbag = true\n[[task]]\nname    = \"best\""},
		},
		{
			"compare-nowhere", "game.toml", 12, "", "no output of move has a string at /0/state",
			[]string{"game.toml", "[[task]]\nname    = \"best\"", "[[task.compare]]\nat = [\"/0/code\", \"/0/state\"]\ncode = true\n[[task]]\nname    = \"best\""},
		},
		{
			"compare-nowhere", "game.toml", 12, "", "no output of move has a key at /0",
			[]string{"game.toml", "[[task]]\nname    = \"best\"", "[[task.compare]]\nat = \"/0\"\nmissing = 3\n[[task]]\nname    = \"best\""},
		},
		{"case-broken", cases, 3, "nim/move/line-3", "unknown key \"nam\"", []string{cases, `{"name":"more`, `{"nam":"more`}},
		{"case-broken", "suites/move/7-out.json", 0, "nim/move/7", "the input 7-in.json of this expected output is missing", []string{"suites/move/7-out.json", "", "{}"}},
		{"case-broken", cases, 1, "nim/move/few", "expected 2 values (state, request), found 1", []string{cases, `{"name":"legal"`, `{"name":"few","in":[{"heaps":[0,0,0,0],"turn":1}]}` + "\n" + `{"name":"legal"`}},
		{
			"case-broken", cases, 1, "nim/move/idle", "nobody is idle",
			[]string{
				cases, `{"name":"legal"`, `{"name":"idle","in":[{"heaps":[9,9,9,9],"turn":1},{"player":1,"heap":0,"take":1}]}` + "\n" + `{"name":"legal"`,
				nim, asked, asked + "    if q['in'][0]['heaps'] == [9, 9, 9, 9]:\n        print(json.dumps({'id': q['id'], 'invalid': {'message': 'nobody is idle'}}), flush=True)\n        continue\n",
			},
		},
		{
			"case-contradicts", cases, 2, "nim/move/other-turn", "at /0/legal",
			[]string{cases, `"heap":0,"take":1}]}`, `"heap":0,"take":1}],"out":[{"legal":true,"state":{"heaps":[2,1,0,0],"turn":1}}]}`},
		},
		{
			"schema-too-strict", "values/request.schema.json", 0, "nim/move/more-than-three", "value 2 (request)",
			[]string{"values/request.schema.json", `"maximum": 9`, `"maximum": 3`},
		},
		{
			"schema-too-lax", "values/request.schema.json", 0, "", "/properties/heap/maximum allows 4",
			[]string{
				"values/request.schema.json", `"maximum": 3`, `"maximum": 4`,
				nim, asked, asked + "    if q['task'] == 'move' and q['in'][1]['heap'] > 3:\n        print(json.dumps({'id': q['id'], 'invalid': {'message': 'no such heap', 'value': 1, 'pointer': '/heap'}}), flush=True)\n        continue\n",
			},
		},
		{
			"schema-too-lax", "values/state.schema.json", 0, "", "on which the reference fails",
			[]string{nim, asked, asked + "    if q['in'][0]['heaps'][3] == 5: raise SystemExit('too many')\n"},
		},
		{"exited", cases, 1, "nim/move/legal", "too many", []string{nim, asked, asked + atLegal + ": raise SystemExit('too many')\n"}},
		{
			"timed-out", cases, 1, "nim/move/legal", "within",
			[]string{nim, asked, asked + atLegal + ": import time; time.sleep(60)\n", "game.toml", "command =", "start = \"200ms\"\ntimeout = \"200ms\"\ncommand ="},
		},
		{"not-a-reply", cases, 1, "nim/move/legal", "", []string{nim, asked, asked + atLegal + ": print('{}', flush=True)\n"}},
		{"wrong-id", cases, 1, "nim/move/legal", "", []string{nim, asked, asked + atLegal + ": q['id'] += 1\n"}},
		{"too-long", cases, 1, "nim/move/legal", "", []string{nim, asked, asked + atLegal + ": print(' ' * 5000)\n", "game.toml", "command =", "output = \"1K\"\ncommand ="}},
		{"wrong-shape", cases, 1, "nim/move/legal", "/0/state/turn", []string{nim, `"turn": 1 - s["turn"]`, `"turn": 2`}},
		{"unknown-name", cases, 3, "nim/move/more-than-three", "NM-20", []string{nim, `return "NM-02"`, `return "NM-20"`}},
		{"refused", cases, 1, "nim/move/legal", "no idea", []string{nim, asked, asked + atLegal + ":\n        print(json.dumps({'id': q['id'], 'error': 'no idea'}), flush=True)\n        continue\n"}},
		{"inconsistent", cases, 2, "nim/move/other-turn", "two answers", []string{nim, "    print(json", "    if q['id'] == 2 and q['task'] == 'move': reply['out'] = [{'legal': False, 'code': 'game_over'}]\n    print(json"}},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			t.Parallel()
			found := spoilt(t, c.changes...)
			if !slices.ContainsFunc(found, func(f audit.Finding) bool {
				return f.Kind == c.kind && f.File == c.file && f.Line == c.line && f.Case == c.of && strings.Contains(f.Message, c.message) && f.Hint != ""
			}) {
				t.Errorf("expected %s in %s:%d, found:", c.kind, c.file, c.line)
				for _, f := range found {
					t.Errorf("%+v", f)
				}
			}
		})
	}
}

// TestSilent: a reference that leaves a question open twice is asked no more, whatever it has
// answered before, and nothing else is held against the game.
func TestSilent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, when string
		kinds      []audit.Kind
	}{
		{"from the first question", "True", []audit.Kind{audit.Kind(reference.TimedOut)}},
		{"in the second task", "q['task'] == 'best'", []audit.Kind{audit.Kind(reference.TimedOut)}},
		{"when asked again", "q['id'] == 1 and q['task'] == 'best'", []audit.Kind{audit.Kind(reference.TimedOut)}},
		{"as a mutant", "'mutant' in q", []audit.Kind{audit.Kind(reference.TimedOut)}},
		{"at inputs of no case", "q['in'][0]['heaps'][3] > 2", []audit.Kind{audit.Kind(reference.TimedOut), audit.SchemaTooLax}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found := spoilt(t, nim, asked, asked+"    if "+c.when+": import time; time.sleep(600)\n",
				"game.toml", "command =", "start = \"5s\"\ntimeout = \"2s\"\ncommand =")
			var kinds []audit.Kind
			for _, f := range found {
				kinds = append(kinds, f.Kind)
			}
			if !slices.Equal(kinds, c.kinds) || !strings.Contains(found[0].Message, "(2 times); the reference is asked no more") {
				t.Errorf("found %+v, expected %v", found, c.kinds)
			}
		})
	}
}

// TestNotStarted: a reference that cannot be started is an error, and no finding.
func TestNotStarted(t *testing.T) {
	t.Parallel()
	files := nimFiles(t)
	files["game.toml"] = strings.Replace(files["game.toml"], `["python3", "nim.py"]`, `["no-such-program"]`, 1)
	found, err := prepare(t, files).Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), `there is no program "no-such-program"`) {
		t.Errorf("found %+v, %v", found, err)
	}
	if usage, ok := errors.AsType[*game.UsageError](err); !ok || !strings.HasSuffix(usage.Hint, "game.toml:26") {
		t.Errorf("the hint does not lead to the command: %q", usage.Hint)
	}
	files["game.toml"] = strings.Replace(files["game.toml"], "no-such-program", "./nim.sh", 1)
	files["nim.sh"] = "#!/bin/sh\r\nexec python3 nim.py\r\n"
	a := prepare(t, files)
	if err := os.Chmod(filepath.Join(a.Shown, "nim.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	found, err = a.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "the reference of nim cannot be started: ") || !strings.Contains(err.Error(), "its lines end with CRLF") {
		t.Errorf("found %+v, %v", found, err)
	}
}

// TestNoInput: schemas that no value matches are told, and not searched again and again.
func TestNoInput(t *testing.T) {
	t.Parallel()
	found := spoilt(t, "values/none.schema.json", "", `{"type": "integer", "minimum": 1, "maximum": 9, "multipleOf": 10}`,
		"game.toml", "[[option]]", "[[task]]\nname = \"count\"\nsummary = \"counts\"\nin = [\"none\"]\nout = [\"take\"]\n[[option]]")
	if n := len(slices.DeleteFunc(slices.Clone(found), func(f audit.Finding) bool {
		return f.Kind != "schema-too-strict" || !strings.Contains(f.Message, "no input of count was found that its schemas allow")
	})); n != 1 {
		t.Errorf("found %+v, expected one such", found)
	}
}

// TestOwnFaultsAlone: what follows from faults of the reference is not told beside them.
func TestOwnFaultsAlone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, spoil string
		kind        audit.Kind // of all findings
		most        int        // findings
	}{
		{"two lines for each question", "    print('{}', flush=True)\n", "not-a-reply", 2},
		{"what it does, before each answer", "    print('asked', q['in'], flush=True)\n", "not-a-reply", 2},
		{"no answer to one task", "    if q['task'] == 'move': sys.exit('no moves')\n", "exited", 1},
		{
			"options refused", "    print(json.dumps({'id': q['id'], 'usage': {'option': 'most', 'message': 'no'}}), flush=True)\n    continue\n",
			"case-broken", 1,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found := spoilt(t, nim, asked, asked+c.spoil)
			if len(found) == 0 || len(found) > c.most {
				t.Errorf("found %d, expected 1 to %d", len(found), c.most)
			}
			for _, f := range found {
				if f.Kind != c.kind {
					t.Errorf("found %+v, expected %s alone", f, c.kind)
				}
			}
		})
	}
}

// TestNamed: hints name the task and the folder as somebody has named it, and so do messages.
func TestNamed(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	files := nimFiles(t)
	files["suites/best/1-out.json"], files[cases] = "", "\n"
	a := prepare(t, files)
	a.Shown = "here"
	found, err := a.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"hint: compute it with \"touchstone solve nim/best --game here < here/suites/best/1-in.json > here/suites/best/1-out.json\"",
		"suite here/suites/move",
	} {
		if !slices.ContainsFunc(found, func(f audit.Finding) bool { return strings.Contains(f.Message+" hint: "+f.Hint, want) }) {
			t.Errorf("found %+v, expected %q", found, want)
		}
	}
}

// TestAskedUnder: a fault as a mutant, or under another option, is told as one, and its hint asks
// the same question.
func TestAskedUnder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ when, message, hint string }{
		{
			"q.get('mutant') and q['task'] == 'move'", "task move: as the mutant takes-any-number: it ended while a question was open",
			"| touchstone solve nim/move --game {} --mutant takes-any-number",
		},
		{"q['options']['most'] != 3", "it ended while a question was open", "--game {} --option most="},
	} {
		found := spoilt(t, nim, asked, asked+"    if "+c.when+": raise SystemExit(3)\n")
		if !slices.ContainsFunc(found, func(f audit.Finding) bool {
			before, after, _ := strings.Cut(c.hint, "{}")
			return strings.Contains(f.Message, c.message) && strings.Contains(f.Hint, before) && strings.Contains(f.Hint, after)
		}) {
			t.Errorf("%s: found %+v, expected %q", c.when, found, c.hint)
		}
	}
}

// liveFiles are a game of two calls: a player sees its own card, and says what it is.
var liveFiles = map[string]string{
	"game.toml": `format = 1
name = "peek"
title = "Peek"
prefix = "PK"
summary = "two cards"
[[task]]
name = "mine"
summary = "a card"
in = ["cards"]
out = ["cards"]
[reference]
workers = 1
command = ["python3", "peek.py"]
[live]
in = ["cards"]
players = [2, 2]
[[live.method]]
name = "look"
summary = "shows a card"
args = ["cards"]
reply = "cards"
[[live.player]]
name = "polite"
summary = "says what it sees"
`,
	"rules.md":                  "# Peek\n### PK-01 (T) Hidden\nNobody sees the other card.\n",
	"values/cards.schema.json":  `{"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 9}, "minItems": 1, "maxItems": 2}`,
	"suites/mine/1-in.json":     "[1]",
	"suites/mine/1-out.json":    "[1]",
	"suites/server/cases.jsonl": `{"name":"two","clauses":["PK-01"],"in":[[["Ada","polite"],["Bob","polite"]],[1,2]]}` + "\n",
	"mutants.toml":              "[[mutant]]\nid = \"shows-both\"\nclause = \"PK-01\"\nsummary = \"shows both cards\"\ntasks = [\"server\"]\n",
	"peek.py": `import json, sys
for line in sys.stdin:
    q = json.loads(line)
    r, live = {"id": q["id"]}, q.get("live")
    if live is None: r["out"] = q["in"]
    elif live == "play": r.update(value=q["args"][0], known=None)
    elif live == "start":
        both = q["in"][0] * 2
        r["table"] = [0, q["names"]]
        r["calls"] = [{"seat": i, "method": "look", "args": [both[:2] if "mutant" in q else both[i:i + 1]]} for i in (0, 1)]
    else:
        r["table"] = t = [q["table"][0] + 1, q["table"][1]]
        r["calls"] = []
        if t[0] == 2: r["result"] = [t[1], []]
    print(json.dumps(r), flush=True)
`,
}

// TestServersCalls: a server shows a mistake in its calls, whatever its result is.
func TestServersCalls(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	files := maps.Clone(liveFiles)
	for _, c := range []struct {
		mutant string // what the reference does as the mutant
		kinds  []audit.Kind
	}{
		{`both[:2] if "mutant" in q else`, nil},
		{``, []audit.Kind{audit.MutantSurvives}},
	} {
		files["peek.py"] = strings.Replace(liveFiles["peek.py"], `both[:2] if "mutant" in q else`, c.mutant, 1)
		found, err := prepare(t, files).Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var kinds []audit.Kind
		for _, f := range found {
			if f.Kind != audit.TaskWithoutCase { // there is none of clients
				kinds = append(kinds, f.Kind)
			}
		}
		if !slices.Equal(kinds, c.kinds) {
			t.Errorf("as the mutant %q: found %+v, expected %v", c.mutant, found, c.kinds)
		}
	}
}

// TestUnderOptions: random inputs under other options find a schema that does not follow one.
func TestUnderOptions(t *testing.T) {
	t.Parallel()
	found := spoilt(t, "values/most.schema.json", "", `{"type": "integer", "minimum": 1, "maximum": 3}`,
		"game.toml", "[[option]]", "[[task]]\nname = \"limit\"\nsummary = \"the most\"\nin = [\"state\"]\nout = [\"most\"]\n[[option]]",
		nim, "    if q[\"task\"] == \"move\"", "    if q[\"task\"] == \"limit\": reply = {\"id\": q[\"id\"], \"out\": [q[\"options\"][\"most\"]]}\n    elif q[\"task\"] == \"move\"",
		"suites/limit/1-in.json", "", `{"heaps":[1,1,1,0],"turn":0}`, "suites/limit/1-out.json", "", "3")
	i := slices.IndexFunc(found, func(f audit.Finding) bool { return f.Kind == audit.Kind(reference.WrongShape) })
	if i < 0 || !strings.Contains(found[i].Message, "expected an integer from 1 to 3, found ") || !strings.Contains(found[i].Hint, "--option most=") {
		t.Errorf("found %+v", found)
	}
}
