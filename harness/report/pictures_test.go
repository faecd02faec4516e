package report

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/scene"
)

// A sumsDrawer draws strings of a game that has nothing else.
type sumsDrawer struct{ game.Rules }

func (sumsDrawer) Drawable() []string { return []string{"sum"} }

func (sumsDrawer) Draw(_ string, raw jsontext.Value) (*scene.Scene, error) {
	if raw.Kind() != '"' {
		return nil, errors.New("no sum")
	}
	said := string(raw[:min(len(raw), 1000)])
	var parts []scene.Part
	for i := range said {
		parts = append(parts, scene.Say(scene.At(i), said))
	}
	return scene.New("sum", said, &scene.Column{Parts: parts})
}

func sumsGallery() *Gallery {
	return &Gallery{Rules: sumsDrawer{}, Task: game.Task{In: []game.Param{{Name: "given", Value: "sum"}}, Out: []game.Param{{Name: "sum", Value: "sum"}}}}
}

// wrongSum is a failure with these values.
func wrongSum(id, expected, received string) run.Result {
	r := verdict(judge.Verdict{
		Case: id, Subject: "./xadd", Outcome: judge.WrongAnswer, Blame: judge.BlameSubject, Pointer: "/0/1", Message: "/0/1: " + id, Fingerprint: "f",
		Differences: []judge.Difference{{Pointer: "/0/1", Message: "/0/1: " + id}},
	})
	r.Expected, r.Received = []jsontext.Value{jsontext.Value(expected)}, []jsontext.Value{jsontext.Value(received)}
	return r
}

func TestPictures(t *testing.T) {
	passed := verdict(judge.Verdict{Case: "passed", Outcome: judge.Pass})
	results := []run.Result{
		passed, wrongSum("both", `"two"`, `"</svg><script>alert(1)</script>"`), wrongSum("one", `"two"`, `2`), wrongSum("none", `1`, `2`),
	}
	summary := run.Summary{Task: "sums/add", Cases: 4, Pass: 1, Fail: 3, Verdicts: map[judge.Outcome]int{judge.Pass: 1, judge.WrongAnswer: 3}}
	// A crash has nothing to compare: what it was asked is to be seen.
	crash := verdict(judge.Verdict{Case: "crash", Subject: "./xadd", Outcome: judge.Crashed, Blame: judge.BlameSubject, Message: "crashed", Fingerprint: "g"})
	crash.Input = []jsontext.Value{jsontext.Value(`"one"`)}
	results[1].Input = []jsontext.Value{jsontext.Value(`"<script>"`)}
	results = append(results, crash)
	summary.Cases, summary.Fail, summary.Verdicts[judge.Crashed] = 5, 4, 1
	o := options()
	o.Gallery = sumsGallery()
	page := render(t, "html", o, results, summary)
	for text, want := range map[string]int{
		"<svg ": 5, "</svg>": 5, "<script>": 1, "<figcaption>input</figcaption>": 2, "<figcaption>expected</figcaption>": 2, "<figcaption>received</figcaption>": 1,
		// One mark in each picture of an answer, at the second part.
		`s-marked"`: 3,
	} {
		if got := strings.Count(page, text); got != want {
			t.Errorf("%d × %s, expected %d", got, text, want)
		}
	}
	if !strings.Contains(page, ".f-ink{") {
		t.Error("the pictures have no colours")
	}
	if again := render(t, "html", o, results, summary); again != page {
		t.Error("a second report of the same gallery differs")
	}
	o.Gallery = nil
	if page := render(t, "html", o, results, summary); strings.Contains(page, "<svg ") || strings.Contains(page, ".f-ink{") {
		t.Error("pictures without a gallery")
	}
}

