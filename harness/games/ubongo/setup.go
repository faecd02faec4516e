package ubongo

// A setup is what a game begins with.
type setup struct {
	players  []player // with their stacks of nine boards
	youngest int
	flipper  int
}

// begin makes the State of round 1: the youngest player rolls (UO-14), somebody
// else turns the hourglass (UO-15), the display is filled (UO-13), and the top
// boards lie face up (UO-16).
func (r *rules) begin(s *setup) table {
	t := table{phase: toRoll, round: 1, roller: s.youngest, flipper: s.flipper, winner: nobody, display: r.content.display}
	for c := range t.bag {
		t.bag[c] = r.content.count[c] - t.display[c]
	}
	for _, p := range s.players {
		p.board, p.stack = p.stack[0], p.stack[1:] // UO-12, UO-16
		t.players = append(t.players, p)
	}
	return t
}
