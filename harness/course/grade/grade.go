// Package grade grades a course: it unpacks and builds what the teams have
// handed in, runs all that counts, and keeps every verdict in ledgers whose
// names are checksums of what they depend on, so that only what has changed is
// ever done again.
package grade

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// An Engine grades a course on this machine.
type Engine struct {
	Course   *course.Course
	Embedded fs.FS         // the embedded suites
	Lookup   course.Lookup // of the games there are
	Games    []*game.Game  // for one of whose tasks a suite may be meant; may be nil
	Version  string        // of the program
	Jobs     int           // programs at once; 0: as many as the machine has room for
	Only     []string      // teams; none: all
	OnlyTask []string      // names of tasks; none: all
	Shard    suite.Shard   // of the teams
	// Wrong is what is wrong with the course file itself, nil for nothing: Prepare
	// tells it with everything else.
	Wrong *document.Problems
	// Elsewhere says that the programs run on other machines: what this one has
	// says nothing.
	Elsewhere bool

	Tell     func(Progress) // is told how far it has come, one at a time; may be nil
	Observer Observer       // may be nil until Prepare
	// Say is told what takes long, and of which team; may be nil.
	Say func(message string)
	// Fail gets what this machine could not do for a team, and a hint, which may be
	// empty. It may be nil.
	Fail func(message, hint string)
	// Warn is told at most once for each task that programs are kept apart less
	// well than they could be.
	Warn func(message string)

	all     []course.Submission // of the course
	known   bool                // all of them are: nothing is wrong with the roster
	aliases map[string]string   // by team; nil where they have their names
	// secretSum is the checksum of the secret of the course, "" where none is used.
	secretSum string
	teams     []course.Submission // to be graded
	roster    *course.Roster
	leftOut   []string
	findings  []Finding
	tasks     []*task
	hide      []string
	teamJobs  int
	spare     *pool.Slots // of jobs that no team has

	// building is held for reading by all builds, and for writing by one that is alone.
	building sync.RWMutex

	mu       sync.Mutex
	progress Progress
	warned   map[string]bool
	failed   bool             // something for a team, through no fault of its own
	layers   map[string]error // why there can be none, by the path of a cache
}

// A Progress is how far grading has come.
type Progress struct {
	Teams, TeamsDone int
	// Verdicts are those that were found now, of all that there are, and Known
	// those that stood in ledgers. All is an estimate where suites of teams count.
	Verdicts, Known, All int
}

// estimateMin is how long grading must have gone on before the rest of the time
// is estimated: before, builds and caches decide.
const estimateMin = 5 * time.Second

// Rest is about how long the rest takes, if so far it has taken so long. False
// says that nobody knows.
func (p Progress) Rest(took time.Duration) (time.Duration, bool) {
	left := p.All - p.Known - p.Verdicts
	if took < estimateMin || p.Verdicts == 0 || left <= 0 {
		return 0, false
	}
	return time.Duration(float64(took) / float64(p.Verdicts) * float64(left)).Round(time.Second), true
}

// Teams are the teams to be graded, and Roster is that of the course, nil if
// there is none; both are known after Prepare.
func (e *Engine) Teams() []course.Submission { return e.teams }

// All are the teams of the course.
func (e *Engine) All() []course.Submission { return e.all }

// Roster is that of the course, nil if there is none.
func (e *Engine) Roster() *course.Roster { return e.roster }

// LeftOut are the paths beside the submissions that are none. They are known
// after Prepare.
func (e *Engine) LeftOut() []string { return e.leftOut }

// Prepare finds the submissions, reads the suites, and fixes what counts before
// any program runs. The error is a *document.Problems with all that stops the course,
// or a *game.UsageError.
func (e *Engine) Prepare(ctx context.Context) error {
	if err := e.misread(); err != nil {
		return err
	}
	e.doubled()
	e.unpriced()
	e.uneven()
	e.secretive()
	if err := e.prepareTeams(ctx); err != nil {
		return err
	}
	if err := e.prepareTasks(ctx); err != nil {
		return err
	}
	e.hidden()
	if e.Observer == nil {
		e.Observer = nobody{}
	}
	e.warned = make(map[string]bool)
	e.plan()
	return nil
}

