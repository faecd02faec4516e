// Package workbench answers what the page Try it asks: one question at a time, JSON in
// and JSON out. It says of a position what the commands check, solve, validate, render
// and docs say, because it asks the same packages.
package workbench

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
)

// A Bench has the games that there are. One goroutine at a time asks it.
type Bench struct {
	games []*game.Game

	key  string // of the desk below
	desk *answer.Desk
}

// New makes a bench for games.
func New(games []*game.Game) *Bench { return &Bench{games: games} }

// A Question is what the page asks. Which fields count depends on the first.
type Question struct {
	Ask string `json:"ask"` // a key of answers

	Game    string   `json:"game,omitempty"`
	Task    string   `json:"task,omitempty"`
	Preset  string   `json:"preset,omitempty"`
	Options []string `json:"options,omitempty"` // NAME=VALUE, as --option has them
	Input   string   `json:"input,omitempty"`   // what the command reads from standard input
	Width   int      `json:"width,omitempty"`   // pixels for a picture; 0 is the usual width
	Plain   bool     `json:"plain,omitempty"`   // no pictures: for who asks for many answers

	Hand Hand `json:"hand,omitzero"`
}

// Trouble is a question that cannot be answered as it is worded.
type Trouble struct {
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// depthMax is how deep an input may be nested: what reads JSON calls itself at each level,
// and a browser gives it a megabyte of stack. Values of games are bounded lower.
const depthMax = 500

// answers are the kinds of questions.
var answers = map[string]func(*Bench, *Question) (any, error){
	"catalog": (*Bench).catalog,
	"schemas": (*Bench).schemas,
	"format":  (*Bench).format,
	"case":    (*Bench).trial,
	"offers":  (*Bench).offers,
	"replay":  (*Bench).replay,
	"hand":    (*Bench).hand,
}

// Answer answers a question. The answer is that of its kind, or {"trouble": …} as
// Trouble has it.
func (b *Bench) Answer(text []byte) []byte {
	said, err := b.ask(text)
	if err != nil {
		said = map[string]any{"trouble": troubleOf(err)}
	}
	out, err := json.Marshal(said, json.Deterministic(true))
	if err != nil {
		// What rules give is JSON: only a fault of ours is not.
		out, _ = json.Marshal(map[string]any{"trouble": Trouble{Message: err.Error()}})
	}
	return out
}

func (b *Bench) ask(text []byte) (said any, err error) {
	// A page that a fault of ours stops would have to be loaded again.
	defer func() {
		if r := recover(); r != nil {
			b.key, b.desk = "", nil
			err = fmt.Errorf("touchstone has failed: %v", r)
		}
	}()
	var q Question
	if err := json.Unmarshal(text, &q); err != nil {
		return nil, fmt.Errorf("the question cannot be read: %w", err)
	}
	for _, text := range append(q.Hand.Replies, q.Input) {
		if stream.Deeper([]byte(text), depthMax) >= 0 {
			return nil, &game.UsageError{Message: fmt.Sprintf("the input is nested deeper than %d levels; no value of a game is", depthMax)}
		}
	}
	how, ok := answers[q.Ask]
	if !ok {
		return nil, fmt.Errorf("there is no question %q", q.Ask)
	}
	return how(b, &q)
}

func troubleOf(err error) Trouble {
	t := Trouble{Message: err.Error()}
	if usage, ok := errors.AsType[*game.UsageError](err); ok {
		t.Hint = usage.Hint
	}
	return t
}

// named is a game of the bench.
func (b *Bench) named(name string) (*game.Game, error) {
	names := make([]string, len(b.games))
	for i, g := range b.games {
		if g.Name == name {
			return g, nil
		}
		names[i] = g.Name
	}
	return nil, game.Unknown("game", name, "", names, "touchstone games")
}

// at is the desk of the question's game and options, for its task. The last one is kept:
// schemas are compiled once.
func (b *Bench) at(q *Question) (*answer.Desk, error) {
	g, err := b.named(q.Game)
	if err != nil {
		return nil, err
	}
	var task game.Task
	if q.Task != "" {
		known, ok := g.Task(q.Task)
		if !ok || known.Live != "" {
			names := make([]string, 0, len(g.Tasks))
			for _, t := range batch(g) {
				names = append(names, t.Name)
			}
			return nil, game.Unknown("task", q.Task, "of "+g.Name, names, "touchstone games "+g.Name+" tasks")
		}
		task = known
	}
	key := strings.Join(append([]string{q.Game, q.Preset}, q.Options...), "\x00")
	if key != b.key || b.desk == nil {
		options, err := g.ParseSettings(q.Options)
		if err != nil {
			return nil, err
		}
		rules, err := g.Configure(game.Settings{Preset: q.Preset, Options: options})
		if err != nil {
			return nil, err
		}
		b.key, b.desk = key, &answer.Desk{Game: g, Rules: rules, Schemas: schema.Of(g, rules.Options())}
	}
	desk := *b.desk
	desk.Task = task
	return &desk, nil
}

// batch are the tasks that are answered without a live game.
func batch(g *game.Game) []game.Task {
	return slices.DeleteFunc(slices.Clone(g.Tasks), func(t game.Task) bool { return t.Live != "" })
}

// A Catalog is what there is to choose from.
type Catalog struct {
	Games []Game `json:"games"`
}

// A Game is what a page shows of a game.
type Game struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Summary string   `json:"summary"`
	Tasks   []Task   `json:"tasks"`
	Options []Option `json:"options"`
	Presets []Choice `json:"presets"`
	Players []Choice `json:"players"` // builtin ones that a person can play against
	Seats   [2]int   `json:"seats"`   // of a game played by hand, at least and at most
	Offers  bool     `json:"offers"`  // the legal requests of a state can be listed
}

