package pictures

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/drawing"
	"github.com/touchstone-harness/touchstone/harness/scene/png"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
	"github.com/touchstone-harness/touchstone/harness/scene/terminal"
	"github.com/touchstone-harness/touchstone/tests/clock"
)

// inputs calls f with the values of a generated input and of its answer, those
// that can be drawn.
func inputs(t testing.TB, g *game.Game, task game.Task, seed uint64, size int, f func(value string, raw jsontext.Value)) {
	t.Helper()
	d := drawer(t, g)
	can := d.Drawable()
	each := func(params []game.Param, values []jsontext.Value) {
		for i, raw := range values {
			if value := params[min(i, len(params)-1)].Value; slices.Contains(can, value) {
				f(value, raw)
			}
		}
	}
	in := d.Generate(task.Name, rand.New(rand.NewPCG(seed, 7)), size)
	each(task.In, in)
	var out game.Output
	if oracle := d.Oracle(task.Name); task.Live == "" && oracle(in, &out) == nil {
		each(task.Out, out.Values())
	}
}

// everything draws a value in all ways and looks at what every picture must be.
func everything(t testing.TB, g *game.Game, d game.Drawer, value string, raw jsontext.Value) {
	t.Helper()
	s, err := d.Draw(value, raw)
	if err != nil {
		t.Fatalf("%s %s: %v", value, raw, err)
	}
	if s.Title == "" || s.Alt == "" || s.Body == nil {
		t.Fatalf("%s %s: the title is %q, the alternative text %q", value, raw, s.Title, s.Alt)
	}
	var decoded any
	if err := json.Unmarshal(raw, &decoded); err != nil {
		t.Fatal(err)
	}
	for _, place := range s.Places() {
		if !exists(decoded, place) {
			t.Fatalf("%s: the picture shows %s, which is not there:\n%s", value, place, raw)
		}
	}
	checkText(t, s, raw)
	explained(t, g, s)
	wellFormed(t, svg.Draw(s, svg.Options{Places: true}))
}

// explained wants the letters of every token in the legend, and no letters twice.
// Districts of Bazar and pieces of Ubongo 3D have their names beside them.
func explained(t testing.TB, g *game.Game, s *scene.Scene) {
	t.Helper()
	named := g.Name == "bazar" || g.Name == "ubongo"
	var walk func(p scene.Part)
	walk = func(p scene.Part) {
		switch p := p.(type) {
		case *scene.Token:
			if strings.ContainsFunc(p.Mark, unicode.IsLetter) && !(named && p.Form == scene.Square) &&
				!slices.ContainsFunc(s.Legend, func(m scene.Meaning) bool { return scene.SameSign(m.Sign, p) }) {
				t.Errorf("%s: no legend tells what %q is", s.Title, p.Mark)
			}
		case *scene.Row:
			for _, part := range p.Parts {
				walk(part)
			}
		case *scene.Column:
			for _, part := range p.Parts {
				walk(part)
			}
		case *scene.Panel:
			walk(p.Body)
		case *scene.Grid:
			for _, row := range p.Cells {
				for _, cell := range row {
					walk(cell.Body)
				}
			}
		}
	}
	walk(s.Body)
	seen := map[string]bool{}
	for _, m := range s.Legend {
		if seen[m.Letters()] || m.Words == "" {
			t.Errorf("%s: the legend has %q twice, or without a meaning", s.Title, m.Letters())
		}
		seen[m.Letters()] = true
	}
}

// Players whose names a state does not have are called by those that they have.
func TestNames(t *testing.T) {
	const hostile = "<b>Ada\u202e"
	for _, g := range games.All() {
		d := drawer(t, g)
		named, ok := d.(game.NameDrawer)
		if !ok {
			continue
		}
		raw := d.Generate("move", rand.New(rand.NewPCG(5, 5)), 60)[0]
		plain, err := d.Draw("state", raw)
		if err != nil {
			t.Fatal(err)
		}
		for _, names := range [][]string{nil, {""}, {"", hostile}, {hostile, "Bob", "Cyd", "Dan", "Eve"}} {
			s, err := named.DrawNamed("state", raw, names)
			if err != nil {
				t.Fatal(err)
			}
			checkText(t, s, raw)
			vector := string(svg.Draw(s, svg.Options{}))
			wellFormed(t, []byte(vector))
			said := strings.Contains(vector, `&lt;b&gt;Ada\u202e`) && strings.Contains(s.Alt, `Ada\u202e`)
			if given := slices.Contains(names, hostile); said != given {
				t.Errorf("%s: the names %q, told: %v", g.Name, names, said)
			}
			if !slices.ContainsFunc(names, func(n string) bool { return n != "" }) && vector != string(svg.Draw(plain, svg.Options{})) {
				t.Errorf("%s: another picture without names", g.Name)
			}
		}
	}
}

