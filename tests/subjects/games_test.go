package subjects

import (
	"cmp"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/reference"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// A trial is a program of a live task, a right one or one with a mistake.
type trial struct {
	task, wrong string
	name        string        // of the case that tells
	outcome     judge.Outcome // or several, where which of two signs of the mistake comes first is up to the scheduler
	clause      string        // likewise
	says        string        // a part of the message, likewise
}

// or stands between what a trial takes as well.
const or = " or "

// isSaid tells whether a message says what the trial expects.
func (t trial) isSaid(message string) bool {
	return slices.ContainsFunc(strings.Split(t.says, or), func(says string) bool { return strings.Contains(message, says) })
}

// TestUbar, TestBazar, TestUbongo and TestBids hold the programs of the live tasks of these games to their
// verdicts: right ones in every part of the suites, each wrong one in a case that
// tells, by the clause of its mistake.
func TestUbar(t *testing.T) {
	t.Parallel()
	try(t, ubar.Game(), liveScale, []trial{
		{task: "server"},
		{task: "clients"},
		{"server", "own_symbols_only", "four-greedy", judge.ProtocolError, "UB-22", "charges only the tile's own symbols"},
		{"server", "latest_first", "four-greedy", judge.ProtocolError, "UB-11", "puts a marker under the others"},
		{"server", "any_place", "cheat-not-adjacent", judge.ProtocolError, "UB-25", "accepts any empty place"},
		{"server", "never_executes", "cheat-must-execute", judge.ProtocolError, "UB-30", "; just before, bob is out in take-turn: "},
		{"server", "counts_spaces", "cheat-does-not-fit", judge.ProtocolError, "UB-51", "at most 28 spaces"},
		{"server", "markers_stay", "leaves-in-a-turn", judge.ProtocolError, "UB-88", "just before, Ada is out"},
		{"server", "markers_stay", "never-replies-in-setup", judge.ProtocolError, "UB-88", "received 0; just before, bob is out in setup"},
		{"server", "markers_to_round_end", "never-replies-in-setup", judge.ProtocolError, "UB-88", "moves the marker of a player that is out to the round end only"},
		{"server", "seats_twins", "same-name-twice", judge.ProtocolError, "UB-84", "only 3 players have signed up: connection 2 is still open, but the name Ada"},
		// Whether the next call or the result comes first is up to who sees first that a connection is closed.
		{
			"server", "calls_again", "four-greedy", judge.ProtocolError + or + judge.WrongAnswer, "UB-90",
			`does not take the reply of Ada to result, which was "void"; behind that reply or but the reply "void" to result is correct; behind that reply`,
		},
		{"server", "dropouts_win", "leaves-in-a-turn", judge.ProtocolError, "UB-88", "lets a player win that is out"},
		{"server", "any_name", "wire-bad-names", judge.ProtocolError, "UB-81", "is not a name"},
		{"server", "clock_restarts", "wire-stalls", judge.ProtocolError, "UB-91", "still waits"},
		{"server", "keeps_calling", "fails-in-its-third-turn", judge.ProtocolError, "UB-96", "Cyd is called with result, but it is out"},
		{"server", "unsorted", "all-fail-in-turns", judge.WrongAnswer, "UB-88", "received"},
		{"server", "ignores_capitals", "all-fail-in-turns", judge.WrongAnswer, "UB-88", "sorts names without regard to capital letters (UB-88)"},
		{"server", "losers_drop_out", "four-greedy", judge.WrongAnswer, "UB-88", "the drop-outs there are all who have not won"},
		{"server", "swaps", "leaves-in-a-turn", judge.WrongAnswer, "UB-97", "the drop-outs stand where the winners belong, and the winners where they belong"},
		{task: "server", wrong: "backwards", name: "never-replies-in-setup"},
		{task: "server", wrong: "backwards", name: "leaves-in-the-result"},
		{"clients", "Shouts", "four-greedy", judge.ProtocolError, "UB-92", `found "Void"`},
		{"clients", "Chatters", "four-greedy", judge.ProtocolError, "UB-90", "which no call has asked for"},
		{"clients", "Skips", "four-greedy", judge.WrongAnswer, "UB-30", "must_execute: the request skips step 1"},
		{"clients", "IsFirst", "four-greedy", judge.WrongAnswer, "UB-11", "not_your_turn: it is player 2's turn"},
		{"clients", "Oversells", "four-greedy", judge.WrongAnswer, "UB-62", "not_held: player 2 wants to sell"},
		{"clients", "Hoards", "four-greedy", judge.WrongAnswer, "UB-53", "do not fit on the ship"},
		{"clients", "Drifts", "four-greedy", judge.WrongAnswer, "UB-25", "not_adjacent"},
		{"clients", "Renames", "four-greedy", judge.ProtocolError, "UB-81", "is not a name"},
		{"clients", "Repeats", "four-greedy", judge.WrongAnswer, "UB-23", "(UB-23); hint: the reply before this one, to take-turn as well, was the same"},
		{"clients", "Stays", "four-greedy", judge.Timeout, "UB-97", "did not end"},
		{task: "player"},
		{"player", "Shouts", "game-44", judge.ProtocolError, "UB-92", `found "Void"`},
		{"player", "Skips", "game-44", judge.WrongAnswer, "UB-30", "must_execute: the request skips step 1"},
		{"player", "IsFirst", "game-44", judge.WrongAnswer, "UB-11", "not_your_turn: "},
		{"player", "Drifts", "game-44", judge.WrongAnswer, "UB-25", "not_adjacent: "},
		{"player", "Renames", "game-44", judge.ProtocolError, "UB-81", "not a name"},
		{"player", "Repeats", "game-44", judge.WrongAnswer, "UB-23", "; hint: the reply before this one, to take-turn as well, was the same"},
		{"player", "Comments", "game-44", judge.ProtocolError, "UB-92", `sent a value of the wrong shape in reply to take-turn: unknown key "comment" in a request`},
	})
}

func TestBazar(t *testing.T) {
	t.Parallel()
	try(t, bazar.Game(), liveScale, []trial{
		{task: "server"},
		{"server", "blocks_chains", "four-random", judge.ProtocolError, "BZ-33", "lets a tile behind the pushed one block the push"},
		{"server", "keeps_ties", "four-random", judge.ProtocolError, "BZ-10", "keeps the order of the previous round"},
		{"server", "harem_early", "four-random", judge.ProtocolError, "BZ-13", "lets the harem enter one round early"},
		{"server", "counts_heads", "four-random", judge.ProtocolError, "BZ-60", "gives administrators weight 1"},
		{"server", "nobody_is_asked", "owners-choose-1", judge.ProtocolError, "BZ-56", "but market of Ada is due"},
		{"server", "placer_is_asked", "owners-choose-1", judge.ProtocolError, "BZ-56", "asks the player who places a tile, not the owners"},
		{"server", "asks_about_one_cell", "four-random", judge.ProtocolError, "BZ-56", "although only one is free"},
		{"server", "any_aim", "cheat-no-target", judge.ProtocolError, "BZ-29", ""},
		{"server", "dropouts_win", "never-replies-in-setup", judge.WrongAnswer, "BZ-90", "bob has won there, but is out since setup"},
		{"server", "any_name", "wire-bad-names", judge.ProtocolError, "BZ-83", "is not a name"},
		{"server", "unsorted", "all-fail-in-turns", judge.WrongAnswer, "BZ-90", "received"},
		{task: "clients"},
		{"clients", "Shouts", "four-greedy", judge.ProtocolError, "BZ-94", `found "Void"`},
		{"clients", "Chatters", "four-greedy", judge.ProtocolError, "BZ-92", "which no call has asked for"},
		{"clients", "StacksUp", "four-greedy", judge.WrongAnswer, "BZ-24", "cell_occupied: [0,0] already has"},
		{"clients", "AimsAnywhere", "four-greedy", judge.WrongAnswer, "BZ-29", "no_target: the "},
		{"clients", "TakesAnyCell", "owners-choose-1", judge.WrongAnswer, "BZ-56", "bad_market: expected a free cell of black_market"},
		{"clients", "PlaysFirst", "four-greedy", judge.WrongAnswer, "BZ-07", "not_your_turn: "},
		{"clients", "Renames", "four-greedy", judge.ProtocolError, "BZ-83", `which is not a name; expected "`},
		{"clients", "Stays", "four-greedy", judge.Timeout, "BZ-99", "did not end"},
		{task: "player"},
		{"player", "Shouts", "game-44", judge.ProtocolError, "BZ-94", `found "Void"`},
		{"player", "StacksUp", "game-44", judge.WrongAnswer, "BZ-24", "cell_occupied: "},
		{"player", "PlaysFirst", "game-44", judge.WrongAnswer, "BZ-07", "not_your_turn: "},
		{"player", "KnowsNoMarket", "game-1", judge.HungUp, "BZ-56", "Ada closes its output instead of replying to market"},
		{"player", "Renames", "game-44", judge.ProtocolError, "BZ-83", "not a name"},
	})
}

func TestUbongo(t *testing.T) {
	t.Parallel()
	try(t, ubongo.Game(), ubongoScale, []trial{
		{task: "server"},
		{task: "clients"},
		{"server", "one_after_the_other", "others-wait-for-a-late-reply", judge.ProtocolError, "UO-75", "but all who are asked are called at the same time"},
		{"server", "by_seats", "claims-against-the-order-of-seats", judge.ProtocolError, "UO-75", "judges claims in the order of seats"},
		{"server", "latest_first", "four-solvers", judge.ProtocolError, "UO-75", "judges the claim with the latest time first"},
		{"server", "never_again", "two-claim-wrongly-first", judge.ProtocolError, "UO-75 or UO-29", "does not ask again whoever claims wrongly"},
		{"server", "believes", "cheat-told-early", judge.ProtocolError, "UO-76", "believes the time that a player tells"},
		{"server", "keeps_gems", "never-replies-while-it-leads", judge.ProtocolError, "UO-74", "leaves the gems of a player that is out"},
		{"server", "from_the_back", "four-solvers", judge.ProtocolError, "UO-77", "from the other end of the bag"},
		{"server", "any_time", "claims-at-the-limit", judge.ProtocolError, "UO-22", "accepts a claim at 60001 ms"},
		{"server", "one_chance", "all-claim-too-late", judge.ProtocolError, "UO-26", "at the first stop even if nobody has solved"},
		{"server", "same_roller", "four-solvers", judge.ProtocolError, "UO-52", "passes the hourglass but not the die"},
		{"server", "any_name", "wire-bad-names", judge.ProtocolError, "UO-85", "is not a name"},
		{"server", "keeps_calling", "wire-bare-void", judge.ProtocolError, "UO-98", "Ada is called with result, but it is out"},
		{"server", "unsorted", "all-fail-in-turns", judge.WrongAnswer, "UO-74", "received"},
		{"server", "calls_again", "four-solvers", judge.WrongAnswer, "UO-92", `the drop-outs there include Ada, bob, Cyd, dan, but the reply "void" to result is correct`},
		{"clients", "Shouts", "four-solvers", judge.ProtocolError, "UO-94", `found "Void"`},
		{"clients", "Chatters", "four-solvers", judge.ProtocolError, "UO-92", "which no call has asked for"},
		{"clients", "Mirrors", "four-solvers", judge.WrongAnswer, "UO-35", "mirror image"},
		{"clients", "Floats", "four-solvers", judge.WrongAnswer, "UO-36", "too_high: piece "},
		{"clients", "Forgets", "four-solvers", judge.WrongAnswer, "UO-34", "piece_missing: piece "},
		{"clients", "Dawdles", "four-solvers", judge.WrongAnswer, "UO-22", "too_late: it tells 90000 ms"},
		{"clients", "NeverTries", "four-solvers", judge.WrongAnswer, "UO-74", "no_claim: "},
		{"clients", "Renames", "four-solvers", judge.ProtocolError, "UO-85", "is not a name"},
		{"clients", "Stays", "four-solvers", judge.Timeout, "UO-99", "did not end"},
		{task: "player"},
		{"player", "Shouts", "game-44", judge.ProtocolError, "UO-94", `found "Void"`},
		{"player", "Chatters", "game-44", judge.ProtocolError, "UO-92 or UO-94", "which no call has asked for or found null"},
		{"player", "Mirrors", "game-44", judge.WrongAnswer, "UO-35", "mirror image"},
		{"player", "Dawdles", "game-44", judge.WrongAnswer, "UO-22", "too_late: it tells 90000 ms"},
		{"player", "Renames", "game-44", judge.ProtocolError, "UO-85", "not a name"},
	})
}

// TestBids is the same of a game that somebody has brought as a folder.
func TestBids(t *testing.T) {
	t.Parallel()
	f, err := gamefolder.Read(filepath.Join("..", "games", "bids"))
	if err != nil {
		t.Fatal(err)
	}
	g := reference.Game(t.Context(), f)
	try(t, g, liveScale, []trial{
		{task: "server"},
		{"server", "last_of_equals", "tie", judge.ProtocolError, "BI-04", "gives the prize to the last of those who bid most"},
		{"server", "all_pay", "two", judge.ProtocolError, "BI-05", "lets everybody pay"},
		{"server", "bids_more", "cheat", judge.ProtocolError, "BI-02", "10 coins are more than 9"},
		{"server", "dropouts_win", "leads-and-leaves", judge.ProtocolError, "BI-11", "lets a player win that is out"},
		{"server", "any_name", "name-with-blank", judge.ProtocolError, "BI-07", "is not a name"},
		{"server", "keeps_quiet", "two", judge.ProtocolError, "BI-10", "end of Ada is due"},
		{"server", "waits_longer", "hangs", judge.ProtocolError, "BI-11", "it is out after"},
		{task: "clients"},
		{"clients", "Shouts", "two", judge.ProtocolError, "BI-11", `found "Thanks"`},
		{"clients", "RoundsDown", "two", judge.WrongAnswer, "BI-09", "expected 5, received 4"},
		{"clients", "Overbids", "four", judge.WrongAnswer, "BI-02", "too_much"},
		{"clients", "Chatters", "two", judge.ProtocolError, "BI-11", "null"},
		{"clients", "Renames", "two", judge.ProtocolError, "BI-07", `sends the name "Ada " or sends the name "bob "`},
		{"clients", "Honest", "cheat", judge.WrongAnswer, "BI-09", "expected 10, received 1"},
		{"clients", "Persists", "leaves", judge.WrongAnswer, "BI-09", "instead of closing the connection"},
	})
	t.Cleanup(func() {
		if list := g.Findings(); len(list) > 0 {
			t.Errorf("the reference is at fault: %+v", list)
		}
	})
}

// ubongoScale makes up for the hourglass, by which a call takes fifteen times as long as
// in the other games.
const ubongoScale = liveScale / 2

// shortEnd is what a wrong program gets to end: one that stays takes all of it.
const shortEnd = time.Second

func try(t *testing.T, g *game.Game, scale float64, trials []trial) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 here")
	}
	for _, tt := range trials {
		t.Run(cmp.Or(tt.wrong, tt.task), func(t *testing.T) {
			t.Parallel()
			scale := scale
			if g.Name == ubongo.Game().Name && tt.task == "server" {
				scale /= 2 // what a server waits for there is the hourglass, and that is long enough
			}
			verdicts := playOther(t, g, scale, tt.task, tt.wrong, func(i int, name string) bool {
				return name == tt.name || tt.wrong == "" && (*all || i%liveStep == 0)
			}, tt.gets)
			if len(verdicts) == 0 {
				t.Fatal("there are no cases")
			}
			for id, v := range verdicts {
				if !tt.gets(v) {
					t.Errorf("%s: %s %s %v: %s\n%s", id, v.Outcome, v.Clause, v.Warnings, v.Message, v.Stderr)
				}
			}
		})
	}
}

