package grade

import (
	"fmt"
	"time"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// idle tells of tables of a task that are about parts which do not count: a weight may
// have been forgotten. A weight of 0 says that it was not. So it tells of times of games in a
// task without any.
func (e *Engine) idle(t *course.Task) {
	for _, key := range t.Idle {
		if e.Wrong != nil && (key == "own" || key == "play") {
			continue // a weight may be what is wrong
		}
		f := Finding{Level: Warning, Kind: aboutPoints, Task: t.Name, Hint: "give a weight below [task.counts], or remove the table"}
		switch key {
		case "own":
			f.Message = "it applies to the parts valid, kills and others, none of which counts in this task"
		case "play":
			f.Message = "it applies to the part play, which does not count in this task"
		default:
			f.Kind, f.Message = aboutCourse, fmt.Sprintf("it applies to live tasks, and %s is none", t.Full())
			f.Hint = "remove it; the times of cases are below [task.limits]"
		}
		f.Message = key + ": " + f.Message
		e.tellAt(key, f)
	}
}

// torn tells of a task of which one program is to answer cases and to play.
func (e *Engine) torn(t *course.Task) {
	if t.Task.Live == "" && t.WeightOf(course.Plays) > 0 && t.WeightOf(course.Cases)+t.WeightOf(course.Others) > 0 {
		e.tellAt("counts.play", Finding{
			Level: Warning, Kind: aboutPoints, Task: t.Name,
			Message: fmt.Sprintf("counts.play: the program that answers the cases of %s is to play as well, which is another way to run", t.Full()),
			Hint:    "give the players a [[task]] of their own, unless the program tells the two apart",
		})
	}
}

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

// unpriced tells of a deadline that nobody minds: a penalty may have been forgotten. One of 0
// says that it was not.
func (e *Engine) unpriced() {
	if late := &e.Course.Late; late.Unpriced && !late.Deadline.IsZero() {
		e.warnAt(aboutPoints, "late.deadline", "write for example penalty = 10 below [late], or penalty = 0 if lateness costs nothing",
			"late.penalty: it is missing, so a late submission loses nothing")
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
