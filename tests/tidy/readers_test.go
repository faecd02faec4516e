package tidy

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A reading says that files of a certain name are read by certain others. A
// file matches if its path matches glob and a file that matches reader contains
// one of the texts. In reader and texts stand for parts of the file's path:
// {base} its name, {ext} the extension, {parent} the name of its folder,
// {owner} the folder that contains testdata.
type reading struct {
	glob   string // "*" matches within one name, "**" any number of folders
	reader string
	texts  []string
	why    string
}

// readings are the ways in which a data file or script gets used. Files
// that a go:embed directive names need no row.
var readings = []reading{
	{
		"scripts/*.sh", "Makefile",
		[]string{"scripts/{base}"},
		"a target of the Makefile runs it",
	},
	{
		"scripts/*.sh", "scripts/*.sh",
		[]string{"scripts/{base}"},
		"another script runs it",
	},
	{
		"scripts/tools/go.*", "scripts/check.sh",
		[]string{"-modfile=scripts/tools/go.mod"},
		"the pinned linters are run through it",
	},
	{
		"scripts/js/*", "scripts/js.sh",
		[]string{"scripts/js/{base}", "-p scripts/js"},
		"the pinned tools that check the scripts of pages read it",
	},
	{
		"scripts/release/sbom/go.*", "scripts/release/main.go",
		[]string{"-modfile=scripts/release/sbom/go.mod"},
		"the pinned tool that writes bills of materials is run through it",
	},
	{
		"scripts/release/Containerfile", "harness/docs/how-to/grade.md",
		[]string{"scripts/release/Containerfile"},
		"people build the image for clusters with it",
	},
	{
		"scripts/action/action.yml", "harness/docs/how-to/scripts.md",
		[]string{"touchstone/scripts/action@"},
		"workflows of other repositories use it",
	},
	{
		"tests/suites/*/*.jsonl", "tests/suites/packed_test.go",
		[]string{`"*/*.jsonl"`},
		"a test packs the suites into what the program embeds, and compares them with it",
	},
	{
		"schemas/*/*.schema.json", "schemas/packed_test.go",
		[]string{`"*/*" + schemas.Suffix`},
		"a test packs the schemas into what the program embeds, and compares them with it",
	},
	{
		"tests/suites/*/README.md", "harness/docs/contributing.md",
		[]string{"tests/suites/GAME/"},
		"whoever adds cases reads it",
	},
	{
		"tests/cli/*.txtar", "cmd/touchstone/*_test.go",
		[]string{`"../../tests/cli"`},
		"testscript runs every script of the folder",
	},
	{
		"**/testdata/fuzz/*/*", "{owner}/*_test.go",
		[]string{"func {parent}("},
		"go test repeats what fuzzing found",
	},
	{
		"**/testdata/rapid/*/*", "{owner}/*_test.go",
		[]string{"func {parent}("},
		"rapid repeats the failures it has found",
	},
	{
		"harness/*/testdata/*/*", "{owner}/*_test.go",
		[]string{`"testdata", "{parent}"`},
		"a test of the package compares with the golden files of that folder",
	},
	{
		"tests/pictures/testdata/*/*", "{owner}/*_test.go",
		[]string{`"testdata", g.Name, "*.json"`},
		"a test draws the values of each game, and compares with the pictures beside them",
	},
	{
		"tests/pages/testdata/*.html", "{owner}/*_test.go",
		[]string{`"testdata", g.Name+"{ext}"`},
		"a test compares with the page of each game",
	},
	{
		"tests/browser/testdata/*", "{owner}/*_test.go",
		[]string{`"testdata", name+"{ext}"`},
		"a test of the pages compares with the pictures of that folder",
	},
	{
		"**/testdata/**/*", "{owner}/*_test.go",
		[]string{"{base}", "{parent}/*{ext}"},
		"a test of the package names the file or its pattern",
	},
}

