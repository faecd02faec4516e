package course

import (
	"bytes"
	"errors"
	"fmt"
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
		return nil, nil, &document.Problems{List: []document.Problem{*problem}, Hint: tomlHint}
	}
	read, _ := Parse(file, last, lookup)
	e := edited{top: top, lines: strings.Split(string(last), "\n"), gone: make(map[int]bool)}
	e.off("late.deadline", "late.deadline: last year's is commented out; write this year's, or remove [late]")
	e.off("submissions.roster", "submissions.roster: last year's is commented out; name this year's, with a column submitted")
	e.off("submissions.released", "submissions.released: commented out, since it names teams of last year")
	e.off("secret", "secret: commented out; a new one is made, so this year's anonymous names differ from last year's")
	if e.removeTables("adjust") {
		e.changed = append(e.changed, "adjust: removed, since it names teams of last year")
	} else if _, has := top.Values["adjust"]; has {
		e.off("adjust", "adjust: commented out, since it names teams of last year")
	}
	e.version(version)
	next = []byte(e.text())
	if err := nextIs(file, next, lookup); err != nil {
		return nil, nil, err
	}
	if read != nil && read.Title != "" {
		e.changed = append(e.changed, fmt.Sprintf("title: still %q", read.Title))
	}
	return next, e.changed, nil
}

// An edited course file is changed line by line.
type edited struct {
	top     *document.Table
	lines   []string
	gone    map[int]bool // lines that are taken out
	changed []string     // a line for people for each change
}

// text is what is left.
func (e *edited) text() string {
	var kept []string
	for i, line := range e.lines {
		if !e.gone[i] {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// isTOML tells whether what is left is a document.
func (e *edited) isTOML() bool {
	return toml.Unmarshal([]byte(e.text()), new(map[string]any)) == nil
}

// off puts the key at a path behind #, if it is there. Its value may have several lines:
// it ends where what is left is a document again.
func (e *edited) off(path, why string) {
	n := e.top.Lines[path] - 1
	if n < 0 {
		return
	}
	first := n
	for e.gone[n] = true; n+1 < len(e.lines) && !e.isTOML(); e.gone[n] = true {
		n++
	}
	for i := first; i <= n; i++ {
		e.lines[i] = "# " + e.lines[i]
		e.gone[i] = false
	}
	e.lines[first] = strings.TrimRight(e.lines[first], " \r") + "  # last year's"
	e.changed = append(e.changed, why)
}

// removeTables takes out all tables of a name, [[name]], and tells whether there are any.
func (e *edited) removeTables(name string) (removed bool) {
	for i := 0; ; i++ {
		prefix := fmt.Sprintf("%s[%d]", name, i)
		first := e.top.Lines[prefix] - 1
		if first < 0 || e.top.Lines[name]-1 == first && !strings.Contains(e.lines[first], "[[") {
			return removed
		}
		end := first
		for path, line := range e.top.Lines {
			if strings.HasPrefix(path, prefix+".") {
				end = max(end, line-1)
			}
		}
		for n := first; n <= end; n++ {
			e.gone[n] = true
		}
		for !e.isTOML() && end+1 < len(e.lines) {
			end++
			e.gone[end] = true
		}
		removed = true
	}
}

// version writes which version of touchstone the course is for. That of a build without
// one stays as it is.
func (e *edited) version(version string) {
	n := e.top.Lines["touchstone"] - 1
	if n < 0 || e.gone[n] || !strings.HasPrefix(version, "v") {
		return
	}
	e.lines[n] = fmt.Sprintf("touchstone = %q", version)
	if was, _ := e.top.Values["touchstone"].(string); was != version {
		e.changed = append(e.changed, fmt.Sprintf("touchstone: was %s, now %s; defaults, embedded suites and marks may differ", was, version))
	}
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
