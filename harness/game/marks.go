package game

import (
	"slices"
	"strings"
)

// wordHouse is the mark House in words.
const wordHouse = "house"

// markWords are the marks in words, as flags and course files have them.
func markWords() []string { return []string{"stated", "inferred", "course", "source", wordHouse} }

// TextOnly tells whether marks, in words, leave out the cases that rest on house
// rulings. No words mean all marks. Only house can be left out: text that decides a
// case does not stop deciding it. The error is a *UsageError; list is the command that
// lists the marks.
func TextOnly(marks []string, list string) (bool, error) {
	known := markWords()
	for _, mark := range marks {
		if !slices.Contains(known, mark) {
			return false, Unknown("mark", mark, "", known, list)
		}
	}
	if len(marks) == 0 || slices.Contains(marks, wordHouse) {
		return false, nil
	}
	text := slices.DeleteFunc(known, func(mark string) bool { return mark == wordHouse })
	for _, mark := range text {
		if !slices.Contains(marks, mark) {
			return false, &UsageError{
				Message: "the marks lack " + mark + ", and only house can be left out",
				Hint:    "write " + strings.Join(text, ",") + " for the cases that rest on no house ruling",
			}
		}
	}
	return true, nil
}
