package gamefolder_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

// nim writes the game of chapter 13 into a folder.
func nim(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "nim.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "nim")
	for _, f := range archive.Files {
		write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestNim reads the worked example.
func TestNim(t *testing.T) {
	f, err := gamefolder.Read(nim(t))
	if err != nil {
		t.Fatal(err)
	}
	g := f.Game
	if g.Name != "nim" || g.Prefix != "NM" || len(g.Tasks) != 2 || len(g.Values) != 4 || len(g.Clauses) != 3 || len(g.Codes) != 3 || len(g.Mutants) != 1 {
		t.Errorf("found %+v", g)
	}
	if c, _ := g.Clause("NM-01"); c.Text != "Players 0 and 1 take turns. In a turn a player takes one stick or more from one of four heaps." ||
		len(c.Tasks) != 1 || c.Tasks[0] != "move" {
		t.Errorf("NM-01 is %+v", c)
	}
	if c, _ := g.Clause("NM-02"); c.Option != "most" || len(c.Marks) != 2 || len(c.Tasks) != 2 {
		t.Errorf("NM-02 is %+v", c)
	}
	if f.Tasks["best"].Answers != gamefolder.Listed || g.Tasks[0].Fields[0].Pointer != "/0/code" {
		t.Errorf("tasks are %+v and %+v", f.Tasks, g.Tasks)
	}
	settled, err := f.Settle(game.Settings{Options: []game.Setting{{Name: "most", Value: []byte("4")}}})
	if err != nil || string(settled[0].Value) != "4" {
		t.Errorf("most=4 gives %v, %v", settled, err)
	}
	if _, err := f.Settle(game.Settings{Options: []game.Setting{{Name: "most", Value: []byte("10")}}}); err == nil ||
		!strings.Contains(err.Error(), "option most: expected 1 to 9, found 10") {
		t.Errorf("most=10 gives %v", err)
	}
}

// checksum is that of a game's folder.
func checksum(t *testing.T, dir string) string {
	t.Helper()
	f, err := gamefolder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := f.Game.Checksum()
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// TestChecksum: it covers what the game is made of, and not what comes and goes.
func TestChecksum(t *testing.T) {
	dir := nim(t)
	sum := func() string { return checksum(t, dir) }
	first := sum()
	write(t, filepath.Join(dir, "__pycache__", "nim.pyc"), "x")
	write(t, filepath.Join(dir, ".git", "HEAD"), "x")
	if err := os.Symlink("values", filepath.Join(dir, "schemas")); err != nil {
		t.Fatal(err)
	}
	if sum() != first {
		t.Error("caches, or a second name of a folder, change the checksum")
	}
	write(t, filepath.Join(dir, "lib.py"), "x = 1\n")
	if sum() == first {
		t.Error("a file more does not change the checksum")
	}
}

// spoils are mistakes in the example, each with what is said of it.
var spoils = []struct {
	name     string
	file     string
	old, new string // new "" with old "" removes the file
	want     string // in one of the problems
}{
	{"no TOML", "game.toml", `name    = "nim"`, `name = nim`, "game.toml:2: "},
	{
		"word in braces", "game.toml", `["python3", "nim.py"]`, `["python3", "{touchstne}/nim.py"]`,
		"game.toml:25: reference.command[1]: nothing stands for {touchstne}; did you mean {touchstone}?",
	},
	{"another format", "game.toml", "format  = 1", "format = 2", "game.toml:1: format: this folder has format 2, this touchstone reads format 1"},
	{"no format", "game.toml", "format  = 1\n", "", "format: expected format = 1, found none"},
	{"unknown key", "game.toml", `title   =`, "titel =", "game.toml:3: titel: there is no such key; did you mean title?"},
	{"missing key", "game.toml", `title   = "Nim"` + "\n", "", `game.toml: title: missing key "title"`},
	{"bad name", "game.toml", `name    = "nim"`, `name = "Nim"`, `game.toml:2: name: expected a name of at most 32 of a-z, 0-9, _ and -, beginning with a letter, found "Nim"`},
	{"name taken", "game.toml", `name    = "nim"`, `name = "report"`, `"report" is taken`},
	{"bad prefix", "game.toml", `"NM"`, `"Nm"`, "prefix: expected two capital letters"},
	{"long title", "game.toml", `"Nim"`, `"` + strings.Repeat("x", 81) + `"`, "title: expected 1 to 80 characters, found 81"},
	{"task of live play", "game.toml", `name    = "best"`, `name = "server"`, `task[1].name: expected another name, since "server" is a task of live play`},
	{"one task twice", "game.toml", `name    = "best"`, `name = "move"`, "found \"move\", which the task move already has"},
	{"unknown value", "game.toml", `in      = ["state", "request"]`, `in = ["stat", "request"]`, `task[0].in[0]: there is no value "stat"; did you mean state?`},
	{"value without a file", "game.toml", `in      = ["state", "request"]`, `in = ["board", "request"]`, `values/board.schema.json: expected this file, found none; `},
	{"empty output", "game.toml", `out     = ["verdict"]`, `out = []`, "task[0].out: expected at least one value, found none"},
	{"unknown way", "game.toml", `"listed"`, `"list"`, "answers: expected one of one, listed, judged"},
	{
		"optional in the middle", "game.toml", `in      = ["state", "request"]`,
		`in = [{name = "s", value = "state", optional = true}, "request"]`, "task[0].in[0]: expected optional or repeated at the last value only",
	},
	{"default out of range", "game.toml", "default = 3", "default = 10", "option[0].default: expected 1 to 9, found 10"},
	{"default of another type", "game.toml", "default = 3", `default = "three"`, `expected 1 to 9, found "three"`},
	{"date as default", "game.toml", "default = 3", "default = 2026-01-01", "expected a value that JSON has, found a date, a time, inf or nan"},
	{"nested date as default", "game.toml", "default = 3", "default = { a = [2026-01-01] }", "expected a value that JSON has, found a date, a time, inf or nan"},
	{"inf as default", "game.toml", "default = 3", "default = inf", "expected a value that JSON has, found a date, a time, inf or nan"},
	{"two kinds of option", "game.toml", "default = 3", "default = 3\none_of = [3]", "option[0]: expected one of one_of, min and max, and value"},
	{"clause of an option", "game.toml", `clause  = "NM-02"`, `clause = "NM-09"`, `option[0].clause: there is no clause "NM-09"`},
	{"no reference", "game.toml", "[reference]\ncommand = [\"python3\", \"nim.py\"]\n", "", `missing key "reference"`},
	{"program that is not there", "game.toml", `["python3", "nim.py"]`, `["./nim"]`, `reference.command: expected a program that exists, found "./nim"`},
	{"no time", "game.toml", "[reference]", "[reference]\ntimeout = \"2\"", "reference.timeout: expected a duration such as \"2s\""},
	{"preset", "game.toml", "[reference]", "[[preset]]\nname=\"a\"\nsummary=\"b\"\noptions={most=0, least=1}\n[reference]", `preset[0].options.most: expected 1 to 9, found 0`},
	{"compare twice", "game.toml", `answers = "listed"`, "answers = \"listed\"\n[[task.compare]]\nat=\"/0\"\nbag=true\ncode=true", "expected exactly one of bag, code, missing and clause, found bag and code; write an entry for each"},
	{"compare nowhere", "game.toml", `answers = "listed"`, "answers = \"listed\"\n[[task.compare]]\nat=\"0\"\nbag=true", `compare[0].at: expected JSON pointers such as "/0/scores/*", found "0"`},
	{"no rules", "rules.md", "", "", "rules.md: expected this file, found none"},
	{"no marks", "rules.md", "### NM-03 (T) The end", "### NM-03 The end", "rules.md:8: expected the marks of the clause after its id"},
	{"clause of level 1", "rules.md", "### NM-03 (T)", "# NM-03 (T)", `rules.md:8: expected the heading of a clause to begin with ## to ######, such as "### NM-03 (T) The end", found a heading of level 1`},
	{"unknown mark", "rules.md", "NM-03 (T)", "NM-03 (X)", `rules.md:8: expected marks of T, I, C, S and H, found "X"`},
	{"another prefix", "rules.md", "NM-03 (T)", "NX-03 (T)", "rules.md:8: expected clauses that begin with NM-, found NX-03"},
	{"clause twice", "rules.md", "NM-03 (T)", "NM-02 (T)", "rules.md:8: expected each clause once, found NM-02 again"},
	{"unknown task", "rules.md", "Tasks: move", "Tasks: moves", `rules.md:2: NM-01: there is no task "moves"; did you mean move?`},
	{"no text", "rules.md", "When all heaps are empty the game is over, and who took the last stick has won.\n", "", "rules.md:8: expected the text of NM-03 under its heading"},
	{"malformed code", "rules.md", "- too_many (NM-02):", "- too_many:", "rules.md:13: expected a code such as"},
	{"code of no clause", "rules.md", "- too_many (NM-02):", "- too_many (NM-20):", "rules.md:13: too_many: there is no clause NM-20"},
	{"no JSON", "values/take.schema.json", `{"description"`, `{description`, "take.schema.json:1: expected JSON"},
	{
		"comma too much", "values/take.schema.json", `{"type": "null"}`, `{"type": "null",}`,
		"take.schema.json:1: /anyOf/1: expected JSON: in column 97: invalid character ',' at start of value; remove the comma after the last element",
	},
	{"unknown keyword", "values/request.schema.json", `"minimum": 1`, `"minimun": 1`, `request.schema.json:3: /properties/take/minimun: there is no such keyword in this format; did you mean minimum?`},
	{"open object", "values/request.schema.json", `"additionalProperties": false,`, "", `expected "additionalProperties", false or a schema, since the type is object`},
	{"keyword beside ref", "values/take.schema.json", `{"$ref": "request.schema.json"}`, `{"$ref": "request.schema.json", "minimum": 1}`, "/anyOf/0/minimum: expected only annotations and x- keys beside $ref"},
	{"ref to nothing", "values/take.schema.json", `"request.schema.json"`, `"requests.schema.json"`, `/anyOf/0/$ref: there is no value "requests"; did you mean request?`},
	{"part of nothing", "values/verdict.schema.json", `"#/$defs/illegal"`, `"#/$defs/ilegal"`, "/oneOf/1/$ref: there is no /$defs/ilegal in values/verdict.schema.json"},
	{"circle", "values/take.schema.json", `"request.schema.json"`, `"take.schema.json"`, "without a circle"},
	{"clause of a value", "values/request.schema.json", `"x-clause": "NM-01"`, `"x-clause": "NM-10"`, `expected a clause of rules.md, found "NM-10"`},
	{"option of a value", "values/request.schema.json", `"maximum": 9}}}`, `"maximum": 9, "x-option": {"maximum": "most"}}}}`, "/properties/take/maximum: expected 3, as the default of most has it, found 9"},
	{"broken pattern", "values/take.schema.json", `{"type": "null"}`, `{"type": "string", "pattern": "(?=x)"}`, "expected a regular expression (RE2)"},
	{"mutant of no clause", "mutants.toml", `"NM-02"`, `"NM-20"`, `mutants.toml:3: mutant[0].clause: there is no clause "NM-20"`},
	{"id of a mutant", "mutants.toml", `"takes-any-number"`, `"Takes any"`, "mutants.toml:2: mutant[0].id: expected M3, NM-M3 or words-with-hyphens"},
	{"suite of no task", "suites/moves/a-in.json", "", "{}", `suites/moves: expected the name of a task, found "moves"; did you mean move?`},
	{"key of another type", "game.toml", `"Nim"`, "7", "game.toml:3: title: expected a string, found 7"},
	{"no line", "game.toml", `"Nim"`, `"a\nb"`, "title: expected one line, found several"},
	{"long summary", "game.toml", `"one request, judged and executed"`, `"` + strings.Repeat("x", 201) + `"`, "task[0].summary: expected 1 to 200 characters, found 201"},
	{"no task", "game.toml", "[[task]]", "[[tasks]]", "tasks: there is no such key; did you mean task?"},
	{"unknown key of a task", "game.toml", "answers =", "answer =", "game.toml:16: task[1].answer: there is no such key; did you mean answers?"},
	{"alias that is a name", "game.toml", `answers = "listed"`, "answers = \"listed\"\naliases = [\"move\"]", `task[1].aliases[0]: expected another name, found "move", which the task move already has`},
	{"alias of its own name", "game.toml", `answers = "listed"`, "answers = \"listed\"\naliases = [\"best\"]", `task[1].aliases[0]: expected another word than the name, found "best"`},
	{"one alias twice", "game.toml", `answers = "listed"`, "answers = \"listed\"\naliases = [\"a\", \"a\"]", `task[1].aliases[1]: expected each name once, found "a" again`},
	{"malformed alias", "game.toml", `answers = "listed"`, "answers = \"listed\"\naliases = [\"A\"]", "task[1].aliases[0]: expected a name of at most 32"},
	{"optional and repeated", "game.toml", `out     = ["verdict"]`, `out = [{ name = "v", value = "verdict", optional = true, repeated = true }]`, "task[0].out[0]: expected one of optional and repeated, found both"},
	{"unknown key of a value's place", "game.toml", `value = "take" }`, `value = "take", many = true }`, "task[1].out[0].many: there is no such key"},
	{"long name in messages", "game.toml", `name = "request", value`, `name = "` + strings.Repeat("x", 41) + `", value`, "task[1].out[0].name: expected 1 to 40 characters, found 41"},
	{"no value", "game.toml", `{ name = "request", value = "take" }`, `{ name = "request" }`, `task[1].out[0]: missing key "value"`},
	{"no time at all", "game.toml", `answers = "listed"`, "answers = \"listed\"\ntimeout = \"0s\"", "task[1].timeout: expected a duration"},
	{"compare without a place", "game.toml", `answers = "listed"`, "answers = \"listed\"\n[[task.compare]]\nbag=true", `task[1].compare[0]: missing key "at"`},
	{"compare at no place", "game.toml", `answers = "listed"`, "answers = \"listed\"\n[[task.compare]]\nat=[]\nbag=true", "compare[0].at: expected at least one JSON pointer, found none"},
	{"compare for nothing", "game.toml", `answers = "listed"`, "answers = \"listed\"\n[[task.compare]]\nat=\"/0\"", "expected exactly one of bag, code, missing and clause, found none; write an entry for each"},
	{"compare that says nothing", "game.toml", `answers = "listed"`, "answers = \"listed\"\n[[task.compare]]\nat=\"/0\"\nbag=false", "task[1].compare[0].bag: expected true, found false; remove the entry"},
	{"compare by no clause", "game.toml", `answers = "listed"`, "answers = \"listed\"\n[[task.compare]]\nat=\"/0\"\nclause=\"NM-09\"", `task[1].compare[0].clause: there is no clause "NM-09"`},
	{"option twice", "game.toml", "[reference]", "[[option]]\nname=\"most\"\nsummary=\"x\"\ndefault=true\n[reference]", `option[1].name: expected each option once, found "most" again`},
	{"option without a default", "game.toml", "default = 3\n", "", `option[0]: missing key "default"`},
	{"default that is no Boolean", "game.toml", "[reference]", "[[option]]\nname=\"x\"\nsummary=\"x\"\ndefault=\"yes\"\n[reference]", `option[1].default: expected true or false, found "yes"`},
	{"default that is not null", "game.toml", "default = 3", `default = "null"`, "option[0].default: expected 1 to 9, found null"},
	{"default that is text", "game.toml", "default = 3", `default = '"3"'`, `option[0].default: expected 1 to 9, found "3"`},
	{"one of none", "game.toml", "[reference]", "[[option]]\nname=\"x\"\nsummary=\"x\"\ndefault=1\none_of=[]\n[reference]", "option[1].one_of: expected at least one value, found none"},
	{
		"number for a string of one_of", "game.toml", "[reference]", "[[option]]\nname=\"x\"\nsummary=\"x\"\ndefault=\"3\"\none_of=['\"3\"', \"b\"]\n[reference]",
		`option[1].default: expected one of "3", b, found 3`,
	},
	{"default that is none of one_of", "game.toml", "[reference]", "[[option]]\nname=\"x\"\nsummary=\"x\"\ndefault=\"c\"\none_of=[\"a\", \"b\"]\n[reference]", `option[1].default: expected one of a, b, found "c"`},
	{"option of no value", "game.toml", "[reference]", "[[option]]\nname=\"x\"\nsummary=\"x\"\ndefault=1\nvalue=\"stat\"\n[reference]", `option[1].value: there is no value "stat"; did you mean state?`},
	{"default against its schema", "game.toml", "[reference]", "[[option]]\nname=\"x\"\nsummary=\"x\"\ndefault=1\nvalue=\"take\"\n[reference]", "option[1].default: expected a value take: "},
	{"no range", "game.toml", "max     = 9", "max = 0", "option[0].max: expected at least min, 1, found 0"},
	{"task of an option", "game.toml", `clause  = "NM-02"`, `tasks = ["moves"]`, `option[0].tasks[0]: there is no task "moves"; did you mean move?`},
	{"preset rules", "game.toml", "[reference]", "[[preset]]\nname=\"rules\"\nsummary=\"b\"\noptions={most=2}\n[reference]", `preset[0].name: expected another name, since the preset rules is always there`},
	{"preset named twice", "game.toml", "[reference]", "[[preset]]\nname=\"b\"\nsummary=\"b\"\noptions={most=2}\n[[preset]]\nname=\"b\"\nsummary=\"b\"\noptions={most=2}\n[reference]", `preset[1].name: expected different names, found "b" again`},
	{"option of a preset", "game.toml", "[reference]", "[[preset]]\nname=\"a\"\nsummary=\"b\"\noptions={mots=2}\n[reference]", `preset[0].options.mots: there is no option "mots"; did you mean most?`},
	{
		"the folder of no build", "game.toml", `["python3", "nim.py"]`, `["{build}/bin/sh", "nim.sh"]`,
		`game.toml:25: reference.command[0]: expected a key "build" beside it that writes the folder {build}, found none`,
	},
	{
		"the folder of an empty build", "game.toml", `command = ["python3", "nim.py"]`, "build = []\ncommand = [\"python3\", \"{build}/nim.py\"]",
		`reference.command[1]: expected a key "build" beside it that writes the folder {build}, found none`,
	},
	{"no script", "game.toml", `["python3", "nim.py"]`, `["python3", "nimm.py"]`, `game.toml:25: reference.command[1]: expected a script that exists, found "nimm.py"`},
	{"no command", "game.toml", `["python3", "nim.py"]`, "[]", "reference.command: expected a program and its arguments, found none"},
	{"unknown key of the reference", "game.toml", "[reference]", "[reference]\nmemroy = \"1G\"", "reference.memroy: there is no such key; did you mean memory?"},
	{"memory of another form", "game.toml", "[reference]", "[reference]\nmemory = \"1Q\"", "reference.memory: expected"},
	{"no process", "game.toml", "[reference]", "[reference]\nprocs = 0", "reference.procs: expected"},
	{"no worker", "game.toml", "[reference]", "[reference]\nworkers = 0", "reference.workers: expected"},
	{"nothing to read", "game.toml", "[reference]", "[reference]\nread = [\"../tables\"]", `reference.read[0]: expected a path that exists, found "../tables"`},
	{"environment of another type", "game.toml", "[reference]", "[reference]\nenv = { A = 1 }", "reference.env.A: expected a string, found 1"},
	{"second without a command", "game.toml", "[reference]", "[second]\nprocs = 1\n[reference]", `second: missing key "command"`},
	{"no clause", "rules.md", "### NM-01 (T) Turns\nPlayers 0 and 1 take turns. In a turn a player takes one stick or more from one of four heaps.\n\nTasks: move\n### NM-02 (T, H) How many\nNobody takes more than the heap has, nor more than three at once (H).\n### NM-03 (T) The end\n", "", "rules.md: expected at least one clause"},
	{"empty marks", "rules.md", "NM-03 (T)", "NM-03 ()", `rules.md:8: expected marks of T, I, C, S and H, found ""`},
	{"two lists of codes", "rules.md", "## Codes", "## Codes\n## Codes", "rules.md:11: expected one heading Codes, found another; the first is in line 10"},
	{"code twice", "rules.md", "- too_many (NM-02)", "- game_over (NM-02)", "rules.md:13: expected each code once, found game_over again"},
	{"no UTF-8", "rules.md", "# Nim", "# N\xff", "rules.md:1: expected UTF-8, found the byte 0xFF; save the file as UTF-8"},
	{"long file", "rules.md", "# Nim", "# Nim" + strings.Repeat(" ", gamefolder.FileBytesMax), "rules.md: expected at most 1 MiB, found"},
	{"text behind a schema", "values/take.schema.json", `{"type": "null"}]}`, `{"type": "null"}]} }`, "take.schema.json:1: expected nothing after the schema, found more text"},
	{"two schemas in a file", "values/take.schema.json", `{"type": "null"}]}`, `{"type": "null"}]} {}`, "take.schema.json:1: expected nothing after the schema, found more text"},
	{"one key twice", "values/take.schema.json", `{"type": "null"}`, `{"type": "null", "type": "null"}`, "take.schema.json:1: /anyOf/1/type: expected each key once in its object, found it again"},
	{"schema that is true", "values/take.schema.json", `{"description": "A request or null.", "anyOf": [{"$ref": "request.schema.json"}, {"type": "null"}]}`, "true", "take.schema.json:1: expected a schema that is an object"},
	{"file that is no value", "values/notes.txt", "", "x", "values/notes.txt: expected files named NAME.schema.json here"},
	{"malformed name of a value", "values/Heap.schema.json", "", "{}", "values/Heap.schema.json: expected a name of at most 32"},
	{"unknown type", "values/take.schema.json", `"null"}`, `"nul"}`, `/anyOf/1/type: expected one of null, boolean, integer, number, string, array, object, found "nul"`},
	{"no members", "values/take.schema.json", `{"type": "null"}`, `{"enum": []}`, "/anyOf/1/enum: expected an array of the values allowed, found an empty array"},
	{"bound that is no number", "values/request.schema.json", `"minimum": 0`, `"minimum": "0"`, `/properties/player/minimum: expected a number, found "0"`},
	{"length below 0", "values/take.schema.json", `{"type": "null"}`, `{"type": "string", "minLength": -1}`, "/anyOf/1/minLength: expected a whole number from 0, found -1"},
	{"multiple of 0", "values/take.schema.json", `{"type": "null"}`, `{"type": "integer", "multipleOf": 0}`, "/anyOf/1/multipleOf: expected a number above 0, found 0"},
	{"names of keys", "values/take.schema.json", `{"type": "null"}`, `{"propertyNames": 3}`, "/anyOf/1/propertyNames: expected a schema, an object or true or false, found 3"},
	{"items one by one", "values/take.schema.json", `{"type": "null"}`, `{"prefixItems": {}}`, "/anyOf/1/prefixItems: expected an array of schemas, found an object"},
	{"different items", "values/take.schema.json", `{"type": "null"}`, `{"uniqueItems": 1}`, "/anyOf/1/uniqueItems: expected true or false, found 1"},
	{"keyword within items", "values/take.schema.json", `{"type": "null"}`, `{"items": {"maxItem": 1}}`, "/anyOf/1/items/maxItem: there is no such keyword in this format; did you mean maxItems?"},
	{"another dialect", "values/take.schema.json", `{"description"`, `{"$schema": "http://json-schema.org/draft-07/schema#", "description"`, `/$schema: expected "https://json-schema.org/draft/2020-12/schema"`},
	{"another id", "values/take.schema.json", `{"description"`, `{"$id": "take", "description"`, `/$id: expected "https://touchstone.invalid/nim/take.schema.json"`},
	{"ref out of the folder", "values/take.schema.json", `"request.schema.json"`, `"https://example.org/x.json"`, "/anyOf/0/$ref: expected NAME.schema.json, NAME.schema.json#/$defs/X or #/$defs/X"},
	{"circle of a property", "values/take.schema.json", `{"type": "null"}`, `{"type": "object", "additionalProperties": false, "properties": {"const": {"$ref": "take.schema.json"}}}`, "without a circle"},
	{"keyword that no option sets", "values/request.schema.json", `"maximum": 9}}}`, `"maximum": 9, "x-option": {"pattern": "most"}}}}`, "/x-option/pattern: expected a keyword that an option can set"},
	{"option that is not there", "values/request.schema.json", `"maximum": 9}}}`, `"maximum": 9, "x-option": {"maximum": "mots"}}}}`, `/x-option/maximum: there is no option "mots"; did you mean most?`},
	{"option times nothing", "values/request.schema.json", `"maximum": 9}}}`, `"maximum": 9, "x-option": {"maximum": "0*most"}}}}`, `/x-option/maximum: expected the name of an option or a multiple such as "4*copies"`},
	{"option times three", "values/request.schema.json", `"maximum": 9}}}`, `"maximum": 8, "x-option": {"maximum": "3*most"}}}}`, "/properties/take/maximum: expected 9, as the default of most has it, found 8"},
	{"mutant twice", "mutants.toml", "[[mutant]]", "[[mutant]]\nid=\"takes-any-number\"\nclause=\"NM-02\"\nsummary=\"x\"\n[[mutant]]", `mutant[1].id: expected each id once, found "takes-any-number" again`},
	{"mutant of another game", "mutants.toml", `"takes-any-number"`, `"HX-M3"`, "mutant[0].id: expected M3, NM-M3"},
	{"mutant with an empty equivalent", "mutants.toml", "[[mutant]]", "[[mutant]]\nequivalent=\"\"", `mutant[0].equivalent: expected why no input tells the mutant from the rules, found no word`},
	{"mutant without a summary", "mutants.toml", "summary =", "sumary =", `mutants.toml:4: mutant[0].sumary: there is no such key; did you mean summary?`},
	{"task of a mutant", "mutants.toml", "[[mutant]]", "[[mutant]]\ntasks=[\"bets\"]", `mutant[0].tasks[0]: there is no task "bets"; did you mean best?`},
	{"file among suites", "suites/notes.txt", "", "x", "suites/notes.txt: expected folders named after tasks here, found a file"},
	{"bounds the wrong way round", "values/request.schema.json", `"minimum": 1, "maximum": 9`, `"minimum": 10, "maximum": 9`, "request.schema.json:3: /properties/take/minimum: expected at most the maximum, 9, found 10: no value matches"},
	{"bounds that meet outside", "values/request.schema.json", `"minimum": 1, "maximum": 9`, `"exclusiveMinimum": 9, "maximum": 9`, "/properties/take/exclusiveMinimum: expected less than the maximum, 9, found 9: no value matches"},
	{"lengths the wrong way round", "values/state.schema.json", `"minItems": 4, "maxItems": 4`, `"minItems": 5, "maxItems": 4`, "/properties/heaps/minItems: expected at most the maxItems, 4, found 5: no value matches"},
	{"required key that no object has", "values/request.schema.json", `"heap", "take"]`, `"heap", "sticks"]`, `request.schema.json:1: /required/2: there is no "sticks" among the properties, and additionalProperties is false: no value matches`},
	{"required key that is misspelled", "values/request.schema.json", `"heap", "take"]`, `"heap", "takes"]`, "no value matches; did you mean take?"},
	{"id with one digit", "rules.md", "NM-03 (T)", "NM-3 (T)", `rules.md:8: expected the id of a clause, NM- and two digits or more, such as NM-03, found "NM-3"`},
	{"id in small letters", "rules.md", "NM-03 (T)", "nm-03 (T)", `rules.md:8: expected the id of a clause, NM- and two digits or more, such as NM-03, found "nm-03"`},
	{"id with a blank", "rules.md", "NM-03 (T)", "NM 03 (T)", `such as NM-03, found "NM 03"`},
	{"id with a dash", "rules.md", "NM-03 (T)", "NM–03 (T)", `such as NM-03, found "NM–03"`},
	{"id without a blank behind it", "rules.md", "NM-03 (T)", "NM-03(T)", `rules.md:8: expected a blank behind the id of the clause, as in "NM-03 (T)", found "NM-03(T)"`},
	{"codes in small letters", "rules.md", "## Codes", "## codes", `rules.md:10: expected the heading Codes above the list of codes, found "codes"`},
	{"codes without s", "rules.md", "## Codes", "## Code", `rules.md:10: expected the heading Codes above the list of codes, found "Code"`},
	{"tasks without s", "rules.md", "Tasks: move", "Task: move", `rules.md:2: NM-01: expected "Tasks: move" for the tasks of the clause, found "Task: move"`},
	{
		"tasks above text", "rules.md", "Tasks: move", "Tasks: move\n\nNobody passes.",
		`rules.md:2: NM-01: expected "Tasks: move" as the last paragraph of the clause, found "Nobody passes." below it`,
	},
	{"tasks in small letters", "rules.md", "Tasks: move", "tasks: move, best", `found "tasks: move, best"`},
	{"bytes without a unit", "game.toml", "[reference]", "[reference]\nmemory = 512", `game.toml:25: reference.memory: expected a size such as "512M", found 512`},
	{"no bytes", "game.toml", "[reference]", "[reference]\nmemory = \"0\"", `game.toml:25: reference.memory: expected at least 1 MiB, found "0"`},
	{"bytes without a unit in a string", "game.toml", "[reference]", "[reference]\nmemory = \"512\"", `game.toml:25: reference.memory: expected at least 1 MiB, found "512"; add a unit: K, M or G`},
	{"one bracket", "game.toml", "[[task]]", "[task]", "game.toml:11: not valid TOML: found [[task]] where there is such a table already; if there are several, write [[task]] in two brackets each time"},
	{"one bracket at the second", "game.toml", "[[option]]", "[task] # the third\n[[option]]", "found [task] where there is such a table already; if there are several, write [[task]] in two brackets each time"},
	{"one bracket twice", "game.toml", "[[option]]", "[live]\n[live.method]\n[live.method]\n[[option]]", "found [live.method] where there is such a table already; if there are several, write [[live.method]] in two brackets each time"},
	{"one bracket at a mutant", "mutants.toml", "[[mutant]]", "[[mutant]]\n[mutant]", "mutants.toml:2: not valid TOML: found [mutant] where"},
	{"byte-order mark", "rules.md", "# Nim", "\ufeff# Nim", "rules.md:1: expected UTF-8 without a byte order mark (BOM), found one; save the file as UTF-8"},
	{
		"mistakes behind a byte-order mark", "rules.md", "# Nim", "\ufeff## Codes\n- game_over\n# Nim",
		`rules.md:2: expected a code such as "not_in_hand (NM-07): the token is not in her hand", found "game_over"`,
	},
	{
		"code of two lines", "rules.md", "- game_over (NM-03): no stick is left", "- game_over (NM-03): no stick\n  is left",
		`rules.md:12: expected each code in one line, found "is left" below it`,
	},
	{
		"numbered codes", "rules.md", "- game_over", "1. game_over",
		`rules.md:11: expected a code to begin with "- ", such as "- game_over (NM-03): no stick is left", found "1. game_over (NM-03): no stick is left"`,
	},
	{"code without a blank", "rules.md", "- game_over", "-game_over", `rules.md:11: expected a code to begin with "- "`},
	{"bound of an option", "game.toml", "min     = 1", `min = "1"`, `option[0].min: expected a whole number, found "1"`},
	{"variables in an array", "game.toml", "[reference]", "[reference]\nenv = [\"A=b\"]", `reference.env: expected a table such as { NAME = "value" }, found an array`},
	{
		"alias of a later task", "game.toml", `name    = "move"`, "name = \"move\"\naliases = [\"best\"]",
		`task[1].name: expected another name, found "best", which the task move already has as an alias`,
	},
}

// TestToldOnce: what follows from a mistake is not told beside it.
func TestToldOnce(t *testing.T) {
	for _, c := range []struct{ name, file, old, new, want string }{
		{"no name", "game.toml", `name    = "nim"` + "\n", "", `game.toml: name: missing key "name"`},
		{"malformed name", "game.toml", `name    = "nim"`, `name = "my nim"`, `game.toml:2: name: expected a name of at most 32`},
		{"malformed prefix", "game.toml", `"NM"`, `"Nim"`, `game.toml:4: prefix: expected two capital letters, found "Nim"`},
		{"one of none", "game.toml", "min     = 1\nmax     = 9\n", "one_of = []\n", "game.toml:21: option[0].one_of: expected at least one value, found none"},
		{"no range", "game.toml", "min     = 1\nmax     = 9\n", "min = 9\nmax = 1\n", "game.toml:22: option[0].max: expected at least min, 9, found 1"},
		{"command of one text", "game.toml", `["python3", "nim.py"]`, `"python3 nim.py"`, `game.toml:25: reference.command: expected an array of strings such as ["python3", "nim.py"], found "python3 nim.py"`},
		{"empty command", "game.toml", `["python3", "nim.py"]`, `""`, `game.toml:25: reference.command: expected an array of strings, found ""`},
		{"build of one text", "game.toml", "[reference]", "[reference]\nbuild = \"make\"", `game.toml:25: reference.build: expected an array of strings such as ["make"], found "make"`},
		{"alias of one text", "game.toml", `answers = "listed"`, "answers = \"listed\"\naliases = \"b\"", `game.toml:17: task[1].aliases: expected an array of strings such as ["b"], found "b"`},
		{
			"nested schema", "values/take.schema.json", `{"type": "null"}`, strings.Repeat(`{"items":`, 70) + "true" + strings.Repeat("}", 70),
			"take.schema.json:1: expected JSON nested at most 64 deep, found deeper",
		},
		{
			"schema without an end", "values/take.schema.json", `{"type": "null"}`, strings.Repeat("[", 20_000),
			"take.schema.json:1: expected JSON nested at most 64 deep, found deeper",
		},
		{
			"one key twice", "values/take.schema.json", `{"type": "null"}`, "{\"type\": \"null\",\n\"type\": \"null\"}",
			"take.schema.json:2: /anyOf/1/type: expected each key once in its object, found it again",
		},
		{"half a schema", "values/take.schema.json", `{"type": "null"}]}`, "", "take.schema.json:1: expected JSON, found the end of the file"},
		{
			"half a schema that others refer to", "values/request.schema.json", `"maximum": 9}}}`, "",
			"request.schema.json:3: expected JSON, found the end of the file",
		},
		{"another prefix", "rules.md", "### NM-01 (T)", "### NX-01 (T)", "rules.md:2: expected clauses that begin with NM-, found NX-01"},
		{"tasks by another name", "game.toml", "[[task]]", "[[tasks]]", "game.toml:6: tasks: there is no such key; did you mean task?"},
		{"a task by the name of another", "game.toml", `name    = "best"`, `name = "move"`, `found "move", which the task move already has`},
		{"a heading that is no clause", "rules.md", "### NM-01 (T)", "### NM-1 (T)", `found "NM-1"`},
		{"a clause of level 1", "rules.md", "### NM-01 (T)", "# NM-01 (T)", "which is no clause"},
		{
			"option twice, which a schema follows, whose default is of another type", "game.toml", "[reference]", "[[option]]\nname=\"most\"\nsummary=\"x\"\ndefault=true\n[reference]",
			`option[1].name: expected each option once, found "most" again`,
		},
		{
			"default out of range, which a schema follows", "game.toml", "default = 3", "default = 10",
			"option[0].default: expected 1 to 9, found 10",
		},
		{"bound of an option", "game.toml", "min     = 1", `min = "1"`, `option[0].min: expected a whole number, found "1"`},
		{"a clause by the name of another", "rules.md", "NM-02 (T", "NM-01 (T", "rules.md:6: expected each clause once, found NM-01 again"},
		{
			"option of a bound that is not there", "values/request.schema.json", `"minimum": 1, "maximum": 9}}}`,
			`"minimum": 1, "x-option": {"maximum": "most"}}}}`, "/properties/take/maximum: expected 3, as the default of most has it, found none",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := nim(t)
			if strings.Contains(c.name, "which a schema follows") {
				replace(t, filepath.Join(dir, "values", "request.schema.json"), `"maximum": 9}}}`, `"maximum": 3, "x-option": {"maximum": "most"}}}}`)
			}
			name := filepath.Join(dir, filepath.FromSlash(c.file))
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), c.old) {
				t.Fatalf("%s has no %q", c.file, c.old)
			}
			times := 1
			if c.old == "[[task]]" {
				times = -1
			}
			write(t, name, strings.Replace(string(text), c.old, c.new, times))
			_, err = gamefolder.Read(dir)
			problems, ok := errors.AsType[*document.Problems](err)
			if !ok || len(problems.List) != 1 || !strings.Contains(err.Error(), c.want) {
				t.Errorf("found\n%v\nexpected one problem, %q", err, c.want)
			}
		})
	}
}

