package course

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// task reads a table [[task]].
func (d *reader) task(t *document.Table, c *Course, lookup Lookup) Task {
	k := Task{}
	full := t.Text("task", "")
	known := false
	if full == "" {
		if _, isText := t.Values["task"].(string); isText || !t.Has("task") { // of another type was told
			t.Missing(t.Path, []string{"task"}, `task is missing: write for example task = "bazaar/rules"`)
		}
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
		// No program of a name that is refused is looked for.
		const (
			noShell   = "expected words separated by blanks, since no shell reads them, found %q; write "
			noneEmpty = "expected arguments of at least one character, found %q; write "
			example   = `for example run = ["./xrules"]`
		)
		line := words[0]
		apart, closed := quotedWords(line)
		switch {
		case strings.Contains(line, "~"):
			t.Wrong(t.At("run"), noShell+example, line)
			return nil
		case !closed && !strings.Contains(line, `\`): // before which it would stand for itself
			t.Wrong(t.At("run"), "expected words separated by blanks, found %q, in which a quotation mark has no end; "+
				"end it, or write each word as a string of its own", line)
			return nil
		case strings.ContainsAny(line, `\$&|;<>()*?[]`+"`\n"):
			t.Wrong(t.At("run"), noShell+"%s", line, RunOf([]string{"sh", "-c", line}))
			return nil
		case slices.Index(apart, "") == 0:
			t.Wrong(t.At("run"), noneEmpty+example, line)
			return nil
		case slices.Contains(apart, ""):
			t.Wrong(t.At("run"), noneEmpty+"%s", line, RunOf([]string{"sh", "-c", line}))
			return nil
		case strings.ContainsAny(line, `'"{}`):
			t.Wrong(t.At("run"), "expected each argument as a string of its own, found %q; write %s", line, RunOf(apart))
			return nil
		}
		words = strings.Fields(words[0])
	}
	switch {
	case len(words) > 0:
	case !t.Has("run"):
		t.Missing(t.Path, []string{"run"}, `run is missing: write for example run = ["./xrules"]`)
	case t.Blank("run"):
		t.Wrong(t.At("run"), `expected a program with its arguments, found none; write for example ["./xrules"]`)
	}
	return words
}

// RunOf is the key of a course file with these words.
func RunOf(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = strconv.Quote(word)
	}
	return fmt.Sprintf("run = [%s]", strings.Join(quoted, ", "))
}

// quotedWords are the words of a command line, some of them in quotation marks; false if one of these
// has no end.
func quotedWords(line string) ([]string, bool) {
	var words []string
	word, within, begun := "", rune(0), false
	for _, r := range line + " " {
		switch {
		case r == within:
			within = 0
		case within == 0 && (r == '\'' || r == '"'):
			within, begun = r, true
		case within == 0 && (r == ' ' || r == '\t'):
			if begun {
				words = append(words, word)
			}
			word, begun = "", false
		default:
			word, begun = word+string(r), true
		}
	}
	return words, within == 0
}

// readable are the files and folders that programs may read besides their own.
func readable(t *document.Table, c *Course) []string {
	list := t.Texts("read")
	for i, name := range list {
		list[i] = c.path(name)
		if _, err := os.Stat(list[i]); err != nil {
			why := ""
			if ofHome(name) {
				why = "; " + fullHome
			}
			t.Wrong(t.At("read"), "there is no file or folder %s%s", list[i], why)
		}
	}
	return list
}

// build reads what makes a submission into a program.
func (d *reader) build(t *document.Table) Build {
	if said, ok := t.Values["build"].(string); ok {
		t.Take("build")
		t.Wrong(t.At("build"), "expected a table, found %q; write below [task.build] command = %[1]q", said)
		return Build{}
	}
	b, before := t.Table("build"), len(d.Problems)
	made := Build{
		Command: b.CommandLine("command"), Timeout: d.duration(b, "timeout"),
		Memory: b.Size("memory", buildBytesMax, memoryBytesLeast, memoryBytesMost), Procs: int(b.Whole("procs", buildProcsMax, 1, subject.ProcessesMost)),
		Disk:    b.Size("disk", buildDiskMax, diskBytesLeast, memoryBytesMost),
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
	words, err := subject.ParseWrapper(t.CommandLine("adapter"))
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
		} else if i == 0 && strings.ContainsRune(word, '/') || i > 0 && files.IsScript(word) {
			t.Wrong(t.At("adapter"), "there is no file %s; the files of an adapter lie beside the course file", file)
		}
	}
	k.Adapter = words
}

