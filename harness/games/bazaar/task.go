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
	usable     []exchange
	codes      []code
	verdict    verdictText
	checked    checkedText
	result     resultText
}

func newOracle(r *rules) *oracle { return &oracle{rules: r, dec: newDecoder(r)} }

// begin gets the memory ready for a case.
func (o *oracle) begin() {
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
	if err := d.Decode(in, 0, func() { given = d.equations() }); err != nil {
		return err
	}
	if err := d.Decode(in, 1, func() { wallet = d.pebbles() }); err != nil {
		return err
	}
	if err := d.Decode(in, 2, func() { bank = d.pebbles() }); err != nil {
		return err
	}
	usable := o.usable[:0]
	for _, e := range given {
		usable = o.rules.appendUses(usable, e, wallet, bank)
	}
	o.usable = usable
	d.forms.exchanges.Answer(out, &o.usable)
	return nil
}

// showTurn makes the Turn of the active player of a Game (BG-14).
func (o *oracle) showTurn(in []jsontext.Value, out *game.Output) error {
	var t *table
	d := o.dec
	err := d.Decode(in, 0, func() {
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
	o.turn = o.rules.view(t, i, o.turn.scores[:0])
	o.dec.forms.shownTurn.Answer(out, &o.turn)
}

// strategy is the best exchange list with its purchase (BG-63), whatever the
// first reply of BG-64 would be.
func (o *oracle) strategy(in []jsontext.Value, out *game.Output) error {
	var given []equation
	var t turn
	var p policy
	d := o.dec
	if err := d.Decode(in, 0, func() { given = d.equations() }); err != nil {
		return err
	}
	if err := d.Decode(in, 1, func() { t = d.turnValue() }); err != nil {
		return err
	}
	if err := d.Decode(in, 2, func() { p = d.policyValue() }); err != nil {
		return err
	}
	best := o.strategist.planForTurn(given, &t, p)
	if err := o.strategist.refusal(0); err != nil {
		return err
	}
	d.forms.exchanges.Answer(out, &best.exchanges)
	d.forms.cards.Answer(out, &best.cards)
	d.forms.score.Answer(out, &natural{n: best.points})
	d.forms.pebbles.Answer(out, &best.left)
	return nil
}

// checkExchanges is false for an exchange list that is illegal by BG-18 to
// BG-21, else the wallet and the bank after it.
func (o *oracle) checkExchanges(in []jsontext.Value, out *game.Output) error {
	var given []equation
	var list []exchange
	var t turn
	d := o.dec
	if err := d.Decode(in, 0, func() { given = d.equations() }); err != nil {
		return err
	}
	if err := d.Decode(in, 1, func() { list = d.exchanges() }); err != nil {
		return err
	}
	if err := d.Decode(in, 2, func() { t = d.turnValue() }); err != nil {
		return err
	}
	wallet, bank, c := o.rules.exchange(t.active.wallet, t.bank, given, list)
	if c != legal {
		out.Clause = o.rules.ClauseOf(string(c))
		o.checked = checkedText{illegal: true}
		d.forms.checked.Answer(out, &o.checked)
		return nil
	}
	out.Clause = "BG-21"
	o.checked = checkedText{wallet: wallet, bank: bank}
	d.forms.checked.Answer(out, &o.checked)
	d.forms.pebbles.Answer(out, &o.checked.bank)
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
	if err := d.Decode(in, 0, func() { cast = d.actors(&d.forms.actors) }); err != nil {
		return err
	}
	if err := d.Decode(in, 1, func() { given = d.equations() }); err != nil {
		return err
	}
	err := d.Decode(in, 2, func() {
		t = d.gameValue()
		if d.Err() == nil {
			d.checkAmounts(t)
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
		if err := d.Decode(in, 3, func() { extra = d.bonusValue() }); err != nil {
			return err
		}
	}
	t.equations = given
	f := o.run(cast, t, extra, o.strategist)
	if err := o.strategist.refusal(1); err != nil {
		return err
	}
	winners, dropouts := o.rules.sortedWinners(f.winners), o.rules.sortedDropouts(t.dropouts)
	d.forms.names.Answer(out, &winners)
	d.forms.dropouts.Answer(out, &dropouts)
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
	c := o.rules.move(t, &q)
	if c != legal && out.Explains {
		out.Why = o.rules.explain(t, &q, c)
	}
	o.verdict = verdictText{code: c, table: t}
	o.dec.forms.verdict.Answer(out, &o.verdict)
	return nil
}

func (o *oracle) readMove(in []jsontext.Value) (*table, request, error) {
	var t *table
	var q request
	d := o.dec
	if err := d.Decode(in, 0, func() { t = d.stateValue() }); err != nil {
		return nil, q, err
	}
	err := d.Decode(in, 1, func() { q = d.requestValue() })
	return t, q, err
}

// play judges one request after another as a referee without players: who
// sends an illegal one is eliminated (BG-37 to BG-41).
func (o *oracle) play(in []jsontext.Value, out *game.Output) error {
	var t *table
	d := o.dec
	if err := d.Decode(in, 0, func() { t = d.stateValue() }); err != nil {
		return err
	}
	requests, err := d.requestList(in, 1)
	if err != nil {
		return err
	}
	o.codes = o.codes[:0]
	for i := range requests {
		c := o.rules.move(t, &requests[i])
		if c != legal && c != gameOver {
			o.rules.penalise(t)
		}
		o.codes = append(o.codes, c)
	}
	d.forms.answers.Answer(out, &o.codes)
	d.forms.shown.Answer(out, t)
	o.writeResult(t, out)
	return nil
}

// view is the Turn of any player of a State (BG-14).
func (o *oracle) view(in []jsontext.Value, out *game.Output) error {
	var t *table
	var i int
	d := o.dec
	if err := d.Decode(in, 0, func() { t = d.stateValue() }); err != nil {
		return err
	}
	err := d.Decode(in, 1, func() {
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
	if err := d.Decode(in, 0, func() { t = d.stateValue() }); err != nil {
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
	slices.SortStableFunc(players, func(a, b player) int { return strings.Compare(a.name, b.name) })

	result := &o.result
	*result = resultText{over: isOver, players: players, dropouts: o.rules.sortedDropouts(t.dropouts)}
	if isOver {
		result.reason = cmp.Or(o.rules.end(t), o.rules.right.end(t)) // BG-49
	}
	if isOver {
		result.winners = append([]string{}, won...) // not nil, which is not known
	}
	o.dec.forms.result.Answer(out, result)
}

// setup makes the State of a game from scratch (BG-07, BG-08).
func (o *oracle) setup(in []jsontext.Value, out *game.Output) error {
	var names []string
	var given []equation
	var cards []card
	d := o.dec
	r := o.rules.right
	err := d.Decode(in, 0, func() {
		names = d.nameList()
		if n := len(names); n < r.playersMin || n > r.playersMax {
			d.Fail(0, "BG-09", "expected %d to %d players, found %d", r.playersMin, r.playersMax, n)
		}
	})
	if err != nil {
		return err
	}
	err = d.Decode(in, 1, func() {
		given = d.equations()
		if len(given) != r.equationsMax {
			d.Fail(0, "BG-07", "expected exactly %s, found %d", text.Count(r.equationsMax, "equation"), len(given))
		}
	})
	if err != nil {
		return err
	}
	err = d.Decode(in, 2, func() {
		cards = d.cards()
		if len(cards) != r.cardsMax {
			d.Fail(0, "BG-07", "expected exactly %s, found %d", text.Count(r.cardsMax, "card"), len(cards))
		}
	})
	if err != nil {
		return err
	}
	d.forms.shown.Answer(out, o.rules.setup(names, given, cards))
	return nil
}

// Check tells whether raw is a valid value of the given name: of the form that is
// described, and fit together where the rules ask for it. A value that no task
// reads is left to its schema.
func (r *rules) Check(name string, raw jsontext.Value) error { return r.Checker()(name, raw) }

// Checker implements game.Reader.
func (r *rules) Checker() func(name string, raw jsontext.Value) error {
	d := newDecoder(r)
	return d.forms.book.Checker(&d.Reader, map[string]func(){
		"state":       func() { d.stateValue() },
		"server-game": func() { d.serverGame() },
	})
}

// SplitsCases implements game.Splitter.
func (r *rules) SplitsCases() {}

// Reads implements game.Reader.
func (r *rules) Reads(name string) bool { return described().book.Reads(name) }
