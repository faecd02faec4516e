package bazar

// judgeChoice tells whether the choice is one for that kind on that cell. What
// the effect finds is looked for on the board before the placement; that it
// finds nothing, or is blocked, makes nothing illegal (BZ-30).
func (r *rules) judgeChoice(t *table, k kind, p square, c *choice) code {
	form := formOf[k]
	switch {
	case k == notable && c.form == choosesNothing:
		if t.canAttract(p) {
			return noTarget // BZ-46
		}
		return legal
	case form == choosesTurn:
		if c.form != choosesDirection || c.direction != left && c.direction != right {
			return badChoice // BZ-45
		}
	case form != c.form:
		return badChoice // BZ-29
	case form == choosesDirection:
		if !r.aimFree && !t.target(k, p, c.direction) && t.hasTarget(k, p) {
			return noTarget // BZ-29, BZ-30
		}
	case k == notable:
		return r.judgeMove(t, p, c)
	}
	return legal
}

// judgeMove is about the tile that a notable takes, and where it puts it
// (BZ-46).
func (r *rules) judgeMove(t *table, p square, c *choice) code {
	own := districtOf[p]
	if t.at(c.from) == 0 || districtOf[c.from] == own {
		return badFrom // BZ-46
	}
	if !isCell(c.to) || districtOf[c.to] != own || t.board[c.to] != 0 || c.to == p {
		return badTo // BZ-46
	}
	return legal
}
