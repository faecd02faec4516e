package ubongo

// A colour is one of those of gems, in the order in which they are written.
type colour uint8

const (
	red colour = iota
	blue
	green
	brown
)

var colourNames = [colours]string{"red", "blue", "green", "brown"}

// noColour is the colour of a gem that is not drawn.
const noColour colour = 0xFF

// gems are numbers of gems by colour.
type gems [colours]int

// total is how many gems there are of all colours.
func (g *gems) total() int { return g[red] + g[blue] + g[green] + g[brown] }

// at is the colour of the gem in a place of a bag, where they lie in the order of their
// colours; noColour behind the last one.
func (g *gems) at(place int) colour {
	for c, n := range g {
		if place < n {
			return colour(c)
		}
		place -= n
	}
	return noColour
}

// take moves one gem of a colour from here to there. What is not there is not
// moved.
func (g *gems) take(c colour, to *gems) {
	if g[c] > 0 {
		g[c]--
		to[c]++
	}
}
