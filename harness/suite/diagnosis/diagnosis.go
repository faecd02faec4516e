// Package diagnosis tells from the answers of a program which rule it misreads:
// it holds them, right ones and wrong ones, against those of all known
// misreadings, the mutants of the task.
package diagnosis

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

const (
	// CasesMax is how many answers are held against the mutants: with more a
	// diagnosis takes longer than anybody waits, and says no more.
	CasesMax = 2000
	// passesSeed picks right answers where there are too many.
	passesSeed = 1
	// workMax bounds what a mutant that does not fit searches further, in steps that
	// oracles count: a tenth of a second. Clauses are ranked by what it is known to
	// change until then.
	workMax = 100_000
)

// An Answer is what a program answered to a case.
type Answer struct {
	Case *suite.Case
	Got  []jsontext.Value // nil: it conforms
	// Misshapen tells that the answer has not the shape of one. No reading of the
	// rules need explain it, though one may.
	Misshapen   bool
	Expectation string // what was expected of its shape
	Pointer     string // of the first difference, into the array of output values
	// OtherCode tells of an answer that conforms that its code is not that of the rules.
	OtherCode bool
	// Alike are the ids of mutants that did the same in a live game, which the answer
	// alone does not tell.
	Alike []string
}

// A Doctor makes diagnoses of programs for one task.
type Doctor struct {
	Game    *game.Game
	Rules   game.Rules
	Task    game.Task
	Mutants []game.Mutant // the readings that are known
	Jobs    int
}

// New knows all mutants of a task.
func New(g *game.Game, rules game.Rules, task game.Task, jobs int) *Doctor {
	mutants, _ := mutation.Mutants(g, task.Name)
	return &Doctor{Game: g, Rules: rules, Task: task, Mutants: mutants, Jobs: jobs}
}

// A Finding is what answers tell about a program.
type Finding struct {
	// List has habits first, then readings that explain all other wrong answers together
	// and contradict no right one, that of most answers first; where there are none, the
	// clauses that are likely to be misread, the likeliest first.
	List []judge.Diagnosis
	Held int // how many answers were looked at
}

// Diagnose looks at the answers of a program: one for each case at most. It is
// the same for any number of jobs. The error is an oracle's that fails, or the
// cause of the context's end.
func (d *Doctor) Diagnose(ctx context.Context, answers []Answer) (Finding, error) {
	failures, passes := chosen(answers)
	f := Finding{Held: len(failures) + len(passes)}
	if len(failures) == 0 || d.Task.Live == game.Clients || d.Task.Live == game.OnePlayer || d.Rules.Mutant() != "" {
		return f, nil
	}
	x := &examination{
		Doctor: d, judge: judge.New(d.Task, judge.Lax, nil), strict: judge.New(d.Task, judge.Strict, nil), passes: len(passes),
	}
	if err := x.ask(slices.Concat(failures, passes), len(failures)); err != nil {
		return f, err
	}
	fits, err := x.fitting(ctx)
	if err != nil {
		return f, err
	}
	list, err := x.misreadings(ctx, fits)
	if err != nil {
		return f, err
	}
	for i := range list {
		if g := &list[i]; len(g.Clauses) > 1 {
			c, err := d.Telling(ctx, g.Mutants)
			if err != nil {
				return f, err
			}
			if c != nil {
				g.Telling = c.ID
			}
		}
	}
	f.List = slices.Concat(x.shapes(list), list)
	return f, nil
}

