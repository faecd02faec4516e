package watch

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/match/matchtest"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/scene"
)

// numbers are rules under which a number can be drawn.
type numbers struct{ game.Rules }

func (numbers) Drawable() []string { return []string{"state", "number"} }

func (numbers) Draw(value string, raw jsontext.Value) (*scene.Scene, error) {
	if string(raw) == `"none"` {
		return nil, errors.New("there is nothing to draw")
	}
	return scene.New(value, "the number "+string(raw), &scene.Text{S: string(raw)})
}

func (n numbers) DrawNamed(value string, raw jsontext.Value, names []string) (*scene.Scene, error) {
	s, err := n.Draw(value, raw)
	if err == nil {
		s.Alt += " of " + strings.Join(names, " and ")
	}
	return s, err
}

func (numbers) Tell(value string, raw, _ jsontext.Value) game.Deed {
	if value != "reply" || raw.Kind() != '0' {
		return game.Deed{}
	}
	return game.Deed{What: "says " + string(raw), Clause: "R-7"}
}

var rounds = &game.Game{
	Name: "rounds", Title: "Rounds",
	Protocol: game.Protocol{Methods: []game.Method{
		{Name: "setup", Args: []game.Param{{Name: "players", Value: "players"}}},
		{Name: "number", Summary: "asks for a number, in each round", Reply: game.Param{Value: "reply"}, Args: []game.Param{{Name: "number", Value: "number"}, {Name: "pad", Value: "pad"}}},
		{Name: "win", Args: []game.Param{{Name: "won", Value: "won"}}},
	}},
}

// row is a row of the table of players.
func row(v View, name string) string {
	for _, r := range v.Tables[0].Rows {
		if r[1].Text == name {
			return fmt.Sprintf("%s %s %s %s", r[0].Text, r[2].Text, r[3].Text, r[4].Text)
		}
	}
	return ""
}

// TestMatch looks at a game before, in and after it.
func TestMatch(t *testing.T) {
	m := NewMatch(rounds, numbers{}, 4*time.Second)
	var recorder match.Recorder = m
	if v := m.Look(); v.Title != "Rounds" || v.Picture != nil || v.Status.Text != "waiting for players" {
		t.Errorf("before the game there is %+v", v)
	}
	recorder.Connect(1)
	recorder.Connect(2)
	recorder.SignUp(1, 1, "Ada<b>")
	if v := m.Look(); row(v, "connection 2") != " is there 0 0" || row(v, "Ada<b>") != "2 waits 0 0" {
		t.Errorf("while players sign up there is %v", v.Tables)
	}
	recorder.Refuse(2, "R-1", "why")
	recorder.SignUp(3, 0, "Bob")
	recorder.Message(1, true, jsontext.Value(`["number",[7,"pad"]]`))
	recorder.Message(3, true, jsontext.Value(`["number",["none","pad"]]`))
	recorder.Message(1, true, jsontext.Value(`["number",[8,"pad"]]`))
	v := m.Look()
	if len(v.Clocks) != 2 || v.Clocks[0].Name != "Ada<b>" || v.Clocks[0].For != "is asked for a number" || v.Clocks[0].Limit != 4*time.Second {
		t.Errorf("the clocks are %+v", v.Clocks)
	}
	if v.Picture == nil || v.Picture.Caption != "number of Ada<b>" ||
		!strings.Contains(v.Picture.SVG, "the number 8 of Bob and Ada&lt;b&gt;") || !strings.Contains(v.Picture.Narrow, "the number 8") {
		t.Errorf("the picture is %+v", v.Picture)
	}
	recorder.Message(1, false, jsontext.Value("7"))
	recorder.Message(3, false, jsontext.Value(`"seven"`))
	// The log says in words what was asked and done, and has below what was sent.
	said := m.page.ring[m.page.lines-3 : m.page.lines]
	for i, want := range []Line{
		{Who: "Ada<b>", Text: "is asked for a number", Sent: `< number(8, "pad")`},
		{Who: "Ada<b>", Text: "says 7 (R-7)", Sent: "> 7"},
		{Who: "Bob", Text: `> "seven"`},
	} {
		if want.Ms = said[i].Ms; said[i] != want {
			t.Errorf("the log says %+v, expected %+v", said[i], want)
		}
	}
	recorder.Breach(3, game.Breach{Player: "Bob", Clause: "R-3", Why: "timeout", Message: "Bob does not answer"})
	recorder.Close(3, match.Server)
	v = m.Look()
	if len(v.Clocks) != 0 || row(v, "Bob") != "1 is out: R-3, timeout 1 1" || row(v, "Ada<b>") != "2 waits 2 0" {
		t.Errorf("after a breach there are %v and %v", v.Clocks, v.Tables)
	}
	// Once the referee shows the state what players are shown no longer matters.
	m.State(jsontext.Value("9"))
	recorder.Message(1, true, jsontext.Value(`["number",[10,"pad"]]`))
	if v := m.Look(); v.Picture.Caption != "state of the game" || !strings.Contains(v.Picture.SVG, "the number 9") {
		t.Errorf("the picture is %+v", v.Picture)
	}
	m.State(jsontext.Value(`"none"`))
	if v := m.Look(); v.Picture.SVG != "" || !strings.Contains(v.Picture.Caption, "there is nothing to draw") {
		t.Errorf("the picture is %+v", v.Picture)
	}
	recorder.Result([]jsontext.Value{jsontext.Value(`[["Ada"],[]]`)})
	recorder.Close(1, match.Server)
	m.End(nil)
	v = m.Look()
	if !v.Over || v.Status != (Text{`the game is over: Ada wins`, Good}) || len(v.Clocks) != 0 || row(v, "Ada<b>") != "2 played to the end 3 0" {
		t.Errorf("in the end there is %+v", v)
	}
}

