package ubar

// act does the step under way. Each tile acts once (UB-48), and only its action
// counts, not its own wind (UB-41). What cannot be done does nothing and costs
// nothing (UB-35).
func (r *rules) act(how *passage, own tableau, t tile, skipped bool) code {
	acting, isNew := how.acting(own, t)
	face := acting.face()
	how.acted = false
	switch {
	case !face.acts:
	case !r.possible(&face.action, how):
		// UB-35
	case !skipped:
		r.execute(&face.action, how)
	case !r.declinable(isNew):
		return mustExecute // UB-30
	}
	return legal
}

// canAct tells whether the step that is due has an action that is possible.
func (r *rules) canAct(how *passage, own tableau, t tile) bool {
	acting, _ := how.acting(own, t)
	a := acting.face()
	return a.acts && r.possible(&a.action, how)
}

// declinable tells whether a possible action may be skipped: never that of the
// new tile (UB-30), that of a re-triggered one unless the option forbids it
// (UB-47).
func (r *rules) declinable(isNew bool) bool {
	return !isNew && !r.forced // UB-30, UB-47
}

// possible tells whether an action can be executed: the hold has all that is
// given (UB-31), and the supply, once that is back, has what comes (UB-32). Room
// does not matter (UB-34).
func (r *rules) possible(a *action, how *passage) bool {
	supply := how.supply.plus(a.give)
	switch {
	case !how.hold.contains(a.give):
		return false // UB-31
	case r.partialSupply:
		return !a.get.atMost(supply).isEmpty()
	}
	return supply.contains(a.get) // UB-32
}

// execute does an action that is possible: the given goods go to the supply, then
// what comes leaves it (UB-33), of each good as many as there are (UB-32).
func (r *rules) execute(a *action, how *passage) {
	how.acted = true
	how.supply = how.supply.plus(a.give) // UB-33
	come := a.get.atMost(how.supply)
	how.supply = how.supply.minus(come)
	how.hold = how.hold.plus(come).minus(a.give)
	how.time += a.time // UB-12
}
