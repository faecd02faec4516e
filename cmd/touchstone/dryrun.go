package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A plan is what a run would do, as --dry-run shows it.
type plan struct {
	Task        string   `json:"task"`
	Cases       []string `json:"cases"`
	Setup       string   `json:"setup,omitempty"`
	SetupMs     int64    `json:"setup_timeout_ms,omitzero"`
	Command     []string `json:"command"`
	Protocol    string   `json:"protocol"`
	Deliveries  []string `json:"deliveries"`
	Jobs        int      `json:"jobs"`
	Repeat      int      `json:"repeat"`
	Retries     int      `json:"retries"`
	AcceptFlaky bool     `json:"accept_flaky,omitzero"`
	FailuresMax int      `json:"max_failures,omitzero"`
	TimeoutMs   int64    `json:"timeout_ms"`
	FirstByteMs int64    `json:"first_byte_ms,omitzero"`
	CPUMs       int64    `json:"cpu_ms,omitzero"`
	OutputBytes int      `json:"output_bytes"`
	MemoryBytes int64    `json:"memory_bytes"`
	Processes   int      `json:"processes"`
	Live        *pace    `json:"live,omitempty"`
	Isolation   string   `json:"isolation"`
	Dir         string   `json:"dir,omitempty"`
	Sees        []string `json:"sees,omitempty"` // besides the system
	Codes       string   `json:"codes"`
	Mutant      string   `json:"mutant,omitempty"`
	Known       string   `json:"known,omitempty"`
	Ledger      string   `json:"ledger,omitempty"`
	Resume      string   `json:"resume,omitempty"`
	Reports     []string `json:"reports,omitempty"`
	Shard       string   `json:"shard,omitempty"`
	Seed        *uint64  `json:"seed,omitempty"`
	FromFile    []string `json:"from_file,omitempty"` // flags that stand in touchstone.toml
}

// A pace is how long live cases take what has no time in the rules, and how much
// those of the rules are multiplied.
type pace struct {
	TimeScale     float64 `json:"time_scale"`
	StartWaitMs   int64   `json:"start_wait_ms"`
	ConnectWaitMs int64   `json:"connect_wait_ms"`
	CallWaitMs    int64   `json:"call_wait_ms"`
	EndWaitMs     int64   `json:"end_wait_ms"`
	SignUpGapMs   int64   `json:"sign_up_gap_ms"`
}

func paceOf(scale float64, w live.Waits) *pace {
	w = w.OrDefault()
	return &pace{
		scale, w.Start.Milliseconds(), w.Connect.Milliseconds(), w.Call.Milliseconds(), w.End.Milliseconds(), w.Gap.Milliseconds(),
	}
}

// planned shows what a run would do.
func (f *testFlags) planned(c *cobra.Command, out *output, config run.Config) error {
	p := f.planOf(&config)
	if out.format == "json" {
		return writeJSON(c.OutOrStdout(), p)
	}
	_, err := io.WriteString(c.OutOrStdout(), p.words(&config))
	return err
}