// misreadings say which reading gives the answers, if one does; else that all answers are
// the same; else which readings give them together, or which clauses are likely.
func (x *examination) misreadings(ctx context.Context, fits []fit) ([]judge.Diagnosis, error) {
	list, all := x.explain(fits)
	switch {
	case all && len(list) == 1:
		return list, nil
	case x.Task.Live != "":
		if !all && !mostly(list) {
			return nil, nil // what is wrong shows on the wire, game by game
		}
		return list, nil
	}
	if constant := x.constant(); constant != nil {
		return constant, nil
	}
	if all {
		return list, nil
	}
	pair, err := x.pairs(ctx, fits)
	if pair != nil || err != nil {
		return pair, err
	}
	left := x.shaped()
	e, err := x.compare(ctx, left)
	if err != nil {
		return nil, err
	}
	parts, rest := x.parts(fits, e.rank())
	if len(parts) > 0 {
		if e, err = x.compare(ctx, rest); err != nil {
			return nil, err
		}
	}
	return append(parts, x.likely(e, fits, rest)...), nil
}

// shaped are the wrong answers that have the shape of one.
func (x *examination) shaped() (left []int) {
	for i := range x.wrong {
		if !x.held[i].Misshapen {
			left = append(left, i)
		}
	}
	return left
}

// chosen are the answers that are looked at: the failures, then the passes, of
// which some are picked by chance where there are too many.
func chosen(answers []Answer) (failures, passes []Answer) {
	for _, a := range answers {
		if a.Got != nil {
			failures = append(failures, a)
		} else {
			passes = append(passes, a)
		}
	}
	failures = failures[:min(len(failures), CasesMax)]
	var kept []Answer
	for _, i := range sample(len(passes), CasesMax-len(failures)) {
		kept = append(kept, passes[i])
	}
	return failures, kept
}

// sample is which of so many there is room for, in their order.
func sample(count, room int) []int {
	rng := rand.New(rand.NewPCG(passesSeed, uint64(count)))
	picked := rng.Perm(count)[:min(count, room)]
	slices.Sort(picked)
	return picked
}

// An examination is one diagnosis under way.
type examination struct {
	*Doctor
	judge  *judge.Judge
	strict *judge.Judge
	held   []held // wrong answers first
	quick  []int  // those for which the rules search least first
	wrong  int    // how many of them are wrong
	passes int
	told   [][]told // by mutant and held answer: what is known of the mutant's own
}

// told is what is known of the answer of a mutant to a case that passes.
type told byte

const (
	untold told = iota
	right
	changed // or none at all
)

// A held answer with what the rules say about its case.
type held struct {
	Answer
	want   []jsontext.Value
	clause string   // that decides the answer as a whole
	met    []string // clauses that the oracle noted
	// decision is what a wrong answer decides, "" for a right one.
	decision string
}

// ask finds what the rules say about the cases.
func (x *examination) ask(answers []Answer, wrong int) error {
	oracle, err := game.Tracing(x.Rules, x.Task.Name)
	if err != nil {
		return err
	}
	var out game.Output
	var trace game.Trace
	out.Trace = &trace
	var took []int // in steps
	for i, a := range answers {
		out.Reset()
		trace.Reset()
		if err := oracle(a.Case.In, &out); err != nil {
			if _, refused := errors.AsType[*game.Invalid](err); refused {
				continue // a broken case says nothing about a program
			}
			return err
		}
		x.held = append(x.held, held{
			Answer: a, want: out.Values(), clause: out.Clause, met: trace.Clauses(), decision: decision(a.Got),
		})
		if i < wrong {
			x.wrong++
		}
		x.quick, took = append(x.quick, len(took)), append(took, out.Work)
	}
	slices.SortStableFunc(x.quick, func(a, b int) int { return cmp.Compare(took[a], took[b]) })
	return nil
}

// A fit is a mutant that gives some of the wrong answers and contradicts no right
// one.
type fit struct {
	mutant   int
	explains []bool // by wrong answer
	count    int
	decides  []bool // wrong answers that it does not give, but decides wrongly in the same way
	differs  int    // other wrong answers, to cases where it is wrong as well, or with the code of another clause
}

// fitting are the mutants that fit, in their order.
func (x *examination) fitting(ctx context.Context) ([]fit, error) {
	found := make([]*fit, len(x.Mutants))
	x.told = make([][]told, len(x.Mutants))
	err := pool.Run(ctx, len(x.Mutants), x.Game.Jobs(x.Jobs), func() func(int) error {
		return func(i int) error {
			f, err := x.try(ctx, i)
			found[i] = f
			return err
		}
	})
	var list []fit
	for _, f := range found {
		if f != nil {
			list = append(list, *f)
		}
	}
	return list, err
}

