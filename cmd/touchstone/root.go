package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// output is what the flags of every command say about printing.
type output struct {
	format  string
	color   string
	quiet   bool
	verbose bool
	noPager bool
	games   []string // folders of games
	brought []*game.Game
}

// commands make those of the program, by name.
var commands = []struct {
	name string
	make func(*output) *cobra.Command
}{
	{"games", newGames},
	{"game", newGame},
	{"rules", newRules},
	{"solve", newSolve},
	{"check", newCheck},
	{"validate", newValidate},
	{"test", newTest},
	{"suite", newSuite},
	{"fuzz", newFuzz},
	{"grade", newGrade},
	{"play", newPlay},
	{"serve", newServe},
	{"join", newJoin},
	{"watch", newWatch},
	{"report", newReport},
	{"show", newShow},
	{"render", newRender},
	{"generate", newGenerate},
	{"transcript", newTranscript},
	{"doctor", newDoctor},
	{"docs", newDocs},
	{"version", newVersion},
}

// newRoot makes the program, to be started with these arguments. All commands are made
// unless the first argument names one that does not speak of the others: to make them all
// costs as much as a few hundred moves.
func newRoot(args []string) *cobra.Command {
	out := &output{}
	askedVersion := false
	root := &cobra.Command{
		Use:   "touchstone",
		Short: "a referee and test harness for programs that play board games",
		Long: `Exit status: 0 conforms, 1 does not, 2 trouble (usage, bad input, nothing selected), 130 interrupted.
When the reader closes the pipe (e.g. | head), the command stops silently; it exits 2 if the result was not known yet.`,
		Example: `  touchstone games                             list the games
  touchstone rules bazaar BG-22                read one clause of a rule book
  touchstone test bazaar/rules -- ./xrules     test a program
  touchstone show bazaar/rules/empty-list      explain a case`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(c *cobra.Command, args []string) error {
			if askedVersion {
				return nil
			}
			return noSuchCommand(c, args)
		},
		RunE: func(c *cobra.Command, _ []string) error {
			if !askedVersion {
				return out.help(c)
			}
			return out.version(c)
		},
	}
	// The flag that cobra would make takes a template: with the program that fills one the
	// linker would keep every method of every type.
	root.Flags().BoolVar(&askedVersion, "version", false, "print the version")
	flags := root.PersistentFlags()
	flags.StringVar(&out.format, "format", "text", "what to print: `text|json`")
	flags.StringVar(&out.color, "color", "auto", "use colours: `auto|always|never`")
	flags.BoolVarP(&out.quiet, "quiet", "q", false, "print only what was asked for, or only the exit status")
	flags.BoolVarP(&out.verbose, "verbose", "v", false, "print more")
	flags.BoolVar(&out.noPager, "no-pager", false, "print long texts at once, without $PAGER")
	flags.StringArrayVar(&out.games, "game", nil, "`FOLDER`: add the game of this folder; repeatable")
	root.PersistentPreRunE = func(c *cobra.Command, args []string) error {
		out.tellFormer(c)
		if err := out.settle(c); err != nil {
			return err
		}
		if c.Name() == cobra.ShellCompRequestCmd || c.Name() == cobra.ShellCompNoDescRequestCmd {
			// A folder that is not there, or not yet whole, keeps no other name from being completed.
			_ = out.bring(c, gameFolders{by: "--game", dirs: typedGames(args)})
		}
		named := gameFolders{by: "--game", dirs: out.games}
		if gameless(c) {
			_ = out.bring(c, inVariable())
			return tellProblems(c, out.bring(c, named))
		}
		return tellProblems(c, out.bring(c, inVariable(), named))
	}
	complete(root, map[string]completion{"format": fixed("text", "json"), "color": fixed("auto", "always", "never")})
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp(out))
	new(help).install(root, out)
	for _, c := range commands {
		if len(args) > 0 && args[0] == c.name && c.name != "docs" {
			root.AddCommand(c.make(out))
			root.CompletionOptions.DisableDefaultCmd = true
			plainUse(root)
			givenOnce(root)
			return root
		}
	}
	for _, c := range commands {
		root.AddCommand(c.make(out))
	}
	wordCompletion(root)
	givenOnce(root)
	return root
}

