package grade

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
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
	if why := w.state.troubleOf(w.task.Task); why != "" {
		w.engine.advance(func(p *Progress) { p.All -= len(cases) })
		return w.unjudged(len(cases), why), nil
	}
	if why := w.unusable(); why != "" {
		w.engine.advance(func(p *Progress) { p.All -= len(cases) })
		return w.none(len(cases), why), nil
	}
	if w.streak.Over() {
		w.engine.advance(func(p *Progress) { p.All -= len(cases) })
		return w.none(len(cases), w.streak.Why()), nil
	}
	t, e := w.task, w.engine
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
	}
	ran := false
	e.Observer.Cases(w.state.team, t.Name, len(cases))
	command := w.command()
	config := run.Config{
		Game: t.Game, Rules: t.rules, Task: t.Task.Task, Judge: t.judge, Cases: suite.List(cases), Suites: names,
		Subject: command, Name: c.header.Subject, Limits: t.Limits, Lines: t.Lines, Deliveries: t.Deliveries, Repeat: t.Repeat,
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
	note := ""
	err := c.fill(func(resume map[string]run.Result, record func(run.Result)) (run.Summary, error) {
		ran = true
		e.Observer.Verdicts(w.state.team, t.Name, len(resume))
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
		e.Observer.Verdicts(w.state.team, t.Name, len(cases))
	}
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
		bytes := 0
		for _, v := range cases[n].In {
			bytes += len(v)
		}
		if bytes <= inputBytesMax {
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

// A cell is a ledger for one part, or for a share of it, named by what it
// depends on.
type cell struct {
	engine *Engine
	path   string
	header ledger.Header
	hidden func(id string) bool // whether the team may not see a case; nil: it sees all
	cases  []suite.Case         // of which answers are diagnosed; none: nothing is
	task   *task
}

// cell names the ledger of a work.
func (w *work) cell(behind, sum string, cases int, names []string) *cell {
	t := w.task
	name := fmt.Sprintf("%s.%s", t.Name, w.part)
	if behind != "" {
		name += "." + behind
	}
	if names == nil {
		names = []string{}
	}
	h := ledger.Header{
		Ledger: ledger.Version, Touchstone: w.engine.Version, Task: t.Full(), Subject: text.Quote(t.Run), Suites: names,
		Options: w.options(), Cases: cases, Started: time.Now(),
		Terms: game.SettingList{{Name: "inputs_sha256", Value: jsontext.Value(`"` + sum + `"`)}},
		Again: &ledger.Again{Flags: w.flags(), Command: w.commandLine()},
	}
	folder := filepath.Join(w.engine.Course.Work, "ledgers", w.state.team)
	return &cell{engine: w.engine, path: filepath.Join(folder, name+"-"+sum[:sumShown]+".jsonl"), header: h}
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

// sumShown is how much of a checksum names a file: enough that no two meet.
const sumShown = 24

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

// fill brings a ledger to its end. Find is given the verdicts that there are,
// and records those that it finds; the summary counts all.
func (c *cell) fill(find func(map[string]run.Result, func(run.Result)) (run.Summary, error)) error {
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		return err
	}
	c.removeOthers()
	resumed := make(map[string]run.Result)
	keep := func(r run.Result) { resumed[r.Verdict.Case] = r }
	l, err := ledger.Continue(c.path, c.header, keep)
	if usage(err) != "" && strings.Contains(err.Error(), "another run is writing to it") {
		return err
	}
	if usage(err) != "" {
		// Something else has written into it: what it says is worth nothing.
		clear(resumed)
		if err := os.Remove(c.path); err != nil {
			return err
		}
		l, err = ledger.Continue(c.path, c.header, keep)
	}
	if err != nil {
		return err
	}
	known := 0
	for _, r := range resumed {
		if run.KindOf(&r.Verdict).Judged() {
			known++
		}
	}
	c.engine.advance(func(p *Progress) { p.Known += known })
	if known == c.header.Cases {
		s := c.summary(resumed)
		return l.Close(s)
	}
	s, err := find(resumed, func(r run.Result) {
		if old, ok := resumed[r.Verdict.Case]; ok && sameEntry(old, r) {
			return
		}
		l.Add(r)
	})
	if err != nil {
		// The verdicts that there are stay: an error of the ledger matters less.
		return errors.Join(err, l.Discard())
	}
	return l.Close(s)
}

func sameEntry(a, b run.Result) bool {
	one, errOne := ledger.Encode(ledger.NewEntry(a))
	other, errOther := ledger.Encode(ledger.NewEntry(b))
	return errOne == nil && errOther == nil && bytes.Equal(one, other)
}

// summary counts verdicts that are all there.
func (c *cell) summary(results map[string]run.Result) run.Summary {
	s := run.Summary{
		Task: c.header.Task, Subject: c.header.Subject, Suites: c.header.Suites, Options: c.header.Options,
		Cases: c.header.Cases, Verdicts: make(map[judge.Outcome]int),
	}
	for _, r := range results {
		s.Count(&r.Verdict)
	}
	s.Diagnoses = c.diagnoses(results)
	return s
}

// diagnosisTimeout bounds a diagnosis. It takes a second, unless the cases are such
// that the rules themselves take long; then there is none.
const diagnosisTimeout = 20 * time.Second

// diagnoses say which rules the program misreads. They are made once, and stand in
// the ledger.
func (c *cell) diagnoses(results map[string]run.Result) []judge.Diagnosis {
	if len(c.cases) == 0 {
		return nil
	}
	record := diagnosis.NewRecord(suite.List(c.cases))
	for i := range c.cases {
		if r, ok := results[c.cases[i].ID]; ok {
			record.Add(i, &r.Verdict, r.Received, r.Alike)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), diagnosisTimeout)
	defer cancel()
	answers, _ := record.Answers()
	found, err := diagnosis.New(c.task.Game, c.task.rules, c.task.Task.Task, 1).Diagnose(ctx, answers)
	if err != nil {
		return nil // the verdicts do not need it
	}
	return found.List
}

// removeOthers removes the ledgers of the same part that depend on something
// else than there is now.
func (c *cell) removeOthers() {
	base := filepath.Base(c.path)
	prefix := base[:strings.LastIndexByte(base, '-')+1]
	entries, err := os.ReadDir(filepath.Dir(c.path))
	if err != nil {
		return
	}
	for _, entry := range entries {
		if name := entry.Name(); name != base && strings.HasPrefix(name, prefix) && len(name) == len(base) {
			// One that stays takes room and nothing else.
			_ = os.Remove(filepath.Join(filepath.Dir(c.path), name))
		}
	}
}

// read makes a result of a ledger. Each, if there is one, gets all verdicts in
// the order of the cases.
func (c *cell) read(w *work, each func(*judge.Verdict)) (*Result, error) {
	f, err := os.Open(c.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, err := ledger.NewReader(f, c.path)
	if err != nil {
		return nil, err
	}
	var all report.Held
	for result, err := range in.InOrder(f) {
		if err != nil {
			return nil, err
		}
		all.Add(result)
	}
	end := in.Summary()
	end.Diagnoses = report.HintHint.Limit(end.Diagnoses)
	r := w.result()
	var shown, hidden report.Held
	err = all.Tell(&end, func(result run.Result) {
		v := &result.Verdict
		if each != nil {
			each(v)
		}
		kind := run.KindOf(v)
		if kind == run.Broken {
			return // no program is to blame
		}
		r.Verdicts[v.Outcome]++
		r.All++
		switch {
		case kind.Passes():
			r.Good++
		case kind == run.Unjudged:
			r.Unjudged++
		case kind == run.Blocked:
			r.Unasked++
		}
		if !kind.Passes() && (w.part == course.Cases || w.part == course.Valid) {
			r.Failures = append(r.Failures, failure(&result))
		}
		if c.hidden != nil && c.hidden(v.Case) {
			hidden.Add(result)
		} else {
			shown.Add(result)
		}
	})
	if err != nil {
		return nil, err
	}
	// What runs a case again depends on what students may see now.
	h := in.Header()
	h.Again = c.header.Again
	book := &report.Book{Game: w.task.Game, Task: w.task.Task.Task}
	digest := report.NewDigest(&h, book)
	h.Again = nil
	closed := report.NewDigest(&h, book)
	if err = shown.Tell(&end, digest.Add); err == nil {
		err = hidden.Tell(&end, closed.Add)
	}
	if err != nil {
		return nil, err
	}
	digest.Diagnose(&end)
	closed.Diagnose(&end)
	r.Causes, r.More = digest.Causes()
	r.Hidden, r.MoreHidden = closed.Causes()
	r.Warnings = digest.Warnings()
	for _, warning := range closed.Warnings() {
		if !slices.Contains(r.Warnings, warning) {
			r.Warnings = append(r.Warnings, warning)
		}
	}
	for _, causes := range [][]report.Cause{r.Causes, r.Hidden} {
		for i := range causes {
			causes[i].Message = w.state.scrub(causes[i].Message)
			causes[i].Details = w.state.scrub(causes[i].Details)
		}
	}
	for i := range r.Hidden {
		// Nobody is shown a picture of it.
		r.Hidden[i].Shown = nil
	}
	return r, nil
}

// failure is what is kept of a case that did not pass.
func failure(result *run.Result) Failure {
	v := &result.Verdict
	f := Failure{Case: v.Case, Verdict: v.Outcome, Clause: v.Clause}
	if v.Blame == judge.BlameHarness || v.Blame == judge.BlameGame {
		f.Fault = judge.BlameHarness // nobody could judge it
	}
	if len(result.Received) > 0 {
		h := sha256.New()
		for _, value := range result.Received {
			fmt.Fprintf(h, "%s\n", value)
		}
		f.Answer = hex.EncodeToString(h.Sum(nil))[:answerShown]
	}
	return f
}

// answerShown is how much of the checksum of an answer is kept: two different
// answers to one case meet in one of some thousand million.
const answerShown = 8

// An own is the suite of a team, held against the rules.
type own struct {
	name   string
	cases  []suite.Case // that count, the first ones
	beyond int          // how many more there are
	note   string       // why there is none
	base   *baseline.Baseline
	runner *baseline.Runner
	sum    string
}

// own reads the suite of the team for the task, and holds it against the rules.
func (w *work) own(ctx context.Context) (*own, error) {
	t := w.task.Task
	o := &own{name: t.Own.Suite}
	o.runner = &baseline.Runner{Game: t.Game, Task: t.Task, Settings: t.Settings, Codes: t.Codes, Jobs: 1}
	o.base = &baseline.Baseline{}
	if why := cmp.Or(w.state.trouble, w.state.Refused); why != "" {
		o.note = why
		return o, nil
	}
	if why := w.state.ownFault(t.Own.Suite); why != "" {
		o.note = fmt.Sprintf("the suite at %s is not read: %s", t.Own.Suite, why)
		return o, nil
	}
	path := filepath.Join(w.state.folder, ownName, filepath.FromSlash(t.Own.Suite))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		o.note = fmt.Sprintf("there is no suite at %s in the submission", t.Own.Suite)
		return o, nil
	}
	paths, err := suite.Tree(path)
	var list []*suite.Suite
	for _, one := range paths {
		if err != nil {
			break
		}
		var s *suite.Suite
		if s, err = suite.Load(one); err == nil {
			list = append(list, s)
		}
	}
	if err == nil {
		o.cases, err = suite.Join(list...)
	}
	if why := usage(err); why != "" {
		o.note = text.Visible(w.aside(why))
		return o, nil
	}
	if err != nil {
		return nil, err
	}
	if o.beyond = max(0, len(o.cases)-t.Own.CasesMax); o.beyond > 0 {
		o.cases = o.cases[:t.Own.CasesMax]
	}
	if len(o.cases) == 0 {
		o.note = fmt.Sprintf("there is no case at %s in the submission", t.Own.Suite)
		return o, nil
	}
	o.sum = casesSum(o.cases)
	o.base, err = o.runner.Run(ctx, o.cases)
	return o, err
}

// aside leaves out of a text where suites of teams are set aside: it says nothing
// to the team.
func (w *work) aside(said string) string {
	return strings.ReplaceAll(said, filepath.Join(w.state.folder, ownName)+string(filepath.Separator), "")
}

// ruleSum is what verdicts on a suite depend on, apart from the suite.
func (w *work) ruleSum() string {
	t := w.task.Task
	return sumOf(w.basis(), t.Full(), w.options(), t.Codes)
}

// basis is what knows the right answers: this version of touchstone, and the folder of
// a game that somebody has brought.
func (w *work) basis() string { return w.engine.Version + w.task.gameSum }

// valid tells which cases of the team's suite are right.
func (w *work) valid(ctx context.Context) (*Result, error) {
	o, err := w.own(ctx)
	if err != nil {
		return nil, err
	}
	least := w.task.Own.CasesMin
	if o.note != "" {
		return w.none(least, o.note), nil
	}
	broken := make(map[string]*suite.Fault)
	for _, f := range o.base.Broken {
		broken[f.Case.ID] = f.Fault
	}
	var verdicts []judge.Verdict
	for i := range o.cases {
		c := &o.cases[i]
		v := judge.Verdict{Case: c.ID, Subject: o.name, Outcome: judge.Pass}
		if fault := broken[c.ID]; fault != nil {
			v.Outcome, v.Blame, v.Clause = faultOutcome(fault), judge.BlameSubject, fault.Clause
			v.Message = text.Valid(w.aside(fault.Error()))
			v.Fingerprint = judge.Fingerprint(v.Outcome, "", fault.Clause, fault.Message)
		}
		verdicts = append(verdicts, v)
	}
	r, err := w.tell(verdicts, sumOf(w.ruleSum(), o.sum), nil)
	if err != nil {
		return nil, err
	}
	var notes []string
	if r.All < least {
		notes = append(notes, fmt.Sprintf("%s of at least %d", text.Count(r.All, "case"), least))
		r.All = least
	}
	if n := len(o.base.Left); n > 0 {
		notes = append(notes, text.Count(n, "case")+" for other options")
	}
	if o.beyond > 0 {
		notes = append(notes, fmt.Sprintf("the first %s of %d count", text.Count(len(o.cases), "case"), len(o.cases)+o.beyond))
	}
	r.Note = strings.Join(notes, "; ")
	for i := range r.Causes {
		c := &r.Causes[i]
		c.Details = strings.TrimPrefix(c.Details+"\nagain: "+w.lintLine(), "\n")
	}
	return r, nil
}

// lintLine is the command line that holds the team's own suite against the rules,
// in the folder of the submission.
func (w *work) lintLine() string {
	t := w.task.Task
	words := []string{"touchstone", "suite", "lint", filepath.FromSlash(t.Own.Suite), "--task", t.Full()}
	if t.Settings.Preset != "" {
		words = append(words, "--preset", t.Settings.Preset)
	}
	for _, o := range t.Settings.Options {
		words = append(words, "--option", o.Name+"="+string(o.Value))
	}
	return text.Quote(words)
}

// faultOutcome is the word of verdicts for what is wrong with a case.
func faultOutcome(f *suite.Fault) judge.Outcome {
	switch f.Kind {
	case suite.NotJSON:
		return judge.NotJSON
	case suite.WrongExpectation:
		return judge.WrongAnswer
	}
	return judge.WrongShape
}

// tell puts verdicts that were found all at once into a ledger. Each, if there is
// one, gets all of them.
func (w *work) tell(verdicts []judge.Verdict, sum string, each func(*judge.Verdict)) (*Result, error) {
	c := w.cell("", sum, len(verdicts), nil)
	c.header.Again = nil
	w.engine.advance(func(p *Progress) { p.All += len(verdicts) })
	err := c.fill(func(resumed map[string]run.Result, record func(run.Result)) (run.Summary, error) {
		all := make(map[string]run.Result, len(verdicts))
		for i := range verdicts {
			r := run.Result{Verdict: verdicts[i], Number: i + 1}
			record(r)
			all[verdicts[i].Case] = r
		}
		w.engine.advance(func(p *Progress) { p.Verdicts += len(verdicts) - len(resumed) })
		return c.summary(all), nil
	})
	if err != nil {
		return nil, err
	}
	return c.read(w, each)
}

// known is the result of a ledger that has all verdicts, nil if there is none.
// Each gets all of them.
func (w *work) known(sum string, cases int, each func(*judge.Verdict)) *Result {
	c := w.cell("", sum, cases, nil)
	f, err := os.Open(c.path)
	if err != nil {
		return nil
	}
	f.Close()
	r, err := c.read(w, each)
	if err != nil || r.All != cases {
		return nil
	}
	w.engine.advance(func(p *Progress) { p.All += cases; p.Known += cases })
	return r
}

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
				c.ID = e.Called(s.Team) + "/" + c.ID
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
			unread = append(unread, w.engine.Called(s.Team))
		}
		cases := a.cases
		if s.Team == w.state.team || len(cases) == 0 {
			continue
		}
		w.engine.advance(func(p *Progress) { p.All += len(cases) })
		called := w.engine.Called(s.Team)
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
