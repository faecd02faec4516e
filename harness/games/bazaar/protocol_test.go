package bazaar_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/schemas"
)

// TestProtocolStates: every state can be reached, every one but the final leads
// on, a transition's states exist, what happens is named once in a state, and
// each method is called somewhere.
func TestProtocolStates(t *testing.T) {
	p := bazaar.Game().Protocol
	states := map[string]game.State{}
	for _, s := range p.States {
		if states[s.Name].Name != "" || s.Summary == "" {
			t.Errorf("%+v is doubled or says nothing", s)
		}
		states[s.Name] = s
	}
	reached := map[string]bool{p.States[0].Name: true}
	for range p.States {
		for _, x := range p.Transitions {
			reached[x.To] = reached[x.To] || reached[x.From]
		}
	}
	seen := map[[2]string]bool{}
	leads, called := map[string]bool{}, map[string]bool{}
	for _, x := range p.Transitions {
		if states[x.From].Name == "" || states[x.To].Name == "" || states[x.From].Final {
			t.Errorf("%+v begins or ends nowhere", x)
		}
		if seen[[2]string{x.From, x.On}] || x.On == "" {
			t.Errorf("%s: %q leads to several states, or is nothing", x.From, x.On)
		}
		seen[[2]string{x.From, x.On}] = true
		leads[x.From] = leads[x.From] || x.To != x.From
		if _, ok := bazaar.Game().Clause(x.Clause); !ok {
			t.Errorf("%+v: no clause %s", x, x.Clause)
		}
		if method, ok := strings.CutPrefix(x.On, "-> "); ok {
			called[method] = true
		}
	}
	for name, s := range states {
		if !reached[name] {
			t.Errorf("%s cannot be reached", name)
		}
		if s.Final == leads[name] {
			t.Errorf("%s is final: %t, leads on: %t", name, s.Final, leads[name])
		}
	}
	for _, m := range p.Methods {
		if !called[m.Name] {
			t.Errorf("%s is called in no state", m.Name)
		}
		delete(called, m.Name)
	}
	for name := range called {
		t.Errorf("%s is called, but is no method", name)
	}
}

// TestProtocolValues: methods and tasks name values that have schemas, and the
// input of a task is that of the clients and the server together.
func TestProtocolValues(t *testing.T) {
	p := bazaar.Game().Protocol
	set := schema.New(schemas.FS, bazaar.Game().Name, nil)
	known := func(list ...game.Param) {
		t.Helper()
		for _, v := range list {
			if _, err := set.Source(v.Value); err != nil || v.Name == "" {
				t.Errorf("%+v: %v", v, err)
			}
		}
	}
	known(slices.Concat(p.In, p.Clients, p.Out)...)
	var names []string
	for _, m := range p.Methods {
		names = append(names, m.Name)
		known(append(m.Args, m.Reply)...)
		if m.Summary == "" || len(m.Args) != 1 {
			t.Errorf("%+v says nothing, or has not one argument (BG-90)", m)
		}
		fields := slices.Concat(m.Fields, m.Replies, []game.Field{{Clause: m.Clause}})
		for _, f := range fields {
			if _, ok := bazaar.Game().Clause(f.Clause); !ok {
				t.Errorf("%s: no clause %q at %q", m.Name, f.Clause, f.Pointer)
			}
		}
	}
	if !slices.Equal(names, allMethods) {
		t.Errorf("the methods are %q", names)
	}
	live := 0
	for _, task := range bazaar.Game().Tasks {
		if task.Live == "" {
			continue
		}
		live++
		in := slices.Concat(p.Clients, p.In)
		// A pair never leaves out the special clients, and says more with them.
		in[1].Optional, in[1].Value = false, "guests"
		if !slices.Equal(task.In, in) {
			t.Errorf("%s has the input %+v, want %+v", task.Name, task.In, in)
		}
		if task.Live == game.Server && !slices.Equal(task.Out, p.Out) {
			t.Errorf("%s has the output %+v", task.Name, task.Out)
		}
	}
	if live != 3 {
		t.Errorf("there are %d live tasks", live)
	}
}

// TestLiveClauses: the clauses of chapter 11 decide live play, and nothing else.
func TestLiveClauses(t *testing.T) {
	for _, c := range bazaar.Game().Clauses {
		isLive := c.ID >= "BG-80"
		if isLive != slices.Contains(c.Tasks, "server") || isLive && slices.ContainsFunc(c.Tasks, func(name string) bool {
			task, _ := bazaar.Game().Task(name)
			return task.Live == ""
		}) {
			t.Errorf("%s decides %q", c.ID, c.Tasks)
		}
	}
}
