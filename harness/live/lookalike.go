package live

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/reading"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A taken is a call with what the referee took for its reply, or why there was
// none.
type taken struct {
	call   game.Call
	at     time.Time // of the call
	value  jsontext.Value
	why    game.Failure
	ms     int          // that the value took, in the times of the rules
	slack  int          // by which that may be wrong
	early  bool         // that the value had come before the call
	breach *game.Breach // what that was to the referee, nil if it was good
	round  int          // the same of calls that were due together
}

// A Cause is what leads to just what a program did: the mistake of a mutant that
// would have done the same all along, or several.
type Cause struct {
	Clause string
	Text   string   // "a program that ... does the same", for a message; "" where only Alike is known
	Alike  []string // the ids of all these mutants, and of readings under other options
}

// causesMax is how many mistakes are named that all lead to the same.
const causesMax = 3

// A suspicion gathers mutants that do the same.
type suspicion struct {
	by    string // the clause that is known already
	known bool   // that one of its mutants is among them
	found []mistake
	alike []string // the ids of all of them
	// elsewhere are the ids of readings under other options that do the same. The verdict on a
	// game does not name them. What is said of all games does, if they explain most of these.
	elsewhere []string
}

// add notes a mutant. One of the known clause stands alone in what is said.
func (s *suspicion) add(m game.Mutant) {
	s.alike = append(s.alike, m.ID)
	if s.known {
		return
	}
	if m.Clause == s.by {
		s.known, s.found = true, []mistake{{m.Clause, m.Summary}}
		return
	}
	if !slices.ContainsFunc(s.found, func(f mistake) bool { return f.clause == m.Clause }) && len(s.found) < causesMax {
		s.found = append(s.found, mistake{m.Clause, m.Summary})
	}
}

// A mistake is one that leads to what a program did, of a mutant or not.
type mistake struct{ clause, summary string }

// causeOf is a cause of mistakes that all lead to the same, nil of none. Alike are the
// mutants among them.
func causeOf(list []mistake, alike []string) *Cause {
	if len(list) == 0 {
		return nil
	}
	c := &Cause{Clause: list[0].clause, Alike: alike}
	for i, m := range list[:min(len(list), causesMax)] {
		c.Text += []string{"so does a program that ", ", or "}[min(i, 1)] + fmt.Sprintf("%s (%s)", m.summary, m.clause)
	}
	return c
}

// Told is a message with a cause behind it, and the clause of both. The clause that the message
// ends with is not the last word then.
func (c *Cause) Told(message, clause string) (told, by string) {
	if c.Text == "" {
		return message, clause
	}
	return text.Uncited(message, clause) + "; " + c.Text, c.Clause
}

// withElsewhere is a cause, nil for none, with the readings under other options that lead to the
// same.
func (s *suspicion) withElsewhere(c *Cause) *Cause {
	if len(s.elsewhere) == 0 {
		return c
	}
	if c == nil {
		c = new(Cause)
	}
	c.Alike = slices.Concat(c.Alike, s.elsewhere)
	return c
}

// eachMutant calls a function with the rules of each mutant that shows in one of some
// tasks, under the options of a run. What is wrong on purpose may crash, as any wrong
// program: then it did nothing like the one that is judged.
func eachMutant(g *game.Game, rules game.Rules, tasks []string, look func(game.Mutant, game.Rules)) {
	if _, asks := rules.(game.Faulty); asks {
		// Somebody else's program is asked only about what it gets wrong live.
		tasks = slices.DeleteFunc(slices.Clone(tasks), func(t string) bool { return !game.Side(t).Networked() })
	}
	for _, m := range g.Mutants {
		// One that no outcome tells from the rules may call players otherwise.
		live := slices.ContainsFunc(m.Tasks, func(t string) bool { return game.Side(t).Networked() })
		if m.Equivalent != "" && !live || !slices.ContainsFunc(m.Tasks, func(t string) bool { return slices.Contains(tasks, t) }) {
			continue
		}
		guarded(g, rules, m.ID, func(wrong game.Rules) { look(m, wrong) })
	}
}

