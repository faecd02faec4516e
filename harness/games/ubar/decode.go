package ubar

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// A decoder reads the values of chapter 4, and refuses what is not valid. It keeps its
// memory from case to case: what it returns is valid until the same value is read again.
type decoder struct {
	value.Reader        // that has met tiles, by number (UB-01)
	rules        *rules // that say what is valid
	forms        *forms

	state   state // as it was read: what the rules do with the lists of states leaves these alone
	states  state // the one that was read
	request request
	setup   setup
	view    viewText
	known   state // of the view
	result  resultText
	grid    grid
	tableau []placed
	pos     pos
	wind    wind
	market  market
	hold    goods
	some    goods
}

func newDecoder(r *rules) *decoder { return &decoder{rules: r.right, forms: described()} }

// readAs decodes one input value of a form, which checks then look at.
func readAs[T any](d *decoder, in []jsontext.Value, i int, form *value.Type[T], v *T, checks ...func()) error {
	return d.Decode(in, i, func() {
		form.Read(&d.Reader, v)
		for _, check := range checks {
			if d.Err() == nil {
				check()
			}
		}
	})
}

// stateValue reads a State that does not contradict itself.
func (d *decoder) stateValue() *state {
	s := &d.states
	d.forms.state.Read(&d.Reader, &d.state)
	if *s = d.state; d.Err() == nil {
		d.checkComponents(s)
	}
	if d.Err() == nil {
		d.checkCourse(s)
	}
	return s
}

// requestValue reads a Request.
func (d *decoder) requestValue() *request {
	d.forms.request.Read(&d.Reader, &d.request)
	return &d.request
}

// setupValue reads a Setup.
func (d *decoder) setupValue() *setup {
	b := &d.setup
	if d.forms.setup.Read(&d.Reader, b); d.Err() == nil {
		d.checkSetup(b)
	}
	return b
}

// viewValue reads a View. Whether its parts fit together is the business of
// whoever wrote it.
func (d *decoder) viewValue() *viewText {
	v := &d.view
	v.state = &d.known
	if d.forms.view.Read(&d.Reader, v); d.Err() == nil && v.you >= len(v.players) {
		d.Fail(0, "UB-75", "expected one of the %d players, found player %d", len(v.players), v.you)
	}
	return v
}

// turn reads the View of a call that asks for a request, as the State that a player
// knows of: without the pile, and with no coins where they are hidden (UB-75). The
// players of a game count on what they are shown, so that what they need must be
// there.
func (d *decoder) turn() (s *state, you int) {
	at := d.Offset()
	v := d.viewValue()
	s = v.state
	s.players = v.players
	for i := range s.players {
		s.players[i].coins = max(0, s.players[i].coins)
	}
	if d.Err() == nil {
		d.checkTurn(v, at)
	}
	return s, v.you
}

// resultValue reads a Result, of which nothing is needed.
func (d *decoder) resultValue() { d.forms.result.Read(&d.Reader, &d.result) }
