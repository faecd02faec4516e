package answer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of a stream of lines, and why.
const (
	// LineBytesMax bounds what one case may keep in memory.
	LineBytesMax = stream.ValueBytesMax
	// readBytes is how much is asked for at once: twice what a pipe holds, since files give
	// all that is asked for. Its answers are known within batchTime.
	readBytes = 128 << 10
	// JobsMax bounds the clerks: more than any machine has processors.
	JobsMax = 1024
	// aheadMax is how many batches for each worker may wait to be written, so
	// that one slow case does not stop the others and memory stays bounded.
	aheadMax = 4
	// batchTime is after how long the rest of a batch is shared out, line by line: what
	// comes at once may be eleven cases of a second each. It is long beside the way to
	// another worker, and short for people.
	batchTime = 2 * time.Millisecond
)

// A Tally counts lines.
type Tally struct {
	Lines   int
	Illegal int // requests that are illegal
	Bad     int // lines that are no case; each got an error on its output line
	Unknown int // good ones that the rules cannot answer; each got an error, too
}

func (t *Tally) add(other Tally) {
	t.Lines += other.Lines
	t.Illegal += other.Illegal
	t.Bad += other.Bad
	t.Unknown += other.Unknown
}

// A Clerk answers one line at a time: it appends the answer, one JSON value
// without a line break, to out. It serves one goroutine at a time, and changes the line
// while it works, so that nobody else may read it meanwhile.
type Clerk func(line []byte, number int, out []byte) (answered []byte, illegal bool, err error)

// Solver is a clerk who writes the oracle's output values as an array.
func (d *Desk) Solver() Clerk {
	return d.clerk(false, func(_ []jsontext.Value, result *game.Output, out []byte) ([]byte, bool, error) {
		out = append(out, '[')
		for i := range result.Len() {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, result.Value(i)...)
		}
		return append(out, ']'), false, nil
	})
}

// Checker is a clerk of a task move who adds the clause and the reason to the
// answer of an illegal request.
func (d *Desk) Checker() Clerk {
	return d.clerk(true, func(in []jsontext.Value, result *game.Output, out []byte) ([]byte, bool, error) {
		said, illegal, err := d.AppendCheck(append(out, '['), in, result)
		if err != nil {
			return out, false, err
		}
		return append(said, ']'), illegal, nil
	})
}

func (d *Desk) clerk(explains bool, write func([]jsontext.Value, *game.Output, []byte) ([]byte, bool, error)) Clerk {
	oracle := d.Rules.Oracle(d.Task.Name)
	splitter := stream.NewSplitter(stream.Limits{})
	result := game.Output{Explains: explains}
	in := make([]jsontext.Value, d.fixed())
	var raws []jsontext.Value
	return func(line []byte, number int, out []byte) ([]byte, bool, error) {
		// To split a line first takes a quarter more. It is needed for a line that is bad, or
		// that has rare spellings, of which the oracle is not sure.
		read, err := atOnce(oracle, line, in, &result)
		if read && err == nil {
			return write(in, &result, out)
		}
		values, broken := splitter.Split(line, number)
		if broken != nil {
			var e *stream.Error
			if errors.As(broken, &e) {
				broken = d.broken(e, true)
			}
			return out, false, broken
		}
		raws = raws[:0]
		for _, v := range values {
			raws = append(raws, v.Raw)
		}
		if !read {
			result.Reset()
			err = oracle(raws, &result)
		}
		if err != nil {
			var invalid *game.Invalid
			if errors.As(err, &invalid) {
				refusal := d.refuse(values, invalid)
				refusal.Line = number
				err = refusal
			}
			return out, false, err
		}
		return write(raws, &result, out)
	}
}

// fixed is how many values each case of the task has, if its oracle can split a case
// itself; 0 if it cannot, or if the number varies from case to case.
func (d *Desk) fixed() int {
	varies := func(p game.Param) bool { return p.Repeated || p.Optional }
	if _, ok := d.Rules.(game.Splitter); !ok || slices.ContainsFunc(d.Task.In, varies) {
		return 0
	}
	return len(d.Task.In)
}

// atOnce gives the oracle a line that has not been split, and tells whether the oracle has
// read all of its values. They are then in in.
func atOnce(oracle game.Oracle, line []byte, in []jsontext.Value, result *game.Output) (read bool, err error) {
	text := bytes.TrimLeft(line, " \t\r")
	if len(in) == 0 || len(text) == 0 || text[0] != '[' {
		return false, nil
	}
	text[0] = ',' // as game.Splitter has it
	clear(in)
	in[0] = text
	result.Reset()
	err = oracle(in, result)
	last := in[len(in)-1]
	read = len(last) > 0 && last[0] != ','
	text[0] = '['
	return read, err
}

