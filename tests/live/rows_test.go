package live

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/match/matchtest"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

// The actors of the rows.
const (
	good    = `["bad","purchase-points"]` // bad does nothing wrong, after all
	ada     = `["Ada","purchase-points"]`
	bob     = `["bob","purchase-size"]`
	unnamed = "" // bad does not sign up
)

// failing is the actor of bad that raises in a method (BG-71).
func failing(method string) string { return `["bad","purchase-points","` + method + `"]` }

// cheating is the actor of bad that cheats (BG-73).
func cheating(kind string) string { return `["bad","purchase-points","a cheat","` + kind + `"]` }

// waitsOf is how long the sign-up of fewer than six lasts (BG-85), and callTime
// what a call has (BG-91).
const (
	waitsOf  = 20 * time.Second
	callTime = 4 * time.Second
)

// A row is one of SF1 to SF29 (11.4), with a client "bad" between Ada and bob.
// Rows that need no game stand in the tests of package lobby.
type row struct {
	id     string
	faults string        // of bad, as package fault writes them
	text   []fault.Fault // the same for texts with commas
	plays  string        // the actor that the client of bad plays, good if empty
	as     string        // the actor with whom the game ends in the same way
	why    game.Failure  // of the breach, or a code, if there is one
	late   time.Duration // how much longer the game takes than the wait
	rules  string        // an option
}

const card = `{"pebbles":["red","red","red","red","red"],"face?":true}`

