package browser

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// hostile is text that would be an image, and run a script, if it became markup.
const hostile = `<img src=x onerror=document.title=1>`

// harmless wants hostile text to stand in the page as text, and nothing else.
func (v *tab) harmless() {
	v.t.Helper()
	if !strings.Contains(eval[string](v, "document.body.textContent"), hostile) {
		v.t.Error("the hostile text is not in the page")
	}
	if n := eval[int](v, "document.images.length + document.querySelectorAll('body [onerror], main script, iframe, object, embed').length"); n > 0 {
		v.t.Errorf("%d elements were made of text", n)
	}
	if title := eval[string](v, "document.title"); title == "1" {
		v.t.Error("text was run as a script")
	}
}

// TestReport clicks through the report of a run, whose program has a hostile
// name.
func TestReport(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), hostile)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(filepath.Join(subjects, "xrules"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "xrules")
	if err := os.WriteFile(path, program, 0o755); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "report.html")
	out, err := exec.Command(touchstone, "test", "bazaar/rules", "--report", "html="+page, "--", path).CombinedOutput()
	if err == nil || err.(*exec.ExitError).ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range looks() {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			url := "file://" + strings.ReplaceAll(page, " ", "%20")
			v := open(t, url, url, c.width, c.theme)
			v.harmless()
			v.fits()
			v.legible()
			v.hears("heading bazaar/rules", "heading Causes", "heading Cases", "search", "searchbox Search", "combobox Verdict", "link bazaar/rules/every-colour")
			if c.usual() {
				v.seen("main section", "report-"+c.theme)
			}

			// A link of a cause opens its case.
			v.do(chromedp.Click(chromedp.CSS(".causes a")))
			v.until("document.querySelector('li:target details')?.open")
			if text := v.text("li:target"); !strings.Contains(text, "forth-and-back") || !strings.Contains(text, "again:") {
				t.Errorf("the link opens %q", text)
			}
			// The filter and the keys work.
			v.do(chromedp.SendKeys(chromedp.CSS("#filter input"), "bank-short"))
			v.until("document.querySelector('#filter output').value.startsWith('4 of ')")
			v.do(chromedp.KeyEvent(kb.Escape))
			v.until("document.querySelector('#filter input').value === ''")
			shown := eval[string](v, "document.querySelector('#filter output').value")
			v.do(chromedp.SetValue(chromedp.CSS("#filter select"), "!"))
			eval[bool](v, "document.querySelector('#filter').dispatchEvent(new Event('input'))")
			if now := eval[string](v, "document.querySelector('#filter output').value"); now == shown || !strings.HasPrefix(now, "17 of ") {
				t.Errorf("the filter shows %s, without it %s", now, shown)
			}
		})
	}
}

