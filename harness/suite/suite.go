// Package suite reads the cases that a program is tested with: embedded ones,
// manifests, folders of N-in.json and N-out.json, and generated ones. It finds
// what is wrong with a case before any program is blamed for it, and selects
// cases by id, tag and clause. It runs nothing.
package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of a suite, and why.
const (
	// CasesMax bounds a suite: the largest public conformance suites have
	// some thousand cases, so ten times that is a generator gone wrong.
	CasesMax = 100_000
	// CaseFileBytesMax bounds one file of a folder: a few values of the
	// largest size that a stream hands on.
	CaseFileBytesMax = 4 * stream.ValueBytesMax
	// BytesMax bounds what one suite keeps in memory, or on a shelf: a thousand bytes and
	// more for each of CasesMax cases.
	BytesMax = 256 << 20
	// NameBytesMax bounds the name of a case, which stands in every report.
	NameBytesMax = 120
)

// A Case is one input with what is expected of it.
type Case struct {
	ID      string // "turn/7": suite and name; it never changes
	Name    string // "7"
	Why     string // what the case is for, in one sentence
	Clauses []string
	Tags    []string
	Options []game.Setting   // under which the case is meant; none: the defaults
	AnyRun  bool             // it says nothing about options: it is meant for those of the run
	In      []jsontext.Value // what the subject gets
	Out     []jsontext.Value // what it must answer; nil: the oracle decides
	File    string           // where it was read, "" for a generated one
	Source  string           // the argument that loads its suite again, "" if none is needed
	Broken  *Fault           // what is wrong with the case itself

	in, out place
	told    *told // what the oracle has said already; nil: nothing that holds
}

// A told is what the oracle of some rules has said about a case that was generated for
// them, where it says the same whenever it is asked.
type told struct {
	by     *teller
	in     []jsontext.Value // of the case, which may be copied and get another one
	values []jsontext.Value
	clause string
}

// A teller stands for the oracle of a task under some rules.
type teller struct {
	rules game.Rules
	task  string
}

// holds tells whether a checker would be told the same about a case.
func (t *told) holds(k *Checker, c *Case) bool {
	return t != nil && t.by.task == k.task.Name && t.by.rules == k.rules && c.Out == nil &&
		len(t.in) > 0 && len(t.in) == len(c.In) && &t.in[0] == &c.In[0]
}

// A place is where the values of one side of a case stand.
type place struct {
	file   string
	starts []stream.Position
}

// Place is where a case was read: its file, and its line in a manifest, else 0.
func (c *Case) Place() (file string, line int) {
	if number, ok := strings.CutPrefix(c.File, c.in.file+":"); ok {
		// A manifest has its line behind it.
		if line, err := strconv.Atoi(number); err == nil {
			return c.in.file, line
		}
	}
	return c.File, 0
}

// Named is what an error about a case calls it: its id, and where it was read.
func (c *Case) Named() string {
	switch file, line := c.Place(); {
	case file == "":
		return "case " + c.ID
	case line == 0:
		return fmt.Sprintf("case %s (%s)", c.ID, file)
	default:
		return fmt.Sprintf("case %s (%s:%d)", c.ID, file, line)
	}
}

// at is the position of a byte of the i-th value.
func (p place) at(i, offset int, values []jsontext.Value) stream.Position {
	if i < 0 || i >= len(p.starts) || i >= len(values) {
		return stream.Position{}
	}
	return stream.Value{Raw: values[i], Start: p.starts[i]}.At(offset)
}

// A Suite is a set of cases under one name.
type Suite struct {
	Name  string
	Cases []Case
}

// A Fault is what makes a case worthless, whatever the subject does: it is the
// suite's fault.
type Fault struct {
	Kind    FaultKind
	Clause  string // that is contradicted, if one is known
	File    string // "" for a generated case
	Line    int    // from 1; 0: the file as a whole
	Column  int    // in bytes, from 1
	Message string
	Hint    string // the next step, if there is an obvious one
}

// anyTask stands in a hint for the task of the suite, which its files do not tell.
const anyTask = "GAME/TASK"

// Of is the fault in a suite of this task: its hint names the task.
func (f *Fault) Of(g *game.Game, task game.Task) *Fault {
	named := *f
	named.Hint = strings.Replace(f.Hint, anyTask, g.Name+"/"+task.Name, 1)
	return &named
}

// A FaultKind is the word for what is wrong with a case.
type FaultKind string

// The kinds of faults.
const (
	Unreadable       FaultKind = ""                  // it is not written as cases are
	NotJSON          FaultKind = "not-json"          // input or output is not JSON
	OutOfDomain      FaultKind = "out-of-domain"     // the spec refuses the input
	WrongExpectation FaultKind = "wrong-expectation" // the output contradicts the rules
	UnknownName      FaultKind = "unknown-name"      // a clause or option that the game has not
)

