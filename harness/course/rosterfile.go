package course

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// parseRoster reads a roster: CSV with a first line of names, one of which is
// team. The error is a *document.Problems with all lines that are wrong, beside which there
// is a roster of the others, or a *game.UsageError.
func parseRoster(file string, raw []byte) (*Roster, error) {
	refuse := func(why string) (*Roster, error) {
		return nil, &game.UsageError{
			Message: "roster " + file + text.Shorten(why, complaintBytesMax),
			Hint:    "the first line of a roster names its columns; one is team, and path, if present, names the submission, with or without its folder",
		}
	}
	if why := noTable(raw); why != "" {
		return refuse(why)
	}
	// Spreadsheets write a byte order mark.
	in, head, why := openTable(bytes.TrimPrefix(raw, []byte(files.ByteOrderMark)))
	if why != "" {
		return refuse(why)
	}
	r := &Roster{Columns: head, team: slices.Index(head, teamColumn), path: slices.Index(head, pathColumn)}
	err := r.readLines("roster "+file, in)
	if len(r.Lines) > TeamsMax {
		return refuse(fmt.Sprintf(": it has more than %d lines", TeamsMax))
	}
	return r, err
}

// noTable says why the bytes of a file are no table, beginning with the colon behind its name;
// "" if they may be one.
func noTable(raw []byte) string {
	switch {
	case files.IsUTF16(raw):
		return ": it is UTF-16; save it as CSV in UTF-8"
	case bytes.HasPrefix(raw, []byte("PK\x03\x04")):
		return ": it is a workbook or another archive; save the table as CSV in UTF-8"
	case bytes.ContainsRune(raw, '\r') && !bytes.ContainsRune(raw, '\n'):
		return ": its lines end with CR alone; save it as CSV with lines that end with LF or CRLF"
	}
	if line, err := files.NotUTF8(raw); err != nil {
		// Names would come out damaged in all grades.
		return fmt.Sprintf(":%d: %v; save it as CSV in UTF-8", line, err)
	}
	return ""
}

// openTable reads the first line of a roster, with the names of its columns. The reader is
// before the second one. If the line is wrong it says why, as noTable does.
func openTable(raw []byte) (in *csv.Reader, head []string, why string) {
	raw, divider := dividerNamed(raw)
	in = csv.NewReader(bytes.NewReader(raw))
	found := dividerOf(raw)
	if in.Comma = divider; divider == 0 {
		in.Comma = cmp.Or(found, likelyDivider(raw))
	}
	head, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil, ": it is empty"
	}
	if err != nil {
		line, why := syntax(err)
		if divider == 0 {
			why += betweenColumns
		}
		return nil, nil, fmt.Sprintf(":%d: %s", line, why)
	}
	why = wrongHead(head)
	switch line, _ := in.FieldPos(0); {
	case why == "":
	case found != 0 && found != in.Comma:
		why = fmt.Sprintf(":1: sep=%c says that %q stands between columns, but the next line has %q: correct this line, or remove it",
			in.Comma, string(in.Comma), string(found))
	default:
		why = fmt.Sprintf(":%d: %s", line, why)
	}
	return in, head, why
}

// readLines reads the lines below the first one, at most one more than there may be. The error
// has all lines that are wrong, and the roster the others. File is what messages call it.
func (r *Roster) readLines(file string, in *csv.Reader) error {
	var wrong complaint
	var hints []string
	advise := func(text string) {
		if !slices.Contains(hints, text) {
			hints = append(hints, text)
		}
	}
	paths := make(map[string]string) // by team
	for len(r.Lines) <= TeamsMax {
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if errors.Is(err, csv.ErrFieldCount) {
			line, _ := in.FieldPos(0)
			wrong.add(file, line, "expected %s as in the first line, found %d", text.Count(len(r.Columns), "field"), len(fields))
			advise("each line has a field for each column of the first one")
			continue
		}
		if err != nil {
			// Where a quote is lost, the lines after it mean nothing.
			line, why := syntax(err)
			wrong.add(file, line, "%s", why)
			advise("a field with a divider or a quotation mark in it stands in quotation marks, and each one in it twice")
			break
		}
		if !slices.ContainsFunc(fields, func(field string) bool { return strings.TrimSpace(field) != "" }) {
			continue // which spreadsheets write below a table
		}
		line, _ := in.FieldPos(0)
		team := fields[r.team]
		if !TeamName(team) {
			wrong.add(file, line, "expected the name of a team, %s, found %q", teamNameRule, team)
			advise("give each team a short name; if its folder or archive is called otherwise, write that name into a column path")
			continue
		}
		if r.path >= 0 {
			if before, ok := paths[team]; ok && before != fields[r.path] {
				wrong.add(file, line, "team %s has the submission %q here, but %q on an earlier line", team, fields[r.path], before)
				advise("write the same path into all lines of a team")
				continue
			}
			paths[team] = fields[r.path]
		}
		r.numbers = append(r.numbers, line)
		r.Lines = append(r.Lines, fields)
	}
	return wrong.err(strings.Join(hints, "\n"))
}

