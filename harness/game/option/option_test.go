package option_test

import (
	"math"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/option"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// chess has one option of each sort.
type chess struct {
	board, clock, moves int
	rated, castling     bool
	draws               int
	name                string
}

var table = option.TableOf(func() []option.Entry[chess] {
	return []option.Entry[chess]{
		option.Number("board", "8", "CH-01", 4, 26, "the length of a side", func(r *chess) *int { return &r.board }),
		option.Number("clock", "60", "CH-02", 1, option.Unbounded, "seconds", func(r *chess) *int { return &r.clock }),
		option.Limit("moves", "CH-03", 1, -1, "the longest game", func(r *chess) *int { return &r.moves }),
		option.Boolean("rated", "true", "CH-04", "whether it counts", func(r *chess) *bool { return &r.rated }),
		option.Choice("castling", "CH-05", "never", "once", "who may castle", func(r *chess) *bool { return &r.castling }),
		option.Words("draws", "CH-06", "who offers draws", func(r *chess, i int) { r.draws = i }, "both", "white", "black"),
		{
			Option: game.Option{Name: "name", Default: `"chess"`, Range: "a string"},
			Set:    func(r *chess, c *cursor.Cursor) { r.name = string(c.String("a string")) },
		},
	}
})

var rulebook = &game.Game{
	Name: "chess", Options: table.Options(),
	Presets: []game.Preset{{Name: "blitz", Values: []game.Setting{{Name: "clock", Value: []byte("5")}}}},
}

// set is what settings, written NAME=VALUE, come to.
func set(t *testing.T, preset string, texts ...string) (chess, []game.Setting, error) {
	t.Helper()
	settings := game.Settings{Preset: preset}
	for _, text := range texts {
		s, err := game.ParseSetting(text)
		if err != nil {
			t.Fatal(err)
		}
		settings.Options = append(settings.Options, s)
	}
	r := *table.Defaults(func() *chess { return new(chess) })()
	edition, err := table.Set(&r, rulebook, settings)
	return r, edition.Options(), err
}

func TestSet(t *testing.T) {
	plain := chess{board: 8, clock: 60, moves: -1, rated: true, name: "chess"}
	for _, tt := range []struct {
		name     string
		preset   string
		settings []string
		want     func(*chess)
	}{
		{"nothing", "", nil, func(*chess) {}},
		{"every option", "", []string{"board=10", "clock=1", "moves=40", "rated=false", "castling=once", "draws=black", "name=go"}, func(r *chess) {
			*r = chess{board: 10, clock: 1, moves: 40, castling: true, draws: 2, name: "go"}
		}},
		{"the last of several", "", []string{"castling=once", "castling=never", "board=4", "board=26"}, func(r *chess) { r.board = 26 }},
		{"a preset", "blitz", nil, func(r *chess) { r.clock = 5 }},
		{"an option over a preset", "blitz", []string{"clock=60"}, func(*chess) {}},
		{"null is no limit", "", []string{"moves=3", "moves=null"}, func(*chess) {}},
		{"above every bound", "", []string{"clock=99999999999999999999999"}, func(r *chess) { r.clock = option.Unbounded }},
	} {
		want := plain
		tt.want(&want)
		got, list, err := set(t, tt.preset, tt.settings...)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v, expected %+v", tt.name, got, err, want)
		}
		if len(list) != len(table()) {
			t.Errorf("%s: %d options in force, expected %d", tt.name, len(list), len(table()))
		}
	}
	if option.Unbounded+option.Unbounded > math.MaxInt/2+1 || option.Unbounded < math.MaxInt32 {
		t.Errorf("Unbounded is %d", option.Unbounded)
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"board=3":     "option board: ",
		"board=27":    "option board: ",
		"board=8.0":   "option board: ",
		"board=1e1":   "option board: ",
		`board="8"`:   "option board: ",
		"clock=0":     "option clock: ",
		"clock=-9e99": "option clock: ",
		"moves=0":     "option moves: ",
		"rated=1":     "option rated: ",
		"castling=ok": "option castling: ",
		"castling=1":  "option castling: ",
		"draws=red":   "option draws: ",
		"name=1":      "option name: ",
		"size=1":      `unknown option "size"`,
	} {
		// What is replaced later has to be right, too.
		for _, texts := range [][]string{{text}, {text, "board=8", "clock=60", "moves=null", "rated=true", "castling=never", "draws=both", "name=x"}} {
			_, _, err := set(t, "", texts...)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, expected %s", texts, err, want)
				continue
			}
			if usage, ok := err.(*game.UsageError); !ok || usage.Hint == "" {
				t.Errorf("%s: %T without a hint", texts, err)
			}
		}
	}
}

func TestRanges(t *testing.T) {
	want := []string{
		"an integer from 4 to 26", "an integer from 1", "null or an integer from 1", "true or false",
		`"never" or "once"`, `"both", "white" or "black"`, "a string",
	}
	for i, o := range table.Options() {
		if o.Range != want[i] {
			t.Errorf("%s takes %s, expected %s", o.Name, o.Range, want[i])
		}
	}
}
