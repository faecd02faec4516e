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
