package run

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// decide gives the verdict on an answer. Previous is what the case before expects, if
// the program seems to have answered that again.
func (w *worker) decide(clause string, in, expected, previous []jsontext.Value, a subject.Answer) Result {
	comparison, expected, err := w.Judge.Decide(w.Rules, w.Task.Name, clause, in, expected, a.Values)
	if err != nil {
		return unknown(err)
	}
	s := story{expected: len(expected), live: w.Live != nil, plays: w.Task.Live == game.OnePlayer, Answer: &a, limits: w.Limits.OrDefault()}
	v := s.verdict(&comparison)
	for _, warning := range a.Warnings {
		if warning == subject.Lingered && v.Outcome == judge.MissingOutput && a.Exit >= 0 {
			continue // it has ended, before its output was complete
		}
		v.Warnings = append(v.Warnings, string(warning))
	}
	r := Result{Verdict: v}
	if v.Outcome == judge.Pass && w.Pedantic && w.Live == nil {
		return pedantic(r, &a)
	}
	if v.Outcome == judge.Pass {
		return r
	}
	r.Verdict.Blame = judge.BlameSubject
	r.Verdict.Exit, r.Verdict.Signal = max(a.Exit, 0), a.Signal
	r.Verdict.Stderr = lastLines(a.Stderr)
	switch {
	case w.Live == nil:
		r.Verdict.Hint = slip(&r.Verdict, &a, expected, previous, w.Lines)
		if r.Verdict.Hint == "" && v.Outcome == judge.Crashed && w.Subject.Isolation != subject.Unisolated {
			r.Verdict.Hint = lack(a.Stderr)
		}
	case slices.Contains(written, v.Outcome):
		// Of a live game the output is only the result, and no other game's.
		r.Verdict.Hint = slip(&r.Verdict, &a, expected, nil, false)
	}
	if stream.Size(expected)+stream.Size(a.Values) <= shownBytesMax && len(comparison.Differences) > 0 && v.Outcome == comparison.Outcome {
		r.Expected, r.Received = expected, a.Values
	}
	return r
}

// written are the outcomes that tell what a program wrote.
var written = []judge.Outcome{judge.WrongAnswer, judge.WrongShape, judge.NotJSON, judge.MissingOutput, judge.ExtraOutput}

// onWire is the verdict on what a program did wrong in a live game. It stands
// above what the output is worth, which follows from it.
func (w *worker) onWire(r Result, o *live.Outcome) Result {
	f, a, v := o.Finding, &o.Answer, &r.Verdict
	if v.Outcome != judge.Pass {
		v.Stdout = firstBytes(a)
	}
	if f == nil || f.Mild && v.Outcome != judge.Pass {
		switch {
		case v.Outcome == judge.Crashed && o.Scene != "":
			v.Message += "; before that " + o.Scene
		case v.Outcome == judge.WrongAnswer && o.Cause != nil:
			v.Message, v.Clause = o.Cause.Told(v.Message, v.Clause)
			r.Alike = o.Cause.Alike
		case f != nil && slices.Contains(written, v.Outcome):
			// What the program did is the reason of what it wrote, or did not write.
			if v.Outcome == judge.WrongAnswer && f.Clause != "" {
				v.Message, v.Clause = text.Uncited(v.Message, v.Clause), f.Clause
			}
			v.Message = f.Message + "; " + v.Message
		case v.Outcome != judge.Pass && f != nil:
			v.Message += "; on the wire " + f.Message
		}
		return r
	}
	return w.found(f, a)
}

// found is the verdict on a finding.
func (w *worker) found(f *live.Finding, a *subject.Answer) Result {
	v := judge.Verdict{
		Outcome: f.Outcome, Blame: judge.BlameSubject, Clause: f.Clause, MessageNumber: f.Number, Message: text.Valid(f.Message),
		Expected: short(f.Expected), Received: short(f.Received),
		Exit: max(a.Exit, 0), Signal: a.Signal, Stdout: firstBytes(a), Stderr: lastLines(a.Stderr),
	}
	if f.Number > 0 {
		v.Message = fmt.Sprintf("message %d: %s", f.Number, v.Message)
	}
	cause := ""
	if f.Clause == "" {
		cause = f.Message
	}
	v.Fingerprint = judge.Fingerprint(v.Outcome, "", v.Clause, cause)
	for _, warning := range a.Warnings {
		v.Warnings = append(v.Warnings, string(warning))
	}
	return Result{Verdict: v, Alike: f.Alike}
}

// firstBytes is the beginning of what a program wrote, value by value.
func firstBytes(a *subject.Answer) string {
	var b strings.Builder
	for i, v := range a.Values {
		if i > 0 {
			b.WriteByte('\n')
		}
		if b.WriteString(text.Excerpt(v)); b.Len() > judge.RawMax {
			break
		}
	}
	return b.String()
}

// short leaves out what is too long to be shown.
func short(v jsontext.Value) jsontext.Value {
	if len(v) > judge.RawMax {
		return nil
	}
	return v
}

