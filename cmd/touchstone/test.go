package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
	"github.com/touchstone-harness/touchstone/harness/suite/lint"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/suites"
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
	product     bool // all deliveries that there are
	transcripts string
	jobs        int
	pedantic    bool
	repeat      int
	retries     int
	flaky       string
	failFast    bool
	failures    int
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
	f.settings.register(c, "`ID`: judge by rules that are wrong in one clause: a right program fails if the suite tests it")
	f.programFlags.register(c)
	f.reports.register(c, out)
	f.reports.atOnce = true
	flags := c.Flags()
	flags.StringVar(&f.reports.ledger, "ledger", "", "`FILE`: keep every verdict in this new file, for touchstone report")
	flags.StringVar(&f.reports.resume, "resume", "",
		"`FILE`: continue the interrupted run of this ledger, with the same flags and program; a missing file is created")
	flags.StringArrayVar(&f.selection.Cases, "case", nil,
		"`PATTERN`: run only the cases whose id matches, with * and **; @FILE has patterns; repeatable")
	flags.StringArrayVar(&f.selection.Skip, "skip", nil, "`PATTERN`: skip the cases whose id matches; @FILE has patterns; repeatable")
	flags.StringArrayVar(&f.selection.Tags, "tag", nil, "`TAG`: run only the cases with this tag; repeatable")
	flags.StringArrayVar(&f.selection.Clauses, "clause", nil, "`ID`: run only the cases that test this clause of the rules; repeatable")
	flags.StringVar(&f.profile, "profile", "", usageProfile)
	flags.StringVar(&f.failed, "failed", "", "`FILE`: run only the cases that did not pass in this JSON report or ledger")
	flags.StringVar(&f.shard, "shard", "", "`I/N`: run only part I of N; touchstone report joins the ledgers of all parts")
	flags.IntVar(&f.generate, "generate", 0, "`N`: run N random cases instead of a suite")
	flags.Uint64Var(&f.seed, "seed", 0, usageSeed)
	flags.StringVar(&f.setup.Command, "setup", "", "`COMMAND`: run this shell command once before, in the current folder, to build the program")
	flags.DurationVar(&f.setup.Timeout, "setup-timeout", run.SetupTimeout, "`DURATION`: wall clock limit for --setup")
	flags.DurationVar(&f.firstByte, "first-byte", 0, "`DURATION`: wall clock limit until the first output (default: --timeout)")
	flags.StringVar(&f.adapter, "adapter", "",
		"`COMMAND`: start the program through this one, which gets the input on standard input and the command line as its arguments")
	flags.StringVar(&f.stdin, "stdin", stdinInput,
		"`input|none`: give the program the input on standard input, or nothing; {in} in the command is a file with the input")
	flags.StringVar(&f.deliver, "deliver", "default", "`LIST`: give the input in these ways: default, all, or names such as pretty,escaped+cut")
	flags.BoolVar(&f.product, "exhaustive", false, "give the input in every combination of ways; --deliver all covers every pair")
	f.pace.register(flags)
	flags.StringVar(&f.transcripts, "transcripts", "", "`FOLDER`: live tasks: write the transcript of each game into this folder")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "`N`: run N cases at once (default: as many as there is room for)")
	flags.BoolVar(&f.pedantic, "pedantic", false, "count remarks as failures")
	flags.IntVar(&f.repeat, "repeat", 1, "`N`: run each case N times; all results must agree")
	flags.IntVar(&f.retries, "retries", 0, "`N`: run a case that fails up to N times more; if it then passes, it is flaky")
	flags.StringVar(&f.flaky, "flaky", flakyFail, "`fail|pass`: whether a case that passes only on a retry fails, or passes with a warning")
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop at the first failure")
	flags.StringSliceVar(&f.marks, "marks", nil,
		"`LIST`: run only the cases that rest on clauses with these marks; stated,inferred,course,source skips house rulings")
	flags.BoolVar(&f.asks, "diagnose", false, "if several misreadings fit, give the program more cases that tell them apart")
	flags.IntVar(&f.giveUp, "give-up", 0, "`N`: after N timeouts in a row, try one case of each remaining tag and clause (default: run every case)")
	flags.IntVar(&f.failures, "max-failures", 0, "`N`: stop after N failures")
	flags.StringVar(&f.known, "known", "", "`FILE`: do not count the known failures listed here")
	flags.BoolVar(&f.knownUpdate, "known-update", false, "rewrite the list of --known from this run; the reasons stay")
	flags.BoolVar(&f.list, "list", false, "list what is selected, and run nothing")
	flags.BoolVar(&f.dryRun, "dry-run", false, "show what would run, and how, and run nothing")
	flags.BoolVar(&f.watch, "watch", false, "run again whenever the program, a file beside it, or the suite changes")
	completeTestFlags(c)
	return c
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

