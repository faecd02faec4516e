package wire_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

// TestReceived: which values and which trouble come out of which bytes, however
// they are cut (BG-91, BG-93, BG-95).
func TestReceived(t *testing.T) {
	small := wire.Options{ValueBytesMax: 20, DepthMax: 3}
	for _, tt := range []struct {
		name, text string
		options    wire.Options
		values     []string
		kind       wire.Kind
		offset     int64
		raw        string
	}{
		{"nothing", "", small, nil, wire.Closed, 0, ""},
		{"blanks", " \n\t ", small, nil, wire.Closed, 4, ""},
		{"values", `"a" [1] {"k":2} true false null 7 `, small, []string{`"a"`, `[1]`, `{"k":2}`, `true`, `false`, `null`, `7`}, wire.Closed, 34, ""},
		{"no blanks between", `"a"[1]{}true"b"1"c"`, small, []string{`"a"`, `[1]`, `{}`, `true`, `"b"`, `1`, `"c"`}, wire.Closed, 19, ""},
		{"a number at the end", `1 23`, small, []string{`1`}, wire.Closed, 4, "23"},
		{"cut in a string", `"a" "vo`, small, []string{`"a"`}, wire.Closed, 7, `"vo`},
		{"cut in a literal", ` tr`, small, nil, wire.Closed, 3, "tr"},
		{"no JSON", `"a" void`, small, []string{`"a"`}, wire.NotJSON, 4, "void"},
		{"garbage at once", "\x16\x03\x01", small, nil, wire.NotJSON, 0, "\x16\x03\x01"},
		{"invalid UTF-8", "\"a\xff\"", small, nil, wire.NotJSON, 2, "\"a\xff\""},
		{"twice a key", `{"a":1,"a":2}`, small, nil, wire.WrongShape, 7, `{"a":1,"a":2}`},
		{"just long enough", `  "aaaaaaaaaaaaaaaa" 1 `, small, []string{`"aaaaaaaaaaaaaaaa"`, `1`}, wire.Closed, 23, ""},
		{"too long", `"aaaaaaaaaaaaaaaaaaa"`, small, nil, wire.TooLong, 0, `"aaaaaaaaaaaaaaaaaaa"`},
		{"too long with blanks", `1  "aaaaaaaaaaaaaaaaa"`, small, []string{`1`}, wire.TooLong, 3, `"aaaaaaaaaaaaaaaaa"`},
		{"too long by blanks", strings.Repeat(" ", 21), small, nil, wire.TooLong, 21, ""},
		{"deep enough", `[[[]]] 1 `, small, []string{`[[[]]]`, `1`}, wire.Closed, 9, ""},
		{"brackets in a string", `["[[\"[[[["]`, small, []string{`["[[\"[[[["]`}, wire.Closed, 12, ""},
		{"too deep", `[[[[]]]]`, small, nil, wire.TooLong, 3, `[[[[]]]]`},
		{"too deep and cut", `[{"":[[`, small, nil, wire.TooLong, 6, `[{"":[[`},
		{"many values", strings.Repeat("[]", 200), small, slices.Repeat([]string{"[]"}, 200), wire.Closed, 400, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range uint64(20) {
				rng := rand.New(rand.NewPCG(seed, 0))
				cut := pieces(rng, []byte(tt.text))
				c := wire.New(&feed{cut, io.EOF}, tt.options)
				values, err := all(c)
				c.Close()
				if !slices.Equal(values, tt.values) || err.Kind != tt.kind {
					t.Fatalf("%q: %q and %v, want %q and %s", cut, values, err, tt.values, tt.kind)
				}
				// What was read behind the culprit depends on the pieces.
				if err.Offset != tt.offset || !strings.HasPrefix(tt.raw, string(err.Raw)) || err.Bytes < int64(len(err.Raw)) {
					t.Errorf("%q: at %d with %q of %d, want %d with %q", cut, err.Offset, err.Raw, err.Bytes, tt.offset, tt.raw)
				}
				if _, again := c.Receive(in(time.Hour)); again != err {
					t.Errorf("%q: %v, then %v", cut, err, again)
				}
			}
		})
	}
}

