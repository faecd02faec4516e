package judge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// A document is a model of a JSON value that can be written in many ways: nil,
// bool, int64, string, []document or []member.
type document any

type member struct {
	key   string
	value document
}

var keys = []string{"a", "b", "c/d", "é\n"}

func drawDocument(t *rapid.T, depth int) document {
	kinds := 7
	if depth == 0 {
		kinds = 5
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2, 3:
		return rapid.SampledFrom([]string{"red", "blue", "a/\"\\", "\x00\u2028", "😀"}).Draw(t, "string")
	case 4:
		return rapid.Int64Range(-20, 20).Draw(t, "number") * rapid.SampledFrom([]int64{1, 10, 100_000_000_000_000_000}).Draw(t, "unit")
	case 5:
		all := make([]document, rapid.IntRange(0, 4).Draw(t, "elements"))
		for i := range all {
			all[i] = drawDocument(t, depth-1)
		}
		return all
	default:
		var all []member
		for _, k := range keys {
			if rapid.Bool().Draw(t, "has "+k) {
				all = append(all, member{k, drawDocument(t, depth-1)})
			}
		}
		return all
	}
}

func drawTask(t *rapid.T) game.Task {
	segments := []string{"*", "*", "0", "1", "a", "b", "c~1d"}
	task := game.Task{Out: []game.Param{{Name: "all", Value: "any", Repeated: true}}}
	for range rapid.IntRange(0, 5).Draw(t, "fields") {
		pointer := "/" + rapid.SampledFrom([]string{"*", "0"}).Draw(t, "value")
		for range rapid.IntRange(0, 3).Draw(t, "segments") {
			pointer += "/" + rapid.SampledFrom(segments).Draw(t, "segment")
		}
		task.Fields = append(task.Fields, game.Field{Pointer: pointer, Bag: true})
	}
	return task
}

// insideBag is the segment of an element of a bag: only "*" matches it.
const insideBag = "\x00"

// bagAt matches the pointers of the fields one by one.
func bagAt(task game.Task, path []string) bool {
	return slices.ContainsFunc(task.Fields, func(f game.Field) bool {
		segments := strings.Split(f.Pointer, "/")[1:]
		return slices.EqualFunc(segments, path, func(pattern, segment string) bool {
			return pattern == "*" || strings.ReplaceAll(pattern, "~1", "/") == segment
		})
	})
}

// below extends a path to the i-th element of an array that is a bag or not.
func below(path []string, i int, bag bool) []string {
	if bag {
		return append(slices.Clip(path), insideBag)
	}
	return append(slices.Clip(path), fmt.Sprint(i))
}

// A writer writes a document in one of many ways.
type writer struct {
	t    *rapid.T
	task game.Task
	text strings.Builder
}

func respell(t *rapid.T, task game.Task, values []document) []jsontext.Value {
	w := writer{t: t, task: task}
	for i, d := range values {
		w.write(d, []string{fmt.Sprint(i)})
		w.text.WriteByte('\n')
	}
	all, err := stream.All(strings.NewReader(w.text.String()), stream.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", w.text.String(), err)
	}
	return stream.Raws(all)
}

func (w *writer) write(d document, path []string) {
	switch d := d.(type) {
	case nil:
		w.token("null")
	case bool:
		w.token(fmt.Sprint(d))
	case int64:
		w.token(w.number(d))
	case string:
		w.token(w.quoted(d))
	case []document:
		bag := bagAt(w.task, path)
		order := make([]int, len(d))
		for i := range order {
			order[i] = i
		}
		if bag && len(d) > 0 {
			order = rapid.Permutation(order).Draw(w.t, "order")
		}
		w.token("[")
		for n, i := range order {
			if n > 0 {
				w.token(",")
			}
			w.write(d[i], below(path, i, bag))
		}
		w.token("]")
	case []member:
		if len(d) > 0 {
			d = rapid.Permutation(d).Draw(w.t, "keys")
		}
		w.token("{")
		for n, m := range d {
			if n > 0 {
				w.token(",")
			}
			w.token(w.quoted(m.key))
			w.token(":")
			w.write(m.value, append(slices.Clip(path), m.key))
		}
		w.token("}")
	}
}

func (w *writer) token(text string) {
	w.text.WriteString(text + rapid.SampledFrom([]string{"", "", " ", "\r\n\t"}).Draw(w.t, "space"))
}

func (w *writer) number(n int64) string {
	plain := fmt.Sprint(n)
	digits := strings.TrimLeft(plain, "-")
	if len(digits) > 15 {
		return plain
	}
	forms := []string{plain, plain + ".0", plain + ".000e0", plain + "0e-1", plain + "00E-02"}
	if strings.HasSuffix(plain, "0") {
		forms = append(forms, strings.TrimSuffix(plain, "0")+"e+1")
	}
	if n == 0 {
		forms = []string{"0", "-0", "0.00", "0e7", "-0E-3"}
	}
	return rapid.SampledFrom(forms).Draw(w.t, "form")
}