// A batch is some whole lines on their way from the reader over a worker to
// the writer.
type batch struct {
	text   []byte
	number int  // of the first line
	slow   bool // its lines take long: each is answered by whoever has time
	out    []byte
	tally  Tally
	done   chan struct{} // closed when its answers are in out
	rest   *batch        // with the lines that others answer; it is known when done is closed
}

// Lines answers one case a line, in order, in constant memory, with so many
// clerks at once. A line that is no case gets an error object on its output
// line. Lines are answered as soon as they have come, without waiting for more
// of them. The error is the reader's, the writer's or the context's; what was
// answered before is written and counted.
func Lines(ctx context.Context, r io.Reader, w io.Writer, jobs int, clerk func() Clerk) (Tally, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if jobs == 1 {
		return linesAlone(ctx, r, w, clerk())
	}
	jobs = min(jobs, JobsMax)
	work := make(chan *batch, jobs) // one waits for each clerk that is done
	ordered := make(chan *batch, jobs*aheadMax)
	free := make(chan *batch, jobs*aheadMax+jobs+2)
	rests := make(chan *batch, jobs*aheadMax+2) // of each batch there is one at a time
	for range jobs {
		go func() {
			c := clerk()
			for b := next(ctx, rests, work); b != nil; b = next(ctx, rests, work) {
				b.answer(c, rests)
			}
		}()
	}
	read := make(chan error, 1)
	go func() {
		err := readBatches(ctx, r, free, func(b *batch) bool {
			select {
			case ordered <- b:
			case <-ctx.Done():
				return false
			}
			select {
			case work <- b:
			case <-ctx.Done():
			}
			return true
		})
		close(work)
		close(ordered)
		read <- err
	}()
	s := scribe{w: w}
	for {
		select {
		case b, ok := <-ordered:
			if !ok {
				return s.total, errors.Join(<-read, context.Cause(ctx))
			}
			if err := s.write(ctx, b); err != nil {
				return s.total, err
			}
			// The parts of a batch share its text.
			select {
			case free <- b:
			default:
			}
		case <-ctx.Done():
			// The reader may hang in a read that never ends: what has been
			// written is what is known.
			return s.total, context.Cause(ctx)
		}
	}
}

// A scribe writes the answers of batches and counts them.
type scribe struct {
	w     io.Writer
	total Tally

	out   []byte // what is not written yet
	tally Tally  // of that
}

