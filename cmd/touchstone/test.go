package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// testFlags are the flags of test.
type testFlags struct {
	settings
	programFlags
	pace      paceFlags
	selection suite.Selection
	profile   string
	failed    string
	shard     string
	part      suite.Shard
	shelf     *suite.Shelf // of the cases
	whole     suite.Cases  // of which the shard is a part; nil without one
	numbers   []int        // of the cases of the shard among those
	generate  int
	seed      uint64

	setup       run.Setup
	firstByte   time.Duration
	adapter     string
	stdin       string
	argv        []string // the command line of the program, as it was given
	deliver     string
	exhaustive  bool // all deliveries that there are
	transcripts string
	jobs        int
	pedantic    bool
	repeat      int
	retries     int
	flaky       string
	failFast    bool
	maxFailures int
	giveUp      int

	asks     bool     // more cases for a diagnosis
	marks    []string // of the clauses on which cases may rest; none: all
	tellLeft func()   // says which cases are for other options; nil until they are known

	known       string
	knownUpdate bool
	knownList   *run.Known // as last read

	reports reportFlags

	ofGame   bool        // the task is one of all of its game
	began    bool        // the program may have been started
	summary  run.Summary // of the run, once it is over
	fromFile []string    // flags that stand in the flag file

	list   bool
	dryRun bool
	watch  bool
}

func newTest(out *output) *cobra.Command {
	f := &testFlags{}
	c := &cobra.Command{
		Use:   "test GAME/TASK [SUITE...] [flags] -- COMMAND [ARG...]",
		Short: "run a program against a suite and show where it differs from the rules",
		Long: `Touchstone starts the program once for each case, gives it the input on standard input, and compares its
standard output with the answer the rules give. A SUITE is a folder of N-in.json and N-out.json, a manifest
NAME.jsonl, or one N-in.json. Without any, the built-in suite of the task runs. Failures are grouped by cause.

With GAME alone, all its tasks run, one after the other; {task} in the command stands for the name of each.

The program runs in a sandbox, in a new empty folder. Files that the command names still work: ./xrules,
python3 xrules.py. If it opens files by a path of its own, use --dir:
  --dir .      run it in the current folder
  --dir build  run it in build; build/xrules is then --dir build -- ./xrules

touchstone.toml can keep the flags that you repeat. See: touchstone help environment.

Exit status: 0 all pass, 1 some fail, 2 trouble, or some could not be judged. Selecting no case is trouble,
except for an empty shard.`,
		Example: `  touchstone test bazaar/rules -- ./xrules
  touchstone test bazaar/rules ./my-suite -- python3 xrules.py
  touchstone test bazaar/turn --clause BG-14 --fail-fast -- ./xturn
  touchstone test bazaar/rules --list
  touchstone test bazaar/rules --timeout 2s --jobs 2 -- ./xrules
  touchstone test bazaar/turn --setup 'make xturn' -- ./xturn
  touchstone test bazaar/turn --dir . -- sh -c './xturn --fast'
  touchstone test bazaar/rules --dir build -- sh -c './xrules --fast'
  touchstone test bazaar/move --generate 500 --seed 7 -- ./move
  touchstone test bazaar/rules --format json -- ./xrules > report.json
  touchstone test bazaar/rules --failed report.json -- ./xrules
  touchstone test bazaar/rules --skip @slow.txt --shard 1/4 -- ./xrules
  touchstone test bazaar/rules --known known.txt -- ./xrules
  touchstone test bazaar/rules --known known.txt --known-update -- ./xrules
  touchstone test bazaar/rules --clause BG-18 --deliver all -- ./xrules
  touchstone test bazaar/rules --clause BG-19 --deliver pretty,cut -- ./xrules
  touchstone test bazaar/rules --exhaustive --dry-run -- ./xrules
  touchstone test bazaar/rules --protocol lines -- ./xrules-lines
  touchstone test bazaar/rules --resume run.jsonl -- ./xrules
  touchstone test bazaar/rules --stdin none -- ./game {task} --file {in}
  touchstone test bazaar/rules --adapter 'sh arguments.sh' -- ./game {task}
  touchstone test bazaar/rules --profile course-2024/7 -- ./xrules
  touchstone test bazaar/rules --mutant R2 -- ./xrules
  touchstone test bazaar/rules --diagnose -- ./xrules
  touchstone test bazaar/rules --option max_exchanges=1 --list
  touchstone test bazaar/server --clause BG-37 -- ./xserver
  touchstone test bazaar/clients --transcripts games -- ./xclients {port}
  touchstone test bazaar --case '*/rules/*' -- ./game {task} --file {in}`,
		ValidArgsFunction: completeTasks,
		RunE: func(c *cobra.Command, args []string) error {
			dash := c.ArgsLenAtDash()
			if dash < 0 {
				dash = len(args)
			}
			if dash < 1 {
				return &game.UsageError{
					Message: "expected GAME/TASK, or GAME for all of its tasks, before --", Hint: `for example "touchstone test bazaar/rules -- ./xrules"`,
				}
			}
			var err error
			if f.fromFile, err = readFlagFile(c); err != nil {
				return err
			}
			told := !out.quiet && !f.dryRun
			if told {
				tellFlagFile(c.ErrOrStderr(), f.fromFile)
			}
			err = f.start(c, out, args[:dash], args[dash:])
			if _, ok := errors.AsType[*game.UsageError](err); ok && !told {
				// The flag that is refused may be one of them.
				tellFlagFile(c.ErrOrStderr(), f.fromFile)
			}
			return err
		},
	}
	f.register(c, out)
	completeTestFlags(c)
	return c
}

