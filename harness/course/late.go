package course

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // names of time zones are known on every machine

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

// The bounds of lateness, and why.
const (
	// graceMax is more than anybody calls a grace.
	graceMax = 30 * 24 * time.Hour
	// daysMax is a year: more free days than there is time.
	daysMax = 366
	// metadataBytesMax bounds the record of a service, which is some kilobytes.
	metadataBytesMax = 16 << 20
)

// A Late says when submissions are due, and what those lose that come later.
type Late struct {
	Deadline time.Time     // zero: nothing is late; in the time zone that the staff has written
	Grace    time.Duration // so much later is still in time
	Penalty  int64         // percent of what was earned, for each begun Per; at most 100 together
	Per      time.Duration // an hour or a day
	Days     int           // free ones of each team whose line of the roster says nothing else
	// Unpriced says that the file has a deadline and says nothing of a penalty.
	Unpriced bool
}

// PerName is the unit of the penalty in words.
func (l *Late) PerName() string {
	if l.Per == time.Hour {
		return "hour"
	}
	return "day"
}

// An Adjustment gives or takes points, with a reason that the team is shown.
type Adjustment struct {
	Team   string
	Points int64 // in hundredths; below 0 they are taken
	Reason string
}

// A Lateness is how late a submission is, and what that costs.
type Lateness struct {
	By       time.Duration // after the deadline; 0: in time, or within the grace
	DaysUsed int           // free days
	DaysLeft int
	Units    int64 // hours or days begun beyond those
	Percent  int64 // of what was earned that is lost, at most 100
}

// Of says how late a submission is that came at a time, of a team with so many free
// days.
func (l *Late) Of(submitted time.Time, days int) Lateness {
	late := Lateness{DaysLeft: days}
	by := submitted.Sub(l.Deadline)
	if by <= l.Grace || by <= 0 {
		return late
	}
	const day = 24 * time.Hour
	late.By = by
	late.DaysUsed = min(days, int((by+day-1)/day))
	late.DaysLeft = days - late.DaysUsed
	if rest := by - time.Duration(late.DaysUsed)*day; rest > 0 {
		late.Units = int64((rest + l.Per - 1) / l.Per)
		late.Percent = min(100, late.Units*l.Penalty)
	}
	return late
}

// timeForms are those in which a time may be written, with its zone behind it or,
// where one is known, without.
var timeForms = []string{"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04"}

const timeRule = `a time such as "2026-10-01 23:59 Europe/Vienna" or "2026-10-01T23:59:00+02:00"`

// parseTime reads a time: as RFC 3339 has it, as a date and a time of day with the
// name of a time zone behind it, or as @ and the seconds since 1970. One without a
// zone is in that of zone, which may be nil.
func parseTime(text string, zone *time.Location) (time.Time, error) {
	text = strings.TrimSpace(text)
	if seconds, ok := strings.CutPrefix(text, "@"); ok {
		if n, err := strconv.ParseInt(seconds, 10, 64); err == nil && n > 0 && n < 1<<40 {
			return time.Unix(n, 0).UTC(), nil
		}
	}
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04 -0700"} {
		if t, err := time.Parse(form, text); err == nil {
			return recent(t)
		}
	}
	wall, name := text, ""
	if at := strings.LastIndexByte(text, ' '); at > 0 {
		// "Local" would be another time on another machine.
		if named, err := time.LoadLocation(text[at+1:]); err == nil && text[at+1:] != "Local" && text[at+1:] != "" {
			wall, name, zone = text[:at], text[at:], named
		}
	}
	if t, err := time.Parse(time.RFC3339, wall); err == nil && name != "" {
		if there := t.In(zone); there.Format(time.RFC3339) == t.Format(time.RFC3339) {
			return recent(there) // the offset says which of two times it is
		}
	}
	if zone != nil {
		for _, form := range timeForms {
			t, err := time.ParseInLocation(form, wall, zone)
			if err != nil {
				continue
			}
			clock, _ := time.Parse(form, wall) // which takes any time of day
			if why := unclear(t, clock, name); why != "" {
				return time.Time{}, fmt.Errorf("expected %s, found %q; %s", timeRule, text, why)
			}
			return recent(t)
		}
	}
	return time.Time{}, fmt.Errorf("expected %s, found %q%s", timeRule, text, cmp.Or(midnight(text, zone), zoneless(text)))
}

