package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/answer"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// testFlags are the flags of test.
type testFlags struct {
	settings
	selection suite.Selection
	generate  int
	seed      uint64
	timeout   time.Duration
	output    byteSize
	firstByte time.Duration
	cpu       time.Duration
	memory    byteSize
	procs     int
	isolation string
	jobs      int
	codes     string
	list      bool
}

func newTest(out *output) *cobra.Command {
	f := &testFlags{output: subject.OutputBytesMax, memory: subject.MemoryBytesMax}
	c := &cobra.Command{
		Use:   "test GAME/TASK [SUITE...] [flags] -- COMMAND [ARG...]",
		Short: "hold a program against a suite",
		Long: `Test starts the command once for each case of the suites, gives it the input
values on standard input, and judges what it writes to standard output by what
the rules make of them. A suite is a folder of N-in.json and N-out.json, a
manifest NAME.jsonl, or one N-in.json; without any it is the embedded suite of
the task. What a case expects is held against the rules first: a case that
contradicts them is the suite's fault and not the program's.

Exit status: 0 all pass, 1 some fail, 2 some could not be judged, or trouble.`,
		Example: `  touchstone test bazaar/rules -- ./xrules
  touchstone test bazaar/rules ./my-suite -- python3 xrules.py
  touchstone test bazaar/turn --clause BG-14 -- ./xturn
  touchstone test bazaar/move --generate 500 --seed 7 -- ./move
  touchstone test bazaar/rules --list`,
		ValidArgsFunction: completeTasks,
		RunE: func(c *cobra.Command, args []string) error {
			dash := c.ArgsLenAtDash()
			if dash < 0 {
				dash = len(args)
			}
			if dash < 1 {
				return &game.UsageError{Message: "expected GAME/TASK before --", Hint: `for example "touchstone test bazaar/rules -- ./xrules"`}
			}
			return f.run(c, out, args[0], args[1:dash], args[dash:])
		},
	}
	f.settings.register(c, true)
	flags := c.Flags()
	flags.StringArrayVar(&f.selection.Cases, "case", nil, "only cases whose id matches this pattern with * and **; may be repeated")
	flags.StringArrayVar(&f.selection.Tags, "tag", nil, "only cases with this tag; may be repeated")
	flags.StringArrayVar(&f.selection.Clauses, "clause", nil, "only cases that test this clause; may be repeated")
	flags.IntVar(&f.generate, "generate", 0, "use so many random cases instead of a suite")
	flags.Uint64Var(&f.seed, "seed", 0, "of the random cases; by default a new one, which is printed")
	flags.DurationVar(&f.timeout, "timeout", subject.Timeout, "wall clock time for each case")
	flags.Var(&f.output, "output", "most bytes that the program may write for a case, with K, M or G")
	flags.DurationVar(&f.firstByte, "first-byte", 0, "wall clock time to the first output of a case; by default that of the case")
	flags.DurationVar(&f.cpu, "cpu", 0, fmt.Sprintf("processor time for each case; by default its wall clock time and %v", subject.CPUSlack))
	flags.Var(&f.memory, "memory", "most bytes of memory for a case, with K, M or G")
	flags.IntVar(&f.procs, "procs", subject.ProcessesMax, "most processes and threads at once for a case")
	flags.StringVar(&f.isolation, "isolation", string(subject.Best),
		"strict: all that doctor lists, or nothing runs; best: what this machine offers; none")
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.NumCPU(), "how many cases to run at once")
	flags.StringVar(&f.codes, "codes", string(judge.Lax), "strict: another code for an illegal request is wrong; lax: it is a remark")
	flags.BoolVar(&f.list, "list", false, "list the cases instead of running them")
	return c
}

func (f *testFlags) run(c *cobra.Command, out *output, taskName string, paths, argv []string) error {
	g, task, err := gameTask(taskName)
	if err != nil {
		return err
	}
	if f.jobs < 1 {
		return &game.UsageError{Message: fmt.Sprintf("--jobs is %d, expected 1 or more", f.jobs)}
	}
	if f.timeout <= 0 {
		return &game.UsageError{Message: fmt.Sprintf("--timeout is %v, expected more than 0s", f.timeout)}
	}
	if f.firstByte < 0 || f.cpu < 0 || f.procs < 1 {
		return &game.UsageError{Message: "--first-byte, --cpu and --procs expect more than nothing"}
	}
	isolation, err := subject.ParseIsolation(f.isolation)
	if err != nil {
		return err
	}
	codes := judge.Codes(f.codes)
	if codes != judge.Lax && codes != judge.Strict {
		return game.Unknown("value of --codes", f.codes, "", []string{"lax", "strict"}, c.CommandPath()+" --help")
	}
	desk, err := f.desk(g, task)
	if err != nil {
		return err
	}
	cases, names, err := f.cases(c, desk, paths)
	if err != nil {
		return err
	}
	if f.list {
		return listCases(c, out, cases)
	}
	if len(argv) == 0 {
		return &game.UsageError{
			Message: "there is no program to test",
			Hint:    fmt.Sprintf("put it behind --: touchstone test %s -- ./program", taskName),
		}
	}
	command := &subject.Command{Argv: argv, Isolation: isolation}
	defer command.Close()
	config := run.Config{
		Game: g, Rules: desk.Rules, Task: task, Cases: cases, Suites: names,
		Judge:   newJudge(desk, codes),
		Subject: command,
		Limits: subject.Limits{
			Timeout: f.timeout, FirstByte: f.firstByte, CPU: f.cpu,
			MemoryBytesMax: int64(f.memory), ProcessesMax: f.procs, OutputBytesMax: int(f.output),
		},
		Jobs: f.jobs,
	}
	if f.generate > 0 {
		config.Seed = &f.seed
	}
	return f.report(c, out, config)
}

