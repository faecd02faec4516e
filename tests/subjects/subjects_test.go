// Package subjects has the sample programs that stand for what students hand
// in. Its tests hold each to the verdict that the table of the README promises,
// and the second implementation of the rule book to the first.
package subjects

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/harness/judge"
	answers "github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/schemas"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// TestMain lets the test binary be a keeper, and puts the Python interpreter
// itself in front of what stands for it: the wrappers of version managers take
// as long as the programs here.
func TestMain(m *testing.M) {
	subject.Keeper()
	if path, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output(); err == nil {
		dir := filepath.Dir(strings.TrimSpace(string(path)))
		os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
	subject.Alone(context.Background(), nil, func(ctx context.Context) { alone = ctx })
	os.Exit(m.Run())
}

// A row is a line of the table: a program and what it must get.
type row struct {
	program  string
	language string
	tasks    []string
	argument bool // the program takes the task as its argument
	verdict  judge.Outcome
	rarely   bool // in cases that tell; the others pass
	warnings []string
}

var (
	rowPattern     = regexp.MustCompile("^\\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\| [^|]+ \\| ([^|]+) \\|$")
	verdictPattern = regexp.MustCompile("^`([a-z-]+)`(?:, with the warnings? (`[a-z-]+`(?: and `[a-z-]+`)*)|( in cases that tell, else `pass`))?$")
)

// liveTasks are those whose programs talk to each other.
var liveTasks = []string{"server", "clients"}

func (r row) live() bool { return len(r.tasks) == 1 && slices.Contains(liveTasks, r.tasks[0]) }

// table reads the README.
func table(t *testing.T) []row {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for line := range strings.Lines(string(text)) {
		cells := rowPattern.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if cells == nil {
			continue
		}
		r := row{program: cells[1], language: cells[2]}
		switch tasks, rest, _ := strings.Cut(cells[3], " "); {
		case cells[3] == "all":
			r.argument = true
			for _, task := range batch() {
				r.tasks = append(r.tasks, task.Name)
			}
		case cells[3] == "any (none needed)":
			// These never look at the case.
			r.tasks = []string{"turn", "strategy"}
		case slices.Contains(liveTasks, cells[3]):
			r.tasks = []string{cells[3]}
		case rest == "" || rest == "(no argument)":
			r.tasks, r.argument = []string{tasks}, rest == ""
		default:
			t.Errorf("%s: the tasks %q are not understood", r.program, cells[3])
		}
		verdict := verdictPattern.FindStringSubmatch(cells[4])
		if verdict == nil {
			t.Errorf("%s: the verdict %s is not understood", r.program, cells[4])
			continue
		}
		r.verdict, r.rarely = judge.Outcome(verdict[1]), verdict[3] != ""
		if verdict[2] != "" {
			r.warnings = strings.Split(strings.ReplaceAll(verdict[2], "`", ""), " and ")
		}
		rows = append(rows, r)
	}
	return rows
}

// TestTable looks for rows without a program and programs without a row.
func TestTable(t *testing.T) {
	var listed, found []string
	for _, r := range table(t) {
		listed = append(listed, r.program)
	}
	for _, dir := range []string{"right", "wrong"} {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && entry.Name() == "__pycache__" {
				return fs.SkipDir
			}
			if err == nil && !entry.IsDir() {
				found = append(found, filepath.ToSlash(path))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range listed {
		if !slices.Contains(found, p) {
			t.Errorf("the table has the program %s, which is not there", p)
		}
	}
	for _, p := range found {
		if !slices.Contains(listed, p) {
			t.Errorf("the table has no row for %s", p)
		}
	}
	if n := len(slices.Compact(slices.Sorted(slices.Values(listed)))); n != len(listed) {
		t.Errorf("%d of the %d rows are for a program that has another row", len(listed)-n, len(listed))
	}
}

// needs skips the test of a program that cannot run here.
func needs(t *testing.T, r row) {
	t.Helper()
	program := map[string]string{"Python": "python3", "shell": "sh", "Go": "go"}[r.language]
	if program == "" {
		t.Fatalf("the language %q is not known", r.language)
	}
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("there is no %s here", program)
	}
	// Most of the shell scripts leave the thinking to a Python program.
	if text, err := os.ReadFile(r.program); err == nil && bytes.Contains(text, []byte("python3 ")) {
		if _, err := exec.LookPath("python3"); err != nil {
			t.Skip("there is no python3 here")
		}
	}
}

// build makes a program of the Go files.
func build(t *testing.T, source string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("go", "build", "-o", path, "./"+filepath.Dir(source)).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// mistakes are the mutants that are wrong in the same way as a program; with
// them the rare cases that tell are found.
var mistakes = map[string]string{
	"wrong/tiebreak.py":   "S4",
	"wrong/rules/main.go": "R2",
}

// limits are those of the programs that come up against one. The others have
// all the time that a busy machine may take.
var limits = map[string]subject.Limits{
	"wrong/hang.sh":   {Timeout: time.Second},
	"wrong/stalls.sh": {Timeout: 3 * time.Second}, // time to begin with
	"wrong/flood.sh":  {Timeout: time.Minute, OutputBytesMax: 1 << 16},
}

// ends are verdicts that have to do with how a program ends, or with how many
// values it writes.
var ends = []judge.Outcome{judge.Crashed, judge.MissingOutput, judge.ExtraOutput}

// TestVerdicts runs every program and compares its verdicts with those of its
// row.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	for _, r := range table(t) {
		t.Run(r.program, func(t *testing.T) {
			t.Parallel()
			needs(t, r)
			if r.live() {
				r.checkLive(t)
				return
			}
			path, err := filepath.Abs(r.program)
			if err != nil {
				t.Fatal(err)
			}
			if r.language == "Go" {
				path = build(t, r.program)
			}
			for i, name := range r.tasks {
				// What these programs do wrong has nothing to do with the task.
				noisy := strings.HasPrefix(r.program, "wrong/") && r.verdict == judge.Pass
				// TestSecondOpinion asks this one about all tasks.
				asked := r.program == "right/bazaar.py"
				if noisy || asked || len(r.warnings) > 0 || slices.Contains(ends, r.verdict) {
					if !*all && i%rowStep != len(r.program)%rowStep && len(r.tasks) > rowStep {
						continue
					}
				}
				task, ok := bazaar.Game().Task(name)
				if !ok {
					t.Fatalf("there is no task %q", name)
				}
				argv := []string{path}
				if r.argument {
					argv = append(argv, name)
				}
				r.check(t, task, argv)
			}
		})
	}
}

// check runs the program on some cases of a task.
func (r row) check(t *testing.T, task game.Task, argv []string) {
	rules, err := bazaar.Game().Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	cases, telling := r.cases(t, rules, task)
	limit := limits[r.program]
	if limit.Timeout == 0 {
		limit.Timeout = time.Minute
	}
	command := &subject.Command{Argv: argv, Read: []string{"."}}
	defer command.Close()
	verdicts := make(map[string]judge.Verdict)
	summary, err := run.Run(context.Background(), run.Config{
		Game: bazaar.Game(), Rules: rules, Task: task, Cases: suite.List(cases),
		Judge:   referee(task, rules, judge.Strict),
		Subject: command,
		Limits:  limit,
		Jobs:    2,
		Deliver: func(result run.Result) { verdicts[result.Verdict.Case] = result.Verdict },
	})
	if err != nil {
		t.Fatalf("%s: %v", task.Name, err)
	}
	if summary.Done() != len(cases) || len(verdicts) != len(cases) {
		t.Errorf("%s: %d verdicts on %d cases", task.Name, len(verdicts), len(cases))
	}
	for id, v := range verdicts {
		want := r.verdict
		if r.rarely && !telling[id] {
			want = judge.Pass
		}
		if v.Outcome != want || !slices.Equal(v.Warnings, r.warnings) {
			t.Errorf("%s: %s %v, expected %s %v: %s\n%s", id, v.Outcome, v.Warnings, want, r.warnings, v.Message, v.Stderr)
		}
	}
}

// referee is a judge who knows wrong shapes.
func referee(task game.Task, rules game.Rules, codes judge.Codes) *judge.Judge {
	return judge.New(task, codes, answers.Explain(schema.New(schemas.FS, bazaar.Game().Name, rules.Options())))
}

// cases are a few cases for the program, and those of them that tell it from a
// right one, if few do.
func (r row) cases(t *testing.T, rules game.Rules, task game.Task) (picked []suite.Case, telling map[string]bool) {
	t.Helper()
	// Wrong programs are wrong in all cases alike; right ones must be right.
	count := 1
	if strings.HasPrefix(r.program, "right/") && *all {
		count = 2
	}
	all := known(t, rules, task)
	if !r.rarely {
		// One from each part of the suite: its cases go from simple to special.
		for i := range count {
			picked = append(picked, all[i*len(all)/count+len(all)/(2*count)])
		}
		return picked, nil
	}
	wrong, err := bazaar.Game().Configure(game.Settings{Mutant: mistakes[r.program]})
	if err != nil {
		t.Fatal(err)
	}
	more, err := suite.Generate(rules, task.Name, 300, 1)
	if err != nil {
		t.Fatal(err)
	}
	const some = 6
	telling = make(map[string]bool)
	oracle, mutant, j := rules.Oracle(task.Name), wrong.Oracle(task.Name), judge.New(task, judge.Strict, nil)
	others := 0
	for _, c := range append(all, more.Cases...) {
		differs := j.Compare(answer(t, oracle, c.In), answer(t, mutant, c.In)).Outcome != judge.Pass
		switch {
		case differs && len(telling) < some:
			telling[c.ID] = true
			picked = append(picked, c)
		case !differs && others < some:
			others++
			picked = append(picked, c)
		}
	}
	if len(telling) == 0 || others == 0 {
		t.Fatalf("%s: %d cases tell, %d do not, expected some of both", task.Name, len(telling), others)
	}
	return picked, telling
}

// known are the embedded cases of a task under default options, or generated
// ones while there is no suite.
func known(t *testing.T, rules game.Rules, task game.Task) []suite.Case {
	t.Helper()
	s, err := suite.Embedded(suites.FS, bazaar.Game().Name, task.Name)
	if err != nil {
		if s, err = suite.Generate(rules, task.Name, 20, 1); err != nil {
			t.Fatal(err)
		}
	}
	return slices.DeleteFunc(s.Cases, func(c suite.Case) bool { return len(c.Options) > 0 })
}

func answer(t *testing.T, oracle game.Oracle, in []jsontext.Value) []jsontext.Value {
	t.Helper()
	var out game.Output
	if err := oracle(in, &out); err != nil {
		t.Fatalf("%v\n%s", err, in)
	}
	return out.Values()
}

// The bounds of TestSecondOpinion, in generated cases.
const (
	opinions     = 60
	opinionsSlow = 12 // of tasks that take long in Python
	opinionsAll  = 200
)

// batch are the tasks that programs answer by standard input and output.
func batch() []game.Task {
	return slices.DeleteFunc(slices.Clone(bazaar.Game().Tasks), func(task game.Task) bool { return task.Live != "" })
}

// slowTasks search, or play a whole game.
var slowTasks = []string{"strategy", "games"}

// TestSecondOpinion asks the oracle and the Python program, which were written
// from one rule book and share nothing, the same questions.
func TestSecondOpinion(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 here")
	}
	for _, task := range batch() {
		for _, preset := range []string{"rules", "reference-2024"} {
			t.Run(task.Name+"/"+preset, func(t *testing.T) {
				t.Parallel()
				count := opinions
				if slices.Contains(slowTasks, task.Name) {
					count = opinionsSlow
				}
				if *all {
					count = opinionsAll
				}
				compareOpinions(t, task, preset, count)
			})
		}
	}
}