// write writes the answers of a batch and its rest as they come: together those that are
// there, as each write is a call of the system.
func (s *scribe) write(ctx context.Context, b *batch) error {
	for ; b != nil; b = b.rest {
		select {
		case <-b.done:
		default:
			if err := s.flush(); err != nil {
				return err
			}
			select {
			case <-b.done:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		if len(s.out) == 0 && b.rest == nil { // as most are
			return b.write(s.w, &s.total)
		}
		s.out = append(s.out, b.out...)
		s.tally.add(b.tally)
	}
	return s.flush()
}

func (s *scribe) flush() error {
	if len(s.out) == 0 {
		return nil
	}
	if _, err := s.w.Write(s.out); err != nil {
		return err
	}
	s.total.add(s.tally)
	s.out, s.tally = s.out[:0], Tally{}
	return nil
}

// linesAlone is Lines with one clerk: whoever reads answers and writes as well, since to
// wake somebody for each batch costs processor time and saves none.
func linesAlone(ctx context.Context, r io.Reader, w io.Writer, clerk Clerk) (Tally, error) {
	var total Tally
	var writing sync.Mutex // and counting; neither happens after ctx is done
	free, rests := make(chan *batch, 1), make(chan *batch, 1)
	read := make(chan error, 1)
	go func() {
		var unwritten error
		err := readBatches(ctx, r, free, func(whole *batch) bool {
			for b := whole; b != nil && unwritten == nil; b = b.rest {
				b.answer(clerk, rests)
				if b.rest != nil {
					<-rests
				}
				writing.Lock()
				if ctx.Err() != nil {
					writing.Unlock()
					return false
				}
				unwritten = b.write(w, &total)
				writing.Unlock()
			}
			free <- whole
			return unwritten == nil
		})
		read <- cmp.Or(unwritten, err)
	}()
	select {
	case err := <-read:
		return total, errors.Join(err, context.Cause(ctx))
	case <-ctx.Done():
		// The reader may hang in a read that never ends: what has been written is what is known.
		writing.Lock()
		defer writing.Unlock()
		return total, context.Cause(ctx)
	}
}

// write writes the answers of a batch and counts them.
func (b *batch) write(w io.Writer, total *Tally) error {
	if _, err := w.Write(b.out); err != nil {
		return err
	}
	total.add(b.tally)
	return nil
}

// next is what a worker does next, nil if there is nothing more: what has been begun
// first, since somebody waits for it.
func next(ctx context.Context, rests, work <-chan *batch) *batch {
	select {
	case b := <-rests:
		return b
	default:
	}
	for {
		select {
		case b := <-rests:
			return b
		case b, ok := <-work:
			if ok {
				return b
			}
			work = nil // others may still share out what they have
		case <-ctx.Done():
			return nil
		}
	}
}

// readBatches cuts what comes into batches of whole lines and hands each on at
// once. A line that is too long is handed on cut off, one byte over the bound,
// so that it is refused.
func readBatches(ctx context.Context, r io.Reader, free <-chan *batch, hand func(*batch) bool) error {
	number := 1
	skipping := false // the rest of a line that was too long
	b := newBatch(free, nil)
	send := func(end int) bool {
		rest := b.text[end:]
		b.text, b.number = b.text[:end], number
		number += bytes.Count(b.text, []byte{'\n'})
		following := newBatch(free, rest)
		sent := hand(b)
		b = following
		return sent
	}
	for ctx.Err() == nil {
		b.text = slices.Grow(b.text, readBytes)
		old := len(b.text)
		n, err := r.Read(b.text[old:][:readBytes])
		b.text = b.text[:old+n]
		if skipping {
			end := bytes.IndexByte(b.text, '\n')
			skipping = end < 0
			b.text = slices.Delete(b.text, 0, cmp.Or(end+1, len(b.text)))
			old = 0
		}
		if end := bytes.LastIndexByte(b.text[old:], '\n'); end >= 0 && !send(old+end+1) {
			return nil
		}
		if len(b.text) > LineBytesMax {
			b.text = append(b.text[:LineBytesMax+1], '\n')
			if !send(len(b.text)) {
				return nil
			}
			skipping = true
		}
		if err == io.EOF {
			if len(b.text) > 0 {
				send(len(b.text))
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// newBatch is a batch that begins with a text, in the memory of one that is done if there
// is one. Answers are about as long as the questions: to let both grow bit by bit would
// copy them several times.
func newBatch(free <-chan *batch, text []byte) *batch {
	b := new(batch)
	select {
	case b = <-free:
	default:
		b.out = make([]byte, 0, readBytes)
		b.text = make([]byte, 0, 2*readBytes)
	}
	b.text = append(b.text[:0], text...)
	b.done = make(chan struct{})
	return b
}

// answer answers the lines of the batch. If that takes long, rests gets those that are
// left.
func (b *batch) answer(clerk Clerk, rests chan<- *batch) {
	defer close(b.done)
	b.out, b.tally, b.rest = b.out[:0], Tally{}, nil
	begin := time.Now()
	number := b.number
	for text := b.text; len(text) > 0; number++ {
		line := text
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		if b.slow && len(text) > 0 {
			b.share(text, number+1, rests)
			text = nil
		}
		b.line(clerk, line, number)
		if len(text) > 0 && time.Since(begin) > batchTime {
			b.share(text, number+1, rests)
			return
		}
	}
}

// share hands on the lines that are left of a batch.
func (b *batch) share(text []byte, number int, rests chan<- *batch) {
	b.rest = &batch{text: text, number: number, slow: true, done: make(chan struct{})}
	rests <- b.rest
}

// line answers one line.
func (b *batch) line(clerk Clerk, line []byte, number int) {
	b.tally.Lines++
	var illegal bool
	var err error
	start := len(b.out)
	if len(line) > LineBytesMax {
		err = &Refusal{Line: number, Column: 1, Message: fmt.Sprintf("the line is longer than %s", text.Bytes(LineBytesMax))}
	} else {
		b.out, illegal, err = clerk(line, number, b.out)
	}
	if err != nil {
		if _, fault := errors.AsType[*game.Fault](err); fault {
			b.tally.Unknown++
		} else {
			b.tally.Bad++
		}
		b.out = appendError(b.out[:start], err)
	}
	if illegal {
		b.tally.Illegal++
	}
	b.out = append(b.out, '\n')
}

// appendError writes an error object: {"error":…} with its place.
func appendError(out []byte, err error) []byte {
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		refusal = &Refusal{Message: err.Error()}
	}
	text, marshalErr := json.Marshal(refusal)
	if marshalErr != nil {
		return append(out, `{"error":"cannot write the error"}`...)
	}
	return append(out, text...)
}