// Of very many failures some have pictures, and the page stays small.
func TestPicturesAreBounded(t *testing.T) {
	for _, c := range []struct {
		value          string // of both answers and of the input
		failures       int
		most, leastNow int
	}{
		{`"x"`, pairsMax + 10, pairsMax, pairsMax},
		{`"` + strings.Repeat("long ", 60) + `"`, pairsMax, pairsMax - 1, 1},
		{`"` + strings.Repeat("<", 1000) + `"`, 3, 0, 0}, // one picture alone is too large
	} {
		var results []run.Result
		for i := range c.failures {
			r := wrongSum(fmt.Sprint(i), c.value, c.value)
			r.Input = r.Expected
			results = append(results, r)
		}
		o := options()
		o.Gallery = sumsGallery()
		page := render(t, "html", o, results, run.Summary{Task: "sums/add", Cases: len(results), Fail: len(results)})
		n := strings.Count(page, "<figcaption>expected")
		if n > c.most || n < c.leastNow || len(page) > 3_000_000 {
			t.Errorf("%.8s: %d pictures, %d bytes, expected %d to %d pictures", c.value, n, len(page), c.leastNow, c.most)
		}
	}
}

// Where there is room for the answers alone, the input is left out and not they.
func TestInputGivesWay(t *testing.T) {
	long := `"` + strings.Repeat("long ", 60) + `"`
	g := sumsGallery()
	r := wrongSum("one", `"two"`, `"three"`)
	r.Input = []jsontext.Value{jsontext.Value(long)}
	all := g.hang(&r, &ration{})
	if all == nil || all.Input == "" {
		t.Fatal("no picture of the input")
	}
	g.bytes = picturesBytesMax - len(all.Expected) - len(all.Received) - len(all.Input) + 1
	if p := g.hang(&r, &ration{}); p == nil || p.Expected == "" || p.Received == "" || p.Input != "" {
		t.Error("a byte too few for all: expected the answers, and no input")
	}
	// Values that no ledger keeps are not drawn, so that its report is the same.
	r.Expected = []jsontext.Value{jsontext.Value(`"` + strings.Repeat("x", ledger.ValuesBytesMax) + `"`)}
	g = sumsGallery()
	if p := g.hang(&r, &ration{}); p == nil || p.Expected != "" || p.Received != "" || p.Input == "" {
		t.Error("values that are too long: expected the input alone")
	}
}

// What is too large to draw says so beside what is not.
func TestTooLargePicture(t *testing.T) {
	huge := `"` + strings.Repeat("<", 1000) + `"`
	r := wrongSum("one", `"two"`, huge)
	if p := sumsGallery().hang(&r, &ration{}); p == nil || p.Received != tooLarge || !strings.HasPrefix(string(p.Expected), "<svg") {
		t.Errorf("%.200v", p)
	}
	r = wrongSum("one", huge, huge)
	if p := sumsGallery().hang(&r, &ration{}); p != nil {
		t.Errorf("nothing to see, but %.200v", p)
	}
}

// TestTextPictures: a text draws the answers of the first case of some causes,
// where both can be drawn and have room.
func TestTextPictures(t *testing.T) {
	g := sumsGallery()
	draw := func(results ...run.Result) string {
		var out strings.Builder
		text := NewText(&out, TextOptions{Canvas: &Canvas{Rules: g.Rules, Task: g.Task}, Style: judge.Style{Width: 60}})
		for _, r := range results {
			text.Add(r)
		}
		if err := text.Close(run.Summary{Cases: len(results), Fail: len(results)}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	part := func(id, fingerprint string) run.Result {
		r := wrongSum(id, `"two"`, `"three"`)
		r.Verdict.Fingerprint = fingerprint
		return r
	}
	got := draw(part("first", "f"), part("second", "f"))
	for _, want := range []string{"  ┌─ expected ─", "  ┌─ received ─", `»"two"«`, `»"three"«`} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%q does not stand there once:\n%s", want, got)
		}
	}
	var many []run.Result
	for i := range drawnMax + 3 {
		many = append(many, part(fmt.Sprint("many", i), fmt.Sprint("f", i)))
	}
	if n := strings.Count(draw(many...), "─ received ─"); n != drawnMax {
		t.Errorf("%d causes have pictures, expected %d", n, drawnMax)
	}
	if got := draw(wrongSum("long", `"two"`, `"`+strings.Repeat("x", drawnLinesMax)+`"`)); strings.Contains(got, "expected ─") {
		t.Error("a picture is drawn that takes too many lines")
	}
	// What cannot be drawn is told in words alone.
	if got := draw(wrongSum("shape", `"two"`, `2`)); strings.Contains(got, "expected ─") {
		t.Errorf("half of a picture is drawn:\n%s", got)
	}
}
