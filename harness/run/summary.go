package run

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// A Summary counts the verdicts of a run, and says what it was a run of.
type Summary struct {
	Task    string   `json:"task"`    // "bazaar/turn"
	Subject string   `json:"subject"` // its command line
	Suites  []string `json:"suites"`
	Options Options  `json:"options"` // all of them, as they were in force
	Seed    *uint64  `json:"seed,omitempty"`

	Cases   int `json:"cases"` // that were selected
	Pass    int `json:"pass"`
	Fail    int `json:"fail"`    // the subject's fault
	Blocked int `json:"blocked"` // not run, since the subject does not start
	Broken  int `json:"broken"`  // the suite's fault
	Errors  int `json:"errors"`  // not judged, the harness's fault

	Verdicts    map[judge.Outcome]int `json:"verdicts"`
	Interrupted bool                  `json:"interrupted,omitzero"` // some cases have no verdict
	Ms          float64               `json:"ms"`                   // wall clock
}

// Options are settings that stand in JSON as one object, in their order.
type Options []game.Setting

// MarshalJSONTo writes the options as an object.
func (o Options) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, s := range o {
		if err := enc.WriteToken(jsontext.String(s.Name)); err != nil {
			return err
		}
		if err := enc.WriteValue(s.Value); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

func newSummary(c Config) Summary {
	s := Summary{
		Task:     c.Game.Name + "/" + c.Task.Name,
		Subject:  c.Name,
		Suites:   c.Suites,
		Options:  c.Rules.Options(),
		Seed:     c.Seed,
		Cases:    len(c.Cases),
		Verdicts: make(map[judge.Outcome]int),
	}
	if s.Subject == "" {
		s.Subject = c.Subject.String()
	}
	return s
}

// count adds a verdict.
func (s *Summary) count(v judge.Verdict) {
	s.Verdicts[v.Outcome]++
	switch {
	case v.Outcome == judge.Pass:
		s.Pass++
	case v.Blame == judge.BlameSuite:
		s.Broken++
	case v.Outcome == judge.Blocked:
		s.Blocked++
	case v.Blame == judge.BlameHarness:
		s.Errors++
	default:
		s.Fail++
	}
}

// Done is the number of cases that have a verdict.
func (s *Summary) Done() int { return s.Pass + s.Fail + s.Blocked + s.Broken + s.Errors }

// ExitStatus is 0 if all cases pass, 1 if some fail, and 2 if some could not be
// judged, whoever's fault that is: what they would have shown nobody knows.
func (s *Summary) ExitStatus() int {
	switch {
	case s.Pass == s.Cases && s.Cases > 0:
		return 0
	case s.Done() == s.Pass+s.Fail && !s.Interrupted && s.Cases > 0:
		return 1
	}
	return 2
}
