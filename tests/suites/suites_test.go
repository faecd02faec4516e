package suites_test

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/files/packed/packedtest"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/lint"
	"github.com/touchstone-harness/touchstone/schemas"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

var (
	update = flag.Bool("update", false, "rewrite the manifests, with the oracle's answers")
	soak   = flag.Bool("soak", false, "run the long rounds of make soak")
)

// casesMin is how many cases under default options a suite has: fewer cannot
// meet a task from all sides.
const casesMin = 40

// casesMax is how many cases a suite has at most: more are not reviewed, and
// take long to run.
const casesMax = 190

// vocabulary has the tags and what they say about a case.
var vocabulary = map[string]string{
	"basic":     "an everyday case, which every program should get right first",
	"edge":      "a limit of the rule book or a quantity is met exactly, or missed by one",
	"empty":     "something is empty or absent",
	"bag":       "how often something occurs decides, or that its place in a bag means nothing",
	"big":       "a number has more digits than a machine word",
	"direction": "an equation is used from right to left, or its direction must be kept",
	"order":     "an order must be kept, or must not matter",
	"sequence":  "what one step leaves, the next one finds",
	"depth":     "the length of an exchange list decides",
	"points":    "the points for a card decide",
	"tie":       "a tie-break decides, or a tie stays",
	"illegal":   "a request is refused",
	"end":       "whether the game is over, or why",
	"bonus":     "points for colours on cards",
	"failure":   "an actor raises or never returns",
	"cheat":     "an actor breaks the rules on purpose",
	"name":      "how players are called",
	"json":      "the spelling of the input: escapes, blanks, the order of keys, numbers",
	"generated": "found by chance, kept because it tells wrong programs apart",
	"option":    "an option differs from its default",
	"quirk":     "a way of the reference program, against the rules",
	"wire":      "what goes over the connection, and when, is not what is expected there",
	"round":     "a round begins or ends, and what happens by itself then",
	"slow":      "a server has to wait 20 seconds, perhaps twice, since fewer clients sign up than could",

	game.TagInstructor: "it asks for what only the programs of instructors have",
	game.TagHouse:      "it rests on a ruling of ours, which no rule text decides",
	game.TagRace:       "it depends on which of two messages is read first",
	"milestone:3":      "it needs what a course asked for with its third milestone",
	"milestone:4":      "it needs the fourth",
	"milestone:5":      "it needs the fifth",
	"milestone:6":      "it needs the sixth",
	"milestone:7":      "it needs the seventh",
	"milestone:8":      "it needs the eighth",
	"milestone:9":      "it needs the ninth",
	"milestone:10":     "it needs the tenth",
}

// exempt has the clauses that no valid case of a task can show, with the
// reason: game/task, clause. A case at the limit is better than an entry here.
var exempt = map[string]map[string]string{}

// optional has the mutants that cannot show in a task under default options,
// with the reason: game/task, mutant. They are killed under other options.
var optional = map[string]map[string]string{
	"bazaar/rules":    excused("max-exchanges-ignored max-exchanges-plus-one max-exchanges-minus-one"),
	"bazaar/strategy": excused("search-depth-ignored points-table-ignored"),
	"bazaar/games": excused("catalogue-without-faces max-exchanges-ignored empty-list-pays-anyway price-charged-anyway winning-score-ignored " +
		"turn-limit-plus-one turn-limit-ignored turn-limit-spares-eliminating-turns search-depth-ignored points-table-ignored"),
	"bazaar/move": excused("G10 G11 max-exchanges-ignored max-exchanges-plus-one max-exchanges-minus-one empty-list-pays-anyway " +
		"price-charged-anyway winning-score-ignored points-table-ignored"),
	"bazaar/play": excused("G10 G11 B1 no-bonus bonus-in-running-game bonus-points-swapped bonus-replaces-score bonus-for-each-set bonus-after-winners bonus-for-first-only bonus-for-leaders-only " +
		"bonus-for-any-colour bonus-without-other-colours bonus-on-one-card bonus-without-last-colour bonus-of-plain-cards bonus-of-faces bonus-counts-wallet bonus-always-rwb bonus-always-sey bonus-swapped max-exchanges-ignored max-exchanges-plus-one empty-list-pays-anyway " +
		"price-charged-anyway winning-score-ignored points-table-ignored"),
	"bazaar/score": excused("B1 no-bonus bonus-in-running-game bonus-points-swapped bonus-replaces-score bonus-for-each-set bonus-after-winners bonus-for-first-only bonus-for-leaders-only " +
		"bonus-always-rwb bonus-always-sey bonus-swapped bonus-for-any-colour bonus-without-other-colours bonus-on-one-card bonus-without-last-colour bonus-of-plain-cards bonus-of-faces " +
		"bonus-counts-wallet"),
	"bazar/move":  excused("chain-always-moves dry-round-goes-on"),
	"bazar/play":  excused("chain-always-moves dry-round-goes-on"),
	"bazar/push":  excused("chain-always-moves"),
	"ubar/move":   excused("bank-never-runs-out"),
	"ubar/play":   excused("bank-never-runs-out"),
	"ubar/view":   excused("own-coins-hidden"),
	"ubongo/move": outs,
	"ubongo/play": outs,
}