// try holds a mutant against the answers, and gives up as soon as it cannot fit. The
// order changes nothing but the time: most fail at a case that takes little.
func (x *examination) try(ctx context.Context, mutant int) (*fit, error) {
	rival, err := x.rival(mutant)
	if err != nil {
		return nil, nil // the options have no such mutant
	}
	f := &fit{mutant: mutant, explains: make([]bool, x.wrong), decides: make([]bool, x.wrong)}
	open := x.wrong // wrong answers that it has not been held against
	if x.Task.Live != "" {
		for i := range x.wrong {
			if f.explains[i] = slices.Contains(x.held[i].Alike, x.Mutants[mutant].ID); f.explains[i] {
				f.count++
			}
		}
		if f.count == 0 {
			return nil, nil
		}
	}
	x.told[mutant] = make([]told, len(x.held))
	for _, i := range x.quick {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		h := &x.held[i]
		if i < x.wrong && x.Task.Live != "" {
			continue
		}
		answered, err := rival.answer(h.Case.In)
		if err != nil {
			return nil, err
		}
		switch {
		case i >= x.wrong:
			if !answered || !x.judge.Same(h.want, &rival.out) {
				x.told[mutant][i] = changed
				return nil, nil
			}
			x.told[mutant][i] = right
		case !answered:
			f.differs++
		case x.judge.Same(h.Got, &rival.out):
			f.explains[i] = true
			f.count++
			if x.otherCode(h, &rival.out) {
				f.differs++
			}
		default:
			f.decides[i] = x.decidesLike(h, &rival.out)
			if !x.judge.Same(h.want, &rival.out) {
				f.differs++
			}
		}
		if i < x.wrong {
			open--
		}
		if open == 0 && f.count == 0 {
			return nil, nil
		}
	}
	if f.count == 0 {
		return nil, nil
	}
	return f, nil
}

// decidesLike tells whether an answer is wrong in the way of a wrong answer that it
// is not: it decides the same, which is not what the rules decide, or goes wrong at
// the same place.
func (x *examination) decidesLike(h *held, out *game.Output) bool {
	if x.judge.Same(h.want, out) || decision(out.Values()) != h.decision {
		return false
	}
	return h.decision != decision(h.want) || firstPlace(x.judge, h, out) == h.Pointer
}

// otherCode tells whether a wrong answer that is like that of a mutant has another code of
// the game: the program says itself that it refuses for another reason. Codes of its own
// tell nothing.
func (x *examination) otherCode(h *held, out *game.Output) bool {
	if x.strict.Same(h.Got, out) {
		return false
	}
	for _, d := range x.strict.Compare(h.Got, out.Values()).Differences {
		var name string
		if json.Unmarshal(d.Expected, &name) != nil {
			continue
		}
		if _, known := x.Game.Code(name); known {
			return true
		}
	}
	return false
}

// A rival is a mutant that answers.
type rival struct {
	rules  game.Rules
	task   string
	oracle game.Oracle
	out    game.Output
	work   int // steps of all its answers
}

func (d *Doctor) rival(mutant int) (*rival, error) {
	rules, err := d.Game.Configure(game.Settings{Options: d.Rules.Options(), Mutant: d.Mutants[mutant].ID})
	if err != nil {
		return nil, err
	}
	return &rival{rules: rules, task: d.Task.Name, oracle: rules.Oracle(d.Task.Name)}, nil
}