// TestAlias: the suites of a task lie in a folder of its name, not of an alias.
func TestAlias(t *testing.T) {
	dir := nim(t)
	replace(t, filepath.Join(dir, "game.toml"), `answers = "listed"`, "answers = \"listed\"\naliases = [\"wins\"]")
	if err := os.Rename(filepath.Join(dir, "suites", "best"), filepath.Join(dir, "suites", "wins")); err != nil {
		t.Fatal(err)
	}
	if _, err := gamefolder.Read(dir); err == nil || !strings.Contains(err.Error(), `suites/wins: expected the name of the task best, found its alias "wins"`) {
		t.Errorf("found %v", err)
	}
}

// replace replaces a text in a file.
func replace(t *testing.T, file, old, new string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("%s has no %q", file, old)
	}
	write(t, file, strings.Replace(string(text), old, new, 1))
}

// TestNoFolder: a file where a folder is due is told, and a path that is empty.
func TestNoFolder(t *testing.T) {
	dir := nim(t)
	if err := os.RemoveAll(filepath.Join(dir, "suites")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "suites"), "x")
	if _, err := gamefolder.Read(dir); err == nil || !strings.Contains(err.Error(), "suites: expected a folder with a suite for each task, found a file") {
		t.Errorf("a file called suites gives %v", err)
	}
	if _, err := gamefolder.Read(""); err == nil || !strings.Contains(err.Error(), `expected the path of a folder, found ""`) {
		t.Errorf("the empty path gives %v", err)
	}
	dir = nim(t)
	name := filepath.Join(dir, "values", "take.schema.json")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(name, "x"), "x")
	if _, err := gamefolder.Read(dir); err == nil || !strings.Contains(err.Error(), "take.schema.json: expected a file, found something else") {
		t.Errorf("a folder in place of a schema gives %v", err)
	}
}

