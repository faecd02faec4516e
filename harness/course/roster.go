package course

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Roster is the list of those who take part, a line for each student or each
// team. Its columns stay as they are in the grades.
type Roster struct {
	Columns []string
	Lines   [][]string // as many fields as columns
	team    int        // the column with the name of the team
	path    int        // the column with the name of the submission; -1: none
}

// Team is the name of the team of a line.
func (r *Roster) Team(line int) string { return r.Lines[line][r.team] }

// TeamColumn is the index of the column with the name of the team.
func (r *Roster) TeamColumn() int { return r.team }

// The columns of a roster that mean something here.
const (
	teamColumn = "team"
	pathColumn = "path"
)

// complaintsMax is how many wrong lines or names are told of at once.
const complaintsMax = 20

// A complaint is a list of what is wrong with a roster or with submissions.
type complaint []document.Problem

func (c *complaint) add(file string, line int, format string, args ...any) {
	*c = append(*c, document.Problem{File: file, Line: line, Message: fmt.Sprintf(format, args...)})
}

// err is a *document.Problems, nil if nothing is wrong.
func (c complaint) err(hint string) error {
	if len(c) == 0 {
		return nil
	}
	list := slices.Clone(c[:min(len(c), complaintsMax)])
	if n := len(c) - len(list); n > 0 {
		list[len(list)-1].Message += fmt.Sprintf("; and %d more like this", n)
	}
	return &document.Problems{List: list, Hint: hint}
}

// ReadRoster reads a roster: CSV with a first line of names, one of which is
// team. The error is a *document.Problems with all lines that are wrong, or a
// *game.UsageError.
func ReadRoster(file string) (*Roster, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, &game.UsageError{Message: fmt.Sprintf("roster %s: %v", file, errors.Unwrap(err))}
	}
	const hint = "the first line of a roster names its columns; one is team, and path, if present, names the submission"
	refuse := func(format string, args ...any) (*Roster, error) {
		return nil, &game.UsageError{Message: fmt.Sprintf("roster %s", file) + fmt.Sprintf(format, args...), Hint: hint}
	}
	// Spreadsheets write a byte order mark.
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))))
	head, err := in.Read()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return refuse(": it is empty")
		}
		line, why := syntax(err)
		return refuse(":%d: %s", line, why)
	}
	r := &Roster{Columns: head, team: slices.Index(head, teamColumn), path: slices.Index(head, pathColumn)}
	if r.team < 0 {
		why := ""
		if len(head) == 1 && strings.ContainsAny(head[0], ";\t") {
			why = "; columns are divided by commas"
		}
		return refuse(":1: there is no column %q, but %q%s", teamColumn, head, why)
	}
	for i, name := range head {
		// Spreadsheets leave columns without a name.
		if first := slices.Index(head, name); name != "" && first < i {
			return refuse(":1: columns %d and %d are both called %q", first+1, i+1, name)
		}
	}
	var wrong complaint
	paths := make(map[string]string) // by team
	for {
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if errors.Is(err, csv.ErrFieldCount) {
			line, _ := in.FieldPos(0)
			wrong.add("roster "+file, line, "expected %s as in the first line, found %d", text.Count(len(head), "field"), len(fields))
			continue
		}
		if err != nil {
			// Where a quote is lost, the lines after it mean nothing.
			line, why := syntax(err)
			wrong.add("roster "+file, line, "%s", why)
			break
		}
		line, _ := in.FieldPos(0)
		team := fields[r.team]
		if !TeamName(team) {
			wrong.add("roster "+file, line, "expected the name of a team, %s, found %q", teamNameRule, team)
			continue
		}
		if r.path >= 0 {
			if before, ok := paths[team]; ok && before != fields[r.path] {
				wrong.add("roster "+file, line, "team %s has the submission %q here, but %q on an earlier line", team, fields[r.path], before)
				continue
			}
			paths[team] = fields[r.path]
		}
		if r.Lines = append(r.Lines, fields); len(r.Lines) > TeamsMax {
			return refuse(": it has more than %d lines", TeamsMax)
		}
	}
	if err := wrong.err(hint); err != nil {
		return nil, err
	}
	return r, nil
}

// syntax says where a file is no CSV, and why; the line is 0 if it could not be
// read at all.
func syntax(err error) (int, string) {
	if at, ok := errors.AsType[*csv.ParseError](err); ok {
		return at.Line, fmt.Sprintf("not valid CSV: %v (column %d)", at.Err, at.Column)
	}
	return 0, err.Error()
}

