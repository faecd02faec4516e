// Package site writes the documentation as a folder of pages for browsers: they
// need no server and no network, and can be searched.
package site

import (
	_ "embed" // the archive
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/docs"
	"github.com/touchstone-harness/touchstone/harness/docs/manual"
	"github.com/touchstone-harness/touchstone/harness/files/packed"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/report/html"
)

// Content is what the site is made of besides the pages that travel in the program.
type Content struct {
	Version string
	Command *manual.Command // the program, with all commands below it
	Games   []*game.Game
	Schemas fs.FS   // as schemas.FS has them
	Suites  fs.FS   // as suites.FS has them
	Rules   *Module // for the page Try it; nil for a site without that page
}

// archive has the files that are not made, such as site.css; make docs writes it.
//
//go:embed site.zip
var archive string

// parts are these files by their path from here: "try/form.js".
var parts = packed.Files(archive)

// made are the sections whose pages are made of the program itself.
var made = []docs.Section{{Name: "games", Title: "Rule books"}, {Name: "commands", Title: "Commands"}, {Name: "formats", Title: "Formats"}}

// Write writes the site into a folder that is new or empty, and tells how many
// pages it has. The same content gives the same bytes.
func Write(folder string, c Content) (pages int, err error) {
	files, pages, err := c.files()
	if err != nil {
		return 0, err
	}
	if err := empty(folder); err != nil {
		return 0, err
	}
	for _, f := range files {
		name := filepath.Join(folder, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return 0, err
		}
		if err := os.WriteFile(name, f.data, 0o644); err != nil {
			return 0, err
		}
	}
	return pages, nil
}

// empty refuses a folder that has anything else in it.
func empty(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		return &game.UsageError{Message: fmt.Sprintf("%s is no folder to write to", folder), Hint: "name a new folder"}
	}
	if len(entries) == 0 || slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == "search-index.js" }) {
		return nil
	}
	return &game.UsageError{
		Message: fmt.Sprintf("%s is not empty, and no site of touchstone docs", folder),
		Hint:    "name a new folder",
	}
}

// A file is one file of the site.
type file struct {
	path string
	data []byte
}

// A chapter is a section with its pages.
type chapter struct {
	docs.Section
	Pages []docs.Page
}

// Single tells that the section is one page.
func (c chapter) Single() bool { return len(c.Pages) == 1 && c.Pages[0].Name == c.Name }

// files are all files of the site; the number is that of its pages.
func (c *Content) files() ([]file, int, error) {
	chapters, files, err := c.chapters()
	if err != nil {
		return nil, 0, err
	}
	list := []docs.Page{{Name: "index", Title: "Touchstone", Path: "index.md", Source: c.index(chapters)}}
	for _, s := range chapters {
		list = append(list, s.Pages...)
	}
	var found []entry
	for _, p := range list {
		found = append(found, entries(p)...)
		f, err := c.page(p, chapters)
		if err != nil {
			return nil, 0, err
		}
		files = append(files, f)
	}
	index, err := json.Marshal(found)
	if err != nil {
		return nil, 0, err
	}
	// A page that was opened as a file can run a script, and can read no data.
	files = append(files, file{"search-index.js", slices.Concat([]byte("var searchIndex = "), index, []byte(";\n"))})
	for _, name := range []string{"search.js", "site.css"} {
		data, err := fs.ReadFile(parts, name)
		if err != nil {
			return nil, 0, err
		}
		files = append(files, file{name, data})
	}
	return files, len(list), nil
}

