package bazaar

import "slices"

// winners are the names of the players with the highest score (BG-50). Only
// remaining players are on the list, so that one eliminated cannot win (BG-40).
func (r *rules) winners(players []player) []string {
	var names []string
	var most natural
	for i := range players {
		p := &players[i]
		d := 1
		if i > 0 {
			d = p.score.compare(most)
		}
		if d > 0 {
			names, most = names[:0], p.score
		}
		if d >= 0 {
			names = append(names, p.name)
		}
	}
	return names
}

// sorted is a sorted copy (BG-53): Go compares strings by their bytes.
func sorted(names []string) []string { return slices.Sorted(slices.Values(names)) }

// sortedWinners are the names of winners in the order of an answer (BG-53).
func (r *rules) sortedWinners(names []string) []string { return sorted(names) }

// sortedDropouts are those of drop-outs (BG-53).
func (r *rules) sortedDropouts(names []string) []string { return sorted(names) }
