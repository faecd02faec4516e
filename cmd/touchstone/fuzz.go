package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/fuzz"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/scene/terminal"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// versus stands between two commands behind --.
const versus = "--vs"

// fuzzFlags are the flags of fuzz.
type fuzzFlags struct {
	settings
	programFlags
	against []string

	invalid    bool
	anyFailure bool
	keep       int
	runs       int
	time       time.Duration
	seed       uint64
	shrink     time.Duration
	jobs       int
	save       string
	corpus     string

	pace paceFlags
}

// shrinkLive is how long an input of a live task is made smaller by default: a
// game takes seconds.
const shrinkLive = time.Minute

// timeDefault is as long as a person waits for an answer.
const timeDefault = time.Minute

// minutesDuration is a number of minutes as a duration, as --minutes had it.
func minutesDuration(value string) string {
	if _, err := strconv.ParseFloat(value, 64); err != nil {
		return value
	}
	return value + "m"
}

func newFuzz(out *output) *cobra.Command {
	f := &fuzzFlags{}
	c := &cobra.Command{
		Use:   "fuzz GAME/TASK [flags] -- COMMAND [ARG...] [--vs COMMAND [ARG...]]",
		Short: "find a small input on which a program and the rules disagree",
		Long: `Touchstone makes random inputs of a task, gives them to a program, and compares its answers with those of the
rules. It shrinks each find until no pebble, card, player or number can be removed or lowered. Disagreements at
the same place of the answer, by the same clause, count as one.

--against compares the rules with other rules instead of a program:
  mutant:ID          the rules with one clause wrong
  preset:NAME        the rules of that preset
  option:NAME=VALUE  the rules with one other option; repeatable
If several options differ, the result names those that make the difference.

With --vs between two programs Touchstone compares them; the rules say which of them is right.

In a live task each input is a whole game over TCP, and every message is judged.

With --invalid, half of the inputs are ones that the rules refuse: wrong kinds, unknown keys, contradictions, text
that is not JSON. The program must then exit with status 2 and print nothing.

--save keeps each find as a case of a suite: N-in.json, N-out.json and N-why.txt, or N-invalid.json. It changes
no existing file. --corpus keeps the inputs that reached something new, and starts with those of earlier searches.

A seed reproduces the search with any --jobs, unless a time limit cuts it short. Touchstone tries each
disagreement twice more; one that does not come back is flaky, and is not shrunk.

Exit status: 0 nothing found, 1 a disagreement, 2 trouble.`,
		Example: `  touchstone fuzz bazaar/rules -- ./xrules
  touchstone fuzz bazaar/move --save found --time 6s -- ./xmove
  touchstone fuzz bazaar/turn --inputs 100 -- ./xturn --vs ./turn
  touchstone fuzz bazaar/rules --inputs 500 --protocol lines -- ./xrules-lines
  touchstone fuzz bazaar/turn --invalid --inputs 100 -- ./xturn
  touchstone fuzz bazaar/clients --seed 1 --inputs 3 -- ./xclients {port}
  touchstone fuzz bazaar/move --against mutant:G2 --seed 7
  touchstone fuzz bazaar/strategy --against preset:reference-2024
  touchstone fuzz bazaar/move --against option:price=false --format json`,
		ValidArgsFunction: completeTasks,
		RunE: func(c *cobra.Command, args []string) error {
			dash := c.ArgsLenAtDash()
			if dash < 0 {
				dash = len(args)
			}
			if dash != 1 {
				return &game.UsageError{
					Message: fmt.Sprintf("expected GAME/TASK before --, found %s", text.Count(dash, "argument")),
					Hint:    `for example "touchstone fuzz bazaar/rules -- ./xrules"`,
				}
			}
			return f.run(c, out, args[0], args[dash:])
		},
	}
	f.settings.register(c, "")
	f.programFlags.register(c)
	flags := c.Flags()
	flags.StringArrayVar(&f.against, "against", nil, "`RULES`: compare with mutant:ID, preset:NAME or option:NAME=VALUE instead of a program; repeatable")
	flags.BoolVar(&f.invalid, "invalid", false, "also give inputs that the program must refuse")
	flags.BoolVar(&f.anyFailure, "any-failure", false, "shrink an input even if the difference becomes another one")
	flags.IntVar(&f.keep, "max-disagreements", 1, "`N`: stop after N disagreements")
	flags.IntVar(&f.runs, "inputs", 0, "`N`: stop after N inputs")
	flags.DurationVar(&f.time, "time", timeDefault, "`DURATION`: stop after this time; 0: no limit, if --inputs is given")
	flags.DurationVar(&f.shrink, "shrink", fuzz.ShrinkTime, "`DURATION`: time limit for shrinking one input; live tasks: 1m")
	flags.Uint64Var(&f.seed, "seed", 0, usageSeed)
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "`N`: try N inputs at once (default: as many as there is room for)")
	flags.StringVar(&f.save, "save", "", "`FOLDER`: keep each find here, as a suite")
	flags.StringVar(&f.corpus, "corpus", "", "`FOLDER`: start with the inputs kept here, and keep those that reach something new")
	f.pace.register(flags)
	renamed(c, "runs", "inputs", nil)
	renamed(c, "keep", "max-disagreements", nil)
	renamed(c, "minutes", "time", minutesDuration)
	completeTestFlags(c)
	return c
}

