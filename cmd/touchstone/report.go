package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/report/link"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

func newReport(out *output) *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report LEDGER...",
		Short: "make reports from the ledger of a run, or from those of its shards",
		Long: `Touchstone reads what test --ledger FILE has written, even if the run was killed; - is standard input. The
report of --format goes to standard output; each --report F=FILE replaces a file when it is complete. Several
ledgers are the shards of one run, in any order; each must be there once, and finished.

Formats:
  text        for people
  html        one page that needs no other file
  markdown    for wikis and pull requests
  json        for programs
  csv         for spreadsheets
  junit, tap  for build servers
  github      commands of GitHub Actions, and the summary of the step
  gradescope  the results.json of Gradescope

Exit status: 0 the report was made, whatever it says; 2 trouble.`,
		Example: `  touchstone test bazaar/rules --ledger run -- ./xrules; touchstone report run
  touchstone test bazaar/rules --ledger a.jsonl -- ./xrules;
    touchstone report a.jsonl --format junit --report html=a.html
  touchstone test bazaar/rules --ledger b.jsonl -- ./xrules;
    touchstone report b.jsonl --format gradescope --points 20
  touchstone test bazaar/rules --shard 1/2 --ledger 1 -- ./xrules;
    touchstone test bazaar/rules --shard 2/2 --ledger 2 -- ./xrules;
    touchstone report 1 2`,
		Args: arguments(1, suite.ShardsMax, "LEDGER..."),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, out, args) },
	}
	f.register(c, out)
	c.Flags().StringVar(&f.chart, "chart", "", usageChart+"how long the cases took, the slowest first")
	return c
}

// reportFlags say which reports are made, and how.
type reportFlags struct {
	ledger     string   // to begin, "" for none; test only
	resume     string   // ledger to go on with, "" for none; test only
	files      []string // F=PATH
	chart      string   // file of the times of the cases, "" for none; report only
	hints      string   // how much is told about what the program misreads
	atOnce     bool     // standard output may tell of results as they come; test only
	gradescope report.GradescopeOptions
	try        string // the address of a site with the page Try it, "" for none
}

// usageReportFormat is what help says of --format where it has all formats of a report.
const usageReportFormat = "`FORMAT`: print text, html, markdown, json, csv, junit, tap, github or gradescope"

func (f *reportFlags) register(c *cobra.Command, out *output) {
	f.gradescope.Points = report.PointsDefault
	flags := c.Flags()
	// In place of the flag of all commands, which have fewer formats.
	flags.StringVar(&out.format, "format", "text", usageReportFormat)
	flags.StringArrayVar(&f.files, "report", nil,
		"`F=FILE`: also write a report: html, markdown, json, csv, junit, tap, text, github or gradescope; repeatable")
	flags.Var(&f.gradescope.Points, "points", "`N`: gradescope: what all cases together are worth")
	flags.StringVar(&f.gradescope.Visibility, "visibility", report.Visibilities()[0],
		"`WHEN`: gradescope: students see the results: visible, hidden, after_due_date or after_published")
	flags.StringVar(&f.hints, "hints", string(report.HintFull), "how much to say about a misreading: `clause|hint|full`")
	flags.StringVar(&f.try, "try", "", "`URL`: link the first case of each cause to the page Try it of this site (make site)")
	complete(c, map[string]completion{
		"hints":      fixed(report.HintLevels()...),
		"format":     fixed(report.Formats()...),
		"visibility": fixed(report.Visibilities()...),
		"report": func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			if strings.Contains(typed, "=") {
				return nil, cobra.ShellCompDirectiveDefault // a file
			}
			var words []string
			for _, format := range report.Formats() {
				words = append(words, format+"=")
			}
			return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
	})
}

// A recorded is a run as its ledger has it, or those of its shards.
type recorded interface {
	Header() ledger.Header
	Summary() run.Summary
}

