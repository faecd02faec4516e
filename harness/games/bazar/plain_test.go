package bazar_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// The plain game is chapters 2, 3, 6 and 7 of the spec once more, on maps and
// words, without options and without a thought of speed. It shares nothing with
// the engine but the numbers of the rule book.

var plainGrid = strings.Fields(`
	pppp.hhhhh
	pPPp.hhHHh
	ppppmmmhh.
	.rrrmMmbbb
	rrRrmmmbBb
	rrRr.nnbbb
	r..aanNbb.
	aaaaAnn...
	.aaaa.....`)

type plainSquare [2]int

type plainTile struct {
	Guild string `json:"guild"`
	Kind  string `json:"kind"`
}

type plainPlaced struct {
	Cell  plainSquare `json:"cell"`
	Guild string      `json:"guild"`
	Kind  string      `json:"kind"`
}

type plainPlayer struct {
	Guild string   `json:"guild"`
	Coins int      `json:"coins"`
	Hand  []string `json:"hand"`
	Pile  []string `json:"pile"`
}

type plainEvents struct {
	Current *string  `json:"current"`
	Played  []string `json:"played"`
	Pile    []string `json:"pile"`
}

type plainState struct {
	Round     int           `json:"round"`
	Phase     string        `json:"phase"`
	Players   []plainPlayer `json:"players"`
	Order     []string      `json:"order"`
	Turn      int           `json:"turn"`
	Board     []plainPlaced `json:"board"`
	HaremIn   bool          `json:"harem_in"`
	MarketIn  bool          `json:"market_in"`
	Events    plainEvents   `json:"events"`
	Discarded []plainTile   `json:"discarded"`
}

type plainRequest struct {
	Guild  string        `json:"guild"`
	Kind   string        `json:"kind"`
	Cell   plainSquare   `json:"cell"`
	Choice any           `json:"choice"`
	Market []plainSquare `json:"market"`
}

var (
	plainWays   = map[string]plainSquare{"up": {-1, 0}, "right": {0, 1}, "down": {1, 0}, "left": {0, -1}}
	plainRing   = []string{"up", "right", "down", "left"}
	plainBack   = map[string]string{"up": "down", "down": "up", "left": "right", "right": "left"}
	plainValues = map[byte]int{'p': 5, 'h': 4, 'r': 3, 'b': 4, 'a': 3, 'm': 6, 'n': 5}
)

const plainDistricts = "phrbamn"

// plainEffects are the cards, as district letter (or * for all) and effect.
var plainEffects = map[string]string{
	"governor_bounty": "*plus2", "feast_of_the_poor": "*minority", "reorganisation": "*shift",
	"spice_fleet": "hplus2 bplus2", "plague": "rminus2 bminus2 mminus2", "great_fire": "bbarred", "revolt": "pbarred aplus2",
	"chariot_races": "rplus2 hminus2", "sultan_visit": "pplus2 mplus2 nbarred", "siege": "adouble hbarred", "amnesty": "*amnesty",
}

func (s plainSquare) to(way string) plainSquare {
	return plainSquare{s[0] + plainWays[way][0], s[1] + plainWays[way][1]}
}

// A plainBoard is what the effects work on.
type plainBoard struct {
	tiles      map[plainSquare]plainTile
	haremIn    bool
	marketIn   bool
	event      string
	guilds     []string
	eliminated []plainTile
	discarded  []plainTile
	entries    []plainSquare // of the owners, for the tiles that come to the market next
	misplaced  bool
}

func plainLetter(s plainSquare) byte {
	if s[0] < 0 || s[0] > 8 || s[1] < 0 || s[1] > 9 {
		return '.'
	}
	return plainGrid[s[0]][s[1]]
}

func (b *plainBoard) in(district byte) bool {
	switch district {
	case 'm':
		return b.haremIn
	case 'n':
		return b.marketIn
	}
	return district != '.'
}

func plainDistrict(s plainSquare) byte { return strings.ToLower(string(plainLetter(s)))[0] }

// ground is cell, wall or out.
func (b *plainBoard) ground(s plainSquare) string {
	switch letter := plainLetter(s); {
	case !b.in(plainDistrict(s)):
		return "out"
	case letter < 'a':
		return "wall"
	}
	return "cell"
}

