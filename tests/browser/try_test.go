package browser

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var soak = flag.Bool("soak", false, "follow many more links")

// trySite is the site with the page Try it, made once.
var trySite = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(subjects, "site")
	out, err := exec.Command(filepath.Join("..", "..", "scripts", "site.sh"), dir).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return dir, nil
})

// tryAt is the address of the page, opened as a file.
func tryAt(t *testing.T) (url, own string) {
	t.Helper()
	if chromium == nil {
		t.Skip("there is no browser")
	}
	dir, err := trySite()
	if err != nil {
		t.Fatal(err)
	}
	return "file://" + dir + "/try.html", "file://" + dir
}

// openTry opens the page with a fragment, and waits until it is shown.
func openTry(t *testing.T, fragment string, c look) *tab {
	t.Helper()
	url, own := tryAt(t)
	v := open(t, url+fragment, own, c.width, c.theme)
	v.shown(1)
	return v
}

// shown waits until the page has followed so many addresses.
func (v *tab) shown(n int) {
	v.t.Helper()
	v.until(fmt.Sprintf("Number(document.documentElement.dataset.shown) >= %d", n))
}

// settled waits until what is shown is what the rules say of what is entered.
func (v *tab) settled() {
	v.t.Helper()
	v.until("document.querySelector('#bench').getAttribute('aria-busy') === 'false'")
}

// choose chooses a value of a select element.
func (v *tab) choose(selector, value string) {
	v.t.Helper()
	v.do(chromedp.SetValue(chromedp.CSS(selector), value))
	eval[bool](v, fmt.Sprintf("document.querySelector(%q).dispatchEvent(new Event('change', {bubbles: true}))", selector))
}

