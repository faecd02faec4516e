package main

import (
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	json "github.com/go-json-experiment/json"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-harness/touchstone/harness/docs"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/schemas"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// ourCommands are all commands but those that cobra makes and words itself.
func ourCommands(t *testing.T) []*cobra.Command {
	t.Helper()
	var list []*cobra.Command
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Name() == "completion" || c.Name() == "help" {
			return
		}
		list = append(list, c)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot(nil))
	if len(list) < 2 {
		t.Fatal("there are no commands")
	}
	return list
}

// helpLinesMax is how high a screen is on which all of -h fits.
const helpLinesMax = 24

// TestHelp reads every help text as a terminal of 80 columns would show it.
func TestHelp(t *testing.T) {
	for _, c := range ourCommands(t) {
		if strings.TrimSpace(c.Example) == "" {
			t.Errorf("%s: there is no example", c.CommandPath())
		}
		for _, flag := range []string{"-h", "--help"} {
			words := append(strings.Fields(c.CommandPath())[1:], flag)
			status, stdout, stderr := touchstone(words...)
			if status != 0 || stderr != "" {
				t.Errorf("%s %s: status %d, %s", c.CommandPath(), flag, status, stderr)
			}
			lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
			if n := len(lines); flag == "-h" && n > helpLinesMax {
				t.Errorf("%s -h: %d lines, expected at most %d:\n%s", c.CommandPath(), n, helpLinesMax, stdout)
			}
			for _, line := range lines {
				switch n := utf8.RuneCountInString(line); {
				case strings.Contains(line, "\t"):
					t.Errorf("%s: a tab in %q", c.CommandPath(), line)
				case n > textWidth:
					t.Errorf("%s: %d columns, expected at most %d:\n%s", c.CommandPath(), n, textWidth, line)
				case strings.TrimRight(line, " ") != line:
					t.Errorf("%s: blanks at the end of %q", c.CommandPath(), line)
				case len(line) != n:
					t.Errorf("%s: not ASCII: %q", c.CommandPath(), line)
				}
			}
		}
	}
}

// TestNarrowHelp sets help for a terminal of 60 columns: all but what people copy is
// broken at words.
func TestNarrowHelp(t *testing.T) {
	const width = 59
	for _, c := range ourCommands(t) {
		examples := exampleEntries(c.Example)
		for name, write := range map[string]func(*screen){
			"-h": func(s *screen) { s.brief(c) }, "--help": func(s *screen) { s.full(c) },
		} {
			s := screen{width: width}
			write(&s)
			for line := range strings.Lines(s.text.String()) {
				line = strings.TrimSuffix(line, "\n")
				copied := slices.ContainsFunc(examples, func(e string) bool { return strings.Contains(e, line) })
				if !copied && utf8.RuneCountInString(line) > width && strings.Contains(strings.TrimSpace(line), " ") {
					t.Errorf("%s %s: %d columns, expected at most %d:\n%s", c.CommandPath(), name, len(line), width, line)
				}
			}
		}
	}
}

// TestFlagGroups holds the flags of all commands against the table of groups.
func TestFlagGroups(t *testing.T) {
	group := make(map[string]string)
	for _, g := range flagGroups {
		for _, name := range g.flags {
			if group[name] != "" {
				t.Errorf("--%s is in the groups %q and %q", name, group[name], g.title)
			}
			group[name] = g.title
		}
	}
	used := map[string]bool{"version": true, "help": true}
	for _, c := range ourCommands(t) {
		for _, g := range flagsOf(c) {
			for _, f := range g.flags {
				used[f.Name] = true
				if group[f.Name] == "" {
					t.Errorf("%s: --%s is in no group", c.CommandPath(), f.Name)
				}
				value, usage := pflag.UnquoteUsage(f)
				if slices.Contains([]string{"string", "int", "uint", "float", "duration", "strings", "bytes"}, value) {
					t.Errorf("%s: --%s has a value without a name: %q", c.CommandPath(), f.Name, usage)
				}
			}
		}
		name := commandName(c)
		guide, known := guides()[name]
		if c.HasParent() && !known {
			t.Errorf("%s has no guide", c.CommandPath())
		}
		for _, flag := range guide.flags {
			if c.Flags().Lookup(flag) == nil {
				t.Errorf("%s: the guide names --%s, which it lacks", c.CommandPath(), flag)
			}
		}
		for _, topic := range guide.topics {
			if !slices.Contains(topicNames(), topic) {
				t.Errorf("%s: the guide names the topic %s, which there is not", c.CommandPath(), topic)
			}
		}
	}
	for name := range group {
		if !used[name] {
			t.Errorf("no command has --%s of the group %q", name, group[name])
		}
	}
	for _, c := range newRoot(nil).Commands() {
		in := 0
		for _, g := range commandGroups {
			for _, name := range g.names {
				if name == c.Name() {
					in++
				}
			}
		}
		if in != 1 {
			t.Errorf("%s is in %d groups of commands, expected 1", c.Name(), in)
		}
	}
}

