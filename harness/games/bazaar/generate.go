package bazaar

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
)

// Generate makes one valid input of a task. It leans towards where
// implementations differ: ties (equal and nearly equal cards), empty banks,
// last cards, wallets that can just pay, requests that are just illegal.
func (r *rules) Generate(task string, rng *rand.Rand, size int) []jsontext.Value {
	m := newMaker(r.right, rng, size)
	switch task {
	case "equations":
		wallet, bank := m.twoBags()
		return game.Inputs(m.equationsText(m.equations(m.UpTo(m.rules.equationsMax))), m.bagText(wallet), m.bagText(bank))
	case "turn":
		t := m.table()
		if len(t.players) == 0 {
			t.players = []player{{hasCard: m.Chance(2)}}
		}
		return game.Inputs(m.gameText(t))
	case "strategy":
		t := m.seated()
		return game.Inputs(m.equationsText(t.equations), m.turnText(t), m.policyText())
	case "rules":
		t := m.seated()
		return game.Inputs(m.equationsText(t.equations), m.exchangesText(m.exchangeList(t)), m.turnText(t))
	case "games":
		return m.gameWithActors()
	case "server", "clients":
		return m.pair(task == "server")
	case "player":
		return m.seatedPair()
	case "move":
		t := m.state()
		return game.Inputs(m.stateText(t), m.requestText(m.request(t)))
	case "play":
		return m.playInput()
	case "view":
		t := m.seatedState()
		return game.Inputs(m.stateText(t), strconv.AppendInt(nil, int64(m.IntN(len(t.players))), 10))
	case "score":
		return game.Inputs(m.stateText(m.state()))
	case "setup":
		n := m.rules.playersMin + m.IntN(m.rules.playersMax-m.rules.playersMin+1)
		return game.Inputs(
			appendList(nil, m.names(n), appendQuoted),
			m.equationsText(m.equations(m.rules.equationsMax)),
			appendList(nil, m.cards(m.rules.cardsMax), m.appendCard))
	}
	return nil
}

// A maker makes random pieces for one input.
type maker struct {
	game.Draw
	rules *rules
}

func newMaker(r *rules, rng *rand.Rand, size int) *maker {
	m := &maker{Draw: game.NewDraw(rng, size), rules: r}
	m.Least = 2
	return m
}

// bag is a bag of n pebbles, often of few colours.
func (m *maker) bag(n int) bag {
	palette := 1 + m.IntN(int(colours))
	first := m.IntN(int(colours))
	var b bag
	for range n {
		b += colour((first + m.IntN(palette)) % int(colours)).one()
	}
	return b
}

// twoBags is a wallet and a bank for tasks that do not add them up.
func (m *maker) twoBags() (wallet, bank bag) {
	return m.bag(m.UpTo(m.rules.pebblesMax)), m.bag(m.UpTo(m.rules.pebblesMax))
}

// equations is a list of n different equations, or of as many as can be found.
func (m *maker) equations(n int) []equation {
	var list []equation
	for tries := 0; len(list) < n && tries < 100*(n+1); tries++ {
		x := m.exchange()
		if !slices.ContainsFunc(list, func(e equation) bool { return e.same(x) }) {
			list = append(list, equation{exchange: x})
		}
	}
	return list
}

// exchange is any valid equation with a direction.
func (m *maker) exchange() exchange {
	order := m.Perm(int(colours))
	split := 1 + m.IntN(int(colours)-1)
	side := func(from []int) bag {
		var b bag
		for range 1 + m.IntN(min(m.rules.sideMax, m.rules.pebblesMax)) {
			b += colour(from[m.IntN(len(from))]).one()
		}
		return b
	}
	return exchange{side(order[:split]), side(order[split:])}
}

// cards is a list of n cards with many equal and nearly equal ones.
func (m *maker) cards(n int) []card {
	list := make([]card, 0, n)
	for len(list) < n {
		k := newCard(m.bag(pebblesOnCard), m.Chance(2))
		if len(list) > 0 && m.Chance(3) {
			k = list[m.IntN(len(list))]
			if m.Chance(2) {
				k ^= faceBit
			}
		}
		list = append(list, k)
	}
	return list
}

// names is a list of n different names whose sorted order is not the given one.
func (m *maker) names(n int) []string {
	pool := []string{"Ada", "bob", "Cyd", "dan", "Eve", "fay", "Gus", "hal", "Ivy", "9lives", "Zoe", "a", "B"}
	m.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	return pool[:n]
}

