package subject

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/subject/subjecttest"
)

// crowd is how many programs keep a processor busy.
const crowd = 4

// TestStarved keeps a processor from programs, who may want it or not, and lets
// one do that to itself.
func TestStarved(t *testing.T) {
	needShell(t)
	processor := subjecttest.Take(t)
	if !canKeep.Load() {
		t.Skip("there are no keepers here")
	}
	const spin = "while :; do :; done"
	const wait = 250 * time.Millisecond
	try := func(script string) Reply {
		t.Helper()
		// Its start is not what is measured.
		command := &Command{Argv: processor.On("sh", "-c", "read -r line; echo 1; read -r line; "+script)}
		s := NewSession(command, Limits{})
		defer command.Close()
		defer s.Close()
		if r := s.Ask(context.Background(), []byte("1")); r.Fault != None {
			t.Errorf("%s: %+v", script, r)
		}
		s.limits.Timeout = wait
		var r Reply
		Alone(context.Background(), nil, func(ctx context.Context) { r = s.Ask(ctx, []byte("2")) })
		if r.Fault != Silent {
			t.Errorf("%s: %+v", script, r)
		}
		return r
	}
	// If the machine has other work, that is no wonder.
	if r := try("for i in 1 2 3 4 5; do " + spin + " & done; " + spin); r.Starved && load(t) < 1 {
		t.Errorf("one that starves itself: %+v", r)
	}
	processor.Crowd(t, crowd)
	if r := try(spin); !r.Starved {
		t.Errorf("one that computes: %+v", r)
	}
	if r := try("sleep 60"); r.Starved {
		t.Errorf("one that sleeps: %+v", r)
	}
	ask := func(script string) (used time.Duration, starved bool) {
		t.Helper()
		command := &Command{Argv: processor.On("sh", "-c", "echo 1; "+script)}
		defer command.Close()
		d, err := command.Open(t.Context(), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		defer d.End()
		if _, err := d.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		return d.Hunger(wait)
	}
	if used, starved := ask(spin); !starved || used > wait/2 {
		t.Errorf("a partner that computes: %v, %v", used, starved)
	}
	if used, starved := ask("sleep 60"); starved {
		t.Errorf("a partner that sleeps: %v, %v", used, starved)
	}
	c := &Command{Argv: processor.On("sh", "-c", spin)}
	if a := run(t, c, "", Limits{Timeout: wait}); a.Fault != Silent || !a.Starved {
		t.Errorf("one that has just started: %+v", a)
	}
}

// load is how many threads of this machine want a processor beyond those that
// have one.
func load(t *testing.T) float64 {
	t.Helper()
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		t.Error(err)
	}
	var average float64
	if _, err := fmt.Sscan(string(text), &average); err != nil {
		t.Error(err)
	}
	return average - float64(runtime.NumCPU())
}

// A watched tree tells in which order it is asked.
type watched struct {
	tree
	mu    sync.Mutex
	calls []string
}

func (w *watched) note(call string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls = append(w.calls, call)
}

func (w *watched) bound(cpu time.Duration, enough float64) {
	w.note(fmt.Sprint("bound ", cpu))
	w.tree.(bounder).bound(cpu, enough)
}

func (w *watched) terminate(wait time.Duration) {
	w.note("terminate")
	w.tree.terminate(wait)
}

