package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/seating"
	"github.com/touchstone-harness/touchstone/harness/live/tournament"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// playFlags are the flags of play.
type playFlags struct {
	settings
	players    []string
	in         string
	seed       uint64
	isolation  string
	read       []string
	waits      seating.Waits
	events     bool
	tournament tournamentFlags
	transcript string
	gallery    galleryFlags
}

func newPlay(out *output) *cobra.Command {
	f := &playFlags{}
	c := &cobra.Command{
		Use:   "play GAME --player PLAYER... [flags]",
		Short: "play a live game, or many, among players of any kind",
		Long: `The players sit in the order in which you name them. A PLAYER is one of these, with NAME= in front to name it:
  builtin:KIND   a built-in player (touchstone games GAME players)
  exec:COMMAND   a program that speaks the protocol of a TCP client over its standard output and input; blanks
                 separate its arguments
  tcp:HOST:PORT  a client that listens there
A program gets --start-wait (or the time that the game has for a name, if that is longer) to start and send its
name.

The game is the input of a server, from --in, or a random one drawn from --seed. --events writes first what an
observer may see, one event a line. Viewers (--view) see what players do not, and never slow the game.

--games N plays many games, several at once, and prints a table: the share of games won with its 95 % interval
(Wilson), and a rating (Glicko-2) with plus or minus twice its deviation. A win shared by n players counts 1/n
in the share, and as a draw among them in the rating. Games in which a player fails to sign up are not scored;
column out counts them. In a round-robin every group of --seats players meets, once in each rotation of their seats.
--record keeps the games in a file, --resume continues that file or begins it, --nth N plays game N of it alone.

Exit status: 0 all played by the rules, 1 somebody did not (serve exits 0 then), 2 trouble.`,
		Example: `  touchstone play bazaar --player Ada=builtin:points --player builtin:size
  touchstone play bazaar --player builtin:points --player exec:./xplayer
  touchstone play bazaar --player builtin:points --player builtin:size \
    --view 45678 --view-wait 50ms
  touchstone play bazaar --player builtin:points --player builtin:size \
    --transcript game.jsonl
  touchstone play bazaar --player Ada=builtin:points --player builtin:random \
    --in server-in.json --events
  touchstone play bazaar --player builtin:points --seed 7 \
    --player builtin:cheat:wallet-cannot-trade --verbose
  touchstone play bazaar --games 60 --seed 7 --record games.jsonl \
    --player builtin:points --player builtin:size --player builtin:random
  touchstone play bazaar --games 120 --resume games.jsonl \
    --player builtin:points --player builtin:size --player builtin:random
  touchstone play bazaar --games 60 --seed 7 --nth 17 --verbose \
    --player builtin:points --player builtin:size --player builtin:random`,
		Args:              quotedPlayers,
		ValidArgsFunction: completeGames,
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	f.settings.register(c, usageMutant)
	flags := c.Flags()
	flags.StringArrayVar(&f.players, "player", nil, "`[NAME=]PLAYER`: a player: builtin:KIND, exec:COMMAND or tcp:HOST:PORT; repeatable")
	flags.StringVar(&f.in, "in", "", "`FILE`: read the input from this file; - is standard input")
	flags.Uint64Var(&f.seed, "seed", 0, "`N`: seed of everything random (default: that of --resume, or a new one, which is printed)")
	flags.StringVar(&f.isolation, "isolation", string(subject.Unisolated), usageIsolation)
	flags.StringArrayVar(&f.read, "read", nil, usageRead)
	flags.DurationVar(&f.waits.Start, "start-wait", seating.DefaultWaits.Start, "`DURATION`: a program must start and send its name within this time")
	flags.DurationVar(&f.waits.Connect, "connect-wait", seating.DefaultWaits.Connect, "`DURATION`: try this long to connect to a client")
	flags.BoolVar(&f.events, "events", false, "write the events of the game before the result")
	flags.StringVar(&f.transcript, "transcript", "", transcriptUsage)
	f.gallery.register(c)
	f.tournament.register(c)
	return c
}

// entrants reads the players of the flags.
func (f *playFlags) entrants(l *liveGame) ([]seating.Entrant, error) {
	if len(f.players) == 0 {
		return nil, &game.UsageError{
			Message: "no player is named",
			Hint: fmt.Sprintf("for example %q; exec:./xplayer is a program of yours",
				fmt.Sprintf("touchstone play %s --player Ada=builtin:%s --player Bob=builtin:%[2]s", l.game.Name, l.kind())),
		}
	}
	var list []seating.Entrant
	for _, text := range f.players {
		e, err := seating.Parse(text, l.game)
		if err != nil {
			return nil, err
		}
		if e.Name != "" && !l.live.SignUp().NameOK(e.Name) {
			return nil, &game.UsageError{
				Message: fmt.Sprintf("player %q: nobody can be called %q in %s", text, e.Name, l.game.Name),
				Hint:    "a name has 1 to 20 letters and digits of ASCII, such as Ada or Team7",
			}
		}
		if i := slices.IndexFunc(list, func(other seating.Entrant) bool { return e.Name != "" && other.Name == e.Name }); i >= 0 {
			return nil, &game.UsageError{
				Message: fmt.Sprintf("players %q and %q have the same name, %s", list[i].Text, text, e.Name),
				Hint:    "give one of them another name; without NAME= players are called by their kinds, with a number where there are several",
			}
		}
		list = append(list, e)
	}
	return list, nil
}

func (f *playFlags) run(c *cobra.Command, out *output, name string) error {
	l, err := f.liveGame(name)
	if err != nil {
		return err
	}
	entrants, err := f.entrants(l)
	if err != nil {
		return err
	}
	isolation, err := subject.ParseIsolation(f.isolation)
	if err == nil {
		err = f.check(c, out)
	}
	if err != nil {
		return err
	}
	given := reads("in", f.in)
	if f.in == "-" {
		given = piped(c, "--in -")
	}
	if err := refuseClashes([]claim{
		given, writes("transcript", f.transcript),
		writes("record", f.tournament.record), writes("resume", f.tournament.resume), writes("chart", f.tournament.chart),
	}, nothingElse); err != nil {
		return err
	}
	in, seats, err := f.input(c, l)
	if err != nil {
		return err
	}
	drawn, err := f.draw(c)
	if err != nil {
		return err
	}
	many := f.tournament.games > 0 && f.tournament.nth == 0
	if many {
		for _, name := range []string{"events", "transcript", "view"} {
			if c.Flags().Changed(name) {
				return &game.UsageError{Message: fmt.Sprintf("--%s is for one game, and --games plays many", name), Hint: "--nth N plays one of them"}
			}
		}
	}
	t := newTeller(c, out)
	var p *seating.Table
	if f.tournament.games > 0 {
		all := &tournament.Tournament{Live: l.live, Entrants: entrants, Seed: f.seed, In: in, Isolation: isolation, Read: f.read, Waits: f.waits}
		if err := f.tournament.prepare(all, seats); err != nil {
			return err
		}
		if many {
			t.sayIf(drawn, "seed %d", f.seed)
			return f.tournament.run(c, out, l, all)
		}
		p, err = all.Table(f.tournament.nth)
	} else {
		p, err = f.table(l, entrants, in, seats)
	}
	if err == nil {
		err = p.Check()
	}
	if err != nil {
		return err
	}
	p.Isolation, p.Read, p.Waits = isolation, f.read, f.waits
	return f.one(c, out, l, p, t, drawn)
}

// check refuses values that flags do not have, and flags that do not go together.
func (f *playFlags) check(c *cobra.Command, out *output) error {
	if err := areThere("read", f.read); err != nil {
		return err
	}
	if err := checkWaits(c); err != nil {
		return err
	}
	if err := f.tournament.check(c); err != nil {
		return err
	}
	if f.events && out.format == "json" {
		return &game.UsageError{
			Message: "--events does not work with --format json, which prints one value", Hint: "--transcript FILE keeps the events",
		}
	}
	return f.gallery.check(c)
}

// draw takes the seed from the games that are continued, or draws one; drawn tells whether
// it did.
func (f *playFlags) draw(c *cobra.Command) (drawn bool, err error) {
	drawn = !c.Flags().Changed("seed")
	if name := f.tournament.resume; drawn && name != "" {
		seed, recorded, err := tournament.ReadSeed(name)
		if err != nil {
			return false, err
		}
		f.seed, drawn = seed, !recorded
	}
	if drawn {
		f.seed = uint64(rand.Uint32())
	}
	return drawn, nil
}

// one plays one game and shows it.
func (f *playFlags) one(c *cobra.Command, out *output, l *liveGame, p *seating.Table, t *teller, drawn bool) error {
	w, err := l.writer(f.transcript, transcript.Header{In: p.In, Side: game.Server, Seed: &f.seed, Seated: true})
	if err != nil {
		return err
	}
	g, err := f.gallery.openGallery(c, l, 1)
	if err != nil {
		return cmp.Or(err, endTranscript(w))
	}
	t.sayIf(drawn, "seed %d", f.seed)
	recorders := []match.Recorder{t.recorder(), recording(w), g.recorder()}
	if f.events {
		recorders = append(recorders, eventWriter{match.Nobody{}, c.OutOrStdout()})
	}
	p.Recorder = match.Recorders(recorders...)
	o, err := p.Play(c.Context())
	g.close(err)
	kept := endTranscript(w)
	if t != nil {
		for _, text := range o.Ends {
			t.say("%s", text)
		}
		if o.NoGame != nil {
			t.say("no game is played: %v", o.NoGame)
		}
	}
	if err != nil && !errors.Is(err, errInterrupted) {
		return err
	}
	if err := f.print(c, out, l, p.Entrants, &o, err != nil); err != nil {
		return err
	}
	if kept = tellUnkept(c, kept, err != nil); kept != nil {
		return kept
	}
	if len(o.Breaches) > 0 || o.NoGame != nil {
		return errDiffers
	}
	return nil
}

// table seats the players at one game, that of --in or a random one.
func (f *playFlags) table(l *liveGame, entrants []seating.Entrant, in []jsontext.Value, seats game.Span) (*seating.Table, error) {
	if in == nil {
		var err error
		if in, err = l.live.Deal(rand.New(rand.NewPCG(f.seed, 0)), len(entrants)); err != nil {
			return nil, hinted(err, "name each with a --player of its own")
		}
	} else if n := len(entrants); !seats.Has(n) {
		players := text.Counts(seats.Least, seats.Most, "player")
		return nil, &game.UsageError{
			Message: fmt.Sprintf("the game in %s is for %s, and you named %d", f.in, players, n),
			Hint:    "name each player with a --player of its own",
		}
	}
	p := &seating.Table{Live: l.live, In: in, Entrants: entrants}
	for i := range entrants {
		p.Seeds = append(p.Seeds, f.seed+uint64(i))
	}
	return p, nil
}

// print writes what came out.
func (f *playFlags) print(c *cobra.Command, out *output, l *liveGame, entrants []seating.Entrant, o *seating.Outcome, interrupted bool) error {
	if out.format != "json" {
		return writeLines(c.OutOrStdout(), o.Values)
	}
	r := liveReport{
		Game: l.game.Name, Players: []livePlayer{}, Result: o.Values,
		Breaches: liveBreaches(o.Breaches), Interrupted: interrupted,
	}
	for i, e := range entrants {
		name := e.Name
		if i < len(o.Names) {
			name = o.Names[i]
		}
		r.Players = append(r.Players, livePlayer{Name: name, Kind: e.String()})
	}
	if o.NoGame != nil {
		r.NoGame = &liveRefusal{o.NoGame.Clause, o.NoGame.Why}
	}
	return writeJSON(c.OutOrStdout(), r)
}

// input reads the game of --in and for how many players it is; without the flag
// it is nil.
func (f *playFlags) input(c *cobra.Command, l *liveGame) (in []jsontext.Value, seats game.Span, err error) {
	if f.in == "" {
		return nil, seats, nil
	}
	r, err := source(c, f.in)
	if err != nil {
		return nil, seats, err
	}
	defer r.Close()
	in, err = l.read(r, game.Server, func(in []jsontext.Value) (err error) {
		seats, err = l.live.Seats(in)
		return err
	})
	refusal, refused := errors.AsType[*answer.Refusal](err)
	path, unread := errors.AsType[*fs.PathError](err)
	switch {
	case f.in == "-":
	case refused:
		err = &game.UsageError{Message: f.in + ": " + refusal.Error(), Hint: refusal.Hint}
	case unread:
		err = &game.UsageError{Message: fmt.Sprintf("--in %s: %v", f.in, text.Cause(path)), Hint: "--in names a file with the input of a game"}
	}
	return in, seats, err
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

// quotedPlayers expects one argument, GAME. More of them may be words of the command of a
// player that has no quotes.
func quotedPlayers(c *cobra.Command, args []string) error {
	err := arguments(1, 1, "GAME")(c, args)
	usage, ok := errors.AsType[*game.UsageError](err)
	players, _ := c.Flags().GetStringArray("player")
	if ok && len(args) > 1 {
		if _, wrong := seating.Parse(args[1], nil); wrong == nil {
			usage.Hint = "write --player before each player: --player " + text.Quote(args[1:2])
			return err
		}
	}
	programs := slices.DeleteFunc(players, func(player string) bool { return !strings.Contains(player, seating.Exec+":") })
	if !ok || len(args) < 2 || len(programs) == 0 {
		return err
	}
	whole := seating.Exec + ":python3 player.py"
	usage.Hint = "a command of several words stands in quotes"
	isGame := func(word string) bool { _, err := games.Named(word); return err == nil }
	if i := slices.IndexFunc(args, isGame); i >= 0 && len(programs) == 1 {
		whole = strings.Join(slices.Concat(programs, args[:i], args[i+1:]), " ")
	} else {
		usage.Hint += ", for example" // of several programs, nobody knows whose the words are
	}
	usage.Hint += ": --player " + text.Quote([]string{whole})
	return err
}

// source opens the input of a command that --in names: a file, or standard input for "-".
func source(c *cobra.Command, path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(stdin(c)), nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, &game.UsageError{Message: fmt.Sprintf("--in %s: %v", path, text.Cause(err)), Hint: "--in - reads standard input"}
	}
	return file, nil
}
