package ubar

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// The ranges of chapter 4.
const (
	coinsRange = 9999 // far more than a game brings
	someMax    = 99   // of a good that a request names
	skipMax    = 99   // the highest number of a step that can be written
	dumpsMax   = 99
	holdMax    = 20
)

// A decoder reads the values of chapter 4 from text whose syntax has been
// checked, and refuses what is not valid. It keeps its memory from case to case:
// what it returns is valid until the next reset.
type decoder struct {
	cursor.Cursor
	rules  *rules // that say what is valid
	seen   uint64 // the tiles that the value has named, by number (UB-01)
	states state  // the one that is being read
	places statePlaces
	placed []placed
	dumped []goods
}

func newDecoder(r *rules) *decoder { return &decoder{rules: r.right} }

// read decodes one input value with the method given.
func (d *decoder) read(in []jsontext.Value, i int, decode func()) error {
	d.Cursor.Reset(in[i])
	d.seen = 0
	decode()
	if e := d.Err(); e != nil {
		return &game.Invalid{Value: i, Offset: e.Offset, Message: e.Message, Clause: e.Clause}
	}
	return nil
}

// reset forgets the values of the last case.
func (d *decoder) reset() {
	d.placed = d.placed[:0]
	d.dumped = d.dumped[:0]
}

// object reads an object that has exactly these keys, in any order. Field reads
// the value of the key with that index. That no key stands twice is a matter of
// syntax.
func (d *decoder) object(what string, keys []string, field func(i int)) {
	at := d.Offset()
	seen, next := 0, 0
	for d.Object(what); d.More(); {
		keyAt := d.Offset()
		key := d.Key()
		i := next // keys mostly come in the order in which they are written
		if i >= len(keys) || keys[i] != string(key) {
			i = slices.IndexFunc(keys, func(known string) bool { return known == string(key) })
		}
		if i < 0 {
			d.Fail(keyAt, "", "unknown key %q in %s%s", key, what, game.DidYouMean(key, keys))
			return
		}
		seen |= 1 << i
		next = i + 1
		field(i)
	}
	for i, key := range keys {
		if seen&(1<<i) == 0 {
			d.Fail(at, "", "the key %q is missing in %s", key, what)
		}
	}
}

// word reads one of the words and returns its index.
func (d *decoder) word(what string, words []string) int {
	text := d.String(what)
	for i, w := range words {
		if string(text) == w {
			return i
		}
	}
	if d.Err() == nil {
		d.Rejected(what)
	}
	return 0
}

func (d *decoder) null() {
	if d.Kind() != 'n' {
		d.Expected("null")
		return
	}
	d.Skip()
}

// player reads the index of a player, who need not be in the game.
func (d *decoder) player() int { return d.Int(0, playersMax-1, "the index of a player, 0 to 3") }

// pos reads a Pos.
func (d *decoder) pos() pos {
	const what = "a position [row, col]"
	at := d.Offset()
	var p pos
	n := 0
	for d.Array(what); d.More(); n++ {
		c := int8(d.Int(-posMax, posMax, "an integer from -99 to 99"))
		switch n {
		case 0:
			p.row = c
		case 1:
			p.col = c
		}
	}
	if n != 2 {
		d.Fail(at, "", "expected %s, found an array of %d", what, n)
	}
	return p
}

// goods reads a Goods.
func (d *decoder) goods() goods {
	var g goods
	d.object("goods", goodNames[:], func(k int) { g[k] = int8(d.Int(0, holdMax, "an integer from 0 to 20")) })
	return g
}

// someGoods reads a SomeGoods, where a missing good counts 0.
func (d *decoder) someGoods() goods {
	var g goods
	for d.Object("some goods"); d.More(); {
		at := d.Offset()
		key := d.Key()
		k, ok := goodNamed(key)
		if !ok {
			d.Fail(at, "", "unknown key %q in goods%s", key, game.DidYouMean(key, goodNames[:]))
			return g
		}
		g[k] = int8(d.Int(0, someMax, "an integer from 0 to 99"))
	}
	return g
}

// tile reads the id of a tile that the value has not named before (UB-01).
func (d *decoder) tile(what string, starter bool) tile {
	at := d.Offset()
	id := d.String(what)
	t, ok := tileNamed(id)
	if d.Err() == nil && (!ok || t.isStarter() != starter) {
		d.Rejected(what)
	}
	if d.Err() != nil {
		return 0
	}
	// Tile numbers run from 1 to 64, so that each has a bit.
	bit := uint64(1) << (t - 1)
	if d.seen&bit != 0 {
		d.Fail(at, "UB-01", "expected each tile once, found %q again", t.id())
	}
	d.seen |= bit
	return t
}

const (
	aTile    = `the id of a trade-route tile, "t01" to "t60"`
	aStarter = `the id of a starter, "s1" to "s4"`
)

func (d *decoder) tradeTile() tile { return d.tile(aTile, false) }

func (d *decoder) starter() tile { return d.tile(aStarter, true) }

