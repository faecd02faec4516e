package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"testing"
	"time"
)

// Archives do not depend on the order in which files are found, nor on the zone of
// the machine, and have what was put into them.
func TestPack(t *testing.T) {
	at := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	there := at.In(time.FixedZone("elsewhere", 5*3600))
	list := []entry{{"touchstone", 0o755, []byte("program")}, {"man/man1/touchstone.1", 0o644, []byte("page")}, {"LICENSE", 0o644, nil}}
	want := []string{"v1/LICENSE", "v1/man/man1/touchstone.1", "v1/touchstone"}
	backwards := slices.Clone(list)
	slices.Reverse(backwards)
	for name, pack := range map[string]func(string, []entry, time.Time) ([]byte, error){"tar": tarball, "zip": zipped} {
		data, err := pack("v1", list, at)
		if err != nil {
			t.Fatal(err)
		}
		again, err := pack("v1", backwards, there)
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("%s: other bytes from the same files, %v", name, err)
		}
		names, program, executable := unpack(t, name, data)
		if !slices.Equal(names, want) || program != "program" || !executable {
			t.Errorf("%s: it has %q, the program is %q, executable: %v", name, names, program, executable)
		}
	}
}

func unpack(t *testing.T, kind string, data []byte) (names []string, program string, executable bool) {
	t.Helper()
	take := func(name string, mode int64, r io.Reader) {
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
		if name == "v1/touchstone" {
			program, executable = string(content), mode&0o111 != 0
		}
	}
	if kind == "zip" {
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.File {
			content, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			take(f.Name, int64(f.Mode()), content)
		}
		return names, program, executable
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(z)
	for {
		h, err := r.Next()
		if err == io.EOF {
			return names, program, executable
		}
		if err != nil {
			t.Fatal(err)
		}
		take(h.Name, h.Mode, r)
	}
}
