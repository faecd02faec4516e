package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/live/headline"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/report/playback"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

func newTranscript(out *output) *cobra.Command {
	c := &cobra.Command{
		Use:   "transcript COMMAND",
		Short: "judge, show and replay records of live games",
		Long:  `A transcript is the timed record of every message of a live game, one JSON value a line. FILE - is standard input.`,
		Example: `  touchstone transcript check game.jsonl
  touchstone transcript show game.jsonl`,
		Args: noSuchCommand,
		RunE: func(c *cobra.Command, _ []string) error { return out.help(c) },
	}
	c.AddCommand(newTranscriptCheck(out), newTranscriptShow(out), newTranscriptReplay(out), newTranscriptCover(out))
	return c
}

// withTranscript opens a transcript for the time of a function.
func withTranscript(c *cobra.Command, name string, use func(*transcript.Reader) error) error {
	in := stdin(c)
	if name == "-" {
		name = "standard input"
		tellWaiting(c, "a transcript")
		buffered := bufio.NewReader(in)
		if _, err := buffered.Peek(1); err == io.EOF {
			return nothingPiped("transcript", "touchstone play GAME --transcript FILE")
		}
		in = buffered
	} else {
		file, err := os.Open(name)
		if err != nil {
			return &game.UsageError{
				Message: fmt.Sprintf("transcript %s: %v", name, text.Cause(err)),
				Hint:    fmt.Sprintf("%q says what a transcript is", "touchstone transcript --help"),
			}
		}
		defer file.Close()
		in = file
	}
	r, err := transcript.NewReader(in, name)
	if err != nil {
		return err
	}
	return use(r)
}

func newTranscriptCheck(out *output) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "judge a recorded game again",
		Long: `Touchstone judges a transcript without running any program. It checks that each call was due, follows the replies
by the rules, and checks breaches, events, the result, and who may play. The first thing that is wrong decides.
A game that ended early is judged up to its end.

A transcript of test --transcripts has the input of both sides, and is judged as in the test: only the program
can be at fault. Other transcripts of clients lack the server's input: only the shapes of messages are judged.

A breach for which the server put a player out is listed, too. The server was right, so the exit status stays 0.

Exit status: 0 nothing is wrong, 1 something is, 2 trouble.`,
		Example: `  touchstone transcript check game.jsonl
  touchstone transcript check - --format json < game.jsonl`,
		Args: arguments(1, 1, "FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			return withTranscript(c, args[0], func(r *transcript.Reader) error {
				report, err := live.Check(r, games.Named)
				if err != nil {
					return err
				}
				if out.format == "json" {
					err = writeJSON(c.OutOrStdout(), report)
				} else if !out.quiet {
					err = printChecked(c, out, &report)
				}
				if err == nil && len(report.Findings) > 0 {
					return errDiffers
				}
				return err
			})
		},
	}
}

func printChecked(c *cobra.Command, out *output, report *transcript.Report) error {
	var b bytes.Buffer
	for i := range report.Breaches {
		fmt.Fprintf(&b, "%s, as the server says\n", found(&report.Breaches[i]))
	}
	for i := range report.Findings {
		line := found(&report.Findings[i])
		if out.colored(c.OutOrStdout()) {
			line = "\x1b[1;31m" + line + "\x1b[0m"
		}
		fmt.Fprintln(&b, line)
	}
	shapes := ""
	if len(report.Breaches) > 0 {
		shapes = " otherwise"
	}
	if report.Shapes {
		shapes += ", shapes only"
	}
	switch {
	case len(report.Findings) > 0:
	case !report.Whole:
		fmt.Fprintf(&b, "clean so far: %s, and no result\n", text.Count(report.Lines, "line"))
	default:
		fmt.Fprintf(&b, "clean%s: %s\n", shapes, text.Count(report.Lines, "line"))
	}
	if report.Torn > 0 {
		fmt.Fprintf(&b, "line %d is incomplete and does not count\n", report.Torn)
	}
	_, err := c.OutOrStdout().Write(b.Bytes())
	return err
}

// found says a finding in one line.
func found(f *transcript.Finding) string {
	where := fmt.Sprintf("line %d", f.Line)
	if f.Conn > 0 {
		where += fmt.Sprintf(", connection %d", f.Conn)
	}
	if f.Player != "" {
		where += ", " + f.Player
	}
	if f.Clause != "" {
		where += ", " + f.Clause
	}
	return text.Visible(fmt.Sprintf("%s: at fault: %s: %s", where, f.Side, f.Message))
}

// showFlags are the flags of transcript show.
type showFlags struct {
	as, to string
}

