package ubongo

import (
	"fmt"
	"slices"
	"sync"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/games/ubongo/material"
)

// The sizes that are fixed by the game and not by its content.
const (
	pieceKinds = 8 // different pieces, of which every player has one each (UO-02)
	colours    = 4 // of gems (UO-05)
	levels     = 4 // of difficulty (UO-11)
	sides      = 6 // of the die (UO-07)
)

// A content is what lies in the box: pieces, boards, gems (chapter 2). It never
// changes once it is read.
type content struct {
	levels    [levels]string
	value     [colours]int // of a gem (UO-06)
	count     gems         // of all gems (UO-05)
	display   gems         // that start in the display (UO-13)
	hourglass int          // ms (UO-09)
	pieces    [pieceKinds]pieceData
	boards    []board
	byID      map[string]boardIndex
}

// A pieceData is a polycube with the cells of one orientation (UO-03).
type pieceData struct {
	id    string
	cells []cell
}

// A boardIndex is the place of a board in the content; noBoard is none.
type boardIndex int16

const noBoard boardIndex = -1

// A board is one side of a card (UO-10).
type board struct {
	id        string
	level     int
	card      int
	footprint []square
	tasks     []boardTask
	byDie     [sides + 1]int8 // index of the task, by the number of the die (UO-08)
}

// A boardTask is a set of pieces that fills the footprint.
type boardTask struct {
	numbers   []int
	pieces    pieceSet
	solutions int // UO-83
}

// contentFile is the form of the file.
type contentFile struct {
	Game        string           `json:"game"`
	Version     int              `json:"version"`
	Levels      []string         `json:"levels"`
	Gems        contentGems      `json:"gems"`
	Die         int              `json:"die"`
	HourglassMs int              `json:"hourglass_ms"`
	Pieces      []contentPiece   `json:"pieces"`
	Boards      []contentBoard   `json:"boards"`
	Unsolvable  []contentProblem `json:"unsolvable"`
}

type contentGems struct {
	Value   map[string]int `json:"value"`
	Count   map[string]int `json:"count"`
	Display map[string]int `json:"display"`
}

type contentPiece struct {
	ID    string    `json:"id"`
	Cells [][3]int8 `json:"cells"`
}

type contentBoard struct {
	ID        string        `json:"id"`
	Level     string        `json:"level"`
	Card      int           `json:"card"`
	Footprint [][2]int8     `json:"footprint"`
	Tasks     []contentTask `json:"tasks"`
}

type contentTask struct {
	Numbers   []int    `json:"numbers"`
	Pieces    []string `json:"pieces"`
	Solutions int      `json:"solutions"`
}

type contentProblem struct {
	ID        string    `json:"id"`
	Footprint [][2]int8 `json:"footprint"`
	Pieces    []string  `json:"pieces"`
}

// box is the content, read when it is first asked for.
var box = sync.OnceValue(func() *content {
	c, err := readContent(material.Text)
	if err != nil {
		// The file is part of the program, and a test reads it.
		panic(err)
	}
	return c
})

// readContent reads the file of the content.
func readContent(text []byte) (*content, error) {
	var f contentFile
	if err := json.Unmarshal(text, &f, json.RejectUnknownMembers(true)); err != nil {
		return nil, err
	}
	if len(f.Pieces) != pieceKinds || len(f.Levels) != levels || f.Die != sides {
		return nil, fmt.Errorf("content: %d pieces, %d levels, a die of %d", len(f.Pieces), len(f.Levels), f.Die)
	}
	c := &content{hourglass: f.HourglassMs, byID: map[string]boardIndex{}}
	copy(c.levels[:], f.Levels)
	for k, name := range colourNames {
		c.value[k], c.count[k], c.display[k] = f.Gems.Value[name], f.Gems.Count[name], f.Gems.Display[name]
	}
	for i, p := range f.Pieces {
		if i > 0 && p.ID <= f.Pieces[i-1].ID {
			return nil, fmt.Errorf("content: piece %s is not in ascending order", p.ID)
		}
		c.pieces[i].id = p.ID
		for _, at := range p.Cells {
			c.pieces[i].cells = append(c.pieces[i].cells, cell{at[0], at[1], at[2]})
		}
	}
	for _, b := range f.Boards {
		one, err := c.readBoard(b)
		if err != nil {
			return nil, fmt.Errorf("content: board %s: %w", b.ID, err)
		}
		c.byID[b.ID] = boardIndex(len(c.boards))
		c.boards = append(c.boards, one)
	}
	return c, nil
}

func (c *content) readBoard(b contentBoard) (board, error) {
	one := board{id: b.ID, card: b.Card, level: slices.Index(c.levels[:], b.Level), footprint: squaresOf(b.Footprint)}
	if one.level < 0 {
		return one, fmt.Errorf("no level %s", b.Level)
	}
	for i := range one.byDie {
		one.byDie[i] = -1
	}
	for i, t := range b.Tasks {
		set, err := c.setOf(t.Pieces)
		if err != nil {
			return one, err
		}
		one.tasks = append(one.tasks, boardTask{numbers: t.Numbers, pieces: set, solutions: t.Solutions})
		for _, n := range t.Numbers {
			if n < 1 || n > sides || one.byDie[n] >= 0 {
				return one, fmt.Errorf("the number %d does not lead to exactly one task", n)
			}
			one.byDie[n] = int8(i)
		}
	}
	if slices.Contains(one.byDie[1:], -1) {
		return one, fmt.Errorf("a number of the die leads to no task")
	}
	return one, nil
}

func (c *content) setOf(ids []string) (pieceSet, error) {
	var set pieceSet
	for _, id := range ids {
		i := slices.IndexFunc(c.pieces[:], func(p pieceData) bool { return p.id == id })
		if i < 0 {
			return 0, fmt.Errorf("no piece %s", id)
		}
		set |= pieceIndex(i).one()
	}
	return set, nil
}

func squaresOf(list [][2]int8) []square {
	squares := make([]square, len(list))
	for i, at := range list {
		squares[i] = square{at[0], at[1]}
	}
	return squares
}

// problem is the problem of a board with the number of a die (UO-08).
func (c *content) problem(b boardIndex, die int) problem {
	one := &c.boards[b]
	return problem{footprint: one.footprint, pieces: one.tasks[one.byDie[die]].pieces}
}
