package grade

import (
	"fmt"
	"time"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// What a course may ask for, and hardly ever means: a unit is wrong, most often.
const (
	timeShort        = 100 * time.Millisecond // in which interpreters start
	timeLong         = 10 * time.Minute       // that a program takes to answer
	buildShort       = time.Second
	memoryShort      = 16 << 20 // of an interpreter that does nothing
	buildMemoryShort = 64 << 20 // of a compiler
	// deadlineFar is how far a deadline and a submission are apart that are of different years.
	deadlineFar = 300 * 24 * time.Hour
)

// unusual tells of limits with which hardly any program passes, or a night is lost.
func (e *Engine) unusual(t *course.Task) {
	if e.Wrong != nil {
		return // some of these values may be what is wrong
	}
	tell := func(key, hint, format string, args ...any) {
		e.warnOf(t, key, hint, fmt.Sprintf(format, args...))
	}
	const aboutTime = `write for example timeout = "10s"; units are ms, s, m and h`
	switch l := t.Limits.Timeout; {
	case l > 0 && l < timeShort:
		tell("limits.timeout", aboutTime, "few programs start and answer within %v", l)
	case l > timeLong && t.Task.Live == "":
		each := "every case"
		if t.GiveUpAfter > 0 {
			each = fmt.Sprintf("each of %s before touchstone gives it up", text.Count(t.GiveUpAfter, "case"))
		}
		tell("limits.timeout", aboutTime, "a program that hangs costs %s in %s", text.Span(l), each)
	}
	const aboutMemory = `write for example memory = "512M"; units are K, M and G`
	if m := t.Limits.MemoryBytesMax; m > 0 && m < memoryShort {
		tell("limits.memory", aboutMemory, "few programs run in %s", text.Bytes(m))
	}
	if t.Build.Command == "" {
		return
	}
	if t.Build.Timeout < buildShort {
		tell("build.timeout", `write for example timeout = "5m"; units are ms, s, m and h`, "few builds end within %v", t.Build.Timeout)
	}
	if t.Build.Memory < buildMemoryShort {
		tell("build.memory", `write for example memory = "4G"; units are K, M and G`, "few compilers run in %s", text.Bytes(t.Build.Memory))
	}
}

// warnOf warns of a key of a task.
func (e *Engine) warnOf(t *course.Task, key, hint, message string) {
	e.tellAt(key, Finding{Level: Warning, Kind: aboutCourse, Task: t.Name, Message: key + ": " + message, Hint: hint})
}

// warnAt warns of a key of the course file.
func (e *Engine) warnAt(kind, key, hint, message string) {
	e.tell(Finding{Level: Warning, Kind: kind, File: e.Course.File, Line: e.Course.Line(key), Message: message, Hint: hint})
}

// unpriced tells of a deadline that nobody minds: a penalty may have been forgotten. One of 0
// says that it was not.
func (e *Engine) unpriced() {
	if late := &e.Course.Late; late.Unpriced && !late.Deadline.IsZero() {
		e.warnAt(aboutPoints, "late.deadline", "write for example penalty = 10 below [late], or penalty = 0 if lateness costs nothing",
			"late.penalty: it is missing, so a late submission loses nothing")
	}
}

// distant tells of a deadline long after everything was handed in: it may have the wrong
// year.
func (e *Engine) distant() {
	late := &e.Course.Late
	var last time.Time
	for _, s := range e.all {
		if s.Path != "" && s.Submitted.After(last) {
			last = s.Submitted
		}
	}
	if by := late.Deadline.Sub(last); !last.IsZero() && by > deadlineFar {
		e.warnAt(aboutCourse, "late.deadline", "correct the deadline, if its year is wrong",
			fmt.Sprintf("late.deadline: the last submission came %s before it", text.Span(by)))
	}
}

// astray tells of submissions whose time is of another year than the deadline and those of
// others: the team would lose all its points, or none.
func (e *Engine) astray() {
	deadline := e.Course.Late.Deadline
	var teams []string
	others := false
	for _, s := range e.all {
		switch by := s.Submitted.Sub(deadline); {
		case deadline.IsZero() || s.Path == "" || s.Submitted.IsZero():
		case by > deadlineFar:
			teams = append(teams, fmt.Sprintf("%s (%d days after it)", s.Team, by/(24*time.Hour)))
		case -by > deadlineFar:
			teams = append(teams, fmt.Sprintf("%s (%d days before it)", s.Team, -by/(24*time.Hour)))
		default:
			others = true
		}
	}
	if others && len(teams) > 0 {
		e.warnAt(aboutCourse, "late.deadline", "correct the times in the roster's column submitted, if a year is wrong",
			"late.deadline: these teams handed in long before or after it, and others did not: "+some(teams))
	}
}

// doubled tells of points that are given or taken twice for one reason, or are more than
// there are.
func (e *Engine) doubled() {
	if e.Wrong != nil {
		return
	}
	first := make(map[course.Adjustment]int)
	for i, a := range e.Course.Adjust {
		if points := max(a.Points, -a.Points); points > e.Course.Points {
			key := fmt.Sprintf("adjust[%d].points", i)
			e.warnAt(aboutPoints, key, "correct the points, if a dot is missing",
				fmt.Sprintf("%s: %v points, more than the whole course has, %v", key, report.Points(points), report.Points(e.Course.Points)))
		}
		n, again := first[a]
		if !again {
			first[a] = i
			continue
		}
		key := fmt.Sprintf("adjust[%d]", i)
		e.warnAt(aboutPoints, key, "remove one of them, or give it its own reason",
			fmt.Sprintf("%s: the same team, points and reason as adjust[%d]: both count", key, n))
	}
}

// unevenMin is from which sum on weights may be meant as points or percents: before it they
// are plain shares, such as 3 to 1.
const (
	unevenMin = 20
	percents  = 100
)

// uneven tells of weights that almost add up to the points that they divide: they may be meant
// as points, and one may be forgotten.
func (e *Engine) uneven() {
	if e.Wrong != nil {
		return
	}
	tell := func(key, what string, sum, points int64) {
		if by := sum*100 - points; sum >= unevenMin && sum != percents && by != 0 && max(by, -by)*5 <= points {
			e.warnAt(aboutPoints, key, "correct the weights, if they are points; shares may be smaller numbers, such as 3 and 1",
				fmt.Sprintf("%s: the weights of %s add up to %d, and not to the %v points that they divide", key, what, sum, report.Points(points)))
		}
	}
	weighing := 0
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		sum := int64(0)
		for _, count := range t.Counts {
			sum += count.Weight
		}
		if len(t.Counts) > 1 && (t.Points > 0 || len(e.Course.Tasks) == 1) {
			tell(fmt.Sprintf("task[%d].counts", i), "the parts", sum, e.Course.PointsOf(i))
		}
		if t.Points == 0 {
			weighing++
		}
	}
	if weighing > 1 {
		points, weights := e.Course.Shared()
		sum := int64(0)
		for _, weight := range weights {
			sum += weight
		}
		tell("task[0].weight", "the tasks", sum, points)
	}
}
