package subjects

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
)

// late is how long a program here may take beyond the time it has, on a machine
// that does much else.
const late = 20 * time.Second

// nextPort is from below the ports that the system gives away by itself.
var nextPort atomic.Int32

// freePort finds a port that nobody listens on. It does not listen itself to
// see that: until a program that is just being started has begun, it would hold
// on to the port, too.
func freePort(t *testing.T) string {
	t.Helper()
	nextPort.CompareAndSwap(0, 12000+int32(os.Getpid()%50)*400)
	for range 1000 {
		port := fmt.Sprint(nextPort.Add(1))
		conn, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err != nil {
			return port
		}
		conn.Close()
	}
	t.Fatal("no port is free")
	return ""
}

// listen is for the tests that take the part of the server.
func listen(t *testing.T) (l net.Listener, port string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l, fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
}

// A program is one that was started and is still to be waited for.
type program struct {
	t              *testing.T
	name           string
	stdout, stderr bytes.Buffer
	command        *exec.Cmd
}

// python starts a program of the table.
func python(t *testing.T, stdin, path string, arguments ...string) *program {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 here")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	p := &program{t: t, name: path}
	p.command = exec.CommandContext(ctx, "python3", append([]string{path}, arguments...)...)
	p.command.Stdin = strings.NewReader(stdin)
	p.command.Stdout, p.command.Stderr = &p.stdout, &p.stderr
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if p.command.ProcessState == nil {
			p.command.Process.Kill()
			p.command.Wait()
		}
	})
	return p
}

// wait gives what the program writes. It is to exit with status 0.
func (p *program) wait() string {
	p.t.Helper()
	if err := p.command.Wait(); err != nil {
		p.t.Errorf("%s: %v", p.name, err)
	}
	if strings.Contains(p.stderr.String(), "Traceback") {
		p.t.Errorf("%s: %s", p.name, &p.stderr)
	}
	return strings.TrimSpace(p.stdout.String())
}

// options are the arguments that set options.
func options(settings ...string) []string {
	var arguments []string
	for _, s := range settings {
		arguments = append(arguments, "--option", s)
	}
	return arguments
}

// plain tells what the clients with a name of 11.6 are as actors of games.
var plain = map[string]string{
	"nonSetup": "setup", "nonWin": "win",
	"illTT": "request-pebble-or-trades", "invTTBadString": "request-pebble-or-trades",
}

