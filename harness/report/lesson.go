package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report/link"
	"github.com/touchstone-harness/touchstone/harness/run"
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
		if list[i].Habit != "" {
			continue // no rule is given away
		}
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
	// Try is the address of the page Try it, to which lessons link; "" for none. The
	// page answers by the options of the run.
	Try     string
	Options []game.Setting
}

// lessonValueMax is how much of an input value a lesson shows; touchstone show
// has the rest.
const lessonValueMax = 300

// A point is one line of a lesson: what it is about, and the text.
type point struct {
	name, text string
	next       bool // it is a command line or an address that leads on
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
	stray := v.Outcome == judge.WrongAnswer && len(r.Clauses) > 0 && v.Clause != "" && !slices.Contains(r.Clauses, v.Clause)
	if v.Outcome != judge.NotJSON && v.Outcome != judge.WrongShape && (!stray || b.Task.Live != "") {
		// What the case is for says nothing about an answer that is none, nor about another
		// mistake than the one it was written against.
		add("catches", oneLine(r.Why, messageBytesMax))
	}
	for i, value := range r.Input {
		add("input "+nameOf(b.Task.In, i), oneLine(string(value), lessonValueMax))
	}
	if answered(v.Outcome) {
		add("where", b.where(v.Pointer))
	}
	add("in words", b.inWords(r))
	if clause, ok := b.clause(v.Clause); ok {
		add("clause", clause.ID+": "+clause.Text)
		if stray {
			add("tests", fmt.Sprintf("%s; but %s %s",
				oneLine(strings.Join(r.Clauses, ", "), messageBytesMax), b.pointsTo(v), v.Clause))
		}
	}
	for _, id := range v.House {
		if clause, ok := b.clause(id); ok {
			said := id + ": the rules of " + b.Game.Name + " leave this open; another reading is wrong only if you were told this one"
			if id != v.Clause {
				said += ": " + clause.Text
			}
			add("house ruling", said)
		}
	}
	if line := showLine(v, rerun); line != "" {
		list = append(list, point{"show", line, true})
	}
	if address := b.tryLink(r, rerun); address != "" {
		list = append(list, point{tryName, address, true})
	}
	if _, ok := b.clause(v.Clause); ok {
		list = append(list, point{"rules", rerun.Rules(b.Game, v.Clause), true})
	}
	return list
}

// pointsTo says what has led to a clause that the case is not for: in a live game one
// message is enough, and so it is if the reference of a game's folder names the clause.
func (b *Book) pointsTo(v *judge.Verdict) string {
	switch {
	case b.Task.Live != "":
		return "what your program did breaks"
	case v.Reason != "":
		return "what your program answered breaks"
	}
	return "all your answers together point to"
}

// tryName is what lessons call the link to a case.
const tryName = "try it"

// tryLink opens a case on the page Try it: an embedded case under the usual options by its
// id, another one by its values. It is "" if there is no page, or the case does not fit
// into a link.
func (b *Book) tryLink(r *run.Result, rerun *Rerun) string {
	if b.Try == "" || b.Game.Folder != "" || b.Task.Live != "" || rerun == nil {
		return ""
	}
	v := link.View{Game: b.Game.Name, Task: b.Task.Name}
	for _, o := range b.Game.Unusual(b.Options) {
		v.Options = append(v.Options, o.Name+"="+string(o.Value))
	}
	if len(v.Options) == 0 && rerun.embedded(r.Verdict.Case) {
		return link.Case(b.Try, r.Verdict.Case)
	}
	if len(r.Input) == 0 {
		return ""
	}
	for _, value := range r.Input {
		v.Input += string(value) + "\n"
	}
	return v.Of(b.Try)
}

