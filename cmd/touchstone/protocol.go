package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// protocolJSON is a protocol as its schema report/protocol has it.
type protocolJSON struct {
	In          []game.Param     `json:"in"`
	Clients     []game.Param     `json:"clients"`
	Out         []game.Param     `json:"out"`
	Methods     []methodJSON     `json:"methods"`
	States      []stateJSON      `json:"states"`
	Transitions []transitionJSON `json:"transitions"`
	Events      []eventJSON      `json:"events"`
}

type methodJSON struct {
	Name    string       `json:"name"`
	Summary string       `json:"summary"`
	Args    []game.Param `json:"args"`
	Reply   game.Param   `json:"reply"`
	Clause  string       `json:"clause,omitempty"`
}

type stateJSON struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Final   bool   `json:"final,omitzero"`
}

type transitionJSON struct {
	From   string `json:"from"`
	To     string `json:"to"`
	On     string `json:"on"`
	Clause string `json:"clause,omitempty"`
}

type eventJSON struct {
	Name    string   `json:"name"`
	Fields  []string `json:"fields"`
	Summary string   `json:"summary"`
}

// describeProtocol makes the protocol fit for programs.
func describeProtocol(p *game.Protocol) protocolJSON {
	d := protocolJSON{In: p.In, Clients: p.Clients, Out: p.Out}
	for _, m := range p.Methods {
		d.Methods = append(d.Methods, methodJSON{m.Name, m.Summary, m.Args, m.Reply, m.Clause})
	}
	for _, s := range p.States {
		d.States = append(d.States, stateJSON(s))
	}
	for _, t := range p.Transitions {
		d.Transitions = append(d.Transitions, transitionJSON{t.From, t.To, t.On, t.Clause})
	}
	for _, e := range p.Events {
		d.Events = append(d.Events, eventJSON(e))
	}
	return d
}

// writeProtocol writes how a game is played live, in a format.
func writeProtocol(w io.Writer, g *game.Game, format string) error {
	if len(g.Protocol.Methods) == 0 {
		return notLive(g)
	}
	switch format {
	case "json":
		return writeJSON(w, describeProtocol(&g.Protocol))
	case formatMermaid:
		_, err := io.WriteString(w, diagram(&g.Protocol))
		return err
	}
	return printProtocol(w, g)
}

func printProtocol(w io.Writer, g *game.Game) error {
	p := &g.Protocol
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s is played live\n", g.Title)
	fmt.Fprintf(t, "  a server is given\t%s\n", listParams(p.In))
	fmt.Fprintf(t, "  a server writes\t%s\n", listParams(p.Out))
	fmt.Fprintf(t, "  clients are given\t%s\n", listParams(p.Clients))
	t.Flush()
	form := "[METHOD,[ARGUMENT]]"
	if slices.ContainsFunc(p.Methods, func(m game.Method) bool { return len(m.Args) > 1 }) {
		form = "[METHOD,[ARGUMENT,...]]"
	}
	fmt.Fprintf(t, "\nCalls: %s\n", form)
	for _, m := range p.Methods {
		fmt.Fprintf(t, "  %s(%s)\t%s\t%s%s\n", m.Name, listParams(m.Args), listParams([]game.Param{m.Reply}), m.Summary, inBrackets(m.Clause))
	}
	t.Flush()
	fmt.Fprintf(t, "\nStates of a connection, as the server sees it\n")
	for _, s := range p.States {
		fmt.Fprintf(t, "  %s\t%s\n", s.Name, s.Summary)
	}
	t.Flush()
	fmt.Fprintf(t, "\nTransitions: -> a call to the client, <- a message from the client\n")
	for _, s := range p.Transitions {
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\n", s.From, s.On, s.To, s.Clause)
	}
	t.Flush()
	if len(p.Events) > 0 {
		fmt.Fprintf(t, "\nEvents, for observers of the referee\n")
	}
	for _, e := range p.Events {
		fmt.Fprintf(t, "  %s\t%s\t%s\n", e.Name, strings.Join(e.Fields, ", "), e.Summary)
	}
	return t.Flush()
}

// diagram draws the states as a diagram of Mermaid, which forges draw in pages.
func diagram(p *game.Protocol) string {
	var b strings.Builder
	b.WriteString("stateDiagram-v2\n")
	ids := map[string]string{}
	for i, s := range p.States {
		ids[s.Name] = strings.ReplaceAll(s.Name, " ", "_")
		fmt.Fprintf(&b, "    %s: %s\n", ids[s.Name], s.Name)
		if i == 0 {
			fmt.Fprintf(&b, "    [*] --> %s\n", ids[s.Name])
		}
	}
	for _, t := range p.Transitions {
		// A colon ends the label there, and < begins markup.
		on := strings.NewReplacer(":", ",", "<-", "from client,", "->", "call").Replace(t.On)
		fmt.Fprintf(&b, "    %s --> %s: %s%s\n", ids[t.From], ids[t.To], on, inBrackets(t.Clause))
	}
	for _, s := range p.States {
		if s.Final {
			fmt.Fprintf(&b, "    %s --> [*]\n", ids[s.Name])
		}
	}
	return b.String()
}
