// Package transcripts records live games of The Bazaar Game and judges the
// records again: those of a right server are clean, and what is changed in one
// is found.
package transcripts

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/match/matchtest"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

// someFaults are what clients do wrong on the wire.
var someFaults = []string{
	"text=void@setup", "shape@win", "garbage", "garbage@name", "flood@request-cards", "nested@setup", "previous@win", "escaped", "duplicate@setup",
	"extra", "pad", "cut@request-cards", "cut@name", "half@request-pebble-or-trades", "close@name", "close", "never@name", "silent@win", "late=1s@name",
	"late=3s@name", "late=5s@win", "dribble", "stall@setup", "split", "unsolicited@setup", "halfclose@name", "noread@setup",
}

// rulesOf fixes the rules of the game.
func rulesOf(t testing.TB, mutant string, options ...string) (*game.Game, game.Rules) {
	t.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	s := game.Settings{Mutant: mutant}
	for _, text := range options {
		o, err := game.ParseSetting(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Options = append(s.Options, o)
	}
	rules, err := g.Configure(s)
	if err != nil {
		t.Fatal(err)
	}
	return g, rules
}

// record plays a random live game in memory, in no time, and returns the
// transcripts of both sides.
func record(t *testing.T, seed uint64, mutant string, options ...string) (server, clients string) {
	t.Helper()
	g, rules := rulesOf(t, mutant, options...)
	rng := rand.New(rand.NewPCG(seed, 5))
	task, _ := g.Task("server")
	in := rules.Generate(task.Name, rng, 5+rng.IntN(60))
	n := len(g.Protocol.Clients)
	specials := []jsontext.Value{jsontext.Value(`[]`), jsontext.Value(`["AAdivergeBeforeSending"]`), jsontext.Value(`["AAsendnameloop"]`)}
	in[n-1] = specials[max(0, rng.IntN(6)-3)]
	list, err := client.FromInput(rules, g.Protocol.Clients, in[:n], seed)
	if err != nil {
		t.Fatal(err)
	}
	if rng.IntN(2) == 0 && len(list) > 0 {
		how := someFaults[rng.IntN(len(someFaults))]
		if how == "pad" && seed%2 == 1 {
			how = "pad=2M" // more blanks than anybody takes (BG-95)
		}
		faults, err := fault.Parse(how)
		if err != nil {
			t.Fatal(err)
		}
		list[rng.IntN(len(list))].Faults = faults
	}
	if rng.IntN(4) == 0 && len(list) > 0 {
		again := list[rng.IntN(len(list))]
		again.Name = []string{again.Name, "no name", ""}[rng.IntN(3)]
		list = append(list, again)
	}
	header := transcript.Header{Touchstone: "test", Game: g.Name, Options: rules.Options(), In: in[n:], Side: game.Server, Seed: &seed}
	other := header
	other.Side, other.In = game.Clients, in[:n]
	var a, b bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		listener := matchtest.Listen()
		theirs := transcript.NewWriter(&b, "clients", other, nil)
		ours := transcript.NewWriter(&a, "server", header, nil)
		done := make(chan struct{})
		go func() {
			defer close(done)
			if _, err := lobby.Serve(t.Context(), listener, rules.Live(), in[n:], lobby.Options{Recorder: ours}); err != nil {
				t.Error(err)
			}
		}()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		client.Run(ctx, list, client.Options{Dial: listener.DialClient, Last: "win", Gap: 100 * time.Millisecond, Seed: seed, Recorder: theirs})
		<-done
		synctest.Wait()
		if err := ours.End(); err != nil {
			t.Error(err)
		}
		if err := theirs.End(); err != nil {
			t.Error(err)
		}
	})
	return a.String(), b.String()
}