// register adds the flags to the command.
func (f *testFlags) register(c *cobra.Command, out *output) {
	f.settings.register(c, "`ID`: judge by rules that are wrong in one clause: a right program fails if the suite tests it")
	f.programFlags.register(c)
	f.pace.register(c.Flags())
	f.registerCases(c.Flags())
	f.registerRun(c.Flags())
	f.registerVerdicts(c.Flags())
	f.reports.register(c, out)
	f.reports.atOnce = true
}

// registerCases adds the flags that choose cases.
func (f *testFlags) registerCases(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.selection.Cases, "case", nil,
		"`PATTERN`: run only the cases whose id matches, with * and **; @FILE has patterns; repeatable")
	flags.StringArrayVar(&f.selection.Skip, "skip", nil, "`PATTERN`: skip the cases whose id matches; @FILE has patterns; repeatable")
	flags.StringArrayVar(&f.selection.Tags, "tag", nil, "`TAG`: run only the cases with this tag; repeatable")
	flags.StringArrayVar(&f.selection.Clauses, "clause", nil, "`ID`: run only the cases that test this clause of the rules; repeatable")
	flags.StringSliceVar(&f.marks, "marks", nil,
		"`LIST`: run only the cases that rest on clauses with these marks; stated,inferred,course,source skips house rulings")
	flags.StringVar(&f.profile, "profile", "", usageProfile)
	flags.StringVar(&f.failed, "failed", "", "`FILE`: run only the cases that did not pass in this JSON report or ledger")
	flags.StringVar(&f.shard, "shard", "", "`I/N`: run only part I of N; touchstone report joins the ledgers of all parts")
	flags.IntVar(&f.generate, "generate", 0, "`N`: run N random cases instead of a suite")
	flags.Uint64Var(&f.seed, "seed", 0, usageSeed)
	flags.BoolVar(&f.list, "list", false, "list what is selected, and run nothing")
}

