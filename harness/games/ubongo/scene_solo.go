package ubongo

import (
	"fmt"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// What players do, as it is drawn.
type (
	// A drawnAction is a request, or an event of a solo run.
	drawnAction struct {
		Type       string            `json:"type"`
		Player     *int              `json:"player"`
		Time       *int64            `json:"time"`
		At         *int64            `json:"at"`
		Board      *string           `json:"board"`
		Die        *int              `json:"die"`
		Gem        *string           `json:"gem"`
		Placements *[]drawnPlacement `json:"placements"`
	}
	drawnSolo struct {
		Variant string        `json:"variant"`
		Minutes *int          `json:"minutes"`
		Tasks   *int          `json:"tasks"`
		Best    *int64        `json:"best"`
		Events  []drawnAction `json:"events"`
	}
)

// drawAction draws one thing that somebody does, at a place of a value. Words say
// the same.
func drawAction(at string, a *drawnAction) (part scene.Part, words string) {
	row := &scene.Row{Wrap: true, Gap: scene.Wide}
	say := func(key, s string) {
		row.Parts = append(row.Parts, scene.Say(at+"/"+key, s))
		words += " " + s
	}
	if a.At != nil {
		say("at", fmt.Sprintf("%d ms", *a.At))
	}
	row.Parts = append(row.Parts, scene.Bold(at+"/type", a.Type))
	words += " " + a.Type
	if a.Player != nil {
		say("player", fmt.Sprintf("by player %d", *a.Player))
	}
	if a.Time != nil {
		say("time", fmt.Sprintf("after %d ms", *a.Time))
	}
	if a.Board != nil {
		say("board", "board "+*a.Board)
	}
	if a.Die != nil {
		say("die", fmt.Sprintf("die %d", *a.Die))
	}
	if a.Gem != nil {
		row.Parts = append(row.Parts, scene.Line(at+"/gem", scene.Say("", "draws"), gem(*a.Gem)))
		words += " draws " + *a.Gem
	}
	place := at
	if place == "" {
		place = "/"
	}
	all := scene.Stack(place, row)
	if a.Placements != nil {
		all.Parts = append(all.Parts, drawPlacements(at+"/placements", at+"/placements", *a.Placements))
		words += ": " + strings.TrimSuffix(placementsWords(*a.Placements), ".")
	}
	return all, strings.TrimSpace(words)
}

// drawRequest draws one decision, with the pieces of a solution.
func drawRequest(a *drawnAction) (*scene.Scene, error) {
	part, words := drawAction("", a)
	return scene.New("a request", sentence(words), part)
}

// drawSolo draws the log of a solo run.
func drawSolo(s *drawnSolo) (*scene.Scene, error) {
	head := &scene.Row{Wrap: true, Gap: scene.Wide, Parts: []scene.Part{scene.Bold("/variant", "variant "+s.Variant)}}
	say := func(at, s string) { head.Parts = append(head.Parts, scene.Say(at, s)) }
	if s.Minutes != nil {
		say("/minutes", text.Count(*s.Minutes, "minute"))
	}
	if s.Tasks != nil {
		say("/tasks", text.Count(*s.Tasks, "task"))
	}
	if s.Best != nil {
		say("/best", fmt.Sprintf("best so far %d", *s.Best))
	}
	body := scene.Stack("/", head)
	alt := []string{sentence("variant " + s.Variant)}
	for i := range s.Events {
		part, words := drawAction(scene.At("events", i), &s.Events[i])
		body.Parts = append(body.Parts, part)
		alt = append(alt, sentence(words))
	}
	return scene.New("a solo run", strings.Join(alt, " "), body)
}