// check refuses values that the flags do not have.
func (f *fuzzFlags) check(c *cobra.Command, argv []string) error {
	switch {
	case f.keep < 1 || f.keep > fuzz.KeepMax:
		return outOfRange("max-disagreements", f.keep, fuzz.KeepMax, "")
	case c.Flags().Changed("inputs") && (f.runs < 1 || f.runs > fuzz.RunsMax):
		return outOfRange("inputs", f.runs, fuzz.RunsMax, "")
	case f.time < 0 || f.time > subject.DurationMax:
		return &game.UsageError{Message: fmt.Sprintf("--time is %v, expected 0s to %v", f.time, subject.DurationMax)}
	case f.time == 0 && f.runs == 0:
		return &game.UsageError{Message: "--time 0 never stops the search", Hint: "add --inputs N"}
	case f.shrink <= 0 || f.shrink > subject.DurationMax:
		return &game.UsageError{Message: fmt.Sprintf("--shrink is %v, expected more than 0s and at most %v", f.shrink, subject.DurationMax)}
	case c.Flags().Changed("jobs") && (f.jobs < 1 || f.jobs > run.JobsMax):
		return outOfRange("jobs", f.jobs, run.JobsMax, "")
	case f.timeout <= 0 || f.cpu < 0 || max(f.timeout, f.cpu) > subject.DurationMax:
		return &game.UsageError{Message: fmt.Sprintf("--timeout and --cpu expect more than 0s and at most %v", subject.DurationMax)}
	case f.procs < 1 || f.procs > subject.ProcessesMost:
		return outOfRange("procs", f.procs, subject.ProcessesMost, "")
	case f.protocol != protocolSpawn && f.protocol != protocolLines:
		return game.Unknown("value of --protocol", f.protocol, "", []string{protocolSpawn, protocolLines}, c.CommandPath()+" --help")
	case f.invalid && f.protocol == protocolLines:
		return &game.UsageError{
			Message: "--invalid and --protocol lines exclude each other: no rule says how a program refuses a line",
			Hint:    "leave out --protocol lines",
		}
	case len(f.against) > 0 && len(argv) > 0:
		return &game.UsageError{Message: "--against and a program exclude each other", Hint: "to compare two programs: -- COMMAND --vs COMMAND"}
	}
	if codes := judge.Codes(f.codes); codes != judge.Lax && codes != judge.Strict {
		return game.Unknown("value of --codes", f.codes, "", []string{"lax", "strict"}, c.CommandPath()+" --help")
	}
	return nil
}

