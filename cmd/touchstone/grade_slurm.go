package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course/autograder"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/course/slurm"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The engines that grade.
const (
	engineLocal = "local"
	engineSlurm = "slurm"
)

// Teams for each task of an array: a task costs the scheduler about a second,
// and a team some.
const (
	perTaskDefault = 30
	perTaskMax     = 1000
)

// slurmFlags are the flags of grade that are about Slurm.
type slurmFlags struct {
	engine  string
	perTask int
	options []string
}

// check refuses flags that do not go together.
func (s *slurmFlags) check(c *cobra.Command) error {
	switch s.engine {
	case engineLocal:
		for _, name := range []string{"per-task", "sbatch"} {
			if c.Flags().Changed(name) {
				return &game.UsageError{Message: fmt.Sprintf("--%s is for --engine slurm", name), Hint: "add --engine slurm, or leave the flag out"}
			}
		}
		return nil
	case engineSlurm:
	default:
		return game.Unknown("engine", s.engine, "", []string{engineLocal, engineSlurm}, "touchstone grade --help")
	}
	if s.perTask < 1 || s.perTask > perTaskMax {
		return outOfRange("per-task", s.perTask, 1, perTaskMax, fmt.Sprintf("give each task of the array %d teams", perTaskDefault))
	}
	for _, name := range []string{"team", "task", "shard", "submission"} {
		if c.Flags().Changed(name) {
			return &game.UsageError{Message: fmt.Sprintf("--engine slurm does not work with --%s", name), Hint: "it grades the whole course"}
		}
	}
	return nil
}

// newJob makes the job that grades a course in shards: so many teams at once in
// each.
func newJob(e *grade.Engine, shards, teams int) autograder.Job {
	return autograder.Job{File: e.Course.File, Shards: shards, CPUs: teams, Memory: e.Memory(teams)}
}

// runSlurm grades a course by an array job of Slurm.
func (f *gradeFlags) runSlurm(c *cobra.Command, out *output, e *grade.Engine) error {
	if err := e.OpenWork(); err != nil {
		return err
	}
	h, err := e.Header(c.Context())
	if err != nil {
		return err
	}
	shards := max(1, (len(e.All())+f.slurm.perTask-1)/f.slurm.perTask)
	array, err := f.array(e, h, shards)
	if err != nil {
		return err
	}
	g, err := f.gallery.openGrading(c, e)
	if err != nil {
		return err
	}
	seen := make([]bool, shards)
	stderr, terminal := out.progressTo(c.ErrOrStderr())
	progress := newGradeProgress(stderr, terminal, func(time.Duration) string { return "waiting for Slurm" })
	array.Tell = func(p slurm.Progress) {
		progress.tell(arrayLine(p))
		if g != nil {
			g.grading.Together(arrayLine(p)(0))
			g.grading.Shards(e, h, seen)
		}
	}
	array.Say = progress.say
	err = array.Run(c.Context())
	progress.end()
	if g != nil {
		g.grading.Shards(e, h, seen)
		g.close(err)
	}
	if err != nil {
		return err
	}
	files := make([]string, shards)
	for i := range files {
		files[i] = e.ShardFile(suite.Shard{Index: i + 1, Count: shards})
	}
	return merge(c, out, e, h, files)
}

// array writes the script of the array job, with what it needs, into the folder
// work.
func (f *gradeFlags) array(e *grade.Engine, h grade.Header, shards int) (*slurm.Array, error) {
	job := newJob(e, shards, max(f.jobs, 1))
	var err error
	if job.File, err = filepath.Abs(job.File); err != nil {
		return nil, err
	}
	if job.Program, err = os.Executable(); err != nil {
		return nil, err
	}
	script, err := autograder.Text(autograder.Slurm, job)
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(filepath.Join(e.Course.Work, "slurm"))
	if err != nil {
		return nil, err
	}
	a := &slurm.Array{
		// The job of another course, or of other submissions, is another one.
		Name:    "touchstone-" + h.Course[:min(12, len(h.Course))] + fmt.Sprintf("-%d", shards),
		Script:  filepath.Join(folder, "array.sh"),
		Dir:     folder,
		Logs:    folder,
		Options: f.slurm.options,
	}
	if err = os.MkdirAll(folder, 0o755); err == nil {
		err = os.WriteFile(a.Script, script, 0o755)
	}
	if err != nil {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("folder %s: %v", folder, text.Cause(err)),
			Hint:    `work = "FOLDER" in the course file names another one`,
		}
	}
	first := true
	a.Missing = func() ([]int, error) {
		missing, err := e.Missing(h, shards, first)
		first = false
		return missing, err
	}
	return a, nil
}

// arrayLine says how far the array job has come.
func arrayLine(p slurm.Progress) progressLine {
	return func(time.Duration) string {
		line := fmt.Sprintf("job %s, %d of %s left, %d running", p.Job, p.Running+p.Waiting, text.Count(p.Tasks, "task"), p.Running)
		if p.Why != "" {
			line += fmt.Sprintf(", %d waiting for %s", p.Waiting, text.Visible(p.Why))
		}
		return line
	}
}
