package course

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/delivery"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/match"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
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
	processesMost   = 1 << 16
	repeatMax       = 100
	seatsMax        = 100
	pointsMax       = 1_000_000
	nameBytesMax    = 60
)

// secretEnding is that of the file of the secret, beside the course file.
const secretEnding = ".secret"

// Read reads a course file. The error is a *Problems with all that is wrong in
// it, or a *game.UsageError if it cannot be read. With problems there is a course
// all the same if the file is TOML: what else is wrong with it can be found, too.
func Read(file string, lookup Lookup) (*Course, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("course %s: %v", file, errors.Unwrap(err)),
			Hint:    "touchstone grade init --to course.toml writes a first one",
		}
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, FileBytesMax+1))
	if err != nil {
		return nil, &game.UsageError{Message: fmt.Sprintf("course %s: %v", file, errors.Unwrap(err))}
	}
	if len(text) > FileBytesMax {
		return nil, &game.UsageError{Message: fmt.Sprintf("course %s: it has more than %d bytes", file, FileBytesMax)}
	}
	return Parse(file, text, lookup)
}

// Parse is Read of a text.
func Parse(file string, text []byte, lookup Lookup) (*Course, error) {
	const hint = "touchstone grade init prints a course file with every key and its meaning"
	d, values, problem := parse(file, text)
	if problem != nil {
		return nil, &Problems{[]Problem{*problem}, hint}
	}
	c := d.course(&table{document: d, values: values}, lookup)
	if len(d.problems) > 0 {
		return c, &Problems{d.sorted(), hint}
	}
	return c, nil
}

func (d *document) course(t *table, lookup Lookup) *Course {
	c := &Course{
		File: d.file, Title: t.text("title", "the course"), Points: t.hundredths("points", 100, pointsMax),
		Work: t.text("work", "work"), Grades: t.text("grades", "grades"), Anonymous: t.flag("anonymous"),
		Broken: Remedy(t.word("broken", []string{string(Stop), string(LeaveOut)})),
		House:  Remedy(t.word("house", []string{string(Stop), string(LeaveOut), string(CountIn)})),
	}
	c.Touchstone = t.text("touchstone", "")
	for _, name := range []string{"work", "grades"} {
		if v, ok := t.values[name].(string); ok && (v == "" || filepath.Clean(v) == ".") {
			t.wrong(name, "expected a separate folder, since old files in it are removed, found %q", v)
		}
	}
	c.Secret = t.text("secret", strings.TrimSuffix(filepath.Base(d.file), ".toml")+secretEnding)
	if c.Secret == "" {
		t.wrong("secret", "expected the name of a file, found an empty string")
	}
	s := t.table("submissions")
	c.Submissions = Submissions{
		Paths: s.texts("paths"), Roster: s.text("roster", ""),
		BytesMax: s.size("bytes_max", UnpackedBytesMax, memoryBytesMost),
		FilesMax: int(s.whole("files_max", UnpackedFilesMax, 1, 10_000_000)), Released: s.texts("released"),
	}
	for i, pattern := range c.Submissions.Paths {
		if _, err := filepath.Match(pattern, ""); err != nil {
			s.wrong(s.at("paths"), "pattern %d is invalid: %q", i+1, pattern)
		}
	}
	switch {
	case len(c.Submissions.Paths) > 0:
	case !s.has("paths"):
		t.wrong("submissions", `paths are missing: write for example paths = ["submissions/*"]`)
	case s.blank("paths"):
		s.wrong(s.at("paths"), `expected at least one path, found none; write for example ["submissions/*"]`)
	}
	s.end()
	c.Late, c.Adjust = d.late(t), d.adjustments(t)
	tasks := t.tables("task")
	if len(tasks) == 0 || len(tasks) > TasksMax {
		t.wrong("task", "expected 1 to %d tasks, each starting with [[task]], found %d", TasksMax, len(tasks))
		tasks = tasks[:min(len(tasks), TasksMax)]
	}
	names := make(map[string]bool)
	for _, inner := range tasks {
		k := d.task(inner, c, lookup)
		if names[k.Name] && k.Name != "" {
			inner.wrong(inner.at("name"), "another task is also called %q; give one of them another name", k.Name)
		}
		names[k.Name] = true
		c.Tasks = append(c.Tasks, k)
	}
	d.worth(t, tasks, c)
	t.end()
	c.Work, c.Grades, c.Submissions.Roster, c.Secret = c.path(c.Work), c.path(c.Grades), c.path(c.Submissions.Roster), c.path(c.Secret)
	for i, pattern := range c.Submissions.Paths {
		c.Submissions.Paths[i] = c.path(pattern)
	}
	return c
}

