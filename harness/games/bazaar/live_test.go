package bazaar_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// driven plays a live game with builtin players and returns the referee at its
// end.
func driven(t testing.TB, l game.Live, in []jsontext.Value, names, kinds []string) game.Referee {
	t.Helper()
	f, err := l.Referee(in, names)
	if err != nil {
		t.Fatal(err)
	}
	players := make([]game.Player, len(names))
	for i := range players {
		if players[i], err = l.Player(kinds[i], names[i], uint64(i)); err != nil {
			t.Fatal(err)
		}
	}
	for calls := f.Calls(); len(calls) > 0; calls = f.Calls() {
		if len(calls) != 1 {
			t.Fatalf("%d calls are due at once (BG-90)", len(calls))
		}
		c := calls[0]
		if c.Player != names[c.Seat] {
			t.Fatalf("the call is for %s at seat %d of %v", c.Player, c.Seat, names)
		}
		reply, err := players[c.Seat].Reply(c.Method, c.Args)
		if err != nil {
			t.Fatalf("%s(%s): %v", c.Method, c.Args, err)
		}
		var b *game.Breach
		switch {
		case reply.Then == game.Leaves:
			b = f.Fail(c.Seat, game.Raised)
		case reply.Then == game.Hangs:
			b = f.Fail(c.Seat, game.TimedOut)
		default:
			b = f.Answer(c.Seat, reply.Text)
		}
		if b != nil && (b.Seat != c.Seat || b.Player != c.Player || b.Method != c.Method || b.Why == "" || b.Message == "") {
			t.Fatalf("the breach of %+v is %+v", c, b)
		}
	}
	return f
}

// castOf are the names and the kinds of the actors of an input.
func castOf(t testing.TB, actors jsontext.Value) (names, kinds []string) {
	t.Helper()
	for _, raw := range read[[]jsontext.Value](t, actors) {
		kinds = append(kinds, string(raw))
		names = append(names, read[[]any](t, raw)[0].(string))
	}
	return names, kinds
}

// TestLiveGamesAreGames plays random games live, in each preset and as each
// mutant: the outcome is that of task games.
func TestLiveGamesAreGames(t *testing.T) {
	settings := [][]string{{}, {"reference-2024"}, {"price=false"}, {"max_exchanges=1"}, {"turns_max=3"}}
	mutants := configured(t)
	_ = mutants
	games := 1500
	if testing.Short() {
		games = 100
	}
	for _, s := range settings {
		t.Run(strings.Join(s, " "), func(t *testing.T) {
			r := configured(t, s...)
			oracle := newAsker(t, r, "games")
			for i := range games {
				in := r.Generate("games", seeded(i), sizeOf(i))
				names, kinds := castOf(t, in[0])
				f := driven(t, r.Live(), in[1:], names, kinds)
				out := oracle.ask(in)
				if got, want := string(f.Result()[0]), fmt.Sprintf("[%s,%s]", out[0], out[1]); got != want {
					t.Fatalf("game %d: live %s, by task games %s\n%s", i, got, want, lines(in))
				}
			}
		})
	}
}
