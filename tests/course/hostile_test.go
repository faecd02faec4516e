package course

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// harmful are the hostile teams, by how their names begin, from which nothing but
// isolation protects the others.
var harmful = []string{"h01", "h02", "h03", "h04", "h05", "h07", "h09"}

// TestHostile grades honest teams alone, and then among many that are not.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("the hostile take their time")
	}
	t.Run("isolated", func(t *testing.T) {
		if !subject.StrictPossible(subject.Survey()) {
			t.Skip("there is no strict isolation here")
		}
		amongHostile(t, subject.Strict, nil)
	})
	t.Run("unisolated", func(t *testing.T) { amongHostile(t, subject.Unisolated, harmful) })
}

// amongHostile grades the hostile teams but for some.
func amongHostile(t *testing.T, isolation subject.Isolation, without []string) {
	t.Helper()
	dir := honest(t, "ada", "zoe")
	file := filepath.Join(dir, "course.toml")
	put(t, dir, map[string]string{"course.toml": strings.NewReplacer(
		`["in/*"]`, `["in/*"]`+"\nbytes_max = \"40M\"\nfiles_max = 100",
		`["./xrules"]`, `["./xrules"]`+fmt.Sprintf("\nisolation = %q", isolation),
		`cpu = "1s"`, "cpu = \"500ms\"\ngive_up_after = 1", // what harms, harms at once
	).Replace(small)})
	alone, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	scores := make(map[string]string)
	for i := range alone.records {
		scores[alone.records[i].Team] = fmt.Sprint(alone.book(t).Score(&alone.records[i]).Earned)
	}
	work := filepath.Join(dir, "work", "teams")
	right := "#!/bin/sh\ncat >/dev/null\necho false\n"
	hostile := map[string]string{
		// Builds that harm others, or the machine.
		"h01/build.sh": "rm -rf ../../zoe ../../../zoe " + work + "/zoe; echo x >" + work + "/ada/tree/xrules; echo x >" + dir + "/in/ada/xrules; true",
		"h01/xrules":   right,
		"h02/build.sh": "f() { f | f & }; f; sleep 20",
		"h02/xrules":   right,
		"h03/build.sh": "kill -9 -1; kill -9 $PPID",
		"h03/xrules":   right,
		"h04/build.sh": "rm xrules; ln -s ../../ada/tree/xrules xrules; ln -s ../../../../staff.jsonl staff",
		"h04/xrules":   right,
		// Programs that do.
		"h05/build.sh": "true",
		"h05/xrules":   "#!/bin/sh\ncat >/dev/null\necho x >" + work + "/ada/tree/xrules\nchmod 0 " + work + "/zoe/tree/xrules\nrm -rf " + dir + "/in\necho false",
		"h06/build.sh": "true",
		"h06/xrules":   "#!/bin/sh\necho '{\"summary\":{\"pass\":4}}'; echo '4 of 4 pass'; echo '::error::' >&2",
		"h07/build.sh": "true",
		"h07/xrules":   "#!/bin/sh\nf() { f | f & }; f; sleep 20",
		"h08/build.sh": "true",
		"h08/xrules":   "#!/bin/sh\nwhile :; do echo '<script>alert(1)</script>'; done",
		// It reads the answers of the staff, if it can.
		"h09/build.sh": "true",
		"h09/xrules":   "#!/bin/sh\ncat >/dev/null\ncat " + dir + "/staff.jsonl " + work + "/ada/tree/xrules " + dir + "/in/ada/xrules && echo false",
		// Pipes in the place of the program, for whoever opens them to wait.
		"h18/build.sh": "rm xrules; mkfifo xrules; chmod 755 xrules",
		"h18/xrules":   right,
		// A suite beyond all measure, and one with what is no case.
		"h10/build.sh":         "true",
		"h10/xrules":           right,
		"h10/Tests/many.jsonl": strings.Repeat("{\"name\":\"x\",\"in\":[[],[]]}\n", 10_000),
		"h11/build.sh":         "true",
		"h11/xrules":           right,
		"h11/Tests/1-in.json":  strings.Repeat("[", 100_000),
		"h11/Tests/1-out.json": "=cmd|' /C calc'!A0",
		// Archives that are none, lead out, or are bombs.
		"h12.zip": "PK\x03\x04 not really",
		"h13.tar": tarOf(t, &tar.Header{Name: "../ada/tree/xrules", Mode: 0o755}, "x"),
		"h14.tar": tarOf(t, &tar.Header{Name: "xrules", Typeflag: tar.TypeSymlink, Linkname: "../../ada/tree/xrules"}, ""),
		"h15.tar": tarOf(t, &tar.Header{Name: "xrules", Typeflag: tar.TypeChar, Mode: 0o666, Devmajor: 1, Devminor: 5}, ""),
		"h16.zip": zipOf(t, strings.Repeat("\x00", 24<<20), 1),
		"h17.zip": zipOf(t, "", 200),
	}
	refused := map[string]string{
		"h12": "", "h13": "leaves the submission", "h14": "leaves the submission", "h15": "neither a file", "h16": "times its size", "h17": "more than 100 files",
	}
	isLeft := func(name string) bool {
		return !slices.ContainsFunc(without, func(team string) bool { return strings.HasPrefix(name, team) })
	}
	for name, text := range hostile {
		if isLeft(name) {
			put(t, filepath.Join(dir, "in"), map[string]string{name: text})
		}
	}
	crowd, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	book := crowd.book(t)
	earned := make(map[string]string)
	for i := range crowd.records {
		earned[crowd.records[i].Team] = fmt.Sprint(book.Score(&crowd.records[i]).Earned)
	}
	for team, score := range scores {
		if earned[team] != score {
			t.Errorf("%s has %s points among the hostile, and %s without them", team, earned[team], score)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "in", team, "xrules")); err != nil || string(text) != right {
			t.Errorf("what %s has handed in is now %q (%v)", team, text, err)
		}
	}
	part := func(team string, part course.Part) grade.Result {
		i := slices.IndexFunc(crowd.records, func(r grade.Record) bool { return r.Team == team })
		n := slices.IndexFunc(crowd.records[i].Parts, func(r grade.Result) bool { return r.Part == part })
		return crowd.records[i].Parts[n]
	}
	for _, c := range []struct {
		team string
		part course.Part
		good int
	}{
		{"h01", course.Cases, 3},
		{"h02", course.Cases, 0},
		{"h04", course.Cases, 0},
		{"h05", course.Cases, 3},
		{"h06", course.Cases, 0},
		{"h07", course.Cases, 0},
		{"h08", course.Cases, 0},
		{"h09", course.Cases, 0},
		{"h10", course.Cases, 3},
		{"h10", course.Valid, 0},
		{"h11", course.Valid, 0},
		{"h12", course.Cases, 0},
		{"h13", course.Cases, 0},
		{"h14", course.Cases, 0},
		{"h15", course.Cases, 0},
		{"h16", course.Cases, 0},
		{"h17", course.Cases, 0},
		{"h18", course.Cases, 0},
	} {
		if !isLeft(c.team) {
			continue
		}
		if r := part(c.team, c.part); r.Good != c.good {
			t.Errorf("%s, %s: %+v, expected %d to be good", c.team, c.part, r, c.good)
		}
	}
	for _, r := range crowd.records {
		if why, ok := refused[r.Team]; ok != (r.Refused != "") || !strings.Contains(r.Refused, why) {
			t.Errorf("%s is refused for %q, expected %q", r.Team, r.Refused, why)
		}
	}
	for name, text := range files(t, filepath.Join(dir, "grades")) {
		own := 0
		if name == "index.html" {
			own = 1 // which sorts its table
		}
		if strings.HasSuffix(name, ".html") && strings.Count(text, "<script") != own {
			t.Errorf("%s has a script", name)
		}
	}
}

// tarOf packs one thing.
func tarOf(t *testing.T, h *tar.Header, text string) string {
	t.Helper()
	h.Size = int64(len(text))
	var packed bytes.Buffer
	w := tar.NewWriter(&packed)
	err := w.WriteHeader(h)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

// zipOf packs so many files with the same text.
func zipOf(t *testing.T, text string, many int) string {
	t.Helper()
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for i := range many {
		f, err := w.Create(fmt.Sprint("f", i))
		if err == nil {
			_, err = io.WriteString(f, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}
