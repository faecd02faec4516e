package course

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

// A Submission is what one team has handed in.
type Submission struct {
	Team string
	Path string // a folder or a file, which should be an archive; "" if there is nothing
	// Note is what the staff should know: there is none, or the roster does not
	// have the team.
	Note string
	// Submitted is when a service received it; zero: nobody knows. LateDays are those
	// that the team has for free. Both are known after Find.
	Submitted time.Time
	LateDays  int
}

// A Found is what there is to grade.
type Found struct {
	Submissions []Submission // sorted by the names of the teams
	Roster      *Roster      // nil if there is none
	LeftOut     []string     // paths that the patterns match, and that are no submissions

	whole bool // nothing is wrong with the roster, as far as it can be read alone
}

// teamsShown is how many teams of a course are named in a hint.
const teamsShown = 8

// named are the names of some teams.
func (f *Found) named() string {
	var names []string
	for i := range f.Submissions[:min(len(f.Submissions), teamsShown)] {
		names = append(names, f.Submissions[i].Team)
	}
	said := strings.Join(names, ", ")
	if n := len(f.Submissions) - teamsShown; n > 0 {
		said += fmt.Sprintf(" and %d more", n)
	}
	return said
}

// Find finds the submissions and the roster. The error is a *document.Problems with all
// that is wrong with them, or a *game.UsageError for one thing alone; what is right of them
// is found all the same, if it is known where the submissions are.
func (c *Course) Find() (*Found, error) {
	f, told := &Found{}, &mistakes{}
	roster, err := c.readRoster()
	told.add(err)
	if c.Submissions.Path == "" {
		f.Roster = roster
	}
	r, err := c.named(roster)
	told.add(err)
	// From a roster of which lines are wrong nothing follows for what it seems to lack.
	f.whole = told.none()
	var paths []string
	if paths, f.LeftOut, err = c.paths(r); err != nil {
		told.add(err)
		return nil, told.err()
	}
	f.Submissions, err = c.submissions(paths, f, r)
	told.add(err)
	told.add(c.apart(f.Submissions))
	switch {
	case len(f.Submissions) > 0:
		told.add(c.timed(f, roster))
	case len(paths) == 0:
		told.add(c.none(f.LeftOut))
	}
	return f, told.err()
}

// mistakes collects errors, so that one report has them all.
type mistakes struct{ list []error }

// add adds an error, if it is one.
func (m *mistakes) add(err error) {
	if err != nil {
		m.list = append(m.list, err)
	}
}

// none tells whether there is no error so far.
func (m *mistakes) none() bool { return len(m.list) == 0 }

// err is all of them as one: one alone as it is, several as a *document.Problems.
func (m *mistakes) err() error {
	switch len(m.list) {
	case 0:
		return nil
	case 1:
		return m.list[0]
	}
	all := &document.Problems{}
	var hints []string
	for _, err := range m.list {
		hint := ""
		if problems, ok := errors.AsType[*document.Problems](err); ok {
			all.List, hint = append(all.List, problems.List...), problems.Hint
		} else {
			all.List = append(all.List, document.Problem{Message: err.Error()})
		}
		if said, ok := errors.AsType[*game.UsageError](err); ok {
			hint = said.Hint
		}
		if hint != "" && !slices.Contains(hints, hint) {
			hints = append(hints, hint)
		}
	}
	all.Hint = strings.Join(hints, "\n")
	return all
}

// none tells that there is no submission at all, and what each pattern lacks.
func (c *Course) none(leftOut []string) error {
	var wrong complaint
	var hints []string
	lacked := "" // the first folder that is missing
	for i, pattern := range c.patterns() {
		if _, bad := filepath.Match(pattern, ""); bad != nil {
			continue // which reading the file has told
		}
		message := fmt.Sprintf("there is no submission at %s", pattern)
		if dir := c.missingFolder(pattern); dir != "" {
			message += fmt.Sprintf("; there is no folder %s", dir)
			if hint := shellHint(dir); hint == "" {
				lacked = cmp.Or(lacked, dir)
			} else if !slices.Contains(hints, hint) {
				hints = append(hints, hint)
			}
		} else if len(leftOut) > 0 {
			message += fmt.Sprintf(", only %s and others", leftOut[0])
		}
		wrong.key(c, fmt.Sprintf("submissions.paths[%d]", i), "%s", message)
	}
	switch {
	case lacked != "":
		hints = append(hints, fmt.Sprintf("put the submissions into %s, or correct the path: "+
			"it is a pattern that matches folders and archives, and starts in the folder of the course file", lacked))
	case len(hints) == 0:
		hints = append(hints, "paths of submissions are patterns that match folders and archives; they start in the folder of the course file")
	}
	return wrong.err(strings.Join(hints, "\n"))
}

