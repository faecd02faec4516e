package bazaar

// rewrite carries the wallet as written over a legal exchange list (chapter
// 10): for every exchange the pebbles of its left side go, the first of each
// colour, and the right side comes as the given equation writes it.
func (r *rules) rewrite(p *player, given []equation, list []exchange) {
	if !r.walletLists {
		return
	}
	for _, x := range list {
		r.rewriteBag(p, x.give)
		for _, e := range given {
			if e.exchange == x {
				p.written = append(p.written, e.written[1]...)
				break
			}
			if e.flipped() == x {
				p.written = append(p.written, e.written[0]...)
				break
			}
		}
	}
}

// rewriteBag takes the pebbles of a bag out of the wallet as written.
func (r *rules) rewriteBag(p *player, gone bag) {
	if !r.walletLists {
		return
	}
	p.written = withoutFirst(p.written, gone)
}

// withoutFirst returns a copy of the list without, for every pebble of the
// bag, the first element of that colour.
func withoutFirst(list []colour, gone bag) []colour {
	rest := make([]colour, 0, len(list))
	for _, c := range list {
		if gone.count(c) > 0 {
			gone -= c.one()
			continue
		}
		rest = append(rest, c)
	}
	return rest
}
