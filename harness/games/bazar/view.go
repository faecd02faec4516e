package bazar

// A view is what a player sees of a State, as far as it decides by it: what
// lies open, and its own hand (BZ-80, BZ-81).
type view struct {
	table
	guild   guild
	phase   phase
	playing []guild // in the order of the round
	coins   [guilds]int
	hand    []kind
}
