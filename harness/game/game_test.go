package game_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// chess is a game with one of everything.
var chess = &game.Game{
	Name:    "chess",
	Clauses: []game.Clause{{ID: "CH-01"}, {ID: "CH-02"}},
	Codes:   []game.Code{{Name: "no_king", Clause: "CH-01"}},
	Options: []game.Option{
		{Name: "board", Default: "8"},
		{Name: "castling", Default: "true"},
		{Name: "opening", Default: `"none"`},
	},
	Presets: []game.Preset{
		{Name: "rules"},
		{Name: "blitz", Values: []game.Setting{{Name: "board", Value: jsontext.Value("6")}, {Name: "opening", Value: jsontext.Value(`"wild"`)}}},
		{Name: "broken", Values: []game.Setting{{Name: "queens", Value: jsontext.Value("2")}}},
	},
	Mutants: []game.Mutant{{ID: "K1"}, {ID: "K2"}},
	Tasks: []game.Task{
		{Name: "move", Aliases: []string{"xmove", "m"}},
		{Name: "score"},
	},
}

func usageError(t *testing.T, err error) *game.UsageError {
	t.Helper()
	var usage *game.UsageError
	if !errors.As(err, &usage) {
		t.Fatalf("%v is no *game.UsageError", err)
	}
	return usage
}

func TestParseSetting(t *testing.T) {
	for _, tt := range []struct{ text, name, value string }{
		{"board=8", "board", "8"},
		{"board=-1.5e7", "board", "-1.5e7"},
		{"castling=true", "castling", "true"},
		{"limit=null", "limit", "null"},
		{"opening=wild", "opening", `"wild"`},
		{"opening=Queens_gambit-2", "opening", `"Queens_gambit-2"`},
		{"opening=_x", "opening", `"_x"`},
		{"opening=a-zA-Z0-9", "opening", `"a-zA-Z0-9"`},
		{"opening=z", "opening", `"z"`},
		{"opening=A", "opening", `"A"`},
		{"opening=Z", "opening", `"Z"`},
		{"opening=nan", "opening", `"nan"`},
		{"opening=truex", "opening", `"truex"`},
		{`opening="wild"`, "opening", `"wild"`},
		{`opening="a=b"`, "opening", `"a=b"`},
		{`opening=""`, "opening", `""`},
		{`order=["red","blue"]`, "order", `["red","blue"]`},
		{`bonuses={"X":[["red"],1]}`, "bonuses", `{"X":[["red"],1]}`},
	} {
		s, err := game.ParseSetting(tt.text)
		if err != nil || s.Name != tt.name || string(s.Value) != tt.value {
			t.Errorf("%s: %s=%s, %v", tt.text, s.Name, s.Value, err)
		}
	}
	for _, tt := range []struct{ text, says string }{
		{"board", `"board"`},
		{"", "NAME=VALUE"},
		{"=8", "NAME=VALUE"},
		{"board=", "board"},
		{"board=8x", "8x"},
		{"board=-x", "-x"},
		{"board=1 2", "1 2"},
		{"board=01", "01"},
		{"board=[1,", "[1,"},
		{"board='x'", "'x'"},
		{"board=a b", "a b"},
		{"board=é", "é"},
		{"board=\xff", "board"},
		{`board={"a":1,"a":2}`, "board"},
	} {
		_, err := game.ParseSetting(tt.text)
		usage := usageError(t, err)
		if !strings.Contains(usage.Message, tt.says) || usage.Hint == "" || usage.Error() != usage.Message {
			t.Errorf("%q: %q with hint %q", tt.text, usage.Message, usage.Hint)
		}
	}
}

// TestParseSettings: what is wrong with an option has the name of the game in its next step.
func TestParseSettings(t *testing.T) {
	g := &game.Game{Name: "halma"}
	for _, text := range []string{"size", "size=[1,"} {
		_, err := g.ParseSettings([]string{"pieces=2", text})
		if usage := usageError(t, err); !strings.Contains(usage.Hint, `"touchstone games halma options" lists`) {
			t.Errorf("%q: hint %q", text, usage.Hint)
		}
	}
}