// Of every task there is something to see.
func TestEveryTask(t *testing.T) {
	seeds := 1
	if *soak {
		seeds = 3
	}
	for _, g := range games.All() {
		d := drawer(t, g)
		for _, task := range g.Tasks {
			for seed := range uint64(seeds) {
				s, err := picture.Values(d, task.In, d.Generate(task.Name, rand.New(rand.NewPCG(seed, 3)), 40))
				if err != nil {
					t.Errorf("%s/%s: %v", g.Name, task.Name, err)
					continue
				}
				checkText(t, s, nil)
			}
		}
	}
}

// exists tells whether a pointer leads to something in a value; "/" is all of it.
func exists(v any, pointer string) bool {
	if pointer == "/" {
		return true
	}
	for _, step := range strings.Split(pointer, "/")[1:] {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		switch outer := v.(type) {
		case map[string]any:
			inner, ok := outer[step]
			if !ok {
				return false
			}
			v = inner
		case []any:
			var i int
			if _, err := fmt.Sscan(step, &i); err != nil || i < 0 || i >= len(outer) || fmt.Sprint(i) != step {
				return false
			}
			v = outer[i]
		default:
			return false
		}
	}
	return true
}

// checkText draws as text at several widths and looks for what no terminal may
// get.
func checkText(t testing.TB, s *scene.Scene, raw jsontext.Value) {
	t.Helper()
	for _, width := range []int{20, 41, 80, 200} {
		for _, ascii := range []bool{false, true} {
			text := terminal.Draw(s, terminal.Options{Width: width, ASCII: ascii})
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				if n := utf8.RuneCountInString(line); n > width {
					t.Fatalf("a line of %d characters at width %d:\n%s\n%s", n, width, line, raw)
				}
				if strings.TrimRight(line, " ") != line {
					t.Fatalf("blanks at the end of %q", line)
				}
				for _, r := range line {
					if !unicode.IsPrint(r) || ascii && r > unicode.MaxASCII {
						t.Fatalf("the character %U in %q", r, line)
					}
				}
			}
		}
	}
}

func TestEveryGeneratedValue(t *testing.T) {
	seeds := 4
	if *soak {
		seeds = 12
	}
	for _, g := range games.All() {
		drawn := map[string]bool{}
		d := drawer(t, g)
		for _, task := range g.Tasks {
			for seed := range uint64(seeds) {
				size := int(seed) * game.SizeMax / (seeds - 1)
				inputs(t, g, task, seed, size, func(value string, raw jsontext.Value) {
					drawn[value] = true
					everything(t, g, d, value, raw)
				})
			}
		}
		if len(drawn) < min(5, len(d.Drawable())) {
			t.Errorf("%s: only %v have been drawn", g.Name, drawn)
		}
	}
}

func FuzzDraw(f *testing.F) {
	f.Add(uint8(0), uint8(0), uint64(1), uint8(50))
	f.Add(uint8(1), uint8(0), uint64(2), uint8(90))
	f.Add(uint8(2), uint8(1), uint64(3), uint8(20))
	f.Add(uint8(3), uint8(4), uint64(4), uint8(70))
	f.Fuzz(func(t *testing.T, which, task uint8, seed uint64, size uint8) {
		g := games.All()[int(which)%len(games.All())]
		d := drawer(t, g)
		inputs(t, g, g.Tasks[int(task)%len(g.Tasks)], seed, int(size)%(game.SizeMax+1), func(value string, raw jsontext.Value) {
			everything(t, g, d, value, raw)
		})
	})
}