// scoreNear is a score, often just below what ends the game.
func (m *maker) scoreNear() int {
	most := m.rules.winningScore
	if m.rules.scoreLimit > 0 {
		most = min(most, m.rules.scoreLimit)
	}
	n := m.IntN(most)
	if m.Chance(3) {
		n = max(0, most-1-m.IntN(4))
	}
	if m.Chance(25) && m.rules.scoreLimit == 0 {
		n = most + m.IntN(9)
	}
	return n
}

// table is a Game with equations, of good integrity.
func (m *maker) table() *table {
	t := &table{equations: m.equations(m.UpTo(m.rules.equationsMax))}
	all := m.cards(m.UpTo(m.rules.cardsMax))
	if m.Chance(4) { // the last cards
		all = all[:min(len(all), m.IntN(m.rules.visibleMax+2))]
	}
	visible := min(len(all), m.rules.visibleMax)
	t.visibles, t.hidden = all[:visible:visible], all[visible:]
	budget := m.rules.pebblesMax
	for range m.UpTo(m.rules.playersMax) {
		p := player{hasCard: m.Chance(2), score: natural{n: m.scoreNear()}}
		p.wallet = m.wallet(t, min(budget, m.UpTo(budget)))
		budget -= p.wallet.size()
		if p.hasCard {
			p.cards = m.cards(min(m.rules.cardsMax, m.IntN(4)))
		}
		if len(t.players) > 0 {
			// Inputs of the course have the key for all players, or for none.
			if p.hasCard = t.players[0].hasCard; !p.hasCard {
				p.cards = nil
			}
		}
		t.players = append(t.players, p)
	}
	if !m.Chance(5) { // else an empty bank
		t.bank = m.bag(min(budget, m.UpTo(budget)))
	}
	return t
}

// wallet is a wallet of at most n pebbles, often one that can just pay for
// some visible cards or give the sides of some equations.
func (m *maker) wallet(t *table, n int) bag {
	var b bag
	for m.Chance(2) && len(t.visibles) > 0 {
		b += t.visibles[m.IntN(len(t.visibles))].pebbles()
	}
	for m.Chance(2) && len(t.equations) > 0 {
		x := t.equations[m.IntN(len(t.equations))]
		b += x.give
	}
	if b.size() > n {
		return m.bag(n)
	}
	return b + m.bag(min(n-b.size(), m.IntN(8)))
}

// seated is a table with at least one player.
func (m *maker) seated() *table {
	for {
		if t := m.table(); len(t.players) > 0 {
			return t
		}
	}
}

// state is a table with what a State has besides.
func (m *maker) state() *table {
	t := m.table()
	drop := m.IntN(max(1, m.rules.playersMax-len(t.players)+1))
	if !m.Chance(3) {
		drop = 0
	}
	names := m.names(len(t.players) + drop)
	for i := range t.players {
		t.players[i].name = names[i]
		t.players[i].hasCard = true
	}
	t.dropouts = names[len(t.players):]
	t.phase = pebbleOrTrades
	if m.Chance(2) {
		t.phase = buyCards
	}
	if m.rules.end(t) != "" {
		t.phase = over
	}
	return t
}

func (m *maker) seatedState() *table {
	for {
		if t := m.state(); len(t.players) > 0 {
			return t
		}
	}
}

// exchangeList is a list for the active player: mostly legal, sometimes spoilt
// in one place.
func (m *maker) exchangeList(t *table) []exchange {
	wallet, bank := t.players[0].wallet, t.bank
	var list []exchange
	for range m.UpTo(8) {
		if x, ok := m.usable(t.equations, wallet, bank); ok {
			wallet, bank = wallet-x.give+x.get, bank-x.get+x.give
			list = append(list, x)
		}
	}
	if m.Chance(3) {
		spoilt := m.exchange()
		if len(t.equations) > 0 && !m.Chance(4) {
			spoilt = t.equations[m.IntN(len(t.equations))].exchange
			if m.Chance(2) {
				spoilt = spoilt.flipped()
			}
		}
		list = slices.Insert(list, m.IntN(len(list)+1), spoilt)
	}
	return list
}

