package delivery

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/subject"
)

// Pairwise returns a set of deliveries in which every two levels of two
// different axes meet at least once, the default first. It has nine, and fewer
// are impossible: three axes have three levels, so that two of them alone have
// nine pairs. A flaw that needs one or two levels to show is met by one of them.
func Pairwise() []Delivery { return slices.Clone(pairwise[:]) }

// pairwise is the orthogonal array of nine rows: any two of layout, separator
// and pace meet in every way exactly once. A fourth column of it, not written
// down, decides the axes of two levels; where that leaves a choice, the default
// stands.
var pairwise = [...]Delivery{
	{},
	{Plain, Space, NoNewline, Escaped, Dribbled, Early},
	{Plain, Joined, FinalNewline, Raw, Cut, Late},
	{Pretty, Newline, FinalNewline, Raw, Dribbled, Late},
	{Pretty, Space, FinalNewline, Escaped, Cut, Early},
	{Pretty, Joined, NoNewline, Escaped, Fast, Late},
	{Spaced, Newline, NoNewline, Escaped, Cut, Early},
	{Spaced, Space, NoNewline, Raw, Fast, Late},
	{Spaced, Joined, FinalNewline, Raw, Dribbled, Early},
}

// Exhaustive returns every delivery there is once, the default first.
func Exhaustive() []Delivery {
	all := []Delivery{Default}
	for i, axis := range axes {
		for _, d := range slices.Clone(all) {
			for level := 1; level < len(axis.Levels); level++ {
				all = append(all, d.with(i, level))
			}
		}
	}
	return all
}

// Distinct returns those of the deliveries that differ from all before them
// when they deliver these values: a single value has no separator, a number no
// layout, and running a program twice on the same bytes tells nothing new.
func Distinct(deliveries []Delivery, values []jsontext.Value) []Delivery {
	var some []Delivery
	seen := make(map[[sha256.Size]byte]bool)
	for _, d := range deliveries {
		if sum := sum(d.Feed(values)); !seen[sum] {
			seen[sum] = true
			some = append(some, d)
		}
	}
	return some
}

// sum is the same for feeds that a program cannot tell apart.
func sum(f subject.Feed) (sum [sha256.Size]byte) {
	h := sha256.New()
	var number [8]byte
	put := func(n int) {
		binary.LittleEndian.PutUint64(number[:], uint64(n))
		h.Write(number[:])
	}
	put(int(f.CloseAfter))
	for _, c := range f.Chunks {
		put(int(c.Wait))
		put(len(c.Text))
		h.Write(c.Text)
	}
	h.Sum(sum[:0])
	return sum
}
