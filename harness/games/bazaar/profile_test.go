package bazaar

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// TestDemands tells by an input what it asks of a program (chapter 5,
// "Milestones", and 11.1).
func TestDemands(t *testing.T) {
	const (
		plain = `{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":1},{"wallet":[],"score":2}]}`
		kept  = `{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":1,"cards":[]},{"wallet":[],"score":2,"cards":[]}]}`
		mixed = `{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":1,"cards":[]},{"wallet":[],"score":2}]}`
		well  = `[["Ada","purchase-points"],["bob","purchase-size"]]`
	)
	for _, c := range []struct{ task, in, want string }{
		{"equations", `[]|[]|[]`, "milestone:3"},
		{"turn", plain, "milestone:4"},
		{"turn", kept, "milestone:10"},
		{"turn", mixed, "house milestone:10"},
		{"strategy", `[]|{"bank":[],"cards":[],"active":{"wallet":[],"score":0},"scores":[]}|"purchase-size"`, "milestone:5"},
		{"strategy", `[]|{"bank":[],"cards":[],"active":{"wallet":[],"score":0,"cards":[]},"scores":[]}|"purchase-size"`, "milestone:10"},
		{"rules", `[]|[]|{"bank":[],"cards":[],"active":{"wallet":[],"score":0},"scores":[]}`, "milestone:6"},
		{"games", well + `|[]|` + plain, "milestone:7"},
		{"games", `[["Ada","purchase-points","win"],["bob","purchase-size"]]|[]|` + plain, "milestone:7"},
		{"games", `[["Ada","purchase-points","a cheat","bank-cannot-trade"],["bob","purchase-size"]]|[]|` + plain, "milestone:8"},
		{"games", `[["Ada","purchase-points","a cheat","bank-cannot-trade"],["bob","purchase-size","win",1]]|[]|` + plain, "milestone:9"},
		{"games", well + `|[]|` + kept, "milestone:10"},
		{"games", well + `|[]|` + plain + `|"SEY"`, "bonus milestone:10"},
		{"games", `[["nonWin","purchase-points"],["bob","purchase-size"]]|[]|` + plain, "milestone:7"},
		{"server", well + `|[]|[]|` + kept, "milestone:10"},
		{"server", well + `|[]|[]|` + plain, "house milestone:10"},
		{"server", well + `|["AAsendnameloop"]|[]|` + kept, "milestone:10"},
		{"server", well + `|[{"as":"bob","how":"dribble=1s@name"}]|[]|` + kept, "milestone:10"},
		{"server", well + `|[{"as":"Ada","how":"dribble=1s@name"}]|[]|` + kept, "house race milestone:10"},
		{"server", well + `|[{"as":"Ada","how":"escaped@name"}]|[]|` + kept, "milestone:10"},
		{"clients", well + `|["AAsendnameloop"]|[]|` + kept, "instructor milestone:10"},
		{"clients", `[["nonWin","purchase-points"]]|[]|[]|` + kept, "instructor milestone:10"},
		{"clients", `[["nonWin","purchase-points","win"]]|[]|[]|` + kept + `|"RWB"`, "bonus milestone:10"},
		{"move", `{}|[]`, ""},
	} {
		var in []jsontext.Value
		for part := range strings.SplitSeq(c.in, "|") {
			in = append(in, jsontext.Value(part))
		}
		if got := strings.Join(demands(c.task, in), " "); got != c.want {
			t.Errorf("%s %s: %q, expected %q", c.task, c.in, got, c.want)
		}
	}
}

// TestGeneratedLikeTheCourse holds generated inputs to the form of published
// ones: players have the key cards all or none, those of live games all, and
// nothing is asked of clients that only instructors' programs know.
func TestGeneratedLikeTheCourse(t *testing.T) {
	rules, err := Game().Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range []string{"turn", "games", "server", "clients"} {
		for i := range 300 {
			in := rules.Generate(task, rand.New(rand.NewPCG(uint64(i), 5)), i%(game.SizeMax+1))
			for _, tag := range demands(task, in) {
				if tag == game.TagHouse || tag == game.TagInstructor || tag == game.TagRace {
					t.Fatalf("%s %s has the tag %s", task, in, tag)
				}
			}
		}
	}
}

// TestProfiles leaves out what a milestone does not ask for.
func TestProfiles(t *testing.T) {
	for _, c := range []struct{ profile, tags, out string }{
		{"", "milestone:10 bonus house", ""},
		{"", "milestone:10 race", "race"},
		{"all", "milestone:10 race instructor", ""},
		{"course-2024/7", "milestone:7", ""},
		{"course-2024/7", "milestone:8", "milestone:8"},
		{"course-2024/7", "edge", ""},
		{"course-2024/10", "bonus milestone:10", "bonus"},
		{"course-2024/bonus", "bonus milestone:10", ""},
		{"course-2024/10", "house milestone:10", "house"},
	} {
		p, err := Game().Profile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.LeavesOut(slices.Collect(strings.FieldsSeq(c.tags))); got != c.out {
			t.Errorf("%s, %s: left out for %q, expected %q", c.profile, c.tags, got, c.out)
		}
	}
	if _, err := Game().Profile("course-2024/11"); err == nil {
		t.Error("there is no milestone 11")
	}
}
