// Package pages looks at the pages of recorded games: that they show what was
// played, that nothing of it becomes markup, and that they stay small.
package pages

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/report/playback"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
)

var (
	update = flag.Bool("update", false, "write the pages as they are now; look at them before they are committed")
	soak   = flag.Bool("soak", false, "run the long rounds of make soak")
)

// live are the games that are played live.
func live() []*game.Game {
	return slices.DeleteFunc(games.All(), func(g *game.Game) bool { return len(g.Protocol.Methods) == 0 })
}

// vandal replies to one of its calls, counted from 1, with something else.
type vandal struct {
	game.Player
	call  int
	reply string
	calls int
}

func (v *vandal) Reply(method string, args []jsontext.Value) (game.Reply, error) {
	if v.calls++; v.calls == v.call {
		return game.Reply{Text: []byte(v.reply)}, nil
	}
	return v.Player.Reply(method, args)
}

// patient is called a little later than those in front of it, so that players who
// are asked at the same time reply in one order always.
type patient struct {
	match.Player
	wait time.Duration
}

func (p patient) Call(method string, args []jsontext.Value, limit time.Duration) (jsontext.Value, error) {
	time.Sleep(p.wait)
	return p.Player.Call(method, args, limit)
}

// hostile is what nobody should be called.
const hostile = `<img src=x onerror=alert(1)></li></script>&amp;"'` + "\u202e\x1b[31m"

// recorded and pages are what several tests look at, which is made once: games by
// what is asked for, and pages by their games.
var recorded, pages = map[string]string{}, map[string]string{}

// record returns the transcript of a game. With bad the first player has a hostile
// name, and says something hostile in its third call.
func record(t *testing.T, gameName string, players int, seed uint64, bad bool, options ...string) string {
	t.Helper()
	key := fmt.Sprint(gameName, players, seed, bad, options)
	if recorded[key] == "" {
		recorded[key] = played(t, gameName, players, seed, bad, options...)
	}
	return recorded[key]
}

func played(t *testing.T, gameName string, players int, seed uint64, bad bool, options ...string) string {
	t.Helper()
	g, err := games.Named(gameName)
	if err != nil {
		t.Fatal(err)
	}
	s := game.Settings{}
	for _, text := range options {
		o, err := game.ParseSetting(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Options = append(s.Options, o)
	}
	rules, err := g.Configure(s)
	if err != nil {
		t.Fatal(err)
	}
	live := rules.Live()
	in, err := live.Deal(rand.New(rand.NewPCG(seed, 7)), players)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		header := transcript.Header{Touchstone: "test", Game: g.Name, Options: rules.Options(), In: in, Side: game.Server, Seated: true, Seed: &seed}
		w := transcript.NewWriter(&out, "memory", header, nil)
		var names []string
		var seats []match.Seat
		for i := range players {
			name := string(rune('A'+i)) + "da"
			p, err := live.Player("random", name, seed)
			if err != nil {
				t.Fatal(err)
			}
			if bad && i == 0 {
				name = hostile
				p = &vandal{Player: p, call: 3, reply: `"</script><script>alert(2)</script>"`}
			}
			names = append(names, name)
			w.Connect(i + 1)
			seats = append(seats, match.Seat{Conn: i + 1, Player: patient{match.NewBuiltin(p, i+1, w), time.Duration(i+1) * time.Millisecond}})
		}
		for i, name := range names {
			w.SignUp(i+1, i, name)
		}
		referee, err := live.Referee(in, names)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := match.Play(t.Context(), referee, seats, match.Options{Recorder: w}); err != nil {
			t.Fatal(err)
		}
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
	})
	return out.String()
}

