package fuzz

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// A Folder is where witnesses are kept as a suite: N-in.json, N-out.json as the
// rules have it, and N-why.txt. An input that the rules refuse is no case of a
// suite; it is kept as N-invalid.json, without an output.
type Folder struct {
	path string
	last int // the highest number there is
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
	f := &Folder{path: path}
	for _, entry := range entries {
		number, _, _ := strings.Cut(entry.Name(), "-")
		if n, err := strconv.Atoi(number); err == nil {
			f.last = max(f.last, n)
		}
	}
	return f, nil
}

// cannot is the usage error for a path that cannot be used.
func cannot(do, path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return &game.UsageError{Message: fmt.Sprintf("cannot %s %s: %v", do, path, err)}
}

// Save writes a witness and why it is one, and returns the name of its input.
func (f *Folder) Save(d *Disagreement, why string) (string, error) {
	f.last++
	files := []struct{ ending, text string }{{"-why.txt", why}}
	in := "-in.json"
	if d.Refusal != nil {
		in = "-invalid.json"
	} else {
		files = append(files, struct{ ending, text string }{"-out.json", lines(d.Expected)})
	}
	name := filepath.Join(f.path, strconv.Itoa(f.last)+in)
	files = append(files, struct{ ending, text string }{in, string(d.Input())})
	for _, file := range files {
		path := filepath.Join(f.path, strconv.Itoa(f.last)+file.ending)
		if err := os.WriteFile(path, []byte(file.text), 0o666); err != nil {
			return "", cannot("write", path, err)
		}
	}
	return name, nil
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
			return nil, &game.UsageError{Message: c.Broken.Error(), Hint: c.Broken.Hint}
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