// prepareTeams finds the submissions, tells what is odd about them, and chooses the teams that
// are graded.
func (e *Engine) prepareTeams(ctx context.Context) error {
	found, wrong := e.find()
	if err := e.fault(aboutCourse, "", "", wrong); err != nil {
		return err
	}
	if found == nil {
		return nil
	}
	e.all, e.roster, e.leftOut = found.Submissions, found.Roster, found.LeftOut
	e.known = wrong == nil
	e.gaps(wrong)
	if e.known { // else nobody can tell who is missing or late
		e.undated()
		e.overdue()
		e.distant()
		e.astray()
		e.missing()
		e.unlisted()
		e.twins()
		e.lonely()
	}
	for _, look := range []func(context.Context) error{e.unopened, e.tight, e.nowhere} {
		if err := look(ctx); err != nil {
			return err
		}
	}
	return e.chooseTeams()
}

// chooseTeams chooses those of the teams that are graded.
func (e *Engine) chooseTeams() error {
	for _, name := range e.Only {
		// Without its submissions a course has no teams, and the findings say what is wrong.
		if e.known && !slices.ContainsFunc(e.all, func(s course.Submission) bool { return s.Team == name }) {
			names := make([]string, len(e.all))
			for i, s := range e.all {
				names[i] = s.Team
			}
			return game.Unknown("team", name, "of "+e.Course.File, names, "touchstone grade "+e.Course.File+" --list")
		}
	}
	for _, s := range e.all {
		if (len(e.Only) == 0 || slices.Contains(e.Only, s.Team)) && (e.Shard.Count == 0 || e.Shard.Has(s.Team)) {
			e.teams = append(e.teams, s)
		}
	}
	return nil
}

// find finds the submissions, if the course file says where they are.
func (e *Engine) find() (*course.Found, error) {
	if e.Wrong != nil && len(e.Course.Submissions.Paths) == 0 && e.Course.Submissions.Path == "" {
		return nil, nil
	}
	return e.Course.Find()
}

// PrepareTasks is the part of Prepare that is about the tasks: it looks for no
// submissions. The error is that of Prepare.
func (e *Engine) PrepareTasks(ctx context.Context) error {
	if err := e.misread(); err != nil {
		return err
	}
	return e.prepareTasks(ctx)
}

// misread tells what is wrong with the course file itself.
func (e *Engine) misread() error {
	if e.Wrong == nil {
		return nil
	}
	return e.fault(aboutCourse, "", "", e.Wrong)
}

func (e *Engine) prepareTasks(ctx context.Context) error {
	var names []string
	for i := range e.Course.Tasks {
		names = append(names, e.Course.Tasks[i].Name)
	}
	for _, name := range e.OnlyTask {
		if e.Wrong == nil && !slices.Contains(names, name) {
			wrong := game.Unknown("task", name, "of "+e.Course.File, names, "touchstone grade "+e.Course.File+" --list")
			for i := range e.Course.Tasks {
				if k := &e.Course.Tasks[i]; k.Game != nil && k.Full() == name {
					wrong.Hint = fmt.Sprintf("did you mean %q, its name in the course? ", k.Name) + wrong.Hint
					break
				}
			}
			return wrong
		}
	}
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		if t.Game == nil || len(e.OnlyTask) > 0 && !slices.Contains(e.OnlyTask, t.Name) {
			continue
		}
		e.commands(t)
		e.marks(t)
		e.namesakes(t)
		e.idle(t)
		e.torn(t)
		e.unusual(t)
		if _, err := t.Game.Configure(t.Settings); err != nil && e.Wrong != nil {
			continue // which the problems of the file say
		}
		k, err := e.load(ctx, t)
		if err = e.fault(aboutSuite, t.Name, "", err); err != nil {
			return err
		}
		if k != nil {
			e.seats(k)
			e.tasks = append(e.tasks, k)
		}
	}
	return e.stopped()
}

// plan decides how much is done at once.
func (e *Engine) plan() {
	jobs := e.Jobs
	for _, t := range e.tasks {
		// Each team builds and runs one program at a time.
		if room := run.Jobs(t.Limits, nil, false); e.Jobs == 0 && (jobs == 0 || room < jobs) {
			jobs = room
		}
		e.progress.All += len(t.cases) * len(e.teams)
	}
	e.teamJobs = max(1, min(jobs, len(e.teams)))
	e.Jobs = max(1, jobs)
	e.spare = pool.NewSlots(e.Jobs * slotsOfJob)
	e.progress.Teams = len(e.teams)
}

