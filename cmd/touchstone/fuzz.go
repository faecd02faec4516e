package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/answer"
	"github.com/touchstone-harness/touchstone/harness/fuzz"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/ledger"
	"github.com/touchstone-harness/touchstone/harness/picture"
	"github.com/touchstone-harness/touchstone/harness/run"
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
	against []string

	invalid    bool
	anyFailure bool
	keep       int
	runs       int
	minutes    float64
	seed       uint64
	shrink     time.Duration
	jobs       int
	save       string
	corpus     string

	timeout   time.Duration
	cpu       time.Duration
	memory    byteSize
	output    byteSize
	procs     int
	isolation string
	read      []string
	dir       string
	protocol  string
	codes     string
	pace      paceFlags
}

// shrinkLive is how long an input of a live task is made smaller by default: a
// game takes seconds.
const shrinkLive = time.Minute

// minutesDefault is as long as a person waits for an answer.
const minutesDefault = 1

func newFuzz(out *output) *cobra.Command {
	f := &fuzzFlags{output: subject.OutputBytesMax, memory: subject.MemoryBytesMax}
	c := &cobra.Command{
		Use:   "fuzz GAME/TASK [flags] -- COMMAND [ARG...] [--vs COMMAND [ARG...]]",
		Short: "find a small input on which a program and the rules disagree",
		Long: `Fuzz makes random inputs of a task, gives them to a program, and compares its
answers with what the rules make of them. What it finds is made as small as it
gets, with the same difference: no pebble, card, player or number can be left
out or lowered in what is shown. Fewer and plainer values count as smaller,
even where they take more bytes. Disagreements that differ at one place of the
answer, by one clause, count as one.

Instead of a command, --against names other rules to compare with, in process:

  mutant:ID           the rules with one clause wrong
  preset:NAME         the rules of that preset instead of this run's
  option:NAME=VALUE   this run's rules but for one option; may be repeated

Where they differ by several options, those that alone make the difference are
named, and disagreements that come of different ones count as different.

In a live task each input is a whole game over TCP: a server is held to clients
of ours, clients to a server of ours, and every message is judged as it passes.
What is found is made small while the same is wrong with the same message.

With --vs between them two commands are compared with each other. The rules
then only say which inputs are valid, and which of the two is right.

Inputs come from the game's generator, and from changes of inputs that reached
clauses, features or kinds of answers that were new, later also of inputs of
the embedded suite. Each round leans to other sizes and changes. Since a
command takes long to start, many more inputs are made than it is asked, and
those come first that tell wrong rules from right ones. With --invalid half of
the inputs are such as the rules refuse: wrong kinds, unknown keys, too much,
contradictions, and text that is no JSON: cut off, a key twice, very deep. The
program must then exit with status 2 and write nothing to standard output.

The same seed finds the same on any number of jobs, as long as neither the time
of the search runs out nor that of --shrink. A disagreement with a program is
asked about twice more; one that does not stay is called flaky, and not made
small.

On a terminal, and with --verbose, an input is drawn, too, and so are both
answers, with the places marked where they differ, as far as they can be.

--save keeps each witness as a case of a suite, N-in.json and N-out.json, with
N-why.txt beside it; one that the rules refuse is N-invalid.json. Cases that
the folder has stay, and none is written twice. --corpus keeps the inputs that
reached something new, and begins with those of an earlier search.

Exit status: 0 nothing found, 1 a disagreement, 2 trouble.`,
		Example: `  touchstone fuzz bazaar/rules -- ./xrules
  touchstone fuzz bazaar/rules --runs 500 --protocol lines -- ./xrules-lines
  touchstone fuzz bazaar/move --keep 3 --save found --minutes 0.1 -- ./xmove
  touchstone fuzz bazaar/turn --invalid --runs 100 -- ./xturn
  touchstone fuzz bazaar/turn --runs 100 -- ./xturn --vs ./turn
  touchstone fuzz bazaar/clients --seed 1 --runs 3 -- ./xclients {port}
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
	flags := c.Flags()
	flags.StringArrayVar(&f.against, "against", nil, "compare with `RULES` instead of a command: mutant:ID, preset:NAME or option:NAME=VALUE")
	flags.BoolVar(&f.invalid, "invalid", false, "also give inputs that must be refused")
	flags.BoolVar(&f.anyFailure, "any-failure", false, "a witness may differ in another way than the input that it was made of")
	flags.IntVar(&f.keep, "keep", 1, "end after `N` distinct disagreements")
	flags.IntVar(&f.runs, "runs", 0, "end after `N` inputs")
	flags.Float64Var(&f.minutes, "minutes", minutesDefault, "end after so many `MINUTES`; 0: not by time, if --runs is given")
	flags.DurationVar(&f.shrink, "shrink", fuzz.ShrinkTime, "make each input that is found smaller for at most `DURATION`; by default 1m for live tasks")
	flags.Uint64Var(&f.seed, "seed", 0, "`SEED` of the inputs; by default a new one, which is printed")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "work on `N` inputs at once; by default as many as there are processors and memory for")
	flags.StringVar(&f.save, "save", "", "keep each witness in `FOLDER`, as a suite")
	flags.StringVar(&f.corpus, "corpus", "", "begin with the inputs kept in `FOLDER`, and keep those that reach something new")
	flags.DurationVar(&f.timeout, "timeout", subject.Timeout, "wall clock `DURATION` of each input")
	flags.DurationVar(&f.cpu, "cpu", 0, fmt.Sprintf("processor `DURATION` of each input; by default its wall clock time and %v", subject.CPUSlack))
	flags.Var(&f.memory, "memory", "most `BYTES` of memory for an input, with K, M or G")
	flags.Var(&f.output, "output", "most `BYTES` that the program may write for an input, with K, M or G")
	flags.IntVar(&f.procs, "procs", subject.ProcessesMax, "most processes and threads, `N`, at once for an input")
	flags.StringVar(&f.isolation, "isolation", string(subject.Best), "`KIND` strict, best or none, as touchstone test has it")
	flags.StringArrayVar(&f.read, "read", nil, "let the program read the file or folder `PATH`, too (repeatable)")
	flags.StringVar(&f.dir, "dir", "", "run the program in `FOLDER`; by default in an empty one of its own")
	flags.StringVar(&f.protocol, "protocol", protocolSpawn, "`KIND` spawn: start the program for each input; lines: it answers one a line")
	f.pace.register(flags)
	flags.StringVar(&f.codes, "codes", string(judge.Lax), "with `KIND` strict another code for an illegal request is wrong, with lax it is not")
	completeTestFlags(c)
	return c
}

// check refuses values that the flags do not have.
func (f *fuzzFlags) check(c *cobra.Command, argv []string) error {
	switch {
	case f.keep < 1 || f.keep > fuzz.KeepMax:
		return &game.UsageError{Message: fmt.Sprintf("--keep is %d, expected 1 to %d", f.keep, fuzz.KeepMax)}
	case c.Flags().Changed("runs") && (f.runs < 1 || f.runs > fuzz.RunsMax):
		return &game.UsageError{Message: fmt.Sprintf("--runs is %d, expected 1 to %d", f.runs, fuzz.RunsMax)}
	case math.IsNaN(f.minutes) || f.minutes < 0 || f.minutes > subject.DurationMax.Minutes():
		return &game.UsageError{Message: fmt.Sprintf("--minutes is %v, expected 0 to %v", f.minutes, subject.DurationMax.Minutes())}
	case f.minutes == 0 && f.runs == 0:
		return &game.UsageError{Message: "--minutes 0 would search for ever", Hint: "add --runs N"}
	case f.shrink <= 0 || f.shrink > subject.DurationMax:
		return &game.UsageError{Message: fmt.Sprintf("--shrink is %v, expected more than 0s and at most %v", f.shrink, subject.DurationMax)}
	case c.Flags().Changed("jobs") && (f.jobs < 1 || f.jobs > run.JobsMax):
		return &game.UsageError{Message: fmt.Sprintf("--jobs is %d, expected 1 to %d", f.jobs, run.JobsMax)}
	case f.timeout <= 0 || f.cpu < 0 || max(f.timeout, f.cpu) > subject.DurationMax:
		return &game.UsageError{Message: fmt.Sprintf("--timeout and --cpu expect more than 0s and at most %v", subject.DurationMax)}
	case f.procs < 1:
		return &game.UsageError{Message: fmt.Sprintf("--procs is %d, expected at least 1", f.procs)}
	case f.protocol != protocolSpawn && f.protocol != protocolLines:
		return game.Unknown("value of --protocol", f.protocol, "", []string{protocolSpawn, protocolLines}, c.CommandPath()+" --help")
	case f.invalid && f.protocol == protocolLines:
		return &game.UsageError{
			Message: "--invalid is for programs that get one input: how one that answers line by line refuses is not laid down",
			Hint:    "leave --protocol lines out",
		}
	case len(f.against) > 0 && len(argv) > 0:
		return &game.UsageError{Message: "--against and a command exclude each other", Hint: "two commands are compared with: -- COMMAND --vs COMMAND"}
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
		return &game.UsageError{Message: fmt.Sprintf("%s is played live over TCP, one game a program", taskName), Hint: "leave --protocol out"}
	case f.invalid:
		return &game.UsageError{
			Message: fmt.Sprintf("%s is played live over TCP, and --invalid is for tasks that are not", taskName),
			Hint:    "games with players that send what is not valid are among those of the task without --invalid",
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
		Time: time.Duration(f.minutes * float64(time.Minute)), ShrinkTime: f.shrink,
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
	if embedded, err := suite.Embedded(suites.FS, g.Name, task.Name); err == nil {
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
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: --seed %d makes the same search again\n", f.seed)
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
	terminal := isTerminal(w)
	every := progressPlain
	if terminal {
		every = progressTerminal
	}
	var last time.Duration
	shown := false
	wipe = func() {
		if shown {
			fmt.Fprint(w, "\r\x1b[K")
			shown = false
		}
	}
	return func(s fuzz.Summary) {
		if s.Took < progressQuiet || s.Took-last < every {
			return
		}
		last = s.Took
		wipe()
		line := fmt.Sprintf("touchstone: %s, %.0f/s, %s reached, %s",
			text.Count(s.Inputs, "input"), float64(s.Inputs)/s.Took.Seconds(), reached(s), text.Count(s.Distinct, "disagreement"))
		if s.Shrinking > 0 {
			line += fmt.Sprintf(", one more is being made small (%s)", text.Count(s.Shrinking, "try"))
		}
		if terminal {
			fmt.Fprint(w, line)
			shown = true
		} else {
			fmt.Fprintln(w, line)
		}
	}, wipe
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
			return &game.UsageError{Message: "there is no command behind --vs"}
		}
		if slices.Contains(second, versus) {
			return &game.UsageError{
				Message: "--vs stands there twice: it compares two commands",
				Hint:    "a command that takes --vs itself goes into a script",
			}
		}
	}
	if len(first) == 0 {
		return &game.UsageError{
			Message: "there is no program to compare with the rules",
			Hint:    fmt.Sprintf("put it behind --: touchstone fuzz %s -- ./program; or name other rules with --against", l.taskName),
		}
	}
	isolation, err := subject.ParseIsolation(l.flags.isolation)
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
		s := &subject.Command{Argv: words, Dir: l.flags.dir, Isolation: isolation, Live: playedLive, Read: l.flags.read}
		s.Warn = func(message string) {
			fmt.Fprintf(l.command.ErrOrStderr(), "touchstone: %s\n", text.Visible(message))
			fmt.Fprintln(l.command.ErrOrStderr(), `hint: "touchstone doctor" says what is missing; --isolation strict refuses to run so`)
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
	l.again = []string{subject.Quote(append([]string{"touchstone", "solve", l.taskName}, other.flags()...))}
	switch m, ok := l.desk.Game.Mutant(other.mutant); {
	case !ok || l.out.quiet:
	case !slices.Contains(m.Tasks, l.desk.Task.Name):
		fmt.Fprintf(l.command.ErrOrStderr(), "touchstone: mutant %s is right in %s: it is wrong in %s\n", m.ID, l.taskName, strings.Join(m.Tasks, ", "))
	case m.Equivalent != "":
		fmt.Fprintf(l.command.ErrOrStderr(), "touchstone: no input tells mutant %s from the rules: %s\n", m.ID, m.Equivalent)
	}
	return nil
}

func (l *fuzzReport) close() {
	for _, p := range l.programs {
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
	// malformedBytesMax is as much of a text that is no JSON as is worth a look.
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
			drawValues(l.command, l.out, &b, l.desk, d.In)
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
		fmt.Fprintf(&b, "   %s: no answer to show\n", text.Visible(l.names[1]))
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
		diff := l.judge.Render(one, two, judge.Style{Color: screen && l.out.colored(l.command.OutOrStdout()), Width: textWidth - 3})
		if diff != "" {
			b.WriteByte('\n')
		}
		n := 0
		for line := range strings.Lines(diff) {
			if n++; n > diffLinesMax {
				fmt.Fprintf(&b, "   …\n")
				break
			}
			fmt.Fprintf(&b, "   %s", line)
		}
	}
	if clause, ok := l.desk.Game.Clause(v.Clause); ok {
		fmt.Fprintf(&b, "\n   %s  %s\n", clause.ID, wrap(clause.Text, textWidth, len(clause.ID)+5))
	}
	b.WriteByte('\n')
	if file != "" {
		fmt.Fprintf(&b, "   kept: %s\n", text.Visible(file))
	}
	switch {
	case file != "" && l.desk.Task.Live != "":
		for _, command := range l.again {
			fmt.Fprintf(&b, "   again: %s -- %s\n", text.Visible(subject.Quote(append(l.testWords(), l.flags.save))), text.Visible(command))
		}
	case l.desk.Task.Live != "":
	case file != "" && !l.lines():
		for _, command := range l.again {
			fmt.Fprintf(&b, "   again: %s < %s\n", text.Visible(command), text.Visible(subject.Quote([]string{file})))
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
			fmt.Fprintf(&b, "   again: %s | %s\n", text.Visible(subject.Quote(words)), text.Visible(command))
		}
	}
	return b.String()
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
		return found + "; flaky, so it was not made smaller"
	case !d.Minimal:
		return fmt.Sprintf("%s, now %d after %s in %v, %s", found, d.Size(), text.Count(d.Asked, "try"), roughly(d.Shrinking), l.whyLarge(d))
	case d.Size() > d.FoundBytes:
		return fmt.Sprintf("%s, now %d for fewer or plainer values: no single step makes it smaller", found, d.Size())
	}
	return fmt.Sprintf("%s, now %d: no single step makes it smaller", found, d.Size())
}

// whyLarge says why a witness is not as small as it gets.
func (l *fuzzReport) whyLarge(d *fuzz.Disagreement) string {
	switch {
	case context.Cause(l.command.Context()) != nil:
		return "when the search was interrupted"
	case d.Shrinking >= l.flags.shrink && len(l.programs) > 0:
		return "and --shrink gives no more time to make it smaller"
	}
	return "and nothing is tried more often than that"
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
	b.WriteString(terminal.Draw(both, terminal.Options{Width: columns(w), Colour: l.out.colored(w), Marks: marks}))
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
			line += fmt.Sprintf(", %d of them to be refused", s.Refused)
		}
		line += fmt.Sprintf(", %s reached: ", reached(s))
		if s.Distinct == 0 {
			line += "no disagreement"
		} else {
			line += text.Count(s.Distinct, "disagreement")
		}
		if s.Again > 0 {
			line += fmt.Sprintf(", met %s more", text.Count(s.Again, "time"))
		}
		line += fmt.Sprintf(" (%s)", roughly(s.Took))
		if _, err := fmt.Fprintln(l.command.OutOrStdout(), line); err != nil {
			return err
		}
		if s.Distinct > 0 && l.folder == nil {
			fmt.Fprintln(l.command.ErrOrStderr(), "hint: --save FOLDER keeps what is found as a suite, which touchstone test runs again")
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