const teamNameRule = "letters, digits, - _ and ., starting with a letter or digit"

// teamBytesMax is what a name of a file has room for, with something behind it.
const teamBytesMax = 100

// TeamName tells whether a team may be called so: names of teams are names of
// files, too.
func TeamName(name string) bool {
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && (i == 0 || r != '-' && r != '_' && r != '.') {
			return false
		}
	}
	return name != "" && len(name) <= teamBytesMax
}

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

// archiveEndings are the names of archives, and so no part of the name of a team.
// Those from .tar.xz on are not unpacked here; a team that hands in such a one
// is to be told so.
var archiveEndings = []string{
	".tar.gz", ".tgz", ".tar", ".zip",
	".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar.zst", ".gz", ".xz", ".bz2", ".rar", ".7z",
}

// macFolder is what a Mac puts beside the folders that it packs.
const macFolder = "__MACOSX"

// A Found is what there is to grade.
type Found struct {
	Submissions []Submission // sorted by the names of the teams
	Roster      *Roster      // nil if there is none
	LeftOut     []string     // paths that the patterns match, and that are no submissions
}

// Find finds the submissions and the roster. The error is a *document.Problems with all
// lines of the roster or all names that are wrong, or a *game.UsageError.
func (c *Course) Find() (*Found, error) {
	f := &Found{}
	var err error
	if c.Submissions.Roster != "" {
		if f.Roster, err = ReadRoster(c.Submissions.Roster); err != nil {
			return nil, err
		}
	}
	byBase, err := c.named(f.Roster)
	if err != nil {
		return nil, err
	}
	var paths []string
	if paths, f.LeftOut, err = c.paths(byBase); err != nil {
		return nil, err
	}
	if f.Submissions, err = c.submissions(paths, f.Roster, byBase); err != nil {
		return nil, err
	}
	if err := c.apart(f.Submissions); err != nil {
		return nil, err
	}
	if len(f.Submissions) > 0 {
		if err := c.timed(f); err != nil {
			return nil, err
		}
	}
	if len(f.Submissions) == 0 {
		message := fmt.Sprintf("course %s: there is no submission at %s", c.File, strings.Join(c.Submissions.Paths, ", "))
		if n := len(f.LeftOut); n > 0 {
			message += fmt.Sprintf(", only %s and others", f.LeftOut[0])
		}
		return nil, &game.UsageError{
			Message: message,
			Hint:    "paths of submissions are patterns that match folders and archives; they start in the folder of the course file",
		}
	}
	return f, nil
}

// named are the teams whose submission the roster names, by that name.
func (c *Course) named(roster *Roster) (map[string]string, error) {
	byBase := make(map[string]string)
	if roster == nil || roster.path < 0 {
		return byBase, nil
	}
	for i, fields := range roster.Lines {
		if fields[roster.path] == "" {
			continue
		}
		// It may be written with the folder that it is in.
		base, team := filepath.Base(fields[roster.path]), roster.Team(i)
		if other := byBase[base]; other != "" && other != team {
			return nil, &game.UsageError{Message: fmt.Sprintf("roster %s: %q is the submission of both %s and %s",
				c.Submissions.Roster, base, other, team)}
		}
		byBase[base] = team
	}
	return byBase, nil
}

// submissions are those at some paths, and those that are missing.
func (c *Course) submissions(paths []string, roster *Roster, byBase map[string]string) ([]Submission, error) {
	teams := make(map[string]Submission)
	listed := make(map[string]bool)
	if roster != nil {
		for i := range roster.Lines {
			listed[roster.Team(i)] = true
		}
	}
	var wrong complaint
	for _, path := range paths {
		base := filepath.Base(path)
		team := byBase[base]
		if team == "" {
			team = byBase[strings.TrimSuffix(base, endingOf(base))]
		}
		if team == "" {
			team = strings.TrimSuffix(base, endingOf(base))
		}
		if !TeamName(team) {
			wrong.add("submission "+path, 0, "%q cannot be the name of a team: expected %s", team, teamNameRule)
			continue
		}
		if other, ok := teams[team]; ok {
			wrong.add("submission "+path, 0, "team %s has two submissions, this one and %s", team, other.Path)
			continue
		}
		s := Submission{Team: team, Path: path}
		if roster != nil && !listed[team] {
			s.Note = "the roster does not have this team"
		}
		teams[team] = s
	}
	if err := wrong.err("move it away, rename it to its team, or list it in the roster under team and path"); err != nil {
		return nil, err
	}
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
	// Where names differ by case only, some file systems see one file.
	folded := make(map[string]string, len(list))
	for _, s := range list {
		lower := strings.ToLower(s.Team)
		if other := folded[lower]; other != "" {
			return nil, &game.UsageError{
				Message: fmt.Sprintf("teams %s and %s differ only in upper and lower case", other, s.Team),
				Hint:    "give one of them another name, since some file systems treat the two as one folder",
			}
		}
		folded[lower] = s.Team
	}
	return list, nil
}

