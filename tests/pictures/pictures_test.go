// Package pictures compares pictures of values of all games with those that a
// person has looked at.
package pictures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"image"
	stdpng "image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/png"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
	"github.com/touchstone-harness/touchstone/harness/scene/terminal"
)

var (
	update = flag.Bool("update", false, "write the pictures as they are drawn now; look at them before they are committed")
	soak   = flag.Bool("soak", false, "run the long rounds of make soak")
)

// statesLeast is how many whole states of each game have pictures, besides those
// of its other values.
const statesLeast = 10

// states are the values that show all there is of a game, or what a player sees.
var states = []string{"state", "state-shown", "view", "game", "turn-shown"}

// pngScale keeps the pictures small; the shapes are those of any scale.
const pngScale = 0.5

func drawer(t testing.TB, g *game.Game) game.Drawer {
	t.Helper()
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	d, ok := rules.(game.Drawer)
	if !ok {
		t.Fatalf("%s draws nothing", g.Name)
	}
	return d
}

func TestPictures(t *testing.T) {
	for _, g := range games.All() {
		// Values to draw, N-VALUE.json, with the pictures of each.
		paths, err := filepath.Glob(filepath.Join("testdata", g.Name, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, path := range paths {
			if _, value, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".json"), "-"); slices.Contains(states, value) {
				count++
			}
			t.Run(strings.TrimSuffix(path, ".json"), func(t *testing.T) { compare(t, g, path) })
		}
		if count < statesLeast {
			t.Errorf("%s has pictures of %d states, expected %d", g.Name, count, statesLeast)
		}
	}
}

func compare(t *testing.T, g *game.Game, path string) {
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	base := strings.TrimSuffix(path, ".json")
	_, value, _ := strings.Cut(filepath.Base(base), "-")
	s, err := drawer(t, g).Draw(value, raw)
	if err != nil {
		t.Fatal(err)
	}
	plain := terminal.Draw(s, terminal.Options{})
	golden(t, base+".txt", []byte(s.Alt+"\n\n"+plain+"\n"+terminal.Draw(s, terminal.Options{ASCII: true, Width: 60})))
	vector := svg.Draw(s, svg.Options{Theme: scene.Light, Places: true})
	wellFormed(t, vector)
	golden(t, base+".svg", vector)
	pixels, err := png.Draw(s, png.Options{Scale: pngScale})
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		write(t, base+".png", pixels)
		return
	}
	want, err := os.ReadFile(base + ".png")
	if err != nil {
		t.Fatal(err)
	}
	if far, err := distance(want, pixels); err != nil || far > pixelTolerance {
		t.Errorf("%s.png: %v, the pixels differ by %.2f on average, expected at most %v of 255", base, err, far, pixelTolerance)
	}
}

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		write(t, path, got)
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-update writes it):\n%s", path, d)
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// pixelTolerance is what rounding may make of the same shapes on another
// processor. A letter of another colour in one of these pictures is more.
const pixelTolerance = 0.02

// distance is by how much pixels of two pictures differ on average.
func distance(a, b []byte) (float64, error) {
	first, err := stdpng.Decode(bytes.NewReader(a))
	if err != nil {
		return 0, err
	}
	second, err := stdpng.Decode(bytes.NewReader(b))
	if err != nil {
		return 0, err
	}
	if first.Bounds() != second.Bounds() {
		return 255, errors.New("the pictures have different sizes")
	}
	sum, n := 0.0, 0
	p, q := first.(*image.RGBA), second.(*image.RGBA)
	for i := range p.Pix {
		sum += float64(max(p.Pix[i], q.Pix[i]) - min(p.Pix[i], q.Pix[i]))
		n++
	}
	return sum / float64(n), nil
}

// wellFormed refuses what is no XML, and whatever could run or load something.
func wellFormed(t testing.TB, text []byte) {
	t.Helper()
	elements := []string{"svg", "title", "desc", "rect", "circle", "path", "text"}
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("the SVG is no XML: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !slices.Contains(elements, e.Name.Local) {
			t.Fatalf("the SVG has an element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Name.Local, "href") || strings.Contains(a.Value, "url(") {
				t.Fatalf("the SVG has an attribute %s=%q", a.Name.Local, a.Value)
			}
		}
	}
}