// patterns are those for submissions with their indices, each once.
func (c *Course) patterns() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i, pattern := range c.Submissions.Paths {
			if slices.Index(c.Submissions.Paths, pattern) == i && !yield(i, pattern) {
				return
			}
		}
	}
}

// shellHint is the next step if the name of a missing folder is one that a shell would read as
// something else, "" if it is not.
func shellHint(missing string) string {
	switch name := filepath.Base(missing); {
	case name == "~":
		return fullHome
	case strings.Contains(name, "$"):
		return "write the path in full: only a shell reads $ and the name of a variable as its value"
	case strings.Contains(name, "{"):
		return "write a path for each of the folders: only a shell reads {a,b} as several"
	}
	return ""
}

// fullHome is the next step of somebody who writes ~ in a course file.
const fullHome = "write the path of your home folder in full: only a shell reads ~ as such"

// ofHome tells whether a path is meant to start in a home folder.
func ofHome(path string) bool { return path == "~" || strings.HasPrefix(path, "~/") }

// A Gap is a pattern for submissions that matches nothing, since something in front of
// its wildcards is not there.
type Gap struct {
	Line    int // of the course file
	Key     string
	Pattern string
	Missing string // the folder or the file
	Hint    string
}

// Gaps are those of the course. A pattern that finds an empty folder is none.
func (c *Course) Gaps() []Gap {
	var list []Gap
	for i, pattern := range c.patterns() {
		missing := c.missingFolder(pattern)
		if matches, _ := c.matches(pattern); missing == "" && len(matches) == 0 && !c.wild(pattern) {
			missing = pattern
		}
		if missing != "" {
			key := fmt.Sprintf("submissions.paths[%d]", i)
			hint := cmp.Or(shellHint(missing), "correct the path, which starts in the folder of the course file, or remove it")
			list = append(list, Gap{c.Line(key), key, pattern, missing, hint})
		}
	}
	return list
}

// Shelves are the patterns without wildcards that name a folder in which there are only
// folders and archives: each of them may be a submission, and the folder is none.
func (c *Course) Shelves() []Gap {
	var list []Gap
	for i, pattern := range c.patterns() {
		if c.wild(pattern) {
			continue
		}
		entries, _ := os.ReadDir(pattern) // of a path that is no folder another finding tells
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") })
		if len(entries) > 1 && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() && endingOf(e.Name()) == "" }) {
			list = append(list, Gap{Line: c.Line(fmt.Sprintf("submissions.paths[%d]", i)), Pattern: pattern})
		}
	}
	return list
}

// shelfMin is how many submissions there are at least in a folder that is none itself: one may
// have a folder or an archive that is called like a team.
const shelfMin = 2

// Shelf are the submissions in a folder that is none itself: those that the course file names, or
// folders and archives named after teams of the roster, or archives alone. There are none in the
// submission of one team.
func (c *Course) Shelf(folder string) []string {
	var r resolver
	var list []string
	within := r.real(folder)
	for _, pattern := range c.patterns() {
		matches, _ := c.matches(pattern)
		for _, path := range matches {
			rest, err := filepath.Rel(within, r.real(path))
			if base := filepath.Base(path); err != nil || rest == "." || !filepath.IsLocal(rest) || strings.HasPrefix(base, ".") || base == macFolder {
				continue
			}
			if info, err := os.Stat(path); ArchiveName(path) || err == nil && info.IsDir() {
				list = append(list, path)
			}
		}
	}
	if len(list) > 0 {
		return list
	}
	entries, _ := os.ReadDir(folder)
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") || e.Name() == macFolder })
	roster, _ := c.readRoster() // Prepare tells its mistakes
	teams := make(map[string]bool)
	if roster != nil {
		for i := range roster.Lines {
			teams[roster.Team(i)] = true
		}
	}
	archives := 0
	for _, entry := range entries {
		names := namesOf(entry.Name())
		if !entry.IsDir() && len(names) > 1 {
			archives++
		}
		if slices.ContainsFunc(names, func(name string) bool { return teams[name] }) {
			list = append(list, filepath.Join(folder, entry.Name()))
		}
	}
	switch {
	case len(list) >= shelfMin:
		return list
	case archives >= shelfMin && archives == len(entries):
		list = nil
		for _, entry := range entries {
			list = append(list, filepath.Join(folder, entry.Name()))
		}
		return list
	}
	return nil
}

// missingFolder is the first folder of a pattern that is not there, "" if all are.
func (c *Course) missingFolder(pattern string) string {
	missing := ""
	for dir := filepath.Dir(pattern); ; dir = filepath.Dir(dir) {
		if matches, _ := c.matches(dir); len(matches) > 0 || dir == filepath.Dir(dir) {
			return missing
		}
		missing = dir
	}
}

