package subjects

import (
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// mannersScale makes the times as short as programs with these manners can keep on
// a machine that does much else.
const mannersScale = 0.25

// A manner is how a program of a live task is unusual, right or wrong, and what
// must be said of it in some cases.
type manner struct {
	name, cases string
	outcome     judge.Outcome
	clause      string
	says        string // in the message
}

// anyClause stands for any clause, where that depends on the moment.
const anyClause = "any"

// serverManners are those of manners/servers.py.
var serverManners = []manner{
	{"one_by_one", "wire-half-a-name silent-before-the-sixth", judge.Pass, "", ""},
	{"in_threads", "six-draw all-win", judge.Pass, "", ""},
	{"late", "six-draw", judge.Pass, "", ""},
	{"patient", "never-answers-setup", judge.ProtocolError, "BG-91", "Ada has not replied to setup, and the program"},
	{"endless", "wire-does-not-read", judge.Timeout, "BG-91", "Ada does not read"},
	{"endless", "never-answers-first-reply", judge.ProtocolError, "BG-91", "bob has not replied to request-pebble-or-trades, and the program still waits"},
	{"slow_start", "six-draw", judge.Timeout, "BG-85", "6 clients signed up, but"},
	{"slow_names", "wire-nothing-as-name", judge.ProtocolError, "BG-82", "connection 1 has sent no name for"},
	{"second_starts", "second-client-in-the-second-wait", judge.ProtocolError, "BG-85", "the game starts with 2 players"},
	{"closes_names", "six-draw", judge.ProtocolError, "BG-80", "the program closes the connection of Ada"},
	{"seats_seven", "seventh-client", judge.ProtocolError, "BG-85", "later connections are not served"},
	{"drops_dan", "six-draw", judge.ProtocolError, anyClause, "the program closes the connection of dan"},
	{"drops_dan_behind", "six-draw", judge.ProtocolError, anyClause, "the program closes the connection of dan"},
	{"dies_of_reset", "wire-resets-in-a-call", judge.Crashed, "", "before that Ada has closed the connection"},
	{"needs_newline", "buy-a-card", judge.ProtocolError, "BG-92", `is correct, so it is still in the game`},
	{"takes_any_key", "wire-card-with-a-key-too-many", judge.ProtocolError, "BG-92", "just before, Ada is out in request-cards"},
	{"takes_key_twice", "wire-card-with-a-key-too-many", judge.ProtocolError, "BG-92", "just before, bob is out in request-cards"},
	{"takes_blanks", "wire-blanks-before-a-reply", judge.ProtocolError, "BG-95", "is out since request-pebble-or-trades"},
	{"never_refills", "refill-from-the-front", judge.ProtocolError, "BG-35", "does not refill the display"},
	{"one_winner", "all-win", judge.ProtocolError, "BG-50", "lets only the first of several leaders win"},
	{"pebbles_to_bank", "exchange-stays-done", judge.ProtocolError, "BG-38", "puts the pebbles of an eliminated player into the bank"},
	{"impatient", "never-answers-win", judge.ProtocolError, "BG-91", "whose reply is still due"},
	{"failed_winner", "raises-in-win", judge.WrongAnswer, "BG-52", "ignores that a player fails in win"},
	{"failed_winner", "all-fail-in-win", judge.WrongAnswer, "BG-52", "before that, "},
	{"moves_up", "raises-in-win", judge.WrongAnswer, "BG-52", "before that, "},
	{"undoes_first", "fails-after-an-exchange", judge.ProtocolError, "BG-39", "undoes the turn of Ada when that player is out"},
	{"all_won", "all-fail-in-win", judge.ProtocolError, "BG-51", "expected false, received true"},
	{"one_setup_less", "six-draw", judge.ProtocolError, "BG-10", "but setup of"},
	{"old_turn", "trade-and-buy six-draw", judge.ProtocolError, "BG-14", "shows the same as in the call before, request-pebble-or-trades"},
	{"no_escapes", "wire-name-with-escapes", judge.ProtocolError, "BG-80", "the program closes the connection of Ada"},
	{"writes_early", "six-draw", judge.ProtocolError, "BG-51", "the result is written before the end of the game"},
	{"fails_at_the_end", "six-draw", judge.Crashed, "", "exit status 1 after the complete output"},
	{"reads_lines", "wire-legal-in-pieces", judge.ProtocolError, "BG-91", "setup"},
}

// clientManners are those of manners/clients.py.
var clientManners = []manner{
	{"late", "six-draw", judge.Pass, "", ""},
	{"far_apart", "six-draw", judge.Pass, "", ""},
	{"cheats_otherwise", "five-cheaters", judge.Pass, "", "breaks the rules with"},
	{"drops_second", "wire-setup-and-a-turn-at-once", judge.WrongAnswer, "BG-64", "the reply of Ada to request-pebble-or-trades"},
	{"tries_once", "wire-port-opens-late", judge.ProtocolError, "BG-80", "0 of 6 clients connected"},
	{"needs_whole_calls", "wire-calls-in-pieces", judge.HungUp, "BG-37", "closes the connection instead of replying to"},
	{"searches_less", "from-scratch-1", judge.WrongAnswer, "BG-63", "searches one exchange too shallow"},
	{"never_cheats", "five-cheaters", judge.WrongAnswer, "BG-73", "plays well, not like its actor"},
	{"ends_with_the_first", "six-draw", judge.HungUp, anyClause, "the program has written its output and ended, but the game goes on"},
	{"more_arguments", "wire-too-many-arguments", judge.ProtocolError, "BG-90", "something that is not a call"},
	{"impatient", "wire-long-pause", judge.HungUp, anyClause, "closes the connection"},
	{"third_gives_up", "six-draw", judge.HungUp, "BG-37", "Cyd closes the connection instead of replying to setup"},
}

// TestManners: programs that keep to the rule book in an unusual way pass, and
// those that do not are told why.
//
// With -soak the right ones pass twenty times more, at once as far as the machine goes.
func TestManners(t *testing.T) {
	if *soak {
		for _, m := range serverManners {
			for n := range soakRounds {
				if m.outcome == judge.Pass {
					t.Run(fmt.Sprintf("again/%s/%d", m.name, n+1), func(t *testing.T) { t.Parallel(); m.check(t, "server", "manners/servers.py") })
				}
			}
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

// busyTries is how often a case is asked again of which the machine was too busy to
// tell anything.
const busyTries = 5

func (m manner) check(t *testing.T, task, program string) {
	s, err := suite.Embedded(suites.FS, bazaar.Game.Name, task)
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(m.cases)
	var cases []suite.Case
	for _, c := range s.Cases {
		if slices.Contains(names, filepath.Base(c.ID)) {
			cases = append(cases, c)
		}
	}
	if len(cases) != len(names) {
		t.Fatalf("%d cases of %v", len(cases), names)
	}
	path, err := filepath.Abs(program)
	if err != nil {
		t.Fatal(err)
	}
	verdicts := playAll(t, task, []string{"python3", path, m.name}, mannersScale, cases)
	// On a busy machine a case may have to be asked again, which says nothing about
	// the program.
	for range busyTries {
		var again []suite.Case
		for _, c := range cases {
			if v := verdicts[c.ID]; v.Outcome == judge.HarnessError {
				again = append(again, c)
			}
		}
		if len(again) == 0 {
			break
		}
		maps.Copy(verdicts, playAll(t, task, []string{"python3", path, m.name}, mannersScale, again))
	}
	for id, v := range verdicts {
		if v.Outcome != m.outcome || m.clause != anyClause && v.Clause != m.clause || !strings.Contains(v.Message, m.says) {
			t.Errorf("%s: %s %s, expected %s %s %q: %s\n%s", id, v.Outcome, v.Clause, m.outcome, m.clause, m.says, v.Message, v.Stderr)
		}
	}
}
