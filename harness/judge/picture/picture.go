// Package picture makes scenes of the values of a game as commands and reports
// have them: one value or those of a case, and two of which the differences are
// to be seen.
package picture

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/scene"
)

// ErrNothing is that touchstone cannot draw any of the values.
var ErrNothing = errors.New("touchstone cannot draw any of the values")

// Drawable lists the values of a game that can be drawn, none for a game
// without pictures.
func Drawable(rules game.Rules) []string {
	if d, ok := rules.(game.Drawer); ok {
		return d.Drawable()
	}
	return nil
}

// Value draws one value.
func Value(rules game.Rules, value string, raw jsontext.Value) (*scene.Scene, error) {
	d, ok := rules.(game.Drawer)
	if !ok || !slices.Contains(d.Drawable(), value) {
		return nil, ErrNothing
	}
	return d.Draw(value, raw)
}

// Named draws one value of a live game, in which the players have these names by
// their seats.
func Named(rules game.Rules, names []string, value string, raw jsontext.Value) (*scene.Scene, error) {
	if d, ok := rules.(game.NameDrawer); ok && slices.Contains(d.Drawable(), value) {
		return d.DrawNamed(value, raw, names)
	}
	return Value(rules, value, raw)
}

// The bounds of what is told in place of pictures, and why.
const (
	// toldMax is how many values of one parameter are told: more requests than
	// anybody reads.
	toldMax = 50
	// toldBytesMax is up to how many bytes a value is told without its white space;
	// of a longer one only the beginning shows anyway.
	toldBytesMax = 16 << 10
)

// Values draws the values of a case, each under the name of its parameter; those
// that cannot be drawn stand there in words or as they are, a line each. The places are
// pointers into the array of the values, as verdicts have them. The error is
// ErrNothing if there are none to draw.
func Values(rules game.Rules, params []game.Param, values []jsontext.Value) (*scene.Scene, error) {
	if len(params) == 0 {
		return nil, ErrNothing
	}
	all := &scene.Column{}
	var alts []string
	var scenes []*scene.Scene
	var lines *scene.Column // of the values of one parameter that are told
	for i, raw := range values {
		p := params[min(i, len(params)-1)]
		s, err := Value(rules, p.Value, raw)
		switch {
		case errors.Is(err, ErrNothing):
			if i < len(params) {
				lines = &scene.Column{}
				all.Parts = append(all.Parts, &scene.Panel{Title: p.Name, Body: lines})
			}
			switch told := len(lines.Parts); {
			case told < toldMax:
				lines.Parts = append(lines.Parts, scene.Say(scene.At(i), inWords(rules, params, i, values)))
			case told == toldMax:
				lines.Parts = append(lines.Parts, scene.Dim("", fmt.Sprintf("… and %d more", len(values)-i)))
			}
			continue
		case err != nil:
			return nil, fmt.Errorf("value %d (%s): %w", i+1, p.Name, err)
		}
		scene.Move(s.Body, scene.At(i))
		all.Parts = append(all.Parts, &scene.Panel{Title: p.Name, Body: s.Body})
		alts = append(alts, p.Name+": "+s.Alt)
		scenes = append(scenes, s)
	}
	if len(scenes) == 0 {
		return nil, ErrNothing
	}
	return scene.Gather("", strings.Join(alts, " "), all, scenes...)
}

// inWords is a value that is not drawn: in words if the game has some, else as it
// is. The first of several requests comes behind the state that it is about, those
// after it find another one.
func inWords(rules game.Rules, params []game.Param, i int, values []jsontext.Value) string {
	var shown jsontext.Value
	if i == 1 && params[0].Value == "state" {
		shown = values[0]
	}
	d := game.Tell(rules, params[min(i, len(params)-1)].Value, values[i], shown)
	if d.What == "" {
		return oneLine(values[i])
	}
	return strings.TrimSpace(d.Who + " " + d.What)
}

// oneLine is a value without white space, as far as it is told.
func oneLine(raw jsontext.Value) string {
	if len(raw) <= toldBytesMax {
		raw = raw.Clone()
		_ = raw.Compact() // what is no JSON stays as it is
	}
	return string(raw[:min(len(raw), toldBytesMax)])
}

// Answers draws two answers of a task beside each other, under their names, and
// marks the places, pointers into the array of the values, at which they differ.
// The error is ErrNothing where only one can be drawn, or where a whole value is
// such a place, as a position that only one of them has: nothing would stand out.
func Answers(rules game.Rules, params []game.Param, names [2]string, one, two []jsontext.Value, pointers []string) (*scene.Scene, scene.Marks, error) {
	first, err := Values(rules, params, one)
	if err != nil {
		return nil, nil, err
	}
	second, err := Values(rules, params, two)
	if err != nil {
		return nil, nil, err
	}
	both, err := scene.Compare("", first, second, names[0], names[1])
	if err != nil {
		return nil, nil, err
	}
	marks := both.Mark(pointers...)
	for i := range one {
		if marks[scene.At(i)] || marks[scene.At(i)+"/state"] {
			return nil, nil, ErrNothing
		}
	}
	return both, marks, nil
}

// Differences are the JSON pointers at which two values of a name differ, as
// verdicts tell them: what is a bag to the rules is one here. There are at most
// judge.DifferencesMax.
func Differences(g *game.Game, value string, a, b jsontext.Value) []string {
	task := game.Task{Out: []game.Param{{Name: value, Value: value}}, Fields: fields(g, value)}
	var pointers []string
	for _, d := range judge.New(task, judge.Strict, nil).Compare([]jsontext.Value{a}, []jsontext.Value{b}).Differences {
		pointers = append(pointers, strings.TrimPrefix(d.Pointer, "/0"))
	}
	return pointers
}

// fields say how the parts of a value compare: as in the answer of a task that
// gives it.
func fields(g *game.Game, value string) []game.Field {
	for _, t := range g.Tasks {
		for i, p := range t.Out {
			if strings.TrimSuffix(p.Value, "-shown") != strings.TrimSuffix(value, "-shown") {
				continue
			}
			var list []game.Field
			for _, f := range t.Fields {
				if rest, ok := strings.CutPrefix(f.Pointer, "/"+strconv.Itoa(i)); ok && (rest == "" || rest[0] == '/') {
					f.Pointer = "/0" + rest
					list = append(list, f)
				}
			}
			return list
		}
	}
	return nil
}