// run makes the reports of a ledger, or of those of all shards together.
func (f *reportFlags) run(c *cobra.Command, out *output, names []string) error {
	var readers []*ledger.Reader
	var files []io.ReaderAt
	var claims []claim
	for _, name := range names {
		if name == "-" && len(names) > 1 {
			return &game.UsageError{Message: "- is one ledger, and you name several", Hint: "name the files of all shards"}
		}
		input, name, err := openLedger(c, name)
		if err != nil {
			return err
		}
		defer input.Close()
		r, err := ledger.NewReader(input.File, name)
		if err != nil {
			return err
		}
		readers, files, claims = append(readers, r), append(files, input.File), append(claims, input.claim)
	}
	var all recorded = readers[0]
	inOrder := readers[0].InOrder(files[0])
	if len(readers) > 1 {
		shards, err := ledger.Join(readers, files)
		if err != nil {
			return err
		}
		all, inOrder = shards, shards.InOrder()
	}
	h := all.Header()
	if h.Shard != "" && len(readers) == 1 && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: this is shard %s of a run of %s\n", text.Visible(h.Shard), text.Count(max(h.Whole, h.Cases), "case"))
		fmt.Fprintln(c.ErrOrStderr(), "hint: name the ledgers of all shards for the whole run")
	}
	look := report.TextOptions{Judge: headerJudge(&h), Rerun: report.NewRerun(&h), Book: f.book(&h), Verbose: out.verbose, Quiet: out.quiet}
	made, err := f.open(c, out, h, look, append(claims, writes("chart", f.chart)), nothingElse)
	if err != nil {
		return err
	}
	defer made.discard()
	chartFile, err := openChart(f.chart)
	if err != nil {
		return err
	}
	defer chartFile.discard()
	var chart caseTimes
	together := newShardAnswers(c, &h, len(readers))
	for result, err := range inOrder {
		if err != nil {
			return err
		}
		if f.chart != "" {
			chart.add(&result)
		}
		together.add(&result)
		made.Add(result)
	}
	if err := chartFile.write(func() []byte { return chart.draw(h.Task) }); err != nil {
		return err
	}
	for _, r := range readers {
		tellOdd(c, r)
	}
	summary := all.Summary()
	together.diagnose(c, &summary)
	return made.Close(summary)
}

// The shardAnswers of a run are diagnosed together, as those of one run are: each
// shard has seen a part of them. Nil ones do nothing.
type shardAnswers struct {
	game   *game.Game
	task   game.Task
	rules  game.Rules
	record *diagnosis.Record
	places map[string]int // of the cases
}

// newShardAnswers reads the cases again; what it cannot is not diagnosed.
func newShardAnswers(c *cobra.Command, h *ledger.Header, shards int) *shardAnswers {
	g, task, rules, ok := headerRules(h)
	if shards < 2 || !ok {
		return nil
	}
	cases, err := headerCases(h, g, task, rules)
	if err != nil {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: no diagnosis: the cases cannot be read: %s\n", text.Visible(err.Error()))
		return nil
	}
	places := make(map[string]int, len(cases))
	for i := range cases {
		places[cases[i].ID] = i
	}
	return &shardAnswers{g, task, rules, diagnosis.NewRecord(suite.List(cases)), places}
}

// headerCases are the cases of the suites of a run.
func headerCases(h *ledger.Header, g *game.Game, task game.Task, rules game.Rules) ([]suite.Case, error) {
	var list []*suite.Suite
	var paths []string
	if h.Again != nil {
		paths = h.Again.Suites
	}
	add := func(s *suite.Suite, err error) error {
		list = append(list, s)
		return err
	}
	var err error
	switch {
	case h.Seed != nil:
		err = add(suite.Generate(rules, task.Name, max(h.Whole, h.Cases), *h.Seed))
	case len(paths) == 0:
		err = add(suite.Of(suites.FS, g, task.Name))
	}
	for _, path := range paths {
		if err == nil {
			err = add(suite.Load(path))
		}
	}
	if err != nil {
		return nil, err
	}
	return suite.Join(list...)
}

func (s *shardAnswers) add(r *run.Result) {
	if s == nil {
		return
	}
	if place, ok := s.places[r.Verdict.Case]; ok {
		s.record.Add(place, &r.Verdict, r.Received, r.Alike)
	}
}