// chapters are those of the site in their order, and the files that their pages need.
func (c *Content) chapters() (chapters []chapter, files []file, err error) {
	books, files, err := c.books()
	if err != nil {
		return nil, nil, err
	}
	formats, raw, err := c.formats()
	if err != nil {
		return nil, nil, err
	}
	files = append(files, raw...)
	var commands []docs.Page
	for _, command := range c.Command.All() {
		commands = append(commands, command.Page())
	}
	for _, s := range docs.Sections {
		chapters = append(chapters, chapter{s, docs.In(s.Name)})
	}
	more := []chapter{{made[0], books}, {made[1], commands}, {made[2], formats}}
	// Questions, contributing and what has changed come last.
	chapters = slices.Insert(chapters, len(chapters)-3, more...)
	if c.Rules != nil {
		tried, err := c.tryFiles()
		if err != nil {
			return nil, nil, err
		}
		files = append(files, tried...)
		chapters = append([]chapter{{tryIt, []docs.Page{tryPage()}}}, chapters...)
	}
	return chapters, files, nil
}

// An entry of the search index: title of the page, heading, address, text.
type entry [4]string

// entries are those of a page.
func entries(p docs.Page) (list []entry) {
	for _, passage := range docs.Passages(p.Source) {
		to, heading := address(p.Path), ""
		if passage.Anchor != "" {
			to, heading = to+"#"+passage.Anchor, passage.Heading
		}
		list = append(list, entry{p.Title, heading, to, passage.Text})
	}
	return list
}

// page is the file of a page.
func (c *Content) page(p docs.Page, chapters []chapter) (file, error) {
	// Code may be wider than the window: then those without a mouse scroll it.
	body := strings.ReplaceAll(docs.HTML(p.Source, address), "<pre>", `<pre tabindex="0">`)
	sheet := sheet{Page: p, Version: c.Version, Chapters: chapters, Body: html.Trusted(body), Tries: address(p.Path) == tryPath}
	if sheet.Tries {
		body, err := fs.ReadFile(parts, "try/try.html")
		if err != nil {
			return file{}, err
		}
		sheet.Body = html.Trusted(string(body))
	}
	data, err := sheet.bytes()
	return file{address(p.Path), data}, err
}

// address is where a link leads on the site: to the page made of the Markdown. A rule book
// that is brought may say anything there.
func address(url string) string {
	if url = html.Address(url); strings.Contains(url, "://") {
		return url
	}
	page, anchor, ok := strings.Cut(url, "#")
	page = strings.TrimSuffix(page, ".md") + map[bool]string{true: ".html"}[strings.HasSuffix(page, ".md")]
	if ok {
		page += "#" + anchor
	}
	return page
}

// index is the first page.
func (c *Content) index(chapters []chapter) string {
	var b strings.Builder
	b.WriteString("# Touchstone\n\nTouchstone checks programs that play board games against the rules of the game.\n\n")
	for i, s := range chapters {
		// Chapters of one page that stand together share a list.
		switch alone := len(s.Pages) == 1; {
		case !alone:
			fmt.Fprintf(&b, "\n## %s\n\n", s.Title)
		case i > 0 && len(chapters[i-1].Pages) > 1:
			b.WriteString("\n## More\n\n")
		}
		for _, p := range s.Pages {
			fmt.Fprintf(&b, "- [%s](%s)%s\n", docs.Escape(p.Title), p.Path, purpose(p))
		}
	}
	return b.String()
}

// purpose is what the index says of a page behind its title: the first sentence of
// the page, unless the title says it or the sentence has a link.
func purpose(p docs.Page) string {
	_, rest, _ := strings.Cut(p.Source, "\n\n")
	lead, _, _ := strings.Cut(rest, "\n\n")
	lead = strings.Join(strings.Fields(lead), " ")
	lead, _, _ = strings.Cut(lead, ". ")
	lead = strings.TrimRight(lead, ".:")
	if strings.Contains(p.Title, ": ") || strings.Contains(lead, "](") || strings.ContainsAny(lead[:min(1, len(lead))], "#-|`") {
		return ""
	}
	return ": " + lead
}

// page is a page that is made of the program itself.
func page(section, name, title, source string) docs.Page {
	return docs.Page{Name: name, Section: section, Title: title, Path: path.Join(section, name+".md"), Source: source}
}
