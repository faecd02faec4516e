package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-harness/touchstone/harness/docs"
	"github.com/touchstone-harness/touchstone/harness/docs/manual"
	"github.com/touchstone-harness/touchstone/harness/docs/site"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/schemas"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// What docs writes into a folder.
const (
	asSite       = "site"
	asMan        = "man"
	asCompletion = "completion"
)

func newDocs(out *output) *cobra.Command {
	var to, as, try string
	c := &cobra.Command{
		Use:   "docs [PAGE]",
		Short: "read the documentation, or write it as a web site or man pages",
		Long: `Touchstone lists the pages of the documentation, or prints one. --to writes everything into a folder: a web
site that needs no server and no network, with the rule books, all commands and all formats, whose JSON Schemas
are files in FOLDER/formats; man pages; or the scripts by which shells complete command lines.

With --try the site gets a page on which the rules run in the browser: make site, in the source of Touchstone,
builds them for it.`,
		Example: `  touchstone docs
  touchstone docs tutorial
  touchstone docs --to site
  touchstone docs --as man --to man1`,
		Args: arguments(0, 1, "at most one PAGE"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, p := range docs.Pages() {
				names = append(names, p.Name+"\t"+p.Title)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case try != "" && (to == "" || as != asSite):
				return &game.UsageError{Message: "--try is for a web site", Hint: "--to FOLDER names the folder to write it to"}
			case to == "" && c.Flags().Changed("as"):
				return &game.UsageError{Message: "--as needs --to", Hint: "--to FOLDER names the folder to write to"}
			case to != "" && len(args) > 0:
				return &game.UsageError{
					Message: "--to writes all pages and takes no PAGE",
					Hint:    fmt.Sprintf("%q prints one page", c.CommandPath()+" "+args[0]),
				}
			case to != "":
				return writeDocs(c, out, as, to, try)
			case len(args) == 0:
				return listDocs(c.OutOrStdout(), out)
			}
			p, err := docs.Named(args[0])
			if err != nil {
				return err
			}
			if out.format == "json" {
				return writeJSON(c.OutOrStdout(), describePage(p))
			}
			exactly(c.OutOrStdout()) // a page is set for the terminal
			_, err = io.WriteString(out.paged(c), docs.Text(p.Source, out.pageStyle(c.OutOrStdout())))
			return err
		},
	}
	c.Flags().StringVar(&to, "to", "", "`FOLDER`: write everything into this folder")
	c.Flags().StringVar(&as, "as", asSite, "what to write: `site|man|completion`")
	c.Flags().StringVar(&try, "try", "", "`FOLDER`: add the page Try it, with the rules.wasm and wasm_exec.js of this folder")
	complete(c, map[string]completion{"as": fixed(asSite, asMan, asCompletion)})
	return c
}

// pageWidth is the widest that a page is set on a terminal: longer lines are hard
// to read.
const pageWidth = 100

// pageStyle is how a page looks on a stream.
func (o *output) pageStyle(w io.Writer) docs.Style {
	style := docs.Style{Width: textWidth, Color: o.colored(w), ASCII: asciiLocale()}
	if n := columns(w); n > 0 {
		style.Width = min(n, pageWidth)
	}
	return style
}

// pageJSON is a page as its schema report/docs has it.
type pageJSON struct {
	Name    string `json:"name"`
	Section string `json:"section"`
	Title   string `json:"title"`
	Source  string `json:"source,omitempty"`
}

func describePage(p docs.Page) pageJSON { return pageJSON{p.Name, p.Section, p.Title, p.Source} }

