package course

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// recordOf is the record of a team.
func recordOf(t *testing.T, g *grading, team string) grade.Record {
	t.Helper()
	i := slices.IndexFunc(g.records, func(r grade.Record) bool { return r.Team == team })
	if i < 0 {
		t.Fatalf("there is no record of %s", team)
	}
	return g.records[i]
}

// packedTar packs many things, compressed.
func packedTar(t *testing.T, headers ...*tar.Header) string {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	w := tar.NewWriter(z)
	for _, h := range headers {
		text := h.Linkname
		if h.Typeflag == tar.TypeReg {
			h.Linkname, h.Size = "", int64(len(text))
		}
		err := w.WriteHeader(h)
		if err == nil && h.Typeflag == tar.TypeReg {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

// TestHandedIn grades an honest team among submissions that would stop the class,
// or bring out what only the grader can read: each is refused for itself, and its
// team and nobody else is told why.
func TestHandedIn(t *testing.T) {
	dir := honest(t, "ada")
	in := func(name string) string { return filepath.Join(dir, "in", name) }
	outside := filepath.Join(dir, "private")
	many := make([]*tar.Header, 300)
	for i := range many {
		many[i] = &tar.Header{Name: fmt.Sprint("empty/", i), Typeflag: tar.TypeReg, Mode: 0o644}
	}
	put(t, dir, map[string]string{
		"course.toml":         strings.Replace(small, `["in/*"]`, `["in/*"]`+"\nbytes_max = \"8M\"\nfiles_max = 100", 1),
		"private/key":         "the grader's own",
		"private/xrules":      "#!/bin/sh\ncat >/dev/null\necho false\n",
		"in/holes/xrules":     "#!/bin/sh\n",
		"in/plain.tar":        "no archive",
		"in/many.tgz":         packedTar(t, many...),
		"in/linked/xrules":    "#!/bin/sh\n",
		"in/newline/a\nb":     "x",
		"in/newline/xrules":   "#!/bin/sh\ncat >/dev/null\necho false\n",
		"in/newline/build.sh": "true\n",
		"in/cases.tgz": packedTar(t,
			&tar.Header{Name: "xrules", Typeflag: tar.TypeReg, Mode: 0o755, Linkname: "#!/bin/sh\ncat >/dev/null\necho false\n"},
			&tar.Header{Name: "build.sh", Typeflag: tar.TypeReg, Mode: 0o644, Linkname: "true\n"},
			&tar.Header{Name: "XRULES", Typeflag: tar.TypeReg, Mode: 0o4755, Linkname: "x"}),
		"in/nested.tgz": packedTar(t,
			&tar.Header{Name: "inner.tar", Typeflag: tar.TypeReg, Mode: 0o644, Linkname: tarOf(t, &tar.Header{Name: "../ada/xrules", Mode: 0o755}, "x")}),
		"in/slip.tgz": packedTar(t,
			&tar.Header{Name: "a", Typeflag: tar.TypeSymlink, Linkname: "b"},
			&tar.Header{Name: "b", Typeflag: tar.TypeSymlink, Linkname: ".."},
			&tar.Header{Name: "a/ada/xrules", Typeflag: tar.TypeReg, Mode: 0o755, Linkname: "x"}),
		"in/hard.tgz": packedTar(t, &tar.Header{Name: "key", Typeflag: tar.TypeLink, Linkname: "../private/key"}),
	})
	refused := map[string]string{
		"holes": `"data": there are more than 8 MiB; the file itself has 1 TiB`, "sparse": "it has 1 TiB", "pipe": "neither a folder nor a file",
		"folder": "it is a link", "file": "it is a link", "plain": "it is not an archive", "many": "more than 100 files",
		"linked": "a link to an absolute path", "slip": "leaves the submission", "hard": "a hard link",
	}
	err := errors.Join(
		os.Chmod(filepath.Join(outside, "key"), 0o600),
		os.Symlink(outside, in("folder")), os.Symlink(filepath.Join(outside, "key"), in("file.zip")),
		os.Symlink(filepath.Join(outside, "key"), in("linked/key")),
	)
	for name, size := range map[string]int64{"holes/data": 1 << 40, "sparse.tar": 1 << 40} {
		f, createErr := os.Create(in(name))
		if err = errors.Join(err, createErr); createErr == nil {
			err = errors.Join(err, f.Truncate(size), f.Close())
		}
	}
	if err != nil {
		t.Skip(err)
	}
	for name, make := range special(t) {
		if make(in(name)) == nil {
			refused[strings.TrimSuffix(name, filepath.Ext(name))] = "neither a folder nor a file"
		}
	}
	begun := time.Now()
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begun); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	for _, r := range g.records {
		why, ok := refused[r.Team]
		if ok != (r.Refused != "") || !strings.Contains(r.Refused, why) {
			t.Errorf("%s is refused for %q, expected %q", r.Team, r.Refused, why)
		}
		if good := partOf(t, g.records, r.Team, course.Cases).Good; (good == 3) != slices.Contains([]string{"ada", "newline", "cases"}, r.Team) {
			t.Errorf("%s passes %d cases", r.Team, good)
		}
	}
	g.book(t)
	for _, place := range []string{"work", "grades"} {
		for name, text := range files(t, filepath.Join(dir, place)) {
			if strings.Contains(text, "the grader's own") {
				t.Errorf("%s/%s has what only the grader could read", place, name)
			}
		}
	}
	looked(t, filepath.Join(dir, "work"))
}

// looked looks at what is in the folder work: nobody else may look into it, and
// nothing in it gives anybody rights.
func looked(t *testing.T, work string) {
	t.Helper()
	if info, err := os.Stat(work); err != nil || info.Mode() != 0o700|fs.ModeDir {
		t.Errorf("the folder work has the mode %v (%v)", info.Mode(), err)
	}
	err := filepath.WalkDir(filepath.Join(work, "teams"), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Mode()&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky|fs.ModeDevice) != 0 {
			t.Errorf("%s has the mode %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestRightsOfBuilds: what a build leaves gives nobody rights of who has built it.
func TestRightsOfBuilds(t *testing.T) {
	for _, isolation := range []subject.Isolation{subject.Best, subject.Unisolated} {
		dir := honest(t, "ada", "bob")
		put(t, dir, map[string]string{
			"course.toml":      strings.Replace(small, `["./xrules"]`, `["./xrules"]`+fmt.Sprintf("\nisolation = %q", isolation), 1),
			"in/bob/build.sh":  "cp /bin/sh s && chmod 6755 s && mkdir d && chmod 1777 d && cp s d/s && chmod 2755 d/s && chmod 0111 build.sh; mkdir closed && chmod 0 closed\n",
			"in/bob/xrules":    "#!/bin/sh\ncat >/dev/null\necho false\n",
			"in/bob/README.md": "x",
		})
		g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
		if err != nil {
			t.Fatal(err)
		}
		if good := partOf(t, g.records, "bob", course.Cases).Good; good != 3 {
			t.Errorf("%s: bob passes %d cases", isolation, good)
		}
		if _, err := os.Stat(filepath.Join(dir, "work", "teams", "bob", "tree", "d", "s")); err != nil {
			t.Errorf("%s: %v", isolation, err)
		}
		looked(t, filepath.Join(dir, "work"))
	}
}

// packedZip packs files, all of which may be run.
func packedZip(t *testing.T, files map[string]string) string {
	t.Helper()
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for name, text := range files {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate}
		h.SetMode(0o755)
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

const (
	// zippedRepeats makes an archive of a few hundred kilobytes of a suite with a
	// hundred times as much.
	zippedRepeats = 6
	// ownSuiteHeapMax is a part of what its cases would take.
	ownSuiteHeapMax = 64 << 20
)

// TestOwnSuite: a suite beyond what anybody writes by hand is not read, and its
// team is told so.
func TestOwnSuite(t *testing.T) {
	dir := honest(t, "ada", "bob", "cleo")
	line := `{"name":"NAME","in":[[],[],{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}]}` + "\n"
	var long strings.Builder
	for i := range 40_000 {
		long.WriteString(strings.Replace(line, "NAME", fmt.Sprint(i), 1))
	}
	put(t, dir, map[string]string{"in/bob/Tests/all.jsonl": long.String()})
	zipped := packedZip(t, map[string]string{
		"xrules": "#!/bin/sh\ncat >/dev/null\necho false\n", "build.sh": "true\n", "Tests/all.jsonl": strings.Repeat(long.String(), zippedRepeats),
	})
	if unpacked := zippedRepeats * long.Len(); len(zipped) > unpacked/10 {
		t.Fatalf("the archive has %d bytes for %d", len(zipped), unpacked)
	}
	put(t, dir, map[string]string{"in/drew.zip": zipped})
	for i := range 1100 {
		put(t, dir, map[string]string{fmt.Sprintf("in/cleo/Tests/%d-in.json", i): "1"})
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	if runtime.ReadMemStats(&after); after.HeapSys > before.HeapSys+ownSuiteHeapMax {
		t.Errorf("grading took %d bytes of memory", after.HeapSys-before.HeapSys)
	}
	for team, want := range map[string]string{
		"ada": "", "bob": "the suite at Tests is not read: \"all.jsonl\": it unpacks to more than 4 MiB",
		"cleo": "the suite at Tests is not read: it has more than 1000 files and folders",
		"drew": "the suite at Tests is not read: \"all.jsonl\": it unpacks to more than 4 MiB",
	} {
		p := partOf(t, g.records, team, course.Valid)
		if p.Note != want || (p.Good == 1) != (want == "") {
			t.Errorf("%s: %+v, expected the note %q", team, p, want)
		}
	}
	g.book(t)
	page, err := os.ReadFile(filepath.Join(dir, "grades", "teams", "bob.html"))
	if err != nil || !strings.Contains(string(page), "more than 4 MiB") {
		t.Errorf("the page of bob does not tell of it (%v)", err)
	}
}

// TestCopyOfTouchstone holds a team that hands in a program of this module, until
// the course releases it.
func TestCopyOfTouchstone(t *testing.T) {
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	dir := honest(t, "ada", "bob")
	put(t, dir, map[string]string{"in/bob/bin": string(program)})
	for _, released := range []bool{false, true} {
		if released {
			put(t, dir, map[string]string{"course.toml": strings.Replace(small, `["in/*"]`, "[\"in/*\"]\nreleased = [\"bob\"]", 1)})
		}
		g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
		if err != nil {
			t.Fatal(err)
		}
		r, p := recordOf(t, g, "bob"), partOf(t, g.records, "bob", course.Cases)
		if !slices.Equal(r.Copies, []string{"bin"}) || (p.Good == 3) != released || strings.HasPrefix(p.Note, "held for") == released {
			t.Errorf("released %t: the copies are %q, the result %+v", released, r.Copies, p)
		}
		want := "the submission of team bob contains a copy of touchstone: bin"
		if released {
			want += "; the team is released, so its program runs, but the sandbox may refuse to start that copy"
		}
		if !slices.Contains(g.said, want) {
			t.Errorf("released %t: the staff is told %q", released, g.said)
		}
		if p := partOf(t, g.records, "bob", course.Valid); p.Good != 1 {
			t.Errorf("released %t: of its own suite %+v", released, p)
		}
		if ada := partOf(t, g.records, "ada", course.Others); ada.Good != 1 {
			t.Errorf("released %t: ada has %+v", released, ada)
		}
		g.book(t)
		for _, name := range []string{"index.html", "grades.csv", "grades.json"} {
			text, err := os.ReadFile(filepath.Join(dir, "grades", name))
			if err != nil || !strings.Contains(string(text), "copy of touchstone: bin") {
				t.Errorf("released %t: %s does not tell the staff (%v)", released, name, err)
			}
		}
	}
}

// TestTroubleOfMachine: where the machine lacks a tool chain, nobody is blamed for
// that; where it is there again, all is graded.
func TestTroubleOfMachine(t *testing.T) {
	dir := honest(t, "ada", "bob")
	put(t, dir, map[string]string{"in/bob/build.sh": "ghc --version\n"})
	if _, err := exec.LookPath("ghc"); err == nil {
		t.Skip("there is one here")
	}
	file := filepath.Join(dir, "course.toml")
	g, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	p := partOf(t, g.records, "bob", course.Cases)
	if p.Good != 0 || p.Unjudged != 4 || p.Verdicts[judge.HarnessError] != 4 || !strings.Contains(p.Note, "this machine has no ghc") {
		t.Errorf("bob has %+v", p)
	}
	if ada := partOf(t, g.records, "ada", course.Others); ada.Good != 1 || ada.Unjudged != 0 {
		t.Errorf("ada has %+v", ada)
	}
	if len(g.said) != 2 || !strings.Contains(g.said[0], "team bob: building again") || !strings.Contains(g.said[1], "through no fault of the team") {
		t.Errorf("the staff is told %q", g.said)
	}
	if n := g.book(t).Unjudged(); n != 5 {
		t.Errorf("%d are not judged", n)
	}
	bin := filepath.Join(dir, "bin")
	put(t, dir, map[string]string{
		"bin/ghc": "#!/bin/sh\necho 9\n", "course.toml": strings.Replace(small, `["./xrules"]`, "[\"./xrules\"]\nread = [\"bin\"]", 1),
	})
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if g, err = graded(file, suite.Shard{}); err != nil {
		t.Fatal(err)
	}
	if p := partOf(t, g.records, "bob", course.Cases); p.Good != 3 || p.Unjudged != 0 {
		t.Errorf("with the tool chain bob has %+v", p)
	}
}

// alone is a course in which programs only play.
const alone = `[submissions]
paths = ["in/*"]
[[task]]
task = "bazaar/play"
run = ["sh", "xplayer"]
[task.counts]
play = 1
[task.build]
command = "sh ./build.sh"
[task.play]
seats = 2
games = 3
`

// TestPlayersLacking: where this machine lacks what another team needs, a team waits for it,
// with a partner or without. Where too few have a program, there is nothing to play.
func TestPlayersLacking(t *testing.T) {
	if _, err := exec.LookPath("ghc"); err == nil {
		t.Skip("there is one here")
	}
	const lacks, fails, builds = "ghc --version\n", "exit 3\n", "exit 0\n"
	for _, c := range []struct {
		builds        []string // of the teams beside ada
		all, unjudged int
		note          string
	}{
		{[]string{lacks}, 3, 3, "only 1 player for 2 seats: this machine could not read or build 1 submission"},
		{[]string{fails}, 0, 0, "only 1 player for 2 seats, so this earns the share that the rest of the task earns"},
		{[]string{builds, lacks}, 3, 1, "this machine could not read or build 1 submission, so the tournament will be held again"},
		// In the other two games it did not come to ada: the first player did not sign up.
		{[]string{builds, fails}, 2, 0, ""},
	} {
		dir := t.TempDir()
		files := map[string]string{"course.toml": alone}
		for i, build := range append([]string{builds}, c.builds...) {
			team := filepath.Join("in", []string{"ada", "bob", "cleo"}[i])
			files[filepath.Join(team, "xplayer")], files[filepath.Join(team, "build.sh")] = "exit 1\n", build
		}
		put(t, dir, files)
		g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
		if err != nil {
			t.Fatal(err)
		}
		ada := partOf(t, g.records, "ada", course.Plays)
		if ada.Good != 0 || ada.All != c.all || ada.Unjudged != c.unjudged || ada.Note != c.note {
			t.Errorf("beside builds of %q ada has %+v", c.builds, ada)
		}
		for _, r := range g.records {
			if s := g.book(t).Score(&r); r.Team == "ada" && s.Provisional != (c.unjudged > 0) {
				t.Errorf("beside builds of %q the grade of ada is provisional: %t", c.builds, s.Provisional)
			}
		}
	}
}

// TestRecordOfATournament: a record into which something else has written is begun anew.
func TestRecordOfATournament(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{"course.toml": alone}
	for _, team := range []string{"ada", "bob"} {
		files["in/"+team+"/xplayer"], files["in/"+team+"/build.sh"] = "exit 1\n", "exit 0\n"
	}
	put(t, dir, files)
	var names []string
	for _, text := range []string{"", "nonsense\n", `{"format":"another"}` + "\n"} {
		for _, name := range names {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
		if err != nil {
			t.Fatalf("with the record %q: %v", text, err)
		}
		if p := partOf(t, g.records, "ada", course.Plays); p.All != 2 || p.Unjudged != 0 {
			t.Errorf("with the record %q ada has %+v", text, p)
		}
		if names, err = filepath.Glob(filepath.Join(g.engine.Course.Work, "tournaments", "*.jsonl")); err != nil || len(names) != 1 {
			t.Fatalf("records are %q, %v", names, err)
		}
		if got, err := os.ReadFile(names[0]); err != nil || text != "" && strings.HasPrefix(string(got), text) {
			t.Errorf("the record is %q, %v", got, err)
		}
	}
}

// TestClosed: what the grader has no right to read costs its team nothing for good.
// Whoever grades is told of it; once it may be read, it is graded.
func TestClosed(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read everything; TestAsOrdinaryUser does this")
	}
	dir := honest(t, "ada", "bob", "cleo", "dan")
	in := func(name string) string { return filepath.Join(dir, "in", name) }
	put(t, dir, map[string]string{"in/eve.zip": packedZip(t, map[string]string{"xrules": "#!/bin/sh\n"})})
	closed := map[string]string{"bob/Tests/1-in.json": "", "cleo/Tests": "", "dan": "", "eve.zip": ""}
	told := map[string]string{
		"bob":  `this machine cannot read the submission: "Tests/1-in.json": permission denied`,
		"cleo": `this machine cannot read the submission: "Tests": permission denied`,
		"dan":  "this machine cannot read the submission: permission denied", "eve": "this machine cannot read the submission: permission denied",
	}
	for name := range closed {
		if err := os.Chmod(in(name), 0); err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { os.Chmod(in(name), 0o700) })
	}
	file := filepath.Join(dir, "course.toml")
	g, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range g.records {
		why := told[r.Team]
		p := partOf(t, g.records, r.Team, course.Cases)
		if r.Refused != "" || (p.Unjudged == 4) != (why != "") || p.Note != why {
			t.Errorf("%s is refused for %q and has %+v", r.Team, r.Refused, p)
		}
		// The cases of those that cannot be read are missing for all.
		others, missing := partOf(t, g.records, r.Team, course.Others), "this machine could not read the suites of bob, cleo, dan, eve"
		if r.Team == "ada" && (others.All != 4 || others.Unjudged != 4 || others.Note != missing) {
			t.Errorf("%s has %+v of others", r.Team, others)
		}
		if s := g.book(t).Score(&r); !s.Provisional {
			t.Errorf("the grade of %s is not provisional", r.Team)
		}
		if why != "" && !slices.Contains(g.said, "team "+r.Team+": "+why) {
			t.Errorf("the staff is not told of %s, but %q", r.Team, g.said)
		}
	}
	if len(g.said) != len(told) || len(g.advised) != len(told) || !strings.HasPrefix(g.advised[0], "give your user the right to read "+in("bob")) {
		t.Errorf("the staff is told %q, and to do %q", g.said, g.advised)
	}
	if _, err := g.engine.Provenance(t.Context()); err != nil {
		t.Errorf("the grading cannot be kept: %v", err)
	}
	for name := range closed {
		if err := os.Chmod(in(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if g, err = graded(file, suite.Shard{}); err != nil {
		t.Fatal(err)
	}
	if n := g.book(t).Unjudged(); n != 0 || partOf(t, g.records, "dan", course.Cases).Good != 3 {
		t.Errorf("%d are not judged of what may be read", n)
	}
	if err := os.Chmod(file, 0); err != nil {
		t.Fatal(err)
	}
	_, err = graded(file, suite.Shard{})
	said, ok := errors.AsType[*game.UsageError](err)
	if !ok || !strings.Contains(said.Message, "course.toml: permission denied") || said.Hint != "give your user the right to read the file" {
		t.Errorf("a course file that may not be read: %v", err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	// A folder that cannot be looked into is no empty one.
	put(t, dir, map[string]string{
		"roster.csv": "team\nada\n", "course.toml": strings.Replace(small, "paths = [", "roster = \"roster.csv\"\npaths = [", 1),
	})
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, "in"), 0o700) })
	for mode, want := range map[fs.FileMode]string{0: "the folder " + filepath.Join(dir, "in") + " cannot be read", 0o400: "in/* cannot be read"} {
		if err := os.Chmod(filepath.Join(dir, "in"), mode); err != nil {
			t.Fatal(err)
		}
		if _, err := graded(file, suite.Shard{}); err == nil || !strings.Contains(err.Error(), "course.toml:4: submissions.paths[0]: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("the folder in with the mode %v: %v, expected %q", mode, err, want)
		}
	}
}

// TestAnonymous: what a team is shown names no other team, neither on its page
// nor where its program runs, and its numbers are those of the secret.
func TestAnonymous(t *testing.T) {
	teams := []string{"lovelace", "bernoulli", "clairaut", "euler"}
	dir := honest(t, teams...)
	all := map[string]string{"course.toml": strings.Replace(small, "title", "anonymous = true\ntitle", 1)}
	for _, team := range teams[1:] {
		all["in/"+team+"/Tests/1-out.json"] = "true" // is wrong, and so no case for others
	}
	all["in/bernoulli/xrules"] = "#!/bin/sh\nenv >&2; pwd >&2; echo \"$0 $*\" >&2; tr '\\0' ' ' </proc/$$/cmdline >&2; ls -a . >&2; exit 3\n"
	all["in/bernoulli/build.sh"] = "env; pwd; ls; exit 1\n"
	put(t, dir, all)
	file := filepath.Join(dir, "course.toml")
	g, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, map[string]string{"in/bernoulli/build.sh": "true\n"})
	built, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*grading{g, built} {
		g.book(t)
		for name, text := range files(t, filepath.Join(dir, "grades")) {
			folder, own := filepath.Split(name)
			if folder == "" {
				continue // for the staff
			}
			for _, team := range teams {
				if !strings.HasPrefix(own, team) && strings.Contains(text, team) {
					t.Errorf("%s names %s", name, team)
				}
			}
		}
	}
	secret, err := os.ReadFile(filepath.Join(dir, "course.secret"))
	if err != nil {
		t.Fatal(err)
	}
	// Two machines without the same secret.
	var names []string
	for i := range 2 {
		if err := os.Remove(filepath.Join(dir, "course.secret")); err != nil {
			t.Fatal(err)
		}
		part, err := graded(file, suite.Shard{Index: i + 1, Count: 2})
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.Join(dir, fmt.Sprint("part", i)))
		w, err := grade.Create(names[i], part.header)
		for _, r := range part.records {
			err = errors.Join(err, w.Add(r))
		}
		if err = errors.Join(err, w.Commit()); err != nil {
			t.Fatal(err)
		}
	}
	_, err = grade.Merge(names, built.engine.All(), built.header)
	if _, told := errors.AsType[*game.UsageError](err); !told || !strings.Contains(err.Error(), "another secret") {
		t.Errorf("shards of other secrets: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "course.secret"), secret, 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(built.records, again.records); diff != "" || built.header != again.header {
		t.Errorf("with the same secret the records differ:\n%s", diff)
	}
}

// TestCacheWithoutLayers: where a cache can have no layers above it, each build gets
// a copy of it, or an empty one instead of one that is too large. None changes it,
// and the staff is told.
func TestCacheWithoutLayers(t *testing.T) {
	dir := honest(t, "ada", "bob")
	// Mounts cannot name such a path.
	little, large := filepath.Join(dir, "small,cache"), filepath.Join(dir, "large,cache")
	put(t, dir, map[string]string{
		"small,cache/sub/old": "old\n", "large,cache/old": "old\n",
		"course.toml": strings.Replace(small, "procs = 40", "procs = 40\npass = [\"A_CACHE\", \"B_CACHE\"]", 1),
	})
	f, err := os.Create(filepath.Join(large, "holes"))
	if err == nil {
		err = errors.Join(f.Truncate(1<<30), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("A_CACHE", little)
	t.Setenv("B_CACHE", large)
	build := "[ $(cat $A_CACHE/sub/old) = old ] && [ ! -e $A_CACHE/new ] && echo new >$A_CACHE/sub/old && echo 1 >$A_CACHE/new && " +
		"[ -z \"$(ls -A $B_CACHE)\" ] && echo 1 >$B_CACHE/new\n"
	put(t, dir, map[string]string{"in/ada/build.sh": build, "in/bob/build.sh": build})
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range g.records {
		if p := partOf(t, g.records, r.Team, course.Cases); p.Good != 3 {
			t.Errorf("%s has %+v, and the builds %+v", r.Team, p, r.Builds)
		}
	}
	for name, want := range map[string]string{"A_CACHE": "a copy of it", "B_CACHE": "an empty one"} {
		told := func(said string) bool { return strings.Contains(said, want+" instead of the cache "+name) }
		if !slices.ContainsFunc(g.said, told) {
			t.Errorf("of %s the staff is told %q", name, g.said)
		}
	}
	text, err := os.ReadFile(filepath.Join(little, "sub", "old"))
	if entries, _ := os.ReadDir(little); err != nil || string(text) != "old\n" || len(entries) != 1 {
		t.Errorf("the shared cache has %q and %v (%v)", text, entries, err)
	}
	if entries, _ := os.ReadDir(large); len(entries) != 2 {
		t.Errorf("the large cache has %v", entries)
	}
}

// TestTwelve grades identical submissions in Go, four of them and in the long round twelve,
// with a shared cache whose folders are old enough for Go to index: all get the same grade.
// The package is compiled and not linked, which shows the same and is cheap.
func TestTwelve(t *testing.T) {
	need(t, "go", "sh")
	if testing.Short() {
		t.Skip("it builds programs")
	}
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
	teams := 4 // two are built at once
	if *rounds > 1 {
		teams = 12
	}
	for round := range *rounds {
		dir := t.TempDir()
		var names []string
		for i := range teams {
			names = append(names, fmt.Sprintf("t%02d", i))
		}
		honestly := honest(t, names...)
		if err := os.Rename(honestly, filepath.Join(dir, "course")); err != nil {
			t.Fatal(err)
		}
		dir = filepath.Join(dir, "course")
		all := map[string]string{"course.toml": strings.NewReplacer(
			"procs = 40", "procs = 400\npass = [\"GOCACHE\"]", `timeout = "30s"`, `timeout = "5m"`, "valid = 1\n", "", "others = 1\n", "",
		).Replace(small)}
		old := time.Now().Add(-time.Hour)
		for _, name := range names {
			all["in/"+name+"/go.mod"] = "module xrules\n\ngo 1.24\n"
			all["in/"+name+"/lib/lib.go"] = fmt.Sprintf("package lib\n\n// Round is %d.\nconst Round = %d\n", round, round)
			all["in/"+name+"/build.sh"] = "touch -d '1 hour ago' lib . lib/lib.go go.mod; GOTELEMETRY=off GOFLAGS=-mod=mod go build ./lib\n"
		}
		put(t, dir, all)
		for _, name := range names {
			for _, path := range []string{"lib/lib.go", "lib", "."} {
				if err := os.Chtimes(filepath.Join(dir, "in", name, path), old, old); err != nil {
					t.Fatal(err)
				}
			}
		}
		g, err := gradedBy(filepath.Join(dir, "course.toml"), suite.Shard{}, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range g.records {
			p := partOf(t, g.records, r.Team, course.Cases)
			if p.Good != 3 || len(r.Builds) != 1 || r.Builds[0].Failed != "" || r.Builds[0].Trouble != "" {
				t.Errorf("round %d: %s has %+v, and the builds %+v", round, r.Team, p, r.Builds)
			}
		}
	}
}

// besideCPU is the processor time that the honest program of TestBeside takes for
// a case, and besideWait how long it has for that: beside so many others it would
// take ten times as long, and alone it always has enough.
const (
	besideCPU  = 50 * time.Millisecond
	besideWait = 500 * time.Millisecond
)

// starvedTries is how often others may try to starve a program.
const starvedTries = 4

// TestBeside grades an honest team alone, and beside teams that take all
// processors, look for ports, fill the memory and the disk: its record is the
// same to the byte. Without a sandbox the processors are not shared: there only
// what is asked again alone saves the honest team.
func TestBeside(t *testing.T) {
	if testing.Short() {
		t.Skip("the others take their time")
	}
	if !subject.StrictPossible(subject.Survey()) {
		t.Skip("nothing keeps the others apart here")
	}
	need(t, "sh", "python3", "setsid")
	starving := map[string]string{
		// Without a sandbox it sees when the other one begins, and harms nobody when it is
		// asked again alone.
		"in/cpu/xrules": `#!/bin/sh
mkdir "$ASKED.cpu" 2>/dev/null || [ ! -d "$ASKED.cpu" ] || exit 1
size() { wc -c <"$ASKED"; } 2>/dev/null
at=$(size) i=0
while [ "$(size)" = "$at" ] && [ $i -lt 20 ]; do sleep 0.05; i=$((i+1)); done
i=0
while [ $i -lt 120 ]; do setsid sh -c 'while :; do :; done' & i=$((i+1)); done
wait
`,
	}
	hostile := map[string]string{
		"in/port/xrules": "#!/usr/bin/env python3\nimport socket\nfor port in range(1024, 6000):\n    try:\n        socket.create_connection(('127.0.0.1', port), 0.01).send(b'1')\n    except OSError:\n        pass\nprint('false')\n",
		"in/mem/xrules":  "#!/usr/bin/env python3\nx = []\nwhile True:\n    x.append(bytearray(16 << 20))\n",
		"in/disk/xrules": "#!/bin/sh\nhead -c 100000000 /dev/urandom >f; yes | head -c 100000000 >/tmp/f; yes | head -c 100000000 >/dev/shm/f; echo false\n",
	}
	maps.Copy(hostile, starving)
	asked := filepath.Join(t.TempDir(), "asked")
	record := func(isolation subject.Isolation, others map[string]string) []byte {
		dir := honest(t, "ada")
		if err := os.RemoveAll(asked + ".cpu"); err != nil {
			t.Fatal(err)
		}
		put(t, dir, map[string]string{
			"course.toml": strings.NewReplacer(
				`["./xrules"]`, fmt.Sprintf("[\"./xrules\"]\nisolation = %q\nenv = {ASKED = %q}", isolation, asked),
				`output = "100K"`, "output = \"100K\"\nmemory = \"100M\"", `timeout = "1m"`, fmt.Sprintf("timeout = %q", besideWait),
				`cpu = "1s"`, "cpu = \"10s\"\ngive_up_after = 1", "procs = 30", "procs = 300", "others = 1\n", "",
			).Replace(small),
			"in/ada/xrules": fmt.Sprintf(`#!/usr/bin/env python3
import os, sys, time
sys.stdin.read()
try:
    open(os.environ["ASKED"], "a").write(".")
except OSError:
    pass # in a sandbox
while time.process_time() < %f: pass
print("false")
`, besideCPU.Seconds()),
		})
		for name, program := range others {
			put(t, dir, map[string]string{name: program, filepath.Join(filepath.Dir(name), "build.sh"): "true\n"})
		}
		g, err := gradedBy(filepath.Join(dir, "course.toml"), suite.Shard{}, 2)
		if err != nil {
			t.Fatal(err)
		}
		g.book(t)
		told, err := json.Marshal(recordOf(t, g, "ada"), json.Deterministic(true))
		if err != nil {
			t.Fatal(err)
		}
		all := bytes.NewBuffer(told)
		for _, name := range []string{"teams/ada.html", "gradescope/ada.json"} {
			made, err := os.ReadFile(filepath.Join(dir, "grades", name))
			if err != nil {
				t.Fatal(err)
			}
			all.Write(made)
		}
		p := partOf(t, g.records, "ada", course.Cases)
		if p.Unjudged > 0 {
			t.Skip("this machine has so much else to do that nothing can be judged")
		}
		if p.Good != 3 {
			t.Errorf("%s: beside %d others the honest team has %+v", isolation, len(others), p)
		}
		for team := range others {
			team = strings.Split(team, "/")[1]
			if p := partOf(t, g.records, team, course.Cases); p.Good > 0 && team != "port" && team != "disk" {
				t.Errorf("%s passes: %+v", team, p)
			}
		}
		return all.Bytes()
	}
	for _, test := range []struct {
		isolation subject.Isolation
		others    map[string]string
	}{{subject.Best, hostile}, {subject.Unisolated, starving}} {
		alone := record(test.isolation, nil)
		once, err := os.ReadFile(asked)
		if seen := err == nil; seen != (test.isolation == subject.Unisolated) {
			t.Errorf("%s: the program writes outside: %v", test.isolation, seen)
		}
		// Where the others get the processors late, nothing need be asked again.
		again := test.isolation != subject.Unisolated
		for n := 2; n == 2 || !again && n <= starvedTries+1; n++ {
			if diff := cmp.Diff(string(alone), string(record(test.isolation, test.others))); diff != "" {
				t.Errorf("%s: beside the others the grade is another one:\n%s", test.isolation, diff)
			}
			all, err := os.ReadFile(asked)
			again = again || err == nil && len(all) > n*len(once)
		}
		if !again {
			t.Logf("%d times the others took the processors too late to starve it", starvedTries)
		}
	}
}
