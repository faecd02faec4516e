package live

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/lobby"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// TestMain lets the test binary be a keeper, and a program of either side.
func TestMain(m *testing.M) {
	subject.Keeper()
	if len(os.Args) == 4 && os.Args[1] == asProgram {
		os.Exit(perform(os.Args[2], os.Args[3]))
	}
	os.Exit(m.Run())
}

// asProgram makes the test binary a program; then come what it does and a port.
const asProgram = "as-program"

// perform is a program under test. Its status is that of its process.
func perform(does, port string) int {
	in, err := stream.All(os.Stdin, stream.Limits{})
	if err != nil {
		return 1
	}
	values := stream.Raws(in)
	address := "127.0.0.1:" + port
	switch does {
	case "dies":
		return 3
	case "leaves":
		return 0
	case "sleeps":
		time.Sleep(time.Hour)
	case "writes first":
		fmt.Println(`[["a","b"],[]]`)
	case "void":
		fmt.Println(`"void"`)
	case "wrong port":
		// One that is given away by the system.
		address = "127.0.0.1:0"
		fallthrough
	case "hangs":
		l, err := net.Listen("tcp", address)
		if err != nil {
			return 1
		}
		for {
			if _, err := l.Accept(); err != nil {
				return 1
			}
		}
	case "never accepts":
		if _, err := net.Listen("tcp", address); err != nil {
			return 1
		}
		time.Sleep(time.Hour)
	case "listens and leaves":
		l, err := net.Listen("tcp", address)
		if err != nil {
			return 1
		}
		if _, err := l.Accept(); err != nil {
			return 1
		}
	case "floods":
		l, err := net.Listen("tcp", address)
		if err != nil {
			return 1
		}
		conn, err := l.Accept()
		for err == nil {
			_, err = conn.Write([]byte(strings.Repeat("x", 1<<16)))
		}
		time.Sleep(time.Hour)
	case "floods stdout":
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("1 ", 1<<15)); err != nil {
				return 1
			}
		}
	case "serves", "serves everybody", "serves and tells first", "serves and stays":
		return serve(does, port, values)
	case "serves the last first":
		return serveLastFirst(address, values)
	case "joins", "joins backwards", "joins and leaves", "joins and stays":
		return join(does, address, values)
	case "sends garbage":
		conn, err := net.Dial("tcp", address)
		for err == nil {
			_, err = io.WriteString(conn, strings.Repeat("\xff", 1<<16))
		}
	case "sends a long name":
		conn, err := net.Dial("tcp", address)
		if err != nil {
			return 1
		}
		_, _ = io.WriteString(conn, `"`+strings.Repeat("x", 1<<16)) // it may be closed
		time.Sleep(time.Hour)
	case "joins and multiplies":
		var first net.Conn
		for _, name := range []string{`"a"`, `"b"`} {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				return 1
			}
			if _, err := io.WriteString(conn, name); err != nil {
				return 1
			}
			first = cmp.Or(first, conn)
		}
		if _, err := first.Read(make([]byte, 1)); err != nil {
			return 1
		}
		return multiply(port)
	case "serves and multiplies":
		l, err := net.Listen("tcp", address)
		if err != nil {
			return 1
		}
		conn, err := l.Accept()
		if err != nil {
			return 1
		}
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			return 1
		}
		return multiply(port)
	case "half closes", "resets":
		return greetOnce(does, address)
	case "joins and half closes":
		return joinHalf(address)
	case "dials on":
		var open []net.Conn
		for len(open) < 1000 {
			if conn, err := net.Dial("tcp", address); err == nil {
				open = append(open, conn)
			}
			time.Sleep(time.Millisecond)
		}
	}
	return 0
}

