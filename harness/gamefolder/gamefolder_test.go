package gamefolder_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-harness/touchstone/harness/document"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
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

// TestChecksum: it covers what the game is made of, and not what comes and goes.
func TestChecksum(t *testing.T) {
	dir := nim(t)
	sum := func() string {
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
	{"another format", "game.toml", "format  = 1", "format = 2", "game.toml:1: format: this folder has format 2, this touchstone reads format 1"},
	{"no format", "game.toml", "format  = 1\n", "", "format: expected format = 1, found none"},
	{"unknown key", "game.toml", `title   =`, "titel =", "game.toml:3: titel: there is no such key; did you mean title?"},
	{"missing key", "game.toml", `title   = "Nim"` + "\n", "", `game.toml: title: missing key "title"`},
	{"bad name", "game.toml", `name    = "nim"`, `name = "Nim"`, `game.toml:2: name: expected a name of at most 32 of a-z, 0-9, _ and -, beginning with a letter, found "Nim"`},
	{"name taken", "game.toml", `name    = "nim"`, `name = "report"`, `"report" is taken`},
	{"bad prefix", "game.toml", `"NM"`, `"Nm"`, "prefix: expected two capital letters"},
	{"long title", "game.toml", `"Nim"`, `"` + strings.Repeat("x", 81) + `"`, "title: expected 1 to 80 characters, found 81"},
	{"live play", "game.toml", "[reference]", "[live]\n[reference]", "live: a game's folder cannot have live play yet"},
	{"task of live play", "game.toml", `name    = "best"`, `name = "server"`, `task[1].name: expected another name, since "server" is a task of live play`},
	{"one task twice", "game.toml", `name    = "best"`, `name = "move"`, "found \"move\", which the task move already has"},
	{"unknown value", "game.toml", `in      = ["state", "request"]`, `in = ["stat", "request"]`, `task[0].in[0]: there is no value "stat"; did you mean state?`},
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
	{"compare twice", "game.toml", `answers = "listed"`, "answers = \"listed\"\n[[task.compare]]\nat=\"/0\"\nbag=true\ncode=true", "expected exactly one of bag, code, missing and clause, found 2 of them"},
	{"compare nowhere", "game.toml", `answers = "listed"`, "answers = \"listed\"\n[[task.compare]]\nat=\"0\"\nbag=true", `compare[0].at: expected JSON pointers such as "/0/scores/*", found "0"`},
	{"no rules", "rules.md", "", "", "rules.md: expected this file, found none"},
	{"no marks", "rules.md", "### NM-03 (T) The end", "### NM-03 The end", "rules.md:8: expected the marks of the clause after its id"},
	{"unknown mark", "rules.md", "NM-03 (T)", "NM-03 (X)", `rules.md:8: expected marks of T, I, C, S and H, found "X"`},
	{"another prefix", "rules.md", "NM-03 (T)", "NX-03 (T)", "rules.md:8: expected clauses that begin with NM-, found NX-03"},
	{"clause twice", "rules.md", "NM-03 (T)", "NM-02 (T)", "rules.md:8: expected each clause once, found NM-02 again"},
	{"unknown task", "rules.md", "Tasks: move", "Tasks: moves", `rules.md:2: NM-01: there is no task "moves"; did you mean move?`},
	{"no text", "rules.md", "When all heaps are empty the game is over, and who took the last stick has won.\n", "", "rules.md:8: expected the text of NM-03 under its heading"},
	{"malformed code", "rules.md", "- too_many (NM-02):", "- too_many:", "rules.md:13: expected a code such as"},
	{"code of no clause", "rules.md", "- too_many (NM-02):", "- too_many (NM-20):", "rules.md:13: too_many: there is no clause NM-20"},
	{"no JSON", "values/take.schema.json", `{"description"`, `{description`, "take.schema.json:1: expected JSON"},
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
	{"byte-order mark", "rules.md", "# Nim", "\ufeff# Nim", "rules.md:1: expected no byte-order mark"},
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
