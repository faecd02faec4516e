package tournament_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live/seating"
	"github.com/touchstone-harness/touchstone/harness/live/tournament"
)

// TestRound counts in full rounds: every entrant sits in every seat equally
// often, every two meet equally often, and games of one deal have the same
// players.
func TestRound(t *testing.T) {
	for _, c := range []struct{ entrants, seats, games int }{{2, 2, 2}, {4, 2, 12}, {5, 3, 30}, {4, 4, 4}, {3, 1, 3}, {40, 2, 1560}} {
		round, err := tournament.Round(c.entrants, c.seats)
		if err != nil {
			t.Fatal(err)
		}
		if len(round) != c.games {
			t.Errorf("%+v: %d games", c, len(round))
		}
		inSeat, met, dealt := map[[2]int]int{}, map[[2]int]int{}, map[int]int{}
		for _, p := range round {
			set := 0
			for seat, e := range p.Seats {
				inSeat[[2]int{e, seat}]++
				set |= 1 << e
				for _, other := range p.Seats {
					met[[2]int{e, other}]++
				}
			}
			if before, ok := dealt[p.Deal]; ok && before != set {
				t.Errorf("%+v: deal %d is of different players", c, p.Deal)
			}
			dealt[p.Deal] = set
		}
		for e := range c.entrants {
			for seat := range c.seats {
				if n := inSeat[[2]int{e, seat}]; n != inSeat[[2]int{0, 0}] {
					t.Errorf("%+v: player %d sits in seat %d %d times", c, e, seat, n)
				}
			}
			for other := range e {
				if n := met[[2]int{e, other}]; n != met[[2]int{0, 1}] {
					t.Errorf("%+v: players %d and %d meet %d times", c, e, other, n)
				}
			}
		}
	}
	for _, c := range [][2]int{{2, 3}, {2, 0}, {100, 6}} {
		if _, err := tournament.Round(c[0], c[1]); !isUsage(err) {
			t.Errorf("%v: %v, expected a usage error", c, err)
		}
	}
}

func isUsage(err error) bool {
	var usage *game.UsageError
	return errors.As(err, &usage)
}

// rules are those of the game that most of these tests play.
func rules(t *testing.T) game.Rules {
	t.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	r, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func of(t *testing.T, games int, players ...string) *tournament.Tournament {
	t.Helper()
	c := &tournament.Tournament{Live: rules(t).Live(), Games: games, Seats: 2, Seed: 11, Jobs: 1}
	for _, text := range players {
		e, err := seating.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Entrants = append(c.Entrants, e)
	}
	if err := c.Prepare(); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestRun has the same games on any number of workers, and after a resumption.
func TestRun(t *testing.T) {
	players := []string{"builtin:points", "builtin:size", "Ada=builtin:random", "builtin:cheat:bank-cannot-trade"}
	want, err := of(t, 60, players...).Run(context.Background())
	if err != nil || len(want) != 60 {
		t.Fatalf("%d games, %v", len(want), err)
	}
	cheated := 0
	for _, g := range want {
		for _, b := range g.Breaches {
			if b.Entrant != 3 || b.Clause != "BG-19" {
				t.Errorf("game %d: %+v", g.Number, b)
			}
			cheated++
		}
	}
	if cheated == 0 {
		t.Error("nobody cheated")
	}
	for _, jobs := range []int{2, 7} {
		c := of(t, 60, players...)
		c.Jobs = jobs
		if got, err := c.Run(context.Background()); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers: other games, %v", jobs, err)
		}
	}
	path := filepath.Join(t.TempDir(), "games.jsonl")
	c := of(t, 25, players...)
	header := tournament.NewHeader("bazaar", rules(t), c)
	record, done, err := tournament.Open(path, header, false)
	if err != nil || len(done) != 0 {
		t.Fatal(done, err)
	}
	c.Jobs, c.Keep = 3, record.Add
	if _, err := c.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := record.Close(); err != nil {
		t.Fatal(err)
	}
	tear(t, path)
	record, done, err = tournament.Open(path, header, true)
	if err != nil || len(done) != 24 {
		t.Fatalf("%d games, %v, expected the 24 that are whole", len(done), err)
	}
	c = of(t, 60, players...)
	c.Done, c.Keep = done, record.Add
	got, err := c.Run(context.Background())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("other games after a resumption, %v", err)
	}
	if err := record.Close(); err != nil {
		t.Fatal(err)
	}
	if _, done, err = tournament.Open(path, header, true); err != nil || !reflect.DeepEqual(done, want) {
		t.Errorf("%d games in the record, %v", len(done), err)
	}
	header.Seed++
	if _, _, err := tournament.Open(path, header, true); !isUsage(err) {
		t.Errorf("%v, expected that it is of another tournament", err)
	}
	if _, _, err := tournament.Open(path, header, false); !isUsage(err) {
		t.Errorf("%v, expected that it exists", err)
	}
}