// wordCompletion makes the command that cobra brings along answer a misspelt name
// as ours do; it would print help and succeed.
func wordCompletion(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	plainUse(root)
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Use = "completion SHELL"
		c.Short = "print the script by which a shell completes command lines"
		c.Long = ""
		c.Example = `  source <(touchstone completion bash)          in this bash, from now on
  touchstone completion fish > ~/.config/fish/completions/touchstone.fish
  touchstone completion zsh > ~/.zfunc/_touchstone   a folder of $fpath`
		c.Args = noSuchCommand
		c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		for _, shell := range c.Commands() {
			shell.Short = "print the script for " + shell.Name()
			if shell.Name() == "bash" {
				plainBash(shell)
			}
		}
	}
}

// bashWords are lines of the script for bash, and what stands there in place of each. Without
// the package bash-completion, which not every machine has, words are those between blanks. A
// comma that is typed is compared as bash quotes it.
var bashWords = strings.NewReplacer(
	`    _get_comp_words_by_ref "$@" cur prev words cword
`, `    local line=${COMP_LINE:0:COMP_POINT}
    IFS=$' \t\n' read -r -d '' -a words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    cword=$((${#words[@]} - 1))
    cur=${words[cword]} prev=${words[cword - 1]}
    return 0
`, `    __touchstone_get_completion_results
    __touchstone_process_completion_results
`, `    __touchstone_get_completion_results
    cur=${cur//\\,/,} cur=${cur//,/\\,}
    __touchstone_process_completion_results
`)

// plainBash makes the script for bash work without the package bash-completion.
func plainBash(shell *cobra.Command) {
	shell.Long = strings.Replace(shell.Long, `
This script depends on the 'bash-completion' package.
If it is not installed already, you can install it via your OS's package manager.
`, "", 1)
	shell.RunE = func(c *cobra.Command, _ []string) error {
		plain, err := c.Flags().GetBool("no-descriptions")
		if err != nil {
			return err
		}
		var script bytes.Buffer
		if err := c.Root().GenBashCompletionV2(&script, !plain); err != nil {
			return err
		}
		_, err = bashWords.WriteString(c.OutOrStdout(), script.String())
		return err
	}
}

// plainUse keeps cobra from writing [flags] behind usages.
func plainUse(c *cobra.Command) {
	c.DisableFlagsInUseLine = true
	for _, sub := range c.Commands() {
		plainUse(sub)
	}
}

// settle refuses values that the common flags do not have, and leaves data as they are.
func (o *output) settle(c *cobra.Command) error {
	if o.format != "text" {
		exactly(c.OutOrStdout())
	}
	if o.quiet && o.verbose {
		return exclusive("quiet", "verbose")
	}
	if err := emptyFlag(c); err != nil {
		return err
	}
	formats := []string{"text", "json"}
	if c.Flags().Lookup("report") != nil || c.Flags().Lookup("matrix") != nil {
		formats = report.Formats()
	}
	if c.CommandPath() == "touchstone suite export" {
		formats = append(formats, formatZip)
	}
	switch commandName(c) {
	case "rules", "help":
		formats = append(formats, formatMermaid)
	case "render":
		formats = picturesAs
	case "transcript show":
		formats = append(formats, asHTML)
	}
	if !slices.Contains(formats, o.format) {
		return game.Unknown("format", o.format, "of --format", formats, c.CommandPath()+" --help")
	}
	if o.color != "auto" && o.color != "always" && o.color != "never" {
		return game.Unknown("colour mode", o.color, "of --color", []string{"auto", "always", "never"}, "touchstone --help")
	}
	return nil
}

