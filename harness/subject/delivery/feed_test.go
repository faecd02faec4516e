package delivery_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
)

// read reads a stream back.
func read(text string) ([]jsontext.Value, error) {
	all, err := stream.All(strings.NewReader(text), stream.Limits{})
	return stream.Raws(all), err
}

// text is all that a feed delivers.
func text(f subject.Feed) string {
	var b strings.Builder
	for _, c := range f.Chunks {
		b.Write(c.Text)
	}
	return b.String()
}

func TestText(t *testing.T) {
	tests := []struct{ name, values, want string }{
		{"plain", `{"a": [1, {}]} "x\n" `, "{\"a\":[1,{}]}\n\"x\\n\"\n"},
		{"plain", ``, ``},
		{"pretty", `{"a":[1,{},[]],"b":{"c":null}}`, `{
  "a": [
    1,
    {},
    []
  ],
  "b": {
    "c": null
  }
}
`},
		{"spaced", `{"a":[1,{},"x y"]} 1`, "{ \"a\"\t: [\t1 ,\t{ }\t, \"x y\"\t] }\n1\n"},
		{"space", `1 {} "a" `, "1 {} \"a\"\n"},
		{"joined", `1 2 true null "a" "b" 1 "c" [] 3 {} false -1`, `1 2 true null"a""b"1"c"[]3{}false -1` + "\n"},
		{"no-newline", `1 2`, "1\n2"},
		{"joined+no-newline", `{} [] ""`, `{}[]""`},
		{"escaped", `{"ké":"a\n\/\"\u00E9\ud83D\udE00😀"}`, `{"\u006b\u00e9":"\u0061\u000a\u002f\u0022\u00E9\ud83D\udE00\ud83d\ude00"}` + "\n"},
		{"escaped", `"\b\f\r\t\\" "\u2028" "` + "\u2028\ufffd" + `" ""`, `"\u0008\u000c\u000d\u0009\u005c"` + "\n" + `"\u2028"` + "\n" + `"\u2028\ufffd"` + "\n\"\"\n"},
		{"escaped+pretty", `["é",1e400]`, "[\n  \"\\u00e9\",\n  1e400\n]\n"},
	}
	for _, tt := range tests {
		if got := text(parse(t, tt.name).Feed(values(t, tt.values))); got != tt.want {
			t.Errorf("%s of %s (-want +got):\n%s", tt.name, tt.values, cmp.Diff(tt.want, got))
		}
	}
}

func TestPieces(t *testing.T) {
	tests := []struct{ name, values, want string }{
		{"plain", `[1,2]`, "[1,2]\n"},
		{"dribbled", `[1,2,"a long string"]`, `[1,2|,"a long string"|]` + "\n"},
		{"dribbled", `1`, "1\n"},
		{"cut", `12345`, "12|345\n"},
		{"cut", `"abcd"`, `"ab|cd"` + "\n"},
		{"cut", `true`, "tr|ue\n"},
		{"cut", `[1,2,3]`, "[1,2,3]\n"},
		{"cut", `""`, `"|"` + "\n"},
		{"cut", `["a\nb long"]`, `["a\|nb| long"]` + "\n"},
		{"cut", `["\u00e9 a long one"]`, `["\u0|0e9 a| long one"]` + "\n"},
		{"cut", `["\ud83d\ude00 a much longer one"]`, `["\ud83d|\ude00 a |much longer one"]` + "\n"},
		{"cut", `["é a long one"]`, "[\"\xc3|\xa9 a l|ong one\"]\n"},
	}
	for _, tt := range tests {
		var pieces []string
		for _, c := range parse(t, tt.name).Feed(values(t, tt.values)).Chunks {
			pieces = append(pieces, string(c.Text))
		}
		if got := strings.Join(pieces, "|"); got != tt.want {
			t.Errorf("%s of %s: %q, want %q", tt.name, tt.values, got, tt.want)
		}
	}
}

func TestClosing(t *testing.T) {
	in := values(t, `1 2`)
	for _, d := range delivery.Exhaustive() {
		want := time.Duration(0)
		if d.Stdin == delivery.Late {
			want = delivery.LateMax
		}
		if got := d.Feed(in).CloseAfter; got != want {
			t.Errorf("%s closes stdin after %v, want %v", d, got, want)
		}
	}
}

