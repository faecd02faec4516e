package course

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// partOf is the result of a part of a team.
func partOf(t *testing.T, records []grade.Record, team string, part course.Part) grade.Result {
	t.Helper()
	for _, r := range records {
		for _, p := range r.Parts {
			if r.Team == team && p.Part == part {
				return p
			}
		}
	}
	t.Fatalf("there is no result of %s, %s", team, part)
	return grade.Result{}
}

// TestGivenUp grades a program that hangs: it is asked no more after some cases,
// the same ones whatever is done at once, and when it is graded again.
func TestGivenUp(t *testing.T) {
	var before []grade.Record
	for _, jobs := range []int{1, 4} {
		dir := honest(t, "ada", "hal")
		put(t, dir, map[string]string{
			"course.toml":   strings.Replace(small, `cpu = "1s"`, "cpu = \"50ms\"\ngive_up_after = 3", 1),
			"in/hal/xrules": "#!/bin/sh\nwhile :; do :; done\n",
		})
		file := filepath.Join(dir, "course.toml")
		g, err := gradedBy(file, suite.Shard{}, jobs)
		if err != nil {
			t.Fatal(err)
		}
		cases, others := partOf(t, g.records, "hal", course.Cases), partOf(t, g.records, "hal", course.Others)
		if want := map[judge.Outcome]int{judge.CPULimit: 3, judge.Blocked: 1}; cases.Good != 0 || cases.All != 4 || !cmp.Equal(cases.Verdicts, want) {
			t.Errorf("%d jobs: %+v, expected the verdicts %v", jobs, cases, want)
		}
		const why = "not run: gave up after 3 timeouts in a row"
		if cases.Note != "1 "+why || others.Note != why || others.Good != 0 || others.All != 1 {
			t.Errorf("%d jobs: the notes are %q and %q, %d of %d of the others' cases", jobs, cases.Note, others.Note, others.Good, others.All)
		}
		if ada := partOf(t, g.records, "ada", course.Cases); ada.Good != 3 || ada.Note != "" {
			t.Errorf("%d jobs: a program beside it has %+v", jobs, ada)
		}
		g.book(t)
		for _, name := range []string{"grades.csv", "grades.md", "index.html", "teams/hal.html", "gradescope/hal.json", "grades.json"} {
			text, err := os.ReadFile(filepath.Join(dir, "grades", name))
			if err != nil || !strings.Contains(strings.ReplaceAll(string(text), "&#58;", ":"), why) {
				t.Errorf("%s does not say why cases were not asked (%v)", name, err)
			}
			if name != "grades.csv" && !strings.Contains(string(text), "After 3 timeouts in a row, your program runs one case of each remaining tag and clause") {
				t.Errorf("%s does not give the rule", name)
			}
		}
		if before != nil {
			if diff := cmp.Diff(before, g.records); diff != "" {
				t.Errorf("with %d jobs the records differ:\n%s", jobs, diff)
			}
		}
		before = g.records
		again, err := gradedBy(file, suite.Shard{}, jobs)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, again.records); again.verdicts > 0 || diff != "" {
			t.Errorf("graded again, %d verdicts were found, and the records differ:\n%s", again.verdicts, diff)
		}
	}
}

// TestGivenUpAmongOthers grades a program that hangs on the suites of the others
// alone: their cases after the first ones are not asked, and are counted.
func TestGivenUpAmongOthers(t *testing.T) {
	dir := honest(t, "ada", "bob", "cleo", "hal")
	put(t, dir, map[string]string{
		"course.toml": strings.Replace(small, `cpu = "1s"`, "cpu = \"50ms\"\ngive_up_after = 1", 1),
		// The equations come first: the staff's cases have some.
		"in/hal/xrules": "#!/bin/sh\ncase $(cat) in '[]'*) while :; do :; done ;; esac\necho false\n",
	})
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	cases, others := partOf(t, g.records, "hal", course.Cases), partOf(t, g.records, "hal", course.Others)
	if cases.Good != 3 || cases.Note != "" {
		t.Errorf("the staff's cases: %+v", cases)
	}
	if others.All != 3 || others.Good != 0 || others.Note != "2 not run: gave up after 1 timeout in a row" {
		t.Errorf("%+v, expected that 2 of 3 were not asked", others)
	}
}

