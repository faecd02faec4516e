package course

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Lookup finds GAME/TASK among the games there are. The error says what there
// is instead.
type Lookup func(name string) (*game.Game, game.Task, error)

// The bounds of what a course file may ask for, and why.
const (
	buildTimeout    = 5 * time.Minute // of a large project without its packages
	buildBytesMax   = 4 << 30         // what a linker takes
	buildProcsMax   = 512             // tools run a job for each processor
	buildDiskMax    = 2 << 30         // what a large project and its caches take
	memoryBytesMost = 1 << 40
	repeatMax       = 100
	seatsMax        = 100
	pointsMax       = 1_000_000
	nameBytesMax    = 60
)

// What no program and no build could live with is a slip, a missing unit most often,
// and would cost the whole class its points.
const (
	memoryBytesLeast = subject.MemoryBytesLeast
	timeLeast        = time.Millisecond // to start a program takes as long
	outputBytesLeast = len("false\n")   // no answer is much shorter
	diskBytesLeast   = 4 << 10          // a file system gives no file less
	unpackedLeast    = 1 << 10          // the shortest programs have as much
)

// size reads a number of bytes of at least so many.
func (d *reader) size(t *document.Table, key string, otherwise, least, most int64) int64 {
	n := t.Size(key, otherwise, most)
	if n < least {
		t.Wrong(t.At(key), `expected at least %s, found %s; add a unit: K, M or G`, text.Bytes(least), document.Describe(t.Values[key]))
	}
	return n
}

// duration reads a duration in which something can happen, 0 if there is none.
func (d *reader) duration(t *document.Table, key string) time.Duration {
	n := t.Duration(key, subject.DurationMax)
	if n > 0 && n < timeLeast {
		t.Wrong(t.At(key), "expected at least %v, found %s", timeLeast, document.Describe(t.Values[key]))
	}
	return n
}

// allCases is what keys that select cases stand for where they are missing.
const allCases = "all cases"

// initHint is the next step of somebody whose course file cannot be read.
const initHint = "touchstone grade init prints a course file with every key and its meaning"

// secretEnding is that of the file of the secret, beside the course file.
const secretEnding = ".secret"

// Read reads a course file. The error is a *document.Problems with all that is wrong in
// it, or a *game.UsageError if it cannot be read. With problems there is a course
// all the same if the file is TOML: what else is wrong with it can be found, too.
func Read(file string, lookup Lookup) (*Course, error) {
	text, err := textOf(file, "touchstone grade init --to course.toml writes a first one")
	if err != nil {
		return nil, err
	}
	return Parse(file, text, lookup)
}

