package course

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

// The bounds of lateness, and why.
const (
	// graceMax is more than anybody calls a grace.
	graceMax = 30 * 24 * time.Hour
	// daysMax is a year: more free days than there is time.
	daysMax = 366
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

// The columns of a roster that say when a team has handed in, and how many late
// days it has left.
const (
	submittedColumn = "submitted"
	lateDaysColumn  = "late_days"
)
