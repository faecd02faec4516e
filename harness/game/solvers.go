package game

import "github.com/go-json-experiment/json/jsontext"

// Solvers are what answers each task of a game. An M is the memory of one oracle, which
// it keeps from case to case.
type Solvers[M any] map[string]func(memory M, in []jsontext.Value, out *Output) error

// Oracle is the reference for a task, nil if the game has no such task. Each case has as
// many values as the task, and begin, if it is not nil, gets the memory ready for it.
func (s Solvers[M]) Oracle(g *Game, task string, memory func() M, begin func(M)) Oracle {
	solve := s[task]
	if solve == nil {
		return nil
	}
	m := memory()
	t, _ := g.Task(task)
	return func(in []jsontext.Value, out *Output) error {
		if err := t.CheckCount(len(in)); err != nil {
			return err
		}
		if begin != nil {
			begin(m)
		}
		return solve(m, in, out)
	}
}
