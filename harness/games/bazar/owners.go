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
	one := t.board[s]
	if pardoned {
		return 1
	}
	for _, next := range neighbour[s] {
		other := t.board[next]
		if other != 0 && other.kind() == traitor && districtOf[next] == districtOf[s] &&
			(other.guild() != one.guild() || r.wrong.silencesOwn) {
			return 0
		}
	}
	if one.kind() == administrator && !r.wrong.administratorOne {
		return 2
	}
	return 1
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
	if acts&plus2 != 0 {
		n += 2
	}
	if acts&minus2 != 0 {
		n -= 2
	}
	if acts&amnesty != 0 && !r.wrong.noAmnesty { // BZ-65
		return n
	}
	for _, s := range cellsOf[d] {
		if one := t.board[s]; one != 0 && one.kind() == beggar {
			n = (n + 1) / 2
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
	for d = (d + way) % districts; !t.inPlay.has(d); {
		d = (d + way) % districts
	}
	return d
}

// income is what each guild gets from all districts in play (BZ-66).
func (r *rules) income(t *table, playing []guild) [guilds]int {
	var sum [guilds]int
	for d := range district(districts) {
		if !t.inPlay.has(d) {
			continue
		}
		if o := r.ownership(t, d, playing); o.owned {
			sum[o.owner] += r.value(t, d)
		}
	}
	return sum
}
