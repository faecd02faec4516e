package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/ledger"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
)

func newReport(out *output) *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report LEDGER",
		Short: "make any report from the ledger of a run",
		Long: `Report reads what touchstone test --ledger FILE has written and makes reports
of it, also of a run that was killed; - is standard input. The report of
--format goes to standard output, and each --report F=PATH to a file, which is
replaced when the report is complete.

Formats: text for people; html, one file that needs no other; markdown; json;
csv for spreadsheets; junit and tap for build servers; github, the commands of
GitHub Actions, with a summary of the step where GITHUB_STEP_SUMMARY says;
gradescope, a results.json, whose --visibility is visible, hidden,
after_due_date or after_published.

Exit status: 0 the report was made, whatever it says; 2 trouble.`,
		Example: `  touchstone test bazaar/rules --ledger run -- ./xrules; touchstone report run
  touchstone test bazaar/rules --ledger a.jsonl -- ./xrules |
    tail -1; touchstone report a.jsonl --format junit --report html=a.html
  touchstone test bazaar/rules --ledger b.jsonl -- ./xrules |
    tail -1; touchstone report b.jsonl --format gradescope --points 20`,
		Args: arguments(1, 1, "LEDGER"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	f.register(c, out)
	return c
}

// reportFlags say which reports are made, and how.
type reportFlags struct {
	ledger     string   // to begin, "" for none; test only
	resume     string   // ledger to go on with, "" for none; test only
	files      []string // F=PATH
	gradescope report.GradescopeOptions
}

func (f *reportFlags) register(c *cobra.Command, out *output) {
	f.gradescope.Points = report.PointsDefault
	flags := c.Flags()
	// In place of the flag of all commands, which have fewer formats.
	flags.StringVar(&out.format, "format", "text", "of the report; touchstone report --help lists them")
	flags.StringArrayVar(&f.files, "report", nil, "write a report: `F=PATH`, F a format; may be repeated")
	flags.Var(&f.gradescope.Points, "points", "what all cases are worth, for gradescope")
	flags.StringVar(&f.gradescope.Visibility, "visibility", report.Visibilities()[0], "for gradescope: when students see the results")
	complete(c, map[string]completion{
		"format":     fixed(report.Formats()...),
		"visibility": fixed(report.Visibilities()...),
		"report": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var words []string
			for _, format := range report.Formats() {
				words = append(words, format+"=")
			}
			return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
	})
}

// run makes the reports of a ledger.
func (f *reportFlags) run(c *cobra.Command, out *output, name string) error {
	in := c.InOrStdin()
	if name == "-" {
		name = "standard input"
		tellWaiting(c, "a ledger")
	} else {
		file, err := os.Open(name)
		if err != nil {
			return &game.UsageError{
				Message: fmt.Sprintf("ledger %s: %v", name, errors.Unwrap(err)),
				Hint:    "a ledger is what --ledger FILE of touchstone test writes",
			}
		}
		defer file.Close()
		in = file
	}
	r, err := ledger.NewReader(in, name)
	if err != nil {
		return err
	}
	h := r.Header()
	all, err := f.open(c, out, h, report.TextOptions{Rerun: report.NewRerun(&h), Verbose: out.verbose, Quiet: out.quiet})
	if err != nil {
		return err
	}
	defer all.discard()
	for v, err := range r.Verdicts() {
		if err != nil {
			return err
		}
		all.Add(run.Result{Verdict: v})
	}
	if line := r.Torn(); line > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: ledger %s, line %d: the last line is torn and does not count\n", name, line)
	}
	seconds, n := r.Seconds()
	for _, s := range seconds {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: ledger %s, line %d: a second verdict on %s does not count, the first is on line %d\n",
			name, s.Line, text.Visible(s.Case), s.First)
	}
	if more := n - len(seconds); more > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: ledger %s: %d more second verdicts do not count\n", name, more)
	}
	return all.Close(r.Summary())
}

// reports are all that are made of one run.
type reports struct {
	ledger *ledger.Writer // nil for none
	// resumed are the verdicts that the ledger has from an earlier run.
	resumed map[string]judge.Verdict
	list    []report.Reporter
	files   []*report.File // what those behind the first write to
}

