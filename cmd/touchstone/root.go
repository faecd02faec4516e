package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// output is what the flags of every command say about printing.
type output struct {
	format  string
	color   string
	quiet   bool
	verbose bool
}

func newRoot() *cobra.Command {
	out := &output{}
	root := &cobra.Command{
		Use:   "touchstone",
		Short: "a referee and conformance harness for programs that play board games",
		Long: `Touchstone knows the rules of board games. It answers what the rules make of a
state and a request, and judges other programs by their answers.

Exit status: 0 conforms, 1 does not, 2 trouble (usage, bad input, nothing
selected), 130 interrupted. Once nobody reads its output, as behind head, a
command ends without a word, with 2 if its result is not known by then.`,
		Example: `  touchstone games                              the games there are
  touchstone rules bazaar BG-22                 one clause of a rule book
  touchstone check bazaar < state-and-request   is this move legal?
  touchstone test bazaar/rules -- ./xrules      a suite against a program`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              noSuchCommand,
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
		CompletionOptions: cobra.CompletionOptions{},
	}
	flags := root.PersistentFlags()
	flags.StringVar(&out.format, "format", "text", "text or json")
	flags.StringVar(&out.color, "color", "auto", "auto, always or never")
	flags.BoolVarP(&out.quiet, "quiet", "q", false, "print only what was asked for, or only the exit status")
	flags.BoolVarP(&out.verbose, "verbose", "v", false, "print more")
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return out.check(c) }
	complete(root, map[string]completion{"format": fixed("text", "json"), "color": fixed("auto", "always", "never")})
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(strings.NewReplacer(
		"FlagUsages |", fmt.Sprintf("FlagUsagesWrapped %d |", textWidth),
		// With the name of a command in front it would be too long a line.
		" for more information about a command.", " for more about one.",
	).Replace(root.UsageTemplate()))
	root.AddCommand(
		newGames(out), newRules(out), newSolve(out), newCheck(out), newValidate(out),
		newTest(out), newSuite(out), newFuzz(out), newGrade(out), newPlay(out), newServe(out),
		newJoin(out), newWatch(out), newReport(out), newShow(out), newRender(out), newGenerate(out),
		newTranscript(out), newDoctor(out), newDocs(out), newVersion(out),
	)
	refuseUnknownNames(root)
	return root
}

// refuseUnknownNames makes the commands that cobra brings along answer a
// misspelt name as ours do; they would print help and succeed.
func refuseUnknownNames(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Short = "print the help of a command"
			c.RunE = func(c *cobra.Command, args []string) error {
				found, rest, err := c.Root().Find(args)
				if err == nil && len(rest) > 0 {
					err = noSuchCommand(found, rest)
				}
				if err != nil {
					return noSuchCommand(c.Root(), args)
				}
				found.InitDefaultHelpFlag()
				return found.Help()
			}
			c.Run = nil
		case "completion":
			c.Short = "print the script by which a shell completes command lines"
			c.Example = `  source <(touchstone completion bash)          in this bash, from now on
  touchstone completion fish > ~/.config/fish/completions/touchstone.fish
  touchstone completion zsh > ~/.zfunc/_touchstone   a folder of $fpath
  touchstone completion bash --help             more on a shell`
			c.Args = noSuchCommand
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

// check refuses values that the common flags do not have.
func (o *output) check(c *cobra.Command) error {
	formats := []string{"text", "json"}
	if c.Flags().Lookup("report") != nil || c.Flags().Lookup("matrix") != nil {
		formats = report.Formats()
	}
	if c.CommandPath() == "touchstone suite export" {
		formats = append(formats, formatZip)
	}
	if c.Flags().Lookup("protocol") != nil && c.Name() == "rules" {
		formats = append(formats, formatMermaid)
	}
	if !slices.Contains(formats, o.format) {
		return game.Unknown("format", o.format, "", formats, c.CommandPath()+" --help")
	}
	if o.color != "auto" && o.color != "always" && o.color != "never" {
		return game.Unknown("colour mode", o.color, "", []string{"auto", "always", "never"}, "touchstone --help")
	}
	return nil
}

// colored tells whether what is written to w may have colours: what the flag
// says, else NO_COLOR, CLICOLOR_FORCE and TERM, else whether w is a terminal.
func (o *output) colored(w io.Writer) bool {
	switch {
	case o.color != "auto":
		return o.color == "always"
	case os.Getenv("NO_COLOR") != "":
		return false
	case os.Getenv("CLICOLOR_FORCE") != "" && os.Getenv("CLICOLOR_FORCE") != "0":
		return true
	case os.Getenv("TERM") == "dumb":
		return false
	}
	return isTerminal(w)
}

func isTerminal(stream any) bool {
	f := fileOf(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// fileOf is the file that a stream is, nil if it is none.
func fileOf(stream any) *os.File {
	if o, ok := stream.(*outlet); ok {
		stream = o.w
	}
	f, _ := stream.(*os.File)
	return f
}

// columns is the width of a terminal; 0 if the stream is none.
func columns(stream any) int {
	f := fileOf(stream)
	if f == nil {
		return 0
	}
	// The error is for a stream that is no terminal.
	width, _, _ := term.GetSize(int(f.Fd()))
	return max(width, 0)
}

// noSuchCommand answers a misspelt command with the nearest one.
func noSuchCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return game.Unknown("command", args[0], "", names, c.CommandPath()+" --help")
}

// flagError answers a misspelt flag with the nearest one.
func flagError(c *cobra.Command, err error) error {
	usage := &game.UsageError{Message: err.Error(), Hint: fmt.Sprintf("%q shows the flags", c.CommandPath()+" --help")}
	if strings.Contains(err.Error(), "missing unit in duration") {
		usage.Hint = "a duration has a unit, such as 5s, 500ms or 2m; " + usage.Hint
	}
	name, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return usage
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := game.Nearest(name, names); near != "" {
		usage.Hint = fmt.Sprintf("did you mean --%s? %s", near, usage.Hint)
	}
	return usage
}

// arguments is cobra.RangeArgs with an error that says what is expected.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if n := len(args); n >= least && n <= most {
			return nil
		}
		return &game.UsageError{
			Message: fmt.Sprintf("expected %s, found %s", what, text.Count(len(args), "argument")),
			Hint:    fmt.Sprintf("%q shows examples", c.CommandPath()+" --help"),
		}
	}
}
