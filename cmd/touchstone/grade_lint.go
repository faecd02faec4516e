package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/course/gradebook"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/suite/lint"
	"github.com/touchstone-harness/touchstone/harness/text"
)

func newGradeLint(out *output) *cobra.Command {
	return &cobra.Command{
		Use:   "lint COURSE.toml",
		Short: "find what would spoil the grades, before any program runs",
		Long: `Touchstone reads a course file, its roster and its suites, and lists at once everything that is wrong:
  - your cases that contradict the rules, or cannot be read
  - your cases that rest on a house ruling whose option the course does not set
  - your cases that ask the same as another one, and so count twice
  - points that nobody can earn, patterns that match no case, unknown keys
  - paths, lines of the roster, and programs of this machine that are missing
It also shows what trivial programs earn, such as one that returns its input, and warns above 20 %. The keys
minimum and all_or_nothing of a course file lower that. touchstone grade runs the same check before it starts.

Exit status: 0 nothing is wrong, 1 warnings only, 2 the course cannot be graded as it is.`,
		Example: `  touchstone grade lint class.toml
  touchstone grade lint class.toml --format json`,
		Args: arguments(1, 1, "COURSE.toml"),
		RunE: func(c *cobra.Command, args []string) error {
			e, err := newEngine(c, out, args[0])
			if err != nil {
				return err
			}
			return lintCourse(c, out, e)
		},
	}
}

// A courseLint is what grade lint writes with --format json.
type courseLint struct {
	Course   string              `json:"course"`
	Findings []grade.Finding     `json:"findings"`
	Tasks    []lintedTask        `json:"tasks"`
	Trivial  []gradebook.Trivial `json:"trivial"`
}

type lintedTask struct {
	Task    string        `json:"task"`
	Points  report.Points `json:"points_hundredths"`
	Parts   []lintedPart  `json:"parts"`
	Cases   int           `json:"cases"`    // that count
	LeftOut int           `json:"left_out"` // that do not
	Hidden  int           `json:"hidden"`   // that students do not see
}

// count counts the cases of a task.
func (t *lintedTask) count(p *grade.Plan) {
	t.Cases = len(p.Cases)
	for _, k := range p.Cases {
		if k.Hidden {
			t.Hidden++
		}
	}
	for _, l := range p.LeftOut {
		t.LeftOut += len(l.Cases)
	}
}

type lintedPart struct {
	Part   course.Part   `json:"part"`
	Points report.Points `json:"points_hundredths"`
}

// lintCourse prints all findings about a course.
func lintCourse(c *cobra.Command, out *output, e *grade.Engine) error {
	stopped := e.Prepare(c.Context())
	if _, listed := errors.AsType[*document.Problems](stopped); stopped != nil && !listed {
		return stopped
	}
	if wrong := e.CheckWork(); wrong != nil {
		stopped = wrong
	}
	if out.format != "json" {
		tellStray(c, out, e.LeftOut())
	}
	r := courseLint{Course: e.Course.Title, Findings: e.Findings(), Tasks: []lintedTask{}, Trivial: []gradebook.Trivial{}}
	plans := e.Plans()
	for i := range e.Course.Tasks {
		of := &e.Course.Tasks[i]
		at := slices.IndexFunc(plans, func(p grade.Plan) bool { return p.Task == of.Name })
		if at < 0 && of.WeightOf(course.Cases) > 0 {
			continue // the findings say why
		}
		t := lintedTask{Task: of.Name, Points: report.Points(e.Course.PointsOf(i)), Parts: []lintedPart{}}
		for _, count := range of.Counts {
			t.Parts = append(t.Parts, lintedPart{count.Part, report.Points(e.Course.PointsOfPart(i, count.Part))})
		}
		if at >= 0 {
			t.count(&plans[at])
		}
		r.Tasks = append(r.Tasks, t)
	}
	if stopped == nil {
		var err error
		if r.Trivial, err = trivial(e); err != nil {
			return err
		}
	}
	if e.Course.Touchstone != "" && e.Course.Touchstone != e.Version {
		r.Findings = append(r.Findings, grade.Finding{
			Level: grade.Warning, Kind: "course", File: e.Course.File, Line: e.Course.Line("touchstone"),
			Message: fmt.Sprintf("touchstone: the course was written for version %s, and this is %s", e.Course.Touchstone, e.Version),
			Hint:    "install that version; this one grades it with --accept-version alone",
		})
	}
	if r.Findings == nil {
		r.Findings = []grade.Finding{}
	}
	var err error
	if out.format == "json" {
		err = writeJSON(c.OutOrStdout(), r)
	} else {
		err = printCourseLint(c.OutOrStdout(), e, &r)
	}
	switch {
	case err != nil:
		return err
	case stopped != nil:
		if out.format == "json" {
			return errTold
		}
		tellHints(c, stopped)
		hintWarnings(c, r.Findings)
		return errTold
	case len(r.Findings) > 0 || gradebook.Generous(r.Trivial):
		if out.format != "json" {
			hintWarnings(c, r.Findings)
		}
		return errDiffers
	}
	return nil
}

