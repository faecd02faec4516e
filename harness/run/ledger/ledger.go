// Package ledger keeps the verdicts of a run in a file, one JSON value a line:
// a header that says what is run, then every verdict as soon as it is known,
// then the end with the counts. The file only ever grows, so that whatever ends
// a run leaves all verdicts but the one being written; any report can be made
// from it later, and an interrupted run can be continued.
package ledger

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
)

const (
	// Version is that of the form of the file. Keys may be added without a new
	// one: readers skip what they do not know.
	Version = 1
	// LineBytesMax bounds a line. A verdict with as many differences as are
	// ever described, each with values of the largest size that is kept, has
	// some hundred thousand bytes; this is far beyond.
	LineBytesMax = 16 << 20
)

// A Header is the first line: what is run.
type Header struct {
	Ledger     int              `json:"ledger"`     // the version of the form
	Touchstone string           `json:"touchstone"` // the version of the program
	Task       string           `json:"task"`       // "bazaar/turn"
	Subject    string           `json:"subject"`    // its command line
	Suites     []string         `json:"suites"`
	Options    game.SettingList `json:"options"` // all of them, as they are in force
	// Terms are what else decides what the verdicts are: limits, deliveries,
	// the contents of the cases and of the program.
	Terms   game.SettingList `json:"terms,omitempty"`
	Seed    *uint64          `json:"seed,omitempty"`
	Shard   string           `json:"shard,omitempty"` // "2/8": which part of the cases
	Whole   int              `json:"whole,omitzero"`  // of a shard: how many cases all shards have together
	Cases   int              `json:"cases"`           // that were selected
	Started time.Time        `json:"started"`         // in UTC, to the second
	Again   *Again           `json:"again,omitempty"`
}

// Again is what the command line of the run had, for running a case again.
type Again struct {
	Flags  []string `json:"flags"`  // that change verdicts, as they were given
	Suites []string `json:"suites"` // the arguments that name the suites
	// Sources are, by the name of each suite, the argument that names it, "" for an
	// embedded one. A ledger of one suite may have none.
	Sources map[string]string `json:"sources,omitempty"`
	Command []string          `json:"command"` // the words of the subject's command line
}

// complete fills in what every header has.
func (h Header) complete() Header {
	h.Ledger = Version
	h.Started = h.Started.UTC().Truncate(time.Second)
	return h
}

// differs names the first thing in which another run is not the one that h is
// the header of, "" if there is none.
func (h *Header) differs(other *Header) string {
	switch {
	case h.Task != other.Task:
		return fmt.Sprintf("the task %s, not %s", h.Task, other.Task)
	case h.Subject != other.Subject:
		return fmt.Sprintf("the program %s, not %s", h.Subject, other.Subject)
	case !slices.Equal(h.Suites, other.Suites):
		return fmt.Sprintf("the suites %q, not %q", h.Suites, other.Suites)
	case !slices.EqualFunc(h.Options, other.Options, func(a, b game.Setting) bool {
		return a.Name == b.Name && bytes.Equal(a.Value, b.Value)
	}):
		return "other options"
	case (h.Seed == nil) != (other.Seed == nil) || h.Seed != nil && *h.Seed != *other.Seed:
		return "another seed"
	case h.Shard != other.Shard:
		return fmt.Sprintf("the shard %q, not %q", h.Shard, other.Shard)
	case h.Whole != other.Whole && h.Whole > 0 && other.Whole > 0:
		return fmt.Sprintf("a part of %s, not of %d", text.Count(h.Whole, "case"), other.Whole)
	case h.Cases != other.Cases:
		return fmt.Sprintf("%s, not %d", text.Count(h.Cases, "case"), other.Cases)
	}
	return h.differsInTerms(other)
}

// differsInTerms names the first term that is another one. A ledger of an older
// version has none, and one that it does not know is no difference.
func (h *Header) differsInTerms(other *Header) string {
	for _, mine := range h.Terms {
		i := slices.IndexFunc(other.Terms, func(t game.Setting) bool { return t.Name == mine.Name })
		if i < 0 || bytes.Equal(mine.Value, other.Terms[i].Value) {
			continue
		}
		switch mine.Name {
		case TermCases, TermWhole:
			return "other cases, or changed cases"
		case TermGame:
			return "another folder of the game, or a changed one"
		case TermProgram:
			return "another program under the same name: its file has changed"
		}
		return fmt.Sprintf("%s %s, not %s", mine.Name, mine.Value, other.Terms[i].Value)
	}
	return ""
}

// The terms whose values are checksums, which say nothing to people.
const (
	TermCases   = "cases_sha256"
	TermWhole   = "whole_sha256" // of the cases of all shards together
	TermProgram = "program_sha256"
	TermGame    = "game_sha256" // of the folder of a game that somebody has brought
)

// An Entry is the line of a verdict.
type Entry struct {
	judge.Verdict
	Number     int `json:"number,omitzero"`      // of the case among those of all shards, from 1
	InputBytes int `json:"input_bytes,omitzero"` // the size of the case
	// Input is that of a failed case, unless it is too long to be shown.
	Input  []jsontext.Value `json:"input,omitempty"`
	Why    string           `json:"why,omitempty"`   // what the case of a failure is for
	Tests  []string         `json:"tests,omitempty"` // and the clauses that it tests
	Values *Values          `json:"values,omitempty"`
	Alike  []string         `json:"alike,omitempty"` // ids of mutants that do the same in a live game
}

