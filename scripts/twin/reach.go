package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// shown are the methods of the rules by which people are shown what is right: nobody asks
// a wrong answer for its picture.
var shown = []string{"Drawable", "Draw", "DrawNamed", "Tell"}

// reach are the declarations of the package that some names need: those of the names, and
// what they use. With a type come its methods that another package may call, except those in
// shown. Any other method is needed if something calls a method of its name.
func (s *source) reach(names []string) map[ast.Decl]bool {
	byName := map[string][]ast.Decl{}
	for _, f := range s.files {
		if s.usesTwin(f.Package) {
			continue
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				of, name := receiverOf(d), d.Name.Name
				switch {
				case of == "":
				case !d.Name.IsExported():
					name = methodName(name)
				case of == rulesType && slices.Contains(shown, name):
					continue
				default:
					name = of
				}
				byName[name] = append(byName[name], d)
			case *ast.GenDecl:
				for _, name := range declared(d) {
					byName[name] = append(byName[name], d)
				}
			}
		}
	}
	reached := map[ast.Decl]bool{}
	todo := slices.Clone(names)
	seen := map[string]bool{}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[name] {
			continue
		}
		seen[name] = true
		for _, d := range byName[name] {
			if reached[d] {
				continue
			}
			reached[d] = true
			if g, ok := d.(*ast.GenDecl); ok {
				todo = append(todo, declared(g)...)
			}
			todo = append(todo, s.used(d)...)
		}
	}
	return reached
}

// setUp is an error if an init function uses a reached variable: it has no name
// by which it could be reached, too.
func (s *source) setUp(reached map[ast.Decl]bool) error {
	var names []string
	for d := range reached {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			names = append(names, declared(g)...)
		}
	}
	for _, f := range s.files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == "init" {
				for _, name := range s.used(d) {
					if slices.Contains(names, name) {
						at := s.fset.Position(d.Pos())
						return fmt.Errorf("%s: init uses %s, and has no place in the twin: set variables where they are declared", at, name)
					}
				}
			}
		}
	}
	return nil
}

// declared are the names that a declaration declares.
func declared(d *ast.GenDecl) []string {
	var names []string
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			names = append(names, spec.Name.Name)
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				names = append(names, name.Name)
			}
		}
	}
	return names
}

// methodName is the name of a method among those of the package, whatever its type.
func methodName(name string) string { return "." + name }

// used are the names of the package that a piece of it uses.
func (s *source) used(n ast.Node) []string {
	var names []string
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			o := s.info.Uses[id]
			if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
				names = append(names, methodName(f.Name()))
			} else if o != nil && o.Parent() == s.pkg.Scope() {
				names = append(names, o.Name())
			}
		}
		return true
	})
	return names
}

// mentioned are the names of the package that a piece of text may use.
func (s *source) mentioned(text string) []string {
	var names []string
	for _, w := range tokensOf(text) {
		if token.IsIdentifier(w.text) {
			names = append(names, w.text, methodName(w.text))
		}
	}
	return names
}

// qualifier writes the types of other packages by the names of their packages.
func (s *source) qualifier(p *types.Package) string {
	if p == s.pkg {
		return ""
	}
	return p.Name()
}
