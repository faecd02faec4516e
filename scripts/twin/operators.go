package main

import (
	"archive/zip"
	"cmp"
	"fmt"
	"go/ast"
	value "go/constant"
	"go/token"
	"go/types"
	"io/fs"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/files/packed"
)

const (
	// operatorPath is the package of what stands where an operator changes the rules.
	operatorPath = "github.com/touchstone-harness/touchstone/harness/game/operator"
	// operatorsFile is the archive of their mutants, and operatorsName the file in it.
	operatorsFile, operatorsName = "operators.zip", "operators.txt"
	// stateField is the field of the rules with the state of the operators.
	stateField = "operators"
	// liveList has the rules of live play, which no input of a task comes by.
	liveList = "live"
)

// An operator is a place of the rules that has mutants of the usual operators, or
// where the twin counts its steps.
type operator struct {
	span
	file *ast.File
	rank int // of several with the same span, the least is outside
	// write gives what stands there; inner is what stands there otherwise.
	write func(inner func(span) string) string
}

// The order of what stands at one place, from the outside.
const (
	fragmentStatement = iota
	operatorStatement
	fragmentExpression
	operatorDrop // a side of a condition goes
	operatorExpression
)

// An operatorMutant is one change.
type operatorMutant struct {
	function string // "exchange:listed"
	clause   string
	line     int
	operator string
	what     string
}

// findOperators finds the places in the rule files, and numbers their mutants.
func (w *writing) findOperators(reached map[ast.Decl]bool) {
	recursive := w.recursive()
	for _, f := range w.files {
		name := strings.TrimSuffix(w.names[f], ".go")
		rule := name != liveList && slices.ContainsFunc(w.lists, func(l *list) bool { return l.name == name })
		if w.usesTwin(f.Package) {
			continue
		}
		for _, d := range f.Decls {
			if !reached[d] {
				continue
			}
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Body == nil {
				continue
			}
			function := d.Name.Name
			if of := receiverOf(d); of != "" && of != rulesType {
				function = of + "." + function
			}
			o := &operating{writing: w, file: f, function: d, name: name + ":" + function}
			if rule {
				o.entry()
				o.walk()
			}
			o.steps(recursive[d])
		}
	}
}

// An operating goes through a function.
type operating struct {
	*writing
	file     *ast.File
	function *ast.FuncDecl
	name     string
}

// state is how the state is called at a place, if it can be.
func (o *operating) state(at token.Pos) (string, bool) {
	rules, ok := o.rulesAt(o.function, at)
	return rules + "." + stateField, ok
}

// mutants numbers some mutants of a place: pairs of the operator and of what it
// changes. The number is that of the first one.
func (o *operating) mutants(at token.Pos, pairs ...string) int {
	first := len(o.operated) + 1
	for i := 0; i < len(pairs); i += 2 {
		line := o.fset.Position(at).Line
		o.operated = append(o.operated, operatorMutant{o.name, o.nearest(line), line, pairs[i], pairs[i+1]})
	}
	return first
}

// at is the stretch of a node.
func (o *operating) at(n ast.Node) span { return span{o.offset(n.Pos()), o.offset(n.End())} }

func (o *operating) add(at span, rank int, write func(inner func(span) string) string) {
	o.changes = append(o.changes, &operator{span: at, file: o.file, rank: rank, write: write})
}

// nearest is the clause whose id is the nearest to a line: in what a case decides
// if the line asks whether it is the case, above it in the function, below it
// there, or the same in the file.
func (o *operating) nearest(line int) string {
	first := o.fset.Position(o.function.Pos()).Line
	if o.function.Doc != nil {
		first = o.fset.Position(o.function.Doc.Pos()).Line
	}
	last := o.fset.Position(o.function.End()).Line
	decided := o.decidedBy(line)
	best, how := "", 0
	for _, group := range o.file.Comments {
		for _, c := range group.List {
			at := o.fset.Position(c.Pos()).Line
			for n, text := range strings.Split(c.Text, "\n") {
				for _, id := range clauseID.FindAllString(text, -1) {
					far := 2 * (line - at - n)
					if far < 0 {
						far = 1 - far // At the same distance, what stands above counts.
					}
					switch {
					case at < first || at > last:
						far += elsewhere
					case decided != nil && at >= line && at <= o.fset.Position(decided.End()).Line:
						far -= elsewhere
					}
					if best == "" || far < how {
						best, how = id, far
					}
				}
			}
		}
	}
	return best
}