func TestCutsOfALongInput(t *testing.T) {
	// One number, one word and one character in two bytes must not get lost
	// among many strings and escapes.
	in := values(t, `["é",-1.5e3,false,`+strings.Repeat(`"plain text","\n\u00e9",`, 10_000)+`1]`)
	f := parse(t, "cut").Feed(in)
	if len(f.Chunks) < 15 {
		t.Errorf("%d pieces", len(f.Chunks))
	}
	where := map[string]int{}
	spans := tokens(t, text(f))
	at := 0
	for _, c := range f.Chunks[:len(f.Chunks)-1] {
		at += len(c.Text)
		i, inside := slices.BinarySearchFunc(spans, at, compareSpan)
		if !inside {
			t.Fatalf("a cut at %d, between tokens", at)
		}
		where[spans[i].kind.String()]++
		if !utf8.RuneStart(c.Text[0]) {
			where["character"]++
		}
	}
	for _, kind := range []string{"string", "number", "false", "character"} {
		if where[kind] == 0 {
			t.Errorf("no cut in a %s: %v", kind, where)
		}
	}
	if last := len(f.Chunks[len(f.Chunks)-1].Text); last > 2*len(text(f))/10 {
		t.Errorf("no cut in the last %d bytes", last)
	}
}

// A span is where a token stands.
type span struct {
	from, to int
	kind     jsontext.Kind
}

// compareSpan finds the token that a place is inside of.
func compareSpan(s span, at int) int {
	switch {
	case s.to <= at:
		return -1
	case s.from >= at:
		return 1
	}
	return 0
}

// tokens returns the places of all tokens, as the library finds them.
func tokens(t testing.TB, text string) []span {
	t.Helper()
	dec := jsontext.NewDecoder(strings.NewReader(text))
	var all []span
	for {
		kind := dec.PeekKind()
		token, err := dec.ReadToken()
		if err != nil {
			return all
		}
		to := int(dec.InputOffset())
		size := 1
		switch kind {
		case '"':
			// The end of a string is known, its beginning is not: between the
			// token before and this quote there are only separators.
			from := 0
			if len(all) > 0 {
				from = all[len(all)-1].to
			}
			size = to - from - strings.IndexByte(text[from:to], '"')
		case '0', 'n', 't', 'f':
			size = len(token.String())
		}
		all = append(all, span{to - size, to, kind})
	}
}