// check refuses values that the flags do not have.
func (f *testFlags) check(c *cobra.Command) error {
	for _, number := range []struct {
		flag  string
		value int
		least int
		most  int
	}{
		{"generate", f.generate, 1, suite.CasesMax},
		{"jobs", f.jobs, 1, run.JobsMax},
		{"repeat", f.repeat, 1, runsMax},
		{"retries", f.retries, 0, runsMax},
		{"max-failures", f.failures, 1, suite.CasesMax},
		{"give-up", f.giveUp, 1, suite.CasesMax},
	} {
		if c.Flags().Changed(number.flag) && (number.value < number.least || number.value > number.most) {
			return &game.UsageError{Message: fmt.Sprintf("--%s is %d, expected %d to %d", number.flag, number.value, number.least, number.most)}
		}
	}
	switch {
	case f.timeout <= 0:
		return &game.UsageError{Message: fmt.Sprintf("--timeout is %v, expected more than 0s", f.timeout)}
	case f.setup.Timeout <= 0:
		return &game.UsageError{Message: fmt.Sprintf("--setup-timeout is %v, expected more than 0s", f.setup.Timeout)}
	case max(f.timeout, f.setup.Timeout, f.firstByte, f.cpu) > subject.DurationMax:
		return &game.UsageError{
			Message: fmt.Sprintf("--timeout, --setup-timeout, --first-byte and --cpu expect at most %v", subject.DurationMax),
		}
	case f.firstByte < 0 || f.cpu < 0:
		return &game.UsageError{Message: "--first-byte and --cpu expect more than 0s"}
	case f.procs < 1 || f.procs > subject.ProcessesMost:
		return outOfRange("procs", f.procs, subject.ProcessesMost, "")
	case f.failFast && f.failures > 1:
		return &game.UsageError{Message: "--fail-fast and --max-failures exclude each other"}
	case f.knownUpdate && f.known == "":
		return &game.UsageError{Message: "--known-update needs the list to rewrite", Hint: "add --known FILE"}
	case f.knownUpdate && (f.failFast || f.failures > 0):
		return &game.UsageError{Message: "--known-update needs all failures", Hint: "leave --fail-fast and --max-failures out"}
	case c.Flags().Changed("seed") && f.generate == 0:
		return &game.UsageError{Message: "--seed is for random cases only", Hint: "add --generate N"}
	}
	switch {
	case f.reports.resume != "" && f.reports.ledger != "":
		return &game.UsageError{Message: "--resume and --ledger exclude each other", Hint: "--resume FILE continues FILE"}
	case f.watch && f.reports.resume+f.reports.ledger != "":
		return &game.UsageError{
			Message: "--watch runs many times, but a ledger belongs to one run",
			Hint:    "leave --ledger and --resume out; each run replaces the file of --report F=PATH",
		}
	case f.protocol == protocolLines && (c.Flags().Changed("deliver") || f.product):
		return &game.UsageError{Message: "--protocol lines has one delivery only", Hint: "leave --deliver and --exhaustive out"}
	case f.protocol != protocolSpawn && f.protocol != protocolLines:
		return game.Unknown("value of --protocol", f.protocol, "", []string{protocolSpawn, protocolLines}, c.CommandPath()+" --help")
	}
	if f.stdin != stdinInput && f.stdin != stdinNone {
		return game.Unknown("value of --stdin", f.stdin, "", []string{stdinInput, stdinNone}, c.CommandPath()+" --help")
	}
	if f.protocol == protocolLines && f.stdin == stdinNone {
		return &game.UsageError{Message: "--protocol lines gives the cases on standard input", Hint: "leave --stdin or --protocol out"}
	}
	if codes := judge.Codes(f.codes); codes != judge.Lax && codes != judge.Strict {
		return game.Unknown("value of --codes", f.codes, "", []string{"lax", "strict"}, c.CommandPath()+" --help")
	}
	switch {
	case f.flaky != flakyFail && f.flaky != flakyPass:
		return game.Unknown("value of --flaky", f.flaky, "", []string{flakyFail, flakyPass}, c.CommandPath()+" --help")
	case f.flaky == flakyPass && f.retries == 0:
		return &game.UsageError{Message: "--flaky pass is for cases that are run again", Hint: "say how often: --retries N"}
	}
	if f.failFast {
		f.failures = 1
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
		return &game.UsageError{Message: fmt.Sprintf("--transcripts is for live tasks, and %s is not one", taskName)}
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
	if f.product && err == nil {
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
			return &game.UsageError{Message: fmt.Sprintf("--list has no format %s, expected text or json", out.format)}
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
		return &game.UsageError{
			Message: "there is no program to test",
			Hint:    fmt.Sprintf("put it after --: touchstone test %s -- ./program", taskName),
		}
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
	if err != nil {
		return run.Config{}, err
	}
	cases, names, err := f.cases(c, out, desk, paths)
	if err != nil {
		return run.Config{}, err
	}
	deliveries, err := f.deliveries(c)
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
		Pedantic: f.pedantic, Repeat: f.repeat, Retries: f.retries, AcceptFlaky: f.flaky == flakyPass, FailuresMax: f.failures,
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
	return judge.New(desk.Task, codes, explain(desk))
}

// explain tells what is wrong with a shape by the schemas.
func explain(desk *answer.Desk) judge.Explain {
	return func(value string, raw jsontext.Value) ([]judge.Problem, error) {
		problems, err := desk.Schemas.Explain(value, raw)
		list := make([]judge.Problem, len(problems))
		for i, p := range problems {
			list[i] = judge.Problem{Pointer: p.Pointer, Message: p.Message}
		}
		return list, err
	}
}

// clear drops the cases. The error is that some could not be read again.
func (f *testFlags) clear() error {
	if f.shelf == nil {
		return nil
	}
	shelf := f.shelf
	f.shelf = nil
	return shelf.Close()
}

// cases are the selected cases of the suites named, the generated ones, or
// those of the embedded suite, with the names of the suites.
func (f *testFlags) cases(c *cobra.Command, out *output, desk *answer.Desk, paths []string) (suite.Cases, []string, error) {
	names, err := f.fill(c, desk, paths)
	if err != nil {
		return nil, nil, err
	}
	cases, err := f.shelf.Distinct()
	if err != nil {
		return nil, nil, err
	}
	if err := f.readLists(cases); err != nil {
		return nil, nil, err
	}
	if cases, err = f.asked(c, out, desk, cases); err != nil {
		return nil, nil, err
	}
	if cases, err = f.applicable(c, out, desk, cases); err != nil || f.shard == "" {
		return cases, names, err
	}
	if cases.Len() == 0 {
		return nil, nil, &game.UsageError{Message: "there are no cases to run", Hint: "all selected cases are for other options"}
	}
	f.whole = cases
	cases, f.numbers = f.part.Of(cases)
	return cases, names, nil
}

// fill puts the cases on a new shelf, and returns the names of their suites.
func (f *testFlags) fill(c *cobra.Command, desk *answer.Desk, paths []string) ([]string, error) {
	if err := f.clear(); err != nil {
		return nil, err
	}
	f.shelf = suite.NewShelf()
	switch {
	case f.generate > 0 && len(paths) > 0:
		return nil, &game.UsageError{Message: "--generate and a suite exclude each other"}
	case f.generate > 0:
		if !c.Flags().Changed("seed") && f.seed == 0 {
			f.seed = rand.Uint64N(1_000_000) // short enough to be typed
		}
		name, err := f.shelf.Generate(desk.Rules, desk.Task.Name, f.generate, f.seed)
		return []string{name}, err
	case len(paths) == 0:
		s, err := suite.Of(suites.FS, desk.Game, desk.Task.Name)
		if err != nil {
			return nil, err
		}
		f.shelf.Put(s)
		return []string{s.Name}, nil
	}
	var names []string
	for _, path := range paths {
		name, err := f.shelf.Load(path)
		if err != nil {
			return nil, f.forgottenDashes(c, err)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// readLists reads what other flags say of the cases: those that are known to fail, those
// that failed in another run, and the shard.
func (f *testFlags) readLists(cases suite.Cases) (err error) {
	if f.known != "" {
		if f.knownList, err = run.ReadKnown(f.known, f.knownUpdate); err != nil {
			return err
		}
		if err := f.knownList.Check(cases); err != nil {
			return err
		}
	}
	if f.failed != "" {
		if f.selection.Failed, err = suite.ReadFailed(f.failed); err != nil {
			return err
		}
	}
	if f.shard != "" {
		f.part, err = suite.ParseShard(f.shard)
	}
	return err
}

// asked are those of the cases that the flags and the profile ask for.
func (f *testFlags) asked(c *cobra.Command, out *output, desk *answer.Desk, all suite.Cases) (suite.Cases, error) {
	screen, err := suite.NewScreen(desk.Game, desk.Task.Name, f.profile)
	if err != nil {
		return nil, err
	}
	cases, err := f.selection.Select(all)
	if err != nil {
		return nil, err
	}
	if n := all.Len() - cases.Len(); n > 0 && out.verbose && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %d of %s not selected by the flags of this run\n", n, text.Count(all.Len(), "case"))
	}
	cases, unasked, err := screen.Asked(f.selection, cases)
	if err != nil {
		return nil, err
	}
	if !out.quiet {
		tellUnasked(c.ErrOrStderr(), screen.Profile, unasked, cases.Len()+len(unasked), out.verbose)
	}
	return cases, nil
}

// applicable are those of the cases that are written for the options of the run, and with
// --marks rest on no house ruling. What is left out is told by tellLeft, which stands from
// here on also if there is an error.
func (f *testFlags) applicable(c *cobra.Command, out *output, desk *answer.Desk, cases suite.Cases) (suite.Cases, error) {
	checker := suite.NewChecker(desk.Game, desk.Rules, desk.Task, newJudge(desk, judge.Strict))
	cases, left, err := checker.Applicable(cases)
	if err != nil && left == nil {
		return nil, err
	}
	house, selected := 0, left.Len()
	if err == nil {
		selected += cases.Len()
		if cases.Len() > 0 {
			cases, house, err = f.marked(c, desk, cases)
		}
	}
	f.tellLeft = func() {
		if out.quiet {
			return
		}
		tellLeftOut(c.ErrOrStderr(), left, selected, out.verbose)
		if house > 0 {
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: %d of %s skipped by --marks: their answers rest on house rulings\n",
				house, text.Count(selected, "case"))
		}
	}
	if err == nil && (f.list || f.dryRun) {
		f.tellLeft()
	}
	return cases, err
}

// tellUnasked says how many cases the profile skips, and by which tags; if
// verbose also which.
func tellUnasked(w io.Writer, profile game.Profile, left []suite.LeftOut, selected int, verbose bool) {
	if len(left) == 0 {
		return
	}
	fmt.Fprintf(w, "touchstone: the profile %s skips %d of %s: %s", profile.Name, len(left), text.Count(selected, "case"), suite.Reasons(left))
	if !verbose {
		fmt.Fprintln(w, "; --verbose names them, --profile all runs them")
		return
	}
	fmt.Fprintln(w)
	for i := range left {
		fmt.Fprintf(w, "  %s: %s\n", text.Visible(left[i].Tag), text.Visible(left[i].ID))
	}
}

// tellLeftOut names the options that the skipped cases are written for: those of
// the first case, or if verbose of all.
func tellLeftOut(w io.Writer, left suite.Cases, selected int, verbose bool) {
	if left.Len() == 0 {
		return
	}
	fmt.Fprintf(w, "touchstone: %d of %s skipped: written for other options", left.Len(), text.Count(selected, "case"))
	if !verbose {
		fmt.Fprintf(w, ", such as %s; --verbose names them\n", text.Visible(left.Head(0).OptionFlags()))
		return
	}
	fmt.Fprintln(w)
	var order []string
	ids := make(map[string][]string)
	for i := range left.Len() {
		k := left.Head(i)
		flags := k.OptionFlags()
		if ids[flags] == nil {
			order = append(order, flags)
		}
		ids[flags] = append(ids[flags], k.ID)
	}
	for _, flags := range order {
		fmt.Fprintf(w, "  %s: %s\n", text.Visible(flags), text.Visible(strings.Join(ids[flags], ", ")))
	}
}

// forgottenDashes adds to the error about a suite what is likely when no
// command was given.
func (f *testFlags) forgottenDashes(c *cobra.Command, err error) error {
	var usage *game.UsageError
	if errors.As(err, &usage) && c.ArgsLenAtDash() < 0 && usage.Hint == "" {
		usage.Hint = "write the program after --, as in \"touchstone test bazaar/rules -- ./xrules\""
	}
	return err
}

// tellEmptyShard says that the shard has no cases, which is no mistake.
func (f *testFlags) tellEmptyShard(c *cobra.Command, out *output) {
	if !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: no case is in the shard %v\n", f.part)
	}
}

// report runs the cases and shows the verdicts.
func (f *testFlags) report(c *cobra.Command, out *output, config run.Config) error {
	sources := f.sources(config.Cases)
	look := report.TextOptions{
		BlockedTold: true, Judge: config.Judge, Rerun: f.rerun(c, config, sources),
		Verbose: out.verbose, Quiet: out.quiet,
	}
	h := header(&config, look.Rerun, sources)
	look.Book = &report.Book{Game: config.Game, Task: config.Task, Try: f.reports.try, Options: h.Options}
	if f.whole != nil {
		h.Whole = f.whole.Len()
	}
	if f.reports.ledger+f.reports.resume != "" {
		var err error
		if h.Terms, err = f.terms(&config); err != nil {
			return err
		}
	}
	reporter, err := f.reports.open(c, out, h, look, f.claims(), suiteFiles(config.Cases))
	if err != nil {
		return err
	}
	defer reporter.discard()
	config.Subject.Hide = append(config.Subject.Hide, f.hidden(reporter)...)
	config.Subject.Warn = func(message string) {
		// Also with --quiet: verdicts may be worth less.
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s\n", text.Visible(message))
		fmt.Fprintln(c.ErrOrStderr(), `hint: "touchstone doctor" says what is missing; --isolation strict never runs without it`)
	}
	f.announce(c, out, &config)
	stderr := c.ErrOrStderr()
	terminal := isTerminal(stderr)
	if out.quiet {
		stderr, terminal = io.Discard, false
	}
	config.Resume = reporter.resumed
	if err := f.checkResumed(config); err != nil {
		return err
	}
	if n := judged(config.Resume); n > 0 && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s has %d of %s\n", text.Visible(f.reports.resume), n, text.Count(config.Cases.Len(), "verdict"))
	}
	progress := newProgress(stderr, terminal, config.Cases.Len())
	config.Observer = progress
	config.Record = reporter.Record
	hint, first := "", true
	answers := diagnosis.NewRecord(config.Cases)
	resting := liveRulings(&config)
	config.Deliver = func(r run.Result) {
		if first {
			// One that misses a file does so from the first case on.
			hint, first = placeHint(config.Subject, r), false
		}
		place := r.Number - 1
		if config.Numbers != nil {
			place, _ = slices.BinarySearch(config.Numbers, r.Number)
		}
		answers.Add(place, &r.Verdict, r.Received, r.Alike)
		resting.add(place, &r.Verdict)
		reporter.Add(r)
	}
	defer config.Subject.Close()
	f.began = true
	summary, err := run.Probe(c.Context(), config)
	f.summary = summary
	progress.end()
	f.diagnose(c, out, config, answers, &summary)
	if config.Task.Live != "" {
		summary.House = resting.found
	}
	summary.Findings = findings(&config)
	if summary.Done() > 0 || err == nil && config.Cases.Len() > 0 || out.format == "json" {
		// That nobody reads the report changes nothing about a result that is
		// complete.
		closeErr := reporter.Close(summary)
		if closeErr != nil && (!errors.Is(closeErr, syscall.EPIPE) || err != nil || !summary.Complete() && !summary.Stopped) {
			return closeErr
		}
	}
	if err == nil {
		err = f.tellKnown(c, out, config, summary)
	}
	if f.tellLeft != nil {
		f.tellLeft()
	}
	if hint != "" && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "hint: %s\n", text.Visible(hint))
	}
	return ended(c, summary, err)
}