// eachOther calls a function with the rules of each reading under other options than those of a
// run.
func (s *Stage) eachOther(look func(id string, other game.Rules)) {
	if _, asks := s.Rules.(game.Faulty); asks {
		return // each would be a program of its own
	}
	var ids []string
	for _, m := range reading.OfOptions(s.Game, s.Rules.Options(), s.Task) {
		ids = append(ids, m.ID)
	}
	for _, p := range s.Game.Presets {
		ids = append(ids, reading.OfPreset(p.Name))
	}
	for _, id := range ids {
		guarded(s.Game, s.Rules, id, func(other game.Rules) { look(id, other) })
	}
}

// guarded calls a function with the rules as a reading has them, if there are any. They may crash.
func guarded(g *game.Game, rules game.Rules, id string, look func(game.Rules)) {
	defer func() { _ = recover() }()
	if wrong, err := g.Configure(reading.Settings(rules.Options(), id)); err == nil && wrong.Live() != nil {
		look(wrong)
	}
}

// serverTasks are the tasks of mutants that a server may be like: those of a whole
// game.
func (s *Stage) serverTasks() []string {
	var names []string
	for _, t := range s.Game.Tasks {
		if t.Live != game.Clients && t.Live != game.OnePlayer {
			names = append(names, t.Name)
		}
	}
	return names
}

// serverMistakes are those of mutants whose referees make the same calls up to now,
// and then do what the program did, as does tells. By is the clause that is known
// already: it stands alone if a mutant of it does the same.
func (s *Stage) serverMistakes(in []jsontext.Value, names []string, history []taken, by string, does func(game.Referee) bool) suspicion {
	found := suspicion{by: by}
	same := func(rules game.Rules) bool {
		referee, err := rules.Live().Referee(in, names)
		return err == nil && replays(referee, history) && does(referee)
	}
	eachMutant(s.Game, s.Rules, s.serverTasks(), func(m game.Mutant, wrong game.Rules) {
		if same(wrong) {
			found.add(m)
		}
	})
	s.eachOther(func(id string, other game.Rules) {
		if same(other) {
			found.elsewhere = append(found.elsewhere, id)
		}
	})
	return found
}

// replays lets a referee take what another one has taken, and tells whether it
// made the same calls.
func replays(referee game.Referee, history []taken) bool {
	for _, t := range history {
		if !t.askedBy(referee) {
			return false
		}
		t.takenBy(referee)
	}
	return true
}

// askedBy tells whether a referee makes the same call.
func (t *taken) askedBy(referee game.Referee) bool {
	calls := referee.Calls()
	i := slices.IndexFunc(calls, func(c game.Call) bool { return c.Seat == t.call.Seat })
	same := func(a, b jsontext.Value) bool { return bytes.Equal(a, b) }
	return i >= 0 && calls[i].Method == t.call.Method && slices.EqualFunc(calls[i].Args, t.call.Args, same)
}

// takenBy lets a referee take what another one has taken.
func (t *taken) takenBy(referee game.Referee) *game.Breach {
	if t.value == nil {
		return referee.Fail(t.call.Seat, t.why)
	}
	if timed, ok := referee.(game.Timed); ok {
		timed.Took(t.call.Seat, t.ms, t.slack)
	}
	return referee.Answer(t.call.Seat, t.value)
}

// clientCause finds the mutant whose client of a number gives the same replies as
// a program up to now and then, to the last call, what does accepts.
func (s *Stage) clientCause(in []jsontext.Value, seed uint64, number int, calls []taken, by string, does func(game.Reply) bool) *Cause {
	found := suspicion{by: by}
	tasks := make([]string, 0, len(s.Game.Tasks))
	for _, t := range s.Game.Tasks {
		tasks = append(tasks, t.Name)
	}
	eachMutant(s.Game, s.Rules, tasks, func(m game.Mutant, wrong game.Rules) {
		pair, err := client.FromPair(s.Game, wrong, game.Clients, in, seed, s.Scale)
		if err != nil || number > len(pair.Clients) || pair.Clients[number-1].Player == nil {
			return
		}
		player := pair.Clients[number-1].Player
		for i, t := range calls {
			reply, err := player.Reply(t.call.Method, t.call.Args)
			if err != nil {
				return
			}
			if i < len(calls)-1 {
				if !bytes.Equal(reply.Text, t.value) {
					return
				}
				continue
			}
			if does(reply) {
				found.add(m)
			}
		}
	})
	return causeOf(found.found, found.alike)
}