// enter puts text in place of what stands in a field.
func (v *tab) enter(selector, text string) {
	v.t.Helper()
	eval[bool](v, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.value = %q;
		return e.dispatchEvent(new Event('input', {bubbles: true})) && e.dispatchEvent(new Event('change', {bubbles: true}));
	})()`, selector, text))
}

// says waits until the element of a selector says something.
func (v *tab) says(selector, want string) {
	v.t.Helper()
	v.until(fmt.Sprintf("document.querySelector(%q)?.innerText.includes(%q)", selector, want))
}

// press clicks the button of a selector that says something.
func (v *tab) press(selector, text string) {
	v.t.Helper()
	v.until(fmt.Sprintf("[...document.querySelectorAll(%q)].some((e) => e.innerText.includes(%q))", selector, text))
	eval[bool](v, fmt.Sprintf("[...document.querySelectorAll(%q)].find((e) => e.innerText.includes(%q)).click() ?? true", selector, text))
}

// A trial is what the page answers of a case.
type trial struct {
	ID, Output  string
	Options, In []string
}

// TestTryAnswers asks the page for the answers of all embedded cases of a task, and the
// command line for the same.
func TestTryAnswers(t *testing.T) {
	t.Parallel()
	v := openTry(t, "", look{"light", 1280})
	dir, _ := trySite()
	files, err := filepath.Glob(filepath.Join(dir, "try", "examples", "*.js"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	count := 0
	for _, file := range files {
		game, task, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".js"), "-")
		eval[bool](v, fmt.Sprintf(`(async () => {
			window.answered = undefined;
			const name = %q;
			if (!examples[name]) await new Promise((resolve) => {
				const s = document.createElement("script");
				s.src = "try/examples/" + name.replace("/", "-") + ".js";
				s.onload = resolve;
				document.head.append(s);
			});
			const [game, task] = name.split("/");
			const list = [];
			for (const k of examples[name]) {
				const a = await engine.ask({ask: "case", game, task, options: k.options ?? [], input: k.in.join("\n"), plain: true});
				list.push({id: k.id, in: k.in, options: k.options ?? [], output: a.output});
			}
			window.answered = JSON.stringify(list);
		})() && true`, game+"/"+task))
		v.until("window.answered !== undefined")
		var list []trial
		if err := json.Unmarshal([]byte(eval[string](v, "window.answered")), &list); err != nil {
			t.Fatal(err)
		}
		count += len(list)
		compareAnswers(t, game, task, list)
	}
	if count < 1000 {
		t.Errorf("the page has answered %d cases", count)
	}
}

// compareAnswers holds the answers of the page against those of the command line.
func compareAnswers(t *testing.T, game, task string, list []trial) {
	t.Helper()
	groups := map[string][]trial{}
	for _, k := range list {
		key := strings.Join(k.Options, "\x00")
		groups[key] = append(groups[key], k)
	}
	for _, group := range groups {
		var lines bytes.Buffer
		for _, k := range group {
			fmt.Fprintf(&lines, "[%s]\n", strings.Join(k.In, ","))
		}
		var settings []string
		for _, o := range group[0].Options {
			settings = append(settings, "--option", o)
		}
		command := []string{"solve", game + "/" + task, "--lines"}
		if task == "move" {
			command = []string{"check", game, "--lines"}
		}
		said := answers(t, lines.String(), append(command, settings...))
		for i, k := range group {
			if k.Output != said[i] {
				t.Errorf("%s: the page answers\n%s\nthe command line\n%s", k.ID, k.Output, said[i])
			}
		}
	}
}

// answers are what the command line answers line by line, each as without --lines.
func answers(t *testing.T, lines string, arguments []string) []string {
	t.Helper()
	cmd := exec.Command(touchstone, arguments...)
	cmd.Stdin = strings.NewReader(lines)
	out, err := cmd.Output()
	if e, ok := err.(*exec.ExitError); err != nil && (!ok || e.ExitCode() != 1) {
		t.Fatalf("%v: %v", arguments, err)
	}
	var list []string
	for line := range strings.Lines(string(out)) {
		var values []json.RawMessage
		if err := json.Unmarshal([]byte(line), &values); err != nil {
			t.Fatalf("%v: %s: %v", arguments, line, err)
		}
		var b strings.Builder
		for _, v := range values {
			fmt.Fprintf(&b, "%s\n", v)
		}
		list = append(list, b.String())
	}
	return list
}

// TestTry goes the ways that people go on the page.
func TestTry(t *testing.T) {
	t.Parallel()
	for _, c := range looks() {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			v := openTry(t, "#case=bazaar/move/wallet-lacks-the-left-side", c)
			v.says("#said", "Illegal: wallet_short")
			v.says("#about-example", "It tests BG-19")
			v.fits()
			v.legible()
			v.hears("combobox Game", "combobox Task", "combobox Example", "textbox Input", "heading Answer", "button Copy link", "image ")

			// What is illegal is explained, and what would be legal is one click away.
			for _, want := range []string{"Why: ", "BG-19"} {
				v.says("#said", want)
			}
			v.press("#said button", "What would be legal?")
			v.says("#offers-said", "legal request")
			v.fits()
			v.legible()
			v.press("#offers-list button", "asks for a pebble")
			v.says("#said .verdict", "Legal")
			v.says("#changes", "/players/0/wallet")
			v.until("document.querySelector('#after svg .s-marked')")

			// Broken input says where; its place is selected.
			whole := eval[string](v, "document.querySelector('#input').value")
			broken := strings.Replace(whole, `"bank"`, `"bnak"`, 1)
			v.enter("#input", broken)
			v.says("#said", "This is not valid input")
			v.press("#problems button", "bnak")
			if selected := eval[string](v, "(() => { const e = document.querySelector('#input'); return e.value.slice(e.selectionStart, e.selectionEnd); })()"); !strings.Contains(selected, "bnak") {
				t.Errorf("selected is %q", selected)
			}
			v.fits()
			v.legible()
			v.enter("#input", whole[:len(whole)/2])
			v.says("#said", "This is not valid input")
			v.enter("#input", whole)
			v.settled()
			v.says("#said .verdict", "Legal")

			// A link opens the same view elsewhere.
			v.until("location.hash.startsWith('#1.')")
			hash := eval[string](v, "location.hash")
			other := openTry(t, hash, c)
			other.says("#said .verdict", "Legal")
			if again := eval[string](other, "document.querySelector('#input').value"); again != whole {
				t.Errorf("the link has the input\n%s\nand not\n%s", again, whole)
			}
			if again := eval[string](other, "location.hash"); again != hash {
				t.Errorf("the link %s becomes %s", hash, again)
			}
		})
	}
}

// TestTryForms builds requests without writing them.
func TestTryForms(t *testing.T) {
	t.Parallel()
	v := openTry(t, "#case=bazaar/move/wallet-lacks-the-left-side", look{"light", 1280})
	// A part of the picture is clicked: the requests that have to do with it are offered.
	eval[bool](v, `document.querySelector('#before [data-at^="/bank"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))`)
	v.says("#offers-said", "to do with this part")
	v.press("#offers-list button", "asks for a pebble")
	v.says("#said .verdict", "Legal")
	v.press("#offers-all", "Show all")
	v.says("#offers-said", "Choose one")
	// A form of the request.
	eval[bool](v, "document.querySelector('#fill').open = true")
	v.until("document.querySelector('#form select')")
	v.choose("#form select", "2") // exchanges
	v.press("#form button", "Add to request")
	v.says("#said", "no colour on both sides")
	eval[bool](v, "(() => { const all = document.querySelectorAll('#form select'); all[all.length - 1].dataset.second = ''; return true; })()")
	v.choose("[data-second]", "2") // blue
	v.says("#said", "trades 1 red for 1 blue")
	v.fits()
	v.legible()
	for _, game := range []string{"ubar", "bazar", "ubongo"} {
		v.choose("#game", game)
		v.settled()
		v.until("document.querySelector('#before svg') && document.querySelector('#said .verdict')")
		v.until("document.querySelectorAll('#form input, #form select').length > 0")
		if game == "bazar" {
			// An empty cell is clicked: the requests that name it are offered.
			eval[bool](v, `document.querySelector('#before [data-spot="0,0"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))`)
			v.says("#offers-said", "to do with this part")
			v.says("#offers-list", "[0,0]")
		}
		if offered := eval[int](v, "document.querySelectorAll('#offers-list li').length"); offered == 0 {
			v.until("document.querySelectorAll('#offers-list li').length > 0")
		}
		v.fits()
		v.legible()
	}
}