// TestReplay steps through the page of a recorded game in which a player breaks a
// rule.
func TestReplay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	transcript, page := filepath.Join(dir, "game.jsonl"), filepath.Join(dir, "game.html")
	out, err := exec.Command(touchstone, "play", "bazaar", "--seed", "7", "--quiet", "--transcript", transcript,
		"--player", "builtin:points", "--player", "builtin:cheat:wallet-cannot-trade").CombinedOutput()
	if err == nil || err.(*exec.ExitError).ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(touchstone, "transcript", "show", transcript, "--format", "html", "--to", page).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range looks() {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			url := "file://" + page
			v := open(t, url, url, c.width, c.theme)
			v.fits()
			v.legible()
			v.hears("button First", "button Previous", "button Play", "button Next", "button Last", "button First illegal", "slider Step", "image ")
			step := func(want string) {
				t.Helper()
				v.until(fmt.Sprintf("location.hash === %q", "#step="+want))
			}
			v.do(chromedp.Click(chromedp.CSS("#next")))
			step("2")
			v.do(chromedp.Click(chromedp.CSS("#last")))
			last := eval[string](v, "document.querySelector('#slider').max")
			step(last)
			v.do(chromedp.KeyEvent(kb.Home))
			step("1")
			v.do(chromedp.KeyEvent(kb.ArrowRight))
			step("2")
			// What a step changes is framed in the picture, and told below it.
			for range 60 {
				v.do(chromedp.KeyEvent(kb.ArrowRight))
				if !eval[bool](v, "document.querySelector('#changed').hidden") {
					break
				}
			}
			if told := v.text("#changes"); !strings.Contains(told, "/players/") {
				t.Errorf("told to have changed is %q", told)
			}
			if n := eval[int](v, "document.querySelectorAll('#picture .s-marked').length"); n == 0 {
				t.Error("nothing in the picture is framed")
			}
			v.do(chromedp.KeyEvent(kb.Home))
			v.until("document.querySelector('#changed').hidden && document.querySelectorAll('#picture .s-marked').length === 0")
			v.do(chromedp.Click(chromedp.CSS("#illegal")))
			v.until("document.querySelector('#reason').innerText.includes('BG-')")
			illegal := eval[string](v, "location.hash")
			if c.usual() {
				v.seen("#picture", "replay-"+c.theme)
			}
			// The address of a step leads to it.
			v.do(chromedp.Navigate(url+"#step=3"), chromedp.Reload())
			v.until("document.querySelector('#slider')?.value === '3'")
			if illegal == "#step=2" || illegal == "#step="+last {
				t.Errorf("the first illegal step is %s", illegal)
			}
			// Play goes on by itself.
			v.do(chromedp.Click(chromedp.CSS("#play")))
			v.until("Number(document.querySelector('#slider').value) > 3")
			v.do(chromedp.KeyEvent(" "))
			v.until("document.querySelector('#play').innerText === 'Play'")
			v.do(chromedp.KeyEvent("i"))
			v.until(fmt.Sprintf("location.hash === %q", illegal))
			v.prints("#picture", "#controls")
		})
	}
}

// TestLongReplay opens the page of a long game: within a second of processor
// time, whatever else the machine does.
func TestLongReplay(t *testing.T) {
	t.Parallel()
	const stepsLeast, bytesMost, secondsMost = 1000, 3_000_000, 2.0
	dir := t.TempDir()
	transcript, page := filepath.Join(dir, "game.jsonl"), filepath.Join(dir, "game.html")
	if out, err := exec.Command(touchstone, "play", "bazaar", "--seed", "1", "--quiet", "--transcript", transcript,
		"-o", "winning_score=1000", "-o", "cards_max=100",
		"--player", "builtin:random", "--player", "builtin:random", "--player", "builtin:size", "--player", "builtin:points").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(touchstone, "transcript", "show", transcript, "--to", page).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if info, err := os.Stat(page); err != nil || info.Size() > bytesMost {
		t.Errorf("the page has %d bytes, %v", info.Size(), err)
	}
	v := open(t, "about:blank", "file://"+page, 1280, "light")
	v.do(
		chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
			return err
		}),
		chromedp.Navigate("file://"+page),
	)
	v.until("document.querySelector('#picture svg')")
	if n := eval[int](v, "Number(document.querySelector('#slider').max)"); n < stepsLeast {
		t.Errorf("the page has %d steps, expected %d", n, stepsLeast)
	}
	v.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		m, err := chromedp.Call(ctx, performance.GetMetrics, chromedp.Void{})
		if err != nil {
			return err
		}
		for _, x := range m.Metrics {
			if x.Name == "TaskDuration" {
				t.Logf("the page takes %.2f s to open", x.Value)
				if x.Value <= 0 || x.Value > secondsMost {
					t.Errorf("the page takes %.2f s to open, expected at most %v", x.Value, secondsMost)
				}
				return nil
			}
		}
		return errors.New("the browser does not tell how long the page takes")
	}))
}

// eve is a player that gives its name, waits for a file, and sends what is no
// reply, in which hostile text stands.
const eve = `#!/bin/sh
echo '"Eve"'
while [ ! -e "$1" ]; do sleep 0.05; done
echo '"` + hostile + `"'
sleep 1
`

