package suite

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A folder holds one case per pair of files [PREFIX-]N-in.json and
// [PREFIX-]N-out.json, each a stream of JSON values.
type folder struct {
	fsys   fs.FS
	shown  string // its path in messages
	suite  string
	source string
	bytes  int64 // read so far
}

// A pair is the stem of a case's files and which of the two exist.
type pair struct {
	stem            string
	in, out         bool
	nearIn, nearOut string // names of files that were to be one of them
}

// nearName matches names that are meant for a file of a case: 7-input.json, 7_in.json,
// a-7.out.JSON, 7-in.jsn, 7-in. The other one matches those with the number behind: in-7.json.
var (
	nearName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^((?:.*-)?[0-9]+)[-_. ]*(in|input|out|output|expected)(?:\.(?:json[5lc]?|jsn|jso|js|jason|txt|json\.txt))?$`)
	})
	turnedName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^(in|input|out|output|expected)[-_. ]*([0-9]+)\.json$`)
	})
)

// nearly takes a name apart that is meant for a file of a case, and is no such name: the
// stem of the case, and the word for one of the two.
func nearly(name string) (stem, word string, ok bool) {
	if m := nearName().FindStringSubmatch(name); m != nil && !strings.HasSuffix(name, manifestEnding) {
		return m[1], m[2], true
	}
	if m := turnedName().FindStringSubmatch(name); m != nil {
		return m[2], m[1], true
	}
	return "", "", false
}

// isInput tells whether a file is the input of a case by its name, or nearly.
func isInput(name string) bool {
	if strings.HasSuffix(name, inEnding) {
		return true
	}
	_, word, ok := nearly(name)
	return ok && isIn(word)
}

// isIn tells the words of nearly apart.
func isIn(word string) bool { return strings.EqualFold(word[:1], "i") }

// note notes a file of which the name is nearly that of one of the pair. Of several it
// keeps the first, in whatever order they come.
func (p *pair) note(name, word string) {
	near := &p.nearOut
	if isIn(word) {
		near = &p.nearIn
	}
	if *near == "" || name < *near {
		*near = name
	}
}

// hint leads from a name which is nearly right to the right one; without such a name it
// is another hint.
func (p *pair) hint(near, ending, otherwise string) string {
	if near == "" {
		return otherwise
	}
	return rename(near, p.stem+ending)
}

// rename is the hint to give a file another name.
func rename(file, name string) string {
	return fmt.Sprintf("rename %s to %s", text.Quote([]string{file}), text.Quote([]string{name}))
}

// entriesAtOnce is how many entries of a folder are looked at together.
const entriesAtOnce = 1024

// load hands on the cases of the folder.
func (f *folder) load(add func(*Case)) error {
	pairs, err := f.pairs()
	if err != nil {
		return err
	}
	sort.Slice(pairs, func(i, j int) bool { return natural(pairs[i].stem, pairs[j].stem) < 0 })
	for i := range pairs {
		c := f.read(&pairs[i])
		if f.bytes > BytesMax {
			return tooLarge(f.shown, text.Bytes(BytesMax))
		}
		add(&c)
	}
	return nil
}

// pairs are those of the folder, in no order.
func (f *folder) pairs() ([]pair, error) {
	fail := func(err error) error {
		return &game.UsageError{Message: fmt.Sprintf("suite %s: %v", f.shown, text.Cause(err)), Hint: suiteIs}
	}
	dir, err := f.fsys.Open(".")
	if err != nil {
		return nil, fail(err)
	}
	defer dir.Close()
	list, ok := dir.(fs.ReadDirFile)
	if !ok {
		return nil, fail(errors.New("not a folder"))
	}
	var pairs []pair
	places := make(map[string]int32)
	place := func(stem string) *pair {
		at, ok := places[stem]
		if !ok {
			at = int32(len(pairs))
			places[stem] = at
			pairs = append(pairs, pair{stem: stem})
		}
		return &pairs[at]
	}
	for {
		entries, err := list.ReadDir(entriesAtOnce)
		if err != nil && err != io.EOF {
			return nil, fail(err)
		}
		for _, entry := range entries {
			stem, isIn := strings.CutSuffix(entry.Name(), inEnding)
			isOut := false
			if !isIn {
				stem, isOut = strings.CutSuffix(entry.Name(), outEnding)
			}
			if entry.IsDir() {
				continue
			}
			if !isIn && !isOut {
				if stem, word, ok := nearly(entry.Name()); ok {
					place(stem).note(entry.Name(), word)
				}
				continue
			}
			p := place(stem)
			p.in, p.out = p.in || isIn, p.out || isOut
		}
		if len(pairs) > CasesMax {
			return nil, tooLarge(f.shown, fmt.Sprintf("%d cases", CasesMax))
		}
		if err == io.EOF {
			break
		}
	}
	// An output of which there is no input whatever is something else.
	pairs = slices.DeleteFunc(pairs, func(p pair) bool { return !p.in && !p.out && p.nearIn == "" })
	if len(pairs) == 0 {
		return nil, f.empty()
	}
	return pairs, nil
}

