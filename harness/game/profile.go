package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// The tags of cases that profiles go by.
const (
	TagInstructor = "instructor" // it asks for what only instructors' programs have
	TagHouse      = "house"      // it rests on a ruling of ours
	TagRace       = "race"       // its answer depends on which of two messages comes first
	TagBonus      = "bonus"      // it asks for a bonus that not everybody has to write
	// TagMilestone stands before the number of the milestone that a case needs.
	TagMilestone = "milestone:"
)

// A Profile says what a program is asked: cases that ask for more are left out.
type Profile struct {
	Name    string `json:"name"` // "course-2024/7"
	Summary string `json:"summary"`
	// Milestone is the last one whose cases count; those that need none always
	// do. 0: cases of all milestones count.
	Milestone int `json:"milestone,omitzero"`
	// Without are tags: cases that have one of them are left out.
	Without []string `json:"without"`
}

// The profiles that every game has.
var (
	// DefaultProfile is that of a run that names none.
	DefaultProfile = Profile{
		Name: "default", Without: []string{TagInstructor, TagRace},
		Summary: "all cases except those for instructors' programs and those that test a race",
	}
	allProfile = Profile{Name: "all", Summary: "all cases", Without: []string{}}
)

// A DemandsFunc tells what the input of a task asks of a program, as tags. The
// input is one that the oracle of the task takes.
type DemandsFunc func(task string, in []jsontext.Value) []string

// AllProfiles are those that every game has, and then its own.
func (g *Game) AllProfiles() []Profile {
	return append([]Profile{DefaultProfile, allProfile}, g.Profiles...)
}

// Profile returns the profile of that name; "" is the default one. The error is
// a *UsageError that names the nearest.
func (g *Game) Profile(name string) (Profile, error) {
	if name == "" {
		return DefaultProfile, nil
	}
	all := g.AllProfiles()
	names := make([]string, len(all))
	for i, p := range all {
		if p.Name == name {
			return p, nil
		}
		names[i] = p.Name
	}
	return Profile{}, Unknown("profile", name, "of "+g.Name, names, "touchstone games "+g.Name+" profiles")
}

// LeavesOut is why a case with these tags is left out, as one of them, or "" if
// it is asked.
func (p *Profile) LeavesOut(tags []string) string {
	for _, tag := range tags {
		if slices.Contains(p.Without, tag) {
			return tag
		}
		if number, ok := strings.CutPrefix(tag, TagMilestone); ok && p.Milestone > 0 {
			if n, err := strconv.Atoi(number); err == nil && n > p.Milestone {
				return tag
			}
		}
	}
	return ""
}

// Milestone is the tag of a case that needs a milestone.
func Milestone(n int) string { return fmt.Sprintf("%s%d", TagMilestone, n) }
