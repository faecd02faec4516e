package reference

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-harness/touchstone/harness/gamefolder"
)

// TestDue: a process is given its share of what waits, in order, within the bounds of what
// may be written ahead.
func TestDue(t *testing.T) {
	const long = 700 << 10
	for _, c := range []struct {
		name    string
		workers int
		waiting []*open
		due     string // their sizes
		left    int
	}{
		{"one", 2, opens(1), "1", 0},
		{"one for each process", 2, opens(1, 2), "1", 1},
		{"half of them", 2, opens(1, 2, 3, 4, 5), "1 2 3", 2},
		{"all", 1, opens(1, 2, 3), "1 2 3", 0},
		{"no more than sixteen", 1, opens(slices.Repeat([]int{1}, 40)...), "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", 24},
		{"no more than a mebibyte", 1, opens(long, long, 5), fmt.Sprint(long, 5), 1},
		{"one that is longer", 1, opens(3*long, 1), fmt.Sprint(3 * long), 1},
		{"for another process", 1, []*open{{body: make([]byte, 1), by: 1}, {body: make([]byte, 2), by: 0}}, "2", 1},
		{"another time", 1, []*open{{body: make([]byte, 1)}, {question: question{Task: "slow"}, body: make([]byte, 2)}}, "1", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := &gamefolder.Folder{Tasks: map[string]gamefolder.Task{"slow": {Timeout: time.Hour}}}
			p := newPool(t.Context(), folder, &gamefolder.Program{Timeout: time.Second}, first)
			p.workers, p.waiting = c.workers, c.waiting
			var sizes []string
			for _, o := range p.due(&process{number: 0}) {
				sizes = append(sizes, fmt.Sprint(len(o.body)))
			}
			if got := strings.Join(sizes, " "); got != c.due || len(p.waiting) != c.left {
				t.Errorf("found %s and %d more, expected %s and %d", got, len(p.waiting), c.due, c.left)
			}
		})
	}
}

// TestProcessFor: whoever waits for a reply that a process owes takes no other process,
// however many are idle. Taking one for nothing, again and again, would keep a processor
// busy until the reply comes.
func TestProcessFor(t *testing.T) {
	p := newPool(t.Context(), &gamefolder.Folder{}, &gamefolder.Program{Timeout: time.Second}, first)
	p.workers, p.waiting = 2, opens(1, 2)
	p.idle = []*process{{number: 0}, {number: 1}}
	asked, waits := p.waiting[0], p.waiting[1]
	p.due(p.processFor(asked))
	if one := p.processFor(asked); one != nil {
		t.Errorf("process %d is taken for a question that another one has been given", one.number)
	}
	if one := p.processFor(waits); one == nil || one.number != 1 {
		t.Errorf("found %v for a question that waits, expected process 1", one)
	}
}

// TestAwait: whoever waits for a reply that a process owes sleeps until it comes, however
// many processes are idle.
func TestAwait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(t.Context(), &gamefolder.Folder{}, &gamefolder.Program{Timeout: time.Second}, first)
		p.prepare.Do(func() { p.workers = 2 })
		asked := opens(1)[0]
		replied := make(chan error)
		go func() {
			_, err := p.await(asked)
			replied <- err
		}()
		synctest.Wait()
		p.mu.Lock()
		list := p.due(&process{number: 0})
		p.idle = append(p.idle, &process{number: 1})
		p.mu.Unlock()
		p.changed.Broadcast()
		synctest.Wait() // for ever, if somebody is busy
		p.mu.Lock()
		idle := len(p.idle)
		p.mu.Unlock()
		if idle != 1 {
			t.Errorf("%d processes are idle, expected 1", idle)
		}
		p.tell(list)
		if err := <-replied; err != nil {
			t.Error(err)
		}
	})
}

// opens are questions of these sizes that any process may answer.
func opens(sizes ...int) []*open {
	var list []*open
	for _, n := range sizes {
		list = append(list, &open{body: make([]byte, n), by: anyProcess})
	}
	return list
}
