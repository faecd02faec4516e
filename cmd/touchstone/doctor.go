package main

import (
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/subject"
)

func newDoctor(out *output) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "show how well this machine can isolate programs under test",
		Long: `Touchstone tries every guard that isolates a program under test, as the user who runs it, and says which work,
which are missing and why, and what that means.

Exit status: 0 strict isolation is possible, 1 only --isolation best.`,
		Example: `  touchstone doctor
  touchstone doctor --format json`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			d := survey{System: runtime.GOOS, Root: os.Geteuid() == 0, Facilities: subject.Survey()}
			d.Strict = subject.StrictPossible(d.Facilities)
			show := d.print
			if out.format == "json" {
				show = func(w io.Writer) error { return writeJSON(w, d) }
			}
			if err := show(c.OutOrStdout()); err != nil {
				return err
			}
			if !d.Strict {
				return errDiffers
			}
			return nil
		},
	}
}

// A survey is what doctor finds, as its schema report/doctor has it.
type survey struct {
	System     string             `json:"system"`
	Root       bool               `json:"root"`   // whether root asked
	Strict     bool               `json:"strict"` // whether strict isolation is possible
	Facilities []subject.Facility `json:"facilities"`
}

// print writes a survey for people.
func (d survey) print(w io.Writer) error {
	for _, f := range d.Facilities {
		state := "available"
		switch {
		case !f.Available && f.Needed:
			state = "missing"
		case !f.Available:
			state = "missing, not needed"
		case f.Detail != "":
			state += " (" + f.Detail + ")"
		}
		fmt.Fprintf(w, "%s: %s\n", f.Name, state)
		if !f.Available && f.Why != "" {
			fmt.Fprintf(w, "  why: %s\n", f.Why)
		}
		fmt.Fprintf(w, "  so: %s\n", f.Follows)
	}
	verdict := "strict isolation is possible: touchstone test --isolation strict"
	if !d.Strict {
		verdict = "strict isolation is not possible here; --isolation best uses what there is"
	}
	_, err := fmt.Fprintf(w, "\n%s\n", verdict)
	return err
}
