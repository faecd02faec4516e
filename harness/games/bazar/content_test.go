package bazar

import (
	"os"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
)

// TestContentIsThatOfTheFile holds the tables against the content file of 2.4.
func TestContentIsThatOfTheFile(t *testing.T) {
	text, err := os.ReadFile("material/content.json")
	if err != nil {
		t.Fatal(err)
	}
	var c struct {
		Grid      []string `json:"grid"`
		Districts []struct {
			ID        string `json:"id"`
			Letter    string `json:"letter"`
			French    string `json:"french"`
			Value     int    `json:"value"`
			FromStart bool   `json:"from_start"`
		} `json:"districts"`
		Kinds []struct {
			ID        string `json:"id"`
			French    string `json:"french"`
			Permanent bool   `json:"permanent"`
			Start     bool   `json:"start"`
			Choice    string `json:"choice"`
		} `json:"kinds"`
		Guilds []string `json:"guilds"`
		Events []struct {
			ID      string `json:"id"`
			French  string `json:"french"`
			Numeral *int   `json:"numeral"`
			Effects []struct {
				District string `json:"district"`
				Effect   string `json:"effect"`
			} `json:"effects"`
		} `json:"events"`
	}
	if err := json.Unmarshal(text, &c, json.RejectUnknownMembers(true)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Guilds, guildNames) || len(c.Grid) != rows || len(c.Kinds) != int(kinds) || len(c.Districts) != districts || len(c.Events) != events {
		t.Fatalf("the file has guilds %v, %d rows, %d kinds, %d districts, %d events", c.Guilds, len(c.Grid), len(c.Kinds), len(c.Districts), len(c.Events))
	}
	french := map[string]string{}
	for _, term := range Game().Terms {
		french[term.Name] = term.Text
	}
	forms := []string{"none", "direction", "turn", "move", "walk"}
	for i, k := range c.Kinds {
		if kindNames[i] != k.ID || french[k.ID] != k.French || permanent[i] != k.Permanent || forms[formOf[i]] != k.Choice || (kind(i) == guildMaster) != k.Start {
			t.Errorf("kind %d is %s, %s, permanent %t, form %d; the file has %+v", i, kindNames[i], french[k.ID], permanent[i], formOf[i], k)
		}
	}
	for i, d := range c.Districts {
		if districtNames[i] != d.ID || french[d.ID] != d.French || baseValue[i] != d.Value || fromStart.has(district(i)) != d.FromStart || letters[i:i+1] != d.Letter {
			t.Errorf("district %d is %s, %s, worth %d; the file has %+v", i, districtNames[i], french[d.ID], baseValue[i], d)
		}
	}
	names := []string{"plus2", "minus2", "barred", "double", "minority", "shift", "amnesty"}
	for i, e := range c.Events {
		var want [districts]effect
		for _, f := range e.Effects {
			for d, name := range districtNames {
				if f.District == "*" || f.District == name {
					want[d] |= 1 << slices.Index(names, f.Effect)
				}
			}
		}
		if eventNames[i] != e.ID || french[e.ID] != e.French || effectsOf[i] != want || (i < conditionals) != (e.Numeral != nil) {
			t.Errorf("event %d is %s, %s, %v; the file has %+v", i, eventNames[i], french[e.ID], effectsOf[i], e)
		}
	}
	for row, line := range c.Grid {
		if got := grid[row*columns : (row+1)*columns]; got != line {
			t.Errorf("row %d is %s, the file has %s", row, got, line)
		}
	}
}
