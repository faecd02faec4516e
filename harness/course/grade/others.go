package grade

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// authors are the suites of all teams, by task and team.
type authors map[string]map[string]author

// An author is the suite of a team, as it counts for the others.
type author struct {
	cases []suite.Case // the right ones
	// unread says that this machine could not read the submission: nobody knows how
	// many cases there are.
	unread bool
}

// authors reads the suites of all teams, where they count for others.
func (e *Engine) authors(ctx context.Context) (authors, error) {
	all := make(authors)
	for _, t := range e.tasks {
		if t.WeightOf(course.Others) == 0 {
			continue
		}
		e.Observer.Together("reading the suites of all teams for " + t.Name)
		all[t.Name] = make(map[string]author)
		for _, s := range e.all {
			st, err := e.unpacked(ctx, s)
			if err != nil {
				return nil, err
			}
			w := &work{engine: e, state: st, task: t, part: course.Others}
			o, err := w.own(ctx)
			if err != nil {
				return nil, err
			}
			a := author{unread: st.trouble != ""}
			for i := range o.base.Cases {
				c := o.base.Cases[i].Case
				// The output is the oracle's, which says the same as the author.
				c.ID = e.called(s.Team) + "/" + c.ID
				c.Source, c.File = "", ""
				a.cases = append(a.cases, c)
			}
			all[t.Name][s.Team] = a
		}
	}
	return all, nil
}

// others runs the program on the right cases of all other teams.
func (w *work) others(ctx context.Context, authors authors) (*Result, error) {
	all := w.result()
	asked := 0
	var unread []string
	for _, s := range w.engine.inOrder() {
		a := authors[w.task.Name][s.Team]
		if s.Team != w.state.team && a.unread {
			unread = append(unread, w.engine.called(s.Team))
		}
		cases := a.cases
		if s.Team == w.state.team || len(cases) == 0 {
			continue
		}
		w.engine.advance(func(p *Progress) { p.All += len(cases) })
		called := w.engine.called(s.Team)
		r, err := w.cases(ctx, cases, []string{called}, s.Team)
		if err != nil {
			return nil, err
		}
		all.Good, all.All, all.Unjudged, all.Unasked = all.Good+r.Good, all.All+r.All, all.Unjudged+r.Unjudged, all.Unasked+r.Unasked
		for outcome, n := range r.Verdicts {
			all.Verdicts[outcome] += n
			if outcome != judge.Blocked {
				asked += n
			}
		}
		all.Note = cmp.Or(all.Note, r.Note)
		against := Against{s.Team, r.Good, r.All}
		all.Against = append(all.Against, against)
		w.engine.Observer.Against(w.state.team, w.task.Name, against)
		all.Hidden = merged(all.Hidden, r.Hidden)
		all.MoreHidden += r.MoreHidden
	}
	if n := all.All - asked; n > 0 && asked > 0 && w.streak.Over() {
		all.Note = fmt.Sprintf("%d %s", n, w.streak.Why())
	}
	if len(unread) > 0 {
		// Each suite stands for as many cases as the course asks for.
		n := len(unread) * max(1, w.task.Own.CasesMin)
		all.All, all.Unjudged = all.All+n, all.Unjudged+n
		all.Verdicts[judge.HarnessError] += n
		all.Note = strings.TrimPrefix(all.Note+"; "+unreadNote(unread), "; ")
	}
	if why := w.state.troubleOf(w.task.Task); why != "" && all.All == 0 {
		// The share that the rest of the task earns is not known either.
		return w.unjudged(0, why), nil
	}
	if all.All == 0 {
		all.Note = "no other team has a correct case" + restEarned
		if w.engine.single() {
			all.Note = "no other team was looked at" + restEarned
		}
	}
	sort.SliceStable(all.Hidden, func(i, j int) bool { return all.Hidden[i].Count > all.Hidden[j].Count })
	if n := len(all.Hidden) - causesMax; n > 0 {
		all.Hidden, all.MoreHidden = all.Hidden[:causesMax], all.MoreHidden+n
	}
	return all, nil
}

// restEarned ends the note of a part in which there was nothing to pass: by the other teams,
// not by this one.
const restEarned = ", so this earns the share that the rest of the task earns"

// unreadNote says whose suites are missing.
func unreadNote(teams []string) string {
	if len(teams) == 1 {
		return "this machine could not read the suite of " + teams[0]
	}
	return "this machine could not read the suites of " + some(teams)
}

// causesMax is how many causes a result of several suites keeps.
const causesMax = 12

// merged are causes with those of another suite.
func merged(list, more []report.Cause) []report.Cause {
	for _, c := range more {
		i := slices.IndexFunc(list, func(o report.Cause) bool {
			return o.Verdict == c.Verdict && o.Clause == c.Clause && o.Message == c.Message
		})
		if i < 0 {
			list = append(list, c)
			continue
		}
		list[i].Count += c.Count
	}
	return list
}