// TestLinkedFolder: a folder that is named by a link is the same game, and checked like it.
func TestLinkedFolder(t *testing.T) {
	dir := nim(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	if checksum(t, link) != checksum(t, dir) {
		t.Error("the folder has another checksum when a link names it")
	}
	outside := filepath.Join(t.TempDir(), "secret")
	write(t, outside, "x")
	if err := os.Symlink(outside, filepath.Join(dir, "x")); err != nil {
		t.Fatal(err)
	}
	if _, err := gamefolder.Read(link); err == nil || !strings.Contains(err.Error(), "link/x: expected a link to a file inside the folder, found a link to one outside") {
		t.Errorf("a link that leads out gives %v", err)
	}
}

// TestNearFiles: a file with nearly the name of one of the format is told, and nothing that
// follows from it.
func TestNearFiles(t *testing.T) {
	for file, c := range map[string]struct{ name, want string }{
		"rules.md":                   {"Rules.md", `rules.md: expected this file, found none; did you mean Rules.md?`},
		"game.toml":                  {"game.tml", `game.toml: expected this file, found none; did you mean game.tml?`},
		"suites":                     {"suite", `suite: expected suites for the suites of the game, found "suite"`},
		"values":                     {"Values", `values: expected a folder with a schema for each value, found none; did you mean Values?`},
		"values/take.schema.json":    {"values/Take.schema.json", `Take.schema.json: expected a name of at most 32`},
		"mutants.toml":               {"mutants.tml", `mutants.tml: expected mutants.toml for the mutants of the game, found "mutants.tml"`},
		"values/request.schema.json": {"values/request.json", "request.json: expected files named NAME.schema.json here"},
	} {
		dir := nim(t)
		if err := os.Rename(filepath.Join(dir, file), filepath.Join(dir, c.name)); err != nil {
			t.Fatal(err)
		}
		_, err := gamefolder.Read(dir)
		problems, ok := errors.AsType[*document.Problems](err)
		if !ok || len(problems.List) != 1 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %v", c.name, err)
		}
	}
	dir := nim(t)
	text, err := os.ReadFile(filepath.Join(dir, "rules.md"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "rules.md"), strings.ReplaceAll(string(text), "\n", "\r"))
	if _, err := gamefolder.Read(dir); err == nil || !strings.Contains(err.Error(), "rules.md:1: expected lines that end with LF or CRLF, found CR alone") {
		t.Errorf("lines that end with CR give %v", err)
	}
}

