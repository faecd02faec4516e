package tournament

import (
	"fmt"
	"math/rand/v2"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// roundMax bounds the games of one round: what a schedule holds in memory, and
// more than anybody waits for.
const roundMax = 100_000

// A Pairing is one game of a round.
type Pairing struct {
	Seats []int // entrants, from 0, in the order of their seats
	Deal  int   // pairings with the same deal play the same game
}

// Round is a full round: every set of so many entrants meets once in each
// rotation of its seats, so that everybody sits in every seat equally often;
// the rotations play the same game, so that nobody is favoured by it. The error
// is a *game.UsageError.
func Round(entrants, seats int) ([]Pairing, error) {
	if seats < 1 {
		return nil, &game.UsageError{Message: fmt.Sprintf("a table has %s, expected at least 1", text.Count(seats, "seat"))}
	}
	if seats > entrants {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("a table of %s needs at least %s, found %d", text.Count(seats, "seat"), text.Count(seats, "player"), entrants),
			Hint:    "name more players with --player, or seat fewer with --seats",
		}
	}
	var round []Pairing
	chosen := make([]int, 0, seats)
	deal := 0
	var choose func(from int) bool
	choose = func(from int) bool {
		if len(chosen) == seats {
			for first := range seats {
				p := Pairing{Deal: deal}
				for i := range seats {
					p.Seats = append(p.Seats, chosen[(first+i)%seats])
				}
				round = append(round, p)
			}
			deal++
			return len(round) <= roundMax
		}
		for e := from; e <= entrants-(seats-len(chosen)); e++ {
			chosen = append(chosen, e)
			if !choose(e + 1) {
				return false
			}
			chosen = chosen[:len(chosen)-1]
		}
		return true
	}
	if !choose(0) {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("a round of %d players at tables of %d has more than %d games", entrants, seats, roundMax),
			Hint:    "use fewer players, or --seats 2",
		}
	}
	return round, nil
}

// A schedule is a number of games: round after round, each in an order of its
// own, so that a tournament that ends early has not favoured anybody.
type schedule struct {
	round []Pairing
	seed  uint64
	deals int // of a round

	number int   // of the round that order is of
	order  []int // of its pairings
}

func newSchedule(round []Pairing, seed uint64) *schedule {
	return &schedule{round: round, seed: seed, deals: round[len(round)-1].Deal + 1, number: -1}
}

// Streams of random numbers that are drawn from one seed.
const (
	orderStream = 1 << 62 // + the number of a round
	dealStream  = 1 << 61 // + the number of a deal
)

// game is the pairing of a game, with a deal that counts through all rounds.
// Games are asked for in rising order.
func (s *schedule) game(i int) Pairing {
	if n := i / len(s.round); n != s.number {
		s.number = n
		s.order = rand.New(rand.NewPCG(s.seed, orderStream+uint64(n))).Perm(len(s.round))
	}
	p := s.round[s.order[i%len(s.round)]]
	p.Deal += s.number * s.deals
	return p
}

// draws are the random numbers of a deal: the same ones for all its games.
func draws(seed uint64, deal int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, dealStream+uint64(deal)))
}
