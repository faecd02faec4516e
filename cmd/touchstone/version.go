package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// What was built, as the linker of a release says it: "v1.2.0", the commit in
// full, and its date as RFC 3339 has it. Without them the build information of the
// Go command tells what it knows.
var (
	version = ""
	commit  = ""
	date    = ""
)

// commitShown is how many letters of a commit people read.
const commitShown = 12

// A build is what a program was built of.
type build struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Date    string `json:"date,omitempty"` // of the commit
	Changed bool   `json:"changed,omitzero"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// ownBuild tells what this program was built of.
func ownBuild() build {
	b := build{Version: version, Commit: commit, Date: date, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if b.Version == "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch {
		case commit != "":
			// The linker knows better.
		case s.Key == "vcs.revision":
			b.Commit = s.Value
		case s.Key == "vcs.time":
			b.Date = s.Value
		case s.Key == "vcs.modified":
			b.Changed = s.Value == "true"
		}
	}
	return b
}

// String is a build for people, one line.
func (b build) String() string {
	details := []string{}
	if b.Commit != "" {
		of := "commit " + b.Commit[:min(len(b.Commit), commitShown)]
		if b.Changed {
			of += " with changes"
		}
		details = append(details, of)
	}
	if day, _, _ := strings.Cut(b.Date, "T"); day != "" {
		details = append(details, day)
	}
	details = append(details, b.Go, b.OS+"/"+b.Arch)
	return fmt.Sprintf("touchstone %s (%s)", b.Version, strings.Join(details, ", "))
}

// programVersion is the version as people and ledgers get it.
func programVersion() string { return ownBuild().Version }

func newVersion(out *output) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version, the commit and its date",
		Example: `  touchstone version
  touchstone version --format json`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return out.version(c) },
	}
}

// version prints what this program was built of.
func (o *output) version(c *cobra.Command) error {
	if o.format == "json" {
		return writeJSON(c.OutOrStdout(), ownBuild())
	}
	_, err := fmt.Fprintln(c.OutOrStdout(), ownBuild())
	return err
}
