package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A Screen holds cases against a profile.
type Screen struct {
	Profile game.Profile
	// Demands tells what an input asks for where its tags do not; nil: tags alone
	// count.
	Demands game.DemandsFunc
	Task    string
}

// NewScreen is a screen for a task of a game. A profile that was named also
// counts for cases that say nothing of what they ask for; the default one, whose
// name is empty, leaves cases out by their tags alone.
func NewScreen(g *game.Game, task, profile string) (Screen, error) {
	p, err := g.Profile(profile)
	s := Screen{Profile: p, Task: task}
	if profile != "" {
		s.Demands = g.Demands
	}
	return s, err
}

// A LeftOut is a case that a profile leaves out.
type LeftOut struct {
	ID  string
	Tag string // why
}

// Asked are the cases of a selection that the profile asks for, and those that
// it leaves out. What the selection names itself, by an id as it stands, by such
// a tag or as failed before, is asked in any case. Where no case is left the
// error is a *game.UsageError.
func (s Screen) Asked(selection Selection, cases Cases) (asked Cases, left []LeftOut, err error) {
	asked = pick(cases, func(at int, c *Case) bool {
		tag := s.leavesOut(c, func() *Case { return cases.Read(at) })
		if tag == "" || selection.Failed != nil || slices.Contains(selection.Cases, c.ID) || slices.Contains(selection.Tags, tag) {
			return true
		}
		left = append(left, LeftOut{c.ID, tag})
		return false
	})
	if asked.Len() == 0 && len(left) > 0 {
		return nil, left, &game.UsageError{
			Message: skipsAll(s.Profile.Name, left),
			Hint:    "--profile all runs them all",
		}
	}
	return asked, left, nil
}

// leavesOut is the tag for which the profile leaves out a case, "" if it does not.
func (s Screen) leavesOut(c *Case, whole func() *Case) string {
	if c.Broken != nil {
		return ""
	}
	if tag := s.Profile.LeavesOut(c.Tags); tag != "" || s.Demands == nil {
		return tag
	}
	if slices.ContainsFunc(c.Tags, func(tag string) bool { return strings.HasPrefix(tag, game.TagMilestone) }) {
		return ""
	}
	return s.Profile.LeavesOut(s.Demands(s.Task, whole().In))
}

// Reasons counts cases that were left out by their tags, in words: "8 instructor,
// 1 race".
func Reasons(left []LeftOut) string {
	var order []string
	counts := make(map[string]int)
	for i := range left {
		if counts[left[i].Tag] == 0 {
			order = append(order, left[i].Tag)
		}
		counts[left[i].Tag]++
	}
	for i, tag := range order {
		order[i] = fmt.Sprintf("%d %s", counts[tag], tag)
	}
	return strings.Join(order, ", ")
}

// skipsAll says that a profile skips all of some cases.
func skipsAll(profile string, left []LeftOut) string {
	if len(left) == 1 {
		return fmt.Sprintf("the profile %s skips the only case: %s has the tag %s", profile, left[0].ID, left[0].Tag)
	}
	return fmt.Sprintf("the profile %s skips all %d cases: %s, for example, has the tag %s", profile, len(left), left[0].ID, left[0].Tag)
}