func listDocs(w io.Writer, out *output) error {
	if out.format == "json" {
		var list []pageJSON
		for _, p := range docs.Pages() {
			p.Source = ""
			list = append(list, describePage(p))
		}
		return writeJSON(w, list)
	}
	var b strings.Builder
	for _, s := range docs.Sections {
		pages := docs.In(s.Name)
		if len(pages) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s\n", s.Title)
		for _, p := range pages {
			fmt.Fprintf(&b, "  %-16s %s\n", p.Name, p.Title)
		}
	}
	b.WriteString("\nOne page: touchstone docs PAGE. All of them, with rule books, commands and\nformats, for a browser: touchstone docs --to FOLDER\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// writeDocs writes everything there is into a folder, in one of the kinds.
func writeDocs(c *cobra.Command, out *output, as, to, try string) error {
	program := describeCommand(c.Root())
	n, what := 0, "page"
	var err error
	switch as {
	case asSite:
		content := site.Content{Version: programVersion(), Command: program, Games: games.All(), Schemas: schemas.FS, Suites: suites.FS}
		if content.Rules, err = readRules(try); err == nil {
			err = tryFolder("to", to)
		}
		if err == nil {
			n, err = site.Write(to, content)
		}
	case asMan:
		n, err = writeMan(program, to)
	case asCompletion:
		what = "script"
		n, err = writeCompletion(c.Root(), to)
	default:
		return game.Unknown("kind of documentation", as, "", []string{asSite, asMan, asCompletion}, c.CommandPath()+" --help")
	}
	if err != nil {
		return err
	}
	if out.format == "json" {
		return writeJSON(c.OutOrStdout(), map[string]any{"as": as, "to": to, "files": n})
	}
	if out.quiet {
		return nil
	}
	where := to
	if as == asSite {
		where = filepath.Join(to, "index.html")
	}
	_, err = fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s written: %s\n", text.Count(n, what), where)
	return err
}

// readRules reads the rules as a browser runs them; nil without a folder.
func readRules(folder string) (*site.Module, error) {
	if folder == "" {
		return nil, nil
	}
	m := &site.Module{}
	name := filepath.Join(folder, "rules.wasm")
	var err error
	if m.Wasm, err = os.ReadFile(name); err == nil {
		name = filepath.Join(folder, "wasm_exec.js")
		m.Exec, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("--try: %s: %v", name, text.Cause(err)),
			Hint:    "make site, in the source of Touchstone, builds what --try needs",
		}
	}
	return m, nil
}

// writeMan writes a man page for each command.
func writeMan(program *manual.Command, to string) (int, error) {
	if err := tryFolder("to", to); err != nil {
		return 0, err
	}
	all := program.All()
	for _, command := range all {
		if err := os.WriteFile(filepath.Join(to, command.ManName()), command.Man(programVersion()), 0o644); err != nil {
			return 0, err
		}
	}
	return len(all), nil
}

// writeCompletion writes the scripts of the shells, under the names that the shells
// look for.
func writeCompletion(root *cobra.Command, to string) (int, error) {
	if err := tryFolder("to", to); err != nil {
		return 0, err
	}
	scripts := []struct {
		name  string
		write func(io.Writer) error
	}{
		{"touchstone.bash", func(w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
		{"_touchstone", root.GenZshCompletion},
		{"touchstone.fish", func(w io.Writer) error { return root.GenFishCompletion(w, true) }},
		{"touchstone.ps1", root.GenPowerShellCompletionWithDesc},
	}
	for _, s := range scripts {
		var b strings.Builder
		if err := s.write(&b); err != nil {
			return 0, err
		}
		if err := os.WriteFile(filepath.Join(to, s.name), []byte(b.String()), 0o644); err != nil {
			return 0, err
		}
	}
	return len(scripts), nil
}

// describeCommand is a command for those who write it down.
func describeCommand(c *cobra.Command) *manual.Command {
	c.InitDefaultHelpFlag()
	d := &manual.Command{Path: c.CommandPath(), Short: c.Short, Long: c.Long, Usage: c.UseLine(), Example: c.Example}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "completion" {
			d.Subcommands = append(d.Subcommands, describeCommand(sub))
		}
	}
	for _, g := range flagsOf(c) {
		of := manual.Group{Title: g.title}
		for _, f := range g.flags {
			value, _ := pflag.UnquoteUsage(f)
			usage, preset := flagUsage(f)
			if f.Name == "jobs" && preset != "" {
				// The pages are the same on a machine with more of them.
				preset = "the number of processors"
			}
			of.Flags = append(of.Flags, manual.Flag{Name: f.Name, Letter: f.Shorthand, Value: value, Usage: usage, Default: preset})
		}
		d.Groups = append(d.Groups, of)
	}
	return d
}