// greetOnce is a server that takes one name, and then breaks the connection in an unusual way.
func greetOnce(does, address string) int {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return 1
	}
	accepted, err := l.Accept()
	if err != nil {
		return 1
	}
	conn := accepted.(*net.TCPConn)
	if _, err := conn.Read(make([]byte, 1<<10)); err != nil {
		return 1
	}
	// What cannot be sent any more is no matter.
	switch does {
	case "half closes":
		_, _ = io.WriteString(conn, `["setup",[`)
		_ = conn.CloseWrite()
	case "resets":
		_ = conn.SetLinger(0)
		_ = conn.Close()
	}
	time.Sleep(time.Hour)
	return 0
}

// joinHalf is clients that sign up, and close one direction of their connections.
func joinHalf(address string) int {
	for _, name := range []string{`"a"`, `"b"`} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			return 1
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, name); err != nil || conn.(*net.TCPConn).CloseWrite() != nil {
			return 1
		}
	}
	time.Sleep(time.Hour)
	return 0
}

// multiply starts more processes than a program may have.
func multiply(port string) int {
	self, err := os.Executable()
	if err != nil {
		return 1
	}
	for {
		if err := exec.Command(self, asProgram, "sleeps", port).Start(); err != nil {
			time.Sleep(time.Second) // it is about to be ended
		}
	}
}

// programRules are those of the programs: the game starts with two.
func programRules() (*game.Game, game.Rules, error) {
	g, err := games.Named("bazaar")
	if err != nil {
		return nil, nil, err
	}
	rules, err := g.Configure(game.Settings{Options: []game.Setting{{Name: "players_max", Value: jsontext.Value("2")}}})
	return g, rules, err
}

func serve(does, port string, in []jsontext.Value) int {
	_, rules, err := programRules()
	if err != nil {
		return 1
	}
	host := "127.0.0.1"
	if does == "serves everybody" {
		host = ""
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return 1
	}
	const result = `[["a","b"],[]]`
	if does == "serves and tells first" {
		fmt.Println(result)
	}
	o, err := lobby.Serve(context.Background(), l, rules.Live(), in, lobby.Options{})
	if err != nil {
		return 1
	}
	if does != "serves and tells first" {
		fmt.Printf("%s\n", o.Values[0])
	}
	if does == "serves and stays" {
		time.Sleep(time.Hour)
	}
	return 0
}

// serveLastFirst calls win for the second player first, which is as good as the
// other order (BG-51).
func serveLastFirst(address string, in []jsontext.Value) int {
	_, rules, err := programRules()
	if err != nil {
		return 1
	}
	signUp := rules.Live().SignUp()
	l, err := net.Listen("tcp", address)
	if err != nil {
		return 1
	}
	var players []*match.Conn
	var names []string
	for range 2 {
		conn, err := l.Accept()
		if err != nil {
			return 1
		}
		g, err := lobby.Greet(conn, &signUp, time.Second, nil)
		if err != nil {
			return 1
		}
		names = append(names, g.Name)
		players = append(players, match.NewConn(g.Stream(), match.ConnOptions{}))
	}
	referee, err := rules.Live().Referee(in, names)
	if err != nil {
		return 1
	}
	ahead := false
	for due := referee.Calls(); len(due) > 0; due = referee.Calls() {
		c := due[0]
		if c.Method == win && !ahead {
			ahead = true
			// Both have won.
			if _, err := players[1].Call(win, c.Args, time.Second); err != nil {
				return 1
			}
		}
		reply := jsontext.Value(`"void"`)
		if c.Method != win || c.Seat == 0 {
			if reply, err = players[c.Seat].Call(c.Method, c.Args, time.Second); err != nil {
				return 1
			}
		}
		referee.Answer(c.Seat, reply)
	}
	fmt.Printf("%s\n", referee.Result()[0])
	return 0
}