// unclear says what is wrong with a time t of which the clock says what its zone never has,
// or has twice, "" of any other one: a submission is not to be late for what a library
// makes of it. The name of the zone, if the time has one, goes on behind what is to be written:
// times without a zone have that of the deadline.
func unclear(t, clock time.Time, name string) string {
	start, end := t.ZoneBounds()
	if t.Format(time.DateTime) != clock.Format(time.DateTime) {
		change := start
		if start.IsZero() || !end.IsZero() && end.Sub(t) < t.Sub(start) {
			change = end
		}
		// A clock that nobody has put forward shows this time in the offset of before.
		_, before := change.Add(-time.Nanosecond).Zone()
		meant := clock.Add(-time.Duration(before) * time.Second).In(t.Location())
		return fmt.Sprintf("there is no such time, since clocks are put forward there; write %s%s, which is that time by a clock that nobody put forward",
			meant.Format(time.RFC3339), name)
	}
	_, offset := t.Zone()
	for _, beside := range []time.Time{start.Add(-time.Nanosecond), end} { // in the offsets before and after
		_, other := beside.Zone()
		again := t.Add(time.Duration(offset-other) * time.Second)
		if _, there := again.Zone(); beside.IsZero() || there != other || other == offset {
			continue
		}
		first, second := t, again
		if second.Before(first) {
			first, second = second, first
		}
		return fmt.Sprintf("clocks are put back there, so write %s%s or %s%s",
			first.Format(time.RFC3339), name, second.Format(time.RFC3339), name)
	}
	return ""
}

// zoneless says what is wrong with a time of which only the zone is wrong, "" of any other one.
func zoneless(text string) string {
	isWall := func(text string) bool {
		return slices.ContainsFunc(timeForms, func(form string) bool {
			_, err := time.Parse(form, text)
			return err == nil
		})
	}
	at := strings.LastIndexByte(text, ' ')
	switch {
	case isWall(text):
		return "; the time zone is missing"
	case at >= 0 && isWall(text[:at]):
		return fmt.Sprintf("; there is no time zone %q%s", text[at+1:], meantZone(text[at+1:]))
	case isDay(text):
		return "; the time of day is missing"
	}
	return ""
}

// isDay tells whether a text is a date without a time of day.
func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// regions are the beginnings of most time zones; a name may have its own.
var regions = []string{"", "Europe/", "America/", "Asia/", "Africa/", "Australia/", "Pacific/", "Atlantic/"}

// meantZone ends a message about a time zone that does not exist with that which is meant for it, or
// with how to write it, if either is clear.
func meantZone(name string) string {
	upper := strings.ToUpper(name)
	if _, err := time.LoadLocation(upper); err == nil && name != "" && upper != "LOCAL" {
		return fmt.Sprintf("; did you mean %s?", upper)
	}
	if strings.HasPrefix(upper, "UTC") || strings.HasPrefix(upper, "GMT") {
		return `; write the offset, as in "2026-10-01T23:59:00+02:00"`
	}
	whole, last := []byte(strings.ToLower(name)), byte('/')
	for i, b := range whole {
		if (last == '/' || last == '_') && b >= 'a' && b <= 'z' {
			whole[i] -= 'a' - 'A'
		}
		last = b
	}
	for _, region := range regions {
		zone := region + string(whole)
		if _, err := time.LoadLocation(zone); err == nil && zone != "Local" {
			return fmt.Sprintf("; did you mean %s?", zone)
		}
	}
	return ""
}

// midnight says how to write a time of 24:00, or what else is wrong with it; "" of any other text.
func midnight(text string, zone *time.Location) string {
	const date, minute = len(time.DateOnly), len("2006-01-02 15:04")
	if len(text) < minute || text[date+1:minute] != "24:00" {
		return ""
	}
	day, err := time.Parse(time.DateOnly, text[:date])
	if err != nil {
		return ""
	}
	next := day.AddDate(0, 0, 1).Format(time.DateOnly) + text[date:date+1] + "00:00" + text[minute:]
	const said = "; 24:00 is 00:00 of the next day"
	if _, err := parseTime(next, zone); err != nil {
		_, why, _ := strings.Cut(err.Error(), strconv.Quote(next))
		return said + why
	}
	return fmt.Sprintf("%s: write %q", said, next)
}

