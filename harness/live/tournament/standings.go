package tournament

import (
	"cmp"
	"slices"
	"sort"
)

// A Game is one game that was played.
type Game struct {
	Number   int      `json:"game"`  // from 1
	Seats    []int    `json:"seats"` // entrants, from 0
	Winners  []int    `json:"winners"`
	Dropouts []int    `json:"dropouts"` // among them who did not even sign up
	Breaches []Breach `json:"breaches,omitempty"`
	NoGame   string   `json:"noGame,omitempty"` // why none was played
	Ends     []string `json:"ends,omitempty"`   // programs that ended badly, as seating.Outcome has it
}

// A Breach is what an entrant did against the rules.
type Breach struct {
	Entrant int    `json:"entrant"`
	Method  string `json:"method,omitempty"`
	Why     string `json:"why"`
	Clause  string `json:"clause,omitempty"`
	Message string `json:"message,omitempty"`
}

// A Standing is what an entrant has achieved.
type Standing struct {
	Entrant  int     `json:"entrant"` // from 0
	Name     string  `json:"name"`
	Games    int     `json:"games"`    // that were played
	Wins     int     `json:"wins"`     // alone
	Shared   int     `json:"shared"`   // with others
	Dropouts int     `json:"dropouts"` // and games that were not played for want of this one
	Score    float64 `json:"score"`    // 1 for a win, 1/n for one shared by n
	Share    float64 `json:"share"`    // of Score in Games
	Low      float64 `json:"low"`      // of its 95 % interval
	High     float64 `json:"high"`
	Rating   Rating  `json:"glicko2"`
	// Breaches are counted by clause and reason, the most frequent first.
	Breaches []Count `json:"breaches,omitempty"`
}

// A Count is how often something happened.
type Count struct {
	Clause string `json:"clause,omitempty"`
	Why    string `json:"why"`
	Count  int    `json:"count"`
}

// Standings rates the entrants by all games, the best rating first. So many
// games are one rating period.
func Standings(names []string, games []Game, period int) []Standing {
	table := make([]Standing, len(names))
	for i, name := range names {
		table[i] = Standing{Entrant: i, Name: name, Rating: unrated}
	}
	breaches := make([]map[Count]int, len(names))
	for part := range slices.Chunk(games, max(1, period)) {
		bouts := make([][]bout, len(names))
		for _, g := range part {
			for _, b := range g.Breaches {
				if breaches[b.Entrant] == nil {
					breaches[b.Entrant] = make(map[Count]int)
				}
				breaches[b.Entrant][Count{Clause: b.Clause, Why: b.Why}]++
			}
			for _, e := range g.Seats {
				table[e].count(&g)
				for _, other := range g.Seats {
					if score, met := g.between(e, other); met {
						bouts[e] = append(bouts[e], bout{table[other].Rating, score})
					}
				}
			}
		}
		for i, list := range bouts {
			table[i].Rating = table[i].Rating.after(list)
		}
	}
	for i := range table {
		s := &table[i]
		if s.Games > 0 {
			s.Share = s.Score / float64(s.Games)
		}
		s.Low, s.High = wilson(s.Share, s.Games)
		for c, n := range breaches[i] {
			c.Count = n
			s.Breaches = append(s.Breaches, c)
		}
		sort.Slice(s.Breaches, func(i, j int) bool {
			a, b := &s.Breaches[i], &s.Breaches[j]
			return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Clause, b.Clause), cmp.Compare(a.Why, b.Why)) < 0
		})
	}
	sort.SliceStable(table, func(i, j int) bool {
		a, b := &table[i], &table[j]
		return cmp.Or(cmp.Compare(b.Rating.Rating, a.Rating.Rating), cmp.Compare(b.Share, a.Share)) < 0
	})
	return table
}

// count adds a game. A game that was not played scores nobody.
func (s *Standing) count(g *Game) {
	if slices.Contains(g.Dropouts, s.Entrant) {
		s.Dropouts++
	}
	if g.NoGame != "" {
		return
	}
	s.Games++
	switch n := len(g.Winners); {
	case !slices.Contains(g.Winners, s.Entrant):
	case n == 1:
		s.Wins++
		s.Score++
	default:
		s.Shared++
		s.Score += 1 / float64(n)
	}
}

// between is what one entrant achieved against another in a game: winners beat
// all others and draw among themselves, and who stayed beats who dropped out.
// Two who merely stayed, or dropped out, have not settled anything, and neither
// has anybody in a game that was not played.
func (g *Game) between(e, other int) (score float64, met bool) {
	if e == other || g.NoGame != "" {
		return 0, false
	}
	a, b := g.rank(e), g.rank(other)
	switch {
	case a < b:
		return 1, true
	case a > b:
		return 0, true
	}
	return 0.5, a == won
}

// The ranks of a game.
const (
	won = iota
	stayed
	dropped
)

func (g *Game) rank(e int) int {
	switch {
	case slices.Contains(g.Winners, e):
		return won
	case slices.Contains(g.Dropouts, e):
		return dropped
	}
	return stayed
}