var rows = []row{
	{id: "SF1", faults: "silent@name", as: unnamed},
	{id: "SF2", faults: "text=12@name", as: unnamed},
	{id: "SF2", faults: "text=null@name", as: unnamed},
	{id: "SF2", text: textAt(fault.Name, `["bad"]`), as: unnamed},
	{id: "SF3", text: textAt(fault.Name, `""`), as: unnamed},
	{id: "SF3", text: textAt(fault.Name, `"bad guy"`), as: unnamed},
	{id: "SF4", faults: "cut=1@name", as: unnamed},
	{id: "SF4", faults: "half@name", as: unnamed},
	{id: "SF5", faults: "garbage@name", as: unnamed},
	{id: "SF5", faults: "flood=3M@name", as: unnamed},
	{id: "SF6", faults: "dribble=1900ms@name", as: good},
	{id: "SF6", faults: "escaped@name", as: good},
	{id: "SF6", faults: "pad=5000@name,split@name", as: good},
	{id: "SF7", text: textAt(fault.Name, `"Ada"`), as: unnamed},
	{id: "SF9", faults: "close@name", as: failing(setup), why: game.Closed},
	{id: "SF10", faults: "never@setup", as: failing(setup), why: game.TimedOut, late: callTime},
	{id: "SF11", faults: `text="void@setup`, as: failing(setup), why: game.TimedOut, late: callTime},
	{id: "SF11", faults: "text=void@setup", as: failing(setup), why: game.NotJSON},
	{id: "SF12", faults: `text="Void"@setup`, as: failing(setup), why: game.WrongShape},
	{id: "SF12", faults: "text=null@setup", as: failing(setup), why: game.WrongShape},
	{id: "SF12", faults: "text=true@win", as: failing(win), why: game.WrongShape},
	{id: "SF12", faults: "text=[]@win", as: failing(win), why: game.WrongShape},
	{id: "SF13", faults: "text=true@" + requestFirst, as: failing(requestFirst), why: game.WrongShape},
	{id: "SF13", faults: "text=5@" + requestFirst, as: failing(requestFirst), why: game.WrongShape},
	{id: "SF13", faults: `text="x"@` + requestFirst, as: failing(requestFirst), why: game.WrongShape},
	{id: "SF13", faults: "text={}@" + requestFirst, as: failing(requestFirst), why: game.WrongShape},
	{id: "SF13", faults: "text=true@" + requestFirst + "#1", as: good, rules: "first_reply=lenient"},
	{id: "SF14", text: textAt(requestFirst, `[[["red"],["blue"],["red"]]]`), as: failing(requestFirst), why: game.WrongShape},
	{id: "SF14", text: textAt(requestFirst, `[[["pink"],["blue"]]]`), as: failing(requestFirst), why: game.WrongShape},
	{id: "SF14", text: textAt(requestFirst, `[[[],["blue"]]]`), as: failing(requestFirst), why: game.WrongShape},
	{id: "SF14", text: textAt(requestFirst, `[[["red","red","red","red","red"],["blue"]]]`), as: failing(requestFirst), why: game.WrongShape},
	{id: "SF14", text: textAt(requestFirst, `[[["red"],["red","blue"]]]`), as: failing(requestFirst), why: game.WrongShape},
	{id: "SF15", text: textAt(requestFirst, `[[["red"],["blue"]]]`), as: failing(requestFirst), why: "unknown_equation"},
	{id: "SF15", text: textAt(requestFirst, `[[["red"],["white"]]]`), as: failing(requestFirst), why: "wallet_short"},
	{id: "SF16", faults: "text=false@" + requestCards, as: failing(requestCards), why: game.WrongShape},
	{id: "SF16", text: textAt(requestCards, `[[["red"],["white"]]]`), as: failing(requestCards), why: game.WrongShape},
	{id: "SF16", text: textAt(requestFirst, "["+card+"]"), as: failing(requestFirst), why: game.WrongShape},
	{id: "SF17", text: textAt(requestCards, `[{"pebbels":["red","red","red","red","red"],"face?":true}]`), as: failing(requestCards), why: game.WrongShape},
	{id: "SF17", text: textAt(requestCards, `[{"pebbles":["red","red","red","red","red"]}]`), as: failing(requestCards), why: game.WrongShape},
	{id: "SF17", text: textAt(requestCards, `[{"pebbles":["red","red","red","red","red"],"face?":true,"x":1}]`), as: failing(requestCards), why: game.WrongShape},
	{id: "SF17", text: textAt(requestCards, `[{"pebbles":["red","red","red","red"],"face?":true}]`), as: failing(requestCards), why: game.WrongShape},
	{id: "SF17", text: textAt(requestCards, `[{"pebbles":["red","red","red","red","red","red"],"face?":true}]`), as: failing(requestCards), why: game.WrongShape},
	{id: "SF17", text: textAt(requestCards, `[{"pebbles":["red","red","red","red","red"],"face?":1}]`), as: failing(requestCards), why: game.WrongShape},
	{id: "SF18", plays: cheating("wallet-cannot-buy-card"), as: cheating("wallet-cannot-buy-card"), why: "wallet_cannot_buy"},
	{id: "SF18", plays: cheating("buy-unavailable-card"), as: cheating("buy-unavailable-card"), why: "card_not_visible"},
	{id: "SF19", faults: "cut=1@" + requestFirst, as: failing(requestFirst), why: game.TimedOut, late: callTime},
	{id: "SF19", faults: "half@" + requestCards, as: failing(requestCards), why: game.Closed},
	{id: "SF20", faults: "dribble=3900ms@" + requestFirst + "#1", as: good, late: 3900 * time.Millisecond},
	{id: "SF20", faults: "pad=5000@" + requestCards, as: good},
	{id: "SF20", faults: "split@" + requestFirst + "#1", as: good, late: 8 * time.Millisecond},
	{id: "SF21", faults: "dribble=5s@" + requestFirst, as: failing(requestFirst), why: game.TimedOut, late: callTime},
	{id: "SF21", faults: "stall@setup", as: failing(setup), why: game.TimedOut, late: callTime},
	{id: "SF22", faults: "extra=null@setup", as: failing(requestFirst), why: game.WrongShape},
	{id: "SF22", faults: "extra=false@setup", as: failing(requestCards), why: game.WrongShape},
	{id: "SF23", faults: `unsolicited="void"@name`, as: failing(requestFirst), why: game.WrongShape},
	{id: "SF24", faults: "flood@setup", as: failing(setup), why: game.TooLong},
	{id: "SF24", faults: "nested=100000@" + requestFirst, as: failing(requestFirst), why: game.TooLong},
	{id: "SF24", faults: "pad=2M@" + requestCards, as: failing(requestCards), why: game.TooLong},
	{id: "SF25", faults: "noread@setup", as: failing(requestFirst), why: game.TimedOut, late: callTime},
	{id: "SF26", faults: "never@win", as: failing(win), why: game.TimedOut, late: callTime},
	{id: "SF26", faults: "text=1@win", as: failing(win), why: game.WrongShape},
	{id: "SF27", faults: "reset@" + requestCards, as: failing(requestCards), why: game.Closed, late: 2 * time.Millisecond},
}

// TestRows makes a client misbehave in each way: the game ends as it does with
// an actor that fails there, no later than it must, and the others notice
// nothing.
func TestRows(t *testing.T) {
	for i, r := range rows {
		t.Run(fmt.Sprintf("%s/%d", r.id, i), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { r.test(t) })
		})
	}
}