// checkLive refuses flags that go with live tasks only, or with others only.
func (f *fuzzFlags) checkLive(c *cobra.Command, taskName string, task game.Task) error {
	switch {
	case task.Live == "":
	case f.protocol == protocolLines:
		return &game.UsageError{Message: fmt.Sprintf("%s is played live over TCP, and each program plays one game", taskName), Hint: "leave --protocol out"}
	case f.invalid:
		return &game.UsageError{
			Message: fmt.Sprintf("--invalid is not for live tasks, and %s is one", taskName),
			Hint:    "leave it out: the games of this task already have players that send invalid messages",
		}
	}
	return f.pace.check(c, taskName, task)
}

func (f *fuzzFlags) run(c *cobra.Command, out *output, taskName string, argv []string) error {
	g, task, err := gameTask(taskName, "touchstone fuzz GAME/TASK -- ./program")
	if err != nil {
		return err
	}
	taskName = g.Name + "/" + task.Name
	if err := f.check(c, argv); err != nil {
		return err
	}
	desk, err := f.desk(g, task)
	if err != nil {
		return err
	}
	if err := f.checkLive(c, taskName, task); err != nil {
		return err
	}
	if task.Live != "" && !c.Flags().Changed("shrink") {
		f.shrink = shrinkLive
	}
	l := &fuzzReport{flags: f, command: c, out: out, desk: desk, taskName: taskName, judge: newJudge(desk, judge.Codes(f.codes))}
	if err := l.choosePeer(argv); err != nil {
		return err
	}
	defer l.close()
	config := fuzz.Config{
		Game: g, Rules: desk.Rules, Task: task, Peer: l.peer, Judge: l.judge,
		Invalid: f.invalid, AnyFailure: f.anyFailure, Keep: f.keep, Runs: f.runs, Jobs: l.jobs,
		Time: f.time, ShrinkTime: f.shrink,
		Found: l.found,
	}
	if task.Live != "" {
		config.Ahead = l.jobs
	}
	chosen, err := f.settings.game()
	if err != nil {
		return err
	}
	if config.Guides, err = fuzz.Guides(g, task, chosen); err != nil {
		return err
	}
	// A task without an embedded suite has fewer inputs to vary.
	if embedded, err := suite.Of(suites.FS, g, task.Name); err == nil {
		config.Known = fuzz.Inputs(embedded)
	}
	if f.corpus != "" {
		if config.Corpus, err = fuzz.ReadCorpus(f.corpus); err != nil {
			return err
		}
	}
	if f.save != "" {
		if l.folder, err = fuzz.OpenFolder(f.save); err != nil {
			return err
		}
	}
	if !c.Flags().Changed("seed") {
		f.seed = rand.Uint64N(1_000_000) // short enough to be typed
	}
	config.Seed = f.seed
	if !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: --seed %d repeats this search\n", f.seed)
	}
	config.Progress, l.wipe = f.progress(c.ErrOrStderr(), out.quiet)
	result, err := fuzz.Run(c.Context(), config)
	return l.end(result, err)
}

// progress tells on standard error how far the search is; wipe clears its line.
func (f *fuzzFlags) progress(w io.Writer, quiet bool) (tell func(fuzz.Summary), wipe func()) {
	if quiet {
		return nil, func() {}
	}
	status := &statusLine{w: w, terminal: isTerminal(w)}
	var last time.Duration
	return func(s fuzz.Summary) {
		if s.Took < progressQuiet || s.Took-last < status.every() {
			return
		}
		last = s.Took
		line := fmt.Sprintf("%s, %.0f/s, %s reached, %s",
			text.Count(s.Inputs, "input"), float64(s.Inputs)/s.Took.Seconds(), reached(s), text.Count(s.Distinct, "disagreement"))
		if s.Shrinking > 0 {
			line += fmt.Sprintf(", shrinking one more (%s)", text.Count(s.Shrinking, "try"))
		}
		status.show(line)
	}, status.wipe
}

// reached says what the inputs have reached.
func reached(s fuzz.Summary) string {
	if len(s.Clauses) == 0 {
		return text.Count(s.Corpus, "kind") + " of answers"
	}
	return fmt.Sprintf("%s and %s", text.Count(len(s.Clauses), "clause"), text.Count(len(s.Features), "feature"))
}

