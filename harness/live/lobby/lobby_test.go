package lobby_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/match/matchtest"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

// A stage is a server in memory with those who come to it.
type stage struct {
	t        *testing.T
	begin    time.Time
	listener *matchtest.Listener
	log      *matchtest.Log
	outcome  lobby.Outcome
	err      error
	done     chan struct{}
	took     time.Duration // from the port's opening to the end of the game
}

// serve starts a server of a game for so many players.
func serve(t *testing.T, g matchtest.Rounds, seats int) *stage {
	t.Helper()
	s := &stage{t: t, begin: time.Now(), listener: matchtest.Listen(), log: &matchtest.Log{}, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		in := []jsontext.Value{jsontext.Value(fmt.Sprint(seats))}
		s.outcome, s.err = lobby.Serve(t.Context(), s.listener, g, in, lobby.Options{Recorder: s.log})
		s.took = time.Since(s.begin)
	}()
	synctest.Wait()
	return s
}

// connect connects without sending anything.
func (s *stage) connect() net.Conn {
	s.t.Helper()
	conn, err := s.listener.Dial()
	if err != nil {
		s.t.Fatal(err)
	}
	synctest.Wait()
	return conn
}

// send connects and sends text, and tells nobody how that went.
func (s *stage) send(text string) net.Conn {
	conn := s.connect()
	go io.WriteString(conn, text) // the server may have had enough
	synctest.Wait()
	return conn
}

// join lets a player of a kind connect, who signs up with a text.
func (s *stage) join(text, kind string) net.Conn {
	conn := s.send(text)
	s.answer(conn, kind)
	return conn
}

// answer plays at a connection that has signed up.
func (s *stage) answer(conn net.Conn, kind string) {
	p, err := matchtest.Rounds{}.Player(kind, "", 0)
	if err != nil {
		s.t.Fatal(err)
	}
	w := wire.New(conn, wire.Options{})
	go func() {
		// How it ends is seen at the server.
		_ = w.Serve(func(c wire.Call) (jsontext.Value, error) {
			reply, err := p.Reply(c.Method, c.Args)
			return reply.Text, err
		})
		w.Close()
	}()
}

// at waits until so much time has passed since the port was opened.
func (s *stage) at(d time.Duration) {
	time.Sleep(time.Until(s.begin.Add(d)))
	synctest.Wait()
}

// isClosed tells whether the server has closed a connection, which sends
// nothing.
func isClosed(conn net.Conn) bool {
	_ = conn.SetReadDeadline(time.Now().Add(time.Nanosecond))
	_, err := conn.Read(make([]byte, 1))
	return !errors.Is(err, os.ErrDeadlineExceeded)
}

// want ends the stage: the result, and how long the game took. What was not
// heard of by then has come too late.
func (s *stage) want(result string, took time.Duration) {
	s.t.Helper()
	<-s.done
	if s.err != nil {
		s.t.Fatal(s.err)
	}
	if got := string(s.outcome.Values[0]); got != result || s.took != took {
		s.t.Errorf("result %s after %v, expected %s after %v\n%s", got, s.took, result, took, s.log)
	}
}

