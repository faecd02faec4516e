package text

import (
	"strings"
	"unicode/utf8"
)

// asciiFor are the characters for which terminals without Unicode have others.
var asciiFor = strings.NewReplacer(
	"\u2013", "-", "\u2014", "-", "\u2026", "...", "\u00d7", "x", "\u00b1", "+-", "\u2192", "->", "\u25ba", ">", "\u25bc", "v",
	"\u2265", ">=", "\u2264", "<=", "\u00b5", "u", "\u00b7", ".", "\u00bb", ">", "\u00ab", "<", "\u2019", "'", "\u201c", `"`, "\u201d", `"`,
	"\u263a", "@",
	"─", "-", "━", "=", "│", "|", "┃", "|", "┌", "+", "┐", "+", "└", "+", "┘", "+", "├", "+", "┤", "+", "┬", "+", "┴", "+", "┼", "+",
	"┏", "+", "┓", "+", "┗", "+", "┛", "+", "╇", "+", "┫", "+", "╃", "+", "┨", "+", "╉", "+", "╆", "+", "┻", "+",
)

// ASCII is a text in ASCII, with ? for what no other character stands for.
func ASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return '?'
		}
		return r
	}, asciiFor.Replace(s))
}
