package chart_test

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/scene/chart"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const hostile = "</title><script>alert(1)</script>\x00\u202e"

var rows = []chart.Row{
	{Name: "Ada", Value: 1600, Low: 1500, High: 1700, Label: "1600 ± 100"},
	{Name: hostile, Value: 1400, Low: 1100, High: 1650, Label: "1400 ± 275", Bad: true},
}

// TestGolden compares charts with those that were looked at.
func TestGolden(t *testing.T) {
	matrix := chart.Matrix{
		Title: "Which case kills which mutant", RowNames: []string{"G1", "G2", hostile}, ColNames: []string{"turn/1", "turn/2"}, Empty: "survives",
		Marked: func(row, col int) bool { return row == 0 || row == 1 && col == 1 },
	}
	for name, got := range map[string][]byte{
		"ranges.svg": chart.Ranges("Ratings", rows), "bars.svg": chart.Bars("Times", rows), "matrix.svg": matrix.Draw(),
	} {
		file := filepath.Join("testdata", "golden", name)
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is otherwise now; look at it, then -update:\n%s", name, got)
		}
	}
}

// elements are the names of the elements of a document, which must be XML.
func elements(t *testing.T, document []byte) map[string]int {
	t.Helper()
	found := map[string]int{}
	d := xml.NewDecoder(bytes.NewReader(document))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatalf("%v in\n%.500s", err, document)
		}
		if e, ok := token.(xml.StartElement); ok {
			found[e.Name.Local]++
		}
	}
}

// TestHostile: whatever the names and values, a chart is XML of bounded size
// without scripts, and says in words what it shows.
func TestHostile(t *testing.T) {
	var list []chart.Row
	for i, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 0, 1e-300} {
		list = append(list, chart.Row{Name: fmt.Sprint(hostile, i), Value: v, Low: v, High: -v, Label: hostile})
	}
	many := make([]chart.Row, chart.RowsMax+3)
	wide := chart.Matrix{
		Title: hostile, RowNames: make([]string, chart.RowsMax+1), ColNames: make([]string, chart.ColumnsMax+1), Marked: func(int, int) bool { return false },
	}
	for name, document := range map[string][]byte{
		"numbers": chart.Bars(hostile, list), "ranges": chart.Ranges(hostile, list), "none": chart.Bars("", nil), "empty": (&chart.Matrix{}).Draw(),
		"many": chart.Bars("many", many), "wide": wide.Draw(),
	} {
		found := elements(t, document)
		if found["script"] > 0 || found["svg"] != 1 || found["desc"] != 1 {
			t.Errorf("%s: the elements are %v", name, found)
		}
		if strings.Contains(string(document), "NaN") || strings.Contains(string(document), "Inf") {
			t.Errorf("%s: there is no such number", name)
		}
		if len(document) > 32<<20 {
			t.Errorf("%s: %d bytes", name, len(document))
		}
	}
	if text := string(chart.Bars("many", many)); !strings.Contains(text, "and 3 more rows") || !strings.Contains(text, "3 more rows not drawn") {
		t.Error("it is not said that rows are left out")
	}
}

// TestRoom: no text begins or ends outside of a chart, however long labels are,
// and the marks of an axis are round numbers around all values.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      []string // the numbers below the axis
	}{
		{0, 107.1, []string{"0", "20", "40", "60", "80", "100", "120"}},
		{0, 45, []string{"0", "10", "20", "30", "40", "50"}},
		{0, 0.8, []string{"0.0", "0.2", "0.4", "0.6", "0.8"}},
		{1101, 1830, []string{"1000", "1200", "1400", "1600", "1800", "2000"}},
		{-3, -1, []string{"-3.0", "-2.5", "-2.0", "-1.5", "-1.0"}},
		{0, 12e9, []string{"0", "2e+09", "4e+09", "6e+09", "8e+09", "1e+10", "1.2e+10"}},
		{1e17, 1e17 + 32, []string{"1e+17", "1e+17"}},
	} {
		drawn := string(chart.Ranges("", []chart.Row{{Value: c.low, Label: "low"}, {Value: c.high, Label: strings.Repeat("m", 30), Bad: true}}))
		var got []string
		for _, m := range regexp.MustCompile(`text-anchor="middle" class="faint">([^<]*)<`).FindAllStringSubmatch(drawn, -1) {
			got = append(got, m[1])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("from %v to %v: the axis has %q, expected %q", c.low, c.high, got, c.want)
		}
		found := regexp.MustCompile(`(?s) width="([0-9.]+)".*<text x="([0-9.]+)"[^>]*>× m+<`).FindStringSubmatch(drawn)
		if found == nil {
			t.Fatalf("the label is missing in\n%s", drawn)
		}
		width, _ := strconv.ParseFloat(found[1], 64)
		x, _ := strconv.ParseFloat(found[2], 64)
		// A character is 6.5 pixels wide on average, and more than that is left free.
		if x+32*6.5 > width {
			t.Errorf("a label of 32 characters begins at %v of %v", x, width)
		}
	}
	m := chart.Matrix{RowNames: []string{"R1"}, ColNames: []string{"a/b/one", "a/b/two", "a/c/three"}, Marked: func(_, col int) bool { return col == 1 }}
	for _, want := range []string{">b/one<", ">b/two<", ">c/three<", "3 columns of a<"} {
		if drawn := string(m.Draw()); !strings.Contains(drawn, want) {
			t.Errorf("there is no %q in\n%s", want, drawn)
		}
	}
}