// TestTopics looks for all that topics are to explain.
func TestTopics(t *testing.T) {
	explained := map[string][]string{
		"deliveries": {"default", "all"}, "game-folder": gamefolder.Keywords(), "isolation": subject.Isolations(), "reports": report.Formats(),
	}
	for _, axis := range delivery.Axes() {
		for _, level := range axis.Levels {
			explained["deliveries"] = append(explained["deliveries"], level.Name)
		}
	}
	for _, r := range run.Remarks() {
		explained["verdicts"] = append(explained["verdicts"], r.Word)
	}
	explained["verdicts"] = append(explained["verdicts"], outcomes(t)...)
	for topic, words := range explained {
		page, err := docs.Named(topicSection + "/" + topic)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range words {
			if !strings.Contains(page.Source, "`"+word+"`") {
				t.Errorf("the topic %s does not explain %s", topic, word)
			}
		}
	}
	for _, name := range topicNames() {
		status, stdout, stderr := touchstone("help", name)
		if status != 0 || stderr != "" || !strings.Contains(stdout, "\n\n") {
			t.Errorf("help %s: status %d, %s", name, status, stderr)
		}
	}
}

// outcomes are the words of all verdicts, as the schema has them.
func outcomes(t *testing.T) []string {
	t.Helper()
	source, err := fs.ReadFile(schemas.FS, "report/verdict.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct{ Verdict struct{ Enum []string } }
	}
	if err := json.Unmarshal(source, &schema, json.MatchCaseInsensitiveNames(true)); err != nil || len(schema.Properties.Verdict.Enum) == 0 {
		t.Fatalf("the schema lists no verdicts: %v", err)
	}
	return schema.Properties.Verdict.Enum
}

// TestPageCommands parses every command line that a page or the README shows: in
// blocks of code, behind a prompt, and within sentences.
func TestPageCommands(t *testing.T) {
	known := make(map[string]*cobra.Command)
	for _, c := range ourCommands(t) {
		known[c.CommandPath()] = c
	}
	flag := regexp.MustCompile(`(?:^| )--([a-z-]+)`)
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?m)(?:^    (?:\\$ )?|`)touchstone ([^`\n]*)")
	program := regexp.MustCompile(`(?s) -- .*`)
	blocks := regexp.MustCompile("(?ms)^```.*?^```$")
	indent := func(block string) string { return strings.ReplaceAll(block, "\n", "\n    ") }
	// A key of a course file, and a word for any command, are no command lines.
	others := regexp.MustCompile(`^(?:= |COMMAND )`)
	for _, page := range append(docs.Pages(), docs.Page{Path: "README.md", Source: string(readme)}) {
		for _, m := range shown.FindAllStringSubmatch(blocks.ReplaceAllStringFunc(page.Source, indent), -1) {
			line := program.ReplaceAllString(m[1], "")
			if others.MatchString(line) {
				continue
			}
			c, _, err := newRoot(nil).Find(strings.Fields(line))
			if err != nil || c.Name() == "touchstone" && line != "" && line[0] != '-' {
				t.Errorf("%s: there is no command touchstone %s", page.Path, line)
				continue
			}
			for _, f := range flag.FindAllStringSubmatch(line, -1) {
				c.InitDefaultHelpFlag()
				if found := c.Flags().Lookup(f[1]); found == nil || found.Hidden {
					t.Errorf("%s: touchstone %s: there is no flag --%s", page.Path, line, f[1])
				}
			}
		}
	}
}

