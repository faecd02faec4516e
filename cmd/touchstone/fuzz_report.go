package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/fuzz"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/scene/terminal"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A fuzzReport is a search with what it is held against, and what it has told.
type fuzzReport struct {
	flags    *fuzzFlags
	command  *cobra.Command
	out      *output
	desk     *answer.Desk
	taskName string
	judge    *judge.Judge
	peer     fuzz.Peer
	programs []*fuzz.Program
	again    []string // command lines that give the answers, but for that of the rules
	names    []string // of the two sides
	jobs     int
	folder   *fuzz.Folder
	wipe     func()
	known    int      // inputs of earlier searches
	saved    []string // names of files, by disagreement
	failed   error    // to write
	hint     string   // why the program may have failed, if not for its mistakes
}

// found saves and prints a disagreement at once: who waits wants to see it.
func (l *fuzzReport) found(d fuzz.Disagreement) {
	file := ""
	if l.folder != nil && l.failed == nil {
		file, l.failed = l.folder.Save(&d, l.explained(&d, "", false))
	}
	l.saved = append(l.saved, file)
	if l.hint == "" && len(l.programs) > 0 {
		l.hint = placeHint(l.programs[0].Config.Subject, run.Result{Verdict: d.Verdict})
	}
	if l.out.format == "json" || l.out.quiet {
		return
	}
	l.wipe()
	if _, err := io.WriteString(l.command.OutOrStdout(), l.explained(&d, file, true)+"\n"); err != nil && l.failed == nil {
		l.failed = err
	}
}

// The bounds of what is shown of a disagreement.
const (
	// againBytesMax is how long an input may be that stands in a command line.
	againBytesMax = 4 << 10
	// diffLinesMax is as much of a difference as fits on a screen.
	diffLinesMax = 60
	// malformedBytesMax is as much of a text that is not JSON as is worth a look.
	malformedBytesMax = 400
)

// explained is a disagreement for people. File is where its input is kept, if
// it is. What is shown, and not saved, has colours and pictures if it may.
func (l *fuzzReport) explained(d *fuzz.Disagreement, file string, screen bool) string {
	v := &d.Verdict
	var b strings.Builder
	fmt.Fprintf(&b, "%d. %s: %s\n", d.Number, v.Outcome, wrap(text.Visible(v.Message), textWidth, 3))
	fmt.Fprintf(&b, "   %s\n\n", wrap(l.size(d), textWidth, 3))
	shown := func(title string, params []game.Param, values []jsontext.Value) {
		fmt.Fprintf(&b, "   %s\n", text.Visible(title))
		for i, value := range values {
			name := fmt.Sprintf("value %d", i+1)
			if i < len(params) || len(params) > 0 && params[len(params)-1].Repeated {
				name = params[min(i, len(params)-1)].Name
			}
			fmt.Fprintf(&b, "     %s: %s\n", name, text.Visible(string(value)))
		}
	}
	malformed := strings.TrimSuffix(string(d.Text), "\n")
	pictures := screen && d.Refusal == nil && (l.out.verbose || isTerminal(l.command.OutOrStdout()))
	if d.Malformed == "" {
		shown("input", l.desk.Task.In, d.In)
		if pictures {
			drawValues(l.command, l.out, &b, l.desk, l.desk.Task.In, d.In)
		}
	} else {
		fmt.Fprintf(&b, "   input\n     %s\n", text.Visible(text.Shorten(malformed, malformedBytesMax)))
	}
	one, two := d.Expected, d.Received
	if len(l.programs) == 2 {
		one = d.First
	}
	switch {
	case d.Refusal != nil:
		fmt.Fprintf(&b, "   the rules refuse it\n     value %d: %s\n", d.Refusal.Value+1, text.Visible(d.Refusal.Message))
	case one != nil:
		shown(l.names[0], l.desk.Task.Out, one)
	default:
		fmt.Fprintf(&b, "   %s: no answer\n", text.Visible(l.names[0]))
	}
	if len(two) > 0 {
		shown(l.names[1], l.desk.Task.Out, two)
	} else {
		fmt.Fprintf(&b, "   %s: no answer\n", text.Visible(l.names[1]))
	}
	if v.Stderr != "" && !strings.HasSuffix(v.Message, v.Stderr) {
		fmt.Fprintf(&b, "   stderr\n")
		for line := range strings.SplitSeq(strings.TrimRight(v.Stderr, "\n"), "\n") {
			fmt.Fprintf(&b, "     %s\n", text.Visible(strings.TrimRight(line, "\r")))
		}
	}
	if one != nil && len(two) > 0 && d.Refusal == nil {
		if pictures {
			l.drawAnswers(&b, one, two)
		}
		l.tellDifference(&b, one, two, screen)
	}
	if clause, ok := l.desk.Game.Clause(v.Clause); ok {
		fmt.Fprintf(&b, "\n   %s  %s\n", clause.ID, wrap(clause.Text, textWidth, len(clause.ID)+5))
	}
	b.WriteByte('\n')
	if file != "" {
		fmt.Fprintf(&b, "   kept: %s\n", text.Visible(file))
	}
	l.tellAgain(&b, d, file)
	return b.String()
}

