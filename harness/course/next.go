package course

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

// Next makes of the course file of last year one of this year, for a version of
// touchstone. What holds for that year alone is put behind #, with a word beside it:
// the deadline, the roster, released teams, the secret; adjustments are taken out.
// All other text stays as it is, with its comments. Changed says what is another,
// and what is to be done, a line each. The error is a *document.Problems or a
// *game.UsageError.
func Next(file string, last []byte, version string, lookup Lookup) (next []byte, changed []string, err error) {
	top, problem := document.Parse(file, last)
	if problem != nil {
		return nil, nil, &document.Problems{List: []document.Problem{*problem}, Hint: initHint}
	}
	read, _ := Parse(file, last, lookup)
	lines := strings.Split(string(last), "\n")
	gone := make(map[int]bool)
	isTOML := func() bool {
		kept := make([]string, len(lines))
		for i, line := range lines {
			if kept[i] = line; gone[i] {
				kept[i] = ""
			}
		}
		return toml.Unmarshal([]byte(strings.Join(kept, "\n")), new(map[string]any)) == nil
	}
	// off puts the key at a path behind #. Its value may have several lines: it ends
	// where what is left is a document again.
	off := func(path, why string) bool {
		n := top.Lines[path] - 1
		if n < 0 {
			return false
		}
		first := n
		for gone[n] = true; n+1 < len(lines) && !isTOML(); gone[n] = true {
			n++
		}
		for i := first; i <= n; i++ {
			lines[i] = "# " + lines[i]
		}
		lines[first] = strings.TrimRight(lines[first], " \r") + "  # last year's"
		for i := first; i <= n; i++ {
			gone[i] = false
		}
		changed = append(changed, why)
		return true
	}
	off("late.deadline", "late.deadline: last year's is commented out; write this year's, or remove [late]")
	off("submissions.roster", "submissions.roster: last year's is commented out; name this year's, with a column submitted")
	off("submissions.released", "submissions.released: commented out, since it names teams of last year")
	off("secret", "secret: commented out; a new one is made, so this year's anonymous names differ from last year's")
	adjusted := false
	for i := 0; ; i++ {
		prefix := fmt.Sprintf("adjust[%d]", i)
		first := top.Lines[prefix] - 1
		if first < 0 || top.Lines["adjust"]-1 == first && !strings.Contains(lines[first], "[[") {
			break
		}
		end := first
		for _, path := range slices.Sorted(maps.Keys(top.Lines)) {
			if strings.HasPrefix(path, prefix+".") {
				end = max(end, top.Lines[path]-1)
			}
		}
		for n := first; n <= end; n++ {
			gone[n] = true
		}
		for !isTOML() && end+1 < len(lines) {
			end++
			gone[end] = true
		}
		adjusted = true
	}
	if adjusted {
		changed = append(changed, "adjust: removed, since it names teams of last year")
	} else if _, has := top.Values["adjust"]; has {
		off("adjust", "adjust: commented out, since it names teams of last year")
	}
	var kept []string
	for i, line := range lines {
		if gone[i] {
			continue
		}
		if i == top.Lines["touchstone"]-1 && strings.HasPrefix(version, "v") {
			line = fmt.Sprintf("touchstone = %q", version)
			if was, _ := top.Values["touchstone"].(string); was != version {
				changed = append(changed, fmt.Sprintf("touchstone: was %s, now %s; defaults, embedded suites and marks may differ", was, version))
			}
		}
		kept = append(kept, line)
	}
	next = []byte(strings.Join(kept, "\n"))
	if err := nextIs(file, next, lookup); err != nil {
		return nil, nil, err
	}
	if read != nil && read.Title != "" {
		changed = append(changed, fmt.Sprintf("title: still %q", read.Title))
	}
	return next, changed, nil
}

// nextIs makes sure that nothing of last year is left in a course file.
func nextIs(file string, next []byte, lookup Lookup) error {
	c, err := Parse(file, next, lookup)
	problems, listed := errors.AsType[*document.Problems](err)
	if err != nil && !listed {
		return err
	}
	if listed {
		// A deadline is what to write next.
		problems.List = slices.DeleteFunc(problems.List, func(p document.Problem) bool { return strings.HasPrefix(p.Key, "late") })
		if len(problems.List) > 0 {
			return problems
		}
	}
	if c != nil && (len(c.Adjust) > 0 || !c.Late.Deadline.IsZero() || len(c.Submissions.Released) > 0) {
		return &game.UsageError{
			Message: fmt.Sprintf("course %s: cannot tell last year's entries from the rest", file),
			Hint:    "copy the file and remove late.deadline, submissions.roster and adjust by hand",
		}
	}
	return nil
}

// Beside are the files and folders that a course file names and that are to be
// copied with it, as it names them.
func (c *Course) Beside(lookup Lookup) []string {
	home := filepath.Dir(c.File)
	var list []string
	add := func(names ...string) {
		for _, name := range names {
			rest, err := filepath.Rel(home, name)
			if absolute, e := filepath.Abs(home); e == nil && filepath.IsAbs(name) {
				rest, err = filepath.Rel(absolute, name)
			}
			if err == nil && filepath.IsLocal(rest) && !slices.Contains(list, rest) {
				if _, err := os.Stat(name); err == nil {
					list = append(list, rest)
				}
			}
		}
	}
	add(c.Needs(lookup)...)
	for i := range c.Tasks {
		add(c.Tasks[i].Read...)
	}
	return list
}

// Needs are the files and folders that grading reads beside the course file, each
// once: games, suites, adapters and lists of cases.
func (c *Course) Needs(lookup Lookup) []string {
	list := slices.Clone(c.Games)
	for i := range c.Tasks {
		t := &c.Tasks[i]
		for _, name := range t.Suites {
			if !EmbeddedSuite(name, lookup) {
				list = append(list, name)
			}
		}
		list = append(list, t.AdapterFiles...)
		for _, pattern := range slices.Concat(t.Selection.Cases, t.Selection.Skip) {
			if name, ok := strings.CutPrefix(pattern, "@"); ok {
				list = append(list, name)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// ReadNext reads the course file of last year for Next.
func ReadNext(file string) ([]byte, error) {
	text, err := textOf(file, "--from names the course file of last year")
	if err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), nil
}
