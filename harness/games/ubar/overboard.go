package ubar

// counted tells whether there are the steps that a request skips (UB-47), and no
// more entries of what is dumped than steps and one (UB-54).
func (r *rules) counted(q *request, steps int) code {
	switch {
	case len(q.skip) > 0 && q.skip[len(q.skip)-1] > steps:
		return noSuchStep // UB-47
	case len(q.dumps) > steps+1:
		return tooManyDumps // UB-54
	}
	return legal
}

// dump throws goods overboard, before the first step or after the one under way
// (UB-54).
func (r *rules) dump(how *passage, x goods) code {
	switch {
	case x.isEmpty():
		return legal
	case !how.hold.contains(x):
		return dumpNotHeld // UB-54
	}
	how.hold = how.hold.minus(x)
	how.supply = r.lose(how.supply, x)
	return legal
}

// lose is the supply after goods were dumped or sold (UB-55).
func (r *rules) lose(supply, lost goods) goods {
	if r.lostRemoved {
		return supply
	}
	return supply.plus(lost) // UB-55
}
