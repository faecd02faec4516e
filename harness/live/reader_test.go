package live

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// TestReader: the same values come whatever pieces the bytes come in, and what
// can be no value is noticed.
func TestReader(t *testing.T) {
	for _, test := range []struct {
		text   string
		values []string
		kind   stream.Kind // of the error, "" for none
		begun  bool
	}{
		{text: "", values: nil},
		{text: " \n ", values: nil},
		{text: `"Ada"`, values: []string{`"Ada"`}},
		{text: `"void"null`, values: []string{`"void"`, "null"}},
		{text: " [1, 2] {} ", values: []string{"[1, 2]", "{}"}},
		{text: "12", begun: true},
		{text: "12 ", values: []string{"12"}},
		{text: `"Ad`, begun: true},
		{text: `true void`, values: []string{"true"}, kind: stream.Malformed, begun: true},
		{text: strings.Repeat("[", 65), kind: stream.TooDeep, begun: true},
		{text: `{"a":1,"a":2}`, kind: stream.Duplicate, begun: true},
	} {
		for _, size := range []int{1, 3, len(test.text) + 1} {
			var r reader
			var values []string
			for piece := range slices.Chunk([]byte(test.text), size) {
				r.feed(piece, func(v jsontext.Value) { values = append(values, string(v)) })
			}
			kind := stream.Kind("")
			if r.err != nil {
				kind = r.err.Kind
			}
			r.close()
			if !slices.Equal(values, test.values) || kind != test.kind || r.begun() != test.begun {
				t.Errorf("%.20q in pieces of %d: %q %q %v, expected %q %q %v", test.text, size, values, kind, r.begun(), test.values, test.kind, test.begun)
			}
		}
	}
	var r reader
	for range 17 {
		r.feed([]byte(strings.Repeat(" ", 1<<16)), func(jsontext.Value) { t.Error("blanks are no value") })
	}
	if r.err == nil || r.err.Kind != stream.TooLong {
		t.Errorf("a flood of blanks: %v", r.err)
	}
}

// TestPorts: no two games have the same port at once, and none is one that
// somebody listens at.
func TestPorts(t *testing.T) {
	seen := map[int]bool{}
	var releases []func()
	for range 200 {
		port, release, err := claimFreePort()
		if err != nil {
			t.Fatal(err)
		}
		releases = append(releases, release)
		if seen[port] || port < portFirst || port >= portLast {
			t.Errorf("port %d is given twice, or is out of bounds", port)
		}
		seen[port] = true
		if !isFree(port) {
			t.Errorf("somebody listens at port %d", port)
		}
	}
	port := portFirst
	for p := range seen {
		port = p
	}
	if again, err := claimPort(port); err == nil {
		again()
		t.Logf("port %d can be claimed twice: this system does not tell", port)
	}
	for _, release := range releases {
		release()
	}
}

// TestDribble: what a byte costs does not depend on how many bytes of its value came
// before it, each by itself. It is counted in what is allocated, not by a clock.
func TestDribble(t *testing.T) {
	for name, text := range map[string]string{
		"array":  "[" + strings.Repeat("1,", 1<<13) + "1]",
		"string": `"` + strings.Repeat("a", 1<<14) + `"`,
		"blanks": strings.Repeat(" ", 1<<14) + "1 ",
	} {
		var r reader
		var values int
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range len(text) {
			r.feed([]byte(text[i:i+1]), func(jsontext.Value) { values++ })
		}
		runtime.ReadMemStats(&after)
		r.close()
		if values != 1 {
			t.Errorf("%s: %d values, expected 1", name, values)
		}
		if each := (after.TotalAlloc - before.TotalAlloc) / uint64(len(text)); each > 64 {
			t.Errorf("%s: %d bytes are allocated for each byte that comes, expected at most 64", name, each)
		}
	}
}

// TestReaderClose: a reader that is closed in the middle of a value leaves nothing behind,
// and reads nothing more.
func TestReaderClose(t *testing.T) {
	const many = 100
	readers := make([]reader, many)
	before := runtime.NumGoroutine()
	for i := range readers {
		readers[i].feed([]byte("[1,"), func(jsontext.Value) { t.Error("there is no value yet") })
	}
	for i := range readers {
		readers[i].close()
		readers[i].feed([]byte("2] "), func(jsontext.Value) { t.Error("a value is read when nobody wants it") })
		readers[i].close()
	}
	// Others may have ended meanwhile, or begun.
	if left := runtime.NumGoroutine() - before; left > many/2 {
		t.Errorf("%d of %d parsers are still there", left, many)
	}
	var none reader
	none.close()
}
