package reference

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// What an audit of a game asks for beyond what a run does. All of it is for rules that
// a Game has configured.

// Ready tells why the reference cannot be started, nil if it can. It builds it before.
func Ready(of game.Rules) error {
	p := of.(*rules).pool
	p.prepare.Do(p.set)
	return p.wrong
}

// GivenUp tells whether the reference gets no more questions, after too many faults.
func GivenUp(of game.Rules) bool { return of.(*rules).pool.givenUp(question{}) != nil }

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
