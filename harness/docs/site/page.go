package site

import (
	"bytes"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/docs"
	"github.com/touchstone-harness/touchstone/harness/report/html"
)

// A sheet is a page with the list of all pages around it.
type sheet struct {
	docs.Page

	Version  string
	Chapters []chapter
	Body     html.Trusted
	Tries    bool // it is the page Try it
}

// root is where the site begins, from this page.
func (s *sheet) root() string { return strings.Repeat("../", strings.Count(s.Path, "/")) }

// bytes are those of the page.
func (s *sheet) bytes() ([]byte, error) {
	attributes := html.Group{html.Lang("en"), html.Data("root", s.root())}
	if s.Tries {
		attributes = append(attributes, html.Data("version", s.Version))
	}
	body := html.Body(html.Lines(
		html.Header(html.Lines(
			html.A(s.to("index.html"), html.Text("Touchstone")),
			html.Form(html.ID("search"), html.Role("search"), html.Attr("hidden"), html.Lines(
				html.Label(html.For("words"), html.Text("Search")),
				html.Input(html.ID("words"), html.Type("search"), html.AutoComplete("off"), html.Attr("spellcheck", "false")),
			)),
		)),
		html.Section(
			html.ID("found"), html.Aria("label", "Search results"), html.Attr("hidden"), html.P(html.Role("status")), html.Ol(),
		),
		html.Main(html.Text("\n"), s.Body),
		html.Nav(html.Aria("label", "Pages"), html.Each(s.Chapters, s.chapter)),
		html.Footer(html.Text("Touchstone "+s.Version)),
	))
	var b bytes.Buffer
	page := html.Group{html.Trusted("<!doctype html>\n"), html.HTML(attributes, html.Lines(s.head(), body)), html.Trusted("\n")}
	err := page.Render(&b)
	return b.Bytes(), err
}

func (s *sheet) head() html.Node {
	title, policy := s.Title, "default-src 'none'; style-src 'self'; script-src 'self'"
	if s.root() != "" {
		title += " - Touchstone"
	}
	var tries html.Node
	if s.Tries {
		policy += " 'wasm-unsafe-eval'; worker-src blob:"
		tries = html.Lines(
			s.stylesheet("try/try.css"),
			html.Each(tryScripts, func(name string) html.Node { return s.script("try/" + name) }),
		)
	}
	return html.Head(html.Lines(
		html.Meta(html.Charset("utf-8")),
		html.Meta(
			html.Attr("http-equiv", "Content-Security-Policy"), html.Content(policy+"; img-src 'self'; base-uri 'none'; form-action 'none'"),
		),
		html.Meta(html.Name("viewport"), html.Content("width=device-width, initial-scale=1")),
		html.Meta(html.Name("color-scheme"), html.Content("light dark")),
		html.TitleEl(html.Text(title)),
		s.stylesheet("site.css"),
		s.script("search-index.js"),
		s.script("search.js"),
		tries,
	))
}

// to leads to a file of the site.
func (s *sheet) to(file string) html.Node { return html.Href(s.root() + file) }

func (s *sheet) stylesheet(file string) html.Node {
	return html.Link(html.Rel("stylesheet"), s.to(file))
}

func (s *sheet) script(file string) html.Node {
	return html.Script(html.Src(s.root()+file), html.Defer())
}

// chapter is a part of the list of pages.
func (s *sheet) chapter(c chapter) html.Node {
	entry := func(p docs.Page) html.Node {
		return html.A(s.to(address(p.Path)), html.If(p.Path == s.Path, html.Aria("current", "page")), html.Text(p.Title))
	}
	if c.Single() {
		return html.P(entry(c.Pages[0]))
	}
	return html.Details(html.If(c.Name == s.Section, html.Attr("open")), html.Lines(
		html.Summary(html.Text(c.Title)),
		html.Ul(html.Each(c.Pages, func(p docs.Page) html.Node { return html.Li(entry(p)) })),
	))
}