// signedUp are the actors of games that stand for the clients which take part.
func signedUp(t *testing.T, actors, specials string) string {
	t.Helper()
	var list [][]any
	if err := json.Unmarshal([]byte(actors), &list); err != nil {
		t.Fatal(err)
	}
	for i, a := range list {
		if method := plain[a[0].(string)]; len(a) == 2 && method != "" {
			list[i] = append(a, method)
		}
	}
	if strings.Contains(specials, "AAsendnameloop") {
		list = append(list, []any{"AAsendnameloop", "purchase-points", "setup"})
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A pair is a test pair: input for a server and for clients.
type pair struct {
	actors, specials             string
	equations, game, bonus       string
	server, clients              []string // other arguments
	serverProgram, clientProgram string   // if they are not the right ones
}

// play gives what the server writes.
func (p pair) play(t *testing.T) string {
	t.Helper()
	if p.serverProgram == "" {
		p.serverProgram = "right/server.py"
	}
	if p.clientProgram == "" {
		p.clientProgram = "right/clients.py"
	}
	port := freePort(t)
	s := python(t, p.equations+p.game+p.bonus, p.serverProgram, append([]string{port}, p.server...)...)
	c := python(t, p.actors+p.specials, p.clientProgram, append([]string{port}, p.clients...)...)
	if got := c.wait(); got != `"void"` {
		t.Errorf("the clients say %s\n%s", got, &c.stderr)
	}
	return s.wait()
}

// games is the result that task games has for the pair.
func (p pair) games(t *testing.T, settings ...string) string {
	t.Helper()
	stdin := signedUp(t, p.actors, p.specials) + p.equations + p.game + p.bonus
	g := python(t, stdin, "right/bazaar.py", append([]string{"games"}, settings...)...)
	winners, dropouts, _ := strings.Cut(g.wait(), "\n")
	return "[" + winners + "," + dropouts + "]"
}

// timesMax is how much longer than usual the times of a pair are at last: by then a
// program is late by its own doing, on whatever machine.
const timesMax = 16

// agrees plays a pair, and plays it again with longer times if the server does not say
// what is expected: on a busy machine a program may be late, and who breaks the rules
// does so with any times.
func agrees(t *testing.T, play func(times int) (got, want string)) {
	t.Helper()
	for times := 1; ; times *= 4 {
		got, want := play(times)
		if got == want {
			return
		}
		if times == timesMax {
			t.Errorf("the server says %s, expected %s", got, want)
			return
		}
	}
}

// A long game with few equations: many turns before the cards are gone.
const someEquations = `[[["red"],["blue"]],[["green","green"],["white"]],[["yellow"],["red","blue"]]]`

// gameFor is a game of so many players.
func gameFor(players int) string {
	var seats []string
	for i := range players {
		seats = append(seats, fmt.Sprintf(`{"wallet":["red","green","green","blue","yellow"],"score":%d}`, i))
	}
	card := func(face bool, pebbles string) string {
		var colors []string
		for _, p := range pebbles {
			colors = append(colors, map[rune]string{'r': `"red"`, 'w': `"white"`, 'b': `"blue"`, 'g': `"green"`, 'y': `"yellow"`}[p])
		}
		return fmt.Sprintf(`{"pebbles":[%s],"face?":%v}`, strings.Join(colors, ","), face)
	}
	visibles := []string{card(true, "rwbgy"), card(false, "rrbbb"), card(false, "bbbwy"), card(true, "yyrrg")}
	hidden := []string{
		card(false, "wwwww"), card(true, "rrrbb"), card(false, "rggbb"), card(false, "rwwgg"), card(true, "rbrbr"),
		card(false, "yyyyy"), card(true, "ggwrb"), card(false, "gbgbg"), card(false, "rgbyb"), card(false, "bbbbr"),
	}
	bank := strings.Repeat(`"red","white","blue","green","yellow",`, 8)
	return fmt.Sprintf(`{"bank":[%s],"visibles":[%s],"cards":[%s],"players":[%s]}`,
		strings.TrimSuffix(bank, ","), strings.Join(visibles, ","), strings.Join(hidden, ","), strings.Join(seats, ","))
}

// TestLivePairs lets the two right programs play and compares with task games.
func TestLivePairs(t *testing.T) {
	t.Parallel()
	one := `["Ada","purchase-points"],["bob","purchase-size"]`
	three := `[` + one + `,%s]`
	tests := []struct {
		name             string
		actors, specials string
		players          int
		bonus            string
		options          []string
		want             string // if task games does not say
	}{
		{name: "two", actors: `[` + one + `]`, players: 2},
		{name: "three", actors: fmt.Sprintf(three, `["Cyd","purchase-points"]`), players: 3},
		{name: "four", actors: `[` + one + `,["Cyd","purchase-points"],["dee","purchase-size"]]`, players: 4},
		{name: "five", actors: `[` + one + `,["Cyd","purchase-points"],["dee","purchase-size"],["Eve","purchase-size"]]`, players: 5},
		{name: "six", actors: `[` + one + `,["Cyd","purchase-points"],["dee","purchase-size"],["Eve","purchase-size"],["f","purchase-points"]]`, players: 6},
		{name: "RWB", actors: `[` + one + `]`, players: 2, bonus: `"RWB"`},
		{name: "SEY", actors: `[` + one + `]`, players: 2, bonus: `"SEY"`},
		{name: "special that diverges", actors: `[` + one + `]`, specials: `["AAdivergeBeforeSending"]`, players: 2},
		{name: "special that sends its name", actors: `[` + one + `]`, specials: `["AAsendnameloop"]`, players: 3},
		{name: "both specials", actors: `[` + one + `]`, specials: `["AAdivergeBeforeSending","AAsendnameloop"]`, players: 3},
		{
			name: "everybody fails in setup", actors: `[["Ada","purchase-size","setup"],["nonSetup","purchase-size"],["bob","purchase-size","setup",1]]`,
			specials: `["AAsendnameloop"]`, players: 4,
		},
		{name: "too many", actors: fmt.Sprintf(three, `["Cyd","purchase-points"]`), players: 2, want: "[[],[]]"},
		{name: "too few", actors: `[` + one + `]`, players: 3, want: "[[],[]]"},
		{name: "one", actors: `[["Ada","purchase-points"]]`, players: 1, options: []string{"wait_ms=600"}, want: "[[],[]]"},
		{name: "a name taken", actors: `[` + one + `,["AAsendnameloop","purchase-size"]]`, specials: `["AAsendnameloop"]`, players: 3, want: "as without the special"},
		{
			name: "a name taken, void", actors: `[` + one + `,["AAsendnameloop","purchase-size"]]`, specials: `["AAsendnameloop"]`, players: 4,
			options: []string{"duplicate_names=void"}, want: "[[],[]]",
		},
	}
	for _, actor := range []string{
		`["x","purchase-size","setup"]`, `["x","purchase-size","request-pebble-or-trades"]`,
		`["x","purchase-size","request-cards"]`, `["x","purchase-size","win"]`,
		`["x","purchase-size","setup",1]`, `["x","purchase-size","request-pebble-or-trades",2]`,
		`["x","purchase-size","request-cards",2]`, `["x","purchase-size","win",1]`, `["x","purchase-size","win",2]`,
		`["x","purchase-points","a cheat","use-non-existent-equation"]`, `["x","purchase-points","a cheat","bank-cannot-trade"]`,
		`["x","purchase-points","a cheat","wallet-cannot-trade"]`, `["x","purchase-points","a cheat","buy-unavailable-card"]`,
		`["x","purchase-points","a cheat","wallet-cannot-buy-card"]`,
		`["nonSetup","purchase-points"]`, `["nonWin","purchase-points"]`, `["illTT","purchase-points"]`, `["invTTBadString","purchase-points"]`,
		`["nonSetup","purchase-points","win"]`, `["illTT","purchase-size","a cheat","wallet-cannot-buy-card"]`,
	} {
		tests = append(tests, tests[1])
		last := &tests[len(tests)-1]
		last.name, last.actors = actor, fmt.Sprintf(three, actor)
	}
	for _, tt := range tests {
		if !chosen(tt.name) {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			agrees(t, func(times int) (got, want string) {
				p := pair{actors: tt.actors, specials: tt.specials, equations: someEquations, game: gameFor(tt.players), bonus: tt.bonus}
				settings := []string{"waits=1", fmt.Sprint("wait_ms=", 1500*times), fmt.Sprint("name_ms=", 700*times), fmt.Sprint("call_ms=", 1000*times)}
				settings = append(settings, tt.options...)
				if tt.want == "" && tt.name != "two" {
					settings = append(settings, fmt.Sprint("players_max=", tt.players)) // so that nobody has to wait
				}
				p.server = options(settings...)
				got, want = p.play(t), tt.want
				if want == "as without the special" {
					p.specials, want = "", ""
				}
				if want == "" {
					want = p.games(t)
				}
				return got, want
			})
		})
	}
}

// TestLiveGames plays generated games.
func TestLiveGames(t *testing.T) {
	t.Parallel()
	count := 24
	if !*all {
		count = 6
	}
	for _, preset := range []string{"rules", "reference-2024"} {
		rules, err := bazaar.Game().Configure(game.Settings{Preset: preset})
		if err != nil {
			t.Fatal(err)
		}
		for i := range count / 2 {
			t.Run(fmt.Sprint(preset, "/", i), func(t *testing.T) {
				t.Parallel()
				in := rules.Generate("games", rand.New(rand.NewPCG(11, uint64(i))), i*2*game.SizeMax/count)
				var actors []jsontext.Value
				if err := json.Unmarshal(in[0], &actors); err != nil {
					t.Fatal(err)
				}
				if len(actors) == 0 {
					t.Skip("nobody plays")
				}
				p := pair{actors: string(in[0]), equations: string(in[1]), game: string(in[2])}
				if len(in) == 4 {
					p.bonus = string(in[3])
				}
				// The game starts as soon as all are there.
				p.clients = []string{"--preset", preset}
				agrees(t, func(times int) (got, want string) {
					p.server = append(options("players_min=1", fmt.Sprint("players_max=", len(actors)), fmt.Sprint("call_ms=", 1500*times)), p.clients...)
					return p.play(t), p.games(t, p.clients...)
				})
			})
		}
	}
}

// dial connects to a server, which may still have to open its port.
func dial(t *testing.T, port string) net.Conn {
	t.Helper()
	var conn net.Conn
	var err error
	for start := time.Now(); time.Since(start) < late; time.Sleep(20 * time.Millisecond) {
		if conn, err = net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			t.Cleanup(func() { conn.Close() })
			return conn
		}
	}
	t.Fatal(err)
	return nil
}