// A fuzzReport is a search with what it is held against, and what it has told.
type fuzzReport struct {
	flags    *fuzzFlags
	command  *cobra.Command
	out      *output
	desk     *answer.Desk
	taskName string
	judge    *judge.Judge
	peer     fuzz.Peer
	programs []*fuzz.Program
	again    []string // command lines that give the answers, but for that of the rules
	names    []string // of the two sides
	jobs     int
	folder   *fuzz.Folder
	wipe     func()
	saved    []string // names of files, by disagreement
	failed   error    // to write
	hint     string   // why the program may have failed, if not for its mistakes
}

// choosePeer makes what the rules are held against.
func (l *fuzzReport) choosePeer(argv []string) error {
	if len(l.flags.against) > 0 {
		return l.chooseRules()
	}
	first, second := argv, []string(nil)
	if at := slices.Index(argv, versus); at >= 0 {
		first, second = argv[:at], argv[at+1:]
		if len(second) == 0 {
			return &game.UsageError{Message: "--vs needs a command after it", Hint: "for example -- ./program --vs ./other"}
		}
		if slices.Contains(second, versus) {
			return &game.UsageError{
				Message: "--vs is given twice, and it compares two commands",
				Hint:    "if a program has a flag --vs of its own, put its command into a script",
			}
		}
	}
	if len(first) == 0 {
		return &game.UsageError{
			Message: "there is no program to compare with the rules",
			Hint:    fmt.Sprintf("put it after --: touchstone fuzz %s -- ./program; or name other rules with --against", l.taskName),
		}
	}
	isolation, err := l.flags.isolated(l.desk.Rules)
	if err == nil {
		err = areThere("read", l.flags.read)
	}
	if err != nil {
		return err
	}
	playedLive := l.desk.Task.Live != ""
	if playedLive && !l.command.Flags().Changed("timeout") {
		l.flags.timeout = l.flags.pace.timeout(l.desk.Rules)
	}
	limits := subject.Limits{
		Timeout: l.flags.timeout, CPU: l.flags.cpu, MemoryBytesMax: int64(l.flags.memory),
		ProcessesMax: l.flags.procs, OutputBytesMax: int(l.flags.output),
	}
	if l.jobs = l.flags.jobs; l.jobs == 0 {
		l.jobs = run.Jobs(limits, nil, playedLive)
	}
	for _, words := range [][]string{first, second} {
		if words == nil {
			continue
		}
		s := &subject.Command{Argv: words, Dir: l.flags.dir, Isolation: isolation, Live: l.desk.Task.Live.Networked(), Read: l.flags.read}
		s.Hide = hidden(s, gamefolder.Files(l.desk.Game))
		s.Warn = func(message string) {
			fmt.Fprintf(l.command.ErrOrStderr(), "touchstone: %s\n", text.Visible(message))
			fmt.Fprintln(l.command.ErrOrStderr(), `hint: "touchstone doctor" says what is missing; --isolation strict never runs without it`)
		}
		config := run.Config{
			Game: l.desk.Game, Rules: l.desk.Rules, Task: l.desk.Task, Judge: l.judge, Subject: s,
			Limits: limits, Jobs: l.jobs, Lines: l.flags.protocol == protocolLines,
		}
		if playedLive {
			config.Live = l.flags.pace.stage(l.desk, s)
		}
		l.programs = append(l.programs, &fuzz.Program{Config: config})
		l.again = append(l.again, s.String())
		l.names = append(l.names, s.String())
	}
	if second == nil {
		l.peer = l.programs[0]
		l.names = []string{"the rules", l.names[0]}
		return nil
	}
	l.peer = &fuzz.Two{A: l.programs[0], B: l.programs[1], Judge: l.judge}
	return nil
}