// market reads the id of a market card.
func (d *decoder) market() market {
	const what = `the id of a market card, "m01" to "m20"`
	m, ok := content.cards[string(d.String(what))]
	if d.Err() == nil && !ok {
		d.Rejected(what)
	}
	return m
}

// marketList reads so many different market cards.
func (d *decoder) marketList(out []market, clause string, n int) []market {
	at := d.Offset()
	for d.Array("an array of market cards"); d.More(); {
		oneAt := d.Offset()
		m := d.market()
		if d.Err() == nil && slices.Contains(out, m) {
			d.Fail(oneAt, clause, "expected different market cards, found %q again", content.markets[m].id)
		}
		out = append(out, m)
	}
	if n >= 0 && len(out) != n {
		d.Fail(at, clause, "expected %d market cards, found %d", n, len(out))
	}
	return out
}

var placedKeys = []string{"at", "tile"}

// tableau reads a Tableau (UB-25, UB-26): a starter at [0,0], then trade-route
// tiles, each adjacent to an earlier one. With each tile once there are 61 at
// most, and no place is as far away as can be written.
func (d *decoder) tableau() tableau {
	start := len(d.placed)
	at := d.Offset()
	n := 0
	for d.Array("an array of placed tiles"); d.More(); n++ {
		oneAt := d.Offset()
		var p placed
		d.object("a placed tile", placedKeys, func(i int) {
			switch {
			case i == 0:
				p.at = d.pos()
			case n == 0:
				p.tile = d.starter()
			default:
				p.tile = d.tradeTile()
			}
		})
		if d.Err() != nil {
			return nil
		}
		own := tableau(d.placed[start:])
		switch {
		case n == 0 && p.at != pos{}:
			d.Fail(oneAt, "UB-01", "expected the starter at [0,0], found it at %s", appendPos(nil, p.at))
		case n > 0 && own.find(p.at) >= 0:
			d.Fail(oneAt, "UB-26", "expected one tile at a place, found another at %s", appendPos(nil, p.at))
		case n > 0 && !own.touches(p.at):
			d.Fail(oneAt, "UB-25", "expected a place adjacent to an earlier tile, found %s", appendPos(nil, p.at))
		}
		d.placed = append(d.placed, p)
	}
	if n == 0 {
		d.Fail(at, "UB-01", "expected a tableau with a starter, found none")
	}
	return slices.Clip(tableau(d.placed[start:]))
}

// grid reads a Grid with 1 to 5 rows of equal length 1 to 5.
func (d *decoder) grid() grid {
	var g grid
	at := d.Offset()
	for d.Array("an array of rows"); d.More(); g.rows++ {
		rowAt := d.Offset()
		n := 0
		for d.Array("a row: an array of tiles and null"); d.More(); n++ {
			var t tile
			if d.Kind() == 'n' {
				d.Skip()
			} else {
				t = d.tradeTile()
			}
			if i := g.rows*g.cols + n; g.rows == 0 && n < sideMax {
				g.cells[n] = t
			} else if g.rows > 0 && g.rows < sideMax && n < g.cols {
				g.cells[i] = t
			}
		}
		switch {
		case n < 1 || n > sideMax:
			d.Fail(rowAt, "", "expected a row of 1 to %d cells, found one of %d", sideMax, n)
		case g.rows == 0:
			g.cols = n
		case n != g.cols:
			d.Fail(rowAt, "", "expected rows of equal length, found one of %d after one of %d", n, g.cols)
		}
	}
	if g.rows < 1 || g.rows > sideMax {
		d.Fail(at, "", "expected 1 to %d rows, found %d", sideMax, g.rows)
	}
	return g
}

// wind reads a Wind.
func (d *decoder) wind() wind {
	const what = "a wind"
	const words = `one of "line", "any", "orthogonal", "diagonal"`
	at := d.Offset()
	var w wind
	var lengthAt, dirAt int
	for d.Object(what); d.More(); {
		keyAt := d.Offset()
		switch key := d.Key(); string(key) {
		case "kind":
			w.kind = windKind(1 + d.word(words, windNames[1:]))
		case "length":
			lengthAt = keyAt
			w.length = d.Int(1, 3, "an integer from 1 to 3")
		case "dir":
			dirAt = keyAt
			w.dir = direction(d.word(`one of "up", "right", "down", "left"`, directionNames[:]))
		default:
			d.Fail(keyAt, "", "unknown key %q in %s", key, what)
		}
	}
	isLine := w.kind == line
	switch {
	case w.kind == noWind:
		d.Fail(at, "", `the key "kind" is missing in %s`, what)
	case isLine && lengthAt == 0:
		d.Fail(at, "UB-42", `the key "length" is missing in a line`)
	case isLine && dirAt == 0:
		d.Fail(at, "UB-42", `the key "dir" is missing in a line`)
	case !isLine && lengthAt > 0:
		d.Fail(lengthAt, "UB-42", `unknown key "length" in a wind that is not a line`)
	case !isLine && dirAt > 0:
		d.Fail(dirAt, "UB-42", `unknown key "dir" in a wind that is not a line`)
	}
	return w
}

