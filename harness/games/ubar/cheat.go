package ubar

// cheat is an illegal request with a code that a player makes on purpose; false
// where none has it.
func (c *chooser) cheat(s *state, player int, want code) (request, bool) {
	greedy := chooser{rules: c.rules} // whatever it draws otherwise
	for _, try := range greedy.wrongs(s, player, want) {
		if c.rules.judge(s.clone(), &try, &c.how) == want {
			return try, true
		}
	}
	if s.phase != drafting {
		return request{}, false
	}
	for q := range c.rules.drafts(s, player) {
		try := *q
		greedy.finish(s, &try)
		greedy.spoil(s, &try, want)
		if c.rules.judge(s.clone(), &try, &c.how) == want {
			return try, true
		}
	}
	return request{}, false
}

// wrongs are requests that have a code in any State of their phase.
func (c *chooser) wrongs(s *state, player int, want code) []request {
	draft := request{player: player, place: pos{0, 1}}
	sale := request{sells: true, player: player}
	switch want {
	case wrongPhase:
		return []request{draft, sale}
	case notYourTurn:
		draft.player = (player + 1) % len(s.players)
		sale.player = draft.player
		return []request{draft, sale}
	case notHeld:
		sale.sold[0] = s.players[player].hold[0] + 1
		return []request{sale}
	case offGrid:
		draft.take = pos{int8(s.grid.rows), 0}
		return []request{draft}
	case noTile:
		for i, t := range s.grid.cells[:s.grid.rows*s.grid.cols] {
			if t == 0 {
				draft.take = pos{int8(i / s.grid.cols), int8(i % s.grid.cols)}
				return []request{draft}
			}
		}
	}
	return nil
}

// spoil changes a legal draft so that it may have a code.
func (c *chooser) spoil(s *state, q *request, want code) {
	switch want {
	case occupied:
		q.place = pos{}
	case notAdjacent:
		q.place = pos{posMax, posMax}
	case targetNeeded:
		q.hasTarget, q.target = false, pos{}
	case badTarget:
		q.target = q.place
	case targetNotAllowed:
		q.hasTarget = true
	case noSuchStep:
		q.skip = []int{skipMax}
	case tooManyDumps:
		q.dumps = make([]goods, dumpsMax)
	case dumpNotHeld:
		q.dumps = []goods{s.players[q.player].hold}
		q.dumps[0][0]++
	case mustExecute:
		q.skip = []int{1}
	case doesNotFit:
		q.dumps = nil
	}
}