// An example is a command line from a help text.
type example struct {
	command string // whose help has it: "touchstone check"
	line    string
}

var (
	// comments are what some examples say behind themselves.
	comments = text.Pattern(` {3,}\S.*$`)
	// continued is where a command line goes on with the next line: behind what
	// joins two commands, or a backslash.
	continued = text.Pattern(`(\||;|&&) *\n *| \\\n *`)
)

// examples are the command lines of all help texts; a line that ends with a
// pipe goes on with the next.
func examples(t *testing.T) []example {
	t.Helper()
	var list []example
	for _, c := range ourCommands(t) {
		for line := range strings.Lines(continued().ReplaceAllString(c.Example, "$1 ")) {
			if line = comments().ReplaceAllString(strings.TrimSpace(line), ""); line != "" {
				list = append(list, example{c.CommandPath(), line})
			}
		}
	}
	return list
}

// differs are the examples that end with status 1, because what they look at
// does not conform; all others end with 0.
var differs = map[string]bool{
	`echo '["red"] ["pink"]' | touchstone validate bazaar/pebbles`:                                                 true,
	`touchstone play bazaar --player builtin:points --seed 7 --player builtin:cheat:wallet-cannot-trade --verbose`: true,
	"touchstone fuzz bazaar/move --against mutant:G2 --seed 7":                                                     true,
	"touchstone fuzz bazaar/strategy --against preset:reference-2024":                                              true,
	"touchstone fuzz bazaar/move --against option:price=false --format json":                                       true,
	// It tests the clause that the mutant gets wrong.
	"touchstone test bazaar/rules --mutant R2 -- ./xrules": true,
	// One case does not kill much.
	"touchstone suite score my-suite --task bazaar/rules":             true,
	"touchstone suite score my-suite --task bazaar/rules --suggest":   true,
	"touchstone suite score class --format csv > class.csv":           true,
	"touchstone suite cover my-suite --task bazaar/rules":             true,
	"touchstone suite diff my-suite bazaar/rules --task bazaar/rules": true,
	// Some of the embedded cases are alike on purpose.
	"touchstone suite lint bazaar --ignore house-ruling": true,
}

// notRun are the examples that cannot be run here, and why.
var notRun = map[string]string{
	"touchstone grade class.toml --engine slurm --per-task 20 --sbatch=--time=60": "it needs a cluster; tests/slurm brings one up",
	"touchstone docs --to site": "it writes hundreds of files; TestSite does, and looks into them",
	"touchstone grade export gradescope single.toml --to autograder.zip": "it packs the whole program, which takes a second; tests/cli/grade.txtar does, and looks into the archive",
}

// shortened are parts of examples that would take too long here.
var shortened = strings.NewReplacer(
	"--generate 500", "--generate 5",
	"bazaar/clients --transcripts", "bazaar/clients --case '**/six-draw' --transcripts",
	"bazaar/clients --seed 1 --inputs 3", "bazaar/clients --seed 1 --inputs 1",
	"bazaar/turn --setup", "bazaar/turn --shard 1/24 --setup", "bazaar/turn --dir", "bazaar/turn --shard 1/24 --dir",
	"bazaar/rules --dir", "bazaar/rules --shard 1/24 --dir", "--clause BG-18 --deliver all", "--clause BG-18 --shard 1/12 --deliver all",
	"--clause BG-14 --fail-fast", "--clause BG-14 --shard 1/12 --fail-fast", "--clause BG-19 --deliver", "--clause BG-19 --shard 1/12 --deliver",
	"--shard 1/2 --ledger", "--clause BG-18 --shard 1/2 --ledger", "--shard 2/2 --ledger", "--clause BG-18 --shard 2/2 --ledger",
	"--case '*/rules/*'", "--case '*/rules/e*'", "bazaar/rules --operators", "ubar/sell --operators",
	"--clause BG-37 --", "--clause BG-37 --case '**/raises-in-first-reply' --",
	"suite export bazaar --to", "suite export bazaar/score --to",
	"suite lint bazaar --ignore", "suite lint bazaar/score --ignore", "suite cover bazaar --quiet", "suite cover bazaar/score --quiet",
	"suite generate bazaar/turn --to", "suite generate bazaar/turn --cases 3 --inputs 50 --to",
	"suite generate bazaar/move --cases 20", "suite generate bazaar/move --cases 5 --inputs 50",
	"fuzz bazaar/rules -- ", "fuzz bazaar/rules --inputs 5 -- ",
	"--runs 1000 ", "--runs 10 ", "--inputs 500 ", "--inputs 5 ", "--inputs 100 ", "--inputs 5 ", "--time 6s", "--inputs 5",
)