// worth holds the points of the tasks against those of the course.
func (d *document) worth(t *table, tasks []*table, c *Course) {
	own, weighing := int64(0), 0
	for i := range c.Tasks {
		switch k := &c.Tasks[i]; {
		case k.Points > 0 && tasks[i].has("weight"):
			tasks[i].wrong(tasks[i].at("weight"), "the task has both points and weight; remove one")
		case k.Bonus && k.Points == 0:
			tasks[i].wrong(tasks[i].at("bonus"), "a bonus task needs its own points; write for example points = 5")
		case k.Bonus:
		case k.Points > 0:
			own += k.Points
		case k.Weight > 0:
			weighing++
		}
	}
	if weighing == 0 && own > 0 && !t.has("points") {
		c.Points = own
	}
	switch {
	case len(c.Tasks) == 0:
	case weighing == 0 && own == 0:
		tasks[0].wrong(tasks[0].at("weight"), "expected a task with points or a weight above 0: otherwise nobody earns a point")
	case weighing == 0 && c.Points != own:
		t.wrong("points", "expected %v, the sum of the points of all tasks, found %v; correct it, or remove it", points(own), points(c.Points))
	case own > 0 && own >= c.Points && weighing > 0:
		t.wrong("points", "expected more than %v, the sum of the tasks that have points, since other tasks have a weight; found %v",
			points(own), points(c.Points))
	default:
		for i := range c.Tasks {
			d.worthOfGroups(tasks[i], c, i)
		}
	}
}

// worthOfGroups holds the points of groups against those of the part that they
// are in.
func (d *document) worthOfGroups(t *table, c *Course, i int) {
	together := int64(0)
	for _, g := range c.Tasks[i].Groups {
		if !g.Bonus {
			together += g.Points
		}
	}
	if has := c.PointsOfPart(i, Cases); together > has && c.Tasks[i].WeightOf(Cases) > 0 {
		t.wrong(t.at("group"), "the groups have %v points together, and the part cases has %v", points(together), points(has))
	}
}

// points are hundredths of a point for people.
func points(hundredths int64) float64 { return float64(hundredths) / 100 }

