package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// An entry is a file of an archive.
type entry struct {
	name string
	mode fs.FileMode
	data []byte
}

// ordered sorts the files by name, below one folder.
func ordered(folder string, list []entry) []entry {
	list = slices.Clone(list)
	for i := range list {
		list[i].name = folder + "/" + list[i].name
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Or(strings.Compare(a.name, b.name), len(a.data)-len(b.data)) })
	return list
}

// tarball packs files, all with the same time and without an owner.
func tarball(folder string, list []entry, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(compressed)
	for _, e := range ordered(folder, list) {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: e.name, Mode: int64(e.mode), Size: int64(len(e.data)), ModTime: at, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	err = compressed.Close()
	return b.Bytes(), err
}

// zipped packs files as tarball does, for systems without tar.
func zipped(folder string, list []entry, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range ordered(folder, list) {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: at.UTC()}
		h.SetMode(e.mode)
		f, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(e.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
