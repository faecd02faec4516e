package report

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
)

// A Cause is why some cases did not pass: text of bounded length that shows as
// itself and is a command to nobody, whatever the subject wrote.
type Cause struct {
	Verdict string   `json:"verdict"`           // "wrong-answer"
	Fault   string   `json:"fault,omitempty"`   // "subject", "suite", "harness" or "game"
	Clause  string   `json:"clause,omitempty"`  // that decides in the first case
	Message string   `json:"message,omitempty"` // of the first case
	Details string   `json:"details,omitempty"` // of the first case: values, stderr, how to run it again
	Count   int      `json:"count"`
	Cases   []string `json:"cases"` // the first of them
	Shown   *Shown   `json:"shown,omitempty"`
}

// Shown are the values of the first case of a cause, for pictures of them.
type Shown struct {
	Pointers []string         `json:"pointers,omitempty"` // where they differ
	Expected []jsontext.Value `json:"expected,omitempty"`
	Received []jsontext.Value `json:"received,omitempty"`
	Input    []jsontext.Value `json:"input,omitempty"` // nil if an answer is shown
}

// How much a digest keeps: what a person reads about one program.
const (
	digestCausesMax  = 12
	digestDetailsMax = 3 << 10
	// digestValuesMax is the size of the values of one cause, some times that of
	// a full board, and digestAllValuesMax that of all: a class has a thousand
	// digests in memory.
	digestValuesMax    = 16 << 10
	digestAllValuesMax = 64 << 10
)

// A Digest is what is worth knowing of a run in little room: its failures by
// cause, those of most cases first.
type Digest struct {
	viewer viewer
	causes causes
	number int
	shown  map[*cause]*Shown
}

// NewDigest begins a digest of the run with this header.
func NewDigest(header *ledger.Header, book *Book) *Digest {
	return &Digest{viewer: newViewer(htmlCosts, NewRerun(header), book), causes: newCauses(), shown: make(map[*cause]*Shown)}
}

// Add takes a result into account.
func (d *Digest) Add(r run.Result) {
	d.number++
	g, added := d.causes.add(&r, d.viewer.view(&r), d.number)
	if !added && !r.First || g == nil {
		return
	}
	delete(d.shown, g)
	if len(r.Expected)+len(r.Received) > 0 && stream.Size(r.Expected)+stream.Size(r.Received) <= digestValuesMax {
		d.shown[g] = &Shown{Pointers: pointersOf(&r.Verdict), Expected: r.Expected, Received: r.Received}
	}
}

// Diagnose takes into account what the end of the run says about the answers.
func (d *Digest) Diagnose(s *run.Summary) { d.causes.diagnose(s) }

// pointersOf are the places at which an answer is wrong.
func pointersOf(v *judge.Verdict) []string {
	pointers := []string{v.Pointer}
	for _, d := range v.Differences {
		pointers = append(pointers, d.Pointer)
	}
	return pointers
}

// Causes are the causes, of which those of the fewest cases may be left out, and
// how many are.
func (d *Digest) Causes() (list []Cause, more int) {
	room := digestAllValuesMax
	for _, g := range d.causes.sorted(repair...) {
		if len(list) == digestCausesMax {
			more++
			continue
		}
		c := Cause{Verdict: g.name(), Clause: g.clause, Message: g.sentence(), Count: g.count, Cases: g.ids}
		if s := d.shown[g]; s != nil && stream.Size(s.Expected)+stream.Size(s.Received) <= room {
			c.Shown = s
			room -= stream.Size(s.Expected) + stream.Size(s.Received)
		}
		details := strings.Join(append(g.teaches(), g.details), "\n")
		c.Details, _ = htmlCosts.fit(strings.TrimSuffix(details, "\n"), digestDetailsMax)
		switch g.kind {
		case run.Broken:
			c.Fault = "suite"
		case run.Unjudged:
			c.Fault = string(g.blame)
		case run.Blocked:
		default:
			c.Fault = "subject"
		}
		list = append(list, c)
	}
	return list, more
}

// Warnings are what is wrong but costs nothing, a sentence each.
func (d *Digest) Warnings() []string {
	var list []string
	for _, g := range d.causes.sortedWarnings() {
		list = append(list, g.message+": "+g.size())
	}
	return list
}
