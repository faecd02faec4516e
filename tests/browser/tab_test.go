package browser

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

var (
	update = flag.Bool("update", false, "rewrite the pictures in testdata with what the browser shows now")
	axe    = flag.String("axe", "", "hold all pages to the rules of axe-core: the path of its `axe.min.js`, which is no part of the project")
	shots  = flag.String("shots", "", "keep each page as a picture in this `folder`, to be looked at")
)

// browsers are the names under which Chromium is installed.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless_shell"}

var (
	touchstone string          // the program, built from the folder above
	subjects   string          // a folder with small programs to be tested
	chromium   context.Context // nil if there is no browser
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "touchstone-browser-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if touchstone, err = filepath.Abs("../../.bin/touchstone"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	subjects = dir
	for program, source := range map[string]string{touchstone: "./cmd/touchstone", filepath.Join(dir, "xrules"): "./tests/subjects/wrong/rules"} {
		build := exec.Command("go", "build", "-C", filepath.Join("..", ".."), "-o", program, source)
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v: %v\n%s", build, err, out)
			return 1
		}
	}
	path := ""
	for _, name := range browsers {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path != "" {
		// Whatever a page asks for elsewhere is not found, so that a test does not
		// depend on what the machine can reach.
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
			chromedp.Flag("force-device-scale-factor", "1"), chromedp.Flag("disable-lcd-text", true), chromedp.Flag("font-render-hinting", "none"),
		)
		if !*soak {
			// To compile the module of Try it a second time, for speed, takes longer
			// than what a short test runs of it.
			options = append(options, chromedp.Flag("js-flags", "--liftoff-only"))
		}
		if os.Geteuid() == 0 {
			options = append(options, chromedp.NoSandbox)
		}
		allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
		defer stop()
		browser, quit := chromedp.NewContext(allocator)
		defer quit()
		if err := chromedp.Do(browser, chromedp.Navigate("about:blank")); err != nil {
			fmt.Fprintf(os.Stderr, "%s does not start: %v\n", path, err)
			return 1
		}
		chromium = browser
	}
	return m.Run()
}

// A look is how a page is looked at.
type look struct {
	theme string
	width int64 // pixels
}

func (l look) String() string { return fmt.Sprint(l.theme, l.width) }

// usual tells whether pages are looked at so without the flag axe, too: the pictures
// in testdata are of these.
func (l look) usual() bool { return slices.Contains(looksUsual, l) }

// looksUsual are a screen, and the smallest telephone.
var looksUsual = []look{{"light", 1280}, {"dark", 320}}

// looks are those at which pages are looked at; with the flag axe also a common
// telephone, and each in both themes.
func looks() []look {
	if *axe == "" {
		return looksUsual
	}
	return append(looksUsual[:2:2], look{"dark", 1280}, look{"light", 390}, look{"dark", 390})
}

// A tab is a page in a browser.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	requests []string
	said     []string // on the console
}

// open opens a page of so many pixels in a light or dark theme. In the end the
// page must not have asked for anything but what begins with own, nor complained.
func open(t *testing.T, url, own string, width int64, theme string) *tab {
	t.Helper()
	if chromium == nil {
		t.Skipf("there is no browser, none of %s", strings.Join(browsers, ", "))
	}
	ctx, quit := chromedp.NewContext(chromium)
	t.Cleanup(quit)
	v := &tab{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, func(event any) {
		if e, ok := event.(*network.EventRequestWillBeSent); ok {
			v.mu.Lock()
			v.requests = append(v.requests, e.Request.URL)
			v.mu.Unlock()
		}
	}); err != nil {
		t.Fatal(err)
	}
	console := chromedp.Console(ctx)
	go func() {
		for m, err := range console {
			if err != nil {
				return // the tab is closed
			}
			v.mu.Lock()
			v.said = append(v.said, m.Text)
			v.mu.Unlock()
		}
	}()
	v.do(
		chromedp.EmulateViewport(width, 900),
		chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
			return err
		}),
		chromedp.Navigate(url),
	)
	t.Cleanup(func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		for _, r := range v.requests {
			if !strings.HasPrefix(r, own) && r != "about:blank" && !strings.HasPrefix(r, "data:,") && !strings.HasPrefix(r, "blob:") {
				t.Errorf("the page asks for %s", r)
			}
		}
		if len(v.requests) == 0 {
			t.Error("no request was seen")
		}
		for _, text := range v.said {
			t.Errorf("the console says %s", text)
		}
	})
	return v
}

