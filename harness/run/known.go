package run

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of a list of known failures, and why.
const (
	// knownBytesMax has room for a line about each case of the largest suite.
	knownBytesMax = 32 << 20
	// notesMax is how many disagreements are told in full: whoever has more
	// rewrites the list.
	notesMax = 20
)

// Warnings on cases of which a list of known failures says something else.
const (
	UnexpectedPass = "unexpected-pass" // listed as a failure
	ChangedFailure = "changed-failure" // listed as another failure
)

// noReason stands for the reason of an entry that Update adds.
const noReason = "no reason given yet"

// Known is a list of failures that are expected, one a line:
//
//	CASE-ID  VERDICT[ POINTER]  # reason
//
// Lines that begin with # are comments. A case that is listed as flaky may
// also pass. An id or a pointer with other characters than those of usual names
// may stand as a JSON string, and is written as one.
type Known struct {
	// Update makes the list agree with the run, instead of the other way
	// round: every failure counts as known.
	Update bool

	file   string
	lines  []string
	byCase map[string]*knownEntry
	added  []*knownEntry // by Update
	notes  []string
	more   int // notes beyond notesMax
}

// A knownEntry is one line of the list.
type knownEntry struct {
	line    int // from 0; -1: it was added by Update
	id      string
	outcome judge.Outcome
	pointer string // "": any
	reason  string
	gone    bool // not to be written again
}

// subjectOutcomes are the outcomes that an entry may have: failures of a
// subject.
var subjectOutcomes = []string{
	string(judge.WrongAnswer), string(judge.WrongShape), string(judge.NotJSON), string(judge.MissingOutput),
	string(judge.ExtraOutput), string(judge.Crashed), string(judge.Silent), string(judge.Timeout),
	string(judge.OutputLimit), "memory-limit", "process-limit", "cpu-limit",
	string(judge.HungUp), string(judge.ProtocolError), string(judge.Flaky),
}

// ReadKnown reads a list of known failures. With update a file that is not
// there is an empty list. The error is a *game.UsageError that names the line.
func ReadKnown(file string, update bool) (*Known, error) {
	k := &Known{Update: update, file: file, byCase: make(map[string]*knownEntry)}
	list, err := files.Read(file, knownBytesMax)
	if errors.Is(err, fs.ErrNotExist) && update {
		return k, k.tryFolder()
	}
	if err != nil {
		hint := "--known-update writes the list from a run"
		if update {
			hint = files.HintWritable
		}
		return nil, &game.UsageError{Message: fmt.Sprintf("list of known failures %s: %v", file, err), Hint: hint}
	}
	if hint, err := files.Miscoded(list); err != nil {
		return nil, k.at(0, err.Error(), hint)
	}
	for line := range strings.Lines(string(list)) {
		k.lines = append(k.lines, strings.TrimRight(line, "\r\n"))
	}
	for i, line := range k.lines {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		e, err := parseKnown(line)
		if err != nil {
			return nil, k.at(i, err.Error(), "a line is: CASE-ID  VERDICT[ POINTER]  # reason")
		}
		if first := k.byCase[e.id]; first != nil {
			return nil, k.at(i, fmt.Sprintf("the case %q is already on line %d", e.id, first.line+1), "remove one of them")
		}
		e.line = i
		k.byCase[e.id] = e
	}
	if update {
		return k, k.tryFolder()
	}
	return k, nil
}

// tryFolder tells whether the list can be written: better now than after the run.
func (k *Known) tryFolder() error {
	f, err := k.create()
	if err == nil {
		f.Discard()
	}
	return err
}

// create begins the file that is to take the place of the list. The error is a
// *game.UsageError.
func (k *Known) create() (*files.File, error) {
	return files.Create("list of known failures", k.file, files.HintWritable)
}

// at is an error in a line.
func (k *Known) at(line int, message, hint string) error {
	return &game.UsageError{Message: fmt.Sprintf("%s:%d: %s", k.file, line+1, message), Hint: hint}
}

// quoted matches a JSON string.
const quoted = `"(?:[^"\\]|\\.)*"`

