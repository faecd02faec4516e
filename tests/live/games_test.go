package live

import (
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

// A case is one of the task games, played live.
type liveCase struct {
	clients func() []client.Client // new ones for each game
	in      []jsontext.Value
	want    string
	hangs   bool // somebody never replies
}

// casesOf draws cases of the task games. With so many players as may be a game
// starts at once, so that the rules of each case know how many those are. They wait as
// long as a busy machine may take: who hangs does so where time costs nothing.
func casesOf(t testing.TB, n int, seed uint64) map[*liveCase]game.Rules {
	t.Helper()
	byPlayers := make([]game.Rules, 7)
	for players := 2; players <= 6; players++ {
		byPlayers[players] = bazaar(t, "", fmt.Sprintf("players_max=%d", players), "wait_ms=60000", "name_ms=60000", "call_ms=60000")
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	cases := map[*liveCase]game.Rules{}
	for len(cases) < n {
		values := bazaar(t, "").Generate("games", rng, rng.IntN(game.SizeMax+1))
		elements, err := stream.NewSplitter(stream.Limits{}).Split(values[0], 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(elements) < 2 {
			continue
		}
		rules := byPlayers[len(elements)]
		var actors []string
		for _, raw := range stream.Raws(elements) {
			actors = append(actors, string(raw))
		}
		k := &liveCase{in: values[1:], want: outcome(t, rules, actors, values[1:])}
		k.clients = func() []client.Client {
			var list []client.Client
			for _, a := range actors {
				list = append(list, actor(t, rules, a))
			}
			return list
		}
		k.hangs = slices.ContainsFunc(actors, func(a string) bool {
			parts := strings.Split(a, ",")
			return len(parts) == 4 && parts[2] != `"a cheat"`
		})
		cases[k] = rules
	}
	return cases
}

// TestGames plays generated games with all kinds of actors in memory, where
// those that never reply cost no time.
func TestGames(t *testing.T) {
	n := gametest.Rounds(150, 2000)
	if testing.Short() {
		n = 60
	}
	for k, rules := range casesOf(t, n, 1) {
		synctest.Test(t, func(t *testing.T) {
			p := playInMemory(t, rules, k.in, k.clients())
			if p.result != k.want {
				t.Errorf("result %s, expected %s\n%s", p.result, k.want, k.in)
			}
			nothingAfterBreach(t, p.log)
		})
	}
}

// overTCP plays a game over the loopback of this machine.
func overTCP(t testing.TB, rules game.Rules, in []jsontext.Value, clients []client.Client) lobby.Outcome {
	listener, err := wire.Listen(0)
	if err != nil {
		t.Error(err)
		return lobby.Outcome{}
	}
	return overPort(t, listener, rules, in, clients)
}

// shortGap makes the pauses between two clients as short as they can be: our
// server knows the order without them.
const shortGap = time.Nanosecond

func overPort(t testing.TB, listener net.Listener, rules game.Rules, in []jsontext.Value, clients []client.Client) lobby.Outcome {
	var outcome lobby.Outcome
	var err error
	var served sync.WaitGroup
	served.Go(func() { outcome, err = lobby.Serve(t.Context(), listener, rules.Live(), in, lobby.Options{}) })
	options := client.Options{Dial: client.TCP(listener.Addr().String()), Last: win, Gap: shortGap}
	for i, err := range client.Run(t.Context(), clients, options) {
		if err != nil {
			t.Errorf("client %d gave up: %v", i+1, err)
		}
	}
	served.Wait()
	if err != nil {
		t.Error(err)
	}
	return outcome
}

// TestManyGames plays many games over TCP at the same time: nobody is eliminated
// for what others do.
func TestManyGames(t *testing.T) {
	n := gametest.Rounds(80, 200)
	if testing.Short() {
		n = 40
	}
	var all sync.WaitGroup
	for k, rules := range casesOf(t, 3*n/2, 2) {
		if k.hangs || n == 0 {
			continue
		}
		n--
		all.Go(func() {
			o := overTCP(t, rules, k.in, k.clients())
			if len(o.Values) != 1 || string(o.Values[0]) != k.want {
				t.Errorf("result %s, expected %s (%+v)", o.Values, k.want, o)
			}
		})
	}
	all.Wait()
	if n > 0 {
		t.Errorf("%d games are missing", n)
	}
}

// TestNamesThatMean has the clients of 11.6, each beside two good ones.
func TestNamesThatMean(t *testing.T) {
	for name, fails := range map[string]string{
		"nonSetup": setup, "nonWin": win, "illTT": requestFirst, "invTTBadString": requestFirst,
		"AAsendnameloop": setup, "AAdivergeBeforeSending": "",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rules := bazaar(t, "")
				clients := []client.Client{actor(t, rules, ada), actor(t, rules, bob)}
				actors := []string{ada, bob}
				if fails != "" {
					actors = append(actors, fmt.Sprintf(`[%q,"purchase-points",%q]`, name, fails))
				}
				if strings.HasPrefix(name, "AA") {
					clients = append(clients, special(t, rules, name))
				} else {
					clients = append(clients, actor(t, rules, fmt.Sprintf(`[%q,"purchase-points"]`, name)))
				}
				in := fresh(len(actors))
				p := playInMemory(t, rules, in, clients)
				if want := outcome(t, rules, actors, in); p.result != want {
					t.Errorf("result %s, expected %s", p.result, want)
				}
				if (fails != "") != (len(p.outcome.Breaches) == 1) {
					t.Errorf("breaches %+v", p.outcome.Breaches)
				}
			})
		})
	}
}

