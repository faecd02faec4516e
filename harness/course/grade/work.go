package grade

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A work is one part of one task for one team.
type work struct {
	engine *Engine
	state  *state
	task   *task
	part   course.Part
	// program is that of the team for the task, once something has run it: what
	// holds it is started once. Whoever made the work closes it.
	program *subject.Command
	// streak is that of the program in all parts of the task so far: once it is
	// given up, it is asked nothing more.
	streak run.Streak
	hung   bool // it was told that a case was ended by time
}

// do does the work, or finds it done.
func (w *work) do(ctx context.Context, authors authors, standings standings) (*Result, error) {
	if why := w.state.trouble; why != "" && (w.part == course.Valid || w.part == course.Kills) {
		return w.unjudged(w.task.Own.CasesMin, why), nil
	}
	switch w.part {
	case course.Valid:
		return w.valid(ctx)
	case course.Kills:
		return w.kills(ctx)
	case course.Others:
		return w.others(ctx, authors)
	case course.Plays:
		return w.plays(standings)
	}
	return w.cases(ctx, w.task.cases, w.task.names, "")
}

// result begins a result.
func (w *work) result() *Result {
	return &Result{Task: w.task.Name, Part: w.part, Verdicts: make(map[judge.Outcome]int)}
}

// none is the result of what cannot be done at all.
func (w *work) none(all int, note string) *Result {
	r := w.result()
	r.All, r.Unasked, r.Note = all, all, note
	return r
}

// programSum is what verdicts on the program depend on, apart from the cases.
func (w *work) programSum() string {
	t := w.task.Task
	var keys []string
	for _, b := range w.state.Builds {
		keys = append(keys, b.Key)
	}
	return sumOf(w.basis(), w.state.Tree, keys, t.Dir, t.Run, t.NoStdin, t.Read, t.Env, t.Full(), w.options(), t.Deliver, t.Lines, t.Repeat,
		t.Retries, t.AcceptFlaky, adapterSum(t), t.Codes, t.Pedantic, t.Isolation, t.Limits.OrDefault(), t.Limits.Timeout == 0, t.TimeScale, t.Waits,
		t.GiveUpAfter, "probed")
}

// options are the options in force.
func (w *work) options() game.SettingList { return w.task.rules.Options() }

// cases runs the program on cases. Behind says whose they are, "" for the
// staff's.
func (w *work) cases(ctx context.Context, cases []suite.Case, names []string, behind string) (*Result, error) {
	if r := w.passedOver(len(cases)); r != nil {
		return r, nil
	}
	c := w.cellOf(cases, names, behind)
	w.engine.Observer.Cases(w.state.team, w.task.Name, len(cases))
	note, err := w.judge(ctx, c, w.config(cases, names, c.header.Subject))
	if err != nil {
		return nil, err
	}
	hung, passed := w.streak, 0
	r, err := c.read(w, func(v *judge.Verdict) {
		if hung.Take(v); !hung.Over() {
			passed = 0
		} else if run.KindOf(v).Passes() {
			passed++
		}
	})
	if err != nil {
		return nil, err
	}
	if n := r.Verdicts[judge.Blocked]; n > 0 && note == "" && hung.Over() {
		note = fmt.Sprintf("%d %s", n, hung.Why())
	}
	if w.streak.Length = hung.Length; passed > 0 {
		// It hangs on some kinds of cases alone, and is asked those of others.
		w.streak.Length = 0
	}
	r.Note = note
	w.show(r, cases)
	return r, nil
}

// passedOver is the result where no case is run, or nil: the reason is known already.
func (w *work) passedOver(cases int) *Result {
	var r *Result
	if why := w.state.troubleOf(w.task.Task); why != "" {
		r = w.unjudged(cases, why)
	} else if why := w.unusable(); why != "" {
		r = w.none(cases, why)
	} else if w.streak.Over() {
		r = w.none(cases, w.streak.Why())
	}
	if r != nil {
		w.engine.advance(func(p *Progress) { p.All -= cases })
	}
	return r
}

