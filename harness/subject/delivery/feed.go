package delivery

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// The times of a feed, and why.
const (
	// pause stands before every piece but the first. It is what the courses'
	// own harness waits, and long enough for a program that is reading to see
	// the pieces one by one.
	pause = 5 * time.Millisecond
	// cutsMax bounds the pieces, so that a long input takes no longer than a
	// short one: a fifth of a second, within which Python has started to read.
	cutsMax = 40
	// WaitMax bounds the waits of one feed together.
	WaitMax = cutsMax * pause
	// LateMax is how long stdin stays open behind the last byte if no output
	// comes. A program that polls its input looks several times meanwhile, and
	// one that waits for the end can still be made to wait for every case.
	LateMax = 250 * time.Millisecond
)

// Feed delivers the values. They must be valid JSON, as harness/json/stream hands
// them on. The text is at most [GrowthBytesMax] and a byte for each value longer
// than they are. Chunks share memory and are never empty; after how many values
// the output is complete the caller knows.
func (d Delivery) Feed(values []jsontext.Value) subject.Feed {
	var f subject.Feed
	if d.Stdin == Late {
		f.CloseAfter = LateMax
	}
	text := d.text(values, bounds{growth: GrowthBytesMax, value: stream.ValueBytesMax})
	if len(text) == 0 {
		return f
	}
	var room [cutsMax]int
	cuts := room[:0]
	switch d.Pace {
	case Dribbled:
		cuts = appendPauses(cuts, text)
	case Cut:
		cuts = appendCuts(cuts, text)
	}
	f.Chunks = make([]subject.Chunk, 0, len(cuts)+1)
	from, wait := 0, time.Duration(0)
	for _, to := range cuts {
		f.Chunks = append(f.Chunks, subject.Chunk{Text: text[from:to:to], Wait: wait})
		from, wait = to, pause
	}
	f.Chunks = append(f.Chunks, subject.Chunk{Text: slices.Clip(text[from:]), Wait: wait})
	return f
}
