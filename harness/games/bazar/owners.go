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
	if r.wrong.noAmnesty {
		acts &^= amnesty
	}
	for _, s := range cellsOf[d] {
		if one := t.board[s]; one != 0 {
			o.counts[one.guild()] += r.weight(t, s, acts&amnesty != 0)
		}
	}
	best, sum, tied := 0, 0, false
	for _, g := range playing {
		n := o.counts[g]
		sum += n
		better := n > best
		if acts&minority != 0 && !r.wrong.noMinority { // BZ-64
			better = n < best || best == 0
		}
		switch {
		case n == 0:
		case better:
			best, o.owner, tied = n, g, false
		case n == best:
			tied = true
		}
	}
	o.owned = best > 0 && (!tied || r.wrong.tieOwned) // BZ-62
	if r.wrong.needsHalf && 2*best <= sum {
		o.owned = false
	}
	return o
}

// weight is what a tile counts for (BZ-60), which is nothing beside a rival
// traitor of the same district (BZ-61). Amnesty stops both (BZ-65).
func (r *rules) weight(t *table, s square, pardoned bool) int {
	if (!pardoned || r.wrong.amnestyKeepsTraitors) && r.silenced(t, s) {
		return 0
	}
	if t.board[s].kind() == administrator && (!pardoned || r.wrong.amnestyKeepsAdministrators) {
		return r.limits.administrator
	}
	return 1
}

// silenced tells whether a tile lies beside a rival traitor of its district
// (BZ-61).
func (r *rules) silenced(t *table, s square) bool {
	for _, next := range neighbour[s] {
		if other := t.board[next]; other != 0 && other.kind() == traitor && r.silences(t, next, s) {
			return true
		}
	}
	return r.wrong.silencesDiagonally && r.silencedByCorner(t, s)
}

// silences tells whether a traitor on a square takes the weight of a tile on
// another.
func (r *rules) silences(t *table, from, s square) bool {
	one := t.board[s]
	return (districtOf[from] == districtOf[s] || r.wrong.silencesAcross) &&
		(t.board[from].guild() != one.guild() || r.wrong.silencesOwn) &&
		!(r.wrong.silencedSilenceNothing && r.right.silenced(t, from)) &&
		!(r.wrong.traitorsUnsilenced && one.kind() == traitor) &&
		!(r.wrong.administratorsUnsilenced && one.kind() == administrator)
}

// silencedByCorner tells whether a rival traitor touches a tile by a corner.
func (r *rules) silencedByCorner(t *table, s square) bool {
	for d, next := range neighbour[s] {
		corner := neighbour[next][direction(d).clockwise()]
		if other := t.board[corner]; other != 0 && other.kind() == traitor && r.silences(t, corner, s) {
			return true
		}
	}
	return false
}

// value is what a district pays (BZ-63).
func (r *rules) value(t *table, d district) int {
	acts := effectsOf[t.event][d]
	if acts&barred != 0 && !r.wrong.noBarred {
		return 0
	}
	n := baseValue[d]
	if acts&shift != 0 {
		n = baseValue[r.shifted(t, d)]
	}
	if acts&double != 0 && !r.wrong.noDouble {
		n *= 2
	}
	if r.wrong.halvesFirst {
		n = r.halved(t, d, n)
	}
	if acts&plus2 != 0 {
		n += r.limits.plus
	}
	if acts&minus2 != 0 {
		n -= r.limits.minus
	}
	if acts&amnesty != 0 && !r.wrong.noAmnesty && !r.wrong.amnestyKeepsBeggars || r.wrong.halvesFirst { // BZ-65
		return n
	}
	return r.halved(t, d, n)
}

// halved is half of a value for each beggar in the district, rounded up.
func (r *rules) halved(t *table, d district, n int) int {
	up := 1
	if r.wrong.roundsDown {
		up = 0
	}
	for _, s := range cellsOf[d] {
		if one := t.board[s]; one != 0 && one.kind() == beggar && !(r.wrong.silencedBeggarsIdle && r.silenced(t, s)) {
			n = (n + up) / 2
			if r.wrong.oneBeggarHalves {
				break
			}
		}
	}
	return n
}

// shifted is the next district in play, in district order; after the last comes
// the first.
func (r *rules) shifted(t *table, d district) district {
	way := district(1)
	if r.wrong.shiftsBack {
		way = districts - 1
	}
	next := (d + way) % districts
	for !t.inPlay.has(next) && !r.wrong.shiftsToLate {
		next = (next + way) % districts
	}
	if next < d && r.wrong.lastShiftsNot {
		return d
	}
	return next
}

// income is what each guild gets from all districts in play (BZ-66).
func (r *rules) income(t *table, playing []guild) [guilds]int {
	var sum [guilds]int
	for d := range district(districts) {
		full := r.wrong.fullMarketPays && d == market && t.holds(market) == marketLimit
		if !t.inPlay.has(d) && !full || d == market && r.wrong.marketPaysNothing {
			continue
		}
		if o := r.ownership(t, d, playing); o.owned {
			sum[o.owner] += r.value(t, d)
		}
	}
	return sum
}
