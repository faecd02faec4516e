package bazaar

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// players are the builtin players: one way to decide, perhaps "+" and one way
// to misbehave, which alone stands for "points+" and itself.
var players = []game.PlayerKind{
	{Name: "points", Summary: "follows the strategy, for the most points", Aim: game.ToWin},
	{Name: "size", Summary: "follows the strategy, for the most cards", Aim: game.ToWin},
	{Name: "random", Summary: "makes a random legal request; the seed decides", Aim: game.ByChance},
	{Name: "raise:METHOD[:K]", Summary: "raises an exception at every call of a method, or from the K-th on; size+raise:win plays for cards until then"},
	{Name: "loop:METHOD:K", Summary: "never replies from the K-th call of a method on"},
	{Name: "cheat:KIND", Summary: "cheats where it can, by " + strings.Join(cheatNames, ", ") + "; random+cheat:KIND makes random requests where it cannot"},
	{Name: "nonSetup", Summary: "replies void without its quotes to setup"},
	{Name: "nonWin", Summary: "replies void without its quotes to win"},
	{Name: "illTT", Summary: "replies to the calls of a turn with blanks and a value that does not end"},
	{Name: "invTTBadString", Summary: "replies to the calls of a turn with values of the wrong shape"},
	{Name: sendsNameOnly, Summary: "never replies to any call"},
	{Name: sendsNothing, Summary: "connects and never sends anything, not even its name"},
}

// The special clients of 11.1.
const (
	sendsNothing  = "AAdivergeBeforeSending"
	sendsNameOnly = "AAsendnameloop"
)

// A trick is what a client sends whose name stands in 11.6.
type trick uint8

const (
	honest     trick = iota
	bareSetup        // nonSetup
	bareWin          // nonWin
	unfinished       // illTT
	misshapen        // invTTBadString
)

var trickNames = []string{"", "nonSetup", "nonWin", "illTT", "invTTBadString"}

// trickOf is the trick of a client that plays an actor. An actor that
// misbehaves anyway is not changed by its name.
func trickOf(a *actor) trick {
	if a.behaviour != behaves {
		return honest
	}
	return trickNamed(a.name)
}

func trickNamed(name string) trick {
	for i, known := range trickNames {
		if i > 0 && name == known {
			return trick(i)
		}
	}
	return honest
}

// asActor is the actor of task games that fails as the trick does: the last
// column of 11.6. With Q6 a misshapen true is a pebble, please (BG-92).
func (t trick) asActor(a actor, lenient bool) actor {
	switch {
	case t == honest:
		return a
	case t == misshapen && lenient:
		a.mangles = true
		return a
	}
	a.behaviour, a.fromCall = fails, 1
	a.method = map[trick]method{bareSetup: callSetup, bareWin: callWin, unfinished: callFirstReply, misshapen: callFirstReply}[t]
	return a
}

// Player makes a builtin player. The kind is one of Game.Players, or an Actor
// as JSON text, whose own name then counts for 11.6.
func (l liveRules) Player(kind, name string, seed uint64) (game.Player, error) {
	p := &livePlayer{performer: performer{strategist: newStrategist(l.rules)}, dec: newDecoder(l.rules)}
	if strings.HasPrefix(strings.TrimSpace(kind), "[") {
		if err := p.playActor(kind); err != nil {
			return nil, err
		}
		return p, nil
	}
	p.name = name
	base, fault, both := strings.Cut(kind, "+")
	switch {
	case base == "points":
	case base == "size":
		p.policy = bySize
	case base == "random":
		p.random = rand.New(rand.NewPCG(seed, uint64(callFirstReply)))
	case !both:
		fault, both = base, true
	default:
		return nil, game.UnknownPlayer("bazaar", players, kind)
	}
	if both && !p.misbehave(fault) {
		return nil, game.UnknownPlayer("bazaar", players, kind)
	}
	return p, nil
}

// playActor makes the player that of an actor.
func (p *livePlayer) playActor(text string) error {
	in := []jsontext.Value{jsontext.Value(text)}
	if !in[0].IsValid() {
		return &game.UsageError{Message: fmt.Sprintf("player %s: not valid JSON", text), Hint: `write an actor like ["Ada","purchase-points"]`}
	}
	if err := p.dec.Decode(in, 0, func() { read(p.dec, &p.dec.forms.client, &p.actor) }); err != nil {
		return &game.UsageError{Message: fmt.Sprintf("player %s: %v", text, err), Hint: `write an actor like ["Ada","purchase-points"]`}
	}
	p.trick = trickOf(&p.actor)
	return nil
}

