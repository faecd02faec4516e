package live

import (
	"context"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/match/matchtest"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

// The calls of a server that a test plays.
const (
	setupCall = `["setup",[[[["green"],["yellow"]]]]]`
	firstCall = `["request-pebble-or-trades",[{"bank":["blue"],"cards":[],"active":{"wallet":[],"score":1,"cards":[]},"scores":[5]}]]`
	cardsCall = `["request-cards",[{"bank":[],"cards":[],"active":{"wallet":["blue"],"score":1,"cards":[]},"scores":[5]}]]`
	winCall   = `["win",[true]]`
)

// sent are texts that a server sends as they are.
func sent(texts ...string) func(*serverSide) {
	return func(s *serverSide) {
		for _, text := range texts {
			s.write(text)
		}
	}
}

// called are calls that a server makes, with a fault.
func called(faults string, calls ...string) func(*serverSide) {
	return func(s *serverSide) {
		var list []fault.Fault
		if faults != "" {
			var err error
			if list, err = fault.Parse(faults); err != nil {
				s.t.Error(err)
			}
		}
		sender := fault.NewSender(s.conn, list, 1)
		for _, text := range calls {
			call, err := wire.ParseCall(jsontext.Value(text))
			if err != nil {
				s.t.Error(err)
			}
			// What comes back is compared in the end.
			_ = sender.Send(call.Method, jsontext.Value(text), time.Time{})
			s.receive()
		}
	}
}

// A serverSide is the server's side of one connection.
type serverSide struct {
	t       *testing.T
	conn    *wire.Conn
	replies []string
}

func (s *serverSide) write(text string) {
	// The client may have given up.
	_ = s.conn.Write([]byte(text), time.Time{})
}

// replyTime is how long a test waits for a reply of a client, which is at once.
const replyTime = time.Second

func (s *serverSide) receive() {
	v, err := s.conn.Receive(time.Now().Add(replyTime))
	if err == nil {
		s.replies = append(s.replies, string(v))
	}
}

// clientRows are what a server does that a client must take, or must give up at
// (CF1 to CF12).
var clientRows = []struct {
	id      string
	does    func(*serverSide) // behind the name; then it closes the connection
	givesUp bool
	replies string // that came in time, separated by blanks
}{
	{id: "CF2", does: sent()},
	{id: "CF2", does: called("", setupCall), replies: `"void"`},
	{id: "CF2", does: sent(setupCall)},
	{id: "CF3", does: sent("hello"), givesUp: true},
	{id: "CF3", does: called("flood@setup", setupCall), givesUp: true},
	{id: "CF3", does: called("nested@setup", setupCall), givesUp: true},
	{id: "CF4", does: sent(setupCall[:20]), givesUp: true},
	{id: "CF5", does: sent(`"setup"`), givesUp: true},
	{id: "CF5", does: sent(`{"method":"setup"}`), givesUp: true},
	{id: "CF5", does: sent(`["setup"]`), givesUp: true},
	{id: "CF5", does: sent(`["setup",[[]],3]`), givesUp: true},
	{id: "CF5", does: sent(`["setup",{}]`), givesUp: true},
	{id: "CF5", does: sent(`[3,[[]]]`), givesUp: true},
	{id: "CF5", does: sent(`["fly",[[]]]`), givesUp: true},
	{id: "CF5", does: sent(`["setup",[]]`), givesUp: true},
	{id: "CF5", does: sent(`["setup",[[],[]]]`), givesUp: true},
	{id: "CF6", does: sent(`["setup",[[[["pink"],["red"]]]]]`), givesUp: true},
	{id: "CF6", does: sent(`["win",["yes"]]`), givesUp: true},
	{id: "CF6", does: sent(`["request-cards",[{}]]`), givesUp: true},
	{id: "CF7", does: called("split", setupCall, firstCall), replies: `"void" false`},
	{id: "CF7", does: called("pad,escaped", setupCall, firstCall), replies: `"void" false`},
	{id: "CF7", does: called("dribble=900ms", setupCall, firstCall), replies: `"void" false`},
	{
		id: "CF8",
		does: func(s *serverSide) {
			time.Sleep(time.Hour)
			called("", setupCall)(s)
			time.Sleep(time.Hour)
			called("", firstCall)(s)
		},
		replies: `"void" false`,
	},
	{id: "CF9", does: called("", cardsCall, setupCall, setupCall), replies: `[] "void" "void"`},
	{
		id:      "CF10",
		does:    func(s *serverSide) { s.write(setupCall + firstCall + cardsCall); s.receive(); s.receive(); s.receive() },
		replies: `"void" false []`,
	},
	{id: "CF11", does: called("", setupCall, winCall), replies: `"void" "void"`},
	{id: "CF11", does: called("", setupCall, winCall, setupCall), replies: `"void" "void"`},
	{id: "CF12", does: func(*serverSide) { time.Sleep(time.Hour) }},
}

// TestClientRows lets a server misbehave towards the first of two clients: it
// does what it must, and the second one plays on.
func TestClientRows(t *testing.T) {
	for i, r := range clientRows {
		t.Run(fmt.Sprintf("%s/%d", r.id, i), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rules := bazaar(t, "")
				listener := matchtest.Listen()
				var sides []*serverSide
				accepted := make(chan bool)
				go func() {
					defer close(accepted)
					for _, name := range []string{`"Ada"`, `"bob"`} {
						conn, err := listener.Accept()
						if err != nil {
							t.Error(err)
							return
						}
						s := &serverSide{t: t, conn: wire.New(conn, wire.Options{})}
						sides = append(sides, s)
						if v, err := s.conn.Receive(time.Now().Add(replyTime)); err != nil || string(v) != name {
							t.Errorf("%s, %v, expected the name %s", v, err, name)
						}
					}
					r.does(sides[0])
					sides[0].conn.Close()
					called("", setupCall, winCall)(sides[1])
					// By now both have ended by themselves.
					for _, s := range sides {
						s.conn.Close()
					}
				}()
				errs := client.Run(t.Context(), []client.Client{actor(t, rules, ada), actor(t, rules, bob)},
					client.Options{Dial: listener.DialClient, Last: win})
				<-accepted
				if gaveUp := errs[0] != nil; gaveUp != r.givesUp {
					t.Errorf("gave up: %v", errs[0])
				}
				if got := strings.Join(sides[0].replies, " "); got != r.replies {
					t.Errorf("replies %s, expected %s", got, r.replies)
				}
				if got := strings.Join(sides[1].replies, " "); errs[1] != nil || got != `"void" "void"` {
					t.Errorf("the other one: replies %s, %v", got, errs[1])
				}
			})
		})
	}
}

