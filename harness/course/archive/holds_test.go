package archive

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// What Holds tells of an archive is what there is once it is unpacked.
func TestHolds(t *testing.T) {
	one := []item{{name: "ada/", mode: fs.ModeDir | 0o755}, {name: "ada/Tests/1-in.json", text: "1"}, {name: "__MACOSX/x", text: "1"}, {name: "ada/xrules", text: "x"}}
	two := []item{{name: "xrules", text: "x"}, {name: "b/Tests/1-in.json", text: "1"}, {name: "a", text: "x", mode: 0o755}}
	link := []item{{name: "a", text: "xrules", mode: fs.ModeSymlink | 0o777}, {name: "xrules", text: "x"}}
	file := []item{{name: "only", text: "x"}}
	paths := []string{".", "Tests", "tests", "xrules", "ada", "ada/Tests", "b", "b/Tests/1-in.json", "a", "only"}
	unzipped := t.TempDir()
	if err := os.MkdirAll(filepath.Join(unzipped, "b", "Tests"), 0o700); err != nil {
		t.Fatal(err)
	}
	from := map[string]string{"a folder": unzipped}
	write := func(name string, content []byte) {
		from[name] = filepath.Join(t.TempDir(), "s")
		if err := os.WriteFile(from[name], content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, items := range map[string][]item{"one folder": one, "two": two, "a link": link, "one file": file} {
		write(name+", zip", zipped(t, items...))
		tar := tarred(t, items...)
		write(name+", tar.gz", gzipped(t, tar))
		write(name+", tar", tar)
	}
	for name, path := range from {
		to := t.TempDir()
		if err := Unpack(t.Context(), path, to, generous); err != nil {
			t.Fatal(name, err)
		}
		top := to
		if path != unzipped {
			var err error
			if top, err = Top(to); err != nil {
				t.Fatal(name, err)
			}
		}
		got, err := Holds(t.Context(), path, paths, generous)
		if err != nil {
			t.Fatal(name, err)
		}
		for i, p := range paths {
			want := Held{}
			if info, err := os.Stat(filepath.Join(top, p)); err == nil {
				// Where a link in an archive leads nobody has looked.
				link, _ := os.Lstat(filepath.Join(top, p))
				want = Held{true, info.Mode().IsRegular() && info.Mode()&0o111 == 0 && link.Mode().IsRegular()}
			}
			if got[i] != want {
				t.Errorf("%s: %s: %+v, expected %+v", name, p, got[i], want)
			}
		}
	}
	for name, content := range map[string][]byte{"no archive": []byte("hello"), "empty": nil, "damaged zip": []byte("PK\x03\x04"), "damaged gzip": {0x1f, 0x8b, 8}} {
		write(name, content)
		if got, err := Holds(t.Context(), from[name], paths, generous); err == nil && name != "empty" {
			t.Errorf("%s: %v, expected an error", name, got)
		}
	}
}

// Bare finds the first file of what was handed in, and refuses what is no archive.
func TestBare(t *testing.T) {
	folder := []item{{name: "ada/", mode: fs.ModeDir | 0o755}}
	file := []item{{name: "ada/", mode: fs.ModeDir | 0o755}, {name: "ada/xrules", text: "x"}}
	empty, full := t.TempDir(), t.TempDir()
	for _, path := range []string{filepath.Join(empty, ".git", "objects"), filepath.Join(empty, "src"), filepath.Join(full, "src")} {
		if err := os.MkdirAll(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{filepath.Join(empty, ".git", "HEAD"), filepath.Join(full, "src", "x")} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name    string
		path    string // of a folder, or
		content []byte
		bare    bool
		refused string
	}{
		{"a folder", full, nil, false, ""},
		{"a folder without files", empty, nil, true, ""},
		{"zip", "", zipped(t, file...), false, ""},
		{"zip without files", "", zipped(t, folder...), true, ""},
		{"zip of nothing", "", zipped(t), true, ""},
		{"tar", "", tarred(t, file...), false, ""},
		{"tar without files", "", tarred(t, folder...), true, ""},
		{"tar.gz", "", gzipped(t, tarred(t, file...)), false, ""},
		{"tar.gz without files", "", gzipped(t, tarred(t, folder...)), true, ""},
		{"half a zip", "", zipped(t, file...)[:40], false, "it is damaged: zip: not a valid zip file"},
		{"half a tar.gz", "", gzipped(t, tarred(t, file...))[:40], false, "it is damaged: unexpected EOF"},
		{"an empty file", "", []byte{}, false, "it is an empty file, not an archive"},
		{"a text", "", []byte("ada"), false, "it is not an archive that touchstone can unpack: zip, tar, tar.gz"},
	} {
		path := test.path
		if path == "" {
			path = filepath.Join(t.TempDir(), "s")
			if err := os.WriteFile(path, test.content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		bare, err := Bare(t.Context(), path, generous)
		refused := ""
		if err != nil {
			refused = err.Error()
		}
		if bare != test.bare || refused != test.refused {
			t.Errorf("%s: %v, %q, expected %v, %q", test.name, bare, refused, test.bare, test.refused)
		}
	}
}
