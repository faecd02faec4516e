// Package tidy holds the repository to its conventions, as far as a machine can
// tell. Each rule of the table says why it is there.
package tidy

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
)

// TestRepository applies every rule to the repository.
func TestRepository(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	all, err := load(os.DirFS(root), games.All())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			found := r.check(all)
			for _, f := range found {
				t.Error(f)
			}
			if len(found) > 0 {
				t.Logf("the reason for this rule: %s", r.why)
			}
		})
	}
}

// repository finds the root upwards from the working directory.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		if err == nil {
			return dir, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod in this folder or above")
		}
		dir = parent
	}
}

// Pieces of text that would break a rule if they stood in this file as they
// are.
const (
	later  = "TO" + "DO"
	rooted = "/ro" + "ot/"
	absent = "BG" + "-98"
)

// clean is a tree that breaks no rule, and comes close to breaking several.
var clean = map[string]string{
	"go.mod":          "module example.org/toy\n\ngo 1.26.0\n",
	"Makefile":        "demo:\n\tscripts/demo.sh\n",
	".gitignore":      "/.bin/\n",
	".bin/toy":        "# " + later,
	"core.out":        "# " + later,
	"scripts/demo.sh": "#!/usr/bin/env bash\nroot=$1\nls \"$root" + rooted + "\"\n",

	"cmd/toy/main.go": "// Toy plays.\npackage main\n\nimport (\n\t\"fmt\"\n\n\t_ \"example.org/toy/harness/games/toy\"\n)\n\n" +
		"func main() { fmt.Println() }\n",
	"harness/games/games.go":       "// Package games lists the games.\npackage games\n\nimport _ \"example.org/toy/harness/games/toy\"\n",
	"harness/games/toy/clauses.go": "package toy\n\n// BG-01, BG-02 and BG-80.\nvar clauses = 3\n",
	"harness/games/toy/rules.go": "// Package toy is a game.\npackage toy\n\nimport _ \"example.org/toy/harness/games/toy/inner\"\n\n" +
		"// BG-01 is done here; x - y ---- z is no banner.\nfunc rule() {\n\tpanic(1) // cannot happen\n}\n",
	"harness/games/toy/inner/inner.go":          "// Package inner does BG-02.\npackage inner\n\nfunc panics() {\n\t// never called\n\tpanic(1)\n}\n",
	"harness/games/toy/rules_test.go":           "package toy\n\nvar name = \"testdata/*.json\"\n\nfunc f() { panic(1) }\n\nfunc FuzzToy() {}\n",
	"harness/games/toy/external_test.go":        "package toy_test\n\nimport \"fmt\"\n\nfunc Example() {\n\tfmt.Println(1)\n\t// Output: 1\n}\n",
	"harness/games/toy/testdata/a.json":         "1",
	"harness/games/toy/testdata/fuzz/FuzzToy/0": "go test fuzz v1\n",
	"harness/run/run.go": "// Package run runs.\npackage run\n\nimport (\n\tfmt \"strings\"\n\t\"os\"\n)\n\n" +
		"type s struct{ Stdout int }\n\nfunc f(s s) { _, _ = s.Stdout, os.Stderr; fmt.Println() }\n",
	"harness/docs/contributing.md":    "`harness/games` and `run` are told apart at once.\n",
	"schemas/schemas.go":              "// Package schemas embeds.\npackage schemas\n\n//go:embed */*.schema.json\nvar files int\n",
	"schemas/toy/card.schema.json":    "{}",
	"tests/suites/suites.go":          "// Package suites embeds.\npackage suites\n\n//go:embed toy\nvar files int\n",
	"tests/suites/toy/move/1-in.json": `"` + later + `"`,
}

// toy is the game of the synthetic trees. Its third clause needs no code, for
// its task does not exist.
var toy = &game.Game{
	Name: "toy", Prefix: "BG",
	Tasks: []game.Task{{Name: "move"}},
	Clauses: []game.Clause{
		{ID: "BG-01", Tasks: []string{"move", "server"}},
		{ID: "BG-02", Tasks: []string{"move"}},
		{ID: "BG-80", Tasks: []string{"server"}},
	},
}