// TestLineEnd: the end of the line of a value is not told as something that came in place
// of the next one; all else is.
func TestLineEnd(t *testing.T) {
	for text, details := range map[string]string{
		"\"a\"\n":     "",
		"\"a\"\n\n":   "received 1 byte of white space",
		"\n":          "received 1 byte of white space",
		"\"a\"\n}{\n": `invalid character '}' at start of value, near "}{`,
	} {
		for _, cut := range [][][]byte{{[]byte(text)}, pieces(rand.New(rand.NewPCG(1, 0)), []byte(text))} {
			c := wire.New(&feed{cut, io.EOF}, wire.Options{})
			_, err := all(c)
			c.Close()
			if got := err.Details(); !strings.HasPrefix(got, details) || details == "" && got != "" {
				t.Errorf("%q: %q, expected %q", cut, got, details)
			}
		}
	}
	c := wire.New(&feed{[][]byte{[]byte("\n")}, io.EOF}, wire.Options{Resumed: true})
	_, err := all(c)
	c.Close()
	if got := err.Details(); got != "" {
		t.Errorf("the end of the line of what came before is told as %q", got)
	}
}

// TestCertain: bytes that cannot become a value are reported with the first of
// them that makes it certain, not at the deadline, and none before.
func TestCertain(t *testing.T) {
	for _, tt := range []struct {
		text string // its last byte makes it certain
		kind wire.Kind
	}{
		{`v`, wire.NotJSON},
		{`tru!`, wire.NotJSON},
		{`nul `, wire.NotJSON},
		{`"vo` + "\n", wire.NotJSON},
		{`"\x`, wire.NotJSON},
		{`"\u00g`, wire.NotJSON},
		{`"\ud800x`, wire.NotJSON},
		{"\"\xff", wire.NotJSON},
		{`-x`, wire.NotJSON},
		{`1.x`, wire.NotJSON},
		{`[1,]`, wire.NotJSON},
		{`[1}`, wire.NotJSON},
		{`{"a":1,}`, wire.NotJSON},
		{`{1`, wire.NotJSON},
		{`{"a" 1`, wire.NotJSON},
		{`]`, wire.NotJSON},
		{`GET`[:1], wire.NotJSON},
		{`{"a":1,"a"`, wire.WrongShape},
		{strings.Repeat("[", 65), wire.TooLong},
		{strings.Repeat(`{"":`, 64) + "[", wire.TooLong},
	} {
		t.Run(fmt.Sprintf("%.10q", tt.text), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, b := memory()
				c := wire.New(a, wire.Options{})
				defer c.Close()
				for i := range len(tt.text) {
					_, err := c.Receive(in(time.Second))
					if e := wireError(t, err); e.Kind != wire.Timeout {
						t.Fatalf("behind %q: %v", tt.text[:i], err)
					}
					if _, err := io.WriteString(b, tt.text[i:i+1]); err != nil {
						t.Fatal(err)
					}
				}
				start := time.Now()
				_, err := c.Receive(in(time.Second))
				if e := wireError(t, err); e.Kind != tt.kind || time.Since(start) > 0 || string(e.Raw) != tt.text {
					t.Errorf("%v after %s", err, time.Since(start))
				}
			})
		})
	}
}

// TestComplete: a value is received with its last byte, a number with the byte
// behind it (BG-91).
func TestComplete(t *testing.T) {
	for _, text := range []string{`"void"`, `[[["red"],["blue"]]]`, `{"a":[]}`, `true`, `false`, `null`, `12 `, `-1.5e3"`} {
		synctest.Test(t, func(t *testing.T) {
			a, b := memory()
			c := wire.New(a, wire.Options{})
			defer c.Close()
			for i := range len(text) {
				if v, err := c.Receive(in(time.Second)); err == nil {
					t.Fatalf("%s is complete behind %q", v, text[:i])
				}
				if _, err := io.WriteString(b, text[i:i+1]); err != nil {
					t.Fatal(err)
				}
			}
			start := time.Now()
			v, err := c.Receive(in(time.Second))
			if err != nil || time.Since(start) > 0 || !strings.HasPrefix(text, string(v)) {
				t.Errorf("%s %v after %s", v, err, time.Since(start))
			}
		})
	}
}

