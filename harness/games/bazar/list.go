package bazar

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// Legal implements game.Lister. Cells that owners choose for their tiles (BZ-56) are left
// to the rules: such a request says nothing about them.
func (r *rules) Legal(text jsontext.Value) iter.Seq2[jsontext.Value, error] {
	return func(yield func(jsontext.Value, error) bool) {
		d := newDecoder(r)
		var s *state
		if err := d.Decode([]jsontext.Value{text}, 0, func() { s = d.stateValue() }); err != nil {
			yield(nil, err)
			return
		}
		if s.phase == over {
			return
		}
		p := s.active()
		hand := p.hand
		if s.phase == starting {
			hand = []kind{guildMaster}
		}
		r.requests(&s.table, p.guild, hand, func(q *request) bool {
			return r.judge(s, q) != legal || yield(requestJSON(q), nil)
		})
	}
}
