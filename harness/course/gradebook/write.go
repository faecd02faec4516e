package gradebook

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The folders of what there is for each team.
const (
	teamsFolder      = "teams"
	gradescopeFolder = "gradescope"
)

// teamFiles are the endings of the files of teams, by their folder.
var teamFiles = map[string]string{teamsFolder: ".html", gradescopeFolder: ".json"}

// Write writes the files of the course into its folder of grades: for the class,
// and for each team. Files for teams that there are no more are removed.
func (b *Book) Write() error {
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"grades.csv", b.CSV}, {"grades.md", b.Markdown}, {"grades.json", b.JSON}, {"index.html", b.Class}, {"junit.xml", b.JUnit},
	} {
		if err := b.file(f.name, f.write); err != nil {
			return err
		}
	}
	for i := range b.Records {
		if err := b.WriteTeam(&b.Records[i]); err != nil {
			return err
		}
	}
	for _, file := range b.strays() {
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	return nil
}

// Try tells whether the grades can be written: better now than after they are known.
func (b *Book) Try() error {
	for _, folder := range []string{"", teamsFolder, gradescopeFolder, historyFolder} {
		path := filepath.Join(b.Course.Grades, folder)
		if err := files.TryFolder(path); err != nil {
			return &game.UsageError{
				Message: fmt.Sprintf("the folder grades of the course, %s: %v", path, text.Cause(err)),
				Hint:    "give your user the right to write there, or name another folder in the course file: grades = \"...\"",
			}
		}
	}
	return nil
}

// teams are those in the book.
func (b *Book) teams() map[string]bool {
	teams := make(map[string]bool)
	for i := range b.Records {
		teams[b.Records[i].Team] = true
	}
	return teams
}

// strays are the files of teams that are not in the book.
func (b *Book) strays() []string {
	kept := b.teams()
	var files []string
	for folder, ending := range teamFiles {
		entries, err := os.ReadDir(filepath.Join(b.Course.Grades, folder))
		if err != nil {
			continue // there are none
		}
		for _, entry := range entries {
			if team, ours := strings.CutSuffix(entry.Name(), ending); ours && !kept[team] {
				files = append(files, filepath.Join(b.Course.Grades, folder, entry.Name()))
			}
		}
	}
	return files
}

// HasOthers tells whether the folder of grades has those of teams that are not in the
// book, which Write would remove.
func (b *Book) HasOthers() bool {
	if len(b.strays()) > 0 {
		return true
	}
	g, err := ReadGrades(filepath.Join(b.Course.Grades, "grades.json"))
	ours := b.teams()
	return err == nil && slices.ContainsFunc(g.grades.Teams, func(t teamJSON) bool { return !ours[t.Team] })
}

// TeamFiles are where the files of one team are.
func (b *Book) TeamFiles(team string) (page, gradescope string) {
	return filepath.Join(b.Course.Grades, teamsFolder, team+teamFiles[teamsFolder]),
		filepath.Join(b.Course.Grades, gradescopeFolder, team+teamFiles[gradescopeFolder])
}

// WriteTeam writes the files of one team.
func (b *Book) WriteTeam(r *grade.Record) error {
	err := b.file(filepath.Join(teamsFolder, r.Team+teamFiles[teamsFolder]), func(w io.Writer) error { return b.Team(w, r) })
	if err != nil {
		return err
	}
	return b.file(filepath.Join(gradescopeFolder, r.Team+teamFiles[gradescopeFolder]), func(w io.Writer) error { return b.Gradescope(w, r) })
}

