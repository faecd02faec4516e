package report

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/suite/spool"
)

// A Held keeps results until their run has ended: only then it is known which rule
// the subject misreads, and which failure of a cause is the smallest. In memory there is
// next to nothing of a case that passes.
type Held struct {
	lines    spool.Spool
	list     []heldResult
	failures []heldFailure
	causes   map[causeKey]int32 // by their places in keys
	keys     []causeKey
	whole    map[int]run.Result // results that cannot be written, by their places in the list
	subject  string             // of the first result
	buf      []byte
}

// A heldResult is where a result stands.
type heldResult struct {
	line    int32 // bytes in the spool
	failure int32 // its place in failures, or one of the values below
}

// What stands for the place of a failure in results that pass.
const (
	passes  = -1
	isPlain = -2 // there is nothing else to tell
)

// A heldFailure is what has to be at hand of a result that is the case of a cause.
type heldFailure struct {
	id    string
	cause int32 // its place in keys
	bytes int   // of its input
}

// A heldLine is a result in the spool: with all values, of which an entry keeps only
// short ones.
type heldLine struct {
	ledger.Entry
	All *ledger.Values `json:"all,omitempty"`
}

// Add keeps a result.
func (h *Held) Add(r run.Result) {
	if h.causes == nil {
		h.lines, h.causes, h.subject = newSpool(), make(map[causeKey]int32), r.Verdict.Subject
	}
	one := heldResult{failure: passes}
	if kind := run.KindOf(&r.Verdict); !kind.Passes() {
		failure := heldFailure{id: r.Verdict.Case, cause: h.cause(keyOf(&r.Verdict)), bytes: r.InputBytes}
		if kind == run.Blocked || kind == run.Broken {
			failure.bytes = 0 // the first one tells why
		}
		one.failure = int32(len(h.failures))
		h.failures = append(h.failures, failure)
	}
	encoded, err := h.plain(&r), error(nil)
	if encoded != nil {
		one.failure = isPlain
	} else {
		line := heldLine{Entry: ledger.NewEntry(r)}
		if line.Values == nil && r.Expected != nil {
			line.All = &ledger.Values{Expected: r.Expected, Received: r.Received}
		}
		encoded, err = ledger.Encode(&line)
	}
	if err == nil {
		one.line = int32(len(encoded))
		_, err = h.lines.Write(encoded)
	}
	if err != nil {
		if h.whole == nil {
			h.whole = make(map[int]run.Result)
		}
		h.whole[len(h.list)] = r
	}
	h.list = append(h.list, one)
}

// plain is the line of a result that says nothing else than that a case passes, nil for
// others. Most are such: they are not worth JSON.
func (h *Held) plain(r *run.Result) []byte {
	v := &r.Verdict
	if v.Outcome != judge.Pass || v.Subject != h.subject {
		return nil
	}
	rest := *r
	rest.Verdict.Case, rest.Verdict.Subject, rest.Verdict.Outcome, rest.Verdict.Ms = "", "", "", 0
	rest.Number, rest.InputBytes = 0, 0
	if !reflect.ValueOf(&rest).Elem().IsZero() {
		return nil
	}
	b := binary.LittleEndian.AppendUint64(h.buf[:0], math.Float64bits(v.Ms))
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(r.Number)), uint64(r.InputBytes))
	h.buf = append(b, v.Case...)
	return h.buf
}

// plainIn reads such a line.
func (h *Held) plainIn(line []byte) run.Result {
	v := judge.Verdict{Subject: h.subject, Outcome: judge.Pass, Ms: math.Float64frombits(binary.LittleEndian.Uint64(line))}
	line = line[8:]
	number, n := binary.Uvarint(line)
	bytes, m := binary.Uvarint(line[n:])
	v.Case = string(line[n+m:])
	return run.Result{Verdict: v, Number: int(number), InputBytes: int(bytes)}
}

// cause is the place of a key among the keys.
func (h *Held) cause(key causeKey) int32 {
	at, ok := h.causes[key]
	if !ok {
		at = int32(len(h.keys))
		h.causes[key] = at
		h.keys = append(h.keys, key)
	}
	return at
}

// Tell hands on the results in the order in which they came, with what the end of
// the run says about them.
func (h *Held) Tell(s *run.Summary, tell func(run.Result)) error {
	defer h.lines.Close()
	diagnoses := byCase(s.Diagnoses)
	keyOf := func(f *heldFailure) causeKey {
		key := h.keys[f.cause]
		if d := diagnoses[f.id]; d != nil && d.Settled() {
			key.fingerprint = fingerprint(d)
		}
		return key
	}
	first := make(map[causeKey]int) // the smallest of a cause, by its place in failures
	for i := range h.failures {
		key := keyOf(&h.failures[i])
		if at, ok := first[key]; !ok || h.failures[i].bytes < h.failures[at].bytes {
			first[key] = i
		}
	}
	in := h.lines.Reader()
	var line []byte
	for i, one := range h.list {
		r, ok := h.whole[i]
		if !ok {
			line = slices.Grow(line[:0], int(one.line))[:one.line]
			_, err := io.ReadFull(in, line)
			if err != nil {
				return err
			}
			if one.failure == isPlain {
				r = h.plainIn(line)
			} else if r, err = heldIn(line); err != nil {
				return err
			}
		}
		if one.failure >= 0 {
			r.First = first[keyOf(&h.failures[one.failure])] == int(one.failure)
		}
		if d := diagnoses[r.Verdict.Case]; d != nil {
			apply(&r, d)
		}
		r.Verdict.House = s.House[r.Verdict.Case]
		tell(r)
	}
	return nil
}

// heldIn reads a line of a spool.
func heldIn(line []byte) (run.Result, error) {
	var held heldLine
	if err := json.UnmarshalRead(bytes.NewReader(line), &held); err != nil {
		return run.Result{}, err
	}
	r := held.Result()
	if held.All != nil {
		r.Expected, r.Received = held.All.Expected, held.All.Received
	}
	return r, nil
}

// byCase finds the diagnosis of a case.
func byCase(list []judge.Diagnosis) map[string]*judge.Diagnosis {
	cases := make(map[string]*judge.Diagnosis)
	for i := range list {
		for _, id := range list[i].Cases {
			if cases[id] == nil {
				cases[id] = &list[i]
			}
		}
	}
	return cases
}

// apply makes a diagnosis part of a verdict if it settles what is wrong: the clause, and the cause.
// A clause that is only likely depends on what else was run: of a single case it would say too much. So
// does a reading that few answers have led to, unless the case is for its clause.
func apply(r *run.Result, d *judge.Diagnosis) {
	v := &r.Verdict
	if !d.Settled() {
		return
	}
	if d.Clause != "" && (d.Of+d.Passes >= answersMin || slices.Contains(r.Clauses, d.Clause)) {
		v.Recite(d.Clause)
	}
	v.Fingerprint = fingerprint(d)
}

// fingerprint is that of all failures of one misreading or habit.
func fingerprint(d *judge.Diagnosis) string {
	if d.Habit != "" {
		return judge.Fingerprint(judge.WrongAnswer, "", "", string(d.Habit)+" "+d.Text)
	}
	// Numbers in a cause do not count, but those of mutants do.
	letters := func(r rune) rune {
		if r >= '0' && r <= '9' {
			return 'A' + r - '0'
		}
		return r
	}
	return judge.Fingerprint(judge.WrongAnswer, "", d.Clause, strings.Map(letters, strings.Join(d.Mutants, " ")))
}
