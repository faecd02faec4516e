package bazar

import (
	"fmt"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The values before a game and between its rounds, as they are drawn.
type (
	drawnSetup struct {
		Players []struct {
			Guild string   `json:"guild"`
			Pile  []string `json:"pile"`
		} `json:"players"`
		Order  []string `json:"order"`
		Events []string `json:"events"`
	}
	drawnWealth struct {
		Players []struct {
			Guild string `json:"guild"`
			Coins int    `json:"coins"`
		} `json:"players"`
		Previous []string `json:"previous"`
	}
)

// drawSetup draws the piles of the guilds and of the events, from the top.
func drawSetup(s *drawnSetup) (*scene.Scene, error) {
	players := scene.Flow("/players")
	var alt []string
	for i, p := range s.Players {
		at := scene.At("players", i)
		pile := &scene.Column{At: at + "/pile", Gap: scene.Tight}
		var names []string
		for k, kind := range p.Pile {
			pile.Parts = append(pile.Parts, scene.Say(fmt.Sprintf("%s/pile/%d", at, k), scene.Human(kind)))
			names = append(names, scene.Human(kind))
		}
		players.Parts = append(players.Parts, &scene.Panel{
			At: at, Title: p.Guild, Colour: scene.ColourNamed(p.Guild),
			Body: scene.Stack("", scene.Line("", guildToken(p.Guild), scene.Dim("", "pile:")), pile),
		})
		alt = append(alt, sentence(p.Guild+" has the pile "+strings.Join(names, ", ")))
	}
	events := &scene.Row{At: "/events", Wrap: true, Gap: scene.Wide}
	var cards []string
	for i, card := range s.Events {
		events.Parts = append(events.Parts, scene.Say(scene.At("events", i), scene.Human(card)))
		cards = append(cards, scene.Human(card))
	}
	alt = append(alt, "Events: "+strings.Join(cards, ", ")+".")
	body := scene.Stack("/", drawOrder("/order", "order:", s.Order), players, &scene.Panel{Title: "Events, in the order of the pile", Body: events})
	return scene.New("a set-up", strings.Join(alt, " "), body)
}

// drawWealth draws what decides the order of a round: the coins, and the order of
// the round before.
func drawWealth(w *drawnWealth) (*scene.Scene, error) {
	players := scene.Stack("/players")
	var alt []string
	for i, p := range w.Players {
		at := scene.At("players", i)
		coins := text.Count(p.Coins, "coin")
		players.Parts = append(players.Parts, scene.Line(at, guildToken(p.Guild), scene.Say(at+"/guild", p.Guild), scene.Say(at+"/coins", coins)))
		alt = append(alt, sentence(p.Guild+" has "+coins))
	}
	alt = append(alt, "The order before: "+strings.Join(w.Previous, ", ")+".")
	return scene.New("wealth", strings.Join(alt, " "), scene.Stack("/", players, drawOrder("/previous", "the order before:", w.Previous)))
}

// drawOrder draws guilds in their order.
func drawOrder(at, heading string, guilds []string) scene.Part {
	row := &scene.Row{At: at, Wrap: true, Gap: scene.Wide, Parts: []scene.Part{scene.Dim("", heading)}}
	prefix := strings.TrimSuffix(at, "/")
	for i, guild := range guilds {
		row.Parts = append(row.Parts, scene.Line(fmt.Sprintf("%s/%d", prefix, i), guildToken(guild), scene.Say("", guild)))
	}
	return row
}
