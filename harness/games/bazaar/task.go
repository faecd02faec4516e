package bazaar

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// An oracle answers the tasks; it is one goroutine's memory.
type oracle struct {
	rules      *rules
	dec        *decoder
	strategist *strategist
	clients    *strategist // of the clients of a server, made when first needed
	turn       turn
}

func newOracle(r *rules) *oracle { return &oracle{rules: r, dec: newDecoder(r)} }

// begin gets the memory ready for a case.
func (o *oracle) begin() {
	o.dec.reset()
	for _, s := range []*strategist{o.strategist, o.clients} {
		if s != nil {
			s.begin()
		}
	}
}

// Oracle returns the reference for a task.
func (r *rules) Oracle(task string) game.Oracle {
	return solvers.Oracle(r.Game, task, func() *oracle {
		o := newOracle(r)
		o.strategist = newStrategist(r)
		return o
	}, (*oracle).begin)
}

// solvers are what answers each task.
var solvers = game.Solvers[*oracle]{
	"equations": (*oracle).equations,
	"turn":      (*oracle).showTurn,
	"strategy":  (*oracle).strategy,
	"rules":     (*oracle).checkExchanges,
	"games":     (*oracle).games,
	"move":      (*oracle).move,
	"play":      (*oracle).play,
	"view":      (*oracle).view,
	"score":     (*oracle).score,
	"setup":     (*oracle).setup,
	"server":    (*oracle).server,
	"clients":   (*oracle).runClients,
	"player":    (*oracle).runClients,
}

// equations lists every given equation in each direction in which it is usable.
func (o *oracle) equations(in []jsontext.Value, out *game.Output) error {
	var given []equation
	var wallet, bank bag
	d := o.dec
	if err := d.read(in, 0, func() { given = d.equations() }); err != nil {
		return err
	}
	if err := d.read(in, 1, func() { wallet = d.pebbles() }); err != nil {
		return err
	}
	if err := d.read(in, 2, func() { bank = d.pebbles() }); err != nil {
		return err
	}
	var usable []exchange
	for _, e := range given {
		usable = o.rules.appendUses(usable, e, wallet, bank)
	}
	out.Buf = appendExchanges(out.Buf, usable)
	out.End()
	return nil
}

// showTurn makes the Turn of the active player of a Game (BG-14).
func (o *oracle) showTurn(in []jsontext.Value, out *game.Output) error {
	var t *table
	d := o.dec
	err := d.read(in, 0, func() {
		t = d.gameValue()
		if len(t.players) == 0 {
			d.Fail(0, "BG-11", "expected a game with at least one player, found none")
		}
	})
	if err != nil {
		return err
	}
	o.writeView(t, 0, out)
	return nil
}

func (o *oracle) writeView(t *table, i int, out *game.Output) {
	v := o.rules.view(t, i, o.turn.scores[:0])
	o.turn.scores = v.scores
	out.Buf = appendTurn(out.Buf, &v)
	out.End()
}

// strategy is the best exchange list with its purchase (BG-63), whatever the
// first reply of BG-64 would be.
func (o *oracle) strategy(in []jsontext.Value, out *game.Output) error {
	var given []equation
	var t turn
	var p policy
	d := o.dec
	if err := d.read(in, 0, func() { given = d.equations() }); err != nil {
		return err
	}
	if err := d.read(in, 1, func() { t = d.turnValue() }); err != nil {
		return err
	}
	if err := d.read(in, 2, func() { p = d.policyValue() }); err != nil {
		return err
	}
	best := o.strategist.planForTurn(given, &t, p)
	if err := o.strategist.refusal(0); err != nil {
		return err
	}
	out.Buf = appendExchanges(out.Buf, best.exchanges)
	out.End()
	out.Buf = appendCards(out.Buf, best.cards)
	out.End()
	out.Buf = strconv.AppendInt(out.Buf, int64(best.points), 10)
	out.End()
	out.Buf = appendBag(out.Buf, best.left)
	out.End()
	return nil
}

// checkExchanges is false for an exchange list that is illegal by BG-18 to
// BG-21, else the wallet and the bank after it.
func (o *oracle) checkExchanges(in []jsontext.Value, out *game.Output) error {
	var given []equation
	var list []exchange
	var t turn
	d := o.dec
	if err := d.read(in, 0, func() { given = d.equations() }); err != nil {
		return err
	}
	if err := d.read(in, 1, func() { list = d.exchanges() }); err != nil {
		return err
	}
	if err := d.read(in, 2, func() { t = d.turnValue() }); err != nil {
		return err
	}
	wallet, bank, c := o.rules.exchange(t.active.wallet, t.bank, given, list)
	if c != legal {
		out.Clause = o.rules.ClauseOf(string(c))
		out.Buf = append(out.Buf, "false"...)
		out.End()
		return nil
	}
	out.Clause = "BG-21"
	out.Buf = appendBag(out.Buf, wallet)
	out.End()
	out.Buf = appendBag(out.Buf, bank)
	out.End()
	return nil
}