// TestNoValues: without the folder of the schemas no value is told as missing.
func TestNoValues(t *testing.T) {
	dir := nim(t)
	if err := os.RemoveAll(filepath.Join(dir, "values")); err != nil {
		t.Fatal(err)
	}
	_, err := gamefolder.Read(dir)
	problems, ok := errors.AsType[*document.Problems](err)
	if !ok || len(problems.List) != 1 || !strings.Contains(err.Error(), "values: expected a folder with a schema for each value, found none") {
		t.Errorf("found %v", err)
	}
}

// TestUnreadRules: clauses that stand in a file which cannot be read are not told as missing.
func TestUnreadRules(t *testing.T) {
	dir := nim(t)
	write(t, filepath.Join(dir, "rules.md"), strings.Repeat("x", gamefolder.FileBytesMax+1))
	_, err := gamefolder.Read(dir)
	problems, ok := errors.AsType[*document.Problems](err)
	if !ok || len(problems.List) != 1 || !strings.Contains(err.Error(), "rules.md: expected at most 1 MiB, found 1 byte more") {
		t.Errorf("found %v", err)
	}
}

// TestTooMuch: a folder has so many files and bytes at most.
func TestTooMuch(t *testing.T) {
	for _, c := range []struct {
		files int
		bytes int64 // of each
		want  string
	}{
		{gamefolder.FilesMax + 1, 0, "expected at most 5000 files"},
		{2, gamefolder.BytesMax/2 + 1, "files of at most 256 MiB together, found more; the largest is more0, 128 MiB"},
	} {
		dir := nim(t)
		for i := range c.files {
			name := filepath.Join(dir, fmt.Sprint("more", i))
			write(t, name, "")
			if err := os.Truncate(name, c.bytes); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := gamefolder.Read(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("found %v, expected %q", err, c.want)
		}
	}
}

// TestFollowsNothing: schemas that follow an option whose default is wrong are not told as well.
func TestFollowsNothing(t *testing.T) {
	dir := nim(t)
	change := func(name, old, now string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), old) {
			t.Fatalf("%s has no %q: %v", name, old, err)
		}
		write(t, path, strings.Replace(string(text), old, now, 1))
	}
	change("game.toml", "default = 3", `default = "ten"`)
	change("values/request.schema.json", `"maximum": 9}`, `"maximum": 9, "x-option": {"maximum": "most"}}`)
	_, err := gamefolder.Read(dir)
	if problems, ok := errors.AsType[*document.Problems](err); !ok || len(problems.List) != 1 || problems.List[0].Key != "option[0].default" {
		t.Errorf("found\n%v", err)
	}
}