// A story is an answer that ended otherwise than it should, put into words.
type story struct {
	*subject.Answer
	expected int  // values
	live     bool // it was played, and may owe no output
	plays    bool // its output are the replies of a player, which are no values of an answer
	limits   subject.Limits
}

// verdict is the one on the answer, with how its values compare. A flood is a flood; else
// the first thing that went wrong decides: the values come in their order, then what kept
// the next one from coming, then how the program ended.
func (s story) verdict(comparison *judge.Comparison) (v judge.Verdict) {
	switch trouble := s.StreamErr; {
	case s.Fault == subject.OutputLimit:
		// Whatever a program floods us with, that it does is what to repair.
		return s.tooMuch()
	case comparison.Outcome == judge.WrongAnswer, comparison.Outcome == judge.WrongShape, comparison.Outcome == judge.ExtraOutput:
		comparison.Record(&v)
		return v
	case trouble != nil && trouble.Kind == stream.Malformed:
		return s.notJSON()
	case trouble != nil && (trouble.Kind == stream.Duplicate || trouble.Kind == stream.TooDeep || trouble.Kind == stream.NoArray):
		return s.wrongShape()
	case trouble != nil && trouble.Kind == stream.TooLong:
		return s.tooMuch()
	case (s.Fault == subject.TimedOut || s.Fault == subject.Silent && s.live) && comparison.Outcome == judge.Pass && !s.Partial:
		// It answered right and in time, or need not answer, and then did not end.
		comparison.Record(&v)
		v.Warnings = append(v.Warnings, string(subject.Lingered))
		return v
	case s.Fault == subject.CPULimit, s.Fault == subject.MemoryLimit, s.Fault == subject.ProcessLimit:
		return s.tooGreedy()
	case s.Fault == subject.Silent, s.Fault == subject.TimedOut:
		return s.tooSlow()
	case s.Fault == subject.Crashed:
		return s.crashed()
	case trouble != nil:
		return s.notJSON()
	case comparison.Outcome == judge.MissingOutput && s.Exit < 0 && slices.Contains(s.Warnings, subject.Lingered):
		return s.hungUp()
	}
	comparison.Record(&v)
	return v
}

// pointer leads to the value that did not come, or to the last one.
func (s story) pointer() string { return fmt.Sprintf("/%d", len(s.Values)) }

// noOutput is progress where there is none.
const noOutput = "before any output"

// progress says how far the output came.
func (s story) progress() string {
	if s.plays {
		if len(s.Values) == s.expected {
			return "after the end of the game"
		}
		return "before the end of the game"
	}
	began := ""
	if s.Partial || s.StreamErr != nil && s.StreamErr.Kind == stream.Cut {
		began = fmt.Sprintf(", and part of value %d", len(s.Values)+1)
	}
	switch n := len(s.Values); {
	case n == s.expected:
		return "after the complete output" + began
	case n == 0 && began == "":
		return noOutput
	default:
		return fmt.Sprintf("after %d of %s%s", n, text.Count(s.expected, "value"), began)
	}
}

// notJSON is the verdict on bytes that are not JSON.
func (s story) notJSON() judge.Verdict {
	e := s.StreamErr
	v := judge.Verdict{
		Outcome: judge.NotJSON,
		Pointer: fmt.Sprintf("/%d%s", e.Index, e.Pointer),
		Message: fmt.Sprintf("the output is not JSON at byte %d (line %d, column %d): %s",
			e.Where.Offset, e.Where.Line, e.Where.Column, text.Valid(e.Message)),
	}
	if e.Kind == stream.Cut {
		// A program that stops while it writes may do so anywhere.
		v.Pointer = fmt.Sprintf("/%d", e.Index)
		v.Message = fmt.Sprintf("the output ends inside value %d, at byte %d", e.Index+1, e.Where.Offset)
	}
	if e.Near != "" {
		v.Message += ", near " + e.Near
	}
	// Without its quotes the character that was found counts.
	cause := strings.ReplaceAll(e.Message, "'", "")
	v.Fingerprint = judge.Fingerprint(v.Outcome, fmt.Sprintf("/%d", e.Index), "", cause)
	return v
}

// wrongShape is the verdict on a value that is JSON, but of a shape that no
// schema allows.
func (s story) wrongShape() judge.Verdict {
	e := s.StreamErr
	pointer := fmt.Sprintf("/%d%s", e.Index, e.Pointer)
	v := judge.Verdict{
		Outcome: judge.WrongShape,
		Pointer: pointer,
		Message: fmt.Sprintf("%s: %s (byte %d)", text.Valid(pointer), e.Message, e.Where.Offset),
	}
	v.Fingerprint = judge.Fingerprint(v.Outcome, v.Pointer, "", e.Message)
	return v
}

