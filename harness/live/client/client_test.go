package client_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/live/client"
)

// TestPatience: clients of a server that never listens wait for it together, not one after
// the other.
func TestPatience(t *testing.T) {
	const patience = time.Second
	var all time.Duration
	dial := func(_ context.Context, patience time.Duration, _ func(time.Time, error)) (io.ReadWriteCloser, error) {
		all += patience
		time.Sleep(patience)
		return nil, errors.New("refused")
	}
	errs := client.Run(t.Context(), make([]client.Client, 4), client.Options{Dial: dial, Patience: patience})
	for i, err := range errs {
		if !errors.Is(err, client.ErrUnconnected) {
			t.Errorf("client %d: %v", i+1, err)
		}
	}
	if len(errs) != 4 || all < patience || all > patience+patience/2 {
		t.Errorf("%d clients wait %v", len(errs), all)
	}
}
