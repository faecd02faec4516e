package course

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

func TestLate(t *testing.T) {
	vienna, err := time.LoadLocation("Europe/Vienna")
	if err != nil {
		t.Fatal(err)
	}
	due := time.Date(2026, 10, 24, 23, 59, 0, 0, vienna)
	const day, hour = 24 * time.Hour, time.Hour
	for _, c := range []struct {
		what string
		late Late
		by   time.Duration
		days int
		want Lateness
	}{
		{"early", Late{Penalty: 10, Per: day}, -hour, 1, Lateness{DaysLeft: 1}},
		{"on time", Late{Penalty: 10, Per: day}, 0, 1, Lateness{DaysLeft: 1}},
		{"within the grace", Late{Penalty: 10, Per: day, Grace: hour}, hour, 1, Lateness{DaysLeft: 1}},
		{"beyond the grace", Late{Penalty: 10, Per: day, Grace: hour}, hour + time.Second, 0, Lateness{By: hour + time.Second, Units: 1, Percent: 10}},
		{"a free day", Late{Penalty: 10, Per: day}, day, 2, Lateness{By: day, DaysUsed: 1, DaysLeft: 1}},
		{"a second more", Late{Penalty: 10, Per: day}, day + time.Second, 2, Lateness{By: day + time.Second, DaysUsed: 2}},
		{"more than the free days", Late{Penalty: 10, Per: day}, 2*day + hour, 1, Lateness{By: 2*day + hour, DaysUsed: 1, Units: 2, Percent: 20}},
		{"hours after a free day", Late{Penalty: 5, Per: hour}, day + 90*time.Minute, 1, Lateness{By: day + 90*time.Minute, DaysUsed: 1, Units: 2, Percent: 10}},
		{"no more than everything", Late{Penalty: 60, Per: day}, 9 * day, 0, Lateness{By: 9 * day, Units: 9, Percent: 100}},
		{"nothing is taken", Late{Per: day}, 9 * day, 0, Lateness{By: 9 * day, Units: 9}},
	} {
		c.late.Deadline = due
		if got := c.late.Of(due.Add(c.by), c.days); got != c.want {
			t.Errorf("%s: %+v, expected %+v", c.what, got, c.want)
		}
	}
}

