package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The ports that a program of a live game may be told to use (11.1).
const (
	portMin = 1024
	portMax = 65535
)

// parsePort reads the port of the convention in which live programs are called.
func parsePort(text string) (int, error) {
	// A sign is no part of a number of a port.
	n, err := strconv.ParseUint(text, 10, 16)
	port := int(n)
	if err != nil || port < portMin {
		return 0, &game.UsageError{
			Message: fmt.Sprintf("port %q, expected %d to %d", text, portMin, portMax),
			Hint:    "for example --program 45678",
		}
	}
	return port, nil
}

// A liveGame is a game that is played live, under the options of a command.
type liveGame struct {
	game  *game.Game
	rules game.Rules
	live  game.Live
}

// notLive refuses a game that nobody plays live, which only one of a folder can be.
func notLive(g *game.Game) error {
	return &game.UsageError{
		Message: fmt.Sprintf("the game %s is not played live", g.Name),
		Hint:    "to play it live, add [live] to its game.toml: \"touchstone help game-folder\" says how",
	}
}

// liveGame finds a game that is played live.
func (s *settings) liveGame(name string) (*liveGame, error) {
	g, err := gameNamed(name)
	if err != nil {
		return nil, err
	}
	rules, err := s.rules(g)
	if err != nil {
		return nil, err
	}
	l := &liveGame{game: g, rules: rules, live: rules.Live()}
	if l.live == nil {
		return nil, notLive(g)
	}
	return l, nil
}

// kind is a builtin player of the game, for examples.
func (l *liveGame) kind() string { return l.game.Players[0].Name }

// read reads input values to the end of the source and lets accept take them.
// The error is an *answer.Refusal for values that it refuses.
func (l *liveGame) read(r io.Reader, side game.Side, accept func([]jsontext.Value) error) ([]jsontext.Value, error) {
	// The task of a program of this side shows the values.
	task := game.Task{In: l.game.Protocol.In}
	if side == game.Clients {
		task.In = l.game.Protocol.Clients
	}
	if i := slices.IndexFunc(l.game.Tasks, func(t game.Task) bool { return t.Live == side }); i >= 0 {
		task.Name = l.game.Tasks[i].Name
	}
	desk := &answer.Desk{
		Game: l.game, Task: task, Rules: l.rules,
		Schemas: schema.Of(l.game, l.rules.Options()),
	}
	values, err := desk.Read(r)
	if err != nil {
		return nil, err
	}
	oracle := func(in []jsontext.Value, _ *game.Output) error { return accept(in) }
	if err := desk.Solve(oracle, values, nil); err != nil {
		return nil, err
	}
	return stream.Raws(values), nil
}

// checkScale refuses scales of time that are none.
func checkScale(scale float64) error {
	if scale >= match.ScaleMin && scale <= match.ScaleMax {
		return nil
	}
	return &game.UsageError{
		Message: fmt.Sprintf("--time-scale is %v, expected %v to %v", scale, match.ScaleMin, match.ScaleMax),
		Hint:    "0.1 makes all times ten times shorter",
	}
}

// hinted gives an error of usage that has no hint this one.
func hinted(err error, hint string) error {
	if usage, ok := errors.AsType[*game.UsageError](err); ok {
		usage.Hint = cmp.Or(usage.Hint, hint)
	}
	return err
}

// somePlayers is how many players a random game has in examples.
func (l *liveGame) somePlayers() int { return max(1, l.live.SignUp().PlayersMin) }

// transcriptUsage is the usage of --transcript.
const transcriptUsage = "`FILE`: write the transcript of the game to this file"

// writer begins the transcript of a game, nil without a name. Its header lacks
// what the game knows itself.
func (l *liveGame) writer(name string, h transcript.Header) (*transcript.Writer, error) {
	if name == "" {
		return nil, nil
	}
	h.Touchstone, h.Game, h.Options = programVersion(), l.game.Name, l.rules.Options()
	w, err := transcript.Create(name, h)
	return w, hinted(err, unkeptHint)
}

// recording is the writer as a recorder, nil if there is none.
func recording(w *transcript.Writer) match.Recorder {
	if w == nil {
		return nil
	}
	return w
}

// endTranscript ends a transcript, if there is one. The game that it lacks has been played all
// the same, and so its result is printed before this error is.
func endTranscript(w *transcript.Writer) error {
	if w == nil {
		return nil
	}
	if err := w.End(); err != nil {
		return &game.UsageError{Message: err.Error(), Hint: unkeptHint}
	}
	return nil
}

// tellUnkept prints why a transcript is not complete if the game was interrupted, since an
// interrupted command prints no error. Otherwise it returns the error.
func tellUnkept(c *cobra.Command, kept error, interrupted bool) error {
	if kept == nil || !interrupted {
		return kept
	}
	complain(c.ErrOrStderr(), kept)
	return nil
}

// unkeptHint is what to do if a transcript cannot be written.
const unkeptHint = "make room, or write somewhere else; the transcript is not complete"

