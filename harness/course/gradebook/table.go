package gradebook

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
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
	line := func(fields []string) { fmt.Fprintf(w, "%s\r\n", strings.Join(fields, ",")) }
	line(append(b.leading(), b.columns()...))
	byTeam := make(map[string]*grade.Record)
	for i := range b.Records {
		byTeam[b.Records[i].Team] = &b.Records[i]
	}
	listed := make(map[string]bool)
	if b.Roster != nil {
		for i, fields := range b.Roster.Lines {
			team := b.Roster.Team(i)
			listed[team] = true
			if r := byTeam[team]; r != nil {
				line(append(cells(fields), b.fields(r)...))
			}
		}
	}
	for i := range b.Records {
		r := &b.Records[i]
		if listed[r.Team] {
			continue
		}
		lead := make([]string, len(b.leading()))
		at := 0
		if b.Roster != nil {
			at = b.Roster.TeamColumn()
		}
		lead[at] = report.Cell(r.Team)
		line(append(lead, b.fields(r)...))
	}
	return w.Flush()
}

// leading are the names of the columns before the points: those of the roster.
func (b *Book) leading() []string {
	if b.Roster == nil {
		return []string{"team"}
	}
	return cells(b.Roster.Columns)
}

// cells are fields as they stand in a table.
func cells(fields []string) []string {
	list := make([]string, len(fields))
	for i, field := range fields {
		list[i] = report.Cell(field)
	}
	return list
}

// dated and byHand tell which columns a table has besides the points.
func (b *Book) dated() bool  { return !b.Course.Late.Deadline.IsZero() }
func (b *Book) byHand() bool { return len(b.Course.Adjust) > 0 }

// columns are the names of the columns that fields fills.
func (b *Book) columns() []string {
	var names []string
	add := func(list ...string) {
		for _, name := range list {
			names = append(names, b.apart(name))
		}
	}
	add("points", "most")
	for _, p := range b.parts() {
		names = append(names, report.Cell(b.apart(p.Name())))
	}
	if b.dated() || b.byHand() {
		add("parts together")
	}
	if b.dated() {
		add("submitted at", "late by", "late days used", course.DaysLeftColumn, "lost for lateness")
	}
	if b.byHand() {
		add("by hand", "reasons")
	}
	add("notes")
	return names
}

// apart is a name that no column of the roster has.
func (b *Book) apart(name string) string {
	taken := func(other string) bool { return strings.EqualFold(other, name) }
	for b.Roster != nil && slices.ContainsFunc(b.Roster.Columns, taken) {
		name = columnPrefix + name
	}
	return name
}

// fields are the points of a record and what led to them, a field for each of columns.
func (b *Book) fields(r *grade.Record) []string {
	s := b.Score(r)
	fields := []string{s.Earned.String(), s.Most.String()}
	for _, p := range s.Parts {
		fields = append(fields, p.Earned.String())
	}
	if b.dated() || b.byHand() {
		fields = append(fields, s.Parted.String())
	}
	if b.dated() {
		at, late := "", ""
		if d := s.Due; !d.Submitted.IsZero() {
			at = when(d.Submitted.In(d.Deadline.Location()))
			if d.By > 0 {
				late = text.Span(d.By)
			}
		}
		fields = append(fields, report.Cell(at), late, fmt.Sprint(s.Due.DaysUsed), fmt.Sprint(s.Due.DaysLeft), s.Due.Lost.String())
	}
	if b.byHand() {
		given := report.Points(0)
		for _, a := range s.Adjusted {
			given += report.Points(a.Points)
		}
		fields = append(fields, strings.TrimPrefix(signed(given), "+"), report.Cell(adjustedText(s.Adjusted)))
	}
	return append(fields, report.Cell(strings.Join(b.notes(r, &s), "; ")))
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
