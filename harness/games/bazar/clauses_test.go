package bazar

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// TestClausesTellContent: the rule book names every district with its value,
// every card with what it does, and every permanent kind, as the content has them.
func TestClausesTellContent(t *testing.T) {
	text := func(id string) string {
		c, _ := Game().Clause(id)
		return c.Text
	}
	var worth []string
	for d, name := range districtNames {
		worth = append(worth, fmt.Sprintf("%s %d", name, baseValue[d]))
		if !strings.Contains(text("BZ-08"), name) {
			t.Errorf("BZ-08 does not name %s", name)
		}
	}
	if want := "(" + strings.Join(worth, ", ") + ")"; !strings.Contains(text("BZ-63"), want) {
		t.Errorf("BZ-63 does not say %s", want)
	}
	for k, name := range kindNames {
		if strings.Contains(text("BZ-27"), name) != permanent[k] {
			t.Errorf("BZ-27 is wrong about %s", name)
		}
	}
	for e, name := range eventNames {
		if !strings.Contains(text("BZ-05"), name) {
			t.Errorf("BZ-05 does not name %s", name)
		}
		var does []string
		for _, bit := range []effect{barred, double, plus2, minus2} {
			word := effectNames[bits.TrailingZeros8(uint8(bit))]
			var where []string
			for d, acts := range effectsOf[e] {
				if acts&bit != 0 {
					where = append(where, districtNames[d])
				}
			}
			if n := len(where); n > 0 && n < districts {
				does = append(does, word+" for "+strings.Replace(strings.Join(where, ", "), ", "+where[n-1], " and "+where[n-1], 1))
			}
		}
		found := slices.ContainsFunc([][]string{does, reversed(does)}, func(list []string) bool {
			return strings.Contains(text("BZ-63"), name+" is "+strings.Join(list, ", "))
		})
		if len(does) > 0 && !found {
			t.Errorf("BZ-63 does not say that %s is %v", name, does)
		}
	}
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}
