package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Restarted is the warning on a case for which a program that answers line by
// line had to be started again, since it had ended in order after an earlier one,
// or all that it took for the cases before added up to a limit.
const Restarted = "restarted"

// The bounds of a group, and why.
const (
	// groupsMin are few processes, each of which has to be started, and still
	// as many as small machines have processors.
	groupsMin = 4
	// groupCasesMin is about where a start takes longer than the answers.
	groupCasesMin = 16
	// groupCasesMax bounds the verdicts that wait for the end of their group: with as many,
	// 50,000 cases take no more than 40 MB.
	groupCasesMax = 512
)

// groupSize is how many of so many cases a process gets.
func groupSize(cases int) int {
	return min(max((cases+groupsMin-1)/groupsMin, groupCasesMin), groupCasesMax)
}

// A question is a case in a group.
type question struct {
	*suite.Case
	expected []jsontext.Value
	before   *question // the question before, if the same process was asked it
	late     int       // how many answers in a row were right for the question before only; those right for both do not end it
	clause   string    // that decides what is expected
	line     []byte    // the answer, until it is not needed any more
	*result
	clean bool // asked alone it had one line and ended in order
	tally tally
}

// group runs the cases of a group that can be judged, and returns a result for
// each of all.
func (w *worker) group(ctx context.Context, group []asked) []result {
	results := make([]result, len(group))
	questions := make([]*question, 0, len(group))
	for i, a := range group {
		results[i] = w.guard(func() result {
			expected, done := w.expect(a)
			if done == nil {
				questions = append(questions, &question{Case: a.Case, result: &results[i], expected: expected, clause: w.checker.Clause()})
				return result{}
			}
			return *done
		})
	}
	w.rounds(ctx, questions)
	return results
}

// rounds asks the cases as often as it takes: Repeat times, and after failures
// alone up to Retries times more, until one passes.
func (w *worker) rounds(ctx context.Context, open []*question) {
	repeat := max(w.Repeat, 1)
	for len(open) > 0 {
		for _, q := range open {
			*q.result = result{}
		}
		w.converse(ctx, open)
		next := open[:0:0]
		for _, q := range open {
			if !q.judged() {
				continue
			}
			q.tally.add(q.Result, time.Duration(q.Verdict.Ms*float64(time.Millisecond)))
			if t := &q.tally; t.runs < repeat || t.passed == 0 && t.runs < repeat+w.Retries {
				next = append(next, q)
				continue
			}
			q.Result = q.tally.result()
			if q.Verdict.Outcome != judge.Pass {
				q.Verdict.Delivery = delivery.Default.String()
			}
		}
		open = next
	}
}

// judged tells whether the result says something about the subject.
func (q *question) judged() bool {
	return !q.canceled && !q.unasked && q.cannotStart == nil && q.Verdict.Outcome != judge.HarnessError
}

// The hints of verdicts on programs that answer line by line.
const (
	hintAtEnd = "the program stirs when its input ends: does it flush its output after each line, like print(line, flush=True)? " +
		"If it reads to the end before it answers, run it without --protocol lines"
	hintBehind = "; hint: the program fails only after other cases, not alone"
	hintLines  = "the program printed more than one line for the case: print one line for each case, and no blank line"
)

// converse gives the cases to one process, as long as it lives, and then to the
// next one.
func (w *worker) converse(ctx context.Context, questions []*question) {
	if w.splitter == nil {
		w.splitter = stream.NewSplitter(stream.Limits{})
	}
	if len(questions) > 1 && w.ahead(ctx, questions) {
		return
	}
	session := subject.NewSession(w.Subject, w.Limits)
	// Whatever came before the group, after a streak within it nothing is asked.
	streak := Streak{Max: w.Streak.Max}
	// The cases before are settled.
	settled := 0
	defer func() {
		// After a bug in the harness the program still runs.
		session.Close()
	}()
	for i, q := range questions {
		if i > settled+1 {
			questions[i-2].line = nil
		}
		if q.before = nil; i > 0 {
			q.before = questions[i-1]
		}
		reply := w.ask(ctx, session, q)
		if i == 0 && q.judged() {
			w.started()
		}
		if reply.LateByOthers() {
			w.askAlone(ctx, q)
		} else {
			w.tellHung(q.Case, &q.Verdict)
		}
		if reply.Fault != subject.None {
			w.failed(ctx, questions[settled:i+1], &reply)
			for _, q := range questions[settled : i+1] {
				streak.Take(&q.Verdict)
			}
			settled = i + 1
		}
		if streak.Over() {
			for _, q := range questions[i+1:] {
				*q.result = w.unasked(q.Case)
			}
			return
		}
	}
	if settled < len(questions) {
		reply := session.Close()
		w.closed(ctx, questions[settled:], &reply)
	}
}

