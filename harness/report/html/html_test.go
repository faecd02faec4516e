package html_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/report/html"
)

func render(t *testing.T, n html.Node) string {
	t.Helper()
	var b strings.Builder
	if err := n.Render(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestText: whatever text a page is given, it is text.
func TestText(t *testing.T) {
	const hostile = `"><script>alert('1')</script>&amp;` + "\x00"
	const want = "&#34;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;\ufffd"
	for name, n := range map[string]html.Node{
		"text":      html.P(html.Text(hostile)),
		"format":    html.P(html.Textf("%s", hostile)),
		"attribute": html.P(html.ID(hostile)),
		"if":        html.Maybe(hostile, html.P),
		"texts":     html.Texts([]string{hostile}, html.P),
	} {
		if got := render(t, n); strings.Count(got, want) != 1 || strings.Contains(got, "<script") {
			t.Errorf("%s: %q", name, got)
		}
	}
	var page strings.Builder
	p := html.Page{Title: hostile}
	if err := p.Write(&page); err != nil || !strings.Contains(page.String(), "<title>"+want+"</title>") {
		t.Errorf("%v\n%s", err, page.String())
	}
	if got := render(t, html.P(html.Trusted("<b>drawn</b>"))); got != "<p><b>drawn</b></p>" {
		t.Error(got)
	}
}

func TestAddresses(t *testing.T) {
	for address, known := range map[string]bool{
		"": true, "a.html": true, "../a.html#b": true, "#a": true, "?a=b:c": true, "a/b:c": true, "#step=a:b": true, "//example.org/a": true,
		"http://example.org": true, "HTTPS://example.org/?a=b": true, "mailto:a@example.org": true,
		"javascript:alert(1)": false, "JavaScript:alert(1)": false, " javascript:alert(1)": false, "java\tscript:alert(1)": false,
		"\x01javascript:alert(1)": false, "data:text/html,a": false, "vbscript:a": false, "file:///etc/passwd": false, ":": false,
	} {
		got := render(t, html.A(html.Href(address)))
		want := `<a href="` + address + `"></a>`
		if !known {
			want = `<a href="#refused"></a>`
		}
		if got != want {
			t.Errorf("%q: %s", address, got)
		}
		if got := render(t, html.El("img", html.Src(address))); (got == `<img src="`+address+`">`) != known {
			t.Errorf("%q: %s", address, got)
		}
	}
	if got := render(t, html.A(html.Href("file:///site/try.html", "file"))); got != `<a href="file:///site/try.html"></a>` {
		t.Error(got)
	}
	if got := render(t, html.A(html.ToID(`a b"<é`))); got != `<a href="#a%20b%22%3C%C3%A9"></a>` {
		t.Error(got)
	}
}

func TestLines(t *testing.T) {
	word := func(s string) html.Node { return html.B(html.Text(s)) }
	for want, n := range map[string]html.Node{
		"<p>\n<b>a</b>\n<b>b</b>\n</p>": html.P(html.Lines(word("a"), nil, word("b"))),
		"<p>\n<b>h</b>\n</p>":           html.P(html.Lines(html.Maybe("", html.B), html.Maybe("h", html.B))),
		"<p>\n<b>c</b>\n<b>d</b>\n</p>": html.P(html.Each([]string{"c", "d"}, word)),
		"<p>\n<b>e</b>\n<b>f</b>\n<b>g</b>\n</p>": html.P(html.Lines(
			html.Each([]string{"e", "f"}, word), html.Texts([]string{"g"}, html.B), html.Each(nil, word),
		)),
	} {
		if got := render(t, n); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}

// full can take only a little.
type full struct{ room int }

var errFull = errors.New("full")

func (f *full) Write(text []byte) (int, error) {
	if f.room -= len(text); f.room < 0 {
		return 0, errFull
	}
	return len(text), nil
}

func TestErrors(t *testing.T) {
	p := html.Page{Title: "a", Body: []html.Node{html.Texts(make([]string, 5000), html.P)}}
	for _, room := range []int{0, 10_000} {
		if err := p.Write(&full{room}); !errors.Is(err, errFull) {
			t.Errorf("with room for %d bytes: %v", room, err)
		}
	}
}
