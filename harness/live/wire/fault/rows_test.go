package fault_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

// The times of BG-82 and BG-91.
const (
	nameTime = 2 * time.Second
	callTime = 4 * time.Second
)

// A step is a value of a small game: what is called, and the right reply.
type step struct{ method, argument, reply string }

const (
	first  = "request-pebble-or-trades"
	second = "request-cards"
	card   = `{"face?":true,"pebbles":["red","blue","blue","blue","blue"]}`
)

var game = []step{
	{fault.Name, "", `"Ada"`},
	{"setup", `[[["green"],["yellow"]]]`, `"void"`},
	{first, `{"bank":["blue","blue"]}`, `false`},
	{second, `{"bank":["blue"]}`, "[" + card + "]"},
	{"win", `true`, `"void"`},
}

func (s step) call() jsontext.Value {
	return jsontext.Value(fmt.Sprintf("[%q,[%s]]", s.method, s.argument))
}

// memory is a two-way stream in memory.
func memory() (a, b io.ReadWriteCloser) {
	ra, wb := io.Pipe()
	rb, wa := io.Pipe()
	return wire.Join(ra, wa), wire.Join(rb, wb)
}

// player answers the game's calls with the faults, until its connection ends.
func player(c *wire.Conn, faults []fault.Fault) error {
	defer c.Close()
	s := fault.NewSender(c, faults, 7)
	if err := s.Send(fault.Name, jsontext.Value(game[0].reply), time.Time{}); err != nil {
		return err
	}
	return c.Serve(s.Handler(answer))
}

// answer is the handler of a client that knows what the calls look like.
func answer(call wire.Call) (jsontext.Value, error) {
	i := slices.IndexFunc(game, func(s step) bool { return s.method == call.Method })
	if i < 1 {
		return nil, fmt.Errorf("no method %q", call.Method)
	}
	if len(call.Args) != 1 || !same(call.Args[0], game[i].argument) {
		return nil, fmt.Errorf("not the arguments of %s", call.Method)
	}
	if call.Method == "win" {
		return jsontext.Value(game[i].reply), wire.ErrDone
	}
	return jsontext.Value(game[i].reply), nil
}

func same(v jsontext.Value, text string) bool {
	a, b := v.Clone(), jsontext.Value(text)
	return a.Canonicalize() == nil && b.Canonicalize() == nil && string(a) == string(b)
}

// referee plays the game with one player and tells how far it came: "" to the
// end, else the method, what was wrong, and how long the call had taken.
func referee(c *wire.Conn) (where, what string, after time.Duration) {
	defer c.Close()
	for _, s := range game {
		start := time.Now()
		var v jsontext.Value
		var err error
		if s.method == fault.Name {
			v, err = c.Receive(start.Add(nameTime))
		} else {
			v, err = c.Call(s.call(), callTime)
		}
		var e *wire.Error
		switch {
		case errors.As(err, &e):
			return s.method, string(e.Kind), time.Since(start)
		case !same(v, s.reply):
			return s.method, other, time.Since(start)
		}
	}
	return "", "", 0
}

// other stands for a value that is not the right one: what is wrong with it is
// for a game to say.
const other = "other"

