package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/scene/terminal"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of a text, and why: it is read by a person, who repairs the first
// causes and runs the suite again. The rest is counted, never dropped silently.
const (
	causesMax = 20 // causes that are listed
	idsMax    = 8  // cases of a cause that are named
	brokenMax = 20 // broken cases that are listed
	// fullMax is how many cases of one cause a verbose text shows in full.
	fullMax = 50
	// diffLinesMax is how much of a difference fits on a screen; a verbose
	// text shows all.
	diffLinesMax = 40
	// decidedLinesMax is how much of it is shown where one answer is that a request is
	// illegal and the other has a whole state.
	decidedLinesMax = 10
	// textBytesMax is from where on a verbose text shows of every cause only one
	// case in full.
	textBytesMax = 4 << 20
	// heldBytesMax bounds the values that are kept to be shown in the end: some
	// hundred of the longest that are shown at all.
	heldBytesMax = 32 << 20
)

// TextOptions say what a text looks like.
type TextOptions struct {
	Style judge.Style
	Judge *judge.Judge // lays out differences; nil: none are shown
	Rerun *Rerun       // nil: no line says how to run a case again
	// Canvas draws both answers of the first case of a cause; nil: nothing is drawn.
	Canvas *Canvas
	// BlockedTold says that why cases are blocked is told elsewhere, as an error.
	BlockedTold bool
	Book        *Book // nil: clauses and values are not named
	Verbose     bool  // every failing case in full, not only one for each cause
	Quiet       bool  // only the closing line
}

// How much of a text are pictures, and why: each takes some screens.
const (
	drawnMax      = 3   // causes that have one
	drawnLinesMax = 200 // lines of two full states below each other on 80 columns
)

// A Canvas is what answers are drawn by.
type Canvas struct {
	Rules game.Rules
	Task  game.Task
}

// A Text reports to people: failures by cause, then what could not be judged,
// then the counts.
type Text struct {
	TextOptions
	out errWriter

	causes   map[string]*group
	order    []*group // of causes, as they came
	held     int      // bytes of the values that are kept
	drawn    int      // how many causes have a picture
	broken   group
	warnings named // by their words
	known    named // by their reasons

	diagnoses map[string]*judge.Diagnosis // by case
}

// A group is the cases that fail for one cause.
type group struct {
	verdict judge.Outcome
	count   int
	entries []entry // the smallest first; bounded
}

// An entry is one case of a group.
type entry struct {
	run.Result
	index int // order of arrival
}

// NewText reports to w.
func NewText(w io.Writer, options TextOptions) *Text {
	return &Text{
		TextOptions: options,
		out:         errWriter{w: w},
		causes:      make(map[string]*group),
		warnings:    named{groups: make(map[string]*group)},
		known:       named{groups: make(map[string]*group)},
	}
}

// Add takes a result into account.
func (t *Text) Add(r run.Result) {
	v := &r.Verdict
	for _, w := range v.Warnings[:min(len(v.Warnings), warningsMax)] {
		t.warnings.add(w, v)
	}
	switch run.KindOf(v) {
	case run.Passed, run.PassedUnexpectedly:
		return
	case run.FailedAsKnown:
		t.known.add(v.Known, v)
		return
	case run.Blocked:
		if t.BlockedTold {
			return
		}
		r.InputBytes = 0 // the first one tells why
	case run.Broken:
		r.InputBytes = 0 // in their order, not by size
		t.broken.add(entry{Result: r}, brokenMax)
		return
	}
	fingerprint, _ := text.Cut(v.Fingerprint, wordBytesMax)
	key := string(v.Outcome) + " " + fingerprint
	g := t.causes[key]
	if g == nil {
		g = &group{verdict: v.Outcome}
		t.causes[key] = g
		t.order = append(t.order, g)
	}
	t.held += bytesOf(r)
	keep := idsMax
	if t.Verbose {
		keep = fullMax
	}
	dropped := g.add(entry{Result: r}, keep)
	t.held -= bytesOf(dropped.Result)
	for i := len(g.entries) - 1; i >= 0; i-- {
		// Without verbosity only the first is shown in full.
		if i > 0 && !t.Verbose || t.held > heldBytesMax {
			t.held -= bytesOf(g.entries[i].Result)
			g.entries[i].Input, g.entries[i].Expected, g.entries[i].Received = nil, nil, nil
		}
	}
}

