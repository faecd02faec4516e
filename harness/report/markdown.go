package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A markdown writes Markdown as GitHub has it: the counts, a table of the
// causes, and one case of each. Text of others stands in code only, where it is
// neither markup nor HTML, names nobody and links to nothing.
type markdown struct {
	out      errWriter
	header   ledger.Header
	viewer   viewer
	causes   causes
	number   int
	bytesMax int // 0: no bound but those of what is shown
}

func newMarkdown(w io.Writer, o Options, bytesMax int) *markdown {
	return &markdown{
		out: errWriter{w: w}, header: o.Header, viewer: newViewer(markdownCosts, NewRerun(&o.Header), o.Book),
		causes: newCauses(), bytesMax: bytesMax,
	}
}

// Add counts a verdict.
func (m *markdown) Add(r run.Result) {
	m.number++
	m.causes.add(&r, m.viewer.view(&r), m.number)
}

// markdownCut is written where a report would become too long.
const markdownCut = "\nThis summary stops here: a ledger (`--ledger`) has everything.\n"

// Close writes the report.
func (m *markdown) Close(s run.Summary) error {
	for _, block := range m.blocks(&s) {
		if m.bytesMax > 0 && m.out.written+len(block) > m.bytesMax-len(markdownCut) {
			if m.out.written+len(markdownCut) <= m.bytesMax {
				m.out.write([]byte(markdownCut))
			}
			break
		}
		m.out.write([]byte(block))
	}
	return m.out.err
}

// blocks are the parts of the report, each of them complete.
func (m *markdown) blocks(s *run.Summary) []string {
	h := &m.header
	m.causes.diagnose(s)
	list := m.causes.sorted(repair...)
	blocks := []string{fmt.Sprintf("# %s: %s\n", code(fact(h.Task)), m.causes.counts(s))}
	if text := unfinished(s); text != "" {
		blocks = append(blocks, fmt.Sprintf("\n**%s**\n", text))
	}
	for _, said := range faultsOf(s) {
		blocks = append(blocks, fmt.Sprintf("\n**Not the program's fault:** %s\n", code(said)))
	}
	var facts []string
	for _, f := range []struct{ name, text string }{
		{"program", h.Subject}, {"suites", strings.Join(h.Suites, " ")}, {"touchstone", h.Touchstone},
	} {
		if f.text != "" {
			facts = append(facts, f.name+" "+code(fact(f.text)))
		}
	}
	if options := m.viewer.book.unusual(h.Options); len(options) > 0 {
		facts = append(facts, "options "+code(optionsText(options)))
	}
	if h.Seed != nil {
		facts = append(facts, fmt.Sprintf("seed %d", *h.Seed))
	}
	blocks = append(blocks, "\n"+strings.Join(facts, ", ")+"\n", m.table(s))
	if len(list) == 0 {
		return append(blocks, m.known(), m.warnings())
	}
	shown, rest := list[:min(len(list), causesMax)], list[min(len(list), causesMax):]
	table := "\n## Causes\n\n| verdict | cases | clause | first case | message |\n|---|---:|---|---|---|\n"
	for _, g := range shown {
		table += fmt.Sprintf("| %s | %d | %s | %s | %s |\n",
			tableCode(g.name()), g.count, tableCode(g.clause), tableCode(g.id), tableCode(g.message))
	}
	if len(rest) > 0 {
		table += fmt.Sprintf("\n… and %s with %s\n", text.Count(len(rest), "more cause"), text.Count(total(rest), "case"))
	}
	blocks = append(blocks, table)
	if said := m.causes.perhaps; said != "" {
		blocks = append(blocks, fmt.Sprintf("\n%s\n", said))
	}
	for _, g := range shown {
		blocks = append(blocks, causeBlock(g))
	}
	return append(blocks, m.known(), m.warnings())
}

// table is the table of the verdicts with their numbers.
func (m *markdown) table(s *run.Summary) string {
	var b strings.Builder
	b.WriteString("\n| verdict | cases |\n|---|---:|\n")
	outcomes := slices.Sorted(maps.Keys(s.Verdicts))
	for i, outcome := range outcomes {
		if i == causesMax {
			break
		}
		fmt.Fprintf(&b, "| %s | %d |\n", tableCode(word(string(outcome))), s.Verdicts[outcome])
	}
	return b.String()
}

// causeBlock is one cause with its first case.
func causeBlock(g *cause) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s: %s\n\n", code(g.name()), g.size())
	for _, said := range g.teaches() {
		fmt.Fprintf(&b, "%s\n\n", code(said))
	}
	fmt.Fprintf(&b, "%s\n\n", codes(g))
	text := g.message
	if g.details != "" {
		text = strings.TrimPrefix(text+"\n"+g.details, "\n")
	}
	if text != "" {
		fence := strings.Repeat("`", max(3, longestRun(text)+1))
		fmt.Fprintf(&b, "<details><summary>the first case</summary>\n\n%stext\n%s\n%s\n\n</details>\n", fence, text, fence)
	}
	return b.String()
}

// known are the failures that are listed as known, by their reasons.
func (m *markdown) known() string {
	return section("Known failures", m.causes.sorted(run.FailedAsKnown))
}

// warnings are the warnings with their cases.
func (m *markdown) warnings() string { return section("Warnings", m.causes.sortedWarnings()) }

// section lists causes that nobody has to repair; "" if there are none.
func section(title string, list []*cause) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n", title)
	for i, g := range list {
		if i == causesMax {
			fmt.Fprintf(&b, "- … and %s with %s\n", text.Count(len(list)-i, "more cause"), text.Count(total(list[i:]), "case"))
			break
		}
		fmt.Fprintf(&b, "- %s: %s: %s\n", code(g.message), text.Count(g.count, "case"), codes(g))
	}
	return b.String()
}

// codes are the cases of a cause.
func codes(g *cause) string {
	var ids []string
	for _, id := range g.ids {
		ids = append(ids, code(id))
	}
	return strings.Join(ids, ", ") + g.more()
}

// code makes text a code span.
func code(text string) string {
	if text == "" {
		return ""
	}
	fence := strings.Repeat("`", longestRun(text)+1)
	// One blank on either side is taken off again, if there is one on both.
	if strings.ContainsRune("` ", rune(text[0])) || strings.ContainsRune("` ", rune(text[len(text)-1])) {
		text = " " + text + " "
	}
	return fence + text + fence
}

// tableCode makes text a code span in a table. A bar would end the cell there,
// and how it may be escaped depends on what stands before it.
func tableCode(text string) string { return code(strings.ReplaceAll(text, "|", `\u007c`)) }

// longestRun is the length of the longest run of backticks in text.
func longestRun(text string) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest
}