// chooseRules makes the other rules that --against names.
func (l *fuzzReport) chooseRules() error {
	other := l.flags.settings
	other.options = slices.Clone(other.options)
	for _, what := range l.flags.against {
		kind, name, _ := strings.Cut(what, ":")
		switch kind {
		case "mutant":
			other.mutant = name
		case "preset":
			other.preset, other.options = name, slices.Clone(other.options[len(l.flags.options):])
		case "option":
			other.options = append(other.options, name)
		default:
			return &game.UsageError{
				Message: fmt.Sprintf("--against is %q, expected mutant:ID, preset:NAME or option:NAME=VALUE", what),
				Hint:    fmt.Sprintf("%q lists them", "touchstone games "+l.desk.Game.Name),
			}
		}
		if name == "" {
			return &game.UsageError{Message: fmt.Sprintf("--against %q names no %s", what, kind), Hint: "for example --against mutant:ID"}
		}
	}
	rules, err := other.rules(l.desk.Game)
	if err != nil {
		return err
	}
	if l.jobs = l.flags.jobs; l.jobs == 0 {
		l.jobs = run.Jobs(subject.Limits{}, nil, false)
	}
	title := strings.Join(l.flags.against, " ")
	chosen, err := l.flags.settings.game()
	if err != nil {
		return err
	}
	l.peer = &fuzz.Other{
		Title: title, Rules: rules, Task: l.desk.Task, Judge: l.judge, Jobs: l.jobs,
		Causes: fuzz.Causes(l.desk.Game, l.desk.Task, chosen, l.desk.Rules, rules, l.judge),
	}
	l.names = []string{"the rules", title}
	l.again = []string{text.Quote(append([]string{"touchstone", "solve", l.taskName}, other.flags()...))}
	switch m, ok := l.desk.Game.Mutant(other.mutant); {
	case !ok || l.out.quiet:
	case !slices.Contains(m.Tasks, l.desk.Task.Name):
		fmt.Fprintf(l.command.ErrOrStderr(), "touchstone: mutant %s answers %s correctly; it is wrong in %s\n", m.ID, l.taskName, strings.Join(m.Tasks, ", "))
	case m.Equivalent != "":
		fmt.Fprintf(l.command.ErrOrStderr(), "touchstone: no input tells mutant %s from the rules: %s\n", m.ID, m.Equivalent)
	}
	return nil
}

func (l *fuzzReport) close() {
	for _, p := range l.programs {
		p.Close()
		p.Config.Subject.Close()
	}
}

// found saves and prints a disagreement at once: who waits wants to see it.
func (l *fuzzReport) found(d fuzz.Disagreement) {
	file := ""
	if l.folder != nil && l.failed == nil {
		file, l.failed = l.folder.Save(&d, l.explained(&d, "", false))
	}
	l.saved = append(l.saved, file)
	if l.hint == "" && len(l.programs) > 0 {
		l.hint = placeHint(l.programs[0].Config.Subject, run.Result{Verdict: d.Verdict})
	}
	if l.out.format == "json" || l.out.quiet {
		return
	}
	l.wipe()
	if _, err := io.WriteString(l.command.OutOrStdout(), l.explained(&d, file, true)+"\n"); err != nil && l.failed == nil {
		l.failed = err
	}
}

// The bounds of what is shown of a disagreement.
const (
	// againBytesMax is how long an input may be that stands in a command line.
	againBytesMax = 4 << 10
	// diffLinesMax is as much of a difference as fits on a screen.
	diffLinesMax = 60
	// malformedBytesMax is as much of a text that is not JSON as is worth a look.
	malformedBytesMax = 400
)