// excused are mutants with why they do not show by default.
func excused(ids string) map[string]string {
	const (
		draws  = "no request records a draw unless the option draws is recorded"
		bonus  = "the option bonus is none by default"
		limit  = "max_exchanges sets no limit by default"
		turns  = "no game comes to the limit of turns by default"
		itself = "what it does instead of the option is the default"
	)
	why := map[string]string{
		"own-coins-hidden":        "no coins are hidden unless the option coins_open is no",
		"catalogue-without-faces": "by default the card that is not visible eliminates in either case",
		"G10":                     draws, "G11": draws, "B1": bonus, "no-bonus": bonus,
		"max-exchanges-ignored": limit, "max-exchanges-plus-one": limit, "max-exchanges-minus-one": limit,
		"turn-limit-plus-one": turns, "turn-limit-ignored": turns, "turn-limit-spares-eliminating-turns": turns,
	}
	all := make(map[string]string)
	for id := range strings.FieldsSeq(ids) {
		all[id] = cmp.Or(why[id], itself)
		if strings.HasPrefix(id, "bonus-") {
			all[id] = bonus
		}
	}
	return all
}

// outs are about players who are out of a round of Ubongo 3D, or take another's part.
var outs = map[string]string{
	"out-player-claims":            "nobody is ever out unless the option wrong_claim is out",
	"outs-stay":                    "nobody is ever out unless the option wrong_claim is out",
	"outs-awaited":                 "nobody is ever out unless the option wrong_claim is out",
	"outs-return-in-second-chance": "nobody is ever out unless the option wrong_claim is out",
	"second-chance-though-all-out": "nobody is ever out unless the option wrong_claim is out",
	"second-flip-makes-flipper":    "nobody else turns the hourglass unless the option second_flip is any",
}

// rulings are the tasks no case of which is free of a house ruling, with the ruling:
// each of its values makes another answer of every input.
var rulings = map[string]string{
	"ubar/view":   "UB-75", // whether the coins of the others are shown, who always have some number of them
	"ubar/setup":  "UB-69", // in which order the first tiles fill the grid, all of them different
	"bazar/setup": "BZ-06", // with how many coins the players begin
}

// TestRulings counts the cases that rest on no house ruling, so that a class can be
// judged by the rule text alone.
func TestRulings(t *testing.T) {
	var tasks []string
	for _, g := range games.All() {
		for _, task := range g.Tasks {
			if task.Live != "" {
				continue // nobody knows what else the answer to a live game could be
			}
			name := g.Name + "/" + task.Name
			tasks = append(tasks, name)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				all, err := suite.Embedded(suites.FS, g.Name, task.Name)
				if err != nil {
					t.Fatal(err)
				}
				all.Cases = slices.DeleteFunc(all.Cases, func(c suite.Case) bool { return len(c.Options) > 0 })
				rests := resting(t, g, task, all.Cases)
				free := 0
				for _, ids := range rests {
					if len(ids) == 0 {
						free++
					}
				}
				ruling := rulings[name]
				switch {
				case ruling == "" && free < casesMin:
					t.Errorf("%d cases under default options rest on no house ruling, expected at least %d", free, casesMin)
				case ruling != "" && !slices.Contains(lint.Everywhere(rests), ruling):
					t.Errorf("not every case rests on %s, so that the task needs no exception", ruling)
				}
			})
		}
	}
	for _, name := range strays(slices.Collect(maps.Keys(rulings)), tasks) {
		t.Errorf("there is an exception for %s, which is no task", name)
	}
}

// TestRulingsEverywhere draws cases of the tasks that are excepted: none of them is
// free of the ruling either.
func TestRulingsEverywhere(t *testing.T) {
	const drawn, size = 200, 40
	for name, ruling := range rulings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gameName, taskName, _ := strings.Cut(name, "/")
			g, err := games.Named(gameName)
			if err != nil {
				t.Fatal(err)
			}
			task, _ := g.Task(taskName)
			rules, err := g.Configure(game.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			cases := make([]suite.Case, drawn)
			for i := range cases {
				rng := rand.New(rand.NewPCG(1, uint64(i)))
				cases[i] = suite.Case{ID: strconv.Itoa(i), Name: strconv.Itoa(i), In: rules.Generate(taskName, rng, size)}
			}
			if all := lint.Everywhere(resting(t, g, task, cases)); !slices.Contains(all, ruling) {
				t.Errorf("all of %d drawn cases rest on %q, expected %s among them", drawn, all, ruling)
			}
		})
	}
}

// resting are the house rulings on which cases rest.
func resting(t *testing.T, g *game.Game, task game.Task, cases []suite.Case) [][]string {
	t.Helper()
	p := &baseline.Runner{Game: g, Task: task, Codes: judge.Lax, Jobs: 1}
	base, err := p.Run(t.Context(), cases)
	if err != nil {
		t.Fatal(err)
	}
	if len(base.Cases) != len(cases) {
		t.Fatalf("%d of %d cases are right: %v", len(base.Cases), len(cases), base.Broken)
	}
	rests, err := lint.Resting(t.Context(), p, base.Cases, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rests
}

// TestSuites holds every embedded suite to the rules of a shelf.
func TestSuites(t *testing.T) {
	fsys := suites.FS
	if *update {
		fsys = os.DirFS(".") // what is embedded is what was there before
		t.Cleanup(func() { packedtest.Write(t, "suites.zip", suites.FS, manifests) })
	}
	var tasks []string
	for _, g := range games.All() {
		for _, task := range g.Tasks {
			s := shelf{game: g, task: task, casesMin: casesMin}
			s.exempt, s.optional = exempt[s.name()], optional[s.name()]
			tasks = append(tasks, s.name())
			t.Run(s.name(), func(t *testing.T) {
				t.Parallel()
				if *update {
					s.rewrite(t, fsys)
				}
				for _, p := range s.problems(fsys) {
					t.Error(p)
				}
			})
		}
	}
	for _, name := range strays(suite.EmbeddedNames(fsys), tasks) {
		t.Errorf("%s.jsonl is the suite of no task", name)
	}
	for _, excuses := range []map[string]map[string]string{exempt, optional} {
		for _, name := range strays(slices.Collect(maps.Keys(excuses)), tasks) {
			t.Errorf("there are exemptions for %s, which is no task", name)
		}
	}
	for _, tag := range idle(fsys) {
		t.Errorf("the tag %q is in the vocabulary, but no case has it", tag)
	}
}

// strays lists the names that are no task's.
func strays(names, tasks []string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(tasks, name) })
}

