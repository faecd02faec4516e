package ledger

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"sort"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/jsonl"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// secondsMax is how many second verdicts are named; they are all counted. Two
// ledgers pasted together have one for each case.
const secondsMax = 20

// casesMax is far beyond every run, and keeps what is computed from the number
// of cases within an int.
const casesMax = 1_000_000_000

// lineEnd is what may stand behind the value of a line; editors of some systems
// write both.
const lineEnd = "\r\n"

// A Reader reads a ledger line by line, in memory for one line and the ids of
// the cases. It serves one goroutine.
type Reader struct {
	lines  *jsonl.Reader
	name   string
	tally  tally
	end    *run.Summary
	offset int64 // behind the last whole line
	torn   bool

	seconds      []Second
	secondsCount int
}

// A Second is a verdict in place of another one on the same case.
type Second struct {
	Case        string
	Line, First int // the lines of this verdict and of the one that it replaces
}

// NewReader reads the header of a ledger. Name is what errors call it. They are
// all *game.UsageError.
func NewReader(in io.Reader, name string) (*Reader, error) {
	r := &Reader{lines: jsonl.NewReader(in, "ledger", name, LineBytesMax), name: name}
	line, last, err := r.lines.Read()
	switch {
	case err == io.EOF:
		return nil, &game.UsageError{
			Message: fmt.Sprintf("ledger %s: it is empty", name),
			Hint:    "the run stopped before its first case; remove the file and run again",
		}
	case err != nil:
		return nil, err
	}
	h, err := parseHeader(bytes.TrimRight(line, lineEnd))
	switch whole := line[len(line)-1] == '\n'; {
	case last && (err == nil && !whole || jsonl.Cut(err)):
		return nil, &game.UsageError{
			Message: fmt.Sprintf("ledger %s: its first line is cut off", name),
			Hint:    "the run stopped before its first case; remove the file and run again",
		}
	case err != nil:
		if _, syntax := errors.AsType[*jsontext.SyntacticError](err); syntax && !bytes.Contains(line, []byte(`"ledger"`)) {
			err = errors.New(`expected a header with the key "ledger", found a line that is not JSON`)
		}
		return nil, r.lines.Fail(err, "touchstone test --ledger FILE writes ledgers")
	}
	r.accept(line)
	r.tally = newTally(h)
	return r, nil
}

// parseHeader reads the first line. The version comes first: of a newer one
// nothing else need be as we know it.
func parseHeader(line []byte) (Header, error) {
	var version struct {
		Ledger     *int   `json:"ledger"`
		Touchstone string `json:"touchstone"`
	}
	if err := json.Unmarshal(line, &version); err != nil {
		return Header{}, err
	}
	switch v := version.Ledger; {
	case v == nil:
		return Header{}, errors.New(`expected a header with the key "ledger"`)
	case *v > Version:
		return Header{}, &game.UsageError{
			Message: fmt.Sprintf("expected a ledger of version %[2]d or less, found version %[1]d", *v, Version),
			Hint:    fmt.Sprintf("it was written by touchstone %q: use that version or a later one", version.Touchstone),
		}
	case *v < 1:
		return Header{}, fmt.Errorf("a ledger of version %d, expected %d", *v, Version)
	}
	var h Header
	if err := json.Unmarshal(line, &h); err != nil {
		return Header{}, err
	}
	if h.Cases < 0 || h.Cases > casesMax {
		return Header{}, fmt.Errorf("%d cases, expected 0 to %d", h.Cases, casesMax)
	}
	return h, nil
}

// A lastLine is the end of a run.
type lastLine struct {
	End       *run.Summary      `json:"end"`
	Diagnoses []judge.Diagnosis `json:"diagnoses,omitempty"`
	Diagnosed int               `json:"diagnosed,omitzero"`
	// House are house rulings by case.
	House map[string][]string `json:"house,omitempty"`
}

// An anyLine is what stands behind the header: a verdict or an end.
type anyLine struct {
	Entry
	Ledger *int `json:"ledger"`
	lastLine
}

// Header returns the first line.
func (r *Reader) Header() Header { return r.tally.header }

// hintLine is the next step where a line is none of a ledger.
const hintLine = "remove the line: --resume then runs the cases that are missing"