func (s *shardAnswers) diagnose(c *cobra.Command, summary *run.Summary) {
	if s == nil {
		return
	}
	ctx, cancel := context.WithTimeout(c.Context(), diagnosis.Timeout)
	defer cancel()
	answers, all := s.record.Answers()
	found, err := diagnosis.New(s.game, s.rules, s.task, runtime.GOMAXPROCS(0)).Diagnose(ctx, answers)
	if err != nil {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: no diagnosis: %s\n", text.Visible(err.Error()))
		return
	}
	summary.House = rulings(ctx, run.Config{Game: s.game, Rules: s.rules, Task: s.task}, answers)
	summarize(summary, &found, all)
}

// tellOdd says what does not count in a ledger that was read.
func tellOdd(c *cobra.Command, r *ledger.Reader) {
	if line := r.Torn(); line > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: ledger %s, line %d: the last line is incomplete and does not count\n", r.Name(), line)
	}
	seconds, n := r.Seconds()
	for _, s := range seconds {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: ledger %s, line %d: this verdict on %s replaces that of line %d: the last one counts\n",
			r.Name(), s.Line, text.Visible(s.Case), s.First)
	}
	if more := n - len(seconds); more > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: ledger %s: %s %s\n", r.Name(), text.Count(more, "more verdict"), replaced(more))
	}
}

// A ledgerInput is a ledger to read, more than once.
type ledgerInput struct {
	*os.File
	claim claim
}

// openLedger opens a ledger, and says what errors call it. Standard input is
// copied, since it can be read only once.
func openLedger(c *cobra.Command, name string) (ledgerInput, string, error) {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			e := &game.UsageError{
				Message: fmt.Sprintf("ledger %s: %v", name, text.Cause(err)),
				Hint:    "touchstone test --ledger FILE writes a ledger",
			}
			if near := files.Near(name); near != "" {
				e.Hint = fmt.Sprintf("did you mean %s? ", near) + e.Hint
			}
			return ledgerInput{}, name, e
		}
		return ledgerInput{file, claim{what: "the ledger " + name, path: name}}, name, nil
	}
	name = "standard input"
	input := ledgerInput{claim: piped(c, "the ledger on "+name)}
	tellWaiting(c, "a ledger")
	copied, err := os.CreateTemp("", "touchstone-*")
	if err != nil {
		return input, name, fmt.Errorf("keep the ledger: %w", err)
	}
	// Nobody else needs its name.
	_ = os.Remove(copied.Name())
	input.File = copied
	size, err := io.Copy(copied, stdin(c))
	if err == nil && size == 0 {
		err = nothingPiped("ledger", "touchstone test --ledger FILE")
	}
	if err == nil {
		_, err = copied.Seek(0, io.SeekStart)
	}
	if err != nil {
		copied.Close()
		if usage, ok := errors.AsType[*game.UsageError](err); ok {
			return input, name, usage
		}
		return input, name, fmt.Errorf("ledger %s: %w", name, err)
	}
	return input, name, nil
}

// headerRules are the game, the task and the rules of the run; false for a game
// that there is not.
func headerRules(h *ledger.Header) (*game.Game, game.Task, game.Rules, bool) {
	g, task, err := gameTask(h.Task, "")
	if err != nil {
		return nil, task, nil, false
	}
	rules, err := g.Configure(game.Settings{Options: h.Options})
	return g, task, rules, err == nil
}

// book has the rules of the run; nil for a game that there is not.
func (f *reportFlags) book(h *ledger.Header) *report.Book {
	g, task, _, ok := headerRules(h)
	if !ok {
		return nil
	}
	return &report.Book{Game: g, Task: task, Try: f.try, Options: h.Options}
}

// headerGallery draws the answers of the run; nil for a game that there is not.
func headerGallery(h *ledger.Header) *report.Gallery {
	_, task, rules, ok := headerRules(h)
	if !ok {
		return nil
	}
	return &report.Gallery{Rules: rules, Task: task}
}

