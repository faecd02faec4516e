package course

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

// metadataBytesMax bounds the record of a service, which is some kilobytes.
const metadataBytesMax = 16 << 20

// ReadSubmitted reads when a submission came: a time, or the file
// submission_metadata.json of Gradescope, whose created_at the service has
// written. The error is a *game.UsageError.
func ReadSubmitted(said string, zone *time.Location) (time.Time, error) {
	if !strings.HasSuffix(said, ".json") {
		t, err := parseTime(said, zone)
		if err != nil {
			return t, &game.UsageError{
				Message: "--submitted: " + err.Error(),
				Hint:    "without a zone it has that of the deadline; --submitted also takes the submission_metadata.json of Gradescope",
			}
		}
		return t, nil
	}
	refuse := func(format string, args ...any) (time.Time, error) {
		return time.Time{}, &game.UsageError{
			Message: fmt.Sprintf("submission time %s: ", said) + fmt.Sprintf(format, args...),
			Hint:    "--submitted takes the submission_metadata.json of Gradescope, or a time",
		}
	}
	raw, err := files.Read(said, metadataBytesMax)
	if err != nil {
		return refuse("%v", err)
	}
	var record struct {
		Created string `json:"created_at"`
	}
	if err := json.Unmarshal(raw, &record); err != nil {
		return refuse("expected a JSON object with \"created_at\"")
	}
	t, err := parseTime(record.Created, nil)
	if err != nil {
		return refuse("/created_at: %v", err)
	}
	return t, nil
}

// timed finds out when the submissions came and how many late days the teams have,
// and that the teams that the course file names are there. The error is a *document.Problems.
func (c *Course) timed(f *Found, roster *Roster) error {
	var wrong complaint
	at := make(map[string]int, len(f.Submissions))
	for i := range f.Submissions {
		f.Submissions[i].LateDays = c.Late.Days
		f.Submissions[i].Submitted = c.Submissions.Submitted
		at[f.Submissions[i].Team] = i
	}
	alone := c.Submissions.Path != ""
	if !alone && f.whole {
		c.knownTeams(f, at, &wrong)
	}
	hints := []string{}
	if len(wrong) > 0 {
		hints = append(hints, "correct the names of teams, or remove them; the teams are "+f.named())
	}
	if known := len(wrong); !c.Late.Deadline.IsZero() {
		differ := 0
		switch {
		case roster == nil && !f.whole: // the roster cannot be read
		case !alone && (roster == nil || !slices.Contains(roster.Columns, submittedColumn)):
			found, hint := "no roster", `write roster = "roster.csv" below [submissions], a table with columns team and submitted`
			if roster != nil {
				hint = "add to the roster a column submitted with " + timeRule
				found = "only the columns " + strings.Join(roster.Columns, ", ") + document.Near(submittedColumn, roster.Columns)
			}
			wrong.key(c, "late.deadline", "submission times are missing: expected a roster with a column %q, found %s", submittedColumn, found)
			hints = append(hints, hint+"; or remove the table [late]")
			known++
		case roster != nil:
			differ = c.timesOfRoster(f, roster, at, &wrong)
		}
		if differ > 0 {
			hints = append(hints, "write the same into all lines of a team in the roster")
		}
		if len(wrong) > known+differ {
			hints = append(hints, "write into the roster's column submitted "+timeRule+
				"; a time without a zone has the deadline's zone; late_days takes a number")
		}
	}
	return wrong.err(strings.Join(hints, "\n"))
}

// knownTeams finds teams of the course file that there are not.
func (c *Course) knownTeams(f *Found, at map[string]int, wrong *complaint) {
	teams := make([]string, len(f.Submissions))
	for i := range f.Submissions {
		teams[i] = f.Submissions[i].Team
	}
	known := func(key, team string) {
		if _, ok := at[team]; !ok {
			wrong.key(c, key, "there is no team %q%s", team, document.Near(team, teams))
		}
	}
	for i, a := range c.Adjust {
		known(fmt.Sprintf("adjust[%d].team", i), a.Team)
	}
	for i, team := range c.Submissions.Released {
		known(fmt.Sprintf("submissions.released[%d]", i), team)
	}
}

// timesOfRoster takes times and late days from the lines of the roster. Those of
// one team must agree, as far as they say something. A time that whoever grades has
// given counts instead. The result is how many of the complaints are about lines that
// differ.
func (c *Course) timesOfRoster(f *Found, roster *Roster, at map[string]int, wrong *complaint) (differ int) {
	when, days := slices.Index(roster.Columns, submittedColumn), slices.Index(roster.Columns, lateDaysColumn)
	said := make(map[string][2]string)
	for i, fields := range roster.Lines {
		team := roster.Team(i)
		n, ok := at[team]
		if !ok {
			continue
		}
		s, before := &f.Submissions[n], said[team]
		tell := func(format string, args ...any) {
			wrong.add("roster "+c.Submissions.Roster, roster.numbers[i], "team "+team+": "+format, args...)
		}
		if text := cell(fields, when); text != "" && text != before[0] && c.Submissions.Submitted.IsZero() {
			t, err := parseTime(text, c.Late.Deadline.Location())
			switch {
			case err != nil:
				tell("%s: %v", submittedColumn, err)
			case before[0] != "":
				tell("it was submitted at %q on one line and at %q on another", before[0], text)
				differ++
			}
			s.Submitted, before[0] = t, text
		}
		if text := cell(fields, days); text != "" && text != before[1] {
			count, err := strconv.Atoi(text)
			switch {
			case err != nil || count < 0 || count > daysMax:
				tell("%s: expected a whole number from 0 to %d, found %q", lateDaysColumn, daysMax, text)
				count = 0
			case before[1] != "":
				tell("it has %s late days on one line and %s on another", before[1], text)
				differ++
			}
			s.LateDays, before[1] = count, text
		}
		said[team] = before
	}
	return differ
}

// cell is the word in a column of a line, "" if there is no such column.
func cell(fields []string, column int) string {
	if column < 0 {
		return ""
	}
	return strings.TrimSpace(fields[column])
}
