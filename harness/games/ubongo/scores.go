package ubongo

// sumUp makes the Result of a State.
func (r *rules) sumUp(v *resultText, t *table) {
	v.over, v.winner = t.phase == over, t.winner // UO-56
	v.points = v.points[:0]
	for p := range t.players {
		v.points = append(v.points, r.points(&t.players[p].gems)) // UO-55
	}
	v.ranking = r.ranking(t)
}

// appendResult writes the Result of a State.
func (r *rules) appendResult(out []byte, t *table) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		r.sumUp(&p.result, t)
		return f.result.Append(out, &p.result)
	})
}

// ranking groups the players by points, best first; after a playoff the winner
// stands alone in front of the others that were tied (UO-63).
func (r *rules) ranking(t *table) [][]int {
	var groups [][]int
	var ranked [playersMax]bool
	if t.winner != nobody {
		groups = append(groups, []int{t.winner}) // UO-63
		ranked[t.winner] = true
	}
	for {
		most := -1
		for p := range t.players {
			if !ranked[p] {
				most = max(most, r.points(&t.players[p].gems))
			}
		}
		if most < 0 {
			return groups
		}
		var group []int
		for p := range t.players {
			if !ranked[p] && r.points(&t.players[p].gems) == most {
				group = append(group, p)
				ranked[p] = true
			}
		}
		groups = append(groups, group)
	}
}
