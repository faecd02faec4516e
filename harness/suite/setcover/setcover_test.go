package setcover_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/suite/setcover"
)

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name string
		sets [][]int
		want []int
	}{
		{"nothing", nil, nil},
		{"empty sets", [][]int{{}, {}}, nil},
		{"one has all", [][]int{{0}, {0, 1, 2}, {2}}, []int{1}},
		{"equal ones", [][]int{{3, 3}, {3}}, []int{0}},
		// The largest set is none of the two that do.
		{"greed takes three", [][]int{{0, 1, 2, 3}, {0, 1, 4}, {2, 3, 5}}, []int{1, 2}},
	} {
		got, proven := setcover.Choose(c.sets)
		if !slices.Equal(got, c.want) || !proven {
			t.Errorf("%s: %v, %t, expected %v", c.name, got, proven, c.want)
		}
	}
}

// TestChooseTheFewest tries all subsets of random sets.
func TestChooseTheFewest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sets := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, 9), 0, 5), 1, 9).Draw(t, "sets")
		masks := make([]uint, len(sets))
		all := uint(0)
		for i, set := range sets {
			for _, e := range set {
				masks[i] |= 1 << e
			}
			all |= masks[i]
		}
		fewest := len(sets)
		for choice := range uint(1) << len(sets) {
			has := uint(0)
			for i, mask := range masks {
				if choice>>i&1 != 0 {
					has |= mask
				}
			}
			if has == all {
				fewest = min(fewest, bits.OnesCount(choice))
			}
		}
		got, proven := setcover.Choose(sets)
		has := uint(0)
		for _, i := range got {
			has |= masks[i]
		}
		if len(got) != fewest || has != all || !proven || !slices.IsSorted(got) {
			t.Fatalf("%v, %t, expected %d of them", got, proven, fewest)
		}
	})
}

// TestChooseEnds gives a problem that no search finishes.
func TestChooseEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sets := make([][]int, 300)
	has := make([]bool, 400)
	for i := range sets {
		for range 12 {
			e := rng.IntN(len(has))
			sets[i] = append(sets[i], e)
			has[e] = true
		}
	}
	got, proven := setcover.Choose(sets)
	if proven {
		t.Error("it is proven that no fewer do")
	}
	for _, i := range got {
		for _, e := range sets[i] {
			has[e] = false
		}
	}
	if slices.Contains(has, true) {
		t.Errorf("%v have not all", got)
	}
}