// TestFaultsOfClients: each row of the rule book's table of faults of a client
// can be produced, and is recognised by the other side at the right time. SF8,
// SF28 and SF29 are about several clients without faults of their own.
func TestFaultsOfClients(t *testing.T) {
	for _, tt := range []struct {
		row, faults string
		where, what string
		after       time.Duration
	}{
		{"none", "never@nothing", "", "", 0},
		{"SF1", "silent", fault.Name, "timeout", nameTime},
		{"SF2", "text=42@name", fault.Name, other, 0},
		{"SF2", `text=["Ada"]@name`, fault.Name, other, 0},
		{"SF2", "text={}@name", fault.Name, other, 0},
		{"SF2", "text=null@name", fault.Name, other, 0},
		{"SF2", "shape@name", fault.Name, other, 0},
		{"SF3", `text=""@name`, fault.Name, other, 0},
		{"SF3", `text="AAAAAAAAAAAAAAAAAAAAA"@name`, fault.Name, other, 0},
		{"SF3", `text="A%20a"@name`, fault.Name, other, 0},
		{"SF3", `text="Adä"@name`, fault.Name, other, 0},
		{"SF4", "cut=1@name", fault.Name, "timeout", nameTime},
		{"SF4", "half@name", fault.Name, "closed", 0},
		{"SF5", "garbage@name", fault.Name, "not_json", 0},
		{"SF5", "flood@name", fault.Name, "too_long", 0},
		{"SF6", "dribble=1900ms@name", "", "", 0},
		{"SF6", "escaped@name,pad@name", "", "", 0},
		{"SF7", `text="Bob"@name`, fault.Name, other, 0},
		{"SF9", "close@name", "setup", "closed", 0},
		{"SF10", "never@setup", "setup", "timeout", callTime},
		{"SF11", `text="void@setup`, "setup", "timeout", callTime},
		{"SF11", "text=void@setup", "setup", "not_json", 0},
		{"SF12", `text="Void"@setup`, "setup", other, 0},
		{"SF12", "text=null@win", "win", other, 0},
		{"SF12", "text=[]@win", "win", other, 0},
		{"SF13", "text=true@" + first, first, other, 0},
		{"SF13", "text=1@" + first, first, other, 0},
		{"SF14", `text=[[["re"]%2C["red"]]]@` + first, first, other, 0},
		{"SF15", `text=[[["red"]%2C["blue"]]]@` + first, first, other, 0},
		{"SF16", "text=false@" + second, second, other, 0},
		{"SF16", "text=[" + strings.ReplaceAll(card, ",", "%2C") + "]@" + first, first, other, 0},
		{"SF17", `text=[{"face?":true}]@` + second, second, other, 0},
		{"SF18", "text=[]@" + second, second, other, 0},
		{"SF19", "cut@" + second, second, "timeout", callTime},
		{"SF19", "pad=4095@" + first + ",cut=1@" + first, first, "timeout", callTime},
		{"SF19", "half@" + second, second, "closed", 0},
		{"SF20", "dribble=3900ms", "name", "timeout", nameTime},
		{"SF20", "dribble=3900ms@" + second, "", "", 0},
		{"SF20", "dribble=1s,pad=500,escaped", "", "", 0},
		{"SF20", "split", "", "", 0},
		{"SF20", "late=3900ms@setup", "", "", 0},
		{"SF21", "stall@" + second, second, "timeout", callTime},
		{"SF21", "late@" + second, second, "timeout", callTime},
		{"SF22", "extra=[]@setup", first, other, 0},
		{"SF22", "extra=false@setup", second, other, 0},
		{"SF22", "duplicate@setup", first, other, 0},
		{"SF22", "previous@" + first, first, other, 0},
		{"SF23", `unsolicited="void"@name`, first, other, 0},
		{"SF23", "unsolicited=1@name", "setup", other, 0},
		{"SF24", "flood=10M@setup", "setup", "too_long", 0},
		{"SF24", "nested=100000@setup", "setup", "too_long", 0},
		{"SF24", "nested=65@setup", "setup", "too_long", 0},
		{"SF24", "pad=2M@setup", "setup", "too_long", 0},
		{"SF25", "noread@name", "setup", "timeout", callTime},
		{"SF26", "never@win", "win", "timeout", callTime},
		{"SF26", `text="Void"@win`, "win", other, 0},
		{"SF26", "close@" + second, "win", "closed", 0},
		{"SF26", "never@win,close@win", "win", "closed", 0},
		{"SF27", "reset@setup", "setup", "closed", 0},
		{"none", "halfclose@win", "", "", 0},
		{"none", "halfclose@" + first, second, "closed", 0},
	} {
		t.Run(tt.row+" "+tt.faults, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				faults, err := fault.Parse(tt.faults)
				if err != nil {
					t.Fatal(err)
				}
				a, b := memory()
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					// What the client makes of its own misbehaviour is not judged.
					_ = player(wire.New(b, wire.Options{}), faults)
				}()
				where, what, after := referee(wire.New(a, wire.Options{}))
				<-ended
				if where != tt.where || what != tt.what || after.Round(10*time.Millisecond) != tt.after {
					t.Errorf("%s %s after %s, want %s %s after %s", where, what, after, tt.where, tt.what, tt.after)
				}
			})
		})
	}
}

