package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-harness/touchstone/harness/docs"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
)

// The widths of help: what every terminal has, and the least that has room for
// two columns.
const (
	helpWidthMax = textWidth
	helpWidthMin = 40
)

// flagColumnMax is the widest column of flags: those with longer names have
// their text on the next line.
const flagColumnMax = 24

// briefExamples is how many examples -h shows.
const briefExamples = 3

// A help is what a command line asks to know about a command.
type help struct {
	asked bool // -h or --help
	brief bool // -h
}

// briefFlag is -h, by which --help is asked for, too.
type briefFlag struct{ help *help }

func (f briefFlag) String() string   { return "false" }
func (f briefFlag) Type() string     { return "bool" }
func (f briefFlag) IsBoolFlag() bool { return true }

// Set implements pflag.Value.
func (f briefFlag) Set(value string) error {
	f.help.brief = value == "true"
	f.help.asked = f.help.brief
	return nil
}

// install makes a command and those below it show our help.
func (h *help) install(root *cobra.Command, out *output) {
	flags := root.PersistentFlags()
	flags.BoolVar(&h.asked, "help", false, "show all about a command; -h shows what people use most")
	brief := flags.VarPF(briefFlag{h}, "brief-help", "h", "show what people use most")
	brief.NoOptDefVal, brief.Hidden = "true", true
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		w := out.paged(c)
		screen := screen{width: helpWidth(c)}
		switch {
		case c == root && h.brief:
			screen.rootBrief(root)
		case c == root:
			screen.root(root)
		case h.brief:
			screen.brief(c)
		default:
			screen.full(c)
		}
		// Nobody is there to be told that nobody reads it.
		_, _ = io.WriteString(w, screen.text.String())
	})
}

// helpWidth is the width in columns in which help is written.
func helpWidth(c *cobra.Command) int {
	width := columns(c.OutOrStdout())
	if width == 0 {
		width = helpWidthMax
	}
	return min(max(width-1, helpWidthMin), helpWidthMax)
}

// A screen is a help text as it is being written.
type screen struct {
	width int
	text  strings.Builder
}

func (s *screen) say(format string, args ...any) { fmt.Fprintf(&s.text, format, args...) }

// brief writes what fits on one screen.
func (s *screen) brief(c *cobra.Command) {
	s.title(c)
	s.say("Usage:  %s\n", wrap(c.UseLine(), s.width, len("Usage:  ")))
	entries := exampleEntries(c.Example)
	if c.Example == "" {
		entries = nil
	} else {
		s.say("\n")
	}
	for _, e := range entries[:min(len(entries), briefExamples)] {
		s.say("%s\n", e)
	}
	s.commands(c)
	if note := briefNotes[commandName(c)]; note != "" {
		s.say("\n%s\n", wrap(note, s.width, 0))
	}
	guide := guides()[commandName(c)]
	var most []*pflag.Flag
	for _, name := range guide.flags {
		if f := c.Flags().Lookup(name); f != nil {
			most = append(most, f)
		}
	}
	s.flags("Flags people use most:", most)
	foot := []string{"All flags: " + c.CommandPath() + " --help"}
	if len(most) == 0 {
		foot[0] = "More: " + c.CommandPath() + " --help"
	}
	for _, topic := range guide.topics[:min(len(guide.topics), 1)] {
		foot = append(foot, "More on "+topic+": touchstone help "+topic)
	}
	if len(strings.Join(foot, "     ")) <= s.width {
		foot = []string{strings.Join(foot, "     ")}
	}
	s.say("\n%s\n", strings.Join(foot, "\n"))
}

