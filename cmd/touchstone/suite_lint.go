package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/lint"
	"github.com/touchstone-harness/touchstone/harness/text"
)

type lintFlags struct {
	suiteFlags
	ignore []string
}

func newSuiteLint(out *output) *cobra.Command {
	f := &lintFlags{}
	c := &cobra.Command{
		Use:   "lint SUITE...",
		Short: "find cases that are wrong, repeated, or rest on a house ruling",
		Long: `Touchstone checks each case against the rules and against the other cases. The kinds of findings:
` + lintTable() + `
Each hint stands once, behind the first finding that it is for; --verbose repeats it. Cases that rest on the same
ruling are grouped. More than three suites of a task without other findings share a line; --verbose lists each. The
last line says so if every case of a suite rests on one. Three tasks have only such cases: ubar/view (UB-75),
ubar/setup (UB-69), bazar/setup (BZ-06).

Exit status: 0 no finding, 1 findings, 2 trouble.`,
		Example: `  touchstone suite lint my-suite --task bazaar/rules
  touchstone suite lint bazaar --ignore house-ruling
  touchstone suite lint class --format json`,
		Args: arguments(1, suite.CasesMax, "SUITE..."),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, out, args) },
	}
	f.register(c)
	c.Flags().StringArrayVar(&f.ignore, "ignore", nil, "`KIND`: hide findings of this kind; repeatable")
	complete(c, map[string]completion{"ignore": fixed(lintKinds()...)})
	return c
}

// lintTable lists the kinds of findings for the help.
func lintTable() string {
	var b strings.Builder
	for _, k := range []struct {
		kind lint.Kind
		text string
	}{
		{lint.Unreadable, "the files do not make a case, or one is missing"},
		{lint.NotJSON, "input or output is not JSON"},
		{lint.OutOfDomain, "the input is not valid for the task"},
		{lint.WrongExpectation, "the rules give another output"},
		{lint.UnknownName, "it names a clause or an option that does not exist"},
		{lint.Duplicate, "another case has the same input"},
		{lint.NearDuplicate, "another case differs only in names, seats, colours or the like, and kills the same mutants"},
		{lint.HouseRuling, "the answer rests on a house ruling (mark H), which your class may not know"},
		{lint.NotJudged, "the reference of a game that somebody brought fails on it"},
	} {
		fmt.Fprintf(&b, "  %-18s %s\n", k.kind, k.text)
	}
	return b.String()
}

func lintKinds() []string {
	var names []string
	for _, k := range lint.Kinds() {
		names = append(names, string(k))
	}
	return names
}

// A lintReport is what lint writes with --format json.
type lintReport struct {
	Suites []lintJSON `json:"suites"`
}

type lintJSON struct {
	Suite    string         `json:"suite"`
	Task     string         `json:"task"`
	Cases    int            `json:"cases"`
	Findings []lint.Finding `json:"findings"`
	// misplaced says for which other task the suite seems to be, "" for none.
	misplaced string
}

// everywhere are the house rulings on which all cases rest.
func (s *lintJSON) everywhere() []string {
	var rests [][]string
	for i := range s.Findings {
		if s.Findings[i].Kind == lint.HouseRuling {
			rests = append(rests, s.Findings[i].Clauses)
		}
	}
	if len(rests) < s.Cases {
		return nil
	}
	return lint.Everywhere(rests)
}

func (f *lintFlags) run(c *cobra.Command, out *output, args []string) error {
	if err := f.check(c); err != nil {
		return err
	}
	for _, kind := range f.ignore {
		if !slices.Contains(lintKinds(), kind) {
			return game.Unknown("kind of findings", kind, "", lintKinds(), "touchstone suite lint --help")
		}
	}
	targets, err := f.targets(args)
	if err != nil {
		return err
	}
	r := lintReport{Suites: []lintJSON{}}
	bad := false
	for i := range targets {
		t := &targets[i]
		p, err := f.runner(t)
		if err != nil {
			return err
		}
		found, err := lint.Check(c.Context(), p, t.suite.Cases)
		if err != nil {
			return err
		}
		for i := range found {
			found[i].Hint = withFolders(found[i].Hint)
			if found[i].File = nearest(found[i].File); t.embedded {
				found[i].File, found[i].Line = "", 0 // its case is known by its id
			}
		}
		found = slices.DeleteFunc(found, func(k lint.Finding) bool { return slices.Contains(f.ignore, string(k.Kind)) })
		bad = bad || len(found) > 0
		s := lintJSON{Suite: text.Valid(t.name), Task: t.taskName(), Cases: len(t.suite.Cases), Findings: found}
		s.misplace(c.Context(), p, t)
		r.Suites = append(r.Suites, s)
	}
	if out.format == "json" {
		err = writeJSON(c.OutOrStdout(), r)
	} else {
		err = printLint(c.OutOrStdout(), out, &r)
	}
	if err == nil && bad {
		return errDiffers
	}
	return err
}