// answer puts the answer of the mutant into out; it is false for one that
// refuses the input or crashes.
func (r *rival) answer(in []jsontext.Value) (answered bool, err error) {
	defer func() {
		if recover() != nil {
			// What is wrong on purpose may crash, as any wrong program. Its scratch
			// memory is in no state to go on with.
			r.oracle = r.rules.Oracle(r.task)
			answered, err = false, nil
		}
	}()
	r.out.Reset()
	err = r.oracle(in, &r.out)
	r.work += r.out.Work
	for i := range r.out.Len() {
		_ = r.out.Value(i) // panics if the values were not written one after the other
	}
	if err != nil {
		if _, refused := errors.AsType[*game.Invalid](err); refused {
			return false, nil
		}
		return false, err
	}
	return true, nil
}

// How much a program may do wrong before more misreadings explain it than are told.
const (
	// mistakesMax is how many misreadings together are taken for what a program
	// does: more of them explain anything.
	mistakesMax = 3
	// shareMin is how many wrong answers each of several misreadings has to explain
	// alone: of many misreadings some give one or two answers of any program.
	shareMin = 3
	// mostlyMin is the part of the wrong live games that misreadings have to explain.
	mostlyMin = 0.75
)

// explain chooses of the mutants that fit as few as explain all that can be
// explained: first the one of most wrong answers, then that of most of the rest.
// Those of one clause are one misreading. It tells whether that is all.
func (x *examination) explain(fits []fit) (list []judge.Diagnosis, all bool) {
	open := make([]bool, x.wrong)
	for i := range open {
		open[i] = true
	}
	for {
		most, best := 0, -1
		for i := range fits {
			if n := overlap(fits[i].explains, open); n > most || n == most && n > 0 && fits[i].count > fits[best].count {
				most, best = n, i
			}
		}
		if best < 0 {
			break
		}
		var alike []game.Mutant
		for i := range fits {
			if slices.Equal(fits[i].explains, fits[best].explains) {
				alike = append(alike, x.Mutants[fits[i].mutant])
			}
		}
		g := judge.Diagnosis{Passes: x.passes, Explains: most}
		name(&g, alike)
		for i, explained := range fits[best].explains {
			if explained && open[i] {
				g.Cases = append(g.Cases, x.held[i].Case.ID)
				open[i] = false
			}
		}
		list = add(list, g)
	}
	of := 0
	all = len(list) > 0 && len(list) <= mistakesMax
	for i := range open {
		// A misshapen answer that a reading explains is a wrong answer like others.
		if !open[i] || !x.held[i].Misshapen {
			of++
			all = all && !open[i]
		}
	}
	for i := range list {
		list[i].Of = of
		all = all && (len(list) == 1 || list[i].Explains >= shareMin)
	}
	return list, all
}

// mostly tells whether diagnoses of live games explain enough of them. The first
// mistake of a game may lead to others that no misreading is like.
func mostly(list []judge.Diagnosis) bool {
	if len(list) == 0 || len(list) > mistakesMax {
		return false
	}
	explained := 0
	for i := range list {
		if list[i].Explains < shareMin {
			return false
		}
		explained += list[i].Explains
	}
	return float64(explained) >= mostlyMin*float64(list[0].Of)
}

// add puts a diagnosis behind others, or into the one of the same clause.
func add(list []judge.Diagnosis, g judge.Diagnosis) []judge.Diagnosis {
	i := slices.IndexFunc(list, func(o judge.Diagnosis) bool {
		return o.Clause == g.Clause && len(o.Clauses) == 0 && len(g.Clauses) == 0
	})
	if i < 0 {
		return append(list, g)
	}
	o := &list[i]
	o.Mutants = append(o.Mutants, g.Mutants...)
	o.Text += ", and elsewhere " + g.Text
	o.Hint = cmp.Or(o.Hint, g.Hint)
	o.Explains += g.Explains
	o.Cases = append(o.Cases, g.Cases...)
	return list
}

// overlap counts the answers that are in both.
func overlap(a, b []bool) int {
	n := 0
	for i := range a {
		if a[i] && b[i] {
			n++
		}
	}
	return n
}

// readingsMax is how many readings are named that cannot be told apart.
const readingsMax = 4

