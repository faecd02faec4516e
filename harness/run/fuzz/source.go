package fuzz

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/json/tree"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// The bounds of the making of inputs, and why.
const (
	// CorpusMax bounds the inputs that are varied: more are not varied often
	// enough to be of use.
	CorpusMax = 1 << 12
	// variesMax is how often an input is varied until it is valid again; one of
	// two or three variations is.
	variesMax = 6
	// malformedShare is which part of the inputs that are to be refused are no
	// JSON. Rules in process get values only, and none of these.
	malformedShare = 3
	// changesMax is how many variations are put upon each other.
	changesMax = 4
	// roundsToLarge is after how many rounds inputs may have any size: small ones
	// show most mistakes, and are quickly asked and made smaller.
	roundsToLarge = 12
	// guideBytesMax is up to what size inputs are held against wrong rules: larger
	// ones take long, and are no good witnesses.
	guideBytesMax = 8 << 10
	// toldMax is by how many inputs that were asked a wrong rule is told from the
	// right ones before inputs are held against it no longer: a program that is
	// wrong like that has been noticed, and a game has hundreds of wrong rules.
	toldMax = 3
	// treesMax bounds the nodes of the trees that are kept of inputs that are
	// varied, each of about a hundred bytes; of others they are made again.
	treesMax = 1 << 19
	// knownRound is the first round that varies inputs of Config.Known. By then
	// most wrong programs have shown themselves, and by smaller inputs.
	knownRound = 4
	// knownShare is which part of the inputs that are varied is known.
	knownShare = 3
	// rivals is of how many inputs the one that reaches the rarest is varied.
	rivals = 3
)

// What marks begin with.
const (
	markClause  = "clause "
	markFeature = "feature "
	markAnswer  = "answer "
	markWrong   = "wrong "
)

// An input is a question, with what makes it worth asking.
type input struct {
	Question
	// marks are what it reaches: clauses and features that the oracle notes, the
	// kind of the answer, and the wrong rules that answer otherwise. Sorted.
	marks []string
	// rarest is the one of them that fewest inputs had when it was kept.
	rarest string
	// tree is that of the values, of inputs that are kept; nil of large ones.
	tree *tree.Node
}

// Guides are the mutants of a task under some settings.
func Guides(g *game.Game, task game.Task, settings game.Settings) ([]game.Rules, error) {
	wrong, err := g.Under(settings)
	if err != nil {
		return nil, err
	}
	var list []game.Rules
	for _, m := range g.Mutants {
		if m.Equivalent != "" || !slices.Contains(m.Tasks, task.Name) {
			continue
		}
		rules, err := wrong(m.ID)
		if err != nil {
			return nil, err
		}
		list = append(list, rules)
	}
	return list, nil
}

// A source makes inputs.
type source struct {
	Config
	size    int       // of a round
	choice  int       // inputs made for each of them
	idle    sync.Pool // of *answerer
	copiers sync.Pool // of *tree.Copier
	guides  []*Other
	corpus  []input
	known   []input         // of Config.Known
	nodes   int             // in trees of the corpus and of known
	reached map[string]bool // sets of marks
	met     map[string]int  // inputs with a mark that were made
	asked   map[string]int  // inputs with a mark that were chosen
}

func newSource(config Config) *source {
	s := &source{
		Config: config, size: roundInputs, choice: 1,
		reached: make(map[string]bool), asked: make(map[string]int), met: make(map[string]int),
		copiers: sync.Pool{New: func() any { return new(tree.Copier) }},
	}
	switch config.Peer.Pace() {
	case Kept:
		s.size = roundInputsKept
	case Spawned:
		s.size = roundInputsSpawned
		if _, asks := config.Rules.(game.Faulty); asks {
			break // each input costs a question to a reference, and each guide one more
		}
		s.choice = choiceSpawned
		for _, rules := range config.Guides {
			s.guides = append(s.guides, &Other{Title: rules.Mutant(), Rules: rules, Task: config.Task, Judge: config.Judge})
		}
	}
	for _, in := range config.Corpus {
		if q, marks, err := s.question(in); err == nil && q.Refusal == nil {
			s.keep(input{Question: q, marks: marks})
		}
	}
	return s
}

// look takes up the known inputs that are valid under these rules.
func (s *source) look() error {
	for _, in := range s.Known {
		q, marks, err := s.question(in)
		if err != nil {
			return err
		}
		if q.Refusal == nil {
			s.known = append(s.known, s.rooted(input{Question: q, marks: marks}))
		}
	}
	return nil
}

