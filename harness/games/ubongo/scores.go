package ubongo

import "strconv"

// appendResult writes the Result of a State.
func (r *rules) appendResult(out []byte, t *table) []byte {
	out = append(out, `{"over":`...)
	out = strconv.AppendBool(out, t.phase == over)
	out = append(out, `,"winner":`...)
	out = appendOrNull(out, t.winner, nobody) // UO-56
	out = append(out, `,"points":[`...)
	for i := range t.players {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendInt(out, r.points(&t.players[i].gems)) // UO-55
	}
	out = append(out, `],"ranking":`...)
	out = appendList(out, r.ranking(t), func(out []byte, group []int) []byte {
		return appendList(out, group, appendInt)
	})
	return append(out, '}')
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
