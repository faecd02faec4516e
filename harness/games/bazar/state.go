package bazar

import "slices"

// A table is what lies open before all players: the board with its tiles, and
// what is in force. Tiles of the market are on it before it enters (BZ-31).
type table struct {
	board      [squares + 1]tile // beyond the edge nothing ever lies
	inPlay     districtSet
	event      event    // in force, or noEvent
	discarded  []tile   // for good, in the order of elimination (BZ-57)
	eliminated []tile   // since somebody last looked, those that went to the market included
	marketed   []tile   // those of them that went to the market
	entries    []square // for the next tiles that go there, as their owners chose (BZ-56)
	misplaced  bool     // whether an entry was no free cell of the market
}

// A player is a guild with its coins and its tiles (BZ-03, BZ-04).
type player struct {
	guild guild
	coins int
	hand  []kind
	pile  []kind // top first
}

type phase uint8

const (
	starting phase = iota // BZ-07
	placing               // BZ-23
	over                  // BZ-75
)

var phaseNames = []string{"start", "players", "over"}

// A state is a whole game at one moment. Players are known by their seats.
type state struct {
	table
	round   int
	phase   phase
	players []player
	order   []int // seats: the first holds token 1
	turn    int   // how many players of the order have acted
	played  []event
	pile    []event // normal cards, top first
}

// active is the player to act.
func (s *state) active() *player { return &s.players[s.order[s.turn]] }

// seatOf is the seat of a guild, or -1.
func (s *state) seatOf(g guild) int {
	return slices.IndexFunc(s.players, func(p player) bool { return p.guild == g })
}

// guilds are the guilds of the players in the order of the round, which is the
// one that matters where a wrong program lets it decide.
func (s *state) guildsInOrder(memory []guild) []guild {
	for _, seat := range s.order {
		memory = append(memory, s.players[seat].guild)
	}
	return memory
}

// copyFrom makes s a copy of another state that shares no memory with it.
func (s *state) copyFrom(from *state) {
	players, order, played, pile := s.players, s.order, s.played, s.pile
	discarded, eliminated, marketed := s.discarded, s.eliminated, s.marketed
	*s = *from
	s.discarded = append(discarded[:0], from.discarded...)
	s.eliminated = append(eliminated[:0], from.eliminated...)
	s.marketed = append(marketed[:0], from.marketed...)
	s.order = append(order[:0], from.order...)
	s.played = append(played[:0], from.played...)
	s.pile = append(pile[:0], from.pile...)
	s.players = players[:0]
	for i := range from.players {
		p := from.players[i]
		var hand, rest []kind
		if i < cap(players) {
			hand, rest = players[:i+1][i].hand, players[:i+1][i].pile
		}
		p.hand, p.pile = append(hand[:0], p.hand...), append(rest[:0], p.pile...)
		s.players = append(s.players, p)
	}
}

// holds counts the tiles on the cells of a district.
func (t *table) holds(d district) int {
	n := 0
	for _, s := range cellsOf[d] {
		if t.board[s] != 0 {
			n++
		}
	}
	return n
}
