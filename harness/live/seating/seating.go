// Package seating seats players of any kind, builtin ones, programs and TCP
// clients, at one game, and lets them play it.
package seating

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Waits are how long players may take to be there, which no rule says. Zero fields
// stand for the defaults.
type Waits struct {
	// Start is what a program gets at least to send its name: virtual machines
	// start, and that takes them longer than a client that runs already.
	Start time.Duration
	// Connect is how long a listening player may take to be there.
	Connect time.Duration
}

// DefaultWaits are what players get unless told otherwise.
var DefaultWaits = Waits{Start: subject.Timeout, Connect: client.Patience}

// A Table is one game that is to be played.
type Table struct {
	Live      game.Live
	In        []jsontext.Value // the game: what a server is given
	Entrants  []Entrant        // in the order of the seats
	Seeds     []uint64         // of what each leaves to chance
	Isolation subject.Isolation
	Read      []string // files and folders that programs see, too
	Waits     Waits
	Recorder  match.Recorder // may be nil
}

// An Outcome is what is known in the end.
type Outcome struct {
	match.Result
	Names  []string       // of the players, by seat; missing without a game
	NoGame *lobby.Refusal // why no game was played, nil if one was
	Absent int            // the seat of who did not sign up then
	// Ends tells of programs that ended badly, one line each.
	Ends []string
}

// Check tells whether there are the builtin players that are to play, before
// anybody is made to wait for them.
func (t *Table) Check() error {
	for i, e := range t.Entrants {
		if e.Kind != Builtin {
			continue
		}
		if _, err := t.Live.Player(e.What, cmp.Or(e.Name, e.What), t.Seeds[i]); err != nil {
			return err
		}
	}
	return nil
}

// Play lets all entrants sign up, in the order of their seats, and play. The
// error says that a player could not be had at all, or it is the cause of the
// context's end; then the outcome has what had happened until then.
func (t *Table) Play(ctx context.Context) (Outcome, error) {
	p := &playing{Table: t, recorder: t.Recorder, signUp: t.Live.SignUp()}
	if p.recorder == nil {
		p.recorder = match.Nobody{}
	}
	for _, e := range t.Entrants {
		p.chairs = append(p.chairs, &chair{entrant: e, name: e.Name})
	}
	o, err := p.play(ctx)
	var endErr error
	o.Ends, endErr = p.end(ctx)
	return o, cmp.Or(err, endErr)
}

// playing is a game under way.
type playing struct {
	*Table
	signUp   game.SignUp
	recorder match.Recorder
	chairs   []*chair
}

// A chair is a seat and who sits there.
type chair struct {
	entrant  Entrant
	name     string // "" until it is known
	player   match.Player
	command  *subject.Command  // of a program
	dialogue *subject.Dialogue // with it
	refusal  *lobby.Refusal    // why it did not sign up
}

func (p *playing) play(ctx context.Context) (Outcome, error) {
	for i, k := range p.chairs {
		if err := p.enter(ctx, i, k); err != nil {
			return Outcome{}, err
		}
		if k.refusal != nil {
			p.recorder.Refuse(i+1, k.refusal.Clause, k.refusal.Why)
			p.recorder.Result(p.signUp.Void)
			return Outcome{
				Result: match.Result{Values: p.signUp.Void},
				NoGame: &lobby.Refusal{Clause: k.refusal.Clause, Why: fmt.Sprintf("%s did not sign up: %s", k.entrant.Text, k.refusal.Why)},
				Absent: i,
			}, nil
		}
	}
	o := Outcome{Names: p.callAll()}
	seats := make([]match.Seat, len(p.chairs))
	for i, k := range p.chairs {
		seats[i] = match.Seat{Conn: i + 1, Player: k.player}
		p.recorder.SignUp(i+1, i, k.name)
	}
	referee, err := p.Live.Referee(p.In, o.Names)
	if err != nil {
		return Outcome{}, err
	}
	limit := match.Millis(float64(p.signUp.CallMs), 1)
	o.Result, err = match.Play(ctx, referee, seats, match.Options{CallTimeout: limit, Recorder: p.recorder})
	return o, err
}