// full writes all that there is to say about a command.
func (s *screen) full(c *cobra.Command) {
	s.title(c)
	s.say("Usage:\n  %s\n", wrap(c.UseLine(), s.width, len("    ")))
	s.commands(c)
	if c.Example != "" {
		s.say("\nExamples:\n%s\n", strings.Trim(c.Example, "\n"))
	}
	if c.Long != "" {
		s.say("\n%s", reflow(c.Long, s.width))
	}
	for _, g := range flagsOf(c) {
		s.flags(g.title+":", g.flags)
	}
	if topics := guides()[commandName(c)].topics; len(topics) > 0 {
		s.say("\n%s\n", wrap("More: touchstone help "+strings.Join(topics, " | "), s.width, len("      ")))
	}
}

// A titledFlags are flags of a command under a title.
type titledFlags struct {
	title string
	flags []*pflag.Flag
}

// flagsOf are the flags of a command by the groups that they are in.
func flagsOf(c *cobra.Command) []titledFlags {
	c.InitDefaultHelpFlag() // it also merges those of all commands
	var list []titledFlags
	grouped := make(map[string]bool)
	take := func(title string, names []string) {
		var flags []*pflag.Flag
		for _, name := range names {
			if f := c.Flags().Lookup(name); f != nil && !f.Hidden {
				flags = append(flags, f)
			}
			grouped[name] = true
		}
		if len(flags) > 0 {
			list = append(list, titledFlags{title, flags})
		}
	}
	for _, g := range flagGroups {
		take(g.title, g.flags)
	}
	var rest []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !grouped[f.Name] {
			rest = append(rest, f.Name)
		}
	})
	take("Others", rest)
	return list
}

// title writes what a command is for.
func (s *screen) title(c *cobra.Command) { s.say("%s\n\n", wrap(sentence(c.Short), s.width, 0)) }

// commands lists those below a command.
func (s *screen) commands(c *cobra.Command) {
	list := available(c)
	if len(list) == 0 {
		return
	}
	s.say("\nCommands:\n")
	s.rows(list)
}

// rows lists commands and what each is for.
func (s *screen) rows(list []*cobra.Command) {
	column := 0
	for _, c := range list {
		column = max(column, len(c.Name()))
	}
	for _, c := range list {
		s.say("  %-*s  %s\n", column, c.Name(), wrap(c.Short, s.width, column+len("    ")))
	}
}

// available are the commands below a command that people are to know.
func available(c *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, sub)
		}
	}
	return list
}

// flags lists flags in two columns.
func (s *screen) flags(title string, list []*pflag.Flag) {
	if len(list) == 0 {
		return
	}
	s.say("\n%s\n", title)
	names, column := make([]string, len(list)), 0
	for i, f := range list {
		if names[i] = flagName(f); len(names[i]) <= flagColumnMax {
			column = max(column, len(names[i]))
		}
	}
	indent := column + len("    ")
	for i, f := range list {
		text := wrap(flagText(f), s.width, indent)
		if len(names[i]) > column {
			s.say("  %s\n%*s%s\n", names[i], indent, "", text)
			continue
		}
		s.say("  %-*s  %s\n", column, names[i], text)
	}
}

// flagName is a flag with its shorthand and its value: "-j, --jobs N".
func flagName(f *pflag.Flag) string {
	value, _ := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	switch {
	case f.Name == "help":
		name = "-h, --help"
	case f.Shorthand != "":
		name = "-" + f.Shorthand + ", " + name
	}
	if value != "" {
		name += " " + value
	}
	return name
}

// flagText says what a flag does, and what holds without it.
func flagText(f *pflag.Flag) string {
	usage, preset := flagUsage(f)
	if preset == "" || strings.Contains(usage, "(default") {
		return usage
	}
	return fmt.Sprintf("%s (default %s)", usage, preset)
}

// flagUsage is what a flag does, and its default, "" if there is nothing to tell.
func flagUsage(f *pflag.Flag) (usage, preset string) {
	placeholder, usage := pflag.UnquoteUsage(f)
	// The value stands in front of it, with the name.
	usage = strings.TrimSuffix(strings.TrimPrefix(usage, placeholder+": "), ": "+placeholder)
	preset = f.DefValue
	switch {
	case slices.Contains([]string{"", "0", "false", "0s", "[]", "<nil>"}, preset):
		return usage, ""
	case strings.HasSuffix(preset, "m0s"):
		return usage, strings.TrimSuffix(preset, "0s")
	}
	return usage, preset
}