// TestMissing grades submissions whose build leaves no program.
func TestMissing(t *testing.T) {
	dir := honest(t, "ada", "bob", "cleo")
	put(t, dir, map[string]string{
		"in/ada/build.sh": "mv xrules xrule\n",
		"in/bob/build.sh": "chmod -x xrules\n",
	})
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	for team, want := range map[string]string{
		"ada":  "no program ./xrules after the build; hint: the submission has Tests, build.sh, xrule; did you mean xrule?",
		"bob":  "xrules is not executable; hint: run chmod +x xrules, or write its interpreter before it",
		"cleo": "",
	} {
		p := partOf(t, g.records, team, course.Cases)
		if p.Note != want || p.All != 4 || (p.Good == 3) != (want == "") {
			t.Errorf("%s: %+v, expected the note %q", team, p, want)
		}
	}
	g.book(t)
	for _, name := range []string{"grades.csv", "teams/ada.html", "gradescope/ada.json", "index.html"} {
		text, err := os.ReadFile(filepath.Join(dir, "grades", name))
		if err != nil || !strings.Contains(string(text), "no program ./xrules after the build; hint: ") {
			t.Errorf("%s does not say that there is no program (%v)", name, err)
		}
	}
}

// survivorsAreForStaff looks for the names of mutants in grades: the staff sees
// them, and a team sees where to look.
func survivorsAreForStaff(t *testing.T, made map[string]string) {
	t.Helper()
	const name, hint = "bank-tested-at-start", "Vary the length of the list"
	for _, file := range []string{"index.html", "grades.json", "junit.xml"} {
		if !strings.Contains(made[file], name) {
			t.Errorf("%s does not name the mutant %s, which survives", file, name)
		}
	}
	for file, text := range made {
		team := strings.HasPrefix(file, "teams") || strings.HasPrefix(file, "gradescope")
		for _, m := range bazaar(t).Mutants {
			if team && strings.ContainsRune(m.ID, '-') && strings.Contains(text, m.ID) {
				t.Errorf("%s tells the team of the mutant %s", file, m.ID)
			}
		}
		if team && strings.Contains(file, "ada") && (!strings.Contains(text, "survived: ") || !strings.Contains(text, hint)) {
			t.Errorf("%s does not say what survived, or where to look", file)
		}
	}
}

func bazaar(t *testing.T) *game.Game {
	t.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

const (
	// picturedCases is how many cases of the staff the teams of TestPictures fail.
	picturedCases = 30
	// picturedBytesMax is less than a page would take with a picture of each.
	picturedBytesMax = 100_000
)

// TestPictures looks at the pages of teams that fail all of many cases: they show pictures of
// what was asked or answered, and stay small.
func TestPictures(t *testing.T) {
	need(t, "sh", "cat")
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"course.toml": `[submissions]
paths = ["in/*"]
[[task]]
task = "bazaar/rules"
run = ["./xprogram"]
suites = [{ path = "staff", public = true }]
[task.counts]
cases = 1
others = 1
[task.own]
suite = "Tests"
[[task]]
task = "ubongo/check"
run = ["./xprogram"]
visibility = "hidden"
`,
		"in/crash/xprogram": "#!/bin/sh\nexit 3\n",
		// It answers otherwise each time.
		"in/wrong/xprogram":         "#!/bin/sh\ncase $(cat | cksum) in\n*[02468]\\ *) echo '[\"red\",\"red\"] [\"blue\"]' ;;\n*) echo '[\"red\"] [\"red\"]' ;;\nesac\n",
		"in/wrong/Tests/1-in.json":  `[] [[["red"],["blue"]]] {"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}`,
		"in/wrong/Tests/1-out.json": "false",
		"in/silent/xprogram":        "#!/bin/sh\ncat >/dev/null\n",
	})
	staff := make(map[string]string)
	for i := range picturedCases {
		wallet := strings.TrimSuffix(strings.Repeat(`"red",`, i%4+1), ",")
		staff[fmt.Sprintf("staff/%d-in.json", i+1)] = fmt.Sprintf(
			`[[["red"],["blue"]]] [[["red"],["blue"]]] {"bank":["blue","white"],"cards":[],"active":{"wallet":[%s],"score":%d},"scores":[]}`, wallet, i)
		rest := strings.TrimSuffix(`"blue",`+strings.Repeat(`"red",`, i%4), ",")
		staff[fmt.Sprintf("staff/%d-out.json", i+1)] = fmt.Sprintf(`[%s] ["red","white"]`, rest)
	}
	put(t, dir, staff)
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	g.book(t)
	made := files(t, filepath.Join(dir, "grades"))
	for team, want := range map[string]string{"crash": "input", "wrong": "received", "silent": "expected"} {
		if p := partOf(t, g.records, team, course.Cases); p.Good != 0 || p.All < picturedCases {
			t.Errorf("%s: %d of %d pass", team, p.Good, p.All)
		}
		page := made["teams/"+team+".html"]
		if !strings.Contains(page, "<figcaption>"+want+"</figcaption><svg ") {
			t.Errorf("the page of %s has no picture of the %s", team, want)
		}
		if len(page) > picturedBytesMax {
			t.Errorf("the page of %s has %d bytes", team, len(page))
		}
		if strings.Count(page, "<figure>") != strings.Count(page, "</svg></figure>") && strings.Count(page, "<figure>") != strings.Count(page, "</svg>\n</figure>") {
			t.Errorf("the page of %s has %d figures, and other pictures", team, strings.Count(page, "<figure>"))
		}
	}
	for _, r := range g.records {
		for _, p := range r.Parts {
			for _, c := range p.Causes {
				if c.Shown != nil && p.Part != course.Cases {
					t.Errorf("%s, %s: values of another team's case are shown", r.Team, p.Part)
				}
			}
		}
	}
	if strings.Contains(made["grades.json"], `"shown"`) {
		t.Error("grades.json has the values for pictures")
	}
}

