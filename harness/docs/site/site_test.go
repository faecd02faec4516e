package site

import "testing"

func TestAddress(t *testing.T) {
	for url, want := range map[string]string{
		"live.md":                    "live.html",
		"live.md#calls":              "live.html#calls",
		"#calls":                     "#calls",
		"https://example.org/a":      "https://example.org/a",
		"javascript:alert(1)":        "#refused",
		"javascript://a/%0aalert(1)": "#refused",
		" data:text/html,x":          "#refused",
	} {
		if got := address(url); got != want {
			t.Errorf("%q leads to %q, expected %q", url, got, want)
		}
	}
}