// announce says what is worth knowing before the first case runs.
func (f *testFlags) announce(c *cobra.Command, out *output, config *run.Config) {
	if out.quiet {
		return
	}
	stderr := c.ErrOrStderr()
	if config.Seed != nil {
		fmt.Fprintf(stderr, "touchstone: --seed %d makes the same cases again\n", *config.Seed)
	}
	if id := f.settings.mutant; id != "" {
		for _, m := range config.Game.Mutants {
			if m.ID == id && !slices.Contains(m.Tasks, config.Task.Name) {
				fmt.Fprintf(stderr, "touchstone: mutant %s answers %s/%s correctly; it is wrong in %s\n",
					id, config.Game.Name, config.Task.Name, strings.Join(m.Tasks, ", "))
			}
		}
	}
	if config.Setup.Command != "" {
		fmt.Fprintf(stderr, "touchstone: setup: %s\n", text.Visible(config.Setup.Command))
	}
	if config.Cases.Len() == 0 {
		f.tellEmptyShard(c, out)
	}
}

// ended is with what the command ends: the error of the run, or what its verdicts come to.
func ended(c *cobra.Command, summary run.Summary, err error) error {
	switch {
	case err != nil && context.Cause(c.Context()) == nil:
		tellSetup(c, err)
		return err
	case err != nil || summary.ExitStatus() == statusTrouble:
		return errTold
	case summary.ExitStatus() == statusDiffers:
		return errDiffers
	}
	return nil
}