// tellDifference writes where two answers differ, as much of it as fits on a screen.
func (l *fuzzReport) tellDifference(b *strings.Builder, one, two []jsontext.Value, screen bool) {
	diff := l.judge.Render(one, two, judge.Style{Color: screen && l.out.colored(l.command.OutOrStdout()), Width: textWidth - 3})
	if diff != "" {
		b.WriteByte('\n')
	}
	n := 0
	for line := range strings.Lines(diff) {
		if n++; n > diffLinesMax {
			fmt.Fprintf(b, "   …\n")
			break
		}
		fmt.Fprintf(b, "   %s", line)
	}
}

// tellAgain writes the commands that show a disagreement once more. File is where its
// input is kept, if it is.
func (l *fuzzReport) tellAgain(b *strings.Builder, d *fuzz.Disagreement, file string) {
	malformed := strings.TrimSuffix(string(d.Text), "\n")
	switch {
	case file != "" && l.desk.Task.Live != "":
		for _, command := range l.again {
			fmt.Fprintf(b, "   again: %s -- %s\n", text.Visible(text.Quote(append(l.testWords(), l.flags.save))), text.Visible(command))
		}
	case l.desk.Task.Live != "":
	case file != "" && !l.lines():
		for _, command := range l.again {
			fmt.Fprintf(b, "   again: %s < %s\n", text.Visible(command), text.Visible(text.Quote([]string{file})))
		}
	case d.Malformed != "" && text.Visible(malformed) != malformed:
		// No shell takes it from a screen.
	case d.Size() <= againBytesMax:
		words := []string{"printf", `%s\n`}
		switch {
		case d.Malformed != "":
			words = append(words, malformed)
		case l.lines():
			words = append(words, oneLine(d.In))
		default:
			for _, value := range d.In {
				words = append(words, string(value))
			}
		}
		for _, command := range l.again {
			fmt.Fprintf(b, "   again: %s | %s\n", text.Visible(text.Quote(words)), text.Visible(command))
		}
	}
}

// lines tells whether a program is given a case as a line, and not as values.
func (l *fuzzReport) lines() bool {
	return l.flags.protocol == protocolLines && len(l.programs) > 0
}