// FuzzParseSetting: what is read is JSON, and stands behind the first "=".
func FuzzParseSetting(f *testing.F) {
	for _, text := range []string{"a=1", "a=b", `a="b"`, "a=[1", "=", "a==", `a="\ud800"`, "a=\x00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := game.ParseSetting(text)
		if err != nil {
			usageError(t, err)
			return
		}
		rest, ok := strings.CutPrefix(text, s.Name+"=")
		if !ok || s.Name == "" || !s.Value.IsValid() {
			t.Fatalf("%q is %s=%s", text, s.Name, s.Value)
		}
		if string(s.Value) != rest && string(s.Value) != `"`+rest+`"` {
			t.Fatalf("%q has the value %s", text, s.Value)
		}
	})
}

func TestDidYouMean(t *testing.T) {
	known := []string{"bank", "cards"}
	for key, want := range map[string]string{
		"bnak":                        ` (did you mean "bank"?)`,
		"card":                        ` (did you mean "cards"?)`,
		"wallet":                      "",
		strings.Repeat("bank", 1<<20): "", // nobody's typing error
	} {
		if got := game.DidYouMean([]byte(key), known); got != want {
			t.Errorf("%.10s: %q, expected %q", key, got, want)
		}
	}
}

func TestMeantWord(t *testing.T) {
	colours := []string{"red", "white", "blue", "green", "yellow"}
	for word, want := range map[string]string{
		"redd": ` (did you mean "red"?)`, "gren": ` (did you mean "green"?)`, "Blue": ` (did you mean "blue"?)`,
		"bleu": ` (did you mean "blue"?)`, "yellowish": ` (did you mean "yellow"?)`, "whi": ` (did you mean "white"?)`,
		"grey": "", "pink": "", "re": "", "": "", strings.Repeat("red", 1<<20): "",
	} {
		if got := game.MeantWord([]byte(word), colours); got != want {
			t.Errorf("%.10s: %q, expected %q", word, got, want)
		}
	}
	for word, want := range map[string]string{"purchase": "", "fli": ` (did you mean "flip"?)`, "T1": ` (did you mean "t1"?)`} {
		if got := game.MeantWord([]byte(word), []string{"purchase-points", "purchase-size", "flip", "roll", "t1"}); got != want {
			t.Errorf("%q: %q, expected %q", word, got, want)
		}
	}
	if got := game.MeantWord([]byte("redd"), slices.Repeat(colours, 5)); got != "" {
		t.Errorf("%q of a long list", got)
	}
}

