package answer_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
)

var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// spoilt are ways to make a line that is no case of a line that is one.
var spoilt = []func(line []byte) []byte{
	func([]byte) []byte { return nil },
	func([]byte) []byte { return []byte("not JSON") },
	func([]byte) []byte { return []byte(`{"equations":[]}`) },
	func(line []byte) []byte { return line[:len(line)/2] },
	func(line []byte) []byte { return append(line, " 1"...) },
	func(line []byte) []byte { return line[1 : len(line)-1] },
	func(line []byte) []byte { return bytes.Replace(line, []byte(`"red"`), []byte(`"pink"`), 1) },
	func(line []byte) []byte { return bytes.Replace(line, []byte(`[`), []byte("[\xff"), 1) },
	func(line []byte) []byte { return append(line[:len(line)-1], `,1]`...) },
	func([]byte) []byte { return []byte(strings.Repeat("[", 70) + strings.Repeat("]", 70)) },
}

// mixedLines are generated cases of a task, every seventh of them spoilt.
func mixedLines(d *answer.Desk, count int) [][]byte {
	rng := rand.New(rand.NewPCG(5, 8))
	lines := make([][]byte, count)
	for i := range lines {
		lines[i] = bytes.TrimSuffix(line(generate(d, i)), []byte{'\n'})
		if rng.IntN(7) == 0 {
			lines[i] = spoilt[rng.IntN(len(spoilt))](lines[i])
		}
	}
	return lines
}

// A choppyReader hands out a text in pieces of any size.
type choppyReader struct {
	text []byte
	rng  *rand.Rand
}

func (r *choppyReader) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		return 0, io.EOF
	}
	n := min(1+r.rng.IntN(20_000), len(p), len(r.text))
	copy(p, r.text[:n])
	r.text = r.text[n:]
	return n, nil
}

// TestLinesInOrder answers some thousand lines with any number of clerks, cut
// at any place: the answers are those that one clerk gives to one line after
// another.
func TestLinesInOrder(t *testing.T) {
	count := 700
	if *soak {
		count = 5000
	}
	for _, c := range []struct {
		task  string
		clerk func(*answer.Desk) func() answer.Clerk
	}{
		{"rules", func(d *answer.Desk) func() answer.Clerk { return d.Solver }},
		{"move", func(d *answer.Desk) func() answer.Clerk { return d.Checker }},
	} {
		t.Run(c.task, func(t *testing.T) {
			d := newDesk(t, c.task, game.Settings{})
			clerk := c.clerk(d)
			lines := mixedLines(d, count)
			var want []byte
			var tally answer.Tally
			one := clerk()
			for i, l := range lines {
				var illegal bool
				var err error
				start := len(want)
				want, illegal, err = one(l, i+1, want)
				tally.Lines++
				if err != nil {
					var refusal *answer.Refusal
					if !errors.As(err, &refusal) || refusal.Line != i+1 || refusal.Column < 1 || refusal.Message == "" {
						t.Fatalf("line %d, %s: %#v", i+1, l, err)
					}
					want = append(want[:start], errorLine...)
					tally.Bad++
				}
				if illegal {
					tally.Illegal++
				}
				want = append(want, '\n')
			}
			if tally.Bad < count/20 || tally.Bad > count/3 || (tally.Illegal > 0) != (c.task == "move") {
				t.Fatalf("the lines do not show what they should: %+v", tally)
			}
			text := bytes.Join(lines, []byte{'\n'})
			var first []byte
			for _, jobs := range []int{1, 2, 8} {
				for _, end := range []string{"\n", ""} {
					var out bytes.Buffer
					r := &choppyReader{append(bytes.Clone(text), end...), rand.New(rand.NewPCG(1, uint64(jobs)))}
					got, err := answer.Lines(t.Context(), r, &out, jobs, clerk)
					if err != nil || got != tally {
						t.Errorf("%d jobs: %+v and %v, expected %+v", jobs, got, err, tally)
					}
					if first == nil {
						first = bytes.Clone(out.Bytes())
					}
					if !bytes.Equal(out.Bytes(), first) {
						t.Errorf("%d jobs give other bytes than one", jobs)
					}
					if !bytes.Equal(withoutErrors(out.Bytes()), want) {
						t.Errorf("%d jobs answer otherwise than one clerk", jobs)
					}
				}
			}
		})
	}
}