// headerJudge is the judge of the run, as far as differences are laid out by
// it; nil for a game that there is not.
func headerJudge(h *ledger.Header) *judge.Judge {
	g, task, rules, ok := headerRules(h)
	if !ok {
		return nil
	}
	desk := &answer.Desk{Game: g, Task: task, Rules: rules, Schemas: schema.Of(g, rules.Options())}
	return newJudge(desk, judge.Lax)
}

// reports are all that are made of one run.
type reports struct {
	ledger *ledger.Writer // nil for none
	// resumed are the verdicts that the ledger has from an earlier run.
	resumed map[string]run.Result
	hints   report.Hints
	held    report.Held // the results, until the run has ended
	list    []report.Reporter
	atOnce  bool          // the first report gets each result as soon as it is there
	files   []*files.File // what those behind the first write to
}

// open begins the reports that the flags ask for. Text says how the text on
// standard output looks; one in a file has no colours and the usual width. None
// may be written to a file that is claimed, or is one of those that are read besides.
func (f *reportFlags) open(
	c *cobra.Command, out *output, h ledger.Header, text report.TextOptions, claims []claim, read iter.Seq[claim],
) (*reports, error) {
	if !slices.Contains(report.Visibilities(), f.gradescope.Visibility) {
		return nil, game.Unknown("visibility", f.gradescope.Visibility, "", report.Visibilities(), "touchstone report --help")
	}
	if !slices.Contains(report.HintLevels(), f.hints) {
		return nil, game.Unknown("value of --hints", f.hints, "", report.HintLevels(), c.CommandPath()+" --help")
	}
	formats, paths, err := f.split(c)
	if err == nil && f.try != "" {
		if f.try, err = link.Page(f.try); text.Book != nil {
			text.Book.Try = f.try
		}
	}
	if err != nil {
		return nil, err
	}
	for i, path := range paths {
		claims = append(claims, claim{what: "--report " + formats[i] + "=" + path, path: path, written: true})
	}
	if err := refuseClashes(claims, read); err != nil {
		return nil, err
	}
	w := c.OutOrStdout()
	o := report.Options{Header: h, Text: text, Gradescope: f.gradescope, Gallery: headerGallery(&h), Book: f.book(&h)}
	o.Text.Style = judge.Style{Color: out.colored(w), Width: columns(w), ASCII: asciiLocale()}
	if g := o.Gallery; g != nil && (out.verbose || isTerminal(w)) {
		o.Text.Canvas = &report.Canvas{Rules: g.Rules, Task: g.Task}
	}
	if out.format == "github" {
		o.GitHub = stepSummary(c)
	}
	o.AtOnce = f.atOnce && report.Streams(out.format)
	first, err := report.New(out.format, w, o)
	if err != nil {
		return nil, err
	}
	all := &reports{hints: report.Hints(f.hints), list: []report.Reporter{first}, atOnce: o.AtOnce}
	o.Text.Style, o.Text.Canvas, o.GitHub, o.AtOnce = judge.Style{}, nil, report.GitHubOptions{}, false
	// Standard error, where it is told elsewhere, does not go with a file.
	o.Text.BlockedTold = false
	for i, path := range paths {
		if err := all.file(formats[i], path, o); err != nil {
			all.discard()
			return nil, err
		}
	}
	switch {
	case f.ledger != "":
		all.ledger, err = ledger.Create(f.ledger, h)
	case f.resume != "":
		begins := absent(f.resume)
		all.resumed = make(map[string]run.Result)
		all.ledger, err = ledger.Continue(f.resume, h, func(r run.Result) { all.resumed[r.Verdict.Case] = r })
		if begins && err == nil && !out.quiet {
			tellBegun(c, f.resume)
		}
	}
	if err != nil {
		all.discard()
		return nil, err
	}
	return all, nil
}

// apart takes a FORMAT=FILE apart that goes on with a comma and the next one.
func apart(written string) (list []string) {
	for i, part := range strings.Split(written, ",") {
		if format, _, ok := strings.Cut(part, "="); i == 0 || ok && slices.Contains(report.Formats(), format) {
			list = append(list, part)
		} else {
			list[len(list)-1] += "," + part // of the name of a file
		}
	}
	return list
}