// sentence is a short description as a sentence.
func sentence(short string) string {
	first, n := utf8.DecodeRuneInString(short)
	return string(unicode.ToUpper(first)) + short[n:] + "."
}

// exampleEntries are the examples of a command: one that goes on with further
// lines, which are indented, is one.
func exampleEntries(text string) []string {
	var list []string
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		if n := len(list); n > 0 && strings.HasPrefix(line, "    ") {
			list[n-1] += "\n" + line
			continue
		}
		list = append(list, line)
	}
	return list
}

// reflow breaks paragraphs into lines of at most width characters. An indented line
// is a row of a table or a list: it begins a line, goes on with lines that are
// indented deeper, and is broken behind its first column.
func reflow(text string, width int) string {
	var b strings.Builder
	var head, rest string // of the row or paragraph that is being read
	flush := func() {
		if head+rest != "" {
			b.WriteString(head + wrap(rest, width, len(head)) + "\n")
		}
		head, rest = "", ""
	}
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		row := strings.TrimLeft(line, " ")
		indent := len(line) - len(row)
		switch {
		case row == "":
			flush()
			b.WriteByte('\n')
		case indent == 0 && head == "", indent > len("  ") && head != "":
			rest += " " + row
		default:
			flush()
			second := row
			// The second column begins behind two blanks.
			if cut := strings.Index(row, "  "); cut > 0 {
				second = strings.TrimLeft(row[cut:], " ")
			} else if indent > 0 && strings.HasPrefix(row, "- ") {
				second = row[len("- "):]
			}
			head, rest = line[:len(line)-len(second)], second
		}
	}
	flush()
	return b.String()
}

// commandName is the path of a command without the program: "suite lint".
func commandName(c *cobra.Command) string {
	_, name, _ := strings.Cut(c.CommandPath(), " ")
	return name
}

// A commandGroup are commands that serve one purpose.
type commandGroup struct {
	title string
	names []string
}

// commandGroups are all commands, in the order in which people meet them.
var commandGroups = []commandGroup{
	{"Play and look", []string{"games", "rules", "check", "solve", "validate", "render", "generate", "play", "serve", "join", "watch", "transcript"}},
	{"Test", []string{"test", "show", "fuzz", "report"}},
	{"Suites", []string{"suite"}},
	{"Games", []string{"game"}},
	{"Grade", []string{"grade"}},
	{"More", []string{"doctor", "docs", "completion", "help", "version"}},
}

// rootUse is how touchstone is called.
const rootUse = "Usage:  touchstone COMMAND [ARG...]"

// in lists the commands of a group that there are.
func (g *commandGroup) in(root *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, name := range g.names {
		for _, c := range available(root) {
			if c.Name() == name {
				list = append(list, c)
			}
		}
	}
	return list
}

// rootBrief names all commands and topics on one screen.
func (s *screen) rootBrief(root *cobra.Command) {
	s.title(root)
	s.say("%s\n\n%s\n\n", rootUse, strings.Trim(root.Example, "\n"))
	const column = 15
	for _, g := range commandGroups {
		var names []string
		for _, c := range g.in(root) {
			names = append(names, c.Name())
			for _, sub := range available(c) {
				if slices.Contains([]string{"suite", "grade", "game"}, c.Name()) {
					names = append(names, sub.Name())
				}
			}
		}
		if len(g.names) == 1 {
			names[0] += ":"
		}
		s.say("%-*s%s\n", column, g.title, wrap(strings.Join(names, " "), s.width, column))
	}
	s.say("%-*s%s\n", column, "Topics", wrap(strings.Join(topicNames(), " "), s.width, column))
	s.say("\nOne command: touchstone COMMAND -h     One topic: touchstone help TOPIC\n")
}

