package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
)

// The bounds of a list of patterns, and why.
const (
	// patternsBytesMax has room for the ids of the largest suite.
	patternsBytesMax = CasesMax * NameBytesMax
	// patternsMax keeps the patterns times the cases of the largest suite
	// within seconds. Whoever needs more names a suite of its own.
	patternsMax = 10_000
)

// A pattern picks cases, and knows where it was written.
type pattern struct {
	text  string
	where string // "list.txt:3: ", "" on the command line
}

func plainPatterns(texts []string) []pattern {
	var all []pattern
	for _, text := range texts {
		all = append(all, pattern{text: text})
	}
	return all
}

// readPatterns puts the patterns of files in the place of @FILE.
func readPatterns(texts []string) ([]pattern, error) {
	var all []pattern
	for _, text := range texts {
		file, ok := strings.CutPrefix(text, "@")
		if !ok {
			all = append(all, pattern{text: text})
			continue
		}
		list, err := readPatternFile(file)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	if len(all) > patternsMax {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("expected at most %[2]d patterns, found %[1]d", len(all), patternsMax),
			Hint:    "use patterns with *, or make a suite of the cases",
		}
	}
	return all, nil
}

func readPatternFile(file string) ([]pattern, error) {
	if file == "" {
		return nil, &game.UsageError{Message: "expected the name of a file after @", Hint: "for example --case @slow-cases.txt"}
	}
	if file == "-" {
		return nil, &game.UsageError{Message: "list of cases -: expected a file, not standard input", Hint: "write the list to a file: --case @FILE"}
	}
	text, err := readAll(os.DirFS(filepath.Dir(file)), filepath.Base(file), patternsBytesMax)
	hint := "after @ comes a file with one pattern per line, for example turn/*"
	if err == nil {
		if next, wrong := files.Miscoded(text); wrong != nil {
			hint, err = next, wrong
		}
	}
	if err != nil {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("list of cases %s: %v", file, err), Hint: hint,
		}
	}
	var all []pattern
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		// The name of a case has no blanks in front of a #.
		if line, _, _ = strings.Cut(" "+line, " #"); strings.TrimSpace(line) != "" {
			all = append(all, pattern{text: strings.TrimSpace(line), where: fmt.Sprintf("%s:%d: ", file, n)})
		}
	}
	if len(all) > 0 && strings.HasPrefix(all[0].text, `{"ledger":`) {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("list of cases %s: it is a ledger", file), Hint: "touchstone test --failed " + file + " runs the cases that failed in it",
		}
	}
	if len(all) == 0 {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("list of cases %s: it contains no pattern", file),
			Hint:    "write one pattern per line, for example turn/*",
		}
	}
	return all, nil
}