// explained is a disagreement for people. File is where its input is kept, if
// it is. What is shown, and not saved, has colours and pictures if it may.
func (l *fuzzReport) explained(d *fuzz.Disagreement, file string, screen bool) string {
	v := &d.Verdict
	var b strings.Builder
	fmt.Fprintf(&b, "%d. %s: %s\n", d.Number, v.Outcome, wrap(text.Visible(v.Message), textWidth, 3))
	fmt.Fprintf(&b, "   %s\n\n", wrap(l.size(d), textWidth, 3))
	shown := func(title string, params []game.Param, values []jsontext.Value) {
		fmt.Fprintf(&b, "   %s\n", text.Visible(title))
		for i, value := range values {
			name := fmt.Sprintf("value %d", i+1)
			if i < len(params) || len(params) > 0 && params[len(params)-1].Repeated {
				name = params[min(i, len(params)-1)].Name
			}
			fmt.Fprintf(&b, "     %s: %s\n", name, text.Visible(string(value)))
		}
	}
	malformed := strings.TrimSuffix(string(d.Text), "\n")
	pictures := screen && d.Refusal == nil && (l.out.verbose || isTerminal(l.command.OutOrStdout()))
	if d.Malformed == "" {
		shown("input", l.desk.Task.In, d.In)
		if pictures {
			drawValues(l.command, l.out, &b, l.desk, l.desk.Task.In, d.In)
		}
	} else {
		fmt.Fprintf(&b, "   input\n     %s\n", text.Visible(text.Shorten(malformed, malformedBytesMax)))
	}
	one, two := d.Expected, d.Received
	if len(l.programs) == 2 {
		one = d.First
	}
	switch {
	case d.Refusal != nil:
		fmt.Fprintf(&b, "   the rules refuse it\n     value %d: %s\n", d.Refusal.Value+1, text.Visible(d.Refusal.Message))
	case one != nil:
		shown(l.names[0], l.desk.Task.Out, one)
	default:
		fmt.Fprintf(&b, "   %s: no answer\n", text.Visible(l.names[0]))
	}
	if len(two) > 0 {
		shown(l.names[1], l.desk.Task.Out, two)
	} else {
		fmt.Fprintf(&b, "   %s: no answer\n", text.Visible(l.names[1]))
	}
	if v.Stderr != "" && !strings.HasSuffix(v.Message, v.Stderr) {
		fmt.Fprintf(&b, "   stderr\n")
		for line := range strings.SplitSeq(strings.TrimRight(v.Stderr, "\n"), "\n") {
			fmt.Fprintf(&b, "     %s\n", text.Visible(strings.TrimRight(line, "\r")))
		}
	}
	if one != nil && len(two) > 0 && d.Refusal == nil {
		if pictures {
			l.drawAnswers(&b, one, two)
		}
		l.tellDifference(&b, one, two, screen)
	}
	if clause, ok := l.desk.Game.Clause(v.Clause); ok {
		fmt.Fprintf(&b, "\n   %s  %s\n", clause.ID, wrap(clause.Text, textWidth, len(clause.ID)+5))
	}
	b.WriteByte('\n')
	if file != "" {
		fmt.Fprintf(&b, "   kept: %s\n", text.Visible(file))
	}
	l.tellAgain(&b, d, file)
	return b.String()
}

// tellDifference writes where two answers differ, as much of it as fits on a screen.
func (l *fuzzReport) tellDifference(b *strings.Builder, one, two []jsontext.Value, screen bool) {
	diff := l.judge.Render(one, two, judge.Style{Color: screen && l.out.colored(l.command.OutOrStdout()), Width: textWidth - 3})
	if diff != "" {
		b.WriteByte('\n')
	}
	n := 0
	for line := range strings.Lines(diff) {
		if n++; n > diffLinesMax {
			fmt.Fprintf(b, "   …\n")
			break
		}
		fmt.Fprintf(b, "   %s", line)
	}
}

// tellAgain writes the commands that show a disagreement once more. File is where its
// input is kept, if it is.
func (l *fuzzReport) tellAgain(b *strings.Builder, d *fuzz.Disagreement, file string) {
	malformed := strings.TrimSuffix(string(d.Text), "\n")
	switch {
	case file != "" && l.desk.Task.Live != "":
		for _, command := range l.again {
			fmt.Fprintf(b, "   again: %s -- %s\n", text.Visible(text.Quote(append(l.testWords(), l.flags.save))), text.Visible(command))
		}
	case l.desk.Task.Live != "":
	case file != "" && !l.lines():
		for _, command := range l.again {
			fmt.Fprintf(b, "   again: %s < %s\n", text.Visible(command), text.Visible(text.Quote([]string{file})))
		}
	case d.Malformed != "" && text.Visible(malformed) != malformed:
		// No shell takes it from a screen.
	case d.Size() <= againBytesMax:
		words := []string{"printf", `%s\n`}
		switch {
		case d.Malformed != "":
			words = append(words, malformed)
		case l.lines():
			words = append(words, oneLine(d.In))
		default:
			for _, value := range d.In {
				words = append(words, string(value))
			}
		}
		for _, command := range l.again {
			fmt.Fprintf(b, "   again: %s | %s\n", text.Visible(text.Quote(words)), text.Visible(command))
		}
	}
}

