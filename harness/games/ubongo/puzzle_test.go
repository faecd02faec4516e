package ubongo_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

type newBoard struct {
	Level     string   `json:"level"`
	Footprint [][2]int `json:"footprint"`
	Tasks     []struct {
		Numbers   []int    `json:"numbers"`
		Pieces    []string `json:"pieces"`
		Solutions int      `json:"solutions"`
	} `json:"tasks"`
}

// TestPuzzles: new boards have the size of their level, every number of the die
// once, as many solutions as they say, and footprints that are new.
func TestPuzzles(t *testing.T) {
	r := configured(t)
	box := newPlainBox(t)
	maker := r.(game.PuzzleMaker)
	areas := map[string][2]int{"green": {5, 6}, "yellow": {7, 8}, "orange": {8, 9}, "red": {9, 11}}
	pieces := map[string]int{"green": 3, "yellow": 4, "orange": 4, "red": 5}
	for _, w := range []game.Wish{
		{Level: "green", Least: 1, Most: math.MaxInt},
		{Level: "yellow", Least: 1, Most: math.MaxInt},
		{Level: "orange", Least: 2, Most: 4},
		{Level: "red", Least: 1, Most: 10},
	} {
		next, err := maker.Puzzles(w, seeded(1))
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		for _, b := range box.Boards {
			known[free(b.Footprint)] = true
		}
		made := 2
		if w.Level != "green" {
			made = 12
		}
		for range made {
			text, err := next()
			if err != nil {
				t.Fatalf("%s: %v", w.Level, err)
			}
			b := gametest.Read[newBoard](t, text)
			if n := len(b.Footprint); n < areas[w.Level][0] || n > areas[w.Level][1] || b.Level != w.Level {
				t.Errorf("%s: not of level %s", text, w.Level)
			}
			if key := free(b.Footprint); known[key] {
				t.Errorf("%s: not a new footprint", text)
			} else {
				known[key] = true
			}
			if !connected(b.Footprint) {
				t.Errorf("%s: not connected", text)
			}
			var numbers []int
			for _, task := range b.Tasks {
				numbers = append(numbers, task.Numbers...)
				if len(task.Pieces) != pieces[w.Level] || len(task.Numbers) == 0 {
					t.Errorf("%s: %+v", text, task)
				}
				problem := gametest.Write(t, map[string]any{"footprint": b.Footprint, "pieces": task.Pieces})
				n, _ := box.count(box.problemOf(t, problem))
				if n != task.Solutions || n < w.Least || n > w.Most {
					t.Errorf("%s: %s has %d solutions", text, problem, n)
				}
			}
			slices.Sort(numbers)
			if !slices.Equal(numbers, []int{1, 2, 3, 4, 5, 6}) || len(b.Tasks) < 2 {
				t.Errorf("%s: the numbers are %v", text, numbers)
			}
		}
	}
}

// free is the same for footprints that are turned or mirrored.
func free(squares [][2]int) string {
	best := ""
	for k := range 8 {
		var image [][2]int
		for _, at := range squares {
			r, c := at[0], at[1]
			if k&1 != 0 {
				r = -r
			}
			if k&2 != 0 {
				c = -c
			}
			if k&4 != 0 {
				r, c = c, r
			}
			image = append(image, [2]int{r, c})
		}
		low := image[0]
		for _, at := range image {
			low = [2]int{min(low[0], at[0]), min(low[1], at[1])}
		}
		var list []string
		for _, at := range image {
			list = append(list, fmt.Sprintf("%02d,%02d", at[0]-low[0], at[1]-low[1]))
		}
		slices.Sort(list)
		if text := fmt.Sprint(list); best == "" || text < best {
			best = text
		}
	}
	return best
}

func connected(squares [][2]int) bool {
	reached := squares[:1:1]
	for i := 0; i < len(reached); i++ {
		for _, at := range squares {
			d := max(at[0]-reached[i][0], reached[i][0]-at[0]) + max(at[1]-reached[i][1], reached[i][1]-at[1])
			if d == 1 && !slices.Contains(reached, at) {
				reached = append(reached, at)
			}
		}
	}
	return len(reached) == len(squares)
}

// TestPuzzlesEnd: there are fewer green footprints than that, and no such level.
func TestPuzzlesEnd(t *testing.T) {
	maker := configured(t).(game.PuzzleMaker)
	next, err := maker.Puzzles(game.Wish{Level: "green", Least: 1, Most: math.MaxInt}, seeded(2))
	if err != nil {
		t.Fatal(err)
	}
	var usage *game.UsageError
	for range 12 {
		var text jsontext.Value
		if text, err = next(); err != nil {
			break
		}
		if len(text) == 0 {
			t.Fatal("an empty board")
		}
	}
	if !errors.As(err, &usage) {
		t.Errorf("%v, want an error of usage", err)
	}
	if _, err = maker.Puzzles(game.Wish{Level: "blue", Least: 1, Most: 9}, seeded(2)); !errors.As(err, &usage) {
		t.Errorf("level blue: %v", err)
	}
}

// TestPuzzlesAgain: the same seed makes the same boards.
func TestPuzzlesAgain(t *testing.T) {
	var texts []string
	for range 2 {
		next, err := configured(t).(game.PuzzleMaker).Puzzles(game.Wish{Level: "red", Least: 1, Most: 5}, seeded(3))
		if err != nil {
			t.Fatal(err)
		}
		var all []jsontext.Value
		for range 5 {
			text, err := next()
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, text)
		}
		texts = append(texts, string(gametest.Lines(all)))
	}
	if texts[0] != texts[1] {
		t.Errorf("%s\nand then\n%s", texts[0], texts[1])
	}
}
