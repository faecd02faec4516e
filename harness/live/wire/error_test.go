package wire_test

import (
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

// TestDetails says nothing twice: neither the kind of an error, nor what only
// says the kind in other words.
func TestDetails(t *testing.T) {
	for _, tt := range []struct {
		err            wire.Error
		whole, details string
	}{
		{
			wire.Error{Kind: wire.Closed, Message: "the connection ended"},
			"closed: the connection ended", "",
		},
		{
			wire.Error{Kind: wire.Timeout, Message: "no complete value arrived in time", Bytes: 1},
			"timeout: no complete value arrived in time, received 1 byte of white space", "received 1 byte of white space",
		},
		{
			wire.Error{Kind: wire.Timeout, Message: "no complete value arrived in time", Bytes: 2, LineEnd: 2},
			"timeout: no complete value arrived in time", "",
		},
		{
			wire.Error{Kind: wire.NotJSON, LineEnd: 1, Err: &stream.Error{Near: `"\n}{\n"`}},
			`not_json: , near "}{\n"`, `near "}{\n"`,
		},
		{
			wire.Error{Kind: wire.TooLong, Message: "longer than 5 bytes", Raw: []byte(`"a`), Bytes: 2},
			`too_long: longer than 5 bytes, received "\"a"`, `longer than 5 bytes, received "\"a"`,
		},
		{
			wire.Error{Kind: wire.Closed, Message: "the connection ended inside a value"},
			"closed: the connection ended inside a value", "the connection ended inside a value",
		},
	} {
		if got := tt.err.Error(); got != tt.whole {
			t.Errorf("%q, expected %q", got, tt.whole)
		}
		if got := tt.err.Words(); tt.err.Kind == wire.Closed && strings.Contains(got, ": the connection ended inside") {
			t.Errorf("twice the same: %q", got)
		}
		if got := tt.err.Details(); got != tt.details {
			t.Errorf("%q, expected %q", got, tt.details)
		}
	}
}