func (d *document) task(t *table, c *Course, lookup Lookup) Task {
	k := Task{}
	full := t.text("task", "")
	known := false
	if full == "" {
		t.wrong(t.path, `task is missing: write for example task = "bazaar/rules"`)
	} else if g, task, err := lookup(full); err != nil {
		t.usage(t.at("task"), err)
	} else {
		k.Game, k.Task, known = g, task, true
	}
	k.Name = t.text("name", path.Base(full))
	if full != "" && !PlainName(k.Name) {
		t.wrong(t.at("name"), "expected letters, digits, - and _, at most %d of them, found %q", nameBytesMax, k.Name)
	}
	k.Weight = t.whole("weight", 1, 0, WeightMax)
	if t.has("points") {
		k.Points = t.hundredths("points", 1, pointsMax)
	}
	t.known = append(t.known, "points")
	k.Bonus = t.flag("bonus")
	k.Dir = d.within(t, "dir", ".")
	k.Run = t.texts("run")
	if _, one := t.values["run"].(string); one && len(k.Run) > 0 {
		if strings.ContainsAny(k.Run[0], `'"\$&|;<>()*?[]{}~`+"`\n") {
			t.wrong(t.at("run"), `expected words separated by blanks, since no shell reads them, found %q; write for example ["sh", "-c", "…"]`, k.Run[0])
		}
		k.Run = strings.Fields(k.Run[0])
	}
	switch {
	case len(k.Run) > 0:
	case !t.has("run"):
		t.wrong(t.path, `run is missing: write for example run = ["./xrules"]`)
	case t.blank("run"):
		t.wrong(t.at("run"), `expected a program with its arguments, found none; write for example ["./xrules"]`)
	}
	k.NoStdin = t.word("stdin", []string{"input", "none"}) == "none"
	k.Env = t.environment("env")
	d.suites(t, &k, c, lookup)
	k.Profile = t.text("profile", "")
	if known {
		if _, err := k.Game.Profile(k.Profile); err != nil {
			t.usage(t.at("profile"), err)
		}
	}
	k.Selection = Selection{Cases: t.texts("case"), Skip: t.texts("skip"), Tags: t.texts("tag"), Clauses: t.texts("clause")}
	textOnly, err := game.TextOnly(t.texts("marks"), "touchstone grade init")
	if err != nil {
		t.usage(t.at("marks"), err)
	}
	k.TextOnly = textOnly
	for _, list := range [][]string{k.Selection.Cases, k.Selection.Skip} {
		for i, pattern := range list {
			if file, ok := strings.CutPrefix(pattern, "@"); ok {
				list[i] = "@" + c.path(file)
			}
		}
	}
	k.Read = t.texts("read")
	for i, name := range k.Read {
		k.Read[i] = c.path(name)
		if _, err := os.Stat(k.Read[i]); err != nil {
			t.wrong(t.at("read"), "there is no file or folder %s", k.Read[i])
		}
	}
	d.adapter(t, &k, c)
	d.way(t, &k)
	b := t.table("build")
	k.Build = Build{
		Command: b.text("command", ""), Timeout: b.duration("timeout", subject.DurationMax),
		Memory: b.size("memory", buildBytesMax, memoryBytesMost), Procs: int(b.whole("procs", buildProcsMax, 1, processesMost)),
		Disk:    b.size("disk", buildDiskMax, memoryBytesMost),
		Network: b.flag("network"), Env: b.environment("env"), Pass: b.texts("pass"),
	}
	if k.Build.Timeout == 0 {
		k.Build.Timeout = buildTimeout
	}
	b.end()
	o := t.table("own")
	k.Own = Own{
		Suite: d.within(o, "suite", ""), CasesMin: int(o.whole("cases_min", 1, 1, suite.CasesMax)),
		CasesMax: int(o.whole("cases_max", OwnCasesMax, 1, suite.CasesMax)),
	}
	if k.Own.CasesMin > k.Own.CasesMax {
		o.wrong(o.at("cases_min"), "expected at most cases_max, %d, found %d", k.Own.CasesMax, k.Own.CasesMin)
	}
	o.end()
	p := t.table("play")
	k.Play = Play{
		Seats: int(p.whole("seats", 2, 2, seatsMax)), Games: int(p.whole("games", 10, 1, GamesMax)),
		Seed: uint64(p.whole("seed", 1, 0, 1<<62)),
	}
	p.end()
	d.counts(t, &k, known)
	d.groups(t, &k, c, lookup)
	d.settings(t, &k, known)
	t.end()
	return k
}

// adapter reads the program that stands in front of those of the teams. Its files
// beside the course file are readable, and nothing else is.
func (d *document) adapter(t *table, k *Task, c *Course) {
	words, err := subject.ParseWrapper(t.text("adapter", ""))
	if err != nil {
		t.usage(t.at("adapter"), err)
		return
	}
	for i, word := range words {
		file := c.path(word)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			if file, err = filepath.Abs(file); err != nil {
				t.wrong(t.at("adapter"), "%v", err)
				return
			}
			words[i] = file
			k.AdapterFiles = append(k.AdapterFiles, file)
		} else if i == 0 && strings.ContainsRune(word, '/') {
			t.wrong(t.at("adapter"), "there is no file %s", file)
		}
	}
	k.Adapter = words
}