// TestFaultsOfServers: each row of the rule book's table of faults of a server
// can be produced, and a client that serves ends as it must. CF1 is about
// connecting, CF9 leaves the client free.
func TestFaultsOfServers(t *testing.T) {
	const quiet = ""
	for _, tt := range []struct {
		row, faults string
		replies     int
		kind        wire.Kind
		says        string // by the client
	}{
		{"CF11", "never@nothing", 4, "", quiet},
		{"CF2", "never@setup,close@setup", 0, "", quiet},
		{"CF2", "never@" + second + ",close@" + second, 2, "", quiet},
		{"CF3", "garbage@setup", 0, wire.NotJSON, "not_json"},
		{"CF3", "text=hello@win", 3, wire.NotJSON, "not_json"},
		{"CF3", "flood@" + first, 1, wire.TooLong, "too_long"},
		{"CF3", "nested@setup", 0, wire.TooLong, "too_long"},
		{"CF4", "half@" + first, 1, wire.Closed, "inside a value"},
		{"CF5", "shape@setup", 0, wire.WrongShape, "not a call"},
		{"CF5", `text=["setup"]@setup`, 0, wire.WrongShape, "not a call"},
		{"CF5", `text=["sing"%2C[]]@setup`, 0, "", "no method"},
		{"CF5", `text=["win"%2C[true%2Ctrue]]@win`, 3, "", "arguments"},
		{"CF6", `text=["win"%2C[1]]@win`, 3, "", "arguments"},
		{"CF7", "split,pad", 4, "", quiet},
		{"CF7", "escaped", 4, "", quiet},
		{"CF7", "dribble=3s", 4, "", quiet},
		{"CF8", "late=1h", 4, "", quiet},
		{"CF9", "previous@" + second, 4, "", quiet},
		{"CF10", "duplicate@setup", 5, "", quiet},
		{"CF12", "silent,close", 0, "", quiet},
	} {
		t.Run(tt.row+" "+tt.faults, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				faults, err := fault.Parse(tt.faults)
				if err != nil {
					t.Fatal(err)
				}
				a, b := memory()
				var served error
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					c := wire.New(b, wire.Options{})
					defer c.Close()
					served = c.Serve(answer)
				}()
				c := wire.New(a, wire.Options{})
				s := fault.NewSender(c, faults, 7)
				replies := 0
				for _, step := range game[1:] {
					_, err := s.Call(step.method, step.call(), 2*time.Hour)
					if err != nil {
						break
					}
					replies++
				}
				for {
					if _, err := c.Receive(time.Now().Add(time.Second)); err != nil {
						break
					}
					replies++
				}
				c.Close()
				<-ended
				var e *wire.Error
				switch {
				case replies != tt.replies:
					t.Errorf("%d replies, want %d, and %v", replies, tt.replies, served)
				case tt.says == quiet && served != nil:
					t.Error(served)
				case tt.says != quiet && (served == nil || !strings.Contains(served.Error(), tt.says)):
					t.Errorf("%v, want %q", served, tt.says)
				case tt.kind != "" && (!errors.As(served, &e) || e.Kind != tt.kind):
					t.Errorf("%v, want %s", served, tt.kind)
				}
			})
		})
	}
}

// TestOverTCP: the faults that a connection in memory cannot have.
func TestOverTCP(t *testing.T) {
	for _, tt := range []struct{ row, faults, where, what string }{
		{"none", "never@nothing", "", ""},
		{"SF20", "split,pad=5000,dribble=50ms", "", ""},
		{"SF27", "reset@setup", "setup", "closed"},
		{"SF27", "reset@win", "win", "closed"},
		{"SF9", "halfclose@name", "setup", "closed"},
		{"SF4", "half@name", fault.Name, "closed"},
		{"SF24", "flood=10M@setup", "setup", "too_long"},
	} {
		t.Run(tt.row+" "+tt.faults, func(t *testing.T) {
			faults, err := fault.Parse(tt.faults)
			if err != nil {
				t.Fatal(err)
			}
			l, err := wire.Listen(0)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			ended := make(chan error)
			go func() {
				conn, err := wire.Dial(t.Context(), l.Addr().String(), 10*time.Second, nil)
				if err == nil {
					err = player(wire.New(conn, wire.Options{}), faults)
				}
				ended <- err
			}()
			conn, err := l.Accept()
			if err != nil {
				t.Fatal(err)
			}
			where, what, _ := referee(wire.New(conn, wire.Options{}))
			if where != tt.where || what != tt.what {
				t.Errorf("%s %s, want %s %s", where, what, tt.where, tt.what)
			}
			if err := <-ended; err != nil && !errors.Is(err, net.ErrClosed) {
				var e *wire.Error
				if !errors.As(err, &e) || e.Kind != wire.Closed {
					t.Error(err)
				}
			}
		})
	}
}
