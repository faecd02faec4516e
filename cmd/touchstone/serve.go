package main

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

// serveFlags are the flags of serve.
type serveFlags struct {
	settings
	port       int
	host       string
	program    string
	scale      float64
	transcript string
	players    int
	seed       uint64
	gallery    galleryFlags
}

func newServe(out *output) *cobra.Command {
	f := &serveFlags{}
	c := &cobra.Command{
		Use:   "serve GAME [flags] < INPUT",
		Short: "run a server that referees a live game over TCP",
		Long: `Touchstone reads the server's input values as JSON from standard input, opens a port, lets players sign up,
referees one game, and writes the result. With --players N it reads nothing and plays a random game.
It reports on standard error what happens; with --verbose every message.

--time-scale changes all times for sign-up and calls. In some games, such as bazaar, options set single ones.
Only programs of this machine can connect, unless you set --host. Viewers (--view) see what players do not, and
never slow the game.

Exit status: 0 the game was played, also if a player is out (play exits 1 then), or too few signed up; 2 bad
input, or the port cannot be opened.`,
		Example: `  touchstone serve bazaar --port 0 -o wait_ms=100 < server-in.json
  touchstone serve bazaar --players 3 --seed 7 --time-scale 0.01
  touchstone serve bazaar --time-scale 0.01 < server-in.json
  touchstone serve bazaar --program 45678 -o wait_ms=100 < server-in.json`,
		Args:              beforeValues("GAME"),
		ValidArgsFunction: completeGames,
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	f.settings.register(c, usageMutant)
	flags := c.Flags()
	flags.IntVar(&f.port, "port", 0, "`PORT`: listen here (default: a free port, which is printed)")
	flags.StringVar(&f.host, "host", "127.0.0.1", "`ADDRESS`: listen at this address of the machine")
	flags.StringVar(&f.program, "program", "", usageProgram)
	flags.Float64Var(&f.scale, "time-scale", 1, usageScale)
	flags.IntVar(&f.players, "players", 0, "`N`: play a random game for N players; read nothing")
	flags.Uint64Var(&f.seed, "seed", 0, usageSeed)
	flags.StringVar(&f.transcript, "transcript", "", transcriptUsage)
	renamed(c, "deal", "players", nil)
	renamed(c, "stdin", "program", nil)
	f.gallery.register(c)
	return c
}

// listen opens the port.
func (f *serveFlags) listen(c *cobra.Command) (net.Listener, error) {
	var l net.Listener
	var err error
	address := net.JoinHostPort(f.host, strconv.Itoa(f.port))
	if c.Flags().Changed("host") {
		l, err = net.Listen("tcp", address)
	} else {
		l, err = wire.Listen(f.port)
	}
	if err != nil {
		message, hint := wire.Unopened(address, err)
		return nil, &game.UsageError{Message: message, Hint: hint}
	}
	return l, nil
}

// waitFor says for whom a server waits, and how long.
func waitFor(s game.SignUp, seats game.Span, scale float64) string {
	line := fmt.Sprintf("waiting %v for %d to %d players", match.Scaled(time.Duration(s.WaitMs)*time.Millisecond, scale), s.PlayersMin, s.PlayersMax)
	if s.Waits > 1 {
		line += fmt.Sprintf(", up to %d times as long if fewer come", s.Waits)
	}
	return fmt.Sprintf("%s; the game has %s players", line, seats.Words())
}

// input is the game to referee, dealt or read, and for how many it is. What is
// read is read to its end, and tested, before the port is opened.
func (f *serveFlags) input(c *cobra.Command, l *liveGame) (in []jsontext.Value, seats game.Span, err error) {
	seeded := c.Flags().Changed("seed")
	switch {
	case c.Flags().Changed("players") && c.Flags().Changed("program"):
		return nil, seats, &game.UsageError{
			Message: "--players and --program exclude each other: a program of the task reads its game", Hint: "leave --players out",
		}
	case c.Flags().Changed("players"):
		if !seeded {
			f.seed = uint64(rand.Uint32())
		}
		if in, err = l.live.Deal(rand.New(rand.NewPCG(f.seed, 0)), f.players); err != nil {
			return nil, seats, hinted(err, fmt.Sprintf("for example --players %d", l.somePlayers()))
		}
		return in, game.Just(f.players), nil
	case seeded:
		return nil, seats, &game.UsageError{
			Message: "--seed is for the random game of --players N", Hint: fmt.Sprintf("add for example --players %d", l.somePlayers()),
		}
	}
	tellWaiting(c, "the input of a server")
	in, err = l.read(stdin(c), game.Server, func(in []jsontext.Value) error {
		seats, err = l.live.Seats(in)
		return err
	})
	if r, ok := errors.AsType[*answer.Refusal](err); ok && r.Value == 0 && !c.Flags().Changed("program") {
		r.Hint += fmt.Sprintf("; --players %d deals a random game", l.somePlayers())
	}
	return in, seats, err
}

func (f *serveFlags) run(c *cobra.Command, out *output, name string) error {
	l, err := f.liveGame(name)
	if err != nil {
		return err
	}
	if err := f.check(c); err != nil {
		return err
	}
	in, seats, err := f.input(c, l)
	if err != nil {
		return err
	}
	g, err := f.gallery.openGallery(c, l, f.scale)
	if err != nil {
		return err
	}
	listener, err := f.listen(c)
	if err != nil {
		g.close(err)
		return err
	}
	w, err := l.writer(f.transcript, transcript.Header{In: in, Side: game.Server, Scale: f.scale})
	if err != nil {
		listener.Close()
		g.close(err)
		return err
	}
	t := newTeller(c, out)
	if t != nil {
		if c.Flags().Changed("players") && !c.Flags().Changed("seed") {
			t.say("touchstone: seed %d", f.seed)
		}
		t.naming = true
		t.say("listening on %s", listener.Addr())
		t.say("%s", waitFor(l.live.SignUp(), seats, f.scale))
	}
	outcome, err := lobby.Serve(c.Context(), listener, l.live, in, lobby.Options{
		Scale: f.scale, Recorder: match.Recorders(t.recorder(), recording(w), g.recorder()),
	})
	g.close(err)
	kept := endTranscript(w)
	if err != nil && !errors.Is(err, errInterrupted) {
		return err
	}
	if t != nil && outcome.NoGame != nil {
		t.say("no game is played: %v", outcome.NoGame)
	}
	kept = tellUnkept(c, kept, err != nil)
	if out.format == "json" {
		return cmp.Or(writeJSON(c.OutOrStdout(), serveReport(l.game.Name, &outcome, err != nil)), kept)
	}
	return cmp.Or(writeLines(c.OutOrStdout(), outcome.Values), kept)
}

// check refuses wrong flags, and takes the port from --program.
func (f *serveFlags) check(c *cobra.Command) (err error) {
	if err := checkScale(f.scale); err != nil {
		return err
	}
	if err := f.gallery.check(c); err != nil {
		return err
	}
	switch called := c.Flags().Changed("program"); {
	case called && (c.Flags().Changed("port") || c.Flags().Changed("host")):
		return &game.UsageError{Message: "--program names the port, on this machine", Hint: "leave out --port and --host"}
	case called:
		if f.port, err = parsePort(f.program); err != nil {
			return err
		}
	case f.port < 0 || f.port > portMax:
		return outOfRange("port", f.port, 0, portMax, "listen on a free port, which is printed")
	}
	claims := []claim{writes("transcript", f.transcript)}
	if !c.Flags().Changed("players") {
		claims = append(claims, piped(c, "the input of the server"))
	}
	return refuseClashes(claims, nothingElse)
}

// serveReport is what serve prints as JSON.
func serveReport(name string, outcome *lobby.Outcome, interrupted bool) liveReport {
	r := liveReport{
		Game: name, Players: []livePlayer{}, Result: outcome.Values,
		Breaches: liveBreaches(outcome.Breaches), Interrupted: interrupted,
	}
	for _, name := range outcome.Names {
		r.Players = append(r.Players, livePlayer{Name: name})
	}
	if n := outcome.NoGame; n != nil {
		r.NoGame = &liveRefusal{n.Clause, n.Why}
	}
	return r
}
