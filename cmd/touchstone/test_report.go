package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
	"github.com/touchstone-harness/touchstone/harness/suite/lint"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// report runs the cases and shows the verdicts.
func (f *testFlags) report(c *cobra.Command, out *output, config run.Config) error {
	reporter, err := f.openReport(c, out, &config)
	if err != nil {
		return err
	}
	defer reporter.discard()
	f.announce(c, out, &config)
	if err := f.resume(c, out, &config, reporter); err != nil {
		return err
	}
	stderr, terminal := out.progressTo(c.ErrOrStderr())
	progress := newProgress(stderr, terminal, config.Cases.Len())
	progress.whole = config.FailuresMax == 0 && config.Streak.Max == 0
	config.Observer = progress
	heard := newHearing(&config)
	config.Deliver = func(r run.Result) {
		heard.add(&config, &r)
		reporter.Add(r)
	}
	defer config.Subject.Close()
	f.began = true
	summary, err := run.Probe(c.Context(), config)
	f.summary = summary
	progress.end()
	f.diagnose(c, out, config, heard.answers, &summary)
	if config.Task.Live != "" {
		summary.House = heard.resting.found
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
	if heard.hint != "" && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "hint: %s\n", text.Visible(heard.hint))
	}
	return ended(c, summary, err)
}

// openReport opens what the run is reported to, and keeps the program from it.
func (f *testFlags) openReport(c *cobra.Command, out *output, config *run.Config) (*reports, error) {
	if err := tryFolder("transcripts", f.transcripts); err != nil {
		return nil, err
	}
	sources := f.sources(config.Cases)
	look := report.TextOptions{
		BlockedTold: true, Judge: config.Judge, Rerun: f.rerun(c, *config, sources),
		Verbose: out.verbose, Quiet: out.quiet,
	}
	h := header(config, look.Rerun, sources)
	look.Book = &report.Book{Game: config.Game, Task: config.Task, Try: f.reports.try, Options: h.Options}
	if f.whole != nil {
		h.Whole = f.whole.Len()
	}
	if f.reports.ledger+f.reports.resume != "" {
		var err error
		if h.Terms, err = f.terms(config); err != nil {
			return nil, err
		}
	}
	reporter, err := f.reports.open(c, out, h, look, f.claims(), suiteFiles(config.Cases))
	if err != nil {
		return nil, err
	}
	config.Record = reporter.Record
	config.Subject.Hide = append(config.Subject.Hide, f.hidden(reporter)...)
	config.Subject.Warn = func(message string) {
		// Also with --quiet: verdicts may be worth less.
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s\n", text.Visible(message))
		fmt.Fprintln(c.ErrOrStderr(), `hint: "touchstone doctor" says what is missing; --isolation strict never runs without it`)
	}
	return reporter, nil
}

// resume has the run go on from the verdicts of a ledger, and says how many there are.
func (f *testFlags) resume(c *cobra.Command, out *output, config *run.Config, reporter *reports) error {
	config.Resume = reporter.resumed
	if err := f.checkResumed(*config); err != nil {
		return err
	}
	if n := judged(config.Resume); n > 0 && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s has %d of %s\n", text.Visible(f.reports.resume), n, text.Count(config.Cases.Len(), "verdict"))
	}
	return nil
}

// A hearing is what is kept of the results of a run beside the report.
type hearing struct {
	answers *diagnosis.Record
	resting *ruled
	hint    string // what the first result says about the folder of the program
	began   bool
}

func newHearing(config *run.Config) *hearing {
	return &hearing{answers: diagnosis.NewRecord(config.Cases), resting: liveRulings(config)}
}

// add takes a result.
func (h *hearing) add(config *run.Config, r *run.Result) {
	if !h.began {
		// One that misses a file does so from the first case on.
		h.hint, h.began = placeHint(config.Subject, *r), true
	}
	place := r.Number - 1
	if config.Numbers != nil {
		place, _ = slices.BinarySearch(config.Numbers, r.Number)
	}
	h.answers.Add(place, &r.Verdict, r.Received, r.Alike)
	h.resting.add(place, &r.Verdict)
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

// diagnose finds out which rules the program misreads. A run that was ended says no
// more than it knows.
func (f *testFlags) diagnose(c *cobra.Command, out *output, config run.Config, answers *diagnosis.Record, summary *run.Summary) {
	ctx, cancel := context.WithTimeout(c.Context(), diagnosis.Timeout)
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
		explained(summary.House, config.Game, found.List)
		summarize(summary, &found, all)
	}
}

// explained takes out the cases whose wrong answers a habit accounts for, or a misreading of a clause that
// is no house ruling: no other reading of one would make them right.
func explained(house map[string][]string, g *game.Game, found []judge.Diagnosis) {
	for i := range found {
		d := &found[i]
		if clause, ok := g.Clause(d.Clause); d.Habit == "" && (!ok || !d.Settled() || clause.Marks[0] == game.House) {
			continue
		}
		for _, id := range d.Cases {
			delete(house, id)
		}
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
	got := make(map[string][]jsontext.Value)
	for _, a := range list {
		if a.Got != nil && !a.Misshapen && len(failed) < diagnosis.CasesMax {
			failed = append(failed, *a.Case)
			got[a.Case.ID] = a.Got
		}
	}
	resting, err := restingOn(ctx, runner(config.Game, config.Rules, config.Task), failed, got)
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

// restingOn are the house rulings on which the answers to cases rest, by case. With wrong answers they
// are only those that these touch.
func restingOn(
	ctx context.Context, p *baseline.Runner, cases []suite.Case, wrong map[string][]jsontext.Value,
) (map[string][]string, error) {
	base, err := p.Run(ctx, cases)
	if err != nil {
		return nil, err
	}
	rests, err := lint.Resting(ctx, p, base.Cases, nil)
	if err != nil {
		return nil, err
	}
	if wrong != nil {
		got := make([][]jsontext.Value, len(base.Cases))
		for i := range base.Cases {
			got[i] = wrong[base.Cases[i].ID]
		}
		if err := lint.Touched(ctx, p, base.Cases, got, rests); err != nil {
			return nil, err
		}
	}
	byCase := make(map[string][]string)
	for i, ids := range rests {
		if len(ids) > 0 {
			byCase[base.Cases[i].ID] = ids
		}
	}
	return byCase, nil
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
	for i := range found.List {
		found.List[i].Asked = true
	}
	switch {
	case out.quiet:
	case asked > 0:
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: --diagnose ran %s\n", text.Count(asked, "more case"))
	case f.summary.Fail > 0:
		fmt.Fprintln(c.ErrOrStderr(), "touchstone: --diagnose ran no more cases: none would tell more")
	}
	return found, nil
}

// claims are the files that a run reads or writes beside its reports and suites.
func (f *testFlags) claims() []claim {
	known := reads("known", f.known)
	known.written = f.knownUpdate
	list := []claim{
		known, reads("failed", f.failed),
		writes("ledger", f.reports.ledger), writes("resume", f.reports.resume),
	}
	for _, pattern := range slices.Concat(f.selection.Cases, f.selection.Skip) {
		if file, ok := strings.CutPrefix(pattern, "@"); ok {
			list = append(list, claim{what: "the list of cases " + file, path: file})
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
	if folder := folderOf(config.Game); folder != "" {
		flags = append(flags, "--game", folder)
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