// astray tells of submissions that the roster names and that are not there, where
// something else lies under that name or that of the team: to grade that would be a
// guess. Found says which teams have what the roster names.
func (c *Course) astray(r *roll, paths, leftOut []string, found map[string]bool) error {
	there := make(map[string]string)
	for _, path := range slices.Concat(leftOut, paths) {
		for _, name := range namesOf(path) {
			there[name] = path
		}
	}
	var wrong complaint
	for i := range r.list {
		n := &r.list[i]
		if found[n.team] {
			continue
		}
		if path := cmp.Or(there[n.last()], there[n.team]); path != "" {
			wrong.add("roster "+c.Submissions.Roster, n.line, "there is no submission %q of team %s, only %s", n.said, n.team, path)
		}
	}
	return wrong.err("correct the column path: a path starts in the folder of the course file, and the name of the folder or archive is enough")
}

// submissions are those at some paths, and those that are missing.
func (c *Course) submissions(paths []string, f *Found, r *roll) ([]Submission, error) {
	roster, told := f.Roster, &mistakes{}
	teams := make(map[string]Submission)
	listed := make(map[string]bool)
	if roster != nil {
		for i := range roster.Lines {
			listed[roster.Team(i)] = true
		}
	}
	owners, named := make([]string, len(paths)), make(map[string]bool)
	for i, path := range paths {
		owners[i] = r.of(path)
		named[owners[i]] = true
	}
	if c.Submissions.Path == "" {
		told.add(c.astray(r, paths, f.LeftOut, named))
	}
	var wrong, twice complaint
	for i, path := range paths {
		team := owners[i]
		if team == "" {
			base := filepath.Base(path)
			team = strings.TrimSuffix(base, endingOf(base))
		}
		other, has := teams[team]
		if !f.whole && owners[i] == "" && (has || !TeamName(team)) {
			continue // a line of the roster that is wrong may name it
		}
		if !TeamName(team) {
			wrong.add("submission "+path, 0, "%q cannot be the name of a team: expected %s", team, teamNameRule)
			continue
		}
		if has {
			twice.add("submission "+path, 0, "team %s has two submissions, this one and %s", team, other.Path)
			continue
		}
		s := Submission{Team: team, Path: path}
		if roster != nil && !listed[team] {
			s.Note = "the roster does not have this team"
		}
		teams[team] = s
	}
	told.add(wrong.err("move it away, rename it to its team, or list it in the roster under team and path"))
	told.add(twice.err("move one of them away, and the other counts; if it is another team's, rename it to that team, or list it in the roster " +
		"under that team and path"))
	for team := range listed {
		if _, ok := teams[team]; !ok {
			teams[team] = Submission{Team: team, Note: "there is no submission"}
		}
	}
	if len(teams) > TeamsMax {
		return nil, &game.UsageError{Message: fmt.Sprintf("course %s: expected at most %d teams, found %d", c.File, TeamsMax, len(teams))}
	}
	if roster != nil && roster.path >= 0 {
		for i, fields := range roster.Lines {
			team := roster.Team(i)
			if s := teams[team]; s.Path == "" && fields[roster.path] != "" {
				s.Note = fmt.Sprintf("there is no submission %q", fields[roster.path])
				teams[team] = s
			}
		}
	}
	list := make([]Submission, 0, len(teams))
	for _, s := range teams {
		list = append(list, s)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Team < list[j].Team })
	told.add(c.alike(list))
	return list, told.err()
}

// alike refuses teams whose names differ by case only: some file systems see one file.
func (c *Course) alike(list []Submission) error {
	var wrong complaint
	folded := make(map[string]Submission, len(list))
	where := func(s Submission) string { return cmp.Or(s.Path, "the roster") }
	for _, s := range list {
		lower := strings.ToLower(s.Team)
		if other, ok := folded[lower]; ok {
			wrong.add("course "+c.File, 0, "teams %s, of %s, and %s, of %s, differ only in upper and lower case", other.Team, where(other), s.Team, where(s))
		}
		folded[lower] = s
	}
	return wrong.err("give one of them another name, since some file systems treat the two as one folder; in the roster, write a team as its submission")
}

// globbing are the letters of patterns that stand for others.
const globbing = `*?[`

// errVast is why a pattern is not searched to its end.
var errVast = fmt.Errorf("it matches more than %d files and folders", globMax)

// literal makes a pattern of a path, which matches that path alone.
var literal = sync.OnceValue(func() *strings.Replacer {
	letters := []string{"*", "[*]", "?", "[?]", "[", "[[]"}
	if filepath.Separator != '\\' {
		letters = append(letters, `\`, `\\`)
	}
	return strings.NewReplacer(letters...)
})
