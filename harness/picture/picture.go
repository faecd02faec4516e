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

// ErrNothing is that none of the values can be drawn.
var ErrNothing = errors.New("none of the values can be drawn")

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

// Values draws the values of a case, each under the name of its parameter, those
// that can be drawn. The places are pointers into the array of the values, as
// verdicts have them. The error is ErrNothing if there are none to draw.
func Values(rules game.Rules, params []game.Param, values []jsontext.Value) (*scene.Scene, error) {
	list := make([]*scene.Scene, len(values))
	drawn := 0
	for i, raw := range values {
		if len(params) == 0 {
			break
		}
		p := params[min(i, len(params)-1)]
		s, err := Value(rules, p.Value, raw)
		switch {
		case errors.Is(err, ErrNothing):
			continue
		case err != nil:
			return nil, fmt.Errorf("value %d (%s): %w", i+1, p.Name, err)
		}
		s.Title = p.Name
		list[i] = s
		drawn++
	}
	if drawn == 0 {
		return nil, ErrNothing
	}
	return scene.Join("", list)
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