// unread reports the data files and scripts that nothing reads: they would
// grow stale unnoticed.
func unread(t *tree) []string {
	embeds := t.embeds()
	var found []string
	for _, f := range t.files {
		data := f.under("schemas") || f.under("tests/suites") || f.under("tests/cli") || f.under("scripts") ||
			slices.Contains(strings.Split(f.path, "/"), "testdata")
		// A Go file is read by the compiler; where it should not be, in
		// testdata, it is data like the rest.
		compiled := f.ast != nil && !slices.Contains(strings.Split(f.path, "/"), "testdata")
		if !data || compiled {
			continue
		}
		if !slices.ContainsFunc(embeds, func(e embed) bool { return e.covers(f.path) }) && !t.readAsTable(f) {
			found = append(found, f.path+": nothing embeds it, and no row of the table of readers accounts for it")
		}
	}
	return found
}

// readAsTable tells whether some row of readings accounts for the file.
func (t *tree) readAsTable(f *file) bool {
	owner, _, _ := strings.Cut("/"+f.path, "/testdata/")
	fill := strings.NewReplacer(
		"{base}", path.Base(f.path), "{ext}", path.Ext(f.path), "{parent}", path.Base(f.dir()),
		"{owner}", strings.TrimPrefix(owner, "/"))
	for _, row := range readings {
		if !globbed(row.glob, f.path) {
			continue
		}
		reader := fill.Replace(row.reader)
		for _, r := range t.files {
			if r == f || !globbed(reader, r.path) {
				continue
			}
			for _, text := range row.texts {
				if strings.Contains(string(r.data), fill.Replace(text)) {
					return true
				}
			}
		}
	}
	return false
}

// globbed matches a path against a pattern: "**/" stands for any number of
// folders, also none, and "*" for anything within one name.
func globbed(pattern, name string) bool {
	if globs[pattern] == nil {
		expr := regexp.QuoteMeta(pattern)
		expr = strings.ReplaceAll(expr, `\*\*/`, `(?:[^/]+/)*`)
		expr = strings.ReplaceAll(expr, `\*`, `[^/]*`)
		globs[pattern] = regexp.MustCompile("^" + expr + "$")
	}
	return globs[pattern].MatchString(name)
}

// globs are the patterns that were compiled: each is matched with every file.
var globs = map[string]*regexp.Regexp{}

// An embed is one pattern of a go:embed directive, with the folder of the
// package it stands in.
type embed struct{ dir, pattern string }

// embeds collects the patterns of all go:embed directives.
func (t *tree) embeds() []embed {
	var out []embed
	for _, f := range t.goFiles() {
		for _, group := range f.ast.Comments {
			for _, c := range group.List {
				args, ok := strings.CutPrefix(c.Text, "//go:embed ")
				if !ok {
					continue
				}
				for _, pattern := range strings.Fields(args) {
					if plain, err := strconv.Unquote(pattern); err == nil {
						pattern = plain
					}
					out = append(out, embed{f.dir(), pattern})
				}
			}
		}
	}
	return out
}

// covers tells whether the pattern embeds the file: itself, or a folder above
// it. Of a folder go leaves out names that begin with "." or "_", unless the
// pattern begins with "all:".
func (e embed) covers(name string) bool {
	rel, ok := strings.CutPrefix(name, e.dir+"/")
	if !ok {
		return false
	}
	pattern, all := strings.CutPrefix(e.pattern, "all:")
	parts := strings.Split(rel, "/")
	for i := range parts {
		// A malformed pattern does not compile, so that its error is none of ours.
		if ok, _ := path.Match(pattern, strings.Join(parts[:i+1], "/")); !ok && pattern != "." {
			continue
		}
		hidden := func(s string) bool { return strings.HasPrefix(s, ".") || strings.HasPrefix(s, "_") }
		return all || !slices.ContainsFunc(parts[i+1:], hidden)
	}
	return false
}
