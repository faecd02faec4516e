package watch

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/course/gradebook"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Grading is a course that is graded, to be looked at: a grade.Observer with a
// Page. It shows how far each team is in each task, and how the programs do on
// each other's suites.
type Grading struct {
	page    *Page
	title   string
	book    gradebook.Book
	tasks   []*course.Task
	most    []report.Points // by task
	others  []*course.Task  // in which programs meet the suites of other teams
	suites  []string        // the teams whose suites have a column
	column  map[string]int  // of these
	missing int             // suites that have none

	mu       sync.Mutex
	teams    []graded
	done     int            // of the teams
	index    map[string]int // of the teams
	together string         // what is done for all teams, "" for nothing
	began    time.Time
	progress grade.Progress
	now      time.Time // of the progress
	status   *Text     // the last one, nil before
	over     bool
}

// A graded is a team as far as it is known.
type graded struct {
	name     string
	stage    stage
	since    time.Time // when its turn came
	note     string
	parts    []grade.Result // those that are done, without what is said of them
	earned   report.Points
	unjudged int
	tasks    []taskGraded
	against  [][]met // by task in others and suite, nil before the first one
}

// A met is how a program did on the suite of another team.
type met struct{ good, all int32 }

// A taskGraded is a task of a team.
type taskGraded struct {
	begun, done bool
	part        course.Part // under way, or the last one
	known, all  int         // cases of that part
	earned      report.Points
}

// A stage is where a team is.
type stage int

const (
	waiting stage = iota
	building
	running
	finished
)

// states are what the stages are called.
var states = [...]Text{waiting: {"waits", Quiet}, building: {Text: "is built"}, running: {Text: "runs"}, finished: {"done", Good}}

// gradingEvery is the time between two looks at a grading: it takes minutes, and
// its table is long.
const gradingEvery = 200 * time.Millisecond

// suitesMax bounds the columns of the table of programs on suites: a class, and
// more than anybody looks across.
const suitesMax = 100

// NewGrading makes the grading of an engine, which is prepared but for this
// observer, one to be looked at.
func NewGrading(e *grade.Engine) *Grading {
	g := &Grading{
		title: e.Course.Title, book: gradebook.Book{Course: e.Course, Roster: e.Roster(), Plans: e.Plans(), Submissions: e.All()},
		index: make(map[string]int), column: make(map[string]int),
		began: time.Now(),
	}
	if e.Shard.Count > 1 {
		g.title += ", shard " + e.Shard.String()
	}
	most := make(map[string]report.Points)
	for _, p := range g.book.Score(&grade.Record{}).Parts {
		most[p.Task.Name] += p.Most
	}
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		if len(e.OnlyTask) > 0 && !slices.Contains(e.OnlyTask, t.Name) {
			continue
		}
		g.tasks, g.most = append(g.tasks, t), append(g.most, most[t.Name])
		if t.WeightOf(course.Others) > 0 {
			g.others = append(g.others, t)
		}
	}
	for i, s := range e.Teams() {
		g.index[s.Team] = i
		g.teams = append(g.teams, graded{name: s.Team, tasks: make([]taskGraded, len(g.tasks))})
	}
	if len(g.others) > 0 {
		all := e.All()
		g.missing = max(0, len(all)-suitesMax)
		for i, s := range all[:len(all)-g.missing] {
			g.column[s.Team] = i
			g.suites = append(g.suites, s.Team)
		}
	}
	g.page = newPage(g, gradingEvery)
	return g
}

// Page is where the grading is to be seen.
func (g *Grading) Page() *Page { return g.page }

// with changes what is known of a team, if it is one of those to be graded.
func (g *Grading) with(team string, change func(t *graded)) {
	g.mu.Lock()
	if i, ok := g.index[team]; ok {
		change(&g.teams[i])
	}
	g.mu.Unlock()
	g.page.Changed()
}

// task changes what is known of a task of a team.
func (g *Grading) task(team, name string, change func(t *taskGraded)) {
	i := slices.IndexFunc(g.tasks, func(t *course.Task) bool { return t.Name == name })
	if i >= 0 {
		g.with(team, func(t *graded) { change(&t.tasks[i]) })
	}
}

// Tell takes how far grading has come, as an engine tells it.
func (g *Grading) Tell(p grade.Progress) {
	g.mu.Lock()
	g.progress, g.now = p, time.Now()
	g.mu.Unlock()
	g.page.Changed()
}

// Together implements grade.Observer.
func (g *Grading) Together(what string) {
	g.mu.Lock()
	g.together = what
	g.mu.Unlock()
	g.page.Changed()
}

// Build implements grade.Observer.
func (g *Grading) Build(team string) {
	g.with(team, func(t *graded) { t.stage, t.since = building, time.Now() })
}