func join(does, address string, in []jsontext.Value) int {
	g, rules, err := programRules()
	if err != nil {
		return 1
	}
	clients, err := client.FromInput(rules, g.Protocol.Clients, in, 1)
	if err != nil {
		return 1
	}
	switch does {
	case "joins backwards":
		clients[0], clients[1] = clients[1], clients[0]
	case "joins and leaves":
		clients = clients[:1]
		time.AfterFunc(300*time.Millisecond, func() { os.Exit(0) })
	}
	client.Run(context.Background(), clients, client.Options{Dial: client.TCP(address), Last: win})
	fmt.Println(`"void"`)
	if does == "joins and stays" {
		time.Sleep(time.Hour)
	}
	return 0
}

// pairOf is the input of a live case of two good players.
func pairOf() []jsontext.Value {
	return append([]jsontext.Value{
		jsontext.Value(`[["a","purchase-points"],["b","purchase-size"]]`), jsontext.Value(`[]`),
	}, fresh(2)...)
}

// hold holds the test binary, as a program that does something, to one case.
func hold(t *testing.T, task, does string, gap time.Duration) judge.Verdict {
	t.Helper()
	g, rules, err := programRules()
	if err != nil {
		t.Fatal(err)
	}
	side, _ := g.Task(task)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := &subject.Command{Argv: []string{self, asProgram, does, subject.PortMark}, Live: true}
	defer command.Close()
	scale := 1.0
	if gap > 0 {
		scale = haste
	}
	var verdict judge.Verdict
	_, err = run.Run(t.Context(), run.Config{
		Game: g, Rules: rules, Task: side, Judge: judge.New(side, judge.Strict, nil),
		Cases:   suite.List{{ID: "bazaar/" + task + "/one", In: pairOf(), AnyRun: true}},
		Subject: command,
		Live: &live.Stage{
			Game: g, Rules: rules, Task: side, Command: command, Scale: scale,
			Waits: live.Waits{Start: shortPatience, Call: shortPatience, End: shortPatience, Gap: gap},
		},
		Limits:  subject.Limits{Timeout: time.Minute, ProcessesMax: processesMax},
		Deliver: func(r run.Result) { verdict = r.Verdict },
	})
	if err != nil {
		t.Fatal(err)
	}
	return verdict
}

// bounded is far longer than any of these cases takes with the time that it waits for
// others, and far shorter than the rest of a game.
const bounded = time.Minute

// busyTries is how often a program is tried that could not be judged, since the machine was
// busy: what keeps it so is over by then.
const busyTries = 10

// processesMax is soon reached by who multiplies.
const processesMax = 64

// shortPatience is enough for programs that start at once.
const shortPatience = 2 * time.Second

// haste makes the sign-up so short that a program which lets it pass is soon found.
const haste = 0.25

