package ubar

import (
	"iter"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// requests are all legal requests of the acting player, each written in one way:
// only steps whose action is possible are skipped, and what is dumped ends with
// the last step after which something is. They are many where much can be
// dumped, so they are made one after another, none of them before it is asked
// for. A request is valid until the next one.
func (r *rules) requests(s *state) iter.Seq[*request] {
	return func(yield func(*request) bool) {
		switch s.phase {
		case selling:
			q := request{sells: true, player: r.actor(s)}
			for q.sold = range parts(s.players[q.player].hold) {
				if _, _, c := r.sale(s.markets[0], s.players[q.player].hold, q.sold); c == legal && !yield(&q) {
					return
				}
			}
		case drafting:
			for q := range r.drafts(s, r.actor(s)) {
				if !r.courses(s, q, yield) {
					return
				}
			}
		}
	}
}

// drafts are all ways to take and place a tile, with the targets that there are.
// What is skipped and dumped is not decided yet.
func (r *rules) drafts(s *state, player int) iter.Seq[*request] {
	return func(yield func(*request) bool) {
		q := request{player: player}
		own := s.players[player].tableau
		places := r.freePlaces(own)
		for i, t := range s.grid.cells[:s.grid.rows*s.grid.cols] {
			if t == 0 {
				continue
			}
			q.take = pos{int8(i / s.grid.cols), int8(i % s.grid.cols)}
			q.hasTarget = t.face().wind.kind == anyTile
			for _, q.place = range places {
				if !q.hasTarget {
					q.target = pos{}
					if !yield(&q) {
						return
					}
					continue
				}
				for _, k := range r.reached(nil, own, q.place, t.face().wind) {
					q.target = own[k].at
					if !yield(&q) {
						return
					}
				}
			}
		}
	}
}

// freePlaces are the empty places where a tile may be put, in the order of the
// tiles that they touch. The tableau never gets so large that a place could not
// be written.
func (r *rules) freePlaces(own tableau) []pos {
	list := make([]pos, 0, 2*len(own)+2)
	near := steps[:]
	for i := range own {
		for _, d := range near {
			if p := own[i].at.plus(d); own.find(p) < 0 && r.adjacent(own, p) && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// courses are all legal ways in which a draft can go.
func (r *rules) courses(s *state, q *request, yield func(*request) bool) bool {
	p := &s.players[q.player]
	t := s.grid.at(q.take)
	var how passage
	if r.findSteps(&how, p.tableau, t, q) != legal {
		return true
	}
	how.hold, how.supply, how.start = p.hold, s.supply, p.time
	var on func(how passage, skip []int, dumps []goods) bool
	// throw tries everything that can be dumped, then goes on.
	throw := func(how passage, skip []int, dumps []goods) bool {
		for x := range parts(how.hold) {
			after := how
			if r.dump(&after, x) != legal || how.done > 0 && !r.settled(&after) {
				continue
			}
			if !on(after, skip, append(slices.Clip(dumps), x)) {
				return false
			}
		}
		return true
	}
	on = func(how passage, skip []int, dumps []goods) bool {
		if how.done == len(how.steps) {
			full := *q
			full.skip = skip
			for len(dumps) > 0 && dumps[len(dumps)-1].isEmpty() {
				dumps = dumps[:len(dumps)-1]
			}
			full.dumps = dumps
			return yield(&full)
		}
		how.done++
		if _, isNew := how.acting(p.tableau, t); r.declinable(isNew) && r.canAct(&how, p.tableau, t) {
			if !throw(how, append(slices.Clip(skip), how.done), dumps) {
				return false
			}
		}
		r.act(&how, p.tableau, t, false)
		return throw(how, skip, dumps)
	}
	return throw(how, nil, nil)
}

// parts are all goods contained in others, nothing first.
func parts(g goods) iter.Seq[goods] {
	return func(yield func(goods) bool) {
		var x goods
		for {
			if !yield(x) {
				return
			}
			k := kinds
			for k > 0 && x[k-1] == g[k-1] {
				k--
				x[k] = 0
			}
			if k == 0 {
				return
			}
			x[k-1]++
		}
	}
}

// Legal implements game.Lister.
func (r *rules) Legal(state jsontext.Value) iter.Seq2[jsontext.Value, error] {
	return func(yield func(jsontext.Value, error) bool) {
		d := newDecoder(r)
		if err := d.Decode([]jsontext.Value{state}, 0, func() { d.stateValue() }); err != nil {
			yield(nil, err)
			return
		}
		for q := range r.requests(&d.states) {
			if !yield(requestJSON(q), nil) {
				return
			}
		}
	}
}
