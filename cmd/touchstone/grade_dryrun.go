package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/course/gradebook"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// dryRunCourse shows what each team would be asked, without running anything.
func dryRunCourse(c *cobra.Command, out *output, e *grade.Engine) error {
	asked, err := e.Rehearse(c.Context())
	if err != nil {
		return err
	}
	tellWarnings(c, out, e)
	if err := tellGenerous(c, out, e); err != nil {
		return err
	}
	if err := printAsked(c, out, e, asked); err != nil {
		return err
	}
	if e.Failed() {
		return errTold
	}
	return nil
}

// printAsked prints what each team would be asked.
func printAsked(c *cobra.Command, out *output, e *grade.Engine, asked []grade.Asked) error {
	book := newBook(e, nil)
	if out.format == "json" {
		return writeJSON(c.OutOrStdout(), struct {
			Course string            `json:"course"`
			Asked  []grade.Asked     `json:"asked"`
			Live   []livePace        `json:"live,omitempty"`
			Left   []leftOutCases    `json:"left_out,omitempty"`
			Ahead  []gradebook.Ahead `json:"settled"`
		}{e.Course.Title, asked, paces(e.Course), leftOutOf(e), book.Ahead()})
	}
	w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "team\ttask\tpart\tasked\tnote")
	for i := range asked {
		a := &asked[i]
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", a.Team, a.Task, a.Part, a.Cases, text.Inert(text.Visible(a.Note)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i := range e.Course.Tasks {
		if t := &e.Course.Tasks[i]; t.Task.Live != "" {
			fmt.Fprintf(c.OutOrStdout(), "%s is live: times of the protocol x %v; waits: %v\n", t.Name, t.TimeScale, t.Waits)
		}
	}
	for _, l := range leftOutOf(e) {
		fmt.Fprintf(c.OutOrStdout(), "%s: %s %s\n", l.Task, text.Count(l.Cases, "case"), l.Why)
	}
	if said := book.LateRule(); said != "" {
		fmt.Fprintln(c.OutOrStdout(), said)
	}
	for _, a := range book.Ahead() {
		for _, reason := range a.Reasons {
			fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", a.Team, text.Inert(text.Visible(reason)))
		}
	}
	_, err := fmt.Fprintln(c.OutOrStdout(), "nothing was built or run")
	return err
}

// leftOutCases are the cases of a task that do not count, for one reason.
type leftOutCases struct {
	Task  string `json:"task"`
	Cases int    `json:"cases"`
	Why   string `json:"why"`
}

func leftOutOf(e *grade.Engine) []leftOutCases {
	var list []leftOutCases
	for _, p := range e.Plans() {
		for _, l := range p.LeftOut {
			list = append(list, leftOutCases{p.Task, len(l.Cases), l.Why})
		}
	}
	return list
}

// A livePace is the times of a live task of a course.
type livePace struct {
	Task  string `json:"task"`
	Times *pace  `json:"times"`
}

func paces(c *course.Course) []livePace {
	var list []livePace
	for i := range c.Tasks {
		if t := &c.Tasks[i]; t.Task.Live != "" {
			list = append(list, livePace{t.Name, paceOf(t.TimeScale, t.Waits)})
		}
	}
	return list
}