// oneLine is an array of values, as a program that answers line by line is given
// it.
func oneLine(values []jsontext.Value) string {
	parts := make([]string, len(values))
	for i, v := range values {
		v = v.Clone()
		// An input is valid JSON, which can be compacted.
		_ = v.Compact()
		parts[i] = string(v)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// size says how large a disagreement was found, and how small it is now.
func (l *fuzzReport) size(d *fuzz.Disagreement) string {
	found := fmt.Sprintf("input %d, found with %s", d.Inputs, text.Count(d.FoundBytes, "byte"))
	switch {
	case d.Flaky:
		return found + "; flaky, so it was not shrunk"
	case !d.Minimal:
		return fmt.Sprintf("%s, now %d after %s in %v, %s", found, d.Size(), text.Count(d.Asked, "try"), roughly(d.Shrinking), l.whyLarge(d))
	case d.Size() > d.FoundBytes:
		return fmt.Sprintf("%s, now %d with fewer or plainer values: no single step shrinks it further", found, d.Size())
	}
	return fmt.Sprintf("%s, now %d: no single step shrinks it further", found, d.Size())
}

// whyLarge says why a witness is not as small as it gets.
func (l *fuzzReport) whyLarge(d *fuzz.Disagreement) string {
	switch {
	case context.Cause(l.command.Context()) != nil:
		return "when the search was interrupted"
	case d.Shrinking >= l.flags.shrink && len(l.programs) > 0:
		return "which is the time limit --shrink"
	}
	return "which is the limit of tries"
}

// drawAnswers draws two answers side by side, the places marked where they
// differ, if both can be drawn.
func (l *fuzzReport) drawAnswers(b *strings.Builder, one, two []jsontext.Value) {
	var pointers []string
	for _, d := range l.judge.Compare(one, two).Differences {
		pointers = append(pointers, d.Pointer)
	}
	both, marks, err := picture.Answers(l.desk.Rules, l.desk.Task.Out, [2]string{l.names[0], l.names[1]}, one, two, pointers)
	if err != nil {
		return // a program may write anything
	}
	w := l.command.OutOrStdout()
	o := l.out.screen(w)
	o.Marks = marks
	b.WriteString(terminal.Draw(both, o))
}

// testWords is the command that plays the games of a suite again, without the
// suite and the program.
func (l *fuzzReport) testWords() []string {
	words := append([]string{"touchstone", "test", l.taskName}, l.flags.settings.flags()...)
	return append(words, l.flags.pace.words()...)
}

// A foundLine is a disagreement as fuzz writes it with --format json.
type foundLine struct {
	Verdict    jsontext.Value   `json:"verdict"`
	In         []jsontext.Value `json:"in,omitempty"`
	Text       string           `json:"text,omitempty"` // in place of values, if it is no JSON
	Expected   []jsontext.Value `json:"expected,omitempty"`
	Refused    string           `json:"refused,omitempty"`
	First      []jsontext.Value `json:"first,omitempty"`
	Received   []jsontext.Value `json:"received,omitempty"`
	Bytes      int              `json:"bytes"`
	FoundBytes int              `json:"found_bytes"`
	Inputs     int              `json:"inputs"`
	Flaky      bool             `json:"flaky,omitzero"`
	Minimal    bool             `json:"minimal"`
	File       string           `json:"file,omitempty"`
}

// A searchLine is what fuzz writes with --format json.
type searchLine struct {
	Task     string                    `json:"task"`
	Subject  string                    `json:"subject"`
	Options  map[string]jsontext.Value `json:"options"`
	Seed     uint64                    `json:"seed"`
	Inputs   int                       `json:"inputs"`
	Refused  int                       `json:"refused,omitzero"`
	Unjudged int                       `json:"unjudged,omitzero"`
	Clauses  []string                  `json:"clauses"`
	Features []string                  `json:"features"`
	Corpus   int                       `json:"corpus"`
	Again    int                       `json:"again"`
	List     []foundLine               `json:"disagreements"`
	Ended    bool                      `json:"interrupted,omitzero"`
	Ms       float64                   `json:"ms"`
}

// end tells how the search ended.
func (l *fuzzReport) end(result fuzz.Result, err error) error {
	l.wipe()
	interrupted := context.Cause(l.command.Context()) != nil
	// An oracle that fails may have dropped inputs that earlier searches kept.
	if l.flags.corpus != "" && (err == nil || interrupted || len(result.Corpus) > l.known) {
		if kept := fuzz.WriteCorpus(l.flags.corpus, result.Corpus); kept != nil && l.failed == nil {
			l.failed = kept
		}
	}
	if err != nil && !interrupted && len(result.Disagreements) == 0 {
		return err
	}
	if l.hint != "" && !l.out.quiet {
		fmt.Fprintf(l.command.ErrOrStderr(), "hint: %s\n", text.Visible(l.hint))
	}
	if l.out.format == "json" {
		if err := l.writeJSON(result, interrupted); err != nil {
			return err
		}
	} else if !l.out.quiet {
		if _, err := fmt.Fprintln(l.command.OutOrStdout(), sumUp(result.Summary)); err != nil {
			return err
		}
		if result.Summary.Distinct > 0 && l.folder == nil {
			fmt.Fprintln(l.command.ErrOrStderr(), "hint: --save FOLDER keeps the finds as a suite for touchstone test")
		}
	}
	switch {
	case err != nil:
		return err
	case l.failed != nil:
		return l.failed
	case len(result.Disagreements) > 0:
		return errDiffers
	}
	return nil
}

// sumUp is the line that says what a search has come to.
func sumUp(s fuzz.Summary) string {
	line := text.Count(s.Inputs, "input")
	if s.Refused > 0 {
		line += fmt.Sprintf(", %d of them invalid", s.Refused)
	}
	line += fmt.Sprintf(", %s reached: ", reached(s))
	if s.Distinct == 0 {
		line += "no disagreement"
	} else {
		line += text.Count(s.Distinct, "disagreement")
	}
	if s.Again > 0 {
		line += fmt.Sprintf(", found %s more", text.Count(s.Again, "time"))
	}
	if s.Unjudged > 0 {
		line += fmt.Sprintf(", %d not judged: the machine was busy", s.Unjudged)
	}
	return line + fmt.Sprintf(" (%s)", roughly(s.Took))
}

func (l *fuzzReport) writeJSON(result fuzz.Result, interrupted bool) error {
	s := searchLine{
		Task: l.taskName, Subject: text.Valid(l.peer.Name()), Options: make(map[string]jsontext.Value), Seed: l.flags.seed,
		Inputs: result.Inputs, Refused: result.Refused, Unjudged: result.Unjudged, Clauses: result.Clauses, Features: result.Features,
		Corpus: result.Summary.Corpus, Again: result.Again, Ended: interrupted,
		Ms: float64(result.Took.Microseconds()) / 1000,
	}
	for _, o := range l.desk.Rules.Options() {
		s.Options[o.Name] = o.Value
	}
	for i, d := range result.Disagreements {
		d.Verdict.Case, d.Verdict.Subject = "fuzz/"+strconv.Itoa(d.Number), s.Subject
		verdict, err := ledger.Encode(&d.Verdict)
		if err != nil {
			return err
		}
		line := foundLine{
			Verdict: verdict, In: d.In, Expected: d.Expected, First: d.First, Received: d.Received,
			Bytes: d.Size(), FoundBytes: d.FoundBytes, Inputs: d.Inputs, Flaky: d.Flaky, Minimal: d.Minimal, File: text.Valid(l.saved[i]),
		}
		if d.Malformed != "" {
			line.In, line.Text = nil, text.Valid(string(d.Text))
		}
		if d.Refusal != nil {
			line.Refused = d.Refusal.Error()
		}
		s.List = append(s.List, line)
	}
	return writeJSON(l.command.OutOrStdout(), s)
}

// roughly is a duration as people read it.
func roughly(d time.Duration) string {
	if d >= time.Second {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Millisecond).String()
}