// errorLine stands for the error on a line.
const errorLine = `{"error"}`

// withoutErrors leaves of each error only that it is one.
func withoutErrors(out []byte) []byte {
	var b []byte
	for l := range bytes.Lines(out) {
		if bytes.HasPrefix(l, []byte(`{"error":"`)) {
			l = []byte(errorLine + "\n")
		}
		b = append(b, l...)
	}
	return b
}

// emptyCase is a case of the task equations, and its answer.
const (
	emptyCase   = "[[],[],[]]\n"
	emptyAnswer = "[[]]\n"
)

// patience is how long a test waits for what should come at once. It only runs
// out if it does not come at all.
const patience = 30 * time.Second

// TestLinesArePrompt asks each question only when the one before is answered.
func TestLinesArePrompt(t *testing.T) {
	d := newDesk(t, "equations", game.Settings{})
	for _, jobs := range []int{1, 4} {
		t.Run(fmt.Sprintf("%d jobs", jobs), func(t *testing.T) {
			questions, ask := io.Pipe()
			answers, tell := io.Pipe()
			ended := make(chan error, 1)
			go func() {
				_, err := answer.Lines(t.Context(), questions, tell, jobs, d.Solver)
				tell.Close()
				ended <- err
			}()
			alarm := time.AfterFunc(patience, func() { answers.CloseWithError(errors.New("no answer came")) })
			defer alarm.Stop()
			for _, exchange := range []struct {
				pieces []string
				want   string
			}{
				{[]string{emptyCase}, emptyAnswer},
				{[]string{"[[],[]", ",[]]", "\n"}, emptyAnswer},
				{[]string{emptyCase + emptyCase + "[[],"}, emptyAnswer + emptyAnswer},
				{[]string{"[],[]]\n\n"}, emptyAnswer + `{"error":"expected one J`},
			} {
				for _, piece := range exchange.pieces {
					if _, err := io.WriteString(ask, piece); err != nil {
						t.Fatal(err)
					}
				}
				got := make([]byte, len(exchange.want))
				if _, err := io.ReadFull(answers, got); err != nil || string(got) != exchange.want {
					t.Fatalf("%q is answered with %q and %v, expected %q", exchange.pieces, got, err, exchange.want)
				}
			}
			go io.Copy(io.Discard, answers)
			ask.Close()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

// A blankReader is a long line of blanks, and then a text.
type blankReader struct {
	blanks int
	then   io.Reader
}

var blanks = bytes.Repeat([]byte{' '}, 1<<16)

func (r *blankReader) Read(p []byte) (int, error) {
	if r.blanks == 0 {
		return r.then.Read(p)
	}
	n := copy(p, blanks[:min(len(blanks), r.blanks)])
	r.blanks -= n
	return n, nil
}

// TestLinesTooLong refuses a line of a quarter of a gigabyte, or of one with -soak,
// with a small part of that in memory, and answers the next line.
func TestLinesTooLong(t *testing.T) {
	size := 1 << 28
	if *soak {
		size = 1 << 30
	}
	// A few copies of the longest line: what has been read of it, the batch,
	// and what append leaves behind.
	const most = 10 * answer.LineBytesMax
	d := newDesk(t, "equations", game.Settings{})
	for _, c := range []struct {
		name  string
		after string
		want  string
		tally answer.Tally
	}{
		{"in the middle", "\n" + emptyCase + "\n", `{"error":1}` + "\n" + emptyAnswer + `{"error":3}` + "\n", answer.Tally{Lines: 3, Bad: 2}},
		{"at the end", "", `{"error":1}` + "\n", answer.Tally{Lines: 1, Bad: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			var out bytes.Buffer
			runtime.ReadMemStats(&before)
			tally, err := answer.Lines(t.Context(), &blankReader{size, strings.NewReader(c.after)}, &out, 2, d.Solver)
			runtime.ReadMemStats(&after)
			if err != nil || tally != c.tally {
				t.Errorf("%+v and %v, expected %+v", tally, err, c.tally)
			}
			if got := numbered(t, out.String()); got != c.want {
				t.Errorf("the answers are %q, expected %q", got, c.want)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > most {
				t.Errorf("%d bytes were allocated for a line of %d", used, size)
			}
		})
	}
}

// numbered leaves of each error only its line.
func numbered(t *testing.T, out string) string {
	t.Helper()
	var b strings.Builder
	for l := range strings.Lines(out) {
		if _, rest, ok := strings.Cut(l, `,"line":`); ok && strings.HasPrefix(l, `{"error":`) {
			number, _, _ := strings.Cut(rest, ",")
			l = fmt.Sprintf("{\"error\":%s}\n", number)
		}
		b.WriteString(l)
	}
	return b.String()
}

// TestLinesAtTheBound takes the longest line, and not one byte more.
func TestLinesAtTheBound(t *testing.T) {
	d := newDesk(t, "equations", game.Settings{})
	for _, c := range []struct {
		over int
		want string
	}{
		{0, emptyAnswer},
		{1, `{"error":1}` + "\n"},
	} {
		blanks := answer.LineBytesMax - len(strings.TrimSpace(emptyCase)) + c.over
		var out bytes.Buffer
		_, err := answer.Lines(t.Context(), &blankReader{blanks, strings.NewReader(emptyCase + emptyCase)}, &out, 1, d.Solver)
		if got := numbered(t, out.String()); err != nil || got != c.want+emptyAnswer {
			t.Errorf("%d bytes over the bound: %.200q and %v, expected %q", c.over, got, err, c.want+emptyAnswer)
		}
	}
}

// A hangingReader has a text, and then reads for ever.
type hangingReader struct {
	text    string
	hanging chan struct{} // closed when a read hangs
	release chan struct{} // closed to end it
}

func (r *hangingReader) Read(p []byte) (int, error) {
	n := copy(p, r.text)
	r.text = r.text[n:]
	if n == 0 {
		close(r.hanging)
		<-r.release
		return 0, io.EOF
	}
	return n, nil
}

// A notingWriter tells that something has come.
type notingWriter struct{ came chan struct{} }

func (w notingWriter) Write(p []byte) (int, error) {
	w.came <- struct{}{}
	return len(p), nil
}

// within waits for what must happen.
func within[T any](t *testing.T, what string, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(patience):
		t.Fatalf("%s: it has not happened after %v", what, patience)
	}
	return v
}

// TestLinesCanceled ends although the reader hangs in a read, and tells what
// was answered before.
func TestLinesCanceled(t *testing.T) {
	d := newDesk(t, "equations", game.Settings{})
	cause := errors.New("enough")
	type end struct {
		tally answer.Tally
		err   error
	}
	for _, jobs := range []int{1, 4} {
		before := runtime.NumGoroutine()
		ctx, cancel := context.WithCancelCause(context.Background())
		r := &hangingReader{emptyCase + emptyCase, make(chan struct{}), make(chan struct{})}
		w := notingWriter{make(chan struct{}, 2)}
		ended := make(chan end, 1)
		go func() {
			tally, err := answer.Lines(ctx, r, w, jobs, d.Solver)
			ended <- end{tally, err}
		}()
		within(t, "an answer", w.came)
		within(t, "a read that hangs", r.hanging)
		cancel(cause)
		if e := within(t, "the end", ended); !errors.Is(e.err, cause) || e.tally.Lines != 2 {
			t.Errorf("%d jobs: %+v and %v, expected 2 lines and %v", jobs, e.tally, e.err, cause)
		}
		close(r.release)
		settled(t, before)

		// Before it begins, it need not.
		tally, err := answer.Lines(ctx, strings.NewReader(emptyCase), io.Discard, jobs, d.Solver)
		if !errors.Is(err, cause) {
			t.Errorf("%d jobs: %+v and %v, expected %v", jobs, tally, err, cause)
		}
		settled(t, before)
	}
}

// settled waits until all goroutines of a test have ended.
func settled(t *testing.T, before int) {
	t.Helper()
	for begin := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Since(begin) > patience {
			t.Fatalf("%d goroutines, and %d before", runtime.NumGoroutine(), before)
		}
	}
}

// An endlessReader has ever more of the same.
type endlessReader struct{ text string }

func (r endlessReader) Read(p []byte) (int, error) {
	n := 0
	for n+len(r.text) <= len(p) {
		n += copy(p[n:], r.text)
	}
	return n, nil
}

// A brokenWriter takes only so many calls.
type brokenWriter struct {
	calls int
	err   error
}

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.calls--; w.calls < 0 {
		return 0, w.err
	}
	return len(p), nil
}

// TestLinesNotWritten stops reading when nobody wants the answers.
func TestLinesNotWritten(t *testing.T) {
	before := runtime.NumGoroutine()
	d := newDesk(t, "equations", game.Settings{})
	broken := errors.New("the pipe is broken")
	for _, jobs := range []int{1, 4} {
		for _, calls := range []int{0, 3} {
			tally, err := answer.Lines(t.Context(), endlessReader{emptyCase}, &brokenWriter{calls, broken}, jobs, d.Solver)
			if !errors.Is(err, broken) || (tally.Lines > 0) != (calls > 0) {
				t.Errorf("after %d calls: %+v and %v, expected %v", calls, tally, err, broken)
			}
		}
	}
	settled(t, before)
}

// TestLinesNotRead answers what came before reading failed.
func TestLinesNotRead(t *testing.T) {
	d := newDesk(t, "equations", game.Settings{})
	broken := errors.New("the disk is broken")
	for _, jobs := range []int{1, 4} {
		var out bytes.Buffer
		r := io.MultiReader(strings.NewReader(emptyCase+"[]\n"+emptyCase+"[["), iotest.ErrReader(broken))
		tally, err := answer.Lines(t.Context(), r, &out, jobs, d.Solver)
		want := emptyAnswer + `{"error":2}` + "\n" + emptyAnswer
		if got := numbered(t, out.String()); !errors.Is(err, broken) || got != want || tally != (answer.Tally{Lines: 3, Bad: 1}) {
			t.Errorf("%q, %+v and %v, expected %q and %v", got, tally, err, want, broken)
		}
	}
}

// TestLinesEmpty counts what is not there.
func TestLinesEmpty(t *testing.T) {
	d := newDesk(t, "equations", game.Settings{})
	var out bytes.Buffer
	tally, err := answer.Lines(t.Context(), strings.NewReader(""), &out, 4, d.Solver)
	if err != nil || tally != (answer.Tally{}) || out.Len() > 0 {
		t.Errorf("%+v, %v and %q", tally, err, &out)
	}
}

// A countingWriter tells of each line that is written.
type countingWriter struct{ lines chan struct{} }

func (w countingWriter) Write(p []byte) (int, error) {
	for range bytes.Count(p, []byte{'\n'}) {
		w.lines <- struct{}{}
	}
	return len(p), nil
}

// TestLinesThatTakeLong: of cases that come together and take long each answer is
// written when it is known, and all workers have something to do.
func TestLinesThatTakeLong(t *testing.T) {
	const count = 11
	written := countingWriter{make(chan struct{}, count)}
	first, both := make(chan struct{}), make(chan struct{})
	clerk := func() answer.Clerk {
		return func(_ []byte, number int, out []byte) ([]byte, bool, error) {
			switch number {
			case 1:
				time.Sleep(5 * time.Millisecond)
			case 2:
				<-first // only the answer to the first line lets it go on
				both <- struct{}{}
			case 3:
				<-both // and only who answers the second one, this one
			}
			return append(out, "{}"...), false, nil
		}
	}
	end := make(chan error, 1)
	go func() {
		_, err := answer.Lines(t.Context(), strings.NewReader(strings.Repeat("[]\n", count)), written, 2, clerk)
		end <- err
	}()
	<-written.lines
	close(first)
	for range count - 1 {
		<-written.lines
	}
	if err := <-end; err != nil {
		t.Error(err)
	}
}