// closedWithin looks whether the other side closes the connection without a word.
func closedWithin(t *testing.T, conn net.Conn, least, most time.Duration) {
	t.Helper()
	start := time.Now()
	conn.SetReadDeadline(start.Add(most))
	data, err := io.ReadAll(conn)
	if len(data) > 0 {
		t.Errorf("%q came, expected nothing", data)
	}
	if took := time.Since(start); errors.Is(err, os.ErrDeadlineExceeded) || took < least {
		t.Errorf("%v after %v, expected an end between %v and %v", err, took, least, most)
	}
}

// A move is what a scripted client does when it is called.
type move func(conn net.Conn)

func say(text string) move {
	return func(conn net.Conn) { io.WriteString(conn, text) }
}

func pieces(text string, pause time.Duration) move {
	return func(conn net.Conn) {
		for i := range len(text) {
			if _, err := io.WriteString(conn, text[i:i+1]); err != nil {
				return
			}
			time.Sleep(pause)
		}
	}
}

func hangUp(text string) move {
	return func(conn net.Conn) {
		io.WriteString(conn, text)
		conn.Close()
	}
}

func reset(conn net.Conn) {
	conn.(*net.TCPConn).SetLinger(0)
	conn.Close()
}

// flood says the same without end.
func flood(first, text string) move {
	return func(conn net.Conn) {
		io.WriteString(conn, first)
		for chunk := []byte(strings.Repeat(text, 1<<14)); ; {
			if _, err := conn.Write(chunk); err != nil {
				return
			}
		}
	}
}

// follow is a scripted client: void, empty lists, and the moves given for some
// methods. It sends the calls that come.
func follow(conn net.Conn, moves map[string]move) []string {
	var calls []string
	in := jsontext.NewDecoder(conn)
	for {
		value, err := in.ReadValue()
		if err != nil {
			return calls
		}
		calls = append(calls, string(value))
		var call []jsontext.Value
		var method string
		if json.Unmarshal(value, &call) != nil || len(call) != 2 || json.Unmarshal(call[0], &method) != nil {
			return calls
		}
		switch {
		case moves[method] != nil:
			moves[method](conn)
		case method == "setup" || method == "win":
			io.WriteString(conn, `"void"`)
		default:
			io.WriteString(conn, `[]`)
		}
	}
}

// The game of the scripted clients. Bad, who is first, wins if it stays.
const (
	scriptedEquations = `[[["red"],["blue"]]]`
	scriptedGame      = `{"bank":["red","blue","blue","white"],"visibles":[{"pebbles":["white","white","white","white","white"],"face?":false},` +
		`{"pebbles":["red","blue","blue","blue","blue"],"face?":false}],"cards":[` +
		`{"pebbles":["green","green","green","green","green"],"face?":false},{"pebbles":["green","green","green","green","green"],"face?":false}],` +
		`"players":[{"wallet":["red","blue","blue","blue","blue"],"score":7},{"wallet":["red"],"score":5}]}`
	stays = `[["bad"],[]]`
	drops = `[["good"],["bad"]]`
)

// scripted plays the game with the server: the calls of bad and good, and the result.
func scripted(t *testing.T, server, badName string, moves map[string]move, settings ...string) (bad, good []string, result string) {
	t.Helper()
	port := freePort(t)
	settings = append([]string{"name_ms=20000"}, settings...)
	s := python(t, scriptedEquations+scriptedGame, server, append([]string{port}, options(settings...)...)...)
	first := dial(t, port)
	io.WriteString(first, badName)
	second := dial(t, port)
	io.WriteString(second, `"good"`)
	ofBad, ofGood := make(chan []string, 1), make(chan []string, 1)
	go func() { ofBad <- follow(first, moves) }()
	go func() { ofGood <- follow(second, nil) }()
	result = s.wait()
	bad, good = <-ofBad, <-ofGood
	return bad, good, result
}

const (
	firstCall  = "request-pebble-or-trades"
	secondCall = "request-cards"
)

