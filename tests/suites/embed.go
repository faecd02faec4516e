// Package suites holds the suites that are part of the program: one manifest
// GAME/TASK.jsonl for each task.
package suites

import (
	"archive/zip"
	_ "embed" // the archive
	"io/fs"
	"strings"
	"sync"
)

// FS has the manifests as GAME/TASK.jsonl.
var FS fs.FS = archive{}

// packed is an archive of the manifests, which as they are would be an eighth of the
// program; make suites writes it.
//
//go:embed suites.zip
var packed string

// unpacked is read when a suite is first asked for.
var unpacked = sync.OnceValues(func() (*zip.Reader, error) {
	return zip.NewReader(strings.NewReader(packed), int64(len(packed)))
})

type archive struct{}

// Open implements fs.FS.
func (archive) Open(name string) (fs.File, error) {
	files, err := unpacked()
	if err != nil {
		return nil, err
	}
	return files.Open(name)
}
