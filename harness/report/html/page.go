package html

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"io"
)

// A Page is a page that is one file. Its Content-Security-Policy lets it do nothing but
// what stands in it: should text of a subject ever become markup, it loads and runs
// nothing.
type Page struct {
	Title string
	// Style and Script are written as they are, so that nothing of a subject may be in
	// them; "" for none.
	Style, Script string
	Body          []Node
}

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	body := p.Body
	if p.Script != "" {
		body = append(body, Script(Trusted(p.Script)))
	}
	page := Group{Trusted("<!DOCTYPE html>\n"), HTML(
		Lang("en"),
		Lines(
			Head(Lines(
				Meta(Charset("utf-8")),
				Meta(Attr("http-equiv", "Content-Security-Policy"), Content(policy(p.Style, p.Script))),
				Meta(Name("viewport"), Content("width=device-width, initial-scale=1")),
				Meta(Name("referrer"), Content("no-referrer")),
				TitleEl(Text(p.Title)),
				StyleEl(Trusted(p.Style)),
			)),
			Body(Lines(body...)),
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
