package ubongo

// rollPlayoff records the die and the boards of the tied players (UO-58,
// UO-59).
func (r *rules) rollPlayoff(t *table, q *request) code {
	tied, n := r.tied(t)
	switch {
	case !tied[q.player]:
		return notTied // UO-57
	case len(q.boards) != n:
		return boardCount // UO-58
	case !r.anyLevel && r.wrongLevelIn(t, q.boards, tied) >= 0:
		return wrongLevel // UO-59
	}
	if i, _ := r.takenTwice(q.boards); i >= 0 {
		return cardTaken // UO-10
	}
	k := 0
	for p := range t.players {
		if tied[p] {
			t.players[p].board = q.boards[k]
			k++
		}
	}
	t.die, t.phase = q.die, inPlayoff
	return legal
}

// tied are those who play for the win (UO-57).
func (r *rules) tied(t *table) (is [playersMax]bool, n int) {
	return r.leaders(t)
}

// wrongLevelIn is the index of the first board that is not of its player's
// level, or -1.
func (r *rules) wrongLevelIn(t *table, boards []boardIndex, tied [playersMax]bool) int {
	k := 0
	for p := range t.players {
		if !tied[p] {
			continue
		}
		if r.content.boards[boards[k]].level != t.players[p].level {
			return k // UO-59
		}
		k++
	}
	return -1
}

// takenTwice are the indices of the first two boards of one card, or -1 (UO-10).
func (r *rules) takenTwice(boards []boardIndex) (int, int) {
	for i := range boards {
		for j := range i {
			if r.sameCard(boards[i], boards[j]) {
				return i, j // UO-10
			}
		}
	}
	return -1, -1
}

// claimPlayoff judges a solution in the playoff, without hourglass and times
// (UO-60). The first right one wins the game (UO-61) and no gems (UO-62).
func (r *rules) claimPlayoff(t *table, q *request) code {
	own := &t.players[q.player]
	if own.board == noBoard {
		return notTied // UO-57: only the tied players have a board.
	}
	f := r.judge(r.problemOf(t, q.player), q.placements)
	switch {
	case f.code != legal:
		return f.code
	case q.gem != noColour:
		return gemInPlayoff // UO-62
	}
	t.phase, t.winner = over, q.player // UO-61
	t.die = 0
	clearBoards(t)
	return legal
}

// sameCard tells whether two boards cannot lie on the table together: they are
// sides of one card, or with card_sides = "single" the same board (UO-10).
func (r *rules) sameCard(a, b boardIndex) bool {
	if r.singleSides {
		return a == b
	}
	return r.content.boards[a].card == r.content.boards[b].card
}
