package transcript_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/match/matchtest"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
)

// rounds is the tiny game of matchtest, in which all are asked at once.
type rounds struct {
	game.Rules
	matchtest.Rounds
}

func (r rounds) Options() []game.Setting { return nil }
func (r rounds) Live() game.Live         { return r.Rounds }

// tiny finds that game, whatever name is asked for but "none".
func tiny(name string) (*game.Game, error) {
	if name == "none" {
		return nil, &game.UsageError{Message: "unknown game", Hint: "there is one"}
	}
	code := ""
	if name == codedRounds {
		code = codedRounds
	}
	return &game.Game{
		Name: name,
		Configure: func(game.Settings) (game.Rules, error) {
			return rounds{Rounds: matchtest.Rounds{Rounds: 2, Code: code}}, nil
		},
		Protocol: game.Protocol{
			Methods: []game.Method{
				{Name: "setup", Clause: "R-1", Args: []game.Param{{Name: "players"}}},
				{Name: "number", Clause: "R-2", Args: []game.Param{{Name: "number"}, {Name: "pad"}}, Fields: []game.Field{{Pointer: "/0", Clause: "R-3"}}},
				{Name: "win", Clause: "R-4", Args: []game.Param{{Name: "won"}}},
			},
			States: []game.State{{Name: "coming"}, {Name: "naming"}, {Name: "in"}, {Name: "asked"}, {Name: "out"}},
			Transitions: []game.Transition{
				{From: "coming", To: "naming", On: "connection accepted", Clause: "R-5"},
				{From: "naming", To: "in", On: "<- name", Clause: "R-6"},
				{From: "naming", To: "out", On: "<- anything else", Clause: "BG-81"},
				{From: "naming", To: "out", On: "<- name that is already signed up", Clause: "BG-84"},
				{From: "naming", To: "out", On: "timeout", Clause: "BG-82"},
				{From: "naming", To: "out", On: "game starts without it", Clause: "BG-85"},
				{From: "in", To: "out", On: "no game is played: too few players", Clause: "BG-85"},
				{From: "in", To: "out", On: "no game is played: other number of players", Clause: "BG-87"},
				{From: "in", To: "asked", On: "-> setup", Clause: "R-1"},
				{From: "in", To: "asked", On: "-> number", Clause: "R-2"},
				{From: "in", To: "asked", On: "-> win", Clause: "R-4"},
				{From: "asked", To: "in", On: "<- good", Clause: "R-7"},
				{From: "asked", To: "out", On: "<- another shape", Clause: "R-8"},
				{From: "asked", To: "out", On: "timeout", Clause: "R-9"},
			},
		},
	}, nil
}

// codedRounds is the tiny game in which everybody who is out is so by a code of
// this name.
const codedRounds = "coded"

// recordRounds plays the tiny game, seated by hand or by sign-up.
func recordRounds(t *testing.T, name string, seated bool, kinds ...string) string {
	t.Helper()
	live := matchtest.Rounds{Rounds: 2}
	if name == codedRounds {
		live.Code = codedRounds
	}
	in := []jsontext.Value{jsontext.Value(fmt.Sprint(len(kinds)))}
	var b bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		w := transcript.NewWriter(&b, "x", transcript.Header{Game: name, Side: game.Server, In: in, Seated: seated, Options: game.SettingList{}}, nil)
		recorder := match.Recorders(w)
		var names []string
		var seats []match.Seat
		var clients []client.Client
		for i, kind := range kinds {
			p, err := live.Player(kind, "", 0)
			if err != nil {
				t.Fatal(err)
			}
			name := string(rune('A' + i))
			names = append(names, name)
			clients = append(clients, client.Client{Name: name, Player: p})
			if seated {
				recorder.Connect(i + 1)
				recorder.SignUp(i+1, i, name)
			}
			seats = append(seats, match.Seat{Conn: i + 1, Player: match.NewBuiltin(p, i+1, recorder)})
		}
		if seated {
			referee, err := live.Referee(in, names)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := match.Play(t.Context(), referee, seats, match.Options{Recorder: recorder}); err != nil {
				t.Fatal(err)
			}
		} else {
			listener := matchtest.Listen()
			done := make(chan struct{})
			go func() {
				defer close(done)
				client.Run(t.Context(), clients, client.Options{Dial: listener.DialClient, Last: "win", Gap: 100 * time.Millisecond})
			}()
			if _, err := lobby.Serve(t.Context(), listener, live, in, lobby.Options{Recorder: w}); err != nil {
				t.Error(err)
			}
			<-done
		}
		if err := w.End(); err != nil {
			t.Error(err)
		}
	})
	return b.String()
}

