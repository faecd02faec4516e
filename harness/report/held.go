package report

import (
	"bytes"
	"strings"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
)

// A Held keeps results until their run has ended: only then it is known which rule
// the subject misreads, and which failure of a cause is the smallest. Few results
// are kept in memory.
type Held struct {
	lines spool
	list  []heldResult
}

// A heldResult is what has to be at hand of a result.
type heldResult struct {
	id     string
	key    causeKey
	bytes  int         // of its input
	failed bool        // so that it is the case of a cause
	line   int         // bytes in the spool
	whole  *run.Result // instead of the spool
}

// A heldLine is a result in the spool: with all values, of which an entry keeps only
// short ones.
type heldLine struct {
	ledger.Entry
	All *ledger.Values `json:"all,omitempty"`
}

// Add keeps a result.
func (h *Held) Add(r run.Result) {
	kind := run.KindOf(&r.Verdict)
	one := heldResult{id: r.Verdict.Case, bytes: r.InputBytes, failed: !kind.Passes()}
	if kind == run.Blocked || kind == run.Broken {
		one.bytes = 0 // the first one tells why
	}
	if one.failed {
		one.key = keyOf(&r.Verdict)
	}
	line := heldLine{Entry: ledger.NewEntry(r)}
	if line.Values == nil && r.Expected != nil {
		line.All = &ledger.Values{Expected: r.Expected, Received: r.Received}
	}
	encoded, err := ledger.Encode(&line)
	if err == nil {
		one.line = len(encoded)
		_, err = h.lines.Write(encoded)
	}
	if err != nil {
		one.line, one.whole = 0, &r
	}
	h.list = append(h.list, one)
}

// Tell hands on the results in the order in which they came, with what the end of
// the run says about them.
func (h *Held) Tell(s *run.Summary, tell func(run.Result)) error {
	diagnoses := byCase(s.Diagnoses)
	first := make(map[causeKey]int) // the smallest of a cause, by its place in the list
	for i := range h.list {
		one := &h.list[i]
		if !one.failed {
			continue
		}
		if d := diagnoses[one.id]; d != nil && d.Settled() {
			one.key.fingerprint = fingerprint(d)
		}
		if at, ok := first[one.key]; !ok || one.bytes < h.list[at].bytes {
			first[one.key] = i
		}
	}
	in, err := h.lines.reader()
	if err != nil {
		return err
	}
	defer in.Close()
	for i := range h.list {
		one := &h.list[i]
		var r run.Result
		if one.whole != nil {
			r = *one.whole
		} else if r, err = readHeld(in, one.line); err != nil {
			return h.lines.failed(err)
		}
		if at, ok := first[one.key]; one.failed && ok {
			r.First = at == i
		}
		if d := diagnoses[one.id]; d != nil {
			apply(&r.Verdict, d)
		}
		r.Verdict.House = s.House[one.id]
		tell(r)
	}
	return nil
}

// readHeld reads the next line of a spool.
func readHeld(in *spoolReader, bytesLong int) (run.Result, error) {
	line, err := in.next(bytesLong)
	if err != nil {
		return run.Result{}, err
	}
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

// apply makes a diagnosis part of a verdict: the clause, and, if it settles what is
// wrong, the cause.
func apply(v *judge.Verdict, d *judge.Diagnosis) {
	v.Recite(d.Clause)
	if d.Settled() {
		v.Fingerprint = fingerprint(d)
	}
}

// fingerprint is that of all failures of one misreading.
func fingerprint(d *judge.Diagnosis) string {
	// Numbers in a cause do not count, but those of mutants do.
	letters := func(r rune) rune {
		if r >= '0' && r <= '9' {
			return 'A' + r - '0'
		}
		return r
	}
	return judge.Fingerprint(judge.WrongAnswer, "", d.Clause, strings.Map(letters, strings.Join(d.Mutants, " ")))
}
