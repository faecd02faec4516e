// Package gradebook makes of the records of a course what people read and
// upload: points, tables, pages, and files for the services that show grades.
// The same records give the same bytes. What a submission wrote is only ever
// text to look at.
package gradebook

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Book is a course with the records of all its teams.
type Book struct {
	Course  *course.Course
	Roster  *course.Roster // nil if there is none
	Plans   []grade.Plan   // which of the staff's cases count, by task
	Records []grade.Record // in the order of the teams
	// Submissions say when they came, and what late days the teams have.
	Submissions []course.Submission
}

// rule says how points come about.
func (b *Book) rule() string {
	said := b.partsRule()
	// told says the same of several tasks once.
	told := func(say func(t *course.Task) string) {
		var order []string
		names := make(map[string][]string)
		for i := range b.Course.Tasks {
			t := &b.Course.Tasks[i]
			if line := say(t); line != "" {
				if names[line] == nil {
					order = append(order, line)
				}
				names[line] = append(names[line], t.Name)
			}
		}
		for _, line := range order {
			where := ""
			if len(names[line]) < len(b.Course.Tasks) {
				where = strings.Join(names[line], ", ") + ": "
			}
			said += "\n" + where + line
		}
	}
	told(func(t *course.Task) string {
		if t.Minimum == 0 {
			return ""
		}
		return fmt.Sprintf("The staff's cases earn nothing if fewer than %v %% pass.", percent(t.Minimum))
	})
	told(func(t *course.Task) string {
		if !t.Bonus {
			return ""
		}
		return "The points of the task come on top of those of the course."
	})
	told(func(t *course.Task) string {
		if t.GiveUpAfter == 0 {
			return ""
		}
		return fmt.Sprintf("After %s in a row, your program runs one case of each remaining tag and clause, "+
			"and the others of it only if that one passes. Cases that do not run earn nothing.",
			text.Count(t.GiveUpAfter, "timeout"))
	})
	told(func(t *course.Task) string {
		if !t.AcceptFlaky {
			return ""
		}
		return fmt.Sprintf("A case that fails runs again, up to %s; if it then passes, it counts as passed, with a warning.", text.Count(t.Retries, "time"))
	})
	said += b.lateRule()
	for i := range b.Plans {
		said += b.leftOut(&b.Plans[i])
	}
	return said
}

// leftOut says which of the staff's cases do not count in a task, or count all the
// same, by their number: their names may be hidden.
func (b *Book) leftOut(p *grade.Plan) string {
	said := ""
	for _, l := range p.LeftOut {
		said += fmt.Sprintf("\n%s: %s %s.", p.Task, text.Count(len(l.Cases), "case"), l.Why)
	}
	if n := len(p.Counted); n > 0 {
		said += fmt.Sprintf("\n%s: %s counted, although the answer rests on a house ruling that the course does not set.", p.Task, text.Count(n, "case"))
	}
	return said
}

// partsRule says how the parts earn points, and what passes in those that count.
func (b *Book) partsRule() string {
	var passes []string
	for _, p := range whatPasses {
		if slices.ContainsFunc(b.Course.Tasks, func(t course.Task) bool { return t.WeightOf(p.part) > 0 }) {
			passes = append(passes, string(p.part)+": "+p.what)
		}
	}
	return ruleBefore + strings.Join(passes, ";\n") + ruleBehind
}

// whatPasses says of each part of a grade what counts in it.
var whatPasses = []struct {
	part course.Part
	what string
}{
	{course.Cases, "the staff's cases that your program passes"},
	{course.Valid, "your own cases that are correct"},
	{course.Kills, "the faulty programs that your own cases detect"},
	{course.Others, "the correct cases of other teams that your program passes"},
	{course.Plays, "the games in which your program breaks no rule"},
}

const ruleBefore = `The points of the course are divided among its tasks and their parts, by points or by weights.
Score = points × passed / total, rounded down to 0.01, for each part and for each group of cases. What passes:
`

const ruleBehind = `.
A crash, a timeout, any other verdict than pass, and a case that did not run earn nothing.
A case that could not be judged neither earns nor costs points: until it runs again, the grade is provisional.`

// Note is what the staff should know of a record, "" for nothing. A team that has
// earned nothing has always one.
func (b *Book) Note(r *grade.Record) string {
	s := b.Score(r)
	return strings.Join(b.notes(r, &s), "; ")
}

