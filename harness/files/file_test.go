package files

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// entries are the names in a folder.
func entries(t *testing.T, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// createReport begins a file as most callers do.
func createReport(name string) (*File, error) {
	return Create("report", name, "--format prints a report to standard output")
}

func TestFileAppearsWhenComplete(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.xml")
	for i, old := range []string{"", "first"} {
		f, err := createReport(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString([]string{"first", "second"}[i]); err != nil {
			t.Fatal(err)
		}
		if text, _ := os.ReadFile(name); string(text) != old {
			t.Errorf("before the end the file has %q", text)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(name); string(text) != "second" || err != nil {
		t.Errorf("the file has %q, error %v", text, err)
	}
	f, err := createReport(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("third"); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	if text, _ := os.ReadFile(name); string(text) != "second" || entries(t, dir) != "a.xml" {
		t.Errorf("the file has %q, the folder %q", text, entries(t, dir))
	}
}

func TestFileKeepsModeAndLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes and links are others there")
	}
	dir := t.TempDir()
	name, link := filepath.Join(dir, "a.xml"), filepath.Join(dir, "link.xml")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.xml", link); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{link: 0o600, filepath.Join(dir, "new.xml"): 0o644} {
		f, err := createReport(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: mode %v, error %v", path, info.Mode(), err)
		}
	}
	if target, err := os.Readlink(link); target != "a.xml" || err != nil {
		t.Errorf("the link leads to %q, error %v", target, err)
	}
}

func TestFileRefusals(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(dir, "none", "a.xml"): "there is no folder " + filepath.Join(dir, "none"),
		dir:                                 "expected a file, found a folder",
		os.DevNull:                          "not a regular file",
	} {
		if _, err := createReport(path); err == nil || !strings.HasPrefix(err.Error(), "report "+path+": ") || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	old := filepath.Join(dir, "old.svg")
	if err := os.WriteFile(old, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	dangling := filepath.Join(dir, "dangling.svg")
	if err := os.Symlink("nowhere", dangling); err != nil {
		t.Skip("there are no links here: ", err)
	}
	for path, want := range map[string]string{
		old:                                 "it exists",
		dangling:                            "it exists",
		filepath.Join(dir, "none", "a.svg"): "there is no folder " + filepath.Join(dir, "none"),
		filepath.Join(old, "a.svg"):         "a file is where its path needs a folder",
	} {
		if _, err := CreateNew("--to", path); err == nil || err.Error() != "--to "+path+": "+want {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	f, err := createReport(filepath.Join(dir, "a.xml"))
	if err != nil {
		t.Fatal(err)
	}
	// The report is lost when its folder is, and says so.
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err == nil {
		t.Error("a report without a folder is written")
	}
}

// TestFileTellsOfAFullDisk: what cannot be written leaves the old file as it was, and no
// other; the error has the name that the user knows.
func TestFileTellsOfAFullDisk(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"short", "--to NAME: file already closed"},                        // shows at the end
		{strings.Repeat("long", 10_000), "--to NAME: file already closed"}, // shows at once
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "a.zip")
		if err := os.WriteFile(name, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := Create("--to", name, "")
		if err != nil {
			t.Fatal(err)
		}
		f.temp.Close() // as good as a full disk
		want := strings.ReplaceAll(c.want, "NAME", name)
		if _, err := f.WriteString(c.text); err != nil && err.Error() != want {
			t.Errorf("%v, expected %q", err, want)
		}
		if err := f.Commit(); err == nil || err.Error() != want {
			t.Errorf("%v, expected %q", err, want)
		}
		if text, _ := os.ReadFile(name); string(text) != "old" || entries(t, dir) != "a.zip" {
			t.Errorf("the file has %q, the folder %q", text, entries(t, dir))
		}
	}
}

// TestMiscoded finds what editors and shells of Windows write, and what is packed.
func TestMiscoded(t *testing.T) {
	for start, want := range map[string]string{
		"":               "",
		"a":              "",
		"\xef\xbb":       "",
		"\ufeff":         "expected UTF-8 without a byte order mark (BOM), found one",
		"\xff\xfea\x00":  "expected UTF-8, found UTF-16",
		"\xfe\xff\x00aa": "expected UTF-8, found UTF-16",
		"\x1f\x8b\b":     "expected text, found a file that gzip has packed",
		"PK\x03\x04\n":   "expected text, found a zip archive",
	} {
		got := ""
		hint, err := Miscoded([]byte(start))
		if err != nil {
			got = err.Error()
		}
		if (hint == "") != (err == nil) {
			t.Errorf("%q: hint %q", start, hint)
		}
		if got != want {
			t.Errorf("%q: %s, expected %s", start, got, want)
		}
	}
}

// TestNotUTF8 finds the line in which a text is no UTF-8.
func TestNotUTF8(t *testing.T) {
	for text, want := range map[string]string{
		"":              "0 <nil>",
		"a\n\u00fc\n":   "0 <nil>",
		"\xfc":          "1 expected UTF-8, found the byte 0xFC",
		"a\n\nb\xe4c\n": "3 expected UTF-8, found the byte 0xE4",
	} {
		line, err := NotUTF8([]byte(text))
		if got := fmt.Sprint(line, " ", err); got != want {
			t.Errorf("%q: %s, expected %s", text, got, want)
		}
	}
}
