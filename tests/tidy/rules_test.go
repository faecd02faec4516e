package tidy

import (
	"bytes"
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A rule is one convention of the repository.
type rule struct {
	name  string
	why   string
	check func(*tree) []string // one finding per place: where, and what
}

// rules are all conventions that a machine can hold us to.
var rules = []rule{
	{
		"top-level names", "a newcomer finds everything in a few known places",
		topLevel,
	},
	{
		"package names", "a package named after nothing collects everything",
		vaguePackages,
	},
	{
		"panics", "a panic ends a run of hundreds of cases, so each needs a stated reason why it cannot happen",
		unexplainedPanics,
	},
	{
		"printing", "stdout carries JSON values; only commands write to it, packages return what there is to say",
		printing,
	},
	{
		"harness above cmd", "packages can be used without the command line",
		importsOfCmd,
	},
	{
		"arrows point downward", "the flow goes one way: a rule book is used by the harness, it does not use it, and so on from room to room",
		upwardImports,
	},
	{
		"rooms", "who knows the way of a case guesses the folder; a long flat list tells nothing",
		roomless,
	},
	{
		"harness knows no game", "a new game is one folder and one line in the list of games",
		harnessImportingGames,
	},
	{
		"unfinished work", "what is left to do stands where it is planned, not in the code",
		unfinished,
	},
	{
		"machine paths", "what names a folder of one machine works on one machine",
		machinePaths,
	},
	{
		"readers", "a file that nothing reads is wrong before anybody notices",
		unread,
	},
	{
		"cited clauses exist", "whoever looks up a cited clause must find it",
		unknownClauses,
	},
	{
		"clauses are cited", "a clause that no code names is perhaps not implemented",
		uncitedClauses,
	},
	{
		"banners", "a file that needs section headings is two files",
		banners,
	},
	{
		"line length", "two versions fit side by side on a screen",
		longLines,
	},
	{
		"rules without mutants", "whoever ticks off clauses with the rule book beside the code looks for rules, not for mistakes and measures",
		switchesOfMutants,
	},
	{
		"package comments", "one sentence per package says what it is for, in one place",
		packageComments,
	},
	{
		"plain words", "people who read a sentence once must know what happens",
		plainWords,
	},
	{
		"markup", "harness/report/html looks at texts and addresses before they are on a page; and with templates every method is linked",
		markup,
	},
	{
		"packages are placed", "a newcomer looks on the page on contributing for the place of a change",
		unplaced,
	},
	{
		"file size", "every clone carries every file for ever",
		bigFiles,
	},
}

// The names allowed at the top of the repository, besides those with a dot in
// front.
var topNames = []string{"go.mod", "go.sum", "cmd", "harness", "schemas", "tests", "scripts", "Makefile", "README.md", "LICENSE"}

func topLevel(t *tree) []string {
	var found []string
	for _, name := range t.top {
		if !strings.HasPrefix(name, ".") && !slices.Contains(topNames, name) {
			found = append(found, name+": no name for the top level")
		}
	}
	return found
}

// Names that say nothing about what a package does.
var vagueNames = []string{"util", "utils", "common", "helper", "helpers", "misc"}

func vaguePackages(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		if name := strings.TrimSuffix(f.ast.Name.Name, "_test"); slices.Contains(vagueNames, name) {
			found = append(found, fmt.Sprintf("%s: package %s", f.path, name))
		}
	}
	return found
}

func unexplainedPanics(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		if f.isTest() {
			continue
		}
		commented := map[int]bool{} // the lines that have a comment
		for _, group := range f.ast.Comments {
			for line := t.fset.Position(group.Pos()).Line; line <= t.fset.Position(group.End()).Line; line++ {
				commented[line] = true
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if !isCall(n, "panic") {
				return true
			}
			if line := t.fset.Position(n.Pos()).Line; !commented[line] && !commented[line-1] {
				found = append(found, t.at(n.Pos())+": panic without a comment that gives the reason")
			}
			return true
		})
	}
	return found
}

// isCall tells whether the node calls the builtin of that name.
func isCall(n ast.Node, name string) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == name
}