// offences are, for each rule, files that break it when added to the clean
// tree, each with the path at which the rule must find something.
var offences = map[string][]offence{
	"top-level names": {
		{"pkg/a.txt", "", "pkg"},
		{"notes.md", "", "notes.md"},
	},
	"package names": {
		{"harness/x/x.go", "package utils", "harness/x/x.go"},
		{"harness/x/x_test.go", "package misc_test", "harness/x/x_test.go"},
	},
	"panics": {
		{"harness/x/x.go", "package x\n\n// f fails.\nfunc f() {\n\tpanic(1)\n}", "harness/x/x.go:5"},
	},
	"printing": {
		{"harness/x/x.go", "package x\n\nimport \"fmt\"\n\nfunc f() { fmt.Printf(\"\") }", "harness/x/x.go:5"},
		{"harness/x/x.go", "package x\n\nimport out \"fmt\"\n\nvar f = out.Println", "harness/x/x.go:5"},
		{"harness/x/x.go", "package x\n\nimport \"os\"\n\nvar f = os.Stdout", "harness/x/x.go:5"},
		{"harness/x/x.go", "package x\n\nfunc f() { println() }", "harness/x/x.go:3"},
		{"schemas/x.go", "package schemas\n\nfunc f() { print() }", "schemas/x.go:3"},
	},
	"harness above cmd": {
		{"harness/x/x.go", "package x\n\nimport _ \"example.org/toy/cmd/toy\"", "harness/x/x.go:3"},
	},
	"arrows point downward": {
		{"harness/text/x.go", "package text\n\nimport _ \"example.org/toy/harness/run\"", "harness/text/x.go:3"},
		{"harness/games/toy/x.go", "package toy\n\nimport _ \"example.org/toy/harness/run\"", "harness/games/toy/x.go:3"},
		{"harness/games/toy/inner/x.go", "package inner\n\nimport _ \"example.org/toy/harness/report/html\"", "harness/games/toy/inner/x.go:3"},
	},
	"rooms": {
		{"harness/x/x.go", "package x", "harness/x/x.go"},
	},
	"harness knows no game": {
		{"harness/run/x.go", "package run\n\nimport _ \"example.org/toy/harness/games/toy\"", "harness/run/x.go:3"},
		{"harness/games/other/x.go", "package other\n\nimport _ \"example.org/toy/harness/games/toy/inner\"", "harness/games/other/x.go:3"},
	},
	"unfinished work": {
		{"harness/x/x.go", "package x\n\n// " + later + ": the rest", "harness/x/x.go:3"},
		{"README.md", "FIX" + "ME", "README.md:1"},
	},
	"machine paths": {
		{"scripts/x.sh", "ls " + rooted + "x", "scripts/x.sh:1"},
		{"harness/x/x.go", "package x\n\nvar p = \"/ho" + "me/me/x\"", "harness/x/x.go:3"},
		{"README.md", "/wo" + "rk/x", "README.md:1"},
	},
	"readers": {
		{"schemas/card.json", "{}", "schemas/card.json"},
		{"tests/suites/other/1-in.json", "1", "tests/suites/other/1-in.json"},
		{"tests/suites/toy/_draft/1-in.json", "1", "tests/suites/toy/_draft/1-in.json"},
		{"tests/cli/help.txtar", "", "tests/cli/help.txtar"},
		{"scripts/forgotten.sh", "scripts/forgotten.sh", "scripts/forgotten.sh"},
		{"harness/run/testdata/a.json", "1", "harness/run/testdata/a.json"},
		{"harness/games/toy/testdata/a.txt", "1", "harness/games/toy/testdata/a.txt"},
		{"harness/games/toy/testdata/x.go", "package x", "harness/games/toy/testdata/x.go"},
		{"harness/games/toy/testdata/fuzz/FuzzGone/0", "", "harness/games/toy/testdata/fuzz/FuzzGone/0"},
	},
	"cited clauses exist": {
		{"harness/x/x_test.go", "package x\n\n// " + absent + " is cited.", "harness/x/x_test.go:3"},
	},
	"clauses are cited": {
		{"harness/games/toy/inner/inner.go", "// Package inner does nothing.\npackage inner", "harness/games/toy"},
		{"harness/games/toy/rules.go", "package toy", "harness/games/toy"},
	},
	"banners": {
		{"harness/x/x.go", "package x\n\n// ====\n// part", "harness/x/x.go:3"},
		{"harness/x/x.go", "package x\n\n// ---- part ----", "harness/x/x.go:3"},
		{"harness/x/x.go", "package x\n\n////////", "harness/x/x.go:3"},
		{"harness/x/x.go", "package x\n\n/*\n * part\n ****/", "harness/x/x.go:5"},
	},
	"line length": {
		{"harness/x/x.go", "package x\n\n// " + strings.Repeat("ä ", 79), "harness/x/x.go:3"},
		{"harness/x/y.go", "package x\n\n" + strings.Repeat("\t", 40) + "// x", "harness/x/y.go:3"},
	},
	"rules without mutants": {
		{"harness/games/toy/x.go", "package toy\n\nvar x = r.wrong.x", "harness/games/toy/x.go:3"},
		{"harness/games/toy/x.go", "package toy\n\nfunc f(s *state) { s.trace.Clause(`TO-01`) }", "harness/games/toy/x.go:3"},
		{"harness/games/toy/live.go", "package toy\n\n// f is for a mutant.", "harness/games/toy/live.go:3"},
		{"harness/games/toy/rules.go", "package toy\n\nvar x = r.wrong.x", "harness/games/toy/rules.go:3"},
	},
	"package comments": {
		{"harness/x/x.go", "package x", "harness/x"},
		{"harness/x/x.go", "// The package x.\npackage x", "harness/x/x.go"},
		{"harness/run/x.go", "// Package run runs again.\npackage run", "harness/run"},
		{"cmd/other/main.go", "package main", "cmd/other"},
	},
	"plain words": {
		{"README.md", "Some are left out, which is " + "said.", "README.md:1"},
		{"cmd/toy/x.go", "package main\n\n// All that is wrong is " + "told.", "cmd/toy/x.go:3"},
		{"schemas/toy/x.schema.json", `{"description": "what the rules ` + `make of it"}`, "schemas/toy/x.schema.json:1"},
	},
	"markup": {
		{"harness/x/x.go", "package x\n\nimport _ \"html/template\"", "harness/x/x.go:3"},
		{"cmd/toy/x.go", "package main\n\nimport g \"maragu.dev/gomponents\"", "cmd/toy/x.go:3"},
		{"harness/x/x.go", "package x\n\nimport \"maragu.dev/gomponents/html\"", "harness/x/x.go:3"},
	},
	"packages are placed": {
		{"harness/x/x.go", "package x", "harness/x"},
		{layout, "`harness/games` and another", "harness/run"},
	},
	"file size": {
		{"schemas/toy/big.schema.json", strings.Repeat(" ", maxBytes+1), "schemas/toy/big.schema.json"},
	},
}

