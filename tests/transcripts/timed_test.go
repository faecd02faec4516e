package transcripts

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
)

// A thinker is a player from outside, of which the referee knows the time by its own
// clock only: it solves its tasks at once, waits, and tells a time.
type thinker struct {
	player game.Player
	w      match.Recorder
	conn   int
	thinks time.Duration // before its first solution
	tells  int           // ms
}

var toldTime = regexp.MustCompile(`"time":[0-9]+`)

func (k *thinker) Call(method string, args []jsontext.Value, _ time.Duration) (jsontext.Value, error) {
	k.w.Message(k.conn, true, match.AppendCall(nil, method, args))
	reply, err := k.player.Reply(method, args)
	if err != nil {
		return nil, err
	}
	if method == "take-turn" {
		time.Sleep(k.thinks)
		k.thinks = 0
	}
	text := toldTime.ReplaceAll(reply.Text, []byte(`"time":`+strconv.Itoa(k.tells)))
	k.w.Message(k.conn, false, text)
	return text, nil
}

func (k *thinker) Close() {}

// A believer is a referee that believes the times that it is told: it is no
// game.Timed.
type believer struct{ game.Referee }

// hourglass plays a game of Ubongo 3D between a builtin player, which tells 20 s, and
// a thinker, in a time that stands still but for what the thinker waits.
func hourglass(t *testing.T, thinks time.Duration, tells int, wrap func(game.Referee) game.Referee) (text string, breaches []game.Breach) {
	t.Helper()
	g, err := games.Named("ubongo")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	live := rules.Live()
	in, err := live.Deal(rand.New(rand.NewPCG(3, 0)), 2)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := transcript.NewWriter(&b, "x", transcript.Header{
		Touchstone: "test", Game: g.Name, Options: rules.Options(), In: in, Side: game.Server, Seated: true,
	}, nil)
	players := make([]game.Player, 2)
	for i, kind := range []string{"solver", "solver:20000"} {
		if players[i], err = live.Player(kind, "", 1); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{"thinker", "builtin"}
	for i, name := range names {
		w.Connect(i + 1)
		w.SignUp(i+1, i, name)
	}
	referee, err := live.Referee(in, names)
	if err != nil {
		t.Fatal(err)
	}
	if wrap != nil {
		referee = wrap(referee)
	}
	recorder := match.Recorders(w) // two write at once
	result, err := match.Play(t.Context(), referee, []match.Seat{
		{Conn: 1, Player: &thinker{players[0], recorder, 1, thinks, tells}},
		{Conn: 2, Player: match.NewBuiltin(players[1], 2, recorder)},
	}, match.Options{Recorder: recorder})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	return b.String(), result.Breaches
}

// TestHourglass: what counts of a player's time is what the referee has measured, and
// a player that tells far less is out (UO-76); the transcript shows both, and that of
// a server which believes such a player is wrong.
func TestHourglass(t *testing.T) {
	const long = 2500 * time.Millisecond
	for _, tt := range []struct {
		name     string
		thinks   time.Duration
		tells    int
		believes bool
		breach   string // the reason
		finding  string // the clause
		says     string // in the transcript
	}{
		{name: "at once", tells: 0, says: `"event":"claim","player":"thinker"`},
		{name: "later than measured", tells: 40_000, says: `"player":"thinker","time":40000`},
		{name: "a little too early", thinks: long, tells: 1_600, says: `"player":"thinker","time":2500`},
		{name: "far too early", thinks: long, tells: 0, breach: "told_early", says: `"why":"told_early","clause":"UO-76"`},
		{name: "believed", thinks: long, tells: 0, believes: true, finding: "UO-76", says: `"player":"thinker","time":0`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var wrap func(game.Referee) game.Referee
			if tt.believes {
				wrap = func(f game.Referee) game.Referee { return believer{f} }
			}
			var text string
			var breaches []game.Breach
			synctest.Test(t, func(t *testing.T) { text, breaches = hourglass(t, tt.thinks, tt.tells, wrap) })
			if why := ""; len(breaches) > 0 {
				why = breaches[0].Why
				if why != tt.breach || breaches[0].Player != "thinker" {
					t.Errorf("found the breaches %+v", breaches)
				}
			} else if tt.breach != "" {
				t.Errorf("found no breach, expected %s", tt.breach)
			}
			if !strings.Contains(text, tt.says) {
				t.Errorf("the transcript does not say %s:\n%s", tt.says, text)
			}
			report := check(t, text)
			switch {
			case tt.finding == "" && (len(report.Findings) > 0 || !report.Whole):
				t.Errorf("%+v", report)
			case tt.finding != "" && (len(report.Findings) == 0 || report.Findings[0].Clause != tt.finding):
				t.Errorf("%+v, expected a finding by %s", report, tt.finding)
			}
		})
	}
}

// TestTimed: a server may not count other times than those that have passed.
func TestTimed(t *testing.T) {
	var text string
	synctest.Test(t, func(t *testing.T) { text, _ = hourglass(t, 0, 0, nil) })
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		var l struct {
			Kind string `json:"kind"`
		}
		if err := json.Unmarshal([]byte(line), &l); err == nil && l.Kind == "timed" {
			lines[i] = regexp.MustCompile(`"took":[0-9.]+`).ReplaceAllString(line, `"took":5000`)
			report := check(t, strings.Join(lines, ""))
			if len(report.Findings) == 0 || !strings.Contains(report.Findings[0].Message, "the server counts 5000 ms") {
				t.Errorf("%+v", report)
			}
			return
		}
	}
	t.Fatal("no line tells a time")
}
