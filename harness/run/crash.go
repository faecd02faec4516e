package run

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// How much of a program's last words a verdict repeats.
const (
	// stderrLinesMax and stderrBytesMax keep a trace of usual length.
	stderrLinesMax = 12
	stderrBytesMax = 2 << 10
	// wordsBytesMax keeps a message on a few lines of a terminal.
	wordsBytesMax = 300
)

// lastLines returns the end of stderr, for a verdict.
func lastLines(stderr string) string { return endOf(stderr, stderrLinesMax, stderrBytesMax) }

// endOf returns the last lines of a text, within both bounds.
func endOf(stderr string, linesMax, bytesMax int) string {
	end := strings.TrimRight(stderr, " \t\r\n")
	at := len(end)
	for range linesMax {
		at = strings.LastIndexByte(end[:at], '\n')
		if at < 0 {
			break
		}
	}
	end = end[at+1:]
	if cut := len(end) - bytesMax; cut > 0 {
		for cut < len(end) && !utf8.RuneStart(end[cut]) {
			cut++
		}
		end = "…" + end[cut:]
	}
	return text.Valid(end)
}

var (
	// exception matches NAME: MESSAGE as Python, Java, JavaScript and C# write
	// it, and the bare name. Of several the last one counts.
	exception = text.Pattern(`^(Caused by: |Exception in thread "[^"]*" |Uncaught |Unhandled exception\. )?` +
		`([A-Za-z_][\w.$]*)?(Error|Exception|Exit|Interrupt|Failure)\b(:|$| \[)`)
	// report matches lines by which other languages begin the report of a
	// crash.
	report = text.Pattern(`^(panic: |fatal error: |thread '.*' panicked at |terminate called |Unhandled exception|` +
		`Uncaught |error: |runtime error: |Segmentation fault)`)
	// site matches the line of a trace that names a place in a program.
	site = text.Pattern(`^\s*(File ".*", line \d+|at .*:\d+|\S*/\S+\.\w+:\d+)|^\S+\.\w+:\d+`)
	// noise matches what languages write around the cause.
	noise = text.Pattern(`^(Traceback |Node\.js v|note: run with |goroutine \d+|exit status \d+|make(\[\d+\])?: |` +
		`created by |\[signal |Stack dump|Aborted|\^+$|\S*env: use -\[v\]S )`)
)

// lastWords finds in stderr the line that says why a program crashed, "" if
// there is none, and the place in the program where it did.
func lastWords(stderr string) (words, place string) {
	lines := strings.Split(strings.TrimRight(stderr, " \t\r\n"), "\n")
	var thrown, reported, plain string
	for i, line := range lines {
		line = strings.TrimRight(line, " \t\r")
		switch {
		case site().MatchString(line):
			// Python writes the innermost place last, all others write it first.
			if place == "" || strings.HasPrefix(strings.TrimSpace(line), "File ") {
				place = strings.TrimSpace(line)
			}
		case line == "" || line[0] == ' ' || line[0] == '\t' || noise().MatchString(line):
		case exception().MatchString(line):
			thrown = line
		case report().MatchString(line):
			reported = line
			if strings.HasPrefix(line, "thread '") && i+1 < len(lines) {
				// Rust writes the message on the next line.
				reported += " " + strings.TrimSpace(lines[i+1])
			}
		default:
			plain = line
		}
	}
	words = cmp.Or(thrown, reported, plain)
	return text.Valid(text.Shorten(words, wordsBytesMax)), text.Valid(place)
}

// crashCause is what tells one crash from another. Values in quotes do not
// count for a fingerprint, but what cannot be imported does.
func crashCause(how, words, place string) string {
	if strings.Contains(words, "No module named") || strings.Contains(words, "cannot import name") {
		words = strings.ReplaceAll(words, "'", "")
	}
	return how + "\n" + place + "\n" + words
}
