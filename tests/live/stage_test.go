// Package live plays whole games of the Bazaar Game between our server and our
// clients, and between either and what misbehaves, and compares the outcomes
// with those of the oracle.
package live

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/match/matchtest"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

// bazaar are the rules under some options, or of a mutant.
func bazaar(t testing.TB, mutant string, options ...string) game.Rules {
	t.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	s := game.Settings{Mutant: mutant}
	for _, text := range options {
		o, err := game.ParseSetting(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Options = append(s.Options, o)
	}
	rules, err := g.Configure(s)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// The methods of the game.
const (
	setup        = "setup"
	requestFirst = "request-pebble-or-trades"
	requestCards = "request-cards"
	win          = "win"
)

// fresh is the input of a server for a game from scratch among n players, which
// lasts for dozens of turns; nobody can trade in the first one.
func fresh(n int) []jsontext.Value {
	colours := []string{"red", "white", "blue", "green", "yellow"}
	var bank, equations, cards []string
	for i, c := range colours {
		for range 20 {
			bank = append(bank, `"`+c+`"`)
		}
		next := colours[(i+1)%len(colours)]
		equations = append(equations, fmt.Sprintf(`[[%q],[%q]]`, c, next), fmt.Sprintf(`[[%q,%q],[%q,%q,%q]]`, c, c, next, next, next))
		for k := range 4 {
			pebbles := make([]string, 5)
			for j := range pebbles {
				pebbles[j] = `"` + colours[(i+j*k)%len(colours)] + `"`
			}
			cards = append(cards, fmt.Sprintf(`{"pebbles":[%s],"face?":%t}`, strings.Join(pebbles, ","), k%2 == 0))
		}
	}
	players := strings.Repeat(`,{"wallet":[],"score":0,"cards":[]}`, n)[1:]
	return []jsontext.Value{
		jsontext.Value("[" + strings.Join(equations, ",") + "]"),
		jsontext.Value(fmt.Sprintf(`{"bank":[%s],"visibles":[%s],"cards":[%s],"players":[%s]}`,
			strings.Join(bank, ","), strings.Join(cards[:4], ","), strings.Join(cards[4:], ","), players)),
	}
}

// outcome is what the task games makes of actors and the input of a server.
func outcome(t testing.TB, rules game.Rules, actors []string, in []jsontext.Value) string {
	t.Helper()
	values := append([]jsontext.Value{jsontext.Value("[" + strings.Join(actors, ",") + "]")}, in...)
	var out game.Output
	if err := rules.Oracle("games")(values, &out); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("[%s,%s]", out.Value(0), out.Value(1))
}

// actor makes a client of an actor.
func actor(t testing.TB, rules game.Rules, text string) client.Client {
	t.Helper()
	name, _, _ := strings.Cut(strings.TrimPrefix(text, `["`), `"`)
	c, err := client.New(rules.Live(), text, name, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// special makes a special client (11.1).
func special(t testing.TB, rules game.Rules, name string) client.Client {
	t.Helper()
	c, err := client.New(rules.Live(), name, name, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// memoryGap lies between two clients in a bubble of time.
const memoryGap = 100 * time.Millisecond

// A played game is one that has been played in memory.
type played struct {
	outcome lobby.Outcome
	result  string
	took    time.Duration // from the opening of the port
	log     *matchtest.Log
	errs    []error // of the clients
}

// playInMemory plays a game in a bubble of time; it is called in one.
func playInMemory(t *testing.T, rules game.Rules, in []jsontext.Value, clients []client.Client) played {
	t.Helper()
	begin := time.Now()
	p := played{log: &matchtest.Log{}}
	listener := matchtest.Listen()
	done := make(chan error, 1)
	go func() {
		var err error
		p.outcome, err = lobby.Serve(t.Context(), listener, rules.Live(), in, lobby.Options{Recorder: p.log})
		p.took = time.Since(begin)
		done <- err
	}()
	synctest.Wait()
	p.errs = client.Run(t.Context(), clients, client.Options{Dial: listener.DialClient, Last: win, Gap: memoryGap})
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	p.result = string(p.outcome.Values[0])
	return p
}

// textAt is a fault: a text in place of the reply to a method.
func textAt(method, text string) []fault.Fault {
	return []fault.Fault{{Kind: fault.Text, Method: method, Text: text}}
}

// parse reads faults.
func parse(t testing.TB, text string) []fault.Fault {
	t.Helper()
	faults, err := fault.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return faults
}
