package suite

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// keyShownMax is how many bytes of an unknown key a message repeats.
const keyShownMax = 80

// manifestKeys are the keys of a case in a manifest.
var manifestKeys = []string{"name", "why", "clauses", "tags", "options", "in", "out"}

// manifestKey is the key for which another word stands, "" if it stands for none.
func manifestKey(word string) string {
	switch strings.ToLower(word) {
	case "id", "case":
		return "name"
	case "input", "inputs":
		return "in"
	case "output", "expected", "answer":
		return "out"
	case "description", "comment":
		return "why"
	}
	return ""
}

// A manifest has one case per line.
type manifest struct {
	shown  string // the file in messages
	suite  string
	source string // the argument that loads it again
}

// linesMax is how many lines a manifest has, those without a case too: to look through a
// file of blank lines takes long, and finds nothing.
const linesMax = 10 * CasesMax

// lineBytes is how much of a manifest is read at once.
const lineBytes = 64 << 10

// load reads the file with this name, and hands on its cases.
func (m *manifest) load(fsys fs.FS, name string, add func(*Case)) error {
	f, _, err := openRegular(fsys, name, BytesMax)
	if err == nil {
		defer f.Close()
		// It may grow while it is read.
		within := io.LimitedReader{R: f, N: BytesMax + 1}
		if err = m.read(&within, add); err == nil && within.N <= 0 {
			err = tooLong(BytesMax)
		}
	}
	if _, usage := errors.AsType[*game.UsageError](err); err != nil && !usage {
		err = &game.UsageError{Message: fmt.Sprintf("suite %s: %v", m.shown, err), Hint: suiteIs}
	}
	return err
}

// read hands on the cases, each in memory of its own.
func (m *manifest) read(from io.Reader, add func(*Case)) error {
	firstLine := make(map[string]int)
	lines := lineReader{shown: m.shown, splitter: stream.NewSplitter(stream.Limits{})}
	in := bufio.NewReaderSize(from, lineBytes)
	cases := 0
	head, _ := in.Peek(4)
	// Each line would be a broken case; with a byte order mark only the first is one.
	if hint, wrong := files.Miscoded(head); wrong != nil && !bytes.HasPrefix(head, []byte(files.ByteOrderMark)) {
		return &game.UsageError{Message: fmt.Sprintf("suite %s: %v", m.shown, wrong), Hint: hint}
	}
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return text.Cause(err)
		}
		atEnd := err == io.EOF
		if number > linesMax {
			return tooLarge(m.shown, fmt.Sprintf("%d lines", linesMax))
		}
		if line = bytes.TrimSuffix(line, []byte{'\n'}); len(bytes.TrimSpace(line)) > 0 {
			if cases++; cases > CasesMax {
				return tooLarge(m.shown, fmt.Sprintf("%d cases", CasesMax))
			}
			c := lines.read(line, number)
			if first, again := firstLine[c.Name]; again && c.Name != "" {
				c.Broken = &Fault{
					File: m.shown, Line: number, Column: 1,
					Message: fmt.Sprintf("the name %q is already on line %d", c.Name, first),
				}
				c.Name = ""
			}
			if c.Name == "" {
				c.Name = fmt.Sprintf("line-%d", number)
			}
			firstLine[c.Name] = number
			c.ID = m.suite + "/" + c.Name
			c.File = fmt.Sprintf("%s:%d", m.shown, number)
			c.Source = m.source
			add(&c)
		}
		if atEnd {
			break
		}
	}
	if cases == 0 {
		return &game.UsageError{Message: fmt.Sprintf("suite %s: the manifest has no cases", m.shown), Hint: "write one case per line, or name another suite"}
	}
	return nil
}

// A lineReader reads the lines of one manifest.
type lineReader struct {
	shown    string
	splitter *stream.Splitter
	line     decoder
	inside   decoder // of one value of the line
}

// A decoder keeps its memory from text to text.
type decoder struct {
	jsontext.Decoder
	text bytes.Buffer
}