// yearLeast is the first year that a time may have: one before is mistyped.
const yearLeast = 1970

// recent refuses a time that no course has.
func recent(t time.Time) (time.Time, error) {
	if t.Year() < yearLeast {
		return time.Time{}, fmt.Errorf("expected a year from %d, found %04d", yearLeast, t.Year())
	}
	return t, nil
}

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

// late reads when submissions are due.
func (d *reader) late(t *document.Table) Late {
	l := t.Table("late")
	late := Late{
		Unpriced: t.Has("late") && !l.Has("penalty"),
		Grace:    l.Duration("grace", graceMax), Days: int(l.Whole("days", 0, 0, daysMax)), Per: 24 * time.Hour,
		Penalty: l.Whole("penalty", 0, 0, 100),
	}
	if d.told(l.At("penalty")) { // just now
		d.Problems[len(d.Problems)-1].Message += percent(l.Values["penalty"])
	}
	if l.Word("per", []string{"day", "hour"}) == "hour" {
		late.Per = time.Hour
	}
	switch v := l.Take("deadline").(type) {
	case nil:
		if t.Has("late") && !l.Told() {
			l.Missing(l.Path, []string{"deadline"}, "deadline is missing: expected "+timeRule)
		}
	case time.Time:
		var err error
		if late.Deadline, err = recent(v); err != nil {
			l.Wrong(l.At("deadline"), "%v", err)
		}
	case string:
		var err error
		if late.Deadline, err = parseTime(v, nil); err != nil {
			l.Wrong(l.At("deadline"), "%v", err)
		}
	default:
		l.Wrong(l.At("deadline"), "expected %s, with its time zone, found %s", timeRule, describeTime(v))
	}
	l.End()
	return late
}

// percent ends what is wrong with a percentage that is written in another way.
func percent(v any) string {
	switch v := v.(type) {
	case float64:
		if hundred := math.Round(v * 100); v > 0 && v < 1 && hundred >= 1 {
			return fmt.Sprintf("; %v %% is %v", hundred, hundred)
		}
	case string:
		number, found := strings.CutSuffix(strings.TrimSpace(v), "%")
		if n, err := strconv.Atoi(strings.TrimSpace(number)); found && err == nil && n >= 0 && n <= 100 {
			return fmt.Sprintf("; write %d, without quotation marks", n)
		}
	}
	return ""
}

// describeTime says what is found where a time is expected: TOML has days and times without a
// zone, too.
func describeTime(v any) string {
	if local, ok := v.(fmt.Stringer); ok {
		return local.String()
	}
	return document.Describe(v)
}

// adjustments reads what teams are given or taken by hand.
func (d *reader) adjustments(t *document.Table) []Adjustment {
	var list []Adjustment
	for _, inner := range t.Tables("adjust") {
		a := Adjustment{Team: inner.Text("team", ""), Reason: strings.TrimSpace(inner.Text("reason", ""))}
		if !TeamName(a.Team) {
			inner.Wrong(inner.At("team"), "expected the name of a team, found %q", a.Team)
		}
		if a.Reason == "" {
			inner.Missing(inner.Path, []string{"reason"}, `reason is missing: the team sees it; write for example reason = "the late bus"`)
		}
		before := len(d.Problems)
		a.Points = inner.SignedHundredths("points", pointsMax)
		switch {
		case !inner.Has("points"):
			inner.Missing(inner.Path, []string{"points"}, "points are missing: write for example points = 2.5, or points = -1 to deduct one")
		case a.Points == 0 && len(d.Problems) == before:
			inner.Wrong(inner.At("points"), "expected a number other than 0, found 0; write for example points = 2.5, or points = -1 to deduct one")
		}
		inner.End()
		list = append(list, a)
	}
	return list
}

// Adjusted are the adjustments of a team.
func (c *Course) Adjusted(team string) []Adjustment {
	var list []Adjustment
	for _, a := range c.Adjust {
		if a.Team == team {
			list = append(list, a)
		}
	}
	return list
}

// The columns of a roster that say when a team has handed in, and how many late
// days it has left.
const (
	submittedColumn = "submitted"
	lateDaysColumn  = "late_days"
)

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
