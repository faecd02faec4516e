package transcript_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

// A talker is a server that sends the same to everybody, and reads nothing.
type talker struct{ io.Writer }

func (talker) Close() error { return nil }

// TestReplayRest: of several connections on which more comes than was recorded, the first
// is told, each time.
func TestReplayRest(t *testing.T) { synctest.Test(t, testReplayRest) }

func testReplayRest(t *testing.T) {
	var text bytes.Buffer
	w := transcript.NewWriter(&text, "game", transcript.Header{Game: "rounds", Side: game.Server, Scale: 1}, nil)
	for conn := 1; conn <= 8; conn++ {
		w.Connect(conn)
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		r, err := transcript.NewReader(bytes.NewReader(text.Bytes()), "game")
		if err != nil {
			t.Fatal(err)
		}
		p := transcript.Replay{Reader: r, Named: tiny, Dial: func(context.Context) (io.ReadWriteCloser, error) {
			return wire.Join(io.NopCloser(strings.NewReader(`"more"`)), talker{io.Discard}), nil
		}}
		f, err := p.Run(context.Background())
		if err != nil || f == nil || f.Conn != 1 || !strings.Contains(f.Message, `"more" arrived after the end`) {
			t.Fatalf("%+v, %v, expected what arrives on connection 1", f, err)
		}
	}
}
