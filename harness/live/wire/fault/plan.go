package fault

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"
)

// A plan is how one value leaves.
type plan struct {
	rng  *rand.Rand
	last jsontext.Value // what was due before, nil if nothing was

	out    []byte
	raw    bool   // out is no whole value, and gets no newline behind it
	behind []byte // sent a moment later
	wait   time.Duration
	spread time.Duration // from the first byte to the last
	pieces bool          // is to be sent in pieces
	end    ending
	hold   time.Duration // reads nothing for so long
}

// An ending is what follows a value.
type ending int

const (
	goOn ending = iota
	fallSilent
	endSending
	endConnection
	endByReset
)

// ended lets the worse of two endings count.
func (p *plan) ended(e ending) { p.end = max(p.end, e) }

// text leaves what is no value as it is: a newline would tell the other side
// at once that a string without its end is no JSON.
func (p *plan) text(f Fault) {
	p.out = []byte(f.Text)
	p.raw = !jsontext.Value(p.out).IsValid()
}

// shape chooses values that are of another kind than the one that is due, or
// wrap it up.
func (p *plan) shape(Fault) {
	shapes := []string{
		"null", "42", `"shape"`, "{}",
		fmt.Sprintf("[%s]", p.out),
		fmt.Sprintf(`{"value":%s}`, p.out),
	}
	kind := jsontext.Value(p.out).Kind()
	shapes = slices.DeleteFunc(shapes, func(s string) bool {
		other := jsontext.Value(s).Kind()
		// In an array of one element an array is no longer what it was.
		return other == kind && other != '['
	})
	p.out = []byte(shapes[p.rng.IntN(len(shapes))])
}

func (p *plan) garbage(f Fault) {
	p.out, p.raw = make([]byte, f.Bytes), true
	for i := range p.out {
		p.out[i] = byte(p.rng.Uint32())
	}
	if len(p.out) > 0 {
		p.out[0] |= 0x80 // no value begins outside ASCII
	}
}

func (p *plan) flood(f Fault) {
	p.out, p.raw = bytes.Repeat([]byte{'x'}, f.Bytes+1), true
	p.out[0] = '"'
	p.ended(fallSilent)
}

func (p *plan) nested(f Fault) {
	p.out, p.raw = bytes.Repeat([]byte{'['}, f.Bytes), true
	p.ended(fallSilent)
}

func (p *plan) previous(Fault) {
	if p.last != nil {
		p.out = slices.Clone(p.last)
	}
}

func (p *plan) escaped(Fault) {
	var out []byte
	for rest := p.out; len(rest) > 0; {
		n := tokenLen(rest)
		token := rest[:n]
		rest = rest[n:]
		text, err := jsontext.AppendUnquote(nil, token)
		if token[0] != '"' || err != nil {
			out = append(out, token...)
			continue
		}
		out = append(out, '"')
		for _, unit := range utf16.Encode([]rune(string(text))) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
		out = append(out, '"')
	}
	p.out = out
}

func (p *plan) duplicate(Fault) { p.extra(Fault{Text: string(p.out)}) }

// extra puts a blank between the values, since the texts of two numbers or words
// would be one.
func (p *plan) extra(f Fault) { p.out = append(append(p.out, ' '), f.Text...) }

func (p *plan) pad(f Fault) { p.out = append(bytes.Repeat([]byte{' '}, f.Bytes), p.out...) }

func (p *plan) cut(f Fault) {
	p.raw = true
	p.ended(fallSilent)
	if f.Bytes > 0 {
		p.out = p.out[:max(0, len(p.out)-f.Bytes)]
		return
	}
	// A value without a token of several bytes is cut in the middle.
	at := len(p.out) / 2
	if places := insideTokens(p.out); len(places) > 0 {
		at = places[p.rng.IntN(len(places))]
	}
	p.out = p.out[:at]
}

func (p *plan) half(Fault) {
	p.out, p.raw = p.out[:len(p.out)/2], true
	p.ended(endConnection)
}

func (p *plan) reset(Fault) {
	p.out, p.raw = p.out[:len(p.out)/2], true
	p.ended(endByReset)
}

func (p *plan) never(Fault) { p.out = nil }

func (p *plan) silent(Fault) {
	p.out = nil
	p.ended(fallSilent)
}

func (p *plan) close(Fault)         { p.ended(endConnection) }
func (p *plan) late(f Fault)        { p.wait += f.Delay }
func (p *plan) dribble(f Fault)     { p.spread += f.Delay }
func (p *plan) split(Fault)         { p.pieces = true }
func (p *plan) unsolicited(f Fault) { p.behind = append(append(p.behind, f.Text...), '\n') }
func (p *plan) halfClose(Fault)     { p.ended(endSending) }
func (p *plan) noRead(f Fault)      { p.hold += f.Delay }

const (
	// momentPause lets what was sent before arrive by itself.
	momentPause = 2 * time.Millisecond
	// dribbledPieces bounds how many writes a dribbled value needs: those of
	// most values are single bytes.
	dribbledPieces = 2000
	// splitPieces are enough to end inside tokens of every kind.
	splitPieces = 8
)

// cuts returns the pieces in which the value leaves, and the time from the first
// to the last.
func (p *plan) cuts() (pieces [][]byte, spread time.Duration) {
	switch {
	case len(p.out) == 0:
		return nil, 0
	case p.spread > 0:
		size := (len(p.out) + dribbledPieces - 1) / dribbledPieces
		return slices.Collect(slices.Chunk(p.out, size)), p.spread
	case p.pieces:
		places := insideTokens(p.out)
		p.rng.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
		places = places[:min(len(places), splitPieces-1)]
		slices.Sort(places)
		from := 0
		for _, at := range append(places, len(p.out)) {
			pieces = append(pieces, p.out[from:at])
			from = at
		}
		return pieces, momentPause * time.Duration(len(pieces)-1)
	}
	return [][]byte{p.out}, 0
}

// tokenLen returns the length of the token, or of the bytes between two, that
// text begins with. What is not JSON counts byte by byte.
func tokenLen(text []byte) int {
	if text[0] == '"' {
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '"':
				return i + 1
			case '\\':
				i++
			}
		}
		return len(text)
	}
	n := 0
	for n < len(text) && (text[n] >= '0' && text[n] <= '9' || text[n] >= 'a' && text[n] <= 'z' || text[n] == '-' || text[n] == '.' || text[n] == 'E') {
		n++
	}
	return max(n, 1)
}

// insideTokens returns the places that have bytes of one token on both sides.
func insideTokens(text []byte) []int {
	var places []int
	for i := 0; i < len(text); {
		n := tokenLen(text[i:])
		for at := i + 1; at < i+n; at++ {
			places = append(places, at)
		}
		i += n
	}
	return places
}