func (b *plainBoard) has(s plainSquare) bool {
	_, ok := b.tiles[s]
	return ok && b.in(plainDistrict(s))
}

func plainCells(district byte) (list []plainSquare) {
	for r := range 9 {
		for c := range 10 {
			if plainGrid[r][c] == district {
				list = append(list, plainSquare{r, c})
			}
		}
	}
	return list
}

func (b *plainBoard) eliminate(one plainTile) {
	b.eliminated = append(b.eliminated, one)
	var free []plainSquare
	for _, s := range plainCells('n') {
		if _, taken := b.tiles[s]; !taken && !b.marketIn {
			free = append(free, s)
		}
	}
	switch {
	case len(free) == 0:
		b.discarded = append(b.discarded, one)
	case len(b.entries) == 0:
		b.tiles[free[0]] = one
	case !slices.Contains(free, b.entries[0]):
		b.misplaced = true
	default:
		b.tiles[b.entries[0]] = one
		b.entries = b.entries[1:]
	}
}

// rightEntries is BZ-56: whether the tiles of a request that is legal but for its
// entries can come to these.
func (b plainBoard) rightEntries(s plainState, q *plainRequest) bool {
	b.tiles = maps.Clone(b.tiles)
	s.Players = slices.Clone(s.Players)
	b.place(&s, q)
	return !b.misplaced && len(b.entries) == 0
}

// step is BZ-32 to BZ-35.
func (b *plainBoard) step(from plainSquare, way string) bool {
	if !b.has(from) {
		return false
	}
	next := from.to(way)
	one := b.tiles[from]
	switch {
	case b.has(next):
		if !b.step(next, way) {
			return false
		}
		delete(b.tiles, from)
		b.tiles[next] = one
	case b.ground(next) == "wall":
		return false
	case b.ground(next) == "out":
		delete(b.tiles, from)
		b.eliminate(one)
	default:
		delete(b.tiles, from)
		b.tiles[next] = one
	}
	return true
}

func (b *plainBoard) push(from plainSquare, way string, steps int) (done int) {
	one := b.tiles[from]
	for done < steps && b.has(from) && b.tiles[from] == one && b.step(from, way) {
		done++
		from = from.to(way)
	}
	return done
}

func (b *plainBoard) effects(district byte) map[string]bool {
	set := map[string]bool{}
	for _, e := range strings.Fields(plainEffects[b.event]) {
		if e[0] == '*' || e[0] == district {
			set[e[1:]] = true
		}
	}
	return set
}

// owner is BZ-60 to BZ-65: the counts, the value and the owner or "".
func (b *plainBoard) owner(district byte) (counts map[string]int, value int, owner string) {
	acts := b.effects(district)
	counts = map[string]int{}
	for _, g := range b.guilds {
		counts[g] = 0
	}
	beggars := 0
	for _, s := range plainCells(district) {
		one, ok := b.tiles[s]
		if !ok {
			continue
		}
		weight := 1
		if one.Kind == "administrator" && !acts["amnesty"] {
			weight = 2
		}
		for _, way := range plainRing {
			other, ok := b.tiles[s.to(way)]
			if ok && other.Kind == "traitor" && other.Guild != one.Guild && plainDistrict(s.to(way)) == district && !acts["amnesty"] {
				weight = 0
			}
		}
		counts[one.Guild] += weight
		if one.Kind == "beggar" && !acts["amnesty"] {
			beggars++
		}
	}
	var present []int
	for _, n := range counts {
		if n > 0 {
			present = append(present, n)
		}
	}
	slices.Sort(present)
	if n := len(present); n > 0 {
		wanted, rival := present[n-1], max(0, n-2)
		if acts["minority"] {
			wanted, rival = present[0], min(1, n-1)
		}
		if n == 1 || present[rival] != wanted {
			for g, k := range counts {
				if k == wanted {
					owner = g
				}
			}
		}
	}
	value = plainValues[district]
	if acts["shift"] {
		i := strings.IndexByte(plainDistricts, district)
		for {
			i = (i + 1) % len(plainDistricts)
			if b.in(plainDistricts[i]) {
				break
			}
		}
		value = plainValues[plainDistricts[i]]
	}
	if acts["double"] {
		value *= 2
	}
	if acts["plus2"] {
		value += 2
	}
	if acts["minus2"] {
		value -= 2
	}
	parts := 1 << beggars
	value = (value + parts - 1) / parts
	if acts["barred"] {
		value = 0
	}
	return counts, value, owner
}