// registerRun adds the flags that say how the program is run on a case, and how often.
func (f *testFlags) registerRun(flags *pflag.FlagSet) {
	flags.StringVar(&f.setup.Command, "setup", "", "`COMMAND`: run this shell command once before, in the current folder, to build the program")
	flags.DurationVar(&f.setup.Timeout, "setup-timeout", run.SetupTimeout, "`DURATION`: wall clock limit for --setup")
	flags.DurationVar(&f.firstByte, "first-byte", 0, "`DURATION`: wall clock limit until the first output (default: --timeout)")
	flags.StringVar(&f.adapter, "adapter", "",
		"`COMMAND`: start the program through this one, which gets the input on standard input and the command line as its arguments")
	flags.StringVar(&f.stdin, "stdin", stdinInput,
		"`input|none`: give the program the input on standard input, or nothing; {in} in the command is a file with the input")
	flags.StringVar(&f.deliver, "deliver", "default", "`LIST`: give the input in these ways: default, all, or names such as pretty,escaped+cut")
	flags.BoolVar(&f.exhaustive, "exhaustive", false, "give the input in every combination of ways; --deliver all covers every pair")
	flags.StringVar(&f.transcripts, "transcripts", "", "`FOLDER`: live tasks: write the transcript of each game into this folder")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "`N`: run N cases at once (default: as many as there is room for)")
	flags.IntVar(&f.repeat, "repeat", 1, "`N`: run each case N times; all results must agree")
	flags.IntVar(&f.retries, "retries", 0, "`N`: run a case that fails up to N times more; if it then passes, it is flaky")
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop at the first failure")
	flags.IntVar(&f.maxFailures, "max-failures", 0, "`N`: stop after N failures")
	flags.IntVar(&f.giveUp, "give-up", 0, "`N`: after N timeouts in a row, try one case of each remaining tag and clause (default: run every case)")
	flags.BoolVar(&f.dryRun, "dry-run", false, "show what would run, and how, and run nothing")
	flags.BoolVar(&f.watch, "watch", false, "run again whenever the program, a file beside it, or the suite changes")
}

// registerVerdicts adds the flags that say what counts as a failure, and what is kept.
func (f *testFlags) registerVerdicts(flags *pflag.FlagSet) {
	flags.StringVar(&f.flaky, "flaky", flakyFail, "`fail|pass`: whether a case that passes only on a retry fails, or passes with a warning")
	flags.BoolVar(&f.pedantic, "pedantic", false, "count remarks as failures")
	flags.BoolVar(&f.asks, "diagnose", false, "if several misreadings fit, give the program more cases that tell them apart")
	flags.StringVar(&f.known, "known", "", "`FILE`: do not count the known failures listed here")
	flags.BoolVar(&f.knownUpdate, "known-update", false, "rewrite the list of --known from this run; the reasons stay")
	flags.StringVar(&f.reports.ledger, "ledger", "", "`FILE`: keep every verdict in this new file, for touchstone report")
	flags.StringVar(&f.reports.resume, "resume", "",
		"`FILE`: continue the interrupted run of this ledger, with the same flags and program; a missing file is created")
}

// start runs the suites that stand before the dash, or the tasks of a game.
func (f *testFlags) start(c *cobra.Command, out *output, args, argv []string) error {
	if err := out.settle(c); err != nil {
		return err
	}
	if _, err := games.Named(args[0]); err == nil {
		return f.runGame(c, out, args[0], args[1:], argv)
	}
	return f.run(c, out, args[0], args[1:], argv)
}

// check refuses values that the flags do not have, and flags that do not go together.
func (f *testFlags) check(c *cobra.Command) error {
	err := cmp.Or(f.checkNumbers(c), f.checkLimits(), f.checkFailures(c), f.checkReports(), f.checkProtocol(c), f.checkJudging(c))
	if err == nil && f.failFast {
		f.maxFailures = 1
	}
	return err
}

// checkNumbers refuses numbers that are too small or too large.
func (f *testFlags) checkNumbers(c *cobra.Command) error {
	for _, number := range []struct {
		flag        string
		value       int
		least, most int
		without     string // what happens without the flag
	}{
		{"generate", f.generate, 1, suite.CasesMax, "run the cases of a suite"},
		{"jobs", f.jobs, 1, run.JobsMax, withoutJobs},
		{"repeat", f.repeat, 1, runsMax, "run each case once"},
		{"retries", f.retries, 0, runsMax, "run no case again"},
		{"max-failures", f.maxFailures, 1, suite.CasesMax, "run all cases"},
		{"give-up", f.giveUp, 1, suite.CasesMax, "run all cases"},
	} {
		if c.Flags().Changed(number.flag) && (number.value < number.least || number.value > number.most) {
			return outOfRange(number.flag, number.value, number.least, number.most, number.without)
		}
	}
	return nil
}

