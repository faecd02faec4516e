package tidy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A tree is what the rules look at: a repository, or a small synthetic one
// that breaks a rule.
type tree struct {
	module string // the module path of go.mod
	top    []string
	files  []*file
	fset   *token.FileSet
	games  []*game.Game
}

// A file is one file of the tree.
type file struct {
	path string
	data []byte
	ast  *ast.File // nil if it is no Go file
}

// unshipped tells whether git ignores the name, as .gitignore has it: such
// files are there on one machine only, and no part of the repository.
func unshipped(name string) bool {
	return name == ".git" || name == ".bin" || strings.HasSuffix(name, ".test") || strings.HasSuffix(name, ".out")
}

// load reads a tree. A Go file that does not parse is an error, since no rule
// could say anything about it.
func load(root fs.FS, games []*game.Game) (*tree, error) {
	t := &tree{fset: token.NewFileSet(), games: games}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if unshipped(path.Base(name)) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if name != "." && !strings.Contains(name, "/") {
			t.top = append(t.top, name)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		f := &file{path: name, data: data}
		if path.Ext(name) == ".go" {
			f.ast, err = parser.ParseFile(t.fset, name, data, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
		}
		t.files = append(t.files, f)
		return nil
	})
	if err != nil {
		return nil, err
	}
	mod := t.file("go.mod")
	if mod == nil {
		return nil, fmt.Errorf("no go.mod in the tree")
	}
	for line := range strings.Lines(string(mod.data)) {
		if module, ok := strings.CutPrefix(line, "module "); ok {
			t.module = strings.TrimSpace(module)
		}
	}
	return t, nil
}

// file returns the file with that path, or nil.
func (t *tree) file(name string) *file {
	i := slices.IndexFunc(t.files, func(f *file) bool { return f.path == name })
	if i < 0 {
		return nil
	}
	return t.files[i]
}

// goFiles returns the Go files, those of tests included.
func (t *tree) goFiles() []*file {
	var out []*file
	for _, f := range t.files {
		if f.ast != nil {
			out = append(out, f)
		}
	}
	return out
}

// at is the head of a finding about a place in a Go file: path and line.
func (t *tree) at(pos token.Pos) string {
	p := t.fset.Position(pos)
	return p.Filename + ":" + strconv.Itoa(p.Line)
}

// isTest tells whether the file is compiled for tests only.
func (f *file) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

// dir is the folder of the file.
func (f *file) dir() string { return path.Dir(f.path) }

// under tells whether the file lies in the folder or below it.
func (f *file) under(dir string) bool { return within(f.path, dir) }

// within tells whether a path or import path is dir itself or below it.
func within(name, dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") }

// An imported package of this module: the folder, and where it is imported.
type imported struct {
	dir string
	pos token.Pos
}

// imports lists the packages of this module that the file imports.
func (t *tree) imports(f *file) []imported {
	var out []imported
	for _, spec := range f.ast.Imports {
		if dir, ok := strings.CutPrefix(importPath(spec), t.module+"/"); ok {
			out = append(out, imported{dir, spec.Pos()})
		}
	}
	return out
}

// localName is the name under which the file uses an imported package, or ""
// if it does not import it.
func localName(f *ast.File, pkg string) string {
	for _, spec := range f.Imports {
		if importPath(spec) != pkg {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path.Base(pkg)
	}
	return ""
}

func importPath(spec *ast.ImportSpec) string {
	// The parser has accepted the literal, so that it can be unquoted.
	value, _ := strconv.Unquote(spec.Path.Value)
	return value
}

// numbered returns the lines of a text with their numbers, from 1.
func numbered(data []byte) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.Lines(string(data)) {
			n++
			if !yield(n, strings.TrimRight(line, "\r\n")) {
				return
			}
		}
	}
}
