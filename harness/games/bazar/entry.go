package bazar

// enter brings harem and market into play when it is time (BZ-13, BZ-14).
func (r *rules) enter(s *state) {
	if s.round >= r.haremRound {
		s.inPlay = s.inPlay.with(harem) // BZ-13
	}
	if s.holds(market) >= marketLimit {
		s.inPlay = s.inPlay.with(market) // BZ-14
	}
}