func (f *Fault) Error() string {
	s := f.Message
	switch {
	case f.File != "" && f.Line > 0:
		s = fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, s)
	case f.File != "":
		s = f.File + ": " + s
	}
	return s
}

// faultAt places what a stream found wrong.
func faultAt(file string, err error) *Fault {
	var e *stream.Error
	if !errors.As(err, &e) {
		return &Fault{File: file, Message: err.Error()}
	}
	f := &Fault{Kind: NotJSON, File: file, Line: e.Where.Line, Column: e.Where.Column, Hint: e.Hint}
	f.Message = fmt.Sprintf("value %d", e.Index+1)
	if e.Pointer != "" {
		f.Message += " at " + e.Pointer
	}
	f.Message += ": " + e.Message
	if e.Near != "" {
		f.Message += ", near " + e.Near
	}
	return f
}

// The endings of the files of a case.
const (
	inEnding       = "-in.json"
	outEnding      = "-out.json"
	manifestEnding = ".jsonl"
)

// Load reads the suite at path: a folder of N-in.json and N-out.json, a
// manifest NAME.jsonl, or one file N-in.json. Cases that cannot be read come
// with Broken set; the error, a *game.UsageError, is for a path that names no
// suite, or one beyond the bounds.
func Load(path string) (*Suite, error) {
	var s Suite
	var err error
	if s.Name, err = load(path, s.add); err != nil {
		return nil, err
	}
	return &s, nil
}

// nearManifest matches names that are meant for a manifest: cases.ndjson, cases.jsonl.txt.
var nearManifest = text.Pattern(`(?i)^(.+?)\.(?:jsonl|jsonlines|ndjson|jsnl|josnl|jsonls|json\.?l|jsonl\.(?:txt|json))$`)

// manifestFor is the name of the manifest for which a name is meant, "" if it is meant for
// none, or is right.
func manifestFor(name string) string {
	m := nearManifest().FindStringSubmatch(name)
	if m == nil || strings.HasSuffix(name, manifestEnding) {
		return ""
	}
	return m[1] + manifestEnding
}

// add is what keeps the cases that are read.
func (s *Suite) add(c *Case) { s.Cases = append(s.Cases, *c) }

// load reads the suite at path, hands on its cases one after another, and returns its name.
func load(path string, add func(*Case)) (name string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", missing(path, err)
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", &game.UsageError{Message: fmt.Sprintf("suite %s: %v", path, err)}
	}
	base := filepath.Base(absolute)
	switch {
	case info.IsDir():
		f := folder{fsys: os.DirFS(path), shown: path, suite: text.Valid(base), source: path}
		return f.suite, f.load(add)
	case strings.HasSuffix(base, manifestEnding):
		m := manifest{shown: path, source: path, suite: text.Valid(strings.TrimSuffix(base, manifestEnding))}
		return m.suite, m.load(os.DirFS(filepath.Dir(absolute)), base, add)
	case strings.HasSuffix(base, inEnding):
		dir := filepath.Dir(absolute)
		f := folder{
			fsys: os.DirFS(dir), shown: filepath.Dir(path), suite: text.Valid(filepath.Base(dir)), source: path,
		}
		f.loadOne(strings.TrimSuffix(base, inEnding), add)
		return f.suite, nil
	case strings.HasSuffix(base, outEnding):
		return "", &game.UsageError{
			Message: fmt.Sprintf("suite %s: this file is the expected output of a case", path),
			Hint:    fmt.Sprintf("name the input of the case, %s", strings.TrimSuffix(path, outEnding)+inEnding),
		}
	}
	right := manifestFor(base)
	if stem, word, ok := nearly(base); ok && isIn(word) {
		right = stem + inEnding
	}
	if right != "" {
		return "", &game.UsageError{Message: fmt.Sprintf("suite %s: the name is nearly %s", path, right), Hint: rename(base, right)}
	}
	e := &game.UsageError{
		Message: fmt.Sprintf("suite %s: neither a folder nor a file that ends in %s or %s", path, manifestEnding, inEnding),
		Hint:    suiteIs,
	}
	if IsArchive(base) {
		words := []string{"touchstone", "suite", "import", path, "--task", "GAME/TASK", "--to", "NAME.jsonl"}
		e.Hint = fmt.Sprintf("%q makes a manifest of an archive", text.Quote(words))
	}
	return "", e
}

// ArchiveEndings are how the names of archives end that Touchstone unpacks.
var ArchiveEndings = []string{".zip", ".tar", ".tar.gz", ".tgz"}

// IsArchive tells by its name whether a file is an archive that suite import reads.
func IsArchive(name string) bool {
	return slices.ContainsFunc(ArchiveEndings, func(ending string) bool {
		return strings.HasSuffix(strings.ToLower(name), ending)
	})
}