// misbehave reads a way to misbehave, and tells whether there is such a one.
func (p *livePlayer) misbehave(text string) bool {
	if p.trick = trickNamed(text); p.trick != honest {
		return true
	}
	parts := strings.Split(text, ":")
	switch {
	case text == sendsNothing || text == sendsNameOnly:
		p.behaviour, p.method, p.fromCall, p.hangs = fails, callSetup, 1, true
		p.silent, p.mute = text == sendsNothing, true
		return true
	case parts[0] == "cheat" && len(parts) == 2:
		for i, known := range cheatNames {
			if parts[1] == known {
				p.behaviour, p.cheat = cheats, cheat(i)
				return true
			}
		}
	case parts[0] == "raise" && (len(parts) == 2 || len(parts) == 3), parts[0] == "loop" && len(parts) == 3:
		m, ok := methodNamed(parts[1])
		k := 1
		if len(parts) == 3 {
			n, err := strconv.Atoi(parts[2])
			k, ok = n, ok && err == nil && n >= 1
		}
		p.behaviour, p.method, p.fromCall, p.hangs = fails, m, k, parts[0] == "loop"
		return ok
	}
	return false
}

func methodNamed(name string) (method, bool) {
	for i, known := range methodNames {
		if name == known {
			return method(i), true
		}
	}
	return 0, false
}

// A livePlayer is a performer whose calls and replies are JSON. What it does
// in a turn follows from the arguments of the call, so that calls may come in
// any order (CF9); only a second reply remembers the cards that it found
// together with the first (BG-66).
type livePlayer struct {
	performer
	trick  trick
	random *rand.Rand // draws its requests, instead of the strategy
	mute   bool       // never replies to any call
	silent bool       // never sends its name either
	dec    *decoder
}

// Silent tells whether the player never sends its name, which keeps it from
// signing up (11.6).
func (p *livePlayer) Silent() bool { return p.silent }

// Reply answers a call.
func (p *livePlayer) Reply(name string, args []jsontext.Value) (game.Reply, error) {
	m, ok := methodNamed(name)
	if !ok {
		return game.Reply{}, game.Unknown("method", name, "of bazaar", methodNames, "touchstone games bazaar")
	}
	if err := game.CheckArguments(name, args, 1, "BG-90"); err != nil {
		return game.Reply{}, err
	}
	t, err := p.argument(m, args)
	if err != nil {
		return game.Reply{}, err
	}
	if p.mute {
		return game.Reply{Then: game.Hangs}, nil
	}
	p.strategist.begin() // it replies in time, with what it has found by then
	// BG-78: nothing of a failing method's reply takes effect.
	if p.failsAt(m) {
		if p.hangs {
			return game.Reply{Then: game.Hangs}, nil
		}
		return game.Reply{Then: game.Leaves}, nil
	}
	var text []byte
	switch m {
	case callFirstReply:
		text = p.firstText(t)
	case callSecondReply:
		text = described().cards.Text(p.cardsFor(t))
	default:
		text = []byte(`"void"`)
	}
	reply := p.tricked(m, text)
	if p.behaviour == cheats && t != nil && p.breaksRules(m, t, text) {
		shown := *t // the next call is read into the memory of this one
		shown.visibles = slices.Clone(t.visibles)
		reply.AsGood = func(other jsontext.Value) bool { return p.breaksRules(m, &shown, other) }
	}
	return reply, nil
}

// breaksRules tells whether a reply of the right shape is an illegal request at
// a call (11.1, behind the test pair: which one a cheat sends is not judged).
func (p *livePlayer) breaksRules(m method, t *turn, reply jsontext.Value) bool {
	d := newDecoder(p.strategist.rules)
	var q request
	if d.Decode([]jsontext.Value{reply}, 0, func() { q = d.reply(m, false) }) != nil {
		return false
	}
	at := table{
		equations: p.equations, bank: t.bank, visibles: slices.Clone(t.visibles), players: []player{t.active}, phase: pebbleOrTrades,
	}
	if m == callSecondReply {
		at.phase = buyCards
	}
	return p.strategist.rules.move(&at, &q) != legal
}

