package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// clauseID is the id of a clause in a comment or a text.
var clauseID = regexp.MustCompile(`\b[A-Z]{2}-\d{2,}\b`)

// How well a line tells where a clause is decided, from the best on.
const (
	besideRule  = iota // a comment in the body of a function of a rule file
	aboveRule          // the comment on one of its declarations
	besideOther        // the same in the other files
	aboveOther
	inText // a string, such as the clause of an error
)

// unruled are the files that name clauses but decide none: what the clauses are,
// and what is noted of them.
var unruled = []string{"clauses.go", "explain.go"}

// A place is a line that names a clause.
type place struct {
	clause string
	rank   int
	order  int // of its list among the lists
	file   string
	line   int
}

// places are the lines that decide clauses, by the comments: the best one of each.
func (w *writing) places() []place {
	var all []place
	for _, f := range w.files {
		name := w.names[f]
		// The file of the package's own name has the fields of the tasks.
		if slices.Contains(unruled, name) || name == w.pkg.Name()+".go" || w.usesTwin(f.Package) {
			continue
		}
		order := slices.IndexFunc(w.lists, func(l *list) bool { return l.name+".go" == name && len(l.Groups) > 0 })
		rule := order >= 0
		note := func(text string, at token.Pos, rank int) {
			for n, line := range strings.Split(text, "\n") {
				for _, id := range clauseID.FindAllString(line, -1) {
					all = append(all, place{id, rank, order, name, w.fset.Position(at).Line + n})
				}
			}
		}
		for _, group := range f.Comments {
			inside := slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
				f, ok := d.(*ast.FuncDecl)
				return ok && f.Body != nil && f.Body.Pos() < group.Pos() && group.End() < f.Body.End()
			})
			rank := aboveOther
			switch {
			case rule && inside:
				rank = besideRule
			case rule:
				rank = aboveRule
			case inside:
				rank = besideOther
			}
			for _, c := range group.List {
				note(c.Text, c.Pos(), rank)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				text, _ := strconv.Unquote(l.Value) // the parser has seen to its form
				note(text, l.Pos(), inText)
			}
			return true
		})
	}
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Or(cmp.Compare(a.clause, b.clause), a.rank-b.rank, a.order-b.order) })
	return slices.CompactFunc(all, func(a, b place) bool { return a.clause == b.clause })
}

// placeTable writes them as Go.
func (w *writing) placeTable() string {
	var b strings.Builder
	b.WriteString("\n// clauseLines are the lines of the rules that decide the clauses.\nvar clauseLines = []struct{ clause, line string }{\n")
	for _, p := range w.places() {
		fmt.Fprintf(&b, "{%q, %q},\n", p.clause, fmt.Sprintf("%s:%d", p.file, p.line))
	}
	b.WriteString("}\n\n// Place is the line that decides a clause, from the top of the module; \"\" if no line names it.\n")
	b.WriteString("func Place(clause string) string {\nfor _, p := range clauseLines {\nif p.clause == clause {\nreturn ")
	fmt.Fprintf(&b, "%q + p.line\n}\n}\nreturn \"\"\n}\n", w.inModule())
	return b.String()
}

// inModule is the folder of the rules from the top of the module, with a slash behind it.
func (w *writing) inModule() string {
	folder, err := filepath.Abs(w.folder)
	if err != nil {
		return ""
	}
	for top := folder; ; top = filepath.Dir(top) {
		if _, err := os.Stat(filepath.Join(top, "go.mod")); err == nil {
			path, _ := filepath.Rel(top, folder) // both are absolute
			return filepath.ToSlash(path) + "/"
		}
		if top == filepath.Dir(top) {
			return ""
		}
	}
}
