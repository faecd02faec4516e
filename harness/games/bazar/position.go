package bazar

import "slices"

// A position is a board by itself (chapter 5).
type position struct {
	table
	guilds []guild
}

// plays tells whether a guild is one of those that play.
func (p *position) plays(g guild) bool { return slices.Contains(p.guilds, g) }

// A shove is what task push is asked to do.
type shove struct {
	cell      square
	direction direction
	steps     int
}

// A wealth is what an order is made of: coins by the order of the round before
// (BZ-10, BZ-11).
type wealth struct {
	guilds   []guild
	coins    []int
	previous []int // indices into guilds
}

// indexIn tells where a guild stands in a list, -1 if it does not.
func indexIn(list []guild) func(guild) int {
	return func(g guild) int { return slices.Index(list, g) }
}

// A beginning is everything that chance decides (chapter 5, Setup).
type beginning struct {
	players []player // guild and pile
	order   []int
	events  []event
}
