package bazar

// income is what each guild gets from all districts in play (BZ-66).
func (r *rules) income(t *table, playing []guild) [guilds]int {
	var sum [guilds]int
	for d := range district(districts) {
		if !t.inPlay.has(d) {
			continue // BZ-58, BZ-66
		}
		if o := r.ownership(t, d, playing); o.owned {
			sum[o.owner] += r.value(t, d)
		}
	}
	return sum
}

// value is what a district pays (BZ-63).
func (r *rules) value(t *table, d district) int {
	acts := effectsOf[t.event][d]
	if acts&barred != 0 {
		return 0 // BZ-63
	}
	n := baseValue[d]
	if acts&shift != 0 {
		n = baseValue[r.shifted(t, d)]
	}
	if acts&double != 0 {
		n *= 2
	}
	if acts&plus2 != 0 {
		n += 2
	}
	if acts&minus2 != 0 {
		n -= 2
	}
	if acts&amnesty != 0 {
		return n // BZ-65
	}
	return r.halved(t, d, n)
}

// halved is half of a value for each beggar in the district, rounded up.
func (r *rules) halved(t *table, d district, n int) int {
	for _, s := range cellsOf[d] {
		if one := t.board[s]; one != 0 && one.kind() == beggar {
			n = (n + 1) / 2
		}
	}
	return n
}

// shifted is the next district in play, in district order; after the last comes
// the first.
func (r *rules) shifted(t *table, d district) district {
	next := (d + 1) % districts
	for !t.inPlay.has(next) {
		next = (next + 1) % districts
	}
	return next
}
