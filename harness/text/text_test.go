package text_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/text"
)

func TestVisible(t *testing.T) {
	for said, want := range map[string]string{
		"":                 "",
		"plain é ☺":        "plain é ☺",
		"a\tb":             "a    b",
		"a\nb\x1b[31m":     `a\u000ab\u001b[31m`,
		"\u202e\U000e0001": `\u202e\udb40\udc01`,
		"\xff\xc3":         `\xff\xc3`,
		"\ufffd":           "\ufffd",
	} {
		if got := text.Visible(said); got != want {
			t.Errorf("%q becomes %q, expected %q", said, got, want)
		}
	}
}

// TestVisibleShowsAsItself holds for every text, and JSON stays what it is.
func TestVisibleShowsAsItself(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		said := string(rapid.SliceOf(rapid.Byte()).Draw(rt, "bytes")) + rapid.String().Draw(rt, "text")
		got := text.Visible(said)
		if strings.IndexFunc(got, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 || !utf8.ValidString(got) {
			rt.Fatalf("%q becomes %q", said, got)
		}
		quoted, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(said, "?"))
		if err != nil {
			rt.Fatal(err)
		}
		back, err := jsontext.AppendUnquote(nil, text.Visible(string(quoted)))
		if err != nil || string(back) != strings.ToValidUTF8(said, "?") {
			rt.Fatalf("%s is shown as another string: %q, %v", quoted, back, err)
		}
	})
}

func TestValid(t *testing.T) {
	for said, want := range map[string]string{
		"a\x1b\n": "a\x1b\n", "é\xff\xc3": `é\xff\xc3`, "\ufffd": "\ufffd",
	} {
		if got := text.Valid(said); got != want {
			t.Errorf("%q becomes %q, expected %q", said, got, want)
		}
	}
}

func TestInertChangesNothingElse(t *testing.T) {
	for said, want := range map[string]string{
		"std::vector<int>": "std::vector<int>", "a\n  b": "a\n  b", "## heading": "## heading", "#[x]": "#[x]",
		"::x":              `\u003a:x`,
		"a\n  ::x\n::":     "a\n  \\u003a:x\n\\u003a:",
		"##[x]":            `#\u0023[x]`,
		"#####[x] ##[":     `####\u0023[x] #\u0023[`,
		"##vso[a] #\u0023": `#\u0023vso[a] ##`,
	} {
		if got := text.Inert(said); got != want {
			t.Errorf("%q becomes %q, expected %q", said, got, want)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		said string
		most int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "abc…"},
		{"éé", 3, "é…"},
		{"é", 1, "…"},
		{"", 0, ""},
		{"a", 0, "…"},
	} {
		if got := text.Shorten(c.said, c.most); got != c.want {
			t.Errorf("%q in %d bytes is %q, expected %q", c.said, c.most, got, c.want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	for said, want := range map[string]string{
		"":                                      "",
		" [1,\n\t2 ] ":                          "[1,2]",
		`{"a b": "c\" d" }`:                     `{"a b":"c\" d"}`,
		"\"\u202e\"":                            `"\u202e"`,
		`"` + strings.Repeat("x", 50) + `"`:     `"` + strings.Repeat("x", 39) + "…",
		`"` + strings.Repeat("é", 30) + `"`:     `"` + strings.Repeat("é", 19) + "…",
		strings.Repeat("7", 40):                 strings.Repeat("7", 40),
		strings.Repeat(" ", 5000) + "1":         "…",
		"[" + strings.Repeat(" ", 5000) + "1]":  "[…",
		`["` + strings.Repeat("é", 5000) + `"]`: `["` + strings.Repeat("é", 19) + "…",
	} {
		if got := text.Excerpt([]byte(said)); got != want {
			t.Errorf("%.60q is shown as %q, expected %q", said, got, want)
		}
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 1000: "1000 bytes", 1 << 10: "1 KiB", 1536: "1.5 KiB", 16 << 20: "16 MiB",
		252_000_000: "240.3 MiB", 1 << 40: "1 TiB", 1<<63 - 1: "8 EiB",
	} {
		if got := text.Bytes(n); got != want {
			t.Errorf("%d bytes are %q, expected %q", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range []string{"0 cases", "1 case", "2 cases"} {
		if got := text.Count(n, "case"); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
	for thing, want := range map[string]string{"retry": "3 retries", "key": "3 keys", "process": "3 processes", "breach": "3 breaches"} {
		if got := text.Count(3, thing); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
