package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// writeTo writes the file of --to, as a whole or not at all.
func writeTo(path string, content []byte) error {
	file, err := report.Create("--to", path, "without --to it goes to standard output")
	if err != nil {
		return err
	}
	// Commit returns the error of a write.
	_, _ = file.Write(content)
	return file.Commit()
}

// writeNew writes the file of --to, which there must not be yet, as a whole or not at all.
func writeNew(path string, write func(io.Writer) error) error {
	file, err := report.CreateNew("--to", path)
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		file.Discard()
		if said, ok := errors.AsType[*game.UsageError](err); ok {
			return said // without what an encoder puts in front
		}
		return err
	}
	return file.Commit()
}

// tellWritten says where something was written.
func tellWritten(c *cobra.Command, out *output, path string) {
	if !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s written\n", text.Visible(path))
	}
}
