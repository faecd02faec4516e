// Package game is the contract between a rule book and the harness: what a
// game states as data (clauses, options, codes, mutants, tasks) and what it
// computes (its oracles, generators and explanations). Beside these types it has
// what is the same in every game: usual sign-ups, logs of live games, traces,
// errors. Nothing here reads, writes or runs anything.
package game

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Game is one rule book. Its fields are data that any command can print;
// Configure turns them into rules that compute.
type Game struct {
	Name    string // "bazaar": the word of the command line, also the folder's name
	Title   string // "The Bazaar Game"
	Prefix  string // "BG": the first part of every clause id
	Summary string // one sentence for people who do not know the game

	// Folder is where a game lies that somebody has brought, "" for ours; Schemas
	// are those of its values, as GAME/VALUE.schema.json, nil for ours.
	Folder  string
	Schemas fs.FS
	// Ahead is how many questions the program that knows the rules may be asked before it
	// has answered, 0 if the rules are ours.
	Ahead int
	// Findings are the faults that this program has shown so far, whoever asked, in the
	// order in which each was first seen; nil if the rules are ours.
	Findings func() []Finding
	// Checksum is that of the folder, in hexadecimal; nil for ours.
	Checksum func() (string, error)

	Clauses []Clause
	Codes   []Code
	Options []Option
	Presets []Preset
	Mutants []Mutant
	Tasks   []Task
	Aids    []Aid // none for most games
	Values  []Value
	// Features are what oracles may note in a Trace besides clauses; nil if they note nothing
	// else. Noted asks for them: most runs of the command need none.
	Features func() []Feature

	Protocol Protocol     // of live play; without methods there is none
	Players  []PlayerKind // builtin ones

	Seats *Seats // nil if values do not number players

	// Milestones are the tasks that a course asked for, by the number of the
	// milestone; nil if it has none.
	Milestones map[int][]string

	Profiles []Profile   // of a course, besides those that every game has
	Demands  DemandsFunc // nil if inputs ask for nothing special

	// Content is what a player must know of the pieces, a value "content"; nil if the
	// rule book says all of it.
	Content jsontext.Value

	Terms []Term // names in the languages of the game's own rules; none if there is only English

	// Where is the line of the rules that decides a clause, as
	// "harness/games/bazaar/exchange.go:23"; "" if none does by itself.
	Where func(clause string) string

	// Configure fixes options and, for a wrong implementation, one mutant.
	// The error is a *UsageError naming the option that cannot be had.
	Configure func(Settings) (Rules, error)

	// Twin has all mutants that are generated; nil if the game has none.
	Twin *Twin
}

// Noted are the Features, none where oracles note nothing but clauses.
func (g *Game) Noted() []Feature {
	if g.Features == nil {
		return nil
	}
	return g.Features()
}

// Seats say how values number players: by the place in lists that have an
// element for each. Both are names of members of objects, or of parameters.
type Seats struct {
	Lists   []string // arrays with an element for each player, in the order of the seats
	Numbers []string // the number of a player, from 0, or arrays of such numbers
}

// Rules are a game's rules under the options of one run. They never change
// and may be used by several goroutines at once; the oracles they hand out
// may not.
type Rules interface {
	// Options lists every option with the value in force, in the order of
	// Game.Options.
	Options() []Setting

	// Mutant is the id of the mutant that these rules are, or "".
	Mutant() string

	// Oracle returns the reference for a task of the game. It keeps scratch
	// memory between calls, so each goroutine asks for one of its own.
	Oracle(task string) Oracle

	// Generate makes one valid input of a task, the same for the same
	// numbers drawn from rng. Size runs from 0 (tiny) to SizeMax (as large as
	// the options allow).
	Generate(task string, rng *rand.Rand, size int) []jsontext.Value

	// Check tells whether raw is a valid value of the given name (a name of
	// Game.Values): nil, or an *Invalid with Value 0. It is the decoder of
	// the oracles, so what Check takes an oracle takes. A value that no task
	// reads has no decoder; for it Check is nil, and its schema decides alone.
	Check(value string, raw jsontext.Value) error

	// Live is how the game is played live; nil if it is not.
	Live() Live

	// Explain says in one sentence, for a person who knows the game, why the
	// request of the move input in is illegal with this code. It is called
	// only for moves that the oracle has found illegal.
	Explain(in []jsontext.Value, code string) string
}

// LintCommand is the command that checks the folder of a game that somebody brought.
func (g *Game) LintCommand() string {
	return "touchstone game lint " + text.Quote([]string{g.Folder})
}