// TestDiskOfBuilds ends a build that fills the disk, and leaves nothing of it.
func TestDiskOfBuilds(t *testing.T) {
	dir := honest(t, "ada", "bob", "cleo")
	put(t, dir, map[string]string{
		"course.toml":      strings.Replace(small, "procs = 40", "procs = 40\ndisk = \"2M\"", 1),
		"in/bob/build.sh":  "echo filling >&2; i=0; while :; do i=$((i+1)); yes | head -c 100000 >f$i || exit 1; done\n",
		"in/cleo/build.sh": "yes | head -c 5000000 >large; true\n",
	})
	for _, again := range []bool{false, true} {
		g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range g.records {
			want := "more than 2 MiB on the disk"
			if r.Team == "ada" {
				want = ""
			}
			if len(r.Builds) != 1 || r.Builds[0].Failed != want || r.Builds[0].Output != "" {
				t.Errorf("again %t: %s has the builds %+v, expected the failure %q", again, r.Team, r.Builds, want)
			}
			if good := partOf(t, g.records, r.Team, course.Cases).Good; (good == 3) != (r.Team == "ada") {
				t.Errorf("again %t: %s passes %d cases", again, r.Team, good)
			}
		}
	}
	for name, text := range files(t, filepath.Join(dir, "work", "teams")) {
		if len(text) > 100_000-1 {
			t.Errorf("the build has left %s, of %d bytes", name, len(text))
		}
	}
}

// TestLastTeam grades one slow team among quick ones: its cases run on all jobs
// that the others have left. The first of its cases ends only when as many run as
// there are jobs.
func TestLastTeam(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	const jobs = 4
	dir := honest(t, "ada", "bob", "slow")
	var staff strings.Builder
	for i := range 2 * jobs {
		fmt.Fprintf(&staff, `{"name":"%d","in":[[[["red"],["blue"]]],[[["red"],["green"]]],{"bank":[],"cards":[],"active":{"wallet":["red"],"score":%d},"scores":[]}]}`+"\n", i, i)
	}
	put(t, dir, map[string]string{
		"course.toml": strings.NewReplacer("valid = 1\n", "", "others = 1\n", "",
			`["./xrules"]`, fmt.Sprintf("[\"./xrules\"]\nisolation = \"none\"\nenv = {BEGUN = %q}", filepath.Join(t.TempDir(), "begun"))).Replace(small),
		"staff.jsonl":    staff.String(),
		"in/slow/xrules": fmt.Sprintf("#!/bin/sh\ncat >/dev/null\necho >>\"$BEGUN\"\nuntil [ \"$(wc -l <\"$BEGUN\")\" -ge %d ]; do sleep 0.5; done\necho false\n", jobs),
	})
	g, err := gradedBy(filepath.Join(dir, "course.toml"), suite.Shard{}, jobs)
	if err != nil {
		t.Fatal(err)
	}
	if p := partOf(t, g.records, "slow", course.Cases); p.Good != 2*jobs {
		t.Errorf("on fewer than %d jobs: %+v", jobs, p)
	}
}
