package watch

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/live/headline"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/scene/drawing"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Match is a live game to be looked at: a match.Observer with a Page. The board
// is the state of the game, or, if the referee shows it to nobody, the last one
// that a player was shown.
type Match struct {
	match.Nobody
	title     string
	rules     game.Rules
	methods   []game.Method
	headlines *headline.Writer // the recorder's calls alone use it
	drawable  map[string]bool  // the names of the values
	callLimit time.Duration
	page      *Page
	observed  bool // states are shown; the recorder's calls alone use it

	mu      sync.Mutex
	players []*watched // in the order in which they came
	byConn  map[int]*watched
	board   board
	status  Text
	played  bool // there is a result of a game that was played
	over    bool

	drawn board // by the last look, which alone uses it
	shown *Picture
}

// A watched is a player at the other end of a connection.
type watched struct {
	conn     int
	name     string // "" until it has signed up
	seat     int
	calls    int
	breaches int
	state    Text
	clock    *Clock // nil if nothing is asked
}

// A board is what the picture is made of.
type board struct {
	number  int    // counts the boards, to tell whether it is another one
	value   string // the name of its schema
	caption string
	raw     jsontext.Value
}

// playersMax bounds how many connections are told apart: a table for so many is
// more than fits on a screen, and a server may be flooded with connections.
const playersMax = 200

// narrowPixels fits on the smallest telephone, which has 320, between margins.
const narrowPixels = 288

// nameBytesMax is how much of a name stands in a heading of a picture.
const nameBytesMax = 40

// NewMatch makes a live game of these rules one to be looked at; calls take so
// long at most.
func NewMatch(g *game.Game, rules game.Rules, callLimit time.Duration) *Match {
	m := &Match{
		title: g.Title, rules: rules, methods: g.Protocol.Methods, headlines: headline.NewWriter(g, rules), callLimit: callLimit,
		drawable: map[string]bool{}, byConn: map[int]*watched{},
		status: Text{"waiting for players", Quiet},
	}
	for _, name := range picture.Drawable(rules) {
		m.drawable[name] = true
	}
	m.page = NewPage(m)
	return m
}

// Page is where the game is to be seen.
func (m *Match) Page() *Page { return m.page }

// update changes what is to be seen.
func (m *Match) update(change func()) {
	m.mu.Lock()
	change()
	m.mu.Unlock()
	m.page.Changed()
}

// player is who is at the other end of a connection; nil for one too many.
func (m *Match) player(conn int) *watched {
	w := m.byConn[conn]
	if w == nil && len(m.players) < playersMax {
		w = &watched{conn: conn, state: Text{"is there", Quiet}}
		m.byConn[conn] = w
		m.players = append(m.players, w)
	}
	return w
}

// name is what a connection is called.
func (m *Match) name(conn int) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if w := m.byConn[conn]; w != nil && w.name != "" {
		return w.name
	}
	return "connection " + strconv.Itoa(conn)
}

// with changes what is known of a player, if it is one.
func (m *Match) with(conn int, change func(w *watched)) {
	m.update(func() {
		if w := m.player(conn); w != nil {
			change(w)
		}
	})
}

// Connect implements match.Recorder.
func (m *Match) Connect(conn int) {
	m.with(conn, func(*watched) {})
}

// SignUp implements match.Recorder.
func (m *Match) SignUp(conn, seat int, name string) {
	name = strings.Clone(name)
	m.with(conn, func(w *watched) { w.name, w.seat, w.state = name, seat+1, Text{"waits", Quiet} })
	m.page.Say(name, fmt.Sprintf("has seat %d", seat+1), Quiet)
}

// Refuse implements match.Recorder.
func (m *Match) Refuse(conn int, clause, why string) {
	// What no clause is about is said in words alone.
	state := "does not take part"
	if clause != "" {
		state += ": " + clause
	}
	m.with(conn, func(w *watched) { w.state = Text{state, Bad} })
	m.page.Say(m.name(conn), "does not take part: "+text.Citing(why, clause), Bad)
}

// Message implements match.Recorder.
func (m *Match) Message(conn int, out bool, value jsontext.Value) {
	if !out {
		m.with(conn, func(w *watched) { w.clock, w.state = nil, w.quietly("waits") })
		m.reply(conn, value)
		return
	}
	call, err := wire.ParseCall(value)
	if err != nil {
		m.page.Say(m.name(conn), "< "+text.Excerpt(value), Plain)
		return
	}
	name := m.name(conn)
	heard := m.headlines.Call(conn, call.Method, call.Args)
	doing := cmp.Or(heard, "is called: "+call.Method)
	m.with(conn, func(w *watched) {
		w.calls++
		w.state = w.quietly(doing)
		w.clock = &Clock{Name: name, For: doing, Since: time.Now(), Limit: m.callLimit}
		if m.status.Mood == Quiet {
			m.status = Text{Text: "the game is on"}
		}
	})
	for _, method := range m.methods {
		if m.observed || method.Name != call.Method {
			continue
		}
		for i, p := range method.Args {
			if i < len(call.Args) {
				m.show(p.Value, fmt.Sprintf("%s of %s", p.Name, name), call.Args[i])
			}
		}
	}
	args := make([]string, len(call.Args))
	for i, a := range call.Args {
		args[i] = text.Excerpt(a)
	}
	m.say(name, heard, "< "+call.Method+"("+strings.Join(args, ", ")+")", Plain)
}

// reply shows what came from a player.
func (m *Match) reply(conn int, value jsontext.Value) {
	did := m.headlines.Reply(conn, value)
	m.say(m.name(conn), text.Citing(did.What, did.Clause), "> "+text.Excerpt(value), Plain)
}

