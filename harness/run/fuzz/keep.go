package fuzz

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Folder is where witnesses are kept as a suite: N-in.json, N-out.json as the
// rules have it, and N-why.txt. An input that the rules refuse is no case of a
// suite; it is kept as N-invalid.json, without an output.
type Folder struct {
	path  string
	last  int                  // the highest number there is
	names map[[2]string]string // of the inputs that were there, by their text and the output's
}

// OpenFolder makes the folder unless it is there. Witnesses come behind those
// that it has. The error is a *game.UsageError.
func OpenFolder(path string) (*Folder, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, cannot("save in", path, err)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, cannot("save in", path, err)
	}
	f := &Folder{path: path, names: make(map[[2]string]string)}
	for _, entry := range entries {
		number, rest, _ := strings.Cut(entry.Name(), "-")
		n, err := strconv.Atoi(number)
		if err != nil {
			continue
		}
		f.last = max(f.last, n)
		if rest != endingIn && rest != endingInvalid {
			continue
		}
		name := filepath.Join(path, entry.Name())
		in, err := files.Read(name, suite.CaseFileBytesMax)
		if err != nil {
			return nil, cannot("read", name, err)
		}
		// One without an output is refused, or nothing that Save has written.
		out, _ := files.Read(f.file(n, endingOut), suite.CaseFileBytesMax)
		f.names[[2]string{string(in), string(out)}] = name
	}
	return f, nil
}

// cannot is the usage error for a path that cannot be used.
func cannot(do, path string, err error) error {
	return &game.UsageError{
		Message: fmt.Sprintf("cannot %s %s: %v", do, path, text.Cause(err)),
		Hint:    "make room there, or name another folder that you can read and write",
	}
}

// The endings of names, behind the number and a dash.
const (
	endingIn      = "in.json"
	endingInvalid = "invalid.json"
	endingOut     = "out.json"
	endingWhy     = "why.txt"
)

func (f *Folder) file(number int, ending string) string {
	return filepath.Join(f.path, fmt.Sprintf("%d-%s", number, ending))
}

// Save writes a witness and why it is one, and returns the name of its input.
// What an earlier search has left there is not written again.
func (f *Folder) Save(d *Disagreement, why string) (string, error) {
	in, input, output := endingIn, string(d.Input()), lines(d.Expected)
	if d.Refusal != nil {
		in, output = endingInvalid, ""
	}
	if name, ok := f.names[[2]string{input, output}]; ok {
		return name, nil
	}
	f.last++
	files := []struct{ ending, text string }{{endingWhy, why}, {endingOut, output}, {in, input}}
	for _, file := range files {
		if d.Refusal != nil && file.ending == endingOut {
			continue
		}
		path := f.file(f.last, file.ending)
		if err := os.WriteFile(path, []byte(file.text), 0o666); err != nil {
			return "", cannot("write", path, err)
		}
	}
	return f.file(f.last, in), nil
}

// lines are values one a line.
func lines(values []jsontext.Value) string {
	var b strings.Builder
	for _, v := range values {
		b.Write(v)
		b.WriteByte('\n')
	}
	return b.String()
}

// corpusFile is the manifest in the folder of a corpus.
const corpusFile = "corpus.jsonl"

// ReadCorpus reads the inputs that an earlier search has kept in a folder; there
// need not be any. The error is a *game.UsageError.
func ReadCorpus(folder string) ([][]jsontext.Value, error) {
	path := filepath.Join(folder, corpusFile)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	s, err := suite.Load(path)
	if err != nil {
		return nil, err
	}
	for i := range s.Cases {
		if c := &s.Cases[i]; c.Broken != nil {
			return nil, &game.UsageError{Message: c.Broken.Error(), Hint: cmp.Or(c.Broken.Hint, "correct the line, or remove it")}
		}
	}
	return Inputs(s), nil
}

// Inputs are those of the cases of a suite, except the ones that are broken.
func Inputs(s *suite.Suite) [][]jsontext.Value {
	var inputs [][]jsontext.Value
	for i := range s.Cases {
		if s.Cases[i].Broken == nil {
			inputs = append(inputs, s.Cases[i].In)
		}
	}
	return inputs
}

// WriteCorpus keeps inputs in a folder, in place of those it had. The file is a
// suite, too.
func WriteCorpus(folder string, inputs [][]jsontext.Value) (err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return cannot("keep inputs in", folder, err)
	}
	path := filepath.Join(folder, corpusFile)
	file, err := os.CreateTemp(folder, corpusFile+".*")
	if err != nil {
		return cannot("keep inputs in", folder, err)
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
			err = cannot("write", path, err)
		}
	}()
	w := bufio.NewWriter(file)
	for i, in := range inputs {
		line, err := json.Marshal(suite.Line{Name: strconv.Itoa(i + 1), In: in}, json.Deterministic(true))
		if err != nil {
			return err
		}
		w.Write(append(line, '\n')) // the error is Flush's
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
