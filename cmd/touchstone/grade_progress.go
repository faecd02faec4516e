package main

import (
	"fmt"
	"io"
	"time"

	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A gradeProgress tells on standard error how far grading has come, and how long
// the rest will take.
type gradeProgress struct {
	heartbeat
	line progressLine
}

// A progressLine says how far it has come after a time.
type progressLine func(took time.Duration) string

func newGradeProgress(w io.Writer, terminal bool, line progressLine) *gradeProgress {
	p := &gradeProgress{line: line}
	began := time.Now()
	p.start(w, terminal, func() string { return p.line(time.Since(began)) })
	return p
}

func (p *gradeProgress) tell(line progressLine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line = line
}

// gradeLine says how far grading has come.
func gradeLine(p grade.Progress) progressLine {
	return func(took time.Duration) string {
		line := fmt.Sprintf("%d of %s, %d of %s", p.TeamsDone, text.Count(p.Teams, "team"), p.Verdicts+p.Known, text.Count(p.All, "verdict"))
		if rest, ok := p.Rest(took); ok {
			line += fmt.Sprintf(", about %v left", rest)
		}
		return line
	}
}