// cellOf is where the verdicts on cases stand, and what they depend on.
func (w *work) cellOf(cases []suite.Case, names []string, behind string) *cell {
	t := w.task
	sum := t.suiteSum
	if behind != "" {
		sum = casesSum(cases)
	}
	if w.streak.Length > 0 {
		sum = sumOf(sum, w.streak.Length)
	}
	c := w.cell(behind, sumOf(w.programSum(), sum), len(cases), names)
	c.header.Again.Sources = t.again
	if w.part == course.Cases {
		c.cases, c.task = cases, t
	}
	c.hidden = func(id string) bool { return t.hidden[id] }
	if behind != "" {
		// The suite is another team's, which this one does not have.
		c.header.Again, c.hidden = nil, func(string) bool { return true }
		c.inputs = make(map[string][]jsontext.Value, len(cases))
		for i := range cases {
			c.inputs[cases[i].ID] = cases[i].In
		}
	}
	return c
}

// config is how cases are run.
func (w *work) config(cases []suite.Case, names []string, subject string) run.Config {
	t, e, command := w.task, w.engine, w.command()
	config := run.Config{
		Game: t.Game, Rules: t.rules, Task: t.Task.Task, Judge: t.judge, Cases: suite.List(cases), Suites: names,
		Subject: command, Name: subject, Limits: t.Limits, Lines: t.Lines, Deliveries: t.Deliveries, Repeat: t.Repeat,
		Retries: t.Retries, AcceptFlaky: t.AcceptFlaky, Pedantic: t.Pedantic,
		Streak: w.streak,
	}
	if t.Task.Task.Live != "" {
		if config.Limits.Timeout == 0 {
			config.Limits.Timeout = live.Timeout(t.rules.Live().SignUp(), t.TimeScale, t.Waits)
		}
		config.Live = &live.Stage{
			Game: t.Game, Rules: t.rules, Task: t.Task.Task, Command: command, Explain: t.explain,
			Scale: t.TimeScale, Waits: t.Waits, Version: e.Version,
		}
	}
	// Those that wait most of the time leave room for others.
	plain, many := run.Jobs(config.Limits, nil, false), run.Jobs(config.Limits, config.Deliveries, config.Live != nil)
	config.Share = max(1, slotsOfJob*plain/many)
	config.Jobs = slotsOfJob / config.Share
	config.Spare, config.JobsSpare = e.spare, (e.Jobs-1)*config.Jobs
	return config
}

// judge fills a cell with the verdicts that are missing in it. The note says why there
// are not all.
func (w *work) judge(ctx context.Context, c *cell, config run.Config) (note string, err error) {
	e, team, task := w.engine, w.state.team, w.task.Name
	ran := false
	err = c.fill(ctx, func(resume map[string]run.Result, record func(run.Result)) (run.Summary, error) {
		ran = true
		e.Observer.Verdicts(team, task, len(resume))
		config.Resume = resume
		config.Observer = &watcher{w, resume}
		config.Record = record
		config.Deliver = func(r run.Result) {
			if _, known := resume[r.Verdict.Case]; !known && r.Verdict.Outcome == judge.Blocked {
				w.count()
			}
		}
		s, err := run.Probe(ctx, config)
		if why := usage(err); why != "" {
			note, err = w.state.scrub(text.Visible(why)), nil
		}
		return s, err
	})
	if err == nil && !ran {
		e.Observer.Verdicts(team, task, config.Cases.Len())
	}
	return note, err
}

// show leaves of the values of failures those that can be drawn. Where that is
// no answer it is the input: what the program was asked when it crashed.
func (w *work) show(r *Result, cases []suite.Case) {
	gallery := report.Gallery{Rules: w.task.rules, Task: w.task.Task.Task}
	for i := range r.Causes {
		c := &r.Causes[i]
		if s := c.Shown; s != nil && gallery.Pair(nil, s.Expected, s.Received, nil) != (report.Pair{}) {
			continue
		}
		c.Shown = nil
		n := slices.IndexFunc(cases, func(k suite.Case) bool { return len(c.Cases) > 0 && k.ID == c.Cases[0] })
		if n < 0 || c.Fault != string(judge.BlameSubject) || gallery.Pair(cases[n].In, nil, nil, nil).Input == "" {
			continue
		}
		if stream.Size(cases[n].In) <= inputBytesMax {
			c.Shown = &report.Shown{Input: cases[n].In}
		}
	}
}

// inputBytesMax is the size of inputs that are drawn, some times that of a full
// board.
const inputBytesMax = 8 << 10

// A watcher counts verdicts that are found now.
type watcher struct {
	work  *work
	known map[string]run.Result
}