// TestTryOptions sets options, good ones and others.
func TestTryOptions(t *testing.T) {
	t.Parallel()
	v := openTry(t, "#case=bazaar/move/wallet-lacks-the-left-side", look{"dark", 390})
	eval[bool](v, "document.querySelector('#rules').open = true")
	v.fits()
	v.legible()
	v.enter("#option-draws", "recorded")
	v.says("#rules-set", "draws=recorded")
	v.says("#command", "touchstone check bazaar --option draws=recorded")
	v.enter("#option-draws", "sideways")
	v.says("#message", "draws")
	v.enter("#option-draws", "")
	v.says("#said .verdict", "Illegal")
	if said := v.text("#message"); said != "" {
		t.Errorf("the page still says %q", said)
	}
}

// TestTrySteps goes through games step by step: the input of a task, and a transcript.
func TestTrySteps(t *testing.T) {
	t.Parallel()
	v := openTry(t, "", look{"light", 1280})
	v.choose("#task", "play")
	v.settled()
	eval[bool](v, "window.longest = examples['bazaar/play'].toSorted((a, b) => b.in.length - a.in.length)[0].id, true")
	v.choose("#example", eval[string](v, "window.longest"))
	v.settled()
	v.until("!document.querySelector('#watch').hidden && document.querySelector('#frame svg')")
	v.press("#watch button", "Next")
	v.says("#count", "2 of ")
	v.until("!document.querySelector('#back').disabled")
	v.press("#watch button", "First")
	v.says("#count", "1 of ")
	v.fits()
	v.legible()

	transcript := filepath.Join(t.TempDir(), "game.jsonl")
	if out, err := exec.Command(touchstone, "play", "ubar", "--seed", "4", "--quiet", "--transcript", transcript,
		"--player", "builtin:greedy", "--player", "builtin:random").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(transcript)
	if err != nil {
		t.Fatal(err)
	}
	v.choose("#task", "transcript")
	v.enter("#input", string(text))
	v.until("Number(document.querySelector('#slider').max) > 50")
	v.says("#about", "captains")
	v.press("#watch button", "Last")
	v.until("document.querySelector('#next').disabled")
	v.fits()
	v.legible()
	v.enter("#input", "nothing")
	v.says("#message", "transcript")
}

