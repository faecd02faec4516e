package ubongo

import (
	"fmt"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/value"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo/material"
)

// The sizes that are fixed by the game and not by its content.
const (
	pieceKinds = 8 // different pieces, of which every player has one each (UO-02)
	colours    = 4 // of gems (UO-05)
	levels     = 4 // of difficulty (UO-11)
	sides      = 6 // of the die (UO-07)

	boardsOfLevel = 36     // UO-10
	hourglassMs   = 60_000 // UO-09
)

// A content is what lies in the box: pieces, boards, gems (chapter 2). It never
// changes once it is read.
type content struct {
	version, die int
	levels       []int
	value        gems // of a gem (UO-06)
	count        gems // of all gems (UO-05)
	display      gems // that start in the display (UO-13)
	hourglass    int  // ms (UO-09)
	pieces       []pieceData
	boards       []board
	unsolvable   []unsolvable
}

// A pieceData is a polycube with the cells of one orientation (UO-03).
type pieceData struct {
	piece pieceIndex
	cells []cell
}

// A boardIndex is the place of a board in the content; noBoard is none.
type boardIndex int16

const noBoard boardIndex = -1

// A board is one side of a card (UO-10).
type board struct {
	board     boardIndex
	level     int
	card      int
	footprint []square
	tasks     []boardTask
	byDie     [sides + 1]pieceSet // the pieces of the task, by the number of the die (UO-08)
}

// A boardTask is a set of pieces that fills the footprint.
type boardTask struct {
	numbers   []int
	pieces    []pieceIndex
	solutions int // UO-83
}

// An unsolvable is a problem without a solution, which no board has.
type unsolvable struct {
	id        string
	footprint []square
	pieces    []pieceIndex
}

// The names of levels, pieces and boards: the letter of its level and a number.
var (
	levelNames = []string{"green", "yellow", "orange", "red"}
	pieceNames = []string{"b4", "b5", "g3", "g5", "r2", "r4", "y4", "y5"}
	boardNames = sync.OnceValue(func() (list []string) {
		for _, level := range levelNames {
			for n := 1; n <= boardsOfLevel; n++ {
				list = append(list, fmt.Sprintf("%c%02d", level[0], n))
			}
		}
		return list
	})
)

func (p pieceIndex) name() string { return pieceNames[p] }

func (b boardIndex) name() string { return boardNames()[b] }

// box is the content, read with the description of the values, which need it.
func box() *content { return described().box }

