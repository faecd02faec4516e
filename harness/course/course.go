// Package course reads what an instructor writes about a course: where the
// submissions are, which tasks they are to solve, how they are built and run,
// and what counts how much. It finds the submissions, and unpacks and runs
// nothing.
package course

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
)

// The bounds of a course, and why.
const (
	// FileBytesMax is more than anybody writes by hand.
	FileBytesMax = 1 << 20
	// TasksMax and TeamsMax bound what is kept in memory for a course.
	TasksMax = 100
	TeamsMax = 100_000
	// WeightMax keeps products of weights and points whole numbers of 64 bits.
	WeightMax = 10_000
	// OwnCasesMax is by default how many cases of a suite by its team count: the
	// first ones. A suite that was not written by hand must not take hours.
	OwnCasesMax = 200
	// GiveUpAfter is by default after how many timeouts in a row a program is
	// given up: more than chance makes of a slow program on a busy machine, and
	// few enough for forty programs that hang to cost minutes, not a night.
	GiveUpAfter = 5
	// GamesMax bounds the games of one task.
	GamesMax = 10_000
)

// What a submission may unpack to by default: far more than sources are, and
// little enough for a thousand of them on one disk.
const (
	UnpackedBytesMax = 256 << 20
	UnpackedFilesMax = 20_000
)

// A Course is what a course file says. Paths in it start in the folder of the
// file.
type Course struct {
	File   string // as it was given
	Title  string
	Points int64  // for everything, in hundredths of a point
	Work   string // the folder for unpacked submissions and ledgers
	Grades string // the folder for what is made of them
	// Touchstone is the version that the course was written for; "" for any.
	Touchstone string
	// Games are the folders of games that somebody has brought (game-folder.md).
	Games []string
	// Anonymous keeps the names of other teams out of what a team is shown.
	Anonymous bool
	// Broken and House say what becomes of the staff's cases that contradict the
	// rules, and of those that rest on a house ruling about which the course says
	// nothing.
	Broken, House Remedy
	// Secret is the file from which the names of an anonymous course are made: who
	// does not have it cannot tell who is meant.
	Secret string

	Submissions Submissions
	Late        Late
	Adjust      []Adjustment
	Tasks       []Task
}

// Submissions say where the submissions are.
type Submissions struct {
	Paths []string // patterns of folders and archives
	Path  string   // one folder or archive alone, instead of those; not in the file
	// Submitted is when that one came; zero: nobody knows. Not in the file.
	Submitted time.Time
	Roster    string // a CSV file with a line for each student or team; "" for none
	BytesMax  int64  // that one may unpack to
	FilesMax  int    // files and folders in one
	// Released are the teams whose programs are run although there is a copy of
	// touchstone among their files.
	Released []string
}

// A Task is what every submission is to solve.
type Task struct {
	Name   string // that grades call it: "rules"
	Weight int64  // its share of the points that no task has for itself
	Points int64  // for itself, in hundredths; 0: by weight
	Bonus  bool   // its points come on top of those of the course
	Game   *game.Game
	Task   game.Task
	// Settings are the rules that judge.
	Settings game.Settings

	Dir   string   // of the submission, where its command lines start
	Build Build    // before anything is run
	Run   []string // the command line of the program
	// NoStdin tells that its input comes in the file of subject.InputMark alone.
	NoStdin bool
	// Adapter stands in front of the command line, as the flag of touchstone test
	// has it. AdapterFiles are those of its words that are files beside the course
	// file, as absolute paths.
	Adapter, AdapterFiles []string
	// Read are files and folders that builds and programs may read beside the
	// submission.
	Read   []string
	Env    []string // NAME=VALUE
	Suites []string // GAME/TASK for an embedded one, or paths
	Public []string // those of Suites that students may see; embedded ones all may
	// Profile and Selection choose cases of the suites, as the flags of touchstone
	// test do.
	Profile   string
	Selection Selection
	// TextOnly leaves out the cases that rest on a house ruling that the course does
	// not set.
	TextOnly   bool
	Deliver    string // as the flag of touchstone test has it
	Deliveries []delivery.Delivery
	Lines      bool // it answers many cases, a line each
	Repeat     int
	Retries    int // of a case that fails
	// AcceptFlaky says that a case that passes on a retry passes, with a warning.
	AcceptFlaky bool
	Codes       judge.Codes
	Pedantic    bool // remarks are failures
	Isolation   subject.Isolation
	Limits      subject.Limits // zero fields stand for defaults
	// GiveUpAfter is after how many timeouts in a row the program is asked no more
	// in this task; 0: it is asked every case.
	GiveUpAfter int
	TimeScale   float64    // of live tasks
	Waits       live.Waits // of live tasks
	Visibility  string     // one of report.Visibilities

	Own    Own
	Play   Play
	Counts []Count // in the order of Parts; none has the weight 0
	// Idle are the tables of the task, own and play, that are about parts of which the
	// file says nothing in counts, and waits and time_scale of a task that nobody plays.
	Idle []string

	// Minimum is the share of the part cases, in ten-thousandths of its cases, below
	// which the part earns nothing.
	Minimum int64
	Groups  []Group // of the staff's cases; a case is in the first one that has it
}