// aheadWait is how long an answer may take where lines are written ahead. Who takes
// longer gains nothing by that, and a program that hangs is not to hang twice for long.
const aheadWait = time.Second

// waitAhead is how long one answer may take where lines are written ahead, so that no
// limit is passed unseen: the processor time of a single case is not known there, and
// within this it is not used up, however many threads the program has.
func waitAhead(l subject.Limits) time.Duration {
	l = l.OrDefault()
	return min(l.Timeout, l.FirstByte, l.CPU/time.Duration(runtime.NumCPU()))
}

// linesBytesMax bounds the lines that are written ahead: some hundred usual ones.
const linesBytesMax = 4 << 20

// linesKeptMax is up to how many bytes the memory of lines is kept for the next group: a
// few unusual cases are no reason to hold more in each worker.
const linesKeptMax = 512 << 10

// ahead gives all cases to one process before their answers come, which saves waiting,
// and tells whether all passed. Otherwise nothing counts, and none of the run are asked
// like that any more: who is to blame only shows when one is asked after the other.
func (w *worker) ahead(ctx context.Context, questions []*question) bool {
	if w.hesitant.Load() {
		return false
	}
	// A group is about as long as the one before, so that its memory serves again.
	lines := w.lines[:0]
	w.lines = nil
	for i, q := range questions {
		if lines = append(append(lines, w.request(q.In)...), '\n'); len(lines)-(i+1) > linesBytesMax {
			return false
		}
	}
	session := subject.NewSession(w.Subject, w.Limits)
	session.Within(min(waitAhead(w.Limits), aheadWait))
	all, last := true, time.Now()
	reply := session.AskAhead(ctx, lines, len(questions), func(i int, line []byte) bool {
		now := time.Now()
		w.judge(questions[i], &subject.Reply{Line: line, Duration: now.Sub(last)})
		v := &questions[i].Verdict
		all, last = all && v.Outcome == judge.Pass && len(v.Warnings) == 0, now
		if i == 0 {
			w.started()
		}
		return true
	})
	if reply.Fault == subject.None {
		reply = session.Close()
	}
	if all && reply.Fault == subject.None && !reply.Excess {
		if cap(lines) <= linesKeptMax {
			w.lines = lines
		}
		return true
	}
	w.hesitant.Store(true)
	for _, q := range questions {
		*q.result = result{}
	}
	return false
}

// started tells the runner that the subject can be started.
func (w *worker) started() {
	select {
	case w.up <- struct{}{}:
	default:
	}
}

// askAlone asks a case once more, without any other program at the same time: its
// program was starved, and ended by time.
func (w *worker) askAlone(ctx context.Context, q *question) {
	if subject.IsAlone(ctx) {
		*q.result = result{Result: trouble(MachineBusy)}
		return
	}
	if !subject.Alone(ctx, nil, func(ctx context.Context) { w.converse(ctx, []*question{q}) }) {
		*q.result = result{canceled: true}
	}
}

// ask asks a case, and judges the answer as if nothing came behind it.
func (w *worker) ask(ctx context.Context, session *subject.Session, q *question) subject.Reply {
	stop := w.watch(q.Case, delivery.Default)
	reply := session.Ask(ctx, w.request(q.In))
	stop()
	q.clean = reply.Fault == subject.None
	q.line = reply.Line
	w.judge(q, &reply)
	return reply
}

