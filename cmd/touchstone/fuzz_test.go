package main

import (
	"context"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/run/fuzz"
)

// TestFuzzSize: what is said of a witness that is larger than it was found, or
// that was not made as small as it gets.
func TestFuzzSize(t *testing.T) {
	running := &cobra.Command{}
	running.SetContext(context.Background())
	ended, end := context.WithCancel(context.Background())
	end()
	interrupted := &cobra.Command{}
	interrupted.SetContext(ended)
	question := fuzz.Question{In: []jsontext.Value{jsontext.Value(`["red"]`)}}
	for _, tt := range []struct {
		command *cobra.Command
		d       fuzz.Disagreement
		want    string
	}{
		{running, fuzz.Disagreement{FoundBytes: 9, Minimal: true}, "input 3, found with 9 bytes, now 7: no single step shrinks it further"},
		{running, fuzz.Disagreement{FoundBytes: 7, Minimal: true}, "input 3, found with 7 bytes, now 7: no single step shrinks it further"},
		{
			running,
			fuzz.Disagreement{FoundBytes: 6, Minimal: true},
			"input 3, found with 6 bytes, now 7 with fewer or plainer values: no single step shrinks it further",
		},
		{running, fuzz.Disagreement{FoundBytes: 7, Flaky: true}, "input 3, found with 7 bytes; flaky, so it was not shrunk"},
		{
			running,
			fuzz.Disagreement{FoundBytes: 9, Asked: 1, Shrinking: 2 * time.Second},
			"input 3, found with 9 bytes, now 7 after 1 try in 2s, which is the time limit --shrink",
		},
		{
			running,
			fuzz.Disagreement{FoundBytes: 9, Asked: 8, Shrinking: 10 * time.Millisecond},
			"input 3, found with 9 bytes, now 7 after 8 tries in 10ms, which is the limit of tries",
		},
		{
			interrupted,
			fuzz.Disagreement{FoundBytes: 9, Asked: 2, Shrinking: 10 * time.Millisecond},
			"input 3, found with 9 bytes, now 7 after 2 tries in 10ms, when the search was interrupted",
		},
	} {
		l := &fuzzReport{flags: &fuzzFlags{shrink: 2 * time.Second}, command: tt.command, programs: []*fuzz.Program{{}}}
		tt.d.Question, tt.d.Inputs = question, 3
		if got := l.size(&tt.d); got != tt.want {
			t.Errorf("%s\nwant %s", got, tt.want)
		}
	}
}
