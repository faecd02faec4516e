package report

import (
	"io"

	"github.com/touchstone-harness/touchstone/harness/suite/spool"
)

// newSpool keeps the verdicts of a report that stand behind something that is known last.
func newSpool() spool.Spool { return spool.Spool{What: "the verdicts"} }

// copySpool writes what a spool keeps, and ends it. The error is only the spool's own.
func copySpool(w *errWriter, s *spool.Spool) error {
	defer s.Close()
	_, err := io.Copy(w, s.Reader())
	return err
}