// knownLine is an entry: the case, whose name may have blanks, the verdict,
// perhaps a pointer, and the reason.
var knownLine = text.Pattern(`^(` + quoted + `|.+?)\s+(` + strings.Join(subjectOutcomes, "|") +
	`)(?:\s+(` + quoted + `|/.*?))?\s+#\s*(\S.*)$`)

// plainWord matches what needs no quotes, whatever stands before or behind it.
var plainWord = text.Pattern(`^[\pL\pN_./~+@:=,()\[\]-]+$`)

// word is an id or a pointer as it stands in a line.
func word(said string) string {
	if plainWord().MatchString(said) {
		return said
	}
	// Ids and pointers come out of JSON, where only UTF-8 stands; what does not
	// show as itself does as an escape.
	q, _ := jsontext.AppendQuote(nil, text.Valid(said))
	return text.Visible(string(q))
}

// unword reads what word has written, or a person.
func unword(text string) (string, error) {
	if !strings.HasPrefix(text, `"`) {
		return text, nil
	}
	value, err := jsontext.AppendUnquote(nil, text)
	if err != nil {
		return "", fmt.Errorf("expected a JSON string, found %s", text)
	}
	return string(value), nil
}

// parseKnown reads one entry.
func parseKnown(line string) (*knownEntry, error) {
	if m := knownLine().FindStringSubmatch(line); m != nil {
		e := &knownEntry{outcome: judge.Outcome(m[2]), reason: m[4]}
		var err error
		if e.id, err = unword(m[1]); err == nil {
			e.pointer, err = unword(m[3])
		}
		if err != nil {
			return nil, err
		}
		return e, nil
	}
	text, reason, _ := strings.Cut(line, " #")
	words := strings.Fields(text)
	switch {
	case strings.TrimSpace(reason) == "":
		return nil, errors.New(`expected " # " and a reason at its end`)
	case len(words) < 2:
		return nil, fmt.Errorf("expected a case and its verdict, found %q", strings.TrimSpace(text))
	case slices.Contains(subjectOutcomes, words[1]):
		return nil, fmt.Errorf("expected a JSON pointer after %s, found %q", words[1], strings.Join(words[2:], " "))
	}
	e := fmt.Errorf("expected the verdict of a failure, found %q", words[len(words)-1])
	if near := game.Nearest(words[1], subjectOutcomes); near != "" {
		e = fmt.Errorf("expected the verdict of a failure, found %q; did you mean %s?", words[1], near)
	}
	return nil, e
}

// Check tells whether there is a case for every entry. With Update entries
// without one are dropped.
func (k *Known) Check(cases suite.Cases) error {
	there := make(map[string]bool, cases.Len())
	ids := make([]string, cases.Len())
	for i := range ids {
		ids[i] = cases.Head(i).ID
		there[ids[i]] = true
	}
	for _, e := range k.entries() {
		switch {
		case there[e.id]:
		case k.Update:
			e.gone = true
		default:
			hint := "remove the line, or run with --known-update"
			if near := game.Nearest(e.id, ids); near != "" {
				hint = fmt.Sprintf("did you mean %q? if not, %s", near, hint)
			}
			return k.at(e.line, fmt.Sprintf("there is no case %q", e.id), hint)
		}
	}
	return nil
}

// entries lists the entries by their lines, then those that were added.
func (k *Known) entries() []*knownEntry {
	all := slices.SortedFunc(maps.Values(k.byCase), func(a, b *knownEntry) int { return cmp.Compare(a.line, b.line) })
	return append(all, k.added...)
}

// look remembers what a verdict that was marked means for the list.
func (k *Known) look(v *judge.Verdict) {
	if k == nil || !KindOf(v).Judged() {
		return
	}
	e := k.byCase[v.Case]
	switch {
	case k.Update:
		k.update(e, v)
	case slices.Contains(v.Warnings, UnexpectedPass):
		k.note(e, "passes now")
	case slices.Contains(v.Warnings, ChangedFailure):
		k.note(e, "is now "+describe(v.Outcome, v.Pointer))
	}
}