func newTranscriptShow(out *output) *cobra.Command {
	f := &showFlags{}
	c := &cobra.Command{
		Use:   "show FILE",
		Short: "print a recorded game for people, or make a page to watch it again",
		Long: `Each line has a time, the number of the message (as in verdicts of live tasks), the player, and < for what goes
to the player or > for what comes from it, in words. --verbose prints the values as they were sent, the options and
the input.

--format html makes one page, for any browser, that shows the game step by step. The arrow keys move, the space
bar plays, i jumps to the first illegal message; a link that ends in #step=17 shows line 17.`,
		Example: `  touchstone transcript show game.jsonl
  touchstone transcript show game.jsonl --verbose
  touchstone transcript show game.jsonl --to game.html`,
		Args: arguments(1, 1, "FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			f.as = out.format
			if ending := strings.ToLower(filepath.Ext(f.to)); !c.Flags().Changed("format") && (ending == "."+asHTML || ending == ".json") {
				f.as = ending[1:]
			}
			recorded := claim{what: "the transcript " + args[0], path: args[0]}
			if args[0] == "-" {
				recorded = piped(c, "the transcript on standard input")
			}
			if err := refuseClashes([]claim{recorded, writes("to", f.to)}, nothingElse); err != nil {
				return err
			}
			return withTranscript(c, args[0], func(r *transcript.Reader) error { return f.show(c, out, r) })
		},
	}
	c.Flags().StringVar(&out.format, "format", "text", "`text|json|html`: what to make (default: as the name of --to ends, else text)")
	c.Flags().StringVar(&f.to, "to", "", usageTo)
	renamed(c, "as", "format", nil)
	complete(c, map[string]completion{"format": fixed("text", "json", asHTML)})
	return c
}

func (f *showFlags) show(c *cobra.Command, out *output, r *transcript.Reader) error {
	w := c.OutOrStdout()
	o := transcript.ShowOptions{Color: f.to == "" && out.colored(w), Verbose: out.verbose}
	if f.to == "" {
		return f.write(w, r, o)
	}
	// What is wrong with the transcript shows before anything is written.
	var b bytes.Buffer
	if err := f.write(&b, r, o); err != nil {
		return err
	}
	return writeTo(f.to, b.Bytes())
}

func (f *showFlags) write(w io.Writer, r *transcript.Reader, o transcript.ShowOptions) error {
	switch {
	case f.as == asHTML:
		return playback.Write(w, r, games.Named)
	case f.as == "json":
		return transcript.Copy(w, r)
	}
	// A game that is not known has no words.
	if g, rules, err := transcript.Rules(r, games.Named); err == nil && !o.Verbose {
		o.Headlines = headline.NewWriter(g, rules)
	}
	return transcript.Show(w, r, o)
}

// replayFlags are the flags of transcript replay.
type replayFlags struct {
	as      string
	address string
	in      string
}

func newTranscriptReplay(out *output) *cobra.Command {
	f := &replayFlags{}
	c := &cobra.Command{
		Use:   "replay FILE --side SIDE -- COMMAND [ARG...]",
		Short: "play one side of a recorded game against a live program",
		Long: `Touchstone plays the server or the clients as they were recorded, against a live program of the other side, and
reports the first message of the program that differs from the recorded one. It starts the program with a port
in place of {port} in its command line, else as its last argument, and gives it the input values of the
transcript, if they are for its side, or those of --in. With --address, a server listens there already, or
clients are to connect there. A player over standard input and output, as play starts it, cannot be replayed.

Exit status: 0 all messages are the same, 1 one differs, 2 trouble.`,
		Example: `  touchstone transcript replay game.jsonl --side clients -- ./xserver
  touchstone transcript replay game.jsonl --side server --in in.json \
    -- ./xclient`,
		Args: func(c *cobra.Command, args []string) error {
			files := len(args)
			if at := c.ArgsLenAtDash(); at >= 0 {
				files = at
			}
			return arguments(1, 1, "FILE")(c, args[:files])
		},
		RunE: func(c *cobra.Command, args []string) error {
			return withTranscript(c, args[0], func(r *transcript.Reader) error { return f.run(c, out, r, args[1:]) })
		},
	}
	c.Flags().StringVar(&f.as, "side", "", "the side that touchstone plays: `server|clients`")
	c.Flags().StringVar(&f.address, "address", "", "`HOST:PORT`: the address of the live server, or for the live clients")
	c.Flags().StringVar(&f.in, "in", "", "`FILE`: read the input from this file (default: that of the transcript)")
	renamed(c, "as", "side", nil)
	complete(c, map[string]completion{"side": fixed(string(game.Server), string(game.Clients))})
	return c
}