// textOf is the text of a course file. The error is a *game.UsageError, with the hint
// if there is no such file.
func textOf(file, hint string) ([]byte, error) {
	refuse := func(hint, format string, args ...any) ([]byte, error) {
		return nil, &game.UsageError{Message: fmt.Sprintf("course %s: ", file) + fmt.Sprintf(format, args...), Hint: hint}
	}
	if info, err := os.Stat(file); err == nil && !info.IsDir() {
		if err := waiting(file); err != nil {
			return refuse("name a course file, such as touchstone grade init writes", "%v", err)
		}
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrPermission) {
		return refuse("give your user the right to read the file", "%v", text.Cause(err))
	}
	if err != nil {
		return refuse(hint, "%v", text.Cause(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return refuse(courseIn(file), "expected a course file, found a folder")
	}
	raw, err := io.ReadAll(io.LimitReader(f, FileBytesMax+1))
	if err != nil {
		return refuse("name a course file, such as touchstone grade init writes", "%v", text.Cause(err))
	}
	if len(raw) > FileBytesMax {
		return refuse("name a course file, such as touchstone grade init writes", "it is larger than %d MiB", FileBytesMax>>20)
	}
	return raw, nil
}

// waiting refuses what is no file, such as a pipe that would be waited for. What the shell
// hands on as <(...) or /dev/stdin is read all the same.
func waiting(file string) error {
	if strings.HasPrefix(file, "/dev/") || strings.HasPrefix(file, "/proc/") {
		return nil
	}
	return text.Irregular(file)
}

// courseIn is the next step of somebody who has named a folder instead of a course
// file.
func courseIn(folder string) string {
	// Of an odd name Glob finds none, as of an empty folder.
	names, _ := filepath.Glob(filepath.Join(folder, "*.toml"))
	if len(names) > 0 {
		return "name the file, such as " + names[0]
	}
	return fmt.Sprintf("touchstone grade init --to %s writes a first one", filepath.Join(folder, "course.toml"))
}

// Games are the folders of games that a course file names: they must be there before
// it can be read, since its tasks are theirs. What is wrong with the file Read tells.
func Games(file string) []string {
	text, err := textOf(file, "")
	if err != nil {
		return nil
	}
	top, problem := document.Parse(file, text)
	if problem != nil {
		return nil
	}
	return (&Course{File: file}).games(top)
}

// Line is the line of the course file on which a key stands, by its path, such as
// task[0].run; 0 if nobody knows. It reads the file again, which is done for what is
// found wrong long after it was read.
func (c *Course) Line(path string) int {
	text, err := textOf(c.File, "")
	if err != nil {
		return 0
	}
	top, problem := document.Parse(c.File, text)
	if problem != nil {
		return 0
	}
	return top.Line(path)
}

// games are the folders of games that the file names.
func (c *Course) games(top *document.Table) []string {
	list := top.Texts("games")
	for i, name := range list {
		list[i] = c.path(name)
	}
	return list
}

// Parse is Read of a text.
func Parse(file string, text []byte, lookup Lookup) (*Course, error) {
	top, problem := document.Parse(file, text)
	if problem != nil {
		return nil, &document.Problems{List: []document.Problem{*problem}, Hint: initHint}
	}
	d := &reader{top.File}
	c := d.course(top, lookup)
	if len(d.Problems) > 0 {
		return c, &document.Problems{List: d.Sorted(), Hint: initHint}
	}
	return c, nil
}

// A reader reads a course from its file.
type reader struct{ *document.File }

func (d *reader) course(t *document.Table, lookup Lookup) *Course {
	c := &Course{
		File: d.Name, Title: t.Text("title", "the course"), Points: t.Hundredths("points", 100, pointsMax),
		Work: t.Text("work", "work"), Grades: t.Text("grades", "grades"), Anonymous: t.Flag("anonymous"),
		Broken: Remedy(t.Word("broken", []string{string(Stop), string(LeaveOut)})),
		House:  Remedy(t.Word("house", []string{string(Stop), string(LeaveOut), string(CountIn)})),
	}
	c.Touchstone = t.Text("touchstone", "")
	c.Games = c.games(t)
	for _, name := range []string{"work", "grades"} {
		if v, ok := t.Values[name].(string); ok && (v == "" || filepath.Clean(v) == ".") {
			t.Wrong(name, "expected a separate folder, since old files in it are removed, found %q", v)
		}
	}
	c.Secret = t.Text("secret", strings.TrimSuffix(filepath.Base(d.Name), ".toml")+secretEnding)
	if c.Secret == "" {
		t.Wrong("secret", "expected the name of a file, found an empty string")
	}
	s := t.Table("submissions")
	c.Submissions = Submissions{
		Paths: s.Texts("paths"), Roster: s.Text("roster", ""),
		BytesMax: d.size(s, "bytes_max", UnpackedBytesMax, unpackedLeast, memoryBytesMost),
		FilesMax: int(s.Whole("files_max", UnpackedFilesMax, 1, 10_000_000)), Released: s.Texts("released"),
	}
	for i, pattern := range c.Submissions.Paths {
		if _, err := filepath.Match(pattern, ""); err != nil {
			s.Wrong(s.At("paths"), "pattern %d is invalid: %q", i+1, pattern)
		}
	}
	switch {
	case len(c.Submissions.Paths) > 0:
	case !s.Has("paths"):
		t.Wrong("submissions", `paths are missing: write for example paths = ["submissions/*"]`)
	case s.Blank("paths"):
		s.Wrong(s.At("paths"), `expected at least one path, found none; write for example ["submissions/*"]`)
	}
	s.End()
	c.Late, c.Adjust = d.late(t), d.adjustments(t)
	tasks := t.Tables("task")
	if len(tasks) == 0 || len(tasks) > TasksMax {
		t.Wrong("task", "expected 1 to %d tasks, each starting with [[task]], found %d", TasksMax, len(tasks))
		tasks = tasks[:min(len(tasks), TasksMax)]
	}
	names := make(map[string]bool)
	for _, inner := range tasks {
		k := d.task(inner, c, lookup)
		if names[k.Name] && k.Name != "" {
			inner.Wrong(inner.At("name"), "another task is also called %q; give one of them another name", k.Name)
		}
		names[k.Name] = true
		c.Tasks = append(c.Tasks, k)
	}
	d.worth(t, tasks, c)
	t.End()
	c.Work, c.Grades, c.Submissions.Roster, c.Secret = c.path(c.Work), c.path(c.Grades), c.path(c.Submissions.Roster), c.path(c.Secret)
	for i, pattern := range c.Submissions.Paths {
		c.Submissions.Paths[i] = c.path(pattern)
	}
	return c
}

// worth holds the points of the tasks against those of the course.
func (d *reader) worth(t *document.Table, tasks []*document.Table, c *Course) {
	own, weighing, before := int64(0), 0, len(d.Problems)
	for i := range c.Tasks {
		switch k := &c.Tasks[i]; {
		case k.Points > 0 && tasks[i].Has("weight"):
			tasks[i].Wrong(tasks[i].At("weight"), "the task has both points and weight; remove one")
		case k.Bonus && k.Points == 0:
			tasks[i].Wrong(tasks[i].At("bonus"), "a bonus task needs its own points; write for example points = 5")
		case k.Bonus:
		case k.Points > 0:
			own += k.Points
		case k.Weight > 0:
			weighing++
		}
	}
	if weighing == 0 && own > 0 && !t.Has("points") {
		c.Points = own
	}
	switch {
	case len(c.Tasks) == 0, len(d.Problems) > before: // which is to be mended first
	case weighing == 0 && own == 0:
		tasks[0].Wrong(tasks[0].At("weight"), "expected a task with points or a weight above 0: otherwise nobody earns a point")
	case weighing == 0 && c.Points != own:
		t.Wrong("points", "expected %v, the sum of the points of all tasks, found %v; correct it, or remove it", points(own), points(c.Points))
	case own > 0 && own >= c.Points && weighing > 0:
		t.Wrong("points", "expected more than %v, the sum of the tasks that have points, since other tasks have a weight; found %v",
			points(own), points(c.Points))
	default:
		for i := range c.Tasks {
			d.worthOfGroups(tasks[i], c, i)
		}
	}
}

// worthOfGroups holds the points of groups against those of the part that they
// are in.
func (d *reader) worthOfGroups(t *document.Table, c *Course, i int) {
	together := int64(0)
	for _, g := range c.Tasks[i].Groups {
		if !g.Bonus {
			together += g.Points
		}
	}
	if has := c.PointsOfPart(i, Cases); together > has && c.Tasks[i].WeightOf(Cases) > 0 {
		t.Wrong(t.At("group"), "the groups have %v points together, and the part cases has %v", points(together), points(has))
	}
}

// points are hundredths of a point for people.
func points(hundredths int64) float64 { return float64(hundredths) / 100 }

func (d *reader) task(t *document.Table, c *Course, lookup Lookup) Task {
	k := Task{}
	full := t.Text("task", "")
	known := false
	if full == "" {
		t.Wrong(t.Path, `task is missing: write for example task = "bazaar/rules"`)
	} else if g, task, err := lookup(full); err != nil {
		t.Usage(t.At("task"), err)
	} else {
		k.Game, k.Task, known = g, task, true
	}
	k.Name = t.Text("name", path.Base(full))
	if full != "" && !PlainName(k.Name) {
		t.Wrong(t.At("name"), "expected letters, digits, - and _, at most %d of them, found %q", nameBytesMax, k.Name)
	}
	k.Weight = t.Whole("weight", 1, 0, WeightMax)
	if t.Has("points") {
		k.Points = t.Hundredths("points", 1, pointsMax)
	}
	t.Take("points")
	k.Bonus = t.Flag("bonus")
	k.Dir = d.within(t, "dir", ".")
	k.Run = command(t)
	k.NoStdin = t.Word("stdin", []string{"input", "none"}) == "none"
	k.Env = t.Environment("env")
	d.suites(t, &k, c, lookup)
	k.Profile = t.Text("profile", "")
	if known {
		if _, err := k.Game.Profile(k.Profile); err != nil {
			t.Usage(t.At("profile"), err)
		}
	}
	k.Selection = Selection{
		Cases: t.Chosen("case", allCases), Skip: t.Texts("skip"), Tags: t.Chosen("tag", allCases), Clauses: t.Chosen("clause", allCases),
	}
	textOnly, err := game.TextOnly(t.Chosen("marks", "cases of all marks"), "touchstone grade init")
	if err != nil {
		t.Usage(t.At("marks"), err)
	}
	k.TextOnly = textOnly
	for _, list := range [][]string{k.Selection.Cases, k.Selection.Skip} {
		for i, pattern := range list {
			if file, ok := strings.CutPrefix(pattern, "@"); ok {
				list[i] = "@" + c.path(file)
			}
		}
	}
	k.Read = readable(t, c)
	d.adapter(t, &k, c)
	d.way(t, &k)
	k.Build, k.Own, k.Play = d.build(t), d.own(t), play(t)
	d.counts(t, &k, known)
	d.groups(t, &k, c, lookup)
	d.settings(t, &k, known)
	t.End()
	return k
}

// command reads the program of a team and its arguments. A text alone is taken apart at
// its blanks.
func command(t *document.Table) []string {
	words := t.Texts("run")
	if _, one := t.Values["run"].(string); one && len(words) > 0 {
		if strings.ContainsAny(words[0], `'"\$&|;<>()*?[]{}~`+"`\n") {
			t.Wrong(t.At("run"), `expected words separated by blanks, since no shell reads them, found %q; write for example ["sh", "-c", "…"]`, words[0])
		}
		words = strings.Fields(words[0])
	}
	switch {
	case len(words) > 0:
	case !t.Has("run"):
		t.Wrong(t.Path, `run is missing: write for example run = ["./xrules"]`)
	case t.Blank("run"):
		t.Wrong(t.At("run"), `expected a program with its arguments, found none; write for example ["./xrules"]`)
	}
	return words
}

// readable are the files and folders that programs may read besides their own.
func readable(t *document.Table, c *Course) []string {
	list := t.Texts("read")
	for i, name := range list {
		list[i] = c.path(name)
		if _, err := os.Stat(list[i]); err != nil {
			t.Wrong(t.At("read"), "there is no file or folder %s", list[i])
		}
	}
	return list
}

// build reads what makes a submission into a program.
func (d *reader) build(t *document.Table) Build {
	b, before := t.Table("build"), len(d.Problems)
	made := Build{
		Command: b.Text("command", ""), Timeout: d.duration(b, "timeout"),
		Memory: d.size(b, "memory", buildBytesMax, memoryBytesLeast, memoryBytesMost), Procs: int(b.Whole("procs", buildProcsMax, 1, subject.ProcessesMost)),
		Disk:    d.size(b, "disk", buildDiskMax, diskBytesLeast, memoryBytesMost),
		Network: b.Flag("network"), Env: b.Environment("env"), Pass: b.Texts("pass"),
	}
	if made.Timeout == 0 {
		made.Timeout = buildTimeout
	}
	b.End()
	if len(b.Values) > 0 && made.Command == "" && len(d.Problems) == before {
		b.Wrong(b.Path, `command is missing: write for example command = "make xrules", or remove the table`)
	}
	return made
}

// own reads how many cases a team's own suite has, and where it is.
func (d *reader) own(t *document.Table) Own {
	o := t.Table("own")
	own := Own{
		Suite: d.within(o, "suite", ""), CasesMin: int(o.Whole("cases_min", 1, 1, suite.CasesMax)),
		CasesMax: int(o.Whole("cases_max", OwnCasesMax, 1, suite.CasesMax)),
	}
	if own.CasesMin > own.CasesMax {
		o.Wrong(o.At("cases_min"), "expected at most cases_max, %d, found %d", own.CasesMax, own.CasesMin)
	}
	o.End()
	return own
}

// play reads how many games a tournament has.
func play(t *document.Table) Play {
	p := t.Table("play")
	defer p.End()
	return Play{
		Seats: int(p.Whole("seats", 2, 2, seatsMax)), Games: int(p.Whole("games", 10, 1, GamesMax)),
		Seed: uint64(p.Whole("seed", 1, 0, 1<<62)),
	}
}

// adapter reads the program that stands in front of those of the teams. Its files
// beside the course file are readable, and nothing else is.
func (d *reader) adapter(t *document.Table, k *Task, c *Course) {
	words, err := subject.ParseWrapper(t.Text("adapter", ""))
	if err != nil {
		t.Usage(t.At("adapter"), err)
		return
	}
	for i, word := range words {
		file := c.path(word)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			if file, err = filepath.Abs(file); err != nil {
				t.Wrong(t.At("adapter"), "%v", err)
				return
			}
			words[i] = file
			k.AdapterFiles = append(k.AdapterFiles, file)
		} else if i == 0 && strings.ContainsRune(word, '/') || i > 0 && script(word) {
			t.Wrong(t.At("adapter"), "there is no file %s; the files of an adapter lie beside the course file", file)
		}
	}
	k.Adapter = words
}

// scriptEndings are those of files that an interpreter is given to run. A missing
// one costs every team all its points, since its program never starts.
var scriptEndings = []string{".sh", ".bash", ".py", ".pl", ".rb", ".js", ".mjs", ".ts", ".lua", ".php", ".jar"}

// script tells whether a word of a command line is the name of a script, and no
// option or assignment that has one within.
func script(word string) bool {
	return !strings.HasPrefix(word, "-") && !strings.ContainsRune(word, '=') && slices.Contains(scriptEndings, filepath.Ext(word))
}

// suites reads the suites of a task: names, or tables that say more of one.
func (d *reader) suites(t *document.Table, k *Task, c *Course, lookup Lookup) {
	add := func(at, name string, public bool) {
		if EmbeddedSuite(name, lookup) {
			// Its cases would all be broken in this task.
			if k.Game != nil && name != k.Full() {
				t.Wrong(at, "expected a suite for %s, found that of %s; write %[1]q, or the path of a suite of your own", k.Full(), name)
				return
			}
		} else {
			name = c.path(name)
			if _, err := os.Stat(name); err != nil {
				t.Wrong(at, "there is no file or folder %s", name)
			}
		}
		if slices.Contains(k.Suites, name) {
			t.Wrong(at, "suite %s is listed twice", name)
			return
		}
		k.Suites = append(k.Suites, name)
		if public {
			k.Public = append(k.Public, name)
		}
	}
	const expected = `the name of a suite, or a table such as { path = "staff", public = true }`
	list, ok := t.Take("suites").([]any)
	if !ok || len(list) == 0 {
		for _, name := range t.Chosen("suites", "the embedded suite") {
			add(t.At("suites"), name, false)
		}
		return
	}
	for i, element := range list {
		at := fmt.Sprintf("%s[%d]", t.At("suites"), i)
		switch v := element.(type) {
		case string:
			if v == "" || strings.ContainsRune(v, 0) {
				t.Wrong(at, "expected %s, found %q", expected, v)
				continue
			}
			add(at, v, false)
		case map[string]any:
			inner := t.Inner(at, v)
			name, public := inner.Text("path", ""), inner.Flag("public")
			if name == "" {
				t.Wrong(at, "path is missing: expected %s", expected)
			} else {
				add(at, name, public)
			}
			inner.End()
		default:
			t.Wrong(at, "expected %s, found %s", expected, document.Describe(element))
		}
	}
}

// groups reads which cases have points of their own.
func (d *reader) groups(t *document.Table, k *Task, c *Course, lookup Lookup) {
	k.Minimum = share(t, "minimum")
	if k.Minimum > 0 && k.WeightOf(Cases) == 0 && !d.told(document.Join(t.At("counts"), string(Cases))) {
		t.Wrong(t.At("minimum"), "it applies to the part cases, which does not count in this task")
	}
	groups := t.Tables("group")
	for _, inner := range groups {
		g := Group{
			Suites: inner.Chosen("suite", "all suites"), Cases: inner.Chosen("case", allCases),
			Tags: inner.Chosen("tag", allCases), Clauses: inner.Chosen("clause", allCases),
			Bonus: inner.Flag("bonus"), AllOrNothing: inner.Flag("all_or_nothing"), Minimum: share(inner, "minimum"),
		}
		g.Points = inner.Hundredths("points", 0.01, pointsMax)
		if !inner.Has("points") {
			inner.Wrong(inner.Path, "points are missing: write for example points = 5")
		}
		if len(g.Suites)+len(g.Cases)+len(g.Tags)+len(g.Clauses) == 0 {
			inner.Wrong(inner.Path, "expected at least one of suite, case, tag and clause, to select its cases")
		}
		g.Named = inner.Has("name")
		g.Name = inner.Text("name", strings.Join(slices.Concat(g.Suites, g.Tags, g.Clauses, g.Cases), ", "))
		for i, name := range g.Suites {
			if !EmbeddedSuite(name, lookup) {
				g.Suites[i] = c.path(name)
			}
			known := k.Suites
			if len(known) == 0 && k.Game != nil {
				known = []string{k.Full()}
			}
			if !slices.Contains(known, g.Suites[i]) {
				inner.Wrong(inner.At("suite"), "expected one of the suites of the task, %s, found %q", strings.Join(known, ", "), name)
			}
		}
		inner.End()
		k.Groups = append(k.Groups, g)
	}
	if len(groups) == 0 {
		return
	}
	if k.WeightOf(Cases) == 0 && !d.told(document.Join(t.At("counts"), string(Cases))) {
		groups[0].Wrong(groups[0].Path, "it applies to the part cases, which does not count in this task")
	}
}

// told tells whether something is wrong with the value of a key.
func (d *reader) told(key string) bool {
	return slices.ContainsFunc(d.Problems, func(p document.Problem) bool { return p.Key == key })
}

// share reads a share of cases, from 0 to 1.
func share(t *document.Table, key string) int64 {
	return int64(math.Round(t.Number(key, 0, 0, 1) * MinimumScale))
}

// way reads how a program is run and judged.
func (d *reader) way(t *document.Table, k *Task) {
	k.Deliver = t.Text("deliver", "default")
	var err error
	if k.Deliveries, err = delivery.Parse(k.Deliver); err != nil {
		t.Usage(t.At("deliver"), err)
	}
	k.Lines = t.Word("protocol", []string{"spawn", "lines"}) == "lines"
	k.Repeat = int(t.Whole("repeat", 1, 1, repeatMax))
	k.Retries = int(t.Whole("retries", 0, 0, repeatMax))
	k.AcceptFlaky = t.Word("flaky", []string{"fail", "pass"}) == "pass"
	if k.AcceptFlaky && k.Retries == 0 {
		t.Wrong(t.At("flaky"), "it applies to cases that run again: set how often, for example retries = 2")
	}
	k.Codes = judge.Codes(t.Word("codes", []string{string(judge.Lax), string(judge.Strict)}))
	k.Pedantic = t.Flag("pedantic")
	if k.NoStdin && k.Lines {
		t.Wrong(t.At("stdin"), "with the protocol lines, the program reads its cases from standard input")
	}
	k.Isolation = subject.Isolation(t.Word("isolation", []string{string(subject.Best), string(subject.Strict), string(subject.Unisolated)}))
	k.Visibility = t.Word("visibility", report.Visibilities())
	k.TimeScale = t.Number("time_scale", 1, match.ScaleMin, match.ScaleMax)
	waits := t.Table("waits")
	k.Waits = live.Waits{
		Start: d.duration(waits, "start"), Connect: d.duration(waits, "connect"), Call: d.duration(waits, "call"), End: d.duration(waits, "end"),
		Gap: waits.Duration("sign_up_gap", subject.DurationMax),
	}.OrDefault()
	waits.End()
	l := t.Table("limits")
	k.Limits = subject.Limits{
		Timeout: d.duration(l, "timeout"), FirstByte: d.duration(l, "first_byte"),
		Linger: l.Duration("linger", subject.DurationMax), CPU: d.duration(l, "cpu"),
		MemoryBytesMax: d.size(l, "memory", subject.MemoryBytesMax, memoryBytesLeast, memoryBytesMost),
		ProcessesMax:   int(l.Whole("procs", subject.ProcessesMax, 1, subject.ProcessesMost)),
		OutputBytesMax: int(d.size(l, "output", subject.OutputBytesMax, int64(outputBytesLeast), subject.OutputBytesMax)),
	}
	if _, _, err := k.Argv(); err != nil && len(k.Run) > 0 {
		t.Usage(t.At("run"), err)
	}
	k.GiveUpAfter = int(l.Whole("give_up_after", GiveUpAfter, 0, suite.CasesMax))
	l.End()
}

// counts reads what counts in a task.
func (d *reader) counts(t *document.Table, k *Task, known bool) {
	counts := t.Table("counts")
	before := len(d.Problems)
	for _, part := range Parts() {
		otherwise := int64(0)
		if part == Cases && !t.Has("counts") {
			otherwise = 1
		}
		weight := counts.Whole(string(part), otherwise, 0, WeightMax)
		if weight == 0 {
			continue
		}
		k.Counts = append(k.Counts, Count{part, weight})
		at := counts.At(string(part))
		switch {
		case (part == Valid || part == Kills || part == Others) && k.Own.Suite == "" && !d.told(t.At("own")+".suite"):
			counts.Wrong(at, "it applies to the teams' suites: set own.suite to their path")
		case (part == Kills || part == Others) && known && k.Task.Live != "":
			counts.Wrong(at, "it is for batch tasks, and %s is played live", k.Full())
		case part == Plays && known && k.Game.Protocol.Methods == nil:
			counts.Wrong(at, "%s is not played live", k.Game.Name)
		}
	}
	for table, about := range map[string][]Part{"own": {Valid, Kills, Others}, "play": {Plays}} {
		if t.Has(table) && !slices.ContainsFunc(about, func(p Part) bool { return counts.Has(string(p)) }) {
			k.Idle = append(k.Idle, table)
		}
	}
	slices.Sort(k.Idle)
	counts.End()
	// Where a weight is wrong, that is what to mend.
	if t.Has("counts") && len(k.Counts) == 0 && len(d.Problems) == before {
		t.Wrong(counts.Path, "nothing counts: give a weight to one of cases, valid, kills, others, play")
	}
}

// settings reads the rules of a task, and tries those of a known game.
func (d *reader) settings(t *document.Table, k *Task, known bool) {
	k.Settings.Preset = t.Text("preset", "")
	options := t.Table("options")
	before := len(d.Problems)
	for _, name := range slices.Sorted(maps.Keys(options.Values)) {
		value, err := json.Marshal(options.Values[name], json.Deterministic(true))
		if err != nil {
			d.Wrong(options.At(name), "expected a JSON value, found %s", document.Describe(options.Values[name]))
			continue
		}
		k.Settings.Options = append(k.Settings.Options, game.Setting{Name: name, Value: value})
	}
	if len(d.Problems) > before || !known {
		return
	}
	if _, err := k.Game.Configure(game.Settings{Preset: k.Settings.Preset}); err != nil {
		d.Usage(t.At("preset"), err)
	} else if _, err := k.Game.Configure(k.Settings); err != nil {
		d.Usage(options.Path, err)
	}
}

// within reads a path that must lie in a submission.
func (d *reader) within(t *document.Table, key, otherwise string) string {
	v := t.Text(key, otherwise)
	if v != "" && !filepath.IsLocal(filepath.FromSlash(v)) {
		t.Wrong(t.At(key), "expected a path within the submission, found %q", v)
		return otherwise
	}
	return v
}

// EmbeddedSuite tells whether a suite is meant to be an embedded one.
func EmbeddedSuite(name string, lookup Lookup) bool {
	if strings.HasPrefix(name, ".") || strings.Count(name, "/") != 1 {
		return false
	}
	_, _, err := lookup(name)
	return err == nil
}

// Hidden are the suites of the task that students must not see.
func (t *Task) Hidden(lookup Lookup) []string {
	var list []string
	for _, name := range t.Suites {
		if !EmbeddedSuite(name, lookup) && !slices.Contains(t.Public, name) {
			list = append(list, name)
		}
	}
	return list
}

// PlainName tells whether a name can stand everywhere: in a path, on a command
// line, in an address.
func PlainName(name string) bool {
	for _, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && r != '-' && r != '_' {
			return false
		}
	}
	return name != "" && len(name) <= nameBytesMax && name[0] != '-'
}