// newJudge is a judge who tells wrong shapes by the schemas.
func newJudge(desk *answer.Desk, codes judge.Codes) *judge.Judge {
	return judge.New(desk.Task, codes, func(value string, raw jsontext.Value) ([]judge.Problem, error) {
		problems, err := desk.Schemas.Explain(value, raw)
		list := make([]judge.Problem, len(problems))
		for i, p := range problems {
			list[i] = judge.Problem{Pointer: p.Pointer, Message: p.Message}
		}
		return list, err
	})
}

// cases are the selected cases of the suites named, the generated ones, or
// those of the embedded suite.
func (f *testFlags) cases(c *cobra.Command, desk *answer.Desk, paths []string) ([]suite.Case, []string, error) {
	var list []*suite.Suite
	switch {
	case f.generate < 0:
		return nil, nil, &game.UsageError{Message: fmt.Sprintf("--generate is %d, expected 1 or more", f.generate)}
	case f.generate > 0 && len(paths) > 0:
		return nil, nil, &game.UsageError{Message: "--generate and a suite exclude each other"}
	case f.generate > 0:
		if !c.Flags().Changed("seed") {
			f.seed = rand.Uint64N(1_000_000) // short enough to be typed
		}
		s, err := suite.Generate(desk.Rules, desk.Task.Name, f.generate, f.seed)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, s)
	case c.Flags().Changed("seed"):
		return nil, nil, &game.UsageError{Message: "--seed is for random cases only", Hint: "add --generate N"}
	case len(paths) == 0:
		s, err := suite.Embedded(suites.FS, desk.Game.Name, desk.Task.Name)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, s)
	}
	for _, path := range paths {
		s, err := suite.Load(path)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, s)
	}
	cases, err := suite.Join(list...)
	if err != nil {
		return nil, nil, err
	}
	var names []string
	for _, s := range list {
		if !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	cases, err = f.selection.Select(cases)
	return cases, names, err
}

// report runs the cases and shows the verdicts.
func (f *testFlags) report(c *cobra.Command, out *output, config run.Config) error {
	w := c.OutOrStdout()
	var reporter report.Reporter
	if out.format == "json" {
		reporter = report.NewJSON(w)
	} else {
		reporter = report.NewText(w, report.TextOptions{
			Style: judge.Style{Color: out.colored(w)}, Judge: config.Judge, Rerun: f.rerun(c, config),
			Verbose: out.verbose, Quiet: out.quiet,
		})
	}
	if config.Seed != nil && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: --seed %d makes the same cases again\n", *config.Seed)
	}
	progress := newProgress(c.ErrOrStderr(), len(config.Cases), out.quiet)
	config.Deliver = func(r run.Result) {
		reporter.Add(r)
		progress.step(r.Verdict)
	}
	summary, err := run.Run(c.Context(), config)
	progress.end()
	if summary.Done() > 0 || err == nil {
		if closeErr := reporter.Close(summary); closeErr != nil {
			return closeErr
		}
	}
	switch {
	case err != nil && context.Cause(c.Context()) == nil:
		return err
	case err != nil || summary.ExitStatus() == statusTrouble:
		return errTold
	case summary.ExitStatus() == statusDiffers:
		return errDiffers
	}
	return nil
}

// rerun knows the command line that runs one case again.
func (f *testFlags) rerun(c *cobra.Command, config run.Config) *report.Rerun {
	var flags []string
	for _, o := range f.options {
		flags = append(flags, "--option", o)
	}
	for _, name := range []string{"preset", "mutant", "timeout", "first-byte", "cpu", "memory", "procs", "output", "isolation", "codes"} {
		if flag := c.Flags().Lookup(name); flag.Changed {
			flags = append(flags, "--"+name, flag.Value.String())
		}
	}
	if config.Seed != nil {
		flags = append(flags, "--generate", strconv.Itoa(f.generate), "--seed", strconv.FormatUint(f.seed, 10))
	}
	sources := map[string]string{}
	for i := range config.Cases {
		sources[config.Cases[i].ID] = config.Cases[i].Source
	}
	return &report.Rerun{
		Task: config.Game.Name + "/" + config.Task.Name, Flags: flags,
		Source:  func(id string) string { return sources[id] },
		Command: config.Subject.Argv,
	}
}

// listCases prints the ids of the cases, or with --format json the cases.
func listCases(c *cobra.Command, out *output, cases []suite.Case) error {
	w := c.OutOrStdout()
	for i := range cases {
		k := &cases[i]
		var err error
		switch {
		case out.format == "json":
			err = writeJSON(w, caseJSON(k, k.Out))
		case out.quiet || k.Why == "":
			_, err = fmt.Fprintln(w, report.Visible(k.ID))
		default:
			_, err = fmt.Fprintf(w, "%s  %s (%s)\n", report.Visible(k.ID), report.Visible(k.Why), strings.Join(k.Clauses, ", "))
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
		return fmt.Errorf("expected a number of bytes from 1, perhaps with K, M or G, found %q", text)
	}
	*b = byteSize(n * int64(unit))
	return nil
}
