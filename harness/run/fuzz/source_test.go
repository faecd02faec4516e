package fuzz

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// TestChoose: the most telling inputs come first, of alike ones the smaller, and what an
// earlier one has shown tells less. There are no more than there were.
func TestChoose(t *testing.T) {
	one := func(text string, marks ...string) input {
		in := input{marks: marks}
		in.In = []jsontext.Value{jsontext.Value(text)}
		return in
	}
	list := func() []input {
		return []input{one("100", "a"), one("10", "a"), one("1000", "b"), one("10000", markWrong+"c"), one("1")}
	}
	for size, want := range map[int]string{
		0: "",
		1: "10000",
		3: "10000 10 1000",
		5: "10000 10 1000 100 1",
		9: "10000 10 1000 100 1",
	} {
		s := &source{asked: make(map[string]int)}
		var got []string
		for _, in := range s.choose(list(), size) {
			got = append(got, string(in.In[0]))
		}
		if said := strings.Join(got, " "); said != want {
			t.Errorf("of size %d: %s, expected %s", size, said, want)
		}
	}
}