// open begins the reports that the flags ask for. Text says how the text on
// standard output looks; one in a file has no colours and the usual width.
func (f *reportFlags) open(c *cobra.Command, out *output, h ledger.Header, text report.TextOptions) (*reports, error) {
	w := c.OutOrStdout()
	o := report.Options{Header: h, Text: text, Gradescope: f.gradescope}
	o.Text.Style = judge.Style{Color: out.colored(w), Width: columns(w)}
	if out.format == "github" {
		o.GitHub = stepSummary(c)
	}
	first, err := report.New(out.format, w, o)
	if err != nil {
		return nil, err
	}
	all := &reports{list: []report.Reporter{first}}
	o.Text.Style, o.GitHub = judge.Style{}, report.GitHubOptions{}
	var paths []string
	for _, text := range f.files {
		format, path, _ := strings.Cut(text, "=")
		switch {
		case path == "":
			err = &game.UsageError{
				Message: fmt.Sprintf("--report %q is not of the form F=PATH", text),
				Hint:    "write for example --report junit=junit.xml",
			}
		case !slices.Contains(report.Formats(), format):
			err = game.Unknown("format", format, "of --report", report.Formats(), c.CommandPath()+" --help")
		case slices.Contains(paths, path):
			err = &game.UsageError{Message: fmt.Sprintf("two reports are to be written to %s", path)}
		}
		if err == nil {
			err = all.file(format, path, o)
		}
		if err != nil {
			all.discard()
			return nil, err
		}
		paths = append(paths, path)
	}
	switch {
	case f.ledger != "":
		all.ledger, err = ledger.Create(f.ledger, h)
	case f.resume != "":
		all.resumed = make(map[string]judge.Verdict)
		all.ledger, err = ledger.Continue(f.resume, h, func(v judge.Verdict) { all.resumed[v.Case] = v })
	}
	if err != nil {
		all.discard()
		return nil, err
	}
	return all, nil
}

// file adds a report to a file.
func (r *reports) file(format, path string, o report.Options) error {
	file, err := report.CreateFile(path)
	if err != nil {
		return err
	}
	r.files = append(r.files, file)
	reporter, err := report.New(format, file, o)
	r.list = append(r.list, reporter)
	return err
}

// hidden are the files of a run that tell right answers: its reports and ledgers.
func (f *testFlags) hidden(r *reports) []string {
	var list []string
	for _, path := range []string{f.reports.ledger, f.reports.resume, f.failed} {
		if path != "" && path != "-" {
			list = append(list, path)
		}
	}
	for _, file := range r.files {
		list = append(list, file.Paths()...)
	}
	return list
}

// Add tells every report of a result, and before them the ledger: what is there
// nothing can take away.
func (r *reports) Add(result run.Result) {
	if _, ok := r.resumed[result.Verdict.Case]; r.ledger != nil && !ok {
		r.ledger.Add(result.Verdict)
	}
	for _, reporter := range r.list {
		reporter.Add(result)
	}
}

// Close ends all reports, also if one of them fails; the error is the first.
func (r *reports) Close(s run.Summary) error {
	var first error
	if r.ledger != nil {
		first = r.ledger.Close(s)
		r.ledger = nil
	}
	if err := r.list[0].Close(s); first == nil {
		first = err
	}
	for i, file := range r.files {
		err := r.list[i+1].Close(s)
		if err == nil {
			err = file.Commit()
		} else {
			file.Discard()
		}
		if first == nil {
			first = err
		}
	}
	r.files = nil
	return first
}

// discard drops the files of reports that came to nothing, and a ledger without
// verdicts.
func (r *reports) discard() {
	if r.ledger != nil {
		// There is an error already, which matters more.
		_ = r.ledger.Discard()
		r.ledger = nil
	}
	for _, file := range r.files {
		file.Discard()
	}
	r.files = nil
}

// header says what a run is of.
func header(config *run.Config, rerun *report.Rerun) ledger.Header {
	h := ledger.Header{
		Ledger: ledger.Version, Touchstone: programVersion(),
		Task: config.Game.Name + "/" + config.Task.Name, Subject: config.Subject.String(),
		Suites: config.Suites, Options: config.Rules.Options(), Seed: config.Seed, Shard: config.Shard, Cases: len(config.Cases),
		Started: time.Now().UTC().Truncate(time.Second),
		Again:   &ledger.Again{Flags: rerun.Flags, Command: rerun.Command},
	}
	for i := range config.Cases {
		if source := config.Cases[i].Source; source != "" && !slices.Contains(h.Again.Suites, source) {
			h.Again.Suites = append(h.Again.Suites, source)
		}
	}
	return h
}

// stepSummary opens the summary of the step that GitHub has. Without it the
// commands remain: that it cannot be written does not make a run fail.
func stepSummary(c *cobra.Command) report.GitHubOptions {
	path := os.Getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return report.GitHubOptions{}
	}
	summary := &appendFile{path: path}
	room := report.StepSummaryBytesMax
	info, err := os.Stat(path)
	if err == nil {
		room -= int(min(info.Size(), int64(room)))
	} else if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if err != nil {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: GITHUB_STEP_SUMMARY is not written: %v\n", err)
		return report.GitHubOptions{}
	}
	return report.GitHubOptions{StepSummary: summary, BytesMax: room}
}

// An appendFile appends each write to a file that others append to as well.
type appendFile struct{ path string }

// Write implements io.Writer.
func (f *appendFile) Write(text []byte) (int, error) {
	file, err := os.OpenFile(f.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return 0, err
	}
	n, err := file.Write(text)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return n, err
}