func (s *source) inputs() [][]jsontext.Value {
	list := make([][]jsontext.Value, len(s.corpus))
	for i := range s.corpus {
		list[i] = s.corpus[i].In
	}
	return list
}

// told counts the guides that some input has told from the rules.
func (s *source) told() int {
	n := 0
	for mark := range s.asked {
		if strings.HasPrefix(mark, markWrong) {
			n++
		}
	}
	return n
}

// question is an input with the answer the rules give, and its marks.
func (s *source) question(in []jsontext.Value) (Question, []string, error) {
	q := Question{In: in}
	if err := s.Task.CheckCount(len(in)); err != nil {
		q.Refusal, _ = errors.AsType[*game.Invalid](err)
		return q, nil, nil
	}
	a, err := s.tracer()
	if err != nil {
		return q, nil, fmt.Errorf("%w: %w", errBroken, err)
	}
	defer s.idle.Put(a)
	a.out.Trace.Reset()
	err = a.oracle(in, &a.out)
	if err == nil && s.Task.Live != "" {
		err = client.Foreseen(s.Game, s.Rules, s.Task.Live, in)
	}
	if invalid, ok := errors.AsType[*game.Invalid](err); ok {
		q.Refusal = invalid
		return q, []string{markAnswer + "refused " + invalid.Clause}, nil
	}
	if err != nil {
		return q, nil, fmt.Errorf("%w: %w", errBroken, err)
	}
	q.Expected, q.Clause = a.out.Values(), a.out.Clause
	var marks []string
	for _, id := range a.out.Trace.Clauses() {
		marks = append(marks, markClause+id)
	}
	for _, name := range a.out.Trace.Features() {
		marks = append(marks, markFeature+name)
	}
	return q, append(marks, markAnswer+s.kind(&q)), nil
}

// tracer answers by the rules and notes what its answers come by; idle gets it back.
func (s *source) tracer() (*answerer, error) {
	if a, ok := s.idle.Get().(*answerer); ok {
		a.out.Reset()
		return a, nil
	}
	oracle, err := game.Tracing(s.Rules, s.Task.Name)
	return &answerer{oracle: oracle, out: game.Output{Trace: &game.Trace{Quick: true}}}, err
}

// like is the question of an input, whose text is malformed as that of another is.
func (s *source) like(other *Question, in []jsontext.Value) (Question, error) {
	if other.Malformed == "" {
		q, _, err := s.question(in)
		return q, err
	}
	q, _ := malformed(in, other.Malformed)
	return q, nil
}

// kindDepth is how deep an answer is looked at for its kind.
const kindDepth = 2

// kind says what kind of answer there is, by its codes, its truths and whether
// its arrays are empty.
func (s *source) kind(q *Question) string {
	k := kindOf{codes: s.Task.Codes}
	k.text = append(k.text, q.Clause...)
	if len(q.Expected) == 0 {
		k.text = append(k.text, '-')
	}
	k.text = append(k.text, '[')
	for _, v := range q.Expected[:min(len(q.Expected), kidsMax)] {
		k.cursor.Reset(v)
		k.read(1)
	}
	return string(k.text)
}

// kindOf is a kind of answers in the making.
type kindOf struct {
	codes  []game.Code
	text   []byte
	cursor cursor.Cursor
}

// read adds the value that the cursor stands before.
func (k *kindOf) read(depth int) {
	c := &k.cursor
	kind := c.Kind()
	more := c.More
	switch kind {
	case 't', 'f', 'n', '0':
		k.text = append(k.text, kind)
		c.Skip()
		return
	case '"':
		name := c.String("a string")
		if slices.ContainsFunc(k.codes, func(code game.Code) bool { return code.Name == string(name) }) {
			k.text = append(k.text, name...)
		}
		return
	case '{':
		c.Object("an object")
		more = c.MoreKeys
	default:
		c.Array("an array")
	}
	goesOn := more()
	if !goesOn {
		k.text = append(k.text, '-')
	}
	k.text = append(k.text, kind)
	for i := 0; goesOn; i++ {
		if kind == '{' {
			c.Key()
		}
		if i < kidsMax && depth < kindDepth {
			k.read(depth + 1)
		} else {
			c.Skip()
		}
		goesOn = more()
	}
}

// kidsMax is how many elements count for the kind of an answer.
const kidsMax = 6