// The keys of the two kinds of requests, and which of them each has.
var (
	requestKeys = []string{"type", "player", "take", "place", "target", "skip", "dumps", "goods"}
	requestSets = [...]int{0b01111111, 0b10000011}
	requestWord = []string{"draft", "sell"}
)

// request reads a Request.
func (d *decoder) request() request {
	const what = "a request"
	var q request
	at := d.Offset()
	kind, seen := -1, 0
	var keyAt [8]int
	for d.Object(what); d.More(); {
		oneAt := d.Offset()
		key := d.Key()
		i := slices.IndexFunc(requestKeys, func(known string) bool { return known == string(key) })
		if i < 0 {
			d.Fail(oneAt, "", "unknown key %q in %s%s", key, what, game.DidYouMean(key, requestKeys))
			return q
		}
		seen |= 1 << i
		keyAt[i] = oneAt
		switch i {
		case 0:
			kind = d.word(`"draft" or "sell"`, requestWord)
		case 1:
			q.player = d.player()
		case 2:
			q.take = d.pos()
		case 3:
			q.place = d.pos()
		case 4:
			if q.hasTarget = d.Kind() != 'n'; q.hasTarget {
				q.target = d.pos()
			} else {
				d.null()
			}
		case 5:
			q.skip = d.skip()
		case 6:
			q.dumps = d.dumps()
		case 7:
			q.sold = d.someGoods()
		}
	}
	if kind < 0 {
		d.Fail(at, "", `the key "type" is missing in a request`)
		return q
	}
	q.sells = kind == 1
	for i, key := range requestKeys {
		switch has, wanted := seen&(1<<i) != 0, requestSets[kind]&(1<<i) != 0; {
		case has && !wanted:
			d.Fail(keyAt[i], "", "unknown key %q in a request of type %q", key, requestWord[kind])
		case wanted && !has:
			d.Fail(at, "", "the key %q is missing in a request of type %q", key, requestWord[kind])
		}
	}
	return q
}

// skip reads the numbers of the steps that are declined (UB-47).
func (d *decoder) skip() []int {
	var list []int
	for d.Array("an array of step numbers"); d.More(); {
		at := d.Offset()
		n := d.Int(1, skipMax, "a step number, 1 to "+strconv.Itoa(skipMax))
		if k := len(list); k > 0 && n <= list[k-1] {
			d.Fail(at, "UB-47", "expected step numbers that increase, found %d after %d", n, list[k-1])
		}
		list = append(list, n)
	}
	return list
}

// dumps reads what goes overboard (UB-54).
func (d *decoder) dumps() []goods {
	at := d.Offset()
	start := len(d.dumped)
	for d.Array("an array of some goods"); d.More(); {
		d.dumped = append(d.dumped, d.someGoods())
	}
	list := slices.Clip(d.dumped[start:])
	if len(list) > dumpsMax {
		d.Fail(at, "UB-54", "expected at most %d entries, found %d", dumpsMax, len(list))
	}
	return list
}

var setupKeys = []string{"players", "starters", "order", "markets", "tiles"}

// setup reads a Setup.
func (d *decoder) setup() *setup {
	b := new(setup)
	n := -1
	startersAt, orderAt := 0, 0
	d.object("a setup", setupKeys, func(i int) {
		at := d.Offset()
		switch i {
		case 0:
			n = d.Int(playersMin, playersMax, "an integer from 2 to 4")
		case 1:
			startersAt = at
			for d.Array("an array of starters"); d.More(); {
				b.starters = append(b.starters, d.starter())
			}
		case 2:
			orderAt = at
			b.order = d.players(nil)
		case 3:
			b.markets = d.marketList(nil, "UB-05", roundsMax)
		case 4:
			for d.Array("an array of tiles"); d.More(); {
				b.tiles = append(b.tiles, d.tradeTile())
			}
			if len(b.tiles) != tilesMax {
				d.Fail(at, "UB-04", "expected all %d tiles, found %d", tilesMax, len(b.tiles))
			}
		}
	})
	if d.Err() != nil {
		return b
	}
	if len(b.starters) != n {
		d.Fail(startersAt, "UB-01", "expected %d starters, one for each player, found %d", n, len(b.starters))
	}
	d.permutation(orderAt, b.order, n)
	return b
}

// players reads an array of players.
func (d *decoder) players(list []int) []int {
	for d.Array("an array of players"); d.More(); {
		list = append(list, d.player())
	}
	return list
}

// permutation checks that the list has each of n players once (UB-06).
func (d *decoder) permutation(at int, list []int, n int) {
	seen := 0
	for _, i := range list {
		if i >= n || seen&(1<<i) != 0 {
			d.Fail(at, "UB-06", "expected each player from 0 to %d once, found %s", n-1, fmt.Sprint(list))
			return
		}
		seen |= 1 << i
	}
	if len(list) != n {
		d.Fail(at, "UB-06", "expected each player from 0 to %d once, found %s", n-1, fmt.Sprint(list))
	}
}