func on(t *testing.T, name string, f func(t *testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
}

var rounds = matchtest.Rounds{Rounds: 2}

// names of so many players, in order.
func players(n int) []string { return strings.Split("abcdefghij"[:n], "")[:n] }

func listed(names []string) string {
	if len(names) == 0 {
		return "[]"
	}
	return `["` + strings.Join(names, `","`) + `"]`
}

// TestNumbers has every number of players: six start at once (BG-85), fewer when
// the wait is over.
func TestNumbers(t *testing.T) {
	for n := range 8 {
		on(t, fmt.Sprint(n), func(t *testing.T) {
			s := serve(t, rounds, min(n, 6))
			var conns []net.Conn
			for _, name := range players(n) {
				conns = append(conns, s.send(`"`+name+`"`))
			}
			// Nobody plays before all have come: the game of the six could be over.
			for _, conn := range conns {
				s.answer(conn, "good")
			}
			took := 20 * time.Second
			switch {
			case n < 2:
				s.want("[[],[]]", 2*took)
				return
			case n >= 6:
				took = 0
			}
			s.want("["+listed(players(min(n, 6)))+",[]]", took)
			if refused := s.log.Lines("refuse"); (n == 7) != (len(refused) == 1) {
				t.Errorf("refused: %v", refused)
			}
		})
	}
}

// TestOtherNumber plays no game if the Game is one of another number of players
// (BG-87).
func TestOtherNumber(t *testing.T) {
	for _, seats := range []int{0, 2, 4, 6} {
		on(t, fmt.Sprint(seats), func(t *testing.T) {
			s := serve(t, rounds, seats)
			for _, name := range players(3) {
				s.join(`"`+name+`"`, "good")
			}
			s.want("[[],[]]", 20*time.Second)
			if s.outcome.NoGame == nil || s.outcome.NoGame.Clause != "BG-87" || len(s.log.Lines("1 <")) > 0 {
				t.Errorf("%+v, expected no game by BG-87, and no call\n%s", s.outcome, s.log)
			}
		})
	}
}

// TestWaits has clients come at the limits of the waits (BG-85).
func TestWaits(t *testing.T) {
	const wait = 20 * time.Second
	on(t, "the second player in time", func(t *testing.T) {
		s := serve(t, rounds, 2)
		s.join(`"a"`, "good")
		s.at(wait - time.Millisecond)
		s.join(`"b"`, "good")
		s.want(`[["a","b"],[]]`, wait)
	})
	on(t, "the second player in the second wait", func(t *testing.T) {
		s := serve(t, rounds, 2)
		s.join(`"a"`, "good")
		s.at(wait + time.Millisecond)
		s.join(`"b"`, "good")
		s.want(`[["a","b"],[]]`, 2*wait)
	})
	on(t, "six in the second wait", func(t *testing.T) {
		s := serve(t, rounds, 6)
		s.join(`"a"`, "good")
		s.at(wait + time.Second)
		for _, name := range players(6)[1:] {
			s.join(`"`+name+`"`, "good")
		}
		s.want(`[["a","b","c","d","e","f"],[]]`, wait+time.Second)
	})
	on(t, "the second player too late", func(t *testing.T) {
		s := serve(t, rounds, 2)
		s.join(`"a"`, "good")
		s.at(2*wait - time.Millisecond)
		late := s.connect()
		s.want(`[[],[]]`, 2*wait)
		if !isClosed(late) {
			t.Error("the late client is not closed")
		}
	})
	on(t, "later ones are turned away during the game", func(t *testing.T) {
		s := serve(t, rounds, 2)
		s.join(`"a"`, "good")
		s.send(`"b"`) // never replies
		s.at(wait + time.Second)
		late := s.send(`"c"`)
		if !isClosed(late) {
			t.Error("the late client is not closed")
		}
		s.want(`[["a"],["b"]]`, wait+4*time.Second)
	})
}

// TestNameTime has names that are complete at the limit of their time (BG-82),
// whatever the others do, and seats by the order of accept (BG-83).
func TestNameTime(t *testing.T) {
	const limit = 2 * time.Second
	on(t, "in time", func(t *testing.T) {
		s := serve(t, rounds, 2)
		slow := s.send(`"sl`)
		s.join(`"b"`, "good")
		s.at(limit - time.Millisecond)
		io.WriteString(slow, `ow"`)
		s.answer(slow, "good")
		s.want(`[["slow","b"],[]]`, 20*time.Second)
		if !slices.Contains(s.log.Lines("sign-up"), "sign-up 1 seat 0 slow") {
			t.Errorf("the first that was accepted has another seat than the first\n%s", s.log)
		}
	})
	on(t, "too late", func(t *testing.T) {
		s := serve(t, rounds, 2)
		slow := s.send(`"slow`)
		s.join(`"b"`, "good")
		s.join(`"c"`, "good")
		s.at(limit + time.Millisecond)
		if _, err := io.WriteString(slow, `"`); err == nil {
			t.Error("the server reads on")
		}
		s.want(`[["b","c"],[]]`, 20*time.Second)
	})
	on(t, "not complete when the game starts", func(t *testing.T) {
		s := serve(t, rounds, 6)
		slow := s.send(`"slow`)
		for _, name := range players(6) {
			s.join(`"`+name+`"`, "good")
		}
		s.want(`[["a","b","c","d","e","f"],[]]`, 0)
		if !isClosed(slow) {
			t.Error("the slow client is not closed")
		}
	})
}

// TestNames sends what is a name and what is none (SF1 to SF6): an honest player
// is seated beside it.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		text   string
		seated string        // the name, or ""
		closed time.Duration // after it
	}{
		{text: `"Adam"`, seated: "Adam"},
		{text: `"A"`, seated: "A"},
		{text: `"abcdefghijklmnopqrst"`, seated: "abcdefghijklmnopqrst"},
		{text: `"\u0041d\u0061m"`, seated: "Adam"},
		{text: strings.Repeat(" ", 5000) + "\n\t\r" + `"Adam" `, seated: "Adam"},
		{text: `"Adam" "void" 1 true`, seated: "Adam"},
		{text: `"Adam"void`, seated: "Adam"},
		{text: ``, closed: 2 * time.Second},
		{text: `   `, closed: 2 * time.Second},
		{text: `"Adam`, closed: 2 * time.Second},
		{text: `"Adam\`, closed: 2 * time.Second},
		{text: `"Adam\"`, closed: 2 * time.Second},
		{text: `"Adam\\"`},
		{text: `12 `},
		{text: `null`},
		{text: `["Adam"]`},
		{text: `{"name":"Adam"}`},
		{text: `""`},
		{text: `"abcdefghijklmnopqrstu"`},
		{text: `"Adam Ant"`},
		{text: `"Adam!"`},
		{text: `"Ädam"`},
		{text: `"Ad` + "\xff" + `m"`},
		{text: `"Ad\xm"`},
		{text: `Adam`},
		{text: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"},
		{text: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"},
		{text: `"` + strings.Repeat("x", 1<<20) + `"`},
		{text: strings.Repeat(" ", 1<<20+1) + `"Adam"`},
	} {
		name := c.text[:min(len(c.text), 20)]
		on(t, name, func(t *testing.T) {
			s := serve(t, rounds, 2)
			conn := s.send(c.text)
			s.join(`"b"`, "good")
			if c.seated == "" {
				s.join(`"c"`, "good")
				if c.closed > 0 {
					s.at(c.closed - time.Millisecond)
					if isClosed(conn) {
						t.Error("closed too early")
					}
					s.at(c.closed)
				}
				if !isClosed(conn) || len(s.log.Lines("refuse 1 BG-8")) != 1 {
					t.Errorf("the client is not closed\n%s", s.log)
				}
				s.want(`[["b","c"],[]]`, 20*time.Second)
				return
			}
			s.at(20*time.Second - time.Millisecond)
			go io.Copy(io.Discard, conn)
			<-s.done
			if got := s.outcome.Names; !slices.Equal(got, []string{c.seated, "b"}) {
				t.Errorf("seated %v, expected %s and b\n%s", got, c.seated, s.log)
			}
		})
	}
	on(t, "half a name, then the end", func(t *testing.T) {
		s := serve(t, rounds, 2)
		s.send(`"Adam`).Close()
		s.connect().Close()
		synctest.Wait()
		if n := len(s.log.Lines("refuse")); n != 2 {
			t.Errorf("%d are refused, expected 2 at once\n%s", n, s.log)
		}
		s.join(`"b"`, "good")
		s.join(`"c"`, "good")
		s.want(`[["b","c"],[]]`, 20*time.Second)
	})
}

// TestDuplicates has the same name twice (BG-84).
func TestDuplicates(t *testing.T) {
	play := func(t *testing.T, sign matchtest.SignUp, seats int) *stage {
		s := serve(t, matchtest.Rounds{Rounds: 2, Sign: sign}, seats)
		for _, name := range []string{"a", "b", "a"} {
			s.join(`"`+name+`"`, "good")
		}
		return s
	}
	on(t, "refuse", func(t *testing.T) {
		s := play(t, matchtest.SignUp{}, 2)
		s.want(`[["a","b"],[]]`, 20*time.Second)
		if refused := s.log.Lines("refuse 3 BG-84"); len(refused) != 1 {
			t.Errorf("the third is not refused\n%s", s.log)
		}
	})
	on(t, "void", func(t *testing.T) {
		s := play(t, matchtest.SignUp{DuplicateVoids: true}, 3)
		s.want(`[[],[]]`, 20*time.Second)
		if s.outcome.NoGame == nil || s.outcome.NoGame.Clause != "BG-84" || len(s.log.Lines("1 <")) > 0 {
			t.Errorf("%+v, expected no game by BG-84, and no call\n%s", s.outcome, s.log)
		}
	})
	on(t, "mutant W2", func(t *testing.T) {
		s := play(t, matchtest.SignUp{DuplicatesSeated: true, DuplicateVoids: true}, 3)
		s.want(`[["a","b","a"],[]]`, 20*time.Second)
	})
}

// TestLeavers has a client that signs up and goes (BG-86, SF9): it has its seat
// until its next call.
func TestLeavers(t *testing.T) {
	on(t, "before the game", func(t *testing.T) {
		s := serve(t, rounds, 3)
		s.join(`"a"`, "good")
		s.send(`"gone"`).Close()
		s.join(`"b"`, "good")
		s.want(`[["a","b"],["gone"]]`, 20*time.Second)
	})
	on(t, "all", func(t *testing.T) {
		s := serve(t, rounds, 2)
		s.send(`"a"`).Close()
		s.send(`"b"`).Close()
		s.want(`[[],["a","b"]]`, 20*time.Second)
	})
}

// TestInterrupted ends a server that waits, which tells who had signed up.
func TestInterrupted(t *testing.T) {
	on(t, "while it waits", func(t *testing.T) {
		why := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(why) })
		l := matchtest.Listen()
		conn, err := l.Dial()
		if err != nil {
			t.Fatal(err)
		}
		go io.WriteString(conn, `"a"`)
		outcome, err := lobby.Serve(ctx, l, rounds, []jsontext.Value{jsontext.Value("2")}, lobby.Options{})
		if err != why || !slices.Equal(outcome.Names, []string{"a"}) || outcome.Values != nil {
			t.Errorf("%+v, %v", outcome, err)
		}
		if !isClosed(conn) {
			t.Error("the client is not closed")
		}
	})
	on(t, "invalid input", func(t *testing.T) {
		l := matchtest.Listen()
		if _, err := lobby.Serve(t.Context(), l, rounds, nil, lobby.Options{}); err == nil {
			t.Error("invalid input was served")
		}
		if _, err := l.Dial(); err == nil {
			t.Error("the port is open")
		}
	})
}

