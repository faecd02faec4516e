package ubar

import (
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// A page is memory for values that are about to be written.
type page struct {
	view   viewText
	result resultText
}

var pages = sync.Pool{New: func() any { return new(page) }}

func appendState(out []byte, s *state) []byte { return described().shown.Append(out, s) }

// appendView writes what a player sees of a State.
func (r *rules) appendView(out []byte, s *state, you int) []byte {
	p := pages.Get().(*page)
	r.show(&p.view, s, you)
	out = described().view.Append(out, &p.view)
	pages.Put(p)
	return out
}

// appendOutcome writes a Result with the groups and winners given.
func appendOutcome(out []byte, s *state, groups [][]int, winners []int, isOver bool) []byte {
	p := pages.Get().(*page)
	out = described().result.Append(out, p.result.of(s, groups, winners, isOver))
	pages.Put(p)
	return out
}

// of makes t the text of an outcome.
func (t *resultText) of(s *state, groups [][]int, winners []int, isOver bool) *resultText {
	t.over, t.ranking, t.winners, t.coins = isOver, groups, winners, t.coins[:0]
	for i := range s.players {
		t.coins = append(t.coins, s.players[i].coins)
	}
	return t
}

// requestJSON is a Request.
func requestJSON(q *request) jsontext.Value { return described().request.Text(*q) }
