package grade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/jsonl"
	"github.com/touchstone-harness/touchstone/harness/live/seating"
	"github.com/touchstone-harness/touchstone/harness/live/tournament"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// standings are how the teams did in the tournament of each task, by task and
// team; without a standing a result says why there is none.
type standings map[string]map[string]Result

// tournaments lets the programs of all teams of the course play, where that
// counts.
func (e *Engine) tournaments(ctx context.Context) (standings, error) {
	all := make(standings)
	for _, t := range e.tasks {
		if t.WeightOf(course.Plays) == 0 {
			continue
		}
		e.Observer.Together("the tournament of " + t.Name)
		var results map[string]Result
		// Of several shards the first one plays, and the others find the games.
		err := e.alone("task-"+t.Name, func() error {
			var err error
			results, err = e.tournament(ctx, t)
			return err
		})
		if err != nil {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			return nil, fmt.Errorf("tournament of task %s: %w", t.Name, err)
		}
		all[t.Name] = results
	}
	return all, nil
}

// seats tells of games that nobody can play: the game has fewer seats, or the course fewer teams.
func (e *Engine) seats(t *task) {
	if t.WeightOf(course.Plays) == 0 || t.rules.Live() == nil {
		return
	}
	tell := func(level Level, hint, format string, args ...any) {
		e.tellAt("play.seats", Finding{
			Level: level, Kind: aboutCourse, Task: t.Name, Message: "play.seats: " + fmt.Sprintf(format, args...), Hint: hint,
		})
	}
	if s := t.rules.Live().SignUp(); t.Play.Seats < s.PlayersMin || t.Play.Seats > s.PlayersMax {
		tell(Wrong, fmt.Sprintf("write for example seats = %d", s.PlayersMin),
			"expected %d to %d, the players of a game of %s, found %d", s.PlayersMin, s.PlayersMax, t.Game.Name, t.Play.Seats)
		return
	}
	teams := 0
	for _, s := range e.all {
		if s.Path != "" {
			teams++
		}
	}
	if e.known && teams < t.Play.Seats && len(e.all) > 0 && !e.single() {
		tell(Warning, "lower seats, or wait for more submissions", "%s, and only %s with a submission: no game is played",
			text.Count(t.Play.Seats, "seat"), text.Count(teams, "team"))
	}
}

// A field is who plays a tournament.
type field struct {
	players []seating.Entrant // called by their teams
	sums    []string          // of their programs
	// The results of the teams that do not play, some of them because this machine could not build
	// their programs.
	results  map[string]Result
	troubled int
}

// field finds out whose program can play a task.
func (e *Engine) field(ctx context.Context, t *task) (*field, error) {
	f := &field{results: make(map[string]Result)}
	for _, s := range e.all {
		st, err := e.built(ctx, s)
		if err != nil {
			return nil, err
		}
		w := &work{engine: e, state: st, task: t, part: course.Plays}
		if why := st.troubleOf(t.Task); why != "" {
			f.results[s.Team] = *w.unjudged(t.Play.Games, why)
			f.troubled++
			continue
		}
		// One that cannot be had at all would end the games of the others.
		why := w.unusable()
		w.close()
		if why != "" {
			f.results[s.Team] = *w.none(t.Play.Games, why)
			continue
		}
		f.players = append(f.players, seating.Entrant{Text: s.Team, Kind: seating.Exec, What: s.Team, Program: w.command()})
		f.sums = append(f.sums, w.programSum())
	}
	return f, nil
}

