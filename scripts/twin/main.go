// Command twin writes the twin of a game's rules: a package with the same rules
// in which every mutant stands beside what it breaks, behind a switch of its own
// ("mutant schemata"), and which can note what it comes by. The rules themselves
// know nothing of mutants and notes. The twin draws no values and tells no game in words.
//
//	twin LIST ...
//
// It runs in the folder of the rules, by go generate. The files LIST.toml
// have the mutants in groups, with what they replace:
//
//	[[group]]
//	hint = "where to look, without the answer"
//
//	[[group.mutant]]
//	id = "R1"
//	clause = "BG-18"
//	summary = "allows exchanges only as the equation is written"
//	tasks = "rules move"
//	edit.listed = "e.same(x) => e.exchange == x"
//
// The key after edit names the function, or TYPE.METHOD in quotes where several
// have the name. Its value is a fragment of Go that stands in it once, and what
// stands there instead; "return c #2 => …" replaces the second one. Several
// edits of a function are an array. An edit of the options, of which the
// receiver is r, is set = "r.exchangesMax = 4". At the top of a file, helpers
// has functions that only the mutants call, and imports the packages that only
// these need.
//
// A list also has what is worth meeting in its rules:
//
//	[[note]]
//	feature = "claim=60000"
//	means = "a right claim at 60000 ms"
//	tasks = "move play"
//	at.claim = "r.record(t, s) => q.timeMs == r.content.hourglass"
//
// The twin notes the feature in front of the statement with the fragment if the
// expression is true there. A star in the name stands for words, which each lists
// ("roll flip"), or explains (["roll: the die is rolled"]); then the expression is
// a string of the words to note, separated by blanks. The clauses that decide an
// answer are those of which some mutant gives another one. A note with the key
// clause in place of feature and means is for one that no mutant of the task can
// show. In the functions of quiet, which only try something, nothing is noted.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "twin: which lists have the mutants?\nhint: //go:generate go run PATH/scripts/twin exchange, where the list is exchange.toml")
		os.Exit(2)
	}
	if err := write(".", os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "twin:", err)
		os.Exit(1)
	}
}

// write makes the twin of the package in a folder anew.
func write(folder string, lists []string) error {
	files, err := Generate(folder, lists)
	if err != nil {
		return err
	}
	out := filepath.Join(folder, twinFolder)
	old, err := filepath.Glob(filepath.Join(out, "*.go"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if _, stays := files[filepath.Base(path)]; !stays {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(out, name)
		if old, err := os.ReadFile(path); err == nil && name == operatorsFile && same(old, text) {
			continue
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
