package reference

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// What an audit of a game asks for beyond what a run does. All of it is for rules that
// a Game has configured.

// Ready tells why the reference cannot be started, nil if it can. It builds it before.
func Ready(of game.Rules) error {
	p := of.(*rules).pool
	p.prepare.Do(p.set)
	return p.wrong
}

// Hurry has each reference given up with the first question that two processes leave open:
// one that hangs most likely hangs each time, so that more waiting says no more.
func Hurry(of game.Rules) {
	for _, p := range of.(*rules).pools() {
		p.mu.Lock()
		p.hasty = true
		p.mu.Unlock()
	}
}

// GivenUp tells whether a reference gets no more questions, after too many faults.
func GivenUp(of game.Rules) bool {
	return slices.ContainsFunc(of.(*rules).pools(), func(p *pool) bool { return p.givenUp(question{}) != nil })
}

// pools are those of the references.
func (r *rules) pools() []*pool {
	if r.other == nil {
		return []*pool{r.pool}
	}
	return []*pool{r.pool, r.other}
}

// Unguarded is the oracle of a task that asks the reference even if the schemas
// refuse the input: whoever audits a game wants to know which of the two is wrong.
func Unguarded(of game.Rules, name string) game.Oracle {
	r := of.(*rules)
	task, ok := r.folder.Game.Task(name)
	if !ok {
		return nil
	}
	return func(in []jsontext.Value, out *game.Output) error {
		reply, err := r.pool.ask(question{Task: task.Name, Options: r.options, In: in, Mutant: r.mutant})
		if err != nil {
			return err
		}
		return r.answer(&task, in, reply, out)
	}
}

// Breaches plays the game of a case of a server once more, and lists the codes of what
// its players do against the rules, which stand in no answer.
func Breaches(of game.Rules, in []jsontext.Value) (codes []string, err error) {
	r := of.(*rules)
	task, ok := r.folder.Game.Task(string(game.Server))
	if !ok {
		return nil, nil
	}
	l := r.live()
	l.breach = func(code string) { codes = append(codes, code) }
	err = r.outcome(l, &task, in, new(game.Output))
	return codes, err
}

// Replies plays the game of a live case with players of a mutant, "" for the rules, and lists
// what they reply to a referee that keeps to the rules.
func Replies(of game.Rules, in []jsontext.Value, mutant string) (replies []string, err error) {
	r := of.(*rules)
	task, _ := r.folder.Game.Task(string(game.Server)) // each live game has it
	l := r.live()
	l.mutant, l.only = mutant, game.Clients
	l.reply = func(text string) { replies = append(replies, text) }
	err = r.outcome(l, &task, in, new(game.Output))
	return replies, err
}

// CallsAlike plays the game of a case of a server with the referee of the mutant and with that
// of the rules, and tells whether players get the same calls: a mistake may show in nothing
// else. Calls that become due together may be made in any order.
func (r *rules) CallsAlike(in []jsontext.Value) (bool, error) {
	task, _ := r.folder.Game.Task(string(game.Server)) // each live game has it
	play := func(mutant string) (steps [][]game.Call, err error) {
		l := r.live()
		l.mutant, l.only = mutant, game.Server
		l.due = func(calls []game.Call) { steps = append(steps, calls) }
		err = r.outcome(l, &task, in, new(game.Output))
		return steps, err
	}
	right, err := play("")
	if err != nil {
		return false, err
	}
	wrong, err := play(r.mutant)
	return err == nil && slices.EqualFunc(right, wrong, r.sameCalls), err
}

// sameCalls tells whether the same calls become due.
func (r *rules) sameCalls(right, wrong []game.Call) bool {
	return len(right) == len(wrong) && !slices.ContainsFunc(right, func(c game.Call) bool {
		m := r.folder.Game.Protocol.Method(c.Method)
		arguments := judge.New(game.Task{Out: m.Args, Fields: m.Fields}, judge.Strict, nil)
		return !slices.ContainsFunc(wrong, func(w game.Call) bool {
			return w.Seat == c.Seat && w.Method == c.Method && arguments.Compare(c.Args, w.Args).Outcome == judge.Pass
		})
	})
}

// End ends all processes of the reference. The next question starts a new one.
func End(of game.Rules) {
	p := of.(*rules).pool
	p.doubt.Lock()
	p.fresh.close()
	clear(p.doubted)
	p.doubt.Unlock()
	for number := range p.workers {
		one := p.take(number)
		one.close()
		p.give(one)
	}
}