func (w *writer) quoted(s string) string {
	var b strings.Builder
	for _, r := range s {
		escaped := rapid.Bool().Draw(w.t, "escaped")
		switch {
		case r > 0xffff && escaped:
			fmt.Fprintf(&b, `\u%04x\u%04X`, 0xd800+((r-0x10000)>>10), 0xdc00+((r-0x10000)&0x3ff))
		case r < ' ' || r == '"' || r == '\\' || escaped && r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

// change returns the document with one part changed, so that it is different
// whatever is a bag.
func change(t *rapid.T, d document) document {
	const fresh = "never drawn"
	switch d := d.(type) {
	case []document:
		all := slices.Clone(d)
		if len(all) == 0 {
			return []document{int64(0)}
		}
		i := rapid.IntRange(0, len(all)-1).Draw(t, "index")
		switch rapid.IntRange(0, 3).Draw(t, "change") {
		case 0:
			return slices.Delete(all, i, i+1)
		case 1:
			return append(all, all[i])
		case 2:
			all[i] = fresh
		default:
			// Deeper changes can meet an equal element of a bag only if they
			// make this one equal to that; a fresh part rules it out.
			all[i] = changeDeep(t, all[i], fresh)
		}
		return all
	case []member:
		all := slices.Clone(d)
		if len(all) == 0 {
			return []member{{"a", nil}}
		}
		i := rapid.IntRange(0, len(all)-1).Draw(t, "index")
		switch rapid.IntRange(0, 2).Draw(t, "change") {
		case 0:
			return slices.Delete(all, i, i+1)
		case 1:
			all[i].key = fresh
		default:
			all[i].value = change(t, all[i].value)
		}
		return all
	default:
		return fresh
	}
}

func changeDeep(t *rapid.T, d document, fresh string) document {
	switch d := d.(type) {
	case []document:
		if len(d) > 0 {
			all := slices.Clone(d)
			i := rapid.IntRange(0, len(all)-1).Draw(t, "index")
			all[i] = changeDeep(t, all[i], fresh)
			return all
		}
	case []member:
		if len(d) > 0 {
			all := slices.Clone(d)
			i := rapid.IntRange(0, len(all)-1).Draw(t, "index")
			all[i].value = changeDeep(t, all[i].value, fresh)
			return all
		}
	}
	return fresh
}

func drawValues(t *rapid.T) []document {
	values := make([]document, rapid.IntRange(1, 3).Draw(t, "values"))
	for i := range values {
		values[i] = drawDocument(t, 4)
	}
	return values
}

func TestSpellingNeverMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		task, values := drawTask(t), drawValues(t)
		j := judge.New(task, judge.Strict, nil)
		a, b := respell(t, task, values), respell(t, task, values)
		if c := j.Compare(a, b); c.Outcome != judge.Pass || len(c.Differences) > 0 || c.Fingerprint != "" {
			t.Fatalf("%s\n%s\n%v", a, b, messages(c.Differences))
		}
		if x, y := j.Canonical(a), j.Canonical(b); string(x) != string(y) {
			t.Fatalf("canonical\n%s\n%s", x, y)
		}
		if diff := j.Render(a, b, judge.Style{}); diff != "" {
			t.Fatalf("diff of equal answers:\n%s", diff)
		}
	})
}

func TestEveryChangeMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		task, values := drawTask(t), drawValues(t)
		i := rapid.IntRange(0, len(values)-1).Draw(t, "value")
		changed := slices.Clone(values)
		changed[i] = change(t, values[i])
		j := judge.New(task, judge.Strict, nil)
		a, b := respell(t, task, values), respell(t, task, changed)
		there, back := j.Compare(a, b), j.Compare(b, a)
		// What a judge has seen before does not change what it says.
		if diff := cmp.Diff(judge.New(task, judge.Strict, nil).Compare(b, a), back); diff != "" {
			t.Fatal(diff)
		}
		for _, c := range []judge.Comparison{there, back} {
			if c.Outcome != judge.WrongAnswer || len(c.Differences) == 0 {
				t.Fatalf("%s\n%s\n%s", a, b, c.Outcome)
			}
			if !strings.HasPrefix(c.Differences[0].Pointer, fmt.Sprintf("/%d", i)) {
				t.Fatalf("value %d changed, first difference %s", i, c.Differences[0].Message)
			}
		}
		if string(j.Canonical(a)) == string(j.Canonical(b)) {
			t.Fatalf("the same canonical text for\n%s\n%s", a, b)
		}
		if diff := j.Render(a, b, judge.Style{}); !strings.Contains(diff, "\n-") && !strings.Contains(diff, "\n+") {
			t.Fatalf("nothing changed in\n%s", diff)
		}
	})
}

func TestNumberOfValuesMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		task, values := drawTask(t), drawValues(t)
		more := append(slices.Clone(values), drawDocument(t, 2))
		j := judge.New(task, judge.Strict, nil)
		a, b := respell(t, task, values), respell(t, task, more)
		if c := j.Compare(a, b); c.Outcome != judge.ExtraOutput {
			t.Fatalf("one more is %s", c.Outcome)
		}
		if c := j.Compare(b, a); c.Outcome != judge.MissingOutput {
			t.Fatalf("one less is %s", c.Outcome)
		}
	})
}

func TestOrderMattersOutsideBags(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elements := rapid.SliceOfNDistinct(rapid.Int64(), 2, 6, rapid.ID[int64]).Draw(t, "elements")
		array := func(numbers []int64) []document {
			all := make([]document, len(numbers))
			for i, n := range numbers {
				all[i] = n
			}
			return []document{all}
		}
		shuffled := rapid.Permutation(elements).Draw(t, "shuffled")
		want := judge.WrongAnswer
		if slices.Equal(elements, shuffled) {
			want = judge.Pass
		}
		a, b := respell(t, game.Task{}, array(elements)), respell(t, game.Task{}, array(shuffled))
		if c := judge.New(game.Task{}, judge.Lax, nil).Compare(a, b); c.Outcome != want {
			t.Fatalf("%s\n%s\n%s", a, b, c.Outcome)
		}
		bag := game.Task{Fields: []game.Field{{Pointer: "/0", Bag: true}}}
		if c := judge.New(bag, judge.Lax, nil).Compare(a, b); c.Outcome != judge.Pass {
			t.Fatalf("%s\n%s\n%s as bags", a, b, c.Outcome)
		}
	})
}