// suites reads the suites of a task: names, or tables that say more of one.
func (d *document) suites(t *table, k *Task, c *Course, lookup Lookup) {
	add := func(at, name string, public bool) {
		if !EmbeddedSuite(name, lookup) {
			name = c.path(name)
			if _, err := os.Stat(name); err != nil {
				t.wrong(at, "there is no file or folder %s", name)
			}
		}
		if slices.Contains(k.Suites, name) {
			t.wrong(at, "suite %s is listed twice", name)
			return
		}
		k.Suites = append(k.Suites, name)
		if public {
			k.Public = append(k.Public, name)
		}
	}
	const expected = `the name of a suite, or a table such as { path = "staff", public = true }`
	list, ok := t.take("suites").([]any)
	if !ok {
		for _, name := range t.texts("suites") {
			add(t.at("suites"), name, false)
		}
		return
	}
	for i, element := range list {
		at := fmt.Sprintf("%s[%d]", t.at("suites"), i)
		switch v := element.(type) {
		case string:
			if v == "" || strings.ContainsRune(v, 0) {
				t.wrong(at, "expected %s, found %q", expected, v)
				continue
			}
			add(at, v, false)
		case map[string]any:
			inner := &table{document: t.document, path: at, values: v}
			name, public := inner.text("path", ""), inner.flag("public")
			if name == "" {
				t.wrong(at, "path is missing: expected %s", expected)
			} else {
				add(at, name, public)
			}
			inner.end()
		default:
			t.wrong(at, "expected %s, found %s", expected, describe(element))
		}
	}
}

// groups reads which cases have points of their own.
func (d *document) groups(t *table, k *Task, c *Course, lookup Lookup) {
	k.Minimum = t.share("minimum")
	if k.Minimum > 0 && k.WeightOf(Cases) == 0 {
		t.wrong(t.at("minimum"), "it concerns the part cases, which does not count in this task")
	}
	groups := t.tables("group")
	for _, inner := range groups {
		g := Group{
			Suites: inner.texts("suite"), Cases: inner.texts("case"), Tags: inner.texts("tag"), Clauses: inner.texts("clause"),
			Bonus: inner.flag("bonus"), AllOrNothing: inner.flag("all_or_nothing"), Minimum: inner.share("minimum"),
		}
		g.Points = inner.hundredths("points", 0.01, pointsMax)
		if !inner.has("points") {
			inner.wrong(inner.path, "points are missing: write for example points = 5")
		}
		if len(g.Suites)+len(g.Cases)+len(g.Tags)+len(g.Clauses) == 0 {
			inner.wrong(inner.path, "expected at least one of suite, case, tag and clause, to select its cases")
		}
		g.Named = inner.has("name")
		g.Name = inner.text("name", strings.Join(slices.Concat(g.Suites, g.Tags, g.Clauses, g.Cases), ", "))
		for i, name := range g.Suites {
			if !EmbeddedSuite(name, lookup) {
				g.Suites[i] = c.path(name)
			}
			known := k.Suites
			if len(known) == 0 && k.Game != nil {
				known = []string{k.Full()}
			}
			if !slices.Contains(known, g.Suites[i]) {
				inner.wrong(inner.at("suite"), "expected one of the suites of the task, %s, found %q", strings.Join(known, ", "), name)
			}
		}
		inner.end()
		k.Groups = append(k.Groups, g)
	}
	if len(groups) == 0 {
		return
	}
	if k.WeightOf(Cases) == 0 {
		groups[0].wrong(groups[0].path, "it concerns the part cases, which does not count in this task")
	}
}

// share reads a share of cases, from 0 to 1.
func (t *table) share(key string) int64 {
	return int64(math.Round(t.number(key, 0, 0, 1) * MinimumScale))
}