// Begin implements run.Observer.
func (*watcher) Begin(string) {}

// Slow implements run.Observer.
func (*watcher) Slow(string, time.Duration, time.Duration) {}

// Hung implements run.Observer.
func (w *watcher) Hung(caseID, hint string) {
	if at := w.work; !at.hung {
		at.hung = true
		at.engine.say(fmt.Sprintf("team %s, task %s: %s was stopped, since it took too long: %s", at.state.team, at.task.Name, caseID, hint))
	}
}

// End implements run.Observer.
func (w *watcher) End(v judge.Verdict) {
	// Those that are not asked may still be: they count in the end.
	if _, ok := w.known[v.Case]; !ok && v.Outcome != judge.Blocked {
		w.work.count()
	}
}

// count counts a verdict that was found now.
func (w *work) count() {
	w.engine.advance(func(p *Progress) { p.Verdicts++ })
	w.engine.Observer.Verdicts(w.state.team, w.task.Name, 1)
}

// commandLine is that of the program with its variables, for the folder of the
// submission.
func (w *work) commandLine() []string {
	t := w.task.Task
	if len(t.Env) == 0 {
		return t.Run
	}
	return slices.Concat([]string{"env"}, t.Env, t.Run)
}

// flags are those that give the same verdicts at home.
func (w *work) flags() []string {
	t := w.task.Task
	var flags []string
	add := func(name, value, usual string) {
		if value != usual {
			flags = append(flags, "--"+name, value)
		}
	}
	add("dir", t.Dir, "")
	add("game", t.Game.Folder, "")
	add("preset", t.Settings.Preset, "")
	for _, o := range t.Settings.Options {
		flags = append(flags, "--option", o.Name+"="+string(o.Value))
	}
	if t.Limits.Timeout > 0 {
		add("timeout", t.Limits.Timeout.String(), subject.Timeout.String())
	}
	none := time.Duration(0).String()
	add("first-byte", t.Limits.FirstByte.String(), none)
	add("cpu", t.Limits.CPU.String(), none)
	for _, limit := range []struct {
		name         string
		value, usual int64
	}{
		{"memory", t.Limits.MemoryBytesMax, subject.MemoryBytesMax},
		{"output", int64(t.Limits.OutputBytesMax), subject.OutputBytesMax},
		{"procs", int64(t.Limits.ProcessesMax), subject.ProcessesMax},
	} {
		add(limit.name, fmt.Sprint(limit.value), fmt.Sprint(limit.usual))
	}
	add("codes", string(t.Codes), string(judge.Lax))
	if t.Lines {
		add("protocol", "lines", "")
	}
	if t.NoStdin {
		flags = append(flags, "--stdin", "none")
	}
	if t.Pedantic {
		flags = append(flags, "--pedantic")
	}
	if t.Repeat > 1 {
		add("repeat", fmt.Sprint(t.Repeat), "")
	}
	if t.Retries > 0 {
		add("retries", fmt.Sprint(t.Retries), "")
	}
	if t.AcceptFlaky {
		flags = append(flags, "--flaky", "pass")
	}
	if len(t.Adapter) > 0 {
		flags = append(flags, "--adapter", strings.Join(t.AdapterHere(), " "))
	}
	if t.TimeScale != 1 {
		add("time-scale", fmt.Sprint(t.TimeScale), "")
	}
	waits, usual := t.Waits, live.DefaultWaits
	add("start-wait", waits.Start.String(), usual.Start.String())
	add("connect-wait", waits.Connect.String(), usual.Connect.String())
	add("call-wait", waits.Call.String(), usual.Call.String())
	add("end-wait", waits.End.String(), usual.End.String())
	add("sign-up-gap", waits.Gap.String(), usual.Gap.String())
	return flags
}

// basis is what knows the right answers: this version of touchstone, and the folder of
// a game that somebody has brought.
func (w *work) basis() string { return w.engine.Version + w.task.gameSum }

// adapterSum is the same as long as the adapter of a task is, with the contents of
// its files.
func adapterSum(t *course.Task) string {
	parts := []any{t.AdapterHere()}
	for _, file := range t.AdapterFiles {
		text, err := os.ReadFile(file)
		parts = append(parts, string(text), err != nil)
	}
	return sumOf(parts...)
}
