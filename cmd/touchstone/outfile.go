package main

import "github.com/touchstone-harness/touchstone/harness/report"

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
