package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course/autograder"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// module is where go install finds this program.
const module = "github.com/touchstone-harness/touchstone"

// gradeExportFlags are the flags of grade export.
type gradeExportFlags struct {
	to     string
	shards int
	image  string
}

func newGradeExport(out *output) *cobra.Command {
	f := &gradeExportFlags{}
	c := &cobra.Command{
		Use:   "export KIND COURSE.toml",
		Short: "write what other services need to grade a course",
		Long: `The KINDs:
  gradescope  a zip file to upload as an autograder: this program (a build for Linux), the course file, its suites
              and its games; add what the builds need to its setup.sh
  github      a folder for the root of a repository: a workflow that grades each push, as for GitHub Classroom,
              with course file and suites, which must be public; it uploads the page of the team
  k8s         an Indexed Job for Kubernetes that grades in shards
  slurm       a script for sbatch that grades in shards as an array job
gradescope and github grade one submission at a time, so nothing that concerns several teams may count; they
need --to. The others print.

Exit status: 0 it was written, 2 trouble.`,
		Example: `  touchstone grade export gradescope single.toml --to autograder.zip
  touchstone grade export github single.toml --to repository
  touchstone grade export k8s class.toml --shards 20 > job.yml
  touchstone grade export slurm class.toml --shards 20 > job.sh`,
		Args: arguments(2, 2, "KIND COURSE.toml"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return autograder.Kinds(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, out, args[0], args[1]) },
	}
	flags := c.Flags()
	flags.StringVar(&f.to, "to", "", "`PATH`: write this new zip file (gradescope) or folder (github)")
	flags.IntVar(&f.shards, "shards", 10, "`N`: grade in N shards, of 20 to 50 teams each")
	flags.StringVar(&f.image, "image", "touchstone:latest",
		"`IMAGE`: k8s: the image with touchstone and what builds need; for a pinned course touchstone:VERSION")
	return c
}

// check refuses an unknown kind, and flags of other kinds, which would be ignored.
func (f *gradeExportFlags) check(c *cobra.Command, kind, file string) error {
	if !slices.Contains(autograder.Kinds(), kind) {
		return game.Unknown("kind", kind, "", autograder.Kinds(), "touchstone grade export --help")
	}
	toFiles := []string{autograder.Gradescope, autograder.GitHub}
	toStdout := []string{autograder.Kubernetes, autograder.Slurm}
	command := fmt.Sprintf("touchstone grade export %s %s", kind, text.Quote([]string{file}))
	for _, one := range []struct {
		flag  string
		kinds []string
		hint  string
	}{
		{"to", toFiles, command + " > FILE"},
		{"shards", toStdout, kind + " grades one submission at a time: leave --shards out"},
		{"image", []string{autograder.Kubernetes}, "leave --image out"},
	} {
		if c.Flags().Changed(one.flag) && !slices.Contains(one.kinds, kind) {
			return &game.UsageError{Message: fmt.Sprintf("--%s is for %s, not for %s", one.flag, strings.Join(one.kinds, " and "), kind), Hint: one.hint}
		}
	}
	switch {
	case f.shards < 1 || f.shards > suite.ShardsMax:
		return outOfRange("shards", f.shards, 1, suite.ShardsMax, "get 10 shards; one for 20 to 50 teams is about right")
	case f.to == "" && slices.Contains(toFiles, kind):
		return &game.UsageError{
			Message: fmt.Sprintf("%s writes files: --to is missing", kind),
			Hint:    "--to PATH names the new zip file (gradescope) or folder (github)",
		}
	}
	return f.try(kind)
}

func (f *gradeExportFlags) run(c *cobra.Command, out *output, kind, file string) error {
	if err := f.check(c, kind, file); err != nil {
		return err
	}
	e, err := newEngine(c, out, file)
	if err != nil {
		return err
	}
	e.Elsewhere = true
	if err := tellProblems(c, e.PrepareTasks(c.Context())); err != nil {
		return err
	}
	if pinned := e.Course.Touchstone; pinned != "" && pinned != programVersion() && kind == autograder.Gradescope {
		return &game.UsageError{
			Message: fmt.Sprintf("course %s: it was written for version %s of touchstone, and the archive would have this one, %s",
				file, pinned, programVersion()),
			Hint: "export it with that version",
		}
	}
	job := f.job(c, e)
	if f.to == "" {
		text, err := autograder.Text(kind, job)
		if err != nil {
			return err
		}
		_, err = c.OutOrStdout().Write(text)
		return err
	}
	own, err := os.Executable()
	if err != nil {
		return err
	}
	fill := func(to suite.Sink) error { return autograder.Write(to, kind, e.Course, lookupTask, own, job) }
	if kind == autograder.GitHub {
		err = toFolder(f.to, fill)
	} else {
		err = toZip(f.to, fill)
	}
	if err != nil {
		return err
	}
	tellWritten(c, out, f.to)
	return nil
}

// job says how the course is graded there: by the version that it is pinned to, or else by this
// one, or by the latest one if this is no release.
func (f *gradeExportFlags) job(c *cobra.Command, e *grade.Engine) autograder.Job {
	job := newJob(e, f.shards, 1)
	job.Image, job.Module, job.Version, job.Pinned = f.image, module, programVersion(), e.Course.Touchstone
	switch {
	case job.Pinned != "":
		job.Version = job.Pinned
		if !c.Flags().Changed("image") {
			job.Image = "touchstone:" + job.Pinned
		}
	case !strings.HasPrefix(job.Version, "v"):
		job.Version = "latest"
	}
	return job
}

// try tells whether --to can be written: better now than after the suites were checked.
func (f *gradeExportFlags) try(kind string) error {
	switch {
	case f.to == "":
	case kind == autograder.GitHub:
		_, err := suite.Folder(f.to)
		return err
	case kind == autograder.Gradescope:
		file, err := files.CreateNew("--to", f.to)
		if err != nil {
			return err
		}
		file.Discard()
	}
	return nil
}

// toFolder writes into a new folder.
func toFolder(path string, fill func(suite.Sink) error) error {
	to, err := suite.Folder(path)
	if err != nil {
		return err
	}
	return fill(to)
}

// toZip writes into a new zip file, which is there as a whole or not at all.
func toZip(path string, fill func(suite.Sink) error) error {
	return writeNew(path, func(w io.Writer) error {
		to, end := suite.Zip(w)
		err := fill(to)
		if endErr := end(); err == nil {
			err = endErr
		}
		return err
	})
}