// TestServerFaultsOfCalls has rows of 11.4 from SF9 on.
func TestServerFaultsOfCalls(t *testing.T) {
	t.Parallel()
	const callTime = 700 * time.Millisecond
	type fault struct {
		name, method string
		move         move
		want         string
		least        time.Duration // that the game takes
	}
	wrong := func(method string, texts ...string) []fault {
		var rows []fault
		for _, text := range texts {
			rows = append(rows, fault{text, method, say(text), drops, 0})
		}
		return rows
	}
	card := `{"pebbles":["red","blue","blue","blue","blue"],"face?":false}`
	tests := []fault{
		{"SF9", "setup", hangUp(""), drops, 0},
		{"SF10", "setup", func(net.Conn) {}, drops, callTime},
		{"SF11 open", "setup", say(`"void`), drops, callTime},
		{"SF19 waits", firstCall, say(`[[["red"]`), drops, callTime},
		{"SF19 closes", firstCall, hangUp(`[[["red"]`), drops, 0},
		{"SF20 first", firstCall, pieces(`[]`, 30*time.Millisecond), stays, 0},
		{"SF20 escapes", "setup", say("\n\t \"\\u0076oi\\u0064\""), stays, 0},
		{"SF20 blanks", firstCall, say(strings.Repeat(" ", 5000) + "[ ]"), stays, 0},
		{"SF21", "setup", pieces(`          "void"          `, 100*time.Millisecond), drops, callTime},
		{"SF22 legal", "setup", say(`"void"[]`), `[[],["bad"]]`, 0}, // each reply counts one call late, at last to win
		{"SF22", "setup", say(`"void"null`), drops, 0},
		{"SF24 bytes", firstCall, flood("", " "), drops, 0},
		{"SF24 string", firstCall, flood(`"`, "a"), drops, 0},
		{"SF24 depth", firstCall, flood("", "["), drops, 0},
		{"SF26", "win", func(net.Conn) {}, `[[],["bad"]]`, callTime},
		{"SF26 wrong", "win", say(`true`), `[[],["bad"]]`, 0},
		{"SF26 closes", "win", hangUp(``), `[[],["bad"]]`, 0},
		{"SF27 first", firstCall, reset, drops, 0},
		{"SF27 second", secondCall, reset, drops, 0},
		{"pebble", firstCall, say(`false`), stays, 0},
		{"exchange", firstCall, say(` [ [ ["red" ],["blue"] ] ] `), stays, 0},
		{"buys", secondCall, say(`[` + card + `]`), stays, 0},
		{"number", firstCall, say("1"), drops, callTime}, // is not complete
		{"number and blank", firstCall, say("1 "), drops, 0},
		{"long number", firstCall, say("[" + strings.Repeat("9", 1<<20-2) + "]"), drops, 0},
		{"longest value", firstCall, say("[" + strings.Repeat(" ", 1<<20-2) + "]"), stays, 0},
		{"too long a value", firstCall, say("[" + strings.Repeat(" ", 1<<20-1) + "]"), drops, 0},
		{"second value kept", firstCall, say(`[]["x"]`), drops, 0},
		{"half a character", firstCall, say("\"\xc3\""), drops, 0},
		{"depth of 64", "setup", say(strings.Repeat("[", 64) + strings.Repeat("]", 64)), drops, 0},
	}
	tests = append(tests, wrong("setup", `void`, `"Void"`, `null`, `true`, `[]`, `"voi\x"`)...)
	tests = append(tests, wrong("setup", "\xef\xbb\xbf\"void\"", `'void'`, `x`)...)
	tests = append(tests, wrong(firstCall, `true`, `5 `, `"x"`, `{}`, `null`, `[[["red"],["blue"],["red"]]]`, `[[["re"],["blue"]]]`,
		`[[[],["blue"]]]`, `[[["red"],["blue","blue","blue","blue","blue"]]]`, `[[["red"],["red"]]]`, `[[["red"],["white"]]]`, `[`+card+`]`,
		`[[["red"],["blue"]],[["red"],["blue"]]]`, `[[["blue"],["red"]],[["blue"],["red"]]]`, `[5]`, `[[["red"]]]`)...)
	tests = append(tests, wrong(secondCall, `false`, `[[["red"],["blue"]]]`, `[{"pebbls":["red","blue","blue","blue","blue"],"face?":false}]`,
		`[{"pebbles":["red","blue","blue","blue","blue"]}]`, `[{"pebbles":["red","blue","blue","blue","blue"],"face?":false,"x":1}]`,
		`[{"pebbles":["red","blue","blue","blue"],"face?":false}]`, `[{"pebbles":["red","red","blue","blue","blue","blue"],"face?":false}]`,
		`[{"pebbles":["red","blue","blue","blue","blue"],"face?":0}]`, `[{"pebbles":["red","blue","blue","blue","blue"],"face?":true}]`,
		`[`+card+`,`+card+`]`, `[{"pebbles":["white","white","white","white","white"],"face?":false}]`, `"void"`)...)
	for _, tt := range tests {
		if !chosen(tt.method + tt.name) {
			continue
		}
		t.Run(tt.method+"/"+tt.name[:min(len(tt.name), 40)], func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			_, good, result := scripted(t, "right/server.py", `"bad"`, map[string]move{tt.method: tt.move},
				"players_max=2", fmt.Sprint("call_ms=", callTime.Milliseconds()))
			if result != tt.want {
				t.Errorf("the result is %s, expected %s", result, tt.want)
			}
			if took := time.Since(start); took < tt.least || took > tt.least+late {
				t.Errorf("it took %v, expected %v at least", took, tt.least)
			}
			// The other player gets its calls, whatever bad does.
			won := tt.want == drops
			if last := good[len(good)-1]; last != fmt.Sprintf(`["win",[%v]]`, won) {
				t.Errorf("the last call of the other player is %s", last)
			}
		})
	}
}

// TestServerLenient has Q6 (BG-92).
func TestServerLenient(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`true`: stays, `null`: stays, `1e999 `: stays, `"x"`: stays, `{"a":1,"a":2}`: stays, `[5]`: drops, `["x"]`: drops,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			_, _, result := scripted(t, "right/server.py", `"bad"`, map[string]move{firstCall: func(conn net.Conn) {
				io.WriteString(conn, text)
			}}, "players_max=2", "call_ms=2000", "first_reply=lenient")
			if result != want {
				t.Errorf("the result is %s, expected %s", result, want)
			}
		})
	}
}

// TestServerBlockedSending has SF25. No call of a game of ordinary size fills
// the buffers, so that this one is made up. A call without an end would have no answer
// here; how late it ends is up to the machine.
func TestServerBlockedSending(t *testing.T) {
	t.Parallel()
	const program = `
import socket, sys, time
sys.path.insert(0, "right")
import server
ours, theirs = socket.socketpair()
start = time.monotonic()
try:
    server.Connection(ours).call("setup", "x" * 20000000, 0.5)
except server.bazaar.Failed as why:
    print(why, time.monotonic() - start >= 0.5)
`
	if got := python(t, "", "-c", program).wait(); got != "timeout True" {
		t.Errorf("the call ends with %s", got)
	}
}