// elsewhere is more than any two lines of a file are apart.
const elsewhere = 1 << 20

// decidedBy is the case of which a line asks whether it is the case, nil if it is
// not such a line.
func (o *operating) decidedBy(line int) *ast.CaseClause {
	var found *ast.CaseClause
	ast.Inspect(o.function.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CaseClause); ok && o.fset.Position(c.Case).Line <= line && line <= o.fset.Position(c.Colon).Line {
			found = c
		}
		return true
	})
	return found
}

// entry has the function return at once.
func (o *operating) entry() {
	state, ok := o.state(o.function.Body.Lbrace)
	if !ok || len(o.function.Body.List) == 0 {
		return
	}
	var zeros []string
	if results := o.function.Type.Results; results != nil {
		for _, field := range results.List {
			for range max(1, len(field.Names)) {
				zeros = append(zeros, "*new("+o.results(o.info.Types[field.Type].Type)+")")
			}
		}
	}
	n := o.mutants(o.function.Body.Lbrace, "return", "returns at once")
	at := o.offset(o.function.Body.Lbrace)
	brace := span{at, at + 1}
	o.add(brace, operatorStatement, func(inner func(span) string) string {
		return fmt.Sprintf("%s\nif %s.Is(%d) {\nreturn %s\n}\n", inner(brace), state, n, strings.Join(zeros, ", "))
	})
}

// walk finds the places inside of the function.
func (o *operating) walk() {
	var path []ast.Node
	ast.Inspect(o.function.Body, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		path = append(path, n)
		if e, ok := n.(ast.Expr); ok {
			if o.info.Types[e].IsType() {
				path = path[:len(path)-1]
				return false
			}
			if o.info.Types[e].Value != nil {
				o.constant(e, path)
				path = path[:len(path)-1]
				return false
			}
		}
		if state, ok := o.state(n.Pos()); ok {
			o.node(n, path, state)
		}
		return true
	})
}

// node finds what operators change at a node.
func (o *operating) node(n ast.Node, path []ast.Node, state string) {
	var parent ast.Node
	if len(path) > 1 {
		parent = path[len(path)-2]
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		o.binary(n, state)
	case *ast.AssignStmt:
		if (n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN) && o.integer(n.Lhs[0]) && o.info.Types[n.Rhs[0]].Value == nil {
			instead := map[token.Token]string{token.ADD_ASSIGN: "-= instead of +=", token.SUB_ASSIGN: "+= instead of -="}[n.Tok]
			o.expression(n.Rhs[0], operatorDrop, state, "Signed", "arithmetic", instead)
		}
	case *ast.RangeStmt:
		if _, list := o.info.TypeOf(n.X).Underlying().(*types.Slice); list {
			o.expression(n.X, operatorDrop, state, "Listed", "loop", "the loop leaves out the last element", "loop", "the loop leaves out the first element")
		}
	case *ast.BranchStmt:
		if n.Label == nil && (n.Tok == token.CONTINUE || n.Tok == token.BREAK) && o.inLoop(path) {
			other := map[token.Token]string{token.CONTINUE: "break", token.BREAK: "continue"}[n.Tok]
			first := o.mutants(n.Pos(), "loop", other+" instead of "+n.Tok.String())
			at := o.at(n)
			o.add(at, fragmentExpression, func(inner func(span) string) string {
				return fmt.Sprintf("if %s.Is(%d) {\n%s\n} else {\n%s\n}", state, first, other, inner(at))
			})
		}
	}
	if e, ok := n.(ast.Expr); ok && o.decides(e, path) {
		o.expression(e, operatorExpression, state, "Flip", "negation", "the condition is negated")
	}
	if s, ok := n.(ast.Stmt); ok && parent != nil && isWhole(s, parent) {
		o.drop(s, state)
	}
}

// expression puts a call around an expression: its function takes one number, for
// the first mutant.
func (o *operating) expression(e ast.Expr, rank int, state, function string, pairs ...string) {
	n, at := o.mutants(e.Pos(), pairs...), o.at(e)
	o.add(at, rank, func(inner func(span) string) string {
		return fmt.Sprintf("operator.%s(%s, %d, %s)", function, state, n, inner(at))
	})
}