// WithFolder adds a folder, that of the game, to the commands of a hint that name the game, so
// that they run as they stand. Commands stand in quotes. Without a folder the hint stays.
func (g *Game) WithFolder(hint, folder string) string {
	if folder == "" {
		return hint
	}
	const begin = `"touchstone `
	var b strings.Builder
	for {
		at := strings.Index(hint, begin)
		if at < 0 {
			b.WriteString(hint)
			return b.String()
		}
		b.WriteString(hint[:at+1])
		hint = hint[at+1:]
		command := hint[:bare(hint, `"`)]
		hint = hint[len(command):]
		rest := min(bare(command, " -- "), bare(command, " < ")) // before a program, or files of the shell
		b.WriteString(command[:rest])
		if g.needsFolder(command[:rest]) {
			b.WriteString(FolderFlag(folder))
		}
		b.WriteString(command[rest:])
	}
}

// needsFolder tells whether a command names the game without its folder.
func (g *Game) needsFolder(command string) bool {
	words := strings.Fields(command)
	named := func(word string) bool { return word == g.Name || strings.HasPrefix(word, g.Name+"/") }
	return len(words) >= 3 && words[1] != "game" && !slices.Contains(words, "--game") && slices.ContainsFunc(words, named)
}

// bare is where something stands in a command outside of the quotes of a shell, its length
// if nowhere.
func bare(command, sought string) int {
	quoted := false
	for i := 0; i < len(command); i++ {
		switch {
		case command[i] == '\'':
			quoted = !quoted
		case quoted:
		case command[i] == '\\':
			i++
		case strings.HasPrefix(command[i:], sought):
			return i
		}
	}
	return len(command)
}

// Elsewhere is a hint in which commands name the game's folder in another way: the one that is
// short from here, or, where nothing has to be named, "".
func (g *Game) Elsewhere(hint, folder string) string {
	return g.WithFolder(strings.ReplaceAll(hint, FolderFlag(g.Folder), FolderFlag(folder)), folder)
}

// FolderFlag names a game's folder in a command line, with a blank in front: "" for none.
func FolderFlag(folder string) string {
	if folder == "" {
		return ""
	}
	return " --game " + text.Quote([]string{folder})
}

// A Maker are rules that make inputs from what somebody wrote, and know what that lacks.
type Maker interface {
	// InputHint is the next step if no valid input of a task could be made.
	InputHint(task string) string
}

// NoInputHint is the next step if no valid input of a task could be made under these rules.
// The error is what the oracle said of the last try, if that is known.
func NoInputHint(rules Rules, task string, err error) string {
	_, options := errors.AsType[*UsageError](err)
	if maker, ok := rules.(Maker); ok && !options {
		return maker.InputHint(task)
	}
	return "perhaps the options contradict each other: try others, or the defaults"
}

// An Arbiter are rules under which more than one answer may be right, and whose
// oracle is somebody else's program, which is asked again before anything is held
// against anybody.
type Arbiter interface {
	// Right tells whether an answer is right although it differs from the
	// expected one, and, if not, what the oracle says against it. Same is how answers of
	// the task compare. The error is a *Fault if the oracle says something else now than
	// what was expected.
	Right(task string, in, expected, answer []jsontext.Value, same func(a, b []jsontext.Value) bool) (bool, Objection, error)

	// Confirm asks the oracle again for an input: nil if it says what it said before,
	// which was the expected output, or nil where it refused the input or the options.
	Confirm(task string, in, expected []jsontext.Value) error
}

// An Objection is what an oracle that is somebody else's program says against an answer.
// Each part may be missing.
type Objection struct {
	Pointer string // into the array of the output values, in which it is
	Message string // as the program wrote it
	Clause  string // of the game
}

// SizeMax is the largest size that a generator understands.
const SizeMax = 100

// An Oracle answers one case of a task: it reads the input values and appends
// the answer to out. The input values must be syntactically valid JSON, as
// stream hands them out; anything else about them is checked here, and refused
// with an *Invalid, out then being empty or half filled.
type Oracle func(in []jsontext.Value, out *Output) error

// Mark says where a clause comes from.
type Mark string

// The marks of the specs, and their meaning for a verdict: a program is judged
// by house rulings only under the options of the run.
const (
	Stated   Mark = "T" // stated in the rule text
	Inferred Mark = "I" // follows from the rule text
	Course   Mark = "C" // set by the course's published tests and program
	Source   Mark = "S" // a fact from another public source
	House    Mark = "H" // our ruling, because nothing decides it
)

// Words say for people where the clause comes from.
func (m Mark) Words() string {
	return map[Mark]string{
		Stated:   "stated in the rules",
		Inferred: "inferred from the rules",
		Course:   "set by the course",
		Source:   "from another public source",
		House:    "a house ruling",
	}[m]
}