// TestServerSignUp has the rows of 11.4 up to SF8, and BG-83.
func TestServerSignUp(t *testing.T) {
	t.Parallel()
	const nameTime = 700 * time.Millisecond
	never := nameTime - 100*time.Millisecond // it closes when the time is up
	tests := []struct {
		name  string
		send  move
		least time.Duration
	}{
		{"SF1", func(net.Conn) {}, never},
		{"SF2 number", say("5 "), 0},
		{"SF2 array", say(`["Adam"]`), 0},
		{"SF2 object", say(`{"name":"Adam"}`), 0},
		{"SF2 null", say(`null`), 0},
		{"SF3 empty", say(`""`), 0},
		{"SF3 long", say(`"aaaaabbbbbcccccddddde"`), 0},
		{"SF3 blank", say(`"Ada m"`), 0},
		{"SF3 punctuation", say(`"Adam."`), 0},
		{"SF3 letter", say(`"Adäm"`), 0},
		{"SF3 line", say(`"Adam\n"`), 0},
		{"SF4 waits", say(`"Adam`), never},
		{"SF5 word", say(`Adam`), 0},
		{"SF5 bytes", say("\xff\x00"), 0},
		{"SF5 megabytes", flood(`"`, "a"), 0},
		{"SF5 depth", flood("", "["), 0},
		{"too slow", pieces(`                        `, 50*time.Millisecond), never},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			port := freePort(t)
			s := python(t, scriptedEquations+scriptedGame, "right/server.py",
				append([]string{port}, options("players_max=2", "name_ms="+fmt.Sprint(nameTime.Milliseconds()))...)...)
			stranger := dial(t, port)
			go tt.send(stranger)
			closedWithin(t, stranger, tt.least, nameTime+3*time.Second)
			play(t, s, port, `"bad"`, `"good"`, stays)
		})
	}
	t.Run("SF4 closes", func(t *testing.T) {
		t.Parallel()
		port := freePort(t)
		s := python(t, scriptedEquations+scriptedGame, "right/server.py", append([]string{port}, options("players_max=2")...)...)
		hangUp(`"Adam`)(dial(t, port))
		play(t, s, port, `"bad"`, `"good"`, stays)
	})
	t.Run("SF6", func(t *testing.T) {
		t.Parallel()
		port := freePort(t)
		// What comes in pieces may take long on a busy machine.
		s := python(t, scriptedEquations+scriptedGame, "right/server.py", append([]string{port}, options("players_max=2", "name_ms=20000")...)...)
		slow := dial(t, port)
		fast := dial(t, port)
		silent := dial(t, port)
		// BG-83: the slow one was accepted first, and sits in front.
		go func() {
			pieces("\r \"\\u0062a\\u0064\"", 50*time.Millisecond)(slow)
			follow(slow, nil)
		}()
		io.WriteString(fast, " \n\"good\" ")
		go follow(fast, nil)
		if got := s.wait(); got != stays {
			t.Errorf("the result is %s", got)
		}
		closedWithin(t, silent, 0, time.Second)
	})
	t.Run("SF7", func(t *testing.T) {
		t.Parallel()
		port := freePort(t)
		s := python(t, scriptedEquations+scriptedGame, "right/server.py", append([]string{port}, options("players_max=2")...)...)
		first := dial(t, port)
		io.WriteString(first, `"bad"`)
		time.Sleep(200 * time.Millisecond)
		twin := dial(t, port)
		io.WriteString(twin, `"bad"`)
		closedWithin(t, twin, 0, time.Second)
		go follow(first, nil)
		second := dial(t, port)
		io.WriteString(second, `"good"`)
		// SF8
		late := dial(t, port)
		io.WriteString(late, `"late"`)
		go follow(second, nil)
		if got := s.wait(); got != stays {
			t.Errorf("the result is %s", got)
		}
		closedWithin(t, late, 0, time.Second)
	})
	t.Run("SF9", func(t *testing.T) {
		t.Parallel()
		port := freePort(t)
		s := python(t, scriptedEquations+scriptedGame, "right/server.py", append([]string{port}, options("players_max=2")...)...)
		hangUp(`"bad"`)(dial(t, port))
		time.Sleep(200 * time.Millisecond)
		second := dial(t, port)
		io.WriteString(second, `"good"`)
		go follow(second, nil)
		if got := s.wait(); got != drops {
			t.Errorf("the result is %s", got)
		}
	})
	for _, tt := range []struct {
		name    string
		waits   string
		sendAt  time.Duration // when the second player comes
		result  string
		atLeast time.Duration
	}{
		{"SF29", "2", 0, "[[],[]]", 1200 * time.Millisecond},
		{"first wait", "2", 100 * time.Millisecond, stays, 600 * time.Millisecond},
		{"second wait", "2", 900 * time.Millisecond, stays, 1200 * time.Millisecond},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			port := freePort(t)
			s := python(t, scriptedEquations+scriptedGame, "right/server.py", append([]string{port}, options("wait_ms=600", "waits="+tt.waits)...)...)
			first := dial(t, port)
			start := time.Now()
			io.WriteString(first, `"bad"`)
			go follow(first, nil)
			if tt.sendAt > 0 {
				time.Sleep(tt.sendAt)
				second := dial(t, port)
				io.WriteString(second, `"good"`)
				go follow(second, nil)
			}
			if got := s.wait(); got != tt.result {
				t.Errorf("the result is %s, expected %s", got, tt.result)
			}
			if took := time.Since(start); took < tt.atLeast-100*time.Millisecond || took > tt.atLeast+late {
				t.Errorf("it took %v, expected %v", took, tt.atLeast)
			}
		})
	}
}

// play lets two clients sign up and play.
func play(t *testing.T, s *program, port, firstName, secondName, want string) {
	t.Helper()
	first := dial(t, port)
	io.WriteString(first, firstName)
	second := dial(t, port)
	io.WriteString(second, secondName)
	go follow(first, nil)
	go follow(second, nil)
	if got := s.wait(); got != want {
		t.Errorf("the result is %s, expected %s", got, want)
	}
}

// TestLiveInput has invalid input, and wrong arguments: exit status 2, a
// message, no output, no port.
func TestLiveInput(t *testing.T) {
	t.Parallel()
	two := gameFor(2)
	for _, tt := range []struct{ name, program, stdin, port string }{
		{"empty", "right/server.py", ``, "0"},
		{"one value", "right/server.py", `[]`, "0"},
		{"four values", "right/server.py", `[]` + two + `"RWB"1`, "0"},
		{"bonus", "right/server.py", `[]` + two + `"RWX"`, "0"},
		{"no JSON", "right/server.py", `[]{`, "0"},
		{"pebbles", "right/server.py", `[]{"bank":[` + strings.Repeat(`"red",`, 99) + `"red"],"visibles":[],"cards":[],"players":[{"wallet":["red"],"score":0}]}`, "0"},
		{"port", "right/server.py", `[]` + two, "80"},
		{"port above", "right/server.py", `[]` + two, "65536"},
		{"port word", "right/server.py", `[]` + two, "http"},
		{"empty", "right/clients.py", ``, "0"},
		{"special", "right/clients.py", `[]["BB"]`, "0"},
		{"specials", "right/clients.py", `[]"AAsendnameloop"`, "0"},
		{"three values", "right/clients.py", `[][][]`, "0"},
		{"actor", "right/clients.py", `[["x","y"]]`, "0"},
		{"twins", "right/clients.py", `[["x","purchase-size"],["x","purchase-size"]]`, "0"},
		{"port", "right/clients.py", `[]`, "1023"},
	} {
		if !chosen(tt.program + tt.name) {
			continue
		}
		t.Run(tt.program+"/"+tt.name, func(t *testing.T) {
			t.Parallel()
			port := tt.port
			if port == "0" {
				port = freePort(t)
			}
			p := python(t, tt.stdin, tt.program, port)
			err := p.command.Wait()
			if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 2 {
				t.Errorf("%v, expected exit status 2", err)
			}
			if p.stdout.Len() > 0 || p.stderr.Len() == 0 || strings.Contains(p.stderr.String(), "Traceback") {
				t.Errorf("stdout %q, stderr %q", &p.stdout, &p.stderr)
			}
		})
	}
	t.Run("port taken", func(t *testing.T) {
		t.Parallel()
		_, port := listen(t)
		p := python(t, `[]`+two, "right/server.py", port)
		if err := p.command.Wait(); err == nil || p.stdout.Len() > 0 || p.stderr.Len() == 0 {
			t.Errorf("%v, stdout %q, stderr %q", err, &p.stdout, &p.stderr)
		}
	})
}

