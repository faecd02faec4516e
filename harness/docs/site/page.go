package site

import (
	"bytes"
	"strings"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"github.com/touchstone-harness/touchstone/harness/docs"
	"github.com/touchstone-harness/touchstone/harness/report/markup"
)

// A sheet is a page with the list of all pages around it.
type sheet struct {
	docs.Page

	Version  string
	Chapters []chapter
	Body     markup.Trusted
	Tries    bool // it is the page Try it
}

// root is where the site begins, from this page.
func (s *sheet) root() string { return strings.Repeat("../", strings.Count(s.Path, "/")) }

// bytes are those of the page.
func (s *sheet) bytes() ([]byte, error) {
	attributes := g.Group{html.Lang("en"), html.Data("root", s.root())}
	if s.Tries {
		attributes = append(attributes, html.Data("version", s.Version))
	}
	body := html.Body(markup.Lines(
		html.Header(markup.Lines(
			html.A(s.to("index.html"), g.Text("Touchstone")),
			html.Form(html.ID("search"), html.Role("search"), g.Attr("hidden"), markup.Lines(
				html.Label(html.For("words"), g.Text("Search")),
				html.Input(html.ID("words"), html.Type("search"), html.AutoComplete("off"), g.Attr("spellcheck", "false")),
			)),
		)),
		html.Section(
			html.ID("found"), html.Aria("label", "Search results"), g.Attr("hidden"), html.P(html.Role("status")), html.Ol(),
		),
		html.Main(g.Text("\n"), s.Body),
		html.Nav(html.Aria("label", "Pages"), markup.Each(s.Chapters, s.chapter)),
		html.Footer(g.Text("Touchstone "+s.Version)),
	))
	var b bytes.Buffer
	page := g.Group{markup.Trusted("<!doctype html>\n"), html.HTML(attributes, markup.Lines(s.head(), body)), markup.Trusted("\n")}
	err := page.Render(&b)
	return b.Bytes(), err
}

func (s *sheet) head() g.Node {
	title, policy := s.Title, "default-src 'none'; style-src 'self'; script-src 'self'"
	if s.root() != "" {
		title += " - Touchstone"
	}
	var tries g.Node
	if s.Tries {
		policy += " 'wasm-unsafe-eval'; worker-src blob:"
		tries = markup.Lines(
			s.stylesheet("try/try.css"),
			markup.Each(tryScripts, func(name string) g.Node { return s.script("try/" + name) }),
		)
	}
	return html.Head(markup.Lines(
		html.Meta(html.Charset("utf-8")),
		html.Meta(
			g.Attr("http-equiv", "Content-Security-Policy"), html.Content(policy+"; img-src 'self'; base-uri 'none'; form-action 'none'"),
		),
		html.Meta(html.Name("viewport"), html.Content("width=device-width, initial-scale=1")),
		html.Meta(html.Name("color-scheme"), html.Content("light dark")),
		html.TitleEl(g.Text(title)),
		s.stylesheet("site.css"),
		s.script("search-index.js"),
		s.script("search.js"),
		tries,
	))
}

// to leads to a file of the site.
func (s *sheet) to(file string) g.Node { return markup.Href(s.root() + file) }

func (s *sheet) stylesheet(file string) g.Node { return html.Link(html.Rel("stylesheet"), s.to(file)) }

func (s *sheet) script(file string) g.Node {
	return html.Script(markup.Src(s.root()+file), html.Defer())
}

// chapter is a part of the list of pages.
func (s *sheet) chapter(c chapter) g.Node {
	entry := func(p docs.Page) g.Node {
		return html.A(s.to(address(p.Path)), g.If(p.Path == s.Path, html.Aria("current", "page")), g.Text(p.Title))
	}
	if c.Single() {
		return html.P(entry(c.Pages[0]))
	}
	return html.Details(g.If(c.Name == s.Section, g.Attr("open")), markup.Lines(
		html.Summary(g.Text(c.Title)),
		html.Ul(markup.Each(c.Pages, func(p docs.Page) g.Node { return html.Li(entry(p)) })),
	))
}