// TestTimeouts: time counts from the start of sending, no byte starts it anew,
// and none is lost when it is over.
func TestTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := conns(t, wire.Options{})
		go func() {
			for _, b := range []byte(`"dribbled"`) {
				time.Sleep(time.Second)
				if there.Write([]byte{b}, time.Time{}) != nil {
					return
				}
			}
		}()
		go there.Receive(time.Time{})
		start := time.Now()
		_, err := here.Call(value, 4*time.Second+time.Millisecond)
		e := wireError(t, err)
		if e.Kind != wire.Timeout || time.Since(start) != 4*time.Second+time.Millisecond || string(e.Raw) != `"dri` || e.Bytes != 4 || e.Offset != 4 {
			t.Errorf("%v after %s: %q", err, time.Since(start), e.Raw)
		}
		if v, err := here.Receive(in(time.Minute)); string(v) != `"dribbled"` || err != nil || time.Since(start) != 10*time.Second {
			t.Errorf("%s %v after %s", v, err, time.Since(start))
		}
		// A deadline that is over already still lets in what has come.
		if err := there.Send(value, time.Time{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if v, err := here.Receive(in(-time.Second)); string(v) != string(value) || err != nil {
			t.Errorf("%s %v", v, err)
		}
		if _, err := here.Receive(in(-time.Second)); wireError(t, err).Kind != wire.Timeout {
			t.Error(err)
		}
		if err := here.Send(value, in(-time.Second)); wireError(t, err).Kind != wire.Timeout {
			t.Error(err)
		}
		if err := there.Send(value, in(time.Second)); err != nil {
			t.Errorf("the connection is still of use: %v", err)
		}
	})
}

// TestBlockedSending: who does not read is given up in time, be it over memory
// or TCP (SF25).
func TestBlockedSending(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := conns(t, wire.Options{})
		start := time.Now()
		_, err := here.Call(value, 4*time.Second)
		if wireError(t, err).Kind != wire.Timeout || time.Since(start) != 4*time.Second {
			t.Errorf("%v after %s", err, time.Since(start))
		}
		if _, err := here.Call(value, 4*time.Second); wireError(t, err).Kind != wire.Closed {
			t.Error(err)
		}
		if _, err := there.Receive(in(time.Second)); wireError(t, err).Kind != wire.Closed {
			t.Error(err)
		}
	})
	here, there := tcp(t)
	defer there.Close()
	c := wire.New(here, wire.Options{})
	defer c.Close()
	start := time.Now()
	_, err := c.Call(jsontext.Value(`"`+strings.Repeat("x", 16<<20)+`"`), 200*time.Millisecond)
	if wireError(t, err).Kind != wire.Timeout || time.Since(start) > late {
		t.Errorf("%v after %s", err, time.Since(start))
	}
}

// TestReadAhead: what nothing asked for is kept (BG-94), within a bound (BG-95).
func TestReadAhead(t *testing.T) {
	for name, text := range map[string]string{
		"long":  `"` + strings.Repeat("x", 98) + `"`,
		"tiny":  `[]`,
		"whole": `"` + strings.Repeat("x", 4000) + `"`,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const limit, count = 100_000, 10_000
				a, b := memory()
				c := wire.New(a, wire.Options{ValueBytesMax: limit})
				defer c.Close()
				taken := 0
				go func() {
					for range count {
						if _, err := io.WriteString(b, text); err != nil {
							return
						}
						taken += len(text)
					}
				}()
				if _, err := c.Receive(time.Time{}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Second)
				synctest.Wait()
				if most := limit + 2*len(text); taken > most || name != "tiny" && taken < limit/3 {
					t.Errorf("%d bytes were taken, want at most %d", taken, most)
				}
				for i := 1; i < count; i++ {
					if v, err := c.Receive(in(time.Second)); err != nil || string(v) != text {
						t.Fatalf("%s %v", v, err)
					}
				}
			})
		})
	}
}