// file writes one file, as a whole or not at all. One that says the same already
// stays: of a large course graded again most do, and each would be waited for
// until it has reached the disk.
func (b *Book) file(name string, write func(io.Writer) error) error {
	path := filepath.Join(b.Course.Grades, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text.Bytes()) {
		return nil
	}
	f, err := report.CreateFile(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(text.Bytes()); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

// The grades as JSON; schemas/report has the schema.
type (
	gradesJSON struct {
		Kept   *keptJSON     `json:"kept,omitempty"` // in the history of gradings
		Course string        `json:"course"`
		Most   report.Points `json:"most_hundredths"`
		Teams  []teamJSON    `json:"teams"`
		Causes []troubleJSON `json:"causes"`
		Rule   string        `json:"rule"`
	}
	teamJSON struct {
		Team   string        `json:"team"`
		Earned report.Points `json:"points_hundredths"`
		// Parted is what all parts earn together, before lateness and adjustments.
		Parted      report.Points    `json:"parts_hundredths"`
		Lateness    *latenessJSON    `json:"lateness,omitempty"`
		Adjustments []adjustmentJSON `json:"adjustments,omitempty"`
		// Provisional grades have cases that could not be judged.
		Provisional bool       `json:"provisional,omitempty"`
		Notes       []string   `json:"notes,omitempty"`
		Parts       []partJSON `json:"parts"`
	}
	latenessJSON struct {
		Deadline  string        `json:"deadline"`
		Submitted string        `json:"submitted,omitempty"` // missing: nobody knows
		Late      int64         `json:"late_s"`
		DaysUsed  int           `json:"late_days_used"`
		DaysLeft  int           `json:"late_days_left"`
		Units     int64         `json:"units"`
		Per       string        `json:"per"`
		Percent   int64         `json:"percent"`
		Lost      report.Points `json:"lost_hundredths"`
	}
	adjustmentJSON struct {
		Points int64  `json:"points_hundredths"`
		Reason string `json:"reason"`
	}
	partJSON struct {
		Task   string        `json:"task"`
		Part   string        `json:"part"`
		Earned report.Points `json:"points_hundredths"`
		Most   report.Points `json:"most_hundredths"`
		Good   int           `json:"good"`
		All    int           `json:"all"`
		Bonus  report.Points `json:"bonus_hundredths,omitzero"`
		// Unasked and Unjudged are among all; what was not judged neither earns nor
		// loses.
		Unasked  int         `json:"unasked,omitzero"`
		Unjudged int         `json:"unjudged,omitzero"`
		Note     string      `json:"note,omitempty"`
		Groups   []groupJSON `json:"groups,omitempty"`
		// Cases are those that count, each with its verdict.
		Cases []caseJSON `json:"cases,omitempty"`
		// Survivors are for the staff, as the whole file is.
		Survivors []string       `json:"survivors,omitempty"`
		Causes    []report.Cause `json:"causes,omitempty"`
		// Hidden are the causes of cases that the team may not see.
		Hidden []report.Cause `json:"hidden,omitempty"`
	}
	groupJSON struct {
		Name   string        `json:"name"`
		Earned report.Points `json:"points_hundredths"`
		Most   report.Points `json:"most_hundredths"`
		Good   int           `json:"good"`
		All    int           `json:"all"`
		Terms  string        `json:"terms,omitempty"`
	}
	caseJSON struct {
		Case    string `json:"case"`
		Verdict string `json:"verdict"`
		Clause  string `json:"clause,omitempty"`
		Group   string `json:"group,omitempty"`
		Hidden  bool   `json:"hidden,omitempty"`
		House   bool   `json:"house,omitempty"` // it rests on a house ruling, and counts
	}
	troubleJSON struct {
		Task    string `json:"task"`
		Verdict string `json:"verdict"`
		Clause  string `json:"clause,omitempty"`
		Message string `json:"message"`
		Teams   int    `json:"teams"`
		Cases   int    `json:"cases"`
		// Hit are the teams.
		Hit []string `json:"hit"`
	}
)

// unshown are causes without the values that are there for pictures.
func unshown(causes []report.Cause) []report.Cause {
	list := slices.Clone(causes)
	for i := range list {
		list[i].Shown = nil
	}
	return list
}

// casesJSON are the cases of a part with their verdicts, as the staff sees them.
func (b *Book) casesJSON(p *PartScore) []caseJSON {
	plan := b.planOf(p.Task.Name)
	if plan == nil || p.Part != course.Cases {
		return nil
	}
	byCase := failures(p.Result)
	list := make([]caseJSON, 0, len(plan.Cases))
	for i := range plan.Cases {
		c := &plan.Cases[i]
		one := caseJSON{Case: c.ID, Hidden: c.Hidden, House: c.House, Verdict: string(judge.Pass)}
		if c.Group < len(p.Groups) {
			one.Group = p.Groups[c.Group].Name
		}
		if f := byCase[c.ID]; f != nil {
			one.Verdict, one.Clause = string(f.Verdict), f.Clause
		} else if outcomeOf(p.Result, byCase, c.ID) == unasked {
			one.Verdict = string(judge.Blocked)
		}
		list = append(list, one)
	}
	return list
}

// JSON writes the grades for programs.
func (b *Book) JSON(to io.Writer) error {
	raw, err := json.Marshal(b.grades(), json.Deterministic(true))
	if err != nil {
		return err
	}
	_, err = to.Write(append(raw, '\n'))
	return err
}

// grades are those for programs.
func (b *Book) grades() gradesJSON {
	out := gradesJSON{
		Course: b.Course.Title, Most: report.Points(b.Course.Points), Teams: []teamJSON{}, Causes: []troubleJSON{}, Rule: b.rule(),
	}
	for i := range b.Records {
		r := &b.Records[i]
		s := b.Score(r)
		team := teamJSON{Team: r.Team, Earned: s.Earned, Parted: s.Parted, Provisional: s.Provisional, Notes: b.notes(r, &s), Parts: []partJSON{}}
		if d := s.Due; d != nil {
			team.Lateness = &latenessJSON{
				Deadline: d.Deadline.Format(time.RFC3339), Late: int64(d.By / time.Second), DaysUsed: d.DaysUsed, DaysLeft: d.DaysLeft,
				Units: d.Units, Per: d.Per, Percent: d.Percent, Lost: d.Lost,
			}
			if !d.Submitted.IsZero() {
				team.Lateness.Submitted = d.Submitted.Format(time.RFC3339)
			}
		}
		for _, a := range s.Adjusted {
			team.Adjustments = append(team.Adjustments, adjustmentJSON{a.Points, a.Reason})
		}
		for n := range s.Parts {
			p := &s.Parts[n]
			part := partJSON{Task: p.Task.Name, Part: string(p.Part), Earned: p.Earned, Most: p.Most, Bonus: p.Bonus}
			for k := range p.Groups {
				g := &p.Groups[k]
				part.Groups = append(part.Groups, groupJSON{g.Name, g.Earned, g.Worth, g.Good, g.All, g.terms()})
			}
			if p.Result != nil {
				part.Unasked, part.Unjudged, part.Hidden = p.Result.Unasked, p.Result.Unjudged, unshown(p.Result.Hidden)
				part.Cases = b.casesJSON(p)
				part.Good, part.All, part.Note, part.Causes = p.Result.Good, p.Result.All, p.Result.Note, unshown(p.Result.Causes)
				part.Survivors = p.Result.Survivors
			}
			team.Parts = append(team.Parts, part)
		}
		out.Teams = append(out.Teams, team)
	}
	for _, t := range b.Troubles(troublesShown) {
		out.Causes = append(out.Causes, troubleJSON(t))
	}
	return out
}