// TestWaitIsWhole holds that what is looked at to tell whether a program was
// starved is all of the wait for its answer, and not the moment of its end.
func TestWaitIsWhole(t *testing.T) {
	needShell(t)
	if !canKeep.Load() {
		t.Skip("there are no keepers here")
	}
	command := shell("read -r line; echo 1; read -r line; sleep 60")
	defer command.Close()
	s := NewSession(command, Limits{CPU: 7 * time.Second})
	defer s.Close()
	if r := s.Ask(context.Background(), []byte("1")); r.Fault != None {
		t.Fatalf("%+v", r)
	}
	w := &watched{tree: s.running.tree}
	s.running.tree = w
	s.limits.Timeout = 10 * caseCPUPause
	if r := s.Ask(context.Background(), []byte("2")); r.Fault != Silent {
		t.Errorf("%+v", r)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if want := []string{"bound 7s", "terminate"}; len(w.calls) < 2 || !slices.Equal(w.calls[:2], want) {
		t.Errorf("%q, want %q first", w.calls, want)
	}
}

// TestHunger holds the measure to its definition.
func TestHunger(t *testing.T) {
	const second = time.Second
	for _, test := range []struct {
		name       string
		lost, used [4]int // milliseconds of it in each quarter of two seconds
		enough     float64
		wait       time.Duration
		want       bool
	}{
		{"never had one", [4]int{450, 450, 450, 450}, [4]int{50, 50, 50, 50}, enoughAlone, 0, true},
		{"just starved", [4]int{130, 130, 130, 130}, [4]int{240, 240, 240, 240}, enoughAlone, 0, true},
		{"lost too little", [4]int{120, 120, 120, 120}, [4]int{5, 5, 5, 5}, enoughAlone, 0, false},
		{"had its share", [4]int{130, 130, 130, 130}, [4]int{260, 260, 260, 260}, enoughAlone, 0, false},
		{"had its share of a half", [4]int{300, 300, 300, 300}, [4]int{150, 150, 150, 150}, enoughAlone / 2, 0, false},
		{"had less than its share of a half", [4]int{300, 300, 300, 300}, [4]int{120, 120, 120, 120}, enoughAlone / 2, 0, true},
		{"had enough for one that is alone", [4]int{190, 190, 190, 190}, [4]int{310, 310, 310, 310}, enoughAlone, 0, false},
		{"had too little for one beside others", [4]int{190, 190, 190, 190}, [4]int{310, 310, 310, 310}, enoughBeside, 0, true},
		{"had enough for one beside others", [4]int{130, 130, 130, 130}, [4]int{380, 380, 380, 380}, enoughBeside, 0, false},
		{"starts slowly, then sleeps", [4]int{450, 350, 50, 0}, [4]int{50, 50, 0, 0}, enoughAlone, 0, false},
		{"gets going in the end", [4]int{450, 450, 100, 0}, [4]int{50, 50, 300, 0}, enoughAlone, 0, true},
		{"starved before the wait only", [4]int{450, 450, 100, 0}, [4]int{50, 50, 300, 300}, enoughAlone, second, false},
		{"starved in the wait only", [4]int{0, 0, 450, 450}, [4]int{500, 400, 50, 50}, enoughAlone, second, true},
		{"waited for since before the beginning", [4]int{450, 450, 450, 450}, [4]int{50, 50, 50, 50}, enoughAlone, time.Hour, true},
	} {
		now := time.Now()
		g := hunger{begin: now.Add(-2 * second)}
		g.moments = []moment{{at: g.begin}}
		var used time.Duration
		for quarter := range 4 {
			for step := range 10 {
				g.lost += time.Duration(test.lost[quarter]) * time.Millisecond / 10
				used += time.Duration(test.used[quarter]) * time.Millisecond / 10
				at := g.begin.Add(time.Duration(10*quarter+step+1) * second / 20)
				g.moments = append(g.moments, moment{at, g.lost, 0, used})
			}
		}
		if got := g.starved(used, test.enough, test.wait); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestWaitGoesOn: where others keep a keeper from looking for long, a wait that goes on has
// lasted since the last look, if the thread was ready then.
func TestWaitGoesOn(t *testing.T) {
	const ms, long = time.Millisecond, 300 * time.Millisecond
	now := time.Now()
	last := now.Add(-long)
	before := threadTimes{ran: 20 * ms, waited: 30 * ms, ready: true}
	slept, waiting := before, before
	slept.ready, waiting.since, waiting.waits = false, last.Add(-long), long
	for _, test := range []struct {
		name        string
		before      threadTimes
		ran, waited time.Duration // since then
		ready       bool
		want        time.Duration
	}{
		{"ready at both looks", before, 0, 0, true, long},
		{"ready now", slept, 0, 0, true, 0},
		{"waits for longer", waiting, 0, 0, true, 2 * long},
		{"ran meanwhile", before, ms, ms, true, 0},
		{"ran meanwhile for no time", before, 0, ms, true, 0},
		{"sleeps", waiting, 0, 0, false, 0},
	} {
		thread := threadTimes{ran: test.before.ran + test.ran, waited: test.before.waited + test.waited, ready: test.ready}
		if thread.goesOn(test.before, last, now); thread.waits != test.want {
			t.Errorf("%s: %v, expected %v", test.name, thread.waits, test.want)
		}
	}
}

// TestStolen: a virtual machine may get less of the processors of its host than it knows. A
// thread that was ready at both looks has neither run nor waited then, as if it had slept.
func TestStolen(t *testing.T) {
	const ms, ago = time.Millisecond, 100 * time.Millisecond
	before := threadTimes{ran: 20 * ms, waited: 30 * ms, ready: true}
	slept, waiting := before, before
	slept.ready, waiting.waits = false, 10*ms
	for _, test := range []struct {
		name               string
		before             threadTimes
		ran, waited, waits time.Duration // since then
		ready              bool
		want               time.Duration
	}{
		{"nothing", before, 60 * ms, 40 * ms, 0, true, 0},
		{"a part", before, 10 * ms, 20 * ms, 0, true, 70 * ms},
		{"a part of a wait", waiting, 0, 0, 40 * ms, true, 60 * ms},
		{"slept before", slept, 10 * ms, 0, 0, true, 0},
		{"sleeps now", before, 10 * ms, 0, 0, false, 0},
	} {
		thread := threadTimes{
			ran: test.before.ran + test.ran, waited: test.before.waited + test.waited, waits: test.before.waits + test.waits, ready: test.ready,
		}
		if got := thread.missing(test.before, ago); got != test.want {
			t.Errorf("%s: %v, expected %v", test.name, got, test.want)
		}
	}
	for text, want := range map[string]time.Duration{
		"cpu  1416073 150117 568516 639764 2433 0 3069 1275 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n": 12750 * ms,
		"cpu  1416073 150117 568516\n": 0,
		"":                             0,
	} {
		if got := stolenIn([]byte(text)); got != want {
			t.Errorf("%q: %v, expected %v", text, got, want)
		}
	}
}

// TestHidden has programs start processes that are gone before they have had their share, one
// after the other. Where nobody waits for them, others may not be said to have kept the
// processors from the program.
func TestHidden(t *testing.T) {
	const wait = 2 * time.Second
	const child, parent = 2, 1
	for _, test := range []struct {
		name    string
		ran     time.Duration // of each process at the one look that saw it
		reaped  time.Duration // of it, while nobody looked
		starved bool
	}{
		{"counted", 5 * time.Millisecond, 6 * time.Millisecond, true},
		{"counted in ticks, of which the last is not full", 5 * time.Millisecond, 4500 * time.Microsecond, true},
		{"hidden", 5 * time.Millisecond, 0, false},
		{"hidden, and as long as from one look to the next", hungerPause, 0, false},
		{"hidden but for a part", 5 * time.Millisecond, time.Millisecond, false},
		{"a few that say nothing", 100 * time.Microsecond, 0, true},
	} {
		g := hunger{begin: time.Now().Add(-wait)}
		g.moments = []moment{{at: g.begin}}
		var used usage
		for at := hungerPause; at <= wait; at += hungerPause {
			g.threads = map[int]threadTimes{parent: {pid: parent, ran: time.Millisecond}, child: {pid: child, ran: test.ran}}
			used.reaped += test.reaped
			used.cpu += test.reaped
			g.lost += hungerPause - test.reaped
			g.follow([]int{parent}, used, hungerPause)
			g.moments = append(g.moments, moment{g.begin.Add(at), g.lost, g.hidden, used.cpu})
		}
		if got := g.starved(used.cpu, enoughAlone, 0); got != test.starved {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestPause: nothing passes a limit for longer than one look, however many processors
// it has, and what needs no looks gets few.
func TestPause(t *testing.T) {
	processors := time.Duration(runtime.NumCPU())
	held := membership{files: []counter{{}}}
	for _, test := range []struct {
		member          membership
		cpu, seen, want time.Duration
	}{
		{cpu: time.Hour, want: samplePause},
		{member: held, cpu: time.Hour, want: hungerPause},
		{member: held, cpu: time.Hour, seen: time.Hour - 30*time.Millisecond*processors, want: 30 * time.Millisecond},
		{member: held, cpu: time.Hour, seen: time.Hour - time.Millisecond, want: samplePause},
		{member: held, cpu: time.Second, seen: time.Hour, want: samplePause},
	} {
		h := holder{member: test.member, seen: usage{cpu: test.seen}}
		if got := h.pause(request{CPUNs: int64(test.cpu)}); got != test.want {
			t.Errorf("with %v of %v used: %v, expected %v", test.seen, test.cpu, got, test.want)
		}
	}
}

// TestAlone lets programs run at once, and one alone.
func TestAlone(t *testing.T) {
	old := turns
	turns = newTurns()
	defer func() { turns = old }()
	ctx := context.Background()
	enter := func(ctx context.Context, running int) (leave func()) {
		t.Helper()
		turn, leave, err := Turn(ctx)
		if err != nil || runningOf(turn) != running {
			t.Fatal(runningOf(turn), err)
		}
		enough := enoughBeside * shareOf(running)
		if running == alone {
			enough = enoughAlone
		}
		if got := enoughOf(turn); got != enough {
			t.Errorf("%d at once: %v of a processor is enough, expected %v", running, got, enough)
		}
		return leave
	}
	leave, leaveToo := enter(ctx, 1), enter(ctx, 2)
	order := make(chan string, 3)
	done := make(chan bool)
	go func() {
		done <- Alone(ctx, nil, func(ctx context.Context) {
			order <- "alone"
			defer enter(ctx, alone)()
			if !IsAlone(ctx) || !Alone(ctx, nil, func(context.Context) { order <- "still" }) {
				t.Error("it is not alone")
			}
		})
	}()
	leave()
	order <- "left"
	leaveToo()
	if !<-done {
		t.Error("nothing was called")
	}
	if first, second, third := <-order, <-order, <-order; first != "left" || second != "alone" || third != "still" {
		t.Errorf("%s, then %s, then %s", first, second, third)
	}
	defer enter(ctx, 1)()
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	never := func(context.Context) { t.Error("it is not alone") }
	if Alone(canceled, nil, never) {
		t.Error("somebody is alone beside another one")
	}
	leave = enter(ctx, 2)
	go func() { done <- Alone(ctx, func() bool { return false }, never) }()
	for waits := false; !waits; {
		turns.mu.Lock()
		waits = turns.queued > 0
		turns.mu.Unlock()
	}
	leave()
	if <-done {
		t.Error("somebody is alone although that is not needed")
	}
}

// TestAloneTogether has several wait to be alone while another program runs: they have
// their turns one after the other, before a program that has come meanwhile.
func TestAloneTogether(t *testing.T) {
	old := turns
	turns = newTurns()
	defer func() { turns = old }()
	ctx := context.Background()
	_, leave, err := Turn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	const many = 3
	order := make(chan string, many+1)
	done := make(chan bool, many)
	for n := range many {
		go func() { done <- Alone(ctx, nil, func(context.Context) { order <- "alone" }) }()
		for waits := 0; waits <= n; {
			turns.mu.Lock()
			waits = turns.queued
			turns.mu.Unlock()
		}
	}
	go func() {
		_, leave, err := Turn(ctx)
		if err != nil {
			t.Error(err)
			return
		}
		defer leave()
		order <- "beside"
	}()
	leave()
	for n := range many {
		if who := <-order; who != "alone" || !<-done {
			t.Errorf("turn %d: %s", n+1, who)
		}
	}
	if who := <-order; who != "beside" {
		t.Error(who)
	}
}

// TestShares lets a program compute beside one that wants all there is: hundreds
// of processes, each in a session of its own.
func TestShares(t *testing.T) {
	needProgram(t, "setsid")
	needShell(t)
	if testing.Short() || !canKeep.Load() {
		t.Skip("it takes seconds of processor time")
	}
	const spin = "while :; do :; done"
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	greedy := shell("i=0; while [ $i -lt 50 ]; do setsid sh -c '" + spin + "' & i=$((i+1)); done; echo 1; " + spin)
	up := make(chan struct{})
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() {
		feed := Plain(nil)
		feed.Answers, feed.Answered = 1, func() { close(up) }
		greedy.RunFeed(ctx, feed, Limits{Timeout: time.Minute})
	})
	defer cancel()
	<-up
	begin := time.Now()
	a := run(t, shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo 1"), "", Limits{Timeout: 30 * time.Second})
	t.Logf("%v of processor time in %v", a.CPU, time.Since(begin))
	if a.Fault != None || a.Duration > 8*a.CPU+2*time.Second {
		t.Errorf("%+v", a)
	}
}