// emptyFlag refuses a flag that is given without a value where leaving it out has a meaning of
// its own, as for --ledger "$FILE" with a variable that is not set: nothing would be kept.
func emptyFlag(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.DefValue == "" && f.Value.String() == "" && err == nil {
			what, _ := pflag.UnquoteUsage(f)
			err = &game.UsageError{
				Message: fmt.Sprintf("--%s is empty, expected %s", f.Name, what),
				Hint:    fmt.Sprintf("leave --%s out, or set the variable that it takes its value from", f.Name),
			}
		}
	})
	return err
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
	if s, ok := stream.(*display); ok {
		return s.file
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

// outOfRange is the usage error for a flag that takes a number of a range. Without says what
// happens if the flag is left out.
func outOfRange(flag string, found, least, most int, without string) error {
	return &game.UsageError{
		Message: fmt.Sprintf("--%s is %d, expected %d to %d", flag, found, least, most),
		Hint:    fmt.Sprintf("leave --%s out to %s", flag, without),
	}
}

// flagForms are what flags of a type take, in words.
var flagForms = map[string]struct{ expected, hint string }{
	"int":      {"a whole number", "write it in digits, such as 8"},
	"uint64":   {"a whole number from 0", "write it in digits, such as 8"},
	"float64":  {"a number", "write it in digits, such as 2 or 0.5"},
	"bool":     {"true or false", "leave the value out for true"},
	"duration": {"a duration", "a duration has a unit, such as 5s, 500ms or 2m"},
	"setting":  {"NAME=VALUE", "write them as one word, such as --option NAME=5"},
	"bytes":    {"a number of bytes from 1, perhaps with K, M or G", "for example 512M"},
}

// wrongValue tells what a flag takes in place of a value: where names the flag, and the
// file if the value stands in one.
func wrongValue(c *cobra.Command, where string, wrong *pflag.InvalidValueError) *game.UsageError {
	form := flagForms[wrong.GetFlag().Value.Type()]
	if form.expected == "" {
		return &game.UsageError{Message: fmt.Sprintf("%s: %v, found %q", where, wrong.Unwrap(), wrong.GetValue()), Hint: flagsShown(c)}
	}
	if _, is := wrong.GetFlag().Value.(*optionList); is {
		return &game.UsageError{
			Message: fmt.Sprintf("%s: expected %s, found %q", where, form.expected, wrong.GetValue()),
			Hint:    fmt.Sprintf("%s; %q lists the options with their values", form.hint, "touchstone games "+gameTyped(c)+" options"),
		}
	}
	if errors.Is(wrong, strconv.ErrRange) {
		form.expected += " of at most 18 digits"
		form.hint = "write a smaller number, such as 8"
	}
	return &game.UsageError{
		Message: fmt.Sprintf("%s: expected %s, found %q", where, form.expected, wrong.GetValue()), Hint: form.hint + "; " + flagsShown(c),
	}
}

// gameTyped is the game that the arguments of a command name so far, GAME if they name none.
func gameTyped(c *cobra.Command) string {
	for _, arg := range c.Flags().Args() {
		name, _, _ := strings.Cut(arg, "/")
		if g, err := games.Named(name); err == nil {
			return g.Name
		}
	}
	return "GAME"
}

// flagsShown is the hint where the flags of a command are listed.
func flagsShown(c *cobra.Command) string {
	return fmt.Sprintf("%q shows the flags", c.CommandPath()+" --help")
}

// usualFlags are flags that other tools have, and what does the same here: the first that a command has.
var usualFlags = map[string][]string{
	"json": {"format json"}, "no-color": {"color never"}, "no-colour": {"color never"},
	"parallel": {"jobs"}, "workers": {"jobs"}, "threads": {"jobs"},
	"filter": {"case"}, "only": {"case"}, "test": {"case"}, "exclude": {"skip"},
	"failfast": {"fail-fast"}, "bail": {"fail-fast"}, "time-limit": {"time", "timeout"}, "count": {"repeat"},
	"silent": {"quiet"}, "debug": {"verbose"}, "sandbox": {"isolation"}, "no-sandbox": {"isolation none"},
	"cwd": {"dir"}, "folder": {"dir"}, "directory": {"dir"}, "out": {"to"}, "output": {"to"},
}

// flagError answers a misspelt flag with the nearest one, and a value that a flag does not
// take with what it takes.
func flagError(c *cobra.Command, err error) error {
	if said, ok := errors.AsType[*game.UsageError](err); ok {
		return said
	}
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		usage := wrongValue(c, "--"+wrong.GetFlag().Name, wrong)
		// In "-jobs 4" the value of -j is obs.
		word, _, _ := strings.Cut(wrong.GetFlag().Shorthand+wrong.GetValue(), "=")
		if c.Flags().Lookup(word) != nil {
			usage.Hint = fmt.Sprintf("did you mean --%s?", word)
		}
		return usage
	}
	usage := &game.UsageError{Message: err.Error(), Hint: flagsShown(c)}
	if _, word, is := strings.Cut(err.Error(), " in -"); is && c.Flags().Lookup(word) != nil {
		usage.Hint = fmt.Sprintf("did you mean --%s? %s", word, usage.Hint)
	}
	name, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return usage
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := cmp.Or(flagSynonym(c, name), game.Nearest(name, names)); near != "" {
		usage.Hint = fmt.Sprintf("did you mean --%s? %s", near, usage.Hint)
	} else if others := flagElsewhere(c, name); others != "" {
		usage.Hint = others + "; " + usage.Hint
	}
	if "--"+name == versus && c.Name() == "fuzz" {
		usage.Hint = "it stands between the two commands: -- ./program --vs ./other"
	}
	return usage
}