// dividers are what stands between the fields of a roster: spreadsheets write a semicolon
// where the comma divides a number.
var dividers = []rune{',', ';', '\t'}

// dividerOf is the divider with which the first line has a column team, 0 if there is none.
func dividerOf(raw []byte) rune {
	for _, divider := range dividers {
		in := csv.NewReader(bytes.NewReader(raw))
		in.Comma = divider
		head, err := in.Read()
		if err == nil && slices.ContainsFunc(head, func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), teamColumn) }) {
			return divider
		}
	}
	return 0
}

// betweenColumns ends a message about a first line that may have other dividers.
const betweenColumns = "; between columns stands a comma, a semicolon or a tab"

// likelyDivider is the divider that makes the most columns of the first line.
func likelyDivider(raw []byte) rune {
	likely, most := dividers[0], 1
	for _, divider := range dividers {
		in := csv.NewReader(bytes.NewReader(raw))
		in.Comma = divider
		if head, err := in.Read(); err == nil && len(head) > most {
			likely, most = divider, len(head)
		}
	}
	return likely
}

// dividerNamed is the divider of a line such as sep=; at the head of a file, by which
// spreadsheets know it; 0 if there is no such line. The rest keeps the numbers of its lines.
func dividerNamed(raw []byte) (rest []byte, divider rune) {
	line, _, _ := bytes.Cut(raw, []byte("\n"))
	said := strings.Trim(string(line[:min(len(line), 2*len("sep=;"))]), "\r\"")
	if len(said) != len("sep=;") || !strings.EqualFold(said[:len("sep=")], "sep=") {
		return raw, 0
	}
	if divider = rune(said[len(said)-1]); divider < ' ' && divider != '\t' || divider >= utf8.RuneSelf {
		return raw, 0
	}
	return raw[len(line):], divider
}

// bare is a name without what people write in different ways: capitals, blanks and signs.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// wrongHead says what is wrong with the names of the columns of a roster, "" if nothing is.
func wrongHead(head []string) string {
	names := []string{teamColumn, pathColumn, submittedColumn, lateDaysColumn}
	plain := map[string]string{bare(DaysLeftColumn): lateDaysColumn}
	for _, name := range names {
		plain[bare(name)] = name
	}
	meant := make([]string, len(head)) // what each column looks like
	for i, found := range head {
		meant[i] = plain[bare(found)]
	}
	for _, name := range names {
		// A column that only looks like one of these would be passed over.
		if like := slices.Index(meant, name); like >= 0 && !slices.Contains(head, name) {
			return fmt.Sprintf("expected a column %q, found %q", name, head[like])
		}
	}
	if !slices.Contains(head, teamColumn) {
		why := ""
		if len(head) == 1 {
			why = betweenColumns
		}
		quoted := make([]string, len(head))
		for i, name := range head {
			quoted[i] = strconv.Quote(name)
		}
		return fmt.Sprintf("there is no column %q, only %s%s", teamColumn, strings.Join(quoted, ", "), why)
	}
	seen := make(map[string]int) // by name; there may be very many
	for i, name := range head {
		// Spreadsheets leave columns without a name.
		if first, again := seen[name]; again && name != "" {
			return fmt.Sprintf("columns %d and %d are both called %q", first+1, i+1, name)
		}
		seen[name] = i
	}
	return ""
}

// syntax says where a file is no CSV, and why; the line is 0 if it could not be
// read at all.
func syntax(err error) (int, string) {
	at, ok := errors.AsType[*csv.ParseError](err)
	switch {
	case ok && at.StartLine < at.Line:
		// The quotation mark that is wrong is where the field begins, most often.
		return at.StartLine, fmt.Sprintf("not valid CSV: a field on this line begins with a quotation mark, and goes on to line %d (column %d): %v",
			at.Line, at.Column, at.Err)
	case ok:
		return at.Line, fmt.Sprintf("not valid CSV: %v (column %d)", at.Err, at.Column)
	}
	return 0, err.Error()
}

// rosterBytesMax has room for a line about every student of a university.
const rosterBytesMax = 16 << 20

// rosterHint is the next step if there is no roster to read.
const rosterHint = "name a CSV file that your user can read; its path starts in the folder of the course file"

// readRoster reads the roster that the course file names, nil for none. One submission
// alone needs none: where it is graded by itself, the roster may not be.
func (c *Course) readRoster() (*Roster, error) {
	if c.Submissions.Roster == "" {
		return nil, nil
	}
	raw, err := files.Read(c.Submissions.Roster, rosterBytesMax)
	if c.Submissions.Path != "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		near := ""
		if name := files.Near(c.Submissions.Roster); name != "" && errors.Is(err, fs.ErrNotExist) {
			near = fmt.Sprintf("; did you mean %s?", name)
		}
		var wrong complaint
		wrong.key(c, "submissions.roster", "roster %s: %v%s", c.Submissions.Roster, err, near)
		return nil, wrong.err(rosterHint)
	}
	return parseRoster(c.Submissions.Roster, raw)
}