// TestHostile: whatever a program does instead of playing, it gets its verdict
// in bounded time, and nothing of it is left.
func TestHostile(t *testing.T) {
	for _, c := range []struct {
		task, does string
		outcome    judge.Outcome
		clause     string
		warning    string
		slow       bool          // as long as a program may take to begin or to end
		gap        time.Duration // our next client comes at the latest after this time
	}{
		{task: "server", does: "serves", outcome: judge.Pass},
		{task: "server", does: "serves everybody", outcome: judge.Pass},
		{task: "server", does: "serves the last first", outcome: judge.Pass},
		{task: "server", does: "serves and tells first", outcome: judge.ProtocolError, clause: "BG-97"},
		{task: "server", does: "serves and stays", outcome: judge.Pass, warning: string(subject.Lingered), slow: true},
		{task: "server", does: "dies", outcome: judge.Crashed},
		{task: "server", does: "leaves", outcome: judge.MissingOutput, clause: "BG-87"},
		{task: "server", does: "writes first", outcome: judge.ProtocolError, clause: "BG-80"},
		{task: "server", does: "sleeps", outcome: judge.Silent, slow: true},
		{task: "server", does: "wrong port", outcome: judge.Silent, slow: true},
		{task: "server", does: "hangs", outcome: judge.Timeout, clause: "BG-85", slow: true},
		// The sign-up ends before the second client may come, which waits until the name of the first is read.
		{task: "server", does: "never accepts", outcome: judge.Timeout, clause: "BG-85", slow: true, gap: bounded},
		{task: "server", does: "listens and leaves", outcome: judge.MissingOutput, clause: "BG-87"},
		{task: "server", does: "floods", outcome: judge.ProtocolError, clause: "BG-90"},
		{task: "server", does: "floods stdout", outcome: judge.OutputLimit},
		{task: "server", does: "serves and multiplies", outcome: judge.ProcessLimit},
		{task: "server", does: "half closes", outcome: judge.ProtocolError, clause: "BG-80", slow: true},
		{task: "server", does: "resets", outcome: judge.ProtocolError, clause: "BG-80", slow: true},
		{task: "clients", does: "joins", outcome: judge.Pass},
		{task: "clients", does: "joins backwards", outcome: judge.ProtocolError, clause: "BG-80"},
		{task: "clients", does: "joins and leaves", outcome: judge.ProtocolError, clause: "BG-80"},
		{task: "clients", does: "joins and stays", outcome: judge.Pass, warning: string(subject.Lingered), slow: true},
		{task: "clients", does: "dies", outcome: judge.Crashed},
		// That "void" is missing is a remark: nobody connects is what counts.
		{task: "clients", does: "leaves", outcome: judge.ProtocolError, clause: "BG-80"},
		{task: "clients", does: "void", outcome: judge.ProtocolError, clause: "BG-80"},
		{task: "clients", does: "sleeps", outcome: judge.Silent, slow: true},
		{task: "clients", does: "sends garbage", outcome: judge.ProtocolError, clause: "BG-81"},
		{task: "clients", does: "sends a long name", outcome: judge.ProtocolError, clause: "BG-81"},
		{task: "clients", does: "dials on", outcome: judge.ProtocolError, clause: "BG-80"},
		{task: "clients", does: "floods stdout", outcome: judge.OutputLimit},
		{task: "clients", does: "joins and multiplies", outcome: judge.ProcessLimit},
		{task: "clients", does: "joins and half closes", outcome: judge.HungUp, clause: "BG-37", slow: true},
	} {
		t.Run(c.task+"/"+c.does, func(t *testing.T) {
			if c.slow && testing.Short() {
				t.Skip("it takes as long as a program may")
			}
			t.Parallel()
			begin, v := time.Now(), hold(t, c.task, c.does, c.gap)
			for tries := 1; v.Outcome == judge.HarnessError && strings.Contains(v.Message, run.MachineBusy) && tries < busyTries; tries++ {
				t.Logf("again: %s", v.Message)
				begin, v = time.Now(), hold(t, c.task, c.does, c.gap)
			}
			if v.Outcome != c.outcome || v.Clause != c.clause || strings.Join(v.Warnings, " ") != c.warning {
				t.Errorf("%s %s %v, expected %s %s %s: %s", v.Outcome, v.Clause, v.Warnings, c.outcome, c.clause, c.warning, v.Message)
			}
			limit := 15 * time.Second
			if c.slow {
				limit += 2 * shortPatience
			}
			if took := time.Duration(v.Ms * float64(time.Millisecond)); took > limit {
				t.Errorf("it took %v", took)
			}
			if took := time.Since(begin); took > bounded {
				t.Errorf("it took %v, waiting for others included", took)
			}
		})
	}
}

// TestNothingLeft: when programs have been judged that did not play to the end,
// no connection and no port of ours is open still.
func TestNothingLeft(t *testing.T) {
	count := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("the system does not list open files")
		}
		return len(entries)
	}
	hold(t, "server", "serves", 0) // what is opened once, stays
	before := count()
	for range 3 {
		hold(t, "server", "listens and leaves", 0)
		hold(t, "server", "floods", 0)
		hold(t, "clients", "sends garbage", 0)
		hold(t, "clients", "dies", 0)
	}
	var after int
	for range 50 {
		if after = count(); after <= before {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%d files are open, and %d were before", after, before)
}
