package playback

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/report/diff"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/drawing"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
)

const (
	// widePixels fits beside the list of the steps on most screens.
	widePixels = 760
	// narrowPixels fits on the smallest telephone, which has 320, with a margin. A
	// picture whose parts need more room has it, and is moved sideways there.
	narrowPixels = 296
	// filmBytesMax bounds what a browser has to unpack: many times what the
	// longest games take.
	filmBytesMax = 48 << 20
	// comparedBytesMax is up to how many bytes two values are compared: many times
	// the largest state.
	comparedBytesMax = 1 << 20
	// noPicture is the picture of a step without one.
	noPicture = -1
)

// A Film is the pictures of a game in one width. Successive pictures have most
// of their lines in common, and in the same order: each line of SVG is kept once,
// under a number, and each picture is runs of successive numbers.
type Film struct {
	Lines    []string `json:"lines"`
	Pictures [][]int  `json:"pictures"` // the first number and the length of each run
}

// A film is one that is being taken.
type film struct {
	Film

	numbers map[string]int
	bytes   int
}

func newFilm() *film { return &film{Film{Lines: []string{}, Pictures: [][]int{}}, map[string]int{}, 0} }

// add adds a picture.
func (f *film) add(drawn []byte) {
	runs := []int{}
	next := -1
	for line := range strings.SplitSeq(strings.TrimSuffix(string(drawn), "\n"), "\n") {
		n, known := f.numbers[line]
		if !known {
			n = len(f.Lines)
			f.numbers[line] = n
			f.Lines = append(f.Lines, line)
			f.bytes += len(line)
		}
		if n == next {
			runs[len(runs)-1]++
		} else {
			runs = append(runs, n, 1)
		}
		next = n + 1
	}
	f.bytes += 4 * len(runs)
	f.Pictures = append(f.Pictures, runs)
}

// picture is a picture as it was added.
func (f *film) picture(number int) string {
	var b strings.Builder
	runs := f.Pictures[number]
	for i := 0; i < len(runs); i += 2 {
		for _, line := range f.Lines[runs[i] : runs[i]+runs[i+1]] {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// A camera takes the pictures of the values of a game. What has changed since
// the values before is marked at the first step that has it, and no longer
// behind it.
type camera struct {
	rules        game.Rules
	wide, narrow *film
	room         int      // pixels of narrow pictures
	names        []string // of the players, by seat

	params []game.Param // of what was taken last
	values []jsontext.Value
	shot   shot
	marked bool // the picture has marks
}

// A shot is what a step shows.
type shot struct {
	number  int      // of the picture, or noPicture
	why     string   // there is no picture, "" if there is nothing to draw
	changes []string // since the step before, a line each
	more    int      // changes that are not listed
}

func newCamera(rules game.Rules) *camera {
	return &camera{rules: rules, wide: newFilm(), narrow: newFilm(), room: narrowPixels, shot: shot{number: noPicture}}
}

// seat tells who sits in a seat.
func (c *camera) seat(seat int, name string) {
	if seat < 0 || seat >= game.DrawnPlayersMax {
		return
	}
	for len(c.names) <= seat {
		c.names = append(c.names, "")
	}
	c.names[seat] = name
}

// take returns what a step shows that has these values.
func (c *camera) take(params []game.Param, values []jsontext.Value) shot {
	sameValues := func() bool {
		return slices.EqualFunc(c.values, values, func(a, b jsontext.Value) bool { return bytes.Equal(a, b) })
	}
	switch {
	case !slices.Equal(c.params, params):
		c.shot, c.marked = c.draw(params, values, nil), false
	case !sameValues():
		c.change(params, values)
	case c.marked:
		c.shot, c.marked = c.draw(params, values, nil), false
	default:
		c.shot.changes, c.shot.more = nil, 0
	}
	c.params, c.values = params, values
	return c.shot
}

// change takes values that are not those before.
func (c *camera) change(params []game.Param, values []jsontext.Value) {
	var pointers, lines []string
	more := 0
	for i := range min(len(values), len(c.values)) {
		if len(c.values[i])+len(values[i]) > comparedBytesMax {
			continue
		}
		at := ""
		if len(values) > 1 {
			at = scene.At(i)
		}
		list, left := diff.Between(c.values[i], values[i])
		more += left
		for _, d := range list {
			for _, p := range d.Pointers {
				pointers = append(pointers, at+p)
			}
			lines = append(lines, at+d.Text)
		}
	}
	if over := len(lines) - diff.Max; over > 0 {
		lines, more = lines[:diff.Max], more+over
	}
	c.shot, c.marked = c.draw(params, values, pointers), len(pointers) > 0
	c.shot.changes, c.shot.more = lines, more
}

// draw takes a picture of values, in which marks show where these pointers lead.
func (c *camera) draw(params []game.Param, values []jsontext.Value, pointers []string) shot {
	if c.wide.bytes+c.narrow.bytes > filmBytesMax {
		return shot{number: noPicture, why: fmt.Sprintf("there are more than %d MB of pictures", filmBytesMax>>20)}
	}
	var s *scene.Scene
	var err error
	if len(values) == 1 {
		s, err = picture.Named(c.rules, c.names, params[0].Value, values[0])
	} else {
		s, err = picture.Values(c.rules, params, values)
	}
	switch {
	case errors.Is(err, picture.ErrNothing):
		return shot{number: noPicture}
	case err != nil:
		return shot{number: noPicture, why: err.Error()}
	}
	marks := s.Mark(pointers...)
	// Of the whole nothing is marked: there is nothing to look for.
	delete(marks, "/")
	c.wide.add(svg.Draw(s, svg.Options{Width: widePixels, Marks: marks, Over: true}))
	// Where one part of the picture needs more room the others get it as well.
	for c.room < widePixels {
		needed := int(math.Ceil(drawing.Draw(s, drawing.Options{Width: c.room}).W))
		if needed <= c.room {
			break
		}
		c.room = min(needed, widePixels)
	}
	c.narrow.add(svg.Draw(s, svg.Options{Width: c.room, Marks: marks, Over: true}))
	return shot{number: len(c.wide.Pictures) - 1}
}

// pack makes text of what the script of the page needs: JSON, compressed, in
// base64.
func pack(value any) (string, error) {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		err = json.MarshalWrite(z, value)
	}
	if err == nil {
		err = z.Close()
	}
	return base64.StdEncoding.EncodeToString(packed.Bytes()), err
}
