package match_test

import (
	"context"
	"errors"
	"math"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/match/matchtest"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

var rounds = matchtest.Rounds{Rounds: 3}

// builtin makes a player of a kind.
func builtin(t testing.TB, kind string) game.Player {
	t.Helper()
	p, err := rounds.Player(kind, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// remote plays a player at the other end of a pipe, whose text leaves as it is.
func remote(t testing.TB, kind string) net.Conn {
	t.Helper()
	ours, theirs := net.Pipe()
	p := builtin(t, kind)
	conn := wire.New(theirs, wire.Options{})
	go func() {
		hangs := false
		// How it ends is seen on the other side.
		_ = conn.Serve(func(c wire.Call) (jsontext.Value, error) {
			if hangs {
				return nil, nil
			}
			reply, err := p.Reply(c.Method, c.Args)
			if err != nil {
				return nil, err
			}
			if err := conn.Write(append(reply.Text, '\n'), time.Time{}); err != nil || reply.Then == game.Leaves {
				return nil, wire.ErrDone
			}
			hangs = reply.Then == game.Hangs
			return nil, nil
		})
		conn.Close()
	}()
	return ours
}

func referee(t testing.TB, r matchtest.Rounds, names ...string) game.Referee {
	t.Helper()
	ref, err := r.Referee(nil, names)
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

// TestFailures lets builtin players and such at the other end of a pipe fail in
// every way, beside a good one that notices nothing.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		kind       string
		why        game.Failure // as a builtin player
		remoteWhy  game.Failure // the same if empty
		resultText string
	}{
		{kind: "good", resultText: `[["Ada","bob"],[]]`},
		{kind: "setup=!", why: game.Raised, remoteWhy: game.Closed},
		{kind: "setup=?", why: game.TimedOut},
		{kind: "setup=void", why: game.NotJSON},
		{kind: `setup="Void"`, why: game.WrongShape},
		{kind: `number=[1`, why: game.TimedOut},
		{kind: `number=[1?`, why: game.TimedOut},
		{kind: `number=[1!`, why: game.Closed},
		{kind: `number=` + strings.Repeat("[", 65) + strings.Repeat("]", 65), why: game.TooLong},
		{kind: `number={"a":1,"a":1}`, why: game.WrongShape},
		{kind: `win="void"?`, resultText: `[["Ada","bob"],[]]`},
		{kind: `setup="void"!`, why: game.Closed},
		{kind: `setup="void"?`, why: game.TimedOut},
	} {
		for _, far := range []bool{false, true} {
			t.Run(c.kind, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					log := &matchtest.Log{}
					seats := []match.Seat{{Conn: 1, Player: match.NewBuiltin(builtin(t, "good"), 1, log)}}
					why := c.why
					if far {
						seats = append(seats, match.Seat{Conn: 2, Player: match.NewConn(remote(t, c.kind), match.ConnOptions{Number: 2, Recorder: log})})
						if c.remoteWhy != "" {
							why = c.remoteWhy
						}
					} else {
						seats = append(seats, match.Seat{Conn: 2, Player: match.NewBuiltin(builtin(t, c.kind), 2, log)})
					}
					result, err := match.Play(t.Context(), referee(t, rounds, "Ada", "bob"), seats, match.Options{CallTimeout: 4 * time.Second, Recorder: log})
					for _, s := range seats {
						s.Player.Close()
					}
					if err != nil {
						t.Fatal(err)
					}
					want := c.resultText
					if want == "" {
						want = `[["Ada"],["bob"]]`
						if len(result.Breaches) != 1 || result.Breaches[0].Why != string(why) {
							t.Errorf("breaches %v, expected %s", result.Breaches, why)
						}
						if n := len(log.Lines("breach 2 bob")); n != 1 {
							t.Errorf("%d breaches were recorded, expected 1", n)
						}
					}
					if got := string(result.Values[0]); got != want {
						t.Errorf("result %s, expected %s\n%s", got, want, log)
					}
					if n := len(log.Lines("close 2")); n != 1 {
						t.Errorf("the end of the connection was recorded %d times, expected once\n%s", n, log)
					}
					nothingAfter(t, log, "breach 2", "2 <")
				})
			})
		}
	}
}

// settled is a player that is called when all else has come to rest.
type settled struct{ match.Player }

func (s settled) Call(method string, args []jsontext.Value, limit time.Duration) (jsontext.Value, error) {
	synctest.Wait()
	return s.Player.Call(method, args, limit)
}

