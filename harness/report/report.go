// Package report shows the verdicts of a run: to people as text, HTML and
// Markdown, to programs in the forms that they read. Every report can be made
// from a ledger alone. Whatever a subject wrote is only ever text to look at.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// formats are the forms of a report: their names, and what makes them.
var formats = []struct {
	name string
	make func(w io.Writer, o Options) (Reporter, error)
}{
	{"text", func(w io.Writer, o Options) (Reporter, error) { return NewText(w, o.Text), nil }},
	{"json", func(w io.Writer, _ Options) (Reporter, error) { return NewJSON(w), nil }},
	{"junit", func(w io.Writer, o Options) (Reporter, error) { return newJUnit(w, o), nil }},
	{"tap", func(w io.Writer, o Options) (Reporter, error) { return newTAP(w, o), nil }},
	{"github", func(w io.Writer, o Options) (Reporter, error) { return newGitHub(w, o), nil }},
	{"gradescope", newGradescope},
	{"html", func(w io.Writer, o Options) (Reporter, error) { return newHTML(w, o), nil }},
	{"markdown", func(w io.Writer, o Options) (Reporter, error) { return newMarkdown(w, o, 0), nil }},
	{"csv", func(w io.Writer, _ Options) (Reporter, error) { return newCSV(w), nil }},
}

// Formats lists the names of the formats, text first.
func Formats() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// CreateFile begins the file of a report. The error is a *game.UsageError.
func CreateFile(name string) (*files.File, error) {
	return files.Create("report", name, "--format prints a report to standard output")
}

// Options say what a report is of, and how some of the formats look. Of formats
// other than text the same header, verdicts and summary give the same bytes,
// whether they come from a run or from its ledger.
type Options struct {
	Header     ledger.Header
	Text       TextOptions
	Gradescope GradescopeOptions
	GitHub     GitHubOptions
	Gallery    *Gallery // for the pictures of html; nil for none
	Book       *Book    // nil: clauses and values are not named
	// AtOnce says that the report is told of results as they come, before their run
	// has ended and tells which of a cause is the smallest.
	AtOnce bool
}

// New makes the reporter of a format, which writes to w. The error, a
// *game.UsageError, is for an unknown format, and for options that it refuses.
func New(format string, w io.Writer, o Options) (Reporter, error) {
	for _, f := range formats {
		if f.name == format {
			return f.make(w, o)
		}
	}
	return nil, game.Unknown("format", format, "of --format", Formats(), "touchstone report --help")
}

// A Reporter is told of every result of a run, in order, and then of its end.
// A result from a ledger has the values that a ledger keeps.
type Reporter interface {
	Add(r run.Result)
	// Close writes what is left to write; the error is the writer's.
	Close(s run.Summary) error
}

// Streams tells whether the reports of a format can tell of each result at once,
// without what is known only when the run has ended.
func Streams(format string) bool { return format == "tap" }

// A Rerun knows how to run one case of a run again.
type Rerun struct {
	Task    string                 // "bazaar/turn"
	Flags   []string               // that change verdicts, as they were given
	Source  func(id string) string // the argument that names the suite of a case; "" if none is needed
	Suites  []string               // where there is no Source: the arguments that name all suites
	Command []string               // of the subject
}

// NewRerun knows what the header of a ledger tells; nil if that is not enough.
func NewRerun(h *ledger.Header) *Rerun {
	if h.Again == nil || len(h.Again.Command) == 0 {
		return nil
	}
	r := &Rerun{Task: h.Task, Flags: h.Again.Flags, Suites: h.Again.Suites, Command: h.Again.Command}
	if sources := h.Again.Sources; len(sources) > 0 {
		r.Source = func(id string) string { return sourceOf(sources, id) }
	}
	return r
}

// sourceOf is the argument that names the suite of a case: that of the longest
// name that its id begins with.
func sourceOf(sources map[string]string, id string) string {
	longest := ""
	for name := range sources {
		if strings.HasPrefix(id, name+"/") && len(name) > len(longest) {
			longest = name
		}
	}
	return sources[longest]
}