// TestWatch looks at a live game: while a player is waited for, and in the end.
func TestWatch(t *testing.T) {
	t.Parallel()
	for _, c := range looks() {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			if chromium == nil {
				t.Skip("there is no browser")
			}
			dir := t.TempDir()
			script, sign := filepath.Join(dir, "eve.sh"), filepath.Join(dir, "go")
			if err := os.WriteFile(script, []byte(eve), 0o755); err != nil {
				t.Fatal(err)
			}
			// What is asserted is the page: a player who is put out is no success.
			// Eve has a minute for a reply: the page is looked at meanwhile, by a browser
			// that others keep busy.
			url := startWatched(t, func(error) {}, "play", "bazaar", "--seed", "3", "--view", "0", "--view-wait", "60s", "--quiet",
				"--option", "call_ms=60000", "--player", "Ada=builtin:points", "--player", "exec:"+script+" "+sign)

			v := open(t, url, url, c.width, c.theme)
			v.until("document.querySelector('#clocks')?.innerText.includes('Eve')")
			v.fits()
			v.legible()
			v.hears("heading The Bazaar Game", "heading Waiting for", "heading Board", "heading Log", "progressbar time of Eve", "columnheader Player", "cell Ada",
				"checkbox follow the newest line", "searchbox Search", "status", "image ")
			if c.usual() {
				v.seen("#picture", "watch-"+c.theme)
			}
			if clock := v.text("#clocks li"); !strings.Contains(clock, "of 60.0 s") {
				t.Errorf("the clock is %q", clock)
			}
			if err := os.WriteFile(sign, nil, 0o644); err != nil {
				t.Fatal(err)
			}
			v.until("document.body.dataset.over")
			v.harmless()
			v.fits()
			v.legible()
			if text := v.text("#status"); text != `the game is over: Ada wins; out: Eve` {
				t.Errorf("the status is %q", text)
			}
			if text := v.text("table"); !strings.Contains(text, "is out: ") {
				t.Errorf("the table of players is %q", text)
			}
			// The log can be searched.
			v.do(chromedp.SendKeys(chromedp.CSS("#words"), "is out"))
			v.until("document.querySelectorAll('#lines li:not([hidden])').length === 1")
		})
	}
}

// TestWatchRun looks at a run by its ledger.
func TestWatchRun(t *testing.T) {
	t.Parallel()
	if chromium == nil {
		t.Skip("there is no browser")
	}
	ledger := filepath.Join(t.TempDir(), "run.jsonl")
	out, err := exec.Command(touchstone, "test", "bazaar/rules", "--quiet", "--ledger", ledger, "--", filepath.Join(subjects, "xrules")).CombinedOutput()
	if err == nil || err.(*exec.ExitError).ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, out)
	}
	whole, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	// The run is in its middle at first.
	lines := bytes.SplitAfter(whole, []byte("\n"))
	if err := os.WriteFile(ledger, bytes.Join(lines[:11], nil), 0o644); err != nil {
		t.Fatal(err)
	}
	watch := exec.Command(touchstone, "watch", ledger, "--view", "0", "--quiet")
	stderr, err := watch.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := watch.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = watch.Process.Kill()
		_ = watch.Wait()
	})
	line, err := bufio.NewReader(stderr).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "watch at ")
	if err != nil || !ok {
		t.Fatalf("%q, %v", line, err)
	}
	v := open(t, url, url, 640, "light")
	v.until("document.querySelector('#progress output').value === '10 of 77'")
	v.hears("progressbar Progress", "columnheader Verdict")
	v.fits()
	v.legible()
	file, err := os.OpenFile(ledger, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Write(bytes.Join(lines[11:], nil)); err != nil {
		t.Fatal(err)
	}
	v.until("document.body.dataset.over")
	if text := v.text("#status"); text != "77 of 77 cases, 60 pass, 17 fail" {
		t.Errorf("the status is %q", text)
	}
	v.seen("#tables", "watch-run")
}

// watched is a course that a program waits in: for the file of its argument.
const watched = `title = "a course with ` + hostile + `"
points = 10
[submissions]
paths = ["in/*"]
[[task]]
task = "bazaar/rules"
run = ["./xrules", %q]
isolation = "none"
suites = ["staff.jsonl"]
[task.counts]
cases = 1
others = 1
[task.own]
suite = "own.jsonl"
`

