package live

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// faultyRules are rules whose reference is at fault in a live game.
type faultyRules struct {
	game.Rules
	seats, player error
}

// Live implements game.Rules.
func (r faultyRules) Live() game.Live { return faultyLive{r.Rules.Live(), r} }

type faultyLive struct {
	game.Live
	rules faultyRules
}

// Seats implements game.Live.
func (l faultyLive) Seats(in []jsontext.Value) (game.Span, error) {
	if l.rules.seats != nil {
		return game.Span{}, l.rules.seats
	}
	return l.Live.Seats(in)
}

// Player implements game.Live.
func (l faultyLive) Player(name, kind string, seed uint64) (game.Player, error) {
	if l.rules.player != nil {
		return nil, l.rules.player
	}
	return l.Live.Player(name, kind, seed)
}

// TestTranscriptClosed: where a game cannot begin, its transcript does not stay open.
func TestTranscriptClosed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells which files are open")
	}
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	in := []jsontext.Value{
		jsontext.Value(`[]`),
		jsontext.Value(`{"bank":["red"],"visibles":[],"cards":[],"players":[{"wallet":[],"score":0,"cards":[]},{"wallet":[],"score":0,"cards":[]}]}`),
	}
	kind := g.Players[0].Name
	player, err := rules.Live().Player(kind, kind, 1)
	if err != nil {
		t.Fatal(err)
	}
	pair := client.Pair{Server: in, Given: in, Clients: []client.Client{{Name: "Ada", Player: player}, {Name: "bob", Player: player}}}
	fault := errors.New("at fault")
	for name, tt := range map[string]struct {
		rules game.Rules
		side  game.Side
	}{
		"seats":   {faultyRules{Rules: rules, seats: fault}, game.Server},
		"player":  {faultyRules{Rules: rules, player: fault}, game.OnePlayer},
		"program": {rules, game.OnePlayer},
	} {
		dir := t.TempDir()
		s := &Stage{
			Game: g, Rules: tt.rules, Task: game.Task{Live: tt.side}, Transcripts: dir,
			Command: &subject.Command{Argv: []string{filepath.Join(dir, "none")}},
		}
		b := &booking{"lv/one", in, pair, 1}
		var o Outcome
		if tt.side == game.Server {
			o = s.server(context.Background(), b, subject.Feed{}, subject.Limits{})
		} else {
			o = s.player(context.Background(), b, subject.Limits{})
		}
		if o.Answer.Err == nil {
			t.Errorf("%s: the game was played", name)
		}
		open, err := filepath.Glob("/proc/self/fd/*")
		if err != nil || len(open) == 0 {
			t.Fatal(open, err)
		}
		for _, link := range open {
			if file, err := os.Readlink(link); err == nil && strings.HasPrefix(file, dir) {
				t.Errorf("%s: %s is still open", name, file)
			}
		}
	}
}