// answers are the values of both answers that differ, as far as the message does not
// have them. Reports that lay out the difference need none.
func (b *Book) answers(r *run.Result) []point {
	if b == nil {
		return nil
	}
	var list []point
	for i := range max(len(r.Expected), len(r.Received)) {
		expected, received := "nothing", "nothing"
		if i < len(r.Expected) {
			expected = oneLine(string(r.Expected[i]), lessonValueMax)
		}
		if i < len(r.Received) {
			received = oneLine(string(r.Received[i]), lessonValueMax)
		}
		if expected == received || strings.Contains(r.Verdict.Message, expected) && strings.Contains(r.Verdict.Message, received) {
			continue
		}
		name := nameOf(b.Task.Out, i)
		list = append(list, point{name: rightName(&r.Verdict) + " " + name, text: expected}, point{name: "received " + name, text: received})
	}
	return list
}

// rightName is what reports call the right answer to which that of a program is compared.
// Where a reference says what is wrong, it need not be the only one.
func rightName(v *judge.Verdict) string {
	if v.Reason != "" {
		return "one right answer"
	}
	return "expected"
}

// answered tells whether a verdict is about an answer that there is.
func answered(o judge.Outcome) bool {
	switch o {
	case judge.WrongAnswer, judge.WrongShape, judge.MissingOutput, judge.ExtraOutput, judge.NotJSON:
		return true
	}
	return false
}

