// Package manual describes the commands of the program, and writes them down as
// pages of the documentation and as man pages.
package manual

import (
	"fmt"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/docs"
)

// A Command is a command as its help has it.
type Command struct {
	Path        string // "touchstone suite lint"
	Short       string // one line: what it is for
	Long        string // paragraphs of text; indented lines stay as they are
	Usage       string // "touchstone suite lint SUITE... [flags]"
	Example     string // lines of a shell, indented
	Groups      []Group
	Subcommands []*Command
}

// A Group is some flags of a command that belong together.
type Group struct {
	Title string // "Flags"
	Flags []Flag
}

// A Flag is a flag of a command.
type Flag struct {
	Name    string // "jobs"
	Letter  string // "j", "" if there is none
	Value   string // "N", what stands for the value; "" if the flag takes none
	Usage   string
	Default string // "" if there is none to tell
}

// Spelling is how the flag is written: "-j, --jobs N".
func (f *Flag) Spelling() string {
	s := "--" + f.Name
	if f.Letter != "" {
		s = "-" + f.Letter + ", " + s
	}
	if f.Value != "" {
		s += " " + f.Value
	}
	return s
}

// Text is what the flag is for, with its default.
func (f *Flag) Text() string {
	if f.Default == "" {
		return f.Usage
	}
	return fmt.Sprintf("%s (default %s)", f.Usage, f.Default)
}

// Name is the command as the name of a page: "suite-lint"; the program itself is
// "touchstone".
func (c *Command) Name() string {
	_, name, sub := strings.Cut(c.Path, " ")
	if !sub {
		return c.Path
	}
	return strings.ReplaceAll(name, " ", "-")
}

// All lists the command and those below it.
func (c *Command) All() []*Command {
	list := []*Command{c}
	for _, sub := range c.Subcommands {
		list = append(list, sub.All()...)
	}
	return list
}

// A passage is some lines of a text: a paragraph, or lines that stay as they are.
type passage struct {
	verbatim bool
	text     string
}

// passages cuts a text of a command at its blank lines, and at lines that are
// indented.
func passages(text string) []passage {
	var list []passage
	apart := true
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		p := passage{strings.HasPrefix(line, "  "), line}
		switch last := len(list) - 1; {
		case strings.TrimSpace(line) == "":
			apart = true
			continue
		case last >= 0 && list[last].verbatim && p.verbatim && apart:
			list[last].text += "\n\n" + line
		case last >= 0 && list[last].verbatim == p.verbatim && !apart:
			list[last].text += "\n" + line
		default:
			list = append(list, p)
		}
		apart = false
	}
	return list
}

// Page is the page of the documentation about the command.
func (c *Command) Page() docs.Page {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", c.Path, docs.Escape(sentence(c.Short)))
	fmt.Fprintf(&b, "```\n%s\n```\n\n", c.Usage)
	for _, p := range passages(c.Long) {
		if p.verbatim {
			fmt.Fprintf(&b, "```\n%s\n```\n\n", unindented(p.text))
			continue
		}
		fmt.Fprintf(&b, "%s\n\n", docs.Escape(p.text))
	}
	if c.Example != "" {
		fmt.Fprintf(&b, "## Examples\n\n```\n%s\n```\n\n", unindented(c.Example))
	}
	if len(c.Subcommands) > 0 {
		b.WriteString("## Commands\n\n| command | what it does |\n|---|---|\n")
		for _, sub := range c.Subcommands {
			fmt.Fprintf(&b, "| [%s](%s.md) | %s |\n", sub.Path, sub.Name(), docs.Escape(sub.Short))
		}
		b.WriteString("\n")
	}
	for _, g := range c.Groups {
		fmt.Fprintf(&b, "## %s\n\n| flag | what it does |\n|---|---|\n", docs.Escape(g.Title))
		for _, f := range g.Flags {
			fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(f.Spelling(), "|", `\|`), docs.Escape(f.Text()))
		}
		b.WriteString("\n")
	}
	return docs.Page{Name: c.Name(), Section: "commands", Title: c.Path, Path: "commands/" + c.Name() + ".md", Source: b.String()}
}

// sentence is a line of help with a capital.
func sentence(line string) string {
	if line == "" {
		return ""
	}
	return strings.ToUpper(line[:1]) + strings.TrimSuffix(line[1:], ".")
}

// unindented is lines without the blanks that all of them begin with.
func unindented(lines string) string {
	return strings.TrimPrefix(strings.ReplaceAll("\n"+strings.Trim(lines, "\n"), "\n  ", "\n"), "\n")
}