// idle lists the tags of the vocabulary that no case has.
func idle(fsys fs.FS) []string {
	unused := maps.Clone(vocabulary)
	for _, name := range suite.EmbeddedNames(fsys) {
		gameName, task, _ := strings.Cut(name, "/")
		s, err := suite.Embedded(fsys, gameName, task)
		if err != nil {
			continue // the suite's own test tells
		}
		for _, c := range s.Cases {
			for _, tag := range c.Tags {
				delete(unused, tag)
			}
		}
	}
	return slices.Sorted(maps.Keys(unused))
}

// TestSchemasOfAnswers holds the answers of all cases against the schemas of their
// tasks: whoever checks answers by them must not refuse a right one.
func TestSchemasOfAnswers(t *testing.T) {
	for _, g := range games.All() {
		for _, task := range g.Tasks {
			if task.Live != "" {
				continue // its answer is told by the transcript
			}
			t.Run(g.Name+"/"+task.Name, func(t *testing.T) {
				t.Parallel()
				all, err := suite.Embedded(suites.FS, g.Name, task.Name)
				if err != nil {
					t.Fatal(err)
				}
				// Cases with the same options have the same schemas, which are compiled once.
				sets := make(map[string]*schema.Set)
				for _, c := range all.Cases {
					options := fmt.Sprint(c.Options)
					set := sets[options]
					if set == nil {
						set = schema.New(schemas.FS, g.Name, c.Options)
						sets[options] = set
					}
					for i, v := range c.Out {
						problems, err := set.Explain(task.Out[min(i, len(task.Out)-1)].Value, v)
						if err != nil {
							t.Fatalf("%s: %v", c.Name, err)
						}
						for _, p := range problems {
							t.Errorf("%s: value %d at %s: %s", c.Name, i+1, p.Pointer, p.Message)
						}
					}
				}
			})
		}
	}
}

// A shelf is the place of a task's suite, with what is asked of it.
type shelf struct {
	game     *game.Game
	task     game.Task
	casesMin int
	exempt   map[string]string // clause id and reason
	optional map[string]string // mutant id and reason

	hunts map[string]*hunt // mutant id, for the cases under way
}

func (s *shelf) name() string { return s.game.Name + "/" + s.task.Name }

// rewrite writes the manifest anew, with the oracle's answers.
func (s *shelf) rewrite(t *testing.T, fsys fs.FS) {
	text, err := s.rewritten(fsys)
	if err == nil {
		err = os.WriteFile(s.name()+".jsonl", text, 0o644)
	}
	if err != nil {
		t.Fatalf("nothing was written: %v", err)
	}
}

