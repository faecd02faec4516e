package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// flagFile is where flags stand that are repeated, in the current folder.
const flagFile = "touchstone.toml"

// flagFileBytesMax is more than anybody writes by hand.
const flagFileBytesMax = 1 << 16

// onLineOnly are flags that the file may not set: they run something outside the
// sandbox, open it, or write files. The folder may be that of somebody else.
var onLineOnly = []string{"setup", "isolation", "read", "dir", "report", "ledger", "resume", "transcripts", "known-update", "help"}

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
	case !info.Mode().IsRegular() || info.Size() > flagFileBytesMax:
		return refuse(": expected a file of at most %d bytes", flagFileBytesMax)
	}
	raw, err := os.ReadFile(flagFile)
	if err != nil {
		return refuse(": %v", text.Cause(err))
	}
	values := make(map[string]any)
	if err := toml.Unmarshal(raw, &values); err != nil {
		line := 0
		if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, _ = wrong.Position()
		}
		return refuse(":%d: %s", line, strings.TrimPrefix(err.Error(), "toml: "))
	}
	lines := keyLines(raw)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		_, isTable := values[name].(map[string]any)
		if name != c.Name() || !isTable {
			near := ""
			if n := game.Nearest(name, []string{c.Name()}); n != "" {
				near = fmt.Sprintf("; did you mean [%s]?", n)
			}
			return refuse(":%d: %s: expected the table [%s]%s", lines[name], name, c.Name(), near)
		}
	}
	table, _ := values[c.Name()].(map[string]any)
	var words []string
	for _, key := range slices.Sorted(maps.Keys(table)) {
		where := fmt.Sprintf(":%d: %s: ", lines[c.Name()+"."+key], key)
		flag := c.Flags().Lookup(key)
		switch {
		case flag == nil:
			var names []string
			c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
			near := ""
			if n := game.Nearest(key, names); n != "" {
				near = fmt.Sprintf("; did you mean %s?", n)
			}
			return refuse("%sthere is no such flag%s", where, near)
		case slices.Contains(onLineOnly, key):
			return refuse("%sthis flag works on the command line only: a file from somebody else must not set it", where)
		}
		list, isList := table[key].([]any)
		if _, many := flag.Value.(pflag.SliceValue); isList && !many {
			return refuse("%sexpected one value, found a list", where)
		}
		if !isList {
			list = []any{table[key]}
		}
		if flag.Changed {
			continue // the command line wins
		}
		for _, one := range list {
			switch one.(type) {
			case string, bool, int64, float64:
			default:
				return refuse("%sexpected a string, a number, true or false, found %v", where, one)
			}
			value := fmt.Sprint(one)
			if err := c.Flags().Set(key, value); err != nil {
				return refuse("%s%v", where, err)
			}
			words = append(words, "--"+key+"="+value)
		}
	}
	return words, nil
}

// keyLines are the lines of the keys and tables of a document of TOML.
func keyLines(raw []byte) map[string]int {
	lines := make(map[string]int)
	var p unstable.Parser
	p.Reset(raw)
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		var path []string
		if e.Kind == unstable.KeyValue && table != "" {
			path = []string{table}
		}
		for key := e.Key(); key.Next(); {
			path = append(path, string(key.Node().Data))
			if name := strings.Join(path, "."); lines[name] == 0 {
				lines[name] = p.Shape(key.Node().Raw).Start.Line
			}
		}
		if e.Kind == unstable.Table {
			table = strings.Join(path, ".")
		}
	}
	return lines
}

// tellFlagFile says which flags come from the file.
func tellFlagFile(to io.Writer, words []string) {
	if len(words) > 0 {
		fmt.Fprintf(to, "touchstone: from %s: %s\n", flagFile, text.Visible(strings.Join(words, " ")))
	}
}