// say adds a line to the log, in words with what was sent below them; where there
// are no words that is the line.
func (m *Match) say(who, words, sent string, mood Mood) {
	if words == "" {
		words, sent = sent, ""
	}
	m.page.add(Line{Who: who, Text: words, Sent: sent, Mood: mood})
}

// quietly is a state of who is still in the game.
func (w *watched) quietly(s string) Text {
	if w.state.Mood == Bad {
		return w.state
	}
	return Text{s, Quiet}
}

// show makes a value the board, if it is one that can be drawn.
func (m *Match) show(value, caption string, raw jsontext.Value) {
	if m.drawable[value] {
		m.update(func() {
			if !bytes.Equal(m.board.raw, raw) {
				m.board = board{m.board.number + 1, value, caption, raw.Clone()}
			}
		})
	}
}

// Bytes implements match.Recorder.
func (m *Match) Bytes(conn int, out bool, raw []byte, _ int) {
	arrow := "> "
	if out {
		arrow = "< "
	}
	m.page.Say(m.name(conn), arrow+string(raw[:min(len(raw), textBytesMax)])+" (not a JSON value)", Bad)
}

// Breach implements match.Recorder.
func (m *Match) Breach(conn int, b game.Breach) {
	m.with(conn, func(w *watched) {
		w.breaches++
		w.clock, w.state = nil, Text{fmt.Sprintf("is out: %s, %s", b.Clause, b.Why), Bad}
	})
	m.page.Say(b.Player, fmt.Sprintf("is out: %s (%s, %s)", b.Message, b.Clause, b.Why), Bad)
}

// Event implements match.Recorder.
func (m *Match) Event(event jsontext.Value) {
	said, whole := headline.Event(event)
	sent := "event " + text.Excerpt(event)
	if whole {
		sent = ""
	}
	m.say("", said, sent, Quiet)
}

// State implements match.Observer.
func (m *Match) State(state jsontext.Value) {
	m.observed = true
	m.show("state", "state of the game", state)
}

// Close implements match.Recorder.
func (m *Match) Close(conn int, by string) {
	m.with(conn, func(w *watched) {
		state := "is closed by the " + by
		if m.played {
			state = "played to the end"
		}
		w.clock, w.state = nil, w.quietly(state)
	})
	m.page.Say(m.name(conn), "is closed by the "+by, Quiet)
}

// Result implements match.Recorder.
func (m *Match) Result(values []jsontext.Value) {
	var list []string
	for _, v := range values {
		list = append(list, text.Excerpt(v))
	}
	result := cmp.Or(headline.Result(values), strings.Join(list, " "))
	mood := Good
	m.update(func() {
		// Every game begins with a call, so that without one too few signed up.
		m.played = slices.ContainsFunc(m.players, func(w *watched) bool { return w.calls > 0 })
		m.status = Text{"the game is over: " + result, Good}
		if !m.played {
			mood = Bad
			m.status = Text{"no game was played, too few signed up", Bad}
		}
	})
	m.page.Say("", "result: "+result, mood)
}

// End shows the game a last time; why is why it ended early, nil if it did not.
func (m *Match) End(why error) {
	m.update(func() {
		m.over = true
		if why != nil {
			m.status = Text{"stopped early: " + why.Error(), Bad}
		}
		for _, w := range m.players {
			w.clock = nil
		}
	})
	m.page.End()
}

// Look implements Source.
func (m *Match) Look() View {
	m.mu.Lock()
	v := View{Title: m.title, Status: m.status, Over: m.over}
	players := Table{Caption: "Players", Columns: []string{"Seat", "Player", "State", "Calls", "Breaches"}}
	for _, w := range m.players {
		if w.clock != nil {
			v.Clocks = append(v.Clocks, *w.clock)
		}
		name, seat := w.name, strconv.Itoa(w.seat)
		if name == "" {
			name, seat = "connection "+strconv.Itoa(w.conn), ""
		}
		breaches := Text{Text: strconv.Itoa(w.breaches)}
		if w.breaches > 0 {
			breaches.Mood = Bad
		}
		players.Rows = append(players.Rows, []Text{{Text: seat}, {Text: name}, w.state, {Text: strconv.Itoa(w.calls)}, breaches})
	}
	now := m.board
	var names []string
	for _, w := range m.players {
		// Seats are counted from 1 where people see them.
		if w.name != "" && w.seat >= 1 && w.seat <= game.DrawnPlayersMax {
			for len(names) < w.seat {
				names = append(names, "")
			}
			names[w.seat-1] = text.Shorten(w.name, nameBytesMax)
		}
	}
	m.mu.Unlock()
	v.Tables = []Table{players}
	v.Picture = m.draw(now, names)
	return v
}

// draw draws a board, once, with the names of the players by their seats.
func (m *Match) draw(b board, names []string) *Picture {
	if b.number == m.drawn.number {
		return m.shown
	}
	m.drawn = b
	s, err := picture.Named(m.rules, names, b.value, b.raw)
	if err != nil {
		m.shown = &Picture{Caption: fmt.Sprintf("%s: no picture: %v", b.caption, err)}
		return m.shown
	}
	// Where one part needs more room the others get it as well.
	room := max(narrowPixels, int(math.Ceil(drawing.Draw(s, drawing.Options{Width: narrowPixels}).W)))
	m.shown = &Picture{
		Caption: fit(b.caption),
		SVG:     string(svg.Draw(s, svg.Options{})),
		Narrow:  string(svg.Draw(s, svg.Options{Width: min(room, drawing.WidthUsual)})),
	}
	return m.shown
}