// A caller is the server that clients meet.
type caller struct {
	t    *testing.T
	conn net.Conn
	in   *jsontext.Decoder
}

// accept takes the next client, which is to say its name.
func accept(t *testing.T, l net.Listener) *caller {
	t.Helper()
	l.(*net.TCPListener).SetDeadline(time.Now().Add(late))
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(late))
	return &caller{t: t, conn: conn, in: jsontext.NewDecoder(conn)}
}

// hears reads a value, or the end of the connection.
func (c *caller) hears(want string) {
	c.t.Helper()
	value, err := c.in.ReadValue()
	switch {
	case want == "the end" && err != nil && !errors.Is(err, os.ErrDeadlineExceeded):
	case err != nil || string(value) != want:
		c.t.Errorf("%s %v came, expected %s", value, err, want)
	}
}

func (c *caller) says(text string) {
	c.t.Helper()
	io.WriteString(c.conn, text)
}

const (
	setupText  = `["setup",[[[["red"],["blue"]]]]]`
	activeText = `{"wallet":["red","blue","blue","blue","blue"],"score":0,"cards":[]}`
	cardText   = `{"pebbles":["blue","blue","blue","blue","blue"],"face?":false}`
	turnText   = `{"bank":["blue"],"cards":[` + cardText + `],"active":` + activeText + `,"scores":[]}`
	firstText  = `["request-pebble-or-trades",[` + turnText + `]]`
	secondText = `["request-cards",[` + turnText + `]]`
	tradesText = `[[["red"],["blue"]]]`
)

// TestClientFaults has the rows of 11.5.
func TestClientFaults(t *testing.T) {
	t.Parallel()
	wait := func(d time.Duration) func(*caller) { return func(*caller) { time.Sleep(d) } }
	says := func(text string) func(*caller) { return func(c *caller) { c.says(text) } }
	hears := func(texts ...string) func(*caller) {
		return func(c *caller) {
			for _, text := range texts {
				c.hears(text)
			}
		}
	}
	closes := func(c *caller) { c.conn.Close() }
	manyCards := strings.TrimSuffix(strings.Repeat(cardText+",", 40), ",")
	withCards := func(cards string) string {
		return strings.Replace(firstText, `"score":0,"cards":[]`, `"score":0,"cards":[`+cards+`]`, 1)
	}
	tests := []struct {
		name  string
		steps []func(*caller)
	}{
		{"CF2 at once", []func(*caller){closes}},
		{"CF2 reset", []func(*caller){func(c *caller) { reset(c.conn) }}},
		{"CF2 after setup", []func(*caller){says(setupText), hears(`"void"`), closes}},
		{"CF2 within", []func(*caller){says(setupText + firstText), closes}},
		{"CF4", []func(*caller){says(`["setup",[`), closes}},
		{"CF7 escapes", []func(*caller){says(strings.Repeat(" ", 5000) + `["\u0073etup", [ [[["re\u0064"],["blue"]]]]]`), hears(`"void"`)}},
		{"CF7 pieces", []func(*caller){
			says(`["set`), wait(50 * time.Millisecond), says(`up",[[]`), wait(50 * time.Millisecond), says(`]]`), hears(`"void"`),
		}},
		{"CF8", []func(*caller){
			says(setupText), hears(`"void"`), wait(time.Second), says(firstText), hears(tradesText), wait(time.Second),
			says(secondText), hears(`[` + cardText + `]`),
		}},
		{"CF9 cards first", []func(*caller){says(setupText), hears(`"void"`), says(secondText), hears(`[]`)}},
		{"CF9 setup twice", []func(*caller){says(setupText + setupText), hears(`"void"`, `"void"`)}},
		{"CF9 no setup", []func(*caller){says(firstText), hears("the end")}},
		{"CF9 after win", []func(*caller){says(`["win",[true]]` + secondText), hears(`"void"`, "the end")}},
		{"CF10", []func(*caller){says(setupText + firstText + secondText), hears(`"void"`, tradesText, `[`+cardText+`]`)}},
		{"CF11", []func(*caller){says(`["win",[false]]`), hears(`"void"`, "the end")}},
		{"40 cards", []func(*caller){says(setupText + withCards(manyCards)), hears(`"void"`, tradesText)}},
		{"long score", []func(*caller){
			says(setupText + strings.Replace(firstText, `"score":0`, `"score":`+strings.Repeat("7", 5000), 1)), hears(`"void"`, tradesText),
		}},
	}
	for name, text := range map[string]string{
		"CF3 word": `setup`, "CF3 bytes": "\xff", "CF3 depth": strings.Repeat("[", 65), "CF3 long": strings.Repeat(" ", 1<<20+1),
		"CF5 number": `5 `, "CF5 object": `{}`, "CF5 one": `["setup"]`, "CF5 three": `["setup",[[]],1]`, "CF5 method": `["jump",[[]]]`,
		"CF5 none": `["setup",[]]`, "CF5 two": `["setup",[[],[]]]`, "CF5 no list": `["setup",{}]`, "CF5 no word": `[5,[[]]]`, "CF5 list": `[["setup"],[[]]]`,
		"CF6 number": `["setup",[5]]`, "CF6 side": `["setup",[[[["red"],[]]]]]`, "CF6 twice": `["setup",[[[["red"],["blue"]],[["blue"],["red"]]]]]`,
		"CF6 turn": setupText + `["request-cards",[{}]]`, "CF6 color": setupText + strings.Replace(firstText, `"red"`, `"re"`, 1),
		"CF6 41 cards": setupText + withCards(manyCards+","+cardText), "CF6 no cards": setupText + strings.Replace(firstText, `,"cards":[]`, ``, 1),
		"CF6 Boolean": `["win",[1]]`, "CF6 null": `["win",[null]]`,
	} {
		answers := []string{"the end"}
		if strings.HasPrefix(text, setupText) {
			answers = []string{`"void"`, "the end"}
		}
		tests = append(tests, struct {
			name  string
			steps []func(*caller)
		}{name, []func(*caller){says(text), hears(answers...)}})
	}
	for _, tt := range tests {
		if !chosen(tt.name) {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l, port := listen(t)
			c := python(t, `[["Ada","purchase-points"],["bob","purchase-points"]]["AAdivergeBeforeSending"]`, "right/clients.py", port)
			first := accept(t, l)
			first.hears(`"Ada"`)
			second := accept(t, l)
			second.hears(`"bob"`)
			special := accept(t, l)
			for _, step := range tt.steps {
				step(first)
			}
			first.conn.Close()
			// The others are unaffected.
			second.says(setupText)
			second.hears(`"void"`)
			second.says(firstText)
			second.hears(tradesText)
			second.says(secondText)
			second.hears(`[` + cardText + `]`)
			second.says(`["win",[true]]`)
			second.hears(`"void"`)
			second.hears("the end")
			special.conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
			if n, err := special.conn.Read(make([]byte, 1)); n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("the special client sends %d bytes, %v", n, err)
			}
			special.conn.Close() // CF12
			if got := c.wait(); got != `"void"` {
				t.Errorf("the clients say %s", got)
			}
		})
	}
}

