package grade

import (
	"cmp"
	"context"
	"fmt"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// An Asked is what a team would be asked in one part of a task.
type Asked struct {
	Team  string      `json:"team"`
	Task  string      `json:"task"`
	Part  course.Part `json:"part"`
	Cases int         `json:"cases"` // or mutants, or games
	Note  string      `json:"note,omitempty"`
}

// Rehearse does everything up to the first program: it unpacks the submissions,
// looks at the teams' own suites, and says what each team would be asked. Nothing
// is built or run.
func (e *Engine) Rehearse(ctx context.Context) ([]Asked, error) {
	authors, err := e.authors(ctx)
	if err != nil {
		return nil, err
	}
	list := []Asked{}
	for _, s := range e.teams {
		st, err := e.unpacked(ctx, s)
		if err != nil {
			return nil, err
		}
		for _, t := range e.tasks {
			for _, count := range t.Counts {
				w := &work{engine: e, state: st, task: t, part: count.Part}
				a := Asked{Team: s.Team, Task: t.Name, Part: count.Part, Note: cmp.Or(st.Refused, st.trouble)}
				if err := w.rehearse(ctx, &a, authors); err != nil {
					return nil, fmt.Errorf("team %s, task %s, %s: %w", s.Team, t.Name, count.Part, err)
				}
				list = append(list, a)
			}
		}
	}
	return list, nil
}

// rehearse finds out what one part would ask.
func (w *work) rehearse(ctx context.Context, a *Asked, authors authors) error {
	t := w.task
	switch w.part {
	case course.Cases:
		a.Cases = len(t.cases)
	case course.Others:
		var unread []string
		for _, s := range w.engine.all {
			other := authors[t.Name][s.Team]
			if s.Team == w.state.team {
				continue
			}
			if a.Cases += len(other.cases); other.unread {
				unread = append(unread, s.Team)
			}
		}
		if len(unread) > 0 {
			a.Note = cmp.Or(a.Note, unreadNote(unread))
		}
	case course.Plays:
		a.Cases = t.Play.Games
	case course.Valid, course.Kills:
		o, err := w.own(ctx)
		if err != nil {
			return err
		}
		a.Cases = len(o.cases)
		if n := len(o.base.Broken); n > 0 {
			a.Note = text.Count(n, "case") + " of the team's own suite wrong"
		}
		if o.note != "" {
			a.Note = o.note
		}
		if w.part == course.Kills {
			mutants, _ := mutation.Mutants(t.Game, t.Task.Task.Name)
			a.Cases = len(mutants)
		}
		return nil // whose program is not asked
	}
	a.Note = cmp.Or(a.Note, w.lacking())
	return nil
}