// TestClose: whoever waits is told, what came before stays, and no goroutine is
// left (the bubble would not end).
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := conns(t, wire.Options{})
		go func() {
			time.Sleep(time.Second)
			here.Close()
		}()
		_, err := here.Receive(time.Time{})
		if e := wireError(t, err); e.Kind != wire.Closed || !errors.Is(err, net.ErrClosed) || !e.Quiet() {
			t.Error(err)
		}
		if err := here.Send(value, time.Time{}); wireError(t, err).Kind != wire.Closed {
			t.Error(err)
		}
		if _, err := there.Receive(time.Time{}); !errors.Is(err, io.EOF) || !wireError(t, err).Quiet() {
			t.Error(err)
		}
		<-there.Ended()
		if err := here.Close(); err != nil {
			t.Error(err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		here, there := conns(t, wire.Options{})
		go func() { there.Write([]byte(`1 2 3 "x`), time.Time{}) }()
		here.Receive(time.Time{})
		synctest.Wait()
		here.Close()
		values, err := all(here)
		if !slices.Equal(values, []string{"2", "3"}) || err.Kind != wire.Closed {
			t.Errorf("%q %v", values, err)
		}
	})
}

// TestBrokenStream: an error of the stream itself is the end of it.
func TestBrokenStream(t *testing.T) {
	broken := errors.New("broken")
	c := wire.New(&feed{[][]byte{[]byte("1 [")}, broken}, wire.Options{})
	values, err := all(c)
	if !slices.Equal(values, []string{"1"}) || err.Kind != wire.Closed || !errors.Is(err, broken) || err.Quiet() || !strings.Contains(err.Error(), "broken") {
		t.Errorf("%q %v", values, err)
	}
	for _, r := range []io.Reader{
		iotest.DataErrReader(strings.NewReader(`1 "a"`)),
		iotest.OneByteReader(strings.NewReader(`1 "a"`)),
	} {
		c := wire.New(wire.Join(io.NopCloser(r), &discard{}), wire.Options{})
		if values, err := all(c); len(values) != 2 || err.Err != io.EOF {
			t.Errorf("%q %v", values, err)
		}
	}
}

type discard struct{ closed bool }

func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
func (d *discard) Close() error                { d.closed = true; return nil }

// TestHalves: a direction that is closed does not close the other one.
func TestHalves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := conns(t, wire.Options{})
		go there.Send(value, time.Time{})
		if err := here.CloseWrite(); err != nil {
			t.Fatal(err)
		}
		if _, err := there.Receive(time.Time{}); !errors.Is(err, io.EOF) {
			t.Error(err)
		}
		if v, err := here.Receive(in(time.Second)); string(v) != string(value) || err != nil {
			t.Errorf("%s %v", v, err)
		}
	})
	whole := &feed{nil, io.EOF}
	c := wire.New(whole, wire.Options{})
	if err := c.CloseWrite(); err != nil {
		t.Error(err)
	}
	if _, err := c.Receive(time.Time{}); !errors.Is(err, net.ErrClosed) {
		t.Errorf("what has no halves is closed as a whole: %v", err)
	}
}

// TestReset: over TCP a reset is seen as one, and is an end like others (SF27).
func TestReset(t *testing.T) {
	a, b := tcp(t)
	here, there := wire.New(a, wire.Options{}), wire.New(b, wire.Options{})
	defer here.Close()
	if err := there.Reset(); err != nil {
		t.Fatal(err)
	}
	_, err := here.Receive(in(5 * time.Second))
	if e := wireError(t, err); e.Kind != wire.Closed || !e.Quiet() || errors.Is(err, io.EOF) {
		t.Errorf("%v", err)
	}
	var e *wire.Error
	if errors.As(err, &e) && (strings.Contains(e.Details(), "tcp") || strings.Contains(e.Details(), "->")) {
		t.Errorf("a reset is told as the system has it: %s", e.Details())
	}
	if !errors.Is(err, syscall.ECONNRESET) {
		t.Logf("reset is reported as %v", errors.Unwrap(err))
	}
}