// tournament plays the games of one task.
func (e *Engine) tournament(ctx context.Context, t *task) (map[string]Result, error) {
	f, err := e.field(ctx, t)
	if err != nil {
		return nil, err
	}
	if len(f.players) < t.Play.Seats {
		why := fmt.Sprintf("only %s for %s", text.Count(len(f.players), "player"), text.Count(t.Play.Seats, "seat"))
		for _, p := range f.players {
			f.results[p.Text] = Result{Task: t.Name, Part: course.Plays, Note: why + restEarned}
			if f.troubled > 0 {
				w := &work{task: t, part: course.Plays}
				f.results[p.Text] = *w.unjudged(t.Play.Games, why+": "+unready(f.troubled))
			}
		}
		return f.results, nil
	}
	play := &tournament.Tournament{
		Live: t.rules.Live(), Entrants: f.players, Seats: t.Play.Seats, Seed: t.Play.Seed, Isolation: t.Isolation, Jobs: e.Jobs, Games: 1,
		Waits: seating.Waits{Start: t.Waits.Start, Connect: t.Waits.Connect},
	}
	if err := play.Prepare(); err != nil {
		return nil, err
	}
	// Whole rounds, so that all have met equally often.
	each := max(1, play.RoundGames()*play.Seats/len(f.players))
	play.Games = (t.Play.Games + each - 1) / each * play.RoundGames()
	if err := play.Prepare(); err != nil {
		return nil, err
	}
	games, err := e.games(ctx, t, play, sumOf(f.sums, play.Games, t.Play))
	if err != nil {
		return nil, err
	}
	for team, r := range f.results {
		r.All = each * ((t.Play.Games + each - 1) / each)
		if r.Unjudged > 0 {
			r.Unjudged = r.All
		}
		f.results[team] = r
	}
	for _, standing := range play.Standings(games) {
		r := played(t, standing, games)
		if f.troubled > 0 {
			// One game at least with each of them is still to come.
			r.All, r.Unjudged, r.Verdicts = r.All+f.troubled, f.troubled, map[judge.Outcome]int{judge.HarnessError: f.troubled}
			r.Note = unready(f.troubled) + ", so the tournament will be held again"
		}
		f.results[f.players[standing.Entrant].Text] = r
	}
	return f.results, nil
}

// unready says how many teams a tournament is without, through no fault of theirs.
func unready(teams int) string {
	return "this machine could not read or build " + text.Count(teams, "submission")
}

// games plays the games that the record of the tournament has not.
func (e *Engine) games(ctx context.Context, t *task, play *tournament.Tournament, sum string) ([]tournament.Game, error) {
	folder := filepath.Join(e.Course.Work, "tournaments")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	name := filepath.Join(folder, fmt.Sprintf("%s-%s.jsonl", t.Name, sum[:sumShown]))
	header := tournament.NewHeader(t.Game.Name, t.rules, play)
	record, done, err := tournament.Open(name, header, true)
	if _, taken := errors.AsType[*jsonl.TakenError](err); usage(err) != "" && !taken {
		// Something else has written into it.
		if err := os.Remove(name); err != nil {
			return nil, err
		}
		record, done, err = tournament.Open(name, header, true)
	}
	if err != nil {
		return nil, err
	}
	play.Done, play.Keep = done, record.Add
	e.advance(func(p *Progress) { p.All += play.Games; p.Known += len(done) })
	play.Tell = func(int) { e.advance(func(p *Progress) { p.Verdicts++ }) }
	games, err := play.Run(ctx)
	if closeErr := record.Close(); err == nil {
		err = closeErr
	}
	return games, err
}

// played is how one team did: a game counts in which it broke no rule and ended
// in order. A game that somebody else did not sign up for says nothing about it.
func played(t *task, standing tournament.Standing, games []tournament.Game) Result {
	r := Result{Task: t.Name, Part: course.Plays, Standing: &standing}
	for _, g := range games {
		mine := func(b tournament.Breach) bool { return b.Entrant == standing.Entrant }
		if !slices.Contains(g.Seats, standing.Entrant) || g.NoGame != "" && !slices.ContainsFunc(g.Breaches, mine) {
			continue
		}
		r.All++
		if !slices.ContainsFunc(g.Breaches, mine) && !slices.Contains(g.Dropouts, standing.Entrant) {
			r.Good++
		}
	}
	if r.All == 0 {
		r.Note = "nobody else signed up for a game" + restEarned
	}
	for _, b := range standing.Breaches {
		r.Causes = append(r.Causes, report.Cause{
			Verdict: "protocol-error", Fault: "subject", Clause: b.Clause, Message: breached(b, standing.Entrant, games), Count: b.Count, Cases: []string{},
		})
	}
	return r
}

// breachBytesMax is how much is said of a breach.
const breachBytesMax = 400

// breached says why a player was out, and what it did in the first game of that kind.
func breached(b tournament.Count, entrant int, games []tournament.Game) string {
	for _, g := range games {
		for _, one := range g.Breaches {
			if one.Entrant == entrant && one.Why == b.Why && one.Clause == b.Clause && one.Message != "" {
				return text.Visible(text.Shorten(b.Why+": "+one.Message, breachBytesMax))
			}
		}
	}
	return text.Visible(b.Why)
}

// plays is the result of the tournament.
func (w *work) plays(standings standings) (*Result, error) {
	r, ok := standings[w.task.Name][w.state.team]
	if !ok {
		return nil, fmt.Errorf("the tournament of %s has no result for this team", w.task.Name)
	}
	return &r, nil
}