// empty explains a folder without cases: most often the folder above the one
// that was meant was named.
func (f *folder) empty() error {
	e := &game.UsageError{
		Message: fmt.Sprintf("suite %s: the folder has no file N-in.json", f.shown),
		Hint:    "a suite is a folder of N-in.json and N-out.json; touchstone does not read the folders inside it",
	}
	entries, _ := fs.ReadDir(f.fsys, ".") // it could be read a moment ago
	for _, entry := range entries {
		if !entry.IsDir() {
			if strings.HasSuffix(entry.Name(), manifestEnding) {
				e.Hint = fmt.Sprintf("name the manifest in it: %s", filepath.Join(f.shown, entry.Name()))
				return e
			}
			continue
		}
		inside, err := fs.Glob(f.fsys, entry.Name()+"/*"+inEnding)
		if err == nil && len(inside) > 0 {
			e.Hint = fmt.Sprintf("name the folder inside it: %s", filepath.Join(f.shown, entry.Name()))
			return e
		}
	}
	return e
}

// loadOne hands on the one case of that stem; its input is known to exist.
func (f *folder) loadOne(stem string, add func(*Case)) {
	_, err := fs.Stat(f.fsys, stem+outEnding)
	c := f.read(&pair{stem: stem, in: true, out: err == nil})
	add(&c)
}

// read makes the case of a pair, broken or not.
func (f *folder) read(p *pair) Case {
	inFile := filepath.Join(f.shown, p.stem+inEnding)
	outFile := filepath.Join(f.shown, p.stem+outEnding)
	// Names of files need not be UTF-8; those of cases stand in JSON.
	name := text.Valid(p.stem)
	c := Case{ID: f.suite + "/" + name, Name: name, AnyRun: true, File: inFile, Source: f.source}
	switch _, number := cutNumber(p.stem); {
	case !p.in && !p.out:
		c.File = filepath.Join(f.shown, p.nearIn)
		c.Broken = &Fault{File: c.File, Message: "the name is nearly " + name + inEnding, Hint: rename(p.nearIn, p.stem+inEnding)}
		return c
	case name != p.stem:
		c.Broken = &Fault{File: inFile, Message: "the name is not UTF-8", Hint: "rename the file"}
		return c
	case number == "":
		c.Broken = &Fault{
			File: inFile, Message: "the name has no number",
			Hint: "name the files of a case N-in.json and N-out.json, or PREFIX-N-in.json and PREFIX-N-out.json",
		}
		return c
	case !p.in:
		c.File = outFile
		c.Broken = &Fault{
			File: outFile, Message: fmt.Sprintf("the input %s of this expected output is missing", p.stem+inEnding),
			Hint: p.hint(p.nearIn, inEnding, ""),
		}
		return c
	case !p.out:
		c.Broken = &Fault{
			File: inFile, Message: fmt.Sprintf("the expected output %s of this input is missing", p.stem+outEnding),
			Hint: p.hint(p.nearOut, outEnding, fmt.Sprintf(
				"compute it with \"touchstone solve %s < %s > %s\"", anyTask, text.Quote([]string{inFile}), text.Quote([]string{outFile}),
			)),
		}
		return c
	}
	values, fault := f.values(p.stem+inEnding, inFile)
	if fault == nil {
		c.In = stream.Raws(values)
		c.in = place{file: inFile, starts: starts(values)}
		values, fault = f.values(p.stem+outEnding, outFile)
	}
	if fault == nil {
		c.Out = stream.Raws(values)
		c.out = place{file: outFile, starts: starts(values)}
	}
	c.Broken = fault
	return c
}

// values reads one file of a case.
func (f *folder) values(name, shown string) ([]stream.Value, *Fault) {
	text, err := readAll(f.fsys, name, CaseFileBytesMax)
	if err != nil {
		return nil, &Fault{File: shown, Message: err.Error()}
	}
	f.bytes += int64(len(text))
	values, err := stream.All(bytes.NewReader(text), stream.Limits{})
	if err != nil {
		return nil, faultAt(shown, err)
	}
	return values, nil
}

func starts(values []stream.Value) []stream.Position {
	all := make([]stream.Position, len(values))
	for i, v := range values {
		all[i] = v.Start
	}
	return all
}

// cutNumber takes the name of a case apart: "[PREFIX-]N". A name without a
// number yields an empty number.
func cutNumber(stem string) (prefix, number string) {
	at := strings.LastIndexByte(stem, '-') + 1
	number = stem[at:]
	for _, r := range number {
		if r < '0' || r > '9' {
			return stem, ""
		}
	}
	if number == "" {
		return stem, ""
	}
	return stem[:at], number
}

// natural orders names of cases by prefix, then by number, so that 10 comes
// behind 2. Numbers of any length are compared.
func natural(a, b string) int {
	prefixA, numberA := cutNumber(a)
	prefixB, numberB := cutNumber(b)
	plainA, plainB := strings.TrimLeft(numberA, "0"), strings.TrimLeft(numberB, "0")
	return cmp.Or(
		strings.Compare(prefixA, prefixB),
		cmp.Compare(len(plainA), len(plainB)),
		strings.Compare(plainA, plainB),
		strings.Compare(a, b),
	)
}
