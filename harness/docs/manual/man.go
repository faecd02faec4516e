package manual

import (
	"fmt"
	"strings"
)

// Man is the man page of the command, in the macros of man(7). It names its own
// page and those of the commands below it.
func (c *Command) Man(version string) []byte {
	w := &roff{}
	fmt.Fprintf(w, ".TH %s 1 \"\" %s \"Touchstone\"\n", quoted(strings.ToUpper(manName(c))), quoted("touchstone "+version))
	w.WriteString(".nh\n.ad l\n")
	w.section("NAME")
	fmt.Fprintf(w, "%s \\- %s\n", plain(manName(c)), plain(c.Short))
	w.section("SYNOPSIS")
	w.verbatim(c.Usage)
	if c.Long != "" {
		w.section("DESCRIPTION")
		w.text(c.Long)
	}
	for _, g := range c.Groups {
		w.section(strings.ToUpper(g.Title))
		for _, f := range g.Flags {
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", plain(f.Spelling()), line(f.Text()))
		}
	}
	if c.Example != "" {
		w.section("EXAMPLES")
		w.verbatim(unindented(c.Example))
	}
	var others []string
	for _, sub := range c.Subcommands {
		others = append(others, fmt.Sprintf(".BR %s (1)", plain(manName(sub))))
	}
	if up := strings.LastIndexByte(c.Path, ' '); up >= 0 {
		others = append(others, fmt.Sprintf(".BR %s (1)", plain(strings.ReplaceAll(c.Path[:up], " ", "-"))))
	}
	if len(others) > 0 {
		w.section("SEE ALSO")
		w.WriteString(strings.Join(others, ",\n") + "\n")
	}
	return []byte(w.String())
}

// ManName is the name of the file of the man page.
func (c *Command) ManName() string { return manName(c) + ".1" }

func manName(c *Command) string { return strings.ReplaceAll(c.Path, " ", "-") }

// roff is a man page that is being written.
type roff struct{ strings.Builder }

func (w *roff) section(title string) { fmt.Fprintf(w, ".SH %s\n", quoted(title)) }

// text writes paragraphs, and lines that stay as they are.
func (w *roff) text(text string) {
	for i, p := range passages(text) {
		if i > 0 {
			w.WriteString(".PP\n")
		}
		if p.verbatim {
			w.verbatim(p.text)
			continue
		}
		for l := range strings.SplitSeq(p.text, "\n") {
			w.WriteString(line(l) + "\n")
		}
	}
}

func (w *roff) verbatim(text string) {
	w.WriteString(".nf\n")
	for l := range strings.SplitSeq(text, "\n") {
		w.WriteString(line(l) + "\n")
	}
	w.WriteString(".fi\n")
}

// plain is text in which nothing is a request: a hyphen stays one that people can
// copy, and a backslash is one.
func plain(text string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
}

// line is a line of text, which may begin with what would be a request.
func line(text string) string {
	text = plain(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}

// quoted is an argument of a request.
func quoted(text string) string { return `"` + strings.ReplaceAll(plain(text), `"`, `\(dq`) + `"` }