// TestTryByHand plays games by hand.
func TestTryByHand(t *testing.T) {
	t.Parallel()
	v := openTry(t, "", look{"light", 390})
	for _, game := range gameNames(t) {
		v.choose("#game", game)
		v.choose("#task", "hand")
		v.settled()
		v.says("#hand-said", "It is your turn")
		v.until("document.querySelectorAll('#hand-offers li').length > 0")
		v.fits()
		v.legible()
		// Some legal replies: nobody is out for them.
		for n := range 3 {
			if eval[bool](v, "document.querySelector('#hand-reply').hidden") {
				break
			}
			lines := eval[int](v, "document.querySelectorAll('#hand-lines li').length")
			v.press("#hand-offers button", "")
			v.settled()
			v.until(fmt.Sprintf("document.querySelectorAll('#hand-lines li').length > %d", lines))
			if said := v.text("#hand-said"); strings.Contains(said, "You are out") {
				t.Fatalf("%s: out after reply %d: %s", game, n, said)
			}
		}
		// One that no game takes.
		v.enter("#reply", `"nonsense"`)
		v.press("#give", "")
		v.says("#hand-said", "You are out")
		v.press("#undo", "")
		v.says("#hand-said", "It is your turn")
		v.enter("#reply", `[`)
		v.press("#give", "")
		v.says("#message", "not JSON")
	}
	v.settled()
	other := openTry(t, eval[string](v, "location.hash"), look{"light", 1280})
	if a, b := v.text("#hand-lines"), other.text("#hand-lines"); a != b {
		t.Errorf("the link leads to\n%s\nand not to\n%s", b, a)
	}
}

// TestTryFiles saves what is too long for a link, and opens it again.
func TestTryFiles(t *testing.T) {
	t.Parallel()
	v := openTry(t, "", look{"light", 1280})
	rng := rand.New(rand.NewPCG(1, 1))
	long := make([]byte, 60_000)
	for i := range long {
		long[i] = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ"[rng.IntN(46)]
	}
	v.enter("#input", `"`+string(long)+`"`)
	v.says("#share-said", "too long for a link")
	if !eval[bool](v, "document.querySelector('#copy').disabled && location.hash === ''") {
		t.Errorf("there is a link all the same: %s", eval[string](v, "location.hash"))
	}
	// What the browser would save is looked at on its way.
	eval[bool](v, `(() => {
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => {
			blob.text().then((text) => { window.saved = text; });
			return make(blob);
		};
		HTMLAnchorElement.prototype.click = () => {};
		return true;
	})()`)
	v.press("#save", "")
	v.until("window.saved")
	saved := eval[string](v, "window.saved")
	file := filepath.Join(t.TempDir(), "view.json")
	if err := os.WriteFile(file, []byte(saved), 0o644); err != nil {
		t.Fatal(err)
	}
	v.choose("#game", "ubar")
	v.settled()
	v.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}))
	v.until("document.querySelector('#game').value === 'bazaar'")
	v.settled()
	v.says("#said", "This is not valid input")
	if eval[string](v, "document.querySelector('#input').value") != `"`+string(long)+`"` {
		t.Error("the file has another input")
	}
	// A file with anything else is the input.
	if err := os.WriteFile(file, []byte("[]\r\n[\"red\"]\r\n[\"pink\"]\r\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	v.choose("#task", "equations")
	v.settled()
	v.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}))
	v.press("#problems button", "pink")
	if selected := eval[string](v, "(() => { const e = document.querySelector('#input'); return e.value.slice(e.selectionStart, e.selectionEnd); })()"); selected != `"pink"` {
		t.Errorf("selected is %q", selected)
	}
}

// TestTryBook follows a link from a clause of the rule book to the case that shows it.
func TestTryBook(t *testing.T) {
	t.Parallel()
	url, own := tryAt(t)
	v := open(t, strings.Replace(url, "try.html", "games/bazaar.html#bg-19", 1), own, 1280, "light")
	v.until("document.querySelector('a[href*=\"try.html#case=\"]')")
	v.do(chromedp.Navigate(eval[string](v, "document.querySelector('a[href*=\"try.html#case=\"]').href")))
	v.shown(1)
	if said := v.text("#message"); said != "" {
		t.Errorf("the page says %q", said)
	}
	for _, game := range gameNames(t) {
		text, err := os.ReadFile(filepath.Join(strings.TrimPrefix(own, "file://"), "games", game+".html"))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "try.html#case="); n < 20 {
			t.Errorf("the rule book of %s opens %d cases", game, n)
		}
	}
}

