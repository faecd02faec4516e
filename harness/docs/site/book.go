package site

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/docs"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
)

// books are the rule books of all games, and their pictures.
func (c *Content) books() (pages []docs.Page, pictures []file, err error) {
	for _, g := range c.Games {
		b := &book{game: g}
		if c.Rules != nil {
			b.worked = c.worked(g)
		}
		if err := b.write(); err != nil {
			return nil, nil, err
		}
		pages = append(pages, page("games", g.Name, g.Title, b.String()))
		pictures = append(pictures, b.pictures...)
	}
	return pages, pictures, nil
}

// A book is a rule book that is being written.
type book struct {
	strings.Builder
	game     *game.Game
	worked   map[string]string // cases that show clauses; nil without the page Try it
	pictures []file
}

func (b *book) write() error {
	g := b.game
	fmt.Fprintf(b, "# %s\n\n%s The commands call this game `%s`.\n\n", docs.Escape(g.Title), docs.Escape(sentence(g.Summary)), g.Name)
	if err := b.draw(); err != nil {
		return err
	}
	b.WriteString("## Tasks\n\n| task | what it asks | in | out |\n|---|---|---|---|\n")
	for _, t := range g.Tasks {
		fmt.Fprintf(b, "| `%s/%s` | %s | %s | %s |\n", g.Name, t.Name, docs.Escape(t.Summary), b.params(t.In), b.params(t.Out))
	}
	b.WriteString("\n## Rules\n\n")
	for i := range g.Clauses {
		b.clause(&g.Clauses[i])
	}
	b.WriteString("## Options\n\n| option | default | values | meaning |\n|---|---|---|---|\n")
	for _, o := range g.Options {
		fmt.Fprintf(b, "| `%s` | `%s` | %s | %s%s |\n", o.Name, bars(o.Default), docs.Escape(o.Range), docs.Escape(o.Summary), b.cite(o.Clause))
	}
	b.WriteString("\n## Presets\n\n| preset | options |\n|---|---|\n")
	for _, p := range g.Presets {
		fmt.Fprintf(b, "| `%s` | %s |\n", p.Name, docs.Escape(p.Summary))
	}
	if len(g.Codes) > 0 {
		b.WriteString("\n## Codes of illegal requests\n\nThe first that applies, from above.\n\n| code | when | clause |\n|---|---|---|\n")
		for _, k := range g.Codes {
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", k.Name, docs.Escape(k.When), b.link(k.Clause))
		}
	}
	b.protocol()
	b.WriteString("\n## Values\n\n| value | what it is | schema |\n|---|---|---|\n")
	for _, v := range g.Values {
		fmt.Fprintf(b, "| `%s` | %s | [%s](../formats/%s/%s.schema.json) |\n", v.Name, docs.Escape(v.Summary), v.Name, g.Name, v.Name)
	}
	b.WriteString("\n## Mutants\n\nThe rules with one clause wrong, for scoring suites.\n\n| mutant | what it does | clause |\n|---|---|---|\n")
	for _, m := range g.Mutants {
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", m.ID, docs.Escape(m.Summary), b.link(m.Clause))
	}
	return nil
}

func (b *book) clause(c *game.Clause) {
	fmt.Fprintf(b, "### %s\n\n%s\n\n", c.ID, docs.Escape(c.Text))
	var facts []string
	for _, m := range c.Marks {
		facts = append(facts, m.Words())
	}
	if len(c.Tasks) > 0 {
		facts = append(facts, "tasks: "+strings.Join(c.Tasks, ", "))
	}
	if c.Option != "" {
		facts = append(facts, "option `"+c.Option+"`")
	}
	var codes []string
	for _, k := range b.game.Codes {
		if k.Clause == c.ID {
			codes = append(codes, "`"+k.Name+"`")
		}
	}
	if len(codes) > 0 {
		facts = append(facts, "code: "+strings.Join(codes, ", "))
	}
	fmt.Fprintf(b, "*%s*\n\n", sentence(strings.Join(facts, "; ")))
	if id, ok := b.worked[c.ID]; ok {
		fmt.Fprintf(b, "Try it: [%s](../%s#case=%s)\n\n", docs.Escape(strings.TrimPrefix(id, b.game.Name+"/")), tryPath, id)
	}
}

