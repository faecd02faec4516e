package gradebook

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// columnPrefix sets a column of the grades apart from one of the roster that is
// called the same, such as the points of last week.
const columnPrefix = "touchstone "

// CSV writes a line for each line of the roster, and for each team that it does
// not have: its columns, then the points. No two columns with a name are called
// the same, whatever the roster calls its own.
func (b *Book) CSV(to io.Writer) error {
	w := bufio.NewWriter(to)
	var head []string
	columns := 0
	if b.Roster != nil {
		columns = len(b.Roster.Columns)
		for _, name := range b.Roster.Columns {
			head = append(head, report.Cell(name))
		}
	} else {
		columns, head = 1, append(head, "team")
	}
	add := func(name string, cell func(string) string) {
		taken := func(other string) bool { return strings.EqualFold(other, name) }
		for b.Roster != nil && slices.ContainsFunc(b.Roster.Columns, taken) {
			name = columnPrefix + name
		}
		head = append(head, cell(name))
	}
	plain := func(name string) string { return name }
	add("points", plain)
	add("most", plain)
	for _, p := range b.parts() {
		add(p.Name(), report.Cell)
	}
	dated, byHand := !b.Course.Late.Deadline.IsZero(), len(b.Course.Adjust) > 0
	if dated || byHand {
		add("parts together", plain)
	}
	if dated {
		for _, name := range []string{"submitted at", "late by", "late days used", "late days left", "lost for lateness"} {
			add(name, plain)
		}
	}
	if byHand {
		add("by hand", plain)
		add("reasons", plain)
	}
	add("notes", plain)
	line := func(fields []string) { fmt.Fprintf(w, "%s\r\n", strings.Join(fields, ",")) }
	line(head)
	byTeam := make(map[string]int)
	for i := range b.Records {
		byTeam[b.Records[i].Team] = i
	}
	done := make(map[string]bool)
	put := func(lead []string, team string) {
		done[team] = true
		at, ok := byTeam[team]
		if !ok {
			return
		}
		r := &b.Records[at]
		s := b.Score(r)
		fields := append(lead, s.Earned.String(), s.Most.String())
		for _, p := range s.Parts {
			fields = append(fields, p.Earned.String())
		}
		if dated || byHand {
			fields = append(fields, s.Parted.String())
		}
		if dated {
			at, late := "", ""
			if d := s.Due; !d.Submitted.IsZero() {
				at = when(d.Submitted.In(d.Deadline.Location()))
				if d.By > 0 {
					late = by(d.By)
				}
			}
			fields = append(fields, report.Cell(at), late, fmt.Sprint(s.Due.DaysUsed), fmt.Sprint(s.Due.DaysLeft), s.Due.Lost.String())
		}
		if byHand {
			given := report.Points(0)
			for _, a := range s.Adjusted {
				given += report.Points(a.Points)
			}
			fields = append(fields, strings.TrimPrefix(signed(given), "+"), report.Cell(adjustedText(s.Adjusted)))
		}
		line(append(fields, report.Cell(strings.Join(b.notes(r, &s), "; "))))
	}
	if b.Roster != nil {
		for i, fields := range b.Roster.Lines {
			lead := make([]string, 0, columns)
			for _, field := range fields {
				lead = append(lead, report.Cell(field))
			}
			put(lead, b.Roster.Team(i))
		}
	}
	for i := range b.Records {
		team := b.Records[i].Team
		if done[team] {
			continue
		}
		lead := make([]string, columns)
		at := 0
		if b.Roster != nil {
			at = b.Roster.TeamColumn()
		}
		lead[at] = report.Cell(team)
		put(lead, team)
	}
	return w.Flush()
}

// troublesShown is how many causes of the class a page shows.
const troublesShown = 15

// Markdown writes the table of the class, the rule, and the most frequent
// causes.
func (b *Book) Markdown(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "# %s\n\n", escaped(b.Course.Title))
	parts := b.parts()
	fmt.Fprint(w, "| team | points |")
	for _, p := range parts {
		fmt.Fprintf(w, " %s |", escaped(p.Name()))
	}
	fmt.Fprint(w, " notes |\n|---|---:|")
	fmt.Fprint(w, strings.Repeat("---:|", len(parts)), "---|\n")
	fmt.Fprintf(w, "| *most* | %v |", report.Points(b.Course.Points))
	for _, p := range parts {
		fmt.Fprintf(w, " %v |", p.Most)
	}
	fmt.Fprint(w, " |\n")
	for i := range b.Records {
		r := &b.Records[i]
		s := b.Score(r)
		fmt.Fprintf(w, "| %s | %v |", escaped(r.Team), s.Earned)
		for _, p := range s.Parts {
			fmt.Fprintf(w, " %v |", p.Earned)
		}
		said := b.notes(r, &s)
		if settled := s.Settled(); settled != "" {
			said = append(said, settled)
		}
		fmt.Fprintf(w, " %s |\n", escaped(strings.Join(said, "; ")))
	}
	fmt.Fprintf(w, "\n%s\n", b.rule())
	if list := b.Troubles(troublesShown); len(list) > 0 {
		fmt.Fprint(w, "\n## Most frequent causes\n\n| teams | cases | task | verdict | clause | for example |\n|---:|---:|---|---|---|---|\n")
		for _, t := range list {
			fmt.Fprintf(w, "| %d | %d | %s | %s | %s | %s |\n", t.Teams, t.Cases, escaped(t.Task), escaped(t.Verdict), escaped(t.Clause), escaped(t.Message))
		}
	}
	return w.Flush()
}

// escaped is text as a cell of a table of Markdown, in which it is nothing but
// text.
func escaped(said string) string {
	var b strings.Builder
	for _, r := range text.Inert(text.Visible(said)) {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '|', '\\', '`', '*', '_', '[', ']', '#', '~', '!', '@', ':':
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