// diagnosisTimeout bounds a diagnosis. It takes a second, unless the cases are such
// that the rules themselves take long.
const diagnosisTimeout = 20 * time.Second

// diagnose finds out which rules the program misreads. A run that was ended says no
// more than it knows.
func (f *testFlags) diagnose(c *cobra.Command, out *output, config run.Config, answers *diagnosis.Record, summary *run.Summary) {
	ctx, cancel := context.WithTimeout(c.Context(), diagnosisTimeout)
	defer cancel()
	doctor := diagnosis.New(config.Game, config.Rules, config.Task, runtime.GOMAXPROCS(0))
	list, all := answers.Answers()
	found, err := doctor.Diagnose(ctx, list)
	if err == nil && f.asks {
		found, err = f.question(c, out, doctor, config, answers, found)
		list, all = answers.Answers()
	}
	switch {
	case err != nil && c.Context().Err() != nil:
	case err != nil && !out.quiet:
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: no diagnosis: %s\n", text.Visible(err.Error()))
	case err == nil:
		summary.House = rulings(ctx, config, list)
		summarize(summary, &found, all)
	}
}

// summarize puts a finding about so many answers into the summary of their run.
func summarize(s *run.Summary, found *diagnosis.Finding, answers int) {
	s.Diagnoses = found.List
	if found.Held < answers && len(found.List) > 0 {
		s.Diagnosed = found.Held
	}
}

