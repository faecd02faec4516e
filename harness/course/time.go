package course

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // names of time zones are known on every machine

	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

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

// zoneless says what is wrong with a time of which only the zone or the day is wrong, "" of any other one.
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
	_, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
	if wrong, ok := errors.AsType[*time.ParseError](err); ok && strings.HasSuffix(wrong.Message, "out of range") {
		return "; there is no such day"
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

// describeTime says what is found where a time is expected: TOML has days and times without a
// zone, too.
func describeTime(v any) string {
	if local, ok := v.(fmt.Stringer); ok {
		return local.String()
	}
	return document.Describe(v)
}
