package subjects

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/harness/judge"
	answers "github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

const (
	// liveScale makes the times of live games as short as programs in Python can
	// still keep on a machine that does much else.
	liveScale = 0.4
	// liveJobs are games at once: most of them wait most of the time.
	liveJobs = 8
)

// A tell is a case that tells a wrong program from a right one, with the clause
// that decides.
type tell struct{ name, clause string }

// tells are the cases that tell, by program.
var tells = map[string]tell{
	"wrong/server_clock.py":         {"wire-stalls", "BG-91"},
	"wrong/server_twins.py":         {"same-name-twice", "BG-84"},
	"wrong/server_scores.py":        {"trade-and-buy", "BG-14"},
	"wrong/server_setup_order.py":   {"six-draw", "BG-10"},
	"wrong/server_keeps_calling.py": {"name-and-nothing-else", "BG-96"},
	"wrong/server_blocking.py":      {"silent-before-the-sixth", "BG-82"},
	"wrong/server_any_name.py":      {"wire-bad-names", "BG-81"},
	"wrong/server_patient.py":       {"wire-nothing-as-name", "BG-82"},
	"wrong/server_sorts.py":         {"from-scratch-1", "BG-10"},
	"wrong/server_result.py":        {"all-fail-in-setup", "BG-53"},
	"wrong/client_void.py":          {"six-draw", "BG-92"},
	"wrong/client_early.py":         {"six-draw", "BG-90"},
	"wrong/client_greedy.py":        {"from-scratch-1", "BG-63"},
	"wrong/client_chatty.py":        {"six-draw", "BG-90"},
	"wrong/client_stays.py":         {"six-draw", "BG-97"},
	"wrong/client_name.py":          {"six-draw", "BG-90"},
}

// plainCase is one in which programs that are rarely wrong are right.
const plainCase = "no-turn-at-all"

// liveStep is of how many cases one is played by right programs, if there is no
// -all. Neighbours in a suite are alike, and a Python program starts for each.
const liveStep = 12

// checkLive holds a program of a live task to its row: a right one in every part
// of the suite, a wrong one in the case that tells and, if there are others, in
// one of them.
func (r row) checkLive(t *testing.T) {
	name := r.tasks[0]
	s, err := suite.Embedded(suites.FS, bazaar.Game().Name, name)
	if err != nil {
		t.Fatal(err)
	}
	step := liveStep
	if *all {
		step = 1
	}
	var cases []suite.Case
	for i, c := range s.Cases {
		short := filepath.Base(c.ID)
		telling := tells[r.program].name == short || r.rarely && short == plainCase
		if right := r.verdict == judge.Pass; len(c.Options) == 0 && (telling || right && i%step == 0) {
			cases = append(cases, c)
		}
	}
	path, err := filepath.Abs(r.program)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("there are no cases")
	}
	wrong := r.verdict != judge.Pass
	expected := func(id string) (want judge.Outcome, clause string) {
		if r.rarely && filepath.Base(id) != tells[r.program].name {
			return judge.Pass, ""
		}
		return r.verdict, tells[r.program].clause
	}
	verdicts := playTwice(t, liveScale, wrong, cases, func(scale float64, cases []suite.Case) map[string]judge.Verdict {
		return playAll(t, name, []string{"python3", path}, paceOf(scale, wrong), cases)
	}, func(v judge.Verdict) bool {
		want, clause := expected(v.Case)
		return v.Outcome == want && v.Clause == clause && len(v.Warnings) == 0
	})
	for id, v := range verdicts {
		if want, clause := expected(id); v.Outcome != want || v.Clause != clause || len(v.Warnings) > 0 {
			t.Errorf("%s: %s %s %v, expected %s %s: %s\n%s", id, v.Outcome, v.Clause, v.Warnings, want, clause, v.Message, v.Stderr)
		}
		if v.Outcome == judge.ProtocolError && v.MessageNumber == 0 {
			t.Errorf("%s: no message is named: %s", id, v.Message)
		}
	}
}

// A pace is how long the games of a program take.
type pace struct {
	scale float64 // of the times of the rules
	waits live.Waits
	// atOnce is for programs that are to fail: their games count as played alone from the
	// first. One that fails by the clock is played again alone otherwise, and to wait until
	// it can be would take most of the time here. With -all none is played at once; and
	// harness/subject and harness/run test that nothing else runs beside who is alone.
	atOnce bool
}

// paceOf is that of most programs: a wrong one is played again at once, and gets little time to end.
func paceOf(scale float64, wrong bool) pace {
	p := pace{scale: scale, atOnce: wrong && !*all}
	if wrong {
		p.waits.End = shortEnd
	}
	return p
}