// name puts mutants that cannot be told apart into a diagnosis.
func name(g *judge.Diagnosis, alike []game.Mutant) {
	for _, m := range alike {
		if !slices.Contains(g.Clauses, m.Clause) {
			g.Clauses = append(g.Clauses, m.Clause)
		}
		g.Mutants = append(g.Mutants, m.ID)
	}
	g.Clause = alike[0].Clause
	if len(g.Clauses) == 1 {
		g.Clauses = nil
	}
	for i, m := range alike[:min(len(alike), readingsMax)] {
		if i > 0 {
			g.Text += ", or "
		}
		g.Text += m.Summary
		if len(g.Clauses) > 0 {
			g.Text += " (" + m.Clause + ")"
		}
		if m.Hint != "" && g.Hint == "" {
			g.Hint = m.Hint
		}
	}
}

// likelyMax is how many likely clauses are named, unless cases need more.
const likelyMax = 3

// likely ranks the clauses that may be misread where no known readings give the wrong
// answers that are left. Each of these goes to the first clause that bears upon it. What a
// reading that fits explains in part is told with its clause.
func (x *examination) likely(e *evidence, fits []fit, left []int) []judge.Diagnosis {
	if len(left) == 0 {
		return nil // only answers without the shape of one, which no clause is about
	}
	clauses := e.rank()
	near := func(clause string) *fit {
		f, explains, decides := x.nearest(fits, clause, left)
		if f != nil && explains+decides < len(left) {
			return nil
		}
		return f
	}
	if i := slices.IndexFunc(clauses[:min(len(clauses), likelyMax)], func(c string) bool { return near(c) != nil }); i > 0 {
		// What decides all as the program does goes first.
		clauses = slices.Concat(clauses[i:i+1], clauses[:i], clauses[i+1:])
	}
	var list []judge.Diagnosis
	taken := make([]bool, len(left))
	for r, clause := range clauses {
		g := judge.Diagnosis{Clause: clause, Mutants: []string{}, Of: len(left), Likely: true, Cases: []string{}}
		if best, explains, decides := x.nearest(fits, clause, left); best != nil {
			name(&g, []game.Mutant{x.Mutants[best.mutant]})
			g.Passes, g.Explains, g.Decides = x.passes, explains, decides
		}
		if r == 0 && !g.Settled() && e.nearOnly(clause) {
			m := &e.near[0]
			g.Mutants, g.Text, g.Hint = []string{m.ID}, does(m), ""
			g.Passes, g.Explains, g.Decides = x.passes, len(left), 0
		}
		for k, i := range left {
			if !taken[k] && (g.Settled() || e.bears(clause, k)) {
				taken[k] = true
				g.Cases = append(g.Cases, x.held[i].Case.ID)
			}
		}
		if r < likelyMax || len(g.Cases) > 0 {
			list = append(list, g)
		}
	}
	// Behind the likeliest, those of most cases come first.
	if len(list) > likelyMax {
		rest := list[likelyMax:]
		sort.SliceStable(rest, func(i, j int) bool { return len(rest[i].Cases) > len(rest[j].Cases) })
	}
	return list
}

// nearest is the fit of a clause that explains most of the wrong answers that are left, or
// nil; and how many it explains, and decides.
func (x *examination) nearest(fits []fit, clause string, left []int) (best *fit, explains, decides int) {
	for i := range fits {
		f := &fits[i]
		if x.Mutants[f.mutant].Clause != clause {
			continue
		}
		e, d := f.among(left)
		if e > 0 && (best == nil || cmp.Or(cmp.Compare(e, explains), cmp.Compare(d, decides)) > 0) {
			best, explains, decides = f, e, d
		}
	}
	return best, explains, decides
}

// among is how many of some wrong answers a fit explains, and decides.
func (f *fit) among(left []int) (explains, decides int) {
	for _, i := range left {
		if f.explains[i] {
			explains++
		}
		if f.decides[i] {
			decides++
		}
	}
	return explains, decides
}