// TestEarly: of a wrong reply that had come before its call, and of no other, the message
// says so.
func TestEarly(t *testing.T) {
	for kind, early := range map[string]bool{`setup="void" "void"`: true, `number="void"`: false} {
		t.Run(kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seats := []match.Seat{
					{Conn: 1, Player: match.NewConn(remote(t, kind), match.ConnOptions{Number: 1})},
					{Conn: 2, Player: settled{match.NewBuiltin(builtin(t, "good"), 2, nil)}},
				}
				result, err := match.Play(t.Context(), referee(t, rounds, "Ada", "bob"), seats, match.Options{CallTimeout: 4 * time.Second})
				for _, s := range seats {
					s.Player.Close()
				}
				if err != nil || len(result.Breaches) != 1 {
					t.Fatalf("breaches %v, error %v, expected one breach", result.Breaches, err)
				}
				if b := result.Breaches[0]; b.Method != "number" || strings.Contains(b.Message, "the value came before this call") != early {
					t.Errorf("%s: %s, expected early %t", b.Method, b.Message, early)
				}
			})
		})
	}
}

// nothingAfter looks for lines that must not stand behind another one (BG-96).
func nothingAfter(t *testing.T, log *matchtest.Log, first, never string) {
	t.Helper()
	lines := log.Lines("")
	i := slices.IndexFunc(lines, func(s string) bool { return strings.HasPrefix(s, first) })
	if i < 0 {
		return
	}
	for _, line := range lines[i:] {
		if strings.HasPrefix(line, never) {
			t.Errorf("%s came after %s", line, first)
		}
	}
}

// TestTogether has players that are asked at the same time: the time of the
// slowest counts, not that of all, and what is recorded depends on the seats
// alone.
func TestTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		log := &matchtest.Log{}
		var seats []match.Seat
		names := []string{"a", "b", "c", "d"}
		for i := range names {
			seats = append(seats, match.Seat{Conn: i + 1, Player: match.NewConn(remote(t, "number=?"), match.ConnOptions{})})
		}
		_, err := match.Play(t.Context(), referee(t, rounds, names...), seats, match.Options{CallTimeout: 4 * time.Second, Recorder: log})
		if err != nil {
			t.Fatal(err)
		}
		if d := time.Since(begin); d != 4*time.Second {
			t.Errorf("it took %v, expected 4s", d)
		}
		var drops []string
		for _, name := range names {
			drops = append(drops, `event {"event":"drop","player":"`+name+`"}`)
		}
		if got := log.Lines(`event {"event":"drop"`); !slices.Equal(got, drops) {
			t.Errorf("%v, expected %v", got, drops)
		}
	})
}

// TestInterrupted ends a game that waits for a player, who is not blamed.
func TestInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		why := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(why) })
		seats := []match.Seat{
			{Conn: 1, Player: match.NewConn(remote(t, "setup=void"), match.ConnOptions{})},
			{Conn: 2, Player: match.NewConn(remote(t, "number=?"), match.ConnOptions{})},
		}
		result, err := match.Play(ctx, referee(t, rounds, "Ada", "bob"), seats, match.Options{CallTimeout: 4 * time.Second})
		if err != why || result.Values != nil || len(result.Breaches) != 1 || result.Breaches[0].Player != "Ada" {
			t.Errorf("%v, %+v, expected the breach of Ada and no values", err, result)
		}
	})
}

// closings are by whom connections were closed.
type closings struct {
	match.Nobody
	by []string
}

func (c *closings) Close(_ int, by string) { c.by = append(c.by, by) }

// TestClosedUnderCall: a connection that this side closes while a call waits is
// recorded as closed by this side, though the call fails first.
func TestClosedUnderCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, other := net.Pipe()
		var record closings
		c := match.NewConn(slowToClose{server}, match.ConnOptions{Number: 1, Recorder: match.Recorders(&record)})
		failed := make(chan error)
		go func() {
			_, err := c.Call("setup", nil, time.Minute)
			failed <- err
		}()
		if _, err := other.Read(make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
		c.Close()
		if err := <-failed; err == nil {
			t.Error("the call does not fail")
		}
		if !slices.Equal(record.by, []string{match.Server}) {
			t.Fatalf("closed by %q", record.by)
		}
		other.Close()
	})
}

// slowToClose is a stream whose end takes a while.
type slowToClose struct{ net.Conn }

func (s slowToClose) Close() error {
	time.Sleep(time.Second)
	return s.Conn.Close()
}

// TestMillis: times of the rules are on the scale, and none is so long that it
// would come out as a negative one.
func TestMillis(t *testing.T) {
	const year = 365 * 24 * time.Hour
	for _, c := range []struct {
		n, scale float64
		want     time.Duration
	}{
		{2000, 0, 2 * time.Second},
		{2000, 0.1, 200 * time.Millisecond},
		{1, match.ScaleMin, time.Microsecond},
		{math.MaxInt64, 0, year},
		{math.MaxInt64, match.ScaleMax, year},
	} {
		if got := match.Millis(c.n, c.scale); got != c.want {
			t.Errorf("%v on the scale %v is %v, expected %v", c.n, c.scale, got, c.want)
		}
	}
}