// usable is some equation that can be used in some direction.
func (m *maker) usable(given []equation, wallet, bank bag) (exchange, bool) {
	for _, i := range m.Perm(len(given)) {
		x := given[i].exchange
		if m.Chance(2) {
			x = x.flipped()
		}
		if x.usable(wallet, bank) {
			return x, true
		}
		if x = x.flipped(); x.usable(wallet, bank) {
			return x, true
		}
	}
	return exchange{}, false
}

// purchase is a list of cards for the active player: mostly legal, sometimes
// one too many.
func (m *maker) purchase(t *table) []card {
	wallet := t.players[0].wallet
	var list []card
	for _, i := range m.Perm(len(t.visibles)) {
		if k := t.visibles[i]; wallet.contains(k.pebbles()) && !m.Chance(4) {
			wallet -= k.pebbles()
			list = append(list, k)
		}
	}
	if m.Chance(3) {
		k := m.cards(1)[0]
		if len(t.visibles) > 0 && !m.Chance(3) {
			k = t.visibles[m.IntN(len(t.visibles))]
		}
		list = slices.Insert(list, m.IntN(len(list)+1), k)
	}
	return list[:min(len(list), m.rules.cardsMax)]
}

// request is a decision of the active player that mostly fits the phase.
func (m *maker) request(t *table) request {
	if len(t.players) == 0 {
		return request{pebble: m.Chance(2)}
	}
	first := t.phase == pebbleOrTrades
	if m.Chance(12) {
		first = !first
	}
	switch {
	case !first:
		return request{cards: m.purchase(t)}
	case m.Chance(3):
		return m.pebbleRequest(t)
	}
	return request{exchanges: m.exchangeList(t)}
}

// pebbleRequest asks for a pebble, and where draws are recorded mostly says which
// one came: mostly one that the bank has.
func (m *maker) pebbleRequest(t *table) request {
	q := request{pebble: true}
	if !m.rules.recordedDraws || m.Chance(4) {
		return q
	}
	q.recorded = true
	held := !m.Chance(3)
	for _, k := range m.Perm(int(colours)) {
		if q.drawn = colour(k); t.bank.count(q.drawn) > 0 == held {
			break
		}
	}
	return q
}

// playInput is a State with requests that follow the game they make.
func (m *maker) playInput() []jsontext.Value {
	t := m.state()
	list := game.Inputs(m.stateText(t))
	for range m.UpTo(24) {
		q := m.request(t)
		list = append(list, m.requestText(q))
		if c := m.rules.move(t, &q); c != legal && c != gameOver {
			m.rules.eliminate(t)
		}
		if t.phase == over && !m.Chance(3) {
			break
		}
	}
	return list
}

// gameWithActors is the input of task games: mostly a game near its beginning,
// among actors of whom some misbehave.
func (m *maker) gameWithActors() []jsontext.Value {
	t := m.table()
	m.shortenDisplay(t)
	actors, _ := m.actorsText(m.names(len(t.players)))
	list := game.Inputs(actors, m.equationsText(t.equations), m.gameText(t))
	return append(list, m.bonusText()...)
}

// shortenDisplay takes visible cards away now and then while others are hidden,
// which a game that is to be played may lack (BG-35).
func (m *maker) shortenDisplay(t *table) {
	if n := len(t.visibles); len(t.hidden) > 0 && m.Chance(6) {
		t.visibles = t.visibles[:m.IntN(n)]
	}
}

// bonusText is now and then the name of a bonus, else no value.
func (m *maker) bonusText() []jsontext.Value {
	if n := len(m.rules.bonuses); n > 0 && m.Chance(3) {
		return game.Inputs(appendQuoted(nil, m.rules.bonuses[m.IntN(n)].name))
	}
	return nil
}

// actorsText has actors of whom some misbehave, and the names of those that fail
// in a method.
func (m *maker) actorsText(names []string) (cast []byte, failing []string) {
	cast = []byte{'['}
	for i, name := range names {
		if i > 0 {
			cast = append(cast, ',')
		}
		cast = append(cast, '[')
		cast = appendQuoted(cast, name)
		cast = append(cast, ',')
		cast = append(cast, m.policyText()...)
		switch m.IntN(6) {
		case 0:
			failing = append(failing, name)
			cast = append(cast, ',')
			cast = appendQuoted(cast, methodNames[m.IntN(len(methodNames))])
			if m.Chance(2) {
				cast = append(cast, ',')
				cast = strconv.AppendInt(cast, int64(1+m.IntN(loopsMax)), 10)
			}
		case 1, 2:
			cast = append(cast, `,"a cheat",`...)
			cast = appendQuoted(cast, cheatNames[m.IntN(len(cheatNames))])
		}
		cast = append(cast, ']')
	}
	return append(cast, ']'), failing
}

