package bazaar

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/guest"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// A decoder reads the values of chapter 4, and refuses what is not valid. It keeps its
// memory from case to case: what it returns is valid until a value of the same name is
// read again.
type decoder struct {
	value.Reader
	rules *rules // that say what is valid
	forms *forms

	spells bool // equations are to remember how they are written

	text     table // as it was read: what the rules do with the lists of the next one leaves these alone
	table    table
	given    []equation
	list     []exchange
	turn     turn
	cast     []actor
	wire     []guest.Guest
	names    []string
	deck     []card
	bag      bag
	policy   policy
	word     string
	flag     bool
	request  request
	requests []request
}

func newDecoder(r *rules) *decoder { return &decoder{rules: r.right, forms: r.right.forms()} }

// read reads a value of some type into v, which it returns.
func read[T any](d *decoder, form *value.Type[T], v *T) *T {
	form.Read(&d.Reader, v)
	return v
}

// pebbles reads a value of the name Pebbles.
func (d *decoder) pebbles() bag {
	b := *read(d, &d.forms.pebbles, &d.bag)
	return b
}

// equations reads Equations.
func (d *decoder) equations() []equation {
	form := &d.forms.equations
	if d.spells {
		form = &d.forms.spelled
	}
	given := *read(d, form, &d.given)
	return slices.Clip(given)
}

// exchanges reads Exchanges.
func (d *decoder) exchanges() []exchange {
	list := *read(d, &d.forms.exchanges, &d.list)
	return slices.Clip(list)
}

// lent is the table that was read, for the rules to change.
func (d *decoder) lent() *table {
	t := &d.table
	players := append(t.players[:0], d.text.players...)
	*t = d.text
	t.players = slices.Clip(players)
	t.equations, t.visibles, t.hidden = slices.Clip(t.equations), slices.Clip(t.visibles), slices.Clip(t.hidden)
	t.dropouts = slices.Clip(t.dropouts)
	return t
}

// gameValue reads a Game. Its integrity is a matter of the task.
func (d *decoder) gameValue() *table {
	read(d, &d.forms.game, &d.text)
	t := d.lent()
	return t
}

// serverGame reads the Game of a server. A Player without cards has none.
func (d *decoder) serverGame() *table {
	t := d.gameValue()
	if d.Err() == nil {
		d.checkAmounts(t)
	}
	for i := range t.players {
		t.players[i].hasCard = true // BG-14: on the wire a player is shown its cards.
	}
	return t
}

// stateValue reads a State and checks all that chapter 4 asks of it.
func (d *decoder) stateValue() *table {
	read(d, &d.forms.state, &d.text)
	t := d.lent()
	if d.Err() != nil {
		return t
	}
	d.checkIntegrity(t)
	d.checkSeats(t)
	reason := d.rules.end(t)
	d.checkPhase(t, reason)
	return t
}

// turnValue reads a Turn.
func (d *decoder) turnValue() turn {
	t := *read(d, &d.forms.turn, &d.turn)
	return t
}

// liveTurn reads the Turn of a call.
func (d *decoder) liveTurn() turn { return *read(d, &d.forms.liveTurn, &d.turn) }

// cards reads an array of cards.
func (d *decoder) cards() []card {
	list := *read(d, &d.forms.cards, &d.deck)
	return slices.Clip(list)
}

// nameList reads an array of different names.
func (d *decoder) nameList() []string { return *read(d, &d.forms.names, &d.names) }

// requestValue reads a Request.
func (d *decoder) requestValue() request {
	q := *read(d, &d.forms.request, &d.request)
	return q
}

// requestList reads the Requests from the i-th value on.
func (d *decoder) requestList(in []jsontext.Value, i int) ([]request, error) {
	n := len(in) - i
	if d.requests = d.requests[:min(n, cap(d.requests))]; len(d.requests) < n {
		d.requests = append(d.requests, make([]request, n-len(d.requests))...)
	}
	for k := range d.requests {
		// Each request has the memory of its own lists.
		d.request = d.requests[k]
		if err := d.Decode(in, i+k, func() { d.requests[k] = d.requestValue() }); err != nil {
			return nil, err
		}
	}
	d.request = request{}
	return d.requests, nil
}

// actors reads the actors of a game, or of the clients of a pair.
func (d *decoder) actors(form *value.Type[[]actor]) []actor { return *read(d, form, &d.cast) }

// policyValue reads a policy.
func (d *decoder) policyValue() policy { return *read(d, &d.forms.policy, &d.policy) }

// bonusValue reads the name of a bonus.
func (d *decoder) bonusValue() *bonus { return d.rules.bonusNamed(*read(d, &d.forms.bonus, &d.word)) }

// guests reads the special clients of a pair, and the faults of its actors, of whom cast
// are the names.
func (d *decoder) guests(cast []string) []guest.Guest {
	list := *read(d, &d.forms.guests, &d.wire)
	guest.Belong(&d.Reader, list, cast)
	return list
}

// reply reads the reply to a call: the shapes of 11.3, and no others (BG-92).
// With lenient, whatever is no array counts as false in reply to the first call
// (Q6). A purchase may have any number of cards, unlike the Request of a task:
// the rules judge it. How a value is written makes no difference (BG-93).
func (d *decoder) reply(m method, lenient bool) request {
	d.request = request{exchanges: d.request.exchanges[:0], cards: d.request.cards[:0]}
	switch {
	case m == callSetup || m == callWin:
		d.forms.void.Read(&d.Reader, new(struct{}))
	case m == callSecondReply:
		read(d, &d.forms.second, &d.request)
	case lenient && d.Kind() != '[':
		d.request.pebble = true
	default:
		read(d, &d.forms.first, &d.request)
	}
	return d.request
}