// TestNoGame: where too few sign up the page does not say that a game was played.
func TestNoGame(t *testing.T) {
	m := NewMatch(rounds, numbers{}, time.Second)
	m.Connect(1)
	m.Refuse(2, "", "it sent no name")
	m.Result([]jsontext.Value{jsontext.Value(`[[],[]]`)})
	m.Close(1, match.Server)
	m.End(nil)
	v := m.Look()
	if v.Status != (Text{"no game was played, too few signed up", Bad}) {
		t.Errorf("the status is %+v", v.Status)
	}
	if row(v, "connection 1") != " is closed by the server 0 0" || row(v, "connection 2") != " does not take part 0 0" {
		t.Errorf("the players are %+v", v.Tables)
	}
	for _, l := range m.page.ring[:m.page.lines] {
		if strings.Contains(l.Text, "()") {
			t.Errorf("the log says %q", l.Text)
		}
	}
}

// TestFloodedMatch: however many come, the table is bounded.
func TestFloodedMatch(t *testing.T) {
	m := NewMatch(rounds, numbers{}, time.Second)
	for i := range 100_000 {
		m.Connect(i + 1)
	}
	m.SignUp(100_000, 0, "late")
	m.Message(100_000, true, jsontext.Value(`["number",[1]]`))
	if n := len(m.Look().Tables[0].Rows); n != playersMax {
		t.Errorf("%d rows", n)
	}
	m.End(errors.New("enough"))
	if v := m.Look(); v.Status.Text != "stopped early: enough" || v.Status.Mood != Bad {
		t.Errorf("the status is %+v", v.Status)
	}
}

// TestWatchedGame: a game that is looked at is played as any other.
func TestWatchedGame(t *testing.T) {
	r := matchtest.Rounds{Rounds: 200}
	play := func(watched bool) (string, *matchtest.Log) {
		log := &matchtest.Log{}
		recorder := match.Recorders(log)
		if watched {
			m := NewMatch(rounds, numbers{}, time.Second)
			s := serve(t, "0", m.Page())
			defer func() {
				m.End(nil)
				s.Close()
			}()
			recorder = match.Recorders(log, m)
			look(t, s, "").until(func(message) bool { return true })
		}
		var seats []match.Seat
		for i, kind := range []string{"good", "number=void", "good"} {
			p, err := r.Player(kind, "", 0)
			if err != nil {
				t.Fatal(err)
			}
			seats = append(seats, match.Seat{Conn: i + 1, Player: match.NewBuiltin(p, i+1, recorder)})
		}
		referee, err := r.Referee(nil, []string{"a", "b", "c"})
		if err != nil {
			t.Fatal(err)
		}
		result, err := match.Play(t.Context(), referee, seats, match.Options{CallTimeout: time.Second, Recorder: recorder})
		if err != nil {
			t.Fatal(err)
		}
		return string(result.Values[0]), log
	}
	plain, before := play(false)
	watched, after := play(true)
	if plain != watched || len(before.Lines("")) != len(after.Lines("")) {
		t.Errorf("watched it ends with %s after %d lines, else with %s after %d", watched, len(after.Lines("")), plain, len(before.Lines("")))
	}
}

// TestRun looks at a run in the middle and at its end.
func TestRun(t *testing.T) {
	r := NewRun(ledger.Header{Task: "sums/add", Subject: "./xadd", Cases: 4})
	counts := run.Summary{Cases: 4, Verdicts: map[judge.Outcome]int{}}
	add := func(v judge.Verdict) (Line, bool) {
		counts.Count(&v)
		return r.Add(run.Result{Verdict: v}, counts)
	}
	if _, told := add(judge.Verdict{Case: "sums/1", Outcome: judge.Pass}); told {
		t.Error("a case that passes is told")
	}
	for _, id := range []string{"sums/2", "sums/3"} {
		l, told := add(judge.Verdict{Case: id, Outcome: judge.WrongAnswer, Blame: judge.BlameSubject, Message: "2, not\n3", Fingerprint: "f"})
		if !told || l.Who != id || l.Text != `wrong-answer: 2, not\u000a3` || l.Mood != Bad {
			t.Errorf("%+v, %v", l, told)
		}
	}
	v := r.Look()
	if v.Status.Text != "3 of 4 cases, 1 pass, 2 fail" || *v.Progress != (Progress{Done: 3, Of: 4}) || v.Over {
		t.Errorf("in the middle there is %+v, %+v", v.Status, v.Progress)
	}
	text, err := json.Marshal(v.Tables)
	if want := `"Rows":[[{"text":"2"},{"text":"wrong-answer","mood":"bad"},{"text":"sums/2"},{"text":"2, not\n3"}]]`; err != nil ||
		!strings.Contains(string(text), want) || !strings.Contains(string(text), `[{"text":"pass","mood":"good"},{"text":"1"}]`) {
		t.Errorf("the tables are %s, %v", text, err)
	}
	add(judge.Verdict{Case: "sums/4", Outcome: judge.Crashed, Blame: judge.BlameSubject, Known: "since ever"})
	l := r.End(counts, nil)
	if v := r.Look(); !v.Over || v.Status.Text != "4 of 4 cases, 1 pass, 2 fail, 1 fail as known" || l.Text != v.Status.Text {
		t.Errorf("in the end there is %+v, told is %+v", v.Status, l)
	}
}