// TestReset has a client reset its TCP connection in the middle of a call (SF27).
func TestReset(t *testing.T) {
	rules := bazaar(t, "", "players_max=3")
	bad := actor(t, rules, good)
	bad.Faults = parse(t, "reset@"+requestCards+"#2")
	o := overTCP(t, rules, fresh(3), []client.Client{actor(t, rules, ada), bad, actor(t, rules, bob)})
	if len(o.Breaches) != 1 || o.Breaches[0].Player != "bad" || o.Breaches[0].Why != string(game.Closed) {
		t.Errorf("%+v, expected one breach of bad", o.Breaches)
	}
}

// TestDeaf has a client that does not read, over TCP with calls that do not fit
// into the buffers of the system (SF25).
func TestDeaf(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes as long as a call may")
	}
	t.Parallel()
	rules := bazaar(t, "", "players_max=2", "pebbles_max=1000", "call_ms=1500")
	in := fresh(2)
	deaf := actor(t, rules, good)
	deaf.Faults = parse(t, "noread=3s@name")
	begin := time.Now()
	o := overTCP(t, rules, in, []client.Client{actor(t, rules, ada), deaf})
	if len(o.Breaches) != 1 || o.Breaches[0].Player != "bad" || o.Breaches[0].Why != string(game.TimedOut) {
		t.Errorf("%+v, expected one breach of bad", o.Breaches)
	}
	if d := time.Since(begin); d < 1500*time.Millisecond {
		t.Errorf("it took %v", d)
	}
}

// BenchmarkLoopback plays whole games over TCP, one after another: sign-up and
// all calls of two players.
func BenchmarkLoopback(b *testing.B) {
	rules := bazaar(b, "", "players_max=2")
	in := fresh(2)
	referee, err := rules.Live().Referee(in, []string{"Ada", "bob"})
	if err != nil {
		b.Fatal(err)
	}
	players := []client.Client{actor(b, rules, ada), actor(b, rules, bob)}
	calls := 0
	for due := referee.Calls(); len(due) > 0; due = referee.Calls() {
		reply, err := players[due[0].Seat].Player.Reply(due[0].Method, due[0].Args)
		if err != nil {
			b.Fatal(err)
		}
		referee.Answer(due[0].Seat, reply.Text)
		calls++
	}
	games := 0
	for b.Loop() {
		overTCP(b, rules, in, []client.Client{actor(b, rules, ada), actor(b, rules, bob)})
		games++
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(games*calls), "µs/call")
}
