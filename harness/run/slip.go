package run

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// slipBytesMax is up to how many bytes answers are searched for slips: slips show
// in small ones, too.
const slipBytesMax = 64 << 10

// pythonWords are what Python prints in place of null, true and false.
var pythonWords = text.Pattern(`\b(None|True|False)\b`)

// printedObjects are objects as text, not as values: of Python, of JavaScript, of Java and of Go.
var printedObjects = text.Pattern(`<[A-Za-z_]|\[object |\[+[A-Z]\w*@|\w@[0-9a-f]{3}|\bmap\[`)

// shownValues are arrays and objects as JavaScript shows them to people, with blanks that Python
// does not write.
var shownValues = text.Pattern(`\[(?: |\\n *)'|\{(?: |\\n *)\w+:`)

// noNumbers are what programs print for numbers that JSON cannot write.
var noNumbers = text.Pattern(`-?\b(NaN|Infinity|inf|nan)\b`)

// behindInput is how JSON libraries complain about a second value: those of Python
// and of JavaScript.
var behindInput = text.Pattern(`JSONDecodeError: Extra data|non-whitespace character after JSON`)

// missesArgument is how programs complain that their command line has no argument.
var missesArgument = text.Pattern(`sys\.argv\[|arguments are required|(?im:^usage: )`)

// slip is what a usual slip in a program looks like, which has nothing to do with
// the rules: a hint, "" if it looks like none. Previous is what the case before
// expects, where the program may have answered that again.
func slip(v *judge.Verdict, a *subject.Answer, expected, previous []jsontext.Value, lines bool) string {
	switch v.Outcome {
	case judge.NotJSON:
		switch {
		case a.StreamErr == nil:
		case lines && a.StreamErr.Kind == stream.Cut:
			return "does the answer take several lines? Print it on a single line, as json.dumps(values) does without indent"
		case a.StreamErr.Pointer == "" && isBare(expected, a.StreamErr.Near):
			return "strings have quotation marks in JSON, and lists have brackets: print json.dumps(value)"
		default:
			return slipOfText(a.StreamErr)
		}
	case judge.Crashed:
		switch {
		case strings.Contains(a.Stderr, `\r'`) || strings.Contains(a.Stderr, `\r’`) || strings.Contains(a.Stderr, "\r: ") || strings.Contains(a.Stderr, "^M"):
			return "a file of the program seems to have Windows line ends (CRLF): save it with LF"
		case !lines && behindInput().MatchString(a.Stderr):
			return "the input is several JSON values, one after the other: read one value, then the next, until the input ends"
		case len(a.Values) == 0 && missesArgument().MatchString(a.Stderr):
			return "does the program expect an argument? The input comes on standard input; in the command, {in} stands for a file with it"
		case len(expected) > 0 && len(a.Values) == len(expected) && a.Exit > 0 && a.Signal == "" && a.Stderr == "":
			return "a program that has answered must end with exit status 0, whatever the answer is"
		}
	case judge.Silent, judge.Timeout:
		switch {
		case lines && len(a.Values) == 0 && a.Partial:
			return "does the program end its answer with a line feed, as print(line) does?"
		case len(a.Values) > 0 || a.Partial || a.Exit >= 0:
		case !lines && a.CPU > 0 && a.CPU >= a.Duration/busyShare:
			return "the program was computing all the time: it is too slow for this input, or loops without end"
		case lines:
			return "does the program flush its output after each line, like print(line, flush=True)?"
		default:
			return "does the program wait for more input? The input ends with the last value; read until its end, and flush what you print"
		}
	case judge.WrongAnswer, judge.WrongShape, judge.ExtraOutput, judge.MissingOutput:
		switch {
		case a.StreamErr != nil && a.StreamErr.Kind == stream.NoArray:
			return "print all values of an answer in one array on one line, as [value], and nothing else on standard output"
		case v.Outcome == judge.MissingOutput && a.Exit == 0 && slices.Contains(a.Warnings, subject.Leaked):
			return "the program ends while a process that it has started goes on: let it wait for that one, as wait does in a shell"
		case v.Outcome == judge.MissingOutput && len(a.Values) == 0 && endsWith(a.Stderr, expected):
			return "the answer is on standard error: print it to standard output"
		case v.Outcome == judge.MissingOutput && !lines && a.OutputBytes == 0 && a.Stderr == "" && len(a.Warnings) == 0:
			return "the program ended without any output: does it call its main function, and flush what it prints?"
		case stream.Size(expected)+stream.Size(a.Values) <= slipBytesMax:
			return slipOfValues(expected, a.Values, previous, lines)
		}
	}
	return ""
}

// isBare tells whether text that is not JSON begins with a string of the answer, without
// its quotation marks.
func isBare(expected []jsontext.Value, near string) bool {
	bytes, _ := strconv.Unquote(near)
	words := strings.Fields(bytes)
	return len(words) > 0 && slices.ContainsFunc(expected, func(v jsontext.Value) bool {
		return strings.Contains(string(v), strconv.Quote(words[0]))
	})
}