// begin begins with another text.
func (d *decoder) begin(text []byte) *decoder {
	d.text = *bytes.NewBuffer(text) // it is read without a copy
	d.Reset(&d.text)
	return d
}

// read makes the case of a line, broken or not. As much of it as could be read
// is filled in, so that a broken case is reported under its name.
func (l *lineReader) read(line []byte, number int) Case {
	c := Case{in: place{file: l.shown}, out: place{file: l.shown}}
	c.Broken = l.fill(&c, line, number)
	return c
}

// fault is one at an offset in a line.
func (l *lineReader) fault(number, offset int, hint, format string, args ...any) *Fault {
	return &Fault{File: l.shown, Line: number, Column: offset + 1, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// fill fills a case with what stands in a line.
func (l *lineReader) fill(c *Case, line []byte, number int) *Fault {
	dec := l.line.begin(line)
	if kind := dec.PeekKind(); kind != '{' && kind != 0 {
		const hint = "a manifest has one case a line, with no array around the cases and no commas between them"
		return l.fault(number, 0, hint, "expected one object with the keys %s", strings.Join(manifestKeys, ", "))
	}
	if _, err := dec.ReadToken(); err != nil {
		return l.notJSON(line, number, err)
	}
	hasName, hasIn := false, false
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return l.notJSON(line, number, err)
		}
		if token.Kind() == '}' {
			break
		}
		key := token.String()
		keyEnd := int(dec.InputOffset())
		raw, err := dec.ReadValue()
		if err != nil {
			return l.notJSON(line, number, err)
		}
		if !slices.Contains(manifestKeys, key) {
			hint := "the keys are " + strings.Join(manifestKeys, ", ")
			if near := cmp.Or(manifestKey(key), game.Nearest(key, manifestKeys)); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			return l.fault(number, keyEnd, hint, "unknown key %q", text.Shorten(key, keyShownMax))
		}
		hasName, hasIn = hasName || key == "name", hasIn || key == "in"
		end := int(dec.InputOffset())
		if fault := l.member(c, key, line[end-len(raw):end:end], number, end-len(raw)); fault != nil {
			return fault
		}
	}
	if rest := bytes.TrimLeft(line[dec.InputOffset():], " \t\r"); len(rest) > 0 {
		hint := "write each case on one line of the manifest"
		if string(bytes.TrimRight(rest, " \t\r")) == "," {
			hint = "remove the comma: a manifest has one case a line, with no commas between them"
		}
		return l.fault(number, len(line)-len(rest), hint, "the line goes on after the case")
	}
	switch {
	case !hasName:
		return l.fault(number, 0, "", "the key \"name\" is missing")
	case !hasIn:
		return l.fault(number, 0, "", "the key \"in\" is missing")
	}
	return nil
}

// notJSON is the fault of a line that the decoder does not read.
func (l *lineReader) notJSON(line []byte, number int, err error) (fault *Fault) {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		fault = l.fault(number, len(line), "write each case on one line of the manifest", "the line ends inside the case")
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntax):
		at := stream.Place(string(syntax.JSONPointer))
		fault = l.fault(number, int(syntax.ByteOffset), "remove one of the two keys", "the key at %s appears twice in its object", at)
	case errors.As(err, &syntax):
		at := min(int(syntax.ByteOffset), len(line))
		said := syntax.Err.Error()
		advice := stream.Advice(said, line, at)
		if bytes.HasPrefix(line[at:], []byte(files.ByteOrderMark)) { // a character that nobody sees
			said = "found a byte order mark"
		}
		fault = l.fault(number, at, advice, "not valid JSON: %s", said)
	default:
		fault = l.fault(number, 0, "", "not valid JSON: %v", err)
	}
	fault.Kind = NotJSON
	return fault
}