// TestClientsWait has CF1.
func TestClientsWait(t *testing.T) {
	t.Parallel()
	port := freePort(t)
	c := python(t, `[["Ada","purchase-points"]]`, "right/clients.py", port)
	time.Sleep(time.Second)
	l, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		t.Fatal(err)
	}
	first := accept(t, l)
	first.hears(`"Ada"`)
	first.conn.Close()
	l.Close()
	if got := c.wait(); got != `"void"` {
		t.Errorf("the clients say %s", got)
	}
	if !*all {
		return
	}
	start := time.Now()
	c = python(t, `[["Ada","purchase-points"],["bob","purchase-points"]]`, "right/clients.py", port)
	if got := c.wait(); got != `"void"` || c.stderr.Len() == 0 {
		t.Errorf("the clients say %s %s", got, &c.stderr)
	}
	if took := time.Since(start); took < 10*time.Second || took > 12*time.Second+late/10 {
		t.Errorf("the clients gave up after %v", took)
	}
}

// TestClientNames has the replies of 11.6 and of actors that fail.
func TestClientNames(t *testing.T) {
	t.Parallel()
	// Without equations and with a bank the first reply is false.
	noEquations := `["setup",[[]]]`
	noCards := strings.Replace(secondText, `"cards":[`+cardText+`]`, `"cards":[]`, 1)
	for _, tt := range []struct {
		actor, calls, want string
		stays              bool // it waits for the end, instead of closing
	}{
		{`["nonSetup","purchase-points"]`, setupText, `void`, true},
		{`["nonWin","purchase-points"]`, setupText + `["win",[true]]`, `"void"void`, false},
		{`["illTT","purchase-points"]`, setupText + firstText, `"void"` + strings.Repeat(" ", 4095) + `[[["red"],["blue"]]`, true},
		{`["illTT","purchase-points"]`, noEquations + firstText, `"void"` + strings.Repeat(" ", 4095) + `fals`, true},
		{`["illTT","purchase-points"]`, setupText + noCards, `"void"` + strings.Repeat(" ", 4095) + `[`, true},
		{`["invTTBadString","purchase-points"]`, setupText + firstText, `"void"[[["red"],["blue"],["red"]]]`, true},
		{`["invTTBadString","purchase-points"]`, noEquations + firstText, `"void"true`, true},
		{`["invTTBadString","purchase-points"]`, setupText + noCards, `"void"[[["re"],["red"]]]`, true},
		{
			`["invTTBadString","purchase-points"]`, setupText + strings.Replace(secondText, `"red"`, `"blue"`, 1),
			`"void"[{"e":["blue","blue","blue","blue","blue"],"face?":false}]`, true,
		},
		{`["illTT","purchase-points","setup"]`, setupText, ``, false},
		{`["nonSetup","purchase-points","win"]`, setupText + `["win",[true]]`, `"void"`, false},
		{`["Ada","purchase-points","setup",1]`, setupText, ``, true},
		{`["Ada","purchase-points","request-pebble-or-trades",2]`, setupText + firstText + firstText, `"void"[[["red"],["blue"]]]`, true},
		{`["Ada","purchase-points","request-cards"]`, setupText + firstText + secondText, `"void"[[["red"],["blue"]]]`, false},
		{`["Ada","purchase-points","setup",2]`, setupText, `"void"`, true},
		{`["Ada","purchase-points","a cheat","use-non-existent-equation"]`, setupText + firstText, `"void"[[["white"],["blue"]]]`, true},
	} {
		if !chosen(tt.actor + tt.want) {
			continue
		}
		t.Run(tt.actor, func(t *testing.T) {
			t.Parallel()
			l, port := listen(t)
			c := python(t, "["+tt.actor+"]", "right/clients.py", port)
			first := accept(t, l)
			first.in.ReadValue()
			first.says(tt.calls)
			got := make([]byte, len(tt.want))
			if _, err := io.ReadFull(first.conn, got); err != nil || string(got) != tt.want {
				t.Errorf("%q %v came, expected %q", got, err, tt.want)
			}
			first.conn.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
			if !tt.stays {
				first.conn.SetReadDeadline(time.Now().Add(late))
			}
			n, err := first.conn.Read(make([]byte, 1))
			if waits := errors.Is(err, os.ErrDeadlineExceeded); n > 0 || waits != tt.stays {
				t.Errorf("%d bytes came and %v", n, err)
			}
			first.conn.Close()
			if got := c.wait(); got != `"void"` {
				t.Errorf("the clients say %s", got)
			}
		})
	}
}