// A Group is some of the staff's cases of a task, with points of their own.
type Group struct {
	Name string
	// Named says that the staff has chosen the name. Otherwise it is made of what the
	// group selects, which teams may not be allowed to see.
	Named bool
	// Suites are some of the task's; Cases, Tags and Clauses are patterns and names
	// as the flags of touchstone test have them. A case is in the group if every
	// kind that names something has it.
	Suites, Cases, Tags, Clauses []string

	Points       int64 // for all of its cases together, in hundredths
	Bonus        bool  // they come on top of those of the task
	AllOrNothing bool  // they are earned if all its cases pass, and not at all else
	Minimum      int64 // as that of a task
}

// Selects tells whether something says which cases are in the group.
func (g *Group) Selects() bool { return len(g.Suites)+len(g.Cases)+len(g.Tags)+len(g.Clauses) > 0 }

// MinimumScale is the share of all cases, in the unit of Minimum.
const MinimumScale = 10_000

// Full is GAME/TASK.
func (t *Task) Full() string { return t.Game.Name + "/" + t.Task.Name }

// Argv is the command line that starts the program, and that of the program
// itself. The error is a *game.UsageError.
func (t *Task) Argv() (argv, program []string, err error) {
	return subject.Adapter{Wrapper: t.Adapter, Task: t.Task.Name, NoStdin: t.NoStdin}.Adapt(t.Run, t.Isolation)
}

// AdapterHere is the adapter with its files in the folder of the team, which has
// been given them.
func (t *Task) AdapterHere() []string {
	words := slices.Clone(t.Adapter)
	for i, word := range words {
		if slices.Contains(t.AdapterFiles, word) {
			words[i] = filepath.Base(word)
		}
	}
	return words
}

// Weight of a part, 0 if it does not count.
func (t *Task) WeightOf(part Part) int64 {
	for _, c := range t.Counts {
		if c.Part == part {
			return c.Weight
		}
	}
	return 0
}

// A Selection names cases as the flags --case, --skip, --tag and --clause of
// touchstone test do.
type Selection struct {
	Cases, Skip, Tags, Clauses []string
}

// A Build is a command line of the shell that makes the program.
type Build struct {
	Command string // "" for none
	Timeout time.Duration
	Memory  int64 // bytes
	Procs   int
	Disk    int64 // bytes that it may add to the submission
	Network bool
	Env     []string // NAME=VALUE
	Pass    []string // names of variables that it gets from touchstone
}

// An Own is the suite that the team itself has written for a task.
type Own struct {
	Suite    string // where it is in the submission
	CasesMin int    // fewer count as if the missing ones were wrong
	CasesMax int    // of more the first ones count
}

// A Play is how the programs of all teams meet as players.
type Play struct {
	Seats int
	Games int // for each team, at least
	Seed  uint64
}

// A Remedy says what becomes of a staff case that would spoil the grades.
type Remedy string

// The remedies.
const (
	Stop     Remedy = "stop"      // nothing is graded until the case is mended
	LeaveOut Remedy = "leave-out" // the case is not asked, and every page says so
	CountIn  Remedy = "count"     // the case counts as it is, and every page says so
)

// A Part is something that counts in a task.
type Part string

// The parts.
const (
	Cases  Part = "cases"  // the program answers the cases of the staff's suites
	Valid  Part = "valid"  // the cases of the team's own suite are right
	Kills  Part = "kills"  // the team's own suite tells mutants from the rules
	Others Part = "others" // the program answers the right cases of the other teams
	Plays  Part = "play"   // the program plays against those of the other teams
)

// Parts are all of them, in their order.
func Parts() []Part { return []Part{Cases, Valid, Kills, Others, Plays} }

// A Count is a part with its weight.
type Count struct {
	Part   Part
	Weight int64
}

// PointsOf are the points of the i-th task, in hundredths: its own ones, or its
// share by weight of those that no task has for itself.
func (c *Course) PointsOf(i int) int64 {
	if c.Tasks[i].Points > 0 {
		return c.Tasks[i].Points
	}
	rest, weights := c.Shared()
	return portion(max(0, rest), weights, i)
}

// Shared are the points that no task has for itself, in hundredths, and the weights of the tasks
// that divide them, 0 of the others. The points are below 0 if tasks have more than there are.
func (c *Course) Shared() (points int64, weights []int64) {
	points, weights = c.Points, make([]int64, len(c.Tasks))
	for n := range c.Tasks {
		switch t := &c.Tasks[n]; {
		case t.Points == 0:
			weights[n] = t.Weight
		case !t.Bonus:
			points -= t.Points
		}
	}
	return points, weights
}

// PointsOfPart are the points of a part of the i-th task, in hundredths.
func (c *Course) PointsOfPart(i int, part Part) int64 {
	counts := c.Tasks[i].Counts
	weights := make([]int64, len(counts))
	for n, count := range counts {
		weights[n] = count.Weight
	}
	for n, count := range counts {
		if count.Part == part {
			return portion(c.PointsOf(i), weights, n)
		}
	}
	return 0
}

// portion is what of points falls to the i-th weight. All portions together
// are just the points.
func portion(points int64, weights []int64, i int) int64 {
	var before, all int64
	for n, w := range weights {
		if n < i {
			before += w
		}
		all += w
	}
	if all == 0 {
		return 0
	}
	return points*(before+weights[i])/all - points*before/all
}

// path is a path of the course file as others take it.
func (c *Course) path(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(c.File), name)
}