// unusual are the options that are not at their defaults; without a book all may be.
func (b *Book) unusual(options []game.Setting) game.SettingList {
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

// ordinals name the first values of an answer.
var ordinals = []string{"first", "second", "third", "fourth", "fifth"}

// where names the value that a pointer leads into, "" where there is one value and
// all of it differs.
func (b *Book) where(pointer string) string {
	number, rest, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	i, err := strconv.Atoi(number)
	if err != nil || len(b.Task.Out) == 0 {
		return ""
	}
	where := "in your answer"
	switch several := len(b.Task.Out) > 1 || b.Task.Out[0].Repeated; {
	case several && i < len(ordinals):
		where = fmt.Sprintf("the %s value of your answer (%s)", ordinals[i], nameOf(b.Task.Out, i))
	case several:
		where = fmt.Sprintf("value %d of your answer (%s)", i+1, nameOf(b.Task.Out, i))
	case rest == "":
		return ""
	}
	if rest != "" {
		where += ", at /" + oneLine(rest, pointerBytesMax)
	}
	return where
}

// orFalse ends the name of a value that is false for a request that is illegal.
const orFalse = " or false"

// inWords says what it means that an answer is of another kind.
func (b *Book) inWords(r *run.Result) string {
	v := &r.Verdict
	expected, received := v.Expected, v.Received
	if len(expected) == 0 || len(received) == 0 {
		return ""
	}
	legal := func(raw jsontext.Value) string { return string(judge.Member(raw, "legal")) }
	pair, then := [2]string{legal(expected), legal(received)}, ""
	if decidesOtherwise(v) {
		pair = [2]string{string(expected), string(received)}
	}
	var first string
	if len(b.Task.Out) > 0 && v.Pointer == "/0" {
		first, _ = strings.CutSuffix(b.Task.Out[0].Name, orFalse)
	}
	if first != "" && first != b.Task.Out[0].Name && (string(expected) == "false") != (string(received) == "false") {
		pair = [2]string{strconv.FormatBool(string(expected) != "false"), strconv.FormatBool(string(received) != "false")}
		then = fmt.Sprintf(", and then the %s is %s", first, oneLine(string(expected), lessonValueMax))
	}
	switch solution := strings.HasSuffix(v.Pointer, solutionOK); pair {
	case [2]string{"true", "false"}:
		if solution {
			return "you refuse the solution" + codeOf(r.Received, v.Pointer) + "; the rules accept it"
		}
		return "you call the request illegal" + codeOf(r.Received, v.Pointer) + "; the rules allow it" + then
	case [2]string{"false", "true"}:
		if solution {
			return "you accept the solution; the rules refuse it" + codeOf(r.Expected, v.Pointer)
		}
		return "you allow the request; the rules call it illegal" + codeOf(r.Expected, v.Pointer)
	}
	kind := func(raw jsontext.Value) string {
		if s := string(raw); s == "true" || s == "false" || s == "null" {
			return s
		}
		return stream.KindName(raw.Kind())
	}
	if kind(expected) != kind(received) && (len(expected) > freeBytesMax || len(received) > freeBytesMax || expected.Kind() != received.Kind()) {
		return fmt.Sprintf("you answer %s; the correct answer is %s", kind(received), kind(expected))
	}
	for at := jsontext.Pointer(v.Pointer); strings.Count(string(at), "/") > 1; at = at.Parent() {
		if judge.Reordered(r.Expected, r.Received, string(at)) {
			list := ""
			if _, rest, below := strings.Cut(string(at.Parent())[1:], "/"); below && string(at) != v.Pointer {
				list = " at /" + oneLine(rest, pointerBytesMax) // the values of the list are objects or arrays
			}
			return "you list the right values" + list + " in another order"
		}
	}
	return ""
}

// The ends of pointers to what an answer decides: whether a request is legal, and
// whether a solution is one.
const (
	requestLegal = "/legal"
	solutionOK   = "/ok"
)

// decidesOtherwise tells whether an answer takes what is legal for illegal, or the
// other way round. What follows from that differs as a whole, and teaches nothing.
func decidesOtherwise(v *judge.Verdict) bool {
	return strings.HasSuffix(v.Pointer, requestLegal) || strings.HasSuffix(v.Pointer, solutionOK)
}

// codeOf is why an answer calls something illegal, " (wallet_short)", where the value
// that a pointer leads into says so; "" elsewhere.
func codeOf(answer []jsontext.Value, pointer string) string {
	number, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	i, err := strconv.Atoi(number)
	if err != nil || i >= len(answer) {
		return ""
	}
	code := judge.Member(answer[i], "code")
	if len(code) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s)", oneLine(strings.Trim(string(code), `"`), pointerBytesMax))
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
	if d.Habit != "" {
		return does(d)
	}
	like := "answers like a program that "
	if d.Decides > 0 {
		like = "answers nearly like a program that "
	}
	said := like + gives(d)
	switch {
	case d.Unexplained > 0:
		said += fmt.Sprintf("; no known misreading explains %s", others(d.Unexplained))
	case d.Decides > 0:
		said += fmt.Sprintf("; in the other %d it decides the same but gives other values", d.Decides)
	case d.Telling != "" && d.Asked:
		said += "; more cases did not tell them apart"
	case d.Telling != "":
		said += "; touchstone test --diagnose runs more cases to tell them apart"
	case d.Of+d.Passes < answersMin:
		said += "; these are few answers and may have other causes: run more cases"
		if !d.Asked {
			said += ", or touchstone test --diagnose"
		}
	}
	return said
}

// does is what a program does out of habit, and how many of its answers are so.
func does(d *judge.Diagnosis) string {
	if d.Habit == judge.Shape {
		of := text.Count(d.Of, "wrong answer")
		if d.Explains == d.Of {
			of = "all " + of
		} else {
			of = fmt.Sprintf("%d of %s", d.Explains, of)
		}
		return fmt.Sprintf("%s have the same wrong shape: %s", of, oneLine(d.Text, messageBytesMax))
	}
	said := fmt.Sprintf("the program %s (%s", oneLine(d.Text, messageBytesMax), text.Count(d.Explains, "wrong answer"))
	if d.Passes > 0 {
		said += fmt.Sprintf(", %s", text.Count(d.Passes, "right one"))
	}
	return said + ")"
}

// others are the wrong answers that a reading leaves over.
func others(n int) string {
	if n == 1 {
		return "the other one"
	}
	return fmt.Sprintf("the other %d", n)
}

// gives is what readings do, and which answers they give.
func gives(d *judge.Diagnosis) string {
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
	said := fmt.Sprintf("%s: %d of %s", what, d.Explains, text.Count(d.Of, "wrong answer"))
	if d.Passes > 0 {
		right := "all " + text.Count(d.Passes, "right one")
		if d.Passes == 1 {
			right = "the right one"
		}
		said += ", and " + right
	}
	return said
}

// seeing is a hint as a report tells it: hints say what cases show a mistake.
func seeing(hint string) string {
	if hint == "" {
		return ""
	}
	return "to see the mistake, " + strings.ToLower(hint[:1]) + oneLine(hint[1:], messageBytesMax)
}

// perhaps is what there is to say where no known reading fits, "" if nothing: the likely
// clauses, and what comes nearest to the program. First is the likeliest of them. Where
// something else explains all answers, that is said, and a known reading that explains a part.
func perhaps(s *run.Summary) (said, first string) {
	list := s.Diagnoses
	for i := range list {
		if whole(&list[i]) {
			return inPart(list[i+1:]), ""
		}
	}
	var clauses []string
	nearest, left := "", "all wrong answers"
	for i := range list {
		d := &list[i]
		switch {
		case d.Unexplained > 0:
			left = others(d.Unexplained)
		case d.Habit != "":
			left = "all other wrong answers"
		}
		if !d.Likely || len(clauses) == likelyShown {
			continue
		}
		if d.Settled() {
			return "", ""
		}
		clauses = append(clauses, d.Clause)
		// What gives less than half of the answers leads away from the mistake, and few are given by chance.
		if nearest == "" && d.Explains >= nearestMin && 2*d.Explains >= d.Of && d.Text != "" {
			nearest = "; closest is a program that " + gives(d)
		}
	}
	if len(clauses) == 0 {
		return "", ""
	}
	if s.Pass+s.Fail < answersMin {
		return "no known misreading explains " + left + "; these are few answers: run more cases", ""
	}
	likeliest := "; the most likely clause is "
	if len(clauses) > 1 {
		likeliest = "; the most likely clauses are "
	}
	return "no known misreading explains " + left + likeliest + strings.Join(clauses, ", ") + nearest, clauses[0]
}

// whole tells whether a diagnosis explains all answers, though no known reading does.
func whole(d *judge.Diagnosis) bool { return d.Likely && d.Explains > 0 && d.Explains == d.Of }

// inPart says of diagnoses behind one that explains all what a known reading does that explains
// half of the answers or more, or is sure to explain a part; "" if none does.
func inPart(list []judge.Diagnosis) string {
	for i := range list {
		if d := &list[i]; d.Unexplained > 0 || 2*d.Explains >= d.Of && d.Explains < d.Of && d.Text != "" {
			return "a known misreading explains a part: a program that " + gives(d)
		}
	}
	return ""
}

// perhaps is that with what the likeliest clause says.
func (b *Book) perhaps(s *run.Summary) string {
	said, first := perhaps(s)
	if clause, ok := b.clause(first); ok {
		said += ". " + clause.ID + ": " + opening(clause.Text)
	}
	return said
}

// opening is the first sentence of a clause, for a line that says more.
func opening(clause string) string {
	first, _, more := strings.Cut(clause, ". ")
	if more {
		first += "."
	}
	return oneLine(first, lessonValueMax)
}

// verdictsOn is what the diagnoses of a run say, a line each.
func (b *Book) verdictsOn(s *run.Summary) []string {
	var list []string
	for i := range s.Diagnoses {
		if d := &s.Diagnoses[i]; d.Settled() {
			list = append(list, readsLike(d))
		}
		if whole(&s.Diagnoses[i]) {
			break // the others explain less, of the same answers
		}
	}
	if said := b.perhaps(s); said != "" {
		list = append(list, said)
	}
	return list
}

const (
	// likelyShown is how many likely clauses are named.
	likelyShown = 3
	// nearestMin is how many answers a reading has to give to be told as the closest.
	nearestMin = 3
)