// repeated is a flag with each of its values, each behind a blank.
func repeated(flag string, values []string) string {
	said := ""
	for _, value := range values {
		said += " " + text.Quote([]string{flag, value})
	}
	return said
}

// split takes the values of --report apart.
func (f *reportFlags) split(c *cobra.Command) (formats, paths []string, err error) {
	for _, written := range f.files {
		format, path, _ := strings.Cut(written, "=")
		switch {
		case path == "":
			err = &game.UsageError{
				Message: fmt.Sprintf("--report %q: expected FORMAT=FILE", written),
				Hint:    "write for example --report junit=junit.xml",
			}
		case len(apart(written)) > 1:
			err = &game.UsageError{
				Message: fmt.Sprintf("--report %s: expected one FORMAT=FILE", written),
				Hint:    "repeat the flag:" + repeated("--report", apart(written)),
			}
		case path == "-":
			err = &game.UsageError{
				Message: fmt.Sprintf("--report %s: a report goes to a file, not to standard output", written),
				Hint:    fmt.Sprintf("--format %s prints it; a file called - is ./-", format),
			}
		case !slices.Contains(report.Formats(), format):
			e := game.Unknown("format", format, "of --report", report.Formats(), c.CommandPath()+" --help")
			if format == "md" { // the ending of such files
				e.Hint = `did you mean "markdown"? ` + e.Hint
			}
			err = e
		}
		if err != nil {
			return nil, nil, err
		}
		formats, paths = append(formats, format), append(paths, path)
	}
	return formats, paths, nil
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

// Record keeps a result in the ledger, unless it stands there as it is.
func (r *reports) Record(result run.Result) {
	if r.ledger == nil {
		return
	}
	if old, ok := r.resumed[result.Verdict.Case]; ok {
		before, err := ledger.Encode(ledger.NewEntry(old))
		now, errNow := ledger.Encode(ledger.NewEntry(result))
		if err == nil && errNow == nil && bytes.Equal(before, now) {
			return
		}
	}
	r.ledger.Add(result)
}

// Add tells reports of a result, or keeps it for them.
func (r *reports) Add(result run.Result) {
	if r.atOnce {
		r.list[0].Add(result)
	}
	r.held.Add(result)
}

// tell tells the reports of a result that they have not had yet.
func (r *reports) tell(result run.Result) {
	for i, reporter := range r.list {
		if i > 0 || !r.atOnce {
			reporter.Add(result)
		}
	}
}

// Close ends all reports, also if one of them fails; the error is the first.
func (r *reports) Close(s run.Summary) error {
	var first error
	if r.ledger != nil {
		first = r.ledger.Close(s)
		r.ledger = nil
	}
	s.Diagnoses = r.hints.Limit(s.Diagnoses)
	if err := r.held.Tell(&s, r.tell); err != nil {
		// What is not whole may look as if nothing had failed.
		r.discard()
		return cmp.Or(first, err)
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
func header(config *run.Config, rerun *report.Rerun, sources []string) ledger.Header {
	h := ledger.Header{
		Ledger: ledger.Version, Touchstone: programVersion(),
		Task: config.Game.Name + "/" + config.Task.Name, Subject: cmp.Or(config.Name, text.Valid(config.Subject.String())),
		Suites: config.Suites, Options: config.Rules.Options(), Seed: config.Seed, Shard: config.Shard, Cases: config.Cases.Len(),
		Started: time.Now().UTC().Truncate(time.Second),
		Again:   &ledger.Again{Flags: rerun.Flags, Command: rerun.Command},
	}
	for _, source := range sources {
		if source != "" {
			h.Again.Suites = append(h.Again.Suites, source)
		}
	}
	for _, word := range slices.Concat(h.Again.Flags, h.Again.Suites, h.Again.Command) {
		if !utf8.ValidString(word) {
			// JSON cannot say it, and another word would mislead.
			h.Again = nil
			break
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
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: cannot write the summary to the file of GITHUB_STEP_SUMMARY: %v\n", err)
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

// replaced says that so many verdicts replace earlier ones.
func replaced(n int) string {
	if n == 1 {
		return "replaces an earlier one"
	}
	return "replace earlier ones"
}
