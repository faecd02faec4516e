package transcripts

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/headline"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/match/matchtest"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
)

var (
	update = flag.Bool("update", false, "write the golden files anew")
	soak   = flag.Bool("soak", false, "run the long rounds of make soak")
)

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: run with -update if this is right; got\n%s", name, got)
	}
}

// The complete exchange of 11.7.
const (
	exchangeEquations = `[[["green"],["yellow"]]]`
	exchangeGame      = `{"bank":["blue","blue"],"visibles":[{"pebbles":["red","blue","blue","blue","blue"],"face?":true}],"cards":[],` +
		`"players":[{"wallet":["red","blue","blue","blue"],"score":14,"cards":[]},{"wallet":["red"],"score":5,"cards":[]}]}`
)

// exchange records the exchange of 11.7, with bob replying as asked.
func exchange(t *testing.T, bob string) string {
	t.Helper()
	g, rules := rulesOf(t, "", "players_max=2")
	in := []jsontext.Value{jsontext.Value(exchangeEquations), jsontext.Value(exchangeGame)}
	list, err := client.FromInput(rules, g.Protocol.Clients, []jsontext.Value{jsontext.Value(`[["Ada","purchase-points"],` + bob + `]`)}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		listener := matchtest.Listen()
		w := transcript.NewWriter(&text, "x", transcript.Header{
			Touchstone: "v1", Game: g.Name, Options: rules.Options(), In: in, Side: game.Server,
		}, nil)
		go client.Run(context.WithoutCancel(t.Context()), list, client.Options{Dial: listener.DialClient, Last: "win", Gap: 100 * time.Millisecond})
		if _, err := lobby.Serve(t.Context(), listener, rules.Live(), in, lobby.Options{Recorder: w}); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if err := w.End(); err != nil {
			t.Error(err)
		}
	})
	return text.String()
}

// TestExchange: the exchange of 11.7 has the messages that stand there, and looks
// well.
func TestExchange(t *testing.T) {
	text := exchange(t, `["bob","purchase-size"]`)
	golden(t, "exchange.jsonl", text)
	failing := exchange(t, `["illTT","purchase-size","setup",1]`)
	for _, shown := range []struct {
		file, text string
		options    transcript.ShowOptions
	}{
		{"exchange.txt", text, transcript.ShowOptions{}},
		{"exchange-words.txt", text, transcript.ShowOptions{Headlines: headlines(t)}},
		{"failing-words.txt", failing, transcript.ShowOptions{Headlines: headlines(t)}},
		{"exchange-verbose.txt", text, transcript.ShowOptions{Color: true, Verbose: true}},
		{"failing.txt", failing, transcript.ShowOptions{}},
		{"failing-color.txt", failing, transcript.ShowOptions{Color: true}},
	} {
		r, err := transcript.NewReader(strings.NewReader(shown.text), "x")
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := transcript.Show(&b, r, shown.options); err != nil {
			t.Fatal(err)
		}
		golden(t, shown.file, b.String())
	}
}

func headlines(t *testing.T) *headline.Writer {
	t.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return headline.NewWriter(g, rules)
}

// TestLines: every line of a transcript is of the form that its schema promises.
func TestLines(t *testing.T) {
	for seed := range uint64(rounds(5, 30)) {
		server, clients := record(t, seed, "")
		for line := range strings.Lines(server + clients) {
			if problems, err := schema.Report("transcript", jsontext.Value(strings.TrimSpace(line))); err != nil || len(problems) > 0 {
				t.Fatalf("%s: %v %v", line, problems, err)
			}
		}
	}
}

// TestCover: the transcripts of random games take most transitions; only what is
// not seen or is rare is left.
func TestCover(t *testing.T) {
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	c := transcript.NewCoverage(g)
	taken := func() (n int) {
		for _, k := range c.Taken() {
			if k.Times > 0 {
				n++
			}
		}
		return n
	}
	all := len(g.Protocol.Transitions)
	const most = 1500
	for seed := uint64(0); seed < uint64(rounds(20, most)) || seed < most && taken() < all*7/10; seed++ {
		server, clients := record(t, seed, "", [][]string{{"turns_max=300"}, {"duplicate_names=void"}}[seed%2]...)
		r, err := transcript.NewReader(strings.NewReader(server), "x")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Add(r); err != nil {
			t.Fatal(err)
		}
		if r, err = transcript.NewReader(strings.NewReader(clients), "x"); err != nil || c.Add(r) == nil {
			t.Fatal("a transcript of clients is counted")
		}
	}
	for _, k := range c.Taken() {
		if k.Times == 0 {
			t.Logf("not taken: %s, %s, %s", k.From, k.On, k.To)
		}
	}
	if n := taken(); n < all*7/10 {
		t.Errorf("%d of %d are taken", n, all)
	}
}

// TestReplay replays both sides of a transcript against live programs: right
// ones do the same, others differ where it shows.
func TestReplay(t *testing.T) {
	text := exchange(t, `["bob","purchase-size"]`)
	for _, tt := range []struct {
		name, option, actors, says string
		asClients                  bool
		line                       int
	}{
		{name: "server", asClients: true},
		{name: "wrong server", asClients: true, option: "winning_score=14", says: "win", line: 16},
		{name: "clients", actors: `[["Ada","purchase-points"],["bob","purchase-size"]]`},
		{name: "wrong name", actors: `[["Ada","purchase-points"],["Bob","purchase-size"]]`, says: "name", line: 5},
		{name: "clients that raise", actors: `[["Ada","purchase-points"],["bob","purchase-size","win"]]`, says: "closed", line: 27},
	} {
		t.Run(tt.name, func(t *testing.T) {
			options := []string{"players_max=2"}
			if tt.option != "" {
				options = append(options, tt.option)
			}
			g, rules := rulesOf(t, "", options...)
			synctest.Test(t, func(t *testing.T) {
				listener := matchtest.Listen()
				r, err := transcript.NewReader(strings.NewReader(text), "x")
				if err != nil {
					t.Fatal(err)
				}
				p := &transcript.Replay{Reader: r, Named: games.Named}
				ctx, cancel := context.WithCancel(t.Context())
				done := make(chan struct{})
				if tt.asClients {
					p.Dial = func(context.Context) (io.ReadWriteCloser, error) { return listener.Dial() }
				}
				go func() {
					defer close(done)
					if tt.asClients {
						in := []jsontext.Value{jsontext.Value(exchangeEquations), jsontext.Value(exchangeGame)}
						_, _ = lobby.Serve(ctx, listener, rules.Live(), in, lobby.Options{})
					} else {
						list, err := client.FromInput(rules, g.Protocol.Clients, []jsontext.Value{jsontext.Value(tt.actors)}, 1)
						if err != nil {
							t.Error(err)
						}
						client.Run(ctx, list, client.Options{Dial: listener.DialClient, Last: "win", Gap: 100 * time.Millisecond})
					}
				}()
				if !tt.asClients {
					p.Listener = listener
				}
				f, err := p.Run(ctx)
				cancel()
				<-done
				switch {
				case err != nil:
					t.Fatal(err)
				case f == nil && tt.says == "":
				case f == nil || tt.says == "" || f.Line != tt.line || !strings.Contains(f.Message, tt.says):
					t.Errorf("%+v, expected %q on line %d", f, tt.says, tt.line)
				}
			})
		})
	}
}
