package workbench_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/report/workbench"
)

// ask asks a bench, and wants an answer.
func ask[T any](t *testing.T, b *workbench.Bench, question map[string]any) (answer T) {
	t.Helper()
	raw := put(t, b, question)
	if why := trouble(t, raw); why != "" {
		t.Fatalf("%v: %s", question, why)
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatalf("%v: %s: %v", question, raw, err)
	}
	return answer
}

func put(t *testing.T, b *workbench.Bench, question map[string]any) []byte {
	t.Helper()
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	return b.Answer(text)
}

// trouble is what is wrong with a question, "" for nothing.
func trouble(t *testing.T, raw []byte) string {
	t.Helper()
	var said struct {
		Trouble workbench.Trouble `json:"trouble"`
	}
	if err := json.Unmarshal(raw, &said); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return said.Trouble.Message
}

// TestCase has the answers of the oracles for random cases of all tasks.
func TestCase(t *testing.T) {
	b := workbench.New(games.Builtin())
	rng := rand.New(rand.NewPCG(31, 2))
	for _, g := range games.Builtin() {
		rules, err := g.Configure(game.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range g.Tasks {
			if task.Live != "" {
				continue
			}
			for n := range 12 {
				in := rules.Generate(task.Name, rng, n*8)
				var out game.Output
				if err := rules.Oracle(task.Name)(in, &out); err != nil {
					t.Fatal(err)
				}
				want := ""
				for i := range out.Len() {
					want += string(out.Value(i)) + "\n"
				}
				input := string(bytes.Join(texts(in), []byte("\n ")))
				a := ask[workbench.Trial](t, b, map[string]any{"ask": "case", "game": g.Name, "task": task.Name, "input": input})
				if task.Name == "move" {
					if a.Verdict == nil || a.Verdict.Legal != strings.HasPrefix(want, `{"legal":true`) || a.Verdict.Legal && a.Output != want || a.Verdict.Legal != (a.Status == 0) || !a.Verdict.Legal && (a.Verdict.Why == "" || a.Verdict.Clause == nil) {
						t.Errorf("%s of\n%s\nis %+v, expected %s", g.Name, input, a, want)
					}
				} else if a.Output != want || a.Status != 0 {
					t.Errorf("%s/%s of\n%s\nis %s, expected %s", g.Name, task.Name, input, a.Output, want)
				}
				for i, v := range a.Values {
					if got := input[v.From:v.To]; got != string(in[i]) {
						t.Errorf("value %d is at %d to %d: %s", i, v.From, v.To, got)
					}
				}
				laid := ask[workbench.Layout](t, b, map[string]any{"ask": "format", "input": input}).Text
				if again := ask[workbench.Layout](t, b, map[string]any{"ask": "format", "input": laid}).Text; again != laid || !sameValues(t, input, laid) {
					t.Errorf("%s\nis laid out as\n%s\nand that as\n%s", input, laid, again)
				}
			}
		}
	}
}

func texts(values []jsontext.Value) [][]byte {
	list := make([][]byte, len(values))
	for i, v := range values {
		list[i] = v
	}
	return list
}

// sameValues tells whether two texts are the same values.
func sameValues(t *testing.T, a, b string) bool {
	t.Helper()
	read := func(s string) (list []string) {
		d := jsontext.NewDecoder(strings.NewReader(s))
		for {
			v, err := d.ReadValue()
			if err != nil {
				return list
			}
			v = v.Clone()
			_ = v.Compact()
			list = append(list, string(v))
		}
	}
	return slices.Equal(read(a), read(b))
}

// TestRefusal has inputs with something wrong, and what is selected of them.
func TestRefusal(t *testing.T) {
	b := workbench.New(games.Builtin())
	for _, c := range []struct {
		task, input, message, selected string
		problems                       []string
	}{
		{"equations", `[] ["red"] ["pink"]`, `found "pink"`, `"pink"`, []string{`"pink"`}},
		{"equations", `[] ["réd","𝄞"] ["red"]`, `found "réd"`, `"réd"`, []string{`"réd"`, `"𝄞"`}},
		{"equations", "[]\n[\"red\"]\n[\"red\"", "the input ends inside the value", "", nil},
		{"equations", `[] ["red" "red"] []`, "value 2 (wallet): invalid character", `"red"`, nil},
		{"equations", `[] []`, "expected 3 values (equations, wallet, bank)", `[]`, nil},
		{"equations", ``, "expected 3 values (equations, wallet, bank)", "", nil},
	} {
		a := ask[workbench.Trial](t, b, map[string]any{"ask": "case", "game": "bazaar", "task": c.task, "input": c.input})
		if a.Refusal == nil || a.Status != 2 || a.Output != "" || !strings.Contains(a.Refusal.Message, c.message) {
			t.Errorf("%s: %+v", c.input, a.Refusal)
			continue
		}
		if got := part(c.input, a.Refusal.From, a.Refusal.To); got != c.selected {
			t.Errorf("%s: %q is selected, expected %q", c.input, got, c.selected)
		}
		var places []string
		for _, p := range a.Refusal.Problems {
			places = append(places, part(c.input, p.From, p.To))
		}
		if !slices.Equal(places, c.problems) {
			t.Errorf("%s: the problems are at %q, expected %q", c.input, places, c.problems)
		}
	}
}

// part is a part of a text, as JavaScript counts.
func part(text string, from, to int) string {
	return string(utf16.Decode(utf16.Encode([]rune(text))[from:to]))
}

// TestTrouble has questions that cannot be answered.
func TestTrouble(t *testing.T) {
	b := workbench.New(games.Builtin())
	deep := strings.Repeat("[", 1000)
	for _, c := range []struct {
		question map[string]any
		want     string
	}{
		{map[string]any{"ask": "weather"}, `there is no question "weather"`},
		{map[string]any{"ask": 5}, "the question cannot be read"},
		{map[string]any{"ask": "case", "game": "chess", "task": "move"}, `unknown game "chess"`},
		{map[string]any{"ask": "case", "game": "bazaar", "task": "server"}, `unknown task "server" of bazaar`},
		{map[string]any{"ask": "case", "game": "bazaar", "task": "move", "options": []string{"x=1"}}, `unknown option "x" of bazaar`},
		{map[string]any{"ask": "case", "game": "bazaar", "task": "move", "options": []string{"draws"}}, `option "draws" is not of the form NAME=VALUE`},
		{map[string]any{"ask": "case", "game": "bazaar", "task": "move", "preset": "x"}, `unknown preset "x"`},
		{map[string]any{"ask": "case", "game": "bazaar", "task": "move", "input": deep}, "nested deeper"},
		{map[string]any{"ask": "offers", "game": "bazaar"}, "there is no state"},
		{map[string]any{"ask": "offers", "game": "bazaar", "input": "{}"}, "the state is not valid"},
		{map[string]any{"ask": "replay", "game": "bazaar", "input": "{}"}, "transcript"},
		{map[string]any{"ask": "format", "input": "[1"}, "the input ends inside the value"},
		{map[string]any{"ask": "hand", "game": "ubar", "hand": map[string]any{"players": []string{"cheat:x"}}}, "nobody plays as"},
		{map[string]any{"ask": "hand", "game": "ubar", "hand": map[string]any{"players": []string{"random"}, "replies": []string{"{"}}}, "a reply is not JSON"},
		{map[string]any{"ask": "hand", "game": "ubar", "hand": map[string]any{"players": slices.Repeat([]string{"random"}, 9)}}, "players"},
		{map[string]any{"ask": "schemas", "game": "x"}, `unknown game "x"`},
	} {
		if why := trouble(t, put(t, b, c.question)); !strings.Contains(why, c.want) {
			t.Errorf("%.200v: %q, expected %q", c.question, why, c.want)
		}
	}
	if why := trouble(t, b.Answer([]byte("no JSON"))); !strings.Contains(why, "the question cannot be read") {
		t.Errorf("%q", why)
	}
}

// TestOffers carries out each request that is offered.
func TestOffers(t *testing.T) {
	b := workbench.New(games.Builtin())
	rng := rand.New(rand.NewPCG(31, 3))
	for _, g := range games.Builtin() {
		rules, err := g.Configure(game.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		offered := 0
		for range 6 {
			state := string(rules.Generate("move", rng, 40)[0])
			for n, o := range ask[workbench.Offers](t, b, map[string]any{"ask": "offers", "game": g.Name, "input": state}).Offers {
				if offered++; n%12 > 0 {
					continue // they take long to be drawn
				}
				a := ask[workbench.Trial](t, b, map[string]any{"ask": "case", "game": g.Name, "task": "move", "input": state + string(o.Request)})
				if a.Verdict == nil || !a.Verdict.Legal {
					t.Errorf("%s: %s is offered in\n%s", g.Name, o.Request, state)
				}
				if o.Words == "" || len(o.Places) == 0 || len(a.Changes) == 0 {
					t.Errorf("%s: %s does nothing: %+v", g.Name, o.Request, o)
				}
			}
		}
		if offered == 0 {
			t.Errorf("%s: nothing is offered", g.Name)
		}
	}
}

// TestHand plays a game by hand to its end, with a reply that is offered each time.
func TestHand(t *testing.T) {
	for _, g := range games.Builtin() {
		if len(g.Protocol.Methods) == 0 {
			continue // it is not played live
		}
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			b := workbench.New(games.Builtin())
			replies := []string{}
			question := func() map[string]any {
				return map[string]any{"ask": "hand", "game": g.Name, "hand": map[string]any{"seed": 5, "players": []string{"random"}, "replies": replies}}
			}
			for {
				p := ask[workbench.Position](t, b, question())
				if p.Breach != nil {
					t.Fatalf("%s breaks a rule: %+v", replies[len(replies)-1], p.Breach)
				}
				if p.Call == nil {
					if p.Outcome == "" || len(p.Lines) == 0 {
						t.Errorf("the end is %+v", p)
					}
					if said := fmt.Sprintf("%+v", p); !strings.Contains(said, "Random1") {
						t.Errorf("the opponent has no name: %s", said)
					}
					break
				}
				if len(p.Offers) == 0 || len(p.Shown) == 0 {
					t.Fatalf("reply %d: nothing is offered or shown: %+v", len(replies), p)
				}
				replies = append(replies, string(p.Offers[0].Request))
			}
			if len(replies) < 5 {
				t.Errorf("the game ends after %d replies", len(replies))
			}
			if a, b := put(t, b, question()), put(t, b, question()); !bytes.Equal(a, b) {
				t.Errorf("the same game ends with\n%s\nand with\n%s", a, b)
			}
			replies = replies[:2]
			replies = append(replies, `"nonsense"`)
			if p := ask[workbench.Position](t, b, question()); p.Breach == nil || p.Breach.Why == "" || p.Breach.Clause == nil {
				t.Errorf("nonsense is %+v", p.Breach)
			}
		})
	}
}