// protocol is how the game is played live.
func (b *book) protocol() {
	p := &b.game.Protocol
	if len(p.Methods) == 0 {
		return
	}
	b.WriteString("\n## Protocol\n\nA server calls its clients with `[METHOD,[ARGUMENT...]]`, and each call has one reply.\n\n")
	fmt.Fprintf(b, "- A server is given: %s\n- Clients are given: %s\n- A server writes: %s\n\n", b.params(p.In), b.params(p.Clients), b.params(p.Out))
	b.WriteString("| call | arguments | reply | meaning |\n|---|---|---|---|\n")
	for _, m := range p.Methods {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s%s |\n", m.Name, b.params(m.Args), b.params([]game.Param{m.Reply}), docs.Escape(m.Summary), b.cite(m.Clause))
	}
	b.WriteString("\nStates of a connection, as the server sees it:\n\n| state | meaning |\n|---|---|\n")
	for _, s := range p.States {
		fmt.Fprintf(b, "| %s | %s |\n", docs.Escape(s.Name), docs.Escape(s.Summary))
	}
	b.WriteString("\nTransitions; -> is a call to the client, <- comes from it:\n\n| from | on | to | clause |\n|---|---|---|---|\n")
	for _, t := range p.Transitions {
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", docs.Escape(t.From), docs.Escape(t.On), docs.Escape(t.To), b.link(t.Clause))
	}
}

// params lists values, each of which leads to its schema.
func (b *book) params(params []game.Param) string {
	list := make([]string, len(params))
	for i, p := range params {
		list[i] = fmt.Sprintf("[%s](../formats/%s/%s.schema.json)", docs.Escape(p.Name), b.game.Name, p.Value)
		switch {
		case p.Optional:
			list[i] += " (optional)"
		case p.Repeated:
			list[i] += " (any number)"
		}
	}
	return strings.Join(list, ", ")
}

// link leads to a clause; "" if there is none.
func (b *book) link(clause string) string {
	if clause == "" {
		return ""
	}
	return fmt.Sprintf("[%s](#%s)", clause, docs.Anchor(clause))
}

func (b *book) cite(clause string) string {
	if clause == "" {
		return ""
	}
	return " (" + b.link(clause) + ")"
}

// How the picture of a game is made.
const (
	pictureTask   = "move" // its input is a state
	pictureSize   = 40     // of game.SizeMax: a game that is under way
	picturePixels = 760
)

// draw draws a state of the game, if it has states.
func (b *book) draw() error {
	if b.game.Folder != "" {
		return nil // its reference would be started to make a state
	}
	rules, err := b.game.Configure(game.Settings{})
	if err != nil {
		return err
	}
	d, ok := rules.(game.Drawer)
	task, has := b.game.Task(pictureTask)
	if !ok || !has || !slices.Contains(d.Drawable(), task.In[0].Value) {
		return nil
	}
	in := rules.Generate(pictureTask, rand.New(rand.NewPCG(5, 5)), pictureSize)
	s, err := picture.Value(rules, task.In[0].Value, in[0])
	if err != nil {
		return fmt.Errorf("drawing a state of %s: %w", b.game.Name, err)
	}
	drawn := string(svg.Draw(s, svg.Options{Width: picturePixels}))
	head, rest, _ := strings.Cut(drawn, "<title>")
	style := "<style>" + svg.Stylesheet(scene.Light, "") + "@media (prefers-color-scheme: dark) {\n" + svg.Stylesheet(scene.Dark, "") + "}</style>\n"
	name := b.game.Name + ".svg"
	b.pictures = append(b.pictures, file{"games/" + name, []byte(head + style + "<title>" + rest)})
	fmt.Fprintf(b, "![%s](%s)\n\n", docs.Escape(s.Alt), name)
	return nil
}

// sentence is text with a capital and a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// bars escapes bars in code of a table.
func bars(code string) string { return strings.ReplaceAll(code, "|", `\|`) }
