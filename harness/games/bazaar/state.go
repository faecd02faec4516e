package bazaar

// A phase says whose decision is awaited in a State.
type phase uint8

const (
	pebbleOrTrades phase = iota // the active player's first reply
	buyCards                    // its second
	over
)

var phaseNames = [...]string{"pebble-or-trades", "cards", "over"}

// A player is one seat of the table.
type player struct {
	name    string
	seat    int // its place in the list at the beginning
	wallet  bag
	score   natural
	cards   []card // those brought along and those bought (BG-57), the newest first
	hasCard bool   // the value had the key "cards", which a Player may leave out

	written []colour // the wallet as written, with wallet_tie = "list"
	bought  int      // how many of cards were bought during this game
}

// A table is what a referee keeps: a Game with names, equations, drop-outs and
// the phase. The first player is the active one (BG-11).
type table struct {
	equations []equation
	bank      bag
	visibles  []card
	hidden    []card // the front is the first, the bottom the last
	players   []player
	dropouts  []string // in order of elimination
	phase     phase
}

// total is the number of pebbles on the table.
func (t *table) total() int {
	n := t.bank.size()
	for i := range t.players {
		n += t.players[i].wallet.size()
	}
	return n
}
