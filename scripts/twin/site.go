package main

import (
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A site is the least piece of a function that can stand behind a switch and has
// all that an edit changes: an expression, a statement, or a whole body.
type site struct {
	file     *ast.File
	function *ast.FuncDecl
	node     ast.Node
	from, to int        // in the text of the file; of a body without its braces
	value    types.Type // of an expression
	rules    string     // how the rules are called there: "r", "o.rules"
	others   []instead
}

// An instead is what a mutant has at a site.
type instead struct {
	m    *mutant
	text string
}

// alike are the readings of the mutants at a site, equal ones together.
func (s *site) alike() [][]instead {
	var groups [][]instead
	for _, o := range s.others {
		i := slices.IndexFunc(groups, func(g []instead) bool { return g[0].text == o.text })
		if i < 0 {
			groups = append(groups, []instead{o})
			continue
		}
		groups[i] = append(groups[i], o)
	}
	return groups
}

// A span is a stretch of the text of a file.
type span struct{ from, to int }

func (s *site) span() span { return span{s.from, s.to} }

func (a span) has(b span) bool { return a.from <= b.from && b.to <= a.to }

// place finds the sites of all edits of a mutant.
func (s *source) place(m *mutant, sites map[ast.Node]*site) error {
	type change struct {
		span
		file *ast.File
		new  string
	}
	var changes []change
	var own []*site
	functions := s.functions()
	for _, e := range m.edits {
		d, f, at, err := s.fragment(functions, e)
		if err != nil {
			return err
		}
		one, err := s.siteOf(f, d, at, strings.TrimSpace(e.new) == "")
		if err != nil {
			return fmt.Errorf("%s: %q: %w", e.function, e.old, err)
		}
		if old, ok := sites[one.node]; ok {
			one = old
		} else {
			sites[one.node] = one
		}
		changes = append(changes, change{at, f, e.new})
		if !slices.Contains(own, one) {
			own = append(own, one)
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return b.from - a.from })
	for i := 1; i < len(changes); i++ {
		if changes[i].file == changes[i-1].file && changes[i].to > changes[i-1].from {
			return fmt.Errorf("two of its edits overlap")
		}
	}
	for _, one := range own {
		if slices.ContainsFunc(own, func(o *site) bool { return o != one && o.file == one.file && o.span().has(one.span()) }) {
			continue // The larger one has the edits of both.
		}
		text := s.texts[one.file]
		instead := instead{m: m, text: text[one.from:one.to]}
		for _, c := range changes { // from the last to the first
			if c.file == one.file && one.span().has(c.span) {
				instead.text = instead.text[:c.from-one.from] + c.new + instead.text[c.to-one.from:]
			}
		}
		one.others = append(one.others, instead)
		m.sites = append(m.sites, one)
	}
	return nil
}

// fragment is where the fragment of an edit stands.
func (s *source) fragment(functions map[string][]*ast.FuncDecl, e edit) (*ast.FuncDecl, *ast.File, span, error) {
	found := functions[e.function]
	if len(found) != 1 {
		return nil, nil, span{}, fmt.Errorf("there are %d functions %s, expected one: write TYPE.METHOD", len(found), e.function)
	}
	d := found[0]
	f := s.fileAt(d.Pos())
	at, err := s.find(f, d, e)
	return d, f, at, err
}

// find is where the fragment of an edit stands in the body of a function.
func (s *source) find(f *ast.File, d *ast.FuncDecl, e edit) (span, error) {
	from, to := s.offset(d.Body.Lbrace)+1, s.offset(d.Body.Rbrace)
	text, want := tokensOf(s.texts[f][from:to]), tokensOf(e.old)
	for len(want) > 0 && want[len(want)-1].text == ";" {
		want = want[:len(want)-1]
	}
	if len(want) == 0 {
		return span{}, fmt.Errorf("%s: %q is no Go", e.function, e.old)
	}
	var found []span
	for i := 0; i+len(want) <= len(text); i++ {
		if slices.EqualFunc(text[i:i+len(want)], want, func(a, b word) bool { return a.text == b.text }) {
			found = append(found, span{from + text[i].from, from + text[i+len(want)-1].to})
		}
	}
	switch {
	case len(found) == 0:
		return span{}, fmt.Errorf("%s has no %q", e.function, e.old)
	case e.nth > len(found):
		return span{}, fmt.Errorf("%s has %q %d times, not %d times", e.function, e.old, len(found), e.nth)
	case e.nth == 0 && len(found) > 1:
		return span{}, fmt.Errorf("%s has %q %d times: expected once, or #1 to #%d behind it", e.function, e.old, len(found), len(found))
	}
	return found[max(e.nth-1, 0)], nil
}

// A word is a token of Go with its place.
type word struct {
	text string
	span
}

// tokensOf are the tokens of a piece of Go, without comments.
func tokensOf(text string) []word {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	// What is no Go meets no token of the rules.
	s.Init(file, []byte(text), func(token.Position, string) {}, 0)
	var list []word
	for {
		at, kind, literal := s.Scan()
		if kind == token.EOF {
			return list
		}
		w := word{text: literal, span: span{file.Offset(at), file.Offset(at)}}
		switch {
		case kind == token.SEMICOLON && literal == "\n":
			w.text = ";" // The end of a line takes no room.
		case literal == "":
			w.text = kind.String()
			w.to += len(w.text)
		default:
			w.to += len(literal)
		}
		if last := len(list) - 1; last >= 0 && list[last].text == ";" && (w.text == "}" || w.text == ")") {
			list = list[:last] // It may stand there, or not.
		}
		list = append(list, w)
	}
}

// siteOf is the site for an edit of a stretch of a function. What is dropped has
// to be a statement.
func (s *source) siteOf(f *ast.File, d *ast.FuncDecl, at span, dropped bool) (*site, error) {
	var path []ast.Node // from the function to the innermost node with all of it
	ast.Inspect(d, func(n ast.Node) bool {
		if n == nil || s.offset(n.Pos()) > at.from || s.offset(n.End()) < at.to {
			return false
		}
		path = append(path, n)
		return true
	})
	for i := len(path) - 1; i > 0; i-- {
		one := &site{file: f, function: d, node: path[i], from: s.offset(path[i].Pos()), to: s.offset(path[i].End())}
		switch n := path[i].(type) {
		case ast.Expr:
			if dropped || !s.isChoice(path[:i+1]) {
				continue
			}
			one.value = s.info.Types[n].Type
		case *ast.BlockStmt:
			if n != d.Body {
				continue
			}
			one.from++
			one.to--
		case ast.Stmt:
			if !isWhole(n, path[i-1]) {
				continue
			}
		default:
			continue
		}
		var ok bool
		if one.rules, ok = s.rulesAt(d, path[i].Pos()); !ok {
			return nil, fmt.Errorf("no value of type rules is at hand there, which could tell the mutant")
		}
		return one, nil
	}
	return nil, fmt.Errorf("it is in no statement")
}

// isChoice tells whether the last expression of a path is a value that a call
// could give as well.
func (s *source) isChoice(path []ast.Node) bool {
	e := path[len(path)-1].(ast.Expr)
	known, ok := s.info.Types[e]
	if !ok || !known.IsValue() || known.IsNil() {
		return false
	}
	for i := len(path) - 2; i >= 0; i-- {
		inner := path[i+1]
		switch p := path[i].(type) {
		case *ast.AssignStmt:
			return !slices.ContainsFunc(p.Lhs, func(l ast.Expr) bool { return l == inner })
		case *ast.IncDecStmt, *ast.ExprStmt:
			return false
		case *ast.RangeStmt:
			return p.X == inner
		case *ast.UnaryExpr:
			return p.Op != token.AND
		case *ast.CallExpr:
			return p.Fun != inner
		case *ast.SelectorExpr:
			if method, ok := s.info.Selections[p]; ok && method.Kind() == types.MethodVal {
				_, pointer := method.Obj().Type().(*types.Signature).Recv().Type().(*types.Pointer)
				_, given := s.info.Types[p.X].Type.Underlying().(*types.Pointer)
				return !pointer || given
			}
		case *ast.SliceExpr:
			_, array := s.info.Types[p.X].Type.Underlying().(*types.Array)
			return p.X != inner || !array
		case *ast.IndexExpr:
			if p.X != inner {
				return true
			}
		case *ast.ParenExpr:
		default:
			return true
		}
	}
	return true
}

// isWhole tells whether a statement can be one branch of a choice: others come
// before or behind it, and none of them needs what it declares.
func isWhole(n ast.Stmt, parent ast.Node) bool {
	switch parent.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
	default:
		return false
	}
	switch n := n.(type) {
	case *ast.DeclStmt, *ast.LabeledStmt, *ast.EmptyStmt, *ast.CaseClause, *ast.CommClause:
		return false
	case *ast.AssignStmt:
		return n.Tok != token.DEFINE
	}
	return true
}

