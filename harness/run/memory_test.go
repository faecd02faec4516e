//go:build unix

package run_test

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// An unkept makes each case anew whenever it is read, and knows which are still in memory.
type unkept struct {
	count int
	read  []weak.Pointer[suite.Case]
}

func (u *unkept) Len() int { return u.count }

func (u *unkept) Head(at int) *suite.Case { return u.make(at) }

func (u *unkept) Read(at int) *suite.Case {
	c := u.make(at)
	u.read = append(u.read, weak.Make(c))
	return c
}

func (u *unkept) Some([]int) suite.Cases { return nil }

func (u *unkept) make(at int) *suite.Case {
	name := fmt.Sprint(at)
	return &suite.Case{ID: "sums/" + name, Name: name, In: []jsontext.Value{jsontext.Value(fmt.Sprintf("[%d]", 1000+at))}}
}

// TestCasesAreNotKept: a run reads each case once, and has let go of it when its result is
// delivered, but for the groups that are under way.
func TestCasesAreNotKept(t *testing.T) {
	t.Parallel()
	const cases, groups = 4000, 6 // two for each worker: one that is asked, one whose results wait
	u := &unkept{count: cases}
	c := config(t, shell(answering("", "answer", "")))
	c.Cases, c.Lines, c.Jobs = u, true, 2
	most := 0
	c.Deliver = func(r run.Result) {
		if r.Verdict.Outcome != judge.Pass {
			t.Errorf("%s: %s", r.Verdict.Case, r.Verdict.Message)
		}
		if r.Number%1000 > 0 {
			return
		}
		runtime.GC()
		kept := 0
		for _, p := range u.read {
			if p.Value() != nil {
				kept++
			}
		}
		most = max(most, kept)
	}
	if _, err := run.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if len(u.read) != cases {
		t.Errorf("cases are read %d times, expected %d", len(u.read), cases)
	}
	if most > groups*512 {
		t.Errorf("%d cases are in memory at once, expected those of %d groups", most, groups)
	}
}