// enter makes a player, and lets it say its name.
func (p *playing) enter(ctx context.Context, i int, k *chair) error {
	var rw io.ReadWriteCloser
	limit := p.nameLimit(k.entrant.Kind)
	var gauge match.Gauge // of a program
	switch k.entrant.Kind {
	case Builtin:
		player, err := p.Live.Player(k.entrant.What, cmp.Or(k.name, k.entrant.What), p.Seeds[i])
		if err != nil {
			return err
		}
		p.recorder.Connect(i + 1)
		k.player = match.NewBuiltin(player, i+1, p.recorder)
		return nil
	case Exec:
		k.command = &subject.Command{Argv: strings.Fields(k.entrant.What), Isolation: p.Isolation, Read: p.Read}
		if k.entrant.Program != nil {
			own := *k.entrant.Program
			k.command = &own
		}
		var err error
		if k.dialogue, err = k.command.Open(ctx, subject.Limits{}); err != nil {
			return err
		}
		rw, gauge = k.dialogue, k.dialogue.Hunger
	case TCP:
		patience := cmp.Or(p.Waits.Connect, DefaultWaits.Connect)
		conn, err := wire.Dial(ctx, k.entrant.What, patience, nil)
		if err != nil {
			return &game.UsageError{
				Message: fmt.Sprintf("player %s: %s", k.entrant.Text, wire.Unreachable(k.entrant.What, err)),
				Hint:    fmt.Sprintf("the player must listen within %v of the call; wait longer with --connect-wait", patience),
			}
		}
		rw = conn
	}
	p.recorder.Connect(i + 1)
	stop := context.AfterFunc(ctx, func() { _ = rw.Close() })
	begin := time.Now()
	g, err := lobby.Greet(rw, &p.signUp, limit, match.Respite(gauge, limit))
	stop()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil && !errors.As(err, &k.refusal) {
		return err
	}
	if k.refusal != nil && k.entrant.Kind == Exec && time.Since(begin) >= limit {
		k.refusal = p.unsaid(k.refusal.Raw, limit)
	}
	if g.Text != nil {
		p.recorder.Message(i+1, false, g.Text)
	}
	if k.name == "" {
		k.name = g.Name
	}
	k.player = match.NewConn(g.Stream(), match.ConnOptions{
		Number: i + 1, Recorder: p.recorder,
		ReplyBytesMax: p.signUp.ReplyBytesMax, BytesRestartClock: p.signUp.BytesRestartClock,
		Gauge: gauge,
	})
	return nil
}

// nameLimit is how long an entrant of a kind may take to send its name.
func (p *playing) nameLimit(kind string) time.Duration {
	limit := match.Millis(float64(p.signUp.NameMs), 1)
	if kind == Exec {
		return max(cmp.Or(p.Waits.Start, DefaultWaits.Start), limit)
	}
	return limit
}

// unsaid refuses a program that runs and has sent this much of a name in time:
// more time than the rules give a client, so that it is not BG-82 that counts.
func (p *playing) unsaid(raw []byte, limit time.Duration) *lobby.Refusal {
	why := fmt.Sprintf("it sent no name within %v", limit)
	if len(raw) > 0 {
		why = fmt.Sprintf("it sent only %+q within %v", text.Shorten(string(raw), shownBytes), limit)
	}
	return &lobby.Refusal{Clause: p.signUp.Clauses.First, Why: why + "; does it flush its output? Or wait longer with --start-wait", Raw: raw}
}

// shownBytes is how much a message shows of what came.
const shownBytes = 60

// callAll gives every player a name, by its kind if it has none, with a number
// behind it if somebody else is called so.
func (p *playing) callAll() []string {
	var names []string
	for _, k := range p.chairs {
		base := k.name
		if base == "" {
			base = strings.Map(nameRune, k.entrant.What)
		}
		name := base
		for n := 2; !p.signUp.NameOK(name) || slices.Contains(names, name); n++ {
			digits := strconv.Itoa(n)
			for len(base) > 0 && !p.signUp.NameOK(base+digits) {
				_, size := utf8.DecodeLastRuneInString(base)
				base = base[:len(base)-size]
			}
			name = base + digits
		}
		k.name = name
		names = append(names, name)
	}
	return names
}

// nameRune leaves of a kind what every game takes in a name.
func nameRune(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// end ends all players, and tells of programs that ended badly. The error is
// that of a program which could not be run at all. How programs take it that the
// game is interrupted is nothing to tell.
func (p *playing) end(ctx context.Context) ([]string, error) {
	interrupted := ctx.Err() != nil
	texts, errs := make([]string, len(p.chairs)), make([]error, len(p.chairs))
	var all sync.WaitGroup
	for i, k := range p.chairs {
		if k.player != nil {
			k.player.Close()
		}
		if k.dialogue != nil {
			all.Go(func() {
				a := k.dialogue.End()
				k.command.Close()
				texts[i], errs[i] = ending(k, a), a.Err
			})
		}
	}
	all.Wait()
	texts = slices.DeleteFunc(texts, func(s string) bool { return s == "" || interrupted })
	return texts, cmp.Or(errs...)
}

// meaning says what a warning means of a player.
func meaning(w subject.Warning) string {
	switch w {
	case subject.Lingered:
		return "it did not exit when the game was over, so touchstone stopped it"
	case subject.Leaked:
		return "it left processes running, so touchstone stopped them"
	}
	return string(w)
}

// ending tells how a program ended, "" if there is nothing to tell, or an error
// that tells it.
func ending(k *chair, a subject.Answer) string {
	var parts []string
	switch {
	case a.Err != nil:
		return ""
	case a.Signal != "":
		parts = append(parts, "stopped by "+a.Signal)
	case a.Fault == subject.Crashed:
		parts = append(parts, fmt.Sprintf("exit status %d", a.Exit))
	case a.Fault != subject.None:
		parts = append(parts, string(a.Fault))
	}
	for _, w := range a.Warnings {
		parts = append(parts, meaning(w))
	}
	if len(parts) == 0 {
		return ""
	}
	if lines := strings.Split(strings.TrimSpace(a.Stderr), "\n"); lines[len(lines)-1] != "" {
		parts = append(parts, lines[len(lines)-1])
	}
	return fmt.Sprintf("%s: %s", k.entrant.Text, strings.Join(parts, ", "))
}