// checkLimits refuses limits of the program that are none.
func (f *testFlags) checkLimits() error {
	switch {
	case f.timeout <= 0:
		return &game.UsageError{Message: fmt.Sprintf("--timeout is %v, expected more than 0s", f.timeout), Hint: "for example --timeout 5s"}
	case f.setup.Timeout <= 0:
		return &game.UsageError{
			Message: fmt.Sprintf("--setup-timeout is %v, expected more than 0s", f.setup.Timeout),
			Hint:    "for example --setup-timeout 5m",
		}
	case max(f.timeout, f.setup.Timeout, f.firstByte, f.cpu) > subject.DurationMax:
		return &game.UsageError{
			Message: fmt.Sprintf("--timeout, --setup-timeout, --first-byte and --cpu expect at most %v", subject.DurationMax),
			Hint:    "for example --timeout 1h",
		}
	case f.firstByte < 0 || f.cpu < 0:
		return &game.UsageError{Message: "--first-byte and --cpu expect more than 0s", Hint: "for example --first-byte 2s, or leave the flag out"}
	case f.procs < 1 || f.procs > subject.ProcessesMost:
		return outOfRange("procs", f.procs, 1, subject.ProcessesMost, withoutProcs)
	}
	return nil
}

// checkFailures refuses what does not go with stopping early, with a list of known
// failures, and with random cases.
func (f *testFlags) checkFailures(c *cobra.Command) error {
	switch {
	case f.failFast && f.maxFailures > 1:
		return &game.UsageError{
			Message: "--fail-fast and --max-failures exclude each other",
			Hint:    "leave one of them out: --fail-fast is --max-failures 1",
		}
	case f.knownUpdate && f.known == "":
		return &game.UsageError{Message: "--known-update needs the list to rewrite", Hint: "add --known FILE"}
	case f.knownUpdate && (f.failFast || f.maxFailures > 0):
		return &game.UsageError{Message: "--known-update needs all failures", Hint: "leave --fail-fast and --max-failures out"}
	case c.Flags().Changed("seed") && f.generate == 0:
		return &game.UsageError{Message: "--seed is for random cases only", Hint: "add --generate N"}
	}
	return nil
}

// checkReports refuses reports that no such run can make, and what shows two things instead of a run.
func (f *testFlags) checkReports() error {
	switch {
	case f.list && f.dryRun:
		return exclusive("list", "dry-run")
	case f.reports.resume != "" && f.reports.ledger != "":
		return &game.UsageError{Message: "--resume and --ledger exclude each other", Hint: "--resume FILE continues FILE"}
	case f.watch && f.reports.resume+f.reports.ledger != "":
		return &game.UsageError{
			Message: "--watch runs many times, but a ledger belongs to one run",
			Hint:    "leave --ledger and --resume out; each run replaces the file of --report F=PATH",
		}
	}
	return nil
}

// checkProtocol refuses ways to hand over a case that there are not.
func (f *testFlags) checkProtocol(c *cobra.Command) error {
	switch {
	case f.protocol == protocolLines && (c.Flags().Changed("deliver") || f.exhaustive):
		return &game.UsageError{Message: "--protocol lines has one delivery only", Hint: "leave --deliver and --exhaustive out"}
	case f.protocol != protocolSpawn && f.protocol != protocolLines:
		return game.Unknown("value of --protocol", f.protocol, "", []string{protocolSpawn, protocolLines}, c.CommandPath()+" --help")
	case f.stdin != stdinInput && f.stdin != stdinNone:
		return game.Unknown("value of --stdin", f.stdin, "", []string{stdinInput, stdinNone}, c.CommandPath()+" --help")
	case f.protocol == protocolLines && f.stdin == stdinNone:
		return &game.UsageError{Message: "--protocol lines gives the cases on standard input", Hint: "leave --stdin or --protocol out"}
	}
	return nil
}