func (b *plainBoard) income() map[string]int {
	sum := map[string]int{}
	for _, g := range b.guilds {
		sum[g] = 0
	}
	for i := range plainDistricts {
		if b.in(plainDistricts[i]) {
			if _, value, owner := b.owner(plainDistricts[i]); owner != "" {
				sum[owner] += value
			}
		}
	}
	return sum
}

func plainCell(v any) plainSquare {
	pair := v.([]any)
	return plainSquare{int(pair[0].(float64)), int(pair[1].(float64))}
}

// target is BZ-29: where the target of a kind in a direction lies.
func (b *plainBoard) target(kind string, p plainSquare, way string) (plainSquare, bool) {
	s := p.to(way)
	if kind == "innkeeper" {
		for b.ground(s) == "cell" && !b.has(s) {
			s = s.to(way)
		}
	}
	return s, b.has(s)
}

// code is chapter 7.
func (b *plainBoard) code(s *plainState, q *plainRequest) string {
	if c := b.codeBeforeEffect(s, q); c != "" || b.rightEntries(*s, q) {
		return c
	}
	return "bad_market"
}

func (b *plainBoard) codeBeforeEffect(s *plainState, q *plainRequest) string {
	if s.Phase == "over" {
		return "game_over"
	}
	if q.Guild != s.Order[s.Turn] {
		return "not_your_turn"
	}
	for _, p := range s.Players {
		switch {
		case p.Guild != q.Guild:
		case s.Phase == "start" && q.Kind != "guild_master":
			return "start_tile_first"
		case s.Phase == "players" && !slices.Contains(p.Hand, q.Kind):
			return "not_in_hand"
		}
	}
	letter := plainLetter(q.Cell)
	_, occupied := b.tiles[q.Cell]
	switch {
	case letter == '.' || letter < 'a':
		return "not_a_cell"
	case !b.in(letter):
		return "not_in_play"
	case q.Kind == "favourite" && !occupied:
		return "cell_empty"
	case q.Kind != "favourite" && occupied:
		return "cell_occupied"
	}
	way, isWay := q.Choice.(string)
	object, _ := q.Choice.(map[string]any)
	switch q.Kind {
	case "courier", "charlatan", "ferryman", "innkeeper":
		if !isWay {
			return "bad_choice"
		}
		if _, ok := b.target(q.Kind, q.Cell, way); ok {
			return ""
		}
		for _, other := range plainRing {
			if _, ok := b.target(q.Kind, q.Cell, other); ok {
				return "no_target"
			}
		}
		return ""
	case "architect":
		if way != "left" && way != "right" {
			return "bad_choice"
		}
	case "pedlar":
		if object["steps"] == nil {
			return "bad_choice"
		}
	case "notable":
		if q.Choice != nil && object["from"] == nil {
			return "bad_choice"
		}
		if q.Choice == nil {
			free, foreign := false, false
			for r := range 9 {
				for c := range 10 {
					at := plainSquare{r, c}
					free = free || plainLetter(at) == letter && at != q.Cell && !b.has(at)
					foreign = foreign || b.has(at) && plainLetter(at) != letter
				}
			}
			if free && foreign {
				return "no_target"
			}
			return ""
		}
		from, to := plainCell(object["from"]), plainCell(object["to"])
		if !b.has(from) || plainLetter(from) == letter {
			return "bad_from"
		}
		if plainLetter(to) != letter || b.has(to) || to == q.Cell {
			return "bad_to"
		}
	default:
		if q.Choice != nil {
			return "bad_choice"
		}
	}
	return ""
}

