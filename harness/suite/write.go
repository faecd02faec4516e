package suite

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Manifest writes cases as a manifest, one a line, with the outputs that they
// have. The values keep their spelling.
func Manifest(cases []Case) []byte {
	var b []byte
	for i := range cases {
		b = appendLine(b, &cases[i])
	}
	return b
}

func appendLine(b []byte, c *Case) []byte {
	b = appendString(append(b, `{"name":`...), c.Name)
	if c.Why != "" {
		b = appendString(append(b, `,"why":`...), c.Why)
	}
	if len(c.Clauses) > 0 {
		b = appendList(append(b, `,"clauses":`...), c.Clauses, appendString)
	}
	if len(c.Tags) > 0 {
		b = appendList(append(b, `,"tags":`...), c.Tags, appendString)
	}
	if len(c.Options) > 0 {
		b = append(b, `,"options":{`...)
		for i, o := range c.Options {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendRaw(append(appendString(b, o.Name), ':'), o.Value)
		}
		b = append(b, '}')
	}
	b = appendList(append(b, `,"in":`...), c.In, appendRaw)
	if c.Out != nil {
		b = appendList(append(b, `,"out":`...), c.Out, appendRaw)
	}
	return append(b, "}\n"...)
}

func appendList[T any](b []byte, list []T, element func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, e := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = element(b, e)
	}
	return append(b, ']')
}

func appendString(b []byte, text string) []byte {
	// The error is for invalid UTF-8, which no reader lets through.
	b, _ = jsontext.AppendQuote(b, text)
	return b
}

// appendRaw appends a value on one line: no string has a line break in it.
func appendRaw(b []byte, v jsontext.Value) []byte {
	for _, c := range v {
		if c == '\n' || c == '\r' {
			c = ' '
		}
		b = append(b, c)
	}
	return b
}

// A Sink takes files by name, with / between the parts of a name.
type Sink func(name string, text []byte) error

// WriteCases writes cases as N-in.json and N-out.json, N from 1, into a folder of
// a sink; "" is its root. Such files say nothing about options.
func WriteCases(to Sink, folder string, cases []Case) error {
	for i, c := range cases {
		for _, side := range []struct {
			ending string
			values []jsontext.Value
		}{{inEnding, c.In}, {outEnding, c.Out}} {
			var b bytes.Buffer
			for _, v := range side.values {
				b.Write(v)
				b.WriteByte('\n')
			}
			name := fmt.Sprintf("%d%s", i+1, side.ending)
			if folder != "" {
				name = folder + "/" + name
			}
			if err := to(name, b.Bytes()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Folder is a sink into a folder, which is made. The error, a *game.UsageError, is
// for one that has something in it, since old cases would be taken for new ones, and for
// one that cannot be written to.
func Folder(dir string) (Sink, error) {
	const hint = "name a folder that you can write to"
	if err := files.NotStandard("folder", dir, "name a new folder"); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	switch {
	case err == nil && len(entries) > 0:
		return nil, &game.UsageError{Message: fmt.Sprintf("folder %s: it is not empty", dir), Hint: "name a new folder"}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, &game.UsageError{Message: fmt.Sprintf("folder %s: %v", dir, text.Cause(err)), Hint: hint}
	}
	if err := files.TryFolder(dir); err != nil {
		return nil, &game.UsageError{Message: fmt.Sprintf("folder %s: %v", dir, text.Cause(err)), Hint: hint}
	}
	return func(name string, content []byte) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return &game.UsageError{Message: fmt.Sprintf("folder %s: %v", filepath.Dir(path), text.Cause(err)), Hint: hint}
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return &game.UsageError{Message: fmt.Sprintf("file %s: %v", path, text.Cause(err)), Hint: hint}
		}
		return nil
	}, nil
}

// zipDate is that of all files of an archive: the first that there is. Without
// one they would be of month 0, which some programs refuse.
var zipDate = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// Zip is a sink into an archive. The same files in the same order give the same
// bytes. Its second function ends the archive. Most of one is a program of many
// megabytes, which is packed in less than half the time to 8 % more.
func Zip(w io.Writer) (Sink, func() error) {
	archive := zip.NewWriter(w)
	archive.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestSpeed) })
	return func(name string, text []byte) error {
		file, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: zipDate})
		if err != nil {
			return err
		}
		_, err = file.Write(text)
		return err
	}, archive.Close
}

// IsManifest tells whether a file is a manifest by its name.
func IsManifest(path string) bool { return strings.HasSuffix(path, manifestEnding) }
