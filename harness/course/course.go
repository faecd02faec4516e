// Package course reads what an instructor writes about a course: where the
// submissions are, which tasks they are to solve, how they are built and run,
// and what counts how much. It finds the submissions, and unpacks and runs
// nothing.
package course

import (
	"path/filepath"
	"time"

	"github.com/touchstone-harness/touchstone/harness/delivery"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
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
	// Anonymous keeps the names of other teams out of what a team is shown.
	Anonymous bool
	// Secret is the file from which the names of an anonymous course are made: who
	// does not have it cannot tell who is meant.
	Secret string

	Submissions Submissions
	Tasks       []Task
}

// Submissions say where the submissions are.
type Submissions struct {
	Paths    []string // patterns of folders and archives
	Path     string   // one folder or archive alone, instead of those; not in the file
	Roster   string   // a CSV file with a line for each student or team; "" for none
	BytesMax int64    // that one may unpack to
	FilesMax int      // files and folders in one
	// Released are the teams whose programs are run although there is a copy of
	// touchstone among their files.
	Released []string
}

// A Task is what every submission is to solve.
type Task struct {
	Name   string // that grades call it: "rules"
	Weight int64
	Game   *game.Game
	Task   game.Task
	// Settings are the rules that judge.
	Settings game.Settings

	Dir   string   // of the submission, where its command lines start
	Build Build    // before anything is run
	Run   []string // the command line of the program
	// NoStdin tells that its input comes in the file of subject.InputMark alone.
	NoStdin bool
	// Read are files and folders that builds and programs may read beside the
	// submission.
	Read   []string
	Env    []string // NAME=VALUE
	Suites []string // GAME/TASK for an embedded one, or paths
	// Profile and Selection choose cases of the suites, as the flags of touchstone
	// test do.
	Profile    string
	Selection  Selection
	Deliver    string // as the flag of touchstone test has it
	Deliveries []delivery.Delivery
	Lines      bool // it answers many cases, a line each
	Repeat     int
	Codes      judge.Codes
	Pedantic   bool // remarks are failures
	Isolation  subject.Isolation
	Limits     subject.Limits // zero fields stand for defaults
	// GiveUpAfter is after how many timeouts in a row the program is asked no more
	// in this task; 0: it is asked every case.
	GiveUpAfter int
	TimeScale   float64 // of live tasks
	Visibility  string  // one of report.Visibilities

	Own    Own
	Play   Play
	Counts []Count // in the order of Parts; none has the weight 0
}

// Full is GAME/TASK.
func (t *Task) Full() string { return t.Game.Name + "/" + t.Task.Name }

// Argv is the command line that starts the program, and that of the program
// itself. The error is a *game.UsageError.
func (t *Task) Argv() (argv, program []string, err error) {
	return subject.Adapter{Task: t.Task.Name, NoStdin: t.NoStdin}.Adapt(t.Run, t.Isolation)
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

// path is a path of the course file as others take it.
func (c *Course) path(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(c.File), name)
}