// fieldsDeep is how many fields may lead from a parameter to the rules.
const fieldsDeep = 3

// rulesAt is how the rules are called at a place in a function.
func (s *source) rulesAt(d *ast.FuncDecl, at token.Pos) (string, bool) {
	var names []*ast.Ident
	for _, list := range []*ast.FieldList{d.Recv, d.Type.Params} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			names = append(names, field.Names...)
		}
	}
	inner := s.pkg.Scope().Innermost(at)
	for deep := range fieldsDeep {
		for _, name := range names {
			object := s.info.Defs[name]
			if object == nil {
				continue
			}
			if _, seen := inner.LookupParent(name.Name, at); seen != object {
				continue
			}
			if rest, ok := pathToRules(object.Type(), deep); ok {
				return name.Name + rest, true
			}
		}
	}
	return "", false
}

// pathToRules is the way from a value of a type to the rules, by so many fields.
func pathToRules(t types.Type, deep int) (string, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if deep == 0 {
		named, ok := t.(*types.Named)
		return "", ok && named.Obj().Name() == rulesType
	}
	fields, ok := t.Underlying().(*types.Struct)
	if !ok {
		return "", false
	}
	for field := range fields.Fields() {
		if rest, ok := pathToRules(field.Type(), deep-1); ok {
			return "." + field.Name() + rest, true
		}
	}
	return "", false
}
