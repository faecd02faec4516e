package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// watchRuns runs again and again, whenever a file has changed, until it is
// interrupted.
func (f *testFlags) watchRuns(c *cobra.Command, out *output, config run.Config, load func() (run.Config, error), paths []string) error {
	stderr := c.ErrOrStderr()
	for _, pattern := range slices.Concat(f.selection.Cases, f.selection.Skip) {
		if file, ok := strings.CutPrefix(pattern, "@"); ok {
			paths = append(paths, file)
		}
	}
	if f.known != "" && !f.knownUpdate {
		paths = append(paths, f.known)
	}
	watch := run.NewWatch(config.Subject.Paths(), paths)
	for first := true; ; first = false {
		watch.Begin()
		var err error
		if !first {
			config, err = load()
		}
		if err == nil {
			err = f.report(c, out, config)
		}
		if err != nil && !errors.Is(err, errTold) && !errors.Is(err, errDiffers) {
			complain(stderr, err)
		}
		if !out.quiet && c.Context().Err() == nil {
			fmt.Fprintln(stderr, "touchstone: waiting for a change, Ctrl-C ends")
		}
		changed, ended := watch.Next(c.Context())
		if ended != nil {
			return errTold
		}
		if !out.quiet {
			fmt.Fprintf(stderr, "touchstone: %s has changed\n", text.Visible(changed))
		}
	}
}