var drawString = rapid.Custom(func(t *rapid.T) string {
	var b strings.Builder
	b.WriteByte('"')
	for range rapid.IntRange(0, 6).Draw(t, "length") {
		r := rapid.OneOf(
			rapid.SampledFrom([]rune{'"', '\\', '/', '\n', '\t', '\b', '\f', '\r', 0, 0x1f, 0x7f, 'é', '\u2028', '\ufffd', '😀', '\U0010ffff'}),
			rapid.Rune(),
		).Draw(t, "character")
		switch spelling := rapid.IntRange(0, 2).Draw(t, "spelling"); {
		case r > 0xffff && spelling == 0:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04X`, high, low)
		case r <= 0xffff && (spelling == 0 || r < ' ' && spelling == 2):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			text, err := jsontext.AppendQuote(nil, string(r))
			if err != nil {
				t.Fatal(err)
			}
			b.Write(text[1 : len(text)-1])
		}
	}
	b.WriteByte('"')
	return b.String()
})

var drawSpace = rapid.SampledFrom([]string{"", "", "", " ", "\r\n\t"})

// drawValue draws the text of a JSON value.
func drawValue(t *rapid.T, depth int) string {
	kinds := 5
	if depth > 0 {
		kinds = 7
	}
	space := func() string { return drawSpace.Draw(t, "space") }
	var all []string
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return rapid.SampledFrom([]string{"null", "true", "false"}).Draw(t, "word")
	case 1, 2:
		return rapid.StringMatching(`-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?`).Draw(t, "number")
	case 3, 4:
		return drawString.Draw(t, "string")
	case 5:
		for range rapid.IntRange(0, 4).Draw(t, "elements") {
			all = append(all, space()+drawValue(t, depth-1)+space())
		}
		return "[" + strings.Join(all, ",") + space() + "]"
	default:
		seen := map[string]bool{}
		for range rapid.IntRange(0, 4).Draw(t, "members") {
			key := drawString.Draw(t, "key")
			plain, err := jsontext.AppendUnquote(nil, key)
			if err != nil {
				t.Fatalf("%s: %v", key, err)
			}
			if seen[string(plain)] {
				continue
			}
			seen[string(plain)] = true
			all = append(all, space()+key+space()+":"+space()+drawValue(t, depth-1)+space())
		}
		return "{" + strings.Join(all, ",") + space() + "}"
	}
}

// drawValues draws the values of a case as a stream would hand them on.
func drawValues(t *rapid.T) []jsontext.Value {
	all := make([]jsontext.Value, rapid.IntRange(0, 4).Draw(t, "values"))
	for i := range all {
		all[i] = jsontext.Value(drawValue(t, 4))
	}
	return all
}

func drawDelivery(t *rapid.T) delivery.Delivery {
	return rapid.SampledFrom(delivery.Exhaustive()).Draw(t, "delivery")
}

// canonical is the same text for two values if they are equal token by token:
// strings as what they stand for, numbers digit by digit, members in order.
// Unlike the canonical form of RFC 8785 it does not round numbers.
func canonical(value jsontext.Value) (string, error) {
	compact := value.Clone()
	err := compact.Format(jsontext.PreserveRawStrings(false), jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false))
	return string(compact), err
}

// sameValues checks that two streams have equal values.
func sameValues(t interface {
	Helper()
	Fatalf(string, ...any)
}, sent, got []jsontext.Value, how delivery.Delivery,
) {
	t.Helper()
	if len(sent) != len(got) {
		t.Fatalf("%s: %d values were sent, %d came: %s", how, len(sent), len(got), got)
	}
	for i := range sent {
		a, errA := canonical(sent[i])
		b, errB := canonical(got[i])
		if errA != nil || errB != nil || a != b {
			t.Fatalf("%s: value %d was %s, came as %s (%v, %v)", how, i+1, sent[i], got[i], errA, errB)
		}
	}
}

func TestValuesAreNeverChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawValues(t)
		before := fmt.Sprint(in)
		for _, d := range append(delivery.Pairwise(), drawDelivery(t)) {
			f := d.Feed(in)
			got, err := read(text(f))
			if err != nil {
				t.Fatalf("%s: %q cannot be read: %v", d, text(f), err)
			}
			sameValues(t, in, got, d)
			checkFeed(t, d, f)
		}
		if after := fmt.Sprint(in); before != after {
			t.Fatalf("the caller's values were changed: %s, now %s", before, after)
		}
	})
}

// checkFeed checks what is true of the pieces of every feed.
func checkFeed(t interface {
	Helper()
	Fatalf(string, ...any)
}, d delivery.Delivery, f subject.Feed,
) {
	t.Helper()
	var waits time.Duration
	for i, c := range f.Chunks {
		if len(c.Text) == 0 {
			t.Fatalf("%s: piece %d is empty", d, i)
		}
		if (c.Wait > 0) != (i > 0) {
			t.Fatalf("%s: piece %d comes after %v", d, i, c.Wait)
		}
		waits += c.Wait
	}
	if waits > delivery.WaitMax {
		t.Fatalf("%s: the feed waits %v", d, waits)
	}
	if d.Pace == delivery.Fast && len(f.Chunks) > 1 {
		t.Fatalf("%s: %d pieces", d, len(f.Chunks))
	}
}

func TestPacesCutWhereTheySay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := drawDelivery(rt)
		f := d.Feed(drawValues(rt))
		whole := text(f)
		spans := tokens(t, whole)
		at := 0
		for i, c := range f.Chunks {
			at += len(c.Text)
			if i == len(f.Chunks)-1 {
				break
			}
			_, inside := slices.BinarySearchFunc(spans, at, compareSpan)
			if inside != (d.Pace == delivery.Cut) {
				rt.Fatalf("%s: a piece of %q ends at %d, inside a token: %t", d, whole, at, inside)
			}
		}
		long := slices.ContainsFunc(spans, func(s span) bool { return s.to-s.from > 1 })
		if d.Pace == delivery.Cut && long && len(f.Chunks) == 1 {
			rt.Fatalf("%s: %q is not cut", d, whole)
		}
	})
}

func TestEscapedHasNoOtherCharacters(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := drawDelivery(rt)
		d.Unicode = delivery.Escaped
		whole := text(d.Feed(drawValues(rt)))
		for _, s := range tokens(t, whole) {
			if s.kind != '"' {
				continue
			}
			inside := whole[s.from+1 : s.to-1]
			if len(inside)%6 != 0 || strings.Count(inside, `\u`)*6 != len(inside) {
				rt.Fatalf("%s: %s", d, whole[s.from:s.to])
			}
		}
	})
}

func TestLayoutDiffersOnlyInWhiteSpace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawValues(t)
		for i, v := range in {
			want := v.Clone()
			if err := want.Indent(jsontext.WithIndent("  "), jsontext.PreserveRawStrings(true), jsontext.AllowDuplicateNames(true)); err != nil {
				t.Fatal(err)
			}
			got := text(delivery.Delivery{Layout: delivery.Pretty, Ending: delivery.NoNewline}.Feed(in[i : i+1]))
			if got != string(want) {
				t.Fatalf("pretty:\n%s\nwant\n%s", got, want)
			}
		}
	})
}

func TestGrowthIsBounded(t *testing.T) {
	deep := strings.Repeat("[", 60) + strings.Repeat("1,", 1<<18) + "1" + strings.Repeat("]", 60)
	in := []jsontext.Value{jsontext.Value(deep), jsontext.Value(deep)}
	got := text(parse(t, "pretty").Feed(in))
	most := 2*len(deep) + delivery.GrowthBytesMax + len(in)
	if len(got) > most || len(got) < most-1000 {
		t.Errorf("%d bytes, want about %d and no more", len(got), most)
	}
	first, _, _ := strings.Cut(got, "\n]\n")
	if len(first) > stream.ValueBytesMax {
		t.Errorf("the first value has %d bytes, too many for its reader", len(first))
	}
}

func TestFeedIsLean(t *testing.T) {
	in := values(t, `{"a":[1,2,3],"b":"c"} "d" 5`)
	for _, tt := range []struct {
		name   string
		allocs float64
	}{{"plain", 2}, {"dribbled", 2}, {"cut", 2}, {"spaced", 2}, {"late", 2}} {
		d := parse(t, tt.name)
		if got := testing.AllocsPerRun(100, func() { d.Feed(in) }); got > tt.allocs {
			t.Errorf("%s: %v allocations, want at most %v", tt.name, got, tt.allocs)
		}
	}
}

func FuzzFeed(f *testing.F) {
	for _, seed := range []string{
		`1 2 true null "a" [] {}`, `{"a":[1,{},"x\n"]}`, `"\ud83d\ude00\u00e9é😀"`,
		`[[[]]] {"":{"":""}}`, `-0.5e+10 "\\" "\/"`, "\"\xff\"", `"\ud800"`, `"\u12`, `{"a"`, `]`, `"\`,
	} {
		f.Add([]byte(seed), uint8(0))
		f.Add([]byte(seed), uint8(121))
	}
	all := delivery.Exhaustive()
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		d := all[int(which)%len(all)]
		// What is not JSON is delivered somehow, but without a crash.
		checkFeed(t, d, d.Feed([]jsontext.Value{data, data}))

		in, err := read(string(data))
		if err != nil {
			return
		}
		feed := d.Feed(in)
		checkFeed(t, d, feed)
		got, err := read(text(feed))
		if err != nil {
			t.Fatalf("%s: %q cannot be read: %v", d, text(feed), err)
		}
		sameValues(t, in, got, d)
	})
}

func BenchmarkFeed(b *testing.B) {
	// About the size of a state of the games, twelve hundred bytes.
	one := `{"player":"é Ada","wallet":["red","blue","green"],"score":12,"active":true,"quote":"a \"b\"\n"}`
	in := make([]jsontext.Value, 12)
	for i := range in {
		in[i] = jsontext.Value(one)
	}
	for _, name := range []string{"plain", "pretty", "spaced", "joined", "escaped", "dribbled", "cut", "escaped+cut"} {
		d := parse(b, name)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(one) * len(in)))
			b.ReportAllocs()
			for b.Loop() {
				d.Feed(in)
			}
		})
	}
}
