package export_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/answer"
	"github.com/touchstone-harness/touchstone/harness/export"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/reference"
	"github.com/touchstone-harness/touchstone/harness/stream"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// TestMain lets the tests be the keepers of programs, and touchstone as the reference
// of an exported game.
func TestMain(m *testing.M) {
	subject.Keeper()
	if len(os.Args) == 4 && os.Args[1] == "solve" && os.Args[3] == "--pipe" {
		g, err := games.Named(os.Args[2])
		if err == nil {
			err = answer.Pipe(context.Background(), g, os.Stdin, os.Stdout)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// exported writes a game and reads it again.
func exported(t *testing.T, name string) (*gamefolder.Folder, []export.Left) {
	t.Helper()
	g, err := games.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), name)
	sink, err := suite.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	left, err := export.Write(g, suites.FS, sink)
	if err != nil {
		t.Fatal(err)
	}
	f, err := gamefolder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f, left
}

// TestRead: a folder says of a game what the game says of itself, but for what was left
// behind, which is told.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, g := range games.Builtin() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			f, left := exported(t, g.Name)
			behind := make(map[string]int)
			for _, l := range left {
				behind[l.What] = len(l.Names)
			}
			got := f.Game
			for _, c := range got.Clauses {
				was, _ := g.Clause(c.ID)
				if c.Text != was.Text || !slices.Equal(c.Marks, was.Marks) {
					t.Errorf("%s is %+v, was %+v", c.ID, c, was)
				}
			}
			if !reflect.DeepEqual(got.Codes, g.Codes) {
				t.Errorf("codes are %+v, were %+v", got.Codes, g.Codes)
			}
			for _, n := range []struct {
				what      string
				were, are int
			}{
				{"live tasks", len(g.Tasks), len(got.Tasks)},
				{"clauses of live tasks", len(g.Clauses), len(got.Clauses)},
				{"options of live tasks", len(g.Options), len(got.Options)},
				{"mutants of live tasks", len(g.Mutants), len(got.Mutants)},
			} {
				if n.were-n.are != behind[n.what] {
					t.Errorf("%d of %d left, told are %d %s", n.were-n.are, n.were, behind[n.what], n.what)
				}
			}
			for _, o := range got.Options {
				i := slices.IndexFunc(g.Options, func(was game.Option) bool { return was.Name == o.Name })
				if !judge.SameValue(jsontext.Value(o.Default), jsontext.Value(g.Options[i].Default)) || o.Range != g.Options[i].Range {
					t.Errorf("option %+v was %+v", o, g.Options[i])
				}
			}
		})
	}
}

// randomInputs is how many random inputs each task of the exported game is asked.
const randomInputs = 200

// rivals is how many wrong answers of mutants are judged for each input.
const rivals = 2

// TestSameVerdicts: an exported game answers, and judges wrong answers, as ours does: for
// every embedded case of every batch task, and random inputs.
func TestSameVerdicts(t *testing.T) {
	t.Parallel()
	f, _ := exported(t, "bazaar")
	ours, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	theirs := reference.Game(f)
	for _, k := range theirs.Tasks {
		t.Run(k.Name, func(t *testing.T) {
			s, err := suite.Embedded(suites.FS, "bazaar", k.Name)
			if err != nil {
				t.Fatal(err)
			}
			rules, err := ours.Configure(game.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			type asked struct {
				options []game.Setting
				in      []jsontext.Value
			}
			var all []asked
			for _, c := range s.Cases {
				all = append(all, asked{c.Options, c.In})
			}
			for i := range randomInputs {
				all = append(all, asked{nil, rules.Generate(k.Name, rand.New(rand.NewPCG(1, uint64(i))), i%game.SizeMax)})
			}
			was, _ := ours.Task(k.Name)
			var mutants []string
			for _, m := range theirs.Mutants {
				if slices.Contains(m.Tasks, k.Name) {
					mutants = append(mutants, m.ID)
				}
			}
			here, there := make(asker), make(asker)
			for i, q := range all {
				batch := slices.DeleteFunc(slices.Clone(q.options), func(o game.Setting) bool {
					return !slices.ContainsFunc(theirs.Options, func(p game.Option) bool { return p.Name == o.Name })
				})
				right, rightOut := here.answer(t, ours, was.Name, game.Settings{Options: q.options}, q.in)
				got, gotOut := there.answer(t, theirs, k.Name, game.Settings{Options: batch}, q.in)
				if got != right {
					t.Fatalf("%s\nours:   %s\ntheirs: %s", q.in, right, got)
				}
				for n := range min(rivals, len(mutants)) {
					mutant := mutants[(i*rivals+n)%len(mutants)]
					a, out := here.answer(t, ours, was.Name, game.Settings{Options: q.options, Mutant: mutant}, q.in)
					b, _ := there.answer(t, theirs, k.Name, game.Settings{Options: batch, Mutant: mutant}, q.in)
					if a != b {
						t.Fatalf("%s of %s\nours:   %s\ntheirs: %s", mutant, q.in, a, b)
					}
					x := judge.New(was, judge.Strict, nil).CompareBy(rightOut.Clause, rightOut.Values(), out.Values())
					y := judge.New(k, judge.Strict, nil).CompareBy(gotOut.Clause, gotOut.Values(), out.Values())
					if !reflect.DeepEqual(x, y) {
						t.Fatalf("%s of %s\nours:   %+v\ntheirs: %+v", mutant, q.in, x, y)
					}
				}
			}
		})
	}
}

// An asker keeps oracles by their settings.
type asker map[string]game.Oracle

// answer is what rules say, as a text: an output with the clause that decides, or why
// the input is invalid.
func (a asker) answer(t *testing.T, g *game.Game, task string, s game.Settings, in []jsontext.Value) (string, *game.Output) {
	t.Helper()
	key := fmt.Sprint(s)
	if a[key] == nil {
		rules, err := g.Configure(s)
		if err != nil {
			t.Fatal(err)
		}
		a[key] = rules.Oracle(task)
	}
	out := new(game.Output)
	err := a[key](in, out)
	if invalid, ok := errors.AsType[*game.Invalid](err); ok {
		return fmt.Sprintf("invalid %d %s", invalid.Value, stream.Pointer(in[invalid.Value], invalid.Offset)), out
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(out.Values())
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + " " + out.Clause, out
}
