package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/tournament"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The kinds of tournaments.
const (
	roundRobin = "round-robin" // all sets of as many players as a table has seats
	oneTable   = "table"       // all players at every table
)

// jobsMax bounds the games side by side: each has programs or connections of its
// own.
const jobsMax = 256

// tournamentFlags are the flags of play for many games.
type tournamentFlags struct {
	games  int
	nth    int // the only game to be played, 0 for all
	kind   string
	seats  int
	jobs   int
	record string
	resume string
	chart  string // file of the ratings, "" for none
}

func (f *tournamentFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.IntVar(&f.games, "games", 0, "`N`: play N games, and print who won how many")
	flags.IntVar(&f.nth, "nth", 0, "`N`: play only game N of --games")
	flags.StringVar(&f.kind, "tournament", roundRobin, "`round-robin|table`: let every --seats players meet, or all players in every game")
	flags.IntVar(&f.seats, "seats", 2, "`N`: seat N players at each table of a round-robin")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "`N`: play N games at once (default: as many as there are processors)")
	flags.StringVar(&f.record, "record", "", "`FILE`: keep the games in this new file")
	flags.StringVar(&f.chart, "chart", "", usageChart+"the ratings of --games with their intervals")
	flags.StringVar(&f.resume, "resume", "", "`FILE`: continue the games of this --record file; a missing file is created")
}

// check looks at flags that have no meaning for each other.
func (f *tournamentFlags) check(c *cobra.Command) error {
	if !c.Flags().Changed("games") {
		for _, name := range []string{"nth", "tournament", "seats", "jobs", "record", "resume", "chart"} {
			if c.Flags().Changed(name) {
				return &game.UsageError{Message: fmt.Sprintf("--%s is for many games, and this is one", name), Hint: "add --games N"}
			}
		}
		return nil
	}
	switch {
	case f.games < 1 || f.games > tournament.GamesMax:
		return outOfRange("games", f.games, 1, tournament.GamesMax, "play one game")
	case f.kind != roundRobin && f.kind != oneTable:
		return game.Unknown("tournament", f.kind, "", []string{roundRobin, oneTable}, "touchstone play --help")
	case f.kind == oneTable && c.Flags().Changed("seats"):
		return &game.UsageError{Message: "--seats is for --tournament round-robin", Hint: "leave --seats out: all players sit at one table"}
	case c.Flags().Changed("jobs") && (f.jobs < 1 || f.jobs > jobsMax):
		return outOfRange("jobs", f.jobs, 1, jobsMax, "play as many games as there are processors")
	case f.record != "" && f.resume != "":
		return &game.UsageError{
			Message: "--record starts a file and --resume continues one: use one of them",
			Hint:    "--resume begins a file that is not there",
		}
	}
	if !c.Flags().Changed("nth") {
		return nil
	}
	if f.nth < 1 || f.nth > f.games {
		return &game.UsageError{
			Message: fmt.Sprintf("--nth is %d, expected 1 to %d, the number of --games", f.nth, f.games), Hint: "leave --nth out to play all games",
		}
	}
	for _, name := range []string{"jobs", "record", "resume", "chart"} {
		if c.Flags().Changed(name) {
			return &game.UsageError{
				Message: fmt.Sprintf("--%s is for many games, and --nth plays one", name),
				Hint:    fmt.Sprintf("leave --%s out", name),
			}
		}
	}
	if !c.Flags().Changed("seed") {
		return &game.UsageError{Message: "--nth needs the --seed of the tournament", Hint: "the first line of its table has it"}
	}
	return nil
}

// prepare sets up the tournament of the flags. Given is for how many players the
// game of --in is, if there is one.
func (f *tournamentFlags) prepare(t *tournament.Tournament, given game.Span) error {
	t.Games, t.Seats, t.Jobs = f.games, f.seats, f.jobs
	if f.kind == oneTable {
		t.Seats = len(t.Entrants)
	}
	if t.Jobs == 0 {
		t.Jobs = runtime.GOMAXPROCS(0)
	}
	if t.In != nil && !given.Has(t.Seats) {
		players := text.Counts(given.Least, given.Most, "player")
		return &game.UsageError{
			Message: fmt.Sprintf("the game of --in is for %s, and %d sit at a table", players, t.Seats),
			Hint:    "set --seats to the number of players in it",
		}
	}
	return hinted(t.Prepare(), "for example --seats 2")
}

// run plays a tournament that is prepared, and writes its table.
func (f *tournamentFlags) run(c *cobra.Command, out *output, l *liveGame, t *tournament.Tournament) error {
	chart, err := openChart(f.chart)
	if err != nil {
		return err
	}
	defer chart.discard()
	if name := f.record + f.resume; name != "" {
		begins := absent(f.resume)
		record, done, err := tournament.Open(name, tournament.NewHeader(l.game.Name, l.rules, t), f.resume != "")
		if usage, ok := errors.AsType[*game.UsageError](err); ok {
			usage.Hint = cmp.Or(usage.Hint, files.HintWritable)
		}
		if err != nil {
			return err
		}
		defer record.Close()
		if begins && !out.quiet {
			tellBegun(c, f.resume)
		}
		t.Done, t.Keep = done, record.Add
		games, err := f.play(c, out, t)
		if closed := record.Close(); err == nil {
			err = closed
		}
		return f.report(c, out, l, t, chart, games, err)
	}
	games, err := f.play(c, out, t)
	return f.report(c, out, l, t, chart, games, err)
}

