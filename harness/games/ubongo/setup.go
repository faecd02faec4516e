package ubongo

// A setup is what a game begins with.
type setup struct {
	players  []player // with their stacks of nine boards
	youngest int
	flipper  int
}

var (
	setupKeys       = []string{"players", "youngest", "flipper"}
	setupPlayerKeys = []string{"name", "level", "stack"}
)

// setupValue reads a Setup: names, cards and the two players with something to
// do differ, and boards are of their player's level (UO-12).
func (d *decoder) setupValue() setup {
	var s setup
	d.object("a setup", setupKeys, func(i int) {
		switch i {
		case 0:
			at := d.Offset()
			n := 0
			for d.Array("an array of players"); d.More(); n++ {
				if p := d.setupPlayer(); n < playersMax {
					s.players = append(s.players, p)
				}
			}
			d.playerCount(at, n)
		case 1:
			s.youngest = d.playerIndex()
		case 2:
			s.flipper = d.playerIndex()
		}
	})
	if d.Err() != nil {
		return s
	}
	for i := range s.players {
		for j := range i {
			if s.players[i].name == s.players[j].name {
				d.refuse("", path("players", i, "name"), "expected different names, found %q again", s.players[i].name)
			}
		}
	}
	switch n := len(s.players); {
	case s.youngest >= n:
		d.refusePlayer(s.youngest, n, "youngest")
	case s.flipper >= n:
		d.refusePlayer(s.flipper, n, "flipper")
	case s.youngest == s.flipper:
		d.refuse("UO-15", path("flipper"), "expected another player than the youngest, who rolls, found %d", s.flipper)
	}
	var seen cardSet
	for i := range s.players {
		p := &s.players[i]
		for k, b := range p.stack {
			switch {
			case d.rules.content.boards[b].level != p.level:
				d.refuseLevel(b, p.level, "players", i, "stack", k)
			case !seen.add(d.rules, b):
				d.refuseCard(b, "players", i, "stack", k)
			}
		}
	}
	return s
}

func (d *decoder) setupPlayer() player {
	var p player
	d.object("a player of a setup", setupPlayerKeys, func(i int) {
		switch i {
		case 0:
			p.name = d.name()
		case 1:
			p.level = d.level() // UO-11
		case 2:
			at := d.Offset()
			p.stack = d.boardList(rounds)
			if n := len(p.stack); n < rounds {
				d.Fail(at, "UO-12", "expected exactly %d boards, found %d", rounds, n)
			}
		}
	})
	return p
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