// runner holds cases against the rules under the options of a run.
func runner(g *game.Game, rules game.Rules, task game.Task) *baseline.Runner {
	return &baseline.Runner{
		Game: g, Task: task, Settings: game.Settings{Options: rules.Options()}, Codes: judge.Lax, Jobs: runtime.GOMAXPROCS(0),
	}
}

// rulings are, by case, the house rulings on which answers rest that are wrong. What
// cannot be found out is left out.
func rulings(ctx context.Context, config run.Config, list []diagnosis.Answer) map[string][]string {
	if config.Task.Live != "" || config.Rules.Mutant() != "" {
		return nil
	}
	var failed []suite.Case
	for _, a := range list {
		if a.Got != nil && !a.Misshapen && len(failed) < diagnosis.CasesMax {
			failed = append(failed, *a.Case)
		}
	}
	resting, err := restingOn(ctx, runner(config.Game, config.Rules, config.Task), failed)
	if err != nil {
		return nil
	}
	return resting
}

// A ruled keeps the house rulings on which failures of a live task rest, by case.
type ruled struct {
	game  *game.Game
	side  game.Side
	cases suite.Cases // nil: of no live task
	found map[string][]string
}

func liveRulings(config *run.Config) *ruled {
	r := &ruled{game: config.Game, side: config.Task.Live}
	if config.Task.Live == "" || config.Rules.Mutant() != "" {
		return r
	}
	r.cases, r.found = config.Cases, make(map[string][]string)
	return r
}

