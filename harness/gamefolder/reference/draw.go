package reference

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/scene"
)

// Drawable implements game.Drawer: all values of the folder, first the one that moves are
// made in, or that the first task begins with.
func (r *rules) Drawable() []string {
	g := r.folder.Game
	task, ok := g.Task("move")
	if !ok {
		task = g.Tasks[0]
	}
	names := []string{task.In[0].Value}
	for _, v := range g.Values {
		// A name with a full stop is that of a value of live play.
		if v.Name != names[0] && !strings.Contains(v.Name, ".") {
			names = append(names, v.Name)
		}
	}
	return names
}

// Draw implements game.Drawer. The folder has no pictures of its own: objects are drawn as
// tables, arrays of equally long arrays as grids, the rest as trees (chapter 11).
func (r *rules) Draw(value string, raw jsontext.Value) (*scene.Scene, error) {
	return game.Artists{value: func(raw jsontext.Value) (*scene.Scene, error) {
		top, err := readNode(jsontext.NewDecoder(bytes.NewReader(raw)))
		if err != nil {
			return nil, err
		}
		return scene.New(scene.Human(value), top.words(), top.draw())
	}}.Draw(value, raw, nil)
}

// A node is a value that is drawn.
type node struct {
	steps []any // to it from the top: keys and numbers
	kind  jsontext.Kind
	word  string // of a string, number, true, false or null
	keys  []string
	below []*node
}

// readNode reads a value.
func readNode(d *jsontext.Decoder, steps ...any) (*node, error) {
	token, err := d.ReadToken()
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	n := &node{steps: steps, kind: token.Kind(), word: token.String()}
	if n.kind != '{' && n.kind != '[' {
		return n, nil
	}
	for d.PeekKind() != '}' && d.PeekKind() != ']' {
		var step any = len(n.below)
		if n.kind == '{' {
			key, err := d.ReadToken()
			if err != nil {
				return nil, err
			}
			n.keys = append(n.keys, key.String())
			step = key.String()
		}
		one, err := readNode(d, append(steps[:len(steps):len(steps)], step)...)
		if err != nil {
			return nil, err
		}
		n.below = append(n.below, one)
	}
	_, err = d.ReadToken()
	return n, err
}

// at is the place of a value.
func (n *node) at() string {
	if len(n.steps) == 0 {
		return "/"
	}
	return scene.At(n.steps...)
}

// line tells whether a value is drawn on one line: it is a word, or a list of words.
func (n *node) line() bool {
	for _, one := range n.below {
		if one.kind == '{' || one.kind == '[' {
			return false
		}
	}
	return n.kind != '{' || len(n.below) == 0
}

// draw draws a value.
func (n *node) draw() scene.Part {
	switch {
	case n.kind == '{' && len(n.below) > 0:
		return n.rows(func(i int) string { return n.keys[i] })
	case n.kind == '{', n.kind == '[' && len(n.below) == 0:
		return scene.Dim(n.at(), "none")
	case n.kind != '[':
		t := scene.Say(n.at(), n.word)
		if c := scene.ColourNamed(n.word); c.String() == n.word {
			t.Colour = c
		}
		return t
	case n.line():
		row := &scene.Row{At: n.at(), Wrap: true}
		for _, one := range n.below {
			row.Parts = append(row.Parts, one.draw())
		}
		return row
	}
	if grid := n.grid(); grid != nil {
		return grid
	}
	return n.rows(strconv.Itoa)
}

// rows are a table: what is below, each with its name.
func (n *node) rows(name func(i int) string) scene.Part {
	all := &scene.Column{At: n.at()}
	for i, one := range n.below {
		if one.line() {
			all.Parts = append(all.Parts, scene.Line("", scene.Dim("", name(i)+":"), one.draw()))
		} else {
			all.Parts = append(all.Parts, &scene.Panel{Title: name(i), Body: one.draw()})
		}
	}
	return all
}

// grid draws arrays of equally long arrays of words, nil if these are none.
func (n *node) grid() *scene.Grid {
	g := &scene.Grid{At: n.at()}
	for i, row := range n.below {
		if row.kind != '[' || !row.line() || len(row.below) == 0 || len(row.below) != len(n.below[0].below) {
			return nil
		}
		cells := make([]scene.Cell, len(row.below))
		for k, one := range row.below {
			cells[k] = scene.Cell{At: one.at(), Area: "grid"}
			if one.kind != 'n' {
				cells[k].Body = one.draw()
			}
		}
		g.Cells = append(g.Cells, cells)
		g.RowNames = append(g.RowNames, strconv.Itoa(i))
	}
	for k := range n.below[0].below {
		g.ColNames = append(g.ColNames, strconv.Itoa(k))
	}
	return g
}

// words say what is drawn.
func (n *node) words() string {
	if n.kind != '{' && n.kind != '[' {
		return n.word
	}
	if len(n.below) == 0 {
		return "none"
	}
	list := make([]string, len(n.below))
	for i, one := range n.below {
		if list[i] = one.words(); n.kind == '{' {
			list[i] = fmt.Sprintf("%s: %s.", n.keys[i], strings.TrimSuffix(list[i], "."))
		}
	}
	between := "; "
	switch {
	case n.kind == '{':
		between = " "
	case n.line():
		between = ", "
	}
	return strings.Join(list, between)
}
