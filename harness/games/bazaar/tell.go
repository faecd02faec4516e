package bazaar

import (
	"fmt"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A drawnShown is what is known at a request: a State or a Turn.
type drawnShown struct {
	drawnState
	Active drawnPlayer `json:"active"`
}

// Tell tells a request, a reply or what a player hears in words.
func (r *rules) Tell(value string, raw, shown jsontext.Value) game.Deed {
	var at drawnShown
	if shown != nil && json.Unmarshal(shown, &at) != nil {
		at = drawnShown{}
	}
	buyer := &at.Active
	visibles := at.drawnState.Cards // those of a Turn
	var who string
	if len(at.Players) > 0 {
		buyer, visibles, who = &at.Players[0], at.Visibles, at.Players[0].Name
	}
	d := game.Deed{}
	switch value {
	case "won":
		d.What = map[string]string{"true": "yes", "false": "no"}[string(raw)]
		return d
	case "request", "first-reply", "second-reply":
		buys := value == "second-reply" || value == "request" && at.Phase == phaseNames[buyCards]
		d.What, d.Clause = r.tellRequest(raw, buys, buyer, visibles)
	}
	if d.What != "" {
		d.Who = who
	}
	return d
}

// tellRequest tells a request, and the clause that it is about.
func (r *rules) tellRequest(raw jsontext.Value, buys bool, buyer *drawnPlayer, visibles []drawnCard) (what, clause string) {
	switch raw.Kind() {
	case 'f':
		return "asks for a pebble", "BG-15"
	case '{':
		var drawn struct {
			Draw string `json:"draw"`
		}
		if json.Unmarshal(raw, &drawn) != nil || drawn.Draw == "" {
			return "", ""
		}
		return "asks for a pebble and gets a " + drawn.Draw + " one", "BG-15"
	case '[':
	default:
		return "", ""
	}
	var list []jsontext.Value
	if json.Unmarshal(raw, &list) != nil {
		return "", ""
	}
	switch {
	case len(list) == 0 && buys:
		return "buys nothing", "BG-26"
	case len(list) == 0:
		return "trades nothing", "BG-24"
	case list[0].Kind() == '{':
		var cards []drawnCard
		if json.Unmarshal(raw, &cards) != nil {
			return "", ""
		}
		return "buys " + r.tellPurchase(cards, buyer, visibles), "BG-27"
	}
	var exchanges [][][]string
	if json.Unmarshal(raw, &exchanges) != nil {
		return "", ""
	}
	var words []string
	for _, x := range exchanges {
		if len(x) != 2 {
			return "", ""
		}
		words = append(words, bagWords(x[0])+" for "+bagWords(x[1]))
	}
	return "trades " + strings.Join(words, ", then "), "BG-21"
}

// tellPurchase tells the cards to buy: by their place on display, from 1, with
// what each brings, as far as they are shown and can be paid.
func (r *rules) tellPurchase(cards []drawnCard, buyer *drawnPlayer, visibles []drawnCard) string {
	left := map[string]int{}
	size := len(buyer.Wallet)
	for _, p := range buyer.Wallet {
		left[p]++
	}
	taken := make([]bool, len(visibles))
	paid := true
	var words []string
	for i := range cards {
		place := -1
		for k := range visibles {
			if !taken[k] && place < 0 && sameCard(&visibles[k], &cards[i]) {
				place = k
			}
		}
		for _, p := range cards[i].Pebbles {
			left[p]--
			paid = paid && left[p] >= 0
		}
		size -= len(cards[i].Pebbles)
		said := "the card " + cardWords(&cards[i])
		if place >= 0 {
			taken[place] = true
			said = fmt.Sprintf("card %d (%s)", place+1, cardWords(&cards[i]))
		} else {
			paid = false
		}
		if paid {
			said += " for " + points(jsontext.Value(fmt.Sprint(r.pointsFor(cards[i].Face, size))))
		}
		words = append(words, said)
	}
	return strings.Join(words, ", then ")
}

func sameCard(a, b *drawnCard) bool { return cardWords(a) == cardWords(b) }