// play plays the games and tells on standard error how far it is.
func (f *tournamentFlags) play(c *cobra.Command, out *output, t *tournament.Tournament) ([]tournament.Game, error) {
	w := c.ErrOrStderr()
	if !out.quiet {
		begin, last := time.Now(), time.Now()
		status := &statusLine{w: w, terminal: isTerminal(w)}
		t.Tell = func(done int) {
			if now := time.Now(); now.Sub(last) >= status.every() && now.Sub(begin) >= progressQuiet {
				last = now
				status.show(fmt.Sprintf("%d of %d games", done, t.Games))
			}
		}
		defer status.wipe()
	}
	return t.Run(c.Context())
}

// A tournamentReport is what play writes of many games with --format json.
type tournamentReport struct {
	Game        string                `json:"game"`
	Tournament  string                `json:"tournament"`
	Seats       int                   `json:"seats"`
	Seed        uint64                `json:"seed"`
	Games       int                   `json:"games"`
	Played      int                   `json:"played"`
	Round       int                   `json:"round"` // games
	Standings   []tournament.Standing `json:"standings"`
	List        []tournament.Game     `json:"list"`
	Interrupted bool                  `json:"interrupted,omitzero"`
}

// report writes what came out; the error is that of the games.
func (f *tournamentFlags) report(
	c *cobra.Command, out *output, l *liveGame, t *tournament.Tournament, chart *chartFile, games []tournament.Game, err error,
) error {
	interrupted := errors.Is(err, errInterrupted)
	if err != nil && !interrupted {
		return err
	}
	standings := t.Standings(games)
	if err := chart.write(func() []byte { return ratingChart(l.game.Title, standings) }); err != nil {
		return err
	}
	if out.format == "json" {
		r := tournamentReport{
			Game: l.game.Name, Tournament: f.kind, Seats: t.Seats, Seed: t.Seed, Games: t.Games, Played: len(games),
			Round: t.RoundGames(), Standings: standings, List: games, Interrupted: interrupted,
		}
		if r.List == nil {
			r.List = []tournament.Game{}
		}
		if err := writeJSON(c.OutOrStdout(), r); err != nil {
			return err
		}
	} else if err := f.print(c.OutOrStdout(), t, games, standings); err != nil {
		return err
	}
	for _, g := range games {
		if len(g.Breaches) > 0 {
			return errDiffers
		}
	}
	return nil
}

// print writes the table for people.
func (f *tournamentFlags) print(w io.Writer, t *tournament.Tournament, games []tournament.Game, standings []tournament.Standing) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %d, seed %d, a round is %s\n\n", text.Count(len(games), "game"), t.Games, t.Seed, text.Count(t.RoundGames(), "game"))
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\tgames\twon\tshared\tout\tshare\t95 %\tGlicko-2 ± 2 RD\t  player\n")
	for i, s := range standings {
		share, interval := "–", "–"
		if s.Games > 0 {
			share, interval = fmt.Sprintf("%.1f %%", 100*s.Share), fmt.Sprintf("%.1f … %.1f", 100*s.Low, 100*s.High)
		}
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t%d\t%s\t%s\t%.0f ± %.0f\t  %s\n", i+1, s.Games, s.Wins, s.Shared, s.Dropouts,
			share, interval, s.Rating.Rating, 2*s.Rating.Deviation, text.Visible(s.Name))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	var notes []string
	for _, s := range standings {
		for _, n := range s.Breaches {
			notes = append(notes, fmt.Sprintf("%s: %d × %s%s", text.Visible(s.Name), n.Count, n.Why, inBrackets(n.Clause)))
		}
	}
	if notes = append(notes, endNotes(games)...); len(notes) > 0 {
		if number := firstTrouble(games); number > 0 {
			notes = append(notes, fmt.Sprintf("game %d alone: the same flags with --seed %d --nth %d --verbose", number, t.Seed, number))
		}
	}
	if t.Games%t.RoundGames() != 0 {
		note := "the last round is not full: not all have met equally often"
		if f.kind == oneTable {
			note = "the last round is not full: not all have sat in every seat equally often"
		}
		notes = append(notes, note)
	}
	if len(notes) > 0 {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(notes, "\n"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// endsMax is how many ways in which programs ended badly stand below a table.
const endsMax = 10

// endNotes tells how programs ended badly, each way once, in the order in which
// they came up.
func endNotes(games []tournament.Game) []string {
	var order []string
	times := map[string]int{}
	for _, g := range games {
		for _, end := range g.Ends {
			if times[end]++; times[end] == 1 {
				order = append(order, end)
			}
		}
	}
	var notes []string
	for _, end := range order[:min(len(order), endsMax)] {
		notes = append(notes, fmt.Sprintf("%d × %s", times[end], text.Visible(end)))
	}
	if more := len(order) - endsMax; more > 0 {
		notes = append(notes, fmt.Sprintf("and %s more", text.Count(more, "other end")))
	}
	return notes
}

// firstTrouble is the number of the first game in which somebody broke the rules
// or ended badly, 0 if there is none.
func firstTrouble(games []tournament.Game) int {
	for _, g := range games {
		if len(g.Breaches)+len(g.Ends) > 0 {
			return g.Number
		}
	}
	return 0
}
