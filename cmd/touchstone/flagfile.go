package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// flagFile is where flags stand that are repeated, in the current folder.
const flagFile = "touchstone.toml"

// flagFileBytesMax is more than anybody writes by hand.
const flagFileBytesMax = 1 << 16

// onLineOnly are flags that the file may not set: they run something outside the
// sandbox, open it, or write files. The folder may be that of somebody else.
var onLineOnly = []string{"setup", "isolation", "read", "dir", "report", "ledger", "resume", "transcripts", "known-update", "game", "help"}

// readFlagFile sets the flags of a command that stand in the table of its name in
// the file, and not on the command line. It returns them as words. The error is a
// *game.UsageError with all that is wrong.
func readFlagFile(c *cobra.Command) ([]string, error) {
	top, err := parseFlagFile(c)
	if err != nil || top == nil {
		return nil, err
	}
	table, _ := top.Values[c.Name()].(map[string]any)
	quiet, verbose := isOn(c, "quiet"), isOn(c, "verbose")
	var words []string
	for _, key := range slices.Sorted(maps.Keys(table)) {
		where := fmt.Sprintf(":%d: %s", top.Line(document.Join(c.Name(), key)), key)
		flag := c.Flags().Lookup(key)
		switch {
		case flag == nil:
			var names []string
			c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
			return nil, wrongFlagFile(c, "%s: there is no such flag%s", where, document.Near(key, names))
		case slices.Contains(onLineOnly, key):
			return nil, wrongFlagFile(c, "%s: this flag works on the command line only: a file from somebody else must not set it", where)
		}
		list, isList := table[key].([]any)
		if _, many := flag.Value.(pflag.SliceValue); isList && !many {
			return nil, wrongFlagFile(c, "%s: expected one value, found a list", where)
		}
		if !isList {
			list = []any{table[key]}
		}
		if flag.Changed || key == "quiet" && verbose || key == "verbose" && quiet {
			continue // the command line wins, also against what excludes it
		}
		for _, value := range list {
			if err := setFromFile(c, flag, where, value); err != nil {
				return nil, err
			}
			words = append(words, fmt.Sprintf("--%s=%v", key, value))
		}
	}
	return words, nil
}

// parseFlagFile reads the file, whose only table is that of the command; nil if there is no file.
func parseFlagFile(c *cobra.Command) (*document.Table, error) {
	info, err := os.Lstat(flagFile)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, wrongFlagFile(c, ": %v", text.Cause(err))
	case info.IsDir():
		return nil, wrongFlagFile(c, ": expected a file, found a folder")
	case !info.Mode().IsRegular() || info.Size() > flagFileBytesMax:
		return nil, wrongFlagFile(c, ": expected a regular file of at most %s", text.Bytes(flagFileBytesMax))
	}
	raw, err := os.ReadFile(flagFile)
	if err != nil {
		return nil, wrongFlagFile(c, ": %v", text.Cause(err))
	}
	top, problem := document.Parse(flagFile, raw)
	if problem != nil {
		return nil, wrongFlagFile(c, ":%d: %s", problem.Line, problem.Message)
	}
	for _, name := range slices.Sorted(maps.Keys(top.Values)) {
		_, isTable := top.Values[name].(map[string]any)
		if name != c.Name() || !isTable {
			return nil, wrongFlagFile(c, ":%d: %s: expected the table [%s]", top.Line(name), name, c.Name())
		}
	}
	return top, nil
}

// setFromFile sets a flag to one value that the file has for it.
func setFromFile(c *cobra.Command, flag *pflag.Flag, where string, value any) error {
	switch value.(type) {
	case string, bool, int64, float64:
	default:
		return wrongFlagFile(c, "%s: expected a string, a number, true or false, found %s", where, document.Describe(value))
	}
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](c.Flags().Set(flag.Name, fmt.Sprint(value))); ok {
		refused := wrongValue(c, flagFile+where, wrong)
		if hint := hintInFile(flag.Value.Type()); hint != "" {
			refused.Hint = hint
		}
		return refused
	}
	return nil
}

// wrongFlagFile says what is wrong with the file, from the colon behind its name on.
func wrongFlagFile(c *cobra.Command, format string, args ...any) error {
	return &game.UsageError{
		Message: flagFile + fmt.Sprintf(format, args...),
		Hint: fmt.Sprintf("the file has the flags of %s that you repeat, in the table [%s]; %q lists them",
			c.CommandPath(), c.Name(), c.CommandPath()+" --help"),
	}
}

// hintInFile says how to write a value of a type of flags in the file, "" if as on the command line.
func hintInFile(kind string) string {
	switch kind {
	case "duration":
		return `write a unit, and quotation marks: "5s", "500ms" or "2m"`
	case "bytes":
		return `write for example "512M", in quotation marks`
	case "bool":
		return "write true or false, without quotation marks"
	case "setting":
		return `write for example option = ["NAME=5"]`
	}
	return ""
}

// isOn tells whether a flag of true or false is true.
func isOn(c *cobra.Command, name string) bool {
	on, err := c.Flags().GetBool(name)
	return err == nil && on
}

// tellFlagFile says which flags come from the file.
func tellFlagFile(to io.Writer, words []string) {
	if len(words) > 0 {
		fmt.Fprintf(to, "touchstone: from %s: %s\n", flagFile, text.Visible(strings.Join(words, " ")))
	}
}