// mark holds a verdict against the list, which may be nil: a failure that is
// listed gets the reason, another gets a warning, and so does a pass that should
// not be one. Verdicts that do not blame the subject say nothing about its
// failures. Nothing but the list as it was read decides, so that it does not
// matter in which order verdicts come.
func (k *Known) mark(v *judge.Verdict) {
	// Resumed verdicts come with what another list said of them.
	v.Known = ""
	v.Warnings = slices.DeleteFunc(slices.Clone(v.Warnings), func(w string) bool { return w == UnexpectedPass || w == ChangedFailure })
	if k == nil || v.Outcome != judge.Pass && v.Blame != judge.BlameSubject {
		return
	}
	e := k.byCase[v.Case]
	switch {
	case k.Update && v.Outcome == judge.Pass:
	case k.Update && e == nil:
		v.Known = noReason
	case k.Update:
		v.Known = e.reason
	case e == nil:
	case v.Outcome == judge.Pass && e.outcome != judge.Flaky:
		v.Warnings = append(v.Warnings, UnexpectedPass)
	case v.Outcome == judge.Pass:
	case e.outcome == v.Outcome && (e.pointer == "" || e.pointer == v.Pointer):
		v.Known = e.reason
	default:
		v.Warnings = append(v.Warnings, ChangedFailure)
	}
}

// update makes an entry of a failure, and drops that of a pass.
func (k *Known) update(e *knownEntry, v *judge.Verdict) {
	switch {
	case v.Outcome == judge.Pass:
		if e != nil && e.outcome != judge.Flaky {
			e.gone = true
		}
		return
	case e == nil:
		e = &knownEntry{line: -1, id: v.Case, reason: noReason}
		k.added = append(k.added, e)
	}
	if e.outcome != v.Outcome || e.pointer != "" {
		// An entry for any pointer stays one.
		e.pointer = v.Pointer
	}
	e.outcome = v.Outcome
}

func describe(outcome judge.Outcome, pointer string) string {
	return strings.TrimSpace(string(outcome) + " " + pointer)
}

// note remembers a disagreement for people.
func (k *Known) note(e *knownEntry, now string) {
	if len(k.notes) == notesMax {
		k.more++
		return
	}
	k.notes = append(k.notes, fmt.Sprintf("%s:%d: %s %s, listed as %s (%s)",
		k.file, e.line+1, e.id, now, describe(e.outcome, e.pointer), e.reason))
}

// Notes are the disagreements of a run with the list, a sentence each.
func (k *Known) Notes() []string {
	if k == nil || k.more == 0 && len(k.notes) == 0 {
		return nil
	}
	notes := slices.Clone(k.notes)
	if k.more > 0 {
		notes = append(notes, fmt.Sprintf("%s: %d more", k.file, k.more))
	}
	return notes
}

// Text is the list as it is after an update: comments and the order of the
// lines stay, and what is new comes last.
func (k *Known) Text() string {
	byLine := make(map[int]*knownEntry, len(k.byCase))
	for _, e := range k.byCase {
		byLine[e.line] = e
	}
	var b strings.Builder
	for i, line := range k.lines {
		switch e := byLine[i]; {
		case e == nil:
			b.WriteString(line + "\n")
		case !e.gone:
			b.WriteString(e.text())
		}
	}
	for _, e := range k.added {
		b.WriteString(e.text())
	}
	return b.String()
}

func (e *knownEntry) text() string {
	pointer := ""
	if e.pointer != "" {
		pointer = word(e.pointer)
	}
	return fmt.Sprintf("%s  %s  # %s\n", word(e.id), describe(e.outcome, pointer), e.reason)
}

// Write writes the updated list in place of the file, as a whole or not at
// all: the reasons in it were written by hand.
func (k *Known) Write() error {
	f, err := k.create()
	if err != nil {
		return err
	}
	// Commit returns the error of a write.
	_, _ = f.WriteString(k.Text())
	return f.Commit()
}
