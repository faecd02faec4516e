package ubongo

import (
	"slices"
	"testing"
)

// TestChance has draws by hand: the rule book says how they are made (UO-77).
func TestChance(t *testing.T) {
	r := asWritten()
	c := newChance(7)
	var dice []int
	for range 9 {
		dice = append(dice, r.rollDie(&c))
	}
	// X is 7, then 1282168116 and so on; 1282168116 / 65536 is 19564, and 1 + 19564 % 6 is 5.
	if want := []int{5, 3, 3, 1, 6, 6, 1, 3, 6}; !slices.Equal(dice, want) {
		t.Errorf("the dice are %v, want %v", dice, want)
	}
	c = newChance(1234)
	bag := gems{10, 0, 10, 10}
	var drawn []string
	for range 6 {
		drawn = append(drawn, colourNames[r.drawGem(&c, &bag)])
	}
	if want := []string{"green", "green", "green", "red", "green", "red"}; !slices.Equal(drawn, want) {
		t.Errorf("the gems are %v, want %v", drawn, want)
	}
	if c = newChance(0); r.drawGem(&c, new(gems)) != noColour {
		t.Error("an empty bag has a gem")
	}
	// A number beyond 2^31 begins as its rest does.
	for _, number := range []uint64{0, 12, 1 << 30} {
		a, b := newChance(number), newChance(number+5<<31)
		if r.below(&a, 1000) != r.below(&b, 1000) {
			t.Errorf("%d draws otherwise with 2^31 more", number)
		}
	}
}