// shapeOf is the shape of one value.
func shapeOf(v jsontext.Value) string {
	root, err := tree.Parse([]jsontext.Value{v})
	if err != nil {
		return ""
	}
	shape := root.Kids[0].Shape()
	// Keys mean the same in any order.
	keys := strings.Split(strings.Trim(shape, "{}"), ",")
	slices.Sort(keys)
	return strings.Join(keys, ",")
}

// A lean is what one round leans to.
type lean struct {
	sizeMin, sizeMax int
	varied           int // of ten inputs so many are variations
	variations       []variation
	spoilings        []variation
}

// lean draws what a round leans to.
func (s *source) lean(round int) lean {
	rng := rand.New(rand.NewPCG(s.Seed, swarmStream+uint64(round)))
	grown := min(game.SizeMax, game.SizeMax*(round+1)/roundsToLarge)
	l := lean{sizeMax: 1 + rng.IntN(grown), varied: rng.IntN(10)}
	l.sizeMin = rng.IntN(l.sizeMax)
	if round == 0 {
		l.sizeMin, l.sizeMax, l.varied = 0, grown, 0
	}
	some := func(all []variation) []variation {
		list := slices.DeleteFunc(slices.Clone(all), func(variation) bool { return rng.IntN(3) == 0 })
		if len(list) == 0 {
			return all
		}
		return list
	}
	l.variations, l.spoilings = some(variations), some(spoilings)
	return l
}

// The streams of random numbers that are not those of inputs.
const (
	swarmStream = 1 << 62
	joltStream  = 1 << 61
)

// round makes the inputs of a round, and keeps those that reach something new.
func (s *source) round(ctx context.Context, round int) ([]input, error) {
	if round == knownRound {
		if err := s.look(); err != nil {
			return nil, err
		}
	}
	l := s.lean(round)
	size := s.size
	if s.slow() {
		size = min(size, roundInputsFirst<<min(round, roundsToLarge))
	}
	made := make([]*input, size*s.choice)
	err := pool.Run(ctx, len(made), s.Jobs, func() func(int) error {
		return func(i int) (err error) {
			rng := rand.New(rand.NewPCG(s.Seed, uint64(round)<<32|uint64(i)))
			made[i], err = s.make(rng, &l, i)
			return err
		}
	})
	if err != nil {
		return nil, err
	}
	var list []input
	for _, in := range made {
		if in != nil {
			list = append(list, *in)
		}
	}
	for i := range list {
		if list[i].Refusal == nil {
			for _, mark := range list[i].marks {
				s.met[mark]++
			}
			s.keep(list[i])
		}
	}
	if s.choice > 1 {
		list = s.choose(list, size)
	}
	return list, nil
}

// make makes one input; nil if what came of it is not valid.
func (s *source) make(rng *rand.Rand, l *lean, i int) (*input, error) {
	size := l.sizeMin + rng.IntN(l.sizeMax-l.sizeMin+1)
	spoil := s.Invalid && i%2 == 1
	generated := func() []jsontext.Value { return s.Rules.Generate(s.Task.Name, rng, size) }
	if !spoil && (len(s.corpus) == 0 || rng.IntN(10) >= l.varied) {
		q, marks, err := s.question(generated())
		if err != nil || q.Refusal != nil {
			return nil, err
		}
		return s.weighed(q, marks), nil
	}
	if spoil && s.slow() && rng.IntN(malformedShare) == 0 {
		m := malformations[rng.IntN(len(malformations))]
		if q, ok := malformed(generated(), m.name); ok {
			return &input{Question: q, marks: []string{markAnswer + "refused, for it " + m.name}}, nil
		}
	}
	copier := s.copiers.Get().(*tree.Copier)
	defer s.copiers.Put(copier)
	for range variesMax {
		from, err := s.parent(rng, copier, generated)
		if err != nil {
			return nil, err
		}
		other := sync.OnceValue(func() *tree.Node {
			root, err := s.donor(rng, generated)
			if err != nil {
				return &tree.Node{Kind: '['} // nothing can be taken from it
			}
			return root
		})
		q, marks, err := s.question(varied(rng, l, from, other, spoil))
		if err != nil {
			return nil, err
		}
		if (q.Refusal != nil) == spoil {
			if spoil {
				return &input{Question: q, marks: marks}, nil
			}
			return s.weighed(q, marks), nil
		}
	}
	return nil, nil
}