// TestTryReport follows the links of reports: to an embedded case, and to one of a suite
// of one's own.
func TestTryReport(t *testing.T) {
	t.Parallel()
	_, own := tryAt(t)
	program := filepath.Join(subjects, "xrules")
	for _, suite := range [][]string{{"--case", "**/forth-and-back"}, {"--generate", "60", "--seed", "3"}} {
		arguments := append([]string{"test", "bazaar/rules", "--isolation", "none", "--try", own}, suite...)
		out, _ := exec.Command(touchstone, append(arguments, "--", program)...).Output()
		_, rest, ok := strings.Cut(string(out), "  try it: ")
		url, _, _ := strings.Cut(rest, "\n")
		if !ok {
			t.Fatalf("there is no link in\n%s", out)
		}
		v := open(t, url, own, 1280, "light")
		v.shown(1)
		if said := v.text("#message"); said != "" {
			t.Errorf("%s: %s", url, said)
		}
		if answer := v.text("#output"); !strings.Contains(string(out), "-"+strings.Split(answer, "\n")[0]) {
			t.Errorf("%s leads to the answer\n%s\nthe report has\n%s", url, answer, out)
		}
	}
}

// TestTryLinks follows random links, spoilt ones among them.
func TestTryLinks(t *testing.T) {
	t.Parallel()
	links := 30
	if *soak {
		links = 10_000
	}
	v := openTry(t, "", look{"light", 1280})
	rng := rand.New(rand.NewPCG(31, 1))
	v.settled()
	good := eval[string](v, "location.hash")
	games := gameNames(t)
	for range links {
		fragment := randomLink(rng, games, good)
		before := eval[string](v, "document.documentElement.dataset.shown")
		now := eval[string](v, "location.hash")
		eval[bool](v, fmt.Sprintf("(location.hash = %q, true)", fragment))
		if eval[string](v, "location.hash") != now {
			v.until(fmt.Sprintf("document.documentElement.dataset.shown !== %q", before))
		}
		v.settled()
		v.until("!document.querySelector('#bench').hidden && document.querySelectorAll('#task option').length > 0")
	}
	eval[bool](v, "(location.hash = '#case=bazaar/move/wallet-lacks-the-left-side', true)")
	v.says("#said", "Illegal: wallet_short")
}

// gameNames are the names of the games that there are.
func gameNames(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command(touchstone, "games", "--format", "json").Output()
	var list []struct{ Name string }
	if err == nil {
		err = json.Unmarshal(out, &list)
	}
	if err != nil || len(list) == 0 {
		t.Fatalf("touchstone lists %d games: %v", len(list), err)
	}
	var names []string
	for _, g := range list {
		names = append(names, g.Name)
	}
	return names
}

// randomLink is a link that may stand for anything, of one of the games or of none.
func randomLink(rng *rand.Rand, games []string, good string) string {
	switch rng.IntN(6) {
	case 4: // a view that says anything
		var packed bytes.Buffer
		z, _ := flate.NewWriter(&packed, flate.BestSpeed)
		fmt.Fprintf(z, `{"game":%q,"task":%q,"options":%s,"players":%s,"replies":%s,"input":%q,"step":%d,"seed":%s}`,
			pick(rng, append(slices.Clone(games), "chess", "", "__proto__")...),
			pick(rng, "hand", "transcript", "play", "move", "view", "constructor", ""),
			pick(rng, "[]", `["draws=recorded"]`, `["x"]`, `["=",""]`, "{}", "[1]", "null"),
			pick(rng, "[]", `["random"]`, `["random","random","random","random","random","random","random","random"]`, `["cheat:x"]`, `[""]`, `"x"`),
			pick(rng, "[]", `["false"]`, `["{"]`, `["\"nonsense\"","[]"]`, `[null]`, `[[]]`),
			pick(rng, "", "{} {}", "\r\n[1]\r\n", "\u2028é𝄞", `{"transcript":1,"game":"ubar"}`, strings.Repeat("[", 3000)),
			rng.IntN(5), pick(rng, "1", "0", "-1", "1e99", "1.5", `"1"`))
		z.Close()
		return "#1." + base64.RawURLEncoding.EncodeToString(packed.Bytes())
	case 0: // a good one, with another letter somewhere
		b := []byte(good)
		b[1+rng.IntN(len(b)-1)] = "abcXYZ019-_.%&=/"[rng.IntN(16)]
		return string(b)
	case 1:
		return good[:1+rng.IntN(len(good)-1)]
	case 2:
		return "#case=" + []string{"", "bazaar", "bazaar/move/none", "no/such/case", "../../x", "ubongo/solve/", "%", "constructor/prototype/x"}[rng.IntN(8)]
	case 3:
		raw := make([]byte, rng.IntN(60))
		for i := range raw {
			raw[i] = byte(rng.IntN(256))
		}
		return "#1." + base64.RawURLEncoding.EncodeToString(raw)
	}
	return "#" + strings.Map(func(r rune) rune {
		if rng.IntN(4) == 0 {
			return rune('!' + rng.IntN(90))
		}
		return r
	}, "case=bazaar/move/x1.step2?a&b")
}