func reader(t *testing.T, text string) *transcript.Reader {
	t.Helper()
	r, err := transcript.NewReader(strings.NewReader(text), "x")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func page(t *testing.T, text string) string {
	t.Helper()
	if pages[text] == "" {
		pages[text] = drawnPage(t, text)
	}
	return pages[text]
}

func drawnPage(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := playback.Write(&b, reader(t, text), games.Named); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A reel is what the script of a page unpacks, read as the script reads it.
type reel struct {
	Wide     film     `json:"wide"`
	Narrow   film     `json:"narrow"`
	Pictures []int    `json:"pictures"`
	Why      []string `json:"why"`
	Messages []string `json:"messages"`
	Changes  []string `json:"changes"`
}

type film struct {
	Lines    []string `json:"lines"`
	Pictures [][]int  `json:"pictures"`
}

func (f *film) picture(n int) string {
	var lines []string
	for i := 0; i < len(f.Pictures[n]); i += 2 {
		first, count := f.Pictures[n][i], f.Pictures[n][i+1]
		lines = append(lines, f.Lines[first:first+count]...)
	}
	return strings.Join(lines, "\n") + "\n"
}

var packed = regexp.MustCompile(`(<script type="text/plain" id="film">)([^<]*)(</script>)`)

func unpack(t *testing.T, html string) (r reel) {
	t.Helper()
	part := packed.FindStringSubmatch(html)
	if part == nil {
		t.Fatal("no film")
	}
	raw, err := base64.StdEncoding.DecodeString(part[2])
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.UnmarshalRead(z, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

var (
	style  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	script = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	drawn  = regexp.MustCompile(`(?s)<svg .*?</svg>`)
	marks  = regexp.MustCompile(`(?m)^<rect [^\n]* s-marked"[^\n]*/>\n`)
	items  = regexp.MustCompile(`(?m)^<li id="step=(\d+)"[^\n]*$`)
)

// The pages of one game of each kind are as they were looked at, but for style,
// script and pictures.
func TestGolden(t *testing.T) {
	for _, g := range live() {
		t.Run(g.Name, func(t *testing.T) {
			text := record(t, g.Name, 2, 1, true)
			html := page(t, text)
			if again := drawnPage(t, text); again != html {
				t.Error("another page of the same game")
			}
			r := unpack(t, html)
			html = style.ReplaceAllString(html, "<style></style>")
			html = script.ReplaceAllString(html, "<script></script>")
			html = drawn.ReplaceAllString(html, "<svg></svg>")
			html = regexp.MustCompile(`sha256-.*?&#39;`).ReplaceAllString(html, "sha256-&#39;")
			html = packed.ReplaceAllString(html, "${1}"+fmt.Sprintf("%d pictures of steps %d", len(r.Wide.Pictures), r.Pictures)+"${3}")
			path := filepath.Join("testdata", g.Name+".html")
			if *update {
				if err := os.WriteFile(path, []byte(html), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), html); d != "" {
				t.Errorf("%s (-update writes it):\n%s", path, d)
			}
		})
	}
}

// Each step shows the state as it is then, drawn as everywhere else.
func TestPictures(t *testing.T) {
	for _, g := range live() {
		t.Run(g.Name, func(t *testing.T) {
			text := record(t, g.Name, 3, 2, false)
			html := page(t, text)
			r := unpack(t, html)
			screening, err := transcript.Screen(reader(t, text), games.Named)
			if err != nil {
				t.Fatal(err)
			}
			n, states, marked, last := 1, 0, 0, ""
			var names []string
			looked := map[string]bool{}
			for m, err := range screening.Moments() {
				if err != nil {
					t.Fatal(err)
				}
				n++
				if m.Line.Kind == transcript.SignUp {
					names = append(names, *m.Line.Name)
				}
				if m.Finding != nil {
					t.Fatalf("step %d: %s", n, m.Finding.Message)
				}
				var told struct {
					Event string         `json:"event"`
					State jsontext.Value `json:"state"`
				}
				if m.Line.Kind == transcript.Event {
					if err := json.Unmarshal(m.Line.Event, &told); err != nil {
						t.Fatal(err)
					}
				}
				if told.Event == "start" && string(told.State) != string(m.Values[0]) {
					t.Errorf("the state is %s, but the game starts with %s", m.Values[0], told.State)
				}
				if len(m.Params) != 1 || m.Params[0].Value != "state" {
					continue
				}
				before := last
				last = string(m.Values[0])
				if changed := before != "" && before != last; changed != (r.Changes[n-1] != "") {
					t.Errorf("step %d: the state has changed: %v, told is %q", n, changed, r.Changes[n-1])
				}
				if before != last {
					states++
				}
				// A picture that shows the same state again was looked at.
				if drawing := fmt.Sprint(r.Pictures[n-1], last); looked[drawing] {
					continue
				} else {
					looked[drawing] = true
				}
				s, err := picture.Named(screening.Rules(), names, "state", m.Values[0])
				if err != nil {
					t.Fatal(err)
				}
				// But for its marks the picture is that of the state.
				picture := r.Wide.picture(r.Pictures[n-1])
				if d := cmp.Diff(string(svg.Draw(s, svg.Options{})), marks.ReplaceAllString(picture, "")); d != "" {
					t.Fatalf("step %d (-drawn +page): %s", n, d)
				}
				if marks.MatchString(picture) {
					marked++
					if r.Changes[n-1] == "" {
						t.Errorf("step %d: something is marked, and nothing is told to have changed", n)
					}
				}
				if states%5 != 0 && !*soak {
					continue
				}
				d := xml.NewDecoder(strings.NewReader(r.Narrow.picture(r.Pictures[n-1])))
				for err = nil; err == nil; {
					_, err = d.Token()
				}
				if err != io.EOF {
					t.Fatalf("step %d: the narrow picture is no XML: %v", n, err)
				}
			}
			// Who plays is called by name, whether the state knows the name or not.
			if last := r.Wide.picture(r.Pictures[n-1]); !strings.Contains(last, names[0]) {
				t.Errorf("the last picture does not name %s", names[0])
			}
			if marked < states*2/3 {
				t.Errorf("of %d states %d have marks", states, marked)
			}
			if states < 5 || n != len(r.Pictures) || n != len(items.FindAllString(html, -1)) {
				t.Errorf("%d states, %d lines, %d steps, %d items", states, n, len(r.Pictures), len(items.FindAllString(html, -1)))
			}
		})
	}
}

// What is said is text, whatever it is, and the page may do nothing but its own.
func TestHostile(t *testing.T) {
	for _, g := range live() {
		t.Run(g.Name, func(t *testing.T) {
			html := page(t, record(t, g.Name, 2, 1, true))
			for _, bad := range []string{"<img", "<script>alert", "\u202e", "\x1b", "javascript:", "http-equiv=\"refresh", " style="} {
				if strings.Contains(html, bad) {
					t.Errorf("the page contains %q", bad)
				}
			}
			if loads := regexp.MustCompile(`<[^<>]* (src|srcset|data|on[a-z]+)=[^<>]*>`).FindString(html); loads != "" {
				t.Errorf("the page has %s", loads)
			}
			for _, link := range regexp.MustCompile(`(?:href|url)[=(]"?([^"> ]*)`).FindAllStringSubmatch(html, -1) {
				if !strings.HasPrefix(link[1], "#step=") {
					t.Errorf("the page refers to %s", link[1])
				}
			}
			hash := func(part *regexp.Regexp) string {
				all := part.FindAllStringSubmatch(html, -1)
				if len(all) != 1 {
					t.Fatalf("%d parts like %s", len(all), part)
				}
				sum := sha256.Sum256([]byte(all[0][1]))
				return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
			}
			policy := "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script) + "; base-uri 'none'; form-action 'none'"
			if !strings.Contains(html, `<meta http-equiv="Content-Security-Policy" content="`+strings.NewReplacer("'", "&#39;", "+", "&#43;").Replace(policy)+`">`) {
				t.Errorf("the page has not the policy %s", policy)
			}
			if !strings.Contains(html, "&lt;img src=x onerror=alert(1)&gt;") {
				t.Error("the name does not show")
			}
		})
	}
}

// nesting prints what a foreign parser of HTML finds wrongly nested, and ids that
// there are twice.
const nesting = `
import html.parser, sys
class Reader(html.parser.HTMLParser):
    stack, ids = [], set()
    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "input"): self.stack.append(tag)
        for name, value in attrs:
            if name == "id" and value in self.ids: print("twice", value)
            if name == "id": self.ids.add(value)
    def handle_startendtag(self, tag, attrs): pass
    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag: print("end of", tag, self.getpos())
    def handle_comment(self, data): print("comment", data)
r = Reader(); r.feed(sys.stdin.buffer.read().decode("utf-8")); r.close()
if r.stack or len(r.ids) < 20: print("open", r.stack, len(r.ids))
`

func TestPythonReadsThePage(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 to read the page with")
	}
	for _, g := range live() {
		read := exec.Command("python3", "-IS", "-c", nesting)
		read.Stdin = strings.NewReader(page(t, record(t, g.Name, 2, 1, true)))
		if out, err := read.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", g.Name, err, out)
		}
	}
}

// The reply that breaks the rules is marked, and can be jumped to.
func TestIllegal(t *testing.T) {
	const jump = `<button type="button" id="illegal">First illegal</button>`
	for _, g := range live() {
		html := page(t, record(t, g.Name, 2, 1, true))
		var bad []string
		for _, item := range items.FindAllString(html, -1) {
			if strings.Contains(item, " data-illegal") {
				bad = append(bad, item)
			}
		}
		if len(bad) != 1 || !strings.Contains(bad[0], "alert(2)") || !strings.Contains(bad[0], "<b>from ") || !strings.Contains(html, jump) {
			t.Errorf("%s: illegal are %q", g.Name, bad)
		}
		if html = page(t, record(t, g.Name, 3, 2, false)); strings.Contains(html, jump) || strings.Contains(html, " data-illegal") {
			t.Errorf("%s: something is illegal in a clean game", g.Name)
		}
	}
}

// Of a record that is wrong, or ends early, there is a page as well.
func TestWrongRecords(t *testing.T) {
	text := record(t, "bazaar", 2, 1, false)
	lines := strings.SplitAfter(text, "\n")
	result := strings.Index(text, `"kind":"result"`)
	late := strings.Replace(text[result:], `"values":[[[`, `"values":[[["Eve",`, 1)
	clients := []string{strings.Replace(lines[0], `"side":"server"`, `"side":"clients"`, 1)}
	for _, l := range lines[1:] {
		if strings.Contains(l, `"kind":"connect"`) || strings.Contains(l, `"kind":"message"`) {
			clients = append(clients, l)
		}
	}
	for name, c := range map[string]struct{ text, want string }{
		"wrong result": {text[:result] + late, "illegal: at fault: server: the result: "},
		"early":        {strings.Join(lines[:40], ""), "There is no result: the game was stopped early."},
		"torn":         {strings.Join(lines[:40], "") + lines[40][:30], "Line 41 is cut off"},
		"begun":        {lines[0], `<li id="step=1"`},
		"clients":      {strings.Join(clients, ""), "nothing against the rules"},
	} {
		html := page(t, c.text)
		if !strings.Contains(html, c.want) {
			t.Errorf("%s: the page does not say %q", name, c.want)
		}
		if r := unpack(t, html); name == "clients" && len(r.Wide.Pictures) < 5 {
			t.Errorf("the clients saw %d pictures", len(r.Wide.Pictures))
		}
	}
	if err := playback.Write(io.Discard, reader(t, strings.Join(lines[:5], "")+"{}\n"), games.Named); err == nil {
		t.Error("no error for a line that is none")
	}
}

// A page of a long game can be mailed, and is opened at once.
func TestSize(t *testing.T) {
	stepsLeast, picturesLeast, cardsMax := 500, 200, "cards_max=40"
	if *soak {
		stepsLeast, picturesLeast, cardsMax = 1000, 500, "cards_max=100"
	}
	const stepBytesMost = 3_000
	text := record(t, "bazaar", 4, 2, false, "winning_score=1000", cardsMax)
	if n := strings.Count(text, "\n"); n < stepsLeast {
		t.Fatalf("the game has %d lines, expected %d", n, stepsLeast)
	}
	html := page(t, text)
	if r := unpack(t, html); len(html) > stepsLeast*stepBytesMost || len(r.Wide.Pictures) < picturesLeast {
		t.Errorf("%d bytes for %d pictures", len(html), len(r.Wide.Pictures))
	}
	if *soak && drawnPage(t, text) != html {
		t.Error("another page of the same game")
	}
}
