package audit

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

// places know where in the files of a game something stands.
type places struct {
	shown   string
	game    *document.Table
	mutants *document.Table
	rules   []string
}

// readPlaces reads files that have been read before, so that nothing is wrong with
// them.
func readPlaces(f *gamefolder.Folder, shown string) *places {
	p := &places{shown: shown}
	table := func(name string) *document.Table {
		text, _ := os.ReadFile(filepath.Join(f.Path, name))
		top, wrong := document.Parse(name, text)
		if wrong != nil {
			return &document.Table{File: &document.File{}}
		}
		return top
	}
	p.game, p.mutants = table(gamefolder.GameFile), table(gamefolder.MutantsFile)
	text, _ := os.ReadFile(filepath.Join(f.Path, gamefolder.RulesFile))
	p.rules = strings.Split(string(text), "\n")
	return p
}

// file is a file of the folder as messages name it.
func (p *places) file(name string) string { return filepath.Join(p.shown, filepath.FromSlash(name)) }

func (p *places) schema(value string) string { return p.file(gamefolder.ValueFile(value)) }

// rule is the line of rules.md that begins with a clause or a code, 0 if none does.
func (p *places) rule(word string) int {
	form := regexp.MustCompile(`^ {0,3}(#+[ \t]+)?` + regexp.QuoteMeta(word) + `\b`)
	for i, l := range p.rules {
		if form.MatchString(l) {
			return i + 1
		}
	}
	return 0
}
