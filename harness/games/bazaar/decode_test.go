package bazaar

import (
	"math/rand/v2"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// BenchmarkDecodeState decodes a State of the usual size, with a decoder that
// has its memory from earlier cases as those of the oracles have.
func BenchmarkDecodeState(b *testing.B) {
	r := rulesOf(b, game.Settings{})
	var in []jsontext.Value
	for i := uint64(0); len(in) == 0 || len(in[0]) < 1150 || len(in[0]) > 1250; i++ {
		in = r.Generate("score", rand.New(rand.NewPCG(i, 1)), game.SizeMax/2)
	}
	d := newDecoder(r)
	read := func() { d.stateValue() }
	b.ReportAllocs()
	b.SetBytes(int64(len(in[0])))
	for b.Loop() {
		if err := d.Decode(in, 0, read); err != nil {
			b.Fatal(err)
		}
	}
}