// misplace finds out whether the suite seems to be for another task, and gives the findings that come
// from that the command that fits.
func (s *lintJSON) misplace(ctx context.Context, p *baseline.Runner, t *target) {
	refused := make(map[string]bool)
	for _, f := range s.Findings {
		refused[f.Case] = refused[f.Case] || isStrange(f.Kind)
	}
	strange := slices.DeleteFunc(slices.Clone(t.suite.Cases), func(c suite.Case) bool { return !refused[c.ID] })
	other := ""
	if other, s.misplaced = p.Misplaced(ctx, s.Cases, strange, games.All()); other == "" {
		return
	}
	for i := range s.Findings {
		if isStrange(s.Findings[i].Kind) {
			s.Findings[i].Hint = fmt.Sprintf("%q checks it for that task", text.Quote([]string{"touchstone", "suite", "lint", t.name, "--task", other}))
		}
	}
}

// isStrange tells whether a finding may come from a suite's being for another task.
func isStrange(kind lint.Kind) bool { return baseline.IsStrange(suite.FaultKind(kind)) }

// examplesMax is how many of the cases are named that rest on one ruling.
const examplesMax = 3

// placeOf is where a finding is, as editors read it.
func placeOf(f *lint.Finding) string {
	if f.File == "" {
		return ""
	}
	where := f.File + ":"
	if f.Line > 0 {
		where += fmt.Sprintf("%d:", f.Line)
	}
	if f.Column > 0 {
		where += fmt.Sprintf("%d:", f.Column)
	}
	return where + " "
}

// nearest is a path from here, where it leads to a file at or below the current folder.
func nearest(path string) string {
	here, err := os.Getwd()
	if err != nil || !filepath.IsAbs(path) {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(short) {
		return short
	}
	return path
}

// suitesMax is up to how many suites of a task have a line each where there is nothing to
// say of one alone.
const suitesMax = 3

// mergeSuites joins the suites of a task, such as those of a class, where there is nothing to
// say of one alone. Only the first of them keeps a name, which counts them.
func mergeSuites(all []lintJSON) {
	count, first := make(map[string]int), make(map[string]int)
	for i := range all {
		if !all[i].alone() {
			count[all[i].Task]++
		}
	}
	for i := range all {
		s := &all[i]
		n := count[s.Task]
		if n <= suitesMax || s.alone() {
			continue
		}
		if at, ok := first[s.Task]; ok {
			all[at].Cases += s.Cases
			all[at].Findings = append(all[at].Findings, s.Findings...)
			s.Suite = ""
			continue
		}
		first[s.Task] = i
		s.Suite = text.Count(n, "suite")
	}
}

// examplesOf are the first of the names, each once: suites may have cases of one name.
func examplesOf(names []string) []string {
	var list []string
	for _, name := range names {
		if len(list) < examplesMax && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// alone tells whether something is to say of a suite alone.
func (s *lintJSON) alone() bool {
	for i := range s.Findings {
		if s.Findings[i].Kind != lint.HouseRuling {
			return true
		}
	}
	return false
}

func printLint(to io.Writer, out *output, r *lintReport) error {
	w := bufio.NewWriter(to)
	red, plain := "", ""
	if out.colored(to) {
		red, plain = "\x1b[1;31m", "\x1b[0m"
	}
	advised := make(map[string]bool) // next steps that have been said
	if !out.verbose {
		mergeSuites(r.Suites)
	}
	for i := range r.Suites {
		s := &r.Suites[i]
		if s.Suite == "" {
			continue
		}
		same := make(map[string][]string) // cases with a ruling, by what is said of it
		said := make(map[string]bool)
		for _, f := range s.Findings {
			if f.Kind == lint.HouseRuling {
				same[f.Message] = append(same[f.Message], f.Case)
			}
		}
		for _, f := range s.Findings {
			if isStrange(f.Kind) && s.misplaced != "" && !out.verbose {
				f.Message, f.File, f.Line, f.Column = s.misplaced, "", 0, 0
				f.Case = s.Suite
			}
			cases := same[f.Message]
			grouped := len(cases) > 1 && !out.verbose
			if out.quiet || (grouped || f.Message == s.misplaced) && said[f.Message] {
				continue
			}
			said[f.Message] = true
			of := f.Case
			if grouped {
				// A ruling is no fault of the cases, so that a few of them are enough.
				of = fmt.Sprintf("%s, such as %s", text.Count(len(cases), "case"), strings.Join(examplesOf(cases), ", "))
				f.File = ""
			}
			fmt.Fprintf(w, "%s%s%s%s: %s: %s\n", text.Visible(placeOf(&f)), red, f.Kind, plain, text.Visible(of), text.Visible(f.Message))
			if f.Hint != "" && (out.verbose || !advised[f.Hint]) {
				advised[f.Hint] = true
				fmt.Fprintf(w, "hint: %s\n", text.Visible(f.Hint))
			}
		}
		what := "no findings"
		if n := len(s.Findings); n > 0 {
			what = text.Count(n, "finding")
		}
		if all := s.everywhere(); len(all) > 0 {
			what += "; every case rests on " + strings.Join(all, " and ")
		}
		fmt.Fprintf(w, "%s (%s): %s, %s\n", text.Visible(s.Suite), s.Task, text.Count(s.Cases, "case"), what)
	}
	return w.Flush()
}
