package bazar

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/games/bazar/material"
)

// TestContentIsThatOfTheFile holds the tables against the content file of 2.4, whose
// numbers and order its description tells.
func TestContentIsThatOfTheFile(t *testing.T) {
	var c contentText
	if err := described().content.Decode([]jsontext.Value{material.Text}, 0, &c); err != nil {
		t.Fatal(err)
	}
	french := map[string]string{}
	for _, term := range Game().Terms {
		french[term.Name] = term.Text
	}
	for i, k := range c.kinds {
		if want := (kindContent{kind(i), french[kindNames[i]], permanent[i], kind(i) == guildMaster, formOf[i]}); k != want {
			t.Errorf("the file has %+v, expected %+v", k, want)
		}
	}
	for i, d := range c.districts {
		want := districtContent{district(i), letters[i : i+1], french[districtNames[i]], baseValue[i], fromStart.has(district(i))}
		if d != want {
			t.Errorf("the file has %+v, expected %+v", d, want)
		}
	}
	for i, e := range c.events {
		var does [districts]effect
		for _, f := range e.effects {
			for d := range does {
				if f.district == int(noDistrict) || f.district == d {
					does[d] |= 1 << f.effect
				}
			}
		}
		if e.french != french[eventNames[i]] || does != effectsOf[i] || (i < conditionals) != (e.numeral == i+1) {
			t.Errorf("the file has %+v, expected %s, %v", e, french[eventNames[i]], effectsOf[i])
		}
	}
	for row, line := range c.grid {
		if got := grid[row*columns : (row+1)*columns]; got != line {
			t.Errorf("row %d is %s, the file has %s", row, got, line)
		}
	}
}
