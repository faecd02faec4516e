package ubar

import "slices"

// findSteps finds the tiles that a draft triggers: the new one, and those that
// its wind reaches (UB-40 to UB-46).
func (r *rules) findSteps(how *passage, own tableau, t tile, q *request) code {
	w := t.face().wind
	list := append(how.steps[:0], len(own)) // UB-40: the new one is first.
	switch {
	case w.kind != anyTile && q.hasTarget:
		return targetNotAllowed // UB-44
	case w.kind != anyTile:
		list = r.reached(list, own, q.place, w)
	case !q.hasTarget:
		return targetNeeded // UB-44
	default:
		i := own.find(q.target)
		list = r.reached(list, own, q.place, w)
		if i < 0 || !slices.Contains(list[1:], i) {
			return badTarget // UB-44
		}
		list = append(list[:1], i)
	}
	how.steps = list
	return legal
}

// reached appends the indexes of the tiles that a wind re-triggers from a place,
// in order. Of a wind that reaches any tile it appends all that can be chosen,
// in the order of placement (UB-44).
func (r *rules) reached(list []int, t tableau, at pos, w wind) []int {
	add := func(to pos) bool {
		i := t.find(to)
		if i >= 0 {
			list = append(list, i) // UB-48: the starter as any other
		}
		return i >= 0
	}
	switch w.kind {
	case noWind:
	case anyTile:
		for i := range t {
			add(t[i].at) // UB-44
		}
	case orthogonal:
		for d := up; d <= left; d++ {
			add(at.plus(d.step())) // UB-45
		}
	case diagonal:
		for _, d := range corners {
			add(at.plus(d)) // UB-46
		}
	case line:
		r.blow(t, at, w, add)
	}
	return list
}

// blow calls add for the places of a line, the closest first (UB-42, UB-43).
func (r *rules) blow(t tableau, at pos, w wind, add func(pos) bool) {
	step := w.dir.step()
	if r.gaps != gapsSkipped {
		for n := 1; n <= w.length; n++ {
			if !add(at.plus(step.times(n))) && r.gaps == gapsStop {
				return // UB-43
			}
		}
		return
	}
	// The nearest tiles, however far: each time the nearest one that lies beyond
	// the last.
	last := 0
	for range w.length {
		nearest := 0
		for i := range t {
			if n := distance(at, t[i].at, step); n > last && (nearest == 0 || n < nearest) {
				nearest = n
			}
		}
		if nearest == 0 {
			return
		}
		add(at.plus(step.times(nearest)))
		last = nearest
	}
}

// distance is how many steps lead from one place to another, 0 if none do.
func distance(from, to, step pos) int {
	dr, dc := int(to.row)-int(from.row), int(to.col)-int(from.col)
	n := dr*int(step.row) + dc*int(step.col)
	if n > 0 && dr == n*int(step.row) && dc == n*int(step.col) {
		return n
	}
	return 0
}
