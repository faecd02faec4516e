package grade

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
)

// A Provenance is of what grades were made: the version of the program, and digests
// of what it was given.
type Provenance struct {
	Touchstone  string            `json:"touchstone"`
	Course      string            `json:"course_sha256"`      // of the course file
	Suites      map[string]string `json:"suites_sha256"`      // of the cases that count, by task
	Submissions map[string]string `json:"submissions_sha256"` // as they were handed in, by team
}

// Provenance is that of what this engine grades, which is prepared.
func (e *Engine) Provenance(ctx context.Context) (Provenance, error) {
	p := Provenance{Touchstone: e.Version, Suites: make(map[string]string), Submissions: make(map[string]string)}
	text, err := os.ReadFile(e.Course.File)
	if err != nil {
		return p, err
	}
	sum := sha256.Sum256(text)
	p.Course = hex.EncodeToString(sum[:])
	for _, t := range e.tasks {
		p.Suites[t.Name] = t.suiteSum
	}
	for _, s := range e.all {
		sum, _, err := e.sourceSum(ctx, s)
		if err != nil {
			return p, err
		}
		p.Submissions[s.Team] = sum
	}
	return p, nil
}