func TestNearest(t *testing.T) {
	known := []string{"winning_score", "points_table", "price", "bonus", "bonuses", "R2", "P2"}
	for name, want := range map[string]string{
		"wining_score": "winning_score",
		"winningscore": "winning_score",
		"WINNING_SCOR": "winning_score",
		"prize":        "price",
		"Price":        "price",
		"bonu":         "bonus",
		"bonusses":     "bonuses",
		"r2":           "R2",
		"R3":           "R2",
		"price":        "price",
		"points":       "points_table",
		"score":        "winning_score",
		"castling":     "",
		"bones":        "bonus",
		"brown":        "", // two letters of five
		"pots_tables":  "points_table",
		"":             "",
		"x":            "",
		// Nobody's typing error, and it takes no time to see that.
		strings.Repeat("price", 1<<20): "",
	} {
		if got := game.Nearest(name, known); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
	// What ids have in common in front says nothing of how near they are.
	cases := []string{"nim/move/legal", "nim/move/more-than-three", "nim/best/1"}
	for name, want := range map[string]string{
		"nim/move/nope": "", "nim/move/legl": "nim/move/legal", "nim/move/2": "", "nim/best/2": "", "legal": "nim/move/legal",
		"nim/mov/legal": "nim/move/legal",
	} {
		if got := game.Nearest(name, cases); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{"BG-1", "bg1", "BG 01", "BG-001"} {
		if got := game.Nearest(name, []string{"BG-13", "BG-10", "BG-01", "BG-11"}); got != "BG-01" {
			t.Errorf("nearest to %q is %q", name, got)
		}
	}
	// Numbers stay the numbers that they are.
	for name, want := range map[string]string{"team-1-02": "team-1-2", "Team 12": "team-12", "b-0": "b0", "b00": "b0"} {
		if got := game.Nearest(name, []string{"team-12", "team-1-2", "b", "b0"}); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
	if got := game.Nearest("price", nil); got != "" {
		t.Errorf("nearest of none is %q", got)
	}
}

func TestUnknown(t *testing.T) {
	e := game.Unknown("option", "boord", "of chess", []string{"board", "castling"}, "touchstone games chess")
	if e.Message != `unknown option "boord" of chess` || e.Hint != `did you mean "board"? "touchstone games chess" lists them` {
		t.Errorf("%q with hint %q", e.Message, e.Hint)
	}
	e = game.Unknown("game", "go", "", []string{"bazaar"}, "touchstone games")
	if e.Message != `unknown game "go"` || e.Hint != `"touchstone games" lists them` {
		t.Errorf("%q with hint %q", e.Message, e.Hint)
	}
	e = game.Unknown("clause", strings.Repeat("BG", 1<<20), "of bazaar", []string{"BG-01"}, "touchstone rules bazaar")
	if len(e.Message) > 300 || !strings.HasSuffix(e.Message, `BG…" of bazaar`) || e.Hint != `"touchstone rules bazaar" lists them` {
		t.Errorf("%.400q with hint %q", e.Message, e.Hint)
	}
}

func TestResolve(t *testing.T) {
	setting := func(texts ...string) (list []game.Setting) {
		for _, text := range texts {
			s, err := game.ParseSetting(text)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, s)
		}
		return list
	}
	for _, tt := range []struct {
		name string
		in   game.Settings
		want []string
	}{
		{"the defaults", game.Settings{}, []string{"board=8", "castling=true", "opening=none"}},
		{"an empty preset", game.Settings{Preset: "rules"}, []string{"board=8", "castling=true", "opening=none"}},
		{"a preset", game.Settings{Preset: "blitz"}, []string{"board=6", "castling=true", "opening=wild"}},
		{"an option above the preset", game.Settings{Preset: "blitz", Options: setting("board=10")}, []string{"board=10", "castling=true", "opening=wild"}},
		{"the last one counts", game.Settings{Options: setting("board=10", "castling=false", "board=12")}, []string{"board=12", "castling=false", "opening=none"}},
		{"any value, the game looks at the range", game.Settings{Options: setting("board=[]")}, []string{"board=[]", "castling=true", "opening=none"}},
		{"a mutant", game.Settings{Mutant: "K2"}, []string{"board=8", "castling=true", "opening=none"}},
	} {
		got, err := chess.Resolve(tt.in)
		if err != nil || !reflect.DeepEqual(got, setting(tt.want...)) {
			t.Errorf("%s: %s %v, want %s", tt.name, got, err, tt.want)
		}
	}
	for _, tt := range []struct {
		in   game.Settings
		says []string
	}{
		{game.Settings{Options: setting("boards=8")}, []string{`option "boards" of chess`, `"board"`}},
		{game.Settings{Preset: "blits"}, []string{`preset "blits"`, `"blitz"`}},
		{game.Settings{Preset: "broken"}, []string{`option "queens"`}},
		{game.Settings{Mutant: "K3"}, []string{`mutant "K3"`, `"K1"`}},
	} {
		_, err := chess.Resolve(tt.in)
		usage := usageError(t, err)
		for _, part := range tt.says {
			if !strings.Contains(usage.Message+" "+usage.Hint, part) {
				t.Errorf("%q with hint %q does not have %s", usage.Message, usage.Hint, part)
			}
		}
	}
}

func TestLookUp(t *testing.T) {
	for name, want := range map[string]string{"move": "move", "xmove": "move", "m": "move", "score": "score", "xscore": "", "": "", "Move": ""} {
		got, ok := chess.Task(name)
		if got.Name != want || ok != (want != "") {
			t.Errorf("task %q is %q, %t", name, got.Name, ok)
		}
	}
	if c, ok := chess.Clause("CH-02"); !ok || c.ID != "CH-02" {
		t.Error("CH-02 is not found")
	}
	if _, ok := chess.Clause("CH-03"); ok {
		t.Error("CH-03 is found")
	}
	if c, ok := chess.Code("no_king"); !ok || c.Clause != "CH-01" {
		t.Error("no_king is not found")
	}
	if _, ok := chess.Code("no_queen"); ok {
		t.Error("no_queen is found")
	}
	if m, ok := chess.Mutant("K1"); !ok || m.ID != "K1" {
		t.Error("K1 is not found")
	}
	if _, ok := chess.Mutant(""); ok {
		t.Error("a mutant without a name is found")
	}
}

func TestCheckCount(t *testing.T) {
	one, two := game.Param{Name: "board"}, game.Param{Name: "player"}
	maybe, many := game.Param{Name: "clock", Optional: true}, game.Param{Name: "move", Repeated: true}
	for _, tt := range []struct {
		name string
		in   []game.Param
		good []int
		bad  map[int]int // number of values to the index of the culprit
		says []string
	}{
		{"two", []game.Param{one, two}, []int{2}, map[int]int{0: 0, 1: 0, 3: 2, 9: 2}, []string{"expected 2 values (board, player), found"}},
		{"an optional one", []game.Param{one, maybe}, []int{1, 2}, map[int]int{0: 0, 3: 2}, []string{"expected 1 or 2 values (board, perhaps clock), found"}},
		{"a repeated one", []game.Param{one, many}, []int{1, 2, 3, 500}, map[int]int{0: 0}, []string{"expected 1 or more values (board, any number of moves), found"}},
		{"one", []game.Param{one}, []int{1}, map[int]int{0: 0, 2: 1}, []string{"expected 1 value (board), found"}},
		{"none", nil, []int{0}, map[int]int{1: 0}, []string{"expected no values, found 1"}},
	} {
		task := game.Task{In: tt.in}
		for _, n := range tt.good {
			if err := task.CheckCount(n); err != nil {
				t.Errorf("%s: %d values: %v", tt.name, n, err)
			}
		}
		for n, value := range tt.bad {
			var invalid *game.Invalid
			if !errors.As(task.CheckCount(n), &invalid) || !invalid.Count || invalid.Value != value || invalid.Offset != 0 {
				t.Errorf("%s: %d values: %+v", tt.name, n, invalid)
				continue
			}
			for _, part := range tt.says {
				if !strings.Contains(invalid.Message, part) {
					t.Errorf("%s: %q does not have %q", tt.name, invalid.Message, part)
				}
			}
		}
	}
}

func TestInvalid(t *testing.T) {
	e := &game.Invalid{Value: 1, Offset: 7, Message: "expected a colour"}
	if got, want := e.Error(), "value 2, byte 7: expected a colour"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	e.Clause = "BG-01"
	if got := e.Error(); !strings.HasSuffix(got, "(BG-01)") {
		t.Errorf("%q does not name the clause", got)
	}
}

func TestOutput(t *testing.T) {
	var out game.Output
	if out.Len() != 0 || len(out.Values()) != 0 {
		t.Error("a new output has values")
	}
	add := func(texts ...string) {
		for _, text := range texts {
			out.Buf = append(out.Buf, text...)
			out.End()
		}
	}
	texts := func(values []jsontext.Value) (list []string) {
		for _, v := range values {
			list = append(list, string(v))
		}
		return list
	}
	add("[1]", `"two"`, "", "{}")
	want := []string{"[1]", `"two"`, "", "{}"}
	if out.Len() != 4 || !slices.Equal(texts(out.Values()), want) {
		t.Errorf("%q", texts(out.Values()))
	}
	for i := range want {
		if got := string(out.Value(i)); got != want[i] {
			t.Errorf("value %d is %s", i, got)
		}
	}
	// What is appended to a value does not reach the next one, and copies
	// outlive the output.
	_ = append(out.Value(0), "xxx"...)
	copies := out.Values()
	_ = append(copies[1], "xxx"...)
	out.Buf = append(out.Buf, "half a val"...)
	if out.Len() != 4 {
		t.Error("what is not ended counts")
	}
	memory := cap(out.Buf)
	out.Clause = "CH-01"
	out.Reset()
	add("null", "false")
	if got := texts(out.Values()); !slices.Equal(got, []string{"null", "false"}) || cap(out.Buf) != memory {
		t.Errorf("after Reset %q, %d bytes of %d", got, cap(out.Buf), memory)
	}
	if out.Clause != "" {
		t.Error("Reset keeps the clause")
	}
	if !slices.Equal(texts(copies), want) {
		t.Errorf("the copies became %q", texts(copies))
	}
}

func TestGloss(t *testing.T) {
	g := &game.Game{Terms: []game.Term{
		{Name: "courier", Lang: "fr", Text: "Coursier"},
		{Name: "guild_master", Lang: "fr", Text: "Maître de guilde"},
		{Name: "courier", Lang: "de", Text: "Bote"},
	}}
	for _, c := range []struct{ text, lang, want string }{
		{"The courier's guild_master, no couriers.", "fr", "The courier (Coursier)'s guild_master (Maître de guilde), no couriers."},
		{"Courier", "de", "Courier (Bote)"},
		{"a courier", "en", "a courier"},
		{"", "fr", ""},
		{" … courier", "fr", " … courier (Coursier)"},
	} {
		if got := g.Gloss(c.text, c.lang); got != c.want {
			t.Errorf("%q in %s is %q, want %q", c.text, c.lang, got, c.want)
		}
	}
}

// TestWithFolder: commands of a hint that name the game run as they stand.
func TestWithFolder(t *testing.T) {
	g := &game.Game{Name: "nim"}
	for _, c := range []struct{ hint, want string }{
		{`did you mean "nim"? "touchstone games nim" lists them`, `did you mean "nim"? "touchstone games nim --game my\ nim" lists them`},
		{`"touchstone validate nim/state" lists all`, `"touchstone validate nim/state --game my\ nim" lists all`},
		{`"touchstone test nim/move -- ./nim" runs it`, `"touchstone test nim/move --game my\ nim -- ./nim" runs it`},
		{`"touchstone solve nim/move < 1-in.json" answers it`, `"touchstone solve nim/move --game my\ nim < 1-in.json" answers it`},
		{`the game's "touchstone test nim/move --option 'a={"b":" -- "}' < FILE" runs it`, `the game's "touchstone test nim/move --option 'a={"b":" -- "}' --game my\ nim < FILE" runs it`},
		{`"touchstone show nim/a --option 'a="it'\''s"'" or "touchstone games nim"`, `"touchstone show nim/a --option 'a="it'\''s"' --game my\ nim" or "touchstone games nim --game my\ nim"`},
		{`"touchstone rules bazaar" and "touchstone game lint nim"`, `"touchstone rules bazaar" and "touchstone game lint nim"`},
		{`"touchstone rules nim --game there" has it`, `"touchstone rules nim --game there" has it`},
	} {
		folder := text.Quote([]string{"my nim"})
		if got, want := g.WithFolder(c.hint, "my nim"), strings.ReplaceAll(c.want, `my\ nim`, folder); got != want {
			t.Errorf("%s becomes %s, expected %s", c.hint, got, want)
		}
	}
}