// Ready implements grade.Observer.
func (g *Grading) Ready(team string) {
	g.with(team, func(t *graded) { t.stage = waiting })
}

// Begin implements grade.Observer.
func (g *Grading) Begin(team, task string, part course.Part) {
	g.with(team, func(t *graded) { t.stage = running })
	g.task(team, task, func(t *taskGraded) { t.begun, t.part, t.known, t.all = true, part, 0, 0 })
}

// Cases implements grade.Observer.
func (g *Grading) Cases(team, task string, n int) {
	g.task(team, task, func(t *taskGraded) { t.all += n })
}

// Verdicts implements grade.Observer.
func (g *Grading) Verdicts(team, task string, n int) {
	g.task(team, task, func(t *taskGraded) { t.known += n })
}

// Against implements grade.Observer.
func (g *Grading) Against(team, task string, a grade.Against) {
	i := slices.IndexFunc(g.others, func(t *course.Task) bool { return t.Name == task })
	column, ok := g.column[a.Team]
	if i < 0 || !ok {
		return
	}
	g.with(team, func(t *graded) {
		if t.against == nil {
			t.against = make([][]met, len(g.others))
		}
		if t.against[i] == nil {
			t.against[i] = make([]met, len(g.suites))
		}
		t.against[i][column] = met{int32(a.Good), int32(a.All)}
	})
}

// End implements grade.Observer.
func (g *Grading) End(team string, r *grade.Result) {
	g.with(team, func(t *graded) {
		// What counts for points, and not what a program may have made long.
		t.parts = append(t.parts, grade.Result{
			Task: r.Task, Part: r.Part, Good: r.Good, All: r.All, Unjudged: r.Unjudged, Unasked: r.Unasked, Failures: r.Failures,
		})
		t.unjudged += r.Unjudged
		s := g.book.Score(&grade.Record{Team: team, Parts: t.parts})
		for i, k := range g.tasks {
			if k.Name == r.Task {
				t.tasks[i].earned, t.tasks[i].done = earned(&s, k)
			}
		}
	})
}

// earned is what a task has earned so far, and whether all its parts are done.
func earned(s *gradebook.Score, t *course.Task) (points report.Points, all bool) {
	done := 0
	for i := range s.Parts {
		if p := &s.Parts[i]; p.Task.Name == t.Name && p.Result != nil {
			points += p.Earned
			done++
		}
	}
	return points, done == len(t.Counts)
}

// Done implements grade.Observer.
func (g *Grading) Done(r *grade.Record) {
	s, note := g.book.Score(r), head(g.book.Note(r))
	mood := Plain
	line := fmt.Sprintf("has %v of %v points", s.Earned, s.Most)
	if note != "" {
		line, mood = line+": "+note, Bad
	}
	for i := range r.Parts {
		for _, a := range r.Parts[i].Against {
			g.Against(r.Team, r.Parts[i].Task, a)
		}
	}
	g.with(r.Team, func(t *graded) {
		if t.stage != finished {
			g.done++
		}
		t.stage, t.note, t.earned, t.parts, t.unjudged = finished, note, s.Earned, nil, 0
		for i := range r.Parts {
			t.unjudged += r.Parts[i].Unjudged
		}
		for i, k := range g.tasks {
			t.tasks[i].earned, t.tasks[i].done = earned(&s, k)
		}
	})
	g.page.Say(r.Team, line, mood)
}

// Shards takes the records of shards that others have graded by now: those that
// were not seen yet.
func (g *Grading) Shards(e *grade.Engine, want grade.Header, seen []bool) {
	for i := range seen {
		if seen[i] {
			continue
		}
		records, ok := e.Records(want, suite.Shard{Index: i + 1, Count: len(seen)})
		for n := range records {
			if ok {
				g.Done(&records[n])
			}
		}
		seen[i] = ok
	}
}

// Close shows the grading a last time; why is why it ended early, nil if it did
// not.
func (g *Grading) Close(why error) {
	g.mu.Lock()
	g.over = true
	status := Text{fmt.Sprintf("finished: %s graded", text.Count(len(g.teams), "team")), Good}
	unjudged := 0
	for i := range g.teams {
		unjudged += g.teams[i].unjudged
	}
	if unjudged > 0 {
		status = Text{fmt.Sprintf("%s; %s could not be judged", status.Text, text.Count(unjudged, "case")), Bad}
	}
	if why != nil {
		status = Text{fmt.Sprintf("stopped early, %s: %v", g.standing(), why), Bad}
	}
	g.status = &status
	g.mu.Unlock()
	g.page.End()
}

// standing is how many teams are graded. It changes seldom, so that who hears
// the page is not disturbed.
func (g *Grading) standing() string {
	return fmt.Sprintf("%d of %s graded", g.done, text.Count(len(g.teams), "team"))
}