func checkText(text string) (transcript.Report, error) {
	r, err := transcript.NewReader(strings.NewReader(text), "x")
	if err != nil {
		return transcript.Report{}, err
	}
	return transcript.Check(r, tiny)
}

// TestManyAtOnce: games in which several calls are due at once are clean, also
// when players fail in all the ways there are, and are out by a code of the game
// whatever the way was.
func TestManyAtOnce(t *testing.T) {
	for _, kinds := range [][]string{
		{"good", "good"},
		{"good", "number=7", "good"},
		{"number=7", "number=1!", "good"},
		{"setup=?", "good", "win=void"},
		{"number=!", "number=?", "good", "number=[1"},
		{"setup=1", "setup=2"},
		{"number=1 2", "good"},
	} {
		for _, name := range []string{"rounds", codedRounds} {
			for _, seated := range []bool{true, false} {
				text := recordRounds(t, name, seated, kinds...)
				report, err := checkText(text)
				if err != nil || len(report.Findings) > 0 || !report.Whole {
					t.Errorf("%s, %v, seated %v: %+v %v\n%s", name, kinds, seated, report, err, text)
				}
			}
		}
	}
}

// script is a small game by hand: two players, of whom one answers "number"
// wrongly in a batch. Each test changes a line of it.
const script = `{"transcript":1,"touchstone":"v1","game":"rounds","options":{},"in":[2],"side":"server","started":"2026-11-22T01:20:26Z"}
{"ms":10,"kind":"connect","conn":1}
{"ms":20,"kind":"connect","conn":2}
{"ms":30,"kind":"message","conn":2,"dir":"in","value":"B"}
{"ms":40,"kind":"message","conn":1,"dir":"in","value":"A"}
{"ms":20000,"kind":"sign-up","conn":1,"seat":0,"name":"A"}
{"ms":20000,"kind":"sign-up","conn":2,"seat":1,"name":"B"}
{"ms":20000,"kind":"message","conn":1,"dir":"out","value":["setup",[2]]}
{"ms":20010,"kind":"message","conn":1,"dir":"in","value":"void"}
{"ms":20010,"kind":"event","event":{"event":"setup","player":"A"}}
{"ms":20020,"kind":"message","conn":2,"dir":"out","value":["setup",[2]]}
{"ms":20030,"kind":"message","conn":2,"dir":"in","value":"void"}
{"ms":20030,"kind":"event","event":{"event":"setup","player":"B"}}
{"ms":20040,"kind":"message","conn":2,"dir":"out","value":["number",[1,""]]}
{"ms":20040,"kind":"message","conn":1,"dir":"out","value":["number",[1,""]]}
{"ms":20050,"kind":"message","conn":2,"dir":"in","value":"one"}
{"ms":20060,"kind":"message","conn":1,"dir":"in","value":1}
{"ms":20060,"kind":"event","event":{"event":"number","player":"A"}}
{"ms":20070,"kind":"breach","conn":2,"seat":1,"player":"B","method":"number","why":"wrong_shape","clause":"BG-37","message":"B failed in number"}
{"ms":20070,"kind":"close","conn":2,"by":"server"}
{"ms":20070,"kind":"event","event":{"event":"drop","player":"B"}}
{"ms":20080,"kind":"message","conn":1,"dir":"out","value":["number",[2,""]]}
{"ms":20090,"kind":"message","conn":1,"dir":"in","value":2}
{"ms":20090,"kind":"event","event":{"event":"number","player":"A"}}
{"ms":20100,"kind":"message","conn":1,"dir":"out","value":["win",[true]]}
{"ms":20110,"kind":"message","conn":1,"dir":"in","value":"void"}
{"ms":20110,"kind":"event","event":{"event":"win","player":"A"}}
{"ms":20120,"kind":"result","values":[[["A"],["B"]]]}
{"ms":20120,"kind":"close","conn":1,"by":"server"}
`

// With these a reply comes before its call (BG-94).
const (
	earlyOld = `{"ms":20040,"kind":"message","conn":1,"dir":"out","value":["number",[1,""]]}
{"ms":20050,"kind":"message","conn":2,"dir":"in","value":"one"}
{"ms":20060,"kind":"message","conn":1,"dir":"in","value":1}
`
	earlyNew = `{"ms":20040,"kind":"message","conn":1,"dir":"in","value":1}
{"ms":20040,"kind":"message","conn":1,"dir":"out","value":["number",[1,""]]}
{"ms":20050,"kind":"message","conn":2,"dir":"in","value":"one"}
`
)

