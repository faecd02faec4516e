package course

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
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
	numbers []int      // of the lines, in the file
}

// Team is the name of the team of a line.
func (r *Roster) Team(line int) string { return r.Lines[line][r.team] }

// Missing are the teams whose submission the roster names, and which have none, and
// the number of the line that says so.
func (r *Roster) Missing(all []Submission) (teams []string, numbers []int) {
	if r == nil || r.path < 0 {
		return nil, nil
	}
	none := make(map[string]bool)
	for _, s := range all {
		none[s.Team] = s.Path == ""
	}
	for i, fields := range r.Lines {
		if team := r.Team(i); none[team] && fields[r.path] != "" {
			none[team] = false
			teams, numbers = append(teams, team), append(numbers, r.numbers[i])
		}
	}
	return teams, numbers
}

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

// key adds what is wrong with a key of the course file.
func (c *complaint) key(of *Course, path, format string, args ...any) {
	*c = append(*c, document.Problem{File: of.File, Line: of.Line(path), Key: path, Message: fmt.Sprintf(format, args...)})
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

// parseRoster reads a roster: CSV with a first line of names, one of which is
// team. The error is a *document.Problems with all lines that are wrong, or a
// *game.UsageError.
func parseRoster(file string, raw []byte) (*Roster, error) {
	const hint = "the first line of a roster names its columns; one is team, and path, if present, names the submission, with or without its folder"
	refuse := func(format string, args ...any) (*Roster, error) {
		return nil, &game.UsageError{Message: fmt.Sprintf("roster %s", file) + fmt.Sprintf(format, args...), Hint: hint}
	}
	if bytes.HasPrefix(raw, []byte("\xff\xfe")) || bytes.HasPrefix(raw, []byte("\xfe\xff")) {
		return refuse(": it is UTF-16; save it as CSV in UTF-8")
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
	if why := wrongHead(head); why != "" {
		return refuse(":1: %s", why)
	}
	r := &Roster{Columns: head, team: slices.Index(head, teamColumn), path: slices.Index(head, pathColumn)}
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
		r.numbers = append(r.numbers, line)
		if r.Lines = append(r.Lines, fields); len(r.Lines) > TeamsMax {
			return refuse(": it has more than %d lines", TeamsMax)
		}
	}
	const lines = "each line has a field for each column of the first one; in the column team stands the name of a folder or archive, without its ending"
	if err := wrong.err(lines); err != nil {
		return nil, err
	}
	return r, nil
}

// wrongHead says what is wrong with the names of the columns of a roster, "" if nothing is.
func wrongHead(head []string) string {
	for _, name := range []string{teamColumn, pathColumn, submittedColumn, lateDaysColumn} {
		// A column that only looks like one of these would be passed over.
		like := slices.IndexFunc(head, func(other string) bool { return strings.EqualFold(strings.TrimSpace(other), name) })
		if like >= 0 && !slices.Contains(head, name) {
			return fmt.Sprintf("expected a column %q, found %q", name, head[like])
		}
	}
	if !slices.Contains(head, teamColumn) {
		why := ""
		if len(head) == 1 && strings.ContainsAny(head[0], ";\t") {
			why = "; columns are divided by commas"
		}
		quoted := make([]string, len(head))
		for i, name := range head {
			quoted[i] = strconv.Quote(name)
		}
		return fmt.Sprintf("there is no column %q, only %s%s", teamColumn, strings.Join(quoted, ", "), why)
	}
	for i, name := range head {
		// Spreadsheets leave columns without a name.
		if first := slices.Index(head, name); name != "" && first < i {
			return fmt.Sprintf("columns %d and %d are both called %q", first+1, i+1, name)
		}
	}
	return ""
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
// lines of the roster or all names that are wrong, or a *game.UsageError.
func (c *Course) Find() (*Found, error) {
	f := &Found{}
	roster, err := c.readRoster()
	if err != nil {
		return nil, err
	}
	if c.Submissions.Path == "" {
		f.Roster = roster
	}
	r, err := c.named(roster)
	if err != nil {
		return nil, err
	}
	var paths []string
	if paths, f.LeftOut, err = c.paths(r); err != nil {
		return nil, err
	}
	if f.Submissions, err = c.submissions(paths, f.LeftOut, f.Roster, r); err != nil {
		return nil, err
	}
	if err := c.apart(f.Submissions); err != nil {
		return nil, err
	}
	if len(f.Submissions) > 0 {
		if err := c.timed(f, roster); err != nil {
			return nil, err
		}
	}
	if len(f.Submissions) == 0 {
		return nil, c.none(f.LeftOut)
	}
	return f, nil
}

// readRoster reads the roster that the course file names, nil for none. One submission
// alone needs none: where it is graded by itself, the roster may not be.
func (c *Course) readRoster() (*Roster, error) {
	if c.Submissions.Roster == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(c.Submissions.Roster)
	if c.Submissions.Path != "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		var wrong complaint
		wrong.key(c, "submissions.roster", "roster %s: %v", c.Submissions.Roster, text.Cause(err))
		return nil, wrong.err("name a CSV file that your user can read; its path starts in the folder of the course file")
	}
	return parseRoster(c.Submissions.Roster, raw)
}

// none tells that there is no submission at all, and what each pattern lacks.
func (c *Course) none(leftOut []string) error {
	var wrong complaint
	for i, pattern := range c.Submissions.Paths {
		message := fmt.Sprintf("there is no submission at %s", pattern)
		if dir := missingFolder(pattern); dir != "" {
			message += fmt.Sprintf("; there is no folder %s", dir)
		} else if len(leftOut) > 0 {
			message += fmt.Sprintf(", only %s and others", leftOut[0])
		}
		wrong.key(c, fmt.Sprintf("submissions.paths[%d]", i), "%s", message)
	}
	return wrong.err("paths of submissions are patterns that match folders and archives; they start in the folder of the course file")
}

// A Gap is a pattern for submissions that matches nothing, since something in front of
// its wildcards is not there.
type Gap struct {
	Line    int // of the course file
	Pattern string
	Missing string // the folder or the file
}

// Gaps are those of the course. A pattern that finds an empty folder is none.
func (c *Course) Gaps() []Gap {
	var list []Gap
	for i, pattern := range c.Submissions.Paths {
		missing := missingFolder(pattern)
		if matches, _ := filepath.Glob(pattern); missing == "" && len(matches) == 0 && !strings.ContainsAny(pattern, globbing) {
			missing = pattern
		}
		if missing != "" {
			list = append(list, Gap{c.Line(fmt.Sprintf("submissions.paths[%d]", i)), pattern, missing})
		}
	}
	return list
}

// missingFolder is the first folder of a pattern that is not there, "" if all are.
func missingFolder(pattern string) string {
	missing := ""
	for dir := filepath.Dir(pattern); ; dir = filepath.Dir(dir) {
		if matches, _ := filepath.Glob(dir); len(matches) > 0 || dir == filepath.Dir(dir) {
			return missing
		}
		missing = dir
	}
}

// A named is a submission that the roster names.
type named struct {
	team  string
	said  string   // its path, as it stands in the roster
	parts []string // of that path
	line  int      // of the roster
}

// partsOf are the parts of a path.
func partsOf(path string) []string {
	return strings.FieldsFunc(filepath.ToSlash(filepath.Clean(path)), func(r rune) bool { return r == '/' })
}

// agrees tells how well a path agrees with that of the roster: with how many parts,
// 0 if one of them differs. A name alone agrees wherever the submission lies, since
// services that export a roster do not know where that will be. The ending of an
// archive may be left out; a path that has it agrees better.
func (n *named) agrees(path []string) int {
	if len(n.parts) == 0 || len(n.parts) > len(path) {
		return 0
	}
	end := path[len(path)-len(n.parts):]
	last := len(end) - 1
	switch {
	case !slices.Equal(n.parts[:last], end[:last]):
		return 0
	case n.parts[last] == end[last]:
		return 2 * len(end)
	case n.parts[last] == strings.TrimSuffix(end[last], endingOf(end[last])):
		return 2*len(end) - 1
	}
	return 0
}

// A roll is all submissions that the roster names.
type roll struct {
	folder string // of the course file, where paths start
	list   []named
	byLast map[string][]int // of the list, by the last part: a course may have many teams
}

// of is the team whose submission lies at a path, "" if the roster does not say.
func (r *roll) of(path string) string {
	team, best := "", 0
	for _, last := range namesOf(path) {
		for _, i := range r.byLast[last] {
			if n := r.agrees(&r.list[i], path); n > best {
				team, best = r.list[i].team, n
			}
		}
	}
	return team
}

// namesOf are the names that a submission at a path may have: with the ending of an
// archive and without it.
func namesOf(path string) []string {
	base := filepath.Base(path)
	if ending := endingOf(base); ending != "" {
		return []string{base, strings.TrimSuffix(base, ending)}
	}
	return []string{base}
}

// last is the last part of the path, "" for that of the root.
func (n *named) last() string {
	if len(n.parts) == 0 {
		return ""
	}
	return n.parts[len(n.parts)-1]
}

// agrees tells how well a path agrees with that of the roster, be it written from the
// folder of the course file or from further up.
func (r *roll) agrees(n *named, path string) int {
	best := 0
	if from, err := filepath.Rel(r.folder, path); err == nil {
		best = n.agrees(partsOf(from))
	}
	if whole, err := filepath.Abs(path); err == nil {
		best = max(best, n.agrees(partsOf(whole)))
	}
	return best
}

// named are the submissions that the roster names.
func (c *Course) named(roster *Roster) (*roll, error) {
	r := &roll{folder: filepath.Dir(c.File), byLast: make(map[string][]int)}
	if roster == nil || roster.path < 0 {
		return r, nil
	}
	var wrong complaint
	byPath := make(map[string]string)
	for i, fields := range roster.Lines {
		said, team := fields[roster.path], roster.Team(i)
		if said == "" {
			continue
		}
		clean := filepath.Clean(said)
		switch other := byPath[clean]; other {
		case "":
			byPath[clean] = team
			n := named{team, said, partsOf(said), roster.numbers[i]}
			r.byLast[n.last()] = append(r.byLast[n.last()], len(r.list))
			r.list = append(r.list, n)
		case team:
		default:
			wrong.add("roster "+c.Submissions.Roster, roster.numbers[i], "%q is the submission of both %s and %s", said, other, team)
		}
	}
	return r, wrong.err("give each team its own path; students who hand in together have lines with one team")
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
func (c *Course) submissions(paths, leftOut []string, roster *Roster, r *roll) ([]Submission, error) {
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
		if err := c.astray(r, paths, leftOut, named); err != nil {
			return nil, err
		}
	}
	var wrong complaint
	for i, path := range paths {
		team := owners[i]
		if team == "" {
			base := filepath.Base(path)
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
	return list, c.alike(list)
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
func (c *Course) paths(r *roll) (list, leftOut []string, err error) {
	if path := c.Submissions.Path; path != "" {
		// Whoever grades named it, and so a link too.
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		if err != nil {
			return nil, nil, &game.UsageError{
				Message: fmt.Sprintf("--submission %s: %v", path, text.Cause(err)),
				Hint:    "name a folder or an archive; the path starts in the current folder, not in that of the course file",
			}
		}
		return []string{real}, nil, nil
	}
	if err := c.closed(); err != nil {
		return nil, nil, err
	}
	for _, pattern := range c.Submissions.Paths {
		matches, err := filepath.Glob(pattern)
		if err != nil {
			return nil, nil, &game.UsageError{
				Message: fmt.Sprintf("course %s: pattern %q: %v", c.File, pattern, err),
				Hint:    "* stands for any letters, [ab] for one of some; \\ takes a letter as it is",
			}
		}
		for _, path := range matches {
			base := filepath.Base(path)
			info, err := os.Lstat(path)
			if errors.Is(err, fs.ErrNotExist) || strings.HasPrefix(base, ".") {
				continue
			}
			if err != nil {
				return nil, nil, &game.UsageError{
					Message: fmt.Sprintf("submission %s: %v", path, text.Cause(err)), Hint: "give your user the right to look into its folder",
				}
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
			case isFolder && base != macFolder, !isFolder && endingOf(base) != "", r.of(path) != "", path == filepath.Clean(pattern):
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

// closed finds folders in which patterns look for submissions and that whoever grades
// may not read: their teams would count as if they had handed in nothing.
func (c *Course) closed() error {
	var wrong complaint
	tell := func(i int, what string, err error) {
		wrong.key(c, fmt.Sprintf("submissions.paths[%d]", i), "%s cannot be read: %v", what, text.Cause(err))
	}
	said := make(map[string]bool)
	for i, pattern := range c.Submissions.Paths {
		before := len(said)
		for _, dir := range foldersOf(pattern) {
			f, err := os.Open(dir)
			if err == nil {
				f.Close()
			}
			if errors.Is(err, fs.ErrPermission) && !said[dir] {
				said[dir] = true
				tell(i, "the folder "+dir, err)
			}
		}
		// In a folder that may only be listed nothing can be found.
		if _, err := os.Lstat(pattern); len(said) == before && errors.Is(err, fs.ErrPermission) {
			tell(i, pattern, err)
		}
	}
	return wrong.err("give your user the right to read it; its owner can: chmod u+rx")
}

// foldersOf are the folders that a pattern looks into.
func foldersOf(pattern string) []string {
	var list []string
	for dir := filepath.Dir(pattern); strings.ContainsAny(pattern, globbing); pattern, dir = dir, filepath.Dir(dir) {
		// The pattern was read, and so is one.
		matches, _ := filepath.Glob(dir)
		list = append(list, matches...)
	}
	return list
}

// globbing are the letters of patterns that stand for others.
const globbing = `*?[`

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
