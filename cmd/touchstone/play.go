package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/lobby"
	"github.com/touchstone-harness/touchstone/harness/match"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/wire"
)

// How a game is prepared.
const (
	// startTimeout is what a program gets to send its name: virtual machines
	// start, and that takes them longer than a client that runs already.
	startTimeout = 10 * time.Second
	// dialPatience is how long a listening player may take to be there.
	dialPatience = 2 * time.Second
	// drawsMax is how many games are drawn to find one with as many players: at
	// least every tenth has any given number.
	drawsMax = 10_000
)

// playFlags are the flags of play.
type playFlags struct {
	settings
	players   []string
	in        string
	seed      uint64
	isolation string
	events    bool
}

func newPlay(out *output) *cobra.Command {
	f := &playFlags{}
	c := &cobra.Command{
		Use:   "play GAME --player PLAYER...",
		Short: "referee one live game among players of any kind",
		Long: `Play lets players of any kind play one game, and writes the result. They sit in
the order in which they are given. A PLAYER is one of

  builtin:KIND   a builtin player, as "touchstone games GAME" lists them
  exec:COMMAND   a program with its arguments, separated by blanks; it speaks
                 the protocol of a TCP client over its stdout and stdin
  tcp:HOST:PORT  a client that listens there and is connected to

with NAME= in front, if it is to have that name. Programs and clients send
their name first, as to a server; NAME= stands above it.

The game is the input of a server, from the file of --in, or a random one for
so many players, drawn from --seed. With --events all that an observer may see
is written first, one event a line.

Exit status: 0 all played by the rules, 1 somebody did not, 2 trouble.`,
		Example: `  touchstone play bazaar --player Ada=builtin:points --player builtin:size
  touchstone play bazaar --player builtin:points --player exec:./xplayer
  touchstone play bazaar --player Ada=builtin:points --player builtin:random \
    --in server-in.json --events
  touchstone play bazaar --player builtin:points --player builtin:cheat:bank-cannot-trade \
    --seed 7 --verbose`,
		Args:              arguments(1, 1, "GAME"),
		ValidArgsFunction: completeGames,
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	f.settings.register(c, true)
	flags := c.Flags()
	flags.StringArrayVar(&f.players, "player", nil, "`[NAME=]PLAYER`; may be repeated")
	flags.StringVar(&f.in, "in", "", "read the input of a server from `FILE`, - is standard input")
	flags.Uint64Var(&f.seed, "seed", 0, "`SEED` of the game and of what players leave to chance; by default a new one, which is told")
	flags.StringVar(&f.isolation, "isolation", string(subject.Unisolated),
		"`KIND` strict: all that doctor lists, or nothing runs; best: what this machine offers; none")
	flags.BoolVar(&f.events, "events", false, "write the events of the game in front of the result")
	return c
}

// A contestant is a player of the command line.
type contestant struct {
	text     string // as it was given
	name     string // "" until it is known
	kind     string // builtin, exec or tcp
	what     string // of this kind
	player   match.Player
	command  *subject.Command  // of a program
	dialogue *subject.Dialogue // with it
	refusal  *lobby.Refusal    // why it did not sign up
}

// contestants reads the players of the flags.
func (f *playFlags) contestants() ([]*contestant, error) {
	const hint = "for example --player Ada=builtin:points --player exec:./xplayer"
	if len(f.players) == 0 {
		return nil, &game.UsageError{Message: "there are no players", Hint: hint}
	}
	var list []*contestant
	for _, text := range f.players {
		p := &contestant{text: text}
		rest := text
		if name, after, ok := strings.Cut(text, "="); ok && !strings.Contains(name, ":") {
			p.name, rest = name, after
		}
		p.kind, p.what, _ = strings.Cut(rest, ":")
		if !slices.Contains([]string{kindBuiltin, kindExec, kindTCP}, p.kind) || strings.TrimSpace(p.what) == "" {
			return nil, &game.UsageError{Message: fmt.Sprintf("player %q is none of builtin:KIND, exec:COMMAND and tcp:HOST:PORT", text), Hint: hint}
		}
		list = append(list, p)
	}
	return list, nil
}

// The kinds of players.
const (
	kindBuiltin = "builtin"
	kindExec    = "exec"
	kindTCP     = "tcp"
)

func (f *playFlags) run(c *cobra.Command, out *output, name string) error {
	l, err := f.liveGame(name)
	if err != nil {
		return err
	}
	players, err := f.contestants()
	if err != nil {
		return err
	}
	isolation, err := subject.ParseIsolation(f.isolation)
	if err != nil {
		return err
	}
	t := newTeller(c, out)
	if !c.Flags().Changed("seed") {
		f.seed = uint64(rand.Uint32())
		if t != nil && f.in == "" {
			t.say("seed %d", f.seed)
		}
	}
	in, err := f.input(c, l, len(players))
	if err != nil {
		return err
	}
	recorders := []match.Recorder{t.recorder()}
	if f.events && out.format != "json" {
		recorders = append(recorders, eventWriter{match.Nobody{}, c.OutOrStdout()})
	}
	p := &stage{
		l: l, seed: f.seed, isolation: isolation, players: players, signUp: l.live.SignUp(),
		recorder: match.Recorders(recorders...),
	}
	result, noGame, err := p.play(c.Context(), in)
	ends, endErr := p.end()
	if err == nil {
		err = endErr
	}
	if t != nil {
		for _, text := range ends {
			t.say("%s", text)
		}
		if noGame != nil {
			t.say("no game is played: %v", noGame)
		}
	}
	if err != nil && !errors.Is(err, errInterrupted) {
		return err
	}
	if err := f.print(c, out, p, result, noGame, err != nil); err != nil {
		return err
	}
	if len(result.Breaches) > 0 || noGame != nil {
		return errDiffers
	}
	return nil
}

// print writes what came out.
func (f *playFlags) print(c *cobra.Command, out *output, p *stage, result match.Result, noGame *lobby.Refusal, interrupted bool) error {
	if out.format != "json" {
		return writeLines(c.OutOrStdout(), result.Values)
	}
	r := liveReport{
		Game: p.l.game.Name, Players: []livePlayer{}, Result: result.Values,
		Breaches: liveBreaches(result.Breaches), Interrupted: interrupted,
	}
	for _, k := range p.players {
		r.Players = append(r.Players, livePlayer{Name: k.name, Kind: k.kind + ":" + k.what})
	}
	if noGame != nil {
		r.NoGame = &liveRefusal{noGame.Clause, noGame.Why}
	}
	return writeJSON(c.OutOrStdout(), r)
}

// input reads the game, or draws one for so many players.
func (f *playFlags) input(c *cobra.Command, l *liveGame, players int) ([]jsontext.Value, error) {
	seats := 0
	count := func(in []jsontext.Value) (err error) {
		seats, err = l.live.Seats(in)
		return err
	}
	if f.in != "" {
		r, err := source(c, f.in)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		in, err := l.read(r, l.game.Protocol.In, count)
		if err == nil && seats != players {
			err = &game.UsageError{Message: fmt.Sprintf("the game of %s is one of %d players, and there are %d", f.in, seats, players)}
		}
		return in, err
	}
	task, clients := game.LiveGame, 0
	if i := slices.IndexFunc(l.game.Tasks, func(t game.Task) bool { return t.Live == game.Server }); i >= 0 {
		task, clients = l.game.Tasks[i].Name, len(l.game.Protocol.Clients)
	}
	rng := rand.New(rand.NewPCG(f.seed, 0))
	for range drawsMax {
		in := l.rules.Generate(task, rng, game.SizeMax)
		if len(in) == 0 {
			return nil, &game.UsageError{Message: "there are no random games of " + l.game.Name, Hint: "give one with --in FILE"}
		}
		in = in[clients:]
		if err := count(in); err == nil && seats == players {
			return in, nil
		}
	}
	return nil, &game.UsageError{Message: fmt.Sprintf("no random game is one of %d players", players), Hint: "give one with --in FILE"}
}

// An eventWriter writes events, one a line.
type eventWriter struct {
	match.Nobody
	w io.Writer
}

// Event implements match.Recorder.
func (e eventWriter) Event(event jsontext.Value) {
	// Whoever reads the output may have gone; then the result says so.
	_, _ = fmt.Fprintf(e.w, "%s\n", event)
}

// A stage is one game of play.
type stage struct {
	l         *liveGame
	seed      uint64
	isolation subject.Isolation
	players   []*contestant
	signUp    game.SignUp
	recorder  match.Recorder
}

// play lets all players sign up and play. Without a game the refusal says why.
func (p *stage) play(ctx context.Context, in []jsontext.Value) (match.Result, *lobby.Refusal, error) {
	for i, k := range p.players {
		if err := p.enter(ctx, i, k); err != nil {
			return match.Result{}, nil, err
		}
		if k.refusal != nil {
			p.recorder.Refuse(i+1, k.refusal.Clause, k.refusal.Why)
			result := match.Result{Values: p.signUp.Void}
			p.recorder.Result(result.Values)
			return result, &lobby.Refusal{Clause: k.refusal.Clause, Why: k.text + " did not sign up"}, nil
		}
	}
	names := p.callAll()
	seats := make([]match.Seat, len(p.players))
	for i, k := range p.players {
		seats[i] = match.Seat{Conn: i + 1, Player: k.player}
		p.recorder.SignUp(i+1, i, k.name)
	}
	referee, err := p.l.live.Referee(in, names)
	if err != nil {
		return match.Result{}, nil, err
	}
	limit := time.Duration(p.signUp.CallMs) * time.Millisecond
	result, err := match.Play(ctx, referee, seats, match.Options{CallTimeout: limit, Recorder: p.recorder})
	return result, nil, err
}

// enter makes a player, and lets it say its name.
func (p *stage) enter(ctx context.Context, i int, k *contestant) error {
	var rw io.ReadWriteCloser
	limit := startTimeout
	switch k.kind {
	case kindBuiltin:
		name := k.name
		if name == "" {
			name = k.what
		}
		player, err := p.l.live.Player(k.what, name, p.seed+uint64(i))
		if err != nil {
			return err
		}
		p.recorder.Connect(i + 1)
		k.player = match.NewBuiltin(player, i+1, p.recorder)
		return nil
	case kindExec:
		k.command = &subject.Command{Argv: strings.Fields(k.what), Isolation: p.isolation}
		var err error
		if k.dialogue, err = k.command.Open(ctx, subject.Limits{}); err != nil {
			return err
		}
		rw = k.dialogue
	case kindTCP:
		conn, err := wire.Dial(ctx, k.what, dialPatience)
		if err != nil {
			return &game.UsageError{Message: fmt.Sprintf("player %s: %v", k.text, err), Hint: "the player must listen before the game is called"}
		}
		limit, rw = time.Duration(p.signUp.NameMs)*time.Millisecond, conn
	}
	p.recorder.Connect(i + 1)
	stop := context.AfterFunc(ctx, func() { _ = rw.Close() })
	g, err := lobby.Greet(rw, &p.signUp, limit)
	stop()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil && !errors.As(err, &k.refusal) {
		return err
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
	})
	return nil
}