// games runs a complete game among actors and gives the winners and the
// drop-outs, sorted by character code (BG-53).
func (o *oracle) games(in []jsontext.Value, out *game.Output) error {
	var cast []actor
	var given []equation
	var t *table
	var extra *bonus
	d := o.dec
	if err := d.read(in, 0, func() { cast = d.actors() }); err != nil {
		return err
	}
	if err := d.read(in, 1, func() { given = d.equations() }); err != nil {
		return err
	}
	err := d.read(in, 2, func() {
		t = d.gameValue()
		if d.Err() == nil {
			d.amounts(t)
		}
		if len(t.players) != len(cast) {
			d.Fail(0, "BG-87", "expected as many players as actors, found %s and %s",
				text.Count(len(t.players), "player"), text.Count(len(cast), "actor"))
		}
	})
	if err != nil {
		return err
	}
	if len(in) > 3 {
		if err := d.read(in, 3, func() { extra = d.bonusValue() }); err != nil {
			return err
		}
	}
	t.equations = given
	f := o.run(cast, t, extra, o.strategist)
	if err := o.strategist.refusal(1); err != nil {
		return err
	}
	out.Buf = appendNames(out.Buf, o.rules.sortedWinners(f.winners))
	out.End()
	out.Buf = appendNames(out.Buf, o.rules.sortedDropouts(t.dropouts))
	out.End()
	return nil
}

// run plays a complete game among actors, each at the seat of its index.
func (o *oracle) run(cast []actor, t *table, extra *bonus, s *strategist) *referee {
	for i := range t.players {
		p := &t.players[i]
		p.name, p.seat = cast[i].name, i
		p.hasCard = true // BG-14: a player is shown its cards.
	}
	f := newReferee(o.rules, t, extra)
	f.play(cast, s)
	return f
}

// move judges one request of the active player.
func (o *oracle) move(in []jsontext.Value, out *game.Output) error {
	t, q, err := o.readMove(in)
	if err != nil {
		return err
	}
	if c := o.rules.move(t, &q); c != legal {
		out.Buf = append(out.Buf, `{"legal":false,"code":`...)
		out.Buf = appendString(out.Buf, string(c))
	} else {
		out.Buf = append(out.Buf, `{"legal":true,"state":`...)
		out.Buf = appendState(out.Buf, t)
	}
	out.Buf = append(out.Buf, '}')
	out.End()
	return nil
}

func (o *oracle) readMove(in []jsontext.Value) (*table, request, error) {
	var t *table
	var q request
	d := o.dec
	if err := d.read(in, 0, func() { t = d.stateValue() }); err != nil {
		return nil, q, err
	}
	err := d.read(in, 1, func() { q = d.requestValue() })
	return t, q, err
}

// play judges one request after another as a referee without players: who
// sends an illegal one is eliminated (BG-37 to BG-41).
func (o *oracle) play(in []jsontext.Value, out *game.Output) error {
	var t *table
	d := o.dec
	if err := d.read(in, 0, func() { t = d.stateValue() }); err != nil {
		return err
	}
	requests := make([]request, len(in)-1)
	for i := range requests {
		if err := d.read(in, i+1, func() { requests[i] = d.requestValue() }); err != nil {
			return err
		}
	}
	out.Buf = append(out.Buf, '[')
	for i := range requests {
		if i > 0 {
			out.Buf = append(out.Buf, ',')
		}
		c := o.rules.move(t, &requests[i])
		if c == legal {
			out.Buf = append(out.Buf, "true"...)
			continue
		}
		out.Buf = appendString(out.Buf, string(c))
		if c != gameOver {
			o.rules.penalise(t)
		}
	}
	out.Buf = append(out.Buf, ']')
	out.End()
	out.Buf = appendState(out.Buf, t)
	out.End()
	o.writeResult(t, out)
	return nil
}

// view is the Turn of any player of a State (BG-14).
func (o *oracle) view(in []jsontext.Value, out *game.Output) error {
	var t *table
	var i int
	d := o.dec
	if err := d.read(in, 0, func() { t = d.stateValue() }); err != nil {
		return err
	}
	err := d.read(in, 1, func() {
		what := "the index of a player, 0 to " + strconv.Itoa(len(t.players)-1)
		if len(t.players) == 0 {
			what = "no index, since the state has no players"
		}
		i = d.Int(0, len(t.players)-1, what)
	})
	if err != nil {
		return err
	}
	o.writeView(t, i, out)
	return nil
}

func (o *oracle) score(in []jsontext.Value, out *game.Output) error {
	var t *table
	d := o.dec
	if err := d.read(in, 0, func() { t = d.stateValue() }); err != nil {
		return err
	}
	o.writeResult(t, out)
	return nil
}

