package ubongo

import (
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// The ranges of chapter 4.
const (
	timeMax       = 3_600_000 // ms
	rowMin        = -8        // of a placement, as of its columns
	rowMax        = 23
	layerMax      = 7
	cellsOfOneMax = 8
	placementsMax = 8
	stackMax      = rounds - 1 // of a State; a Setup has one more
	eventsMax     = 400
)

// A decoder reads the values of chapter 4 from text whose syntax has been
// checked, and refuses what is not valid. It keeps its memory from case to
// case: what it returns is valid until the next reset.
type decoder struct {
	cursor.Cursor
	rules *rules // that say what is valid
	asked *rules // those that read what is asked for, perhaps wrongly
	text  jsontext.Value

	table      table
	boards     []boardIndex
	cells      []cell
	placements []placement
	squares    []square
}

func newDecoder(r *rules) *decoder { return &decoder{rules: r.right, asked: r} }

// reset forgets the values of the last case.
func (d *decoder) reset() {
	d.boards = d.boards[:0]
	d.cells = d.cells[:0]
	d.placements = d.placements[:0]
	d.squares = d.squares[:0]
}

// read decodes input value i with the method given.
func (d *decoder) read(in []jsontext.Value, i int, decode func()) error {
	d.text = in[i]
	d.Cursor.Reset(in[i])
	decode()
	if e := d.Err(); e != nil {
		return &game.Invalid{Value: i, Offset: e.Offset, Message: e.Message, Clause: e.Clause}
	}
	return nil
}

// place is the offset of a part of the value being read, by keys and indices
// from its top: the whole value without any. The part must be there.
func (d *decoder) place(path ...any) int {
	var c cursor.Cursor
	c.Reset(d.text)
	for _, step := range path {
		switch step := step.(type) {
		case string:
			for c.Object("an object"); c.More(); c.Skip() {
				if string(c.Key()) == step {
					break
				}
			}
		case int:
			for c.Array("an array"); c.More() && step > 0; step-- {
				c.Skip()
			}
		}
	}
	return c.Offset()
}

// refuse records that a part contradicts the rest of its value.
func (d *decoder) refuse(clause string, path []any, format string, args ...any) {
	if d.Err() == nil {
		d.Fail(d.place(path...), clause, format, args...)
	}
}

// path is the way to a part of a value.
func path(steps ...any) []any { return steps }

// object reads an object that has exactly the keys listed. Field reads the value
// of the key with that index. That no key stands twice is a matter of syntax.
func (d *decoder) object(what string, keys []string, field func(i int)) {
	at := d.Offset()
	if seen := d.members(what, keys, field); d.Err() == nil && seen != 1<<len(keys)-1 {
		for i, key := range keys {
			if seen&(1<<i) == 0 {
				d.Fail(at, "", "the key %q is missing in %s", key, what)
			}
		}
	}
}

// members reads an object that has no keys but those listed, and returns which,
// a bit for each.
func (d *decoder) members(what string, keys []string, field func(i int)) int {
	seen := 0
	for d.Object(what); d.More(); {
		keyAt := d.Offset()
		key := d.Key()
		i := 0
		for i < len(keys) && keys[i] != string(key) {
			i++
		}
		if i == len(keys) {
			d.Fail(keyAt, "", "unknown key %q in %s%s", key, what, game.DidYouMean(key, keys))
			return seen
		}
		seen |= 1 << i
		field(i)
	}
	return seen
}

// word reads a string that is one of a few, and returns its index, 0 if it is
// none.
func (d *decoder) word(what string, words []string) int {
	text := d.String(what)
	for i := range words {
		if words[i] == string(text) {
			return i
		}
	}
	d.Rejected(what)
	return 0
}

// null tells whether the next value is null, and if so moves behind it.
func (d *decoder) null() bool {
	if d.Kind() == 'n' {
		d.Skip()
		return true
	}
	return false
}

// playerIndex reads a Player, who is an index below the largest number of
// players.
func (d *decoder) playerIndex() int {
	return d.Int(0, playersMax-1, "a player: an integer from 0 to 3")
}

func (d *decoder) die() int { return d.Int(1, sides, "a number of the die, 1 to 6") }

func (d *decoder) timeMs() int {
	return d.Int(0, timeMax, "a time in ms, an integer from 0 to 3600000")
}

func (d *decoder) colour() colour {
	return colour(d.word(`one of "red", "blue", "green", "brown"`, colourNames[:]))
}

// colourOrNull reads a gem that may not have been drawn.
func (d *decoder) colourOrNull() colour {
	if d.null() {
		return noColour
	}
	if d.Kind() != '"' {
		d.Expected("a colour or null")
		return noColour
	}
	return d.colour()
}

func (d *decoder) level() int {
	return d.word(`a level: "green", "yellow", "orange" or "red"`, d.rules.content.levels[:])
}

func (d *decoder) board() boardIndex {
	const what = `the id of a board, "g01" to "r36"`
	b, ok := d.rules.content.byID[string(d.String(what))]
	if !ok {
		d.Rejected(what)
		return 0
	}
	return b
}

func (d *decoder) boardOrNull() boardIndex {
	if d.null() {
		return noBoard
	}
	if d.Kind() != '"' {
		d.Expected("the id of a board or null")
		return noBoard
	}
	return d.board()
}

// boardList reads an array of at most so many boards.
func (d *decoder) boardList(most int) []boardIndex {
	at := d.Offset()
	start := len(d.boards)
	n := 0
	for d.Array("an array of boards"); d.More(); n++ {
		if b := d.board(); n < most {
			d.boards = append(d.boards, b)
		}
	}
	if n > most {
		d.Fail(at, "", "expected at most %d boards, found %d", most, n)
	}
	return slices.Clip(d.boards[start:])
}

func (d *decoder) piece() pieceIndex {
	const what = "the id of a piece"
	text := d.String(what)
	for i := range d.rules.content.pieces {
		if d.rules.content.pieces[i].id == string(text) {
			return pieceIndex(i)
		}
	}
	d.Rejected(what)
	return 0
}

// gems reads Gems: of each colour at most as many as there are (UO-05).
func (d *decoder) gems() gems {
	var g gems
	d.object("gems", colourNames[:], func(i int) {
		most := d.rules.content.count[i]
		g[i] = d.Int(0, most, gemsWanted[i])
	})
	return g
}

// gemsWanted says how many gems of a colour there can be.
var gemsWanted = [colours]string{
	"an integer from 0 to 10", "an integer from 0 to 19", "an integer from 0 to 10", "an integer from 0 to 19",
}

var displayKeys = []string{"blue", "brown"}

// display reads the gems of a display, of each colour at least so many.
func (d *decoder) display(least int) gems {
	var g gems
	d.object("a display", displayKeys, func(i int) {
		c := [2]colour{blue, brown}[i]
		g[c] = d.Int(least, d.rules.content.display[c], "an integer from "+strconv.Itoa(least)+" to 9")
	})
	return g
}

// name reads a name.
func (d *decoder) name() string {
	const what = "a name of 1 to 20 letters and digits"
	text := d.String(what)
	if !game.IsName(text) {
		d.Rejected(what)
		return ""
	}
	return string(text)
}

// A bound is the range of a coordinate.
type bound struct {
	least, most int
	what        string
}

// The ranges of the coordinates of cells and squares.
var (
	cellBounds = []bound{
		{rowMin, rowMax, "an integer from -8 to 23"},
		{rowMin, rowMax, "an integer from -8 to 23"},
		{0, layerMax, "an integer from 0 to 7"},
	}
	squareBounds = []bound{{0, squareMax, "an integer from 0 to 15"}, {0, squareMax, "an integer from 0 to 15"}}
)

// coordinates reads an array of integers, each within its range.
func (d *decoder) coordinates(what string, bounds []bound) (c [3]int8) {
	at := d.Offset()
	n := 0
	for d.Array(what); d.More(); n++ {
		if n >= len(bounds) {
			d.Skip()
			continue
		}
		c[n] = int8(d.Int(bounds[n].least, bounds[n].most, bounds[n].what))
	}
	if n != len(bounds) {
		d.Fail(at, "", "expected %s, found an array of %d", what, n)
	}
	return c
}

var placementKeys = []string{"piece", "cells"}

// placementValue reads one piece put somewhere.
func (d *decoder) placementValue() placement {
	var p placement
	d.object("a placement", placementKeys, func(i int) {
		if i == 0 {
			p.piece = d.piece()
			return
		}
		at := d.Offset()
		start := len(d.cells)
		n := 0
		for d.Array("an array of cells"); d.More(); n++ {
			if c := d.coordinates("a cell [row, col, layer]", cellBounds); n < cellsOfOneMax {
				d.cells = append(d.cells, cell{c[0], c[1], c[2]})
			}
		}
		if n < 1 || n > cellsOfOneMax {
			d.Fail(at, "", "expected 1 to %d cells, found %d", cellsOfOneMax, n)
		}
		p.cells = slices.Clip(d.cells[start:])
	})
	return p
}

// placementList reads Placements.
func (d *decoder) placementList() []placement {
	at := d.Offset()
	start := len(d.placements)
	n := 0
	for d.Array("an array of placements"); d.More(); n++ {
		if p := d.placementValue(); n < placementsMax {
			d.placements = append(d.placements, p)
		}
	}
	if n > placementsMax {
		d.Fail(at, "", "expected at most %d placements, found %d", placementsMax, n)
	}
	return slices.Clip(d.placements[start:])
}

var problemKeys = []string{"board", "die", "footprint", "pieces"}

// problemValue reads a Problem: a board with a number of the die, or a footprint
// with pieces.
func (d *decoder) problemValue() problem {
	at := d.Offset()
	var p problem
	var b boardIndex
	var die int
	seen := d.members("a problem", problemKeys, func(i int) {
		switch i {
		case 0:
			b = d.board()
		case 1:
			die = d.die()
		case 2:
			p.footprint = d.footprint()
		case 3:
			p.pieces = d.pieceSet()
		}
	})
	switch {
	case d.Err() != nil:
	case seen == 1<<0|1<<1:
		return d.asked.problem(b, die)
	case seen != 1<<2|1<<3:
		d.Fail(at, "", "expected a problem: a board with a number of the die, or a footprint with pieces")
	}
	return p
}

// footprint reads 1 to 16 different squares, connected or not, and sorts them.
func (d *decoder) footprint() []square {
	at := d.Offset()
	start := len(d.squares)
	n := 0
	for d.Array("an array of squares"); d.More(); n++ {
		oneAt := d.Offset()
		c := d.coordinates("a square [row, col]", squareBounds)
		one := square{c[0], c[1]}
		if slices.Contains(d.squares[start:], one) {
			d.Fail(oneAt, "", "expected different squares, found [%d,%d] again", one.row, one.col)
		}
		if n < squaresMax {
			d.squares = append(d.squares, one)
		}
	}
	if n < 1 || n > squaresMax {
		d.Fail(at, "", "expected 1 to %d squares, found %d", squaresMax, n)
	}
	list := slices.Clip(d.squares[start:])
	slices.SortFunc(list, compareSquares)
	return list
}

// pieceSet reads 1 to 8 different pieces (UO-02).
func (d *decoder) pieceSet() pieceSet {
	at := d.Offset()
	var set pieceSet
	for d.Array("an array of pieces"); d.More(); {
		oneAt := d.Offset()
		p := d.piece()
		if set.has(p) {
			d.Fail(oneAt, "UO-02", "expected different pieces, found %q again", d.rules.content.pieces[p].id)
		}
		set |= p.one()
	}
	if set == 0 {
		d.Fail(at, "", "expected 1 to %d pieces, found none", pieceKinds)
	}
	return set
}

// The keys of each type of request, with what all have first.
var requestKeys = [][]string{
	roll:    {"type", "player", "die"},
	flip:    {"type", "player"},
	claim:   {"type", "player", "time", "placements", "gem"},
	stop:    {"type", "player", "time"},
	playoff: {"type", "player", "die", "boards"},
}

// requestValue reads a Request: its type says which keys it has.
func (d *decoder) requestValue() request {
	var q request
	at := d.Offset()
	q.kind = requestType(max(0, d.typeOf("a request", requestTypes)))
	if d.Err() != nil {
		return q
	}
	d.Seek(at)
	keys := requestKeys[q.kind]
	d.object("a request of type "+requestTypes[q.kind], keys, func(i int) {
		switch keys[i] {
		case "type":
			d.Skip()
		case "player":
			q.player = d.playerIndex()
		case "die":
			q.die = d.die()
		case "time":
			q.timeMs = d.timeMs()
		case "placements":
			q.placements = d.placementList()
		case "gem":
			q.gem = d.colourOrNull()
		case "boards":
			q.boards = d.boardList(playersMax)
		}
	})
	return q
}

// typeOf reads only the key "type" of an object, wherever it stands, and returns
// the index of its word.
func (d *decoder) typeOf(what string, words []string) int {
	at := d.Offset()
	kind := -1
	for d.Object(what); d.More(); {
		if string(d.Key()) != "type" {
			d.Skip()
			continue
		}
		kind = d.word("a type of "+what, words)
	}
	if kind < 0 {
		d.Fail(at, "", `the key "type" is missing in %s`, what)
	}
	return kind
}