// bytes is about how long a line is at least.
func (r *Rerun) bytes() int {
	n := 0
	for _, words := range [][]string{r.Flags, r.Suites, r.Command} {
		for _, word := range words {
			n += len(word)
		}
	}
	return n
}

// Line is the command line that runs just that case, ready for a shell, in the
// delivery in which it failed; "" stands for the default.
func (r *Rerun) Line(id, delivery string) string {
	words := append([]string{"touchstone", "test", r.Task, "--case", id}, r.Flags...)
	if delivery != "" && delivery != plainDelivery {
		words = append(words, "--deliver", delivery)
	}
	if r.Source != nil {
		if source := r.Source(id); source != "" {
			words = append(words, source)
		}
	} else {
		words = append(words, r.Suites...)
	}
	words = append(words, "--")
	return quote(append(words, r.Command...))
}

// Rules is the command line that shows a clause. There may be no rerun.
func (r *Rerun) Rules(g *game.Game, clause string) string {
	words := []string{"touchstone", "rules", g.Name, clause}
	if r != nil {
		return quote(r.flags(words, "--game"))
	}
	if g.Folder != "" {
		words = append(words, "--game", g.Folder)
	}
	return quote(words)
}

// flags adds to words the flags of the rerun that are among some, with what they say.
func (r *Rerun) flags(words []string, names ...string) []string {
	for i := 0; i+1 < len(r.Flags); i++ {
		if slices.Contains(names, r.Flags[i]) {
			words = append(words, r.Flags[i:i+2]...)
			i++
		}
	}
	return words
}

// Show is the command line that shows a case in full.
func (r *Rerun) Show(id string) string {
	words := []string{"touchstone", "show", id}
	source, generated := r.source(id)
	if source != "" {
		words = append(words, "--suite", source)
	}
	if source != "" || generated {
		words = append(words, "--task", r.Task)
	}
	return quote(r.flags(words, "--option", "--preset", "--game"))
}

// source is the argument that names the suite of a case, "" if none is needed, and whether
// the case is a generated one.
func (r *Rerun) source(id string) (source string, generated bool) {
	if r.Source != nil {
		source = r.Source(id)
	} else if len(r.Suites) > 0 {
		source = r.Suites[0]
	}
	_, _, generated = suite.ParseGenerated(id)
	return source, generated
}

// embedded tells whether a case is one of an embedded suite.
func (r *Rerun) embedded(id string) bool {
	source, generated := r.source(id)
	return source == "" && !generated
}

// quote writes words as one line that a POSIX shell reads back as them, although
// the line shows as itself: what does not is left to printf.
func quote(words []string) string {
	var b strings.Builder
	for i, word := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		plain := text.Quote([]string{word})
		if word == text.Visible(word) && plain == text.Inert(plain) {
			b.WriteString(plain)
			continue
		}
		b.WriteString(`"$(printf '`)
		for rest := word; rest != ""; {
			r, size := utf8.DecodeRuneInString(rest)
			part := rest[:size]
			switch {
			case r == '%':
				b.WriteString("%%")
			case r == '-' && rest == word || r == '\\' || r == '\'' || r == ':' || r == '#' || r == utf8.RuneError && size == 1 || part != text.Visible(part):
				for _, one := range []byte(part) {
					fmt.Fprintf(&b, `\%03o`, one)
				}
			default:
				b.WriteString(part)
			}
			rest = rest[size:]
		}
		b.WriteString(`')"`)
	}
	return b.String()
}

// plainDelivery is the name of the default delivery, in which a case fails
// unless a report says otherwise.
const plainDelivery = "plain"

// An errWriter remembers the first error, so that writing can go on regardless.
type errWriter struct {
	w       io.Writer
	err     error
	written int // bytes
}

func (w *errWriter) printf(format string, args ...any) { w.write(fmt.Appendf(nil, format, args...)) }

func (w *errWriter) write(text []byte) {
	if w.err == nil {
		var n int
		n, w.err = w.w.Write(text)
		w.written += n
	}
}