// callAll gives every player a name, by its kind if it has none, with a number
// behind it if somebody else is called so.
func (p *stage) callAll() []string {
	var names []string
	for _, k := range p.players {
		base := k.name
		if base == "" {
			base = strings.Map(nameRune, k.what)
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
// that of a program which could not be run at all.
func (p *stage) end() ([]string, error) {
	texts, errs := make([]string, len(p.players)), make([]error, len(p.players))
	var all sync.WaitGroup
	for i, k := range p.players {
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
	texts = slices.DeleteFunc(texts, func(s string) bool { return s == "" })
	return texts, cmp.Or(errs...)
}

// ending tells how a program ended, "" if there is nothing to tell, or an error
// that tells it.
func ending(k *contestant, a subject.Answer) string {
	var parts []string
	switch {
	case a.Err != nil:
		return ""
	case a.Signal != "":
		parts = append(parts, "ended by "+a.Signal)
	case a.Fault == subject.Crashed:
		parts = append(parts, fmt.Sprintf("exit status %d", a.Exit))
	case a.Fault != subject.None:
		parts = append(parts, string(a.Fault))
	}
	for _, w := range a.Warnings {
		parts = append(parts, string(w))
	}
	if len(parts) == 0 {
		return ""
	}
	if lines := strings.Split(strings.TrimSpace(a.Stderr), "\n"); lines[len(lines)-1] != "" {
		parts = append(parts, lines[len(lines)-1])
	}
	return fmt.Sprintf("%s: %s", k.text, strings.Join(parts, ", "))
}

// source opens the input of a command: a file, or standard input for "-".
func source(c *cobra.Command, path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(stdin(c)), nil
	}
	return os.Open(path)
}