// seatedPair is the input of a case for a player: as many actors that keep to the rules as
// the game has players.
func (m *maker) seatedPair() []jsontext.Value {
	t := m.table()
	for len(t.players) < m.rules.playersMin {
		t.players = append(t.players, player{score: natural{n: m.scoreNear()}})
	}
	m.shortenDisplay(t)
	for i := range t.players {
		t.players[i].hasCard = true // as all inputs of the course have it (11.1)
	}
	cast := []byte{'['}
	for i, name := range m.names(len(t.players)) {
		if i > 0 {
			cast = append(cast, ',')
		}
		cast = append(appendQuoted(append(cast, '['), name), ',')
		cast = append(append(cast, m.policyText()...), ']')
	}
	list := game.Inputs(append(cast, ']'), []byte("[]"), m.equationsText(t.equations), m.gameText(t))
	return append(list, m.bonusText()...)
}

// pair is the input of a live case: mostly as many clients as the Game has
// players. With tricks there is now and then a client of chapter 11's own among
// them, which only instructors' programs of clients have.
func (m *maker) pair(tricks bool) []jsontext.Value {
	t := m.table()
	if len(t.players) < m.rules.playersMin && !m.Chance(4) {
		for len(t.players) < m.rules.playersMin {
			t.players = append(t.players, player{score: natural{n: m.scoreNear()}})
		}
	}
	m.shortenDisplay(t)
	n := len(t.players)
	var guests []string
	for i := range t.players {
		t.players[i].hasCard = true // as all inputs of the course have it (11.1)
	}
	if tricks && n > 0 && m.Chance(5) {
		n--
		guests = append(guests, `"`+sendsNameOnly+`"`)
	}
	if m.Chance(12) {
		n = m.IntN(m.rules.playersMax + 1)
	}
	if tricks && m.Chance(12) {
		guests = append(guests, `"`+specialNames[m.IntN(len(specialNames))]+`"`)
	}
	names := m.names(n)
	if tricks && n > 0 && m.Chance(3) {
		names[m.IntN(n)] = trickNames[1+m.IntN(len(trickNames)-1)]
	}
	actors, failing := m.actorsText(names)
	if n > 0 && m.Chance(3) {
		// What every value may suffer, or the reply with which an actor fails: of
		// others the rules would not know whether their client is out.
		hows := []string{"dribble=1s", "pad", "split", "escaped"}
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(failing, name) })
		if len(names) == 0 || len(failing) > 0 && !m.Chance(4) {
			names = failing
			hows = []string{"reset", "half", "never", "shape", "garbage", "late=5s", "cut"}
			if m.rules.live.closedIsPebble {
				hows = hows[2:] // of these two Q7 may make a request for a pebble
			}
		}
		guests = append(guests, fmt.Sprintf(`{"as":%q,"how":%q}`, names[m.IntN(len(names))], hows[m.IntN(len(hows))]))
	}
	if m.Chance(6) {
		texts := []string{"", `"Ada`, "[]", "12 ", `"a b"`, "Ada", "{", `"AdaAdaAdaAdaAdaAdaAda"`}
		guests = append(guests, fmt.Sprintf(`{"send":%q,"then":%q}`, texts[m.IntN(len(texts))], guest.Leavings[m.IntN(len(guest.Leavings))]))
	}
	m.Shuffle(len(guests), func(i, j int) { guests[i], guests[j] = guests[j], guests[i] })
	list := game.Inputs(actors, []byte("["+strings.Join(guests, ",")+"]"), m.equationsText(t.equations), m.gameText(t))
	return append(list, m.bonusText()...)
}

// appendList writes an array of anything that can be appended.
func appendList[T any](out []byte, list []T, element func([]byte, T) []byte) []byte {
	out = append(out, '[')
	for i, e := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = element(out, e)
	}
	return append(out, ']')
}

// appendQuoted writes a string that needs no escapes.
func appendQuoted(out []byte, s string) []byte { return append(append(append(out, '"'), s...), '"') }

