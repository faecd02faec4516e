package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

func newGradeMerge(out *output) *cobra.Command {
	c := &cobra.Command{
		Use:   "merge COURSE.toml SHARD...",
		Short: "join the shards of a course into its grades",
		Long: `Touchstone joins the files of grade --shard and writes the grades, as if one machine had graded the course. Name
every shard once. Touchstone, the course file, the suites and the submissions must be the same as for the shards.

Exit status: 0 everything was graded; 2 something is missing, or could not be judged.`,
		Example: `  touchstone grade class.toml --shard 1/1 --to all.jsonl &&
    touchstone grade merge class.toml all.jsonl`,
		Args: arguments(2, suite.CasesMax, "COURSE.toml SHARD..."),
		RunE: func(c *cobra.Command, args []string) error {
			if filepath.Ext(args[0]) == ".jsonl" {
				return &game.UsageError{
					Message: "expected the course file first, found " + args[0] + ", which is a shard by its name",
					Hint:    "for example touchstone grade merge course.toml " + text.Quote(args),
				}
			}
			e, err := newEngine(c, out, args[0])
			if err != nil {
				return err
			}
			e.Elsewhere = true
			if err := prepareCourse(c, e); err != nil {
				return err
			}
			h, err := e.Header(c.Context())
			if err != nil {
				return err
			}
			return merge(c, out, e, h, args[1:])
		},
	}
	return c
}

// merge writes the grades of all shards.
func merge(c *cobra.Command, out *output, e *grade.Engine, h grade.Header, files []string) error {
	records, err := grade.Merge(files, e.All(), h)
	if err != nil {
		return err
	}
	book := newBook(e, records)
	if err := book.Write(); err != nil {
		return err
	}
	if err := keepGrades(c, e, book); err != nil {
		return err
	}
	tellGrades(c, out, book)
	return printBook(c, out, book)
}
