package grade

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// TestCopies finds copies of this program by what Go has written into them and by
// the mark, wherever that is, and takes nothing else for one.
func TestCopies(t *testing.T) {
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	tree := filepath.Join(dir, treeName, "top")
	across := strings.Repeat("x", markChunk-len(mark)/2) + mark
	for name, text := range map[string]string{
		"README": "see https://" + module + " and touchstone solve", "program": "\x7fELF" + strings.Repeat("\x00", buildInfoBytesMin),
		"deep/marked": "x" + mark + "x", "deep/across": across, "half": mark[:len(mark)-1],
		"built":  buildMagic + strings.Repeat("\x00", buildInfoBytesMin) + "path\tx\nmod\t" + module + "\tv0.1.0\t\nbuild",
		"linked": buildMagic + strings.Repeat("\x00", markChunk) + "path\tx\nmod\tx\tv1\t\ndep\t" + module + "\tv0.1.0\t\n",
		"other":  buildMagic + strings.Repeat("\x00", buildInfoBytesMin) + "path\tx\nmod\t" + module + "-not\tv0.1.0\t\n",
		"said":   strings.Repeat("\x00", buildInfoBytesMin) + "path\tx\nmod\t" + module + "\tv0.1.0\t\n",
	} {
		path := filepath.Join(tree, name)
		if os.MkdirAll(filepath.Dir(path), 0o755) != nil || os.WriteFile(path, []byte(text), 0o644) != nil {
			t.Fatal("cannot prepare")
		}
	}
	// The test is built of the module, too.
	program, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tree, "renamed"), program, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(own, filepath.Join(tree, "link")); err != nil {
		t.Skip(err)
	}
	s := &state{folder: dir, Top: "top", team: "ada"}
	if err := s.findCopies(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"built", "deep/across", "deep/marked", "2 more"}, s.Copies); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	e := &Engine{Course: &course.Course{}}
	if why := e.held(s); !strings.Contains(why, "copy of touchstone, built, deep/across") {
		t.Errorf("the team is held for %q", why)
	}
	e.Course.Submissions.Released = []string{"bob", "ada"}
	if why := e.held(s); why != "" {
		t.Errorf("a team that is released is held for %q", why)
	}
	for i := range 5 {
		if err := os.WriteFile(filepath.Join(tree, fmt.Sprint("more", i)), []byte(mark), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.findCopies(t.Context()); err != nil || len(s.Copies) != copiesShown+1 || s.Copies[copiesShown] != "7 more" {
		t.Errorf("many copies are told as %q (%v)", s.Copies, err)
	}
}

// TestSwollen: what a team hands in as a program can claim to have names of sections, or
// symbols, for which there is no memory.
func TestSwollen(t *testing.T) {
	const size = 1 << 28
	dir := t.TempDir()
	tree := filepath.Join(dir, treeName)
	if err := os.Mkdir(tree, 0o755); err != nil {
		t.Fatal(err)
	}
	// A section of no kind, and one with names that begin at 4096 and go on to the end.
	var program bytes.Buffer
	for _, part := range []any{
		elf.Header64{
			Ident: [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)},
			Type:  uint16(elf.ET_EXEC), Machine: uint16(elf.EM_X86_64), Version: uint32(elf.EV_CURRENT),
			Shoff: 64, Ehsize: 64, Phentsize: 56, Shentsize: 64, Shnum: 2, Shstrndx: 1,
		},
		elf.Section64{},
		elf.Section64{Type: uint32(elf.SHT_STRTAB), Off: 4096, Size: size},
	} {
		if err := binary.Write(&program, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(tree, "program")
	if err := errors.Join(os.WriteFile(path, program.Bytes(), 0o755), os.Truncate(path, 4096+size)); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s := &state{folder: dir, team: "ada"}
	if err := s.findCopies(t.Context()); err != nil || len(s.Copies) > 0 {
		t.Errorf("there are the copies %q (%v)", s.Copies, err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > size/8 {
		t.Errorf("to search %d bytes took %d bytes of memory", size, took)
	}
}

// TestTroubleOf: a build that says that the machine lacks something is believed
// only where that is so.
func TestTroubleOf(t *testing.T) {
	c := &caches{paths: []string{"/cache/go"}}
	t.Setenv("PATH", t.TempDir())
	for said, want := range map[string]string{
		"./main.go:4:2: undefined: undefined":                                    "",
		"go: writing /cache/go/ab/x: open /cache/go/ab/x: read-only file system": "the build cannot write to its cache",
		"cp: cannot create regular file '/usr/bin/x': Read-only file system":     "",
		"read-only file system":                                                  "",
		"write x: no space left on device":                                       "",
		"sh: 1: go: not found":                                                   "this machine has no go",
		"build.sh: line 3: javac: command not found":                             "this machine has no javac",
		"make: gcc: No such file or directory":                                   "this machine has no gcc",
		`exec: "gcc": executable file not found in $PATH`:                        "this machine has no gcc",
		"sh: 1: frobnicate: not found":                                           "",
		"cannot find module: not found\nsrc/go: No such file or directory":       "",
	} {
		if got := troubleOf(said, c, &disk{}); want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q is told as %q, expected %q", said, got, want)
		}
	}
	tool := filepath.Join(os.Getenv("PATH"), "go")
	if err := os.WriteFile(tool, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := troubleOf("sh: 1: go: not found", c, &disk{}); !strings.Contains(got, "the sandbox hides "+tool) {
		t.Errorf("go, which a build did not see, is told as %q", got)
	}
	own := filepath.Join(os.Getenv("PATH"), "frobnicate")
	if err := os.WriteFile(own, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for alone, want := range map[bool]string{false: "it found no room on the disk", true: ""} {
		roomy := &disk{path: t.TempDir(), isKnown: true, least: 1 << 60, alone: alone}
		if got := troubleOf("write x: no space left on device", c, roomy); want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("alone %t: %q, expected %q", alone, got, want)
		}
	}
	lost := &caches{paths: c.paths, layers: []subject.Layer{{Path: "/cache/no:layer"}}}
	for _, test := range []struct {
		caches *caches
		alone  bool
		want   bool
	}{{c, false, true}, {c, true, false}, {lost, true, true}} {
		said := "open /cache/go/ab/x: read-only file system"
		if got := troubleOf(said, test.caches, &disk{alone: test.alone}); (got != "") != test.want {
			t.Errorf("%+v, alone %t: %q is told as %q", test.caches, test.alone, said, got)
		}
	}
	if got := troubleOf("sh: 1: frobnicate: not found", c, &disk{}); !strings.Contains(got, "the sandbox hides "+own) || !strings.Contains(got, "read = [") {
		t.Errorf("a program of the grader that a build did not see is told as %q", got)
	}
	oracle, err := os.Executable()
	if err == nil {
		err = os.Symlink(oracle, filepath.Join(os.Getenv("PATH"), "touchstone"))
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := troubleOf("sh: 1: touchstone: not found", c, &disk{}); got != "" {
		t.Errorf("the oracle that a build did not see is told as %q", got)
	}
	if got := troubleOf("cat: frobnicate: No such file or directory", c, &disk{}); got != "" {
		t.Errorf("a file that is missing is told as %q", got)
	}
	t.Setenv("PATH", "/usr/bin")
	if got := troubleOf("sh: 1: python3: not found", c, &disk{}); got != "" && !strings.Contains(got, "has no") {
		t.Errorf("a program of the system is told as %q", got)
	}
}

func TestNamesCache(t *testing.T) {
	for name, want := range map[string]bool{
		"GOCACHE": true, "GOMODCACHE": true, "npm_config_cache": true, "PIP_CACHE_DIR": true, "CARGO_HOME": true, "GOFLAGS": false, "PATH": false,
	} {
		if namesCache(name) != want {
			t.Errorf("%s: %t", name, !want)
		}
	}
}