// lines tells whether a program is given a case as a line, and not as values.
func (l *fuzzReport) lines() bool {
	return l.flags.protocol == protocolLines && len(l.programs) > 0
}

// oneLine is an array of values, as a program that answers line by line is given
// it.
func oneLine(values []jsontext.Value) string {
	parts := make([]string, len(values))
	for i, v := range values {
		v = v.Clone()
		// An input is valid JSON, which can be compacted.
		_ = v.Compact()
		parts[i] = string(v)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// size says how large a disagreement was found, and how small it is now.
func (l *fuzzReport) size(d *fuzz.Disagreement) string {
	found := fmt.Sprintf("input %d, found with %s", d.Inputs, text.Count(d.FoundBytes, "byte"))
	switch {
	case d.Flaky:
		return found + "; flaky, so it was not shrunk"
	case !d.Minimal:
		return fmt.Sprintf("%s, now %d after %s in %v, %s", found, d.Size(), text.Count(d.Asked, "try"), roughly(d.Shrinking), l.whyLarge(d))
	case d.Size() > d.FoundBytes:
		return fmt.Sprintf("%s, now %d with fewer or plainer values: no single step shrinks it further", found, d.Size())
	}
	return fmt.Sprintf("%s, now %d: no single step shrinks it further", found, d.Size())
}

// whyLarge says why a witness is not as small as it gets.
func (l *fuzzReport) whyLarge(d *fuzz.Disagreement) string {
	switch {
	case context.Cause(l.command.Context()) != nil:
		return "when the search was interrupted"
	case d.Shrinking >= l.flags.shrink && len(l.programs) > 0:
		return "which is the time limit --shrink"
	}
	return "which is the limit of tries"
}

// drawAnswers draws two answers side by side, the places marked where they
// differ, if both can be drawn.
func (l *fuzzReport) drawAnswers(b *strings.Builder, one, two []jsontext.Value) {
	var pointers []string
	for _, d := range l.judge.Compare(one, two).Differences {
		pointers = append(pointers, d.Pointer)
	}
	both, marks, err := picture.Answers(l.desk.Rules, l.desk.Task.Out, [2]string{l.names[0], l.names[1]}, one, two, pointers)
	if err != nil {
		return // a program may write anything
	}
	w := l.command.OutOrStdout()
	o := l.out.screen(w)
	o.Marks = marks
	b.WriteString(terminal.Draw(both, o))
}

// testWords is the command that plays the games of a suite again, without the
// suite and the program.
func (l *fuzzReport) testWords() []string {
	words := append([]string{"touchstone", "test", l.taskName}, l.flags.settings.flags()...)
	return append(words, l.flags.pace.words()...)
}

// A foundLine is a disagreement as fuzz writes it with --format json.
type foundLine struct {
	Verdict    jsontext.Value   `json:"verdict"`
	In         []jsontext.Value `json:"in,omitempty"`
	Text       string           `json:"text,omitempty"` // in place of values, if it is no JSON
	Expected   []jsontext.Value `json:"expected,omitempty"`
	Refused    string           `json:"refused,omitempty"`
	First      []jsontext.Value `json:"first,omitempty"`
	Received   []jsontext.Value `json:"received,omitempty"`
	Bytes      int              `json:"bytes"`
	FoundBytes int              `json:"found_bytes"`
	Inputs     int              `json:"inputs"`
	Flaky      bool             `json:"flaky,omitzero"`
	Minimal    bool             `json:"minimal"`
	File       string           `json:"file,omitempty"`
}

// A searchLine is what fuzz writes with --format json.
type searchLine struct {
	Task     string                    `json:"task"`
	Subject  string                    `json:"subject"`
	Options  map[string]jsontext.Value `json:"options"`
	Seed     uint64                    `json:"seed"`
	Inputs   int                       `json:"inputs"`
	Refused  int                       `json:"refused,omitzero"`
	Clauses  []string                  `json:"clauses"`
	Features []string                  `json:"features"`
	Corpus   int                       `json:"corpus"`
	Again    int                       `json:"again"`
	List     []foundLine               `json:"disagreements"`
	Ended    bool                      `json:"interrupted,omitzero"`
	Ms       float64                   `json:"ms"`
}

// end tells how the search ended.
func (l *fuzzReport) end(result fuzz.Result, err error) error {
	l.wipe()
	interrupted := context.Cause(l.command.Context()) != nil
	if err != nil && !interrupted && len(result.Disagreements) == 0 {
		return err
	}
	if l.flags.corpus != "" {
		if kept := fuzz.WriteCorpus(l.flags.corpus, result.Corpus); kept != nil && l.failed == nil {
			l.failed = kept
		}
	}
	if l.hint != "" && !l.out.quiet {
		fmt.Fprintf(l.command.ErrOrStderr(), "hint: %s\n", text.Visible(l.hint))
	}
	if l.out.format == "json" {
		if err := l.writeJSON(result, interrupted); err != nil {
			return err
		}
	} else if !l.out.quiet {
		s := result.Summary
		line := text.Count(s.Inputs, "input")
		if s.Refused > 0 {
			line += fmt.Sprintf(", %d of them invalid", s.Refused)
		}
		line += fmt.Sprintf(", %s reached: ", reached(s))
		if s.Distinct == 0 {
			line += "no disagreement"
		} else {
			line += text.Count(s.Distinct, "disagreement")
		}
		if s.Again > 0 {
			line += fmt.Sprintf(", found %s more", text.Count(s.Again, "time"))
		}
		line += fmt.Sprintf(" (%s)", roughly(s.Took))
		if _, err := fmt.Fprintln(l.command.OutOrStdout(), line); err != nil {
			return err
		}
		if s.Distinct > 0 && l.folder == nil {
			fmt.Fprintln(l.command.ErrOrStderr(), "hint: --save FOLDER keeps the finds as a suite for touchstone test")
		}
	}
	switch {
	case err != nil:
		return err
	case l.failed != nil:
		return l.failed
	case len(result.Disagreements) > 0:
		return errDiffers
	}
	return nil
}

func (l *fuzzReport) writeJSON(result fuzz.Result, interrupted bool) error {
	s := searchLine{
		Task: l.taskName, Subject: text.Valid(l.peer.Name()), Options: make(map[string]jsontext.Value), Seed: l.flags.seed,
		Inputs: result.Inputs, Refused: result.Refused, Clauses: result.Clauses, Features: result.Features,
		Corpus: result.Summary.Corpus, Again: result.Again, Ended: interrupted,
		Ms: float64(result.Took.Microseconds()) / 1000,
	}
	for _, o := range l.desk.Rules.Options() {
		s.Options[o.Name] = o.Value
	}
	for i, d := range result.Disagreements {
		d.Verdict.Case, d.Verdict.Subject = "fuzz/"+strconv.Itoa(d.Number), s.Subject
		verdict, err := ledger.Encode(&d.Verdict)
		if err != nil {
			return err
		}
		line := foundLine{
			Verdict: verdict, In: d.In, Expected: d.Expected, First: d.First, Received: d.Received,
			Bytes: d.Size(), FoundBytes: d.FoundBytes, Inputs: d.Inputs, Flaky: d.Flaky, Minimal: d.Minimal, File: text.Valid(l.saved[i]),
		}
		if d.Malformed != "" {
			line.In, line.Text = nil, text.Valid(string(d.Text))
		}
		if d.Refusal != nil {
			line.Refused = d.Refusal.Error()
		}
		s.List = append(s.List, line)
	}
	return writeJSON(l.command.OutOrStdout(), s)
}

// roughly is a duration as people read it.
func roughly(d time.Duration) string {
	if d >= time.Second {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Millisecond).String()
}
