// Package docs holds the documentation that travels in the program: Markdown
// pages, and how they look on a terminal and in a browser.
package docs

import (
	_ "embed" // the archive
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/files/packed"
	"github.com/touchstone-harness/touchstone/harness/game"
)

// archive has the pages; make docs writes it.
//
//go:embed docs.zip
var archive string

// FS has the pages by their path: "topics/exit-status.md".
var FS = packed.Files(archive)

// A Section groups the pages that answer one kind of question.
type Section struct {
	Name  string // "how-to", also the name of its folder
	Title string // "How to"
}

// Sections are all sections, in the order in which they are read.
var Sections = []Section{
	{"tutorial", "Tutorial"},
	{"how-to", "How to"},
	{"topics", "Topics"},
	{"reference", "Reference"},
	{"questions", "Questions"},
	{"contributing", "Contributing"},
	{"changelog", "Changelog"},
}

// A Page is one page of the documentation.
type Page struct {
	Name    string // "exit-status", unique among all pages
	Section string // the name of its section
	Title   string // its first heading
	Path    string // "topics/exit-status.md", from the folder of the pages
	Source  string // Markdown
}

// Pages lists all pages, section by section, and by name within a section.
var Pages = sync.OnceValue(func() []Page {
	var pages []Page
	for _, s := range Sections {
		// The archive is part of the program, and a test reads it: there is no error to
		// tell of.
		names, _ := fs.ReadDir(FS, s.Name)
		paths := []string{s.Name + ".md"}
		for _, n := range names {
			paths = append(paths, s.Name+"/"+n.Name())
		}
		for _, p := range paths {
			source, err := fs.ReadFile(FS, p)
			if err != nil {
				continue // the section is a folder, and has no page of its own
			}
			first, _, _ := strings.Cut(string(source), "\n")
			pages = append(pages, Page{
				Name:    strings.TrimSuffix(path.Base(p), ".md"),
				Section: s.Name,
				Title:   strings.TrimPrefix(first, "# "),
				Path:    p,
				Source:  string(source),
			})
		}
	}
	return pages
})

// In lists the pages of a section, by name.
func In(section string) []Page {
	var pages []Page
	for _, p := range Pages() {
		if p.Section == section {
			pages = append(pages, p)
		}
	}
	return pages
}

// Named returns the page with that name, which may have its section in front:
// "topics/verdicts". The error is a *game.UsageError with the nearest name.
func Named(name string) (Page, error) {
	pages := Pages()
	i := slices.IndexFunc(pages, func(p Page) bool { return p.Name == name || strings.TrimSuffix(p.Path, ".md") == name })
	if i >= 0 {
		return pages[i], nil
	}
	var names []string
	for _, p := range pages {
		names = append(names, p.Name)
	}
	return Page{}, game.Unknown("page", name, "", names, "touchstone docs")
}

// A Passage is what stands under one heading of a page, for those who search.
type Passage struct {
	Heading string
	Anchor  string // its id, "" for the title of the page
	Text    string // without markup, and without blocks of code
}

// Passages cuts a page at its headings.
func Passages(source string) []Passage {
	var list []Passage
	for _, b := range parse(source) {
		if b.kind == heading {
			p := Passage{Heading: words(b.spans)}
			if len(list) > 0 {
				p.Anchor = Anchor(p.Heading)
			}
			list = append(list, p)
			continue
		}
		if len(list) > 0 {
			list[len(list)-1].Text += said(b)
		}
	}
	return list
}

// said is the text of a block, a blank behind each part.
func said(b block) string {
	var out strings.Builder
	if b.kind == paragraph {
		out.WriteString(words(b.spans) + " ")
	}
	for _, item := range b.items {
		for _, inner := range item {
			out.WriteString(said(inner))
		}
	}
	for _, row := range b.rows {
		for _, cell := range row {
			out.WriteString(words(cell) + " ")
		}
	}
	return strings.ReplaceAll(out.String(), "\n", " ")
}

// Escape makes Markdown of text, in which nothing is markup.
func Escape(text string) string {
	return escaper.Replace(text)
}

var escaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "|", `\|`, "#", `\#`, "&", `\&`, "\n", " ")