func printing(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		// A test may be the program under test, which prints.
		if f.isTest() || f.under("cmd") || f.under("tests") || f.under("scripts") {
			continue
		}
		fmtName, osName := localName(f.ast, "fmt"), localName(f.ast, "os")
		for _, decl := range f.ast.Decls {
			ast.Inspect(decl, func(n ast.Node) bool {
				if isCall(n, "print") || isCall(n, "println") {
					found = append(found, t.at(n.Pos())+": builtin print")
				}
				sel, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				pkg, ok := sel.X.(*ast.Ident)
				if !ok {
					return true
				}
				if fmtName != "" && pkg.Name == fmtName && strings.HasPrefix(sel.Sel.Name, "Print") ||
					osName != "" && pkg.Name == osName && sel.Sel.Name == "Stdout" {
					found = append(found, fmt.Sprintf("%s: %s.%s", t.at(n.Pos()), pkg.Name, sel.Sel.Name))
				}
				return true
			})
		}
	}
	return found
}

// markup finds templates and other writers of HTML than the package that looks at what is
// written.
func markup(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		if f.isTest() || f.under("harness/report/html") {
			continue
		}
		for _, spec := range f.ast.Imports {
			if path := importPath(spec); path == "text/template" || path == "html/template" || within(path, "maragu.dev/gomponents") {
				found = append(found, fmt.Sprintf("%s: imports %s", t.at(spec.Pos()), path))
			}
		}
	}
	return found
}

func importsOfCmd(t *tree) []string {
	return t.badImports(func(f *file, dir string) bool {
		return f.under("harness") && within(dir, "cmd")
	})
}

// rooms are the folders of harness in the order of the way of a case. A package imports
// those of its own room, and of rooms before it.
var rooms = []string{
	"text", "json", "scene", "game", "files", "games", "judge", "subject", "live", "suite", "gamefolder", "run", "report", "course", "docs",
}

func upwardImports(t *tree) []string {
	return t.badImports(func(f *file, dir string) bool {
		from, inHarness := roomOf(f.dir())
		to, ofHarness := roomOf(dir)
		// Tests may look at what comes later.
		return inHarness && ofHarness && !f.isTest() && slices.Index(rooms, to) > slices.Index(rooms, from)
	})
}

// roomless are the folders of harness that are no room.
func roomless(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		if name, ok := roomOf(f.dir()); ok && !slices.Contains(rooms, name) {
			found = append(found, fmt.Sprintf("%s: harness/%s is none of the rooms: %s", f.path, name, strings.Join(rooms, ", ")))
		}
	}
	return found
}

// roomOf is the folder of harness that a package lies in.
func roomOf(dir string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(dir, "harness/")
	name, _, _ = strings.Cut(rest, "/")
	return name, ok
}

func harnessImportingGames(t *tree) []string {
	return t.badImports(func(f *file, dir string) bool {
		name := gameOf(dir)
		allowed := f.dir() == "harness/games" || gameOf(f.dir()) == name || f.under("cmd") || f.under("tests")
		return name != "" && !allowed
	})
}

// badImports lists the imports within the module that are bad.
func (t *tree) badImports(bad func(f *file, dir string) bool) []string {
	var found []string
	for _, f := range t.goFiles() {
		for _, i := range t.imports(f) {
			if bad(f, i.dir) {
				found = append(found, fmt.Sprintf("%s: imports %s", t.at(i.pos), i.dir))
			}
		}
	}
	return found
}