// planOf is the plan of a run.
func (f *testFlags) planOf(config *run.Config) *plan {
	p := &plan{
		Task:     config.Game.Name + "/" + config.Task.Name,
		Cases:    []string{},
		Protocol: protocolSpawn,
		Setup:    config.Setup.Command,
		Command:  config.Subject.Argv,
		Jobs:     min(config.Jobs, max(config.Cases.Len(), 1)),
		Repeat:   config.Repeat, Retries: config.Retries, AcceptFlaky: config.AcceptFlaky, FailuresMax: config.FailuresMax,
		TimeoutMs:   config.Limits.Timeout.Milliseconds(),
		FirstByteMs: config.Limits.FirstByte.Milliseconds(),
		CPUMs:       config.Limits.CPU.Milliseconds(),
		OutputBytes: config.Limits.OutputBytesMax,
		MemoryBytes: config.Limits.MemoryBytesMax,
		Processes:   config.Limits.ProcessesMax,
		Isolation:   string(config.Subject.Isolation),
		Dir:         f.dir,
		Codes:       f.codes,
		Mutant:      f.mutant,
		Known:       f.known,
		Ledger:      f.reports.ledger,
		Resume:      f.reports.resume,
		Reports:     f.reports.files,
		Shard:       config.Shard,
		Seed:        config.Seed,
		FromFile:    f.fromFile,
	}
	if config.Live != nil {
		p.Live = paceOf(config.Live.Scale, config.Live.Waits)
	}
	// One that has yet to be built is looked at when it runs.
	if config.Setup.Command == "" && config.Subject.Resolve() == nil {
		p.Sees = config.Subject.Sees()
		config.Subject.Close()
	}
	if p.Setup != "" {
		p.SetupMs = config.Setup.Timeout.Milliseconds()
	}
	if config.Lines {
		p.Protocol = protocolLines
	}
	for _, d := range config.Deliveries {
		p.Deliveries = append(p.Deliveries, d.String())
	}
	for i := range config.Cases.Len() {
		p.Cases = append(p.Cases, config.Cases.Head(i).ID)
	}
	return p
}

// words are the plan for people: the ids of the cases, then what is done with them.
func (p *plan) words(config *run.Config) string {
	var b strings.Builder
	for _, id := range p.Cases {
		fmt.Fprintf(&b, "%s\n", text.Visible(id))
	}
	output, memory := byteSize(p.OutputBytes), byteSize(p.MemoryBytes)
	fmt.Fprintf(&b, "\n%s of %s\n", text.Count(len(p.Cases), "case"), p.Task)
	if len(p.FromFile) > 0 {
		fmt.Fprintf(&b, "flags:   %s, from %s\n", text.Visible(strings.Join(p.FromFile, " ")), flagFile)
	}
	if p.Shard != "" {
		fmt.Fprintf(&b, "shard:   %s\n", p.Shard)
	}
	if p.Seed != nil {
		fmt.Fprintf(&b, "seed:    %d\n", *p.Seed)
	}
	if p.Setup != "" {
		fmt.Fprintf(&b, "setup:   %s, within %v\n", text.Visible(p.Setup), config.Setup.Timeout)
	}
	fmt.Fprintf(&b, "command: %s\n", text.Visible(text.Quote(p.Command)))
	switch n := len(p.Deliveries); {
	case config.Lines:
		b.WriteString("deliver: a case a line\n")
	case n > 1:
		fmt.Fprintf(&b, "deliver: %s: %s\n", text.Count(n, "delivery"), strings.Join(p.Deliveries, ", "))
	default:
		fmt.Fprintf(&b, "deliver: %s\n", p.Deliveries[0])
	}
	place := "an empty folder of its own"
	if p.Dir != "" {
		place = text.Visible(p.Dir)
	}
	fmt.Fprintf(&b, "folder:  %s, isolation %s\n", place, p.Isolation)
	if len(p.Sees) > 0 {
		fmt.Fprintf(&b, "sees:    the system's programs and libraries, and %s\n", text.Visible(strings.Join(p.Sees, ", ")))
	}
	fmt.Fprintf(&b, "limits:  %v, %s of output, %s of memory and %s for each case\n",
		config.Limits.Timeout, &output, &memory, text.Count(p.Processes, "process"))
	if config.Live != nil {
		fmt.Fprintf(&b, "times:   those of the protocol x %v; waits: %v\n", config.Live.Scale, config.Live.Waits)
	}
	fmt.Fprintf(&b, "runs:    %d at once, each case %s, %s", p.Jobs, text.Count(p.Repeat, "time"), text.Count(p.Retries, "retry"))
	if p.FailuresMax > 0 {
		fmt.Fprintf(&b, ", to failure %d", p.FailuresMax)
	}
	b.WriteString("\n")
	if file := p.Ledger + p.Resume; file != "" {
		fmt.Fprintf(&b, "ledger:  %s\n", text.Visible(file))
	}
	for _, file := range p.Reports {
		fmt.Fprintf(&b, "report:  %s\n", text.Visible(file))
	}
	return b.String()
}