// checkJudging refuses ways to judge an answer that there are not.
func (f *testFlags) checkJudging(c *cobra.Command) error {
	codes := judge.Codes(f.codes)
	switch {
	case codes != judge.Lax && codes != judge.Strict:
		return game.Unknown("value of --codes", f.codes, "", []string{string(judge.Lax), string(judge.Strict)}, c.CommandPath()+" --help")
	case f.flaky != flakyFail && f.flaky != flakyPass:
		return game.Unknown("value of --flaky", f.flaky, "", []string{flakyFail, flakyPass}, c.CommandPath()+" --help")
	case f.flaky == flakyPass && f.retries == 0:
		return &game.UsageError{Message: "--flaky pass is for cases that are run again", Hint: "say how often: --retries N"}
	}
	return nil
}

// checkLive refuses flags that go with live tasks only, or with others only.
func (f *testFlags) checkLive(c *cobra.Command, taskName string, task game.Task) error {
	if f.ofGame && task.Live == "" {
		return checkScale(f.pace.scale) // these flags are for other tasks of the game
	}
	if task.Live != "" {
		if f.protocol == protocolLines {
			return &game.UsageError{
				Message: fmt.Sprintf("%s is played live over TCP, and each program plays one game", taskName), Hint: "leave --protocol out",
			}
		}
	} else if c.Flags().Changed("transcripts") {
		return &game.UsageError{Message: fmt.Sprintf("--transcripts is for live tasks, and %s is not one", taskName), Hint: "leave the flag out"}
	}
	return f.pace.check(c, taskName, task)
}

// stage is where live cases are played; nil for other tasks.
func (f *testFlags) stage(desk *answer.Desk, command *subject.Command) *live.Stage {
	if desk.Task.Live == "" {
		return nil
	}
	s := f.pace.stage(desk, command)
	s.Transcripts = f.transcripts
	return s
}

// usageProfile is the usage of --profile.
const usageProfile = "`NAME`: take only the cases of this profile, such as course-2024/7 (touchstone games GAME profiles)"

// The values of --stdin.
const (
	stdinInput = "input"
	stdinNone  = "none"
)

// The values of --flaky.
const (
	flakyFail = "fail"
	flakyPass = "pass"
)

// The values of --protocol.
const (
	protocolSpawn = "spawn"
	protocolLines = "lines"
)

// deliveries are those that --deliver and --exhaustive name.
func (f *testFlags) deliveries(c *cobra.Command) ([]delivery.Delivery, error) {
	all, err := delivery.Parse(f.deliver)
	if f.exhaustive && err == nil {
		if c.Flags().Changed("deliver") && !slices.Contains(strings.Split(f.deliver, ","), "all") {
			return nil, &game.UsageError{Message: "--exhaustive is for --deliver all only", Hint: "leave --deliver out"}
		}
		all = delivery.Exhaustive()
	}
	return all, err
}

// runsMax bounds how often one case is run: a failure in a thousand runs shows
// in so many with certainty.
const runsMax = 10_000

func (f *testFlags) run(c *cobra.Command, out *output, taskName string, paths, argv []string) (failed error) {
	g, task, err := gameTask(taskName, "touchstone test GAME/TASK -- ./program")
	err = cmp.Or(notSuites(taskName, paths, err), err)
	if err != nil {
		return err
	}
	if err := f.check(c); err != nil {
		return err
	}
	desk, err := f.desk(g, task)
	if err != nil {
		return err
	}
	defer func() {
		if err := f.clear(); err != nil {
			failed = err // what was found is about other cases
		}
	}()
	if f.list {
		if out.format != "text" && out.format != "json" {
			return &game.UsageError{
				Message: fmt.Sprintf("--list has no format %s, expected text or json", out.format),
				Hint:    "leave --format out, or write --format json",
			}
		}
		cases, _, err := f.cases(c, out, desk, paths)
		if err != nil {
			return err
		}
		if cases.Len() == 0 {
			f.tellEmptyShard(c, out)
		}
		return listCases(c, out, cases)
	}
	if err := f.checkLive(c, taskName, task); err != nil {
		return err
	}
	if len(argv) == 0 {
		hint := fmt.Sprintf("put it after --: %q", "touchstone test "+taskName+" -- ./program")
		isPython := func(path string) bool { return strings.HasSuffix(path, ".py") && isFile(path) }
		before := "--"
		at := slices.IndexFunc(paths, isProgram)
		if at < 0 {
			before, at = "-- python3", slices.IndexFunc(paths, isPython)
		}
		if at >= 0 {
			words := append([]string{"touchstone", "test", taskName}, paths[:at]...)
			hint = fmt.Sprintf("put %s before it: %q", before, text.Quote(words)+" "+before+" "+text.Quote(paths[at:]))
		}
		return noProgram(c, "there is no program to test", hint)
	}
	load := func() (run.Config, error) { return f.config(c, out, desk, paths, argv) }
	config, err := load()
	switch {
	case err != nil:
		return err
	case f.dryRun:
		return f.planned(c, out, config)
	case f.watch:
		return f.watchRuns(c, out, config, load, paths)
	}
	return f.report(c, out, config)
}