// asking finds commands that run programs.
var asking = text.Pattern(`touchstone (?:test|fuzz) \S+`)

// wholeSuite finds the runs of a whole suite, of which some cases are enough here,
// and selects the flags by which a run does not have it all anyway.
var (
	wholeSuite = text.Pattern(`touchstone test bazaar/[a-z]+`)
	selects    = text.Pattern(`--(case|clause|tag|shard|generate|list|dry-run|failed|mutant)\b`)
)

// embeddedCase finds the suite that an example takes its cases from.
var embeddedCase = text.Pattern(`touchstone (?:test|show) (bazaar)/([a-z]+)`)

// writtenTo is the file that an example without output writes.
var writtenTo = text.Pattern(` --to (\S+)`)

// TestExamples runs the examples as they are printed, each in a folder that has
// the files it speaks of: some write what others read.
func TestExamples(t *testing.T) {
	for _, name := range []string{"sh", "cat", "head"} {
		if !haveProgram(name) {
			t.Skipf("the examples are written for a POSIX shell, and there is no %s", name)
		}
	}
	touchstone, err := exec.LookPath("touchstone")
	if err != nil {
		t.Fatal(err)
	}
	// All folders are made before anything runs in one of them: a process that
	// starts while a program is being written keeps that from running.
	list, folders := examples(t), make(map[string]string)
	for _, e := range list {
		if _, skipped := notRun[e.line]; !skipped && folders[e.line] == "" {
			folders[e.line] = prepare(t, e.command, e.line)
		}
	}
	known := make(map[string]bool)
	for _, e := range list {
		if known[e.line] {
			continue // the help of another command has it, too
		}
		known[e.line] = true
		t.Run(strings.TrimPrefix(e.command, "touchstone "), func(t *testing.T) {
			t.Parallel()
			if reason, ok := notRun[e.line]; ok {
				t.Skipf("%s: %s", e.line, reason)
			}
			if (strings.Contains(e.line, "python3") || strings.Contains(e.line, "game lint nim")) && !haveProgram("python3") {
				t.Skipf("%s: there is no python3", e.line)
			}
			if m := embeddedCase().FindStringSubmatch(e.line); m != nil && !strings.Contains(e.line, "./my-suite") {
				if _, err := suite.Embedded(suites.FS, m[1], m[2]); err != nil {
					t.Skipf("%s: %v", e.line, err)
				}
			}
			line := shortened.Replace(e.line)
			if m := wholeSuite().FindStringIndex(line); m != nil && !selects().MatchString(line) {
				line = line[:m[1]] + " --shard 1/48" + line[m[1]:]
			}
			// The programs stand for others, but ask touchstone.
			line = asking().ReplaceAllString(line, "$0 --read "+text.Quote([]string{touchstone}))
			if strings.HasPrefix(line, "touchstone join") {
				line = "touchstone serve bazaar --port 45678 -o players_max=2 --quiet < server-in.json & " + line + "; wait"
			}
			// Examples run side by side, each at a port of its own.
			line = strings.ReplaceAll(line, "45678", strconv.Itoa(freePort(t)))
			command := exec.Command("sh", "-c", line)
			command.Dir = folders[e.line]
			output, err := command.CombinedOutput()
			status := command.ProcessState.ExitCode()
			want := 0
			if differs[e.line] || strings.HasPrefix(e.line, "touchstone doctor") && !strict() {
				want = 1
			}
			if status != want || status < 0 {
				t.Errorf("%s\n%s%v, expected status %d", e.line, output, err, want)
			}
			if m := writtenTo().FindStringSubmatch(e.line); m != nil && len(output) == 0 {
				if _, err := os.Stat(filepath.Join(folders[e.line], m[1])); err != nil {
					t.Errorf("%s: %v", e.line, err)
				}
			} else if len(output) == 0 && !strings.Contains(e.line, "--quiet") && !strings.Contains(e.line, " > ") {
				t.Errorf("%s: there is no output", e.line)
			}
		})
	}
	for line := range notRun {
		if !known[line] {
			t.Errorf("no help has the example %q", line)
		}
	}
	for line := range differs {
		if !known[line] {
			t.Errorf("no help has the example %q", line)
		}
	}
}