// notes are what the staff should know of a record with this score, a sentence
// each.
func (b *Book) notes(r *grade.Record, s *Score) []string {
	list := notes(r)
	switch {
	case s.Earned > 0 && s.Parted > 0:
		list = append(list, s.failing()...)
	case s.Parted > 0:
		list = append(list, "nothing is left: "+s.Settled())
	case len(list) == 0 || asked(r):
		// What the parts say comes in place of what they say one by one.
		list = slices.DeleteFunc(list, func(note string) bool {
			return slices.ContainsFunc(r.Parts, func(p grade.Result) bool { return note == aboutProgram(r, &p) })
		})
		list = append(list, s.nothing()...)
	}
	for _, said := range aboutSuites(r) {
		if !slices.ContainsFunc(list, func(note string) bool { return strings.Contains(note, said) }) {
			list = append(list, said)
		}
	}
	return list
}

// asked tells whether the program of a team has answered anything.
func asked(r *grade.Record) bool {
	return slices.ContainsFunc(r.Parts, func(p grade.Result) bool {
		return ofProgram(&p) && slices.ContainsFunc(slices.Collect(maps.Keys(p.Verdicts)), func(o judge.Outcome) bool { return o != judge.Blocked })
	})
}

// zeroesShown is how many parts say why a team has earned nothing.
const zeroesShown = 3

// nothing says why no part has earned anything.
func (s *Score) nothing() []string {
	// Its program says most about a team; where none counts, its suites do.
	told := func(p *PartScore) bool { return p.Result != nil && ofProgram(p.Result) }
	if !slices.ContainsFunc(s.Parts, func(p PartScore) bool { return told(&p) }) {
		told = func(*PartScore) bool { return true }
	}
	var list []string
	for i := range s.Parts {
		p := &s.Parts[i]
		if !told(p) {
			continue
		}
		list = append(list, p.outcome())
	}
	if len(list) == 0 {
		list = []string{"nothing was graded"}
	}
	return firstZeroes(list)
}

// firstZeroes are the first of the parts that have earned nothing, and how many more.
func firstZeroes(list []string) []string {
	if n := len(list) - zeroesShown; n > 0 {
		return append(list[:zeroesShown], text.Count(n, "more part")+" without a point")
	}
	return list
}

// failing says of which parts a program that was asked has earned nothing, while others
// have earned something: such a program often has one slip, such as a debug line.
func (s *Score) failing() []string {
	var list []string
	for i := range s.Parts {
		p := &s.Parts[i]
		if r := p.Result; r != nil && ofProgram(r) && (r.Good == 0 || p.Below) && r.Note == "" && r.Unasked+r.Unjudged < r.All {
			list = append(list, p.outcome())
		}
	}
	return firstZeroes(list)
}

// outcome is how many cases of a part passed, and what became of most others.
func (p *PartScore) outcome() string {
	said := p.Name() + ": " + brief(p)
	if p.Result != nil {
		if verdict, n := mostFrequent(p.Result.Verdicts); n > 0 {
			said += fmt.Sprintf(", %d %s", n, verdict)
		}
		if p.Result.Note != "" && ofProgram(p.Result) {
			said += ": " + text.Inert(p.Result.Note)
		}
		for k := range p.Groups {
			if g := &p.Groups[k]; g.Below && g.Good > 0 {
				said += fmt.Sprintf("; %s: %s earn nothing", g.Shown, g.reason())
			}
		}
	}
	return said
}

// mostFrequent is the verdict of most cases that ran and did not pass. How many did not run is
// told beside it.
func mostFrequent(verdicts map[judge.Outcome]int) (verdict judge.Outcome, n int) {
	for _, v := range slices.Sorted(maps.Keys(verdicts)) {
		if v != judge.Pass && v != judge.Blocked && verdicts[v] > n {
			verdict, n = v, verdicts[v]
		}
	}
	return verdict, n
}

// notes are what a record itself says that the staff should know.
func notes(r *grade.Record) []string {
	var list []string
	if r.Note != "" {
		list = append(list, r.Note)
	}
	if len(r.Copies) > 0 {
		list = append(list, "copy of touchstone: "+strings.Join(r.Copies, ", "))
	}
	// The note may say more: what the roster calls the submission that is not there.
	if r.Refused != "" && !strings.HasPrefix(r.Note, r.Refused) {
		list = append(list, "not unpacked: "+r.Refused)
	}
	for _, build := range r.Builds {
		if build.Failed != "" {
			list = append(list, fmt.Sprintf("the build of %s failed: %s", strings.Join(build.Tasks, ", "), build.Failed))
		}
	}
	for i := range r.Parts {
		if note := aboutProgram(r, &r.Parts[i]); note != "" && !slices.Contains(list, note) {
			list = append(list, note)
		}
		if n := r.Parts[i].Unjudged; n > 0 {
			list = append(list, fmt.Sprintf("%s %s: %d not judged, through no fault of the team", r.Parts[i].Task, r.Parts[i].Part, n))
		}
	}
	return list
}