// judge makes the result of a reply.
func (w *worker) judge(q *question, reply *subject.Reply) {
	before := q.Verdict.Ms
	*q.result = w.guard(func() result {
		limits := w.Limits.OrDefault()
		// One more than there should be is enough to know that there are too many.
		limits.ValuesMax = len(q.expected) + 1
		answer := w.answer(reply, limits)
		if done, ok := unjudged(&answer); ok {
			return done
		}
		return result{Result: w.decide(q.clause, q.In, q.expected, q.previous(answer.Values), answer)}
	})
	if reply.AtEnd {
		q.Verdict.Hint = hintAtEnd
	}
	if v := &q.Verdict; reply.Excess && v.Outcome == judge.ExtraOutput {
		v.Hint = hintLines
	}
	if q.Verdict.Hint == hintLate {
		// Those before were no chance, either.
		for b := q.before; b != nil && b.late > 0 && b.Verdict.Hint != hintLate; b = b.before {
			if b.Verdict.Outcome != judge.Pass {
				b.Verdict.Hint = hintLate
			}
		}
	}
	q.Verdict.Ms = before + milliseconds(reply.Duration)
}

// previous is what the question before expects, if the answer is that one and not so
// by chance.
func (q *question) previous(received []jsontext.Value) []jsontext.Value {
	q.late = 0
	if q.before == nil {
		return nil
	}
	again, wrong := lateness(q.expected, q.before.expected, received)
	if !again {
		return nil
	}
	if q.late = q.before.late; !wrong {
		return nil
	}
	q.late++
	isPlain := stream.Size(received) <= plainBytesMax
	if q.late < lateMin || isPlain && (q.late < latePlainMin || q.late < lateSwapMin && q.lateKinds() <= 2) {
		return nil
	}
	return q.before.expected
}

// lateKinds is how many different answers those are that were each right for the question
// before.
func (q *question) lateKinds() int {
	kinds := make(map[string]bool)
	for ; q.late > 0; q = q.before {
		kinds[fmt.Sprint(q.before.expected)] = true
	}
	return len(kinds)
}

// alone asks cases again, each in a process of its own, and tells whether one
// did otherwise than to answer with a line and to end in order.
func (w *worker) alone(ctx context.Context, questions ...*question) (guilty bool) {
	for _, q := range questions {
		w.converse(ctx, []*question{q})
		guilty = guilty || !q.clean && q.judged()
	}
	return guilty
}

// failed settles cases of which the last one had no answer.
func (w *worker) failed(ctx context.Context, questions []*question, reply *subject.Reply) {
	earlier, last := questions[:len(questions)-1], questions[len(questions)-1]
	if len(earlier) == 0 || !last.judged() && !last.canceled {
		return
	}
	found := *last.result
	switch {
	case last.canceled:
		for _, q := range earlier {
			*q.result = *last.result
		}
	case reply.Unread:
		// It had ended before.
		w.closed(ctx, earlier, reply)
		w.alone(ctx, last)
		if reply.Exit == 0 && last.judged() {
			last.Verdict.Warnings = append(last.Verdict.Warnings, Restarted)
		}
	case reply.Fault == subject.Crashed, reply.Fault == subject.MemoryLimit, reply.Fault == subject.ProcessLimit:
		guilty := w.alone(ctx, last)
		switch {
		case guilty && passed(earlier), w.alone(ctx, earlier...) || guilty || !last.judged():
		case reply.Fault == subject.Crashed:
			*last.result = found
			last.Verdict.Message += hintBehind
		default:
			// The limits are meant for one case, and many have added up to them.
			last.Verdict.Warnings = append(last.Verdict.Warnings, Restarted)
		}
	case !passed(earlier):
		// A case that hangs is not made to hang again without need.
		if w.alone(ctx, earlier...) {
			w.alone(ctx, last)
		}
	}
}