// replayJSON is what a replay says for programs.
type replayJSON struct {
	Same       bool                `json:"same"`
	Difference *transcript.Finding `json:"difference,omitempty"`
}

func (f *replayFlags) run(c *cobra.Command, out *output, r *transcript.Reader, words []string) error {
	if err := f.check(words); err != nil {
		return err
	}
	side := game.Side(f.as)
	address := f.address
	p := &transcript.Replay{Reader: r, Named: games.Named}
	if side == game.Server {
		if address == "" {
			address = "127.0.0.1:0"
		}
		listener, err := net.Listen("tcp", address)
		if err != nil {
			message, hint := wire.Unopened(address, err)
			return &game.UsageError{Message: message, Hint: hint}
		}
		defer listener.Close()
		p.Listener, address = listener, listener.Addr().String()
	} else if address == "" {
		// A port that was free a moment ago; the program opens it.
		listener, err := wire.Listen(0)
		if err != nil {
			return err
		}
		address = listener.Addr().String()
		listener.Close()
	}
	if side == game.Clients {
		p.Dial = func(ctx context.Context) (io.ReadWriteCloser, error) {
			return wire.Dial(ctx, address, subject.Timeout, nil)
		}
	}
	difference, err := f.play(c, p, side, address, words)
	if err != nil {
		return err
	}
	return printDifference(c.OutOrStdout(), out, difference)
}

// check refuses options that leave open who plays which side, and where.
func (f *replayFlags) check(words []string) error {
	side := game.Side(f.as)
	if side != game.Server && side != game.Clients {
		message := fmt.Sprintf("--side is %q, expected server or clients", f.as)
		if side == "" {
			message = "--side is missing"
		}
		return &game.UsageError{Message: message, Hint: "name the side that touchstone plays: --side server or --side clients"}
	}
	if (f.address == "") == (len(words) == 0) {
		return &game.UsageError{
			Message: "expected either --address HOST:PORT or -- COMMAND",
			Hint:    "name the program behind --, or the address where it already listens",
		}
	}
	if side == game.Clients && f.address != "" {
		if err := wire.CheckAddress(f.address); err != nil {
			return &game.UsageError{Message: err.Error(), Hint: "for example --address localhost:45678"}
		}
	}
	return nil
}

// printDifference tells whether a program did what the record has.
func printDifference(w io.Writer, out *output, difference *transcript.Finding) (err error) {
	switch {
	case out.format == "json":
		err = writeJSON(w, replayJSON{Same: difference == nil, Difference: difference})
	case out.quiet:
	case difference == nil:
		_, err = fmt.Fprintln(w, "the same")
	default:
		_, err = fmt.Fprintln(w, found(difference))
	}
	if err == nil && difference != nil {
		return errDiffers
	}
	return err
}

// play runs the replay, and the program of the other side if there is one.
func (f *replayFlags) play(c *cobra.Command, p *transcript.Replay, side game.Side, address string, words []string) (*transcript.Finding, error) {
	if len(words) == 0 {
		return p.Run(c.Context())
	}
	input, err := f.input(c, p.Reader, side)
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(address)
	command := &subject.Command{Argv: withPort(words, port), Isolation: subject.Unisolated, Network: true}
	if err := command.Resolve(); err != nil {
		return nil, err
	}
	defer command.Close()
	ctx, cancel := context.WithCancelCause(c.Context())
	defer cancel(nil)
	life, stop := context.WithCancel(c.Context())
	defer stop()
	ended := make(chan subject.Answer, 1)
	go func() {
		ended <- command.Run(life, input, subject.Limits{Timeout: programTimeout})
		// What it has sent can still be read.
		time.Sleep(endedGrace)
		cancel(errEnded)
	}()
	difference, err := p.Run(ctx)
	early := errors.Is(err, errEnded)
	if difference != nil || err != nil && !early {
		// Nothing of the program stays behind.
		stop()
		<-ended
		return difference, err
	}
	a := <-ended
	switch {
	case early || a.Fault != subject.None:
		message := fmt.Sprintf("the program ended with exit status %d", a.Exit)
		if last := lastLine(a.Stderr); last != "" {
			message += ": " + last
		}
		return &transcript.Finding{Line: p.Line(), Side: other(side), Message: text.Visible(message)}, nil
	case side == game.Clients:
		return differentResult(p.Result(), a.Values), nil
	}
	return nil, nil
}

// errEnded ends a replay against a program that has ended.
var errEnded = errors.New("the program has ended")

// endedGrace is how long the last words of a program may be under way.
const endedGrace = 500 * time.Millisecond

