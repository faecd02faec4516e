package grade

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
)

// A Provenance is of what grades were made: the version of the program, and digests
// of what it was given.
type Provenance struct {
	Touchstone  string            `json:"touchstone"`
	Course      string            `json:"course_sha256"`      // of the course file
	Suites      map[string]string `json:"suites_sha256"`      // of the cases that count, by task
	Submissions map[string]string `json:"submissions_sha256"` // as they were handed in, by team
	// Terms are what the course file and this version make of each task: limits,
	// options, the number of cases, points. "rules: timeout" is "10s".
	Terms map[string]string `json:"terms,omitempty"`
}

// Provenance is that of what this engine grades, which is prepared.
func (e *Engine) Provenance(ctx context.Context) (Provenance, error) {
	p, err := e.Basis()
	if err != nil {
		return p, err
	}
	for _, s := range e.all {
		sum, err := e.handedIn(ctx, s)
		if err != nil {
			return p, err
		}
		p.Submissions[s.Team] = sum
	}
	return p, nil
}

// Basis is the provenance without the submissions, of an engine that is prepared.
func (e *Engine) Basis() (Provenance, error) {
	p := Provenance{Touchstone: e.Version, Suites: make(map[string]string), Submissions: make(map[string]string), Terms: make(map[string]string)}
	text, err := os.ReadFile(e.Course.File)
	if err != nil {
		return p, err
	}
	sum := sha256.Sum256(text)
	p.Course = hex.EncodeToString(sum[:])
	for _, t := range e.tasks {
		p.Suites[t.Name] = t.suiteSum
		e.terms(t, p.Terms)
	}
	return p, nil
}

// terms are the terms of a task.
func (e *Engine) terms(t *task, to map[string]string) {
	add := func(name string, value any) { to[t.Name+": "+name] = fmt.Sprint(value) }
	for _, o := range t.rules.Options() {
		add("option "+o.Name, string(o.Value))
	}
	l := t.Limits.OrDefault()
	add("timeout", l.Timeout)
	add("first_byte", l.FirstByte)
	add("linger", l.Linger)
	add("cpu", l.CPU)
	add("memory", l.MemoryBytesMax)
	add("procs", l.ProcessesMax)
	add("output", l.OutputBytesMax)
	add("give_up_after", t.GiveUpAfter)
	if t.Task.Task.Live != "" {
		add("time_scale", t.TimeScale)
		add("waits", t.Waits)
	}
	if t.TextOnly {
		add("marks", "no house rulings")
	}
	add("repeat", t.Repeat)
	add("retries", t.Retries)
	add("codes", t.Codes)
	add("isolation", t.Isolation)
	var deliveries []string
	for _, d := range t.Deliveries {
		deliveries = append(deliveries, d.String())
	}
	add("deliver", strings.Join(deliveries, ", "))
	add("own.cases_max", t.Own.CasesMax)
	add("cases that count", len(t.plan.Cases))
	for i := range e.Course.Tasks {
		if e.Course.Tasks[i].Name != t.Name {
			continue
		}
		for _, count := range t.Counts {
			add("points of "+string(count.Part), float64(e.Course.PointsOfPart(i, count.Part))/100)
		}
	}
	if t.WeightOf(course.Kills) > 0 {
		mutants, _ := mutation.Mutants(t.Game, t.Task.Task.Name)
		add("mutants", len(mutants))
	}
}