// TestReplay goes through cases of the task play.
func TestReplay(t *testing.T) {
	b := workbench.New(games.Builtin())
	rng := rand.New(rand.NewPCG(31, 4))
	for _, g := range games.Builtin() {
		if _, ok := g.Task("play"); !ok {
			continue
		}
		rules, err := g.Configure(game.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		in := rules.Generate("play", rng, 60)
		r := ask[workbench.Replay](t, b, map[string]any{"ask": "replay", "game": g.Name, "task": "play", "input": string(bytes.Join(texts(in), nil))})
		if r.Refusal != nil || len(r.Steps) != len(in) || len(r.Film.Pictures) == 0 {
			t.Errorf("%s: %d steps of %d values", g.Name, len(r.Steps), len(in))
		}
		r = ask[workbench.Replay](t, b, map[string]any{"ask": "replay", "game": g.Name, "task": "play", "input": "{} {}"})
		if r.Refusal == nil {
			t.Errorf("%s: two objects are a game", g.Name)
		}
	}
}

// TestCatalog has what the page offers.
func TestCatalog(t *testing.T) {
	b := workbench.New(games.Builtin())
	c := ask[workbench.Catalog](t, b, map[string]any{"ask": "catalog"})
	if len(c.Games) != len(games.Builtin()) {
		t.Fatalf("%d games", len(c.Games))
	}
	for _, g := range c.Games {
		played := len(g.Players) > 0 && g.Seats[0] >= 1 && g.Seats[1] >= g.Seats[0]
		if known, _ := games.Named(g.Name); len(g.Tasks) == 0 || played != (len(known.Protocol.Methods) > 0) || !g.Offers {
			t.Errorf("%+v", g)
		}
		schemas := ask[map[string]jsontext.Value](t, b, map[string]any{"ask": "schemas", "game": g.Name})
		for _, task := range g.Tasks {
			for _, p := range task.In {
				if schemas[p.Value] == nil {
					t.Errorf("%s/%s: there is no schema of %s", g.Name, task.Name, p.Value)
				}
			}
		}
	}
}

// FuzzAnswer wants an answer to anything, and never a fault of ours.
func FuzzAnswer(f *testing.F) {
	for _, kind := range []string{"case", "offers", "replay", "format", "hand"} {
		for _, input := range []string{``, `[] ["red"] ["blue"]`, `{"board":"g01","die":1} []`, `{"transcript":1}`, `[[[[`, `"\ud800"`} {
			f.Add(kind, "bazaar", "equations", "draws=recorded", input)
		}
	}
	b := workbench.New(games.Builtin())
	f.Fuzz(func(t *testing.T, kind, game, task, option, input string) {
		question := map[string]any{
			"ask": kind, "game": game, "task": task, "options": []string{option}, "input": input,
			"hand": map[string]any{"players": []string{"random"}, "replies": []string{input}},
		}
		text, err := json.Marshal(question, jsontext.AllowInvalidUTF8(true))
		if err != nil {
			t.Skip(fmt.Sprint(err))
		}
		raw := b.Answer(text)
		if !jsontext.Value(raw).IsValid() {
			t.Errorf("%s has the answer %s", text, raw)
		}
		if strings.Contains(string(raw), "touchstone has failed") {
			t.Errorf("%s has the answer %s", text, raw)
		}
	})
}
