package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

func newGradeInit(out *output) *cobra.Command {
	var to, from string
	c := &cobra.Command{
		Use:   "init",
		Short: "write a new course file, or next year's version of this one",
		Long: `Touchstone prints a course file with every key and what it means; commented-out keys show their defaults.

With --from, Touchstone copies last year's file, without what holds for one year only: deadline, roster, released
teams, secret and adjustments. It lists what you have to fill in. You must set a deadline before you can grade.

Exit status: 0 it was written, 2 trouble.`,
		Example: `  touchstone grade init
  touchstone grade init --to course.toml && head -20 course.toml
  touchstone grade init --from class.toml > next.toml`,
		Args: func(_ *cobra.Command, args []string) error { return initFile(args, from, to) },
		RunE: func(c *cobra.Command, _ []string) error {
			if to == "" {
				return initCourse(c, out, from, to, c.OutOrStdout())
			}
			// The file comes first: initCourse says what to do with it, which is of no use if it cannot be written.
			err := writeNew(to, func(w io.Writer) error { return initCourse(c, out, from, to, w) })
			if err != nil {
				return err
			}
			tellWritten(c, out, to)
			return nil
		},
	}
	c.Flags().StringVar(&to, "to", "", "`FILE`: write to this new file (default: standard output)")
	c.Flags().StringVar(&from, "from", "", "`FILE`: make next year's course of this course file")
	return c
}

// initFile refuses arguments beside the flags. A frequent one is the name of the file, or its folder.
func initFile(args []string, from, to string) error {
	if len(args) == 0 {
		return nil
	}
	const whole = " takes nothing else"
	file, what := args[0], whole
	if isFolder(file) {
		file = filepath.Join(file, "course.toml")
	}
	switch there := isFile(file); {
	case there && from == "":
		from, what = file, " makes next year's course of it"
	case !there && to == "" && file != "-":
		to, what = file, " writes this file"
	}
	if what != whole && from != "" && to != "" && besideLast(from, to) {
		to = "FOLDER/" + filepath.Base(to)
		what += ", in a new folder"
	}
	words := []string{"touchstone", "grade", "init"}
	if from != "" {
		words = append(words, "--from", from)
	}
	if to != "" {
		words = append(words, "--to", to)
	}
	return &game.UsageError{Message: "expected no arguments, found " + text.Count(len(args), "argument"), Hint: strconv.Quote(text.Quote(words)) + what}
}

// besideLast tells whether the new course file is in the folder of last year's.
func besideLast(from, to string) bool {
	return filepath.Clean(filepath.Dir(to)) == filepath.Clean(filepath.Dir(from))
}

// initCourse writes a new course file, or next year's of the one from.
func initCourse(c *cobra.Command, out *output, from, to string, w io.Writer) error {
	written := course.Template
	if from != "" {
		next, err := nextCourse(c, out, from, to)
		if err != nil {
			return err
		}
		written = string(next)
	}
	_, err := io.WriteString(w, written)
	return err
}

// nextCourse makes next year's course file of last year's, and says what has changed
// and what is to be done.
func nextCourse(c *cobra.Command, out *output, from, to string) ([]byte, error) {
	last, err := course.ReadNext(from)
	if err != nil {
		return nil, err
	}
	if to != "" && besideLast(from, to) {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("--to %s is in the folder of last year's course, whose work and grades would be mixed up with the new ones", to),
			Hint:    "name a file in a new folder",
		}
	}
	if err := out.bring(c, inCourse(from)); err != nil {
		return nil, tellProblems(c, err)
	}
	next, changed, err := course.Next(from, last, programVersion(), lookupTask)
	if err != nil {
		return nil, tellProblems(c, err)
	}
	// What is wrong with the file itself has been told.
	if read, err := course.Parse(from, last, lookupTask); err == nil {
		for _, name := range read.Beside(lookupTask) {
			changed = append(changed, fmt.Sprintf("copy %s from %s beside the new file", name, filepath.Dir(from)))
		}
	}
	if !out.quiet {
		for _, line := range changed {
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s\n", text.Visible(line))
		}
		fmt.Fprintln(c.ErrOrStderr(), `hint: "touchstone grade lint" says what the new course still lacks`)
	}
	return next, nil
}