// gameOf is the game in whose folder a package lies, or "".
func gameOf(dir string) string {
	rest, ok := strings.CutPrefix(dir, "harness/games/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	return name
}

// The brackets keep the pattern from finding itself.
// Behind "# " the first word is a directive of TAP, which a report may write.
var unfinishedWork = regexp.MustCompile(`(?:^|[^# ]|[^#] )\b(TO[D]O|FIX[M]E|XX[X])\b`)

func unfinished(t *tree) []string {
	return t.matching(unfinishedWork, func(f *file) bool {
		// Cases are data of any kind, a player may bear any name in them.
		return !f.under("tests/suites")
	})
}

// The folders that only one machine has, where a path begins.
var machinePath = regexp.MustCompile(`(?:^|[^\w./)}*-])/(?:[r]oot|[h]ome|[w]ork)/`)

func machinePaths(t *tree) []string {
	return t.matching(machinePath, func(f *file) bool { return f.path != "go.sum" })
}

// matching lists the lines of text that match.
func (t *tree) matching(pattern *regexp.Regexp, in func(*file) bool) []string {
	var found []string
	for _, f := range t.files {
		if !in(f) || !utf8.Valid(f.data) {
			continue
		}
		for n, line := range numbered(f.data) {
			if text := pattern.FindString(line); text != "" {
				found = append(found, fmt.Sprintf("%s:%d: %s", f.path, n, strings.TrimSpace(text)))
			}
		}
	}
	return found
}

// clauseID finds the ids of clauses, by the prefixes of the games.
func (t *tree) clauseID() *regexp.Regexp {
	var prefixes []string
	for _, g := range t.games {
		prefixes = append(prefixes, g.Prefix)
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(prefixes, "|") + `)-\d\d\b`)
}

func unknownClauses(t *tree) []string {
	known := map[string]bool{}
	for _, g := range t.games {
		for _, c := range g.Clauses {
			known[c.ID] = true
		}
	}
	var found []string
	form := t.clauseID()
	for _, f := range t.goFiles() {
		for n, line := range numbered(f.data) {
			for _, id := range form.FindAllString(line, -1) {
				if !known[id] {
					found = append(found, fmt.Sprintf("%s:%d: %s is in no rule book", f.path, n, id))
				}
			}
		}
	}
	return found
}

func uncitedClauses(t *tree) []string {
	var found []string
	form := t.clauseID()
	for _, g := range t.games {
		cited := map[string]bool{}
		for _, f := range t.goFiles() {
			if !f.under("harness/games/"+g.Name) || f.isTest() || path.Base(f.path) == "clauses.go" {
				continue
			}
			for _, id := range form.FindAllString(string(f.data), -1) {
				cited[id] = true
			}
		}
		for _, c := range g.Clauses {
			if !cited[c.ID] && shipped(g, c) {
				found = append(found, fmt.Sprintf("harness/games/%s: no code cites %s", g.Name, c.ID))
			}
		}
	}
	return found
}

// shipped tells whether the game has a task that the clause can decide. Clauses
// of tasks that are still to come have no code yet.
func shipped(g *game.Game, c game.Clause) bool {
	return slices.ContainsFunc(c.Tasks, func(name string) bool {
		_, ok := g.Task(name)
		return ok
	})
}

// A rule drawn in a comment, alone or on either side of a heading.
var banner = regexp.MustCompile(`^(={4,}|-{4,}|#{4,}|\*{4,}|~{4,}|/{4,})|(={4,}|-{4,}|#{4,}|\*{4,}|~{4,}|/{4,})$`)

func banners(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		for _, group := range f.ast.Comments {
			for _, c := range group.List {
				text, ok := strings.CutPrefix(c.Text, "//")
				if !ok {
					// The stars of a block comment may be part of a banner.
					text = strings.Trim(c.Text, "/")
				}
				for n, line := range numbered([]byte(text)) {
					if banner.MatchString(strings.TrimSpace(line)) {
						found = append(found, fmt.Sprintf("%s:%d: banner", f.path, t.fset.Position(c.Pos()).Line+n-1))
					}
				}
			}
		}
	}
	return found
}

// The width of a line, and of the tab that it is counted with.
const (
	maxColumns = 160
	tabColumns = 4
)

func longLines(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		if f.isTest() || ast.IsGenerated(f.ast) {
			continue // a row of a table of cases is one line, however long
		}
		for n, line := range numbered(f.data) {
			columns := utf8.RuneCountInString(line) + (tabColumns-1)*strings.Count(line, "\t")
			if columns > maxColumns {
				found = append(found, fmt.Sprintf("%s:%d: %d columns", f.path, n, columns))
			}
		}
	}
	return found
}

var (
	mutantSwitch  = regexp.MustCompile(`\.wrong\.|\.[tT]race\b`)
	mutantMention = regexp.MustCompile(`(?i)\.wrong\.|\bmuta(nt|tion)s?\b|\btrac(es?|ed)\b`)
	// mutantFiles are those of a game, beside the one of its name, that make rules
	// with a mutant; the others have none to speak of.
	mutantFiles = []string{"wrong.go", "options.go", "rules.go", "task.go"}
)

