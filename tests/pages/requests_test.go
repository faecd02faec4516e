package pages

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/report/playback"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
)

func requestsPage(t *testing.T, g *game.Game, rules game.Rules, in []jsontext.Value) string {
	t.Helper()
	var out bytes.Buffer
	if err := playback.WriteRequests(&out, g, rules, in); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The page carries out request after request; the oracle of play, which knows
// nothing of steps, must come to the same answers and to the same state.
func TestRequests(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			rules, err := g.Configure(game.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			task, ok := g.Task("play")
			if !ok {
				t.Skip("there is no task play")
			}
			requests, illegal, changes := 0, 0, 0
			few := uint64(5)
			if *soak {
				few = 12
			}
			for seed := range few {
				in := rules.Generate("play", rand.New(rand.NewPCG(seed, 1)), 30+5*(7*int(seed)%12))
				var out game.Output
				if err := rules.Oracle("play")(in, &out); err != nil {
					t.Fatal(err)
				}
				var answers []jsontext.Value
				if err := json.Unmarshal(out.Value(0), &answers); err != nil {
					t.Fatal(err)
				}
				html := requestsPage(t, g, rules, in)
				list := items.FindAllString(html, -1)
				if len(list) != len(in) || len(answers) != len(in)-1 {
					t.Fatalf("%d steps and %d answers for %d values", len(list), len(answers), len(in))
				}
				for i, a := range answers {
					bad := a.Kind() == '"'
					if bad != strings.Contains(list[i+1], " data-illegal") || bad && !strings.Contains(list[i+1], "illegal: "+strings.Trim(string(a), `"`)) {
						t.Errorf("answer %s, step %s", a, list[i+1])
					}
					if requests++; bad {
						illegal++
					}
				}
				r := unpack(t, html)
				s, err := picture.Value(rules, task.Out[1].Value, out.Value(1))
				if err != nil {
					t.Fatal(err)
				}
				last := r.Wide.picture(r.Pictures[len(in)-1])
				if d := cmp.Diff(string(svg.Draw(s, svg.Options{})), marks.ReplaceAllString(last, "")); d != "" {
					t.Errorf("seed %d: the last picture (-state +page):\n%s", seed, d)
				}
				if r.Changes[0] != "" {
					t.Errorf("before any request there is a change: %s", r.Changes[0])
				}
				for i, a := range answers {
					if r.Changes[i+1] != "" {
						changes++
					} else if a.Kind() != '"' {
						t.Errorf("seed %d: request %d is legal and changes nothing", seed, i+1)
					}
				}
			}
			if requests < 2*int(few) || illegal == 0 || changes < requests/3 {
				t.Errorf("%d requests, %d illegal, %d changes", requests, illegal, changes)
			}
		})
	}
}

// The wallet of the input has an order, that of the rules another: no change.
func TestRequestsAndBags(t *testing.T) {
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	hostileName, err := jsontext.AppendQuote(nil, "<b>x</b>")
	if err != nil {
		t.Fatal(err)
	}
	in := []jsontext.Value{
		jsontext.Value(`{"equations":[[["red"],["blue"]]],"bank":["blue","red","blue"],"visibles":[],"cards":[],"players":[` +
			`{"name":"Ada","wallet":["white","red"],"score":3,"cards":[]},{"name":"Bob","wallet":[],"score":5,"cards":[]}],"dropouts":[],"phase":"over"}`),
		jsontext.Value(`[]`),
	}
	r := unpack(t, requestsPage(t, g, rules, in))
	if r.Changes[0]+r.Changes[1] != "" {
		t.Errorf("changes %q", r.Changes)
	}
	var out bytes.Buffer
	in[0] = jsontext.Value(strings.Replace(string(in[0]), `"Ada"`, string(hostileName), 1))
	if err := playback.WriteRequests(&out, g, rules, in); err == nil || out.Len() > 0 {
		t.Errorf("a name that there is not: %v, %d bytes", err, out.Len())
	}
	if invalid, ok := errors.AsType[*game.Invalid](playback.WriteRequests(&out, g, rules, []jsontext.Value{in[1], in[1]})); !ok {
		t.Errorf("a state that is none: %v", invalid)
	}
}