// TestRecorders tells several recorders the same, and nobody nothing.
func TestRecorders(t *testing.T) {
	first, second := &matchtest.Log{}, &matchtest.Log{}
	for _, r := range []match.Recorder{match.Recorders(first, nil, second), match.Recorders()} {
		r.Connect(1)
		r.SignUp(1, 0, "Ada")
		r.Refuse(1, "BG-81", "why")
		r.Message(1, true, jsontext.Value("1"))
		r.Bytes(1, false, []byte("x"), 0)
		r.Breach(1, game.Breach{})
		r.Event(jsontext.Value("{}"))
		r.Close(1, match.Server)
		r.Result(nil)
	}
	if first.String() != second.String() || len(first.Lines("")) != 9 {
		t.Errorf("told\n%s\nand\n%s", first, second)
	}
}

// BenchmarkCall measures what a call costs besides the time of the player.
func BenchmarkCall(b *testing.B) {
	listener, err := wire.Listen(0)
	if err != nil {
		b.Fatal(err)
	}
	defer listener.Close()
	p := builtin(b, "good")
	go func() {
		conn, err := wire.Dial(b.Context(), listener.Addr().String(), time.Second, nil)
		if err != nil {
			return
		}
		c := wire.New(conn, wire.Options{})
		// It ends with the connection.
		_ = c.Serve(func(call wire.Call) (jsontext.Value, error) {
			reply, err := p.Reply(call.Method, call.Args)
			return reply.Text, err
		})
	}()
	conn, err := listener.Accept()
	if err != nil {
		b.Fatal(err)
	}
	player := match.NewConn(conn, match.ConnOptions{})
	defer player.Close()
	args := []jsontext.Value{jsontext.Value("1"), jsontext.Value(`"` + strings.Repeat("x", 1000) + `"`)}
	calls := 0
	for b.Loop() {
		if _, err := player.Call("number", args, 4*time.Second); err != nil {
			b.Fatal(err)
		}
		calls++
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(calls), "µs/call")
}

// observed is a referee that shows its state: how many calls it has taken.
type observed struct {
	game.Referee
	taken int
}

func (o *observed) Answer(seat int, reply jsontext.Value) *game.Breach {
	o.taken++
	return o.Referee.Answer(seat, reply)
}

func (o *observed) State() jsontext.Value { return jsontext.Value(strconv.Itoa(o.taken)) }

// observing is a recorder that is shown states.
type observing struct {
	match.Nobody
	states []string
}

func (o *observing) State(state jsontext.Value) { o.states = append(o.states, string(state)) }

// TestObserver shows the state of a game at its beginning and behind each reply,
// to those recorders that want it.
func TestObserver(t *testing.T) {
	seats := []match.Seat{
		{Conn: 1, Player: match.NewBuiltin(builtin(t, "good"), 1, nil)},
		{Conn: 2, Player: match.NewBuiltin(builtin(t, "good"), 2, nil)},
	}
	o := &observing{}
	recorder := match.Recorders(&matchtest.Log{}, match.Recorders(o))
	if _, err := match.Play(t.Context(), &observed{Referee: referee(t, rounds, "Ada", "bob")}, seats, match.Options{Recorder: recorder}); err != nil {
		t.Fatal(err)
	}
	// Two are set up, asked in three rounds and told.
	if got := slices.Compact(slices.Clone(o.states)); len(got) != 11 || got[0] != "0" || got[10] != "10" {
		t.Errorf("the states are %q", o.states)
	}
}

// TestRespite: a player that others keep from the processors has its time, and no more.
func TestRespite(t *testing.T) {
	const limit, second = 4 * time.Second, time.Second
	for _, c := range []struct {
		name    string
		after   time.Duration // the reply comes
		used    time.Duration // in each wait
		starved bool
		end     time.Duration // when the call has its reply, or has failed
		ok      bool
	}{
		{"in time", 3 * second, 0, true, 3 * second, true},
		{"late for no reason", 5 * second, second, false, limit, false},
		{"starved", 11 * second, second, true, 11 * second, true},
		{"starved, and has had its time", 17 * second, second, true, 4 * limit, false},
		{"starved for ever", time.Hour, 0, true, 21 * limit, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ours, theirs := net.Pipe()
				defer theirs.Close()
				p := match.NewConn(ours, match.ConnOptions{Gauge: func(wait time.Duration) (time.Duration, bool) {
					if wait != limit {
						t.Errorf("asked about %v", wait)
					}
					return c.used, c.starved
				}})
				defer p.Close()
				go func() { _, _ = theirs.Read(make([]byte, 100)) }()
				reply := time.AfterFunc(c.after, func() {
					_, _ = theirs.Write([]byte(`"void" `)) // nobody may read it any more
				})
				defer reply.Stop()
				begin := time.Now()
				_, err := p.Call("setup", nil, limit)
				if took := time.Since(begin); (err == nil) != c.ok || took != c.end {
					t.Errorf("%v after %v, expected one after %v", err, took, c.end)
				}
			})
		})
	}
}