// closed settles cases that all have a line, when the program has ended.
func (w *worker) closed(ctx context.Context, questions []*question, reply *subject.Reply) {
	end := *reply
	switch {
	case reply.Exit > 0 || reply.Signal != "":
		end.Fault = subject.Crashed
	case reply.Fault == subject.Crashed:
		end.Fault = subject.None
	}
	if end.Fault == subject.None && !reply.Excess || len(questions) > 1 && w.alone(ctx, questions...) {
		return
	}
	last := questions[len(questions)-1]
	if !last.judged() {
		return
	}
	end.Line, end.Duration = last.line, 0
	w.judge(last, &end)
	last.clean = false
	if len(questions) > 1 {
		last.Verdict.Message += hintBehind
	}
}

// passed tells whether all of the cases pass so far.
func passed(questions []*question) bool {
	return !slices.ContainsFunc(questions, func(q *question) bool { return !q.judged() || q.Verdict.Outcome != judge.Pass })
}

// request is the array of the values, on one line.
func (w *worker) request(in []jsontext.Value) []byte {
	line := append(w.input[:0], '[')
	for i, v := range in {
		if i > 0 {
			line = append(line, ',')
		}
		// One look for each is faster than one for both.
		if bytes.IndexByte(v, '\n') >= 0 || bytes.IndexByte(v, '\r') >= 0 {
			v = v.Clone()
			// The stream has handed it on as valid JSON.
			_ = v.Compact()
		}
		line = append(line, v...)
	}
	w.input = append(line, ']')
	return w.input
}

// answer says what a reply would be if it had come from a program that answers
// one case.
func (w *worker) answer(r *subject.Reply, limits subject.Limits) subject.Answer {
	a := subject.Answer{Fault: r.Fault, Err: r.Err, Exit: r.Exit, Signal: r.Signal, Stderr: r.Stderr, OutputBytes: int64(len(r.Line))}
	switch r.Fault {
	case subject.None:
		a.Exit = 0
		w.values(&a, r.Line)
	case subject.TimedOut:
		w.values(&a, r.Line)
		a.Partial = len(a.Values) == 0
	case subject.Crashed:
		if r.Line != nil {
			w.values(&a, r.Line)
		}
		switch {
		case r.Exit == 0:
			a.Fault = subject.None
		case r.Exit < 0 && r.Signal == "":
			// It has closed its output and lives on.
			a.Fault, a.Warnings = subject.None, append(a.Warnings, subject.Lingered)
		}
	}
	if r.Excess && a.StreamErr == nil {
		a.Values = append(a.Values, extraValue(r.Extra))
	}
	if over := len(a.Values) - limits.ValuesMax; over > 0 {
		a.Values = a.Values[:limits.ValuesMax]
	}
	return a
}

// extraShownMax is how much of what nobody asked for is shown.
const extraShownMax = 200

// extraValue is what a program wrote behind its answer, as a value.
func extraValue(extra []byte) jsontext.Value {
	line, _, _ := bytes.Cut(extra, []byte("\n"))
	if v := jsontext.Value(line); v.IsValid() {
		return v
	}
	// Text that is valid can be quoted.
	v, _ := jsontext.AppendQuote(nil, bytes.ToValidUTF8(line[:min(len(line), extraShownMax)], []byte("\ufffd")))
	return v
}

// values takes a line apart into the values of the answer.
func (w *worker) values(a *subject.Answer, line []byte) {
	if line == nil && a.Fault != subject.None {
		return
	}
	values, err := w.splitter.Split(line, 1)
	a.Values = stream.Raws(values)
	if trouble, ok := errors.AsType[*stream.Error](err); ok {
		a.StreamErr = trouble
		if trouble.Kind == stream.NoArray {
			trouble.Message = "expected one line with an array of the output values, found " + excerpt(line)
		} else if len(bytes.TrimSpace(line)) == 0 {
			trouble.Message = "expected one line with an array of the output values, found a blank line"
		}
	}
}

// lineShownMax is how much of a line fits into a message.
const lineShownMax = 40

// excerpt shows the beginning of a line. Blanks between the tokens of JSON say nothing, but
// those of a sentence do.
func excerpt(line []byte) string {
	if jsontext.Value(line).IsValid() {
		return text.Excerpt(line)
	}
	return text.Visible(text.Shorten(string(bytes.TrimSpace(line[:min(len(line), lineShownMax+utf8.UTFMax)])), lineShownMax))
}
