package subjects

import (
	"cmp"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// mannersScale makes the times as short as programs with these manners can keep on
// a machine that does much else.
const mannersScale = 0.25

// shortScale makes a sign-up shorter than a program that starts late takes to start:
// what a program needs to start is never scaled.
const shortScale = 0.1

// A manner is how a program of a live task is unusual, right or wrong, and what
// must be said of it in some cases.
type manner struct {
	name, cases string
	outcome     judge.Outcome
	clause      string
	says        string  // in the message
	hint        string  // part of it
	prints      string  // on standard output, as the verdict shows it
	scale       float64 // of the times; 0: mannersScale
}

// everyCase stands for all cases of the suite that ask for no options, or, without
// -all and -soak, for one of liveStep, as right programs of other tasks play them.
const everyCase = "*"

// anyClause stands for any clause, where that depends on the moment.
const anyClause = "any"

// anyOutcome stands for any outcome but a pass, likewise: the clause decides.
const anyOutcome judge.Outcome = "any"

// serverManners are those of manners/servers.py.
var serverManners = []manner{
	{name: "one_by_one", cases: "wire-half-a-name silent-before-the-sixth", outcome: judge.Pass},
	{name: "in_threads", cases: "six-draw all-win", outcome: judge.Pass},
	{name: "late", cases: "six-draw", outcome: judge.Pass, scale: shortScale},
	{name: "patient", cases: "never-answers-setup", outcome: judge.ProtocolError, clause: "BG-91", says: "Ada has not replied to setup, and the program"},
	{name: "endless", cases: "wire-does-not-read", outcome: judge.Timeout, clause: "BG-91", says: "Ada does not read"},
	{name: "endless", cases: "never-answers-first-reply", outcome: judge.ProtocolError, clause: "BG-91", says: "bob has not replied to request-pebble-or-trades, and the program still waits"},
	{name: "slow_start", cases: "six-draw", outcome: judge.Timeout, clause: "BG-85", says: "6 clients signed up, but"},
	{name: "slow_names", cases: "wire-nothing-as-name", outcome: judge.ProtocolError, clause: "BG-82", says: "connection 1 has sent no name for"},
	{name: "second_starts", cases: "second-client-in-the-second-wait", outcome: judge.ProtocolError, clause: "BG-85", says: "the game starts with 2 players", scale: shortScale},
	{name: "hears_one", cases: "six-draw", outcome: judge.ProtocolError, clause: anyClause, says: "had not read the name of bob", scale: shortScale},
	{name: "closes_names", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-80", says: "the program closes the connection of Ada"},
	{name: "seats_seven", cases: "seventh-client", outcome: judge.ProtocolError, clause: "BG-85", says: "later connections are not served"},
	{name: "drops_dan", cases: "six-draw", outcome: judge.ProtocolError, clause: anyClause, says: "the program closes the connection of dan"},
	{name: "drops_dan_behind", cases: "six-draw", outcome: judge.ProtocolError, clause: anyClause, says: "the program closes the connection of dan"},
	{name: "dies_of_reset", cases: "wire-resets-in-a-call", outcome: judge.Crashed, says: "before that Ada has closed the connection"},
	{name: "needs_newline", cases: "buy-a-card", outcome: judge.ProtocolError, clause: "BG-92", says: `is correct, so it is still in the game`},
	{name: "takes_any_key", cases: "wire-card-with-a-key-too-many", outcome: judge.ProtocolError, clause: "BG-92", says: "just before, Ada is out in request-cards"},
	{name: "takes_key_twice", cases: "wire-card-with-a-key-too-many", outcome: judge.ProtocolError, clause: "BG-92", says: "just before, bob is out in request-cards"},
	{name: "takes_blanks", cases: "wire-blanks-before-a-reply", outcome: judge.ProtocolError, clause: "BG-95", says: "is out since request-pebble-or-trades"},
	{name: "never_refills", cases: "refill-from-the-front", outcome: judge.ProtocolError, clause: "BG-35", says: "does not refill the display"},
	{name: "one_winner", cases: "all-win", outcome: judge.ProtocolError, clause: "BG-50", says: "lets only the first of several leaders win"},
	{name: "pebbles_to_bank", cases: "exchange-stays-done", outcome: judge.ProtocolError, clause: "BG-38", says: "puts the pebbles of an eliminated player into the bank"},
	{name: "impatient", cases: "never-answers-win", outcome: judge.ProtocolError, clause: "BG-91", says: "whose reply is still due"},
	{name: "drops_early", cases: "wire-two-values-for-one", outcome: judge.ProtocolError, clause: "BG-94", says: "drops a value that comes before its call"},
	{name: "takes_null", cases: "wire-all-in-setup", outcome: judge.ProtocolError, clause: "BG-92", says: "is out since setup"},
	{name: "failed_winner", cases: "raises-in-win", outcome: judge.WrongAnswer, clause: "BG-52", says: "ignores that a player fails in win"},
	{name: "failed_winner", cases: "all-fail-in-win", outcome: judge.WrongAnswer, clause: "BG-52", says: "before that, "},
	{name: "moves_up", cases: "raises-in-win", outcome: judge.WrongAnswer, clause: "BG-52", says: "before that, "},
	{name: "undoes_first", cases: "fails-after-an-exchange", outcome: judge.ProtocolError, clause: "BG-39", says: "undoes the turn of Ada when that player is out"},
	{name: "all_won", cases: "all-fail-in-win", outcome: judge.ProtocolError, clause: "BG-51", says: "expected false, received true"},
	{name: "one_setup_less", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-10", says: "but setup of"},
	{name: "old_turn", cases: "trade-and-buy six-draw", outcome: judge.ProtocolError, clause: "BG-14", says: "shows the same as in the call before, request-pebble-or-trades"},
	{name: "no_escapes", cases: "wire-name-with-escapes", outcome: judge.ProtocolError, clause: "BG-80", says: "the program closes the connection of Ada"},
	{name: "writes_early", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-51", says: "the result is written before ", prints: `[["Ada"],[]]`},
	{name: "fails_at_the_end", cases: "six-draw", outcome: judge.Crashed, says: "exit status 1 after the complete output"},
	{name: "one_wait", cases: "one-player-is-too-few", outcome: judge.ProtocolError, clause: "BG-85", says: "ends with 1 player after a wait of 2s, but another wait follows", scale: shortScale},
	{
		name: "one_wait", cases: "second-client-in-the-second-wait", outcome: anyOutcome, clause: "BG-85",
		says: "ends with 1 player after a wait of 2s, but another wait follows", scale: shortScale,
	},
	{name: "one_is_enough", cases: "one-player-is-too-few", outcome: judge.ProtocolError, clause: "BG-85", says: "starts with 1 player, but needs 2", scale: shortScale},
	{name: "asks_again", cases: "cheat-asks-the-bank cheat-overdraws-the-wallet", outcome: judge.ProtocolError, clause: "BG-37", says: "is asked again"},
	{name: "bare_argument", cases: "no-turn-at-all", outcome: judge.ProtocolError, clause: "BG-90", says: `expected ["setup",[[[["red"],["blue"]]]]], received ["setup",[[["red"],["blue"]]]]`},
	{name: "bare_argument", cases: "wire-leaves-after-its-name", outcome: judge.ProtocolError, clause: "BG-90", says: "array of arguments"},
	{name: "win_as_text", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-51", says: "a string instead of a Boolean"},
	{name: "tells_winners", cases: "loser-fails-in-win", outcome: judge.WrongAnswer, clause: "BG-51", says: "win of fay is due"},
	{name: "two_values", cases: "six-draw", outcome: judge.WrongShape, clause: "BG-87", says: "/0: expected exactly 2 elements, found 1", hint: "print them as one array"},
	{name: "one_letter_more", cases: "wire-bad-names", outcome: judge.ProtocolError, clause: "BG-81", says: `is not a name: "`},
	{name: "takes_a_line_feed", cases: "wire-bad-names", outcome: judge.ProtocolError, clause: "BG-81", says: `is not a name: "Gus\n"`},
	{name: "reads_lines", cases: "wire-legal-in-pieces", outcome: judge.ProtocolError, clause: "BG-91", says: "setup"},
	{name: "shows_an_older_turn", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-14", says: "so does a program that shows the same as 2 calls before, in request-pebble-or-trades of Ada"},
	{name: "calls_twice", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-90", says: "Eve is called with setup again"},
	{name: "sets_up_each_turn", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-10", says: `Ada is called with "setup" again, but "request-pebble-or-trades" is due`},
	{name: "tells_length", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-90", says: "array of arguments, received 14"},
	{name: "calls_in_text", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-90", says: `array of arguments, received "[\"setup\",`},
	{name: "greets", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-80", says: `Ada gets "welcome", which is not a call: a name gets no reply, and the first call is setup`},
	{name: "says_goodbye", cases: "wire-illegal-list wire-never-replies-to-setup", outcome: judge.ProtocolError, clause: "BG-96", says: `Ada gets "kicked", but it is out since `},
	{name: "tells_at_once", cases: "wire-illegal-list wire-never-replies-to-setup", outcome: judge.ProtocolError, clause: "BG-96", says: `Ada is called with win, but it is out since `},
	{name: "one_direction", cases: "equation-from-right-to-left", outcome: judge.ProtocolError, clause: "BG-18", says: "so does a program that allows exchanges only as the equation is written"},
	{name: "must_buy", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-26", says: "so does a program that refuses to buy nothing"},
	{name: "no_exchange_twice", cases: "same-exchange-twice", outcome: judge.ProtocolError, clause: "BG-20", says: "to request-pebble-or-trades is correct, so request-cards of it is due"},
	{name: "half_a_call", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-90", says: "the program closes the connection of fay in the middle of a call"},
	{name: "stops", cases: "six-draw", outcome: judge.MissingOutput, clause: anyClause, says: "the program ends, but request-pebble-or-trades of dan is due"},
	{name: "five_are_all", cases: "six-draw", outcome: anyOutcome, clause: "BG-85", says: "the sign-up ends with 5 players, before 5s have passed"},
	{name: "seats_null", cases: "wire-other-json-as-name", outcome: judge.ProtocolError, clause: "BG-81", says: "has sent null in place of a name"},
	{name: "keeps_scores", cases: "never-answers-second-reply", outcome: judge.ProtocolError, clause: "BG-38", says: "; just before, Cyd is out in request-cards: "},
	{name: "seats_backwards", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-10", says: "fay is called with setup, but setup of Ada is due, who signed up first"},
	{name: "sells_unseen", cases: "cheat-buys-what-it-could-pay", outcome: judge.ProtocolError, clause: "BG-30", says: "sells cards that are not on display"},
	{name: "gives_nothing", cases: "wire-pebble-from-an-empty-bank", outcome: judge.ProtocolError, clause: "BG-16", says: "the bank has no pebble left to give"},
	{name: "sorts_letters", cases: "all-win", outcome: judge.WrongAnswer, clause: "BG-50", says: "the names are right, but not sorted by character code"},
	{name: "one_letter_less", cases: "names-of-twenty-characters", outcome: judge.ProtocolError, clause: "BG-80", says: "after it sent its name, which is valid and not taken"},
}

// clientManners are those of manners/clients.py.
var clientManners = []manner{
	{name: "late", cases: "six-draw", outcome: judge.Pass, scale: shortScale},
	{name: "far_apart", cases: "six-draw", outcome: judge.Pass},
	{name: "cheats_otherwise", cases: "five-cheaters", outcome: judge.Pass, says: "breaks the rules with"},
	{name: "drops_second", cases: "wire-setup-and-a-turn-at-once", outcome: judge.WrongAnswer, clause: "BG-64", says: "the reply of Ada to request-pebble-or-trades"},
	{name: "tries_once", cases: "wire-port-opens-late", outcome: judge.ProtocolError, clause: "BG-80", says: "0 of 6 clients connected"},
	{name: "needs_whole_calls", cases: "wire-calls-in-pieces", outcome: judge.HungUp, clause: "BG-37", says: "closes the connection instead of replying to"},
	{name: "searches_less", cases: "from-scratch-1", outcome: judge.WrongAnswer, clause: "BG-63", says: "searches one exchange too shallow"},
	{name: "never_cheats", cases: "five-cheaters", outcome: judge.WrongAnswer, clause: "BG-73", says: "plays well, not like its actor"},
	{name: "ends_with_the_first", cases: "six-draw", outcome: judge.HungUp, clause: anyClause, says: "the program has written its output and ended, but the game goes on"},
	{name: "more_arguments", cases: "wire-too-many-arguments", outcome: judge.ProtocolError, clause: "BG-90", says: "something that is not a call"},
	{name: "impatient", cases: "wire-long-pause", outcome: judge.HungUp, clause: anyClause, says: "closes the connection"},
	{name: "other_policy", cases: "policies-differ", outcome: judge.WrongAnswer, clause: "BG-64", says: `a client with the policy "purchase-size" replies just this`},
	{name: "buys_backwards", cases: "two-cards-in-order", outcome: judge.WrongAnswer, clause: "BG-66", says: "the reply of Ada to request-cards"},
	{name: "needs_newline", cases: "no-turn-at-all", outcome: judge.Timeout, clause: anyClause, says: "hint: no line feed follows this call"},
	{name: "late_name", cases: "six-draw", outcome: judge.Timeout, clause: "BG-82", says: "connection 1 sends no name within 500ms, expected Ada"},
	{name: "null_pebble", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-92", says: "exchanges, found null (BG-92)"},
	{name: "one_after_the_other", cases: "two-players", outcome: judge.ProtocolError, clause: "BG-80", says: "hint: all clients play at the same time"},
	{name: "third_gives_up", cases: "six-draw", outcome: judge.HungUp, clause: "BG-37", says: "Cyd closes the connection instead of replying to setup"},
	{name: "bare_void", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-90", says: `Ada sends void, which is not JSON: invalid character 'v' at start of value; expected "void", with quotation marks`},
	{name: "bare_name", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-81", says: `, which is not a name: invalid character '`},
	{name: "python_list", cases: "trade-and-buy", outcome: judge.ProtocolError, clause: "BG-90", says: "hint: JSON has \" where this has '"},
	{name: "never_hangs", cases: "never-answers-setup", outcome: judge.WrongAnswer, clause: "BG-10", says: `Ada replies "void" to setup, but its actor never replies to this call`},
	{name: "looks_first", cases: "six-draw", outcome: anyOutcome, clause: anyClause, says: "; hint: to the server each connection is a client"},
	{name: "one_more", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-80", says: "connection 7 is one too many: the case has 6 clients"},
	{name: "backwards", cases: "six-draw", outcome: judge.ProtocolError, clause: "BG-80", says: "expected Ada; hint: the clients sign up in the order of the input"},
	{name: "half_a_reply", cases: "six-draw", outcome: judge.Timeout, clause: "BG-91", says: "within 1s; it begins with fals, which is not a whole JSON value"},
	{name: "looks_back", cases: "buy-a-card", outcome: judge.WrongAnswer, clause: "BG-66", says: "a client that goes by what request-pebble-or-trades has shown, the call before, replies just this"},
	{name: "leaves_early", cases: "six-draw", outcome: judge.HungUp, clause: "BG-86", says: "Cyd closes the connection before the end of the game"},
}

// playerManners are those of manners/players.py.
var playerManners = []manner{
	{name: "plain", cases: everyCase, outcome: judge.Pass},
	{name: "pauses", cases: "game-1", outcome: judge.Pass},
	{name: "long_name", cases: "game-1", outcome: judge.ProtocolError, clause: "BG-81", says: `"Ada Lovelace, the first programmer" is not a name: expected 1 to 20 letters`},
	{name: "bare_name", cases: "game-1", outcome: judge.ProtocolError, clause: "BG-81", says: `not a name: Ada; expected a JSON string of 1 to 20 letters`},
	{name: "half_name", cases: "game-1", outcome: judge.ProtocolError, clause: "BG-81", says: `before a name was complete: "Ada`},
	{name: "no_name", cases: "game-1", outcome: judge.HungUp, clause: "BG-80", says: "before it has sent a name"},
	{name: "debugs", cases: "game-1", outcome: judge.ProtocolError, clause: "BG-90", says: "hint: print lines for people to standard error"},
	{name: "reads_to_the_end", cases: "game-1", outcome: judge.Timeout, clause: "BG-91", says: "hint: calls come one at a time"},
	{name: "sets_up_twice", cases: "game-1 two-needed-one-there", outcome: judge.ProtocolError, clause: anyClause, says: "no call has asked for"},
	{name: "echoes_win", cases: "game-1", outcome: judge.ProtocolError, clause: "BG-92", says: `in reply to win: expected "void", found `},
	{name: "bare_void", cases: "game-1", outcome: judge.ProtocolError, clause: "BG-90", says: `; expected "void", with quotation marks`},
	{name: "half_a_reply", cases: "game-1", outcome: judge.Timeout, clause: "BG-91", says: "(BG-91); it begins with fals, which is not a whole JSON value"},
	{name: "python_words", cases: "game-1", outcome: judge.ProtocolError, clause: "BG-90", says: "; hint: JSON has false, true and null"},
	{name: "python_lists", cases: "game-2", outcome: judge.ProtocolError, clause: "BG-90", says: `; hint: JSON has " where this has '`},
	{name: "fails_at_the_end", cases: "game-1", outcome: judge.Crashed, says: "exit status 1 after the end of the game"},
	{name: "slow", cases: "two-needed-one-there", outcome: judge.Timeout, clause: "BG-91", says: "does not complete a reply to request-pebble-or-trades"},
	{name: "looks_back", cases: "exchange-takes-what-a-card-needs", outcome: judge.WrongAnswer, clause: "BG-27", says: "wallet_cannot_buy"},
	{name: "pays_once", cases: "two-cards-for-the-same-pebbles", outcome: judge.WrongAnswer, clause: "BG-27", says: "wallet_cannot_buy"},
}

// TestPlayerManners is TestManners for players, which are reached over standard input and
// output.
func TestPlayerManners(t *testing.T) {
	t.Parallel()
	path, err := filepath.Abs("manners/players.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range playerManners {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			command := &subject.Command{Argv: []string{"python3", path, m.name}}
			m.compare(t, playGame(t, bazaar.Game(), "player", command, m.pace(playerScale), m.of(t, "player")))
		})
	}
}

// playerScale leaves a player one second for a reply.
const playerScale = 0.25

// TestManners: programs that keep to the rule book in an unusual way pass, and
// those that do not are told why.
//
// With -soak the right ones pass twenty times more, at once as far as the machine goes,
// also with other times, and one that reads names in threads passes all of the suite as
// often.
func TestManners(t *testing.T) {
	t.Parallel()
	if *soak {
		for _, m := range serverManners {
			if m.outcome != judge.Pass {
				continue
			}
			for n := range soakRounds {
				t.Run(fmt.Sprintf("again/%s/%d", m.name, n+1), func(t *testing.T) { t.Parallel(); m.check(t, "server", "manners/servers.py") })
			}
			for _, scale := range []float64{shortScale, 1} {
				m := m
				m.scale = scale
				t.Run(fmt.Sprintf("scaled/%s/%v", m.name, scale), func(t *testing.T) { t.Parallel(); m.check(t, "server", "manners/servers.py") })
			}
		}
		for n := range soakRounds {
			m := manner{name: "in_threads", cases: everyCase, outcome: judge.Pass}
			t.Run(fmt.Sprintf("whole/%s/%d", m.name, n+1), func(t *testing.T) { m.check(t, "server", "manners/servers.py") })
		}
	}
	for _, m := range serverManners {
		t.Run("server/"+m.name, func(t *testing.T) { t.Parallel(); m.check(t, "server", "manners/servers.py") })
	}
	for _, m := range clientManners {
		t.Run("clients/"+m.name, func(t *testing.T) { t.Parallel(); m.check(t, "clients", "manners/clients.py") })
	}
}

var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// soakRounds is how often a right program passes: what happens once in ten times shows.
const soakRounds = 20

func (m manner) check(t *testing.T, task, program string) {
	m.compare(t, playTwice(t, cmp.Or(m.scale, mannersScale), m.outcome != judge.Pass, m.of(t, task),
		func(scale float64, cases []suite.Case) map[string]judge.Verdict {
			m := m
			m.scale = scale
			return m.play(t, task, program, cases)
		}, m.gets))
}

// gets tells whether a verdict is what the manner must get.
func (m manner) gets(v judge.Verdict) bool {
	return (v.Outcome == m.outcome || m.outcome == anyOutcome) && (v.Clause == m.clause || m.clause == anyClause) && strings.Contains(v.Message, m.says)
}

// compare holds verdicts against what the manner must get.
func (m manner) compare(t *testing.T, verdicts map[string]judge.Verdict) {
	t.Helper()
	for id, v := range verdicts {
		if !m.gets(v) {
			t.Errorf("%s: %s %s, expected %s %s %q: %s\n%s", id, v.Outcome, v.Clause, m.outcome, m.clause, m.says, v.Message, v.Stderr)
		}
		if !strings.Contains(v.Stdout, m.prints) {
			t.Errorf("%s shows the standard output %q, expected %s", id, v.Stdout, m.prints)
		}
		if !strings.Contains(v.Hint, m.hint) {
			t.Errorf("%s has the hint %q, expected %s", id, v.Hint, m.hint)
		}
		if len(v.Warnings) > 0 && m.outcome != judge.Pass {
			t.Errorf("%s: %s has the warnings %v", id, v.Outcome, v.Warnings)
		}
	}
}

// pace is that of the games of the program.
func (m manner) pace(scale float64) pace {
	return pace{scale: scale, atOnce: m.outcome != judge.Pass && !*all}
}

// play plays cases with the program, which another command may start.
func (m manner) play(t *testing.T, task, program string, cases []suite.Case, starter ...string) map[string]judge.Verdict {
	path, err := filepath.Abs(program)
	if err != nil {
		t.Fatal(err)
	}
	return playAll(t, task, append(starter, "python3", path, m.name), m.pace(m.scale), cases)
}

// of are the cases of a task that the manner shows in.
func (m manner) of(t *testing.T, task string) []suite.Case {
	t.Helper()
	s, err := suite.Embedded(suites.FS, bazaar.Game().Name, task)
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(m.cases)
	var cases []suite.Case
	for i, c := range s.Cases {
		if m.cases == everyCase && len(c.Options) == 0 && (*all || *soak || i%liveStep == 0) || slices.Contains(names, filepath.Base(c.ID)) {
			cases = append(cases, c)
		}
	}
	if m.cases != everyCase && len(cases) != len(names) {
		t.Fatalf("%d cases of %v", len(cases), names)
	}
	return cases
}