// rewritten is the manifest as it should be.
func (s *shelf) rewritten(fsys fs.FS) ([]byte, error) {
	all, err := suite.Embedded(fsys, s.game.Name, s.task.Name)
	if err != nil {
		return nil, err
	}
	for i := range all.Cases {
		c := &all.Cases[i]
		if c.Broken != nil {
			return nil, c.Broken
		}
		oracle, err := s.oracle(game.Settings{Options: c.Options})
		if err == nil {
			c.Out, err = answer(oracle, c.In)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		c.Tags = s.asked(c)
	}
	return suite.Manifest(all.Cases), nil
}

// asked are the tags of a case as its input and its clauses have them: what it
// asks of a program is not written by hand.
func (s *shelf) asked(c *suite.Case) []string {
	if s.game.Demands == nil {
		return c.Tags
	}
	tags := slices.DeleteFunc(slices.Clone(c.Tags), func(tag string) bool {
		return tag == game.TagInstructor || tag == game.TagHouse || tag == game.TagRace || strings.HasPrefix(tag, game.TagMilestone)
	})
	more := s.game.Demands(s.task.Name, c.In)
	for _, id := range c.Clauses {
		if clause, ok := s.game.Clause(id); ok && clause.Marks[0] == game.House {
			more = append([]string{game.TagHouse}, more...)
		}
	}
	for _, tag := range more {
		if !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}

func (s *shelf) oracle(settings game.Settings) (game.Oracle, error) {
	rules, err := s.game.Configure(settings)
	if err != nil {
		return nil, err
	}
	oracle := rules.Oracle(s.task.Name)
	if oracle == nil {
		return nil, errors.New("the task has no oracle")
	}
	return oracle, nil
}

// tracing is the oracle under settings that notes what it meets.
func (s *shelf) tracing(settings game.Settings) (game.Oracle, error) {
	rules, err := s.game.Configure(settings)
	if err != nil {
		return nil, err
	}
	return game.Tracing(rules, s.task.Name)
}

func answer(oracle game.Oracle, in []jsontext.Value) ([]jsontext.Value, error) {
	var out game.Output
	if err := oracle(in, &out); err != nil {
		return nil, err
	}
	return out.Values(), nil
}

// problems lists what is wrong with the suite.
func (s *shelf) problems(fsys fs.FS) []string {
	var list []string
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }

	all, err := suite.Embedded(fsys, s.game.Name, s.task.Name)
	if err != nil {
		say("%v", err)
		return list
	}
	broken := false
	for _, c := range all.Cases {
		if c.Broken != nil {
			say("%v", c.Broken)
			broken = true
		}
	}
	if broken {
		return list
	}

	text, err := fs.ReadFile(fsys, s.name()+".jsonl")
	if err != nil {
		say("%v", err)
	} else if !bytes.Equal(text, suite.Manifest(all.Cases)) {
		say("%s.jsonl is not written as -update writes it", s.name())
	}
	ordinary := 0 // cases under default options
	sameInput := make(map[string]string)
	for _, c := range all.Cases {
		for _, p := range slices.Concat(wording(c), s.citations(c), s.conditions(c), s.correctness(c)) {
			say("%s: %s", c.Name, p)
		}
		if asked := s.asked(&c); !slices.Equal(asked, c.Tags) {
			say("%s: its tags are %q, but by what it asks for they are %q", c.Name, c.Tags, asked)
		}
		key := c.InputKey()
		if first, again := sameInput[key]; again {
			say("%s: its input is that of %s", c.Name, first)
		}
		sameInput[key] = c.Name
		if len(c.Options) == 0 {
			ordinary++
		}
	}
	if ordinary < s.casesMin {
		say("%d cases under default options, expected at least %d", ordinary, s.casesMin)
	}
	if len(all.Cases) > casesMax && s.measured() {
		say("%d cases, expected at most %d", len(all.Cases), casesMax)
	}
	s.hunts = make(map[string]*hunt)
	return slices.Concat(list, s.uncited(all.Cases), s.survivors(all.Cases), s.dispensable(all.Cases), s.unmet(all.Cases))
}

var (
	kebab    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	sentence = regexp.MustCompile(`^[\p{L}\d][^\p{C}]*[^\p{C}\s.:;,]$`)
)

// whyMin is the length of the shortest reason that says something.
const whyMin = 20

// wording is about what people read.
func wording(c suite.Case) []string {
	var list []string
	if !kebab.MatchString(c.Name) {
		list = append(list, "the name is not in kebab-case")
	}
	if len(c.Why) < whyMin || !sentence.MatchString(c.Why) || strings.Contains(c.Why, "  ") {
		list = append(list, fmt.Sprintf("why is no sentence on one line, without its full stop: %q", c.Why))
	}
	for i, tag := range c.Tags {
		if vocabulary[tag] == "" {
			list = append(list, fmt.Sprintf("the tag %q is not in the vocabulary", tag))
		}
		if slices.Contains(c.Tags[:i], tag) {
			list = append(list, fmt.Sprintf("the tag %q stands twice", tag))
		}
	}
	return list
}

// citations is about the clauses that the case names.
func (s *shelf) citations(c suite.Case) []string {
	var list []string
	if len(c.Clauses) == 0 {
		list = append(list, "it cites no clause")
	}
	for i, id := range c.Clauses {
		clause, ok := s.game.Clause(id)
		switch {
		case !ok:
			list = append(list, "there is no clause "+id)
		// A live game is a whole game, which any clause may decide.
		case s.task.Live == "" && !slices.Contains(clause.Tasks, s.task.Name):
			list = append(list, fmt.Sprintf("%s cannot decide this task", id))
		case slices.Contains(c.Clauses[:i], id):
			list = append(list, fmt.Sprintf("%s is cited twice", id))
		}
	}
	return list
}

// conditions is about the options under which the case is meant.
func (s *shelf) conditions(c suite.Case) []string {
	var list []string
	for _, o := range c.Options {
		for _, known := range s.game.Options {
			if known.Name == o.Name && known.Default == string(o.Value) {
				list = append(list, fmt.Sprintf("the option %s has its default", o.Name))
			}
		}
	}
	if tagged := slices.Contains(c.Tags, "option") || slices.Contains(c.Tags, "quirk"); tagged != (len(c.Options) > 0) {
		list = append(list, `the tag "option" or "quirk" goes with options, and only with them`)
	}
	return list
}

// correctness is about input and answer.
func (s *shelf) correctness(c suite.Case) []string {
	oracle, err := s.oracle(game.Settings{Options: c.Options})
	if err != nil {
		return []string{err.Error()}
	}
	out, err := answer(oracle, c.In)
	if err != nil {
		return []string{fmt.Sprintf("invalid input: %v", err)}
	}
	if !slices.EqualFunc(out, c.Out, func(a, b jsontext.Value) bool { return bytes.Equal(a, b) }) {
		return []string{fmt.Sprintf("the oracle answers %s, the case says %s", out, c.Out)}
	}
	return nil
}

// uncited is about the clauses that no case names.
func (s *shelf) uncited(cases []suite.Case) []string {
	var list []string
	for _, clause := range s.game.Clauses {
		cited := slices.ContainsFunc(cases, func(c suite.Case) bool { return slices.Contains(c.Clauses, clause.ID) })
		reason, excused := s.exempt[clause.ID]
		switch {
		case cited && excused:
			list = append(list, fmt.Sprintf("%s is cited, so it needs no exemption", clause.ID))
		case excused && len(reason) < whyMin:
			list = append(list, fmt.Sprintf("the exemption of %s gives no reason", clause.ID))
		case !cited && !excused && slices.Contains(clause.Tasks, s.task.Name):
			list = append(list, fmt.Sprintf("no case cites %s: %s", clause.ID, clause.Text))
		}
	}
	for id := range s.exempt {
		if clause, ok := s.game.Clause(id); !ok || !slices.Contains(clause.Tasks, s.task.Name) {
			list = append(list, fmt.Sprintf("%s is exempt, but cannot decide this task", id))
		}
	}
	return list
}

// survivors is about the mutants that show in this task: each must give some
// answer that a run with default options finds wrong, or, if it cannot show
// there, a run with others.
func (s *shelf) survivors(cases []suite.Case) []string {
	var list []string
	for _, m := range s.game.Mutants {
		if !slices.Contains(m.Tasks, s.task.Name) {
			continue
		}
		underDefaults, underOptions := s.kills(m, cases)
		_, excused := s.optional[m.ID]
		equivalent := m.Equivalent != ""
		switch {
		case equivalent && (underDefaults || underOptions):
			list = append(list, fmt.Sprintf("mutant %s is killed, so that it is not equivalent", m.ID))
		case equivalent:
		case excused && underDefaults:
			list = append(list, fmt.Sprintf("mutant %s is killed under default options and needs no excuse", m.ID))
		case !underDefaults && !(excused && underOptions):
			list = append(list, fmt.Sprintf("mutant %s survives, which %s (%s)", m.ID, m.Summary, m.Clause))
		}
	}
	for id, reason := range s.optional {
		if m, ok := s.game.Mutant(id); !ok || !slices.Contains(m.Tasks, s.task.Name) {
			list = append(list, fmt.Sprintf("mutant %s is excused, but does not show in this task", id))
		}
		if len(reason) < whyMin {
			list = append(list, fmt.Sprintf("the excuse of mutant %s gives no reason", id))
		}
	}
	return list
}

// kills tells whether a judge finds an answer of the mutant wrong, under default
// options, and if not, under those of other cases.
func (s *shelf) kills(m game.Mutant, cases []suite.Case) (underDefaults, underOptions bool) {
	if len(s.killers(m, cases, 0)) > 0 {
		return true, false
	}
	j := judge.New(s.task, judge.Lax, nil)
	for _, c := range cases {
		if len(c.Options) == 0 {
			continue
		}
		// An error is for what conditions and correctness complain of.
		oracle, err := s.oracle(game.Settings{Options: c.Options, Mutant: m.ID})
		if err != nil {
			continue
		}
		if out, err := answer(oracle, c.In); err == nil && j.Compare(c.Out, out).Outcome != judge.Pass {
			return false, true
		}
	}
	return false, false
}

// killers are the cases under default options that find the mutant out, or the
// first of them if they are more than most. Of the same cases each is asked once,
// however often this is called.
func (s *shelf) killers(m game.Mutant, cases []suite.Case, most int) []suite.Case {
	h := s.hunts[m.ID]
	if h == nil {
		oracle, err := s.oracle(game.Settings{Mutant: m.ID})
		if err != nil {
			return nil
		}
		h = &hunt{oracle: oracle, judge: judge.New(s.task, judge.Lax, nil)}
		for _, cites := range []bool{true, false} {
			for i := range cases {
				if len(cases[i].Options) == 0 && slices.Contains(cases[i].Clauses, m.Clause) == cites {
					h.cases = append(h.cases, &cases[i])
				}
			}
		}
		s.hunts[m.ID] = h
	}
	for ; h.next < len(h.cases) && len(h.killers) <= most; h.next++ {
		c := h.cases[h.next]
		if out, err := answer(h.oracle, c.In); err == nil && h.judge.Compare(c.Out, out).Outcome != judge.Pass {
			h.killers = append(h.killers, *c)
		}
	}
	return h.killers
}

// A hunt is how far the cases have been asked of a mutant, one after another.
type hunt struct {
	oracle  game.Oracle
	judge   *judge.Judge
	cases   []*suite.Case // those that cite the clause of the mutant first: most find it out
	next    int           // the first case that was not asked
	killers []suite.Case
}

// counts tells whether a mutant has to be killed in this task under default
// options.
func (s *shelf) counts(m game.Mutant) bool {
	_, excused := s.optional[m.ID]
	return m.Equivalent == "" && slices.Contains(m.Tasks, s.task.Name) && !excused
}

// rareMax is how many cases may find out a mutant that is hard to find. A clause
// all of whose mutants are found by more is met by everyday cases, which need
// not all cite it.
const rareMax = 12

// dispensable is about the clauses whose cases could be left out without any
// mutant of theirs surviving that is hard to find: they would stand there for
// nothing. To play the games of a live suite with every mutant takes seconds: that is for whoever
// rewrites it, and for the long round.
func (s *shelf) dispensable(cases []suite.Case) []string {
	if !s.measured() || s.task.Live != "" && !*update && !*soak {
		return nil
	}
	var list []string
	for _, clause := range s.game.Clauses {
		if s.task.Live == "" && !slices.Contains(clause.Tasks, s.task.Name) {
			continue
		}
		rare, survives := 0, false
		for _, m := range s.game.Mutants {
			if m.Clause != clause.ID || !s.counts(m) || survives {
				continue
			}
			killers := s.killers(m, cases, rareMax)
			if len(killers) == 0 || len(killers) > rareMax {
				continue
			}
			rare++
			// Those that were drawn for a mutant of the operators kill others by chance.
			killers = slices.DeleteFunc(slices.Clone(killers), func(c suite.Case) bool { return strings.HasPrefix(c.Name, "drawn-") })
			survives = !slices.ContainsFunc(killers, func(c suite.Case) bool { return !slices.Contains(c.Clauses, clause.ID) })
		}
		if rare > 0 && !survives {
			list = append(list, fmt.Sprintf("the cases that cite %s can be left out, and all its mutants are still killed", clause.ID))
		}
	}
	return list
}

// measured tells whether the oracles of the game say what they meet. Suites of
// games that do not are written by clause, and nobody can tell yet which of
// their cases are one too many.
func (s *shelf) measured() bool { return len(s.game.Noted()) > 0 }

// unmet is about the clauses and features that no case meets, as the oracle
// tells, about the options that no case has, and about what some case meets and
// the game does not declare.
func (s *shelf) unmet(cases []suite.Case) []string {
	if !s.measured() {
		return nil
	}
	var list []string
	trace := new(game.Trace)
	oracles := make(map[string]game.Oracle) // by options; nil where they are refused
	for _, c := range cases {
		settings := game.Settings{Options: c.Options}
		key := baseline.Key(settings)
		if _, known := oracles[key]; !known {
			oracles[key], _ = s.tracing(settings)
		}
		oracle := oracles[key]
		if oracle == nil {
			continue
		}
		if err := oracle(c.In, &game.Output{Trace: trace}); err != nil {
			list = append(list, fmt.Sprintf("%s: %v", c.Name, err))
		}
	}
	clauses, features := trace.Clauses(), trace.Features()
	for _, clause := range s.game.Clauses {
		if slices.Contains(clause.Tasks, s.task.Name) && !slices.Contains(clauses, clause.ID) {
			list = append(list, fmt.Sprintf("no case meets %s", clause.ID))
		}
	}
	for _, f := range s.game.Noted() {
		if slices.Contains(f.Tasks, s.task.Name) && !slices.Contains(features, f.Name) {
			list = append(list, fmt.Sprintf("no case has %s: %s", f.Name, f.Means))
		}
	}
	for i := range s.game.Options {
		o := &s.game.Options[i]
		has := func(c suite.Case) bool {
			return slices.ContainsFunc(c.Options, func(set game.Setting) bool { return set.Name == o.Name })
		}
		if s.game.Shows(o, s.task.Name) && !slices.ContainsFunc(cases, has) {
			list = append(list, fmt.Sprintf("no case has the option %s, %s", o.Name, o.Summary))
		}
	}
	return append(list, s.undeclared(trace)...)
}

// undeclared is about what is noted and the game does not say that this task
// may note it. A live game is a whole game, which any clause may decide.
func (s *shelf) undeclared(trace *game.Trace) []string {
	var list []string
	for _, id := range trace.Clauses() {
		clause, ok := s.game.Clause(id)
		if !ok || s.task.Live == "" && !slices.Contains(clause.Tasks, s.task.Name) {
			list = append(list, fmt.Sprintf("%s is noted, which is no clause of this task", id))
		}
	}
	for _, name := range trace.Features() {
		i := slices.IndexFunc(s.game.Noted(), func(f game.Feature) bool { return f.Name == name })
		if i < 0 || s.task.Live == "" && !slices.Contains(s.game.Noted()[i].Tasks, s.task.Name) {
			list = append(list, fmt.Sprintf("%s is noted, which is no feature of this task", name))
		}
	}
	return list
}

// TestNothingUndeclared notes what many generated inputs meet. To take notes
// changes no answer.
func TestNothingUndeclared(t *testing.T) {
	inputs := 300
	if *soak {
		inputs = 10_000
	}
	for _, g := range games.All() {
		if len(g.Noted()) == 0 {
			continue
		}
		rules, err := g.Configure(game.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range g.Tasks {
			s := shelf{game: g, task: task}
			t.Run(s.name(), func(t *testing.T) {
				t.Parallel()
				oracle, err := game.Tracing(rules, task.Name)
				if err != nil {
					t.Fatal(err)
				}
				silent := rules.Oracle(task.Name)
				out := game.Output{Trace: &game.Trace{Quick: true}}
				var same game.Output
				for i := range inputs / len(g.Tasks) {
					out.Reset()
					in := rules.Generate(task.Name, rand.New(rand.NewPCG(uint64(i), 1)), i%(game.SizeMax+1))
					if err := oracle(in, &out); err != nil {
						t.Fatal(err)
					}
					same.Reset()
					if err := silent(in, &same); err != nil || !bytes.Equal(out.Buf, same.Buf) {
						t.Fatalf("with notes the answer is %s, without %s (%v)", out.Buf, same.Buf, err)
					}
				}
				for _, p := range s.undeclared(out.Trace) {
					t.Error(p)
				}
			})
		}
	}
}

// The sample game knows one task, to double a number; its mutant gets those
// above 9 wrong.
var (
	sampleTask = game.Task{Name: "double", In: []game.Param{{Name: "n"}}, Out: []game.Param{{Name: "n"}}}
	sampleGame = &game.Game{
		Name: "sample",
		Clauses: []game.Clause{
			{ID: "EX-01", Text: "Small numbers are doubled.", Tasks: []string{"double"}},
			{ID: "EX-02", Text: "Large ones are as well.", Tasks: []string{"double"}},
			{ID: "EX-03", Text: "This is about something else.", Tasks: []string{"halve"}},
		},
		Options: []game.Option{{Name: "plus", Default: "0", Summary: "what is added"}, {Name: "half", Tasks: []string{"halve"}}},
		Mutants: []game.Mutant{{ID: "M1", Clause: "EX-02", Summary: "forgets the carry", Tasks: []string{"double"}}},
		Features: func() []game.Feature {
			return []game.Feature{{Name: "n=10", Means: "the number ten", Tasks: []string{"double"}}}
		},
		Configure: configureSample,
	}
)

// sampleRules have an oracle and nothing else.
type sampleRules struct {
	game.Rules
	plus  int
	wrong bool
}

func configureSample(s game.Settings) (game.Rules, error) {
	r := sampleRules{wrong: s.Mutant != ""}
	for _, o := range s.Options {
		if o.Name != "plus" {
			return nil, &game.UsageError{Message: "unknown option " + o.Name}
		}
		r.plus, _ = strconv.Atoi(string(o.Value))
	}
	return r, nil
}

func (r sampleRules) Oracle(string) game.Oracle {
	return func(in []jsontext.Value, out *game.Output) error {
		n, err := strconv.Atoi(string(in[0]))
		if err != nil {
			return &game.Invalid{Message: "expected a number"}
		}
		out.Trace.Clause(map[bool]string{true: "EX-01", false: "EX-02"}[n < 10])
		if n == 10 || n == 13 {
			out.Trace.Feature(fmt.Sprintf("n=%d", n))
		}
		if n == 14 {
			out.Trace.Clause("EX-03")
		}
		n = 2*n + r.plus
		if r.wrong && n > 18 {
			n -= 10
		}
		out.Buf = strconv.AppendInt(out.Buf, int64(n), 10)
		out.End()
		return nil
	}
}

const sampleManifest = `{"name":"two","why":"Whoever squares does it right here","clauses":["EX-01"],"tags":["basic"],"in":[2],"out":[4]}
{"name":"more","why":"Whoever forgets the carry is found out","clauses":["EX-02"],"tags":["edge"],"in":[10],"out":[20]}
{"name":"plus","why":"Whoever knows no options adds nothing","clauses":["EX-01"],"tags":["option"],"options":{"plus":1},"in":[2],"out":[5]}
`

func sampleShelf() (s shelf) {
	return shelf{game: sampleGame, task: sampleTask, casesMin: 2}
}

func sampleFS(text string) fs.FS {
	return fstest.MapFS{"sample/double.jsonl": {Data: []byte(text)}}
}

// TestRulesCanFail breaks a good suite in every way that the rules are about.
func TestRulesCanFail(t *testing.T) {
	s := sampleShelf()
	if p := s.problems(sampleFS(sampleManifest)); len(p) > 0 {
		t.Fatalf("problems with a good suite: %q", p)
	}
	if p := s.problems(fstest.MapFS{}); len(p) != 1 || !strings.Contains(p[0], "no embedded suite") {
		t.Errorf("without a file: %q", p)
	}
	for _, c := range []struct{ old, now, want string }{
		{`"in":[2],"out":[4]}`, `"in":[2],"out":[4]`, "ends inside the case"},
		{`"more"`, `"two"`, "is already on line 1"},
		{`"two"`, `"Two_2"`, "not in kebab-case"},
		{`squares does it right here`, `squares does it right here.`, "why is no sentence"},
		{`squares does it right here`, `squares`, "why is no sentence"},
		{`squares does it right here`, `squares does\nit right here`, "why is no sentence"},
		{`squares does it right here`, `squares  does it right here`, "why is no sentence"},
		{`["basic"]`, `["simple"]`, "not in the vocabulary"},
		{`["basic"]`, `["basic","basic"]`, "stands twice"},
		{`["EX-01"],"tags":["basic"]`, `[],"tags":["basic"]`, "cites no clause"},
		{`["EX-02"]`, `["EX-04"]`, "there is no clause EX-04"},
		{`["EX-02"]`, `["EX-03"]`, "cannot decide this task"},
		{`["EX-02"]`, `["EX-02","EX-02"]`, "cited twice"},
		{`["EX-02"]`, `["EX-01"]`, "no case cites EX-02: Large ones"},
		{`["EX-02"]`, `["EX-01"]`, "cases that cite EX-02 can be left out"},
		{`"in":[10],"out":[20]`, `"in":[9],"out":[18]`, "no case meets EX-02"},
		{`"in":[10],"out":[20]`, `"in":[11],"out":[22]`, "no case has n=10: the number ten"},
		{`"in":[10],"out":[20]`, `"in":[13],"out":[26]`, "n=13 is noted, which is no feature"},
		{`"in":[10],"out":[20]`, `"in":[14],"out":[28]`, "EX-03 is noted, which is no clause"},
		{`{"plus":1}`, `{"minus":1}`, "unknown option minus"},
		{`{"plus":1}`, `{"plus":0}`, "has its default"},
		{`["option"],"options":{"plus":1}`, `["edge"]`, "no case has the option plus, what is added"},
		{`"options":{"plus":1},`, ``, "only with them"},
		{`["option"]`, `["edge"]`, "only with them"},
		{`"in":[2],"out":[4]`, `"in":["2"],"out":[4]`, "invalid input"},
		{`"out":[4]`, `"out":[4.0]`, "the oracle answers [4]"},
		{`"out":[4]`, `"out":[4,4]`, "the oracle answers [4]"},
		{`,"out":[4]`, ``, "the oracle answers [4]"},
		{`"in":[10],"out":[20]`, `"in":[2],"out":[4]`, "its input is that of two"},
		{`"in":[10],"out":[20]`, `"in":[9],"out":[18]`, "mutant M1 survives"},
		{`"tags":["edge"],`, `"tags":[],`, "not written as -update writes it"},
		{`["edge"]`, `["option"],"options":{"plus":2}`, "1 cases under default options, expected at least 2"},
		{`["edge"]`, `["option"],"options":{"plus":2}`, "mutant M1 survives"},
		{`"in":[2],"out":[4]`, `"in": [2],"out":[4]`, "not written as -update writes it"},
	} {
		text := strings.Replace(sampleManifest, c.old, c.now, 1)
		found := s.problems(sampleFS(text))
		if !slices.ContainsFunc(found, func(p string) bool { return strings.Contains(p, c.want) }) {
			t.Errorf("%s instead of %s: %q, expected a problem with %q", c.now, c.old, found, c.want)
		}
	}
	for _, c := range []struct{ id, reason, want string }{
		{"EX-01", "No number is small enough.", "EX-01 is cited, so it needs no exemption"},
		{"EX-03", "This is not about doubling.", "EX-03 is exempt, but cannot decide this task"},
		{"EX-04", "There is no such clause.", "EX-04 is exempt, but cannot decide this task"},
		{"EX-02", "", "the exemption of EX-02 gives no reason"},
	} {
		s := sampleShelf()
		s.exempt = map[string]string{c.id: c.reason}
		text := strings.Replace(sampleManifest, `["EX-02"]`, `["EX-01"]`, 1)
		if found := s.problems(sampleFS(text)); !slices.ContainsFunc(found, func(p string) bool { return strings.Contains(p, c.want) }) {
			t.Errorf("with %s exempt: %q, expected a problem with %q", c.id, found, c.want)
		}
	}
	for _, c := range []struct{ id, reason, old, now, want string }{
		{"M1", "It shows everywhere, in truth.", ``, ``, "M1 is killed under default options and needs no excuse"},
		{"M1", "It is not tried with any option.", `"in":[10],"out":[20]`, `"in":[9],"out":[18]`, "mutant M1 survives"},
		{"M1", "", ``, ``, "the excuse of mutant M1 gives no reason"},
		{"M2", "There is no such mutant.", ``, ``, "M2 is excused, but does not show in this task"},
	} {
		s := sampleShelf()
		s.optional = map[string]string{c.id: c.reason}
		text := strings.Replace(sampleManifest, c.old, c.now, 1)
		if found := s.problems(sampleFS(text)); !slices.ContainsFunc(found, func(p string) bool { return strings.Contains(p, c.want) }) {
			t.Errorf("with mutant %s excused: %q, expected a problem with %q", c.id, found, c.want)
		}
	}
	silent := *sampleGame
	silent.Features = nil // its oracles tell nothing, so that no case needs to meet anything
	silent.Mutants = slices.Clone(silent.Mutants)
	silent.Mutants[0].Equivalent = "Nothing that comes out tells of it."
	s.game = &silent
	if found := s.problems(sampleFS(sampleManifest)); !slices.Contains(found, "mutant M1 is killed, so that it is not equivalent") {
		t.Errorf("with mutant M1 equivalent: %q", found)
	}
	unkilled := strings.Replace(sampleManifest, `"in":[10],"out":[20]`, `"in":[9],"out":[18]`, 1)
	if found := s.problems(sampleFS(unkilled)); len(found) > 0 {
		t.Errorf("problems with a good suite whose mutant shows nowhere: %q", found)
	}
	s.game = sampleGame
	live := sampleShelf()
	live.task.Live = game.Server
	if found := live.problems(sampleFS(strings.Replace(sampleManifest, `["EX-02"]`, `["EX-02","EX-03"]`, 1))); len(found) > 0 {
		t.Errorf("problems with a suite of live cases that cites a clause of another task: %q", found)
	}
	s.optional = map[string]string{"M1": "It shows with the option only."}
	text := strings.NewReplacer(`"in":[10],"out":[20]`, `"in":[9],"out":[18]`, `"in":[2],"out":[5]`, `"in":[10],"out":[21]`).Replace(sampleManifest)
	if found := s.problems(sampleFS(text)); len(found) > 0 {
		t.Errorf("problems with a good suite whose mutant shows with an option only: %q", found)
	}
	if found := idle(sampleFS(sampleManifest)); len(found) != len(vocabulary)-3 || slices.Contains(found, "basic") {
		t.Errorf("tags that no case has: %q", found)
	}
	names := suite.EmbeddedNames(sampleFS(sampleManifest))
	if found := strays(names, []string{"sample/halve"}); !slices.Equal(found, []string{"sample/double"}) {
		t.Errorf("suites of no task: %q", found)
	}
}

// TestUpdate repairs what -update is there to repair, and nothing else.
func TestUpdate(t *testing.T) {
	s := sampleShelf()
	untidy := strings.NewReplacer(`"out":[4]`, `"out":[5]`, `,"out":[20]`, ``, `"tags":`, ` "tags" : `).Replace(sampleManifest)
	text, err := s.rewritten(sampleFS(untidy))
	if err != nil || string(text) != sampleManifest {
		t.Errorf("the untidy suite becomes %s (%v)", text, err)
	}
	for _, in := range []string{`"in":["2"]`, `"in":[2`} {
		if text, err := s.rewritten(sampleFS(strings.Replace(sampleManifest, `"in":[2]`, in, 1))); err == nil {
			t.Errorf("a suite with %s becomes %s", in, text)
		}
	}
}
