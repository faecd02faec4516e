package bazaar

import (
	"fmt"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// The milestones of the course that asked for the tasks one after the other
// (chapter 5, "Milestones"). A program that was handed in for one of them knows
// nothing of what a later one added.
const (
	milestoneFirst  = 3
	milestoneCheats = 8
	milestoneLoops  = 9
	milestoneLast   = 10 // the live tasks, and players with cards
)

// milestones are those of the tasks as they were first asked for. The other
// tasks were never asked for by themselves.
var milestones = map[string]int{
	"equations": milestoneFirst, "turn": 4, "strategy": 5, "rules": 6, "games": 7,
	"server": milestoneLast, "clients": milestoneLast, "player": milestoneLast,
}

// profiles are the milestones of the course of 2024.
func profiles() []game.Profile {
	var list []game.Profile
	without := []string{game.TagInstructor, game.TagRace, game.TagHouse, game.TagBonus}
	for n := milestoneFirst; n <= milestoneLast; n++ {
		list = append(list, game.Profile{
			Name: fmt.Sprintf("course-2024/%d", n), Milestone: n, Without: without,
			Summary: fmt.Sprintf("what the 2024 course required up to milestone %d; no house rulings", n),
		})
	}
	return append(list, game.Profile{
		Name: "course-2024/bonus", Milestone: milestoneLast, Without: without[:3:3],
		Summary: "milestone 10 with the bonus",
	})
}

// demands tells which milestone an input needs, and what else not every program
// can be asked.
func demands(task string, in []jsontext.Value) []string {
	n := milestones[task]
	if n == 0 {
		return nil
	}
	live := task == string(game.Server) || task == string(game.Clients)
	actors := task == "games" || live
	var tags []string
	var cast [][]any
	for i, raw := range in {
		switch {
		case i == 0 && actors:
			// Values that the oracle takes lead to no error, here as below.
			_ = json.Unmarshal(raw, &cast)
		case i == len(in)-1 && actors && raw.Kind() == '"':
			tags = append(tags, game.TagBonus)
			n = milestoneLast
		case raw.Kind() == '{':
			some, all := haveCards(raw)
			if some {
				n = milestoneLast
			}
			if live && !all || some && !all {
				tags = append(tags, game.TagHouse)
			}
		}
	}
	for _, actor := range cast {
		switch {
		case len(actor) > 3 && actor[2] == "a cheat":
			n = max(n, milestoneCheats)
		case len(actor) > 3:
			n = max(n, milestoneLoops)
		}
	}
	if live {
		tags = append(tags, wireDemands(task, cast, in)...)
	}
	slices.Sort(tags)
	return append(slices.Compact(tags), game.Milestone(n))
}

// haveCards tells whether some players of a Game or a Turn have the key cards,
// and whether all have it.
func haveCards(raw jsontext.Value) (some, all bool) {
	type player = map[string]jsontext.Value
	var value struct {
		Players []player `json:"players"`
		Active  player   `json:"active"`
	}
	_ = json.Unmarshal(raw, &value)
	if value.Active != nil {
		value.Players = append(value.Players, value.Active)
	}
	all = true
	for _, p := range value.Players {
		_, has := p["cards"]
		some, all = some || has, all && has
	}
	return some, all
}

// wireDemands is about what only instructors' clients play, and about names
// that may be read after those of clients which connect later (BG-83).
func wireDemands(task string, cast [][]any, in []jsontext.Value) []string {
	var guests []jsontext.Value
	_ = json.Unmarshal(in[1], &guests)
	var tags []string
	for _, actor := range cast {
		// Clients of ours that play tricks are nothing that a server has to know.
		if name, _ := actor[0].(string); task == string(game.Clients) && len(actor) == 2 && trickNamed(name) != honest {
			tags = append(tags, game.TagInstructor)
		}
	}
	for _, raw := range guests {
		var g struct {
			As  string `json:"as"`
			How string `json:"how"`
		}
		switch {
		case raw.Kind() == '"' && task == string(game.Clients):
			tags = append(tags, game.TagInstructor)
		case raw.Kind() != '{' || task != string(game.Server):
		default:
			_ = json.Unmarshal(raw, &g)
			last := len(cast) > 0 && cast[len(cast)-1][0] == g.As
			if !last && slowName(g.How) {
				tags = append(tags, game.TagRace, game.TagHouse)
			}
		}
	}
	return tags
}

// slowName tells whether a fault makes a name come slowly.
func slowName(how string) bool {
	for one := range strings.SplitSeq(how, ",") {
		kind, at, _ := strings.Cut(one, "@")
		kind, _, _ = strings.Cut(kind, "=")
		if at == "name" && slices.Contains([]string{"dribble", "late", "stall"}, kind) {
			return true
		}
	}
	return false
}