// Results reads the results in the order of their lines; of several on one case
// the last counts. An error, a *game.UsageError, is the last thing that comes. A
// torn last line is none: Torn tells of it. The sequence can be read once.
func (r *Reader) Results() iter.Seq2[run.Result, error] {
	return func(yield func(run.Result, error) bool) {
		for {
			line, last, err := r.lines.Read()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(run.Result{}, err)
				return
			}
			if line[len(line)-1] != '\n' {
				r.torn = true
				return
			}
			e, err := r.take(bytes.TrimRight(line, lineEnd))
			if err != nil {
				if r.torn = last && jsonl.Cut(err); !r.torn {
					yield(run.Result{}, r.lines.Fail(err, hintLine))
				}
				return
			}
			r.accept(line)
			if e != nil && !yield(e.Result(), nil) {
				return
			}
		}
	}
}

// InOrder reads the results that count, in the order of the cases, which is not
// always that of the lines. The file is what the reader reads, from its
// beginning. Errors are as those of Results, in place of which it is called.
func (r *Reader) InOrder(file io.ReaderAt) iter.Seq2[run.Result, error] {
	return func(yield func(run.Result, error) bool) {
		for _, err := range r.Results() {
			if err != nil {
				yield(run.Result{}, err)
				return
			}
		}
		list := slices.Collect(maps.Values(r.tally.byCase))
		sort.Slice(list, func(i, j int) bool {
			a, b := &list[i], &list[j]
			return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.line, b.line)) < 0
		})
		for _, at := range list {
			line := make([]byte, at.bytes)
			var e Entry
			_, err := file.ReadAt(line, at.offset)
			if err == nil {
				err = json.Unmarshal(line, &e)
			}
			if err != nil {
				yield(run.Result{}, &game.UsageError{
					Message: fmt.Sprintf("ledger %s, line %d: read again: %v", r.name, at.line, text.Cause(err)),
					Hint:    files.HintReadable,
				})
				return
			}
			if !yield(e.Result(), nil) {
				return
			}
		}
	}
}

// take reads a line behind the header; the entry is nil for an end.
func (r *Reader) take(text []byte) (*Entry, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, errors.New("expected a JSON value, found a blank line")
	}
	var line anyLine
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, err
	}
	e := &line.Entry
	v := &e.Verdict
	switch {
	case line.Ledger != nil:
		return nil, &game.UsageError{
			Message: "a second header: the file holds two ledgers",
			Hint:    "report each ledger by itself; those of the shards of one run go together: touchstone report FILE FILE",
		}
	case line.End != nil && v.Case != "":
		return nil, errors.New("both a verdict and an end")
	case line.End != nil:
		end := *line.End
		end.Diagnoses, end.Diagnosed, end.House = line.Diagnoses, line.Diagnosed, line.lastLine.House
		if text := r.tally.contradiction(&end); text != "" {
			return nil, &game.UsageError{
				Message: fmt.Sprintf("the end does not match: %s; verdicts are missing or changed", text),
				Hint:    "run the cases again, with another ledger: nobody can tell what was changed in this one",
			}
		}
		r.end = &end
		return nil, nil
	case v.Case == "" || v.Outcome == "":
		return nil, errors.New(`expected a verdict with the keys "case" and "verdict", or an end`)
	case v.Ms < 0:
		return nil, fmt.Errorf("at /ms: %v milliseconds, expected 0 or more", v.Ms)
	case r.tally.full(v.Case):
		return nil, fmt.Errorf("a verdict on %q, but all %d cases of the header have one", v.Case, r.tally.header.Cases)
	}
	r.end = nil
	number := r.lines.Whole() + 1
	before, again := r.tally.add(v, standing{number: e.Number, offset: r.offset, line: int32(number), bytes: int32(len(text))})
	if was := r.tally.words[before.word]; again && was.kind.Judged() && was.outcome != v.Outcome {
		r.secondsCount++
		if len(r.seconds) < secondsMax {
			r.seconds = append(r.seconds, Second{Case: v.Case, Line: number, First: int(before.line)})
		}
	}
	return e, nil
}

// Torn returns the number of the last line if it was only begun, else 0. Like
// Seconds and Summary it speaks of what has been read so far.
func (r *Reader) Torn() int {
	if !r.torn {
		return 0
	}
	return r.lines.Whole() + 1
}

// Seconds lists verdicts that say otherwise than the one on a judged case that
// they replace, at most secondsMax of them, and tells how many there are. A run
// that is resumed makes none.
func (r *Reader) Seconds() (list []Second, count int) { return r.seconds, r.secondsCount }

// Summary returns the end of the run; without one, what the verdicts come to.
func (r *Reader) Summary() run.Summary {
	if r.end != nil {
		return *r.end
	}
	return r.tally.summary()
}

// accept counts a line that is whole.
func (r *Reader) accept(line []byte) {
	r.lines.Accept()
	r.offset += int64(len(line))
}