// FuzzReceived draws what programs may answer: anything that is JSON. An error
// is fine, a panic or a picture that is none is not.
func FuzzReceived(f *testing.F) {
	for _, g := range games.All() {
		for _, value := range drawer(f, g).Drawable() {
			f.Add(g.Name, value, []byte(`{}`))
			f.Add(g.Name, value, []byte(`[{"at":[-9223372036854775808,9223372036854775807],"tile":"t01","cells":[[1,2,3]]}]`))
		}
	}
	f.Add("ubar", "state", []byte(`{"players":[{"time":-5,"hold":{"carpet":-1},"tableau":[{"at":[9999,1],"tile":"s9"}]}],"order":[7,0,-1],"markets":[""]}`))
	f.Add("bazar", "state", []byte(`{"board":[{"cell":[99,-3]},{"cell":[0,0]},{"cell":[0,0]}],"players":[{"hand":7}],"turn":-2,"events":{"current":"x"}}`))
	f.Add("ubongo", "placements", []byte(`[{"piece":"r2","cells":[[0,0,0],[0,0,0],[-1,9223372036854775807,-4]]}]`))
	f.Add("bazaar", "state", []byte(`{"equations":[[["red"]],[]],"players":[{}],"phase":"cards","bank":["pink",""]}`))
	f.Fuzz(func(t *testing.T, gameName, value string, raw []byte) {
		g, err := games.Named(gameName)
		if err != nil || len(raw) > 1<<16 {
			t.Skip()
		}
		s, err := drawer(t, g).Draw(value, raw)
		if err != nil {
			return
		}
		checkText(t, s, raw)
		wellFormed(t, svg.Draw(s, svg.Options{}))
	})
}

// Hostile strings stay text, and are as short as a person reads.
func TestHostileStrings(t *testing.T) {
	for _, name := range []string{
		"<script>alert(1)</script>", `"><image href="https://example.invalid/x"/>`, "]]>&amp;<!--", "\x1b[31mred\x1b]0;title\a", "\u202egnihton\u2066",
		"a\x00b\r\nc", strings.Repeat("W", 1<<11), strings.Repeat("é ", 1<<10), strings.Repeat("\u0301", 1000), "漢字漢字", "🙂\u200d🙂",
	} {
		quoted, err := jsontext.AppendQuote(nil, name)
		if err != nil {
			t.Fatal(err)
		}
		for gameName, form := range map[string]string{
			"bazaar": `{"equations":[[[NAME],["red"]]],"bank":[NAME],"visibles":[],"cards":[],"players":[{"name":NAME,"wallet":[],"score":1,"cards":[]}],"dropouts":[NAME],"phase":"cards"}`,
			"ubar":   `{"round":1,"phase":NAME,"players":[{"coins":1,"time":1,"hold":{NAME:3},"tableau":[{"at":[0,0],"tile":NAME}]}],"order":[0],"to_sell":[],"grid":[[NAME,null]],"pile":[NAME],"markets":[NAME],"supply":{}}`,
			"bazar":  `{"round":1,"phase":NAME,"players":[{"guild":NAME,"coins":0,"hand":[NAME],"pile":[]}],"order":[NAME],"turn":0,"board":[{"cell":[0,0],"guild":NAME,"kind":NAME}],"events":{"current":NAME,"played":[],"pile":[]},"discarded":[{"guild":NAME,"kind":NAME}]}`,
			"ubongo": `{"phase":NAME,"round":1,"roller":0,"flipper":1,"die":3,"glass":0,"players":[{"name":NAME,"level":NAME,"stack":[],"board":NAME,"gems":{}}],"solved":[{"player":0,"time":1,"gem":NAME}],"out":[],"display":{},"bag":{},"winner":0}`,
		} {
			g, err := games.Named(gameName)
			if err != nil {
				t.Fatal(err)
			}
			raw := jsontext.Value(strings.ReplaceAll(form, "NAME", string(quoted)))
			s, err := drawer(t, g).Draw("state", raw)
			if err != nil {
				t.Fatalf("%s: %v", gameName, err)
			}
			if len(name) < 1000 {
				checkText(t, s, nil)
			}
			vector := svg.Draw(s, svg.Options{Theme: scene.Dark, Places: true})
			wellFormed(t, vector)
			if n := len(vector); n > 100_000 {
				t.Errorf("%s with %.20q: an SVG of %d bytes", gameName, name, n)
			}
			if !strings.Contains(name, "é") && bytes.ContainsFunc(vector, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x202e || r == 0x2066 }) {
				t.Errorf("%s with %.20q: a control character in the SVG", gameName, name)
			}
			if _, err := png.Draw(s, png.Options{Scale: 0.2}); err != nil {
				t.Errorf("%s with %.20q: %v", gameName, name, err)
			}
		}
	}
}