// TestWrongServers sees what each wrong server does wrong.
func TestWrongServers(t *testing.T) {
	t.Parallel()
	short := []string{"players_max=2", "call_ms=600"}
	for name, check := range map[string]func(t *testing.T, program string){
		"server_clock.py": func(t *testing.T, program string) {
			slow := pieces(`          "void"`, 100*time.Millisecond)
			if _, _, result := scripted(t, program, `"bad"`, map[string]move{"setup": slow}, short...); result != stays {
				t.Errorf("the result is %s", result)
			}
		},
		"server_twins.py": func(t *testing.T, program string) {
			if _, _, result := scripted(t, program, `"good"`, nil, short...); result != `[["good"],[]]` {
				t.Errorf("the result is %s", result)
			}
		},
		"server_scores.py": func(t *testing.T, program string) {
			if bad, _, _ := scripted(t, program, `"bad"`, nil, short...); len(bad) < 2 || !strings.HasSuffix(bad[1], `"scores":[7,5]}]]`) {
				t.Errorf("the calls are %s", bad)
			}
		},
		"server_setup_order.py": func(t *testing.T, program string) {
			var firstIsLate atomic.Bool
			late := func(conn net.Conn) { firstIsLate.Store(true); io.WriteString(conn, `"void"`) }
			port := freePort(t)
			s := python(t, scriptedEquations+scriptedGame, program, append([]string{port}, options(short...)...)...)
			first := dial(t, port)
			io.WriteString(first, `"bad"`)
			second := dial(t, port)
			io.WriteString(second, `"good"`)
			go follow(first, map[string]move{"setup": late})
			go follow(second, map[string]move{"setup": func(conn net.Conn) {
				time.Sleep(200 * time.Millisecond)
				if firstIsLate.Load() {
					t.Error("the first player was called first")
				}
				io.WriteString(conn, `"void"`)
			}})
			if got := s.wait(); got != stays {
				t.Errorf("the result is %s", got)
			}
		},
		"server_keeps_calling.py": func(t *testing.T, program string) {
			bad, _, result := scripted(t, program, `"bad"`, map[string]move{firstCall: say("5 ")}, short...)
			if result != drops || bad[len(bad)-1] != `["win",[false]]` {
				t.Errorf("the result is %s, the calls are %s", result, bad)
			}
		},
		"server_blocking.py": func(t *testing.T, program string) {
			port := freePort(t)
			s := python(t, scriptedEquations+scriptedGame, program, append([]string{port}, options("wait_ms=500", "name_ms=100")...)...)
			dial(t, port)
			play(t, s, port, `"bad"`, `"good"`, "[[],[]]")
		},
		"server_any_name.py": func(t *testing.T, program string) {
			if _, _, result := scripted(t, program, `"bad guy"`, nil, short...); result != `[["bad guy"],[]]` {
				t.Errorf("the result is %s", result)
			}
		},
		"server_patient.py": func(t *testing.T, program string) {
			port := freePort(t)
			s := python(t, scriptedEquations+scriptedGame, program, append([]string{port}, options("wait_ms=1500", "waits=1", "name_ms=100")...)...)
			silent := dial(t, port)
			silent.SetReadDeadline(time.Now().Add(600 * time.Millisecond))
			if _, err := silent.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("the silent connection ends with %v", err)
			}
			if got := s.wait(); got != "[[],[]]" {
				t.Errorf("the result is %s", got)
			}
		},
		"server_sorts.py": func(t *testing.T, program string) {
			port := freePort(t)
			s := python(t, `[[["red","green"],["blue"]]]`+scriptedGame, program, append([]string{port}, options(short...)...)...)
			first := dial(t, port)
			io.WriteString(first, `"bad"`)
			second := dial(t, port)
			io.WriteString(second, `"good"`)
			go follow(second, nil)
			if calls := follow(first, nil); calls[0] != `["setup",[[[["green","red"],["blue"]]]]]` {
				t.Errorf("the calls are %s", calls)
			}
			if got := s.wait(); got != stays {
				t.Errorf("the result is %s", got)
			}
		},
		"server_result.py": func(t *testing.T, program string) {
			p := pair{
				actors: `[["b","purchase-points","setup"],["a","purchase-points","setup"]]`, equations: "[]", game: gameFor(2),
				serverProgram: program, server: options(short...),
			}
			if got := p.play(t); got != `[[],["b","a"]]` {
				t.Errorf("the result is %s", got)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, filepath.Join("wrong", name))
		})
	}
}

// TestWrongClients sees what each wrong client does wrong.
func TestWrongClients(t *testing.T) {
	t.Parallel()
	// Either of two cards can be bought, not both: their number is no reason for one of them.
	cards := `{"pebbles":["blue","blue","blue","blue","blue"],"face?":true},{"pebbles":["red","blue","blue","blue","blue"],"face?":false}`
	wallet := `["red","blue","blue","blue","blue","blue"]`
	tie := `["request-cards",[{"bank":["blue"],"cards":[` + cards + `],"active":{"wallet":` + wallet + `,"score":0,"cards":[]},"scores":[]}]]`
	for _, tt := range []struct{ name, calls, right, wrong string }{
		{"client_void.py", setupText, `"Ada""void"`, `"Ada""Void"`},
		{"client_early.py", "", `"Ada"`, `"Ada""void"`},
		{"client_greedy.py", setupText + tie, `"Ada""void"[{"pebbles":["blue"`, `"Ada""void"[{"pebbles":["red"`},
		{"client_chatty.py", setupText, `"Ada""void"`, `"Ada""void"null`},
		{"client_stays.py", `["win",[true]]`, `"Ada""void"the end`, `"Ada""void"`},
		{"client_name.py", "", `"Ada"`, "\"Ada\"\nhello, I am here to play\n"},
	} {
		for program, want := range map[string]string{"right/clients.py": tt.right, "wrong/" + tt.name: tt.wrong} {
			t.Run(tt.name+"/"+filepath.Base(program), func(t *testing.T) {
				t.Parallel()
				l, port := listen(t)
				python(t, `[["Ada","purchase-size"]]`, program, port)
				first := accept(t, l)
				first.says(tt.calls)
				var got []byte
				for buffer := make([]byte, 1<<10); ; {
					// Half a second of silence is the end of what it says.
					n, err := first.conn.Read(buffer)
					got = append(got, buffer[:n]...)
					if errors.Is(err, io.EOF) {
						got = append(got, "the end"...)
					}
					if err != nil {
						break
					}
					first.conn.SetReadDeadline(time.Now().Add(500 * time.Millisecond))
				}
				if !strings.HasPrefix(string(got), want) || tt.name != "client_greedy.py" && string(got) != want {
					t.Errorf("%q came, expected %q", got, want)
				}
			})
		}
	}
}
