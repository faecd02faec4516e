package suite_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

func TestTree(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{
		"a/rules/Tests/1-in.json", "a/rules/Tests/1-out.json", "a/rules/Tests/2-in.json", "a/notes.txt",
		"b/turn.jsonl", "b/.git/1-in.json", "c/only-out/1-out.json",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("1"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "a", "rules"), filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		want []string
	}{
		{"link", []string{"link/Tests"}},
		{"", []string{"a/rules/Tests", "b/turn.jsonl"}},
		{"a/rules/Tests", []string{"a/rules/Tests"}},
		{"b/turn.jsonl", []string{"b/turn.jsonl"}},
		{"b/.git", []string{"b/.git"}},
	} {
		found, err := suite.Tree(filepath.Join(root, c.path))
		for i := range found {
			found[i], _ = filepath.Rel(root, found[i])
		}
		if err != nil || !slices.Equal(found, c.want) {
			t.Errorf("%q: %q, %v", c.path, found, err)
		}
	}
	for path, want := range map[string]string{"c": "neither the folder", "d": "no such file"} {
		if _, err := suite.Tree(filepath.Join(root, path)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", path, err)
		}
	}
}

func TestTaskFor(t *testing.T) {
	both := []*game.Game{
		{Name: "one", Tasks: []game.Task{{Name: "rules", Aliases: []string{"xrules"}}, {Name: "turn"}}},
		{Name: "two", Tasks: []game.Task{{Name: "rules"}, {Name: "fit"}}},
	}
	for path, want := range map[string]string{
		"/a/two/rules":               "two/rules",
		"/a/one/team/rules/Tests":    "one/rules",
		"/a/one/two/rules.jsonl":     "two/rules",
		"/a/team-3/xrules/Tests":     "one/rules",
		"/a/fit/1/Tests":             "two/fit",
		"/turn/rules":                "one/turn",
		"/a/rules":                   "",
		"/a/b":                       "",
		"/a/one/rules/generated.txt": "one/rules",
	} {
		got := ""
		if g, task, ok := suite.TaskFor(path, both); ok {
			got = g.Name + "/" + task.Name
		}
		if got != want {
			t.Errorf("%s: %q, expected %q", path, got, want)
		}
	}
}
