package tournament

import (
	"math"
	"testing"
)

// TestGlicko is the example of Glickman's paper.
func TestGlicko(t *testing.T) {
	r := Rating{1500, 200, 0.06}.after([]bout{
		{Rating{1400, 30, 0.06}, 1},
		{Rating{1550, 100, 0.06}, 0},
		{Rating{1700, 300, 0.06}, 0},
	})
	if math.Abs(r.Rating-1464.06) > 0.02 || math.Abs(r.Deviation-151.52) > 0.01 || math.Abs(r.Volatility-0.05999) > 0.00002 {
		t.Errorf("%+v, expected 1464.06, 151.52 and 0.05999", r)
	}
}

// TestUnplayed widens the deviation of somebody who did not play, up to that of
// an unrated player.
func TestUnplayed(t *testing.T) {
	if r := (Rating{1600, 50, 0.06}).after(nil); r.Rating != 1600 || r.Deviation <= 50 || r.Deviation > 52 {
		t.Errorf("%+v", r)
	}
	if r := unrated.after(nil); r.Deviation != startDeviation {
		t.Errorf("%+v", r)
	}
}

// TestWilson has intervals from the literature: 81 of 263, 15 of 148, 0 of 20
// and 1 of 29 (Newcombe, 1998, method 3).
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		won, games int
		low, high  float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}} {
		low, high := wilson(float64(c.won)/float64(c.games), c.games)
		if math.Abs(low-c.low) > 0.0001 || math.Abs(high-c.high) > 0.0001 {
			t.Errorf("%d of %d: %.4f to %.4f, expected %.4f to %.4f", c.won, c.games, low, high, c.low, c.high)
		}
	}
	if low, high := wilson(0, 0); low != 0 || high != 1 {
		t.Errorf("no games: %v to %v", low, high)
	}
}