// add takes the verdict on the case at a place into account.
func (r *ruled) add(place int, v *judge.Verdict) {
	if r.cases == nil || run.KindOf(v) != run.Failed {
		return
	}
	if ids := lint.LiveResting(r.game, r.side, r.cases.Read(place), v); len(ids) > 0 {
		r.found[v.Case] = ids
	}
}

// restingOn are the house rulings on which the answers to cases rest, by case.
func restingOn(ctx context.Context, p *baseline.Runner, cases []suite.Case) (map[string][]string, error) {
	base, err := p.Run(ctx, cases)
	if err != nil {
		return nil, err
	}
	rests, err := lint.Resting(ctx, p, base.Cases, nil)
	if err != nil {
		return nil, err
	}
	byCase := make(map[string][]string)
	for i, ids := range rests {
		if len(ids) > 0 {
			byCase[base.Cases[i].ID] = ids
		}
	}
	return byCase, nil
}

// marked leaves out the cases that rest on house rulings, unless the marks asked
// for have these.
func (f *testFlags) marked(c *cobra.Command, desk *answer.Desk, cases suite.Cases) (kept suite.Cases, left int, err error) {
	textOnly, err := game.TextOnly(f.marks, c.CommandPath()+" --help")
	if err != nil || !textOnly {
		return cases, 0, err
	}
	resting, err := restingOn(c.Context(), runner(desk.Game, desk.Rules, desk.Task), suite.All(cases))
	if err != nil {
		return nil, 0, err
	}
	var places []int
	for i := range cases.Len() {
		if resting[cases.Head(i).ID] == nil {
			places = append(places, i)
		}
	}
	if left = cases.Len() - len(places); len(places) == 0 {
		e := &game.UsageError{Message: fmt.Sprintf("all %s rest on house rulings", text.Count(left, "case")), Hint: "leave --marks out"}
		if all := lint.Everywhere(slices.Collect(maps.Values(resting))); len(all) > 0 {
			e.Message = fmt.Sprintf("every case rests on %s, which no rule text decides", strings.Join(all, " and "))
		}
		return nil, left, e
	}
	return cases.Some(places), left, nil
}