// A Task is a batch task of a game.
type Task struct {
	Name    string       `json:"name"`
	Summary string       `json:"summary"`
	In      []game.Param `json:"in"`
	Options []string     `json:"options"` // those that can change its answers
}

// An Option is a switch of the rules.
type Option struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Range   string `json:"range"`
	Summary string `json:"summary"`
	Clause  string `json:"clause,omitempty"`
}

// A Choice is one of several by name.
type Choice struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

func (b *Bench) catalog(*Question) (any, error) {
	var c Catalog
	for _, g := range b.games {
		rules, err := g.Configure(game.Settings{})
		if err != nil {
			return nil, err
		}
		one := Game{Name: g.Name, Title: g.Title, Summary: g.Summary, Presets: []Choice{}, Players: opponents(g)}
		for _, t := range batch(g) {
			task := Task{Name: t.Name, Summary: t.Summary, In: t.In, Options: []string{}}
			for i := range g.Options {
				if g.Shows(&g.Options[i], t.Name) {
					task.Options = append(task.Options, g.Options[i].Name)
				}
			}
			one.Tasks = append(one.Tasks, task)
		}
		for _, o := range g.Options {
			one.Options = append(one.Options, Option{o.Name, o.Default, o.Range, o.Summary, o.Clause})
		}
		for _, p := range g.Presets {
			one.Presets = append(one.Presets, Choice{p.Name, p.Summary})
		}
		if live := rules.Live(); live != nil {
			signUp := live.SignUp()
			one.Seats = [2]int{signUp.PlayersMin, signUp.PlayersMax}
		}
		_, one.Offers = rules.(game.Lister)
		c.Games = append(c.Games, one)
	}
	return c, nil
}

// clause is a clause with its text.
type clause struct {
	ID   string `json:"id"`
	Text string `json:"text,omitempty"`
}

// cite finds the text of a clause; nil for none.
func cite(g *game.Game, id string) *clause {
	if id == "" {
		return nil
	}
	c, _ := g.Clause(id)
	return &clause{id, c.Text}
}