// binaries are the operators of Go with what stands for them, and their mutants.
var binaries = map[token.Token][]string{
	token.LSS: {"Less", "boundary", "<= instead of <", "comparison", ">= instead of <"},
	token.LEQ: {"LessEqual", "boundary", "< instead of <=", "comparison", "> instead of <="},
	token.GTR: {"Greater", "boundary", ">= instead of >", "comparison", "<= instead of >"},
	token.GEQ: {"GreaterEqual", "boundary", "> instead of >=", "comparison", "< instead of >="},
	token.ADD: {"Plus", "arithmetic", "- instead of +"},
	token.SUB: {"Minus", "arithmetic", "+ instead of -"},
	token.MUL: {"Times", "arithmetic", "+ instead of *"},
	token.QUO: {"Over", "arithmetic", "* instead of /"},
}

func (o *operating) binary(n *ast.BinaryExpr, state string) {
	switch n.Op {
	case token.EQL, token.NEQ:
		instead := map[token.Token]string{token.EQL: "!= instead of ==", token.NEQ: "== instead of !="}[n.Op]
		o.expression(n, operatorExpression, state, "Flip", "comparison", instead)
	case token.LAND, token.LOR:
		// A side goes if it is what changes nothing.
		form := map[token.Token]string{token.LAND: "(%s || %s.Is(%d))", token.LOR: "(%s && %s.Off(%d))"}[n.Op]
		for _, side := range []struct {
			ast.Expr
			name string
		}{{n.X, "left"}, {n.Y, "right"}} {
			first, at := o.mutants(side.Pos(), "condition", "the condition "+side.name+" of "+n.Op.String()+" is left out"), o.at(side.Expr)
			o.add(at, operatorDrop, func(inner func(span) string) string {
				return fmt.Sprintf(form, inner(at), state, first)
			})
		}
	default:
		how := binaries[n.Op]
		if how == nil || !o.integer(n.X) || !o.integer(n.Y) {
			return
		}
		t := o.info.TypeOf(n.X)
		if o.info.Types[n.X].Value != nil {
			t = o.info.TypeOf(n.Y)
		}
		first, x, y := o.mutants(n.OpPos, how[1:]...), o.at(n.X), o.at(n.Y)
		o.add(o.at(n), operatorExpression, func(inner func(span) string) string {
			return fmt.Sprintf("operator.%s[%s](%s, %d, %s, %s)", how[0], o.results(t), state, first, inner(x), inner(y))
		})
	}
}

// integer tells whether an expression is a whole number.
func (o *operating) integer(e ast.Expr) bool {
	t, ok := o.info.TypeOf(e).Underlying().(*types.Basic)
	return ok && t.Info()&types.IsInteger != 0
}

// decides tells whether an expression is all of a condition, or a side of one, that
// no comparison makes.
func (o *operating) decides(e ast.Expr, path []ast.Node) bool {
	if t, ok := o.info.TypeOf(e).(*types.Basic); !ok || t.Kind() != types.Bool {
		return false
	}
	switch e := e.(type) {
	case *ast.BinaryExpr, *ast.ParenExpr:
		return false
	case *ast.Ident:
		if o.info.Defs[e] != nil {
			return false
		}
	}
	for i := len(path) - 2; i >= 0; i-- {
		switch p := path[i].(type) {
		case *ast.ParenExpr:
			continue
		case *ast.BinaryExpr:
			return p.Op == token.LAND || p.Op == token.LOR
		case *ast.IfStmt:
			return p.Cond == path[i+1]
		case *ast.ForStmt:
			return p.Cond == path[i+1]
		case *ast.ReturnStmt:
			return true
		case *ast.CaseClause:
			return i >= 2 && isTagless(path[i-2])
		}
		return false
	}
	return false
}

func isTagless(n ast.Node) bool {
	s, ok := n.(*ast.SwitchStmt)
	return ok && s.Tag == nil
}

// inLoop tells whether the last statement of a path, a break or a continue, stands
// in a loop of its function, and in no switch, which would take the break.
func (o *operating) inLoop(path []ast.Node) bool {
	for i := len(path) - 2; i >= 0; i-- {
		switch path[i].(type) {
		case *ast.RangeStmt:
			return true
		case *ast.ForStmt:
			return path[i].(*ast.ForStmt).Cond != nil // Behind an endless loop nothing need stand.
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
			return false
		}
	}
	return false
}

// drop has a statement left out.
func (o *operating) drop(s ast.Stmt, state string) {
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.RangeStmt, *ast.BranchStmt:
		if b, ok := s.(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
			return
		}
	case *ast.IfStmt:
		if s.Else != nil {
			return // Nothing need stand behind it, if all its branches return.
		}
	default:
		return
	}
	n, at := o.mutants(s.Pos(), "statement", "a statement is left out"), o.at(s)
	o.add(at, operatorStatement, func(inner func(span) string) string {
		return fmt.Sprintf("if %s.Off(%d) {\n%s\n}", state, n, inner(at))
	})
}

