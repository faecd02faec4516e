package main

import (
	"errors"
	"io"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/report"
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
