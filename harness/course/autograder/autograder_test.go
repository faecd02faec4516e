package autograder

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
)

func noGame(string) (*game.Game, game.Task, error) { return nil, game.Task{}, errors.New("no game") }

// read gives a text to a foreign reader, if there is one.
func read(t *testing.T, text []byte, program string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Log(err)
		return
	}
	c := exec.Command(program, args...)
	c.Stdin = strings.NewReader(string(text))
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s\n%s", program, err, out, text)
	}
}

// A document is what a foreign reader of YAML makes of one.
type document map[string]any

// asYAML reads a text with a foreign reader; nil if there is none.
func asYAML(t *testing.T, text []byte) document {
	t.Helper()
	if exec.Command("python3", "-c", "import yaml").Run() != nil {
		t.Log("there is no python3 with yaml")
		return nil
	}
	c := exec.Command("python3", "-c", "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)")
	c.Stdin = strings.NewReader(string(text))
	out, err := c.Output()
	var d document
	if err == nil {
		err = json.Unmarshal(out, &d)
	}
	if err != nil {
		t.Errorf("no YAML: %v\n%s", err, text)
	}
	return d
}

// at is what stands in a document at a path of keys and indices, as JSON.
func (d document) at(t *testing.T, path ...any) string {
	t.Helper()
	var v any = map[string]any(d)
	for _, step := range path {
		switch step := step.(type) {
		case string:
			inner, _ := v.(map[string]any)
			v = inner[step]
		case int:
			inner, _ := v.([]any)
			if step >= len(inner) {
				return ""
			}
			v = inner[step]
		}
	}
	raw, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestText(t *testing.T) {
	j := Job{File: `some where/it's a "course".toml`, Shards: 20, Image: "registry/touchstone:1"}
	job, err := Text(Kubernetes, j)
	if err != nil {
		t.Fatal(err)
	}
	if d := asYAML(t, job); d != nil {
		container := func(path ...any) string {
			return d.at(t, append([]any{"spec", "template", "spec", "containers", 0}, path...)...)
		}
		for want, got := range map[string]string{
			`"batch/v1"`: d.at(t, "apiVersion"), `"Job"`: d.at(t, "kind"), "20": d.at(t, "spec", "completions"), `"Indexed"`: d.at(t, "spec", "completionMode"),
			`"registry/touchstone:1"`: container("image"),
			`["touchstone","grade","it's a \"course\".toml","--shard","auto/20","--quiet"]`: container("command"),
			container("volumeMounts", 0, "name"):                                            d.at(t, "spec", "template", "spec", "volumes", 0, "name"),
		} {
			if got != want {
				t.Errorf("the job has %s, expected %s:\n%s", got, want, job)
			}
		}
	}
	for _, want := range []string{"completions: 20\n", `"it's a \"course\".toml"`, `"auto/20"`} {
		if !strings.Contains(string(job), want) {
			t.Errorf("the job has no %s:\n%s", want, job)
		}
	}
	script, err := Text(Slurm, j)
	if err != nil {
		t.Fatal(err)
	}
	read(t, script, "sh", "-n")
	for _, want := range []string{"#SBATCH --array=1-20\n", `grade 'it'\''s a "course".toml' --shard auto/20 --jobs 1 --quiet`} {
		if !strings.Contains(string(script), want) {
			t.Errorf("the script has no %s:\n%s", want, script)
		}
	}
	j.File, j.Program, j.CPUs, j.Memory = "/courses/it's/course.toml", "/opt/my tools/touchstone", 3, 5<<30+1
	if script, err = Text(Slurm, j); err != nil {
		t.Fatal(err)
	}
	read(t, script, "sh", "-n")
	for _, want := range []string{
		"#SBATCH --cpus-per-task=3\n#SBATCH --mem=5121M\n", `exec '/opt/my tools/touchstone' grade '/courses/it'\''s/course.toml' --shard auto/20 --jobs 3 --quiet`,
	} {
		if !strings.Contains(string(script), want) {
			t.Errorf("the script has no %s:\n%s", want, script)
		}
	}
	for _, kind := range []string{Kubernetes, Slurm} {
		if _, err := Text(kind, Job{File: "a\n#SBATCH --uid=0", Shards: 1}); err == nil {
			t.Errorf("%s: a name of two lines was taken", kind)
		}
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"course.toml": "title = 1", "staff/1-in.json": "[]", "touchstone": "program", "sub/x.jsonl": "{}", "nim/game.toml": "", "nim/own.jsonl": ""} {
		path := filepath.Join(dir, name)
		if os.MkdirAll(filepath.Dir(path), 0o755) != nil || os.WriteFile(path, []byte(text), 0o644) != nil {
			t.Fatal("cannot prepare")
		}
	}
	c := &course.Course{File: filepath.Join(dir, "course.toml"), Tasks: []course.Task{
		{Name: "a", Suites: []string{filepath.Join(dir, "staff")}, Counts: []course.Count{{Part: course.Cases, Weight: 1}}},
		{Name: "b", Suites: []string{filepath.Join(dir, "staff"), filepath.Join(dir, "sub", "x.jsonl")}},
	}}
	// A repository of students gets nothing that they must not see.
	err := Write(func(string, []byte) error { return errors.New("written") }, GitHub, c, noGame, "", Job{})
	if told, ok := errors.AsType[*game.UsageError](err); !ok || !strings.Contains(told.Message, "task a: the suite") || !strings.Contains(told.Hint, "your own machine") {
		t.Errorf("a hidden suite: %v", err)
	}
	c.Tasks[0].Public, c.Tasks[1].Public = c.Tasks[0].Suites, c.Tasks[1].Suites
	for kind, want := range map[string][]string{
		Gradescope: {"course/course.toml", "course/staff/1-in.json", "course/sub/x.jsonl", "run_autograder", "setup.sh", "touchstone"},
		GitHub: {
			".github/touchstone/course.toml", ".github/touchstone/staff/1-in.json", ".github/touchstone/sub/x.jsonl", ".github/workflows/touchstone.yml",
		},
	} {
		var names []string
		err := Write(func(name string, text []byte) error {
			names = append(names, name)
			switch filepath.Base(name) {
			case "run_autograder", "setup.sh":
				read(t, text, "sh", "-n")
			case "touchstone.yml":
				if d := asYAML(t, text); d != nil {
					steps := 0
					for ; d.at(t, "jobs", "grade", "steps", steps) != ""; steps++ {
						uses, runs := d.at(t, "jobs", "grade", "steps", steps, "uses"), d.at(t, "jobs", "grade", "steps", steps, "run")
						if (uses == "null") == (runs == "null") {
							t.Errorf("step %d uses %s and runs %s", steps+1, uses, runs)
						}
						if runs != "null" {
							script, _ := d["jobs"].(map[string]any)["grade"].(map[string]any)["steps"].([]any)[steps].(map[string]any)["run"].(string)
							read(t, []byte(script), "sh", "-n")
						}
					}
					// YAML 1.1 takes the key on for true.
					if steps != 5 || d.at(t, "true") != `["push"]` || d.at(t, "permissions", "contents") != `"read"` {
						t.Errorf("the workflow has %d steps, on %s:\n%s", steps, d.at(t, "true"), text)
					}
				}
				if !strings.Contains(string(text), "path: ${{ runner.temp }}/course/grades/teams\n") || !strings.Contains(string(text), "touchstone@v1.2.3\n") {
					t.Errorf("the workflow is\n%s", text)
				}
			}
			return nil
		}, kind, c, noGame, filepath.Join(dir, "touchstone"), Job{Module: "example.org/touchstone", Version: "v1.2.3"})
		slices.Sort(names)
		if err != nil || !slices.Equal(names, want) {
			t.Errorf("%s: %v, %q, expected %q", kind, err, names, want)
		}
	}
	// The folder of a game goes along, once, but not to where students read its reference.
	c.Games = []string{filepath.Join(dir, "nim")}
	c.Tasks[1].Suites = append(c.Tasks[1].Suites, filepath.Join(dir, "nim", "own.jsonl"))
	c.Tasks[1].Public = c.Tasks[1].Suites
	var names []string
	err = Write(func(name string, _ []byte) error {
		names = append(names, name)
		return nil
	}, Gradescope, c, noGame, filepath.Join(dir, "touchstone"), Job{})
	all := strings.Join(names, " ")
	if err != nil || strings.Count(all, "course/nim/game.toml") != 1 || strings.Count(all, "course/nim/own.jsonl") != 1 {
		t.Errorf("a course with a game: %v, %q", err, names)
	}
	refused := func(why string) {
		t.Helper()
		err := Write(func(string, []byte) error { return nil }, GitHub, c, noGame, "", Job{})
		if _, told := errors.AsType[*game.UsageError](err); !told || !strings.Contains(err.Error(), why) {
			t.Errorf("%v, expected an error with %q", err, why)
		}
	}
	refused("everybody with access to the repository could read the reference program")
	c.Games = nil
	c.Tasks[1].Suites = []string{filepath.Join(t.TempDir(), "elsewhere")}
	c.Tasks[1].Public = c.Tasks[1].Suites
	refused("is outside the folder of the course file")
	c.Tasks[0].Counts = []course.Count{{Part: course.Plays, Weight: 1}}
	refused("task a: play needs the submissions of all teams")
}
