package tournament

import "math"

// What Glicko-2 begins with: an unrated player has this rating, deviation and
// volatility, and tau limits how much a volatility changes (Glickman, "Example
// of the Glicko-2 system", 2022).
const (
	startRating     = 1500
	startDeviation  = 350
	startVolatility = 0.06
	tau             = 0.5
	// glickoScale converts between the scale of ratings and that of the formulas.
	glickoScale = 173.7178
	// precision is where the search for a volatility ends.
	precision = 1e-6
)

// A Rating is what Glicko-2 knows of a player.
type Rating struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
}

// unrated is the rating of somebody who has not played.
var unrated = Rating{startRating, startDeviation, startVolatility}

// A bout is what a player achieved against another one.
type bout struct {
	against Rating
	score   float64 // 1 won, 0.5 drawn, 0 lost
}

// after is the rating after a period with these bouts, in steps 2 to 8 of the
// paper.
func (r Rating) after(bouts []bout) Rating {
	mu, phi := (r.Rating-startRating)/glickoScale, r.Deviation/glickoScale
	if len(bouts) == 0 {
		r.Deviation = math.Min(startDeviation, glickoScale*math.Hypot(phi, r.Volatility))
		return r
	}
	var invV, sum float64
	for _, b := range bouts {
		muJ, phiJ := (b.against.Rating-startRating)/glickoScale, b.against.Deviation/glickoScale
		g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(mu-muJ)))
		invV += g * g * e * (1 - e)
		sum += g * (b.score - e)
	}
	v := 1 / invV
	sigma := volatility(r.Volatility, phi, v, v*sum)
	phiStar := math.Hypot(phi, sigma)
	phi = 1 / math.Sqrt(1/(phiStar*phiStar)+1/v)
	return Rating{startRating + glickoScale*(mu+phi*phi*sum), glickoScale * phi, sigma}
}

// volatility is step 5: the root of f by the Illinois algorithm.
func volatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low := a
	var high float64
	if rest := delta*delta - phi*phi - v; rest > 0 {
		high = math.Log(rest)
	} else {
		high = a - tau
		for f(high) < 0 {
			high -= tau
		}
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > precision {
		c := low + (low-high)*fLow/(fHigh-fLow)
		fC := f(c)
		if fC*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = c, fC
	}
	return math.Exp(low / 2)
}

// z95 is the number of standard deviations on either side of the mean that hold
// 95 % of a normal distribution.
const z95 = 1.959963984540054

// wilson is the 95 % interval of Wilson for a share of n games; a game that
// several have won counts for each as its part. Without games it is all.
func wilson(share float64, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	games := float64(n)
	z2 := z95 * z95
	middle := (share + z2/(2*games)) / (1 + z2/games)
	half := z95 / (1 + z2/games) * math.Sqrt(share*(1-share)/games+z2/(4*games*games))
	return math.Max(0, middle-half), math.Min(1, middle+half)
}