// act is BZ-40 to BZ-50, with the tile on its cell.
func (b *plainBoard) act(s *plainState, q *plainRequest) {
	p := q.Cell
	way, _ := q.Choice.(string)
	object, _ := q.Choice.(map[string]any)
	switch q.Kind {
	case "fishmonger":
		for _, way := range plainRing {
			b.step(p.to(way), way)
		}
	case "courier":
		b.push(p.to(way), way, 2)
	case "charlatan":
		if other := p.to(way); b.has(other) {
			b.tiles[p], b.tiles[other] = b.tiles[other], b.tiles[p]
		}
	case "architect":
		next := map[string]string{"up": "right", "right": "down", "down": "left", "left": "up"}
		if way == "left" {
			next = map[string]string{"up": "left", "left": "down", "down": "right", "right": "up"}
		}
		moved, gone := map[plainSquare]plainTile{}, []plainTile{}
		for _, from := range plainRing {
			if b.has(p.to(from)) {
				to := p.to(next[from])
				switch b.ground(to) {
				case "wall":
					return
				case "out":
					gone = append(gone, b.tiles[p.to(from)])
				default:
					moved[to] = b.tiles[p.to(from)]
				}
			}
		}
		for _, way := range plainRing {
			if b.has(p.to(way)) {
				delete(b.tiles, p.to(way))
			}
		}
		for to, one := range moved {
			b.tiles[to] = one
		}
		for _, one := range gone {
			b.eliminate(one)
		}
	case "notable":
		if object != nil {
			from := plainCell(object["from"])
			b.tiles[plainCell(object["to"])] = b.tiles[from]
			delete(b.tiles, from)
		}
	case "pedlar":
		way = object["direction"].(string)
		for range int(object["steps"].(float64)) {
			next := p.to(way)
			if b.ground(next) != "cell" || b.has(next) && !b.step(next, way) {
				break
			}
			b.tiles[next] = b.tiles[p]
			delete(b.tiles, p)
			p = next
		}
	case "ferryman":
		from, to := p.to(way), p.to(plainBack[way])
		if one, ground := b.tiles[from], b.ground(to); b.has(from) && !b.has(to) && ground != "wall" {
			delete(b.tiles, from)
			if ground == "out" {
				b.eliminate(one)
			} else {
				b.tiles[to] = one
			}
		}
	case "innkeeper":
		if from, ok := b.target("innkeeper", p, way); ok {
			one := b.tiles[from]
			delete(b.tiles, from)
			b.tiles[p.to(way)] = one
		}
	case "tax_collector":
		_, _, owner := b.owner(plainLetter(p))
		if owner == "" || owner == q.Guild {
			return
		}
		for i := range s.Players {
			if payer := &s.Players[i]; payer.Guild == owner {
				paid := min(2, payer.Coins)
				payer.Coins -= paid
				s.player(q.Guild).Coins += paid
			}
		}
	}
}

func (s *plainState) player(guild string) *plainPlayer {
	i := slices.IndexFunc(s.Players, func(p plainPlayer) bool { return p.Guild == guild })
	return &s.Players[i]
}

// board takes the board out of a state.
func (s *plainState) board() *plainBoard {
	b := &plainBoard{tiles: map[plainSquare]plainTile{}, haremIn: s.HaremIn, marketIn: s.MarketIn, guilds: s.Order, discarded: s.Discarded}
	if s.Events.Current != nil {
		b.event = *s.Events.Current
	}
	for _, p := range s.Board {
		b.tiles[p.Cell] = plainTile{p.Guild, p.Kind}
	}
	return b
}

// placed writes a board in reading order.
func (b *plainBoard) placed() []plainPlaced {
	list := []plainPlaced{}
	for r := range 9 {
		for c := range 10 {
			if one, ok := b.tiles[plainSquare{r, c}]; ok {
				list = append(list, plainPlaced{plainSquare{r, c}, one.Guild, one.Kind})
			}
		}
	}
	return list
}

// place lays the tile of a request on its cell and lets it take effect.
func (b *plainBoard) place(s *plainState, q *plainRequest) {
	b.entries = q.Market
	if one, ok := b.tiles[q.Cell]; ok {
		delete(b.tiles, q.Cell)
		b.eliminate(one)
	}
	b.tiles[q.Cell] = plainTile{q.Guild, q.Kind}
	b.act(s, q)
}

