package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// How much of a verdict a report repeats, and why. Verdicts of our own are
// shorter; a ledger may come from anywhere. With these bounds a report of a
// thousand failures has less than five million bytes, whatever they say: those
// can be mailed, and opened by every program that reads reports.
const (
	// idBytesMax holds the longest name of a file and that of a case.
	idBytesMax = 400
	// pointerBytesMax is far longer than a path into a value of a game.
	pointerBytesMax = 200
	// messageBytesMax is some lines of a terminal.
	messageBytesMax = 800
	// valueBytesMax is the size up to which verdicts keep values.
	valueBytesMax = judge.RawMax
	// stderrShownMax is twice what verdicts keep of stderr.
	stderrShownMax = 4 << 10
	// againBytesMax is a very long command line.
	againBytesMax = 4 << 10
	// factBytesMax bounds what is said once about the run as a whole.
	factBytesMax = 4 << 10
	// detailBytesMax is what a report says about one failure beyond its
	// message: more than anybody reads.
	detailBytesMax = 12 << 10
	// freeBytesMax is what it says in any case: a short value.
	freeBytesMax = 80
	// detailsBytesMax is what it says so about all failures together. From then
	// on there are only their messages: of so many most are alike.
	detailsBytesMax = 5 << 19
)

// A costs says how many bytes the characters that a format escapes take there;
// all others take those of their UTF-8.
type costs map[rune]int

// The costs of the formats.
var (
	// The end of a CDATA section has to be split over two: 15 bytes for 3.
	xmlCosts      = costs{'&': 5, '<': 5, '>': 13, '"': 5, '\'': 5}
	htmlCosts     = costs{'&': 5, '<': 5, '>': 5, '"': 5, '\'': 5, '+': 5, '`': 5}
	jsonCosts     = costs{'"': 2, '\\': 2, '\n': 2, '#': 2}
	markdownCosts = costs{'`': 3, '|': 6}
	csvCosts      = costs{'"': 2}
	githubCosts   = costs{'%': 3, '\n': 3, ':': 3, ',': 3}
)

// fit cuts text so that it takes at most so many bytes.
func (c costs) fit(text string, most int) (cut string, bytes int) {
	for i, r := range text {
		cost, ok := c[r]
		if !ok {
			cost = utf8.RuneLen(r)
		}
		if bytes += cost; bytes > most {
			return text[:i] + "…", bytes - cost + len("…")
		}
	}
	return text, bytes
}

// A ration deals out the room that a report has for details.
type ration struct {
	costs costs
	spent int
}

// cut returns as much of the details of a failure as there is room for.
func (r *ration) cut(text string) string {
	if len(text) <= freeBytesMax {
		return text
	}
	if r.empty() {
		return "…"
	}
	text, bytes := r.costs.fit(text, min(detailBytesMax, detailsBytesMax-r.spent))
	r.spent += bytes
	return text
}

// empty tells whether there is too little room left for anything of use.
func (r *ration) empty() bool { return detailsBytesMax-r.spent < messageBytesMax }

// A view is what a report shows of a verdict: text that shows as itself, of
// bounded length, that no build service takes for a command.
type view struct {
	kind    run.Kind
	blame   judge.Blame
	outcome string
	id      string
	message string  // one line, "" if there is nothing to say
	known   string  // why a failure is listed as known
	details string  // lines; "" for what nobody has to repair
	answers []point // both, of the first case of a cause
	lesson  []point // of that case
}

// A viewer makes views for one format.
type viewer struct {
	costs  costs
	rerun  *Rerun
	book   *Book
	ration ration
}

func newViewer(c costs, rerun *Rerun, book *Book) viewer {
	return viewer{costs: c, rerun: rerun, book: book, ration: ration{costs: c}}
}

// view looks at a result. The details are dealt out in the order of the calls: of
// the first case of a cause they have all that there is to learn from it.
func (w *viewer) view(r *run.Result) view {
	v := &r.Verdict
	s := view{kind: run.KindOf(v), blame: v.Blame}
	s.outcome = word(string(v.Outcome))
	s.id = w.id(v.Case)
	s.message, _ = w.costs.fit(oneLine(v.Message, messageBytesMax), messageBytesMax)
	switch {
	case s.kind.Passes():
	case s.kind == run.FailedAsKnown:
		s.known, _ = w.costs.fit(oneLine(v.Known, messageBytesMax), messageBytesMax)
	case w.ration.empty():
		// Making what is not shown would take most of the time.
		s.details = "…"
	default:
		if r.First {
			s.answers, s.lesson = w.book.answers(r), w.book.lesson(r, w.rerun)
		}
		s.details = w.ration.cut(w.details(r, &s))
	}
	return s
}