// tellHints prints the next steps of a list of problems.
func tellHints(c *cobra.Command, err error) {
	if problems, ok := errors.AsType[*document.Problems](err); ok {
		printHints(c.ErrOrStderr(), problems.Hint)
	}
}

// hintWarnings prints the next steps after warnings, each once.
func hintWarnings(c *cobra.Command, findings []grade.Finding) {
	var said []string
	leftOut := false
	for i := range findings {
		f := &findings[i]
		if f.Level != grade.Warning {
			continue
		}
		// Those of cases are many, but for one that they share.
		shared := f.Case == "" || f.Kind == string(lint.Duplicate)
		leftOut = leftOut || !shared && f.Kind != string(lint.HouseRuling)
		if shared && f.Hint != "" && !slices.Contains(said, f.Hint) {
			said = append(said, f.Hint)
		}
	}
	if leftOut {
		said = append(said, "mend the broken cases if they are to count; until then they are skipped, as broken = \"leave-out\" says")
	}
	printHints(c.ErrOrStderr(), strings.Join(said, "\n"))
}

// trivial is what trivial programs would earn.
func trivial(e *grade.Engine) ([]gradebook.Trivial, error) {
	programs, err := e.Trivials()
	if err != nil {
		return nil, err
	}
	return newBook(e, nil).Trivials(programs), nil
}

func printCourseLint(to io.Writer, e *grade.Engine, r *courseLint) error {
	for i := range r.Findings {
		f := &r.Findings[i]
		if _, err := fmt.Fprintf(to, "%s: %s\n", f.Level, text.Visible(f.Error())); err != nil {
			return err
		}
	}
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, t := range r.Tasks {
		var parts []string
		for _, p := range t.Parts {
			parts = append(parts, fmt.Sprintf("%s %v", p.Part, p.Points))
		}
		line := fmt.Sprintf("task %s\t%v points: %s", t.Task, t.Points, strings.Join(parts, ", "))
		if t.Cases > 0 {
			line += "; " + text.Count(t.Cases, "case")
		}
		if t.Hidden > 0 {
			line += fmt.Sprintf(", %d hidden from students", t.Hidden)
		}
		if t.LeftOut > 0 {
			line += fmt.Sprintf(", %d skipped", t.LeftOut)
		}
		fmt.Fprintln(w, line)
	}
	for _, t := range r.Trivial {
		fmt.Fprintf(w, "a program that %s\tearns %v of %v points of %s (%d of %s)", t.Answer, t.Earned, t.Most, t.Task, t.Good, text.Count(t.All, "case"))
		if t.Generous() {
			fmt.Fprint(w, "\twarning: more than 20 %; set minimum or all_or_nothing in the course file")
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	said := "nothing is wrong"
	n := len(r.Findings)
	for _, t := range r.Trivial {
		if t.Generous() {
			n++
		}
	}
	if n > 0 {
		said = text.Count(n, "finding")
	}
	_, err := fmt.Fprintf(to, "%s: %s\n", text.Visible(e.Course.File), said)
	return err
}

// tellGenerous tells what trivial programs would earn, where that is much.
func tellGenerous(c *cobra.Command, out *output, e *grade.Engine) error {
	list, err := trivial(e)
	if err != nil || out.quiet {
		return err
	}
	for _, t := range list {
		if t.Generous() {
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: warning: a program that %s earns %v of %v points of %s\n", t.Answer, t.Earned, t.Most, t.Task)
		}
	}
	return nil
}

// tellWarnings tells of findings that do not stop a course.
func tellWarnings(c *cobra.Command, out *output, e *grade.Engine) {
	if out.quiet {
		return
	}
	findings := e.Findings()
	for i := range findings {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: warning: %s\n", text.Visible(findings[i].Error()))
	}
	hintWarnings(c, findings)
}