// questionsMax is how many more cases a program is asked for a diagnosis: each halves
// what is left, and there are not a thousand readings.
const questionsMax = 10

// question asks the program cases that tell the readings apart between which a
// finding leaves the choice, until one is left, or no case tells more.
func (f *testFlags) question(
	c *cobra.Command, out *output, doctor *diagnosis.Doctor, config run.Config, answers *diagnosis.Record, found diagnosis.Finding,
) (diagnosis.Finding, error) {
	config.Setup, config.Resume, config.Record, config.Observer, config.Known = run.Setup{}, nil, nil, nil, nil
	config.FailuresMax, config.Streak, config.Repeat, config.Retries, config.Deliveries = 0, run.Streak{}, 0, 0, nil
	asked := 0
	for ; asked < questionsMax; asked++ {
		telling, err := doctor.Telling(c.Context(), found.Undecided())
		if err != nil || telling == nil {
			break
		}
		place, ok := answers.Ask(telling)
		if !ok {
			break
		}
		config.Cases = suite.List{*telling}
		config.Deliver = func(r run.Result) { answers.Add(place, &r.Verdict, r.Received, r.Alike) }
		if _, err = run.Run(c.Context(), config); err == nil {
			list, _ := answers.Answers()
			found, err = doctor.Diagnose(c.Context(), list)
		}
		if err != nil {
			return found, err
		}
	}
	if asked > 0 && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: --diagnose ran %s\n", text.Count(asked, "more case"))
	}
	return found, nil
}

// claims are the files that a run reads or writes beside its reports and suites.
func (f *testFlags) claims() []claim {
	var list []claim
	for _, c := range []claim{
		{what: "--known " + f.known, path: f.known, written: f.knownUpdate},
		{what: "--failed " + f.failed, path: f.failed},
		{what: "--ledger " + f.reports.ledger, path: f.reports.ledger, written: true},
		{what: "--resume " + f.reports.resume, path: f.reports.resume, written: true},
	} {
		if c.path != "" {
			list = append(list, c)
		}
	}
	return list
}

// suiteFiles are the files of suites, some of them perhaps more than once.
func suiteFiles(cases suite.Cases) iter.Seq[claim] {
	return func(yield func(claim) bool) {
		last := ""
		for i := range cases.Len() {
			k := cases.Head(i)
			file, _ := k.Place()
			files := []string{file, k.Source}
			if name, ok := strings.CutSuffix(file, "-in.json"); ok {
				files = append(files, name+"-out.json")
			}
			for _, file := range files {
				if file == "" || file == last {
					continue
				}
				if last = file; !yield(claim{what: "the suite in " + file, path: file}) {
					return
				}
			}
		}
	}
}

// sources are the arguments that load the suites of the cases again.
func (f *testFlags) sources(cases suite.Cases) []string {
	if all := f.shelf.Sources(); len(all) == 1 && cases.Len() > 0 {
		return all
	}
	var list []string
	for i := range cases.Len() {
		if source := cases.Head(i).Source; !slices.Contains(list, source) {
			list = append(list, source)
		}
	}
	return list
}

// judged counts the results that need not be found again.
func judged(results map[string]run.Result) int {
	n := 0
	for _, r := range results {
		if run.KindOf(&r.Verdict).Judged() {
			n++
		}
	}
	return n
}

// checkResumed refuses to go on with the ledger of other cases.
func (f *testFlags) checkResumed(config run.Config) error {
	if len(config.Resume) == 0 {
		return nil
	}
	selected := make(map[string]bool, config.Cases.Len())
	for i := range config.Cases.Len() {
		selected[config.Cases.Head(i).ID] = true
	}
	for _, id := range slices.Sorted(maps.Keys(config.Resume)) {
		if !selected[id] {
			return &game.UsageError{
				Message: fmt.Sprintf("ledger %s: it has a verdict on %q, which is not selected now", f.reports.resume, id),
				Hint:    "give the same flags as for the ledger, or start a new ledger",
			}
		}
	}
	return nil
}

// tellKnown says what became of the known failures.
func (f *testFlags) tellKnown(c *cobra.Command, out *output, config run.Config, summary run.Summary) error {
	w := c.OutOrStdout()
	if out.format == "json" {
		w = c.ErrOrStderr()
	}
	if out.quiet {
		w = io.Discard
	}
	if config.Known == nil {
		return nil
	}
	notes := config.Known.Notes()
	for _, note := range notes {
		fmt.Fprintln(w, text.Visible(note))
	}
	if len(notes) > 0 && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "hint: add --known-update to record the present results in %s\n", text.Visible(f.known))
	}
	if !config.Known.Update || summary.Interrupted {
		return nil
	}
	if err := config.Known.Write(); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s rewritten\n", text.Visible(f.known))
	return nil
}