// writeResult writes the Result of a State: while the game goes on there are
// no reason and no winners; when it is over the option bonus counts (BG-55).
func (o *oracle) writeResult(t *table, out *game.Output) {
	players := slices.Clone(t.players)
	isOver := t.phase == over
	if b := o.rules.bonusNamed(o.rules.bonus); isOver && b != nil {
		for i := range players {
			if o.rules.earns(b, &players[i]) {
				players[i].score = o.rules.award(b, players[i].score)
			}
		}
	}
	leaders := o.rules.winners(players) // BG-50
	won := o.rules.sortedWinners(leaders)
	slices.SortFunc(players, func(a, b player) int { return strings.Compare(a.name, b.name) })

	buf := append(out.Buf, `{"over":`...)
	buf = strconv.AppendBool(buf, isOver)
	buf = append(buf, `,"reason":`...)
	if isOver {
		buf = appendString(buf, cmp.Or(o.rules.end(t), o.rules.right.end(t))) // BG-49
	} else {
		buf = append(buf, "null"...)
	}
	buf = append(buf, `,"points":`...)
	buf = appendList(buf, players, func(out []byte, p player) []byte {
		out = append(out, `{"name":`...)
		out = appendString(out, p.name)
		out = append(out, `,"points":`...)
		out = p.score.appendTo(out)
		return append(out, '}')
	})
	buf = append(buf, `,"winners":`...)
	if isOver {
		buf = appendNames(buf, won)
	} else {
		buf = append(buf, "null"...)
	}
	buf = append(buf, `,"dropouts":`...)
	buf = appendNames(buf, o.rules.sortedDropouts(t.dropouts))
	out.Buf = append(buf, '}')
	out.End()
}

// setup makes the State of a game from scratch (BG-07, BG-08).
func (o *oracle) setup(in []jsontext.Value, out *game.Output) error {
	var names []string
	var given []equation
	var cards []card
	d := o.dec
	r := o.rules.right
	err := d.read(in, 0, func() {
		names = d.names()
		if n := len(names); n < r.playersMin || n > r.playersMax {
			d.Fail(0, "BG-09", "expected %d to %d players, found %d", r.playersMin, r.playersMax, n)
		}
	})
	if err != nil {
		return err
	}
	err = d.read(in, 1, func() {
		given = d.equations()
		if len(given) != r.equationsMax {
			d.Fail(0, "BG-07", "expected exactly %s, found %d", text.Count(r.equationsMax, "equation"), len(given))
		}
	})
	if err != nil {
		return err
	}
	err = d.read(in, 2, func() {
		cards = d.cardList(r.cardsMax, "card", "")
		if len(cards) != r.cardsMax {
			d.Fail(0, "BG-07", "expected exactly %s, found %d", text.Count(r.cardsMax, "card"), len(cards))
		}
	})
	if err != nil {
		return err
	}
	out.Buf = appendState(out.Buf, o.rules.setup(names, given, cards))
	out.End()
	return nil
}

// Check tells whether raw is a valid value of the given name. A value that no
// task reads has no decoder and is left to its schema.
func (r *rules) Check(value string, raw jsontext.Value) error {
	read := readers[value]
	if read == nil {
		return nil
	}
	d := newDecoder(r)
	return d.read([]jsontext.Value{raw}, 0, func() { read(d) })
}

// Reads implements game.Reader.
func (r *rules) Reads(value string) bool { return readers[value] != nil }

// readers read a value of each name that a task or a player reads.
var readers = map[string]func(d *decoder){
	"pebbles":       func(d *decoder) { d.pebbles() },
	"card":          func(d *decoder) { d.cardValue() },
	"cards":         func(d *decoder) { d.cardList(d.rules.cardsMax, "card", "") },
	"equation":      func(d *decoder) { d.equation() },
	"equations":     func(d *decoder) { d.equations() },
	"exchanges":     func(d *decoder) { d.exchanges() },
	"player":        func(d *decoder) { d.playerValue() },
	"game":          func(d *decoder) { d.gameValue() },
	"turn":          func(d *decoder) { d.turnValue() },
	"policy":        func(d *decoder) { d.policyValue() },
	"method":        func(d *decoder) { d.word("a method", methodNames) },
	"cheat":         func(d *decoder) { d.word("a kind of cheat", cheatNames) },
	"actor":         func(d *decoder) { d.actorValue(nil) },
	"actors":        func(d *decoder) { d.actors() },
	"client-actor":  func(d *decoder) { d.clientActor(nil) },
	"client-actors": func(d *decoder) { d.clientActors() },
	"bonus":         func(d *decoder) { d.bonusValue() },
	"seat":          func(d *decoder) { d.seat() },
	"state":         func(d *decoder) { d.stateValue() },
	"phase":         func(d *decoder) { d.phaseValue() },
	"request":       func(d *decoder) { d.requestValue() },
	"name":          func(d *decoder) { d.name() },
	"names":         func(d *decoder) { d.names() },
	"special":       func(d *decoder) { d.special() },
	"specials":      (*decoder).specials,
	"guests":        func(d *decoder) { d.guests(nil) },
	"live-turn":     func(d *decoder) { d.liveTurn() },
	"server-game":   func(d *decoder) { d.serverGame() },
	"first-reply":   func(d *decoder) { d.firstReply() },
	"second-reply":  func(d *decoder) { d.secondReply() },
	"index":         func(d *decoder) { d.Int(0, d.rules.playersMax-1, "the index of a player") },
}
