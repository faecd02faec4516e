package ubar

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A drawnSetup is everything that chance decides in a game (UB-02).
type drawnSetup struct {
	Players  int      `json:"players"`
	Starters []string `json:"starters"`
	Order    []int    `json:"order"`
	Markets  []string `json:"markets"`
	Tiles    []string `json:"tiles"`
}

// drawSetup draws what each player begins with, the markets and the pile.
func (r *rules) drawSetup(s *drawnSetup) (*scene.Scene, error) {
	players := scene.Flow("/starters")
	var alt []string
	for i, id := range s.Starters {
		colour := scene.Edge
		if i < playersMax {
			colour = playerColours[i]
		}
		card := &scene.Grid{Loose: true, Cells: [][]scene.Cell{{r.drawTile(scene.At("starters", i), id, "")}}}
		players.Parts = append(players.Parts, &scene.Panel{Title: fmt.Sprintf("Player %d", i), Colour: colour, Body: card})
		alt = append(alt, fmt.Sprintf("Player %d begins with %s.", i, tileWords(id)))
	}
	order := scene.Line("/order", scene.Dim("", "order:"))
	for i, player := range s.Order {
		token := &scene.Token{At: scene.At("order", i), Mark: strconv.Itoa(player), Colour: scene.Grey}
		if player >= 0 && player < playersMax {
			token.Colour = playerColours[player]
		}
		order.Parts = append(order.Parts, token)
	}
	pile := &scene.Row{At: "/tiles", Wrap: true}
	for i, id := range s.Tiles {
		pile.Parts = append(pile.Parts, scene.Say(scene.At("tiles", i), id))
	}
	body := scene.Stack("/",
		scene.Say("/players", text.Count(s.Players, "player")), order, players,
		&scene.Panel{At: "/markets", Title: "Markets, that of the first round first", Body: drawMarkets(s.Markets)},
		&scene.Panel{Title: "Tiles, in the order of the pile", Body: pile},
	)
	for i, id := range s.Markets {
		alt = append(alt, fmt.Sprintf("Market of round %d: %s.", i+1, marketWords(id)))
	}
	return scene.New("a set-up", strings.Join(append(alt, text.Count(len(s.Tiles), "tile")+" in the pile."), " "), body)
}