// endingOf is the ending of the name of an archive, "" for that of a folder.
func endingOf(base string) string {
	for _, ending := range archiveEndings {
		if strings.HasSuffix(strings.ToLower(base), ending) {
			return base[len(base)-len(ending):]
		}
	}
	return ""
}

// paths are the folders and archives that the patterns match, sorted, each once,
// and what else they match. A file that the roster or a pattern without wildcards
// names is taken for an archive, whatever it is called.
func (c *Course) paths(byBase map[string]string) (list, leftOut []string, err error) {
	if path := c.Submissions.Path; path != "" {
		// Whoever grades named it, and so a link too.
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		if err != nil {
			return nil, nil, &game.UsageError{Message: fmt.Sprintf("submission %s: %v", path, text.Cause(err))}
		}
		return []string{real}, nil, nil
	}
	for _, pattern := range c.Submissions.Paths {
		matches, err := filepath.Glob(pattern)
		if err != nil {
			return nil, nil, &game.UsageError{Message: fmt.Sprintf("course %s: pattern %q: %v", c.File, pattern, err)}
		}
		for _, path := range matches {
			base := filepath.Base(path)
			info, err := os.Lstat(path)
			if errors.Is(err, fs.ErrNotExist) || strings.HasPrefix(base, ".") {
				continue
			}
			if err != nil {
				return nil, nil, &game.UsageError{Message: fmt.Sprintf("submission %s: %v", path, errors.Unwrap(err))}
			}
			// A link to a folder is one that was handed in, and refused by its name.
			isFolder := info.IsDir()
			if info.Mode()&fs.ModeSymlink != 0 {
				target, err := os.Stat(path)
				isFolder = err == nil && target.IsDir()
			}
			own := slices.ContainsFunc([]string{c.File, c.Submissions.Roster, c.Work, c.Grades}, func(other string) bool {
				there, err := os.Stat(other)
				return err == nil && os.SameFile(info, there)
			})
			switch {
			case own:
			case isFolder && base != macFolder, !isFolder && endingOf(base) != "", byBase[base] != "", path == filepath.Clean(pattern):
				list = append(list, path)
			default:
				leftOut = append(leftOut, path)
			}
		}
	}
	slices.Sort(list)
	slices.Sort(leftOut)
	// Another pattern may name it.
	leftOut = slices.DeleteFunc(slices.Compact(leftOut), func(path string) bool { return slices.Contains(list, path) })
	return slices.Compact(list), leftOut, nil
}

// peopleColumns are columns that hold names of people, in the order in which they
// are looked for. The words of a column that needs several are joined.
var peopleColumns = [][]string{
	{"name"},
	{"names"},
	{"student"},
	{"students"},
	{"full name"},
	{"student name"},
	{"first name", "last name"},
	{"given name", "family name"},
	{"given name", "surname"},
}

// People are the names of those in a team, as far as a column of the roster says
// them: name, student, or first name and last name.
func (r *Roster) People(team string) []string {
	if r == nil {
		return nil
	}
	var at []int
	for _, wanted := range peopleColumns {
		at = at[:0]
		for _, want := range wanted {
			n := slices.IndexFunc(r.Columns, func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), want) })
			if n >= 0 {
				at = append(at, n)
			}
		}
		if len(at) == len(wanted) {
			break
		}
	}
	var list []string
	for i, fields := range r.Lines {
		if r.Team(i) != team {
			continue
		}
		var words []string
		for _, n := range at {
			if word := strings.TrimSpace(fields[n]); word != "" {
				words = append(words, word)
			}
		}
		if name := strings.Join(words, " "); name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