// freePort is one that nothing listens at.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// sampleState and what follows are the files that examples speak of.
const (
	sampleState = `{"equations":[[["red"],["blue"]]],"bank":["white","blue"],
 "visibles":[{"pebbles":["green","green","green","green","green"],"face?":false}],"cards":[],
 "players":[{"name":"Ada","wallet":["red"],"score":3,"cards":[]},{"name":"bob","wallet":[],"score":5,"cards":[]}],
 "dropouts":[],"phase":"pebble-or-trades"}
`
	sampleTurn     = `{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}`
	sampleRules    = `[[["red"],["blue"]]] [[["red"],["blue"]]] ` + sampleTurn
	sampleServer   = `[] {"bank":["red"],"visibles":[],"cards":[],"players":[{"wallet":[],"score":1},{"wallet":[],"score":2}]}`
	sampleGame     = `{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":1}]}`
	sampleServed   = `{"bank":["red"],"visibles":[],"cards":[],"players":[{"wallet":[],"score":1},{"wallet":[],"score":2}]}`
	sampleStrategy = `[[["red"],["blue"]]] ` + sampleTurn + ` "purchase-size"`
)

// sampleCourse is a course file whose submissions and suite lie beside it.
const sampleCourse = `submissions = {paths=["in/*"]}
task = [{task="bazaar/rules",suites=[{path="my-suite",public=true}],run="./xrules"}]
`