// describeContent describes the file of the content.
func (f *forms) describeContent(b *value.Book) {
	some := between("", 1, gemsMax)
	all := value.Object("gems", "", value.Keys(colourNames[:], some, func(g *gems, k int) *int { return &g[k] })...)
	shown := value.Object("gems", "", value.Keys([]string{colourNames[blue], colourNames[brown]}, some,
		func(g *gems, k int) *int { return &g[[]colour{blue, brown}[k]] })...)
	const piecesMin, cellsMin, cellsMax, cards = 2, 2, 5, 72
	footprint := f.footprint.Says("The squares that must be filled on both layers (UO-37).")
	pieces := piecesFrom(f.piece, piecesMin).Says("The pieces that fill it.")
	piece := value.Object("a piece", "",
		value.Key("id", f.piece, func(p *pieceData) *pieceIndex { return &p.piece }),
		value.Key("cells", value.Counted("an array of cells", "", f.cell, value.Size{Min: cellsMin, Max: cellsMax},
			notFrom("", "cells", cellsMin, cellsMax)).Says("Its cubes, as [row, column, layer]."), func(p *pieceData) *[]cell { return &p.cells }))
	task := value.Object("a task", "",
		value.Key("numbers", value.Counted("an array of numbers", "", f.die, value.Size{Min: 1, Max: sides}, notFrom("", "numbers", 1, sides)).
			Says("The numbers of the die that lead to it."), func(t *boardTask) *[]int { return &t.numbers }),
		value.Key("pieces", pieces, func(t *boardTask) *[]pieceIndex { return &t.pieces }),
		value.Key("solutions", value.From("an integer from 1", "UO-83", 1).Says("How many there are (UO-83)."),
			func(t *boardTask) *int { return &t.solutions }))
	f.boardTasks = value.Counted("an array of tasks", "", task, value.Size{Min: 1, Max: sides}, notFrom("", "tasks", 1, sides))
	one := value.Object("a board", "",
		value.Key("id", f.board, func(b *board) *boardIndex { return &b.board }),
		value.Key("level", f.level, func(b *board) *int { return &b.level }),
		value.Key("card", between("", 1, cards).Says("The card of which it is a side (UO-10)."), func(b *board) *int { return &b.card }),
		value.Key("footprint", footprint, func(b *board) *[]square { return &b.footprint }),
		value.Key("tasks", f.boardTasks.Says("The tasks of the board (UO-08)."), func(b *board) *[]boardTask { return &b.tasks })).Then(readDie)
	problem := value.Object("a problem", "",
		value.Key("id", value.Text("an id of a u and two digits", "^u[0-9]{2}$", isUnsolvable), func(u *unsolvable) *string { return &u.id }),
		value.Key("footprint", footprint, func(u *unsolvable) *[]square { return &u.footprint }),
		value.Key("pieces", pieces, func(u *unsolvable) *[]pieceIndex { return &u.pieces }))
	f.content = value.Define(b, "content", "Content",
		"What lies in the box, the same in every game: what players must know to play it (UO-03, UO-05, UO-06, UO-08, UO-10).",
		value.Object("the content of the game", "",
			value.Own("game", value.Constant[content]("ubongo")),
			value.Key("version", value.IntAmong("1", "", []int{1}).Says("Of this file."), func(c *content) *int { return &c.version }),
			value.Key("levels", value.InOrder("the levels", "UO-11", f.level, levels, func(level *int) int { return *level }).
				Says("The levels of boards, the easiest first (UO-11)."), func(c *content) *[]int { return &c.levels }),
			value.Own("gems", value.Object("gems", "",
				value.Key("value", all.Says("The points of a gem (UO-06)."), func(c *content) *gems { return &c.value }),
				value.Key("count", all.Says("How many there are of each colour (UO-05)."), func(c *content) *gems { return &c.count }),
				value.Key("display", shown.Says("How many of them lie in the display at first (UO-13)."), func(c *content) *gems { return &c.display }))),
			value.Key("die", value.IntAmong("6", "", []int{sides}).Says("The highest number of the die (UO-07)."), func(c *content) *int { return &c.die }),
			value.Key("hourglass_ms", value.IntAmong("60000", "", []int{hourglassMs}).Says("How long the hourglass runs (UO-09)."),
				func(c *content) *int { return &c.hourglass }),
			value.Key("pieces", value.InOrder("the pieces", "UO-03", piece, pieceKinds, func(p *pieceData) int { return int(p.piece) }).
				Says("The pieces, in one of their orientations (UO-03)."), func(c *content) *[]pieceData { return &c.pieces }),
			value.Key("boards", value.InOrder("the boards", "UO-77", one, levels*boardsOfLevel, func(b *board) int { return int(b.board) }).
				Says("The boards, in the order from which those of a playoff are drawn (UO-77)."), func(c *content) *[]board { return &c.boards }),
			value.Key("unsolvable", value.List("an array of problems", "", problem, value.Size{}).
				Says("Problems without a solution, for tests of programs that solve."), func(c *content) *[]unsolvable { return &c.unsolvable })))
}

// readDie notes which pieces each number of the die leads to, which is one task.
func readDie(r *value.Reader, b *board, at int) {
	b.byDie = [sides + 1]pieceSet{}
	for _, t := range b.tasks {
		for _, n := range t.numbers {
			if b.byDie[n] > 0 {
				r.Fail(at, "UO-08", "expected one task for each number of the die, found several for %d", n)
			}
			b.byDie[n] = setOf(t.pieces)
		}
	}
	if n := slices.Index(b.byDie[1:], 0); n >= 0 {
		r.Fail(at, "UO-08", "expected a task for each number of the die, found none for %d", n+1)
	}
}

func setOf(pieces []pieceIndex) (set pieceSet) {
	for _, p := range pieces {
		set |= p.one()
	}
	return set
}

func isUnsolvable(id string) bool {
	return len(id) == len("u01") && id[0] == 'u' && id[1] >= '0' && id[1] <= '9' && id[2] >= '0' && id[2] <= '9'
}

// readContent reads the file of the content.
func (f *forms) readContent() *content {
	c := new(content)
	if err := f.content.Decode([]jsontext.Value{material.Text()}, 0, c); err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return c
}

// problem is the problem of a board with the number of a die (UO-08).
func (c *content) problem(b boardIndex, die int) problem {
	one := &c.boards[b]
	return problem{footprint: one.footprint, pieces: one.byDie[die]}
}