// busyFactor is how much more time is given where the machine was too busy again and again,
// as the hint of that verdict says.
const busyFactor = 4

// playTwice plays cases, and those that do not get what they must once more, with more time.
// On a busy machine what comes in pieces may arrive as one, and then nothing is wrong with it;
// what follows at once may come late, and be the fault then; or the harness itself is late. A
// wrong program has no second look at its lack of time (see atOnce), so it is had here. What
// is right needs no more time, unless the harness does.
func playTwice(
	t *testing.T, scale float64, wrong bool, cases []suite.Case,
	play func(scale float64, cases []suite.Case) map[string]judge.Verdict, gets func(judge.Verdict) bool,
) map[string]judge.Verdict {
	verdicts := play(scale, cases)
	again := slices.DeleteFunc(slices.Clone(cases), func(c suite.Case) bool {
		v := verdicts[c.ID]
		if gets(v) || !wrong && v.Outcome != judge.HarnessError {
			return true
		}
		t.Logf("%s: once more, with more time: %s %s: %s", c.ID, v.Outcome, v.Clause, v.Message)
		return false
	})
	if len(again) > 0 {
		maps.Copy(verdicts, play(busyFactor*scale, again))
	}
	return verdicts
}

// alone is a context that counts as alone, also after subject.Alone has returned.
var alone context.Context

// playAll plays the cases of a live task with a program, which is told the times
// on a scale.
func playAll(t *testing.T, name string, argv []string, p pace, cases []suite.Case) map[string]judge.Verdict {
	t.Helper()
	rules, err := bazaar.Game().Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	signUp := rules.Live().SignUp()
	argv = append(slices.Clone(argv), subject.PortMark)
	for option, ms := range map[string]int{"wait_ms": signUp.WaitMs, "name_ms": signUp.NameMs, "call_ms": signUp.CallMs} {
		argv = append(argv, "--option", fmt.Sprintf("%s=%d", option, int(float64(ms)*p.scale)))
	}
	return playGame(t, bazaar.Game(), name, &subject.Command{Argv: argv, Live: true, Read: []string{"."}}, p, cases)
}

// busyTries is how often a case is asked again of which the machine was too busy to
// tell anything.
const busyTries = 5

// playGame plays the cases of a live task of a game with a program. On a busy machine
// one may have to be asked again, which says nothing about the program.
func playGame(t *testing.T, g *game.Game, name string, command *subject.Command, p pace, cases []suite.Case) map[string]judge.Verdict {
	t.Helper()
	defer command.Close()
	verdicts := playOnce(t, g, name, command, p, cases)
	for range busyTries {
		if cases = unjudged(cases, verdicts); len(cases) == 0 {
			break
		}
		maps.Copy(verdicts, playOnce(t, g, name, command, p, cases))
	}
	return verdicts
}

// unjudged are the cases of which the machine was too busy to tell anything.
func unjudged(cases []suite.Case, verdicts map[string]judge.Verdict) []suite.Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c suite.Case) bool { return verdicts[c.ID].Outcome != judge.HarnessError })
}

func playOnce(t *testing.T, g *game.Game, name string, command *subject.Command, p pace, cases []suite.Case) map[string]judge.Verdict {
	t.Helper()
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	task, _ := g.Task(name)
	explain := answers.Explain(schema.Of(g, rules.Options()))
	verdicts := make(map[string]judge.Verdict)
	ctx := context.Background()
	if p.atOnce {
		ctx = alone
	}
	summary, err := run.Run(ctx, run.Config{
		Game: g, Rules: rules, Task: task, Cases: suite.List(cases),
		Judge:   judge.New(task, judge.Strict, explain),
		Subject: command,
		Live: &live.Stage{
			Game: g, Rules: rules, Task: task, Command: command, Explain: explain, Scale: p.scale, Waits: p.waits,
		},
		Limits:  subject.Limits{Timeout: live.Timeout(rules.Live().SignUp(), p.scale, p.waits)},
		Jobs:    liveJobs,
		Deliver: func(result run.Result) { verdicts[result.Verdict.Case] = result.Verdict },
	})
	if err != nil {
		t.Fatal(err)
	}
	if summary.Done() != len(cases) || len(verdicts) != len(cases) {
		t.Errorf("%d verdicts on %d cases", len(verdicts), len(cases))
	}
	return verdicts
}

// TestTells looks for live programs without a case that tells.
func TestTells(t *testing.T) {
	for _, r := range table(t) {
		if r.live() && strings.HasPrefix(r.program, "wrong/") && tells[r.program].name == "" {
			t.Errorf("%s: no case tells", r.program)
		}
	}
}