// named are groups of cases by a name, as many as are listed; rest counts the cases of
// others.
type named struct {
	groups map[string]*group
	rest   int
}

// add adds a case to the group that has a name. Only what the list of them shows is kept.
func (n *named) add(key string, v *judge.Verdict) {
	if n.groups[key] == nil {
		if len(n.groups) >= causesMax {
			n.rest++
			return
		}
		n.groups[key] = &group{}
	}
	shown := judge.Verdict{Case: v.Case}
	if v.Outcome == judge.Pass {
		shown.Message = v.Message // the remark that is behind a warning
	}
	n.groups[key].add(entry{Result: run.Result{Verdict: shown}}, idsMax)
}

// bytesOf is the size of the values that are kept of a result.
func bytesOf(r run.Result) int {
	return stream.Size(r.Input) + stream.Size(r.Expected) + stream.Size(r.Received)
}

// add counts a case, and keeps it if it is the smallest or among the first of
// the others. It returns the one that it does not keep any more.
func (g *group) add(e entry, keep int) (dropped entry) {
	e.index = g.count
	g.count++
	if len(g.entries) > 0 && e.InputBytes < g.entries[0].InputBytes {
		// Back to their order of arrival, behind the new smallest one.
		sort.Slice(g.entries, func(i, j int) bool { return g.entries[i].index < g.entries[j].index })
		g.entries = slices.Insert(g.entries, 0, e)
	} else {
		g.entries = append(g.entries, e)
	}
	if len(g.entries) > keep {
		dropped = g.entries[keep]
		g.entries = g.entries[:keep]
	}
	return dropped
}

// Close writes the text.
func (t *Text) Close(s run.Summary) error {
	if !t.Quiet {
		t.diagnoses = byCase(s.Diagnoses)
		t.groups()
		if said := t.Book.perhaps(&s); said != "" {
			t.printf("%s\n\n", said)
		}
		t.brokenCases()
		t.remarks()
	}
	t.closing(s)
	return t.out.err
}

// groups writes the causes, those of most cases first.
func (t *Text) groups() {
	slices.SortStableFunc(t.order, func(a, b *group) int { return cmp.Compare(b.count, a.count) })
	for i, g := range t.order {
		if i == causesMax {
			rest := 0
			for _, more := range t.order[i:] {
				rest += more.count
			}
			t.printf("… and %s with %s\n\n", text.Count(len(t.order)-i, "more cause"), text.Count(rest, "case"))
			return
		}
		t.group(g)
	}
}

// group writes one cause.
func (t *Text) group(g *group) {
	t.printf("%s: %s%s\n", t.paint(bold+red, word(string(g.verdict))), text.Count(g.count, "case"), blameless(g))
	shown := 1
	if t.Verbose {
		shown = len(g.entries)
	}
	for i, e := range g.entries[:shown] {
		if i > 0 && t.out.written > textBytesMax {
			shown = i
			break
		}
		if i == 0 {
			t.printf("  %s\n", oneLine(e.Verdict.Message, valueBytesMax))
			t.printf("  %s\n", t.names(g))
			t.reading(&e)
		} else {
			t.printf("\n  %s: %s\n", oneLine(e.Verdict.Case, idBytesMax), oneLine(e.Verdict.Message, valueBytesMax))
		}
		t.full(e, i == 0)
	}
	if t.Verbose && g.count > shown {
		t.printf("  … and %s\n", text.Count(g.count-shown, "more case"))
	}
	t.printf("\n")
}

// reading says what the program answers like, if that is known.
func (t *Text) reading(e *entry) {
	d := t.diagnoses[e.Verdict.Case]
	if d == nil || !d.Settled() {
		return
	}
	t.printf("  %s\n", t.paint(bold, readsLike(d)))
	if d.Hint != "" {
		t.printf("  hint: %s\n", seeing(d.Hint))
	}
}

// printf writes whole lines. What a service that runs builds would take for a
// command of the log is changed so that it is none.
func (t *Text) printf(format string, args ...any) {
	t.out.write([]byte(text.Inert(fmt.Sprintf(format, args...))))
}

