package delivery_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
)

// has tells whether a delivery has all of the levels.
func has(d delivery.Delivery, names ...string) bool {
	all := strings.Split(d.String(), "+")
	return !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(all, name) })
}

func TestMinimal(t *testing.T) {
	const everything = "spaced+joined+no-newline+escaped+cut+late"
	tests := []struct {
		name, failing string
		fails         func(delivery.Delivery) bool
		want          string
		calls         int
	}{
		{
			"one level", everything,
			func(d delivery.Delivery) bool { return has(d, "escaped") },
			"escaped", 7,
		},
		{
			"a pair", everything,
			func(d delivery.Delivery) bool { return has(d, "escaped", "cut") },
			"escaped+cut", 13,
		},
		{
			"the default too", "pretty+late",
			func(delivery.Delivery) bool { return true },
			"plain", 2,
		},
		{
			"nothing but itself", "pretty+late",
			func(d delivery.Delivery) bool { return has(d, "pretty", "late") },
			"pretty+late", 3,
		},
		{
			"the default itself", "plain",
			func(delivery.Delivery) bool { return true },
			"plain", 0,
		},
		{
			// Leaving out spaced first leads to the pair; one level is less.
			"either one or two", everything,
			func(d delivery.Delivery) bool { return has(d, "spaced") || has(d, "cut", "late") },
			"spaced", -1,
		},
		{
			"one of two pairs", everything,
			func(d delivery.Delivery) bool { return has(d, "joined", "late") || has(d, "escaped", "cut") },
			"escaped+cut", -1,
		},
		{
			// One flaw hides another, so that no single level can be left out.
			"not monotone", "spaced+joined+escaped",
			func(d delivery.Delivery) bool {
				return d.String() == "spaced" || d.String() == "spaced+joined+escaped"
			},
			"spaced", -1,
		},
	}
	for _, tt := range tests {
		failing := parse(t, tt.failing)
		asked := map[delivery.Delivery]bool{failing: true}
		calls := 0
		got := delivery.Minimal(func(d delivery.Delivery) bool {
			if asked[d] {
				t.Errorf("%s: asked again for %s", tt.name, d)
			}
			asked[d] = true
			calls++
			return tt.fails(d)
		}, failing)
		if got.String() != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		if tt.calls >= 0 && calls != tt.calls {
			t.Errorf("%s: asked %d times, want %d", tt.name, calls, tt.calls)
		}
	}
}

func TestMinimalIsMinimal(t *testing.T) {
	all := delivery.Exhaustive()
	rapid.Check(t, func(t *rapid.T) {
		failing := rapid.SampledFrom(all).Draw(t, "failing")
		bad := map[delivery.Delivery]bool{failing: true}
		for range rapid.IntRange(0, 20).Draw(t, "flaws") {
			bad[rapid.SampledFrom(all).Draw(t, "bad")] = true
		}
		calls := 0
		got := delivery.Minimal(func(d delivery.Delivery) bool {
			calls++
			return bad[d]
		}, failing)
		if calls > delivery.MinimalCallsMax {
			t.Fatalf("asked %d times", calls)
		}
		if !bad[got] || !within(got, failing) {
			t.Fatalf("%s of %s", got, failing)
		}
		for d := range bad {
			if within(d, failing) && size(d) < size(got) {
				t.Fatalf("%s of %s, but %s is smaller", got, failing, d)
			}
		}
	})
}

// within tells whether d is outer with some levels at their default.
func within(d, outer delivery.Delivery) bool {
	return d == delivery.Default || has(outer, strings.Split(d.String(), "+")...)
}

// size counts the levels that differ from the default.
func size(d delivery.Delivery) int {
	if d == delivery.Default {
		return 0
	}
	return strings.Count(d.String(), "+") + 1
}