// A Clause is one numbered, testable statement of a rule book.
type Clause struct {
	ID     string   `json:"id"`               // "BG-17"
	Marks  []Mark   `json:"marks"`            // where it comes from, most binding first
	Text   string   `json:"text"`             // the statement, in our own words
	Option string   `json:"option,omitempty"` // the option that governs it, if any
	Tasks  []string `json:"tasks"`            // the tasks whose answers it can decide
}

// A Code is the name of one kind of illegal request.
type Code struct {
	Name   string `json:"name"`   // "bank_empty"
	Clause string `json:"clause"` // the clause that is violated
	When   string `json:"when"`   // what it means, in words a player understands
}

// A Mutant is the oracle with exactly one clause changed: a wrong
// implementation made by us. It is a change of one entry of the rules, never a
// copy of the engine.
type Mutant struct {
	ID      string   `json:"id"`             // "R2", as the spec's table has it, or a name: "price-takes-first-card"
	Clause  string   `json:"clause"`         // the clause that is changed
	Summary string   `json:"summary"`        // what it does wrong
	Hint    string   `json:"hint,omitempty"` // where to look, without the answer
	Tasks   []string `json:"tasks"`          // the tasks in which it shows
	// Equivalent is why no input tells it from the rules, "" if some do.
	Equivalent string `json:"equivalent,omitempty"`
}

// A Feature is something other than a clause that a suite should meet: a
// boundary, an outcome, one side of a condition.
type Feature struct {
	Name  string   `json:"name"`  // "score=winning_score", "code:bank_empty"
	Means string   `json:"means"` // what a case for it must contain
	Tasks []string `json:"tasks"` // whose oracles may note it
}

// A Task is one conformance skill of a game: a stream of values in, a stream
// of values out, and how two answers compare.
type Task struct {
	Name    string   `json:"name"`              // "rules"
	Aliases []string `json:"aliases,omitempty"` // such as the course's program name "xrules"
	Summary string   `json:"summary"`
	In      []Param  `json:"in"`
	Out     []Param  `json:"out"`
	Fields  []Field  `json:"fields,omitempty"`
	Codes   []Code   `json:"-"` // that the output may have, those of the game
	// Live says which side of a live game the program is; "" for a batch task.
	// The input of a live case is a pair: the values that the clients are given, and
	// the guests (Protocol.ClientValues), and then those of the server, Protocol.In.
	Live Side `json:"live,omitempty"`
}

// A Side is what a program is in a live game.
type Side string

// The sides. A player is the client of one actor, and speaks as such over its standard
// input and output; the other actors are builtin players.
const (
	Server    Side = "server"
	Clients   Side = "clients"
	OnePlayer Side = "player"
)

// Networked tells whether a program of the side plays over TCP.
func (s Side) Networked() bool { return s == Server || s == Clients }

// A Param is one value of a task's input or output.
type Param struct {
	Name     string `json:"name"`              // what the value is called in messages: "wallet"
	Value    string `json:"value"`             // the name of its schema: "pebbles"
	Optional bool   `json:"optional,omitzero"` // may be missing; only the last one can be
	Repeated bool   `json:"repeated,omitzero"` // stands for zero or more values; only the last one can be
	// Waived values of an output should be there, but that the last one is missing
	// is a remark.
	Waived bool `json:"waived,omitzero"`
}

// ParamAt is the parameter that the i-th value stands for, or an empty one.
func ParamAt(params []Param, i int) Param {
	n := len(params)
	switch {
	case i < n:
		return params[i]
	case n > 0 && params[n-1].Repeated:
		return params[n-1]
	}
	return Param{}
}

// A Field says how the part of an output at a pointer compares, and which
// clause decides it. Of the fields that match a place the last one listed
// counts for the clause.
type Field struct {
	// Pointer is a JSON pointer into the array of the output values: "/0" is
	// the first value. The segment "*" stands for every element or member.
	Pointer string `json:"pointer"`
	Bag     bool   `json:"bag,omitzero"`  // the array there compares as a multiset
	Code    bool   `json:"code,omitzero"` // two strings there are both codes: they differ only under strict codes
	// Missing, if set, is the value that counts where the key that the pointer
	// ends with is missing.
	Missing jsontext.Value `json:"missing,omitzero"`
	Clause  string         `json:"clause,omitempty"` // the clause that decides a difference there, if one does
}

// A Term is what a name of the game is called in another language, so that
// people find it on their tiles and cards.
type Term struct {
	Name string // as values have it: "guild_master"
	Lang string // "fr"
	Text string // "Maître de guilde"
}

