// Package tournament lets entrants meet in many games, side by side, and ranks
// them.
package tournament

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/seating"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

const (
	// GamesMax bounds a tournament, whose games are kept in memory.
	GamesMax = 1_000_000
	// periodGames is how often everybody should play in one rating period;
	// Glicko-2 works best with 10 to 15 games.
	periodGames = 10
)

// A Tournament is what is to be played.
type Tournament struct {
	Live      game.Live
	Entrants  []seating.Entrant
	Seats     int // at each game
	Games     int
	Seed      uint64           // of all that is drawn
	In        []jsontext.Value // how all games begin; nil: each is dealt
	Isolation subject.Isolation
	Read      []string // files and folders that programs see, too
	Waits     seating.Waits
	Jobs      int // games side by side

	Done []Game         // from an earlier run, not to be played again
	Keep func(Game)     // is given each game when it has ended, one at a time
	Tell func(done int) // is told how many games have ended, one at a time

	round []Pairing
}

// RoundGames is how many games a round has, so that all have met equally often
// after a multiple of it.
func (t *Tournament) RoundGames() int { return len(t.round) }

// Prepare checks what is to be played. The error is a *game.UsageError.
func (t *Tournament) Prepare() error {
	if t.Games < 1 || t.Games > GamesMax {
		return &game.UsageError{Message: fmt.Sprintf("%d games, expected 1 to %d", t.Games, GamesMax)}
	}
	var err error
	if t.round, err = Round(len(t.Entrants), t.Seats); err != nil {
		return err
	}
	if t.In == nil {
		_, err = t.Live.Deal(draws(t.Seed, 0), t.Seats)
	}
	return err
}

// Run plays all games that are not done, and returns all in their order. When
// the context ends, the games are those that had ended, and the error is its
// cause. An entrant that cannot be had at all ends everything: it would lose
// each game for no fault of its play.
func (t *Tournament) Run(ctx context.Context) ([]Game, error) {
	games := make([]*Game, t.Games)
	done := 0
	for i := range t.Done {
		if n := t.Done[i].Number; n >= 1 && n <= t.Games && games[n-1] == nil {
			games[n-1] = &t.Done[i]
			done++
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type due struct {
		number  int
		pairing Pairing
	}
	queue := make(chan due)
	var mu sync.Mutex // of games, done and the callbacks
	var workers sync.WaitGroup
	for range max(1, t.Jobs) {
		workers.Go(func() {
			for d := range queue {
				g, err := t.play(ctx, d.number, d.pairing)
				if err != nil {
					cancel(err)
					continue
				}
				mu.Lock()
				games[d.number-1] = g
				done++
				if t.Keep != nil {
					t.Keep(*g)
				}
				if t.Tell != nil {
					t.Tell(done)
				}
				mu.Unlock()
			}
		})
	}
	s := newSchedule(t.round, t.Seed)
	for i := 0; i < t.Games && ctx.Err() == nil; i++ {
		if p := s.game(i); games[i] == nil {
			select {
			case queue <- due{i + 1, p}:
			case <-ctx.Done():
			}
		}
	}
	close(queue)
	workers.Wait()
	var all []Game
	for _, g := range games {
		if g != nil {
			all = append(all, *g)
		}
	}
	return all, context.Cause(ctx)
}

// Table is that of one game, numbered from 1, by which it can be played alone.
// The tournament is prepared.
func (t *Tournament) Table(number int) (*seating.Table, error) {
	return t.table(number, newSchedule(t.round, t.Seed).game(number-1))
}

func (t *Tournament) table(number int, p Pairing) (*seating.Table, error) {
	in := t.In
	if in == nil {
		var err error
		if in, err = t.Live.Deal(draws(t.Seed, p.Deal), len(p.Seats)); err != nil {
			return nil, err
		}
	}
	chance := rand.New(rand.NewPCG(t.Seed, uint64(number)))
	one := &seating.Table{Live: t.Live, In: in, Isolation: t.Isolation, Read: t.Read, Waits: t.Waits}
	for _, e := range p.Seats {
		one.Entrants = append(one.Entrants, t.Entrants[e])
		one.Seeds = append(one.Seeds, chance.Uint64())
	}
	return one, nil
}

// endBytesMax bounds the last line of a program in a record.
const endBytesMax = 300

// play plays one game.
func (t *Tournament) play(ctx context.Context, number int, p Pairing) (*Game, error) {
	table, err := t.table(number, p)
	if err != nil {
		return nil, err
	}
	o, err := table.Play(ctx)
	if err != nil {
		return nil, err
	}
	g := &Game{Number: number, Seats: p.Seats, Winners: []int{}, Dropouts: []int{}}
	for _, end := range o.Ends {
		g.Ends = append(g.Ends, text.Shorten(text.Visible(end), endBytesMax))
	}
	if o.NoGame != nil {
		e := p.Seats[o.Absent]
		g.NoGame, g.Dropouts = o.NoGame.Why, []int{e}
		g.Breaches = []Breach{{Entrant: e, Why: "no sign-up", Clause: o.NoGame.Clause, Message: o.NoGame.Why}}
		return g, nil
	}
	winners, dropouts, err := game.ReadOutcome(o.Values)
	if err != nil {
		return nil, err
	}
	for i, name := range o.Names {
		if slices.Contains(winners, name) {
			g.Winners = append(g.Winners, p.Seats[i])
		}
		if slices.Contains(dropouts, name) {
			g.Dropouts = append(g.Dropouts, p.Seats[i])
		}
	}
	for _, b := range o.Breaches {
		g.Breaches = append(g.Breaches, Breach{p.Seats[b.Seat], b.Method, b.Why, b.Clause, b.Message})
	}
	return g, nil
}

// Standings ranks the entrants by these games.
func (t *Tournament) Standings(games []Game) []Standing {
	names, times := make([]string, len(t.Entrants)), map[string]int{}
	for i, e := range t.Entrants {
		if names[i] = e.Name; e.Name == "" {
			names[i] = e.String()
		}
		times[names[i]]++
	}
	numbers := map[string]int{}
	for i, name := range names {
		if times[name] > 1 {
			numbers[name]++
			names[i] = fmt.Sprintf("%s #%d", name, numbers[name])
		}
	}
	// Each plays so many games in a round.
	each := max(1, len(t.round)*t.Seats/len(t.Entrants))
	rounds := (periodGames + each - 1) / each
	return Standings(names, games, rounds*len(t.round))
}