// TestTap: everything that passes is told with its time, also what is no value.
func TestTap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		start := time.Now()
		tap := func(p wire.Passage) {
			told = append(told, fmt.Sprintf("%s %v %s|%s %d", p.At.Sub(start), p.Sent, []byte(p.Value), p.Raw, p.Bytes))
		}
		here, there := conns(t, wire.Options{Tap: tap})
		go func() {
			there.Receive(time.Time{})
			time.Sleep(time.Second)
			there.Write([]byte(` "void"  [2] "re`), time.Time{})
			time.Sleep(time.Second)
			there.Close()
		}()
		if v, err := here.Call(jsontext.Value(`["setup",[]]`), 4*time.Second); string(v) != `"void"` || err != nil {
			t.Errorf("%s %v", v, err)
		}
		// What came behind the reply is read in the same moment.
		synctest.Wait()
		if err := here.Write([]byte("void"), in(4*time.Second)); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Second)
		here.Close()
		here.Send(value, time.Time{})
		want := []string{
			`0s true ["setup",[]]| 12`,
			`1s false "void"| 7`,
			`1s false [2]| 5`,
			`1s true |void 4`,
			`2s false |"re 4`,
		}
		if !slices.Equal(told, want) {
			t.Errorf("got %q, want %q", told, want)
		}
	})
}

// TestServe: the client's side of a connection (CF2 to CF11).
func TestServe(t *testing.T) {
	handle := func(call wire.Call) (jsontext.Value, error) {
		switch call.Method {
		case "echo":
			return call.Args[0], nil
		case "nothing":
			return nil, nil
		case "win":
			return jsontext.Value(`"void"`), wire.ErrDone
		}
		return nil, fmt.Errorf("no method %q", call.Method)
	}
	for _, tt := range []struct {
		name, calls string
		replies     []string
		kind        wire.Kind
		says        string // "" is a quiet end
	}{
		{"CF2 closes at once", ``, nil, "", ""},
		{"CF12 closes behind blanks", `  `, nil, "", ""},
		{"CF2 closes between calls", `["echo",[1]]`, []string{"1"}, "", ""},
		{"CF3 no JSON", `["echo",[1]] hello`, []string{"1"}, wire.NotJSON, "near"},
		{"CF3 too deep", strings.Repeat("[", 70), nil, wire.TooLong, "64"},
		{"CF4 half a call", `["echo",[1`, nil, wire.Closed, "inside"},
		{"CF5 a number", `1 `, nil, wire.WrongShape, "not a call"},
		{"CF5 a string", `"echo"`, nil, wire.WrongShape, "not a call"},
		{"CF5 an object", `{"echo":[]}`, nil, wire.WrongShape, "not a call"},
		{"CF5 one part", `["echo"]`, nil, wire.WrongShape, "not a call"},
		{"CF5 three parts", `["echo",[1],2]`, nil, wire.WrongShape, "not a call"},
		{"CF5 wrong parts", `[["echo"],[1]]`, nil, wire.WrongShape, "not a call"},
		{"CF5 no list of arguments", `["echo",1]`, nil, wire.WrongShape, "not a call"},
		{"CF5 unknown method", `["sing",[]]`, nil, "", "sing"},
		{"CF7 padded and with escapes", "\n [ \"\\u0065cho\" , [ \"\\u0061\" ] ] ", []string{`"\u0061"`}, "", ""},
		{"CF9 the same again", `["echo",[1]]["echo",[1]]`, []string{"1", "1"}, "", ""},
		{"CF10 two calls at once", `["echo",[1]]["echo",[[2,3]]]`, []string{"1", "[2,3]"}, "", ""},
		{"no reply", `["nothing",[]]["echo",[1]]`, []string{"1"}, "", ""},
		{"CF11 the last call", `["win",[true]]["echo",[1]]`, []string{`"void"`}, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				here, there := conns(t, wire.Options{})
				var served error
				go func() {
					served = there.Serve(handle)
					there.Close()
				}()
				go func() {
					// CF8: a pause is no trouble.
					time.Sleep(time.Hour)
					here.Write([]byte(tt.calls), time.Time{})
					here.CloseWrite()
				}()
				replies, _ := all(here)
				synctest.Wait()
				if !slices.Equal(replies, tt.replies) {
					t.Errorf("%q, want %q", replies, tt.replies)
				}
				var e *wire.Error
				switch {
				case tt.says == "" && served != nil, tt.says != "" && (served == nil || !strings.Contains(served.Error(), tt.says)):
					t.Errorf("%v, want %q", served, tt.says)
				case tt.kind != "" && (!errors.As(served, &e) || e.Kind != tt.kind):
					t.Errorf("%v, want %s", served, tt.kind)
				}
			})
		})
	}
}