// argument reads the argument of a call strictly. The equations are remembered
// beyond the call.
func (p *livePlayer) argument(m method, args []jsontext.Value) (*turn, error) {
	d := p.dec
	switch m {
	case callSetup:
		// The decoder's memory is that of the equations from now on.
		d = newDecoder(p.strategist.rules)
		var given []equation
		if err := d.Decode(args, 0, func() { given = d.equations() }); err != nil {
			return nil, err
		}
		p.equations = given
		return nil, nil
	case callWin:
		return nil, d.Decode(args, 0, func() { read(d, &d.forms.won, &d.flag) })
	}
	var t turn
	err := d.Decode(args, 0, func() { t = d.liveTurn() })
	return &t, err
}

func (p *livePlayer) firstText(t *turn) []byte {
	q := p.firstChoice(t)
	return described().first.Text(q)
}

func (p *livePlayer) firstChoice(t *turn) request {
	if p.random == nil {
		return p.firstReply(t)
	}
	q := p.randomRequest(t)
	if p.behaviour == cheats {
		if list, ok := p.cheatExchanges(t); ok {
			return request{exchanges: list}
		}
	}
	return q
}

// cardsFor is the second reply. The plan of the first reply is good for one
// second reply only.
func (p *livePlayer) cardsFor(t *turn) []card {
	if p.random == nil {
		cards := p.secondReply(t)
		p.planned = false
		return cards
	}
	if p.behaviour == cheats {
		if k, ok := p.cheatCard(t); ok {
			return []card{k}
		}
	}
	return p.randomPurchase(t)
}

// randomExchangesMax is the length of the longest exchange list that a random
// player sends.
const randomExchangesMax = 5

// randomRequest is a legal first reply: a pebble, or exchanges one after
// another as far as they can be done (BG-19), perhaps none.
func (p *livePlayer) randomRequest(t *turn) request {
	if t.bank != 0 && p.random.IntN(2) == 0 {
		return request{pebble: true}
	}
	most := randomExchangesMax
	if limit := p.strategist.rules.exchangesMax; limit >= 0 {
		most = min(most, limit)
	}
	var q request
	wallet, bank := t.active.wallet, t.bank
	for range p.random.IntN(most + 1) {
		var usable []exchange
		for _, e := range p.equations {
			for _, x := range []exchange{e.exchange, e.flipped()} {
				if x.usable(wallet, bank) {
					usable = append(usable, x)
				}
			}
		}
		if len(usable) == 0 {
			break
		}
		x := usable[p.random.IntN(len(usable))]
		q.exchanges = append(q.exchanges, x)
		wallet, bank = wallet-x.give+x.get, bank-x.get+x.give
	}
	return q
}

// randomPurchase is a legal second reply: it goes through the display in a
// drawn order and leaves out what it cannot pay for, and one card in four.
func (p *livePlayer) randomPurchase(t *turn) []card {
	var cards []card
	wallet := t.active.wallet
	for _, i := range p.random.Perm(len(t.visibles)) {
		if k := t.visibles[i]; wallet.contains(k.pebbles()) && p.random.IntN(4) > 0 {
			cards = append(cards, k)
			wallet -= k.pebbles()
		}
	}
	return cards
}

// blanksOfTrick is how many blanks illTT sends in front (11.6).
const blanksOfTrick = 4095

// tricked is a reply as the client sends it: as it is, or as 11.6 says for its
// trick.
func (p *livePlayer) tricked(m method, text []byte) game.Reply {
	inTurn := m == callFirstReply || m == callSecondReply
	switch {
	case p.trick == bareSetup && m == callSetup, p.trick == bareWin && m == callWin:
		return game.Reply{Text: []byte("void")}
	case p.trick == unfinished && inTurn:
		text = append(bytes.Repeat([]byte{' '}, blanksOfTrick), text[:len(text)-1]...)
		return game.Reply{Text: text, Then: game.Hangs}
	case p.trick == misshapen && inTurn:
		return game.Reply{Text: misshape(text)}
	}
	return game.Reply{Text: text}
}

// misshape gives a reply a shape that no call allows: true for false, a first
// exchange with its left side again behind its right one, a first card whose
// pebbles stand under another key, and for an empty list an exchange with a
// colour that there is not.
func misshape(text []byte) []byte {
	switch {
	case string(text) == "false":
		return []byte("true")
	case string(text) == "[]":
		return []byte(`[[["re"],["red"]]]`)
	case bytes.HasPrefix(text, []byte("[[")):
		end := bytes.IndexByte(text, ']') + 1
		left := text[len("[["):end]
		first := bytes.Index(text, []byte("]]")) + 1
		return slices.Concat(text[:first], []byte(","), left, text[first:])
	}
	return bytes.Replace(text, []byte(`"pebbles"`), []byte(`"e"`), 1)
}
