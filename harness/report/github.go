package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/text"
)

const (
	// annotationsMax is how many annotations of one kind GitHub shows of a
	// step; it drops the rest without a word.
	annotationsMax = 10
	// StepSummaryBytesMax is what GitHub takes as the summary of a step; it
	// drops a longer one as a whole.
	StepSummaryBytesMax = 1 << 20
)

// GitHubOptions say where the summary of the step goes.
type GitHubOptions struct {
	StepSummary io.Writer // nil: there is none
	BytesMax    int       // room there, in bytes
}

// A gitHub writes workflow commands for GitHub Actions: an error for each
// cause, a warning for each word of warning, a notice for each kind of known
// failure and one with the counts, then the causes in full, each in a fold. What belongs on a page is the step summary.
type gitHub struct {
	out     errWriter
	header  ledger.Header
	viewer  viewer
	causes  causes
	number  int
	summary *markdown
}

func newGitHub(w io.Writer, o Options) *gitHub {
	g := &gitHub{
		out: errWriter{w: w}, header: o.Header, viewer: newViewer(githubCosts, NewRerun(&o.Header), o.Book), causes: newCauses(),
	}
	if o.GitHub.StepSummary != nil && o.GitHub.BytesMax > 0 {
		g.summary = newMarkdown(o.GitHub.StepSummary, o, o.GitHub.BytesMax)
	}
	return g
}

// Add counts a verdict.
func (g *gitHub) Add(r run.Result) {
	g.number++
	g.causes.add(&r, g.viewer.view(&r), g.number)
	if g.summary != nil {
		g.summary.Add(r)
	}
}

// Close writes the commands, and the summary of the step.
func (g *gitHub) Close(s run.Summary) error {
	g.causes.diagnose(&s)
	list := g.causes.sorted(repair...)
	room := annotationsMax
	if text := unfinished(&s); text != "" {
		g.command("error", ending(&s), text)
		room--
	}
	if faults := faultsOf(&s); len(faults) > 0 {
		g.command("error", "the game's reference is at fault", strings.Join(faults[:min(len(faults), causesMax)], "\n"))
		room--
	}
	g.annotate("error", list, room)
	g.annotate("warning", g.causes.sortedWarnings(), annotationsMax)
	g.annotate("notice", g.causes.sorted(run.FailedAsKnown), annotationsMax-1)
	g.command("notice", fact(g.header.Task), g.causes.counts(&s))
	for _, c := range list[:min(len(list), causesMax)] {
		g.command("group", "", c.title())
		for _, part := range slices.Concat([]string{c.message, strings.Join(c.ids, ", ") + c.more()}, c.teaches(), []string{c.details}) {
			if part != "" {
				g.out.printf("%s\n", text.Inert(part))
			}
		}
		g.out.printf("::endgroup::\n")
	}
	if g.summary != nil {
		if err := g.summary.Close(s); err != nil && g.out.err == nil {
			g.out.err = fmt.Errorf("step summary: %w", err)
		}
	}
	return g.out.err
}

// annotate writes one annotation for each cause, as long as there is room; the
// last one tells of those for which there is none.
func (g *gitHub) annotate(kind string, list []*cause, room int) {
	for i, c := range list {
		if i == room-1 && len(list) > room {
			rest := list[i:]
			var titles []string
			for _, c := range rest[:min(len(rest), causesMax)] {
				titles = append(titles, c.title())
			}
			g.command(kind, fmt.Sprintf("%s with %s", text.Count(len(rest), "more cause"), text.Count(total(rest), "case")), strings.Join(titles, "\n"))
			return
		}
		title := c.title()
		if kind == "warning" {
			title = "warning: " + c.size()
		}
		lines := append([]string{c.message, strings.Join(c.ids, ", ") + c.more()}, c.teaches()...)
		g.command(kind, title, strings.TrimPrefix(strings.Join(lines, "\n"), "\n"))
	}
}

var (
	dataEscaper     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscaper = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// command writes one workflow command.
func (g *gitHub) command(name, title, data string) {
	if title != "" {
		name += " title=" + propertyEscaper.Replace(title)
	}
	g.out.printf("::%s::%s\n", name, dataEscaper.Replace(data))
}
