package fault_test

import (
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

func TestScript(t *testing.T) {
	for _, c := range []struct {
		faults string
		first  fault.Effect
		second string // what is sent as the next value
	}{
		{"never@win", fault.Effect{Text: []byte("\"void\"\n")}, "\"void\"\n"},
		{"duplicate#1", fault.Effect{Text: []byte("\"void\" \"void\"\n")}, "\"void\"\n"},
		{"unsolicited=1@setup#1", fault.Effect{Text: []byte("\"void\"\n1\n")}, "\"void\"\n"},
		{"half", fault.Effect{Text: []byte("\"vo"), Ends: true}, ""},
		{"halfclose", fault.Effect{Text: []byte("\"void\"\n"), Ends: true}, ""},
		{"silent#1", fault.Effect{}, ""},
		{"late=2s,dribble=3s#1", fault.Effect{Text: []byte("\"void\"\n"), Took: 5 * time.Second}, "\"void\"\n"},
		{"noread=7s#1", fault.Effect{Text: []byte("\"void\"\n"), Deaf: 7 * time.Second}, "\"void\"\n"},
	} {
		faults, err := fault.Parse(c.faults)
		if err != nil {
			t.Fatal(err)
		}
		s := fault.NewScript(faults, 1)
		got := s.Next("setup", jsontext.Value(`"void"`))
		if string(got.Text) != string(c.first.Text) || got.Took != c.first.Took || got.Ends != c.first.Ends || got.Deaf != c.first.Deaf {
			t.Errorf("%s: %q %+v, expected %q %+v", c.faults, got.Text, got, c.first.Text, c.first)
		}
		if got.Ends {
			continue
		}
		if next := s.Next("setup", jsontext.Value(`"void"`)); string(next.Text) != c.second {
			t.Errorf("%s: then %q, expected %q", c.faults, next.Text, c.second)
		}
	}
}
