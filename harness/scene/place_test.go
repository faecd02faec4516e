package scene_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/scene"
)

func text(at string) *scene.Text { return &scene.Text{At: at, S: "x"} }

func TestMark(t *testing.T) {
	body := &scene.Column{Parts: []scene.Part{
		&scene.Row{At: "/bank", Parts: []scene.Part{text("/bank/0"), text("/bank/1")}},
		&scene.Panel{Body: &scene.Column{Parts: []scene.Part{
			text("/players/0/name"), &scene.Row{At: "/players/0/wallet", Parts: []scene.Part{text("/players/0/wallet/0")}},
		}}},
		text("/players-left"), text("/a~1b"),
		&scene.Grid{At: "/grid", Cells: [][]scene.Cell{{{At: "/grid/0/0"}, {At: "/grid/0/1"}}}},
	}}
	s, err := scene.New("", "", body)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pointer string
		want    []string
	}{
		{"/bank", []string{"/bank"}},
		{"/bank/1", []string{"/bank/1"}},
		{"/bank/7", []string{"/bank"}},
		{"/bank/7/face?", []string{"/bank"}},
		{"/players", []string{"/players/0/name", "/players/0/wallet"}},
		{"/players/0", []string{"/players/0/name", "/players/0/wallet"}},
		{"/grid/0", []string{"/grid/0/0", "/grid/0/1"}},
		{"", []string{"/a~1b", "/bank", "/grid", "/players-left", "/players/0/name", "/players/0/wallet"}},
		{"/a~1b", []string{"/a~1b"}},
		{"/phase", nil},
		{"no pointer", nil},
	} {
		if got := slices.Sorted(maps.Keys(s.Mark(c.pointer))); !slices.Equal(got, c.want) {
			t.Errorf("Mark(%q) = %q, expected %q", c.pointer, got, c.want)
		}
	}
	if got := scene.At("a/b", 3, "~"); got != "/a~1b/3/~0" {
		t.Errorf("At = %q", got)
	}
}

func TestMove(t *testing.T) {
	body := &scene.Column{At: "/", Parts: []scene.Part{text("/a"), text("")}}
	scene.Move(body, "/1")
	s, err := scene.New("", "", body)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(s.Places(), " "); got != "/1 /1/a" {
		t.Errorf("places %q", got)
	}
}

func TestNewBounds(t *testing.T) {
	long := &scene.Text{S: strings.Repeat("é", 1<<20)}
	hostile := &scene.Text{S: "\x1b[31m\u202e<script>\xff\n"}
	s, err := scene.New("t\x00", strings.Repeat("a", 1<<20), &scene.Row{Parts: []scene.Part{long, hostile, &scene.Token{Mark: "abcdefg"}}})
	if err != nil {
		t.Fatal(err)
	}
	if n := len([]rune(long.S)); n > 200 || !strings.HasSuffix(long.S, "…") {
		t.Errorf("a text of %d runes", n)
	}
	if want := `\u001b[31m\u202e<script>\xff\u000a`; hostile.S != want {
		t.Errorf("%q, expected %q", hostile.S, want)
	}
	if len(s.Alt) > 5000 || s.Title != `t\u0000` {
		t.Errorf("alt of %d bytes, title %q", len(s.Alt), s.Title)
	}
	many := &scene.Column{}
	for range scene.PartsMax {
		many.Parts = append(many.Parts, text(""))
	}
	around := &scene.Column{}
	around.Parts = []scene.Part{around}
	for name, body := range map[string]scene.Part{
		"many": many, "around": around,
		"grid":   &scene.Grid{Cells: append(make([][]scene.Cell, scene.PartsMax), make([]scene.Cell, 1000))},
		"figure": &scene.Figure{Shapes: make([]scene.Shape, scene.PartsMax+1)},
	} {
		if _, err := scene.New("", "", body); !errors.Is(err, scene.ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Letters must be legible on every ground that they can stand on.
func TestContrast(t *testing.T) {
	for _, theme := range []*scene.Theme{scene.Light, scene.Dark} {
		for _, ground := range []scene.Colour{scene.Paper, scene.Ground} {
			for _, ink := range []scene.Colour{scene.Ink, scene.Faint, scene.Accent, scene.Marked} {
				if r := scene.Contrast(theme.Colour(ink), theme.Colour(ground)); r < 4.5 {
					t.Errorf("%s: %v on %v: %.1f", theme.Name, ink, ground, r)
				}
			}
		}
		for c := scene.Red; c < scene.Colours; c++ {
			full := theme.Colour(c)
			if r := scene.Contrast(scene.On(full), full); r < 4.5 {
				t.Errorf("%s: letters on %v: %.1f", theme.Name, c, r)
			}
			for _, ink := range []scene.Colour{scene.Ink, scene.Faint} {
				if r := scene.Contrast(theme.Colour(ink), theme.Tint(c)); r < 4.5 {
					t.Errorf("%s: %v on the tint of %v: %.1f", theme.Name, ink, c, r)
				}
			}
		}
	}
}