// suiteIs says what may stand for a suite.
const suiteIs = "a suite is a folder of N-in.json and N-out.json, a manifest NAME.jsonl, or one N-in.json"

// missing explains a path that cannot be looked at.
func missing(path string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return &game.UsageError{Message: fmt.Sprintf("suite %s: %v", path, text.Cause(err)), Hint: suiteIs}
	}
	e := &game.UsageError{Message: fmt.Sprintf("suite %s: there is no such file or folder", path), Hint: suiteIs}
	if path == "-" {
		e.Message = "suite -: expected a file or folder, not standard input"
	}
	switch near := files.Near(path); {
	case near != "":
		e.Hint = fmt.Sprintf("did you mean %s?", near)
	case strings.ContainsAny(path, "*?["):
		e.Hint = "a shell puts names in place of a pattern, unless it is in quotation marks or no name matches"
	case strings.HasPrefix(path, "~"):
		e.Hint = "a shell reads ~ as your home folder, unless it is in quotation marks"
	}
	return e
}

// readAll reads a regular file of at most bytesMax bytes. Others are refused:
// reading a named pipe would wait for ever.
func readAll(fsys fs.FS, name string, bytesMax int64) ([]byte, error) {
	f, size, err := openRegular(fsys, name, bytesMax)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// Of a size that is known, nothing has to grow.
	var content bytes.Buffer
	content.Grow(int(size) + bytes.MinRead)
	if _, err := content.ReadFrom(io.LimitReader(f, bytesMax+1)); err != nil {
		return nil, text.Cause(err)
	}
	if int64(content.Len()) > bytesMax {
		return nil, tooLong(bytesMax)
	}
	return content.Bytes(), nil
}

// openRegular opens a regular file of at most bytesMax bytes, and tells how many it has.
func openRegular(fsys fs.FS, name string, bytesMax int64) (fs.File, int64, error) {
	info, err := fs.Stat(fsys, name)
	switch {
	case err != nil:
		return nil, 0, text.Cause(err)
	case !info.Mode().IsRegular():
		return nil, 0, errors.New("not a regular file")
	case info.Size() > bytesMax:
		return nil, 0, tooLong(bytesMax)
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, 0, text.Cause(err)
	}
	return f, info.Size(), nil
}

func tooLong(bytesMax int64) error { return fmt.Errorf("longer than %s", text.Bytes(bytesMax)) }

// tooLarge is the error for a suite beyond its bounds.
func tooLarge(shown, what string) error {
	return &game.UsageError{
		Message: fmt.Sprintf("suite %s: larger than %s", shown, what),
		Hint:    "split it into several suites",
	}
}

// sameID is the error for two cases with one id.
func sameID(id, file, other string) error {
	return &game.UsageError{
		Message: fmt.Sprintf("two cases have the name %q: %s and %s", id, file, other),
		Hint:    "run the suites one after the other, or rename one suite",
	}
}

// Join puts the cases of several suites together, in their order. A case that
// two arguments name (a folder, and a file in it) counts once. The error, a
// *game.UsageError, is for different cases with one id.
func Join(suites ...*Suite) ([]Case, error) {
	var all List
	var sums []uint64
	for _, s := range suites {
		for i := range s.Cases {
			sums = append(sums, idSum(&s.Cases[i]))
		}
		all = append(all, s.Cases...)
	}
	cases, err := distinct(all, sums)
	if err != nil {
		return nil, err
	}
	return All(cases), nil
}

// sameFile compares paths as users write them: from here, or from the root.
func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	absoluteA, errA := filepath.Abs(a)
	absoluteB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && absoluteA == absoluteB
}

// Embedded reads the suite of a task from a file system that has it as
// GAME/TASK.jsonl. Its cases are called GAME/TASK/NAME. Without such a file
// the error is a *game.UsageError.
func Embedded(fsys fs.FS, gameName, task string) (*Suite, error) {
	s := &Suite{Name: gameName + "/" + task}
	file := s.Name + manifestEnding
	if _, err := fs.Stat(fsys, file); errors.Is(err, fs.ErrNotExist) {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("there is no embedded suite for %s", s.Name),
			Hint:    "after the task, name a folder of N-in.json and N-out.json, or a manifest",
		}
	}
	m := manifest{shown: file, suite: s.Name}
	if err := m.load(fsys, file, s.add); err != nil {
		return nil, err
	}
	return s, nil
}

// EmbeddedNames lists the suites GAME/TASK of such a file system, sorted.
func EmbeddedNames(fsys fs.FS) []string {
	// The pattern is a constant and well formed, so that there is no error.
	files, _ := fs.Glob(fsys, "*/*"+manifestEnding)
	for i, f := range files {
		files[i] = strings.TrimSuffix(f, manifestEnding)
	}
	slices.Sort(files)
	return files
}
