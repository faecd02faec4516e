package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Hints say how much a report tells about a misreading.
type Hints string

// The levels of hints.
const (
	HintClause Hints = "clause" // the clause that is misread
	HintHint   Hints = "hint"   // and where to look
	HintFull   Hints = "full"   // and what such a program does
)

// HintLevels are the levels, the least telling first.
func HintLevels() []string { return []string{string(HintClause), string(HintHint), string(HintFull)} }

// Limit takes from diagnoses what a level does not tell.
func (h Hints) Limit(list []judge.Diagnosis) []judge.Diagnosis {
	list = slices.Clone(list)
	for i := range list {
		if h != HintFull {
			list[i].Text, list[i].Mutants = "", []string{}
		}
		if h == HintClause {
			list[i].Hint = ""
		}
	}
	return list
}

// A Book is what reports look up: clauses, the names of values, the defaults of
// options. A nil one knows nothing.
type Book struct {
	Game *game.Game
	Task game.Task
}

// lessonValueMax is how much of an input value a lesson shows; touchstone show
// has the rest.
const lessonValueMax = 300

// A point is one line of a lesson: what it is about, and the text.
type point struct {
	name, text string
	next       bool // it is a command line that leads on
}

// lesson is what a report tells about the first failure of a cause besides its
// message: what the case is for and asks, what the difference means, which clause
// it comes from, and how to go on.
func (b *Book) lesson(r *run.Result, rerun *Rerun) []point {
	if b == nil {
		return nil
	}
	v := &r.Verdict
	var list []point
	add := func(name, text string) {
		if text != "" {
			list = append(list, point{name: name, text: text})
		}
	}
	if v.Outcome != judge.NotJSON && v.Outcome != judge.WrongShape {
		// What the case is for says nothing about an answer that is none.
		add("catches", oneLine(r.Why, messageBytesMax))
	}
	for i, value := range r.Input {
		add("input "+nameOf(b.Task.In, i), oneLine(string(value), lessonValueMax))
	}
	add("where", b.where(v.Pointer))
	add("in words", inWords(v))
	if clause, ok := b.clause(v.Clause); ok {
		add("clause", clause.ID+": "+clause.Text)
	}
	for _, id := range v.House {
		if clause, ok := b.clause(id); ok {
			said := id + ": the rules of " + b.Game.Name + " leave this open; deciding otherwise is wrong only if you were told"
			if id != v.Clause {
				said += ": " + clause.Text
			}
			add("house ruling", said)
		}
	}
	if line := showLine(v, rerun); line != "" {
		list = append(list, point{"show", line, true})
	}
	if _, ok := b.clause(v.Clause); ok {
		list = append(list, point{"rules", fmt.Sprintf("touchstone rules %s %s", b.Game.Name, v.Clause), true})
	}
	return list
}

// unusual are the options that are not at their defaults; without a book all may be.
func (b *Book) unusual(options []game.Setting) run.Options {
	return slices.DeleteFunc(slices.Clone(options), func(s game.Setting) bool {
		return b != nil && slices.ContainsFunc(b.Game.Options, func(o game.Option) bool {
			return o.Name == s.Name && judge.SameValue(jsontext.Value(o.Default), s.Value)
		})
	})
}

func (b *Book) clause(id string) (game.Clause, bool) {
	if b == nil || b.Game == nil {
		return game.Clause{}, false
	}
	return b.Game.Clause(id)
}

// nameOf is the name of the i-th of some values.
func nameOf(params []game.Param, i int) string {
	if len(params) == 0 {
		return fmt.Sprintf("value %d", i+1)
	}
	return params[min(i, len(params)-1)].Name
}

// where names the value that a pointer leads into.
func (b *Book) where(pointer string) string {
	number, rest, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	i, err := strconv.Atoi(number)
	if err != nil || len(b.Task.Out) == 0 {
		return ""
	}
	where := fmt.Sprintf("value %d, %s", i+1, nameOf(b.Task.Out, i))
	if rest != "" {
		where += ", at /" + oneLine(rest, pointerBytesMax)
	}
	return where
}

// inWords says what it means that an answer is of another kind.
func inWords(v *judge.Verdict) string {
	expected, received := v.Expected, v.Received
	if len(expected) == 0 || len(received) == 0 {
		return ""
	}
	legal := func(raw jsontext.Value) string { return string(judge.Member(raw, "legal")) }
	pair := [2]string{legal(expected), legal(received)}
	if strings.HasSuffix(v.Pointer, "/legal") {
		pair = [2]string{string(expected), string(received)}
	}
	switch pair {
	case [2]string{"true", "false"}:
		return "you call it illegal; the rules allow it"
	case [2]string{"false", "true"}:
		return "you allow it; the rules call it illegal"
	}
	kind := func(raw jsontext.Value) string {
		if s := string(raw); s == "true" || s == "false" || s == "null" {
			return s
		}
		return stream.KindName(raw.Kind())
	}
	if kind(expected) != kind(received) && (len(expected) > freeBytesMax || len(received) > freeBytesMax || expected.Kind() != received.Kind()) {
		return fmt.Sprintf("you answer %s; the rules give %s", kind(received), kind(expected))
	}
	return ""
}

// showLine is the command line that shows a case in full, "" if there is none.
func showLine(v *judge.Verdict, rerun *Rerun) string {
	if rerun == nil || len(v.Case) > idBytesMax || rerun.bytes() > againBytesMax {
		return ""
	}
	return text.Inert(text.Visible(rerun.Show(v.Case)))
}

// answersMin is how many answers a diagnosis has to rest on before it is told
// without a warning: to a few cases many mistakes give the same answers.
const answersMin = 5

// readsLike is what a diagnosis says, "" where it says nothing about the cause.
func readsLike(d *judge.Diagnosis) string {
	rest := ""
	if d.Passes > 0 {
		rest = fmt.Sprintf(", and all %s", text.Count(d.Passes, "right one"))
	}
	what := "misreads " + d.Clause
	if len(d.Clauses) > 0 {
		what = "misreads " + strings.Join(d.Clauses, " or ")
	}
	if d.Text != "" {
		what = oneLine(d.Text, messageBytesMax)
		if len(d.Clauses) == 0 {
			what += " (" + d.Clause + ")"
		}
	}
	said := fmt.Sprintf("answers like a program that %s: %d of %s%s", what, d.Explains, text.Count(d.Of, "wrong answer"), rest)
	switch {
	case d.Telling != "":
		said += "; test --diagnose asks the program more cases to tell them apart"
	case d.Of+d.Passes < answersMin:
		said += "; so few answers may have other reasons: run all cases, or test --diagnose"
	}
	return said
}

// perhaps is what there is to say where no reading fits, "" if nothing.
func perhaps(list []judge.Diagnosis) string {
	var clauses []string
	for _, d := range list {
		if d.Likely && len(clauses) < likelyShown {
			clauses = append(clauses, d.Clause)
		}
	}
	if len(clauses) == 0 {
		return ""
	}
	likeliest := "; the likeliest clause is "
	if len(clauses) > 1 {
		likeliest = "; the likeliest clauses are "
	}
	return "no known misreading fits all wrong answers" + likeliest + strings.Join(clauses, ", ")
}

// verdictsOn is what the diagnoses of a run say, a line each.
func verdictsOn(s *run.Summary) []string {
	var list []string
	for i := range s.Diagnoses {
		if d := &s.Diagnoses[i]; !d.Likely {
			list = append(list, readsLike(d))
		}
	}
	if said := perhaps(s.Diagnoses); said != "" {
		list = append(list, said)
	}
	return list
}

// likelyShown is how many likely clauses are named.
const likelyShown = 3