// TestFindings: each kind of wrong is found at its line, with clause and side.
func TestFindings(t *testing.T) {
	for _, tt := range []struct {
		name, old, new string
		line           int // 0: clean
		clause, says   string
	}{
		{name: "nothing wrong"},
		{name: "an early value (BG-94)", old: earlyOld, new: earlyNew},
		{"no reply", `{"ms":20060,"kind":"message","conn":1,"dir":"in","value":1}` + "\n", "", 17, "", "nothing in the game causes the event"},
		{"time runs back", `{"ms":20,`, `{"ms":5,`, 3, "", "the line before"},
		{"a connection is missing", `connect","conn":2}`, `connect","conn":3}`, 3, "", "expected 2"},
		{"wrong name", `"seat":0,"name":"A"`, `"seat":0,"name":"B"`, 6, "R-6", "has sent the name"},
		{"no name", `"dir":"in","value":"A"`, `"dir":"in","value":"A B"`, 6, "BG-81", "has sent no name"},
		{"late name", `{"ms":40,`, `{"ms":3500,`, 5, "BG-82", "3490 ms"},
		{"same name", `"dir":"in","value":"B"`, `"dir":"in","value":"A"`, 7, "R-6", "as \"B\""},
		{"wrong order", `"conn":1,"seat":0,"name":"A"`, `"conn":2,"seat":0,"name":"B"`, 7, "R-6", "a second time"},
		{"one is left out", `{"ms":20000,"kind":"sign-up","conn":2,"seat":1,"name":"B"}` + "\n", "", 7, "R-6", "neither signs up nor is refused"},
		{
			"refused for nothing", `{"ms":20000,"kind":"sign-up","conn":2,"seat":1,"name":"B"}`,
			`{"ms":20000,"kind":"refuse","conn":2,"why":"","clause":"BG-81"}`, 7, "BG-81", `"B" is a name`,
		},
		{
			"refused as taken", `{"ms":20000,"kind":"sign-up","conn":2,"seat":1,"name":"B"}`,
			`{"ms":20000,"kind":"refuse","conn":2,"why":"","clause":"BG-84"}`, 7, "BG-84", "no other player",
		},
		{"wrong call", `"conn":1,"dir":"out","value":["setup",[2]]`, `"conn":1,"dir":"out","value":["win",[2]]`, 8, "R-1", `"setup" is due`},
		{
			"called a second time", `{"ms":20010,"kind":"message","conn":1,`,
			`{"ms":20000,"kind":"message","conn":1,"dir":"out","value":["setup",[2]]}` + "\n" + `{"ms":20010,"kind":"message","conn":1,`,
			9, "R-1", "A is called, but the reply to setup of A is due",
		},
		{"wrong argument", `"conn":2,"dir":"out","value":["number",[1,""]]`, `"conn":2,"dir":"out","value":["number",[2,""]]`, 14, "R-3", "expected 1, received 2"},
		{"not a call", `"conn":2,"dir":"out","value":["setup",[2]]`, `"conn":2,"dir":"out","value":"setup"`, 11, "", "not a call"},
		{"wrong player", `"conn":2,"dir":"out","value":["setup",[2]]`, `"conn":1,"dir":"out","value":["setup",[2]]`, 11, "R-1", "setup of B is due"},
		{"late reply", `{"ms":20090,"kind":"message"`, `{"ms":20079,"kind":"message"`, 23, "", "the line before"},
		{"wrong event", `"event":"drop","player":"B"`, `"event":"drop","player":"A"`, 21, "", "the event should be"},
		{"missing event", `{"ms":20070,"kind":"event","event":{"event":"drop","player":"B"}}` + "\n", "", 21, "", "is missing before"},
		{
			"missing breach", `{"ms":20070,"kind":"breach","conn":2,"seat":1,"player":"B","method":"number","why":"wrong_shape","clause":"BG-37","message":"B failed in number"}` + "\n",
			"", 19, "BG-37", "line 16",
		},
		{"breach of a good reply", `"dir":"in","value":"one"`, `"dir":"in","value":1`, 19, "BG-37", "is correct"},
		{"other reason", `"why":"wrong_shape"`, `"why":"timeout"`, 19, "BG-37", `"wrong_shape", but the transcript says "timeout"`},
		{"other clause", `"clause":"BG-37"`, `"clause":"BG-38"`, 19, "BG-37", `"BG-37", but the transcript says "BG-38"`},
		{
			"called although out", `{"ms":20090,"kind":"event"`, `{"ms":20090,"kind":"message","conn":2,"dir":"out","value":["number",[2,""]]}` + "\n" + `{"ms":20090,"kind":"event"`,
			24, "", "is already closed",
		},
		{"wrong result", `[["A"],["B"]]`, `[["A","B"],[]]`, 28, "", "the result"},
		{"closed too early", `{"ms":20090,"kind":"message"`, `{"ms":20090,"kind":"close","conn":1,"by":"server"}` + "\n" + `{"ms":20090,"kind":"message"`, 24, "", "is already closed"},
		{
			"garbage of the server", `{"ms":20060,"kind":"event"`, `{"ms":20060,"kind":"bytes","conn":1,"dir":"out","bytes":"AA=="}` + "\n" + `{"ms":20060,"kind":"event"`,
			18, "", "not JSON",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.old != "" && strings.Count(script, tt.old) != 1 {
				t.Fatalf("%q stands %d times in the script", tt.old, strings.Count(script, tt.old))
			}
			report, err := checkText(strings.Replace(script, tt.old, tt.new, 1))
			switch {
			case err != nil:
				t.Fatal(err)
			case tt.line == 0:
				if len(report.Findings) > 0 || len(report.Breaches) != 1 || !report.Whole {
					t.Errorf("%+v", report)
				}
			case len(report.Findings) != 1:
				t.Errorf("%d findings, expected one", len(report.Findings))
			default:
				f := report.Findings[0]
				if f.Line != tt.line || f.Clause != tt.clause || f.Side != game.Server || !strings.Contains(f.Message, tt.says) {
					t.Errorf("%+v, expected %q by %q on line %d", f, tt.says, tt.clause, tt.line)
				}
			}
		})
	}
}

