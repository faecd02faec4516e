package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A plan is what a run would do, as --dry-run shows it.
type plan struct {
	Task        string   `json:"task"`
	Cases       []string `json:"cases"`
	Setup       string   `json:"setup,omitempty"`
	Command     []string `json:"command"`
	Protocol    string   `json:"protocol"`
	Deliveries  []string `json:"deliveries"`
	Jobs        int      `json:"jobs"`
	Repeat      int      `json:"repeat"`
	Retries     int      `json:"retries"`
	FailuresMax int      `json:"max_failures,omitzero"`
	TimeoutMs   int64    `json:"timeout_ms"`
	OutputBytes int      `json:"output_bytes"`
	Shard       string   `json:"shard,omitempty"`
	Seed        *uint64  `json:"seed,omitempty"`
}

// dryRun shows what a run would do.
func dryRun(c *cobra.Command, out *output, config run.Config) error {
	p := plan{
		Task:     config.Game.Name + "/" + config.Task.Name,
		Cases:    []string{},
		Protocol: protocolSpawn,
		Setup:    config.Setup.Command,
		Command:  config.Subject.Argv,
		Jobs:     min(config.Jobs, max(len(config.Cases), 1)),
		Repeat:   config.Repeat, Retries: config.Retries, FailuresMax: config.FailuresMax,
		TimeoutMs:   config.Limits.Timeout.Milliseconds(),
		OutputBytes: config.Limits.OutputBytesMax,
		Shard:       config.Shard,
		Seed:        config.Seed,
	}
	if config.Lines {
		p.Protocol = protocolLines
	}
	for _, d := range config.Deliveries {
		p.Deliveries = append(p.Deliveries, d.String())
	}
	for i := range config.Cases {
		p.Cases = append(p.Cases, config.Cases[i].ID)
	}
	w := c.OutOrStdout()
	if out.format == "json" {
		return writeJSON(w, p)
	}
	var b strings.Builder
	for _, id := range p.Cases {
		fmt.Fprintf(&b, "%s\n", text.Visible(id))
	}
	output := byteSize(p.OutputBytes)
	fmt.Fprintf(&b, "\n%s of %s\n", text.Count(len(p.Cases), "case"), p.Task)
	if p.Shard != "" {
		fmt.Fprintf(&b, "shard:   %s\n", p.Shard)
	}
	if p.Seed != nil {
		fmt.Fprintf(&b, "seed:    %d\n", *p.Seed)
	}
	if p.Setup != "" {
		fmt.Fprintf(&b, "setup:   %s, within %v\n", text.Visible(p.Setup), config.Setup.Timeout)
	}
	fmt.Fprintf(&b, "command: %s\n", text.Visible(subject.Quote(p.Command)))
	switch n := len(p.Deliveries); {
	case config.Lines:
		b.WriteString("deliver: a case a line\n")
	case n > 1:
		fmt.Fprintf(&b, "deliver: %s: %s\n", text.Count(n, "delivery"), strings.Join(p.Deliveries, ", "))
	default:
		fmt.Fprintf(&b, "deliver: %s\n", p.Deliveries[0])
	}
	fmt.Fprintf(&b, "limits:  %v and %s of output for each case\n", config.Limits.Timeout, &output)
	fmt.Fprintf(&b, "runs:    %d at once, each case %s, %s", p.Jobs, text.Count(p.Repeat, "time"), text.Count(p.Retries, "retry"))
	if p.FailuresMax > 0 {
		fmt.Fprintf(&b, ", to failure %d", p.FailuresMax)
	}
	b.WriteString("\n")
	_, err := w.Write([]byte(b.String()))
	return err
}