// putCourse writes the course, and the submissions of three teams: of ada, who
// waits, of bob, who is wrong, and of eve, whose archive has a hostile name.
func putCourse(t *testing.T, dir, sign string) {
	t.Helper()
	line := func(name, with string) string {
		return fmt.Sprintf(`{"name":%q,"in":[[],[[["red"],[%q]]],{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}],"out":[false]}`+
			"\n", name, with)
	}
	var packed bytes.Buffer
	w := tar.NewWriter(&packed)
	err := errors.Join(w.WriteHeader(&tar.Header{Name: "../" + hostile, Mode: 0o644, Typeflag: tar.TypeReg}), w.Close())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"course.toml":      fmt.Sprintf(watched, sign),
		"staff.jsonl":      line("1", "green") + line("2", "white"),
		"in/ada/xrules":    "#!/bin/sh\nwhile [ ! -e \"$1\" ]; do sleep 0.05; done\necho false\n",
		"in/ada/own.jsonl": line("1", "yellow"),
		"in/bob/xrules":    "#!/bin/sh\necho '\"" + hostile + "\"'\n",
		"in/bob/own.jsonl": line("1", "blue"),
		"in/eve.tar":       packed.String(),
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
}

// startWatched starts touchstone with a page to watch, whose address it returns, and
// in the end waits for it to end by itself; ended is told how.
func startWatched(t *testing.T, ended func(error), args ...string) (url string) {
	t.Helper()
	c := exec.Command(touchstone, args...)
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	t.Cleanup(func() {
		select {
		case err := <-done:
			ended(err)
		case <-time.After(patience):
			t.Errorf("touchstone %s does not end", args[0])
			_ = c.Process.Kill()
		}
	})
	line, err := bufio.NewReader(stderr).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "watch at ")
	if err != nil || !ok {
		t.Fatalf("%q, %v", line, err)
	}
	go func() { done <- c.Wait() }()
	return url
}

// TestWatchGrade looks at a course while it is graded, and in the end.
func TestWatchGrade(t *testing.T) {
	t.Parallel()
	for _, c := range looks() {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			if chromium == nil {
				t.Skip("there is no browser")
			}
			dir := t.TempDir()
			sign := filepath.Join(dir, "go")
			putCourse(t, dir, sign)
			url := startWatched(t, func(err error) {
				if err != nil {
					t.Error(err)
				}
			}, "grade", filepath.Join(dir, "course.toml"), "-j", "1", "--quiet", "--view", "0", "--view-wait", "20s")

			v := open(t, url, url, c.width, c.theme)
			v.until("document.querySelector('#clocks')?.innerText.includes('rules cases')")
			v.until("document.querySelector('tbody')?.innerText.includes('cases 0/2')")
			v.fits()
			v.legible()
			v.hears("heading a course with", "progressbar Progress", "heading Waiting for", "table Teams", "columnheader Team", "columnheader rules (10)",
				"rowheader ada", "cell runs", "cell waits", "status", "group Teams", "table rules: programs (rows) on the suites")
			if c.usual() {
				v.seen("#tables", "watch-grade-"+c.theme)
			}
			// Whoever reads keeps the place: rows are changed, not made anew.
			eval[bool](v, "document.querySelector('tbody tr').mark = true")
			if err := os.WriteFile(sign, nil, 0o644); err != nil {
				t.Fatal(err)
			}
			v.until("document.body.dataset.over")
			v.harmless()
			v.fits()
			v.legible()
			if text := v.text("#status"); text != "finished: 3 teams graded" {
				t.Errorf("the status is %q", text)
			}
			if !eval[bool](v, "document.querySelector('tbody tr').mark === true") {
				t.Error("the table was made anew")
			}
			for row, want := range []string{"ada done 10 10", "bob done, with notes 0 0", "eve done, with notes 0 0 not unpacked: \"../" + hostile} {
				if text := v.text(fmt.Sprintf("tbody tr:nth-child(%d)", row+1)); !strings.HasPrefix(strings.Join(strings.Fields(text), " "), want) {
					t.Errorf("row %d is %q, expected %s", row, text, want)
				}
			}
			if text := strings.Fields(v.text("#tables > :nth-child(2) tbody")); strings.Join(text, " ") != "ada own 1/1 none bob 0/1 own none eve 0/1 0/1 own" {
				t.Errorf("the table of programs on suites has %q", text)
			}
			if text := v.text("#progress output"); text != "6 of 6 verdicts" {
				t.Errorf("the progress is %q", text)
			}
			v.do(chromedp.SendKeys(chromedp.CSS("#words"), "unpacked"))
			v.until("document.querySelectorAll('#lines li:not([hidden])').length === 1")
		})
	}
}