// endsWith tells whether the last lines of a text are just these values, a line each.
func endsWith(lines string, values []jsontext.Value) bool {
	end := strings.Split(strings.TrimSpace(lines), "\n")
	if want := decoded(values); len(want) > 0 && len(want) <= len(end) {
		for i, line := range end[len(end)-len(want):] {
			if !reflect.DeepEqual(parsed(line), want[i]) {
				return false
			}
		}
		return true
	}
	return false
}

// busyShare is the part of its time in which a program that only waits does not compute: it
// takes a few hundredths of a second to start.
const busyShare = 2

// Answers that a program gives one case too late.
const (
	// plainBytesMax is the longest of the answers that many cases have: true, a number,
	// two names, an illegal request with its code. A wrong one is often right for the case
	// before by chance.
	plainBytesMax = 80
	// lateMin is how many late answers in a row are none by chance: a program that is late
	// stays so, and one that leaves out a step may be right for the case before once.
	lateMin = 2
	// latePlainMin is how many plain ones are none by chance, if they are not of two kinds
	// only.
	latePlainMin = 3
	// lateSwapMin is how many are none by chance if they are: of cases in pairs, a program
	// that swaps two codes is right for the case before several times in a row.
	lateSwapMin = 6
)

const hintLate = "this is the answer to the previous case: does the program read a line, answer it, and flush its output?"

// lateness tells whether an answer is the one for the case before again, and whether that is
// wrong.
func lateness(expected, previous, received []jsontext.Value) (again, wrong bool) {
	if len(previous) == 0 || stream.Size(expected)+stream.Size(previous)+stream.Size(received) > slipBytesMax {
		return false, false
	}
	got := decoded(received)
	again = got != nil && reflect.DeepEqual(got, decoded(previous))
	return again, again && !reflect.DeepEqual(got, decoded(expected))
}

// isEverySecond tells whether something stands in what is near more than once, but never twice in a row.
func isEverySecond(near, what string) bool {
	return strings.Count(near, what) > 1 && !strings.Contains(near, what+what)
}

// slipOfText looks at output that is not JSON, where it stops being so.
func slipOfText(e *stream.Error) string {
	switch {
	case strings.Contains(e.Message, `\ufeff`):
		return "the output starts with a byte order mark (BOM): write UTF-8 without it"
	case strings.Contains(e.Near, `b'`) && quotedCharacter(e.Message) == "b":
		return "this looks like bytes in Python: print value.decode(), or json.dumps of values without bytes"
	case slices.Contains([]string{`\xff`, `\xfe`}, quotedCharacter(e.Message)) && strings.Contains(e.Near, `\x00`),
		quotedCharacter(e.Message) == `\x00` && isEverySecond(e.Near, `\x00`):
		return "the output looks like UTF-16: write UTF-8"
	case quotedCharacter(e.Message) == `\x00`:
		return "the output has a NUL byte: in C, write as many bytes as strlen counts, without the one that ends the text"
	case shownValues().MatchString(e.Near):
		return "this looks like what console.log(value) shows to people: print JSON.stringify(value)"
	case strings.Contains(e.Message, `'\''`):
		return "this looks like a Python list or dict: print json.dumps(value) instead, which writes \" instead of '"
	case pythonWords().MatchString(e.Near) && strings.ContainsAny(quotedCharacter(e.Message), "NTF"):
		return "this looks like a Python value: print json.dumps(value) instead, which writes null, true and false"
	case noNumbers().MatchString(e.Near) && strings.ContainsAny(quotedCharacter(e.Message), "NInia"):
		return "JSON has no NaN and no Infinity: does the program divide by zero, or use a number that it never set?"
	case strings.Contains(e.Message, "'`'"):
		return "the answer stands between code fences (```): print the answer alone"
	case strings.Contains(e.Near, `\x1b[`):
		return "the output has codes for colours: print plain text"
	case strings.HasPrefix(e.Message, "invalid UTF-8"):
		return "the output has bytes that are not UTF-8: write UTF-8, the only encoding of JSON"
	case printedObjects().MatchString(e.Near):
		return "this looks like an object printed as text, not like its value: encode the value as JSON, as json.dumps(value) does"
	case strings.Contains(e.Near, "undefined"):
		return "JSON has no undefined: does the program print a variable that it never set, or what a function without return gives?"
	case commaBehind().MatchString(e.Message) && strings.Contains(e.Near, ","+quotedCharacter(e.Message)):
		return "there is a comma after the last element: JSON has commas only between elements"
	case len(quotedCharacter(e.Message)) == 1 && e.Pointer == "" && letter(quotedCharacter(e.Message)[0]) &&
		!insideValue().MatchString(e.Message) && e.Hint != stream.LettersBehind:
		return "is this a prompt or a debug line? Print only the answer to standard output, and debug lines to standard error"
	}
	return e.Hint
}