// move is a legal request with all that follows from it.
func (s *plainState) move(b *plainBoard, q *plainRequest) {
	p := s.player(q.Guild)
	p.Hand = slices.DeleteFunc(p.Hand, func(k string) bool { return k == q.Kind })
	b.place(s, q)
	if s.Phase == "players" && len(p.Pile) > 0 {
		p.Hand, p.Pile = append(p.Hand, p.Pile[0]), p.Pile[1:]
	}
	s.Turn++
	rich := slices.ContainsFunc(s.Players, func(p plainPlayer) bool { return p.Coins >= 75 })
	switch {
	case rich && s.Phase == "players": // BZ-70
		s.Phase = "over"
		return
	case s.Turn < len(s.Players):
		return
	}
	if s.Phase == "players" {
		held := 0
		most := 0
		for g, n := range b.income() {
			s.player(g).Coins += n
		}
		for _, p := range s.Players {
			held += len(p.Hand)
			most = max(most, p.Coins)
		}
		if most >= 75 || held == 0 || len(s.Events.Played) == 11 {
			s.Phase = "over"
			return
		}
	}
	s.begin(b)
}

// begin is 3.2.
func (s *plainState) begin(b *plainBoard) {
	s.Round++
	s.Phase, s.Turn = "players", 0
	var order []string
	for coins := 2000; coins >= 0; coins-- {
		for i := len(s.Order) - 1; i >= 0; i-- {
			if s.player(s.Order[i]).Coins == coins {
				order = append(order, s.Order[i])
			}
		}
	}
	s.Order = order
	if s.Round == 5 {
		b.haremIn = true
	}
	waiting := 0
	for _, c := range plainCells('n') {
		if _, ok := b.tiles[c]; ok {
			waiting++
		}
	}
	if waiting == 5 {
		b.marketIn = true
	}
	s.Events.Current = nil
	if s.Round == 1 {
		return
	}
	rich := slices.ContainsFunc(s.Players, func(p plainPlayer) bool { return p.Coins >= 25 })
	n := len(s.Events.Played)
	for _, c := range []struct {
		card string
		met  bool
	}{{"governor_bounty", rich}, {"feast_of_the_poor", n >= 5}, {"reorganisation", n >= 6}} {
		if c.met && !slices.Contains(s.Events.Played, c.card) {
			s.Events.Current = &c.card
			s.Events.Played = append(s.Events.Played, c.card)
			return
		}
	}
	if len(s.Events.Pile) > 0 {
		card := s.Events.Pile[0]
		s.Events.Current = &card
		s.Events.Played, s.Events.Pile = append(s.Events.Played, card), s.Events.Pile[1:]
	}
}