// TestScale plays on another scale of time.
func TestScale(t *testing.T) {
	on(t, "a tenth", func(t *testing.T) {
		begin := time.Now()
		l := matchtest.Listen()
		_, err := lobby.Serve(t.Context(), l, rounds, []jsontext.Value{jsontext.Value("2")}, lobby.Options{Scale: 0.1})
		if d := time.Since(begin); err != nil || d != 4*time.Second {
			t.Errorf("%v after %v, expected 4s", err, d)
		}
	})
}

var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// TestGarbage has thousands of connections that are none of players come before,
// between and behind six honest ones, over TCP: no honest one is missed, memory
// stays bounded, and no descriptor or goroutine is left.
func TestGarbage(t *testing.T) {
	total := 2000
	switch {
	case *soak:
		total = 10_000
	case testing.Short():
		total = 500
	}
	listener, err := wire.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	descriptors := openDescriptors()
	var outcome lobby.Outcome
	done := make(chan error, 1)
	go func() {
		var err error
		outcome, err = lobby.Serve(t.Context(), listener, rounds, []jsontext.Value{jsontext.Value("6")}, lobby.Options{})
		done <- err
	}()
	megabyte := `"` + strings.Repeat("x", 1<<20)
	var garbage [][]byte // to be written as it is: copies for each connection would count as memory in use
	for _, text := range []string{"", `"Ad`, megabyte, "\x16\x03\x01\x02\x00", "GET / HTTP/1.1\r\n\r\n", "reset"} {
		garbage = append(garbage, []byte(text))
	}
	// The silent ones stay for as long as they may, but not all at once: the
	// other side of their connections is in this process too.
	held := make(chan struct{}, 1500)
	var all sync.WaitGroup
	bother := func(kind int) {
		held <- struct{}{}
		all.Go(func() {
			defer func() { <-held }()
			conn, err := wire.Dial(t.Context(), listener.Addr().String(), 10*time.Second, nil)
			if err != nil {
				return
			}
			defer conn.Close()
			text := garbage[kind%len(garbage)]
			if string(text) == "reset" {
				_ = conn.(*net.TCPConn).SetLinger(0)
				return
			}
			_, _ = conn.Write(text) // the server may have had enough
			_, _ = io.Copy(io.Discard, conn)
		})
	}
	var peak uint64
	watch := time.NewTicker(50 * time.Millisecond)
	defer watch.Stop()
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		var m runtime.MemStats
		for {
			select {
			case <-watch.C:
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapInuse+m.StackInuse)
			case err := <-done:
				done <- err
				return
			}
		}
	}()
	var clients []client.Client
	for _, name := range players(6) {
		c, err := client.New(rounds, "good", name, 0)
		if err != nil {
			t.Fatal(err)
		}
		clients = append(clients, c)
	}
	for i := range total * 9 / 10 {
		bother(i)
	}
	var honest sync.WaitGroup
	honest.Go(func() {
		for _, err := range client.Run(t.Context(), clients, client.Options{Dial: client.TCP(listener.Addr().String()), Last: "win"}) {
			if err != nil {
				t.Error(err)
			}
		}
	})
	for i := range total / 10 {
		bother(i)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	done <- nil
	honest.Wait()
	all.Wait()
	<-watched
	if got := string(outcome.Values[0]); got != `[["a","b","c","d","e","f"],[]]` {
		t.Errorf("result %s (%+v)", got, outcome.NoGame)
	}
	t.Logf("peak memory of both sides: %d MB", peak>>20)
	if peak > 200<<20 {
		t.Errorf("%d MB of memory were in use", peak>>20)
	}
	for tries := 0; runtime.NumGoroutine() > before && tries < 100; tries++ {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, there were %d", n, before)
	}
	if n := openDescriptors(); n > descriptors {
		t.Errorf("%d descriptors are open, there were %d", n, descriptors)
	}
}

