//go:build !unix

package answer_test

import (
	"testing"
	"time"
)

// processorTime skips a benchmark where the system does not tell it.
func processorTime(b *testing.B) time.Duration {
	b.Skip("the processor time is not known here")
	return 0
}
