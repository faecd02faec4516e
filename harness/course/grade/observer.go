package grade

import "github.com/touchstone-harness/touchstone/harness/course"

// An Observer is told what happens to each team while it happens. Its methods
// are called by many goroutines at once, and grading waits for every one: they
// must be quick. Teams may be of other shards, and tasks have their names in the
// course.
type Observer interface {
	// Together says what is done for all teams before one is graded, "" when
	// that is over.
	Together(what string)
	// Build is called before a team is unpacked and built, and Ready afterwards:
	// both also if it was built earlier, and more than once.
	Build(team string)
	Ready(team string)
	// Begin is called before a part of a task.
	Begin(team, task string, part course.Part)
	// Cases says that the part has so many cases more, and Verdicts that those of
	// so many more are known.
	Cases(team, task string, n int)
	Verdicts(team, task string, n int)
	// Against is called when a program has run the suite of another team.
	Against(team, task string, a Against)
	// End is called when a part is done, and Done when a team is.
	End(team string, r *Result)
	Done(r *Record)
}

// nobody is an observer who is not interested.
type nobody struct{}

func (nobody) Together(string)                   {}
func (nobody) Build(string)                      {}
func (nobody) Ready(string)                      {}
func (nobody) Begin(string, string, course.Part) {}
func (nobody) Cases(string, string, int)         {}
func (nobody) Verdicts(string, string, int)      {}
func (nobody) Against(string, string, Against)   {}
func (nobody) End(string, *Result)               {}
func (nobody) Done(*Record)                      {}