// suites reads the suites of a task: names, or tables that say more of one.
func (d *reader) suites(t *document.Table, k *Task, c *Course, lookup Lookup) {
	add := func(at, name string, public bool) {
		said := name
		if said == "" {
			t.Wrong(at, "expected the name of a suite, found %q", said)
			return
		}
		if EmbeddedSuite(name, lookup) {
			// Its cases would all be broken in this task.
			if k.Game != nil && name != k.Full() {
				t.Wrong(at, "expected a suite for %s, found that of %s; write %[1]q, or the path of a suite of your own", k.Full(), name)
				return
			}
		} else {
			name = c.path(name)
			if _, err := os.Stat(name); err != nil {
				t.Wrong(at, "there is no file or folder %s%s", name, cmp.Or(c.pattern(said, name), meant(said, name, k, lookup)))
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
	if _, table := t.Values["suites"].(map[string]any); table {
		t.Mistyped("suites", "an array of suites such as [{ path = \"staff\" }]", t.Values["suites"])
		return
	}
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
				inner.Take("name") // is meant for it
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

// pattern ends a message about a suite that is not there and is named by a pattern, which only
// submissions may be.
func (c *Course) pattern(said, name string) string {
	if !strings.ContainsAny(said, "*?[") {
		return ""
	}
	const apart = "; patterns find submissions only: name each suite by itself"
	dir := filepath.Dir(c.File)
	if !filepath.IsAbs(said) {
		name = filepath.Join(literal().Replace(dir), said)
	}
	found, err := filepath.Glob(name)
	if err != nil || len(found) == 0 {
		return apart
	}
	one := found[0]
	if below, err := filepath.Rel(dir, one); err == nil && !filepath.IsAbs(said) {
		one = below
	}
	return fmt.Sprintf("%s, such as %q", apart, filepath.ToSlash(one))
}

// meant ends a message about a suite that is not there: it may be a file beside it, or an embedded
// one.
func meant(said, path string, k *Task, lookup Lookup) string {
	g := k.Game
	switch {
	case g != nil && said == g.Name:
		return fmt.Sprintf("; did you mean the embedded suite %s?", k.Full())
	case ofHome(said):
		return "; " + fullHome
	}
	if near := files.Near(path); near != "" {
		return fmt.Sprintf("; did you mean %s?", filepath.Base(near))
	}
	if folder, name, ok := strings.Cut(said, "/"); ok && g != nil && folder == g.Name {
		var names []string
		for _, task := range g.Tasks {
			names = append(names, task.Name)
		}
		if near := game.Nearest(name, names); near != "" && EmbeddedSuite(folder+"/"+near, lookup) {
			return fmt.Sprintf("; did you mean the embedded suite %s/%s?", folder, near)
		}
	}
	return ""
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
			inner.Missing(inner.Path, []string{"points"}, "points are missing: write for example points = 5")
		}
		if !g.Selects() {
			inner.Missing(inner.Path, []string{"suite", "case", "tag", "clause"}, "expected at least one of suite, case, tag and clause, to select its cases")
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
		if g.AllOrNothing && g.Minimum > 0 {
			inner.Wrong(inner.At("minimum"), "with all_or_nothing the group earns nothing unless all its cases pass; remove one of the two")
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
	if n, ok := t.Values[key].(int64); ok && n > 1 && n <= 100 {
		t.Take(key)
		t.Wrong(t.At(key), "expected a number from 0 to 1, found %d; %d %% is %v", n, n, float64(n)/100)
		return 0
	}
	if said, ok := t.Values[key].(string); ok && strings.HasSuffix(said, "%") {
		t.Take(key)
		t.Wrong(t.At(key), "expected a number from 0 to 1, found %q; write for example 0.3 for 30 %%", said)
		return 0
	}
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
	k.Waits = d.waits(t)
	d.limits(t, k)
	if _, _, err := k.Argv(); err != nil && len(k.Run) > 0 {
		t.Usage(t.At("run"), err)
	}
}

// waits reads how long a live game waits.
func (d *reader) waits(t *document.Table) live.Waits {
	waits := t.Table("waits")
	defer waits.End()
	return live.Waits{
		Start: d.duration(waits, "start"), Connect: d.duration(waits, "connect"), Call: d.duration(waits, "call"), End: d.duration(waits, "end"),
		Gap: waits.Duration("sign_up_gap", subject.DurationMax),
	}.OrDefault()
}

// limits reads the limits of each case, and after how many timeouts a program is given up.
func (d *reader) limits(t *document.Table, k *Task) {
	l := t.Table("limits")
	k.Limits = subject.Limits{
		Timeout: d.duration(l, "timeout"), FirstByte: d.duration(l, "first_byte"),
		Linger: l.Duration("linger", subject.DurationMax), CPU: d.duration(l, "cpu"),
		MemoryBytesMax: l.Size("memory", subject.MemoryBytesMax, memoryBytesLeast, memoryBytesMost),
		ProcessesMax:   int(l.Whole("procs", subject.ProcessesMax, 1, subject.ProcessesMost)),
		OutputBytesMax: int(l.Size("output", subject.OutputBytesMax, int64(outputBytesLeast), subject.OutputBytesMax)),
	}
	k.GiveUpAfter = int(l.Whole("give_up_after", GiveUpAfter, 0, suite.CasesMax))
	l.End()
}

// counts reads what counts in a task.
func (d *reader) counts(t *document.Table, k *Task, known bool) {
	before := len(d.Problems)
	counts := t.Table("counts")
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
	for _, key := range []string{"waits", "time_scale"} {
		if t.Has(key) && known && k.Task.Live == "" && k.WeightOf(Plays) == 0 {
			k.Idle = append(k.Idle, key)
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
		set := game.Setting{Name: name, Value: value}
		if said, ok := options.Values[name].(string); ok {
			set = spelt(k, known, set, said)
		}
		k.Settings.Options = append(k.Settings.Options, set)
	}
	if len(d.Problems) > before || !known {
		return
	}
	if _, err := k.Game.Configure(game.Settings{Preset: k.Settings.Preset}); err != nil {
		d.Usage(t.At("preset"), err)
	} else if _, err := k.Game.Configure(k.Settings); err != nil && !d.wrongOptions(options, k) {
		d.Usage(options.Path, err)
	}
}

// spelt is an option whose value is a text: it is read as --option reads it, since TOML has no null.
// What the game takes only as the text that it is stays one.
func spelt(k *Task, known bool, literal game.Setting, said string) game.Setting {
	read, err := game.ParseSetting(literal.Name + "=" + said)
	if err != nil {
		return literal
	}
	read.Value = read.Value.Clone()
	if read.Value.Compact() != nil || !known {
		return read
	}
	takes := func(s game.Setting) bool {
		_, err := k.Game.Configure(game.Settings{Preset: k.Settings.Preset, Options: []game.Setting{s}})
		return err == nil
	}
	if !takes(read) && takes(literal) {
		return literal
	}
	return read
}

// wrongOptions tells of each option that is wrong by itself, and whether there are any. One
// that is right among others, such as a least number with its most, is not.
func (d *reader) wrongOptions(options *document.Table, k *Task) bool {
	try := func(list []game.Setting) error {
		_, err := k.Game.Configure(game.Settings{Preset: k.Settings.Preset, Options: list})
		return err
	}
	alone := make(map[string]error)
	var right []game.Setting
	for _, s := range k.Settings.Options {
		if err := try([]game.Setting{s}); err != nil {
			alone[s.Name] = err
		} else {
			right = append(right, s)
		}
	}
	before := len(d.Problems)
	for _, s := range k.Settings.Options {
		if err := alone[s.Name]; err != nil && try(append(slices.Clone(right), s)) != nil {
			d.Usage(options.At(s.Name), err)
			if strings.Contains(err.Error(), "expected null or ") {
				d.Problems[len(d.Problems)-1].Message += `; null is written "null"`
			}
		}
	}
	return len(d.Problems) > before
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
