package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// joinFlags are the flags of join.
type joinFlags struct {
	settings
	address    string
	players    []string
	faults     []string
	program    string
	pipe       bool
	seed       uint64
	scale      float64
	connect    time.Duration
	gap        time.Duration
	transcript string
	in         []jsontext.Value // from standard input
}

func newJoin(out *output) *cobra.Command {
	f := &joinFlags{}
	c := &cobra.Command{
		Use:   "join GAME --address HOST:PORT --player NAME=KIND...",
		Short: "run TCP clients that play a live game",
		Long: `Touchstone connects one client for each --player to a server, in their order, and plays. A KIND is a built-in
player (touchstone games GAME players). When all clients have ended, it writes "void".

--fault NAME=FAULT makes a client misbehave. A FAULT is KIND[=ARGUMENT][@METHOD][#N]: for the Nth reply to a
method, or to any method; the method "name" is the sign-up. Join several with commas. In a TEXT write %2C for a
comma, %40 for @, %25 for %; after a TEXT write @#N instead of #N. The kinds:
` + faultTable() + `
With --pipe the one player speaks over standard input and output, as play starts programs. With --program PORT,
the actors and special clients come as JSON on standard input, and the server listens on that port of this
machine. With --mutant the players decide by wrong rules; a mutant that concerns servers changes nothing here.

A client that finds no server tries again for --connect-wait. What the server says in its last call, such as who
has won, goes to standard error.

Exit status: 0, also when clients gave up; 2 bad input, or there is no server (with --program: 0).`,
		Example: `  touchstone join bazaar --address localhost:45678 \
    --player Ada=points --player bob=size
  touchstone join bazaar --address localhost:45678 \
    --player Ada=points --player bob=size --fault Ada=late=5s@win
  touchstone join bazaar --program 45678 < clients-in.json
  touchstone join bazaar --address localhost:45678 --mutant S1 \
    --player Ada=points --player bob=size
  touchstone play bazaar --player builtin:size \
    --player 'exec:touchstone join bazaar --pipe --player Ada=points'`,
		Args:              beforeAddress,
		ValidArgsFunction: completeGames,
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	f.settings.register(c, usageMutant)
	flags := c.Flags()
	flags.StringVar(&f.address, "address", "", "`HOST:PORT`: the address of the server")
	flags.StringArrayVar(&f.players, "player", nil, "`NAME=KIND`: a client; repeatable")
	flags.StringArrayVar(&f.faults, "fault", nil, "`NAME=FAULT`: make this client misbehave; repeatable")
	flags.StringVar(&f.program, "program", "", usageProgram)
	flags.BoolVar(&f.pipe, "pipe", false, "speak over standard input and output instead of TCP")
	flags.Uint64Var(&f.seed, "seed", 0, usageSeedFixed)
	flags.Float64Var(&f.scale, "time-scale", 1, usageScale)
	flags.DurationVar(&f.connect, "connect-wait", client.Patience, "`DURATION`: clients try this long to connect to the server")
	flags.DurationVar(&f.gap, "sign-up-gap", client.Gap,
		"`DURATION`: the next client connects when the server has read the name before it, or after this time")
	flags.StringVar(&f.transcript, "transcript", "", transcriptUsage)
	renamed(c, "stdin", "program", nil)
	return c
}

// faultTable lists the kinds of faults for the help.
func faultTable() string {
	var b strings.Builder
	for _, k := range fault.Kinds() {
		what := string(k.Kind)
		if k.Argument != fault.NoArgument {
			what += "=" + string(k.Argument)
		}
		fmt.Fprintf(&b, "  %-18s %s\n", what, wrap(k.Text, textWidth, faultIndent))
	}
	return b.String()
}

// faultIndent is where the texts of the table of faults begin.
const faultIndent = 21

func (f *joinFlags) run(c *cobra.Command, out *output, name string) error {
	l, err := f.liveGame(name)
	if err != nil {
		return err
	}
	if err := f.check(c, out); err != nil {
		return err
	}
	clients, err := f.clients(c, l)
	if err != nil {
		return err
	}
	w, err := l.writer(f.transcript, transcript.Header{In: f.in, Side: game.Clients, Scale: f.scale, Seed: &f.seed})
	if err != nil {
		return err
	}
	t := newTeller(c, out)
	if t != nil {
		for i, k := range clients {
			t.names[i+1] = k.Name
		}
		t.last = l.game.Protocol.Last()
		if !f.pipe {
			t.say("connecting to %s, for up to %v if nobody listens there yet", f.address, f.connect)
		}
	}
	dial := client.TCP(f.address)
	if f.pipe {
		dial = client.Pipe(wire.Join(io.NopCloser(c.InOrStdin()), nopCloser{c.OutOrStdout()}))
	}
	errs := client.Run(c.Context(), clients, client.Options{
		Dial: dial, Last: l.game.Protocol.Last(),
		Patience: f.connect, Gap: f.gap, Scale: f.scale, Seed: f.seed, Recorder: match.Recorders(t.recorder(), recording(w)),
	})
	if err := endTranscript(w); err != nil {
		return err
	}
	if c.Context().Err() != nil {
		return context.Cause(c.Context())
	}
	// A program of the task clients has its answer in any case (11.1).
	connected := func(err error) bool { return !unconnected(err) }
	if !c.Flags().Changed("program") && !slices.ContainsFunc(errs, connected) {
		return &game.UsageError{
			Message: wire.Unreachable(f.address, errs[0]),
			Hint:    fmt.Sprintf("start the server first, for example with %q, or correct the address", serveAt(l.game.Name, f.address)),
		}
	}
	r := joinReport{Game: l.game.Name, Result: jsontext.Value(`"void"`), Clients: f.ended(t, clients, errs)}
	switch {
	case f.pipe:
		return nil
	case out.format == "json":
		return writeJSON(c.OutOrStdout(), r)
	}
	return writeLines(c.OutOrStdout(), []jsontext.Value{r.Result})
}

// check refuses options that do not go together.
func (f *joinFlags) check(c *cobra.Command, out *output) error {
	if err := checkScale(f.scale); err != nil {
		return err
	}
	if err := checkWaits(c); err != nil {
		return err
	}
	if f.pipe {
		if err := checkPipe(c, out); err != nil {
			return err
		}
	}
	claims := []claim{writes("transcript", f.transcript)}
	if c.Flags().Changed("program") {
		claims = append(claims, piped(c, "the input of the clients"))
	}
	return refuseClashes(claims, nothingElse)
}

// clients are those of a program's input, or those that the flags choose.
func (f *joinFlags) clients(c *cobra.Command, l *liveGame) ([]client.Client, error) {
	if c.Flags().Changed("program") {
		return f.called(c, l)
	}
	return f.chosen(l)
}

// checkPipe refuses flags that mean nothing over standard input and output.
func checkPipe(c *cobra.Command, out *output) error {
	if out.format == "json" {
		return &game.UsageError{
			Message: "--format json does not work with --pipe, which speaks over standard output",
			Hint:    "leave --format out; --transcript FILE keeps the game",
		}
	}
	for _, name := range []string{"connect-wait", "sign-up-gap"} {
		if c.Flags().Changed(name) {
			return &game.UsageError{
				Message: fmt.Sprintf("--%s is for a server, and --pipe connects to none", name), Hint: fmt.Sprintf("leave --%s out", name),
			}
		}
	}
	return nil
}

// unconnected tells whether a client found no server.
func unconnected(err error) bool { return errors.Is(err, client.ErrUnconnected) }

// ended tells what became of the clients, of which errs says why they gave up, nil if they
// did not. T may be nil.
func (f *joinFlags) ended(t *teller, clients []client.Client, errs []error) []joinClient {
	list := make([]joinClient, 0, len(clients))
	for i, k := range clients {
		entry := joinClient{Name: k.Name}
		if err := errs[i]; err != nil {
			reason := err.Error()
			var e *wire.Error
			switch {
			case unconnected(err):
				reason = wire.Unreachable(f.address, err)
			case errors.As(err, &e):
				reason = "the server " + e.Words()
			}
			entry.GaveUp = strings.ToValidUTF8(reason, "\ufffd")
			if t != nil {
				t.say("%s gave up: %s", k.Name, reason)
			}
		}
		if errs[i] == nil && t != nil && t.dropped[i+1] && !t.called[i+1] {
			t.say("the server closed the connection of %s and never called it: it did not take the name, or no game was played", k.Name)
		}
		list = append(list, entry)
	}
	return list
}

// A joinReport is what join writes with --format json.
type joinReport struct {
	Game    string         `json:"game"`
	Clients []joinClient   `json:"clients"` // in the order in which they connected
	Result  jsontext.Value `json:"result"`
}

type joinClient struct {
	Name   string `json:"name"`
	GaveUp string `json:"gaveUp,omitempty"` // why
}

// called reads the clients from standard input (11.1).
func (f *joinFlags) called(c *cobra.Command, l *liveGame) ([]client.Client, error) {
	if f.pipe || f.address != "" || len(f.players) > 0 || len(f.faults) > 0 {
		return nil, &game.UsageError{
			Message: "with --program, the port names the server and standard input has the players",
			Hint:    "leave --pipe, --address, --player and --fault out",
		}
	}
	port, err := parsePort(f.program)
	if err != nil {
		return nil, err
	}
	f.address = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	tellWaiting(c, "the clients")
	var clients []client.Client
	f.in, err = l.read(stdin(c), game.Clients, func(in []jsontext.Value) error {
		clients, err = client.FromInput(l.rules, l.game.Protocol.Clients, in, f.seed)
		return err
	})
	return clients, err
}

// chosen makes the clients of the flags.
func (f *joinFlags) chosen(l *liveGame) ([]client.Client, error) {
	player := "--player Ada=" + l.kind()
	hint := "for example --address localhost:45678 " + player
	switch {
	case f.pipe:
		if f.address != "" || len(f.players) != 1 {
			return nil, &game.UsageError{Message: "--pipe takes one player and no address", Hint: "for example --pipe " + player}
		}
	case f.address == "" && len(f.players) == 0:
		return nil, &game.UsageError{Message: "expected the address of a server, HOST:PORT, and players", Hint: hint}
	case f.address == "":
		return nil, &game.UsageError{Message: "there are players, but no address of a server, HOST:PORT", Hint: "add for example --address localhost:45678"}
	default:
		if err := wire.CheckAddress(f.address); err != nil {
			return nil, &game.UsageError{Message: err.Error(), Hint: hint}
		}
		if len(f.players) == 0 {
			return nil, &game.UsageError{Message: "there is an address, but no player", Hint: "add for example " + player}
		}
	}
	var clients []client.Client
	for i, text := range f.players {
		name, kind, ok := strings.Cut(text, "=")
		if program := strings.HasPrefix(text, "exec:"); !ok || name == "" || kind == "" || program {
			if program {
				hint = "join has built-in players only; start a program of your own with the address, or play it with touchstone play"
			}
			return nil, &game.UsageError{Message: fmt.Sprintf("player %q is not of the form NAME=KIND", text), Hint: hint}
		}
		k, err := client.New(l.live, strings.TrimPrefix(kind, "builtin:"), name, f.seed+uint64(i))
		if usage, ok := errors.AsType[*game.UsageError](err); ok && (strings.HasPrefix(kind, "exec:") || strings.HasPrefix(kind, "tcp:")) {
			usage.Hint = "join has built-in players only; start a program of your own with the address, or play it with touchstone play"
		}
		if err != nil {
			return nil, err
		}
		clients = append(clients, k)
	}
	for _, text := range f.faults {
		name, list, _ := strings.Cut(text, "=")
		i := slices.IndexFunc(clients, func(k client.Client) bool { return k.Name == name })
		if i < 0 {
			return nil, &game.UsageError{
				Message: fmt.Sprintf("fault %q names no player of this command", text),
				Hint:    fmt.Sprintf("for example %s --fault Ada=late=5s@%s", player, l.game.Protocol.Methods[0].Name),
			}
		}
		faults, err := fault.Parse(list)
		if err != nil {
			return nil, &game.UsageError{Message: err.Error(), Hint: `"touchstone join --help" lists the kinds`}
		}
		if err := knownMethods(l.game, faults); err != nil {
			return nil, err
		}
		clients[i].Faults = append(clients[i].Faults, faults...)
	}
	return clients, nil
}

// knownMethods refuses faults that would never strike.
func knownMethods(g *game.Game, faults []fault.Fault) error {
	names := []string{fault.Name}
	for _, m := range g.Protocol.Methods {
		names = append(names, m.Name)
	}
	for _, f := range faults {
		if f.Method != "" && !slices.Contains(names, f.Method) {
			return game.Unknown("method", f.Method, fmt.Sprintf("of the fault %q", f), names, "touchstone rules "+g.Name+" --live")
		}
	}
	return nil
}

// nopCloser is a writer that somebody else closes.
type nopCloser struct{ io.Writer }

// Close implements io.Closer.
func (nopCloser) Close() error { return nil }

// serveAt is the command that serves a game at an address.
func serveAt(name, address string) string {
	_, port, _ := net.SplitHostPort(address) // it has been dialled
	return fmt.Sprintf("touchstone serve %s --port %s", name, port)
}

// beforeAddress expects one argument, GAME. A second one may be the address of the server.
func beforeAddress(c *cobra.Command, args []string) error {
	err := arguments(1, 1, "GAME")(c, args)
	usage, ok := errors.AsType[*game.UsageError](err)
	if ok && len(args) == 2 {
		if _, _, wrong := net.SplitHostPort(args[1]); wrong == nil {
			usage.Hint = "write --address before the address of the server: --address " + text.Quote(args[1:])
		}
	}
	return err
}