func check(t testing.TB, text string) transcript.Report {
	t.Helper()
	r, err := transcript.NewReader(strings.NewReader(text), "x")
	if err != nil {
		t.Fatal(err)
	}
	report, err := transcript.Check(r, games.Named)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// rounds is how often a test repeats what chance decides: many times with -soak,
// else a few times.
func rounds(few, many int) int {
	if *soak {
		return many
	}
	return few
}

// TestClean: what the server of the harness does is right, whatever its clients
// do.
func TestClean(t *testing.T) {
	whole, breaches := 0, 0
	for seed := range uint64(rounds(50, 800)) {
		options := [][]string{nil, {"duplicate_names=void"}, {"first_reply=lenient"}, {"turns_max=5"}, {"closed_call=pebble"}}[seed%5]
		server, clients := record(t, seed, "", options...)
		report := check(t, server)
		for _, f := range report.Findings {
			t.Errorf("seed %d, line %d: %s\n%s", seed, f.Line, f.Message, around(server, f.Line))
		}
		if report.Whole {
			whole++
		}
		breaches += len(report.Breaches)
		for _, f := range check(t, clients).Findings {
			if f.Side == game.Server {
				t.Errorf("seed %d, clients, line %d: %s\n%s", seed, f.Line, f.Message, around(clients, f.Line))
			}
		}
	}
	if whole == 0 || breaches == 0 {
		t.Errorf("%d whole games, %d breaches", whole, breaches)
	}
}

// TestNamesTried: a client may try to sign up with a name that the server has to
// refuse, if a program of clients can be given it (11.1).
func TestNamesTried(t *testing.T) {
	g, rules := rulesOf(t, "")
	for value, clause := range map[string]string{
		`"ouch ouch"`: "", `""`: "", `"` + strings.Repeat("a", 100) + `"`: "", `"` + strings.Repeat("a", 101) + `"`: "BG-81", `["Ada"]`: "BG-81",
	} {
		var b bytes.Buffer
		w := transcript.NewWriter(&b, "x", transcript.Header{Touchstone: "test", Game: g.Name, Options: rules.Options(), Side: game.Clients}, nil)
		w.Connect(1)
		w.Message(1, false, jsontext.Value(value))
		w.Close(1, match.Server)
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
		findings := check(t, b.String()).Findings
		if clause == "" && len(findings) > 0 || clause != "" && (len(findings) != 1 || findings[0].Clause != clause) {
			t.Errorf("%.20s: %+v, want a finding by %q", value, findings, clause)
		}
	}
}

// around shows the lines about one.
func around(text string, line int) string {
	lines := strings.Split(text, "\n")
	var b strings.Builder
	for i := max(1, line-6); i < min(len(lines), line+2); i++ {
		fmt.Fprintf(&b, "%4d %.200s\n", i+1, lines[i])
	}
	return b.String()
}

// seated plays a random game among builtin players of any kind, and returns its
// transcript.
func seated(t *testing.T, seed uint64) string {
	t.Helper()
	g, rules := rulesOf(t, "")
	live := rules.Live()
	rng := rand.New(rand.NewPCG(seed, 6))
	in := rules.Generate("server", rng, 5+rng.IntN(60))[len(g.Protocol.Clients):]
	span, err := live.Seats(in)
	if err != nil {
		t.Fatal(err)
	}
	// The clock stands still, since times are all that may differ.
	var b bytes.Buffer
	w := transcript.NewWriter(&b, "x", transcript.Header{
		Touchstone: "test", Game: g.Name, Options: rules.Options(), In: in, Side: game.Server, Seated: true, Seed: &seed,
	}, func() time.Time { return time.Unix(0, 0) })
	var names []string
	var seats []match.Seat
	for i := range span.Least {
		kind := strings.NewReplacer(
			"METHOD", []string{"setup", "request-pebble-or-trades", "request-cards", "win"}[rng.IntN(4)],
			"KIND", "bank-cannot-trade", "[:K]", ":2", "K", "1",
		).Replace(g.Players[rng.IntN(len(g.Players))].Name)
		names = append(names, fmt.Sprintf("p%d", i+1))
		player, err := live.Player(kind, names[i], seed+uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		w.Connect(i + 1)
		w.SignUp(i+1, i, names[i])
		seats = append(seats, match.Seat{Conn: i + 1, Player: match.NewBuiltin(player, i+1, w)})
	}
	referee, err := live.Referee(in, names)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := match.Play(t.Context(), referee, seats, match.Options{Recorder: w}); err != nil {
		t.Fatal(err)
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSeated: games among builtin players are clean, and two transcripts of one
// game are the same but for their times.
func TestSeated(t *testing.T) {
	for seed := range uint64(rounds(60, 500)) {
		text := seated(t, seed)
		if report := check(t, text); len(report.Findings) > 0 || !report.Whole {
			t.Errorf("seed %d: %+v\n%s", seed, report, around(text, report.Lines))
		}
		if seated(t, seed) != text {
			t.Errorf("seed %d: two transcripts of one game differ", seed)
		}
	}
}

// TestInterrupted: a transcript is clean up to wherever it ends, and says that it
// is not whole.
func TestInterrupted(t *testing.T) {
	server := ""
	for seed := uint64(0); len(server) < rounds(25_000, 100_000); seed++ {
		server, _ = record(t, seed, "")
	}
	lines := strings.SplitAfter(server, "\n")
	for n := 1; n < len(lines); n++ {
		report := check(t, strings.Join(lines[:n], ""))
		whole := strings.Contains(strings.Join(lines[:n], ""), `"kind":"result"`)
		if len(report.Findings) > 0 || report.Whole != whole {
			t.Fatalf("%d lines: %+v", n, report)
		}
		torn := check(t, strings.Join(lines[:n], "")+`{"ms":1`)
		if torn.Torn != n+1 || len(torn.Findings) > 0 {
			t.Fatalf("%d lines: %+v", n, torn)
		}
	}
}

// TestWrongServers: a server that breaks one clause is found out by its
// transcripts.
func TestWrongServers(t *testing.T) {
	g, _ := rulesOf(t, "")
	seen := 0
	for _, m := range g.Mutants {
		if !strings.Contains(fmt.Sprint(m.Tasks), "server") {
			continue
		}
		found := false
		for seed := uint64(0); seed < uint64(rounds(5, 25)) && !found; seed++ {
			server, _ := record(t, seed, m.ID)
			found = len(check(t, server).Findings) > 0
		}
		if found {
			seen++
		} else {
			t.Logf("%s (%s) shows in no transcript here", m.ID, m.Summary)
		}
	}
	if seen < 50 {
		t.Errorf("only %d wrong servers are found out", seen)
	}
}
