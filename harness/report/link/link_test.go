package link_test

import (
	"compress/flate"
	"encoding/base64"
	"io"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/report/link"
)

func TestPage(t *testing.T) {
	for site, want := range map[string]string{
		"https://example.org":                 "https://example.org/try.html",
		"https://example.org/ts/":             "https://example.org/ts/try.html",
		"http://localhost:8000/site/try.html": "http://localhost:8000/site/try.html",
		"file:///tmp/site":                    "file:///tmp/site/try.html",
		"example.org":                         "",
		"javascript:alert(1)":                 "",
		"https://example.org/#x":              "",
		"https://":                            "",
		"http:///x":                           "",
		"":                                    "",
	} {
		if got, err := link.Page(site); got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v", site, got, err)
		}
	}
}

func TestOf(t *testing.T) {
	v := link.View{Game: "bazaar", Task: "move", Options: []string{`draws="recorded"`}, Input: "{\"a\":1}\nfalse"}
	got := v.Of("https://example.org/try.html")
	packed, ok := strings.CutPrefix(got, "https://example.org/try.html#1.")
	if !ok {
		t.Fatal(got)
	}
	raw, err := base64.RawURLEncoding.DecodeString(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(flate.NewReader(strings.NewReader(string(raw))))
	if want := `{"game":"bazaar","task":"move","options":["draws=\"recorded\""],"input":"{\"a\":1}\nfalse"}`; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
	long := link.View{Game: "bazaar", Task: "move", Input: noise(100_000)}
	if got := long.Of("https://example.org/try.html"); got != "" {
		t.Errorf("a link of %d bytes", len(got))
	}
	if got, want := link.Case("https://example.org/try.html", "bazaar/move/a b"), "https://example.org/try.html#case=bazaar/move/a%20b"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
}

// noise is text that cannot be compressed by much.
func noise(n int) string {
	b := make([]byte, n)
	for i, x := 0, uint32(1); i < n; i++ {
		x = x*1664525 + 1013904223
		b[i] = byte(x >> 24)
	}
	return base64.StdEncoding.EncodeToString(b)
}