// TestWrongTimes: what is wrong with a time is told, if it is the zone or the year alone.
func TestWrongTimes(t *testing.T) {
	for text, want := range map[string]string{
		"2026-10-01 23:59 Europe/Wien":      `found "2026-10-01 23:59 Europe/Wien"; there is no time zone "Europe/Wien"`,
		"2026-10-01 23:59 CEST":             `there is no time zone "CEST"`,
		"2026-10-01 23:59":                  `found "2026-10-01 23:59"; the time zone is missing`,
		"2026-10-01T23:59:00":               "; the time zone is missing",
		"2026-02-30 23:59 Europe/Vienna":    `found "2026-02-30 23:59 Europe/Vienna"; there is no such day`,
		"2026-13-01T23:59:00Z":              `found "2026-13-01T23:59:00Z"; there is no such day`,
		"tomorrow":                          `found "tomorrow"`,
		"0026-10-01 23:59 Europe/Vienna":    "expected a year from 1970, found 0026",
		"0026-10-01T23:59:00Z":              "expected a year from 1970, found 0026",
		"2026-03-29 02:30 Europe/Vienna":    `found "2026-03-29 02:30 Europe/Vienna"; there is no such time, since clocks are put forward there; write 2026-03-29T03:30:00+02:00 Europe/Vienna, which is that time by a clock that nobody put forward`,
		"2026-10-25 02:30 Europe/Vienna":    `found "2026-10-25 02:30 Europe/Vienna"; clocks are put back there, so write 2026-10-25T02:30:00+02:00 Europe/Vienna or 2026-10-25T02:30:00+01:00 Europe/Vienna`,
		"2026-11-01 01:00 America/New_York": `; clocks are put back there, so write 2026-11-01T01:00:00-04:00 America/New_York or 2026-11-01T01:00:00-05:00 America/New_York`,
	} {
		if _, err := parseTime(text, nil); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

func TestParseTime(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"2026-10-01 23:59 Europe/Vienna":          "2026-10-01T21:59:00Z",
		"2026-12-01 23:59 Europe/Vienna":          "2026-12-01T22:59:00Z", // winter
		"2026-10-01T23:59:00-07:00":               "2026-10-02T06:59:00Z",
		"2018-07-01T14:22:32.365935-07:00":        "2018-07-01T21:22:32Z",
		"2026-10-01 23:59":                        "2026-10-01T21:59:00Z",
		"2026-10-01 23:59:30 UTC":                 "2026-10-01T23:59:30Z",
		"@1790000000":                             "2026-09-21T14:13:20Z",
		"2026-10-25 01:59 Europe/Vienna":          "2026-10-24T23:59:00Z", // the last minute that is there once
		"2026-10-25 03:00 Europe/Vienna":          "2026-10-25T02:00:00Z",
		"2026-10-25T02:30:00+01:00 Europe/Vienna": "2026-10-25T01:30:00Z",
		"2026-10-01 9:05:07.5":                    "2026-10-01T07:05:07Z",
		"2026-03-29 03:00 Europe/Vienna":          "2026-03-29T01:00:00Z",
	} {
		got, err := parseTime(text, berlin)
		if err != nil || got.UTC().Truncate(time.Second).Format(time.RFC3339) != want {
			t.Errorf("%q: %v, %v, expected %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "tomorrow", "@-1", "@x", "2026-10-01", "2026-13-01 10:00 UTC", "2026-10-01 23:59 Local", "2026-10-01 23:59 Nowhere/At-all", "2026-10-25T02:30:00+03:00 Europe/Vienna"} {
		if got, err := parseTime(text, nil); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	for text, want := range map[string]string{
		"2026-12-31 24:00 Europe/Vienna": `write "2027-01-01 00:00 Europe/Vienna"`,
		"2026-10-01T24:00:00+02:00":      `write "2026-10-02T00:00:00+02:00"`,
		"2026-10-01 24:00":               `write "2026-10-02 00:00"`,
		"2026-13-01 24:00":               "expected a time such as",
	} {
		if _, err := parseTime(text, berlin); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
	// What is to be written can be read, too.
	for text, want := range map[string]string{
		"2026-12-31 24:00":                  "next day; the time zone is missing",
		"2026-12-31 24:00 Vienna":           `next day; there is no time zone "Vienna"`,
		"2026-09-05 24:00 America/Santiago": "next day; there is no such time, since clocks are put forward there; write ",
		"9999-12-31 24:00 Europe/Vienna":    "next day",
	} {
		if _, err := parseTime(text, nil); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), ": write") {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"2026-12-01 23:59 Vienna":        `; there is no time zone "Vienna"; did you mean Europe/Vienna?`,
		"2026-12-01 23:59 europe/vienna": `"; did you mean Europe/Vienna?`,
		"2026-12-01 23:59 new_york":      `"; did you mean America/New_York?`,
		"2026-12-01 23:59 UTC+1":         `"; write the offset, as in "2026-10-01T23:59:00+02:00"`,
		"2026-12-01 23:59 utc":           `; there is no time zone "utc"; did you mean UTC?`,
		"2026-12-01 23:59 cet":           `; there is no time zone "cet"; did you mean CET?`,
		"2026-12-01 23:59 utc+1":         `"; write the offset, as in "2026-10-01T23:59:00+02:00"`,
		"2026-12-01 23:59 local":         `; there is no time zone "local"`,
		"2026-12-01 23:59 ":              "; the time zone is missing",
		"2026-12-01 23:59 PST":           `; there is no time zone "PST"`,
		"2026-12-01":                     "; the time of day is missing",
	} {
		if _, err := parseTime(text, nil); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
	if _, err := parseTime("2026-10-01 23:59", nil); err == nil {
		t.Error("a deadline without a time zone was taken")
	}
}

// TestReadSubmitted takes the time that the service has written.
func TestReadSubmitted(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		`{"id":1,"created_at":"2018-07-01T14:22:32.365935-07:00","assignment":{"due_date":"2018-07-31T23:00:00.000000-07:00"}}`: "",
		`{"id":1}`:             "/created_at: expected a time",
		`{"created_at":"now"}`: `found "now"`,
		`[`:                    "expected a JSON object",
	} {
		file := filepath.Join(dir, "submission_metadata.json")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := ReadSubmitted(file, nil)
		if want == "" && (err != nil || got.UTC().Format(time.DateTime) != "2018-07-01 21:22:32") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, %v, expected %q", text, got, err, want)
		}
	}
	none := filepath.Join(dir, "none.json")
	if _, err := ReadSubmitted(none, nil); err == nil || err.Error() != "submission time "+none+": there is no such file or folder" {
		t.Errorf("a record that is not there: %v", err)
	}
}

// TestLateRefuses tells what is wrong with deadlines, adjustments and the times of
// a roster before anything runs.
func TestLateRefuses(t *testing.T) {
	_, err := Parse("course.toml", []byte(`[late]
deadline = 2026-10-01T23:59:00
penalty = 110
[[adjust]]
team = "a b"
[submissions]
paths = ["in/*"]
[[task]]
task = "bazaar/rules"
run = "./x"
`), lookup)
	for _, want := range []string{"2: late.deadline: expected a time", "3: late.penalty: expected a whole number from 0 to 100", "5: adjust[0].team", "reason is missing", "points are missing"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	hints := map[string]string{
		"team ada: submitted: expected a time": "write into the roster's column submitted",
		"on one line and at":                   "write the same into all lines of a team in the roster",
		"late_days: expected a whole number":   "late_days takes a number",
	}
	for roster, want := range map[string]string{
		"":                           "submission times are missing",
		"team,submitted\nada,soon\n": "team ada: submitted: expected a time",
		"team,submitted\nada,2026-10-01 10:00\nada,2026-10-01 11:00\n":      "on one line and at",
		"team,submitted,late_days\nada,2026-10-01 10:00,-1\n":               "late_days: expected a whole number",
		"team,submitted,late_days\nada,2026-10-01 10:00,2\nada,,\nbob,,3\n": `there is no team "zoe"`,
	} {
		dir := write(t, map[string]string{"in/ada/x": "", "roster.csv": roster})
		c := &Course{File: filepath.Join(dir, "course.toml"), Submissions: Submissions{Paths: []string{filepath.Join(dir, "in", "*")}}}
		c.Late.Deadline = time.Date(2026, 10, 1, 23, 59, 0, 0, time.UTC)
		if roster != "" {
			c.Submissions.Roster = filepath.Join(dir, "roster.csv")
		}
		c.Adjust = []Adjustment{{Team: "zoe", Points: 1, Reason: "x"}}
		_, err := c.Find()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", roster, err, want)
			continue
		}
		problems, ok := errors.AsType[*document.Problems](err)
		timed := "write into the roster's column submitted"
		if !ok || !strings.Contains(problems.Hint, hints[want]) || want == "on one line and at" && strings.Contains(problems.Hint, timed) {
			t.Errorf("%q: %v, expected the hint %q", roster, err, hints[want])
		}
	}
}

// TestZonesComeAlong: the names of time zones are in the program, for machines that have none on
// their disk. Where tests run there are some, so no other test would notice.
func TestZonesComeAlong(t *testing.T) {
	packages, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(strings.Fields(string(packages)), "time/tzdata") {
		t.Error("no package imports time/tzdata")
	}
}
