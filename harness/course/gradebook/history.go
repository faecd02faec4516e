package gradebook

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/report"
)

// The history of gradings: each that says something new is kept under its time.
const (
	historyFolder = "history"
	historyTime   = "2006-01-02T15-04-05Z"
	historyEnding = ".json"
	takenEnding   = ".taken"
	// historyMax is how many gradings are kept, the latest ones: years of them, and
	// some hundred megabytes of a large course.
	historyMax = 200
	// gradesBytesMax bounds a file of grades that is read: some times that of a
	// thousand teams.
	gradesBytesMax = 1 << 30
)

// A keptJSON says of what a grading was made.
type keptJSON struct {
	At         string           `json:"at"`
	Provenance grade.Provenance `json:"of"`
}

// Keep keeps the grades under their time, and returns where; "" if they are those
// of the last grading, of the same things.
func (b *Book) Keep(now time.Time, of grade.Provenance) (string, error) {
	folder := filepath.Join(b.Course.Grades, historyFolder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	names, err := kept(folder)
	if err != nil {
		return "", err
	}
	out := b.grades()
	out.Kept = &keptJSON{Provenance: of}
	if len(names) > 0 {
		// One that cannot be read is no reason not to keep this one.
		if last, err := ReadGrades(names[len(names)-1]); err == nil && last.grades.Kept != nil {
			last.grades.Kept.At = ""
			one, errOne := json.Marshal(last.grades, json.Deterministic(true))
			other, errOther := json.Marshal(out, json.Deterministic(true))
			if errOne == nil && errOther == nil && bytes.Equal(one, other) {
				return "", nil
			}
		}
	}
	out.Kept.At = now.UTC().Format(time.RFC3339)
	raw, err := json.Marshal(out, json.Deterministic(true))
	if err != nil {
		return "", err
	}
	base, release, err := take(folder, now.UTC())
	if err != nil {
		return "", err
	}
	defer release()
	name := filepath.Join(historyFolder, base)
	err = b.file(name, func(w io.Writer) error {
		_, err := w.Write(append(raw, '\n'))
		return err
	})
	if err != nil {
		return "", err
	}
	for n := len(names) + 1 - historyMax; n > 0; n-- {
		if err := os.Remove(names[n-1]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return filepath.Join(b.Course.Grades, name), nil
}

// kept are the files of the gradings in the folder of the history, the oldest first.
func kept(folder string) (names []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries { // by name, and so by time
		if strings.HasSuffix(e.Name(), historyEnding) {
			names = append(names, filepath.Join(folder, e.Name()))
		}
	}
	return names, nil
}

// take takes a name for a grading that ended at a time, and keeps others from it until
// it is released. Names have whole seconds: a grading within the second of another one
// takes the next free second, so that the order of the names stays that of the gradings.
func take(folder string, at time.Time) (name string, release func(), err error) {
	for ; ; at = at.Add(time.Second) {
		name = at.Format(historyTime) + historyEnding
		path := filepath.Join(folder, name)
		// Not the file itself: it is complete or not there. One that a killed grading
		// has left costs its second.
		taken := filepath.Join(folder, "."+name+takenEnding)
		f, err := os.OpenFile(taken, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", nil, err
		}
		f.Close()
		release = func() { os.Remove(taken) }
		_, err = os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return name, release, nil
		}
		release()
		if err != nil {
			return "", nil, err
		}
	}
}

// LastTwo are the files of the last two gradings that are kept in a folder of
// grades, the older one first. The error is a *game.UsageError.
func LastTwo(grades string) (was, is string, err error) {
	folder := filepath.Join(grades, historyFolder)
	names, err := kept(folder)
	if err != nil {
		return "", "", err
	}
	n := len(names)
	if n < 2 {
		return "", "", &game.UsageError{
			Message: fmt.Sprintf("history %s: expected at least two gradings, found %d", folder, n),
			Hint:    "grade all teams again, without --team, --task and --submission: a grading that differs from the last one is kept in this folder",
		}
	}
	return names[n-2], names[n-1], nil
}

// Newer is the page of a team that was written after a file of grades, "" if it was not: the
// team has been graded again without the others.
func Newer(grades, team, file string) string {
	path := filepath.Join(grades, teamsFolder, team+teamFiles[teamsFolder])
	page, err := os.Stat(path)
	if err != nil || team == "" {
		return ""
	}
	if kept, err := os.Stat(file); err != nil || !page.ModTime().After(kept.ModTime()) {
		return ""
	}
	return path
}

// Grades are those of a file: of the history, or grades.json.
type Grades struct {
	File   string
	grades gradesJSON
}

// ReadGrades reads a file of grades. The error is a *game.UsageError.
func ReadGrades(file string) (*Grades, error) {
	g := &Grades{File: file}
	refuse := func(format string, args ...any) (*Grades, error) {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("grades %s: ", file) + fmt.Sprintf(format, args...),
			Hint:    "touchstone grade keeps each grading in the folder history of the grades",
		}
	}
	raw, err := files.Read(file, gradesBytesMax)
	if err != nil {
		return refuse("%v", err)
	}
	if err := json.Unmarshal(raw, &g.grades); err != nil || g.grades.Rule == "" {
		return refuse("it is not a file of grades")
	}
	return g, nil
}

// teamsShown is how many teams of gradings are named in a hint.
const teamsShown = 8

// KnownTeam is a *game.UsageError if neither of two gradings has a team: that nothing
// of it differs would be taken for an answer.
func KnownTeam(was, is *Grades, team string) error {
	var names []string
	for _, g := range []*Grades{was, is} {
		for i := range g.grades.Teams {
			names = append(names, g.grades.Teams[i].Team)
		}
	}
	if slices.Contains(names, team) {
		return nil
	}
	slices.Sort(names)
	names = slices.Compact(names)
	e := &game.UsageError{Message: fmt.Sprintf("unknown team %q: neither %s nor %s has it", team, was.File, is.File)}
	if near := game.Nearest(team, names); near != "" {
		e.Hint = fmt.Sprintf("did you mean %q? ", near)
	}
	shown := strings.Join(names[:min(len(names), teamsShown)], ", ")
	if n := len(names) - teamsShown; n > 0 {
		shown += fmt.Sprintf(" and %d more", n)
	}
	e.Hint += "they have " + cmp.Or(shown, "no team")
	return e
}

// A Change is why points of a team are others in a second grading.
type Change struct {
	Team string `json:"team"`
	What string `json:"what"` // "grade", "rules cases", "rules cases: staff/a", "lateness", "by hand"
	Was  string `json:"was"`
	Is   string `json:"is"`
	// Points are those that the grade or a part gained, in hundredths; 0 for a
	// verdict, whose points are in its part.
	Points report.Points `json:"points_hundredths"`
}

// Compare explains what is different in a second grading: what it was made of, and
// team by team the grade, its parts, and the verdicts behind them. Only, if it is
// not "", is the only team.
func Compare(was, is *Grades, only string) (made, changes []Change) {
	made, changes = []Change{}, []Change{}
	if a, b := was.grades.Kept, is.grades.Kept; a != nil && b != nil {
		made = Remade(&a.Provenance, &b.Provenance)
	}
	if a, b := was.grades.Rule, is.grades.Rule; a != b {
		made = append(made, Change{What: "rule", Was: a, Is: b})
	}
	before, after := make(map[string]*teamJSON), make(map[string]*teamJSON)
	for i := range was.grades.Teams {
		before[was.grades.Teams[i].Team] = &was.grades.Teams[i]
	}
	for i := range is.grades.Teams {
		after[is.grades.Teams[i].Team] = &is.grades.Teams[i]
	}
	for _, team := range keysOf(before, after) {
		if only != "" && team != only {
			continue
		}
		a, b := before[team], after[team]
		if a == nil {
			a = &teamJSON{}
		}
		if b == nil {
			b = &teamJSON{}
		}
		changes = append(changes, changesOf(team, a, b)...)
	}
	return made, changes
}

// Remade says what a second grading is made of otherwise.
func Remade(a, b *grade.Provenance) []Change {
	made := []Change{}
	about := func(what, a, b string) {
		if a != b {
			made = append(made, Change{What: what, Was: a, Is: b})
		}
	}
	about("version of touchstone", a.Touchstone, b.Touchstone)
	about("course file", a.Course, b.Course)
	maps := []struct {
		what string
		a, b map[string]string
	}{{"cases and answers of ", a.Suites, b.Suites}, {"submission of ", a.Submissions, b.Submissions}, {"", a.Terms, b.Terms}}
	if len(a.Terms) == 0 || len(b.Terms) == 0 {
		maps = maps[:2] // an older version did not keep them
	}
	for _, sums := range maps {
		for _, name := range keysOf(sums.a, sums.b) {
			about(sums.what+name, cmp.Or(sums.a[name], "none"), cmp.Or(sums.b[name], "none"))
		}
	}
	return made
}

// LastBy is of what the last grading by a version was made that is kept, and its
// file; nil if there is none.
func LastBy(grades, version string) (*grade.Provenance, string) {
	names, err := kept(filepath.Join(grades, historyFolder))
	if err != nil {
		return nil, ""
	}
	for _, name := range slices.Backward(names) {
		// One that cannot be read says nothing.
		if g, err := ReadGrades(name); err == nil && g.grades.Kept != nil && g.grades.Kept.Provenance.Touchstone == version {
			return &g.grades.Kept.Provenance, name
		}
	}
	return nil, ""
}

// keysOf are the keys of two maps, sorted.
func keysOf[V any](a, b map[string]V) []string {
	var keys []string
	for _, m := range []map[string]V{a, b} {
		for key := range m {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

// changesOf are the changes of a team between two gradings.
func changesOf(team string, a, b *teamJSON) []Change {
	var list []Change
	add := func(what, was, is string, points report.Points) {
		if was != is {
			list = append(list, Change{team, what, was, is, points})
		}
	}
	add("grade", a.grade(), b.grade(), b.Earned-a.Earned)
	before, after := a.parts(), b.parts()
	for _, name := range keysOf(before, after) {
		p, q := before[name], after[name]
		add(name, p.said(), q.said(), q.earned()-p.earned())
		old, now := p.verdicts(), q.verdicts()
		for _, id := range keysOf(old, now) {
			add(name+": "+id, cmp.Or(old[id], "does not count"), cmp.Or(now[id], "does not count"), 0)
		}
	}
	was, less := a.lost()
	is, more := b.lost()
	add("lateness", was, is, less-more)
	was, less = a.byHand()
	is, more = b.byHand()
	add("by hand", was, is, more-less)
	return list
}

// grade is the grade as a change shows it: none of a team that was not graded.
func (t *teamJSON) grade() string {
	if t.Team == "" {
		return "none"
	}
	return t.Earned.String()
}

// parts are the parts that count, by task and part.
func (t *teamJSON) parts() map[string]*partJSON {
	parts := make(map[string]*partJSON)
	for i := range t.Parts {
		parts[t.Parts[i].Task+" "+t.Parts[i].Part] = &t.Parts[i]
	}
	return parts
}

// lost is what lateness costs, as a change shows it, and in points.
func (t *teamJSON) lost() (string, report.Points) {
	if t.Lateness == nil {
		return "none", 0
	}
	return fmt.Sprintf("%v lost, %d %%", t.Lateness.Lost, t.Lateness.Percent), t.Lateness.Lost
}

// byHand is what the staff adds or takes, as a change shows it, and in points.
func (t *teamJSON) byHand() (string, report.Points) {
	var said []string
	sum := report.Points(0)
	for _, x := range t.Adjustments {
		said = append(said, fmt.Sprintf("%s: %s", x.Reason, signed(report.Points(x.Points))))
		sum += report.Points(x.Points)
	}
	return cmp.Or(strings.Join(said, "; "), "none"), sum
}

// said is a part as a change shows it; a part that does not count is nil.
func (p *partJSON) said() string {
	if p == nil {
		return "none"
	}
	return fmt.Sprintf("%v of %v points (%d of %d)", p.Earned, p.Most, p.Good, p.All)
}

// earned are the points of a part, 0 if it does not count.
func (p *partJSON) earned() report.Points {
	if p == nil {
		return 0
	}
	return p.Earned
}

// verdicts are those of the cases of a part.
func (p *partJSON) verdicts() map[string]string {
	verdicts := make(map[string]string)
	if p != nil {
		for _, c := range p.Cases {
			verdicts[c.Case] = c.Verdict
		}
	}
	return verdicts
}

// DiffJSON is what touchstone grade diff prints as JSON; schemas/report has the
// schema.
func DiffJSON(to io.Writer, made, changes []Change) error {
	raw, err := json.Marshal(struct {
		Made    []Change `json:"made_of"`
		Changes []Change `json:"changes"`
	}{made, changes}, json.Deterministic(true))
	if err != nil {
		return err
	}
	_, err = to.Write(append(raw, '\n'))
	return err
}

// Gained shows the points of a change, "" for none.
func (c *Change) Gained() string {
	if c.Points == 0 {
		return ""
	}
	return signed(c.Points)
}
