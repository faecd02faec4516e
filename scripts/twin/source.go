package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A source is the package of the rules, as the compiler sees it.
type source struct {
	folder  string
	fset    *token.FileSet
	files   []*ast.File
	texts   map[*ast.File]string
	names   map[*ast.File]string // "exchange.go"
	info    *types.Info
	pkg     *types.Package
	imports types.Importer
	paths   map[string]string // of what the files import, by the name they use
}

// load reads and checks the package in a folder. What it imports of its own
// folder, its twin, need not exist. What the twin imports besides is more.
func load(folder string, more []string) (*source, error) {
	s := &source{
		folder: folder, fset: token.NewFileSet(), texts: map[*ast.File]string{}, names: map[*ast.File]string{}, paths: map[string]string{},
		info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{}, Implicits: map[ast.Node]types.Object{},
		},
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(s.fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, f)
		s.texts[f], s.names[f] = string(text), filepath.Base(path)
	}
	if len(s.files) == 0 {
		return nil, fmt.Errorf("%s: there are no Go files", folder)
	}
	if err := s.importAll(more); err != nil {
		return nil, err
	}
	// Only what uses the twin may be wrong, which is no part of it.
	var wrong []error
	config := types.Config{Importer: s.imports, Error: func(err error) { wrong = append(wrong, err) }}
	s.pkg, _ = config.Check(s.files[0].Name.Name, s.fset, s.files, s.info)
	for _, err := range wrong {
		if e, ok := errors.AsType[types.Error](err); ok && !s.usesTwin(e.Pos) {
			return nil, err
		}
	}
	return s, nil
}

// isTwin tells whether an import is the package's own twin.
func isTwin(path string) bool { return strings.HasSuffix(path, "/"+twinFolder) }

// usesTwin tells whether the file at a position imports the twin.
func (s *source) usesTwin(at token.Pos) bool {
	i := slices.IndexFunc(s.files, func(f *ast.File) bool { return f.FileStart <= at && at <= f.FileEnd })
	return i >= 0 && slices.ContainsFunc(s.files[i].Imports, func(spec *ast.ImportSpec) bool { return isTwin(pathOf(spec)) })
}

func pathOf(spec *ast.ImportSpec) string {
	path, _ := strconv.Unquote(spec.Path.Value) // the parser has seen to its form
	return path
}

// importAll finds what the compiler knows of the packages that the files import,
// and of more.
func (s *source) importAll(more []string) error {
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Name}}\t{{.Export}}"}
	args = append(args, more...)
	for _, f := range s.files {
		for _, spec := range f.Imports {
			if path := pathOf(spec); !isTwin(path) && !slices.Contains(args, path) {
				args = append(args, path)
			}
		}
	}
	list := exec.Command("go", args...)
	list.Dir, list.Stderr = s.folder, os.Stderr
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		exports[fields[0]] = fields[2]
		if slices.Contains(args, fields[0]) {
			s.paths[fields[1]] = fields[0]
		}
	}
	s.imports = importing{importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	return nil
}

// importing is an importer for which a twin has nothing in it.
type importing struct{ types.Importer }

func (i importing) Import(path string) (*types.Package, error) {
	if isTwin(path) {
		p := types.NewPackage(path, twinFolder)
		p.MarkComplete()
		return p, nil
	}
	return i.Importer.Import(path)
}

// fileAt is the file that has a position.
func (s *source) fileAt(at token.Pos) *ast.File {
	return s.files[slices.IndexFunc(s.files, func(f *ast.File) bool { return f.FileStart <= at && at <= f.FileEnd })]
}

// offset is where a position is in the text of its file.
func (s *source) offset(at token.Pos) int { return s.fset.Position(at).Offset }

// functions are the functions and methods by the names that edits use: a method
// of the rules goes by its own name, too, before any other.
func (s *source) functions() map[string][]*ast.FuncDecl {
	all := map[string][]*ast.FuncDecl{}
	for _, f := range s.files {
		for _, d := range f.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Body == nil {
				continue
			}
			name := d.Name.Name
			if of := receiverOf(d); of != "" {
				name = of + "." + name
			}
			all[name] = append(all[name], d)
		}
	}
	for name, list := range all {
		if bare, ok := strings.CutPrefix(name, rulesType+"."); ok {
			all[bare] = list
		}
	}
	return all
}

// receiverOf is the name of the type of which a function is a method, or "".
func receiverOf(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	t := d.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if i, ok := t.(*ast.IndexExpr); ok {
		t = i.X
	}
	name, _ := t.(*ast.Ident)
	if name == nil {
		return ""
	}
	return name.Name
}