// parent is the tree of an input to be varied. The next one may be made in its memory.
func (s *source) parent(rng *rand.Rand, copier *tree.Copier, generated func() []jsontext.Value) (*tree.Node, error) {
	switch {
	case len(s.known) > 0 && rng.IntN(knownShare) == 0:
		return s.known[rng.IntN(len(s.known))].copied(copier)
	case len(s.corpus) == 0:
		return tree.Parse(generated())
	}
	var best *input
	for range rivals {
		// The later ones have reached what is harder to reach.
		in := &s.corpus[max(rng.IntN(len(s.corpus)), rng.IntN(len(s.corpus)))]
		if best == nil || s.met[in.rarest] < s.met[best.rarest] {
			best = in
		}
	}
	return best.copied(copier)
}

// donor is the tree of an input from which parts may be taken.
func (s *source) donor(rng *rand.Rand, generated func() []jsontext.Value) (*tree.Node, error) {
	if len(s.corpus) == 0 || rng.IntN(2) == 0 {
		return tree.Parse(generated())
	}
	return s.corpus[rng.IntN(len(s.corpus))].root()
}

// root is the tree of the values, which must not be changed.
func (i *input) root() (*tree.Node, error) {
	if i.tree != nil {
		return i.tree, nil
	}
	return tree.Parse(i.In)
}

// copied is a tree of the values that may be changed.
func (i *input) copied(copier *tree.Copier) (*tree.Node, error) {
	if i.tree != nil {
		return copier.Clone(i.tree), nil
	}
	return tree.Parse(i.In)
}

// varied changes an input in a few places, and writes it.
func varied(rng *rand.Rand, l *lean, root *tree.Node, other donor, spoil bool) []jsontext.Value {
	if spoil {
		for range variesMax {
			if l.spoilings[rng.IntN(len(l.spoilings))](rng, root, other) {
				break
			}
		}
		return root.Values()
	}
	for range 1 + rng.IntN(changesMax) {
		l.variations[rng.IntN(len(l.variations))](rng, root, other)
	}
	return root.Values()
}

// weighed holds an input against the guides.
func (s *source) weighed(q Question, marks []string) *input {
	if len(s.guides) > 0 && stream.Size(q.In) <= guideBytesMax {
		for _, guide := range s.guides {
			if s.asked[markWrong+guide.Title] >= toldMax {
				continue
			}
			a := take(&guide.idle, guide.Rules, s.Task.Name)
			if guide.reply(a, &q).Verdict.Outcome != "pass" {
				marks = append(marks, markWrong+guide.Title)
			}
			guide.idle.Put(a)
		}
	}
	slices.Sort(marks)
	return &input{Question: q, marks: marks}
}

// keep adds an input to the corpus if no other has reached the same.
func (s *source) keep(in input) {
	key := strings.Join(in.marks, "\n")
	if s.reached[key] || len(s.corpus) >= CorpusMax {
		return
	}
	s.reached[key] = true
	for _, mark := range in.marks {
		if in.rarest == "" || s.met[mark] < s.met[in.rarest] {
			in.rarest = mark
		}
	}
	s.corpus = append(s.corpus, s.rooted(in))
}

// rooted is an input with its tree, if there is room for it.
func (s *source) rooted(in input) input {
	if root, err := tree.Parse(in.In); err == nil && s.nodes+root.Size() <= treesMax {
		s.nodes += root.Size()
		in.tree = root
	}
	return in
}

// choose takes so many inputs, the most telling first: those with
// marks that few inputs before them had.
func (s *source) choose(list []input, size int) []input {
	var chosen []input
	worth := func(in *input) float64 {
		w := 0.0
		for _, mark := range in.marks {
			share := 1.0
			if strings.HasPrefix(mark, markWrong) {
				share = 3 // a mistake that someone has made is worth more than a clause that is met
			}
			w += share / float64(1+s.asked[mark]*s.asked[mark])
		}
		return w
	}
	for len(list) > 0 && len(chosen) < size {
		best, bestWorth := 0, -1.0
		for i := range list {
			switch w := worth(&list[i]); {
			case w > bestWorth, w == bestWorth && cmp.Less(stream.Size(list[i].In), stream.Size(list[best].In)):
				best, bestWorth = i, w
			}
		}
		chosen = append(chosen, list[best])
		for _, mark := range list[best].marks {
			s.asked[mark]++
		}
		list = slices.Delete(list, best, best+1)
	}
	return chosen
}
