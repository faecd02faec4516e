package run

import (
	"bytes"
	"context"
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/stream"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// Restarted is the warning on a case for which a program that answers line by
// line had to be started again, since it had ended, or had written a line more,
// behind an earlier case.
const Restarted = "restarted"

// ask gives a case to a program that answers line by line. One that ends instead
// may have been brought to it by the cases before: started again, it gets the
// case once more, and what comes of that counts.
func (w *worker) ask(ctx context.Context, in []jsontext.Value, limits subject.Limits) subject.Answer {
	if w.session == nil {
		w.session = subject.NewSession(w.Subject, limits)
		w.splitter = stream.NewSplitter(stream.Limits{})
	}
	line := w.line(in)
	reply := w.session.Ask(ctx, line)
	took := reply.Duration
	restarted := false
	switch reply.Fault {
	case subject.Crashed, subject.MemoryLimit, subject.ProcessLimit:
		if restarted = reply.Before > 0; restarted {
			reply = w.session.Ask(ctx, line)
		}
	}
	a := w.answer(&reply, limits)
	a.Duration = took
	if restarted {
		a.Duration += reply.Duration
		a.Warnings = append(a.Warnings, Restarted)
	}
	return a
}

// line is the array of the values, on one line.
func (w *worker) line(in []jsontext.Value) []byte {
	line := append(w.input[:0], '[')
	for i, v := range in {
		if i > 0 {
			line = append(line, ',')
		}
		if bytes.ContainsAny(v, "\r\n") {
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
		if len(r.Line) > 0 {
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
	if len(r.Extra) > 0 && a.StreamErr == nil {
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
	if len(line) == 0 && a.Fault != subject.None {
		return
	}
	values, err := w.splitter.Split(line, 1)
	a.Values = stream.Raws(values)
	if trouble, ok := errors.AsType[*stream.Error](err); ok {
		a.StreamErr = trouble
		if trouble.Kind == stream.NoArray {
			trouble.Message = "expected a line with one array of the output values"
		} else if len(bytes.TrimSpace(line)) == 0 {
			trouble.Message = "a blank line, expected one with an array of the output values"
		}
	}
}
