package course

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// lookup finds a task as the command line does.
func lookup(name string) (*game.Game, game.Task, error) {
	gameName, taskName, _ := strings.Cut(name, "/")
	g, err := games.Named(gameName)
	if err != nil {
		return nil, game.Task{}, err
	}
	task, ok := g.Task(taskName)
	if !ok {
		return nil, game.Task{}, &game.UsageError{Message: "unknown task " + taskName}
	}
	return g, task, nil
}

// full is the template with everything switched on that is off in it.
func full() string {
	off := regexp.MustCompile(`(?m)^# ((?:[a-z_]+ +=|\[)[^\n]*)`)
	text := strings.ReplaceAll(off.ReplaceAllString(Template, "$1"), `suites = ["bazaar/rules", "staff-suite"]`, `suites = ["bazaar/rules"]`)
	// A task has points or a weight.
	return regexp.MustCompile(`(?m)^points = 40 [^\n]*\n`).ReplaceAllString(text, "")
}

func TestTemplate(t *testing.T) {
	brief, err := Parse("course.toml", []byte(Template), lookup)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Parse("course.toml", []byte(full()), lookup)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(whole.Tasks[0].Counts), len(Parts()); got != want {
		t.Errorf("the template with everything on has %d parts, expected %d", got, want)
	}
	if got := len(whole.Tasks[0].Groups); got != 1 {
		t.Errorf("the template with everything on has %d groups, expected 1", got)
	}
	whole.Tasks[0].Groups = nil
	// The values that the template shows are those that count without it.
	whole.Tasks[0].Counts, whole.Tasks[0].Own.Suite, whole.Tasks[0].Suites = brief.Tasks[0].Counts, "", nil
	whole.Tasks[0].Settings, whole.Tasks[0].Env, whole.Tasks[0].Build.Env, whole.Tasks[0].Build.Pass = game.Settings{}, nil, nil, nil
	whole.Tasks[0].Profile, whole.Tasks[0].Selection = "", Selection{}
	whole.Submissions.Roster = ""
	if len(whole.Adjust) != 1 || whole.Late.Deadline.IsZero() || whole.Late.Grace == 0 {
		t.Errorf("the template with everything on has the adjustments %v and the deadline %v", whole.Adjust, whole.Late)
	}
	whole.Touchstone, whole.Games, whole.Adjust, whole.Late.Deadline, whole.Late.Grace = "", nil, nil, brief.Late.Deadline, 0
	for _, task := range []*Task{&brief.Tasks[0], &whole.Tasks[0]} {
		task.Limits = task.Limits.OrDefault()
		task.Game, task.Task = nil, game.Task{}
	}
	if diff := cmp.Diff(brief, whole, cmp.AllowUnexported(subject.Limits{})); diff != "" {
		t.Errorf("the template shows other values than those that count without it:\n%s", diff)
	}
}

