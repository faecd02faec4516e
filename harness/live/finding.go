package live

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/match"
)

// A Finding is what a program did wrong in a live game, besides what it wrote.
type Finding struct {
	Outcome judge.Outcome // ProtocolError, or what else became of a message that was due
	Clause  string
	Message string // for a person, without the number
	// Number is that of the message: values and broken ones are counted over all
	// connections, from 1, in both directions. 0 if one is missing.
	Number             int
	Expected, Received jsontext.Value // of a reply
	// Mild findings count only where the output is right: they may follow from
	// what has spoilt it.
	Mild bool
	// Timing tells that a clock of ours decides, which a busy machine may spoil.
	Timing bool
	// Early tells that this is something done too soon, which no lack of processors brings about.
	Early bool
	// Since is when the program began to owe what comes too late, zero for at its
	// start.
	Since time.Time
	// misshapen tells that a call has another shape than is expected: what has become of the
	// game is not why.
	misshapen bool
	// state is the clause that decides what a call shows, where no mistake is known that
	// leads to it.
	state string
	// Alike are the ids of mutants, and of readings under other options, that would have done
	// the same all along.
	Alike []string
}

// blame gives a finding its cause.
func (f *Finding) blame(c *Cause) {
	f.Message, f.Clause = c.Told(f.Message, f.Clause)
	f.Alike = c.Alike
}

// otherKind tells whether two values are of different kinds, or one of them is missing.
func otherKind(a, b jsontext.Value) bool {
	kind := func(v jsontext.Value) jsontext.Kind {
		if v.Kind() == 'f' {
			return 't'
		}
		return v.Kind()
	}
	return kind(a) != kind(b)
}

// endingGrace is how long the end of a connection waits to be judged: if the
// program ends meanwhile, how it ended says more. It is long enough for Python to
// end beside many other programs, when it gets a tenth of a processor.
const endingGrace = time.Second

// A record is what both kinds of witnesses keep; its lock is held in all of
// their methods.
type record struct {
	mu       sync.Mutex
	protocol *game.Protocol
	signUp   game.SignUp
	scale    float64
	waits    Waits
	messages int
	last     time.Time // that anything passed
	remarks  []Remark
	latest   string // what the clients did last that may upset a program
	hard     *Finding
	mild     *Finding
	suspect  *Finding  // that decides unless the program ends by itself
	since    time.Time // when that came up
	ended    bool      // the program has ended by itself, before it could be stopped
	found    func()    // called once there is a finding that decides
	readers  []*reader // of all connections
	// now is the clock: that of the machine, or of a transcript.
	now func() time.Time
}

// release lets go of what reads the connections, when nothing more is to be judged.
func (r *record) release() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, in := range r.readers {
		in.close()
	}
}

// A Remark is about what no rule decides: nothing that counts against a program
// unless it is asked for.
type Remark struct {
	Word    string // as warnings of verdicts have it
	Message string // one sentence
}

// OtherRequest is the remark that a cheat sends another illegal request than ours
// would.
const OtherRequest = "other-request"

// remark keeps the first remark of each kind.
func (r *record) remark(word, format string, args ...any) {
	if !slices.ContainsFunc(r.remarks, func(m Remark) bool { return m.Word == word }) {
		r.remarks = append(r.remarks, Remark{word, fmt.Sprintf(format, args...)})
	}
}

// remarked are the remarks.
func (r *record) remarked() []Remark {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.remarks
}

// find keeps the first finding of its kind.
func (r *record) find(f Finding) {
	switch {
	case f.Mild && r.mild == nil:
		r.mild = &f
	case !f.Mild && r.hard == nil:
		if r.hard = &f; r.suspect != nil {
			// It came first.
			r.hard = r.suspect
		}
		r.found()
	}
}

// suspects keeps the first end of a connection that a right program would not have
// made, until it is known whether the program has just ended.
func (r *record) suspects(f Finding) {
	if r.suspect == nil && r.hard == nil {
		f.Number = r.messages
		r.suspect, r.since = &f, r.now()
	}
}

// excuse lets the suspect count only where nothing else is wrong.
func (r *record) excuse() {
	r.suspect.Mild = true
	r.mild = cmp.Or(r.mild, r.suspect)
	r.suspect = nil
}

// owedSince is since when the program owes what it is ended for, zero for its start.
func (r *record) owedSince() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hard == nil {
		return time.Time{}
	}
	return r.hard.Since
}

// ripen lets the suspect decide once the program has lived on for a while.
func (r *record) ripen(now time.Time) {
	if r.suspect != nil && now.Sub(r.since) > endingGrace {
		r.find(*r.suspect)
	}
}

// noteEnd notes that the program has ended by itself, however late that was seen. If the suspect
// has decided meanwhile, it decides no more.
func (r *record) noteEnd() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = true
	if r.hard == r.suspect {
		r.hard = nil
	}
}

// endsWith tells whether the program ended with the connection of the suspect, or soon after.
func (r *record) endsWith() bool { return r.ended || r.now().Sub(r.since) <= endingGrace }

// finding is the one that counts, or nil. If the program fell, by a crash or at a limit, it is
// not held against it that its connections ended.
func (r *record) finding(fell bool) *Finding {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hard == nil && r.suspect != nil && !fell {
		return r.suspect
	}
	if r.hard != nil {
		return r.hard
	}
	return r.mild
}

// scene is what happened last that may have upset the program, "" for nothing.
func (r *record) scene() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.latest
}

// report finds something from outside.
func (r *record) report(f Finding) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.find(f)
}

// ms is a time of the rules.
func (r *record) ms(n int) time.Duration {
	return match.Millis(float64(n), r.scale)
}

// rounds is how long so many rounds of the sign-up take.
func (r *record) rounds(rounds int) time.Duration {
	return match.Millis(float64(r.signUp.WaitMs)*float64(rounds), r.scale)
}

func (r *record) tolerance() time.Duration {
	return match.Tolerance(r.scale)
}

// count counts a message.
func (r *record) count() int {
	r.messages++
	return r.messages
}

// callClause is the clause that says how calls and replies follow each other.
func (r *record) callClause() string { return r.protocol.ClauseOn(game.OnNoJSON) }

// methodClause is the clause of a method, or "".
func (r *record) methodClause(name string) string {
	if m := r.protocol.Method(name); m != nil {
		return m.Clause
	}
	return ""
}

// tight is the shortest time that a program has to keep.
func (r *record) tight() time.Duration { return r.ms(min(r.signUp.NameMs, r.signUp.CallMs)) }