// slotsOfJob is how many slots a job has: a multiple of how many programs run in
// one if they wait most of the time.
const slotsOfJob = 24

// Unasked says by task what the profiles leave out. It is known after Prepare.
func (e *Engine) Unasked() []string {
	var list []string
	for _, t := range e.tasks {
		if t.unasked != "" {
			list = append(list, fmt.Sprintf("task %s: %s", t.Name, t.unasked))
		}
	}
	return list
}

// hidden finds what no program may read: the submissions of others, the suites,
// what is made here, and this program, which knows all answers.
func (e *Engine) hidden() {
	c := e.Course
	e.hide = []string{c.File, c.Work, c.Grades, c.Secret}
	if c.Submissions.Roster != "" {
		e.hide = append(e.hide, c.Submissions.Roster)
	}
	for i := range c.Tasks {
		e.hide = append(e.hide, gamefolder.Files(c.Tasks[i].Game)...)
		for _, name := range c.Tasks[i].Suites {
			if !course.EmbeddedSuite(name, e.Lookup) {
				e.hide = append(e.hide, name)
			}
		}
	}
	seen := make(map[string]bool)
	home := filepath.Dir(c.File)
	for _, s := range e.all {
		if s.Path == "" {
			continue
		}
		path := filepath.Dir(s.Path)
		if rest, err := filepath.Rel(path, home); err != nil || filepath.IsLocal(rest) || c.Submissions.Path != "" {
			// The folder holds more than submissions, or may do so.
			path = s.Path
		}
		if !seen[path] {
			seen[path] = true
			e.hide = append(e.hide, path)
		}
	}
	if own, err := os.Executable(); err == nil {
		e.hide = append(e.hide, own)
	}
}

// Run grades all teams, and hands on each record as soon as it is known, in the
// order of the teams. The error is that of the context, or trouble of the
// machine; then what was found is kept, and Run goes on from there next time.
func (e *Engine) Run(ctx context.Context, deliver func(Record) error) error {
	if err := e.OpenWork(); err != nil {
		return err
	}
	if err := e.number(); err != nil {
		return err
	}
	e.warnRoot()
	// Builds take their time before the first verdict.
	e.advance(func(*Progress) {})
	authors, err := e.authors(ctx)
	if err != nil {
		return err
	}
	standings, err := e.tournaments(ctx)
	if err != nil {
		return err
	}
	e.Observer.Together("")
	turn := newTurn(len(e.teams))
	defer turn.stop()
	// Each team has a job of its own while it is graded, in which it does one thing
	// at a time. When fewer teams are left than there are jobs, their cases run on
	// all of them.
	if !e.spare.Take(ctx, e.teamJobs*slotsOfJob) {
		return context.Cause(ctx)
	}
	var ended atomic.Int64
	return pool.Run(ctx, len(e.teams), e.teamJobs, func() func(int) error {
		return func(i int) error {
			r, err := e.team(ctx, e.teams[i], authors, standings)
			if left := len(e.teams) - int(ended.Add(1)); left < e.teamJobs {
				e.spare.Give(slotsOfJob)
			}
			if err != nil {
				turn.stop()
				return err
			}
			e.advance(func(p *Progress) { p.TeamsDone++ })
			return turn.take(i, func() error { return deliver(*r) })
		}
	})
}

// advance changes the progress and tells it.
func (e *Engine) advance(change func(*Progress)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	change(&e.progress)
	if e.Tell != nil {
		e.Tell(e.progress)
	}
}

// first tells whether a message has not been passed on yet.
func (e *Engine) first(message string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	known := e.warned[message]
	e.warned[message] = true
	return !known
}

// warn passes on a warning, each one once.
func (e *Engine) warn(message string) {
	if e.Warn == nil || !e.first(message) {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.Warn(message)
}

// fail passes on what this machine could not do for a team, and a hint, which may be
// empty.
func (e *Engine) fail(message, hint string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.failed = true
	if e.Fail != nil {
		e.Fail(message, hint)
	}
}

// Failed tells whether this machine could not do something for a team so far.
func (e *Engine) Failed() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.failed
}