// openDescriptors counts them where the system tells.
func openDescriptors() int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}

// TestGreetAgain: the time for a name begins again for as long as somebody says so.
func TestGreetAgain(t *testing.T) {
	for _, c := range []struct {
		again int
		ok    bool
	}{{0, false}, {2, false}, {3, true}} {
		on(t, fmt.Sprint(c.again), func(t *testing.T) {
			ours, theirs := net.Pipe()
			defer ours.Close()
			defer theirs.Close()
			go func() {
				time.Sleep(3500 * time.Millisecond)
				_, _ = io.WriteString(theirs, `"Ada"`) // it may be closed
			}()
			signUp, asked := rounds.SignUp(), 0
			g, err := lobby.Greet(ours, &signUp, time.Second, func() bool { asked++; return asked <= c.again })
			if (err == nil) != c.ok || c.ok && g.Name != "Ada" || asked != min(c.again+1, 3) {
				t.Errorf("%+v, %v, asked %d times", g, err, asked)
			}
			time.Sleep(time.Minute)
			go func() { _, _ = ours.Read(make([]byte, 1)) }()
			if _, err := theirs.Write([]byte(" ")); c.ok && err != nil {
				t.Error("the stream of a player is closed")
			}
		})
	}
}

// TestLastWords: a name that comes because the stream is closed has not come in time.
func TestLastWords(t *testing.T) {
	on(t, "flushed", func(t *testing.T) {
		closed, signUp := make(chan struct{}), rounds.SignUp()
		g, err := lobby.Greet(&lastWords{closed: closed, said: strings.NewReader(`"Ada" 1`)}, &signUp, time.Second, nil)
		refusal, ok := errors.AsType[*lobby.Refusal](err)
		if !ok || refusal.Clause != signUp.Clauses.NameMs || len(refusal.Raw) > 0 || g.Text != nil {
			t.Errorf("%+v", err)
		}
	})
}

// lastWords is a stream on which something comes when it is closed.
type lastWords struct {
	closed chan struct{}
	said   io.Reader
	io.Writer
}

// Read implements io.Reader.
func (w *lastWords) Read(p []byte) (int, error) {
	<-w.closed
	return w.said.Read(p)
}

// Close implements io.Closer.
func (w *lastWords) Close() error {
	select {
	case <-w.closed:
	default:
		close(w.closed)
	}
	return nil
}