// TestTeam reads the page of a team whose program is wrong.
func TestTeam(t *testing.T) {
	t.Parallel()
	dir := gradedCourse(t)
	url := "file://" + filepath.Join(dir, "grades", "teams", "bob.html")
	for _, c := range looks() {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			v := open(t, url, url, c.width, c.theme)
			v.harmless()
			v.fits()
			v.legible()
			v.hears("heading a course with", "table", "columnheader points", "rowheader rules cases", "heading wrong-shape: 2", "heading How points are counted")
		})
	}
}

// TestPhone: whoever opens a page on a telephone sees what failed first without
// moving it.
func TestPhone(t *testing.T) {
	t.Parallel()
	report := filepath.Join(t.TempDir(), "report.html")
	if out, err := exec.Command(touchstone, "test", "bazaar/rules", "--report", "html="+report, "--option", "max_exchanges=4",
		"--", filepath.Join(subjects, "xrules")).CombinedOutput(); err == nil || err.(*exec.ExitError).ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct{ name, page, failure, want string }{
		{"report", report, ".causes li > dl", "in words"},
		{"team", filepath.Join(gradedCourse(t), "grades", "teams", "bob.html"), ".causes h3", "wrong-shape"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			const high = 844 // pixels of a common telephone
			url := "file://" + c.page
			v := open(t, url, url, 390, "light")
			v.fits()
			v.legible()
			if got := v.text(c.failure); !strings.Contains(got, c.want) {
				t.Errorf("the first failure is %q, expected %s", got, c.want)
			}
			if bottom := eval[float64](v, fmt.Sprintf("document.querySelector(%q).getBoundingClientRect().bottom", c.failure)); bottom > high {
				t.Errorf("the first failure ends at %.0f pixels, below the %d of the screen", bottom, high)
			}
		})
	}
	// What differs from the defaults, and that alone, stands above the failures.
	v := open(t, "file://"+report, "file://"+report, 390, "dark")
	if text := v.text("header"); !strings.Contains(text, "Options: max_exchanges=4\n") {
		t.Errorf("the header says %q", text)
	}
}

// gradedCourse is a folder with a course that has been graded.
func gradedCourse(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	sign := filepath.Join(dir, "go")
	putCourse(t, dir, sign)
	if err := os.WriteFile(sign, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(touchstone, "grade", filepath.Join(dir, "course.toml"), "--quiet").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// TestStaff reads the page for the staff: without a mouse, and in both themes.
func TestStaff(t *testing.T) {
	t.Parallel()
	url := "file://" + filepath.Join(gradedCourse(t), "grades", "index.html")
	for _, c := range []look{{"light", 1280}, {"dark", 390}, {"dark", 1280}, {"light", 390}} {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			v := open(t, url, url, c.width, c.theme)
			v.harmless()
			v.fits()
			v.legible()
			v.hears("heading a course with", "heading Grades", "heading Distribution of points", "rowheader ada", "button points", "button notes", "region Grades", "image 0")
			v.seen(".grades", "staff-"+c.theme+fmt.Sprint(c.width))
			order := func() string {
				return eval[string](v, "[...document.querySelectorAll('.grades tbody th')].map((e) => e.innerText).join(' ')")
			}
			if got := order(); got != "ada bob eve" {
				t.Errorf("at first the teams are %s", got)
			}
			// By the keyboard: points, the highest first, and then the lowest.
			eval[bool](v, "(document.querySelectorAll('.grades th button')[1].focus(), true)")
			v.do(chromedp.KeyEvent(kb.Enter))
			v.until("document.querySelectorAll('.grades th')[1].getAttribute('aria-sort') === 'descending'")
			if got := order(); got != "ada bob eve" {
				t.Errorf("by points the teams are %s", got)
			}
			v.do(chromedp.KeyEvent(" "))
			v.until("document.querySelectorAll('.grades th')[1].getAttribute('aria-sort') === 'ascending'")
			if got := order(); got != "bob eve ada" {
				t.Errorf("by points, lowest first, the teams are %s", got)
			}
		})
	}
}
