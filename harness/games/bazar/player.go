package bazar

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/stages"
)

// players are the builtin players.
var players = []game.PlayerKind{
	{Name: "random", Summary: "makes a random legal request; the seed decides", Aim: game.ByChance},
	{Name: "greedy", Summary: "makes the request that would leave it furthest ahead in coins if the round ended at once", Aim: game.ToWin},
	{Name: "cheat:CODE", Summary: "makes an illegal request with this code as soon as it can, and is greedy until then"},
}

// Player makes a builtin player. It plays by the rules, also where the referee
// reads them wrongly.
// A kind that is JSON is an actor as a program of clients is given it.
func (l liveRules) Player(kind, name string, seed uint64) (game.Player, error) {
	if strings.HasPrefix(strings.TrimSpace(kind), "[") {
		a, err := described().cast.Parse(kind)
		if err != nil {
			return nil, err
		}
		return l.rules.performer(a, name), nil
	}
	p := &livePlayer{rules: l.rules.right, dec: newDecoder(l.rules)}
	p.rng = rand.New(rand.NewPCG(seed, 1))
	cheat, cheats := strings.CutPrefix(kind, guest.CheatWord+":")
	switch {
	case cheats && slices.Contains(described().cast.Cheats, cheat):
		p.role.Cheat, p.choose = cheat, p.best
	case kind == "random":
		p.choose = p.drawn
	case kind == "greedy":
		p.choose = p.best
	default:
		return nil, game.UnknownPlayer("bazar", players, kind)
	}
	return p, nil
}

// A livePlayer decides by what it is shown, and by its seed.
type livePlayer struct {
	rules  *rules
	dec    *decoder
	rng    *rand.Rand
	choose func(*view) request
	role   guest.Role
}

// Reply answers a call.
func (p *livePlayer) Reply(method string, args []jsontext.Value) (game.Reply, error) {
	return p.role.Reply(method, args, p.reply)
}

func (p *livePlayer) reply(method string, args []jsontext.Value) (game.Reply, error) {
	want := 1
	if method == marketMethod {
		want = 3
	}
	if err := game.CheckArguments(method, args, want, ""); err != nil {
		return game.Reply{}, err
	}
	var v *view
	switch method {
	case stages.Setup:
		return guest.Void(p.dec.Decode(args, 0, func() { p.dec.viewValue() }))
	case stages.Result:
		return guest.Void(p.dec.Decode(args, 0, p.dec.resultValue))
	case marketMethod:
		return p.marketCell(args)
	case stages.TakeTurn:
		err := p.dec.Decode(args, 0, func() {
			at := p.dec.Offset()
			v = p.dec.viewValue()
			switch {
			case v.phase == over:
				p.dec.Fail(at, "BZ-75", "expected a view of a game that is not over")
			case len(v.hand) == 0 && v.phase == placing:
				p.dec.Fail(at, "BZ-23", "expected a view of a player who has tiles")
			}
		})
		if err != nil {
			return game.Reply{}, err
		}
		q, cheats := request{}, false
		if p.role.Cheat != "" {
			q, cheats = p.cheat(v, code(p.role.Cheat))
		}
		if !cheats {
			q = p.choose(v)
		}
		return game.Reply{Text: requestJSON(&q), Judge: p.judgment(args, cheats)}, nil
	}
	return game.Reply{}, game.Unknown("method", method, "of bazar", append(slices.Clone(stages.Methods), marketMethod), "touchstone games bazar")
}

// marketCell is the first of the market cells to choose from (BZ-56).
func (p *livePlayer) marketCell(args []jsontext.Value) (game.Reply, error) {
	var free []square
	for i, read := range []func(){
		func() { p.dec.viewValue() },
		func() { p.dec.forms.tile.Read(&p.dec.Reader, new(merchant)) },
		func() {
			at := p.dec.Offset()
			if p.dec.forms.cells.Read(&p.dec.Reader, &free); len(free) == 0 {
				p.dec.Fail(at, "BZ-56", "expected cells to choose from")
			}
		},
	} {
		if err := p.dec.Decode(args, i, read); err != nil {
			return game.Reply{}, err
		}
	}
	return p.pick(free), nil
}

// startHand is what may be placed in the start phase (BZ-07).
var startHand = []kind{guildMaster}

// kindsToPlace are the kinds of which the viewer may place one.
func (v *view) kindsToPlace() []kind {
	if v.phase == starting {
		return startHand
	}
	return v.hand
}

// drawn is a legal request by chance.
func (p *livePlayer) drawn(v *view) request {
	q, ok := p.rules.drawRequest(&v.table, v.guild, v.kindsToPlace(), p.rng)
	if !ok {
		q = request{guild: v.guild, kind: v.kindsToPlace()[0]}
	}
	return q
}

// best is the request behind which the payout would leave the player the
// furthest ahead of its richest rival, the first one of several.
func (p *livePlayer) best(v *view) request {
	most, found := 0, false
	var best request
	var after view
	rest := make([]player, guilds)
	e := deed{guilds: v.playing, others: make([]*player, guilds)}
	for i := range rest {
		e.others[i] = &rest[i]
	}
	e.actor = e.others[v.guild]
	p.rules.requests(&v.table, v.guild, v.kindsToPlace(), func(q *request) bool {
		discarded, eliminated, marketed := after.discarded[:0], after.eliminated[:0], after.marketed[:0]
		after.table = v.table
		after.discarded, after.eliminated, after.marketed = discarded, eliminated, marketed
		for _, g := range v.playing {
			rest[g] = player{guild: g, coins: v.coins[g]}
		}
		e.place, e.choice, e.tile = q.cell, q.choice, newTile(q.guild, q.kind)
		p.rules.place(&after.table, &e)
		income := p.rules.income(&after.table, v.playing)
		rival := 0
		for _, g := range v.playing {
			if g != v.guild {
				rival = max(rival, rest[g].coins+income[g])
			}
		}
		if lead := rest[v.guild].coins + income[v.guild] - rival; !found || lead > most {
			most, best, found = lead, *q, true
		}
		return true
	})
	if !found {
		return p.drawn(v)
	}
	return best
}