// insideValue is what is wrong inside a value that has begun as JSON, so that no line of words
// begins there.
var insideValue = text.Pattern(`of string|after (?:array|object) |in number`)

// commaBehind is what is wrong where an array or an object ends with a comma.
var commaBehind = text.Pattern(`character '[\]}]' at start of`)

// quotedCharacter is the character that a message names between quotation marks.
func quotedCharacter(message string) string {
	_, rest, _ := strings.Cut(message, "'")
	character, _, _ := strings.Cut(rest, "'")
	return character
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// slipOfValues looks at values that are not as expected.
func slipOfValues(expected, received, previous []jsontext.Value, lines bool) string {
	want, got := decoded(expected), decoded(received)
	if len(want) == 0 || len(got) == 0 {
		return ""
	}
	same := reflect.DeepEqual
	last := got[len(got)-1]
	content, isText := got[0].(string)
	switch before := decoded(previous); {
	case lines && !same(got, want) && same(want[0], any(got)):
		return "the array on the line is the answer itself: print an array that has the answer as its element, as [[1,2]] for [1,2]"
	case lines && len(got) == 1 && (same(got[0], any(want)) || same(got[0], any([]any{want[0]}))):
		return "one pair of brackets too many: print the values of the answer in one array"
	case len(got)%len(want) == 0 && len(got) > len(want) && same(got[:len(want)], want) && same(got[len(got)-len(want):], want) && !plain(want):
		return "the answer comes more than once: print it once, at the end"
	case len(got) > len(want) && same(got[len(got)-len(want):], want):
		return "other values come before the answer: print debug output to standard error"
	case len(before) > 0 && same(got, before):
		return hintLate
	case len(want) == 1 && len(got) == 1 && same(last, any(want)):
		return "one pair of brackets too many: print the value alone, not in an array"
	case len(got) == 1 && same(last, any(want)), len(got) == 1 && same(last, any([]any{want[0]})):
		return "one pair of brackets too many: print the values one after the other, not in an array"
	case len(got) == 1 && !same(got, want) && isNamed(want, last):
		return "the answer is in an object with the names of its parts: print each part alone, in the order of the task"
	case len(want) == 1 && same(want[0], any(got)):
		return "the elements are separate values: print them as one array"
	case !same(got, want) && sameNumbered(any(want), any(got)):
		return "numbers are written as strings: remove the quotation marks"
	case isText && same(parsed(content), want[0]):
		return "the answer is a string that contains JSON: encode it once, not twice"
	case !same(got, want) && same(any(got), nested(any(want))):
		return "each element is in its own array: remove one level of brackets"
	}
	return ""
}

// isNamed tells whether a value is an object of just these parts, under names that nobody asks for.
func isNamed(parts []any, value any) bool {
	object, ok := value.(map[string]any)
	if !ok || len(object) != len(parts) {
		return false
	}
	for _, part := range parts {
		found := false
		for _, v := range object {
			found = found || reflect.DeepEqual(v, part)
		}
		if !found {
			return false
		}
	}
	return true
}

// plain tells whether an answer is a number, a Boolean or null, as many lines for people
// happen to be.
func plain(answer []any) bool {
	switch answer[0].(type) {
	case string, []any, map[string]any:
		return false
	}
	return len(answer) == 1
}

// decoded are values as Go has them, nil if Go has no such value for one of them.
func decoded(values []jsontext.Value) []any {
	list := make([]any, len(values))
	for i, raw := range values {
		if json.UnmarshalRead(bytes.NewReader(raw), &list[i]) != nil {
			return nil
		}
	}
	return list
}

// parsed is the value that a text holds, the text itself if it holds none.
func parsed(content string) any {
	var value any
	if json.Unmarshal([]byte(content), &value) != nil {
		return content
	}
	return value
}

// sameNumbered tells whether a value is as another one but for numbers that are
// written as strings. Strings of digits that have to be strings stay such.
func sameNumbered(want, got any) bool {
	switch w := want.(type) {
	case float64:
		if text, ok := got.(string); ok {
			n, err := strconv.ParseFloat(text, 64)
			return err == nil && n == w
		}
	case []any:
		list, ok := got.([]any)
		return ok && slices.EqualFunc(w, list, sameNumbered)
	case map[string]any:
		object, ok := got.(map[string]any)
		return ok && maps.EqualFunc(w, object, sameNumbered)
	}
	return reflect.DeepEqual(want, got)
}

// nested is an array of arrays as it is with every element of its only value in an
// array of its own.
func nested(value any) any {
	list, _ := value.([]any)
	if len(list) != 1 {
		return nil
	}
	inner, ok := list[0].([]any)
	if !ok || len(inner) == 0 {
		return nil
	}
	all := make([]any, len(inner))
	for i := range inner {
		all[i] = []any{inner[i]}
	}
	return []any{all}
}