// Values are all those of a wrong answer, as far as they are kept.
type Values struct {
	Expected []jsontext.Value `json:"expected"`
	Received []jsontext.Value `json:"received"`
}

// ValuesBytesMax is up to how many bytes the values of a failure are kept: with
// more a difference has more lines than are shown.
const ValuesBytesMax = 64 << 10

// NewEntry makes the line of a result.
func NewEntry(r run.Result) Entry {
	e := Entry{Verdict: r.Verdict, Number: r.Number, InputBytes: r.InputBytes, Input: r.Input, Why: r.Why, Tests: r.Clauses, Alike: r.Alike}
	if bytes := stream.Size(r.Expected) + stream.Size(r.Received); bytes > 0 && bytes <= ValuesBytesMax {
		e.Values = &Values{r.Expected, r.Received}
	}
	return e
}

// Result is what the line says.
func (e *Entry) Result() run.Result {
	r := run.Result{Verdict: e.Verdict, Number: e.Number, InputBytes: e.InputBytes, Input: e.Input, Why: e.Why, Clauses: e.Tests, Alike: e.Alike}
	if e.Values != nil {
		r.Expected, r.Received = e.Values.Expected, e.Values.Received
	}
	return r
}

// A tally counts the verdicts that stand in a ledger.
type tally struct {
	header Header
	sum    run.Summary
	byCase map[string]standing
	words  []word         // the different ones; there are few
	places map[word]int32 // theirs
}

// A standing is the verdict that counts on a case: the last one. Of a large run it is most
// of what is in memory, so it has no more bits than its numbers need.
type standing struct {
	number int   // of the case; 0: not known
	offset int64 // of the line
	line   int32 // from 1; a ledger of more would have 100 GB
	bytes  int32 // of the line, at most LineBytesMax
	word   int32 // its place in the tally
}

// A word is what a verdict says of a case, as far as it is counted.
type word struct {
	outcome judge.Outcome
	kind    run.Kind
	remark  bool // it passes with one
}

func newTally(h Header) tally {
	return tally{
		header: h,
		byCase: make(map[string]standing),
		places: make(map[word]int32),
		sum: run.Summary{
			Task: h.Task, Subject: h.Subject, Suites: h.Suites, Options: h.Options, Seed: h.Seed,
			Shard: h.Shard, Cases: h.Cases, Verdicts: make(map[judge.Outcome]int),
		},
	}
}

// add counts a verdict in place of the one that the case had, if it had one.
func (t *tally) add(v *judge.Verdict, at standing) (before standing, again bool) {
	if before, again = t.byCase[v.Case]; again {
		was := t.words[before.word]
		t.sum.Uncount(was.outcome, was.kind, was.remark)
	}
	at.word = t.place(word{v.Outcome, run.KindOf(v), run.HasRemark(v)})
	t.byCase[v.Case] = at
	t.sum.Count(v)
	return before, again
}

// place is that of a word among the different ones.
func (t *tally) place(w word) int32 {
	at, known := t.places[w]
	if !known {
		at = int32(len(t.words))
		t.words, t.places[w] = append(t.words, w), at
	}
	return at
}

// full tells whether a verdict on the case would be one too many.
func (t *tally) full(id string) bool {
	_, again := t.byCase[id]
	return !again && len(t.byCase) == t.header.Cases
}

// contradiction says in what a summary does not count the verdicts that stand
// in the ledger, "" if it does.
func (t *tally) contradiction(s *run.Summary) string {
	for _, c := range []struct {
		what          string
		said, counted int
	}{
		{"cases", s.Cases, t.sum.Cases},
		{"cases that pass", s.Pass, t.sum.Pass},
		{"that fail", s.Fail, t.sum.Fail},
		{"blocked", s.Blocked, t.sum.Blocked},
		{"broken", s.Broken, t.sum.Broken},
		{"not judged", s.Errors, t.sum.Errors},
		{"known failures", s.Known, t.sum.Known},
		{"that pass unexpectedly", s.Unexpected, t.sum.Unexpected},
	} {
		if c.said != c.counted {
			return fmt.Sprintf("its summary has %d %s, the ledger %d", c.said, c.what, c.counted)
		}
	}
	if s.Verdicts == nil {
		return "" // an end that another program wrote may do without
	}
	outcomes := slices.AppendSeq(slices.Collect(maps.Keys(s.Verdicts)), maps.Keys(t.sum.Verdicts))
	slices.Sort(outcomes)
	for _, outcome := range slices.Compact(outcomes) {
		if said, counted := s.Verdicts[outcome], t.sum.Verdicts[outcome]; said != counted {
			return fmt.Sprintf("its summary has %d verdicts %q, the ledger %d", said, outcome, counted)
		}
	}
	return ""
}

// summary is what can be said without an end.
func (t *tally) summary() run.Summary {
	s := t.sum
	s.Interrupted = !s.Complete()
	return s
}

// Encode writes a value as one line of JSON without its end: the same bytes for
// the same value, keys that do not apply left out, and nothing in it that does
// not show as itself on a terminal or that a build service takes for a command.
func Encode(value any) ([]byte, error) {
	line, err := json.Marshal(value,
		json.Deterministic(true),
		jsontext.AllowInvalidUTF8(true),
		jsonv1.OmitEmptyWithLegacySemantics(true),
	)
	if err != nil {
		return nil, err
	}
	// What is changed stands in strings only, where it may be escaped.
	return []byte(text.Visible(text.Inert(string(line)))), nil
}