// blameless says whose fault a group is, if it is not the subject's.
func blameless(g *group) string {
	switch g.verdict {
	case judge.Blocked:
		return faultOf(run.Blocked, "")
	case judge.HarnessError:
		blame := judge.BlameHarness
		if len(g.entries) > 0 {
			blame = g.entries[0].Verdict.Blame
		}
		return faultOf(run.Unjudged, blame)
	}
	return ""
}

// names lists the first cases of a group.
func (t *Text) names(g *group) string {
	var ids []string
	for _, e := range g.entries[:min(len(g.entries), idsMax)] {
		ids = append(ids, oneLine(e.Verdict.Case, idBytesMax))
	}
	text := strings.Join(ids, ", ")
	if more := g.count - len(ids); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// full writes what there is to see of one case: the other differences, what it
// wrote to stderr, and how to run it again; of the first one of a cause also what
// the answers look like.
func (t *Text) full(e entry, first bool) {
	v := &e.Verdict
	if v.Hint != "" {
		t.printf("  hint: %s\n", oneLine(v.Hint, messageBytesMax))
	}
	if delivered(v) != "" {
		t.printf("  delivery: %s\n", delivered(v))
	}
	var lesson []point
	if first {
		lesson = t.Book.lesson(&e.Result, t.Rerun)
	}
	for _, p := range lesson {
		if !p.next {
			t.printf("  %s: %s\n", p.name, p.text)
		}
	}
	if diff := t.diff(e); diff != "" {
		most := diffLinesMax
		if decidesOtherwise(v) {
			most = decidedLinesMax
		}
		t.indented(diff, most)
	} else {
		for _, d := range v.Differences[min(1, len(v.Differences)):min(judge.DifferencesMax, len(v.Differences))] {
			t.printf("  %s\n", oneLine(d.Message, valueBytesMax))
		}
	}
	if first {
		for line := range strings.Lines(t.draw(e)) {
			t.printf("%s%s", indent, line)
		}
	}
	if v.Stdout != "" {
		t.stream("stdout", v.Stdout)
	}
	if v.Stderr != "" && !repeats(v.Message, v.Stderr) {
		t.stream("stderr", v.Stderr)
	}
	for _, p := range lesson {
		if p.next {
			t.printf("  %s: %s\n", p.name, p.text)
		}
	}
	if again := againLine(v, t.Rerun); again != "" {
		t.printf("  again: %s\n", again)
	}
}

// stream shows what a program wrote to an output of that name.
func (t *Text) stream(name, written string) {
	t.printf("  %s:\n", name)
	shown, _ := text.Cut(written, stderrShownMax)
	for line := range strings.SplitSeq(shown, "\n") {
		t.printf("    %s\n", text.Visible(strings.TrimRight(line, "\r")))
	}
}

// repeats tells whether a message ends with all that was written to stderr.
func repeats(message, stderr string) bool {
	if !strings.HasSuffix(message, stderr) {
		return false
	}
	_, last, _ := strings.Cut(message, ": ")
	return last == stderr
}

// diff lays out the difference of an entry.
func (t *Text) diff(e entry) string {
	if t.Judge == nil || e.Expected == nil && e.Received == nil {
		return ""
	}
	style := t.Style
	if style.Width > len(indent) {
		style.Width -= len(indent)
	}
	style.Right = rightName(&e.Verdict)
	return t.Judge.Render(e.Expected, e.Received, style)
}

// draw draws what was expected and received beside each other, "" if that is
// not to be, or nothing is to be seen.
func (t *Text) draw(e entry) string {
	if t.Canvas == nil || t.drawn == drawnMax || e.Expected == nil || e.Received == nil {
		return ""
	}
	var pointers []string
	for _, d := range e.Verdict.Differences {
		pointers = append(pointers, d.Pointer)
	}
	both, marks, err := picture.Answers(t.Canvas.Rules, t.Canvas.Task.Out, [2]string{rightName(&e.Verdict), "received"}, e.Expected, e.Received, pointers)
	if err != nil || len(marks) == 0 {
		return ""
	}
	o := terminal.Options{Colour: t.Style.Color, ASCII: t.Style.ASCII, Marks: marks}
	if t.Style.Width > 0 {
		o.Width = max(t.Style.Width-len(indent), terminal.WidthMin)
	}
	drawn := terminal.Draw(both, o)
	if strings.Count(drawn, "\n") > drawnLinesMax {
		return ""
	}
	t.drawn++
	return drawn
}

// indent stands before everything that belongs to a heading.
const indent = "  "

// indented writes text below a message.
func (t *Text) indented(block string, linesMax int) {
	lines := strings.Split(strings.TrimRight(block, "\n"), "\n")
	for i, line := range lines {
		if i == linesMax && !t.Verbose {
			t.printf("  … %s\n", text.Count(len(lines)-i, "more line"))
			return
		}
		t.printf("%s%s\n", indent, line)
	}
}

// brokenCases writes what is the suite's fault.
func (t *Text) brokenCases() {
	if t.broken.count == 0 {
		return
	}
	t.printf("%s: %s, the suite's fault\n", t.paint(bold+yellow, "broken"), text.Count(t.broken.count, "case"))
	for _, e := range t.broken.entries {
		t.printf("  %s: %s\n", oneLine(e.Verdict.Case, idBytesMax), oneLine(e.Verdict.Message, valueBytesMax))
	}
	if more := t.broken.count - len(t.broken.entries); more > 0 {
		t.printf("  … and %s\n", text.Count(more, "more case"))
	}
	t.printf("\n")
}

// warningTexts say what the words of warnings mean.
var warningTexts = map[string]string{
	string(subject.Leaked): "the program left processes running; touchstone stopped them",
	run.Restarted:          "the program exited after an earlier case and was started again",
	judge.ShapeUnchecked:   "the value is wrong; its shape could not be checked",
	run.PassedLater:        "it fails first and passes when run again, which this run accepts",
	run.Unsteady:           "it always fails, but not always in the same way",
	run.UnexpectedPass:     "it passes, but is listed as a known failure",
	run.ChangedFailure:     "it fails in another way than the list of known failures says",
}

func init() {
	for _, r := range run.Remarks() {
		warningTexts[r.Word] = r.Means
	}
}

// remarks writes the warnings, and in a verbose text the known failures.
func (t *Text) remarks() {
	if t.Verbose {
		for _, reason := range slices.Sorted(maps.Keys(t.known.groups)) {
			g := t.known.groups[reason]
			t.printf("%s: %s: %s\n", t.paint(yellow, "known"), text.Count(g.count, "case"), oneLine(reason, valueBytesMax))
			t.printf("  %s\n\n", t.names(g))
		}
		if n := t.known.rest; n > 0 {
			t.printf("… and %s of other known failures\n\n", text.Count(n, "case"))
		}
	}
	for _, w := range slices.Sorted(maps.Keys(t.warnings.groups)) {
		g := t.warnings.groups[w]
		meaning := ""
		if text := warningTexts[w]; text != "" {
			meaning = ": " + text
		}
		t.printf("%s: %s%s\n", t.paint(yellow, word(w)), text.Count(g.count, "case"), meaning)
		if message := g.entries[0].Verdict.Message; message != "" {
			t.printf("  %s\n", oneLine(message, valueBytesMax))
		}
		t.printf("  %s\n\n", t.names(g))
	}
	if n := t.warnings.rest; n > 0 {
		t.printf("… and %s\n\n", text.Count(n, "more warning"))
	}
}

// closing writes the counts.
func (t *Text) closing(s run.Summary) {
	failing := 0
	for _, g := range t.order {
		if g.verdict != judge.Blocked && g.verdict != judge.HarnessError {
			failing++
		}
	}
	color := green
	switch {
	case s.Fail+s.Unexpected > 0:
		color = red
	case s.Pass+s.Known < s.Cases:
		color = yellow
	}
	if options := t.Book.unusual(s.Options); t.Book != nil && len(options) > 0 && !t.Quiet {
		t.printf("options: %s\n", optionsText(options))
	}
	took := time.Duration(s.Ms * float64(time.Millisecond)).Round(10 * time.Millisecond)
	t.printf("%s (%v)\n", t.paint(bold+color, counts(&s, failing)), took)
	for _, said := range faultsOf(&s) {
		t.printf("%s\n", said)
	}
}

// The colours of a text.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	reset  = "\x1b[0m"
)

func (t *Text) paint(color, text string) string {
	if !t.Style.Color {
		return text
	}
	return color + text + reset
}