// Gloss sets the terms of a language behind the names in a text: "the courier
// (Coursier)".
func (g *Game) Gloss(text, lang string) string {
	var pairs []string
	for _, t := range g.Terms {
		if t.Lang == lang {
			pairs = append(pairs, t.Name, t.Text)
		}
	}
	word := func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	var b strings.Builder
	for len(text) > 0 {
		end := strings.IndexFunc(text, word)
		if end < 0 {
			end = len(text)
		}
		b.WriteString(text[:end])
		for i := 0; i < len(pairs); i += 2 {
			if strings.EqualFold(text[:end], pairs[i]) {
				fmt.Fprintf(&b, " (%s)", pairs[i+1])
			}
		}
		rest := strings.IndexFunc(text[end:], func(r rune) bool { return !word(r) })
		if rest < 0 {
			rest = len(text) - end
		}
		b.WriteString(text[end : end+rest])
		text = text[end+rest:]
	}
	return b.String()
}

// A Value is a JSON value of the game that has a name and a schema.
type Value struct {
	Name    string `json:"name"` // "state": also the schema's file name
	Summary string `json:"summary"`
}

// Jobs is how many pieces of work are done at once so that each of so many processors
// has something to do: more than that if the rules are asked elsewhere.
func (g *Game) Jobs(processors int) int { return processors * max(g.Ahead, 1) }

// Task returns the task of that name or alias, and whether there is one.
func (g *Game) Task(name string) (Task, bool) {
	for _, t := range g.Tasks {
		if t.Name == name {
			return t, true
		}
		for _, a := range t.Aliases {
			if a == name {
				return t, true
			}
		}
	}
	return Task{}, false
}

// Given are the values that the program of one side of a live game gets on
// standard input.
func (g *Game) Given(side Side) []Param {
	switch side {
	case Server:
		return g.Protocol.In
	case OnePlayer:
		return nil // it is given its calls
	}
	return g.Protocol.Clients
}

// Clause returns the clause with that id, and whether there is one.
func (g *Game) Clause(id string) (Clause, bool) {
	for _, c := range g.Clauses {
		if c.ID == id {
			return c, true
		}
	}
	return Clause{}, false
}

// Code returns the code of that name, and whether there is one.
func (g *Game) Code(name string) (Code, bool) {
	for _, c := range g.Codes {
		if c.Name == name {
			return c, true
		}
	}
	return Code{}, false
}

// Mutant returns the mutant with that id, and whether there is one.
func (g *Game) Mutant(id string) (Mutant, bool) {
	for _, m := range g.Mutants {
		if m.ID == id {
			return m, true
		}
	}
	return Mutant{}, false
}

// A Splitter are rules whose oracles also take a case that has not been split into its
// values yet: in[0] is then a comma and the whole text, from the first value to the bracket
// behind the last one, and the other values are nil. Each value that an oracle reads it cuts
// off, and puts the rest of the text, from the next comma on, into the next place of in, so
// that no value that was cut off begins with a comma. The text of a case whose values are
// all cut off is good JSON. An oracle that fails earlier may have failed because the text is
// not JSON; its error then says nothing. Oracles that read by value.Reader do all that.
type Splitter interface {
	SplitsCases()
}

// A Reader are rules with decoders of their own.
type Reader interface {
	// Reads tells whether there is a decoder for a value, so that Check decides alone:
	// what it takes the value's schema takes, too.
	Reads(value string) bool
	// Checker is Check for many values, one after the other: it keeps its memory, and
	// serves one goroutine at a time.
	Checker() func(value string, raw jsontext.Value) error
}

// CheckCount tells whether the task takes n input values: nil or an *Invalid.
func (t *Task) CheckCount(n int) error {
	least, most := CountOf(t.In, n)
	if n >= least && n <= most {
		return nil
	}
	return &Invalid{Value: max(0, min(n-1, most)), Message: fmt.Sprintf("expected %s, found %d", t.wanted(least), n), Count: true}
}

// CountOf is how few values and how many params stand for, where there are n: of one
// that is repeated there may be any number.
func CountOf(params []Param, n int) (least, most int) {
	most = len(params)
	for _, p := range params {
		if !p.Optional && !p.Repeated {
			least++
		}
		if p.Repeated {
			most = n
		}
	}
	return least, most
}

// wanted lists the input values for people, of which so many must be there: "3 values
// (equations, wallet, bank)", "1 value or more (state, any number of requests)".
func (t *Task) wanted(least int) string {
	if len(t.In) == 0 {
		return "no values"
	}
	names := make([]string, len(t.In))
	more := ""
	for i, p := range t.In {
		names[i] = p.Name
		switch {
		case p.Optional:
			names[i] = "perhaps " + p.Name
			more = fmt.Sprintf(" or %d", least+1)
		case p.Repeated:
			names[i] = "any number of " + p.Name + "s"
			more = " or more"
		}
	}
	values := "values"
	if least == 1 && more == "" {
		values = "value"
	}
	return fmt.Sprintf("%d%s %s (%s)", least, more, values, strings.Join(names, ", "))
}
