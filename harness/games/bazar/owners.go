package bazar

// An ownership is who holds a district (BZ-60 to BZ-64).
type ownership struct {
	counts [guilds]int
	owner  guild
	owned  bool
}

// ownership counts the tiles of a district and finds its owner; given are the
// guilds that play.
func (r *rules) ownership(t *table, d district, playing []guild) ownership {
	var o ownership
	acts := effectsOf[t.event][d]
	for _, s := range cellsOf[d] {
		if one := t.board[s]; one != 0 {
			o.counts[one.guild()] += r.weight(t, s, acts&amnesty != 0)
		}
	}
	best, tied := 0, false
	for _, g := range playing {
		n := o.counts[g]
		better := n > best
		if acts&minority != 0 {
			better = n < best || best == 0 // BZ-64
		}
		switch {
		case n == 0:
		case better:
			best, o.owner, tied = n, g, false
		case n == best:
			tied = true
		}
	}
	o.owned = best > 0 && !tied // BZ-62
	return o
}

// weight is what a tile counts for (BZ-60), which is nothing beside a rival
// traitor of the same district (BZ-61). Amnesty stops both (BZ-65).
func (r *rules) weight(t *table, s square, pardoned bool) int {
	if !pardoned && r.silenced(t, s) {
		return 0
	}
	if t.board[s].kind() == administrator && !pardoned {
		return 2 // BZ-60
	}
	return 1
}

// silenced tells whether a tile lies beside a rival traitor of its district
// (BZ-61).
func (r *rules) silenced(t *table, s square) bool {
	for _, next := range neighbour[s] {
		if other := t.board[next]; other != 0 && other.kind() == traitor && r.silences(t, next, s) {
			return true // BZ-61
		}
	}
	return false
}

// silences tells whether a traitor on a square takes the weight of a tile on
// another.
func (r *rules) silences(t *table, from, s square) bool {
	return districtOf[from] == districtOf[s] && t.board[from].guild() != t.board[s].guild()
}