// way reads how a program is run and judged.
func (d *document) way(t *table, k *Task) {
	k.Deliver = t.text("deliver", "default")
	var err error
	if k.Deliveries, err = delivery.Parse(k.Deliver); err != nil {
		t.usage(t.at("deliver"), err)
	}
	k.Lines = t.word("protocol", []string{"spawn", "lines"}) == "lines"
	k.Repeat = int(t.whole("repeat", 1, 1, repeatMax))
	k.Retries = int(t.whole("retries", 0, 0, repeatMax))
	k.AcceptFlaky = t.word("flaky", []string{"fail", "pass"}) == "pass"
	if k.AcceptFlaky && k.Retries == 0 {
		t.wrong(t.at("flaky"), "it concerns cases that run again: set how often, for example retries = 2")
	}
	k.Codes = judge.Codes(t.word("codes", []string{string(judge.Lax), string(judge.Strict)}))
	k.Pedantic = t.flag("pedantic")
	if k.NoStdin && k.Lines {
		t.wrong(t.at("stdin"), "with the protocol lines, the program reads its cases from standard input")
	}
	k.Isolation = subject.Isolation(t.word("isolation", []string{string(subject.Best), string(subject.Strict), string(subject.Unisolated)}))
	k.Visibility = t.word("visibility", report.Visibilities())
	k.TimeScale = t.number("time_scale", 1, match.ScaleMin, match.ScaleMax)
	waits := t.table("waits")
	k.Waits = live.Waits{
		Start: waits.duration("start", subject.DurationMax), Connect: waits.duration("connect", subject.DurationMax),
		Call: waits.duration("call", subject.DurationMax), End: waits.duration("end", subject.DurationMax),
		Gap: waits.duration("sign_up_gap", subject.DurationMax),
	}.OrDefault()
	waits.end()
	l := t.table("limits")
	k.Limits = subject.Limits{
		Timeout: l.duration("timeout", subject.DurationMax), FirstByte: l.duration("first_byte", subject.DurationMax),
		Linger: l.duration("linger", subject.DurationMax), CPU: l.duration("cpu", subject.DurationMax),
		MemoryBytesMax: l.size("memory", subject.MemoryBytesMax, memoryBytesMost),
		ProcessesMax:   int(l.whole("procs", subject.ProcessesMax, 1, processesMost)),
		OutputBytesMax: int(l.size("output", subject.OutputBytesMax, subject.OutputBytesMax)),
	}
	if _, _, err := k.Argv(); err != nil && len(k.Run) > 0 {
		t.usage(t.at("run"), err)
	}
	k.GiveUpAfter = int(l.whole("give_up_after", GiveUpAfter, 0, suite.CasesMax))
	l.end()
}

// counts reads what counts in a task.
func (d *document) counts(t *table, k *Task, known bool) {
	counts := t.table("counts")
	before := len(d.problems)
	for _, part := range Parts() {
		otherwise := int64(0)
		if part == Cases && !t.has("counts") {
			otherwise = 1
		}
		weight := counts.whole(string(part), otherwise, 0, WeightMax)
		if weight == 0 {
			continue
		}
		k.Counts = append(k.Counts, Count{part, weight})
		at := counts.at(string(part))
		switch {
		case (part == Valid || part == Kills || part == Others) && k.Own.Suite == "":
			counts.wrong(at, "it concerns the suites of the teams: set own.suite to where they are")
		case (part == Kills || part == Others) && known && k.Task.Live != "":
			counts.wrong(at, "it is for batch tasks, and %s is played live", k.Full())
		case part == Plays && known && k.Game.Protocol.Methods == nil:
			counts.wrong(at, "%s is not played live", k.Game.Name)
		}
	}
	counts.end()
	// Where a weight is wrong, that is what to mend.
	if t.has("counts") && len(k.Counts) == 0 && len(d.problems) == before {
		t.wrong(counts.path, "nothing counts: give a weight to one of cases, valid, kills, others, play")
	}
}

// settings reads the rules of a task, and tries those of a known game.
func (d *document) settings(t *table, k *Task, known bool) {
	k.Settings.Preset = t.text("preset", "")
	options := t.table("options")
	before := len(d.problems)
	for _, name := range slices.Sorted(maps.Keys(options.values)) {
		value, err := json.Marshal(options.values[name], json.Deterministic(true))
		if err != nil {
			d.wrong(options.at(name), "expected a JSON value, found %s", describe(options.values[name]))
			continue
		}
		k.Settings.Options = append(k.Settings.Options, game.Setting{Name: name, Value: value})
	}
	if len(d.problems) > before || !known {
		return
	}
	if _, err := k.Game.Configure(game.Settings{Preset: k.Settings.Preset}); err != nil {
		d.usage(t.at("preset"), err)
	} else if _, err := k.Game.Configure(k.Settings); err != nil {
		d.usage(options.path, err)
	}
}

// within reads a path that must lie in a submission.
func (d *document) within(t *table, key, otherwise string) string {
	v := t.text(key, otherwise)
	if v != "" && !filepath.IsLocal(filepath.FromSlash(v)) {
		t.wrong(t.at(key), "expected a path within the submission, found %q", v)
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
