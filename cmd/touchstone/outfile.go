package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// writeTo writes the file of --to, as a whole or not at all. What has the name may be a pipe
// or a device, such as /dev/stdout.
func writeTo(path string, content []byte) error {
	if info, err := os.Stat(path); err == nil && info.Mode()&(fs.ModeDevice|fs.ModeNamedPipe) != 0 {
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return &game.UsageError{Message: fmt.Sprintf("--to %s: %v", path, text.Cause(err)), Hint: "without --to it goes to standard output"}
		}
		return nil
	}
	file, err := files.Create("--to", path, "without --to it goes to standard output")
	if err != nil {
		return err
	}
	// Commit returns the error of a write.
	_, _ = file.Write(content)
	return file.Commit()
}

// writeNew writes the file of --to, which there must not be yet, as a whole or not at all.
func writeNew(path string, write func(io.Writer) error) error {
	file, err := files.CreateNew("--to", path)
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

// tryFolder makes the folder that a flag names, and tells whether files can be written
// there: better now than after the work.
func tryFolder(flag, path string) error {
	if path == "" {
		return nil
	}
	if err := files.NotStandard("--"+flag, path, "name a folder"); err != nil {
		return err
	}
	err := os.MkdirAll(path, 0o777)
	if err == nil {
		err = files.TryFolder(path)
	}
	if err == nil {
		return nil
	}
	return &game.UsageError{Message: fmt.Sprintf("--%s %s: %v", flag, path, text.Cause(err)), Hint: "name a folder that you can write to"}
}

// tellWritten says where something was written.
func tellWritten(c *cobra.Command, out *output, path string) {
	if !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s written\n", text.Visible(path))
	}
}