func (r row) test(t *testing.T) {
	var options []string
	if r.rules != "" {
		options = append(options, r.rules)
	}
	rules := bazaar(t, "", options...)
	plays := good
	if r.plays != "" {
		plays = r.plays
	}
	bad := actor(t, rules, plays)
	bad.Faults = r.text
	if r.faults != "" {
		faults, err := fault.Parse(r.faults)
		if err != nil {
			t.Fatal(err)
		}
		bad.Faults = faults
	}
	actors := []string{ada, r.as, bob}
	if r.as == unnamed {
		actors = []string{ada, bob}
	}
	in := fresh(len(actors))
	p := playInMemory(t, rules, in, []client.Client{actor(t, rules, ada), bad, actor(t, rules, bob)})
	if want := outcome(t, rules, actors, in); p.result != want {
		t.Errorf("result %s, expected %s (%+v)", p.result, want, p.outcome.NoGame)
	}
	if p.took != waitsOf+r.late {
		t.Errorf("the game took %v behind the wait, expected %v", p.took-waitsOf, r.late)
	}
	breaches := p.outcome.Breaches
	switch {
	case r.why == "" && len(breaches) > 0:
		t.Errorf("breaches %+v, expected none", breaches)
	case r.why != "" && (len(breaches) != 1 || breaches[0].Player != "bad" || breaches[0].Why != string(r.why)):
		t.Errorf("breaches %+v, expected one of bad, %s", breaches, r.why)
	}
	for i, err := range p.errs {
		if err != nil {
			t.Errorf("client %d gave up: %v", i+1, err)
		}
	}
	nothingAfterBreach(t, p.log)
}

// nothingAfterBreach looks for something that was sent to an eliminated player
// (BG-96).
func nothingAfterBreach(t *testing.T, log *matchtest.Log) {
	t.Helper()
	out := map[string]bool{}
	for _, line := range log.Lines("") {
		var conn, arrow string
		if n, _ := fmt.Sscanf(line, "breach %s", &conn); n == 1 {
			out[conn] = true
		}
		if n, _ := fmt.Sscanf(line, "%s %s", &conn, &arrow); n == 2 && arrow == "<" && out[conn] {
			t.Errorf("sent to a player that is out: %s", line)
		}
	}
}

// TestAllFailInSetup is SF28.
func TestAllFailInSetup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rules := bazaar(t, "")
		var clients []client.Client
		for _, name := range []string{"c", "a", "b"} {
			clients = append(clients, actor(t, rules, `["`+name+`","purchase-size","setup"]`))
		}
		if p := playInMemory(t, rules, fresh(3), clients); p.result != `[[],["a","b","c"]]` {
			t.Errorf("result %s", p.result)
		}
	})
}

// TestNobodyComes is SF29.
func TestNobodyComes(t *testing.T) {
	for n := range 2 {
		synctest.Test(t, func(t *testing.T) {
			rules := bazaar(t, "")
			p := playInMemory(t, rules, fresh(2), []client.Client{actor(t, rules, ada)}[:n])
			if p.result != `[[],[]]` || p.took != 2*waitsOf {
				t.Errorf("result %s after %v", p.result, p.took)
			}
		})
	}
}

// TestSeventh is SF8.
func TestSeventh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rules := bazaar(t, "")
		var actors []string
		var clients []client.Client
		for i := range 7 {
			actors = append(actors, fmt.Sprintf(`["p%d","purchase-points"]`, i))
			clients = append(clients, actor(t, rules, actors[i]))
		}
		in := fresh(6)
		p := playInMemory(t, rules, in, clients)
		if want := outcome(t, rules, actors[:6], in); p.result != want || p.took > time.Second {
			t.Errorf("result %s after %v, expected %s at once", p.result, p.took, want)
		}
	})
}

// TestMutants are servers that get one clause wrong: the rows of these clauses
// tell them from ours.
func TestMutants(t *testing.T) {
	for _, c := range []struct {
		mutant string
		faults []fault.Fault
		right  string // the result of a right server
		same   bool   // whether the mutant must get there too
	}{
		{mutant: "W1", faults: []fault.Fault{{Kind: fault.Dribble, Method: setup, Delay: 5 * time.Second}}, right: failing(setup)},
		{mutant: "W1", faults: []fault.Fault{{Kind: fault.Cut, Method: setup}}, right: failing(setup), same: true},
		{mutant: "W2", faults: textAt(fault.Name, `"Ada"`), right: unnamed},
	} {
		synctest.Test(t, func(t *testing.T) {
			rules := bazaar(t, c.mutant)
			bad := actor(t, rules, good)
			bad.Faults = c.faults
			actors := []string{ada, c.right, bob}
			if c.right == unnamed {
				actors = []string{ada, bob}
			}
			in := fresh(len(actors))
			p := playInMemory(t, rules, in, []client.Client{actor(t, rules, ada), bad, actor(t, rules, bob)})
			if want := outcome(t, bazaar(t, ""), actors, in); (p.result == want) != c.same {
				t.Errorf("%s: result %s, that of a right server is %s", c.mutant, p.result, want)
			}
		})
	}
}