// id returns the name of a case.
func (w *viewer) id(id string) string {
	id, _ = w.costs.fit(oneLine(id, idBytesMax), idBytesMax)
	if strings.TrimSpace(id) == "" {
		return "(no name)"
	}
	return id
}

// wordBytesMax is the length of the longest words of verdicts, and some more.
const wordBytesMax = 40

// word is a word of the harness, such as that of an outcome; a ledger may have
// something else in its place.
func word(text string) string { return oneLine(text, wordBytesMax) }

// fact is something about the run as a whole.
func fact(text string) string { return oneLine(text, factBytesMax) }

// oneLine makes text of somebody else fit to be shown: at most so many bytes on
// one line, all of which show as themselves and are a command to nobody.
func oneLine(said string, most int) string {
	// Of a very long text only the beginning is looked at.
	said, cut := text.Cut(said, most)
	said, cutAgain := text.Cut(text.Visible(said), most)
	if cut || cutAgain {
		said += "…"
	}
	return text.Inert(said)
}

// details are the lines about a failure beyond its message, as far as that was
// shown: the other differences, the values, what it wrote to stderr, and how to
// run it again.
func (w *viewer) details(r *run.Result, s *view) string {
	v, shown := &r.Verdict, s.message
	var b strings.Builder
	line := func(format string, args ...any) {
		// The text that comes from elsewhere is inert, and so is ours; together
		// they might not be.
		b.WriteString(text.Inert(fmt.Sprintf(format, args...)))
		b.WriteByte('\n')
	}
	if full := oneLine(v.Message, valueBytesMax); full != shown {
		line("%s", full)
	}
	if v.Hint != "" {
		line("hint: %s", oneLine(v.Hint, messageBytesMax))
	}
	differences := v.Differences
	if len(differences) > 0 && differences[0].Message == v.Message {
		differences = differences[1:]
	}
	more := v.More
	if n := len(differences) - judge.DifferencesMax; n > 0 {
		differences, more = differences[:judge.DifferencesMax], more+n
	}
	for _, d := range differences {
		line("%s", oneLine(d.Message, messageBytesMax))
	}
	if more > 0 {
		line("… and %s", text.Count(more, "more difference"))
	}
	// Short values stand in the message.
	for _, value := range []struct {
		name string
		text string
	}{{"expected", string(v.Expected)}, {"received", string(v.Received)}} {
		if text := oneLine(value.text, valueBytesMax); text != "" && !strings.Contains(shown, text) {
			line("%s: %s", value.name, text)
		}
	}
	if d := delivered(v); d != "" {
		line("delivery: %s", d)
	}
	for _, name := range v.Warnings[:min(len(v.Warnings), warningsMax)] {
		line("warning: %s", warningText(name))
	}
	for _, p := range slices.Concat(s.answers, s.lesson) {
		line("%s: %s", p.name, p.text)
	}
	if again := againLine(v, w.rerun); again != "" {
		line("again: %s", again)
	}
	stream := func(name, written string) {
		line("%s:", name)
		text, cut := text.Cut(written, stderrShownMax)
		for part := range strings.SplitSeq(text, "\n") {
			line("  %s", oneLine(strings.TrimRight(part, "\r"), stderrShownMax))
		}
		if cut {
			line("  …")
		}
	}
	if v.Stdout != "" {
		stream("stdout", v.Stdout)
	}
	if v.Stderr != "" && !repeats(v.Message, v.Stderr) {
		stream("stderr", v.Stderr)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// delivered names the delivery in which a case fails, "" for the default.
func delivered(v *judge.Verdict) string {
	if v.Delivery == plainDelivery {
		return ""
	}
	return oneLine(v.Delivery, wordBytesMax)
}

// againLine is the command line that runs a case again, "" if there is none or
// if it is too long to be of use.
func againLine(v *judge.Verdict, rerun *Rerun) string {
	if rerun == nil || v.Outcome == judge.Blocked || len(v.Case) > idBytesMax || rerun.bytes() > againBytesMax {
		return ""
	}
	line := rerun.Line(v.Case, v.Delivery)
	if len(line) > againBytesMax {
		return ""
	}
	return text.Inert(text.Visible(line))
}

// warningsMax bounds the warnings of one verdict; there are not half as many.
const warningsMax = 8

// warningText is a warning with what it means.
func warningText(name string) string {
	text := word(name)
	if meaning := warningTexts[name]; meaning != "" {
		text += ": " + meaning
	}
	return text
}