// The text functions write values with pebbles in random order, because the
// order of a bag means nothing and a program may wrongly depend on it.

// The room for a value, which most need: suites are generated by the ten thousand.
const (
	listBytes  = 256 // of exchanges, or of equations
	tableBytes = 1 << 10
)

func (m *maker) appendBag(out []byte, b bag) []byte {
	list := make([]colour, 0, b.size())
	for c := range colours {
		for range b.count(c) {
			list = append(list, c)
		}
	}
	m.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return appendList(out, list, func(out []byte, c colour) []byte { return appendQuoted(out, colourNames[c]) })
}

func (m *maker) bagText(b bag) []byte { return m.appendBag(nil, b) }

func (m *maker) appendExchange(out []byte, x exchange) []byte {
	out = append(out, '[')
	out = m.appendBag(out, x.give)
	out = append(out, ',')
	out = m.appendBag(out, x.get)
	return append(out, ']')
}

func (m *maker) exchangesText(list []exchange) []byte {
	return appendList(make([]byte, 0, listBytes), list, m.appendExchange)
}

func (m *maker) equationsText(list []equation) []byte {
	return appendList(make([]byte, 0, listBytes), list, func(out []byte, e equation) []byte { return m.appendExchange(out, e.exchange) })
}

func (m *maker) appendCard(out []byte, k card) []byte {
	out = append(out, `{"pebbles":`...)
	out = m.appendBag(out, k.pebbles())
	out = append(out, `,"face?":`...)
	out = strconv.AppendBool(out, k.face())
	return append(out, '}')
}

func (m *maker) appendPlayer(out []byte, p player) []byte {
	out = append(out, '{')
	if p.name != "" {
		out = append(out, `"name":`...)
		out = appendQuoted(out, p.name)
		out = append(out, ',')
	}
	out = append(out, `"wallet":`...)
	out = m.appendBag(out, p.wallet)
	out = append(out, `,"score":`...)
	out = p.score.appendTo(out)
	if p.hasCard {
		out = append(out, `,"cards":`...)
		out = appendList(out, p.cards, m.appendCard)
	}
	return append(out, '}')
}

func (m *maker) appendTable(out []byte, t *table) []byte {
	out = append(out, `"bank":`...)
	out = m.appendBag(out, t.bank)
	out = append(out, `,"visibles":`...)
	out = appendList(out, t.visibles, m.appendCard)
	out = append(out, `,"cards":`...)
	out = appendList(out, t.hidden, m.appendCard)
	out = append(out, `,"players":`...)
	return appendList(out, t.players, m.appendPlayer)
}

func (m *maker) gameText(t *table) []byte {
	return append(m.appendTable(append(make([]byte, 0, tableBytes), '{'), t), '}')
}

func (m *maker) turnText(t *table) []byte {
	out := append(make([]byte, 0, tableBytes), `{"bank":`...)
	out = m.appendBag(out, t.bank)
	out = append(out, `,"cards":`...)
	out = appendList(out, t.visibles, m.appendCard)
	out = append(out, `,"active":`...)
	out = m.appendPlayer(out, t.players[0])
	out = append(out, `,"scores":[`...)
	for i := 1; i < len(t.players); i++ {
		if i > 1 {
			out = append(out, ',')
		}
		out = t.players[i].score.appendTo(out)
	}
	return append(out, "]}"...)
}

func (m *maker) stateText(t *table) []byte {
	out := append(make([]byte, 0, 2*tableBytes), `{"equations":`...)
	out = append(out, m.equationsText(t.equations)...)
	out = append(out, ',')
	out = m.appendTable(out, t)
	out = append(out, `,"dropouts":`...)
	out = appendList(out, t.dropouts, appendQuoted)
	out = append(out, `,"phase":`...)
	out = appendQuoted(out, phaseNames[t.phase])
	return append(out, '}')
}

func (m *maker) requestText(q request) []byte {
	switch {
	case q.recorded:
		return append(appendQuoted([]byte(`{"draw":`), colourNames[q.drawn]), '}')
	case q.pebble:
		return []byte("false")
	case len(q.cards) > 0:
		return appendList(nil, q.cards, m.appendCard)
	}
	return m.exchangesText(q.exchanges)
}

func (m *maker) policyText() []byte {
	return appendQuoted(nil, policyNames[m.IntN(len(policyNames))])
}