// TestSpoilt: each mistake is told, with its file and line.
func TestSpoilt(t *testing.T) {
	for _, c := range spoils {
		t.Run(c.name, func(t *testing.T) {
			dir := nim(t)
			name := filepath.Join(dir, filepath.FromSlash(c.file))
			switch {
			case c.old == "" && c.new == "":
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
			case c.old == "":
				write(t, name, c.new)
			default:
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(string(text), c.old) {
					t.Fatalf("%s has no %q", c.file, c.old)
				}
				write(t, name, strings.Replace(string(text), c.old, c.new, 1))
			}
			_, err := gamefolder.Read(dir)
			problems, ok := errors.AsType[*document.Problems](err)
			if !ok {
				t.Fatalf("found the error %v", err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("found\n%v\nexpected %q", err, c.want)
			}
			if problems.Hint == "" {
				t.Error("there is no hint")
			}
		})
	}
}

// liveNim is live play of Nim.
const liveNim = `
[live]
in      = ["state"]
players = [2, 2]
call_ms = "most"
[live.clauses]
timeout = "NM-03"
[[live.method]]
name    = "take"
summary = "asks for sticks"
args    = ["state"]
reply   = "take"
clause  = "NM-01"
[[live.method.compare]]
at      = "/args/0/turn"
clause  = "NM-02"
[[live.player]]
name    = "first"
summary = "takes one stick"
`

// TestLive reads how a game is played live.
func TestLive(t *testing.T) {
	dir := nim(t)
	name := filepath.Join(dir, gamefolder.GameFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	write(t, name, string(text)+liveNim)
	f, err := gamefolder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	g := f.Game
	if len(g.Tasks) != 4 || g.Tasks[2].Live != game.Server || g.Tasks[3].Live != game.Clients || len(g.Tasks[2].In) != 2 {
		t.Errorf("tasks are %+v", g.Tasks)
	}
	if c, _ := g.Clause("NM-02"); len(c.Tasks) != 2 {
		t.Errorf("NM-02 names no tasks, so that they are those that are not played live; found %v", c.Tasks)
	}
	l, method := f.Live, g.Protocol.Method("take")
	if l.NameMs.Under(nil) != 2000 || l.WaitMs.Under(nil) != 20000 || l.Waits.Under(nil) != 2 || l.CallMs.Under([]game.Setting{{Name: "most", Value: []byte("7")}}) != 7 {
		t.Errorf("times are %+v", l)
	}
	if method == nil || method.Reply.Value != "take" || len(method.Fields) != 1 || method.Fields[0].Pointer != "/0/turn" || method.Fields[0].Clause != "NM-02" {
		t.Errorf("the method is %+v", method)
	}
	if on := g.Protocol.ClauseIn("take", game.OnTimeout); on != "NM-03" || g.Protocol.Last() != "" || g.Protocol.ClientValues() != 1 {
		t.Errorf("no reply in time is against %q, the last method is %q", on, g.Protocol.Last())
	}
	var kinds []string
	for _, k := range g.Players {
		kinds = append(kinds, k.Name)
	}
	if got := strings.Join(kinds, " "); got != "first hangs leaves babbles" {
		t.Errorf("players are %s", got)
	}
	for _, c := range []struct{ old, new, want string }{
		{`in      = ["state"]`, "", `live: missing key "in"`},
		{`in      = ["state"]`, `in = ["stat"]`, `live.in[0]: there is no value "stat"; did you mean state?`},
		{`[2, 2]`, `[2, 1]`, "live.players: expected [LEAST, MOST], from 1 to 100, found"},
		{`[2, 2]`, `2`, "live.players: expected [LEAST, MOST], from 1 to 100, found"},
		{`call_ms = "most"`, `call_ms = "mst"`, `live.call_ms: there is no option "mst"; did you mean most?`},
		{`call_ms = "most"`, `call_ms = "4s"`, `live.call_ms: expected milliseconds, a whole number from 1 to 86400000, or the name of an option, found "4s"`},
		{`call_ms = "most"`, `call_ms = 0`, "live.call_ms: expected"},
		{`call_ms = "most"`, `calls_ms = 1`, "live.calls_ms: there is no such key; did you mean call_ms?"},
		{"[2, 2]", "[3, 2]", "live.players: expected [LEAST, MOST], from 1 to "},
		{"[2, 2]", "[3, 2]", ", found [3, 2]"},
		{`timeout = "NM-03"`, `timeout = "NM-09"`, `live.clauses.timeout: there is no clause "NM-09"; did you mean NM-0`},
		{`timeout = "NM-03"`, `timeot = "NM-03"`, "live.clauses.timeot: there is no such key; did you mean timeout?"},
		{`reply   = "take"`, `reply = "tak"`, `live.method[0].reply: there is no value "tak"`},
		{`reply   = "take"`, "", `live.method[0]: missing key "reply"`},
		{`clause  = "NM-01"`, `clause = "NM-08"`, `live.method[0].clause: there is no clause "NM-08"`},
		{`"/args/0/turn"`, `"/0/turn"`, `expected JSON pointers that begin with "/args/0" or "/reply", found "/0/turn"`},
		{`name    = "first"`, `name = "hangs"`, `live.player[0].name: expected another name, since "hangs" is a player that every game has`},
		{"[[live.method]]\nname    = \"take\"", "[[live.methods]]\nname = \"take\"", "live.method: expected at least one method"},
	} {
		if !strings.Contains(liveNim, c.old) {
			t.Fatalf("there is no %q", c.old)
		}
		write(t, name, string(text)+strings.Replace(liveNim, c.old, c.new, 1))
		if _, err := gamefolder.Read(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q gives\n%v\nexpected %q", c.new, err, c.want)
		}
	}
}

// TestAllAtOnce: mistakes in several files are told together.
func TestAllAtOnce(t *testing.T) {
	dir := nim(t)
	for _, c := range spoils {
		if c.name != "unknown key" && c.name != "unknown mark" && c.name != "unknown keyword" && c.name != "id of a mutant" {
			continue
		}
		name := filepath.Join(dir, filepath.FromSlash(c.file))
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, name, strings.Replace(string(text), c.old, c.new, 1))
	}
	_, err := gamefolder.Read(dir)
	for _, want := range []string{"titel", "found \"X\"", "minimun", "words-with-hyphens"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in\n%v", want, err)
		}
	}
}