func decoded[T any](t testing.TB, text []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestPlainMove: the engine and the plain game agree on codes and states.
func TestPlainMove(t *testing.T) {
	r := configured(t)
	codes, kinds, ends := map[string]int{}, map[string]int{}, map[string]int{}
	everything := func() bool { return len(codes) == 14 && len(kinds) == 14 && len(ends) == 2 }
	for seed := 0; seed < gametest.Rounds(500, 6000) || seed < 6000 && !everything(); seed++ {
		in := r.Generate("move", seeded(seed), seed%(game.SizeMax+1))
		s, q := decoded[plainState](t, in[0]), decoded[plainRequest](t, in[1])
		b := s.board()
		want := map[string]any{"legal": false, "code": b.code(&s, &q)}
		codes[b.code(&s, &q)]++
		if want["code"] == "" {
			before := s.Phase
			s.move(b, &q)
			s.Board, s.HaremIn, s.MarketIn, s.Discarded = b.placed(), b.haremIn, b.marketIn, b.discarded
			want = map[string]any{"legal": true, "state": s}
			kinds[q.Kind]++
			if s.Phase != before {
				ends[before+" to "+s.Phase]++
			}
		}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if got := ask(t, r, "move", in)[0]; !same(t, got, text) {
			t.Fatalf("%s\n%s\n%s, plainly it is\n%s", in[0], in[1], got, text)
		}
	}
	if !everything() {
		t.Errorf("not everything has come up: %v, %v, %v", codes, kinds, ends)
	}
}

// TestPlainPush: the engine and the plain game agree on pushes.
func TestPlainPush(t *testing.T) {
	r := configured(t)
	for seed := range gametest.Rounds(300, 2500) {
		in := r.Generate("push", seeded(seed), seed%(game.SizeMax+1))
		b := plainPosition(t, in[0])
		how := decoded[struct {
			Cell      plainSquare
			Direction string
			Steps     int
		}](t, in[1])
		steps := b.push(how.Cell, how.Direction, how.Steps)
		text, err := json.Marshal(map[string]any{"board": b.placed(), "eliminated": b.eliminated, "discarded": b.discarded, "steps": steps})
		if err != nil {
			t.Fatal(err)
		}
		if got := ask(t, r, "push", in)[0]; !same(t, got, text) {
			t.Fatalf("%s\n%s\n%s, plainly it is\n%s", in[0], in[1], got, text)
		}
	}
}

func plainPosition(t *testing.T, text []byte) *plainBoard {
	t.Helper()
	p := decoded[struct {
		Guilds   []string
		Board    []plainPlaced
		HaremIn  bool `json:"harem_in"`
		MarketIn bool `json:"market_in"`
		Event    *string
	}](t, text)
	s := plainState{Order: p.Guilds, Board: p.Board, HaremIn: p.HaremIn, MarketIn: p.MarketIn, Events: plainEvents{Current: p.Event}, Discarded: []plainTile{}}
	b := s.board()
	b.eliminated = []plainTile{}
	return b
}

// TestPlainOwners: the engine and the plain game agree on counts, values, owners
// and income.
func TestPlainOwners(t *testing.T) {
	r := configured(t)
	names := map[byte]string{'p': "palace", 'h': "harbour", 'r': "hippodrome", 'b': "great_bazaar", 'a': "arsenal", 'm': "harem", 'n': "black_market"}
	for seed := range gametest.Rounds(300, 2500) {
		in := r.Generate("owners", seeded(seed), seed%(game.SizeMax+1))
		b := plainPosition(t, in[0])
		list := []any{}
		for i := range plainDistricts {
			d := plainDistricts[i]
			if !b.in(d) {
				continue
			}
			counts, value, owner := b.owner(d)
			one := map[string]any{"district": names[d], "counts": counts, "value": value, "owner": owner}
			if owner == "" {
				one["owner"] = nil
			}
			list = append(list, one)
		}
		text, err := json.Marshal(map[string]any{"districts": list, "income": b.income()})
		if err != nil {
			t.Fatal(err)
		}
		if got := ask(t, r, "owners", in)[0]; !same(t, got, text) {
			t.Fatalf("%s\n%s, plainly it is\n%s", in[0], got, text)
		}
	}
}

// TestPlainCanDisagree: the comparison finds every mutant of the effects, so
// that its agreement says something.
func TestPlainCanDisagree(t *testing.T) {
	for _, id := range []string{"BZ-M45", "BZ-M70", "BZ-M71", "BZ-M20", "BZ-M29", "BZ-M35", "BZ-M39", "BZ-M51", "BZ-M57"} {
		r := wrong(t, id)
		found := false
		for seed := 0; seed < 3000 && !found; seed++ {
			in := r.Generate("move", seeded(seed), seed%(game.SizeMax+1))
			s, q := decoded[plainState](t, in[0]), decoded[plainRequest](t, in[1])
			b := s.board()
			if b.code(&s, &q) != "" {
				continue
			}
			s.move(b, &q)
			answer := decoded[map[string]any](t, ask(t, r, "move", in)[0])
			after, _ := answer["state"].(map[string]any)
			text, err := json.Marshal(after["board"])
			if err != nil {
				t.Fatal(err)
			}
			coins := fmt.Sprint(decoded[plainState](t, mustJSON(t, after)).Players)
			found = !reflect.DeepEqual(decoded[[]plainPlaced](t, text), b.placed()) || coins != fmt.Sprint(s.Players)
		}
		if !found {
			t.Errorf("the plain game does not find %s wrong", id)
		}
	}
}

func mustJSON(t testing.TB, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