// flagSynonym is what a flag of other tools is called in a command, with its value if that is meant
// by it; "" if the command has no such flag.
func flagSynonym(c *cobra.Command, word string) string {
	for _, ours := range usualFlags[word] {
		name, _, _ := strings.Cut(ours, " ")
		// What --to of grade writes is the part of a shard: the results go where the course file says.
		if c.Flags().Lookup(name) != nil && (name != "to" || c.Flags().Lookup("shard") == nil) {
			return ours
		}
	}
	return ""
}

// flagElsewhere says where a flag belongs that is one of other commands, "" if it is of none. A course
// file has a key for many flags of test.
func flagElsewhere(c *cobra.Command, name string) string {
	var have []string
	var look func(c *cobra.Command, path string)
	look = func(other *cobra.Command, path string) {
		path += " " + other.Name()
		if f := other.Flags().Lookup(name); f != nil && !f.Hidden && path != c.CommandPath() {
			have = append(have, path)
		}
		for _, sub := range other.Commands() {
			look(sub, path)
		}
	}
	for _, one := range commands {
		look(one.make(&output{}), "touchstone")
	}
	if len(have) == 0 {
		return ""
	}
	if key := strings.ReplaceAll(name, "-", "_"); c.CommandPath() == "touchstone grade" {
		for _, key := range []string{key + "s", key} { // a flag that is repeated is a list there
			if strings.Contains(course.Template, "\n# "+key+" ") {
				return "the course file has it, as the key " + key + `; "touchstone grade init" prints all keys`
			}
		}
	}
	return "--" + name + " is a flag of " + strings.Join(have[:min(len(have), suggestionsMax)], ", ")
}

// noProgram is the error where no program stands after --. If a flag without its value has taken
// the next word for it, such as this --, the error says so.
func noProgram(c *cobra.Command, message, hint string) error {
	usage := &game.UsageError{Message: message, Hint: hint}
	c.Flags().Visit(func(f *pflag.Flag) {
		if taken := strings.Trim(f.Value.String(), "[]"); strings.HasPrefix(taken, "--") {
			name, _ := pflag.UnquoteUsage(f)
			usage.Message = fmt.Sprintf("--%s: expected %s, found %q", f.Name, name, taken)
			usage.Hint = fmt.Sprintf("write the %s after --%s; %s", name, f.Name, flagsShown(c))
		}
	})
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

// beforeValues expects one argument, for commands that read values from their standard input.
// Two arguments are a frequent mistake: the second is a file with the values, or the two are a
// game and its task. The hint says how to write that.
func beforeValues(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		err := arguments(1, 1, what)(c, args)
		usage, ok := errors.AsType[*game.UsageError](err)
		if !ok || len(args) != 2 {
			return err
		}
		_, err = games.Named(args[0])
		switch {
		case args[1] == "-":
			usage.Hint = "values come from standard input: leave - out"
		case err == nil && strings.Contains(what, "GAME/") && !isFile(args[1]):
			usage.Hint = fmt.Sprintf("did you mean %q?", args[0]+"/"+args[1])
		case isFile(args[1]) && !isFile(args[0]):
			file := text.Quote(args[1:])
			usage.Hint = fmt.Sprintf("values come from standard input: write < %s in place of %s", file, file)
		}
		return usage
	}
}

// isFile tells whether there is a file of that name.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
