package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/lobby"
	"github.com/touchstone-harness/touchstone/harness/match"
	"github.com/touchstone-harness/touchstone/harness/transcript"
	"github.com/touchstone-harness/touchstone/harness/wire"
)

// serveFlags are the flags of serve.
type serveFlags struct {
	settings
	port       int
	host       string
	stdin      string
	scale      float64
	transcript string
	deal       int
	seed       uint64
	gallery    galleryFlags
}

func newServe(out *output) *cobra.Command {
	f := &serveFlags{}
	c := &cobra.Command{
		Use:   "serve GAME < INPUT",
		Short: "be the TCP server of a live game",
		Long: `Serve reads the server's input values as JSON from standard input, opens a
port, lets players sign up, referees one game, and writes the result. What
happens is told on standard error, with --verbose every message.

The times of sign-up and calls are options of the game; --time-scale makes all
of them longer or shorter. The port is open to programs of this machine only,
unless --host says otherwise.

With --deal N no input is read: it is a random game for N players, the same for
the same --seed.

With --watch the game can be watched in a browser; who watches sees what
players do not, and never slows the game.

With --stdin PORT it is called as the program of the task server is: by the
port alone.

Exit status: 0 the game was played, or too few signed up; 2 bad input, or the
port cannot be opened.`,
		Example: `  touchstone serve bazaar --time-scale 0.01 < server-in.json
  touchstone serve bazaar --deal 3 --seed 7 --time-scale 0.01
  touchstone serve bazaar --port 0 -o wait_ms=100 < server-in.json
  touchstone serve bazaar --stdin 45678 -o wait_ms=100 < server-in.json`,
		Args:              arguments(1, 1, "GAME"),
		ValidArgsFunction: completeGames,
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	f.settings.register(c, "referee like mutant `ID`, which gets one clause wrong; touchstone games GAME lists them")
	c.Flags().IntVar(&f.port, "port", 0, "listen on this `PORT`; 0 and the default is one that is free, which is told")
	c.Flags().StringVar(&f.host, "host", "127.0.0.1", "listen at this `ADDRESS`")
	c.Flags().StringVar(&f.stdin, "stdin", "", "be called as the program of the task server is, with this `PORT`")
	c.Flags().Float64Var(&f.scale, "time-scale", 1, "multiply all times with this `FACTOR`")
	c.Flags().IntVar(&f.deal, "deal", 0, "play a random game for `N` players; nothing is read")
	c.Flags().Uint64Var(&f.seed, "seed", 0, "`SEED` of the random game; by default a new one, which is told")
	c.Flags().StringVar(&f.transcript, "transcript", "", transcriptUsage)
	f.gallery.register(c)
	return c
}

// listen opens the port.
func (f *serveFlags) listen(c *cobra.Command) (net.Listener, error) {
	var l net.Listener
	var err error
	if c.Flags().Changed("host") {
		l, err = net.Listen("tcp", net.JoinHostPort(f.host, strconv.Itoa(f.port)))
	} else {
		l, err = wire.Listen(f.port)
	}
	if err != nil {
		return nil, &game.UsageError{Message: fmt.Sprintf("cannot open the port: %v", err), Hint: "--port 0 takes a port that is free"}
	}
	return l, nil
}

// waitFor says for whom a server waits, and how long.
func waitFor(s game.SignUp, seats int, scale float64) string {
	line := fmt.Sprintf("waiting %v for %d to %d players", match.Scaled(time.Duration(s.WaitMs)*time.Millisecond, scale), s.PlayersMin, s.PlayersMax)
	if s.Waits > 1 {
		line += fmt.Sprintf(", up to %d times as long if fewer come", s.Waits)
	}
	return fmt.Sprintf("%s; the game is one of %d", line, seats)
}

// input is the game to referee, dealt or read, and for how many it is. What is
// read is read to its end, and tested, before the port is opened.
func (f *serveFlags) input(c *cobra.Command, out *output, l *liveGame) (in []jsontext.Value, seats int, err error) {
	seeded := c.Flags().Changed("seed")
	switch {
	case c.Flags().Changed("deal") && c.Flags().Changed("stdin"):
		return nil, 0, &game.UsageError{Message: "--deal and --stdin exclude each other: a program of the task reads its game"}
	case c.Flags().Changed("deal"):
		if !seeded {
			f.seed = uint64(rand.Uint32())
		}
		if in, err = l.live.Deal(rand.New(rand.NewPCG(f.seed, 0)), f.deal); err != nil {
			return nil, 0, err
		}
		if !seeded && !out.quiet {
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: seed %d\n", f.seed)
		}
		return in, f.deal, nil
	case seeded:
		return nil, 0, &game.UsageError{Message: "--seed is for the random game of --deal N"}
	}
	tellWaiting(c, "the input of a server")
	in, err = l.read(stdin(c), l.game.Protocol.In, func(in []jsontext.Value) error {
		seats, err = l.live.Seats(in)
		return err
	})
	return in, seats, err
}

func (f *serveFlags) run(c *cobra.Command, out *output, name string) error {
	l, err := f.liveGame(name)
	if err != nil {
		return err
	}
	if err := checkScale(f.scale); err != nil {
		return err
	}
	if err := f.gallery.check(c); err != nil {
		return err
	}
	switch called := c.Flags().Changed("stdin"); {
	case called && (c.Flags().Changed("port") || c.Flags().Changed("host")):
		return &game.UsageError{Message: "--stdin says which port, on this machine", Hint: "leave --port and --host out"}
	case called:
		if f.port, err = parsePort(f.stdin); err != nil {
			return err
		}
	case f.port < 0 || f.port > portMax:
		return &game.UsageError{Message: fmt.Sprintf("--port is %d, expected 0 to %d", f.port, portMax)}
	}
	in, seats, err := f.input(c, out, l)
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
		t.naming = true
		t.say("listening on %s", listener.Addr())
		t.say("%s", waitFor(l.live.SignUp(), seats, f.scale))
	}
	outcome, err := lobby.Serve(c.Context(), listener, l.live, in, lobby.Options{
		Scale: f.scale, Recorder: match.Recorders(t.recorder(), recording(w), g.recorder()),
	})
	g.close(err)
	err = endTranscript(w, err)
	if err != nil && !errors.Is(err, errInterrupted) {
		return err
	}
	if t != nil && outcome.NoGame != nil {
		t.say("no game is played: %v", outcome.NoGame)
	}
	if out.format != "json" {
		return writeLines(c.OutOrStdout(), outcome.Values)
	}
	r := liveReport{
		Game: l.game.Name, Players: []livePlayer{}, Result: outcome.Values,
		Breaches: liveBreaches(outcome.Breaches), Interrupted: err != nil,
	}
	for _, name := range outcome.Names {
		r.Players = append(r.Players, livePlayer{Name: name})
	}
	if n := outcome.NoGame; n != nil {
		r.NoGame = &liveRefusal{n.Clause, n.Why}
	}
	return writeJSON(c.OutOrStdout(), r)
}
