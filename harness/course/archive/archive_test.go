package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An item is one thing in an archive.
type item struct {
	name, text string
	mode       fs.FileMode // 0: a plain file
}

var generous = Limits{BytesMax: 64 << 20, FilesMax: 1000}

func zipped(t *testing.T, items ...item) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, i := range items {
		h := &zip.FileHeader{Name: i.name, Method: zip.Deflate}
		h.SetMode(0o644)
		if i.mode != 0 {
			h.SetMode(i.mode)
		}
		f, err := w.CreateHeader(h)
		if err == nil && !strings.HasSuffix(i.name, "/") {
			_, err = f.Write([]byte(i.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarred(t *testing.T, items ...item) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, i := range items {
		h := &tar.Header{Name: i.name, Typeflag: tar.TypeReg, Mode: int64(i.mode.Perm()), Size: int64(len(i.text))}
		if h.Mode == 0 {
			h.Mode = 0o644
		}
		switch {
		case i.mode.IsDir():
			h.Typeflag = tar.TypeDir
		case i.mode&fs.ModeSymlink != 0:
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, i.text, 0
		case i.mode&fs.ModeIrregular != 0:
			h.Typeflag, h.Linkname, h.Size = tar.TypeLink, i.text, 0
		case i.mode&fs.ModeDevice != 0:
			h.Typeflag, h.Devmajor, h.Devminor, h.Size = tar.TypeChar, 1, 3, 0
		case i.mode&fs.ModeNamedPipe != 0:
			h.Typeflag, h.Size = tar.TypeFifo, 0
		}
		err := w.WriteHeader(h)
		if err == nil && h.Size > 0 {
			_, err = w.Write([]byte(i.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(text)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unpack unpacks an archive into a folder with a neighbour that must stay as it
// is, and returns the folder.
func unpack(t *testing.T, text []byte, limits Limits) (string, error) {
	t.Helper()
	dir := t.TempDir()
	from, to, beside := filepath.Join(dir, "in"), filepath.Join(dir, "out"), filepath.Join(dir, "neighbour")
	if os.WriteFile(from, text, 0o644) != nil || os.Mkdir(to, 0o755) != nil || os.WriteFile(beside, []byte("mine"), 0o644) != nil {
		t.Fatal("cannot prepare")
	}
	err := Unpack(t.Context(), from, to, limits)
	entries, readErr := os.ReadDir(dir)
	if readErr != nil || len(entries) != 3 {
		t.Errorf("beside the folder there is now %v (%v)", entries, readErr)
	}
	if now, readErr := os.ReadFile(beside); readErr != nil || string(now) != "mine" {
		t.Errorf("the neighbour is now %q (%v)", now, readErr)
	}
	return to, err
}

// contents are the files of a tree by name.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		if e.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			all[name] = "-> " + target
			return err
		}
		text, err := os.ReadFile(path)
		info, _ := e.Info()
		all[name] = fmt.Sprintf("%s %v", text, info.Mode().Perm()&0o111 != 0)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestUnpack(t *testing.T) {
	items := []item{
		{name: "team/", mode: fs.ModeDir | 0o755},
		{name: "team/xrules", text: "#!/bin/sh\n", mode: 0o755},
		{name: "team/sub/../deep/a.json", text: "[]"},
		{name: "team/.git/config", text: "x"},
		{name: "team/link", text: "deep/a.json", mode: fs.ModeSymlink | 0o777},
		{name: "team/later", text: "not/there", mode: fs.ModeSymlink | 0o777},
	}
	want := map[string]string{
		"team/xrules": "#!/bin/sh\n true", "team/deep/a.json": "[] false", "team/link": "-> deep/a.json", "team/later": "-> not/there",
	}
	var hashes []string
	for name, text := range map[string][]byte{
		"zip": zipped(t, items...), "tar": tarred(t, items...), "tar.gz": gzipped(t, tarred(t, items...)),
	} {
		folder, err := unpack(t, text, generous)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, contents(t, folder)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
		again := t.TempDir()
		if err := Unpack(t.Context(), folder, again, generous); err != nil {
			t.Fatalf("%s: the folder: %v", name, err)
		}
		for _, tree := range []string{folder, again} {
			hash, err := Hash(t.Context(), tree, generous)
			if err != nil {
				t.Fatal(err)
			}
			hashes = append(hashes, hash)
		}
		if top, err := Top(folder); err != nil || top != filepath.Join(folder, "team") {
			t.Errorf("%s: it begins in %s (%v)", name, top, err)
		}
	}
	for _, hash := range hashes {
		if hash != hashes[0] {
			t.Errorf("the same tree has the checksums %v", hashes)
		}
	}
}

// TestUnpackWindows unpacks what old programs of Windows pack.
func TestUnpackWindows(t *testing.T) {
	folder, err := unpack(t, zipped(t,
		item{name: `team\`}, item{name: `team\src\`}, item{name: `team\src\main.go`, text: "package main"}, item{name: `team\.git\config`, text: "x"},
		item{name: `team/src/b.go`, text: "package b"},
	), generous)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"team/src/main.go": "package main false", "team/src/b.go": "package b false"}
	if diff := cmp.Diff(want, contents(t, folder)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if top, err := Top(folder); err != nil || top != filepath.Join(folder, "team") {
		t.Errorf("it begins in %s (%v)", top, err)
	}
}

func TestHashTellsChanges(t *testing.T) {
	seen := make(map[string]string)
	for name, items := range map[string][]item{
		"first": {{name: "a", text: "x"}}, "text": {{name: "a", text: "y"}}, "name": {{name: "b", text: "x"}},
		"mode": {{name: "a", text: "x", mode: 0o755}}, "more": {{name: "a", text: "x"}, {name: "b"}},
		"link": {{name: "a", text: "x", mode: fs.ModeSymlink}},
	} {
		folder, err := unpack(t, tarred(t, items...), generous)
		if err != nil {
			t.Fatal(err)
		}
		hash, err := Hash(t.Context(), folder, generous)
		if other := seen[hash]; err != nil || other != "" {
			t.Errorf("%s has the checksum of %s (%v)", name, other, err)
		}
		seen[hash] = name
	}
}

func TestUnpackRefuses(t *testing.T) {
	const link, hard, device, pipe = fs.ModeSymlink | 0o777, fs.ModeIrregular, fs.ModeDevice, fs.ModeNamedPipe
	many := make([]item, 12)
	for i := range many {
		many[i].name = fmt.Sprint("f", i)
	}
	zeros := strings.Repeat("\x00", 20<<20)
	small := Limits{BytesMax: 1000, FilesMax: 10}
	for _, c := range []struct {
		name   string
		text   []byte
		limits Limits
		want   string
	}{
		{"parent", tarred(t, item{name: "../neighbour", text: "yours"}), generous, "leaves the submission"},
		{"parent in zip", zipped(t, item{name: "a/../../neighbour", text: "yours"}), generous, "leaves the submission"},
		{"absolute", tarred(t, item{name: "/tmp/x", text: "x"}), generous, "absolute path"},
		{"absolute in zip", zipped(t, item{name: "/tmp/x", text: "x"}), generous, "absolute path"},
		{"parent of windows", zipped(t, item{name: `..\neighbour`, text: "yours"}), generous, "leaves the submission"},
		{"parent of windows, later", zipped(t, item{name: `a\..\../neighbour`, text: "yours"}), generous, "leaves the submission"},
		{"root of windows", zipped(t, item{name: `\x`, text: "x"}), generous, "absolute path"},
		{"share of windows", zipped(t, item{name: `\\host\x`, text: "x"}), generous, "absolute path"},
		{"drive of windows", zipped(t, item{name: `C:\x`, text: "x"}), generous, "absolute path"},
		{"folder of a drive of windows", zipped(t, item{name: `C:x\y`, text: "x"}), generous, "absolute path"},
		{"both separators", zipped(t, item{name: `a\b`, text: "x"}, item{name: "a/b", text: "y"}), generous, "appears twice"},
		{"link out of windows", zipped(t, item{name: `a\l`, text: `..\..\neighbour`, mode: link}), generous, "target is not a path"},
		{"windows in tar", tarred(t, item{name: `..\neighbour`, text: "x"}), generous, "which is a separator"},
		{"link out", tarred(t, item{name: "l", text: "../neighbour", mode: link}), generous, "link that leaves"},
		{"link out in zip", zipped(t, item{name: "l", text: "../neighbour", mode: link}), generous, "link that leaves"},
		{"absolute link", tarred(t, item{name: "l", text: "/etc/passwd", mode: link}), generous, "absolute path"},
		{
			"through a link", tarred(t, item{name: "l", text: "..", mode: link}, item{name: "l/neighbour", text: "yours"}),
			generous, "leaves the submission",
		},
		{
			"file behind link", tarred(t, item{name: "l", text: "d", mode: link}, item{name: "l/x", text: "x"}),
			generous, "appears twice",
		},
		{
			"links that add up", tarred(t, item{name: "a/b/c", text: "x"}, item{name: "a/up", text: "b/..", mode: link},
				item{name: "k", text: "a/up/../../neighbour", mode: link}, item{name: "m", text: "a/b/../../../x", mode: link}),
			generous, "leaves the submission",
		},
		{
			"link through a link", tarred(t, item{name: "d/e/f/x", text: "x"}, item{name: "s", text: "d/e/f", mode: link},
				item{name: "z", text: "s/../../../../neighbour", mode: link}),
			generous, "leaves the submission",
		},
		{
			"link to a later one", tarred(t, item{name: "p/q", text: "r/../../neighbour", mode: link}, item{name: "p/r", text: "../t", mode: link}),
			generous, "leaves the submission",
		},
		{"loop", tarred(t, item{name: "a", text: "b", mode: link}, item{name: "b", text: "a", mode: link}), generous, "loop"},
		{"hard link", tarred(t, item{name: "h", text: "../neighbour", mode: hard}), generous, "hard link"},
		{"device", tarred(t, item{name: "null", mode: device}), generous, "neither a file"},
		{"pipe", tarred(t, item{name: "pipe", mode: pipe}), generous, "neither a file"},
		{"bytes", tarred(t, item{name: "a", text: strings.Repeat("x", 600)}, item{name: "b", text: strings.Repeat("x", 600)}), small, "more than 1000 bytes"},
		{"files", tarred(t, many...), small, "more than 10 files"},
		{"folders", tarred(t, item{name: "a/b/c/d/e/f/g/h/i/j/k/l", text: "x"}), small, "more than 10 files"},
		{"depth", tarred(t, item{name: strings.Repeat("a/", 90) + "x", text: "x"}), generous, "more than 64 folders"},
		{"zip bomb", zipped(t, item{name: "a", text: zeros}), generous, "times its size"},
		{"gzip bomb", gzipped(t, tarred(t, item{name: "a", text: zeros})), generous, "times its size"},
		{"bomb of padding", gzipped(t, append(tarred(t), []byte(strings.Repeat("\x00", 1<<20))...)), generous, ""},
		{"twice", tarred(t, item{name: "a", text: "x"}, item{name: "a", text: "y"}), generous, "appears twice"},
		{"twice in zip", zipped(t, item{name: "a", text: "x"}, item{name: "./a", text: "y"}), generous, "appears twice"},
		{"file as folder", tarred(t, item{name: "a", text: "x"}, item{name: "a/b", text: "y"}), generous, "appears twice"},
		{"long name", tarred(t, item{name: strings.Repeat("x", 300), text: "x"}), generous, "a name that this system refuses: file name too long"},
		{"cut zip", zipped(t, item{name: "a", text: "some text"})[:60], generous, "damaged"},
		{"cut gzip", gzipped(t, tarred(t, item{name: "a", text: "some text"}))[:60], generous, "damaged"},
		{"cut tar", tarred(t, item{name: "a", text: strings.Repeat("x", 2000)})[:1000], generous, "damaged"},
		{"text", []byte("hello"), generous, "not an archive"},
		{"empty", nil, generous, "not an archive"},
		{"rar", append([]byte("Rar!\x1a\x07\x00"), make([]byte, 600)...), generous, "not an archive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := unpack(t, c.text, c.limits)
			if c.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if _, told := errors.AsType[*Refusal](err); !told || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, expected a refusal with %q", err, c.want)
			}
		})
	}
}

func TestCopyFolderRefuses(t *testing.T) {
	from := t.TempDir()
	if err := os.Symlink("/etc", filepath.Join(from, "etc")); err != nil {
		t.Skip(err)
	}
	err := Unpack(t.Context(), from, t.TempDir(), generous)
	if _, told := errors.AsType[*Refusal](err); !told {
		t.Errorf("a link out of a folder: %v", err)
	}
}

// FuzzUnpack: whatever the bytes, nothing appears outside and nothing panics.
func FuzzUnpack(f *testing.F) {
	t := &testing.T{}
	for _, items := range [][]item{
		{{name: "a/b", text: "x"}}, {{name: "../x", text: "x"}}, {{name: "l", text: "..", mode: fs.ModeSymlink}, {name: "l/x", text: "x"}},
	} {
		f.Add(zipped(t, items...))
		f.Add(tarred(t, items...))
		f.Add(gzipped(t, tarred(t, items...)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		folder, err := unpack(t, text, Limits{BytesMax: 1 << 16, FilesMax: 50})
		if err != nil {
			return
		}
		if _, err := Hash(t.Context(), folder, generous); err != nil {
			t.Error(err)
		}
	})
}

// TestSumRefuses: what would take long, or wait for somebody, is refused before
// a byte of it is read.
func TestSumRefuses(t *testing.T) {
	dir := t.TempDir()
	large := func(name string) {
		f, err := os.Create(filepath.Join(dir, name))
		if err == nil {
			err = errors.Join(f.Truncate(1<<40), f.Close())
		}
		if err != nil {
			t.Skip(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	large("holes.tar")
	large("folder/holes")
	if err := os.Symlink("folder", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	for name, want := range map[string]string{
		"holes.tar": "it has 1 TiB", "folder": `"holes": there are more than 64 MiB`, "link": "it is a link", "none": "it cannot be read: there is no such file",
	} {
		_, err := Sum(t.Context(), filepath.Join(dir, name), generous)
		if _, told := errors.AsType[*Refusal](err); !told || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected a refusal with %q", name, err, want)
		}
		if name == "folder" {
			continue
		}
		if err := Unpack(t.Context(), filepath.Join(dir, name), t.TempDir(), generous); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is unpacked: %v", name, err)
		}
	}
}

// TestMany: a folder and a zip file with too many entries are refused before all
// of them are in memory.
func TestMany(t *testing.T) {
	few := Limits{BytesMax: 64 << 20, FilesMax: 10}
	dir := t.TempDir()
	for i := range 20 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Sum(t.Context(), dir, few); err == nil || !strings.Contains(err.Error(), "more than 10 files") {
		t.Errorf("a folder: %v", err)
	}
	names := make([]item, 300)
	for i := range names {
		// What is passed over counts nowhere else.
		names[i].name = fmt.Sprintf(".git/%d/%s", i, strings.Repeat("x", 60_000))
	}
	_, err := unpack(t, zipped(t, names...), few)
	if _, told := errors.AsType[*Refusal](err); !told || !strings.Contains(err.Error(), "too many entries") {
		t.Errorf("a zip file: %v", err)
	}
}

// TestModes: nobody but the owner gets a right to what is unpacked.
func TestModes(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for name, mode := range map[string]fs.FileMode{"plain": 0o666, "program": 0o755, "setuid": 0o755 | fs.ModeSetuid, "private": 0o600} {
		path := filepath.Join(from, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
	}
	if err := Unpack(t.Context(), from, to, generous); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{"plain": 0o600, "program": 0o700, "setuid": 0o700, "private": 0o600} {
		if info, err := os.Stat(filepath.Join(to, name)); err != nil || info.Mode() != want {
			t.Errorf("%s: %v (%v), expected %v", name, info.Mode(), err, want)
		}
	}
}

// TestInterrupted: unpacking and hashing end with their context.
func TestInterrupted(t *testing.T) {
	from := t.TempDir()
	if err := os.WriteFile(filepath.Join(from, "a"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Sum(ended, from, generous); !errors.Is(err, context.Canceled) {
		t.Errorf("the sum: %v", err)
	}
	if err := Unpack(ended, from, t.TempDir(), generous); !errors.Is(err, context.Canceled) {
		t.Errorf("a folder: %v", err)
	}
	for _, packed := range [][]byte{zipped(t, item{name: "a", text: "x"}), tarred(t, item{name: "a", text: "x"})} {
		file := filepath.Join(t.TempDir(), "packed")
		if err := os.WriteFile(file, packed, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Unpack(ended, file, t.TempDir(), generous); !errors.Is(err, context.Canceled) {
			t.Errorf("an archive: %v", err)
		}
	}
}
