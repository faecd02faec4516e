package ubongo

// A chance is what dice, gems and boards of a live game are drawn from (UO-77): the
// generator of the C standard, which every language can write in a line.
type chance struct{ state uint64 }

// The numbers of the generator.
const (
	chanceFactor  = 1103515245
	chanceSummand = 12345
	chanceBits    = 31 // of the state
	chanceUnused  = 16 // low bits of it, which repeat soon
)

func newChance(number uint64) chance { return chance{number % (1 << chanceBits)} }

// below draws a number from 0 to n-1 (UO-77).
func (r *rules) below(c *chance, n int) int {
	c.state = (c.state*chanceFactor + chanceSummand) % (1 << chanceBits)
	return int(c.state>>chanceUnused) % n
}

// rollDie rolls the die.
func (r *rules) rollDie(c *chance) int { return 1 + r.below(c, sides) }

// drawGem draws a gem from a bag, noColour from an empty one.
func (r *rules) drawGem(c *chance, bag *gems) colour {
	if bag.total() == 0 {
		return noColour
	}
	return bag.at(r.below(c, bag.total()))
}

// playoffBoards draws a board for each tied player, in the order of seats: one of those
// that fit, in the order of the content (UO-59).
func (r *rules) playoffBoards(t *table, c *chance) (list []boardIndex, tied int) {
	is, _ := r.leaders(t)
	tied = nobody
	var used cardSet
	for p := range t.players {
		if !is[p] {
			continue
		}
		if tied == nobody {
			tied = p
		}
		var fit []boardIndex
		for b := range r.content.boards {
			if after := used; (r.anyLevel || r.content.boards[b].level == t.players[p].level) && after.add(r, boardIndex(b)) {
				fit = append(fit, boardIndex(b))
			}
		}
		b := fit[r.below(c, len(fit))]
		used.add(r, b)
		list = append(list, b)
	}
	return list, tied
}