// Very large values are refused at once, and those that are not are drawn soon.
func TestLargeValues(t *testing.T) {
	t.Run("just small enough", func(t *testing.T) { testLarge(t, game.DrawnBytesMax-1000, 3*time.Second) })
	t.Run("too large", func(t *testing.T) { testLarge(t, 1<<20, time.Second) })
}

// testLarge draws values of about so many bytes, each within a processor time of which a tenth
// is what it takes. What is slow each time is slow by itself.
func testLarge(t *testing.T, bytesEach int, most time.Duration) {
	const tries = 4
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	many := func(element string) string {
		return "[" + strings.Repeat(element+",", bytesEach/(len(element)+1)) + element + "]"
	}
	for _, c := range []struct{ game, value, raw string }{
		{"bazaar", "pebbles", many(`"red"`)},
		{"bazaar", "pebbles", many(`"pink"`)},
		{"bazaar", "equations", many(`[["red"],["blue"]]`)},
		{"bazaar", "state", `{"players":` + many(`{}`) + `}`},
		{"bazaar", "state", `{"players":[{"score":` + strings.Repeat("9", bytesEach) + `}]}`},
		{"ubar", "grid", many(`["t01",null,null,"t02"]`)},
		{"ubar", "grid", "[" + many(`null`) + "]"},
		{"ubar", "state", `{"order":` + many(`0`) + `,"players":[{"time":3}]}`},
		{"ubar", "tableau", many(`{"at":[0,1],"tile":"t01"}`)},
		{"bazar", "board", many(`{"cell":[0,0],"guild":"red","kind":"x"}`)},
		{"bazar", "state", `{"players":` + many(`{}`) + `}`},
		{"bazar", "state", `{"players":[{"guild":"red","hand":` + many(`"x"`) + `}]}`},
		{"ubongo", "placements", `[{"piece":"r2","cells":` + many(`[0,0,0]`) + `}]`},
		{"ubongo", "placements", many(`{"piece":"r2","cells":[]}`)},
		{"ubongo", "problem", `{"footprint":` + many(`[31,31]`) + `,"pieces":` + many(`"r2"`) + `}`},
		{"ubongo", "state", `{"players":` + many(`{}`) + `}`},
		{"ubongo", "state", `{"solved":` + many(`{}`) + `}`},
		{"ubongo", "solo", `{"events":` + many(`{"type":"solve","placements":[{"piece":"r2","cells":[[31,31,31],[31,30,31]]}]}`) + `}`},
		{"ubar", "setup", `{"tiles":` + many(`"t01"`) + `}`},
		{"ubar", "state", `{"markets":` + many(`"m01"`) + `}`},
		{"bazar", "setup", `{"events":` + many(`"plague"`) + `}`},
	} {
		g, err := games.Named(c.game)
		if err != nil {
			t.Fatal(err)
		}
		var s *scene.Scene
		var vector []byte
		var took time.Duration
		for range tries {
			begin := clock.Thread()
			if s, err = drawer(t, g).Draw(c.value, jsontext.Value(c.raw)); err == nil {
				vector = svg.Draw(s, svg.Options{})
			}
			if took = clock.Thread() - begin; took <= most {
				break
			}
		}
		t.Logf("%s/%s %.40s: %v, %d bytes, %v", c.game, c.value, c.raw, took, len(vector), err)
		switch {
		case took > most:
			t.Errorf("%s/%s %.40s: %v", c.game, c.value, c.raw, took)
		case err == nil && bytesEach > game.DrawnBytesMax:
			t.Errorf("%s/%s %.40s is drawn", c.game, c.value, c.raw)
		case err == nil:
			wellFormed(t, vector)
			terminal.Draw(s, terminal.Options{Width: terminal.WidthMin})
		case !errors.Is(err, scene.ErrTooLarge):
			t.Errorf("%s/%s %.40s: %v", c.game, c.value, c.raw, err)
		}
	}
}

