package markup

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"io"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

// A Page is a page that is one file. Its Content-Security-Policy lets it do nothing but
// what stands in it: should text of a subject ever become markup, it loads and runs
// nothing.
type Page struct {
	Title string
	// Style and Script are written as they are, so that nothing of a subject may be in
	// them; "" for none.
	Style, Script string
	Body          []g.Node
}

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	body := p.Body
	if p.Script != "" {
		body = append(body, html.Script(Trusted(p.Script)))
	}
	page := g.Group{Trusted("<!DOCTYPE html>\n"), html.HTML(
		html.Lang("en"),
		Lines(
			html.Head(Lines(
				html.Meta(html.Charset("utf-8")),
				html.Meta(g.Attr("http-equiv", "Content-Security-Policy"), html.Content(policy(p.Style, p.Script))),
				html.Meta(html.Name("viewport"), html.Content("width=device-width, initial-scale=1")),
				html.Meta(html.Name("referrer"), html.Content("no-referrer")),
				html.TitleEl(g.Text(p.Title)),
				html.StyleEl(Trusted(p.Style)),
			)),
			html.Body(Lines(body...)),
		),
	), Trusted("\n")}
	if err := page.Render(out); err != nil {
		return err
	}
	return out.Flush()
}

// policy is that of a page with one style and one script, the texts between the tags. The
// page fetches nothing, from nowhere.
func policy(style, script string) string {
	return "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script) + "; base-uri 'none'; form-action 'none'"
}

func hash(text string) string {
	if text == "" {
		return "'none'"
	}
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
