package bazaar_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// castText writes plain actors, or those that raise: "Ada bob:setup".
func castText(words string) string {
	return jsonList(strings.Fields(words), func(word string) string {
		name, method, fails := strings.Cut(word, ":")
		if fails {
			return fmt.Sprintf(`[%q,"purchase-points",%q]`, name, method)
		}
		return fmt.Sprintf(`[%q,"purchase-points"]`, name)
	})
}

// ofSeats is a game of so many players in which everybody draws one pebble.
func ofSeats(n int) string {
	g := table{bank: times(1, strings.Repeat("y", n)), visibles: "rrrww"}
	for i := range n {
		g.seats = append(g.seats, seat{"", "", fmt.Sprint(9 - i), ""})
	}
	return g.gameText()
}

// TestOutcomes has who is seated (11.2) and what becomes of the clients of 11.6.
func TestOutcomes(t *testing.T) {
	const loop, silent = `"AAsendnameloop"`, `"AAdivergeBeforeSending"`
	for _, tt := range []struct {
		name, options  string
		actors, guests string
		seats          int
		want           string
	}{
		{"two play", "", "a b", "", 2, `[["a"],[]]`},
		{"too few", "", "a", "", 1, `[[],[]]`},
		{"nobody", "", "", "", 0, `[[],[]]`},
		{"one is enough by option", "players_min=1", "a", "", 1, `[["a"],[]]`},
		{"fewer than the Game has", "", "a b", "", 3, `[[],[]]`},
		{"more than the Game has", "", "a b c", "", 2, `[[],[]]`},
		{"one that never sends its name is none", "", "a b", silent, 2, `[["a"],[]]`},
		{"one that never replies drops out", "", "a b", loop, 3, `[["a"],["AAsendnameloop"]]`},
		{"it counts as a player", "", "a b", loop, 2, `[[],[]]`},
		{"it makes enough players", "", "a", loop, 2, `[["a"],["AAsendnameloop"]]`},
		{"it alone is too few", "", "", loop, 1, `[[],[]]`},
		{"a second one is refused", "", "a b", loop + "," + silent + "," + loop, 3, `[["a"],["AAsendnameloop"]]`},
		{"a second one voids the game", "duplicate_names=void", "a b", loop + "," + loop, 3, `[[],[]]`},
		{"a second one is seated by W2", ":W2", "a b", loop + "," + loop, 4, `[["a"],["AAsendnameloop","AAsendnameloop"]]`},
		{"an actor has its name", "", "AAsendnameloop b", loop, 2, `[["AAsendnameloop"],[]]`},
		{"six sign up", "", "a b c d e f", "", 6, `[["a"],[]]`},
		{"a seventh is not served", "", "a b c d e f", loop, 6, `[["a"],[]]`},
		{"a seventh of the same name either", "duplicate_names=void", "a b c d e AAsendnameloop", loop, 6, `[["a"],[]]`},
		{"with the sixth it starts", "", "a b c d e", loop + "," + loop, 6, `[["a"],["AAsendnameloop"]]`},
		{"faults change nothing", "", "a b:setup", `{"as":"b","how":"close"},{"as":"a","how":"pad"}`, 2, `[["a"],["b"]]`},
		{"no name is no player", "", "a b", `{"send":"[","then":"waits"},{"send":"","then":"resets"}`, 2, `[["a"],[]]`},

		{"nonSetup", "", "nonSetup b", "", 2, `[["b"],["nonSetup"]]`},
		{"nonWin", "", "nonWin b", "", 2, `[[],["nonWin"]]`},
		{"illTT", "", "illTT b", "", 2, `[["b"],["illTT"]]`},
		{"invTTBadString", "", "invTTBadString b", "", 2, `[["b"],["invTTBadString"]]`},
		{"invTTBadString sends true, which is a pebble, then fails", "first_reply=lenient", "invTTBadString b", "", 2, `[["b"],["invTTBadString"]]`},
		{"an actor that misbehaves is not changed by its name", "", "nonSetup:win b", "", 2, `[[],["nonSetup"]]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := configured(t, strings.Fields(tt.options)...)
			in := []string{castText(tt.actors), "[" + tt.guests + "]", "[]", ofSeats(tt.seats)}
			if got := string(gametest.Lines(gametest.Ask(t, r, "server", in...))); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			if got := string(gametest.Lines(gametest.Ask(t, r, "clients", in...))); got != `"void"` {
				t.Errorf("the clients write %s", got)
			}
		})
	}
}

// TestTruePebble: with Q6 the true of invTTBadString is a pebble that ends a
// game, before it is asked for cards (11.6).
func TestTruePebble(t *testing.T) {
	g := table{bank: "y", visibles: "rrrww", seats: []seat{{"", "", "1", ""}, {"", "", "9", ""}}}
	for option, want := range map[string]string{"first_reply=strict": `[["b"],["invTTBadString"]]`, "first_reply=lenient": `[["b"],[]]`} {
		got := string(gametest.Lines(gametest.Ask(t, configured(t, option), "server", castText("invTTBadString b"), "[]", "[]", g.gameText())))
		if got != want {
			t.Errorf("%s: %s, want %s", option, got, want)
		}
	}
}

// TestNamesOfClients: clients may sign up as they like, but servers seat nobody
// whose name is none (11.1, BG-81).
func TestNamesOfClients(t *testing.T) {
	r := configured(t)
	for _, name := range []string{"", "ouch ouch", strings.Repeat("a", 31), "\u00e9", `a"b`} {
		cast := fmt.Sprintf(`[["a","purchase-points"],[%q,"purchase-points"],["c","purchase-points"]]`, name)
		for seats, want := range map[int]string{2: `[["a"],[]]`, 3: `[[],[]]`} {
			if got := string(gametest.Lines(gametest.Ask(t, r, "server", cast, "[]", "[]", ofSeats(seats)))); got != want {
				t.Errorf("%q, %d seats: %s, want %s", name, seats, got, want)
			}
		}
		if _, err := r.Live().Player(fmt.Sprintf(`[%q,"purchase-size"]`, name), name, 1); err != nil {
			t.Errorf("%q cannot play: %v", name, err)
		}
	}
}

// TestShortDisplayInGames: hidden cards may lie beside fewer than four visible
// ones, and the first refill makes up for it (chapter 4, BG-35).
func TestShortDisplayInGames(t *testing.T) {
	cast := `[["a","purchase-points"],["b","purchase-points"]]`
	// a draws a pebble and buys nothing; b has what the card costs that comes then.
	g := table{bank: "rr", hidden: "wwwww", seats: []seat{{"", "", "3", ""}, {"", "wwwww", "1", ""}}}
	for display, want := range map[string]string{"": `["b"] []`, "yyyyy": `["b"] []`, times(4, "yyyyy"): `["a"] []`} {
		g.visibles = display
		if got := brief(t, configured(t), "games", cast, "[]", g.gameText()); got != want {
			t.Errorf("display %q: %s, want %s", display, got, want)
		}
	}
}

// TestClosedCallOfPair: with Q7 the client of an actor that raises at its first
// call draws a pebble before it is out.
func TestClosedCallOfPair(t *testing.T) {
	g := table{bank: "r", visibles: "rrrrr", seats: []seat{{"", "", "1", ""}, {"", "rrrr", "0", ""}, {"", "", "4", ""}}}
	cast := castText("a:request-pebble-or-trades b c")
	for option, want := range map[string]string{"closed_call=fails": `[["b"],["a"]]`, "closed_call=pebble": `[["c"],["a"]]`} {
		r := configured(t, option)
		if got := string(gametest.Lines(gametest.Ask(t, r, "server", cast, "[]", "[]", g.gameText()))); got != want {
			t.Errorf("%s: %s, want %s", option, got, want)
		}
		// A fault that does not end the connection fails as ever.
		late := `[{"as":"a","how":"late=5s"}]`
		if got := string(gametest.Lines(gametest.Ask(t, r, "server", cast, late, "[]", g.gameText()))); got != `[["b"],["a"]]` {
			t.Errorf("%s, late: %s", option, got)
		}
		// In task games nobody has a connection.
		if got := brief(t, r, "games", cast, "[]", g.gameText()); got != `["b"] ["a"]` {
			t.Errorf("%s, task games: %s", option, got)
		}
	}
}

// TestPairsAreLiveGames plays pairs live, with a server as the rules are or as
// a mutant and right clients: the outcome is the oracle's.
func TestPairsAreLiveGames(t *testing.T) {
	right := configured(t)
	for k, setting := range []string{"", "reference-2024", ":P1", ":R1", ":R4", ":G2", ":G8", ":B2", "first_reply=lenient"} {
		r, players := configured(t, strings.Fields(setting)...), right
		if !strings.HasPrefix(setting, ":") {
			players = r
		}
		oracle := gametest.NewAsker(t, r, "server")
		played := 0
		for i := range gametest.Rounds(40, 300) {
			in := r.Generate("server", seeded(1000*k+i), gametest.SizeOf(i))
			names, kinds := castOf(t, in[0])
			if strings.Contains(string(in[1]), `"AAsendnameloop"`) && len(names) < 6 {
				names, kinds = append(names, "AAsendnameloop"), append(kinds, "AAsendnameloop")
			}
			want := string(gametest.Lines(oracle.Ask(in)))
			seats, err := r.Live().Seats(in[2:])
			if err != nil {
				t.Fatal(err)
			}
			if n := len(names); !seats.Has(n) || n < 2 || strings.Count(string(in[1]), `"AAsendnameloop"`) > 1 {
				continue
			}
			played++
			got := string(drive(t, r.Live(), players.Live(), in[2:], names, kinds).Result()[0])
			if got != want {
				t.Fatalf("%s, pair %d: live %s, by the oracle %s\n%s", setting, i, got, want, gametest.Lines(in))
			}
		}
		if played < 10 {
			t.Errorf("%s: only %d pairs were played", setting, played)
		}
	}
}