// TestServeBlocked: a client whose reply is not wanted any more ends quietly.
func TestServeBlocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := conns(t, wire.Options{})
		go func() {
			here.Send(jsontext.Value(`["echo",[1]]`), time.Time{})
			here.Close()
		}()
		err := there.Serve(func(call wire.Call) (jsontext.Value, error) {
			time.Sleep(time.Minute)
			return call.Args[0], nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// TestProperty: any cuts of any sequence of values give the same values.
func TestProperty(t *testing.T) {
	some := []string{
		`"void"`, `""`, `"\u00e9\ud83d\ude00é😀"`, `[]`, `[[],[[]]]`, `{"a":{"b":[1,2,{"c":null}]},"face?":true}`, `true`, `false`, `null`, `0`, `-12.5e+3`,
		string(value), `"` + strings.Repeat("x", 20_000) + `"`, `[` + strings.Repeat(`"red",`, 3000) + `"red"]`,
	}
	gaps := []string{" ", "\n", "\r\n\t ", strings.Repeat(" ", 5000)}
	rounds := 200
	if *soak {
		rounds = 2000
	}
	for seed := range uint64(rounds) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var text []byte
		var want []string
		for range rng.IntN(12) {
			v := some[rng.IntN(len(some))]
			want = append(want, v)
			text = append(append(text, v...), gaps[rng.IntN(len(gaps))]...)
		}
		c := wire.New(&feed{pieces(rng, text), io.EOF}, wire.Options{})
		values, err := all(c)
		if !slices.Equal(values, want) || !err.Quiet() {
			t.Fatalf("seed %d: %d values and %v, want %d", seed, len(values), err, len(want))
		}
	}
}

// FuzzReceive: whatever comes, and however it is cut, the values are those that
// the reader of streams finds, and what is kept for a message is part of it.
func FuzzReceive(f *testing.F) {
	for _, text := range []string{`"Adam"`, ` "void" [1,2] `, `{"a":1,"a":2}`, "[[[[[[", "void", "1 2", "\"\xff", "  1", `"\ud800`, `[true,fals`, string(value)} {
		f.Add([]byte(text), uint64(1))
	}
	limits := stream.Limits{ValueBytesMax: 64, DepthMax: 4}
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 0))
		c := wire.New(&feed{pieces(rng, text), io.EOF}, wire.Options{ValueBytesMax: limits.ValueBytesMax, DepthMax: limits.DepthMax})
		defer c.Close()
		values, e := all(c)
		if !bytes.Contains(text, e.Raw) || e.Offset < 0 || e.Offset > int64(len(text)) || e.Error() == "" {
			t.Fatalf("%q: %+v", text, e)
		}
		read, err := stream.All(bytes.NewReader(text), limits)
		var want []string
		for _, v := range read {
			want = append(want, string(v.Raw))
		}
		if len(values) > len(want) || !slices.Equal(values, want[:len(values)]) {
			t.Fatalf("%q: %q, the reader: %q", text, values, want)
		}
		// The connection counts the blanks in front as well, does not take a
		// number that the end of the stream completes, and may see that a value
		// is too deep before it sees that it is no JSON.
		var trouble *stream.Error
		if len(values) == len(want) && errors.As(err, &trouble) {
			kinds := map[stream.Kind]wire.Kind{
				stream.Malformed: wire.NotJSON, stream.Duplicate: wire.WrongShape, stream.Cut: wire.Closed,
				stream.TooDeep: wire.TooLong, stream.TooLong: wire.TooLong,
			}
			if e.Kind != kinds[trouble.Kind] && e.Kind != wire.TooLong {
				t.Fatalf("%q: %v, the reader: %v", text, e, err)
			}
		}
		if len(values) < len(want) && e.Kind != wire.TooLong && (e.Kind != wire.Closed || len(e.Raw) == 0) {
			t.Fatalf("%q: %q and %v, the reader: %q", text, values, e, want)
		}
	})
}