// tear cuts the last line of a file in two.
func tear(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, text[:len(text)-9], 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestOpenBroken refuses lines that no tournament wrote.
func TestOpenBroken(t *testing.T) {
	c := of(t, 2, "builtin:points", "builtin:size")
	header := tournament.NewHeader("bazaar", rules(t), c)
	for _, line := range []string{
		`{`, `[]`, `{"game":"1"}`, `{"game":1,"seats":[0,2],"winners":[],"dropouts":[]}`, `{"game":0,"seats":[0,1],"winners":[],"dropouts":[]}`,
		`{"game":1,"seats":[0,1],"winners":[-1],"dropouts":[]}`, `{"game":1,"seats":[0,1],"winners":[],"dropouts":[7]}`,
		`{"game":1,"seats":[0,1],"winners":[],"dropouts":[],"breaches":[{"entrant":2,"why":"x"}]}`,
	} {
		path := filepath.Join(t.TempDir(), "games.jsonl")
		r, _, err := tournament.Open(path, header, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(text, line+"\n"...), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := tournament.Open(path, header, true); !isUsage(err) || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: %v, expected an error with the line", line, err)
		}
	}
}

// TestOpenLocked refuses a record that another run writes, and leaves it as it is.
func TestOpenLocked(t *testing.T) { synctest.Test(t, testOpenLocked) }

func testOpenLocked(t *testing.T) {
	header := tournament.NewHeader("bazaar", rules(t), of(t, 2, "builtin:points", "builtin:size"))
	path := filepath.Join(t.TempDir(), "games.jsonl")
	first, _, err := tournament.Open(path, header, false)
	if err != nil {
		t.Fatal(err)
	}
	first.Add(tournament.Game{Number: 1, Seats: []int{0, 1}})
	// As much of a line as a run may have written when another one looks.
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(`{"game":2,`); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := tournament.Open(path, header, true); !isUsage(err) || err.Error() != "record "+path+": another run is writing to it" {
		t.Errorf("two runs write one record: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the record was changed to %s (%v)", after, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, games, err := tournament.Open(path, header, true)
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games, %v, expected the one that is whole", len(games), err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}

// TestOpenNamed: the name of a record stands in errors as it is.
func TestOpenNamed(t *testing.T) {
	header := tournament.NewHeader("bazaar", rules(t), of(t, 2, "builtin:points", "builtin:size"))
	path := filepath.Join(t.TempDir(), "a%d.jsonl")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tournament.Open(path, header, false); !isUsage(err) || err.Error() != "record "+path+": it exists" {
		t.Errorf("%v, expected that %s exists", err, path)
	}
}

// TestAbsent has a program that says no name: both have played nothing, and it is
// told whose fault that is.
func TestAbsent(t *testing.T) {
	c := of(t, 2, "builtin:points", "exec:true")
	games, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	s := c.Standings(games)
	if s[0].Name != "builtin:points" || s[0].Games+s[1].Games != 0 || s[0].Rating != s[1].Rating || s[0].Dropouts != 0 || s[1].Dropouts != 2 ||
		len(s[1].Breaches) != 1 {
		t.Errorf("%+v", s)
	}
}

// TestNoProgram ends a tournament with a program that does not exist.
func TestNoProgram(t *testing.T) {
	if games, err := of(t, 4, "builtin:points", "exec:./no-such-program").Run(context.Background()); err == nil {
		t.Errorf("%d games, expected an error", len(games))
	}
}

// TestStandings ranks by hand-made games.
func TestStandings(t *testing.T) {
	games := []tournament.Game{
		{Number: 1, Seats: []int{0, 1}, Winners: []int{0}},
		{Number: 2, Seats: []int{1, 2}, Winners: []int{1, 2}},
		{Number: 3, Seats: []int{2, 0}, Winners: []int{0}, Dropouts: []int{2}, Breaches: []tournament.Breach{{Entrant: 2, Why: "w", Clause: "C"}}},
	}
	s := tournament.Standings([]string{"a", "b", "c"}, games, 3)
	if s[0].Entrant != 0 || s[0].Score != 2 || s[0].Low <= 0.3 || s[0].High != 1 {
		t.Errorf("%+v", s[0])
	}
	if b := s[2]; b.Entrant != 2 || b.Dropouts != 1 || b.Shared != 1 || len(b.Breaches) != 1 || b.Breaches[0] != (tournament.Count{Clause: "C", Why: "w", Count: 1}) {
		t.Errorf("%+v", b)
	}
	if s[1].Score != 0.5 || s[2].Score != 0.5 || math.Abs(s[1].Share-0.25) > 1e-9 {
		t.Errorf("%+v", s[1:])
	}
}

// BenchmarkTournament plays games among builtin players on one worker.
func BenchmarkTournament(b *testing.B) {
	g, err := games.Named("bazaar")
	if err != nil {
		b.Fatal(err)
	}
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		b.Fatal(err)
	}
	c := &tournament.Tournament{Live: rules.Live(), Games: b.N, Seats: 2, Seed: 1, Jobs: 1}
	for _, what := range []string{"points", "size", "random"} {
		c.Entrants = append(c.Entrants, seating.Entrant{Kind: seating.Builtin, What: what})
	}
	if err := c.Prepare(); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	if _, err := c.Run(b.Context()); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