// member reads the value of one key, which begins at an offset in the line.
func (l *lineReader) member(c *Case, key string, raw jsontext.Value, number, at int) *Fault {
	var err error
	switch key {
	case "name":
		if c.Name, err = decodeString(raw); err != nil {
			break
		}
		if what := badName(c.Name); what != "" {
			name := text.Shorten(c.Name, NameBytesMax)
			c.Name = ""
			return l.fault(number, at, "names consist of letters, digits and . _ + -, with / between parts", "/name: %q %s", name, what)
		}
	case "why":
		c.Why, err = decodeString(raw)
	case "clauses":
		c.Clauses, err = l.decodeStrings(raw)
	case "tags":
		c.Tags, err = l.decodeStrings(raw)
	case "options":
		c.Options, err = l.decodeSettings(raw)
	case "in", "out":
		values, positions, fault := l.values(raw, number, at, key)
		if fault != nil {
			return fault
		}
		if key == "in" {
			c.In, c.in.starts = values, positions
		} else {
			c.Out, c.out.starts = values, positions
		}
	}
	if err != nil {
		return l.fault(number, at, "", "/%s: %v", key, err)
	}
	return nil
}

// values takes the array of one side of a case apart, as strictly as a stream
// is read. Offset is where raw starts in its line.
func (l *lineReader) values(raw jsontext.Value, number, offset int, key string) (values []jsontext.Value, positions []stream.Position, fault *Fault) {
	split, err := l.splitter.Split(raw, number)
	if err != nil {
		fault := faultAt(l.shown, err)
		fault.Line = number
		fault.Column += offset
		if raw.Kind() == '[' {
			fault.Message = fmt.Sprintf("/%s: %s", key, fault.Message)
		} else {
			fault.Message = fmt.Sprintf("/%s: expected an array of values, found %s", key, text.Excerpt(raw))
			fault.Hint = fmt.Sprintf("put the values into an array: \"%s\":[%s]", key, text.Excerpt(raw))
		}
		return nil, nil, fault
	}
	for i := range split {
		split[i].Start.Column += offset
	}
	return stream.Raws(split), starts(split), nil
}

// badName says what is wrong with the name of a case, or "".
func badName(name string) string {
	if name == "" {
		return "is empty"
	}
	if len(name) > NameBytesMax {
		return fmt.Sprintf("is longer than %d bytes", NameBytesMax)
	}
	for part := range strings.SplitSeq(name, "/") {
		switch part {
		case "":
			return "has an empty part"
		case ".", "..":
			return fmt.Sprintf("has the part %q, which leads elsewhere", part)
		}
		for _, r := range part {
			letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
			if !letter && !strings.ContainsRune("._+-", r) {
				return fmt.Sprintf("has the character %q", r)
			}
		}
	}
	return ""
}

func decodeString(raw jsontext.Value) (string, error) {
	if raw.Kind() != '"' {
		return "", errors.New("expected a string")
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	return string(text), err
}

// elements calls each for every element of an array, or for every key and
// member of an object; raw is valid JSON of the kind that open names.
func (l *lineReader) elements(raw jsontext.Value, open jsontext.Kind, each func(key string, value jsontext.Value) error) error {
	dec := l.inside.begin(raw)
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for kind := dec.PeekKind(); kind != ']' && kind != '}'; kind = dec.PeekKind() {
		key := ""
		if open == '{' {
			token, err := dec.ReadToken()
			if err != nil {
				return err
			}
			key = token.String()
		}
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if err := each(key, value); err != nil {
			return err
		}
	}
	return nil
}

func (l *lineReader) decodeStrings(raw jsontext.Value) ([]string, error) {
	if raw.Kind() != '[' {
		return nil, errors.New("expected an array of strings")
	}
	var all []string
	err := l.elements(raw, '[', func(_ string, value jsontext.Value) error {
		text, err := decodeString(value)
		if err != nil {
			return fmt.Errorf("element %d: %w", len(all)+1, err)
		}
		all = append(all, text)
		return nil
	})
	return all, err
}

func (l *lineReader) decodeSettings(raw jsontext.Value) ([]game.Setting, error) {
	if raw.Kind() != '{' {
		return nil, errors.New("expected an object of options")
	}
	var all []game.Setting
	err := l.elements(raw, '{', func(key string, value jsontext.Value) error {
		all = append(all, game.Setting{Name: key, Value: bytes.Clone(value)})
		return nil
	})
	return all, err
}