// programTimeout is how long a program may live: longer than any recorded game.
const programTimeout = 24 * time.Hour

// other is the other side.
func other(side game.Side) game.Side {
	if side == game.Server {
		return game.Clients
	}
	return game.Server
}

func lastLine(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	return lines[len(lines)-1]
}

// differentResult compares what a server writes with the recorded result.
func differentResult(recorded *transcript.Line, values []jsontext.Value) *transcript.Finding {
	if recorded == nil {
		return nil
	}
	d := judge.New(game.Task{}, judge.Strict, nil).Compare(recorded.Values, values)
	if d.Outcome == judge.Pass {
		return nil
	}
	return &transcript.Finding{Line: recorded.Number, Side: game.Server, Message: "the result: " + d.Differences[0].Message}
}

// withPort puts the port into a command line.
func withPort(words []string, port string) []string {
	const hole = "{port}"
	if !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, hole) }) {
		return append(slices.Clone(words), port)
	}
	replaced := make([]string, len(words))
	for i, w := range words {
		replaced[i] = strings.ReplaceAll(w, hole, port)
	}
	return replaced
}

// input is what the program reads from standard input.
func (f *replayFlags) input(c *cobra.Command, r *transcript.Reader, side game.Side) ([]byte, error) {
	h := r.Header()
	values := h.In
	switch {
	case f.in != "":
		in, err := source(c, f.in)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		read, err := stream.All(in, stream.Limits{})
		if _, told := errors.AsType[*game.UsageError](err); told {
			return nil, err
		}
		if err != nil {
			e := &game.UsageError{Message: fmt.Sprintf("--in %s: %v", f.in, text.Cause(err)), Hint: f.inputHint(h.Game, other(side))}
			if broken, ok := errors.AsType[*stream.Error](err); ok && broken.Hint != "" {
				e.Hint = broken.Hint
			}
			return nil, e
		}
		values = stream.Raws(read)
	case h.Case != nil:
		given, err := live.Given(r, games.Named, other(side))
		if err != nil {
			return nil, err
		}
		values = given
	case h.Side == side:
		return nil, &game.UsageError{
			Message: fmt.Sprintf("the transcript has the input of the %s, but not that of a program of the other side", h.Side),
			Hint:    f.inputHint(h.Game, other(side)),
		}
	case len(values) == 0:
		return nil, &game.UsageError{
			Message: fmt.Sprintf("transcript %s, line 1: at /in: there is no input for a program of the %s", r.Name(), h.Side),
			Hint:    "a game with players from the command line has none; " + f.inputHint(h.Game, other(side)),
		}
	}
	var b bytes.Buffer
	for _, v := range values {
		b.Write(v)
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}

// inputHint says what input a program of one side is given.
func (f *replayFlags) inputHint(played string, side game.Side) string {
	return fmt.Sprintf("give it with --in FILE, which holds the input of the %s as %q has it; "+
		"a player over standard input and output cannot be replayed", side, "touchstone help protocol "+played)
}

// coverJSON is a transition for programs.
type coverJSON struct {
	From   string `json:"from"`
	To     string `json:"to"`
	On     string `json:"on"`
	Clause string `json:"clause,omitempty"`
	Times  int    `json:"times"`
}

func newTranscriptCover(out *output) *cobra.Command {
	return &cobra.Command{
		Use:     "cover FILE...",
		Short:   "count how often recorded games take each transition of the protocol",
		Long:    `The transcripts must be those of servers. touchstone rules GAME --live explains the transitions.`,
		Example: `  touchstone transcript cover game.jsonl`,
		Args:    arguments(1, 10_000, "FILE..."),
		RunE: func(c *cobra.Command, args []string) error {
			var cover *transcript.Coverage
			for _, name := range args {
				err := withTranscript(c, name, func(r *transcript.Reader) error {
					if cover == nil {
						g, err := games.Named(r.Header().Game)
						if err != nil {
							return err
						}
						cover = transcript.NewCoverage(g)
					}
					return cover.Add(r)
				})
				if err != nil {
					return err
				}
			}
			list := []coverJSON{}
			taken := 0
			for _, t := range cover.Taken() {
				list = append(list, coverJSON{t.From, t.To, t.On, t.Clause, t.Times})
				if t.Times > 0 {
					taken++
				}
			}
			if out.format == "json" {
				return writeJSON(c.OutOrStdout(), list)
			}
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, t := range list {
				times := strconv.Itoa(t.Times)
				if t.Times == 0 {
					times = "-"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", times, t.From, t.On, t.To, t.Clause)
			}
			fmt.Fprintf(w, "%d of %d transitions taken\n", taken, len(list))
			return w.Flush()
		},
	}
}
