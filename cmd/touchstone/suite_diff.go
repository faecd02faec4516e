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

func (f *suiteFlags) diff(c *cobra.Command, out *output, args []string) error {
	if err := f.check(c); err != nil {
		return err
	}
	var sides [2]*target
	var broken [2]int
	var kills, items [2]map[string]bool
	var order []string // of mutants and items
	for i := range sides {
		t, err := f.one(args[i])
		if err != nil {
			return err
		}
		sides[i] = t
		if i == 1 && t.taskName() != sides[0].taskName() {
			return &game.UsageError{
				Message: fmt.Sprintf("suite %s is for %s, and suite %s for %s", sides[0].name, sides[0].taskName(), t.name, t.taskName()),
				Hint:    "compare suites of one task",
			}
		}
		of, err := f.baseline(c, t, deciding)
		if err != nil {
			return err
		}
		broken[i] = len(of.base.Broken)
		mutants, _ := mutation.Mutants(t.game, t.task.Name)
		m, err := mutation.MeasureFirst(c.Context(), of.runner, of.base.Cases, mutants)
		if err != nil {
			return err
		}
		all, err := coverage.Measure(of.runner, of.base.Cases)
		if err != nil {
			return err
		}
		kills[i], items[i] = make(map[string]bool), make(map[string]bool)
		order = nil
		for n, mutant := range mutants {
			order = append(order, mutant.ID)
			kills[i][mutant.ID] = len(m.Kills[n]) > 0
		}
		for _, item := range all.Items {
			name := string(item.Kind) + " " + item.Name
			order = append(order, name)
			items[i][name] = len(item.Cases) > 0
		}
	}
	j := judge.New(sides[0].task, judge.Codes(f.codes), nil)
	d := suite.Diff(sides[0].suite.Cases, sides[1].suite.Cases, func(a, b []jsontext.Value) bool {
		return j.Compare(a, b).Outcome == judge.Pass
	})
	r := diffReport{
		Before: text.Valid(sides[0].name), After: text.Valid(sides[1].name), Task: sides[0].taskName(),
		Gone: ids(d.Gone), New: ids(d.New), Changed: []changeJSON{},
		Lost:   gainJSON{onlyIn(kills[0], kills[1], order), onlyIn(items[0], items[1], order)},
		Gained: gainJSON{onlyIn(kills[1], kills[0], order), onlyIn(items[1], items[0], order)},
		Broken: brokenJSON{broken[0], broken[1]},
	}
	for _, change := range d.Changed {
		r.Changed = append(r.Changed, changeJSON{change.Before.ID, change.After.ID})
	}
	var err error
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