func pick(rng *rand.Rand, list ...string) string { return list[rng.IntN(len(list))] }

// TestTryLarge enters a state of a megabyte. What the rules say to it is looked at, not how
// patient the page is: on a busy machine they may take longer than a person waits.
func TestTryLarge(t *testing.T) {
	t.Parallel()
	v := openTry(t, "", look{"light", 1280})
	eval[bool](v, `(() => {
		const right = window.setTimeout.bind(window);
		window.setTimeout = (does, ms) => right(does, ms < 10_000 ? ms : 10 * ms);
		return true;
	})()`)
	for _, large := range []string{
		`"{\"bank\": [" + "\"red\",".repeat(125000) + "\"red\"]}"`,
		`"{\"bank\": " + "[".repeat(60) + "]".repeat(60) + " ".repeat(1000000) + "}"`,
		`"[".repeat(1000000)`, `"[".repeat(490)`, `"{\"a\":".repeat(490)`,
		`"{" + Array.from({length: 60000}, (_, i) => "\"key" + i + "\":1").join(",") + "}"`,
	} {
		eval[bool](v, `(async () => {
			window.took = undefined;
			const input = `+large+` + " false";
			const begin = performance.now();
			const a = await engine.ask({ask: "case", game: "bazaar", task: "move", input, width: 700});
			window.took = [performance.now() - begin, a.refusal?.message ?? "", input.length];
		})().catch((e) => { window.took = [0, e.message, 0]; }) && true`)
		v.until("window.took")
		took := eval[[]any](v, "window.took")
		t.Logf("%.0f characters: %.0f ms: %.100s", took[2], took[0], took[1])
		if said := took[1].(string); !strings.Contains(said, "value 1 (state)") && !strings.Contains(said, "nested deeper") {
			t.Errorf("%s is no state, and the page says %q", large, said)
		}
	}
}

// TestTryUnable has a browser that cannot run the rules.
func TestTryUnable(t *testing.T) {
	t.Parallel()
	url, own := tryAt(t)
	v := open(t, "about:blank", own, 390, "light")
	v.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: "delete window.WebAssembly"})
		return err
	}), chromedp.Navigate(url))
	v.says("#unable", "touchstone check bazaar")
	v.fits()
	v.legible()
}

// TestTryServed has the site on a plain file server, whose page asks it for nothing but
// its own files.
func TestTryServed(t *testing.T) {
	t.Parallel()
	_, own := tryAt(t)
	var mu sync.Mutex
	var asked []string
	files := http.FileServer(http.Dir(strings.TrimPrefix(own, "file://")))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		if r.URL.Path == "/favicon.ico" { // which browsers ask for by themselves
			w.WriteHeader(http.StatusNoContent)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	v := open(t, server.URL+"/try.html#case=ubongo/solve/", server.URL, 1280, "light")
	v.shown(1)
	v.says("#message", "there is no case")
	policy := eval[string](v, "document.querySelector('meta[http-equiv]').content")
	if strings.Contains(policy, "unsafe-inline") || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "connect-src") {
		t.Errorf("the policy is %s", policy)
	}
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(asked)
	for _, path := range slices.Compact(asked) {
		if path != "/try.html" && !strings.HasPrefix(path, "/try/") && !strings.HasPrefix(path, "/search") && path != "/site.css" && path != "/favicon.ico" {
			t.Errorf("the page asks for %s", path)
		}
	}
}
