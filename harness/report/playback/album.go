package playback

import (
	"fmt"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/report/html"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// An album is the steps of a page with their pictures, as they come.
type album struct {
	camera   *camera
	steps    []step
	left     int // steps beyond stepsMax
	messages int // their bytes
	wrong    []remark
}

func newAlbum(rules game.Rules) album { return album{camera: newCamera(rules)} }

// full is a message in full, as long as there is room.
func (a *album) full(what string) string {
	what = oneLine(what, min(messageBytesMax, messagesBytesMax-a.messages))
	a.messages += len(what)
	return what
}

// changed is what has changed since the step before, a line each, as long as
// there is room.
func (a *album) changed(s *step) string {
	lines := make([]string, 0, len(s.changes)+1)
	for _, line := range s.changes {
		lines = append(lines, a.full(line))
	}
	if s.more > 0 {
		lines = append(lines, fmt.Sprintf("… and %s", text.Count(s.more, "more change")))
	}
	return strings.Join(lines, "\n")
}

// reason says why something is wrong.
func reason(why, clause string) string {
	if clause != "" {
		why = oneLine(why, reasonBytesMax) + " (" + oneLine(clause, nameBytesMax) + ")"
	}
	return oneLine(why, reasonBytesMax)
}

// bind makes a page of the steps, without a title.
func (a *album) bind() (*page, error) {
	style := pageStyle + svg.Stylesheet(scene.Light, "") +
		"@media screen and (prefers-color-scheme: dark) {\n" + svg.Stylesheet(scene.Dark, "") + "}\n"
	p := &page{Style: style, Steps: a.steps, Wrong: a.wrong}
	film := reel{Wide: a.camera.wide, Narrow: a.camera.narrow}
	for i := range a.steps {
		s := &a.steps[i]
		p.HasIllegal = p.HasIllegal || s.Reason != ""
		film.Pictures = append(film.Pictures, s.number)
		film.Why = append(film.Why, s.why)
		film.Messages = append(film.Messages, s.message)
		film.Changes = append(film.Changes, a.changed(s))
		if s.number != noPicture {
			if p.First.Step == 0 {
				p.First = a.still(s)
			}
			p.Last.Step = s.Number
		}
	}
	if last := p.Last.Step; last > 0 {
		p.Last = a.still(&a.steps[last-1])
	}
	if a.left > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("The first %d steps are shown.", stepsMax))
	}
	var err error
	p.Film, err = pack(film)
	return p, err
}

// still is the picture of a step, for who runs no script.
func (a *album) still(s *step) still {
	return still{
		Step: s.Number, Wide: html.Trusted(a.camera.wide.picture(s.number)), Narrow: html.Trusted(a.camera.narrow.picture(s.number)),
	}
}