// config reads all that a run needs.
func (f *testFlags) config(c *cobra.Command, out *output, desk *answer.Desk, paths, argv []string) (run.Config, error) {
	isolation, err := f.isolated(desk.Rules) // cases may ask the reference
	if err == nil {
		err = areThere("read", f.read)
	}
	if err == nil && f.setup.Command == "" { // which may make the folder
		err = isFolderThere(f.dir)
	}
	if err == nil {
		err = wordsApart(argv)
	}
	if err != nil {
		return run.Config{}, err
	}
	cases, names, err := f.cases(c, out, desk, paths)
	if err != nil {
		return run.Config{}, err
	}
	deliveries, err := f.deliveries(c)
	if err == nil && len(paths) > 0 {
		err = misplaced(c.Context(), desk, cases, argv)
	}
	if err != nil {
		return run.Config{}, err
	}
	adapter := subject.Adapter{Task: desk.Task.Name, NoStdin: f.stdin == stdinNone}
	if adapter.Wrapper, err = subject.ParseWrapper(f.adapter); err != nil {
		return run.Config{}, err
	}
	f.argv = argv
	adapted, inner, err := adapter.Adapt(argv, isolation)
	if err != nil {
		return run.Config{}, err
	}
	command := &subject.Command{Argv: adapted, Inner: inner, Dir: f.dir, Isolation: isolation, Live: desk.Task.Live.Networked(), Read: f.read}
	if desk.Task.Live != "" && !c.Flags().Changed("timeout") {
		f.timeout = f.pace.timeout(desk.Rules)
	}
	command.Hide = hidden(command, slices.Concat(paths, gamefolder.Files(desk.Game)))
	config := run.Config{
		Game: desk.Game, Rules: desk.Rules, Task: desk.Task, Cases: cases, Suites: names,
		Judge:   newJudge(desk, judge.Codes(f.codes)),
		Setup:   f.setup,
		Subject: command, Name: text.Valid(text.Quote(argv)),
		Limits: subject.Limits{
			Timeout: f.timeout, FirstByte: f.firstByte, CPU: f.cpu,
			MemoryBytesMax: int64(f.memory), ProcessesMax: f.procs, OutputBytesMax: int(f.output),
		},
		Jobs:  f.jobs,
		Lines: f.protocol == protocolLines, Live: f.stage(desk, command), Deliveries: deliveries,
		Pedantic: f.pedantic, Repeat: f.repeat, Retries: f.retries, AcceptFlaky: f.flaky == flakyPass, FailuresMax: f.maxFailures,
		Streak: run.Streak{Max: f.giveUp},
		Known:  f.knownList,
		Shard:  f.part.String(), Numbers: f.numbers,
	}
	if config.Jobs == 0 {
		config.Jobs = run.Jobs(config.Limits, config.Deliveries, config.Live != nil)
	}
	if f.generate > 0 {
		config.Seed = &f.seed
	}
	return config, nil
}

// newJudge is a judge who tells wrong shapes by the schemas.
func newJudge(desk *answer.Desk, codes judge.Codes) *judge.Judge {
	return judge.New(desk.Task, codes, answer.Explain(desk.Schemas))
}