// writeLines writes values, one a line.
func writeLines(w io.Writer, values []jsontext.Value) error {
	var b bytes.Buffer
	for _, v := range values {
		b.Write(v)
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

// A teller tells on standard error what happens in a live game, as a recorder.
type teller struct {
	w       io.Writer
	verbose bool
	color   bool
	names   map[int]string // of the connections
	naming  bool           // names are told as they come
	last    string         // the method whose calls are told, "" for none
	called  map[int]bool   // the connections over which a call has come
	dropped map[int]bool   // those that the server has closed
	refused int            // connections that do not take part
}

// refusedTold is how many connections that do not take part get a line each. A thousand
// lines would hide what happens in the game.
const refusedTold = 10

// newTeller tells as much as the flags say; nil if that is nothing.
func newTeller(c *cobra.Command, out *output) *teller {
	if out.quiet {
		return nil
	}
	return &teller{
		w: c.ErrOrStderr(), verbose: out.verbose, color: out.colored(c.ErrOrStderr()),
		names: map[int]string{}, called: map[int]bool{}, dropped: map[int]bool{},
	}
}

// recorder is the teller as a recorder, nil if there is none.
func (t *teller) recorder() match.Recorder {
	if t == nil {
		return nil
	}
	return t
}

// shownBytes is how much of a message is shown: all of nearly every one.
const shownBytes = 4 << 10

func (t *teller) say(format string, args ...any) {
	fmt.Fprintf(t.w, "%s\n", text.Visible(fmt.Sprintf(format, args...)))
}

// sayIf says something on a condition, if anything is told at all.
func (t *teller) sayIf(condition bool, format string, args ...any) {
	if t != nil && condition {
		t.say(format, args...)
	}
}

func (t *teller) name(conn int) string {
	if name, ok := t.names[conn]; ok {
		return name
	}
	return "connection " + strconv.Itoa(conn)
}

func (t *teller) message(conn int, out bool, text string) {
	if !t.verbose {
		return
	}
	arrow := ">"
	if out {
		arrow = "<"
	}
	if len(text) > shownBytes {
		text = fmt.Sprintf("%s… (%d bytes)", text[:shownBytes], len(text))
	}
	t.say("%s %s %s", t.name(conn), arrow, text)
}

// Connect implements match.Recorder.
func (t *teller) Connect(conn int) {
	if t.verbose {
		t.say("%s is open", t.name(conn))
	}
}

// SignUp implements match.Recorder.
func (t *teller) SignUp(conn, seat int, name string) {
	t.names[conn] = name
	t.say("seat %d: %s", seat+1, name)
}

// Refuse implements match.Recorder.
func (t *teller) Refuse(conn int, clause, why string) {
	t.refused++
	switch n := t.refused; {
	case t.verbose || n <= refusedTold:
		t.say("%s does not take part: %s", t.name(conn), text.Citing(why, clause))
	case n == refusedTold+1:
		t.say("more connections do not take part; from here on they are only counted (--verbose shows all)")
	case strings.TrimRight(strconv.Itoa(n), "0") == "1":
		t.say("%d connections do not take part so far", n)
	}
}

// Message implements match.Recorder.
func (t *teller) Message(conn int, out bool, value jsontext.Value) {
	if out {
		t.called[conn] = true
	}
	t.message(conn, out, string(value))
	if t.verbose {
		return
	}
	if _, seated := t.names[conn]; t.naming && !seated && !out && t.refused < refusedTold {
		t.say("connection %d gives the name %s", conn, text.Excerpt(value))
	}
	if t.last != "" && out {
		if call, err := wire.ParseCall(value); err == nil && call.Method == t.last {
			args := make([]string, len(call.Args))
			for i, a := range call.Args {
				args[i] = text.Excerpt(a)
			}
			t.say("%s gets the call %s(%s)", t.name(conn), call.Method, strings.Join(args, ", "))
		}
	}
}

// Bytes implements match.Recorder.
func (t *teller) Bytes(conn int, out bool, raw []byte, _ int) {
	t.message(conn, out, string(raw)+" (no JSON value)")
}

// Breach implements match.Recorder.
func (t *teller) Breach(_ int, b game.Breach) {
	text := text.Visible(fmt.Sprintf("%s is out: %s (%s, %s)", b.Player, b.Message, b.Clause, b.Why))
	if t.color {
		text = "\x1b[31m" + text + "\x1b[0m"
	}
	fmt.Fprintln(t.w, text)
}

// Event implements match.Recorder.
func (t *teller) Event(event jsontext.Value) {
	if t.verbose {
		t.say("event %s", event)
	}
}

// Close implements match.Recorder.
func (t *teller) Close(conn int, by string) {
	if _, known := t.names[conn]; known && by == match.Server {
		t.dropped[conn] = true
	}
	if t.verbose {
		t.say("%s is closed by the %s", t.name(conn), by)
	}
}

// Result implements match.Recorder.
func (t *teller) Result([]jsontext.Value) {
	if t.refused > refusedTold && !t.verbose {
		t.say("in all, %d connections did not take part", t.refused)
	}
}

// A liveReport is what play and serve write with --format json.
type liveReport struct {
	Game        string           `json:"game"`
	Players     []livePlayer     `json:"players"`          // by seat
	Result      []jsontext.Value `json:"result,omitempty"` // missing if the game was ended early
	Breaches    []liveBreach     `json:"breaches"`
	NoGame      *liveRefusal     `json:"noGame,omitempty"`
	Interrupted bool             `json:"interrupted,omitzero"`
}

type livePlayer struct {
	Name string `json:"name"`
	Kind string `json:"kind,omitempty"` // as on the command line
}

type liveBreach struct {
	Player  string `json:"player"`
	Method  string `json:"method"`
	Why     string `json:"why"`
	Clause  string `json:"clause,omitempty"`
	Message string `json:"message"`
}

type liveRefusal struct {
	Clause string `json:"clause,omitempty"`
	Why    string `json:"why"`
}

// liveBreaches are breaches as the report has them.
func liveBreaches(list []game.Breach) []liveBreach {
	all := []liveBreach{}
	for _, b := range list {
		all = append(all, liveBreach{b.Player, b.Method, b.Why, b.Clause, strings.ToValidUTF8(b.Message, "\ufffd")})
	}
	return all
}