// prepare makes a folder for an example of a command, with the files that its line names,
// and those that are named there. All for each would be 8,000, which take seconds to make.
func prepare(t *testing.T, command, line string) string {
	t.Helper()
	dir := t.TempDir()
	type file struct {
		name, text string
		mode       os.FileMode
	}
	var files []file
	write := func(name, text string, mode os.FileMode) {
		files = slices.DeleteFunc(files, func(f file) bool { return f.name == name })
		files = append(files, file{name, text, mode})
	}
	write("state.json", sampleState, 0o644)
	write("request.json", "false\n", 0o644)
	write("first.json", "false\n", 0o644)
	write("second.json", "[]\n", 0o644)
	write("state-and-request", sampleState+"false\n", 0o644)
	write("slow.txt", "**/every-colour\n", 0o644)
	write("known.txt", "", 0o644)
	write("report.json", `{"verdicts":[{"case":"bazaar/rules/empty-list","verdict":"crashed"}]}`, 0o644)
	write("moves.jsonl", "["+strings.ReplaceAll(sampleState, "\n", "")+",false]\n", 0o644)
	write("case-in.json", sampleStrategy, 0o644)
	if command == "touchstone show" {
		write("my-suite/7-in.json", sampleGame, 0o644)
		write("my-suite/7-out.json", `{"bank":[],"cards":[],"active":{"wallet":[],"score":1},"scores":[]}`, 0o644)
	} else {
		write("my-suite/1-in.json", sampleRules, 0o644)
		write("my-suite/1-out.json", `["blue"] ["red"]`, 0o644)
	}
	if strings.HasPrefix(command, "touchstone game") {
		nim, err := txtar.ParseFile(filepath.Join("..", "..", "harness", "gamefolder", "testdata", "nim.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range nim.Files {
			write("nim/"+f.Name, string(f.Data), 0o644)
		}
	}
	game, err := os.ReadFile(filepath.Join("..", "..", "tests", "transcripts", "testdata", "exchange.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	write("game.jsonl", string(game), 0o644)
	write("in.json", `[["Ada","purchase-points"],["bob","purchase-size"]]`, 0o644)
	write("server-in.json", `[[["red"],["blue"]]] `+sampleServed, 0o644)
	write("clients-in.json", `[["Ada","purchase-points"],["bob","purchase-size"]]`, 0o644)
	write("xplayer", "#!/bin/sh\nexec touchstone join bazaar --pipe --player Ada=points\n", 0o755)
	for _, task := range []string{"turn", "move"} {
		script := "#!/bin/sh\nexec touchstone solve bazaar/" + task + "\n"
		write(task, script, 0o755)
		write("x"+task, script, 0o755)
	}
	players := "2"
	if command == "touchstone test" {
		players = "6" // as in the suites
	}
	write("xserver", "#!/bin/sh\nexec touchstone serve bazaar -o players_max="+players+" --quiet --stdin \"$1\"\n", 0o755)
	write("xclients", "#!/bin/sh\nexec touchstone join bazaar --quiet --stdin \"$1\"\n", 0o755)
	write("xplayer", "#!/bin/sh\nexec touchstone join bazaar --quiet --pipe --player bob=size\n", 0o755)
	write("server-in.json", sampleServer, 0o644)
	write("clients-in.json", `[["Ada","purchase-points"],["bob","purchase-size"]]`, 0o644)
	write("xclient", "#!/bin/sh\nexec touchstone join bazaar --quiet --stdin \"$1\"\n", 0o755)
	write("build/xrules", "#!/bin/sh\nexec touchstone solve bazaar/rules\n", 0o755)
	write("game", "#!/bin/sh\ntask=$1 && shift\nif [ \"$1\" = --file ]; then exec touchstone solve \"bazaar/$task\" < \"$2\"; fi\n"+
		"printf '%s\\n' \"$@\" | touchstone solve \"bazaar/$task\"\n", 0o755)
	write("arguments.sh", "while IFS= read -r value; do set -- \"$@\" \"$value\"; done\nexec \"$@\" </dev/null\n", 0o644)
	write("xrules-lines", "#!/bin/sh\nexec touchstone solve --lines bazaar/rules\n", 0o755)
	write("single.toml", sampleCourse, 0o644)
	write("class.toml", sampleCourse, 0o644)
	for _, team := range []string{"ada", "bob"} {
		write("in/"+team+"/xrules", "#!/bin/sh\ncat >/dev/null\necho false\n", 0o755)
	}
	if command == "touchstone grade diff" {
		line += " grades" // which nobody has to name
		for _, day := range []string{"2026-03-01", "2026-03-02"} {
			write("grades/history/"+day+".json", `{"rule":"sum","teams":[{"team":"ada"}]}`, 0o644)
		}
	}
	write("class/ada/rules/1-in.json", sampleRules, 0o644)
	write("class/ada/rules/1-out.json", `["blue"] ["red"]`, 0o644)
	write("class/bob/xrules/Tests/1-in.json", `[] [] `+sampleTurn, 0o644)
	write("class/bob/xrules/Tests/1-out.json", `["red"] ["blue"]`, 0o644)
	write("xrules.py", "import os\nos.execvp('touchstone', ['touchstone', 'solve', 'bazaar/rules'])\n", 0o644)
	named := " " + line
	names := func(file string) bool {
		top, _, _ := strings.Cut(file, "/")
		return slices.ContainsFunc([]string{" ", "/", `"`, "=", "@"}, func(before string) bool {
			return strings.Contains(named, before+strings.TrimSuffix(top, filepath.Ext(top)))
		})
	}
	for again := true; again; {
		again = false
		files = slices.DeleteFunc(files, func(f file) bool {
			if !names(f.name) {
				return false
			}
			again = true
			named += "\n" + f.text
			path := filepath.Join(dir, f.name)
			err := os.MkdirAll(filepath.Dir(path), 0o755)
			if err == nil {
				err = os.WriteFile(path, []byte(f.text), f.mode)
			}
			if err != nil {
				t.Fatal(err)
			}
			return true
		})
	}
	if names("xrules") {
		if err := os.Symlink(program(t, "right/rules"), filepath.Join(dir, "xrules")); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
