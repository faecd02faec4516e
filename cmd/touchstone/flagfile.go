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
	info, err := os.Lstat(flagFile)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	refuse := func(format string, args ...any) ([]string, error) {
		return nil, &game.UsageError{
			Message: flagFile + fmt.Sprintf(format, args...),
			Hint: fmt.Sprintf("the file has the flags of %s that you repeat, in the table [%s]; %q lists them",
				c.CommandPath(), c.Name(), c.CommandPath()+" --help"),
		}
	}
	switch {
	case err != nil:
		return refuse(": %v", text.Cause(err))
	case info.IsDir():
		return refuse(": expected a file, found a folder")
	case !info.Mode().IsRegular() || info.Size() > flagFileBytesMax:
		return refuse(": expected a regular file of at most %s", text.Bytes(flagFileBytesMax))
	}
	raw, err := os.ReadFile(flagFile)
	if err != nil {
		return refuse(": %v", text.Cause(err))
	}
	top, problem := document.Parse(flagFile, raw)
	if problem != nil {
		return refuse(":%d: %s", problem.Line, problem.Message)
	}
	values := top.Values
	for _, name := range slices.Sorted(maps.Keys(values)) {
		_, isTable := values[name].(map[string]any)
		if name != c.Name() || !isTable {
			return refuse(":%d: %s: expected the table [%s]", top.Line(name), name, c.Name())
		}
	}
	table, _ := values[c.Name()].(map[string]any)
	quiet, verbose := isOn(c, "quiet"), isOn(c, "verbose")
	var words []string
	for _, key := range slices.Sorted(maps.Keys(table)) {
		where := fmt.Sprintf(":%d: %s", top.Line(document.Join(c.Name(), key)), key)
		flag := c.Flags().Lookup(key)
		switch {
		case flag == nil:
			var names []string
			c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
			return refuse("%s: there is no such flag%s", where, document.Near(key, names))
		case slices.Contains(onLineOnly, key):
			return refuse("%s: this flag works on the command line only: a file from somebody else must not set it", where)
		}
		list, isList := table[key].([]any)
		if _, many := flag.Value.(pflag.SliceValue); isList && !many {
			return refuse("%s: expected one value, found a list", where)
		}
		if !isList {
			list = []any{table[key]}
		}
		if flag.Changed || key == "quiet" && verbose || key == "verbose" && quiet {
			continue // the command line wins, also against what excludes it
		}
		for _, one := range list {
			switch one.(type) {
			case string, bool, int64, float64:
			default:
				return refuse("%s: expected a string, a number, true or false, found %s", where, document.Describe(one))
			}
			value := fmt.Sprint(one)
			if wrong, ok := errors.AsType[*pflag.InvalidValueError](c.Flags().Set(key, value)); ok {
				refused := wrongValue(c, flagFile+where, wrong)
				if hint := hintInFile(flag.Value.Type()); hint != "" {
					refused.Hint = hint
				}
				return nil, refused
			}
			words = append(words, "--"+key+"="+value)
		}
	}
	return words, nil
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