// TestLinks: what leads out of the folder is refused.
func TestLinks(t *testing.T) {
	dir := nim(t)
	if err := os.Symlink("rules.md", filepath.Join(dir, "RULES")); err != nil {
		t.Skip(err)
	}
	if _, err := gamefolder.Read(dir); err != nil {
		t.Errorf("a link inside is refused: %v", err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	if _, err := gamefolder.Read(dir); err == nil || !strings.Contains(err.Error(), "found a link to one outside") {
		t.Errorf("a link out of it gives %v", err)
	}
}

// TestBytes: a folder has a bound that files without a meaning of their own count for,
// and caches do not.
func TestBytes(t *testing.T) {
	dir := nim(t)
	long := func(name string) {
		write(t, filepath.Join(dir, name), "")
		if err := os.Truncate(filepath.Join(dir, name), gamefolder.BytesMax); err != nil {
			t.Fatal(err)
		}
	}
	long(filepath.Join("__pycache__", "nim.pyc"))
	if _, err := gamefolder.Read(dir); err != nil {
		t.Errorf("a long cache gives %v", err)
	}
	long("tables.bin")
	if _, err := gamefolder.Read(dir); err == nil || !strings.Contains(err.Error(), "expected files of at most 256 MiB together") {
		t.Errorf("a long file gives %v", err)
	}
}
