package intake

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
)

func configure(g *game.Game) (game.Rules, error) { return g.Configure(game.Settings{}) }

// TestTaskOf finds tasks by names, and by milestones where no name tells.
func TestTaskOf(t *testing.T) {
	k := Intake{Games: games.All()}
	for path, want := range map[string]string{
		"/c/Tests/3": "equations", "/c/milestone4/Tests": "turn", "/c/Milestone-5": "strategy", "/c/m6": "rules", "/c/9": "games",
		"/c/8/xrules": "rules", "/c/10/xserver/Tests": "server", "/c/10": "", "/c/11": "", "/c/Tests": "",
	} {
		g, task, why := k.taskOf(path)
		if task.Name != want || (g == nil) != (want == "") || (why == "") != (want != "") {
			t.Errorf("%s: %s (%s), expected %s", path, task.Name, why, want)
		}
	}
}

// TestNothingIsLost writes files of all kinds: each is a case, or is named.
func TestNothingIsLost(t *testing.T) {
	const server = `[] {"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":1,"cards":[]},{"wallet":[],"score":2,"cards":[]}]}`
	const cast = `[["Ada","purchase-points"],["bob","purchase-size"]]`
	root := t.TempDir()
	for name, content := range map[string]string{
		"xserver/1-in.json": server, "xserver/1-out.json": `[["bob"],[]]`, "xclients/1-in.json": cast + ` ["AAsendnameloop"]`,
		"xserver/2-in.json": server, "xclients/3-in.json": cast, "xclients/4-out.json": `"void"`,
		"xserver/5-in.json": `[] 7`, "xclients/5-in.json": cast, "xserver/6-in.json": `[`, "xserver/7-in.json": cast + " [] " + server,
		"rules/1-in.json": `[]`, "rules/x.json": `{}`, "notes.jsonl": `{}`, ".git/1-in.json": `[]`, "README.md": "",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	k := Intake{Games: games.All(), Configure: configure}
	shelves, strays, err := k.From(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range shelves {
		for _, c := range s.Cases {
			got = append(got, s.Task.Name+" "+c.Name)
		}
	}
	if want := []string{"clients 1", "server xserver/7", "server 1"}; !slices.Equal(got, want) {
		t.Errorf("cases %q, expected %q", got, want)
	}
	var named []string
	for _, s := range strays {
		below, _ := filepath.Rel(root, s.Path)
		named = append(named, filepath.ToSlash(below))
	}
	want := []string{
		"notes.jsonl", "rules/1-in.json", "rules/x.json", "xclients/3-in.json", "xclients/4-out.json",
		"xserver/2-in.json", "xserver/5-in.json", "xserver/6-in.json",
	}
	if !slices.Equal(named, want) {
		t.Errorf("left out %q, expected %q", strings.Join(named, " "), strings.Join(want, " "))
	}
}

// TestOneSideTwice: of two files that are the same case of one side, the second is named.
func TestOneSideTwice(t *testing.T) {
	bazaar, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, name := range []string{"server/1-in.json", "xserver/1-in.json"} {
		path := filepath.Join(root, name)
		text := `[] {"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":1,"cards":[]},{"wallet":[],"score":2,"cards":[]}]}`
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	k := Intake{Games: []*game.Game{bazaar}, Configure: configure}
	_, strays, err := k.From(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	var whys []string
	for _, s := range strays {
		whys = append(whys, s.Why)
	}
	if !slices.ContainsFunc(whys, func(why string) bool {
		return strings.HasSuffix(why, "/server/1-in.json is the same case of this side")
	}) {
		t.Errorf("%q", whys)
	}
}