// tellSetup shows what a setup wrote that failed.
func tellSetup(c *cobra.Command, err error) {
	var failed *run.SetupError
	if !errors.As(err, &failed) || failed.Output == "" {
		return
	}
	for line := range strings.SplitSeq(failed.Output, "\n") {
		fmt.Fprintf(c.ErrOrStderr(), "  %s\n", text.Visible(strings.TrimRight(line, "\r")))
	}
}

// rerun knows the command line that runs one case again. Sources are those of all cases.
func (f *testFlags) rerun(c *cobra.Command, config run.Config, sources []string) *report.Rerun {
	flags := f.settings.flags()
	for _, name := range []string{
		"timeout", "first-byte", "cpu", "memory", "procs", "output", "isolation", "dir", "adapter", "stdin",
		"protocol", "codes", "repeat", "retries", "flaky",
	} {
		if flag := c.Flags().Lookup(name); flag.Changed {
			flags = append(flags, "--"+name, flag.Value.String())
		}
	}
	for _, path := range f.read {
		flags = append(flags, "--read", path)
	}
	if config.Game.Folder != "" {
		flags = append(flags, "--game", config.Game.Folder)
	}
	if f.pedantic {
		flags = append(flags, "--pedantic")
	}
	flags = append(flags, f.pace.words()...)
	if config.Seed != nil {
		flags = append(flags, "--generate", strconv.Itoa(f.generate), "--seed", strconv.FormatUint(f.seed, 10))
	}
	byCase := sync.OnceValue(func() map[string]string {
		all := make(map[string]string)
		for i := range config.Cases.Len() {
			k := config.Cases.Head(i)
			all[k.ID] = k.Source
		}
		return all
	})
	return &report.Rerun{
		Task: config.Game.Name + "/" + config.Task.Name, Flags: flags,
		Source: func(id string) string {
			if len(sources) == 1 {
				return sources[0]
			}
			return byCase()[id]
		},
		Command: f.argv,
	}
}

// findings are what the reference of a game that somebody has brought did wrong in
// a run, each with the case that asked for it.
func findings(config *run.Config) []game.Finding {
	faulty, ok := config.Rules.(game.Faulty)
	if !ok {
		return nil
	}
	list := faulty.Findings(config.Task.Name)
	for i := range list {
		asked := suite.Case{In: list[i].In}
		for k := range config.Cases.Len() {
			if c := config.Cases.Read(k); c.InputKey() == asked.InputKey() {
				list[i].Case = c.ID
				break
			}
		}
	}
	return list
}

// listCases prints the ids of the cases, or with --format json the cases.
func listCases(c *cobra.Command, out *output, cases suite.Cases) error {
	w := c.OutOrStdout()
	for i := range cases.Len() {
		k := cases.Read(i)
		var err error
		switch {
		case out.format == "json":
			err = writeJSON(w, k.Line(k.Out))
		case out.quiet || k.Why == "":
			_, err = fmt.Fprintln(w, text.Visible(k.ID))
		default:
			_, err = fmt.Fprintf(w, "%s  %s (%s)\n", text.Visible(k.ID), text.Visible(k.Why), text.Visible(strings.Join(k.Clauses, ", ")))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A byteSize is a flag whose value may end in K, M or G.
type byteSize int

// byteUnits are the units of a byteSize.
var byteUnits = map[byte]int{'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}

func (b *byteSize) String() string {
	for _, unit := range []byte("GMK") {
		if n := byteUnits[unit]; *b > 0 && int(*b)%n == 0 {
			return fmt.Sprintf("%d%c", int(*b)/n, unit)
		}
	}
	return strconv.Itoa(int(*b))
}

func (b *byteSize) Type() string { return "bytes" }

// byteSizeMax keeps sums of sizes within an int.
const byteSizeMax = 1 << 40

func (b *byteSize) Set(text string) error {
	unit := 1
	digits := text
	if n := len(text); n > 0 {
		if u, ok := byteUnits[strings.ToUpper(text)[n-1]]; ok {
			unit, digits = u, text[:n-1]
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > int64(byteSizeMax/unit) {
		return errors.New("expected a number of bytes from 1, perhaps with K, M or G")
	}
	*b = byteSize(n * int64(unit))
	return nil
}
