package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course/gradebook"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

func newGradeDiff(out *output) *cobra.Command {
	var team string
	c := &cobra.Command{
		Use:   "diff (COURSE.toml | OLD NEW)",
		Short: "explain every point that changed between two gradings",
		Long: `With a course file Touchstone compares the last two gradings of the course. OLD and NEW are files of grades: those
in the folder history of the grades, or any grades.json. Touchstone says what they were made from (its version,
the course file, the suites, the submissions) where that differs, and for each team the grade, its parts, lateness, adjustments, and
every case whose verdict changed. Four or more cases of a part with the same change are one line, unless you add --verbose.

Exit status: 0 the grades are the same, 1 some differ, 2 trouble.`,
		Example: `  touchstone grade diff class.toml --team ada
  touchstone grade class.toml --format json > old.json &&
    touchstone grade class.toml --format json > new.json &&
    touchstone grade diff old.json new.json --team ada`,
		Args: arguments(1, 2, "COURSE.toml | OLD NEW"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				if _, err := gradebook.ReadGrades(args[0]); err == nil {
					return &game.UsageError{
						Message: fmt.Sprintf("%s is one grading: expected two, or the course file", args[0]),
						Hint:    `for example "touchstone grade diff OLD.json NEW.json"; the course file compares the newest two`,
					}
				}
				e, err := newEngine(c, out, args[0])
				if err != nil {
					return err
				}
				was, is, err := gradebook.LastTwo(e.Course.Grades)
				if err != nil {
					return err
				}
				if !out.quiet {
					tell := func(said string) { fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s\n", text.Visible(said)) }
					tell(fmt.Sprintf("comparing %s with %s", was, is))
					if page := gradebook.Newer(e.Course.Grades, team, is); page != "" {
						tell(page + " is newer: grading a part of the teams keeps no grades to compare")
						printHints(c.ErrOrStderr(), fmt.Sprintf("touchstone grade %s without --team keeps the newest grades, too", text.Quote(args)))
					}
				}
				args = []string{was, is}
			}
			was, err := gradebook.ReadGrades(args[0])
			if err != nil {
				return err
			}
			is, err := gradebook.ReadGrades(args[1])
			if err != nil {
				return err
			}
			if team != "" {
				if err := gradebook.KnownTeam(was, is, team); err != nil {
					return err
				}
			}
			made, changes := gradebook.Compare(was, is, team)
			if out.format == "json" {
				if err := gradebook.DiffJSON(c.OutOrStdout(), made, changes); err != nil {
					return err
				}
			} else if err := printDiff(c, made, changes, out.verbose); err != nil {
				return err
			}
			if len(changes) > 0 {
				return errDiffers
			}
			return nil
		},
	}
	c.Flags().StringVar(&team, "team", "", "`TEAM`: only this team")
	return c
}

// foldedMin is from how many cases of a part with the same change one line tells of all of them.
// When a team has repaired a program that did not start, all cases change.
const foldedMin = 4

// folded puts the cases of a part that changed in the same way in one line, where the first
// of them was.
func folded(changes []gradebook.Change) []gradebook.Change {
	alike := func(k *gradebook.Change) gradebook.Change {
		part, _, isCase := strings.Cut(k.What, ": ")
		if !isCase || k.Points != 0 {
			return gradebook.Change{}
		}
		return gradebook.Change{Team: k.Team, What: part, Was: k.Was, Is: k.Is}
	}
	number := make(map[gradebook.Change]int)
	for i := range changes {
		number[alike(&changes[i])]++
	}
	var lines []gradebook.Change
	for i := range changes {
		k, kind := changes[i], alike(&changes[i])
		switch n := number[kind]; {
		case kind == gradebook.Change{} || 0 < n && n < foldedMin:
		case n == 0:
			continue // the line of the first has it
		default:
			k.What += fmt.Sprintf(" and %d more", n-1)
			number[kind] = 0
		}
		lines = append(lines, k)
	}
	return lines
}

// printDiff prints changes, team by team.
func printDiff(c *cobra.Command, made, changes []gradebook.Change, verbose bool) error {
	if !verbose {
		changes = folded(changes)
	}
	// What a grading was made from has long lines, and no column of changes waits for them.
	for _, m := range made {
		tell := func(what, is string) {
			fmt.Fprintf(c.OutOrStdout(), "made from  %s: %s\n", text.Visible(what), is)
		}
		if m.What != "rule" {
			tell(m.What, digest(m.Was)+" -> "+digest(m.Is))
			continue
		}
		was, is := strings.Split(m.Was, "\n"), strings.Split(m.Is, "\n")
		for _, line := range was {
			if !slices.Contains(is, line) {
				tell("old rule", text.Visible(line))
			}
		}
		for _, line := range is {
			if !slices.Contains(was, line) {
				tell("new rule", text.Visible(line))
			}
		}
	}
	w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	for i := range changes {
		k := &changes[i]
		was, is := text.Inert(text.Visible(k.Was)), text.Inert(text.Visible(k.Is))
		fmt.Fprintf(w, "%s\t%s\t%s -> %s\t%s\n", text.Visible(k.Team), text.Visible(k.What), was, is, k.Gained())
	}
	if len(changes) == 0 {
		fmt.Fprintln(w, "no grade differs")
	}
	return w.Flush()
}

// digestShown is how much of a checksum tells two of them apart for people.
const digestShown = 12

// digest shortens a checksum.
func digest(s string) string {
	if len(s) == 64 && !strings.ContainsAny(s, " .-") {
		return s[:digestShown]
	}
	return text.Visible(s)
}