func TestParseTellsEverything(t *testing.T) {
	const text = `titel = "x"
points = "many"
work = ""

[submissions]
paths = 7
rooster = "x"

[[task]]
task = "bazaar/ruels"
run = "sh -c 'x'"
[task.limits]
timeout = "2d"
memory = "2X"

[[task]]
task = "bazaar/rules"
name = "a b"
dir = "../other"
options = { prize = true }
profile = "course-2024/11"
tag = 3
[task.counts]
cases = -1
kills = 1
[task.build]
comand = "make"
[task.waits]
start = "soon"
`
	_, err := Parse("course.toml", []byte(text), lookup)
	problems, ok := errors.AsType[*document.Problems](err)
	if !ok {
		t.Fatalf("%v", err)
	}
	want := []string{
		`course.toml:1: titel: there is no such key; did you mean title?`,
		`course.toml:2: points: expected a number, found "many"`,
		`course.toml:3: work: expected a separate folder, since old files in it are removed, found ""`,
		`course.toml:6: submissions.paths: expected a string or an array of strings, found 7`,
		`course.toml:7: submissions.rooster: there is no such key; did you mean roster?`,
		`course.toml:10: task[0].task: unknown task ruels`,
		`course.toml:11: task[0].run: expected each argument as a string of its own, found "sh -c 'x'"; write run = ["sh", "-c", "x"]`,
		`course.toml:13: task[0].limits.timeout: expected a duration such as "2s" or "150ms", at most 8760h, found "2d"; write "48h"`,
		`course.toml:14: task[0].limits.memory: expected a size such as "512M", at most 1 TiB, found "2X"`,
		`course.toml:16: task[1]: run is missing: write for example run = ["./xrules"]`,
		`course.toml:18: task[1].name: expected letters, digits, - and _, at most 60 of them, found "a b"`,
		`course.toml:19: task[1].dir: expected a path within the submission, found "../other"`,
		`course.toml:20: task[1].options.prize: unknown option "prize" of bazaar; did you mean "price"? "touchstone games bazaar options" lists them`,
		`course.toml:21: task[1].profile: unknown profile "course-2024/11" of bazaar; did you mean "course-2024/10"? "touchstone games bazaar profiles" lists them`,
		`course.toml:22: task[1].tag: expected a string or an array of strings, found 3`,
		`course.toml:24: task[1].counts.cases: expected a whole number from 0 to 10000, found -1`,
		`course.toml:25: task[1].counts.kills: it applies to the teams' suites: set own.suite to their path`,
		`course.toml:27: task[1].build.comand: there is no such key; did you mean command?`,
		`course.toml:29: task[1].waits.start: expected a duration such as "2s" or "150ms", at most 8760h, found "soon"`,
	}
	var got []string
	for _, p := range problems.List {
		got = append(got, p.Error())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestParseRefusesWhatWeighsNothing(t *testing.T) {
	for weights, ok := range map[[2]int]bool{{0, 0}: false, {0, 1}: true, {1, 0}: true} {
		text := "[submissions]\npaths = \"in/*\"\n"
		for i, weight := range weights {
			text += fmt.Sprintf("[[task]]\ntask = \"bazaar/rules\"\nname = \"n%d\"\nrun = \"./x\"\nweight = %d\n", i, weight)
		}
		_, err := Parse("c.toml", []byte(text), lookup)
		if ok != (err == nil) || !ok && !strings.Contains(err.Error(), "c.toml:7: task[0].weight: expected a task with points or a weight above 0") {
			t.Errorf("weights %v: %v", weights, err)
		}
	}
}

// TestParseTellsOnce: what follows from a mistake is not told beside it.
func TestParseTellsOnce(t *testing.T) {
	const text = "[submissions]\npaths = \"in/*\"\n[[task]]\ntask = \"bazaar/rules\"\nrun = \"./x\"\n[task.counts]\nkills = 1\n[task.own]\nsuite = \"/etc\"\n"
	_, err := Parse("c.toml", []byte(text), lookup)
	problems, ok := errors.AsType[*document.Problems](err)
	if !ok || len(problems.List) != 1 || !strings.Contains(err.Error(), `c.toml:9: task[0].own.suite: expected a path within the submission, found "/etc"`) {
		t.Errorf("found %v", err)
	}
}

// TestOneSlipIsOneProblem: what only follows from another slip is not told.
func TestOneSlipIsOneProblem(t *testing.T) {
	const submissions, task = "[submissions]\npaths = \"in/*\"\n", "task = \"bazaar/rules\"\nrun = \"./x\"\n"
	for text, want := range map[string]string{
		submissions + "[[tasks]]\n" + task:                                      "c.toml:3: tasks: there is no such key; did you mean task?",
		submissions + "[[task]]\nsuites = \"\"\n" + task:                        `c.toml:4: task[0].suites: expected the name of a suite, found ""`,
		submissions + "[Task]\n" + task:                                         "c.toml:3: Task: there is no such key; did you mean task?",
		submissions:                                                             "c.toml: task: expected 1 to 100 tasks, each starting with [[task]], found 0",
		"work = \".\"\n" + submissions + "[[task]]\n" + task:                    `c.toml:1: work: expected a separate folder, since old files in it are removed, found "."`,
		"work = \".\"\ngrades = \"work\"\n" + submissions + "[[task]]\n" + task: `c.toml:1: work: expected a separate folder, since old files in it are removed, found "."`,
		"grades = \"\"\n" + submissions + "[[task]]\n" + task:                   `c.toml:1: grades: expected a separate folder, since old files in it are removed, found ""`,
	} {
		c, err := Parse("c.toml", []byte(text), lookup)
		problems, ok := errors.AsType[*document.Problems](err)
		if !ok || len(problems.List) != 1 || err.Error() != want {
			t.Errorf("%q: %v, expected %s", text, err, want)
		} else if err := c.apart(nil); err != nil {
			t.Errorf("%q: also %v", text, err)
		}
	}
}

func TestParseRefusesWhatIsNoTOML(t *testing.T) {
	for _, text := range []string{"a = [", "a = 1\na = 2", "= 1", "[task]\n[task]", "a = \"\xff\""} {
		_, err := Parse("c.toml", []byte(text), lookup)
		problems, ok := errors.AsType[*document.Problems](err)
		if !ok || len(problems.List) != 1 || problems.List[0].Line == 0 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestParseTellsHowFilesAreWritten: what editors and word processors do to files is told in
// words that say what to do about it.
func TestParseTellsHowFilesAreWritten(t *testing.T) {
	const aTime = `expected a time such as 2026-10-01T23:59:00+02:00, or "2026-10-01 23:59 Europe/Vienna" in quotation marks, found `
	for text, want := range map[string]string{
		"\ufefftitle = \"x\"\n":              "c.toml:1: expected UTF-8 without a byte order mark (BOM), found one; save the file as UTF-8, without a byte order mark",
		"\xff\xfet\x00i\x00":                 "c.toml:1: expected UTF-8, found UTF-16; save the file as UTF-8, without a byte order mark",
		"points = 100\ntitle = \"f\xfcr\"\n": "c.toml:2: expected UTF-8, found the byte 0xFC; save the file as UTF-8",
		"points = 100\rtitle = \"x\"\r":      "c.toml:1: expected lines that end with LF or CRLF, found CR alone; convert the ends of lines",
		"points = 100\na = 1e400\n":          `c.toml:2: not valid TOML: unable to parse float: "1e400": value out of range`,
		"points = 100\ntitle = “x”\n":        "c.toml:2: not valid TOML: found the quotation mark “; write \" instead",
		"title = Games\n":                    "c.toml:1: not valid TOML: expected a value: a text in quotation marks, a number, true or false",
		"title = \"x\nb = 1\n":               "c.toml:1: not valid TOML: a text ends on its line, with the quotation mark with which it begins",
		"points = 10%\n":                     "c.toml:1: not valid TOML: expected the end of the line, found '%'",
		"points = 1\x00\n":                   "c.toml:1: not valid TOML: expected the end of the line, found the character U+0000",
		"work = \"C:\\Users\"\n":             `c.toml:1: not valid TOML: a backslash in "..." changes what follows; write \\ for it, or '...' around the text`,
		"[submissions]\nanonymous = true\n":  "c.toml:2: submissions.anonymous: [submissions] has no such key; write it at the top of the file, above all tables",
		"[[task]]\n[task.build]\ngames=[]\n": "c.toml:3: task[0].build.games: [task.build] has no such key; write it at the top of the file, above all tables",
		"[[task]]\n[[task.adjust]]\nx = 1\n": "c.toml:2: task[0].adjust: [[task]] has no such key; write it above [[task]]",
		"a = 2026-10-01T24:00:00Z\n":         "c.toml:1: not valid TOML: " + aTime + "2026-10-01T24:00:00Z; a day has the hours 00 to 23: write 24:00 as 00:00 of the next day\n",
		"a = 2026-12-01T10:75:00Z\n":         "c.toml:1: not valid TOML: " + aTime + "2026-12-01T10:75:00Z; an hour has the minutes 00 to 59\n",
		"a = 2026-12-01T10:00:60Z # x\n":     "c.toml:1: not valid TOML: " + aTime + "2026-12-01T10:00:60Z; a minute has the seconds 00 to 59\n",
		"a = 2026-02-30T10:00:00Z\n":         "c.toml:1: not valid TOML: " + aTime + "2026-02-30T10:00:00Z; there is no such day\n",
		"a = 2026-12-01 10:00:00 UTC\n":      "c.toml:1: not valid TOML: " + aTime + "2026-12-01 10:00:00 UTC\n",
		"a = 1.12.2026\n":                    "c.toml:1: not valid TOML: " + aTime + "1.12.2026\n",
		"a = 2026-12-1T10:00:00Z\r\n":        "c.toml:1: not valid TOML: " + aTime + "2026-12-1T10:00:00Z\n",
		"timeout = 1:30\n":                   "c.toml:1: not valid TOML: expected the end of the line, found ':'\n",
		"a = 25:00:00\n":                     "c.toml:1: not valid TOML: a day has the hours 00 to 23: write 24:00 as 00:00 of the next day\n",
		"title = 12:30 lab\n":                "c.toml:1: not valid TOML: expected the end of the line, found 'l'\n",
		"é = 1\n":                            "c.toml:1: not valid TOML: expected a key, found 'é'\n",
		"points = 100\n\x01 = 1\n":           "c.toml:2: not valid TOML: expected a key, found the character U+0001\n",
		"\u200bpoints = 1\n":                 "c.toml:1: not valid TOML: expected a key, found the character U+200B\n",
		"title = \"é\" ß\n":                  "c.toml:1: not valid TOML: expected the end of the line, found 'ß'\n",
		"points = 1 é\n":                     "c.toml:1: not valid TOML: expected the end of the line, found 'é'\n",
		"points = 1\u00a0\n":                 "c.toml:1: not valid TOML: expected the end of the line, found the character U+00A0\n",
		"[\n":                                "c.toml:1: not valid TOML: expected a key, found the end of the line\n",
		"[\r\n":                              "c.toml:1: not valid TOML: expected a key, found the end of the line\n",
		"// a course\n":                      "c.toml:1: not valid TOML: a comment begins with #, not with /\n",
		"{\"points\": 1}\n":                  "c.toml:1: not valid TOML: expected a key, found '{'\n",
		"a = 99999999999999999999\n":         "c.toml:1: not valid TOML: a number has too many digits\n",
		"a = 1\nb = [ «x» ]\n":               "c.toml:2: not valid TOML: found the quotation mark «; write \" instead",
	} {
		if _, err := Parse("c.toml", []byte(text), lookup); err == nil || !strings.Contains("\n"+err.Error()+"\n", "\n"+want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
	_, err := Parse("c.toml", []byte("\ufefftitle = \"x\"\n"), lookup)
	if problems, ok := errors.AsType[*document.Problems](err); !ok || !strings.Contains(problems.Hint, "in UTF-8, without a byte order mark") {
		t.Errorf("a byte order mark: %v", err)
	}
	// Windows ends lines in its own way.
	if _, err := Parse("c.toml", []byte(strings.ReplaceAll(Template, "\n", "\r\n")), lookup); err != nil {
		t.Error(err)
	}
}

// TestSchema holds the published schema against the reader: what it says is
// what the reader takes.
func TestSchema(t *testing.T) {
	for _, c := range []struct {
		name, text string
		ok         bool
	}{
		{"template", Template, true},
		{"everything", full(), true},
		{"unknown key", Template + "\n[nobody]\n", false},
		{"unknown key of a task", strings.Replace(Template, "[task.build]", "[task.biuld]", 1), false},
		{"wrong type", strings.Replace(Template, "points = 100", `points = "100"`, 1), false},
		{"wrong part", strings.Replace(Template, "cases = 3", "case = 3", 1), false},
		{"a suite that is public", strings.Replace(Template, `run = ["./xrules"]`, "run = [\"./xrules\"]\nsuites = [{ path = \"bazaar/rules\", public = true }]", 1), true},
		{"a suite without a path", strings.Replace(Template, `run = ["./xrules"]`, "run = [\"./xrules\"]\nsuites = [{ public = true }]", 1), false},
		{"a group without points", strings.Replace(Template, "[task.build]", "[[task.group]]\ntag = \"basic\"\n[task.build]", 1), false},
		{"wrong remedy", strings.Replace(Template, "points = 100", "points = 100\nbroken = \"count\"", 1), false},
		{"no run", strings.Replace(Template, `run = ["./xrules"]`, "", 1), false},
		{"wrong word", strings.Replace(Template, "[task.counts]", "visibility = \"seen\"\n[task.counts]", 1), false},
	} {
		top, problem := document.Parse(c.name, []byte(c.text))
		if problem != nil {
			t.Fatal(problem)
		}
		raw, err := json.Marshal(top.Values, json.Deterministic(true))
		if err != nil {
			t.Fatal(err)
		}
		problems, err := schema.Report("course", raw)
		if err != nil {
			t.Fatal(err)
		}
		if (len(problems) == 0) != c.ok {
			t.Errorf("%s: the schema says %v, expected that it takes it: %v", c.name, problems, c.ok)
		}
		if _, err := Parse(c.name, []byte(c.text), lookup); (err == nil) != c.ok {
			t.Errorf("%s: the reader says %v, expected that it takes it: %v", c.name, err, c.ok)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(Template))
	f.Add([]byte(full()))
	f.Add([]byte("[[task]]\n[task.limits]\na.b.c = {x=[1,{y=2}]}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("course.toml", text, lookup)
		if err == nil && len(c.Tasks) == 0 {
			t.Error("a course without tasks was taken")
		}
		problems, ok := errors.AsType[*document.Problems](err)
		if err != nil && (!ok || len(problems.List) == 0) {
			t.Errorf("%v", err)
		}
	})
}

// write makes files in a new folder; a name that ends with / is a folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		err := os.WriteFile(path, []byte(text), 0o644)
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFind(t *testing.T) {
	dir := write(t, map[string]string{
		"in/ada/x": "", "in/bob.tar.gz": "", "in/hw-17.zip": "", "in/eve.rar": "", "in/.hidden/x": "",
		"in/README": "", "in/all.csv": "", "in/aims.txt": "", "in/.DS_Store": "", "in/__MACOSX/x": "", "in/hw-19": "",
		"roster.csv": "\xef\xbb\xbfteam,student,path\ncoe,Dan,in/hw-17.zip\nada,Ada,\ncoe,Cleo,in/hw-17.zip\nzoe,Zoe,\nyan,Yan,hw-18\nxia,Xia,hw-19\n,,\n, ,\n",
	})
	c := &Course{File: filepath.Join(dir, "course.toml"), Submissions: Submissions{
		Paths: []string{filepath.Join(dir, "in", "*"), filepath.Join(dir, "in", "a*")}, Roster: filepath.Join(dir, "roster.csv"),
	}}
	got, err := c.Find()
	if err != nil {
		t.Fatal(err)
	}
	found, roster := got.Submissions, got.Roster
	in := func(name string) string { return filepath.Join(dir, "in", name) }
	want := []Submission{
		{Team: "ada", Path: in("ada")},
		{Team: "bob", Path: in("bob.tar.gz"), Note: "the roster does not have this team"},
		{Team: "coe", Path: in("hw-17.zip")},
		{Team: "eve", Path: in("eve.rar"), Note: "the roster does not have this team"},
		{Team: "xia", Path: in("hw-19")},
		{Team: "yan", Note: `there is no submission "hw-18"`},
		{Team: "zoe", Note: "there is no submission"},
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	leftOut := []string{in("README"), in("__MACOSX"), in("aims.txt"), in("all.csv")}
	if diff := cmp.Diff(leftOut, got.LeftOut); diff != "" {
		t.Errorf("left out, -want +got:\n%s", diff)
	}
	if len(roster.Lines) != 6 || roster.Team(2) != "coe" {
		t.Errorf("the roster has %v", roster.Lines)
	}
}

// TestFindByRoster: a path of the roster is that of a submission as far as it goes,
// and two paths with one last part are two submissions.
func TestFindByRoster(t *testing.T) {
	dir := write(t, map[string]string{
		"in/ada/x": "", "in/hw-2.zip": "", "s1/t1/x": "", "s2/t1/x": "", "s1/t2/x": "", "s2/t2/x": "", "s2/t3": "",
		"roster.csv": "team,path\nada,in/ada/\nbob,hw-2\ncoe,s1/t1\ndan,s2/t1\neve,./s1/t2\nfay," + "{dir}/s2/t2\ngil,s2/t3\nhal,s9/t9\n",
	})
	roster, err := os.ReadFile(filepath.Join(dir, "roster.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "roster.csv"), []byte(strings.ReplaceAll(string(roster), "{dir}", dir)), 0o644); err != nil {
		t.Fatal(err)
	}
	c := &Course{File: filepath.Join(dir, "course.toml"), Submissions: Submissions{
		Paths: []string{filepath.Join(dir, "in", "*"), filepath.Join(dir, "s?", "*")}, Roster: filepath.Join(dir, "roster.csv"),
	}}
	got, err := c.Find()
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	want := []Submission{
		{Team: "ada", Path: at("in/ada")},
		{Team: "bob", Path: at("in/hw-2.zip")},
		{Team: "coe", Path: at("s1/t1")},
		{Team: "dan", Path: at("s2/t1")},
		{Team: "eve", Path: at("s1/t2")},
		{Team: "fay", Path: at("s2/t2")},
		{Team: "gil", Path: at("s2/t3")},
		{Team: "hal", Note: `there is no submission "s9/t9"`},
	}
	if diff := cmp.Diff(want, got.Submissions); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFindRefuses(t *testing.T) {
	// Services write what people have typed, and nobody waits for it, or reads all of it.
	long, columns := strings.Repeat("x", 1<<20), new(strings.Builder)
	columns.WriteString("team,")
	for i := range 300_000 {
		fmt.Fprintf(columns, "%d,", i)
	}
	for _, c := range []struct {
		name   string
		files  map[string]string
		roster bool
		want   string
	}{
		{"nothing", nil, false, "there is no submission"},
		{"no submission", map[string]string{"in/README": ""}, false, "README and others"},
		{"twice", map[string]string{"in/ada/x": "", "in/ada.zip": ""}, false, "team ada has two submissions"},
		{"case", map[string]string{"in/ada/x": "", "in/Ada/x": ""}, false, "differ only in upper and lower case"},
		{"name", map[string]string{"in/a b.zip": ""}, false, "cannot be the name of a team"},
		{"long name", map[string]string{"in/" + strings.Repeat("x", 101) + ".zip": ""}, false, "expected at most 100 letters"},
		{"no roster", map[string]string{"in/ada/x": ""}, true, "no such file"},
		{"no team", map[string]string{"in/ada/x": "", "roster.csv": "student\nAda\n"}, true, `there is no column "team"`},
		{
			"two columns",
			map[string]string{"in/ada/x": "", "roster.csv": "team,name,email,team\nada,Ada,a@x,bob\n"},
			true,
			`:1: columns 1 and 4 are both called "team"`,
		},
		{"columns beyond number", map[string]string{"in/ada/x": "", "roster.csv": columns.String() + "team\n"}, true, `:1: columns 1 and 300002 are both called "team"`},
		{"a long team", map[string]string{"in/ada/x": "", "roster.csv": "team\n" + long + "!\n"}, true, `:2: expected the name of a team`},
		{"a long path", map[string]string{"in/ada/x": "", "roster.csv": "team,path\nada," + long + "\n"}, true, `:2: there is no submission "xxx`},
		{"a long column", map[string]string{"in/ada/x": "", "roster.csv": long + "\nada\n"}, true, `:1: there is no column "team", only "xxx`},
		{"capitals", map[string]string{"in/ada/x": "", "roster.csv": "team,Submitted\nada,\n"}, true, `roster.csv:1: expected a column "submitted", found "Submitted"`},
		{"lines of old Macs", map[string]string{"in/ada/x": "", "roster.csv": "team,x\rada,1\r"}, true, "roster.csv: its lines end with CR alone; save it as CSV with lines that end with LF or CRLF"},
		{"late days", map[string]string{"in/ada/x": "", "roster.csv": "team,Late Days\nada,2\n"}, true, `roster.csv:1: expected a column "late_days", found "Late Days"`},
		{"late days left", map[string]string{"in/ada/x": "", "roster.csv": "team,late days left\nada,2\n"}, true, `roster.csv:1: expected a column "late_days", found "late days left"`},
		{"blanks", map[string]string{"in/ada/x": "", "roster.csv": "team ,x\nada,\n"}, true, `roster.csv:1: expected a column "team", found "team "`},
		{"UTF-16", map[string]string{"in/ada/x": "", "roster.csv": "\xff\xfet\x00e\x00a\x00m\x00"}, true, "roster.csv: it is UTF-16; save it as CSV in UTF-8"},
		{"a workbook", map[string]string{"in/ada/x": "", "roster.csv": "PK\x03\x04\x14"}, true, "roster.csv: it is a workbook or another archive; save the table as CSV in UTF-8"},
		{"case in the roster", map[string]string{"in/ada/x": "", "roster.csv": "team\nAda\n"}, true, "teams Ada, of the roster, and ada, of "},
		{"bad team", map[string]string{"in/ada/x": "", "roster.csv": "team\n../x\n"}, true, `:2: expected the name of a team`},
		{"empty", map[string]string{"in/ada/x": "", "roster.csv": ""}, true, "it is empty"},
		{"short line", map[string]string{"in/ada/x": "", "roster.csv": "team,path\nada\n"}, true, ":2: expected 2 fields as in the first line, found 1"},
		{"all lines", map[string]string{"in/ada/x": "", "roster.csv": "team,path\nada\n../x,y\nbob,b\nc d,\n"}, true, `:5: expected the name of a team`},
		{"other dividers", map[string]string{"in/ada/x": "", "roster.csv": "student|team\nAda|ada\n"}, true, "between columns stands a comma, a semicolon or a tab"},
		{"semicolons", map[string]string{"in/ada/x": "", "roster.csv": "student;team\nAda;ada\nBob\n"}, true, "roster.csv:3: expected 2 fields as in the first line, found 1"},
		{"not UTF-8", map[string]string{"in/ada/x": "", "roster.csv": "student;team\nZo\xeb;ada\n"}, true, "roster.csv:2: expected UTF-8, found the byte 0xEB; save it as CSV in UTF-8"},
		{"quote", map[string]string{"in/ada/x": "", "roster.csv": "team,student\nada,=L(\"x\")\n"}, true, "roster.csv:2: not valid CSV: "},
		{"all names", map[string]string{"in/a b.zip": "", "in/ada/x": "", "in/c d/x": ""}, false, "a b.zip: \"a b\" cannot"},
		{"last name", map[string]string{"in/a b.zip": "", "in/ada/x": "", "in/c d/x": ""}, false, "c d: \"c d\" cannot"},
		{"two paths", map[string]string{"in/ada/x": "", "roster.csv": "team,path\nada,x\nada,y\n"}, true, "has the submission"},
		{"one path", map[string]string{"in/ada/x": "", "roster.csv": "team,path\nada,x\nbob,x\n"}, true, "of both"},
		{"one path, its line", map[string]string{"in/ada/x": "", "roster.csv": "team,path\nada,x\nbob,./x\n"}, true, `roster.csv:3: "./x" is the submission of both ada and bob`},
		{"other folder", map[string]string{"in/ada/x": "", "roster.csv": "team,path\nada,late/ada\n"}, true, `roster.csv:2: there is no submission "late/ada" of team ada, only `},
		{"other name", map[string]string{"in/ada/x": "", "roster.csv": "team,path\nada,none\n"}, true, `roster.csv:2: there is no submission "none" of team ada, only `},
		{"far away", map[string]string{"in/ada/x": "", "roster.csv": "team,path\nada,../../etc\n"}, true, `roster.csv:2: there is no submission "../../etc" of team ada`},
		{"the root", map[string]string{"in/ada/x": "", "roster.csv": "team,path\nada,/\n"}, true, `roster.csv:2: there is no submission "/" of team ada`},
		{"other archive", map[string]string{"in/x 1.zip": "", "roster.csv": "team,path\nada,late/x 1.zip\n"}, true, `"late/x 1.zip" of team ada, only `},
		{"no archive", map[string]string{"in/x": "", "in/bob/x": "", "roster.csv": "team,path\nada,late/x\n"}, true, `"late/x" of team ada, only `},
		{"many names", map[string]string{
			"in/a !/x": "", "in/b !/x": "", "in/c !/x": "", "in/d !/x": "", "in/e !/x": "", "in/f !/x": "", "in/g !/x": "",
			"in/h !/x": "", "in/i !/x": "", "in/j !/x": "", "in/k !/x": "", "in/l !/x": "", "in/m !/x": "", "in/n !/x": "",
			"in/o !/x": "", "in/p !/x": "", "in/q !/x": "", "in/r !/x": "", "in/s !/x": "", "in/t !/x": "", "in/u !/x": "", "in/v !/x": "",
		}, false, "; and 2 more like this"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, c.files)
			course := &Course{File: filepath.Join(dir, "course.toml"), Submissions: Submissions{Paths: []string{filepath.Join(dir, "in", "*")}}}
			if c.roster {
				course.Submissions.Roster = filepath.Join(dir, "roster.csv")
			}
			_, err := course.Find()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, expected an error with %q", err, c.want)
			} else if said := len(err.Error()); said > 1<<14 {
				t.Errorf("the error has %d bytes", said)
			}
		})
	}
}

// TestTwoSubmissionsOfATeam: a path in the roster does not choose one of the two, so the hint does not say so.
func TestTwoSubmissionsOfATeam(t *testing.T) {
	dir := write(t, map[string]string{"in/ada/x": "", "in/ada.zip": "", "in/-bob/x": ""})
	_, err := (&Course{Submissions: Submissions{Paths: []string{filepath.Join(dir, "in", "*")}}}).Find()
	said, ok := errors.AsType[*document.Problems](err)
	if !ok {
		t.Fatal(err)
	}
	for _, want := range []string{"move it away, rename it to its team", "move one of them away, and the other counts"} {
		if !strings.Contains(said.Hint, want) {
			t.Errorf("hint %q, expected %q", said.Hint, want)
		}
	}
}

// TestRosterOfSpreadsheets: where the comma divides a number, a spreadsheet writes another
// divider.
func TestRosterOfSpreadsheets(t *testing.T) {
	for _, text := range []string{
		"student,team\n\"Lovelace; Ada\",ada\n",
		"\xef\xbb\xbfstudent;team\r\n\"Lovelace; Ada\";ada\r\n",
		"student\tteam\nLovelace; Ada\tada\n",
		"\xef\xbb\xbfsep=;\r\nstudent;team\r\n\"Lovelace; Ada\";ada\r\n",
		"SEP=|\nstudent|team\nLovelace; Ada|ada\n",
	} {
		r, err := parseRoster("roster.csv", []byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := slices.Concat(r.Columns, r.Lines[0]); !slices.Equal(got, []string{"student", "team", "Lovelace; Ada", "ada"}) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestRosterTellsLines: the line that names the divider counts among the lines.
func TestRosterTellsLines(t *testing.T) {
	for text, want := range map[string]string{
		"sep=;\nstudent;teem\n":             `roster.csv:2: there is no column "team"`,
		"sep=;\nstudent;team\nA;a\nB;b b\n": `roster.csv:4: expected the name of a team`,
		"sep=,\nstudent;team\nA;a\n":        `roster.csv:1: sep=, says that "," stands between columns, but the next line has ";": correct this line`,
		"sep=;\nstudent\tteam\nA\ta\n":      `roster.csv:1: sep=; says that ";" stands between columns, but the next line has "\t"`,
		"sep=,\nstudent;teem\n":             `roster.csv:2: there is no column "team"`,
		"student;teem\n":                    `roster.csv:1: there is no column "team", only "student", "teem"`,
		"\"student\";\"group\"\n":           `roster.csv:1: there is no column "team", only "student", "group"`,
		"\"student\"|\"team\"\n":            `(column 9); between columns stands a comma, a semicolon or a tab`,
		"sep=\"\nstudent;team\n":            `roster.csv:1: `,
		"sep=;\n":                           `roster.csv: it is empty`,
	} {
		if _, err := parseRoster("roster.csv", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

// TestParseOfTooMuch: a file of a megabyte takes no longer to refuse than others, and the
// paths of its keys take no more memory.
func TestParseOfTooMuch(t *testing.T) {
	keys := new(strings.Builder)
	for i := range 100_000 {
		fmt.Fprintf(keys, "k%d=1\n", i)
	}
	for text, want := range map[string]string{
		keys.String(): "course.toml: expected at most 20000 keys and tables, found about 100000",
		// A path of 100,000 parts, one of 9,000 in many lines, and many lines in one array.
		strings.Repeat("a.", 100_000) + "b = 1\n":                                                     "course.toml:1: a: there is no such key",
		strings.Repeat("a = "+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)+"\n[[task]]\n", 40): "course.toml:1: a: there is no such key",
		"a = [\n" + strings.Repeat("1,\n", 200_000) + "]\nb = 1\n":                                    "course.toml:200003: b: there is no such key",
	} {
		_, err := Parse("course.toml", []byte(text), lookup)
		problems, ok := errors.AsType[*document.Problems](err)
		if !ok || !slices.ContainsFunc(problems.List, func(p document.Problem) bool { return strings.HasPrefix(p.Error(), want) }) {
			t.Errorf("%.400v, expected %s", err, want)
		}
	}
}

// TestParseTellsLines: what is wrong in inline tables and arrays is told with the
// line on which it stands, and nothing is told that follows from something else.
func TestParseTellsLines(t *testing.T) {
	const text = `submissions = {paths=[], bytes_max=0,
  nope=1}
task = [
  {task="bazaar/rules", run=" ", files_max=1e3},
  # a comment
  {task="bazaar/turn", preset="nobody",
   run=["./x",
     "",
     7],
   counts={cases="1", kill=2},
   wieght=3},
  {task="bazaar/turn", name="other", run=[], repeat=3.0},
  5,
]
`
	_, err := Parse("course.toml", []byte(text), lookup)
	problems, ok := errors.AsType[*document.Problems](err)
	if !ok {
		t.Fatalf("%v", err)
	}
	want := []string{
		`course.toml:1: submissions.bytes_max: expected from 1 byte to 1 TiB, found 0`,
		`course.toml:1: submissions.paths: expected at least one path, found none; write for example ["submissions/*"]`,
		`course.toml:2: submissions.nope: there is no such key`,
		`course.toml:4: task[0].run: expected a program with its arguments, found none; write for example ["./xrules"]`,
		`course.toml:4: task[0].files_max: there is no such key`,
		`course.toml:6: task[1].preset: unknown preset "nobody" of bazaar; "touchstone games bazaar presets" lists them`,
		`course.toml:8: task[1].run[1]: expected a non-empty string, found ""`,
		`course.toml:9: task[1].run[2]: expected a non-empty string, found 7`,
		`course.toml:10: task[1].counts.cases: expected a whole number from 0 to 10000, found "1"; write 1, without quotation marks`,
		`course.toml:10: task[1].counts.kill: there is no such key; did you mean kills?`,
		`course.toml:11: task[1].wieght: there is no such key; did you mean weight?`,
		`course.toml:12: task[2].repeat: expected a whole number from 1 to 100, found 3.0`,
		`course.toml:12: task[2].run: expected a program with its arguments, found none; write for example ["./xrules"]`,
		`course.toml:13: task[3]: expected a table, found 5`,
	}
	var got []string
	for _, p := range problems.List {
		got = append(got, p.Error())
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestParseTellsWhatWasMeant: a slip is told once, with what to write instead.
func TestParseTellsWhatWasMeant(t *testing.T) {
	const head = "[submissions]\npaths = [\"in/*\"]\n"
	const task = head + "[[task]]\ntask = \"bazaar/rules\"\nrun = [\"./x\"]\n"
	for _, c := range []struct{ text, want string }{
		{
			task + "[[late]]\ndeadline = \"2026-10-01 23:59 Europe/Vienna\"\n",
			"course.toml:6: late: expected one table, [late], found a list of them, as two brackets make it; write [late]",
		},
		{
			task + "[[task.counts]]\ncases = 1\n",
			"course.toml:6: task[0].counts: expected one table, [task.counts], found a list of them, as two brackets make it; write [task.counts]",
		},
		{task + "[task.group]\ntag = \"a\"\n", "course.toml:6: task[0].group: expected tables, each starting with [[task.group]], found a table"},
		{task + "[counts]\ncases = 1\n", "course.toml:6: counts: there is no such key; write [task.counts] below [[task]]"},
		{task + "[build]\ncommand = \"make\"\n", "course.toml:6: build: there is no such key; write [task.build] below [[task]]"},
		{task + "[lates]\ndeadline = \"2026-10-01 23:59 Europe/Vienna\"\n", "course.toml:6: lates: there is no such key; did you mean late?"},
		{strings.Replace(task, "[submissions]", "[submission]", 1), "course.toml:1: submission: there is no such key; did you mean submissions?"},
		{strings.Replace(task, "paths", "path", 1), "course.toml:2: submissions.path: there is no such key; did you mean paths?"},
		{strings.Replace(task, "run", "runs", 1), "course.toml:5: task[0].runs: there is no such key; did you mean run?"},
		{task + "[[task.group]]\ntags = \"a\"\npoints = 1\n", "course.toml:7: task[0].group[0].tags: there is no such key; did you mean tag?"},
		{
			task + "[[task.group]]\ntag = \"a\"\npoints = 1\nminimum = 0.5\nall_or_nothing = true\n",
			"course.toml:9: task[0].group[0].minimum: with all_or_nothing the group earns nothing unless all its cases pass; remove one of the two",
		},
		{
			task + "[late]\ndeadline = \"2026-10-01 23:59 Europe/Vienna\"\npenalty = 0.1\nper = \"week\"\n",
			"course.toml:8: late.penalty: expected a whole number from 0 to 100, found 0.1; 10 % is 10\n" +
				"course.toml:9: late.per: expected one of day, hour, found \"week\"",
		},
		{
			task + "[late]\ndeadline = \"2026-10-01 23:59 Europe/Vienna\"\npenalty = \"10 %\"\n",
			"course.toml:8: late.penalty: expected a whole number from 0 to 100, found \"10 %\"; write 10, without quotation marks",
		},
		{
			task + "suites = [\"bazaar/rule\"]\n",
			"course.toml:6: task[0].suites[0]: there is no file or folder bazaar/rule; did you mean the embedded suite bazaar/rules?",
		},
	} {
		_, err := Parse("course.toml", []byte(c.text), lookup)
		if problems, ok := errors.AsType[*document.Problems](err); ok {
			var said []string
			for _, p := range problems.List {
				said = append(said, p.Error())
			}
			if got := strings.Join(said, "\n"); got != c.want {
				t.Errorf("%s\nfound\n%s\nexpected\n%s", strings.TrimPrefix(c.text, task), got, c.want)
			}
			continue
		}
		t.Errorf("%s\nfound %v, expected %s", c.text, err, c.want)
	}
}

// TestOptionsAsOnTheCommandLine: a text is read as --option reads it, so that a course can say null.
func TestOptionsAsOnTheCommandLine(t *testing.T) {
	read := func(value string) (string, error) {
		c, err := Parse("course.toml", []byte("[submissions]\npaths = [\"in/*\"]\n[[task]]\ntask = \"bazaar/rules\"\nrun = [\"./x\"]\noptions = { max_exchanges = "+value+" }\n"), lookup)
		if err != nil {
			return "", err
		}
		return string(c.Tasks[0].Settings.Options[0].Value), nil
	}
	for _, c := range []struct{ value, want string }{{`"null"`, "null"}, {`"4"`, "4"}, {"4", "4"}, {`" 4 "`, "4"}} {
		if got, err := read(c.value); err != nil || got != c.want {
			t.Errorf("%s: found %s, %v, expected %s", c.value, got, err, c.want)
		}
	}
	for _, c := range []struct{ value, want string }{
		{`"none"`, `found "none"; max_exchanges takes null or an integer from 0; null is written "null"`},
		{`""`, `null is written "null"`},
		{"null", `not valid TOML, which has no null; write "null" for an option that takes null, or leave the key out`},
	} {
		if _, err := read(c.value); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %v, expected %s", c.value, err, c.want)
		}
	}
}

// TestAdapterIsThere: an adapter that names a file beside the course file that is
// not there is told, since no program of any team would start; options, assignments
// and words that are no scripts are not taken for files.
func TestAdapterIsThere(t *testing.T) {
	dir := write(t, map[string]string{"here.sh": ""})
	for adapter, want := range map[string]string{
		"sh here.sh":               "",
		"timeout 2.5 sh here.sh":   "",
		"env FILE=a.sh sh":         "",
		"python3 -m json.tool":     "",
		"nosuchprog":               "", // which the machine decides
		"sh nope.sh":               "nope.sh",
		"python3 -u tools/gone.py": "tools/gone.py",
		"./gone":                   "gone",
	} {
		text := fmt.Sprintf("[submissions]\npaths = \"in/*\"\n[[task]]\ntask = \"bazaar/rules\"\nrun = \"./x\"\nadapter = %q\n", adapter)
		_, err := Parse(filepath.Join(dir, "c.toml"), []byte(text), lookup)
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", adapter, err)
			}
			continue
		}
		if want = "c.toml:6: task[0].adapter: there is no file " + filepath.Join(dir, want); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", adapter, err, want)
		}
	}
}

// TestPeople: names are taken from the first set of columns that is whole.
func TestPeople(t *testing.T) {
	for columns, want := range map[string][]string{
		"team,name": {"Ada"}, "team,first name,last name": {"Ada Byron"}, "team,Given name,surname": {"Ada Byron"},
		"team,surname": nil, "team,given name": nil, "team,last name": nil,
	} {
		names := strings.Split(columns, ",")
		r := &Roster{Columns: names, Lines: [][]string{append([]string{"t1"}, []string{"Ada", "Byron"}[:len(names)-1]...)}}
		if diff := cmp.Diff(want, r.People("t1")); diff != "" {
			t.Errorf("%s: -want +got:\n%s", columns, diff)
		}
	}
}

// TestFindInOddFolder: the letters of patterns stand for themselves in the path of the
// course file.
func TestFindInOddFolder(t *testing.T) {
	top := write(t, map[string]string{"c[1]*?/submissions/ada/x": "", "c[1]*?/submissions/bob/x": "", "c1xy/submissions/eve/x": ""})
	dir := filepath.Join(top, "c[1]*?")
	c := &Course{File: filepath.Join(dir, "course.toml"), Submissions: Submissions{Paths: []string{filepath.Join(dir, "submissions", "*")}}}
	got, err := c.Find()
	if err != nil {
		t.Fatal(err)
	}
	want := []Submission{
		{Team: "ada", Path: filepath.Join(dir, "submissions", "ada")}, {Team: "bob", Path: filepath.Join(dir, "submissions", "bob")},
	}
	if diff := cmp.Diff(want, got.Submissions); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	c.Submissions.Paths[0] = filepath.Join(dir, "handed-in", "*")
	if _, err := c.Find(); err == nil || !strings.HasSuffix(err.Error(), "there is no folder "+filepath.Join(dir, "handed-in")) {
		t.Errorf("%v", err)
	}
	if gaps := c.Gaps(); len(gaps) != 1 || gaps[0].Missing != filepath.Join(dir, "handed-in") {
		t.Errorf("gaps: %v", gaps)
	}
	if c.Submissions.Paths[0] = filepath.Join(dir, "submissions"); len(c.Shelves()) != 1 {
		t.Error("the folder of all submissions counts as a pattern")
	}
}

// TestRunInOneString: a command line in one string is told with the array to write in its place.
func TestRunInOneString(t *testing.T) {
	const apart, shell = "expected each argument as a string of its own, found ", "expected words separated by blanks, since no shell reads them, found "
	const empty = "expected arguments of at least one character, found "
	for line, want := range map[string]string{
		"./x {task}":              apart + `"./x {task}"; write run = ["./x", "{task}"]`,
		`python3 "my file.py" -v`: apart + `"python3 \"my file.py\" -v"; write run = ["python3", "my file.py", "-v"]`,
		`python3 'my file.py' ''`: empty + `"python3 'my file.py' ''"; write run = ["sh", "-c", "python3 'my file.py' ''"]`,
		"''":                      empty + `"''"; write for example run = ["./xrules"]`,
		"'' x":                    empty + `"'' x"; write for example run = ["./xrules"]`,
		"./don't":                 `expected words separated by blanks, found "./don't", in which a quotation mark has no end; end it, or write each word as a string of its own`,
		`./don\'t`:                shell + `"./don\\'t"; write run = ["sh", "-c", "./don\\'t"]`,
		"make && ./x":             shell + `"make && ./x"; write run = ["sh", "-c", "make && ./x"]`,
		"./x 'a":                  `expected words separated by blanks, found "./x 'a", in which a quotation mark has no end; end it, or write each word as a string of its own`,
		"~/x":                     shell + `"~/x"; write for example run = ["./xrules"]`,
		"./x  --fast":             "",
	} {
		text := "[submissions]\npaths = \"in/*\"\n[[task]]\ntask = \"bazaar/rules\"\nrun = " + strconv.Quote(line) + "\n"
		got := ""
		if _, err := Parse("c.toml", []byte(text), lookup); err != nil {
			got = strings.TrimPrefix(strings.Split(err.Error(), "\n")[0], "c.toml:5: task[0].run: ")
		}
		if got != want {
			t.Errorf("%q: %s, expected %s", line, got, want)
		}
	}
}

// TestDurations: a duration with another unit, or with none, is told with what to write.
func TestDurations(t *testing.T) {
	for value, want := range map[string]string{
		"2d": `; write "48h"`, "1 day": `; write "24h"`, "1w": `; write "168h"`, "30 sec": `; write "30s"`, "5minutes": `; write "5m"`, "2H": `; write "2h"`,
		"150 ms": `; write "150ms"`, "150MS": `; write "150ms"`, "1 ms": `; write "1ms"`, "20 millis": "", "5 milliseconds": `; write "5ms"`, "0": "; it must be above 0", "0 ms": "",
		"30": "; add a unit: s, m or h", "400d": "", "soon": "", "1:30": "", "0s": "; it must be above 0", "-5m": "; it must be above 0", "5x": "", "999999999d": "",
	} {
		text := "[late]\ndeadline = 2026-12-01T10:05:00Z\ngrace = " + strconv.Quote(value) + "\n"
		_, err := Parse("c.toml", []byte(text), lookup)
		const before = `late.grace: expected a duration such as "2s" or "150ms", at most 720h, found `
		if err == nil || !strings.Contains(err.Error()+"\n", before+strconv.Quote(value)+want+"\n") {
			t.Errorf("%s: %v, expected %s", value, err, want)
		}
	}
}

// TestMadeFolders: a file is no folder.
func TestMadeFolders(t *testing.T) {
	dir := write(t, map[string]string{"c.toml": "", "tests/a.jsonl": "", "staff/ada/rules.jsonl": "", "staff/bob/rules.jsonl": ""})
	for text, want := range map[string]string{
		"work = \"c.toml\"\n":          `c.toml:1: work: expected a folder, found the file "c.toml"`,
		"grades = \"tests/a.jsonl\"\n": `c.toml:1: grades: expected a folder, found the file "tests/a.jsonl"`,
		"[[task]]\ntask = \"bazaar/rules\"\nrun = \"./x\"\nsuites = [\"tests/*.jsonl\"]\n":         "tests/*.jsonl; patterns find submissions only: name each suite by itself, such as \"tests/a.jsonl\"",
		"[[task]]\ntask = \"bazaar/rules\"\nrun = \"./x\"\nsuites = [\"staff/*/rules.jsonl\"]\n":   "staff/*/rules.jsonl; patterns find submissions only: name each suite by itself, such as \"staff/ada/rules.jsonl\"",
		"[[task]]\ntask = \"bazaar/rules\"\nrun = \"./x\"\nsuites = [\"" + dir + "/staff/*/*\"]\n": "/*/*; patterns find submissions only: name each suite by itself, such as \"" + dir + "/staff/ada/rules.jsonl\"",
		"[[task]]\ntask = \"bazaar/rules\"\nrun = \"./x\"\nsuites = [\"cases/*.jsonl\"]\n":         "cases/*.jsonl; patterns find submissions only: name each suite by itself\n",
	} {
		_, err := Parse(filepath.Join(dir, "c.toml"), []byte(text), lookup)
		if err == nil || !strings.Contains(err.Error()+"\n", want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

// TestOtherTypes: a value of another type is told with how to write it.
func TestOtherTypes(t *testing.T) {
	for line, want := range map[string]string{
		`points = "100"`:               `points: expected a number, found "100"; write 100, without quotation marks`,
		`points = "-0.5"`:              `points: expected a number, found "-0.5"`,
		`points = "007"`:               `points: expected a number, found "007"`,
		`points = ".5"`:                `points: expected a number, found ".5"`,
		`points = "5."`:                `points: expected a number, found "5."`,
		`points = "nan"`:               `points: expected a number, found "nan"`,
		`points = "inf"`:               `points: expected a number, found "inf"`,
		`points = "Infinity"`:          `points: expected a number, found "Infinity"`,
		`points = "1.125"`:             `points: expected a number, found "1.125"`,
		`points = "2000000"`:           `points: expected a number, found "2000000"`,
		`points = "12.5"`:              `points: expected a number, found "12.5"; write 12.5, without quotation marks`,
		`title = ["a", "b"]`:           `title: expected a string, found an array`,
		"[[task]]\nrepeat = \"200\"":   `task[0].repeat: expected a whole number from 1 to 100, found "200"`,
		"[[task]]\nrepeat = \"20\"":    `task[0].repeat: expected a whole number from 1 to 100, found "20"; write 20, without quotation marks`,
		"[[task]]\nweight = \"1.5\"":   `task[0].weight: expected a whole number from 0 to 10000, found "1.5"`,
		"[late]\npenalty = \"10\"":     `late.penalty: expected a whole number from 0 to 100, found "10"; write 10, without quotation marks`,
		"[late]\npenalty = \"200 %\"":  `late.penalty: expected a whole number from 0 to 100, found "200 %"`,
		`points = "many"`:              `points: expected a number, found "many"`,
		`title = 5`:                    `title: expected a string, found 5; write "5"`,
		`anonymous = "true"`:           `anonymous: expected true or false, found "true"; write true, without quotation marks`,
		`anonymous = "Yes"`:            `anonymous: expected true or false, found "Yes"; write true, without quotation marks`,
		`broken = true`:                `broken: expected one of stop, leave-out, found true`,
		`grades = "~/grades"`:          `grades: expected a folder, found "~/grades"; write the path of your home folder in full: only a shell reads ~ as such`,
		`secret = "~/secret"`:          `secret: expected the path of a file, found "~/secret"; write the path of your home folder in full: only a shell reads ~ as such`,
		"[[task]]\nminimum = \"30 %\"": `task[0].minimum: expected a number from 0 to 1, found "30 %"; write for example 0.3 for 30 %`,
		"[[task]]\nbuild = \"make x\"": `task[0].build: expected a table, found "make x"; write below [task.build] command = "make x"`,
		"[[task]]\nread = \"~/lib\"":   `/~/lib; write the path of your home folder in full: only a shell reads ~ as such`,
		"[[task]]\nsuites = \"~/s\"":   `/~/s; write the path of your home folder in full: only a shell reads ~ as such`,
		"[[task]]\ntask = \"bazaar/rules\"\nsuites = \"bazaar\"": `/bazaar; did you mean the embedded suite bazaar/rules?`,
		"[[task]]\ntask = [\"bazaar/turn\"]":                     `c.toml:2: task[0].task: expected a string, found an array; write "bazaar/turn"`,
		"[[task]]\ntask = [\"bazaar/turn\", \"bazaar/rules\"]":   `c.toml:2: task[0].task: expected a string, found an array`,
		"[[task]]\npreset = [\"overview\", \"rules\"]":           `task[0].preset: expected a string, found an array`,
		"[[task]]\nadapter = [\"python3\", \"a.py\"]":            `task[0].adapter: expected a string, found an array; write "python3 a.py"`,
		"[[task]]\nsuites = { path = \"s\" }":                    `task[0].suites: expected an array of suites such as [{ path = "staff" }], found a table`,
		"[[task]]\nsuites = [{ name = \"s\" }]":                  `c.toml:2: task[0].suites[0]: path is missing: expected the name of a suite, or a table such as { path = "staff", public = true }`,
		"[[task]]\nstdin = false":                                `task[0].stdin: expected one of input, none, found false`,
		"[[task]]\n[task.build]\ncommand = [\"make\", \"x\"]":    `task[0].build.command: expected a string, found an array; write "make x"`,
		"[[task]]\n[task.limits]\ntimeout = 5":                   `task[0].limits.timeout: expected a duration such as "2s" or "150ms", found 5; write "5s" if seconds are meant`,
		"[[task]]\n[task.limits]\nmemory = \"512MB\"":            `at most 1 TiB, found "512MB"; write "512M"`,
		"[[task]]\n[task.limits]\nmemory = \"512 mb\"":           `found "512 mb"; write "512M"`,
		"[[task]]\n[task.limits]\nmemory = \"1.5 GiB\"":          `found "1.5 GiB"; write "1536M"`,
		"[[task]]\n[task.limits]\nmemory = \"10KB\"":             `at most 1 TiB, found "10KB"`,
		"[[task]]\n[task.limits]\nmemory = \"2048KB\"":           `at most 1 TiB, found "2048KB"; write "2048K"`,
		"[[task]]\n[task.limits]\nmemory = \"10K\"":              `expected at least 1 MiB, found "10K"`,
		"[[task]]\n[task.limits]\nmemory = \"2T\"":               `found "2T"`,
		"[[task]]\n[task.limits]\nmemory = \"lots\"":             `found "lots"`,
	} {
		_, err := Parse(filepath.Join(t.TempDir(), "c.toml"), []byte(line+"\n"), lookup)
		if err == nil || !strings.Contains(err.Error()+"\n", want+"\n") {
			t.Errorf("%s: %v, expected %s", line, err, want)
		}
	}
}