// sayAfter is how long something for one team takes before it is told, and how
// often it is told from then on.
const sayAfter = 10 * time.Second

// patiently tells again and again that something for a team goes on, until the
// function that it returns is called.
func (e *Engine) patiently(team, doing string) (end func()) {
	if e.Say == nil {
		return func() {}
	}
	begun, done := time.Now(), make(chan struct{})
	ticker := time.NewTicker(sayAfter)
	go func() {
		for {
			select {
			case <-ticker.C:
				e.say(fmt.Sprintf("team %s: %s takes long: %v so far", team, doing, time.Since(begun).Round(time.Second)))
			case <-done:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(done)
	}
}

// say passes on a message.
func (e *Engine) say(message string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.Say != nil {
		e.Say(message)
	}
}

// A turn lets things that end in any order be done in theirs.
type turn struct {
	mu      sync.Mutex
	changed *sync.Cond
	next    int
	stopped bool
	waiting map[int]func() error
}

func newTurn(n int) *turn {
	t := &turn{waiting: make(map[int]func() error, min(n, 64))}
	t.changed = sync.NewCond(&t.mu)
	return t
}

// take does the i-th thing, once those before it are done; nobody waits.
func (t *turn) take(i int, do func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting[i] = do
	for !t.stopped {
		next, ok := t.waiting[t.next]
		if !ok {
			return nil
		}
		delete(t.waiting, t.next)
		t.next++
		if err := next(); err != nil {
			t.stopped = true
			return err
		}
	}
	return nil
}

func (t *turn) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
}

// partOrder compares results by the order of the course.
func (e *Engine) partOrder(a, b *Result) int {
	index := func(name string) int {
		return slices.IndexFunc(e.Course.Tasks, func(t course.Task) bool { return t.Name == name })
	}
	return cmp.Or(cmp.Compare(index(a.Task), index(b.Task)),
		cmp.Compare(slices.Index(course.Parts(), a.Part), slices.Index(course.Parts(), b.Part)))
}

// team grades one team.
func (e *Engine) team(ctx context.Context, s course.Submission, authors authors, standings standings) (*Record, error) {
	r := &Record{Team: s.Team, Note: s.Note, Parts: []Result{}}
	st, err := e.built(ctx, s)
	if err != nil {
		return nil, err
	}
	r.Refused, r.Tree, r.Copies = st.Refused, st.Tree, st.Copies
	if len(st.Copies) > 0 {
		said := fmt.Sprintf("the submission of team %s contains a copy of touchstone: %s", s.Team, strings.Join(st.Copies, ", "))
		if e.held(st) == "" {
			said += "; the team is released, so its program runs, but the sandbox may refuse to start that copy"
		}
		e.say(said)
	}
	for _, b := range st.Builds {
		r.Builds = append(r.Builds, b.Built)
	}
	for _, t := range e.tasks {
		if err := e.parts(ctx, r, &work{engine: e, state: st, task: t, streak: run.Streak{Max: t.GiveUpAfter}}, authors, standings); err != nil {
			return nil, err
		}
	}
	sort.SliceStable(r.Parts, func(i, j int) bool { return e.partOrder(&r.Parts[i], &r.Parts[j]) < 0 })
	e.Observer.Done(r)
	return r, nil
}

// parts does all parts of a task for a team.
func (e *Engine) parts(ctx context.Context, r *Record, w *work, authors authors, standings standings) error {
	defer w.close()
	for _, count := range w.task.Counts {
		w.part = count.Part
		w.engine.Observer.Begin(r.Team, w.task.Name, w.part)
		var result *Result
		err := w.engine.withRoom(func() (err error) {
			result, err = w.do(ctx, authors, standings)
			return err
		})
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return fmt.Errorf("team %s, task %s, %s: %w", r.Team, w.task.Name, count.Part, err)
		}
		w.engine.Observer.End(r.Team, result)
		r.Parts = append(r.Parts, *result)
	}
	return nil
}

// usage is a *game.UsageError in an error, "" if there is none.
func usage(err error) string {
	if u, ok := errors.AsType[*game.UsageError](err); ok {
		return u.Message
	}
	return ""
}
