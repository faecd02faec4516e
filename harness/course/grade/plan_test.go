package grade

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// TestPlans: a task has a plan if the cases of the staff count in it, however little.
func TestPlans(t *testing.T) {
	e := &Engine{}
	for name, weight := range map[string]int64{"none": 0, "little": 1} {
		counts := []course.Count{{Part: course.Cases, Weight: weight}, {Part: course.Others, Weight: 9}}
		e.tasks = append(e.tasks, &task{Task: &course.Task{Name: name, Counts: counts}, plan: Plan{Task: name}})
	}
	if plans := e.Plans(); len(plans) != 1 || plans[0].Task != "little" {
		t.Errorf("%+v", plans)
	}
}

// TestPlanned: teams may see the cases of public suites and those of this program.
func TestPlanned(t *testing.T) {
	k := &task{
		Task:    &course.Task{Name: "add", Public: []string{"shown"}},
		cases:   []suite.Case{{ID: "s/1", Source: "./s"}, {ID: "p/1", Source: "./p"}, {ID: "ours/1"}},
		suiteOf: map[string]string{"s/1": "secret", "p/1": "shown"},
	}
	if _, err := k.planned(nil, map[string]string{"p/1": "SU-01"}); err != nil {
		t.Fatal(err)
	}
	want := []Planned{{ID: "s/1", Hidden: true}, {ID: "p/1", Clauses: []string{"SU-01"}}, {ID: "ours/1"}}
	if diff := cmp.Diff(want, k.plan.Cases); diff != "" {
		t.Error(diff)
	}
}