// What a state differs in from the next one is marked: the marks of a move are
// few places, and each is one of the picture.
func TestDifferencesAreMarked(t *testing.T) {
	for _, g := range games.All() {
		d := drawer(t, g)
		task, _ := g.Task("move")
		marked := 0
		for seed := range uint64(20) {
			in := d.Generate(task.Name, rand.New(rand.NewPCG(seed, 1)), 50)
			var out game.Output
			if err := d.Oracle(task.Name)(in, &out); err != nil {
				t.Fatal(err)
			}
			var answer struct {
				State jsontext.Value `json:"state"`
			}
			if err := json.Unmarshal(out.Value(0), &answer); err != nil || answer.State == nil {
				continue
			}
			s, err := d.Draw("state", answer.State)
			if err != nil {
				t.Fatal(err)
			}
			pointers := picture.Differences(g, "state", in[0], answer.State)
			if len(pointers) == 0 {
				t.Errorf("%s: a legal move changes nothing", g.Name)
			}
			if len(s.Mark(pointers...)) > 0 {
				marked++
			}
		}
		if marked == 0 {
			t.Errorf("%s: no difference is marked", g.Name)
		}
	}
}

// A picture must be the same whoever draws it, and however often.
func TestSameEveryTime(t *testing.T) {
	for _, g := range games.All() {
		d := drawer(t, g)
		raw := d.Generate("move", rand.New(rand.NewPCG(5, 5)), 60)[0]
		var first []byte
		for range 5 {
			s, err := d.Draw("state", raw)
			if err != nil {
				t.Fatal(err)
			}
			all := append(svg.Draw(s, svg.Options{Theme: scene.Light}), terminal.Draw(s, terminal.Options{Colour: true})...)
			if first == nil {
				first = all
			}
			if !bytes.Equal(first, all) {
				t.Errorf("%s: two pictures of one state differ", g.Name)
			}
		}
	}
}

// medium is a scene of about 500 by 300 pixels.
func medium(b *testing.B) *scene.Scene {
	b.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		b.Fatal(err)
	}
	s, err := drawer(b, g).Draw("state", jsontext.Value(`{"equations":[[["red"],["blue"]],[["green","green"],["white"]]],"bank":["red","white","blue","blue"],
"visibles":[{"pebbles":["red","red","blue","green","white"],"face?":true},{"pebbles":["red","red","blue","green","white"],"face?":false}],"cards":[],
"players":[{"name":"Ada","wallet":["red","white"],"score":3,"cards":[]},{"name":"Bob","wallet":["red"],"score":5,"cards":[]}],"dropouts":[],"phase":"cards"}`))
	if err != nil {
		b.Fatal(err)
	}
	if p := drawing.Draw(s, drawing.Options{Width: 500}); p.W*p.H < 100_000 || p.W*p.H > 250_000 {
		b.Fatalf("the picture has %v by %v pixels", p.W, p.H)
	}
	return s
}

func BenchmarkSVG(b *testing.B) {
	s := medium(b)
	for b.Loop() {
		svg.Draw(s, svg.Options{Width: 500, Theme: scene.Light})
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/picture")
}

func BenchmarkPNG(b *testing.B) {
	s := medium(b)
	for b.Loop() {
		if _, err := png.Draw(s, png.Options{Width: 500}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/picture")
}

// BenchmarkState is all of the way from JSON to SVG, for states of each game.
func BenchmarkState(b *testing.B) {
	for _, g := range games.All() {
		b.Run(g.Name, func(b *testing.B) {
			d := drawer(b, g)
			raw := d.Generate("move", rand.New(rand.NewPCG(5, 5)), 60)[0]
			for b.Loop() {
				s, err := d.Draw("state", raw)
				if err != nil {
					b.Fatal(err)
				}
				svg.Draw(s, svg.Options{Theme: scene.Light})
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/picture")
		})
	}
}
