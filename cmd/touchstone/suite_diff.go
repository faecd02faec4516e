package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/coverage"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/text"
)

func newSuiteDiff(out *output) *cobra.Command {
	f := &suiteFlags{}
	c := &cobra.Command{
		Use:   "diff A B",
		Short: "compare two suites of a task",
		Long: `Touchstone lists the cases that only one suite has, those with different outputs, and what only one of them kills
or covers. Two cases are the same if their inputs and options are, whatever their names.

Broken cases are compared with nothing; suite lint names them.

Exit status: 0 no difference, 1 a difference or broken cases, 2 trouble.`,
		Example: `  touchstone suite diff my-suite bazaar/rules --task bazaar/rules
  touchstone suite diff bazaar/rules bazaar/rules`,
		Args: arguments(2, 2, "A and B"),
		RunE: func(c *cobra.Command, args []string) error { return f.diff(c, out, args) },
	}
	f.register(c)
	return c
}

// A diffReport is what diff writes with --format json. Before is suite A, after
// is B.
type diffReport struct {
	Before  string       `json:"before"`
	After   string       `json:"after"`
	Task    string       `json:"task"`
	Gone    []string     `json:"gone"` // ids of cases
	New     []string     `json:"new"`
	Changed []changeJSON `json:"changed"`
	Lost    gainJSON     `json:"lost"`
	Gained  gainJSON     `json:"gained"`
	Broken  brokenJSON   `json:"broken"`
}

// brokenJSON are how many cases of each suite cannot be used.
type brokenJSON struct {
	Before int `json:"before"`
	After  int `json:"after"`
}

type changeJSON struct {
	Before string `json:"before"`
	After  string `json:"after"`
}

type gainJSON struct {
	Kills []string `json:"kills"` // ids of mutants
	Items []string `json:"items"` // "clause BG-18"
}

// A diffSide is one of the two suites.
type diffSide struct {
	*target
	broken       int             // cases
	kills, items map[string]bool // which mutants it kills, and which items it covers
	order        []string        // of mutants and items
}

// side measures a suite.
func (f *suiteFlags) side(c *cobra.Command, t *target) (*diffSide, error) {
	of, err := f.baseline(c, t, deciding)
	if err != nil {
		return nil, err
	}
	mutants, _ := mutation.Mutants(t.game, t.task.Name)
	m, err := mutation.MeasureFirst(c.Context(), of.runner, of.base.Cases, mutants)
	if err != nil {
		return nil, err
	}
	all, err := coverage.Measure(of.runner, of.base.Cases)
	if err != nil {
		return nil, err
	}
	s := &diffSide{target: t, broken: len(of.base.Broken), kills: make(map[string]bool), items: make(map[string]bool)}
	for n, mutant := range mutants {
		s.order = append(s.order, mutant.ID)
		s.kills[mutant.ID] = len(m.Kills[n]) > 0
	}
	for _, item := range all.Items {
		name := string(item.Kind) + " " + item.Name
		s.order = append(s.order, name)
		s.items[name] = len(item.Cases) > 0
	}
	return s, nil
}

// gain is what one side kills and covers, and the other one does not.
func (s *diffSide) gain(other *diffSide) gainJSON {
	return gainJSON{onlyIn(s.kills, other.kills, s.order), onlyIn(s.items, other.items, s.order)}
}

func (f *suiteFlags) diff(c *cobra.Command, out *output, args []string) error {
	if err := f.check(c); err != nil {
		return err
	}
	a, err := f.one(args[0])
	if err != nil {
		return err
	}
	b, err := f.one(args[1])
	if err != nil {
		return err
	}
	if a.taskName() != b.taskName() {
		return &game.UsageError{
			Message: fmt.Sprintf("suite %s is for %s, and suite %s for %s", a.name, a.taskName(), b.name, b.taskName()),
			Hint:    "compare suites of one task",
		}
	}
	before, err := f.side(c, a)
	if err != nil {
		return err
	}
	after, err := f.side(c, b)
	if err != nil {
		return err
	}
	j := judge.New(before.task, judge.Codes(f.codes), nil)
	d := suite.Diff(before.suite.Cases, after.suite.Cases, func(a, b []jsontext.Value) bool {
		return j.Compare(a, b).Outcome == judge.Pass
	})
	r := diffReport{
		Before: text.Valid(before.name), After: text.Valid(after.name), Task: before.taskName(),
		Gone: ids(d.Gone), New: ids(d.New), Changed: []changeJSON{}, Lost: before.gain(after), Gained: after.gain(before),
		Broken: brokenJSON{before.broken, after.broken},
	}
	for _, change := range d.Changed {
		r.Changed = append(r.Changed, changeJSON{change.Before.ID, change.After.ID})
	}
	if out.format == "json" {
		err = writeJSON(c.OutOrStdout(), r)
	} else {
		err = r.print(c.OutOrStdout(), out)
	}
	// What is broken may be a difference that nobody sees.
	if err == nil && len(r.Gone)+len(r.New)+len(r.Changed)+r.Broken.Before+r.Broken.After > 0 {
		return errDiffers
	}
	return err
}

func ids(cases []*suite.Case) []string {
	list := []string{}
	for _, c := range cases {
		list = append(list, c.ID)
	}
	return list
}

// onlyIn lists what is in one set and not in another.
func onlyIn(one, other map[string]bool, order []string) []string {
	list := []string{}
	for _, name := range order {
		if one[name] && !other[name] {
			list = append(list, name)
		}
	}
	return list
}

func (r *diffReport) print(to io.Writer, out *output) error {
	w := bufio.NewWriter(to)
	say := func(what string, list []string) {
		if len(list) > 0 {
			fmt.Fprintf(w, "%s:\n  %s\n", text.Visible(what), wrap(text.Visible(strings.Join(list, ", ")), textWidth, len("  ")))
		}
	}
	var changed []string
	for _, c := range r.Changed {
		changed = append(changed, c.Before+" and "+c.After)
	}
	if !out.quiet {
		say("only in "+r.Before, r.Gone)
		say("only in "+r.After, r.New)
		say("other outputs", changed)
		say("only "+r.Before+" kills", r.Lost.Kills)
		say("only "+r.After+" kills", r.Gained.Kills)
		say("only "+r.Before+" meets", r.Lost.Items)
		say("only "+r.After+" meets", r.Gained.Items)
	}
	fmt.Fprintf(w, "%s gone, %d new, %d with other outputs; kills: %d lost, %d gained; met: %d lost, %d gained%s\n",
		text.Count(len(r.Gone), "case"), len(r.New), len(r.Changed),
		len(r.Lost.Kills), len(r.Gained.Kills), len(r.Lost.Items), len(r.Gained.Items), text.Visible(r.besides()))
	return w.Flush()
}

// besides says which cases were not compared.
func (r *diffReport) besides() string {
	var list []string
	if r.Broken.Before > 0 {
		list = append(list, fmt.Sprintf("%d in %s", r.Broken.Before, r.Before))
	}
	if r.Broken.After > 0 {
		list = append(list, fmt.Sprintf("%d in %s", r.Broken.After, r.After))
	}
	if len(list) == 0 {
		return ""
	}
	return "; broken: " + strings.Join(list, ", ") + " (see suite lint)"
}
