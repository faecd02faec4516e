package grade

import (
	"fmt"
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/course"
)

// TestCalled: in an anonymous course teams have numbers, each its own, whatever
// the order in which the teams are found.
func TestCalled(t *testing.T) {
	called := func(anonymous bool, title string, teams ...string) map[string]string {
		e := &Engine{Course: &course.Course{Title: title, Anonymous: anonymous}}
		for _, team := range teams {
			e.all = append(e.all, course.Submission{Team: team})
		}
		e.number()
		names := make(map[string]string)
		for _, team := range teams {
			names[team] = e.Called(team)
		}
		return names
	}
	if got := called(false, "x", "ada")["ada"]; got != "ada" {
		t.Errorf("without numbers ada is called %s", got)
	}
	var teams []string
	for i := range 40 {
		teams = append(teams, fmt.Sprint("t", i))
	}
	one := called(true, "x", teams...)
	var names []string
	inOrder := true
	for i, team := range teams {
		names = append(names, one[team])
		inOrder = inOrder && one[team] == fmt.Sprint("team ", i+1)
	}
	for i := range teams {
		if !slices.Contains(names, fmt.Sprint("team ", i+1)) {
			t.Errorf("nobody is called team %d", i+1)
		}
	}
	slices.Reverse(teams)
	another, elsewhere := called(true, "x", teams...), called(true, "y", teams...)
	same := 0
	for _, team := range teams {
		if one[team] != another[team] {
			t.Errorf("%s is called %s and %s", team, one[team], another[team])
		}
		if one[team] == elsewhere[team] {
			same++
		}
	}
	if inOrder || same == len(teams) {
		t.Errorf("the numbers tell who is meant: in order %v, %d the same in another course", inOrder, same)
	}
}