// constant changes a constant that has a number in it, or that is true or false.
func (o *operating) constant(e ast.Expr, path []ast.Node) {
	known := o.info.Types[e]
	state, ok := o.state(e.Pos())
	t, basic := known.Type.Underlying().(*types.Basic)
	if !ok || !basic || !o.isFree(path) {
		return
	}
	switch {
	case known.Value.Kind() == value.Bool && t.Kind() == types.Bool:
		o.expression(e, operatorExpression, state, "Flip", "constant", fmt.Sprintf("%t instead of %[2]s", !value.BoolVal(known.Value), known.Value))
	case t.Info()&types.IsInteger != 0 && t.Info()&types.IsUntyped == 0 && hasNumber(e):
		v, exact := value.Int64Val(value.ToInt(known.Value))
		if !exact {
			return
		}
		n, at := o.mutants(e.Pos(), "constant", fmt.Sprintf("%d instead of %d", v+1, v), "constant", fmt.Sprintf("%d instead of %d", v-1, v)), o.at(e)
		o.add(at, operatorExpression, func(inner func(span) string) string {
			return fmt.Sprintf("operator.Number[%s](%s, %d, %s)", o.results(known.Type), state, n, inner(at))
		})
	}
}

// hasNumber tells whether a constant has a number written out.
func hasNumber(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		l, ok := n.(*ast.BasicLit)
		found = found || ok && l.Kind == token.INT
		return true
	})
	return found
}

// isFree tells whether a value may stand where the last expression of a path, a
// constant, stands.
func (o *operating) isFree(path []ast.Node) bool {
	e, parent := path[len(path)-1], path[len(path)-2]
	switch p := parent.(type) {
	case *ast.KeyValueExpr:
		return p.Key != e
	case *ast.CaseClause:
		return false // It is one of several, or true.
	case *ast.ValueSpec:
		for _, n := range path {
			if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.CONST {
				return false
			}
		}
	case *ast.ArrayType, *ast.CallExpr:
		if c, ok := p.(*ast.CallExpr); ok {
			return c.Fun != e
		}
		return false
	}
	return true
}

// steps has loops without a list, and functions that call themselves, count.
func (o *operating) steps(recursive bool) {
	note := func(body *ast.BlockStmt) {
		if state, ok := o.state(body.Lbrace); ok {
			at := o.offset(body.Lbrace)
			o.add(span{at, at + 1}, operatorExpression, func(func(span) string) string { return "{\n" + state + ".Step()\n" })
		}
	}
	if recursive {
		note(o.function.Body)
	}
	ast.Inspect(o.function.Body, func(n ast.Node) bool {
		if loop, ok := n.(*ast.ForStmt); ok {
			note(loop.Body)
		}
		return true
	})
}

// recursive are the functions that may come to call themselves.
func (s *source) recursive() map[*ast.FuncDecl]bool {
	by := map[types.Object]*ast.FuncDecl{}
	for _, f := range s.files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				by[s.info.Defs[d.Name]] = d
			}
		}
	}
	calls := map[*ast.FuncDecl][]*ast.FuncDecl{}
	for _, d := range by {
		ast.Inspect(d.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && by[s.info.Uses[id]] != nil {
				calls[d] = append(calls[d], by[s.info.Uses[id]])
			}
			return true
		})
	}
	found := map[*ast.FuncDecl]bool{}
	for d := range calls {
		seen := map[*ast.FuncDecl]bool{}
		todo := slices.Clone(calls[d])
		for len(todo) > 0 && !seen[d] {
			next := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !seen[next] {
				seen[next] = true
				todo = append(todo, calls[next]...)
			}
		}
		found[d] = seen[d]
	}
	return found
}

// A piece is a stretch of the rules at which something else stands in the twin.
type piece struct {
	span
	rank  int
	write func() string
}

// pieces are those in a stretch of a file, without the ones that stand around the
// rest: those with the same stretch and no higher a rank.
func (w *writing) pieces(f *ast.File, at span, around int) []piece {
	var list []piece
	add := func(p piece) {
		if at.has(p.span) && (p.span != at || p.rank > around) {
			list = append(list, p)
		}
	}
	for _, s := range w.sites {
		if s.file == f && len(s.others) > 0 {
			add(piece{s.span(), s.rank(), func() string { return w.choice(s) }})
		}
	}
	for _, o := range w.changes {
		if o.file == f {
			add(piece{o.span, o.rank, func() string {
				return o.write(func(at span) string {
					if at == o.span {
						return w.text(f, at, o.rank)
					}
					return w.text(f, at, -1)
				})
			}})
		}
	}
	slices.SortStableFunc(list, func(a, b piece) int { return cmp.Or(a.from-b.from, b.to-a.to, a.rank-b.rank) })
	return list
}