// TestUnknownGame: the next step of whoever finds games is kept.
func TestUnknownGame(t *testing.T) {
	_, err := checkText(strings.Replace(script, `"game":"rounds"`, `"game":"none"`, 1))
	usage, ok := errors.AsType[*game.UsageError](err)
	if !ok || usage.Message != "transcript x, line 1: at /game: unknown game" || usage.Hint != "there is one" {
		t.Errorf("%#v", err)
	}
}

// TestEventsAsTheyAre: without headlines an event is shown by its own words.
func TestEventsAsTheyAre(t *testing.T) {
	r, err := transcript.NewReader(strings.NewReader(script), "x")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := transcript.Show(&b, r, transcript.ShowOptions{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "* drop") {
		t.Error(b.String())
	}
}

// FuzzCheck: whatever is given for a transcript, nothing panics, and what can be
// read is checked, shown, copied and covered.
func FuzzCheck(f *testing.F) {
	f.Add(script)
	f.Add(everythingWritten)
	f.Add(strings.Replace(script, `"side":"server"`, `"side":"clients"`, 1))
	f.Add(strings.Replace(script, `"in":[2]`, `"in":[2],"seated":true,"scale":0.1`, 1))
	f.Fuzz(func(t *testing.T, text string) {
		read := func() *transcript.Reader {
			r, err := transcript.NewReader(strings.NewReader(text), "x")
			if err != nil {
				return nil
			}
			return r
		}
		r := read()
		if r == nil {
			return
		}
		report, err := transcript.Check(r, tiny)
		if err == nil && len(report.Findings) > 0 && (report.Findings[0].Line < 2 || report.Findings[0].Message == "") {
			t.Fatalf("%+v", report.Findings[0])
		}
		var shown, copied, again bytes.Buffer
		showErr := transcript.Show(&shown, read(), transcript.ShowOptions{Verbose: true})
		copyErr := transcript.Copy(&copied, read())
		if (showErr == nil) != (copyErr == nil) {
			t.Fatalf("shown: %v, copied: %v", showErr, copyErr)
		}
		if strings.ContainsAny(shown.String(), "\x1b\x00\r\u202e") {
			t.Fatalf("%q", shown.String())
		}
		if copyErr == nil {
			first := copied.String()
			r, err := transcript.NewReader(&copied, "x")
			if err != nil {
				t.Fatal(err)
			}
			if err := transcript.Copy(&again, r); err != nil || again.String() != first {
				t.Fatalf("%v:\n%s\n%s", err, first, &again)
			}
		}
		g, _ := tiny("rounds")
		g.Name = r.Header().Game
		_ = transcript.NewCoverage(g).Add(read())
	})
}