// tooMuch is the verdict on more output than allowed.
func (s story) tooMuch() judge.Verdict {
	bytesMax, what := s.limits.OutputBytesMax, "the output"
	if s.Fault != subject.OutputLimit {
		bytesMax, what = stream.ValueBytesMax, fmt.Sprintf("value %d", len(s.Values)+1)
	}
	v := judge.Verdict{Outcome: judge.OutputLimit, Pointer: s.pointer(), Message: fmt.Sprintf("%s is longer than %s", what, text.Bytes(int64(bytesMax)))}
	// Of a line without end no value has come, but something has.
	if progress := s.progress(); progress != noOutput {
		v.Message += ", " + progress
	}
	v.Fingerprint = judge.Fingerprint(v.Outcome, "", "", "")
	return v
}

// tooGreedy is the verdict on a program that took more of the machine than
// allowed.
func (s story) tooGreedy() judge.Verdict {
	var v judge.Verdict
	var what string
	switch s.Fault {
	case subject.CPULimit:
		v.Outcome, what = judge.CPULimit, fmt.Sprintf("more than %v of processor time", s.limits.CPU)
	case subject.MemoryLimit:
		v.Outcome, what = judge.MemoryLimit, fmt.Sprintf("more than %s of memory", text.Bytes(s.limits.MemoryBytesMax))
	default:
		v.Outcome, what = judge.ProcessLimit, fmt.Sprintf("more than %d processes and threads at once", s.limits.ProcessesMax)
		if s.limits.ProcessesMax == 1 {
			what = "more than 1 process or thread at once"
		}
	}
	if len(s.Values) < s.expected {
		v.Pointer = s.pointer()
	}
	v.Message = what + ", " + s.progress()
	v.Fingerprint = judge.Fingerprint(v.Outcome, "", "", "")
	return v
}

// tooSlow is the verdict on an output that did not end in time.
func (s story) tooSlow() judge.Verdict {
	v := judge.Verdict{Outcome: judge.Timeout, Pointer: s.pointer()}
	switch {
	case s.Fault == subject.Silent:
		v.Outcome = judge.Silent
		v.Message = fmt.Sprintf("no output within %v", s.limits.FirstByte)
	default:
		v.Message = fmt.Sprintf("still running after %v, %s", s.limits.Timeout, s.progress())
	}
	v.Fingerprint = judge.Fingerprint(v.Outcome, "", "", "")
	return v
}

// hungUp is the verdict on a program that closed its output before the end and
// lived on.
func (s story) hungUp() judge.Verdict {
	v := judge.Verdict{
		Outcome: judge.HungUp,
		Pointer: s.pointer(),
		Message: "the program closed its output " + s.progress() + ", but did not exit",
	}
	v.Fingerprint = judge.Fingerprint(v.Outcome, v.Pointer, "", "")
	return v
}

// crashed is the verdict on a program that ended with a failure.
func (s story) crashed() judge.Verdict {
	how := fmt.Sprintf("exit status %d", s.Exit)
	if s.Signal != "" {
		how = "signal " + s.Signal
	}
	if s.Signal == "SIGXFSZ" {
		how += fmt.Sprintf(" (a file of more than %s)", text.Bytes(s.limits.FileBytesMax))
	}
	v := judge.Verdict{Outcome: judge.Crashed, Message: how + " " + s.progress()}
	if len(s.Values) < s.expected {
		v.Pointer = s.pointer()
	}
	words, place := lastWords(s.Stderr)
	if words != "" {
		v.Message += ": " + words
	}
	v.Fingerprint = judge.Fingerprint(v.Outcome, "", "", crashCause(how, words, place))
	return v
}

// broken is the verdict on a case of a game that is wrong itself.
func broken(g *game.Game, fault *suite.Fault) Result {
	message := fault.Error()
	if fault.Hint != "" {
		message += "; hint: " + g.WithFolder(fault.Hint, g.Folder)
	}
	return Result{Verdict: judge.Verdict{
		Outcome: judge.Blocked, Blame: judge.BlameSuite, Message: text.Valid(message),
		Fingerprint: judge.Fingerprint(judge.Blocked, "", "", fault.Message),
	}}
}

// blocked is the verdict on a case that could not be run.
func blocked(err error) Result {
	return Result{Verdict: judge.Verdict{
		Outcome: judge.Blocked, Message: text.Valid(hinted(err)),
		Fingerprint: judge.Fingerprint(judge.Blocked, "", "", err.Error()),
	}}
}

// hinted is what an error says, with its next step if it has one.
func hinted(err error) string {
	if usage, ok := errors.AsType[*game.UsageError](err); ok && usage.Hint != "" {
		return err.Error() + "; hint: " + usage.Hint
	}
	return err.Error()
}

// unknown is the verdict when the oracle fails: the reference of a game that was
// brought, or else the harness.
func unknown(err error) Result {
	r := trouble(err.Error())
	if _, ok := errors.AsType[*game.Fault](err); ok {
		r.Verdict.Blame = judge.BlameGame
	}
	return r
}

// trouble is the verdict when the harness could not judge.
func trouble(message string) Result {
	return Result{Verdict: judge.Verdict{
		Outcome: judge.HarnessError, Blame: judge.BlameHarness, Message: text.Valid(message),
		Fingerprint: judge.Fingerprint(judge.HarnessError, "", "", message),
	}}
}