// rank is where a site stands among others of the same stretch.
func (s *site) rank() int {
	if s.value != nil {
		return fragmentExpression
	}
	return fragmentStatement
}

// operatorList is the text that operator.Mutants reads.
func (w *writing) operatorList() string {
	var lines strings.Builder
	last := ""
	for _, m := range w.operated {
		if m.function != last {
			if last != "" {
				lines.WriteString("\n")
			}
			lines.WriteString(m.function + " ")
		} else {
			lines.WriteString(";")
		}
		last = m.function
		fmt.Fprintf(&lines, "%s %d %s %s", m.clause, m.line, m.operator, m.what)
	}
	return lines.String()
}

// operatorSource is what the twin does with the operators.
func operatorSource() string {
	return `
// operators is the archive of the mutants of the usual operators: few commands ask for them.
//
//go:embed ` + operatorsFile + `
var operators string

// Operators are these mutants.
func Operators() []game.Mutant {
	// A test reads the archive: there is no error to tell of.
	text, _ := fs.ReadFile(packed.Files(operators), "` + operatorsName + `")
	return operator.Mutants(string(text))
}

// Operating are the rules with one of the operators' mutants wrong, by its number
// from 1; with 0 they note in met which of them would change something.
func Operating(g *game.Game, s game.Settings, n int, met []uint64) (game.Rules, error) {
	right, err := ` + makeRules + `(g, s)
	if err != nil {
		return nil, err
	}
	r := right.aside()
	r.` + stateField + ` = &operator.State{On: n, Met: met}
	return &operator.Rules{Rules: r, State: r.` + stateField + `}, nil
}
`
}

// pack makes the archive of the list of operators' mutants.
func pack(list string) ([]byte, error) {
	return packed.Archive(map[string][]byte{operatorsName: []byte(list)}, zip.Deflate)
}

// same tells whether two archives have the same list: another version of Go may pack it
// otherwise.
func same(a, b []byte) bool {
	list, err := unpack(a)
	other, wrong := unpack(b)
	return err == nil && wrong == nil && list == other
}

// unpack is the list of an archive.
func unpack(archive []byte) (string, error) {
	text, err := fs.ReadFile(packed.Files(string(archive)), operatorsName)
	return string(text), err
}

// overlapTable lists the mutants that share a piece of the rules.
func (w *writing) overlapTable() string {
	var b strings.Builder
	b.WriteString("\n// overlaps are the mutants of which one changes what another one changes, too, or\n" +
		"// something around it: they cannot be wrong at once.\n" +
		"var overlaps = [wrongs][]uint16{\n")
	for i, m := range w.mutants {
		var others []string
		for k, o := range w.mutants {
			if i < k && overlapping(m, o) {
				others = append(others, fmt.Sprint(k))
			}
		}
		if others != nil {
			fmt.Fprintf(&b, "%s: {%s},\n", constant(m), strings.Join(others, ", "))
		}
	}
	b.WriteString(`}

// Overlap tells whether two mutants cannot be wrong at once.
func Overlap(a, b string) bool {
	i, k := switchOf(a), switchOf(b)
	return i < 0 || k < 0 || i == k || slices.Contains(overlaps[min(i, k)], uint16(max(i, k)))
}
`)
	return b.String()
}

// overlapping tells whether two mutants have a site in common, or one within the
// other's.
func overlapping(a, b *mutant) bool {
	for _, s := range a.sites {
		for _, o := range b.sites {
			if s.file == o.file && (s.span().has(o.span()) || o.span().has(s.span())) {
				return true
			}
		}
	}
	other := assigned(b.Set)
	return slices.ContainsFunc(assigned(a.Set), func(field string) bool { return slices.Contains(other, field) })
}

// assigned are the fields of the rules that a setting names.
func assigned(set string) []string {
	var fields []string
	words := tokensOf(set)
	for i := range words {
		if i >= 2 && words[i-1].text == "." && words[i-2].text == "r" {
			fields = append(fields, words[i].text)
		}
	}
	return fields
}