// gets tells whether a verdict is what the program must get.
func (tt trial) gets(v judge.Verdict) bool {
	outcomes := strings.Split(string(cmp.Or(tt.outcome, judge.Pass)), or)
	return slices.Contains(outcomes, string(v.Outcome)) && slices.Contains(strings.Split(tt.clause, or), v.Clause) &&
		tt.isSaid(v.Message) && len(v.Warnings) == 0
}

// playOther plays the chosen cases of a live task with the program of its side, which
// makes a mistake if one is named.
func playOther(
	t *testing.T, g *game.Game, scale float64, task, wrong string, chosen func(i int, name string) bool, gets func(judge.Verdict) bool,
) map[string]judge.Verdict {
	t.Helper()
	s, err := suite.Of(suites.FS, g, task)
	if err != nil {
		t.Fatal(err)
	}
	var cases []suite.Case
	for i, c := range s.Cases {
		// Those in which a server waits cost far more time than they tell.
		if chosen(i, filepath.Base(c.ID)) && c.Options == nil && (*all || !slices.Contains(c.Tags, "slow")) {
			cases = append(cases, c)
		}
	}
	// The data file of the rule book is what touchstone games GAME --content prints.
	paths := []string{filepath.Join(g.Name, task+".py"), filepath.Join("..", "..", "harness", "games", g.Name, "material", "content.json")}
	if g.Folder != "" {
		paths = paths[:1] // it has none
	}
	for i := range paths {
		if paths[i], err = filepath.Abs(paths[i]); err != nil {
			t.Fatal(err)
		}
	}
	argv := []string{"python3", paths[0], subject.PortMark}
	read := []string{"."}
	if len(paths) > 1 {
		argv = append(argv, "--content", paths[1])
		read = append(read, filepath.Dir(paths[1]))
	}
	networked := true
	if task == "player" {
		argv[1], argv[2] = filepath.Join(filepath.Dir(filepath.Dir(paths[0])), "player.py"), g.Name
		networked = false
	}
	if wrong != "" {
		argv = append(argv, "--wrong", wrong)
	}
	return playTwice(t, scale, wrong != "", cases, func(scale float64, cases []suite.Case) map[string]judge.Verdict {
		command := &subject.Command{Argv: slices.Concat(argv, []string{"--scale", fmt.Sprint(scale)}), Live: networked, Read: read}
		return playGame(t, g, task, command, paceOf(scale, wrong != ""), cases)
	}, gets)
}
