package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/fuzz"
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

	invalid          bool
	anyFailure       bool
	maxDisagreements int
	inputs           int
	time             time.Duration
	seed             uint64
	shrink           time.Duration
	jobs             int
	save             string
	corpus           string

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
disagreement twice more; one that does not come back is flaky, and is not shrunk. If the machine is too busy to
judge an answer, Touchstone asks again later, then passes the input over and counts it.

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
				return noProgram(c, fmt.Sprintf("expected GAME/TASK before --, found %s", text.Count(dash, "argument")),
					`for example "touchstone fuzz bazaar/rules -- ./xrules"`)
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
	flags.IntVar(&f.maxDisagreements, "max-disagreements", 1, "`N`: stop after N disagreements")
	flags.IntVar(&f.inputs, "inputs", 0, "`N`: stop after N inputs")
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
	case f.maxDisagreements < 1 || f.maxDisagreements > fuzz.KeepMax:
		return outOfRange(typed(c, "max-disagreements"), f.maxDisagreements, 1, fuzz.KeepMax, "stop after the first")
	case c.Flags().Changed("inputs") && (f.inputs < 1 || f.inputs > fuzz.RunsMax):
		return outOfRange(typed(c, "inputs"), f.inputs, 1, fuzz.RunsMax, "search for the time of --time")
	case f.time < 0 || f.time > subject.DurationMax:
		return &game.UsageError{
			Message: fmt.Sprintf("--%s is %v, expected 0s to %v", typed(c, "time"), f.time, subject.DurationMax),
			Hint:    "for example --time 30s; with 0s, --inputs alone ends the search",
		}
	case f.time == 0 && f.inputs == 0:
		return &game.UsageError{Message: fmt.Sprintf("--%s 0 never stops the search", typed(c, "time")), Hint: "add --inputs N"}
	case f.shrink <= 0 || f.shrink > subject.DurationMax:
		return &game.UsageError{
			Message: fmt.Sprintf("--shrink is %v, expected more than 0s and at most %v", f.shrink, subject.DurationMax),
			Hint:    "for example --shrink 10s",
		}
	case c.Flags().Changed("jobs") && (f.jobs < 1 || f.jobs > run.JobsMax):
		return outOfRange("jobs", f.jobs, 1, run.JobsMax, withoutJobs)
	case f.timeout <= 0 || f.cpu < 0 || max(f.timeout, f.cpu) > subject.DurationMax:
		return &game.UsageError{
			Message: fmt.Sprintf("--timeout and --cpu expect more than 0s and at most %v", subject.DurationMax),
			Hint:    "for example --timeout 5s",
		}
	case f.procs < 1 || f.procs > subject.ProcessesMost:
		return outOfRange("procs", f.procs, 1, subject.ProcessesMost, withoutProcs)
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
		return &game.UsageError{
			Message: fmt.Sprintf("%s is played live over TCP, and each program plays one game", taskName),
			Hint:    "leave --protocol out",
		}
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
	config, err := f.config(l)
	if err != nil {
		return err
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

// config is the search that the flags ask for. It reads the folder of --corpus and makes that
// of --save, and refuses folders that it cannot use.
func (f *fuzzFlags) config(l *fuzzReport) (fuzz.Config, error) {
	g, task := l.desk.Game, l.desk.Task
	config := fuzz.Config{
		Game: g, Rules: l.desk.Rules, Task: task, Peer: l.peer, Judge: l.judge,
		Invalid: f.invalid, AnyFailure: f.anyFailure, Keep: f.maxDisagreements, Runs: f.inputs, Jobs: l.jobs,
		Time: f.time, ShrinkTime: f.shrink,
		Found: l.found,
	}
	if task.Live != "" {
		config.Ahead = l.jobs
	}
	chosen, err := f.settings.of(g)
	if err != nil {
		return config, err
	}
	if config.Guides, err = fuzz.Guides(g, task, chosen); err != nil {
		return config, err
	}
	// A task without an embedded suite has fewer inputs to vary.
	if embedded, err := suite.Of(suites.FS, g, task.Name); err == nil {
		config.Known = fuzz.Inputs(embedded)
	}
	if f.corpus != "" {
		if err := tryFolder("corpus", f.corpus); err != nil {
			return config, err
		}
		if config.Corpus, err = fuzz.ReadCorpus(f.corpus); err != nil {
			return config, err
		}
		l.known = len(config.Corpus)
	}
	if f.save != "" {
		if err := tryFolder("save", f.save); err != nil {
			return config, err
		}
		if l.folder, err = fuzz.OpenFolder(f.save); err != nil {
			return config, err
		}
	}
	return config, nil
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
