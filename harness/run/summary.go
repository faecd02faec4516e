package run

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Summary counts the verdicts of a run, and says what it was a run of.
type Summary struct {
	Task    string           `json:"task"`    // "bazaar/turn"
	Subject string           `json:"subject"` // its command line
	Suites  []string         `json:"suites"`
	Options game.SettingList `json:"options"` // all of them, as they were in force
	Seed    *uint64          `json:"seed,omitempty"`
	Shard   string           `json:"shard,omitempty"` // "2/8": which part of the cases

	Cases   int `json:"cases"` // that were selected
	Pass    int `json:"pass"`
	Fail    int `json:"fail"`    // the subject's fault
	Blocked int `json:"blocked"` // not run, since the setup failed or the subject does not start
	Broken  int `json:"broken"`  // the suite's fault
	Errors  int `json:"errors"`  // not judged, the harness's fault

	Known      int `json:"known,omitempty"`      // fail as listed; they do not count as Fail
	Unexpected int `json:"unexpected,omitempty"` // pass, but are listed as failures

	Remarks int `json:"remarks,omitempty"` // of Pass: with a remark

	Verdicts    map[judge.Outcome]int `json:"verdicts"`
	Interrupted bool                  `json:"interrupted,omitzero"` // some cases have no verdict
	Stopped     bool                  `json:"stopped,omitzero"`     // so do they, after as many failures as may be
	Ms          float64               `json:"ms"`                   // wall clock

	// Diagnoses say what may be wrong with the subject, the likeliest first. They
	// stand beside the summary.
	Diagnoses []judge.Diagnosis `json:"-"`
	// House are, by case, the house rulings on which the answers to failures rest.
	House map[string][]string `json:"-"`
	// Findings are the faults of the reference of a game that somebody has brought:
	// a run with one has not judged as it should.
	Findings []game.Finding `json:"-"`
	// Diagnosed is how many answers they rest on, if not on all.
	Diagnosed int `json:"-"`
}

func newSummary(c Config) Summary {
	s := Summary{
		Task:     c.Game.Name + "/" + c.Task.Name,
		Subject:  c.Name,
		Suites:   c.Suites,
		Options:  c.Rules.Options(),
		Seed:     c.Seed,
		Shard:    c.Shard,
		Cases:    c.Cases.Len(),
		Verdicts: make(map[judge.Outcome]int),
	}
	if s.Subject == "" {
		// It stands in JSON, and a resumed run is held against it.
		s.Subject = text.Valid(c.Subject.String())
	}
	return s
}

// Count adds a verdict.
func (s *Summary) Count(v *judge.Verdict) { s.add(v.Outcome, KindOf(v), HasRemark(v), 1) }

// Uncount takes back a verdict of this outcome and kind that was counted.
func (s *Summary) Uncount(outcome judge.Outcome, kind Kind, remark bool) {
	s.add(outcome, kind, remark, -1)
}

func (s *Summary) add(outcome judge.Outcome, kind Kind, remark bool, n int) {
	if remark {
		s.Remarks += n
	}
	s.Verdicts[outcome] += n
	if s.Verdicts[outcome] == 0 {
		delete(s.Verdicts, outcome)
	}
	switch kind {
	case Passed:
		s.Pass += n
	case PassedUnexpectedly:
		s.Pass += n
		s.Unexpected += n
	case Failed:
		s.Fail += n
	case FailedAsKnown:
		s.Known += n
	case Blocked:
		s.Blocked += n
	case Broken:
		s.Broken += n
	case Unjudged:
		s.Errors += n
	}
}

// Complete tells whether every case has a verdict.
func (s *Summary) Complete() bool { return s.Done() >= s.Cases }

// Done is the number of cases that have a verdict.
func (s *Summary) Done() int {
	return s.Pass + s.Fail + s.Known + s.Blocked + s.Broken + s.Errors
}

// ExitStatus is 0 if all cases pass or fail as they are known to, 1 if some
// fail, and 2 if some could not be judged, whoever's fault that is: what they
// would have shown nobody knows. A run without cases is no success, but for a
// shard that none have come to.
func (s *Summary) ExitStatus() int {
	switch {
	case s.Cases == 0 && s.Shard == "", s.Interrupted, s.Blocked+s.Broken+s.Errors > 0, len(s.Findings) > 0:
		return 2
	case s.Fail+s.Unexpected > 0:
		return 1
	case s.Pass+s.Known == s.Cases:
		return 0
	}
	return 2
}
