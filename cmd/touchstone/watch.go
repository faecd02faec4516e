package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course/watch"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
)

// followFlags are the flags of watch.
type followFlags struct {
	gallery string
}

func newWatch(out *output) *cobra.Command {
	f := &followFlags{}
	c := &cobra.Command{
		Use:   "watch LEDGER|ADDRESS",
		Short: "follow a run, a live game or a grading while it goes on",
		Long: `Touchstone follows what another touchstone is doing, and prints a line for each thing that happens: the failures
of a run, by the LEDGER that test --ledger writes; or a live game or a grading, by the ADDRESS that serve, play
and grade print with --view. With --view you can also watch a run in a browser, until you interrupt it.

Exit status: for a run, that of test; otherwise 0 when it has ended; 2 trouble.`,
		Example: `  touchstone test bazaar/rules --ledger run.jsonl -- ./xrules;
    touchstone watch run.jsonl`,
		Args: arguments(1, 1, "LEDGER or ADDRESS"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	c.Flags().StringVar(&f.gallery, "view", "", usageView)
	renamed(c, "at", "view", nil)
	return c
}

func (f *followFlags) run(c *cobra.Command, out *output, name string) error {
	tell := func(l watch.Line) error { return f.print(c, out, l) }
	if name == "-" {
		return &game.UsageError{
			Message: "watch follows a file while it grows, not standard input",
			Hint:    "name the ledger; a ledger that is complete goes to touchstone report -",
		}
	}
	if f.gallery != "" {
		if err := watch.CheckAddress(f.gallery); err != nil {
			return err
		}
	}
	if _, err := os.Stat(name); err != nil && strings.Contains(name, ":") {
		if f.gallery != "" {
			return &game.UsageError{Message: "--view is for a ledger: an address already has a page", Hint: "open the address in a browser"}
		}
		err := watch.Follow(c.Context(), name, tell)
		if errors.Is(err, watch.ErrLost) {
			return &game.UsageError{
				Message: fmt.Sprintf("%s: %v before the end was known", name, err),
				Hint:    "the touchstone that served it has ended, or was stopped",
			}
		}
		return err
	}
	if _, err := os.Stat(name); err != nil && isPort(name) {
		return &game.UsageError{
			Message: fmt.Sprintf("there is no ledger %s, and a port alone is no address", name),
			Hint:    "to watch a game or a grading, use the address that --view prints",
		}
	}
	return f.follow(c, name, tell)
}

// isPort tells whether a word is a number that a port may have.
func isPort(word string) bool {
	_, err := strconv.ParseUint(word, 10, 16)
	return err == nil
}

// print writes a line.
func (f *followFlags) print(c *cobra.Command, out *output, l watch.Line) error {
	if out.format == "json" {
		return writeJSON(c.OutOrStdout(), l)
	}
	if out.quiet {
		return nil
	}
	text := l.Text
	if l.Who != "" {
		text = l.Who + " " + text
	}
	if colours := map[watch.Mood]string{watch.Good: "32", watch.Bad: "31", watch.Quiet: "2"}; out.colored(c.OutOrStdout()) && colours[l.Mood] != "" {
		text = "\x1b[" + colours[l.Mood] + "m" + text + "\x1b[0m"
	}
	_, err := fmt.Fprintln(c.OutOrStdout(), text)
	return err
}

// follow follows the ledger of a run.
func (f *followFlags) follow(c *cobra.Command, name string, tell func(watch.Line) error) error {
	l, err := ledger.Follow(c.Context(), name)
	if err != nil {
		return err
	}
	defer l.Close()
	r := watch.NewRun(l.Header())
	var s *watch.Server
	if f.gallery != "" {
		if s, err = watch.Listen(f.gallery, r.Page()); err != nil {
			return err
		}
		tellURL(c, s)
	}
	var why error
	for result, err := range l.All(c.Context()) {
		if err != nil {
			why = err
			break
		}
		if line, ok := r.Add(result, l.Summary()); ok && why == nil {
			if why = tell(line); why != nil {
				break
			}
		}
	}
	summary := l.Summary()
	last := r.End(summary, why)
	if s != nil {
		if why == nil {
			// Who comes late wants to see the end.
			if err := tell(last); err != nil {
				why = err
			} else {
				<-c.Context().Done()
			}
		}
		s.Close()
	} else if why == nil {
		why = tell(last)
	}
	switch {
	case why != nil:
		return why
	case summary.ExitStatus() == 1:
		return errDiffers
	case summary.ExitStatus() != 0:
		return errTold
	}
	return nil
}
