package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set by the linker for packages; otherwise the build information
// of the Go command tells.
var version = ""

// programVersion is the version as people and ledgers get it.
func programVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && version == "" {
		return info.Main.Version
	}
	return version
}

func newVersion(out *output) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "print the version",
		Example: `  touchstone version`,
		Args:    arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			v := programVersion()
			if out.format == "json" {
				return writeJSON(c.OutOrStdout(), map[string]string{
					"version": v, "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH,
				})
			}
			_, err := fmt.Fprintf(c.OutOrStdout(), "touchstone %s (%s, %s/%s)\n", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
