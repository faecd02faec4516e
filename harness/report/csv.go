package report

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
)

// A csvReport writes comma-separated values as RFC 4180 has them, one verdict a
// row. Every text is in quotes, so that no row begins with what it says.
type csvReport struct {
	out    errWriter
	viewer viewer
	begun  bool
}

func newCSV(w io.Writer) *csvReport {
	return &csvReport{out: errWriter{w: w}, viewer: newViewer(csvCosts, nil, nil)}
}

// csvColumns are the names of the columns.
var csvColumns = []string{
	"case", "verdict", "blame", "message", "pointer", "clause", "ms", "expected", "received",
	"exit", "signal", "stderr", "delivery", "warnings", "fingerprint", "known",
}

func (c *csvReport) begin() {
	if c.begun {
		return
	}
	c.begun = true
	c.out.printf("%s\r\n", strings.Join(csvColumns, ","))
}

// Add writes a row.
func (c *csvReport) Add(r run.Result) {
	c.begin()
	v := &r.Verdict
	short := func(text string) string { return cell(word(text), text) }
	line := func(text string, most int) string {
		shown, _ := csvCosts.fit(oneLine(text, most), most)
		return cell(shown, text)
	}
	long := func(text string) string { return cell(c.viewer.ration.cut(oneLine(text, valueBytesMax)), text) }
	row := []string{
		cell(c.viewer.id(v.Case), v.Case),
		short(string(v.Outcome)),
		short(string(v.Blame)),
		line(v.Message, messageBytesMax),
		line(v.Pointer, pointerBytesMax),
		short(v.Clause),
		milliseconds(v.Ms),
		long(string(v.Expected)),
		long(string(v.Received)),
		exitCell(v),
		short(v.Signal),
		long(v.Stderr),
		short(v.Delivery),
		line(strings.Join(v.Warnings[:min(len(v.Warnings), warningsMax)], " "), pointerBytesMax),
		short(v.Fingerprint),
		line(v.Known, messageBytesMax),
	}
	c.out.printf("%s\r\n", strings.Join(row, ","))
}

// exitCell is the exit status of a program that crashed without a signal.
func exitCell(v *judge.Verdict) string {
	if kind := run.KindOf(v); kind != run.Failed && kind != run.FailedAsKnown || v.Exit == 0 {
		return ""
	}
	return strconv.Itoa(v.Exit)
}

// formula has the characters that a spreadsheet may take for the beginning of a
// formula, with those that some take for the same.
const formula = "=+-@\t\r\n＝＋－＠"

// Cell is text of anybody as a cell of comma-separated values.
func Cell(said string) string { return cell(oneLine(said, messageBytesMax), said) }

// cell is text in quotes. What begins like a formula, or did before it was made
// fit to be shown, gets an apostrophe, which spreadsheets hide.
func cell(shown, text string) string {
	if shown == "" {
		return ""
	}
	for _, t := range []string{shown, text} {
		if first, size := utf8.DecodeRuneInString(strings.TrimLeft(t, " ")); size > 0 && strings.ContainsRune(formula, first) {
			shown = "'" + shown
			break
		}
	}
	return `"` + strings.ReplaceAll(shown, `"`, `""`) + `"`
}

// Close writes what is left: the names of the columns, if there was no verdict.
func (c *csvReport) Close(run.Summary) error {
	c.begin()
	return c.out.err
}