// root lists all commands and topics, and what each is for.
func (s *screen) root(root *cobra.Command) {
	s.title(root)
	s.say("%s\n\nExamples:\n%s\n", rootUse, strings.Trim(root.Example, "\n"))
	for _, g := range commandGroups {
		s.say("\n%s:\n", g.title)
		s.rows(g.in(root))
	}
	s.say("\nTopics (touchstone help TOPIC):\n")
	column := 0
	for _, p := range docs.In(topicSection) {
		column = max(column, len(p.Name))
	}
	for _, p := range docs.In(topicSection) {
		s.say("  %-*s  %s\n", column, p.Name, wrap(about(p), s.width, column+len("    ")))
	}
	var list []*pflag.Flag
	for _, g := range flagsOf(root) {
		list = append(list, g.flags...)
	}
	s.flags("Flags of every command:", list)
	s.say("\n%s", reflow(root.Long, s.width))
	s.say("\nOne command: touchstone COMMAND -h, all about it: touchstone COMMAND --help\n")
}

// topicSection is the section of the documentation that help shows.
const topicSection = "topics"

// about is what a topic is about: its title behind the name.
func about(p docs.Page) string {
	_, title, _ := strings.Cut(p.Title, ": ")
	return title
}

func topicNames() []string {
	var names []string
	for _, p := range docs.In(topicSection) {
		names = append(names, p.Name)
	}
	return names
}

// newHelp is the command that shows the help of commands, and topics.
func newHelp(out *output) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND...|TOPIC]",
		Short: "show the help of a command, or a topic",
		Example: `  touchstone help test
  touchstone help verdicts
  touchstone help protocol bazaar`,
		ValidArgsFunction: func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 && args[0] == protocolTopic {
				return completeGames(c, args[1:], typed)
			}
			var words []string
			if found, _, err := c.Root().Find(args); err == nil {
				for _, sub := range available(found) {
					words = append(words, sub.Name()+"\t"+sub.Short)
				}
			}
			if len(args) == 0 {
				for _, p := range docs.In(topicSection) {
					words = append(words, p.Name+"\t"+about(p))
				}
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 2 && args[0] == protocolTopic {
				g, err := games.Named(args[1])
				if err != nil {
					return err
				}
				return writeProtocol(out.paged(c), g, out.format)
			}
			if len(args) == 1 && slices.Contains(topicNames(), args[0]) {
				return showTopic(c, out, args[0])
			}
			found, rest, err := c.Root().Find(args)
			if err == nil && len(rest) > 0 && (found.HasSubCommands() || found == c.Root()) {
				err = noSuchCommand(found, rest)
				if found.HasParent() {
					return err
				}
			}
			if err != nil {
				return noSuch("command or topic", c.Root(), args, topicNames())
			}
			found.InitDefaultHelpFlag()
			return out.help(found)
		},
	}
}

// help shows the help of a command, which is for people: whoever asked for data gets none.
func (o *output) help(c *cobra.Command) error {
	if o.format != "text" {
		return &game.UsageError{
			Message: fmt.Sprintf("the help of %s is text only, expected no --format %s", c.CommandPath(), o.format),
			Hint:    "name a command or a topic that has data, such as touchstone games --format json, or leave out --format",
		}
	}
	return c.Help()
}

// protocolTopic is the topic that may have a game behind it.
const protocolTopic = "protocol"

// showTopic prints a page on a topic.
func showTopic(c *cobra.Command, out *output, name string) error {
	page, err := docs.Named(topicSection + "/" + name)
	if err != nil {
		return err
	}
	if out.format == "json" {
		return writeJSON(c.OutOrStdout(), describePage(page))
	}
	style := out.pageStyle(c.OutOrStdout())
	style.Width = helpWidth(c)
	exactly(c.OutOrStdout()) // the page is set for the terminal
	_, err = io.WriteString(out.paged(c), docs.Text(page.Source, style))
	return err
}
