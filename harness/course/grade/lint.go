package grade

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/lint"
	"github.com/touchstone-harness/touchstone/harness/text"
)

type rawValue = jsontext.Value

// A Level says what a finding does to a course.
type Level string

// The levels.
const (
	Wrong   Level = "error"   // nothing is graded before it is mended
	Warning Level = "warning" // grading goes on
)

// A Finding is something about a course that its staff should know before any
// program runs.
type Finding struct {
	Level Level  `json:"level"`
	Kind  string `json:"kind"` // one of lint.Kind for a case, else "course", "suite", "command", "options" or "points"
	Task  string `json:"task,omitempty"`
	Case  string `json:"case,omitempty"`
	File  string `json:"file,omitempty"`
	Line  int    `json:"line,omitzero"` // from 1
	// Message says what is wrong, and Hint what to do about it.
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`

	key string // of the file, "" if none is wrong
}

// problem is the finding as one of a list of problems.
func (f *Finding) problem() document.Problem {
	key := f.Case
	if key == "" && f.Task != "" {
		key = "task " + f.Task
	}
	p := document.Problem{File: f.File, Line: f.Line, Key: key, Message: f.Message}
	if f.Case != "" {
		p.Message = f.Kind + ": " + f.Message
	}
	return p
}

// Error says where something is wrong, and what.
func (f *Finding) Error() string { return f.problem().Error() }

// Findings are all that Prepare has found, whether it stops the course or not.
func (e *Engine) Findings() []Finding { return e.findings }

// The kinds of findings beside those of cases.
const (
	aboutCourse  = "course"
	aboutSuite   = "suite"
	aboutCommand = "command"
	aboutOptions = "options"
	aboutPoints  = "points"
)

// tell adds a finding. One about a task that names no place is at the task.
func (e *Engine) tell(f Finding) { e.tellAt("", f) }

// tellAt adds a finding. One about a task that names no place is at a key of the task.
func (e *Engine) tellAt(key string, f Finding) {
	if f.File == "" && f.Task != "" && f.Case == "" {
		f.File, f.Line = e.Course.File, e.lineOf(f.Task, key)
	}
	e.findings = append(e.findings, f)
}

// lineOf is the line of a key of a task, or of the task if it lacks the key.
func (e *Engine) lineOf(task, key string) int {
	i := slices.IndexFunc(e.Course.Tasks, func(other course.Task) bool { return other.Name == task })
	return e.Course.Line(document.Join(fmt.Sprintf("task[%d]", i), key))
}

// fault adds what an error says that is about the course, and returns any other one. If
// the error is about a task and names no place, it is at a key of the task.
func (e *Engine) fault(kind, task, key string, err error) error {
	if problems, ok := errors.AsType[*document.Problems](err); ok {
		for i, p := range problems.List {
			f := Finding{Level: Wrong, Kind: kind, Task: task, File: p.File, Line: p.Line, Message: p.Message, key: p.Key}
			if p.Key != "" {
				f.Message = p.Key + ": " + p.Message
			}
			if i == len(problems.List)-1 {
				f.Hint = problems.Hint
			}
			e.tellAt(key, f)
		}
		return nil
	}
	if said, ok := errors.AsType[*game.UsageError](err); ok {
		e.tellAt(key, Finding{Level: Wrong, Kind: kind, Task: task, Message: err.Error(), Hint: said.Hint})
		return nil
	}
	return err
}

// undated tells of teams of which nobody knows when they have handed in.
func (e *Engine) undated() {
	if e.Course.Late.Deadline.IsZero() {
		return
	}
	var teams []string
	for _, s := range e.all {
		if s.Path != "" && s.Submitted.IsZero() {
			teams = append(teams, s.Team)
		}
	}
	if len(teams) > 0 {
		e.tell(Finding{
			Level: Warning, Kind: aboutCourse, Message: "the submission times of these teams are missing, so they lose nothing for being late: " + some(teams),
			Hint: "fill in the roster's column submitted, or add --submitted to --submission",
		})
	}
}

// overdue tells of a deadline that everybody has missed: it may be that of last year.
func (e *Engine) overdue() {
	late := &e.Course.Late
	if late.Deadline.IsZero() || late.Penalty == 0 {
		return
	}
	var first time.Duration
	teams := 0
	for _, s := range e.all {
		if s.Path == "" || s.Submitted.IsZero() {
			continue
		}
		by := late.Of(s.Submitted, 0).By
		if by == 0 {
			return
		}
		if teams == 0 || by < first {
			first = by
		}
		teams++
	}
	if teams > 1 {
		e.warnAt(aboutCourse, "late.deadline", "if the teams were in time, correct the deadline, or the times in the roster's column submitted",
			fmt.Sprintf("late.deadline: all %d submissions with a time came after the deadline, the first of them %s after it",
				teams, text.Span(first)))
	}
}

// unlisted tells of teams that the roster lacks: their names may be misspelt in it.
func (e *Engine) unlisted() {
	if e.roster == nil {
		return
	}
	listed := make(map[string]bool)
	for i := range e.roster.Lines {
		listed[e.roster.Team(i)] = true
	}
	var teams []string
	for _, s := range e.all {
		if !listed[s.Team] {
			teams = append(teams, s.Team)
		}
	}
	if len(teams) > 0 {
		e.warnAt(aboutCourse, "submissions.roster",
			"add them to the roster, or correct their names; without a line a team is graded, but has none of the roster's columns",
			"submissions.roster: the roster lacks these teams, which have handed in: "+some(e.likened(teams)))
	}
}

// twins tells of people whom the roster has on two lines: the table would have them twice, or a
// student would get the points of two teams.
func (e *Engine) twins() {
	if e.roster == nil {
		return
	}
	said, lines := e.roster.Twins()
	for i := range min(len(said), twinsMax) {
		e.tell(Finding{
			Level: Warning, Kind: aboutCourse, File: "roster " + e.Course.Submissions.Roster, Line: lines[i], Message: said[i],
			Hint: "remove one of the lines; if they are two people, tell them apart by a column such as their number",
		})
	}
}

// twinsMax is of how many people the lint tells who are on two lines.
const twinsMax = 5

// likened adds to teams that the roster lacks the name in it that may be meant: of a team
// without a submission.
func (e *Engine) likened(teams []string) []string {
	var idle []string
	for _, s := range e.all {
		if s.Path == "" {
			idle = append(idle, s.Team)
		}
	}
	list := slices.Clone(teams)
	for i, team := range list[:min(len(list), clausesShown)] { // no more are named
		if near := game.Nearest(team, idle); near != "" {
			list[i] = fmt.Sprintf("%s (the roster has %s)", team, near)
		}
	}
	return list
}

// gaps tells of patterns that cannot match any submission, where the error of finding these
// does not say so.
func (e *Engine) gaps(found error) {
	told, _ := errors.AsType[*document.Problems](found)
	level := Warning
	if !slices.ContainsFunc(e.all, func(s course.Submission) bool { return s.Path != "" }) {
		level = Wrong // every team would be graded as if it had handed in nothing
	}
	gaps := e.Course.Gaps()
	for _, gap := range gaps {
		if told != nil && slices.ContainsFunc(told.List, func(p document.Problem) bool { return p.Key == gap.Key }) {
			continue
		}
		e.tell(Finding{
			Level: level, Kind: aboutCourse, File: e.Course.File, Line: gap.Line,
			Message: fmt.Sprintf("submissions.paths: %s matches nothing: there is no %s", edged(gap.Pattern), edged(gap.Missing)),
			Hint:    gap.Hint,
		})
	}
	if level == Wrong && len(gaps) == 0 && e.known && e.Wrong == nil {
		e.warnAt(aboutCourse, "submissions.paths", "if teams have handed in, correct the path, which starts in the folder of the course file",
			fmt.Sprintf("submissions.paths: %s matches no submission: no team of the roster has handed in",
				edged(strings.Join(e.Course.Submissions.Paths, " "))))
	}
	for _, shelf := range e.Course.Shelves() {
		e.tell(Finding{
			Level: Warning, Kind: aboutCourse, File: e.Course.File, Line: shelf.Line,
			Message: fmt.Sprintf("submissions.paths: the folder %s, in which there are only folders and archives, counts as one submission", shelf.Pattern),
			Hint:    "if each of them is a submission, add /* to the path",
		})
	}
}

// edged is a path or a program as a message has it: in quotation marks if a blank at its end, which
// nobody sees, may be what is wrong with it.
func edged(name string) string {
	if strings.TrimSpace(name) != name {
		return strconv.Quote(name)
	}
	return name
}

// missing tells of teams whose submission the roster names, and which are graded as
// if they had handed in nothing.
func (e *Engine) missing() {
	teams, lines := e.roster.Missing(e.all)
	if len(teams) > 0 {
		e.tell(Finding{
			Level: Warning, Kind: aboutCourse, File: "roster " + e.Course.Submissions.Roster, Line: lines[0],
			Message: "the submissions that the roster names for these teams are not there: " + some(teams),
			Hint:    "if they have handed in, correct the column path, which starts in the folder of the course file",
		})
	}
}

// caseHintsMax is how many cases get a hint. There may be many, and suite lint has the hints of all.
const caseHintsMax = 3

// stopped is the error with all findings that stop the course, nil if there are
// none.
func (e *Engine) stopped() error {
	problems := &document.Problems{}
	var hints []string
	cases := 0                    // whose hint is among them
	broken, ruled := false, false // a case is broken, or rests on a house ruling
	for i := range e.findings {
		f := &e.findings[i]
		if f.Level != Wrong {
			continue
		}
		problems.List = append(problems.List, f.problem())
		ofCase := f.Case != ""
		switch {
		case !ofCase:
		case f.Kind == string(lint.HouseRuling):
			ruled = true
		default:
			broken = true
		}
		if f.Hint != "" && (!ofCase || cases < caseHintsMax) && !slices.Contains(hints, f.Hint) {
			if ofCase {
				cases++
			}
			hints = append(hints, f.Hint)
		}
	}
	if len(problems.List) == 0 {
		return nil
	}
	if broken {
		hints = append(hints, `fix the broken cases, or write broken = "leave-out" into the course file to grade without them`)
	}
	if ruled {
		hints = append(hints, `set the options of the house rulings in the course file and tell the teams, or write house = "leave-out" or "count"`)
	}
	problems.Hint = strings.Join(hints, "\n")
	return problems
}

// check finds the staff's cases of a task that would spoil the grades, and makes
// the plan of those that are left. The embedded suites are not looked at: they are
// no business of the staff.
func (e *Engine) check(ctx context.Context, k *task) error {
	house, everywhere, err := e.markedHouse(ctx, k)
	if err != nil {
		return err
	}
	var staff []suite.Case
	for i := range k.cases {
		if k.cases[i].Source != "" {
			staff = append(staff, k.cases[i])
		}
	}
	p := e.runner(k)
	base, err := p.Run(ctx, staff)
	if err != nil {
		return err
	}
	broken := e.tellBroken(k, base.Broken, e.misplaced(ctx, k, staff, base.Broken, e.brokenLevel()))
	undecided, err := lint.Undecided(ctx, p, base.Cases, e.decided(k))
	if err != nil {
		return err
	}
	resting, counted := e.tellUndecided(k, undecided)
	house = append(house, resting...)
	var leftOut []LeftOut
	add := func(cases []string, why string) {
		if len(cases) > 0 {
			leftOut = append(leftOut, LeftOut{why, cases})
		}
	}
	add(broken, "skipped: the case is unreadable or contradicts the rules")
	add(house, "skipped: the answer rests on a house ruling that the course does not set")
	add(k.others, "skipped: the case is for other options")
	out := make(map[string]bool)
	for _, id := range slices.Concat(broken, resting) {
		out[id] = true
	}
	k.cases = slices.DeleteFunc(k.cases, func(c suite.Case) bool { return out[c.ID] })
	if len(k.cases) == 0 {
		f := Finding{Level: Wrong, Kind: aboutSuite, Task: k.Name, Message: "all cases of its suites are skipped", Hint: "fix the suites of the task"}
		if len(everywhere) > 0 {
			f.Message += fmt.Sprintf(": all rest on %s, which no rule text decides", strings.Join(everywhere, " and "))
			f.Hint = "remove marks from the course file, or set the option of the ruling in it"
		}
		e.tell(f)
	}
	if n := len(k.others); n > 0 {
		e.tell(Finding{
			Level: Warning, Kind: aboutOptions, Task: k.Name,
			Message: fmt.Sprintf("skipping %s for options that the course does not set: %s", text.Count(n, "case"), some(k.others)),
		})
	}
	e.twice(k)
	deciding := make(map[string]string)
	for i := range base.Cases {
		deciding[base.Cases[i].ID] = base.Cases[i].Clause
	}
	if i, err := k.planned(leftOut, deciding); err != nil {
		f := Finding{Level: Wrong, Kind: aboutPoints, Task: k.Name, Message: fmt.Sprintf("group %q: %v", k.Groups[i].Name, err)}
		if said, ok := errors.AsType[*game.UsageError](err); ok {
			f.Hint = said.Hint
		}
		e.tellAt(fmt.Sprintf("group[%d]", i), f)
		return nil
	}
	k.plan.Counted = counted
	for i := range k.plan.Cases {
		k.plan.Cases[i].House = slices.Contains(counted, k.plan.Cases[i].ID)
	}
	e.weigh(k)
	return nil
}

// brokenLevel is how bad it is that a case is broken.
func (e *Engine) brokenLevel() Level {
	if e.Course.Broken == course.LeaveOut {
		return Warning
	}
	return Wrong
}

// tellBroken tells of broken cases, but for those that are misplaced, of which was told.
// It returns the names of those that are left out of the grades.
func (e *Engine) tellBroken(k *task, list []baseline.Fault, misplaced map[string]bool) (out []string) {
	for _, f := range list {
		if e.Course.Broken == course.LeaveOut {
			out = append(out, f.Case.ID)
		}
		if misplaced[f.Case.ID] {
			continue
		}
		kind := string(f.Kind)
		if f.Kind == suite.Unreadable {
			kind = string(lint.Unreadable)
		}
		found := Finding{
			Level: e.brokenLevel(), Kind: kind, Task: k.Name, Case: f.Case.ID,
			File: f.File, Line: f.Line, Message: text.Visible(f.Message), Hint: f.Hint,
		}
		if found.Line == 0 {
			found.File, found.Line = f.Case.Place()
		}
		e.tell(found)
	}
	return out
}

// tellUndecided tells of cases that rest on a house ruling. It returns the names of those
// that are left out of the grades, and of those that the course counts anyhow.
func (e *Engine) tellUndecided(k *task, list []lint.Finding) (out, counted []string) {
	for _, f := range list {
		level := Warning
		switch e.Course.House {
		case course.Stop:
			level = Wrong
		case course.LeaveOut:
			out = append(out, f.Case)
		case course.CountIn:
			counted = append(counted, f.Case)
		}
		e.tell(Finding{Level: level, Kind: string(f.Kind), Task: k.Name, Case: f.Case, File: f.File, Line: f.Line, Message: f.Message, Hint: f.Hint})
	}
	return out, counted
}

// runner holds cases of a task against the rules as the course has them.
func (e *Engine) runner(k *task) *baseline.Runner {
	return &baseline.Runner{Game: k.Game, Task: k.Task.Task, Settings: k.Settings, Codes: k.Codes, Jobs: max(1, e.Jobs)}
}

// markedHouse leaves out the cases that rest on house rulings where the marks of a
// task say so, of embedded suites, too. It returns their names, and the rulings on which
// all cases of the task rest.
func (e *Engine) markedHouse(ctx context.Context, k *task) (house, everywhere []string, err error) {
	if !k.TextOnly {
		return nil, nil, nil
	}
	p := e.runner(k)
	base, err := p.Run(ctx, k.cases)
	if err != nil {
		return nil, nil, err
	}
	rests, err := lint.Resting(ctx, p, base.Cases, e.decided(k))
	if err != nil {
		return nil, nil, err
	}
	for i, ids := range rests {
		if len(ids) > 0 {
			house = append(house, base.Cases[i].ID)
		}
	}
	k.cases = slices.DeleteFunc(k.cases, func(c suite.Case) bool { return slices.Contains(house, c.ID) })
	return house, lint.Everywhere(rests), nil
}

// decided are the options that a course sets for a task.
func (e *Engine) decided(k *task) []string {
	var names []string
	for _, p := range k.Game.Presets {
		if p.Name == k.Settings.Preset {
			for _, o := range p.Values {
				names = append(names, o.Name)
			}
		}
	}
	for _, o := range k.Settings.Options {
		names = append(names, o.Name)
	}
	return names
}

// weigh finds points that nobody can earn, and cases that earn nobody anything.
func (e *Engine) weigh(k *task) {
	if len(k.Groups) == 0 || slices.ContainsFunc(k.Groups, func(g course.Group) bool { return !g.Selects() }) {
		return // without a word on what a group selects, it has all cases
	}
	i := slices.IndexFunc(e.Course.Tasks, func(t course.Task) bool { return t.Name == k.Name })
	left := e.Course.PointsOfPart(i, course.Cases)
	for _, g := range k.Groups {
		if !g.Bonus {
			left -= g.Points
		}
	}
	rest := 0
	for i := range k.plan.Cases {
		if k.plan.Cases[i].Group == len(k.Groups) {
			rest++
		}
	}
	switch {
	case left > 0 && rest == 0:
		e.tell(Finding{
			Level: Wrong, Kind: aboutPoints, Task: k.Name,
			Message: fmt.Sprintf("its groups have all cases, but %v points fewer than the part cases: nobody can earn these points", float64(left)/100),
			Hint:    "give the groups all points of the part cases, or keep some cases out of the groups",
		})
	case left == 0 && rest > 0: // if it is below 0, another finding says that the groups have too many points
		e.tell(Finding{
			Level: Warning, Kind: aboutPoints, Task: k.Name,
			Message: fmt.Sprintf("its groups have all points of the part cases, so %s outside the groups can earn nothing", text.Count(rest, "case")),
		})
	}
}

// single tells whether one submission is graded without those of the other teams.
func (e *Engine) single() bool { return e.Course.Submissions.Path != "" }

// lonely tells of parts that need the other teams, where nobody looks at them.
func (e *Engine) lonely() {
	if !e.single() {
		return
	}
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		if len(e.OnlyTask) > 0 && !slices.Contains(e.OnlyTask, t.Name) {
			continue
		}
		for _, part := range []course.Part{course.Others, course.Plays} {
			if t.WeightOf(part) > 0 {
				e.tellAt("counts."+string(part), Finding{
					Level: Warning, Kind: aboutPoints, Task: t.Name,
					Message: fmt.Sprintf("counts.%s: it needs the other teams, at whom --submission does not look: "+
						"the team earns the share that it earns in the rest", part),
					Hint: "its grade may be another one than among all teams; for that one, grade with --team in place of --submission",
				})
			}
		}
	}
}

// idle tells of tables of a task that are about parts which do not count: a weight may
// have been forgotten. A weight of 0 says that it was not. So it tells of times of games in a
// task without any.
func (e *Engine) idle(t *course.Task) {
	for _, key := range t.Idle {
		if e.Wrong != nil && (key == "own" || key == "play") {
			continue // a weight may be what is wrong
		}
		f := Finding{Level: Warning, Kind: aboutPoints, Task: t.Name, Hint: "give a weight below [task.counts], or remove the table"}
		switch key {
		case "own":
			f.Message = "it applies to the parts valid, kills and others, none of which counts in this task"
		case "play":
			f.Message = "it applies to the part play, which does not count in this task"
		default:
			f.Kind, f.Message = aboutCourse, fmt.Sprintf("it applies to live tasks, and %s is none", t.Full())
			f.Hint = "remove it; the times of cases are below [task.limits]"
		}
		f.Message = key + ": " + f.Message
		e.tellAt(key, f)
	}
}

// torn tells of a task of which one program is to answer cases and to play.
func (e *Engine) torn(t *course.Task) {
	if t.Task.Live == "" && t.WeightOf(course.Plays) > 0 && t.WeightOf(course.Cases)+t.WeightOf(course.Others) > 0 {
		e.tellAt("counts.play", Finding{
			Level: Warning, Kind: aboutPoints, Task: t.Name,
			Message: fmt.Sprintf("counts.play: the program that answers the cases of %s is to play as well, which is another way to run", t.Full()),
			Hint:    "give the players a [[task]] of their own, unless the program tells the two apart",
		})
	}
}
