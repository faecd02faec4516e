package course

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

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

// DaysLeftColumn is late_days in the grades, which make a roster for what comes next.
const DaysLeftColumn = "late days left"

const teamNameRule = "at most 100 letters, digits, - _ and ., starting with a letter or digit"

// teamBytesMax, which the rule names, is what a name of a file has room for, with something behind it.
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
	at := r.nameColumns()
	var list []string
	for i := range r.Lines {
		if r.Team(i) != team {
			continue
		}
		if name := r.nameAt(i, at); name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// nameAt is the name on a line, from the columns that have it.
func (r *Roster) nameAt(line int, columns []int) string {
	var words []string
	for _, n := range columns {
		if word := strings.TrimSpace(r.Lines[line][n]); word != "" {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// Twins tells of people who are on two lines, with the number of the second: those whose names are
// the same, with all that a roster says of people. Where it says more, such as a number, two may
// be called alike.
func (r *Roster) Twins() (said []string, lines []int) {
	columns := r.nameColumns()
	first := make(map[string]int)
	for i, fields := range r.Lines {
		name := r.nameAt(i, columns)
		if name == "" {
			continue
		}
		key := ""
		for n, field := range fields {
			switch r.Columns[n] {
			case teamColumn, pathColumn, submittedColumn, lateDaysColumn:
			default:
				key += strings.TrimSpace(field) + "\x00"
			}
		}
		before, again := first[key]
		if !again {
			first[key] = i
			continue
		}
		one := fmt.Sprintf("%s is already on line %d, in team %s", text.Visible(name), r.numbers[before], r.Team(before))
		if r.Team(before) != r.Team(i) {
			one += ", and here in team " + r.Team(i)
		}
		said, lines = append(said, one), append(lines, r.numbers[i])
	}
	return said, lines
}

// nameColumns are the columns with the names of people, none if there are none.
func (r *Roster) nameColumns() []int {
	for _, wanted := range peopleColumns {
		var found []int
		for _, want := range wanted {
			n := slices.IndexFunc(r.Columns, func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), want) })
			if n >= 0 {
				found = append(found, n)
			}
		}
		if len(found) == len(wanted) {
			return found
		}
	}
	return nil
}