// Look implements Source.
func (g *Grading) Look() View {
	g.mu.Lock()
	defer g.mu.Unlock()
	v := View{Title: g.title, Over: g.over, Status: Text{Text: g.standing()}}
	if g.together != "" {
		v.Status.Text += "; " + g.together
	}
	if g.status != nil {
		v.Status = *g.status
	}
	v.Progress = g.verdicts()
	columns := []string{"Team", "State", "Points"}
	for i, t := range g.tasks {
		columns = append(columns, fmt.Sprintf("%s (%v)", t.Name, g.most[i]))
	}
	columns = append(columns, "Notes")
	for i := range g.teams {
		if t := &g.teams[i]; !g.over && (t.stage == building || t.stage == running) {
			v.Clocks = append(v.Clocks, Clock{Name: t.name, For: t.doing(g.tasks), Since: t.since})
		}
	}
	v.Tables = []Table{g.table("Teams", columns, g.row)}
	for i, t := range g.others {
		v.Tables = append(v.Tables, g.matrix(i, t))
	}
	return v
}

// verdicts is how many verdicts are known, and how long the rest takes. Without
// an engine that tells, what counts is teams.
func (g *Grading) verdicts() *Progress {
	if g.now.IsZero() {
		return &Progress{Done: g.done, Of: len(g.teams), Unit: "teams"}
	}
	p := &Progress{Done: g.progress.Known + g.progress.Verdicts, Of: g.progress.All, Unit: "verdicts"}
	if rest, ok := g.progress.Rest(g.now.Sub(g.began)); ok && !g.over {
		p.Rest = fmt.Sprintf("about %v left", rest)
	}
	return p
}

// doing is what is done with a team now.
func (t *graded) doing(tasks []*course.Task) string {
	if t.stage == building {
		return "build"
	}
	for i := len(t.tasks) - 1; i >= 0; i-- {
		if t.tasks[i].begun {
			return tasks[i].Name + " " + string(t.tasks[i].part)
		}
	}
	return ""
}

// row is that of a team.
func (g *Grading) row(t *graded) []Text {
	state := states[t.stage]
	if t.note != "" {
		state = Text{state.Text + ", with notes", Bad} // not by its colour alone
	}
	points := Text{Mood: Quiet}
	if t.stage == finished {
		points = Text{Text: t.earned.String()}
	}
	row := append(make([]Text, 0, len(t.tasks)+4), Text{Text: t.name}, state, points)
	for i := range t.tasks {
		row = append(row, t.tasks[i].cell(t.stage, g.most[i]))
	}
	return append(row, Text{t.note, Bad})
}

// cell is how a task stands for a team at a stage.
func (t *taskGraded) cell(s stage, most report.Points) Text {
	switch {
	case t.done && t.earned == most:
		return Text{t.earned.String(), Good}
	case t.done:
		return Text{t.earned.String(), Bad}
	case t.begun && t.all > 0:
		return Text{Text: fmt.Sprintf("%s %d/%d", t.part, t.known, t.all)}
	case t.begun:
		return Text{Text: string(t.part)}
	case s == building:
		return Text{"build", Quiet}
	}
	return Text{"waits", Quiet}
}

// matrix is how the programs did on the suites of the other teams.
func (g *Grading) matrix(i int, task *course.Task) Table {
	caption := task.Name + ": programs (rows) on the suites of other teams (columns)"
	if g.missing > 0 {
		caption += fmt.Sprintf(", %s not shown", text.Count(g.missing, "more suite"))
	}
	return g.table(caption, slices.Concat([]string{"Program"}, g.suites), func(t *graded) []Text {
		row := []Text{{Text: t.name}}
		for n, author := range g.suites {
			row = append(row, t.cell(i, n, author))
		}
		return row
	})
}

// table has a row for each team, as far as they are shown.
func (g *Grading) table(caption string, columns []string, row func(*graded) []Text) Table {
	t := Table{Caption: caption, Columns: columns, Named: true}
	shown := min(len(g.teams), rowsOf(len(columns)))
	t.More, t.Rows = len(g.teams)-shown, make([][]Text, 0, shown)
	for i := range g.teams[:shown] {
		t.Rows = append(t.Rows, row(&g.teams[i]))
	}
	return t
}

// cell is how the program of a team did on the suite of another one.
func (t *graded) cell(task, suite int, author string) Text {
	if t.name == author {
		return Text{"own", Quiet}
	}
	var m met
	if t.against != nil && t.against[task] != nil {
		m = t.against[task][suite]
	}
	mood := Bad
	switch {
	case m.all == 0 && t.stage == finished:
		return Text{"none", Quiet}
	case m.all == 0:
		return Text{Mood: Quiet}
	case m.good == m.all:
		mood = Good
	}
	return Text{fmt.Sprintf("%d/%d", m.good, m.all), mood}
}