// switchesOfMutants finds the switches of mutants in games, and notes of what is
// met; and any mention of them, but in the few files that make rules with one and
// have no list of them beside themselves.
func switchesOfMutants(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		if !f.under("harness/games") || f.isTest() || ast.IsGenerated(f.ast) {
			continue
		}
		pattern := mutantMention
		name := path.Base(f.path)
		listed := t.file(strings.TrimSuffix(f.path, ".go")+".toml") != nil
		if !listed && (slices.Contains(mutantFiles, name) || name == path.Base(f.dir())+".go") {
			pattern = mutantSwitch
		}
		for n, line := range numbered(f.data) {
			if pattern.MatchString(line) {
				found = append(found, fmt.Sprintf("%s:%d: a mutant or a trace among the rules", f.path, n))
			}
		}
	}
	return found
}

func packageComments(t *tree) []string {
	type pkg struct{ dir, name string }
	var order []pkg
	files := map[pkg][]*file{}
	for _, f := range t.goFiles() {
		// The external tests of a package are documented by the package.
		p := pkg{f.dir(), strings.TrimSuffix(f.ast.Name.Name, "_test")}
		if files[p] == nil {
			order = append(order, p)
		}
		files[p] = append(files[p], f)
	}
	var found []string
	for _, p := range order {
		var documented []string
		for _, f := range files[p] {
			if f.ast.Doc == nil {
				continue
			}
			documented = append(documented, path.Base(f.path))
			// A command is named by its folder or as it likes: its comment is
			// what a person reads about the program.
			if text := f.ast.Doc.Text(); p.name != "main" && !strings.HasPrefix(text, "Package "+p.name+" ") {
				found = append(found, fmt.Sprintf("%s: the package comment does not begin with \"Package %s\"", f.path, p.name))
			}
		}
		switch len(documented) {
		case 0:
			found = append(found, fmt.Sprintf("%s: package %s has no comment", p.dir, p.name))
		case 1:
		default:
			found = append(found, fmt.Sprintf("%s: package %s has several comments, in %s", p.dir, p.name, strings.Join(documented, ", ")))
		}
	}
	return found
}

// riddles are turns of phrase that readers had to read twice, or that name no
// actor. They stand in two parts here, so that this file has none.
var riddles = []string{
	"which is " + "said", "told at " + "once", "is wrong is " + "told", "to be " + "had", "there all the " + "same",
	"nobody reads its " + "output", "the rules make " + "of", "rules make of " + "them", "to its own " + "loss", "any two of them " + "meet",
	"any two levels " + "meet", "and lived " + "on", "so many " + "columns", "kept apart less " + "well", "those behind " + "#",
	"counts for " + "nobody", "what is good of " + "all", "nothing is kept from " + "it", "refuses to run " + "so", "what is so " + "now",
	"stands behind " + "--", "put it behind " + "--", "where touchstone was " + "started",
}

func plainWords(t *tree) []string {
	var found []string
	for _, f := range t.files {
		if f.isTest() || f.path != "README.md" && !f.under("cmd") && !f.under("harness") && !f.under("schemas") {
			continue
		}
		for _, phrase := range riddles {
			if at := bytes.Index(f.data, []byte(phrase)); at >= 0 {
				line := 1 + bytes.Count(f.data[:at], []byte("\n"))
				found = append(found, fmt.Sprintf("%s:%d: %s", f.path, line, phrase))
			}
		}
	}
	return found
}

// layout is the page that says what each package of harness is for.
const layout = "harness/docs/contributing.md"

func unplaced(t *tree) []string {
	page := t.file(layout)
	var names []string
	for _, f := range t.goFiles() {
		parts := strings.Split(f.path, "/")
		if parts[0] != "harness" || len(parts) < 3 {
			continue
		}
		name := "harness/" + parts[1]
		if len(parts) > 3 && !slices.Contains([]string{"games", "docs", "scene"}, parts[1]) {
			name += "/" + parts[2]
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	var found []string
	for _, name := range names {
		if page == nil || !regexp.MustCompile("`(?:harness/)?"+path.Base(name)+"`").Match(page.data) {
			found = append(found, name+": "+layout+" does not say what it is for")
		}
	}
	return found
}

const maxBytes = 1 << 20

func bigFiles(t *tree) []string {
	var found []string
	for _, f := range t.files {
		if len(f.data) > maxBytes {
			found = append(found, fmt.Sprintf("%s: %d bytes", f.path, len(f.data)))
		}
	}
	return found
}