// An offence is a file that breaks a rule.
type offence struct{ path, text, found string }

// TestRules shows that each rule can fail: it finds nothing in the clean tree
// and exactly the offence in a tree that has one.
func TestRules(t *testing.T) {
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			if found := r.check(synthetic(t, nil)); len(found) > 0 {
				t.Errorf("finds %q in the clean tree", found)
			}
			if len(offences[r.name]) == 0 {
				t.Error("no offence shows that this rule can fail")
			}
			for _, o := range offences[r.name] {
				found := r.check(synthetic(t, &o))
				if len(found) != 1 || !strings.HasPrefix(found[0], o.found+":") {
					t.Errorf("%s with %.60q: found %q, want one finding at %s", o.path, o.text, found, o.found)
				}
			}
		})
	}
	for name := range offences {
		if !slices.ContainsFunc(rules, func(r rule) bool { return r.name == name }) {
			t.Errorf("there is no rule %q", name)
		}
	}
}

// synthetic is the clean tree, with an offence if there is one.
func synthetic(t *testing.T, o *offence) *tree {
	t.Helper()
	texts := maps.Clone(clean)
	if o != nil {
		texts[o.path] = o.text
	}
	root := fstest.MapFS{}
	for name, text := range texts {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	out, err := load(root, []*game.Game{toy})
	if err != nil {
		t.Fatal(fmt.Errorf("synthetic tree: %w", err))
	}
	return out
}