// do does something to the page, within a time in which it must be possible.
func (v *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	done := make(chan error, 1)
	go func() { done <- chromedp.Do(v.ctx, steps...) }()
	select {
	case err := <-done:
		if err != nil {
			v.t.Fatal(err)
		}
	case <-time.After(patience):
		v.t.Fatalf("nothing comes of %d steps; the page says\n%s", len(steps), v.text("body"))
	}
}

// eval is what an expression comes to in the page.
func eval[T any](v *tab, expression string) T {
	v.t.Helper()
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		v.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// text is what is to be read in the element of a selector.
func (v *tab) text(selector string) string {
	v.t.Helper()
	return eval[string](v, fmt.Sprintf("document.querySelector(%q)?.innerText ?? 'nothing'", selector))
}

// patience is how long a page may take to become what a test waits for, on a machine that
// many other programs keep busy.
const patience = time.Minute

// until waits until an expression is true in the page.
func (v *tab) until(expression string) {
	v.t.Helper()
	deadline := time.Now().Add(patience)
	for !eval[bool](v, "Boolean("+expression+")") {
		if time.Now().After(deadline) {
			v.t.Fatalf("%s does not become true; the page says\n%s", expression, v.text("body"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// heard is what a screen reader makes of the page: "role name", one a line.
func (v *tab) heard() string {
	v.t.Helper()
	var b strings.Builder
	v.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil {
			return err
		}
		for _, n := range tree.Nodes {
			if n.Ignored || n.Role == nil || n.Name == nil {
				continue
			}
			// Pieces of text are heard as parts of what they stand in.
			if role := string(bytes.Trim(n.Role.Value, `"`)); role != "InlineTextBox" && role != "StaticText" {
				fmt.Fprintf(&b, "%s %s\n", role, strings.TrimSpace(strings.Trim(string(n.Name.Value), `"`)))
			}
		}
		return nil
	}))
	return b.String()
}

// hears wants these to be among what is heard, perhaps not at once: the browser
// tells screen readers of changes a little later.
func (v *tab) hears(want ...string) {
	v.t.Helper()
	deadline := time.Now().Add(5 * time.Second)
	for _, w := range want {
		for heard := "\n" + v.heard(); !strings.Contains(heard, "\n"+w); heard = "\n" + v.heard() {
			if time.Now().After(deadline) {
				v.t.Errorf("there is no %q among%s", w, heard)
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// fits wants no part of the page to be wider than the window.
func (v *tab) fits() {
	v.t.Helper()
	if wide := eval[int](v, "document.documentElement.scrollWidth - window.innerWidth"); wide > 0 {
		v.t.Errorf("the page is %d pixels too wide", wide)
	}
}

// contrasts is the text of the page that is hard to read, with its contrast, as
// WCAG 2.1 counts it (1.4.3). Buttons that do nothing are exempt there, and
// pictures are measured where they are drawn.
const contrasts = `(() => {
  const light = (c) => c.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = parts(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] > 0) return c.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const bad = [];
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join('').trim();
    if (!own || e.closest('svg, :disabled, script, style') || !e.checkVisibility()) continue;
    const [a, b] = [light(parts(getComputedStyle(e).color).slice(0, 3)), light(ground(e))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) bad.push(own.slice(0, 40) + ': ' + contrast.toFixed(2));
  }
  return bad.join('\n');
})()`

// legible wants all text of the page to stand out from what is behind it, and with
// the flag axe nothing that its rules call serious. With the flag shots the page is
// kept as a picture, to be looked at.
func (v *tab) legible() {
	v.t.Helper()
	if bad := eval[string](v, contrasts); bad != "" {
		v.t.Errorf("these have a contrast below 4.5:\n%s", bad)
	}
	if *shots != "" {
		v.keep()
	}
	if *axe != "" {
		v.audit()
	}
}

// audit has the rules of axe-core look at the page.
func (v *tab) audit() {
	v.t.Helper()
	source, err := os.ReadFile(*axe)
	if err != nil {
		v.t.Fatal(err)
	}
	eval[bool](v, string(source)+"; true")
	eval[bool](v, `axe.run({preload: false}).then((r) => { window.audited = r.violations.flatMap((x) => x.nodes.map((n) =>
		x.impact + ": " + x.id + ": " + n.target.join(" ") + ": " + n.html.slice(0, 200))).join("\n"); }); true`)
	v.until("typeof audited === 'string'")
	for line := range strings.Lines(eval[string](v, "audited")) {
		if strings.HasPrefix(line, "serious") || strings.HasPrefix(line, "critical") {
			v.t.Errorf("axe: %s", line)
		} else {
			v.t.Logf("axe: %s", line)
		}
	}
	eval[bool](v, "delete window.audited")
}

// keep writes the whole page as a picture, under the names of the test and of the
// page.
func (v *tab) keep() {
	v.t.Helper()
	shot, err := chromedp.Run(v.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		name := strings.ReplaceAll(v.t.Name()+"-"+eval[string](v, "document.title + ' ' + performance.now().toFixed()"), "/", "-")
		err = os.WriteFile(filepath.Join(*shots, strings.Map(func(r rune) rune {
			if strings.ContainsRune("<>: ", r) {
				return '_'
			}
			return r
		}, name)+".png"), shot, 0o644)
	}
	if err != nil {
		v.t.Error(err)
	}
}

// prints wants the page on paper to have these and not those, by selectors.
func (v *tab) prints(these, those string) {
	v.t.Helper()
	media := func(name string) {
		v.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name})
			return err
		}))
	}
	media("print")
	seen := "[...document.querySelectorAll(%q)].some((e) => e.checkVisibility())"
	if !eval[bool](v, fmt.Sprintf(seen, these)) {
		v.t.Errorf("%s is missing on paper", these)
	}
	if eval[bool](v, fmt.Sprintf(seen, those)) {
		v.t.Errorf("%s is on paper", those)
	}
	media("")
}

// The measure of pictures: they are compared by the mean colour of squares, so
// that another version of a typeface makes no difference, but a colour, a place
// or a part that is missing does.
const (
	squarePixels = 8
	farOff       = 48   // of 255: a square that shows something else
	farOffMax    = 0.04 // the part of the squares that may be so
)

// seen compares what the element of a selector looks like with the picture of
// that name in testdata, which keeps one pixel for each square.
func (v *tab) seen(selector, name string) {
	v.t.Helper()
	shot, err := chromedp.Run(v.ctx, chromedp.Screenshot(chromedp.CSS(selector)))
	if err != nil {
		v.t.Fatal(err)
	}
	whole, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		v.t.Fatal(err)
	}
	got := squares(whole)
	file := filepath.Join("testdata", name+".png")
	if *update {
		var b bytes.Buffer
		if err := errors.Join(png.Encode(&b, got), os.WriteFile(file, b.Bytes(), 0o644)); err != nil {
			v.t.Fatal(err)
		}
		return
	}
	golden, err := os.Open(file)
	if err != nil {
		v.t.Fatal(err)
	}
	defer golden.Close()
	want, err := png.Decode(golden)
	if err != nil {
		v.t.Fatal(err)
	}
	if part, why := differ(got, want); part > farOffMax || why != "" {
		kept := filepath.Join(os.TempDir(), "touchstone-"+name+".png")
		_ = os.WriteFile(kept, shot, 0o644) // to be looked at, if it can be
		v.t.Errorf("%s: %.1f %% of the picture differ%s; see %s, and -update if that is right", name, 100*part, why, kept)
	}
}

// squares has a pixel for each square of a picture.
func squares(whole image.Image) *image.RGBA {
	size := whole.Bounds().Size()
	small := image.NewRGBA(image.Rect(0, 0, size.X/squarePixels, size.Y/squarePixels))
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			var sum [3]uint32
			for i := range squarePixels * squarePixels {
				at := whole.Bounds().Min.Add(image.Pt(x*squarePixels+i%squarePixels, y*squarePixels+i/squarePixels))
				r, g, b, _ := whole.At(at.X, at.Y).RGBA()
				sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+b>>8
			}
			const n = squarePixels * squarePixels
			small.SetRGBA(x, y, color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255})
		}
	}
	return small
}

// differ is which part of two pictures is far off; why is another reason.
func differ(got *image.RGBA, want image.Image) (part float64, why string) {
	// A typeface of another size makes text taller.
	a, b := got.Bounds().Size(), want.Bounds().Size()
	if a.X != b.X || max(a.Y, b.Y)*10 > min(a.Y, b.Y)*11 {
		return 1, fmt.Sprintf(" (%v squares, not %v)", a, b)
	}
	n := 0
	for y := range min(a.Y, b.Y) {
		for x := range a.X {
			if distance(got.At(x, y), want.At(x, y)) > farOff {
				n++
			}
		}
	}
	return float64(n) / float64(a.X*min(a.Y, b.Y)), ""
}

func distance(a, b color.Color) int {
	r, g, bl, _ := a.RGBA()
	r2, g2, bl2, _ := b.RGBA()
	far := 0
	for _, d := range []int{int(r>>8) - int(r2>>8), int(g>>8) - int(g2>>8), int(bl>>8) - int(bl2>>8)} {
		far = max(far, d, -d)
	}
	return far
}