func compareOpinions(t *testing.T, task game.Task, preset string, count int) {
	rules, err := bazaar.Game().Configure(game.Settings{Preset: preset})
	if err != nil {
		t.Fatal(err)
	}
	questions := make([][]jsontext.Value, count)
	var lines bytes.Buffer
	for i := range questions {
		rng := rand.New(rand.NewPCG(2024, uint64(i)))
		questions[i] = rules.Generate(task.Name, rng, i*game.SizeMax/count)
		fmt.Fprintf(&lines, "[%s]\n", bytes.Join(texts(questions[i]), []byte(",")))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "python3", "right/bazaar.py", task.Name, "--lines", "--preset", preset)
	command.Stdin = &lines
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Errorf("%v\n%s", err, &stderr)
	}
	oracle, j := rules.Oracle(task.Name), referee(task, rules, judge.Strict)
	scanner := bufio.NewScanner(bytes.NewReader(out))
	scanner.Buffer(nil, 1<<24)
	answered := 0
	for ; scanner.Scan() && answered < count; answered++ {
		question := questions[answered]
		first := answer(t, oracle, question)
		var second []jsontext.Value
		if err := json.Unmarshal(scanner.Bytes(), &second); err != nil {
			t.Errorf("question %d: the program answers %s, the oracle %s\n%s", answered, scanner.Bytes(), first, question)
			continue
		}
		if c := j.Compare(first, second); c.Outcome != judge.Pass || len(c.Warnings) > 0 {
			t.Errorf("question %d: %s %v %v: the program answers %s, the oracle %s\n%s",
				answered, c.Outcome, c.Warnings, c.Differences, second, first, question)
		}
	}
	if answered != count {
		t.Errorf("%d of %d questions are answered", answered, count)
	}
}

func texts(values []jsontext.Value) [][]byte {
	list := make([][]byte, len(values))
	for i, v := range values {
		list[i] = v
	}
	return list
}