// aboutProgram is what kept the program of a team from being asked, "" if
// nothing did or another note says it. Where it is not the same for all parts of a
// task, it names the part.
func aboutProgram(r *grade.Record, p *grade.Result) string {
	if !ofProgram(p) {
		return ""
	}
	failed := func(b grade.Built) bool { return b.Failed != "" && slices.Contains(b.Tasks, p.Task) }
	if p.Note == "" || p.Note == r.Refused || slices.ContainsFunc(r.Builds, failed) {
		return ""
	}
	for i := range r.Parts {
		if o := &r.Parts[i]; o.Task == p.Task && ofProgram(o) && o.Note != p.Note {
			return fmt.Sprintf("%s %s: %s", p.Task, p.Part, p.Note)
		}
	}
	return p.Task + ": " + p.Note
}

// ofProgram tells whether a result is that of the program of a team, and not of
// its suite.
func ofProgram(p *grade.Result) bool {
	return p.Part == course.Cases || p.Part == course.Others || p.Part == course.Plays
}

// Unjudged counts what could not be judged in the whole course.
func (b *Book) Unjudged() int {
	n := 0
	for i := range b.Records {
		for k := range b.Records[i].Parts {
			n += b.Records[i].Parts[k].Unjudged
		}
	}
	return n
}

// Faulty is a task whose game has a reference that fails, "" if there is none.
func (b *Book) Faulty() string {
	for i := range b.Records {
		for k := range b.Records[i].Parts {
			part := &b.Records[i].Parts[k]
			if slices.ContainsFunc(slices.Concat(part.Causes, part.Hidden), func(c report.Cause) bool { return c.Fault == string(judge.BlameGame) }) {
				return part.Task
			}
		}
	}
	return ""
}

// A Trouble is a cause that several teams have in common.
type Trouble struct {
	Task    string
	Verdict string
	Clause  string
	Message string
	Teams   int
	Cases   int
	Hit     []string // the teams
}

// Troubles are the most frequent causes of the class, those of most teams first.
func (b *Book) Troubles(most int) []Trouble {
	type key struct{ task, verdict, clause, message string }
	index := make(map[key]int)
	var list []Trouble
	for i := range b.Records {
		seen := make(map[key]bool)
		for _, p := range b.Records[i].Parts {
			if p.Part != course.Cases && p.Part != course.Plays {
				continue
			}
			for _, c := range slices.Concat(p.Causes, p.Hidden) {
				k := key{p.Task, c.Verdict, c.Clause, ""}
				if c.Clause == "" {
					k.message = c.Message
				}
				n, ok := index[k]
				if !ok {
					n = len(list)
					index[k] = n
					list = append(list, Trouble{Task: p.Task, Verdict: c.Verdict, Clause: c.Clause, Message: c.Message})
				}
				list[n].Cases += c.Count
				if !seen[k] {
					seen[k] = true
					list[n].Teams++
					list[n].Hit = append(list[n].Hit, b.Records[i].Team)
				}
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		return cmp.Or(cmp.Compare(b.Teams, a.Teams), cmp.Compare(b.Cases, a.Cases)) < 0
	})
	return list[:min(len(list), most)]
}

// A Survivor is a mutant that the suites of some teams did not find.
type Survivor struct {
	Task    string
	Mutant  string
	Clause  string
	Summary string // what it does wrong
	Names   string // of the teams
	Teams   int    // how many they are
}

// Survivors are the mutants that were not found, those of most teams first.
func (b *Book) Survivors() []Survivor {
	var list []Survivor
	for i := range b.Course.Tasks {
		t := &b.Course.Tasks[i]
		for _, m := range t.Game.Mutants {
			s := Survivor{Task: t.Name, Mutant: m.ID, Clause: m.Clause, Summary: m.Summary}
			var names []string
			for k := range b.Records {
				for _, p := range b.Records[k].Parts {
					if p.Task == t.Name && slices.Contains(p.Survivors, m.ID) {
						names = append(names, b.Records[k].Team)
					}
				}
			}
			if s.Teams = len(names); s.Teams > 0 {
				s.Names = strings.Join(names, ", ")
				list = append(list, s)
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Teams > list[j].Teams })
	return list
}
