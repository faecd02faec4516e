package wire_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

// memory is a two-way stream in memory, whose time a test can control.
func memory() (a, b io.ReadWriteCloser) {
	ra, wb := io.Pipe()
	rb, wa := io.Pipe()
	return wire.Join(ra, wa), wire.Join(rb, wb)
}

// conns are the two ends of a connection in memory.
func conns(t *testing.T, options wire.Options) (here, there *wire.Conn) {
	t.Helper()
	a, b := memory()
	here, there = wire.New(a, options), wire.New(b, wire.Options{})
	t.Cleanup(func() {
		here.Close()
		there.Close()
	})
	return here, there
}

// feed is a stream that comes in these pieces and takes anything.
type feed struct {
	pieces [][]byte
	end    error
}

func (f *feed) Read(p []byte) (int, error) {
	for len(f.pieces) > 0 && len(f.pieces[0]) == 0 {
		f.pieces = f.pieces[1:]
	}
	if len(f.pieces) == 0 {
		return 0, f.end
	}
	n := copy(p, f.pieces[0])
	f.pieces[0] = f.pieces[0][n:]
	return n, nil
}

func (f *feed) Write(p []byte) (int, error) { return len(p), nil }
func (f *feed) Close() error                { return nil }

// pieces cuts text at random places.
func pieces(rng *rand.Rand, text []byte) [][]byte {
	var cuts []int
	for range rng.IntN(8) {
		cuts = append(cuts, rng.IntN(len(text)+1))
	}
	slices.Sort(cuts)
	var out [][]byte
	from := 0
	for _, at := range append(cuts, len(text)) {
		out = append(out, text[from:at])
		from = at
	}
	return out
}

// all receives until there is an error.
func all(c *wire.Conn) (values []string, err *wire.Error) {
	for {
		v, e := c.Receive(time.Time{})
		if e != nil {
			errors.As(e, &err)
			return values, err
		}
		values = append(values, string(v))
	}
}

func wireError(t *testing.T, err error) *wire.Error {
	t.Helper()
	var e *wire.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is no *wire.Error", err)
	}
	return e
}

func in(d time.Duration) time.Time { return time.Now().Add(d) }

// value is what a call of a middling turn looks like.
var value = jsontext.Value(`["request-cards",[{"bank":["blue","red"],"cards":[{"face?":true,"pebbles":["red","blue","blue","blue","blue"]}],` +
	`"active":{"wallet":["red","blue","blue","blue"],"score":14,"cards":[]},"scores":[5,3,0]}]]`)
