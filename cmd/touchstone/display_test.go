package main

import (
	"strings"
	"testing"
)

// Lines that are too long are broken at words; what people copy is not.
func TestBreakLines(t *testing.T) {
	for _, c := range []struct {
		name   string
		writes []string
		want   string
	}{
		{"short", []string{"one two\n"}, "one two\n"},
		{"just", []string{"123456789 123456789\n"}, "123456789 123456789\n"},
		{"prose", []string{"one two three four five six seven\n"}, "one two three four\nfive six seven\n"},
		{"a named line", []string{"  hint: count the pebbles of the wallet\n"}, "  hint: count the\n    pebbles of the\n    wallet\n"},
		{"a table", []string{"BG-1  one two three four\nBG-22  five\n"}, "BG-1  one two three\n      four\nBG-22  five\n"},
		{"a table in parts", []string{"BG-1", "  ", "one two three four", "\n"}, "BG-1  one two three\n      four\n"},
		{"a wide gap", []string{"one two three      four\n"}, "one two three\n    four\n"},
		{"no words", []string{strings.Repeat("x", 50) + " y\n"}, strings.Repeat("x", 50) + "\ny\n"},
		{"a value", []string{`[["red", "blue"], ["white"]]` + "\n"}, `[["red", "blue"], ["white"]]` + "\n"},
		{"a command", []string{"again: touchstone test bazaar/rules -- ./xrules\n"}, "again: touchstone test bazaar/rules -- ./xrules\n"},
		{"colours", []string{"\x1b[31mone two\x1b[0m three four five\n"}, "\x1b[31mone two\x1b[0m three four\nfive\n"},
		{"in parts", []string{"one two three ", "four ", "five\n", "six\n"}, "one two three four \nfive\nsix\n"},
		{"blanks", []string{"   \n\n one  \n"}, "   \n\n one  \n"},
		{"letters", []string{"ééé ééé ééé ééé ééé ééé\n"}, "ééé ééé ééé ééé ééé\nééé\n"},
	} {
		s := &display{}
		got := ""
		for _, w := range c.writes {
			got += s.breakLines(w, displayMin)
		}
		if got != c.want {
			t.Errorf("%s: %q, expected %q", c.name, got, c.want)
		}
	}
}