// TestListensLate has a server that listens when its clients wait already, or
// never (CF1).
func TestListensLate(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes 10 s to give up")
	}
	t.Parallel()
	rules := bazaar(t, "")
	free, err := wire.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	done := make(chan []error, 1)
	begin := time.Now()
	go func() {
		done <- client.Run(t.Context(), []client.Client{actor(t, rules, ada)}, client.Options{Dial: client.TCP(address), Last: win})
	}()
	time.Sleep(500 * time.Millisecond)
	listener, err := net.Listen("tcp4", address)
	if err != nil {
		t.Skipf("somebody else has taken the port: %v", err)
	}
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	listener.Close()
	if errs := <-done; errs[0] != nil {
		t.Errorf("gave up: %v", errs[0])
	}
	errs := client.Run(t.Context(), []client.Client{actor(t, rules, ada)}, client.Options{Dial: client.TCP(address), Last: win})
	if d := time.Since(begin); errs[0] == nil || d < client.Patience {
		t.Errorf("%v after %v, expected to give up after %v", errs[0], d, client.Patience)
	}
}

// TestOrder connects one client behind the other, also when a name is late.
func TestOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rules := bazaar(t, "")
		slow := actor(t, rules, ada)
		slow.Faults = []fault.Fault{{Kind: fault.Late, Method: fault.Name, Delay: time.Second}}
		quiet := special(t, rules, "AAdivergeBeforeSending")
		never := actor(t, rules, `["never","purchase-points"]`)
		never.Faults = []fault.Fault{{Kind: fault.Late, Method: fault.Name, Delay: time.Hour}}
		begin := time.Now()
		var at []time.Duration
		dial := func(context.Context, time.Duration, func(time.Time, error)) (io.ReadWriteCloser, error) {
			at = append(at, time.Since(begin))
			ours, theirs := net.Pipe()
			go func() { _, _ = io.Copy(io.Discard, theirs) }()
			time.AfterFunc(time.Minute, func() { theirs.Close() })
			return ours, nil
		}
		client.Run(t.Context(), []client.Client{slow, quiet, never, actor(t, rules, bob)}, client.Options{Dial: dial, Last: win})
		want := []time.Duration{0, time.Second + client.Gap, time.Second + 2*client.Gap, 3*time.Second + 3*client.Gap}
		if !slices.Equal(at, want) {
			t.Errorf("connected after %v, expected %v", at, want)
		}
	})
}

// TestInput reads what a program of clients is given (11.1).
func TestInput(t *testing.T) {
	rules := bazaar(t, "")
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	read := func(values ...string) (string, error) {
		var in []jsontext.Value
		for _, v := range values {
			in = append(in, jsontext.Value(v))
		}
		clients, err := client.FromInput(rules, g.Protocol.Clients, in, 1)
		var names []string
		for _, c := range clients {
			if c.Silent {
				c.Name += "(silent)"
			}
			names = append(names, c.Name)
		}
		return strings.Join(names, " "), err
	}
	for _, c := range []struct {
		values []string
		want   string
	}{
		{[]string{`[]`}, ""},
		{[]string{"[" + ada + "," + bob + "]"}, "Ada bob"},
		{[]string{"[" + ada + "]", `[]`}, "Ada"},
		{[]string{`[["nonSetup","purchase-size"]]`, `["AAdivergeBeforeSending","AAsendnameloop"]`}, "nonSetup AAdivergeBeforeSending(silent) AAsendnameloop"},
	} {
		if got, err := read(c.values...); err != nil || got != c.want {
			t.Errorf("%v: %s, %v, expected %s", c.values, got, err, c.want)
		}
	}
	for value, values := range map[int][][]string{
		0: {{}, {`{}`}, {`[["Ada"]]`}, {"[" + ada + "," + ada + "]"}},
		1: {{`[]`, `["other"]`}, {`[]`, `"AAsendnameloop"`}},
		2: {{`[]`, `[]`, `[]`}},
	} {
		for _, v := range values {
			_, err := read(v...)
			invalid, ok := err.(*game.Invalid)
			if !ok || invalid.Value != value {
				t.Errorf("%v: %v, expected that value %d is invalid", v, err, value)
			}
		}
	}
}
