package watch

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// counting is a source that says how often it changed.
type counting struct {
	mu    sync.Mutex
	n     int
	looks int
}

func (c *counting) count() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func (c *counting) looked() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.looks
}

func (c *counting) Look() View {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.looks++
	return View{Title: "<b>count</b>", Status: Text{fmt.Sprintf("%d times", c.n), Good}}
}

func serve(t *testing.T, address string, p *Page) *Server {
	t.Helper()
	s, err := Listen(address, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// late is later than a busy machine makes what is over at once.
const late = 30 * time.Second

// finish ends a page and its server, which does not wait for whom it need not.
func finish(t *testing.T, p *Page, s *Server) {
	t.Helper()
	p.End()
	began := time.Now()
	s.Close()
	if d := time.Since(began); d > endPatience+late {
		t.Errorf("the server took %v to end", d)
	}
}

// A stream is what somebody who looks gets.
type stream struct {
	t        *testing.T
	response *http.Response
	lines    *bufio.Scanner
	lastID   string
}

// look begins to look, as one who was told lastID before.
func look(t *testing.T, s *Server, lastID string) *stream {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+"events", nil)
	if err != nil {
		t.Fatal(err)
	}
	if lastID != "" {
		r.Header.Set("Last-Event-ID", lastID)
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%s, %s", response.Status, response.Header.Get("Content-Type"))
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, messageBytesMax)
	v := &stream{t: t, response: response, lines: lines}
	t.Cleanup(func() { response.Body.Close() })
	return v
}

// message is the next one; false says that there are no more.
func (v *stream) message() (message, bool) {
	v.t.Helper()
	for v.lines.Scan() {
		line := v.lines.Text()
		if id, ok := strings.CutPrefix(line, "id: "); ok {
			v.lastID = id
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var m message
		if err := json.Unmarshal([]byte(data), &m); err != nil {
			v.t.Fatalf("%v in %s", err, data)
		}
		return m, true
	}
	return message{}, false
}

// until reads messages up to one of which something is true, and returns all.
func (v *stream) until(true func(message) bool) []message {
	v.t.Helper()
	var list []message
	for {
		m, ok := v.message()
		if !ok {
			v.t.Fatalf("the events end after %v", list)
		}
		list = append(list, m)
		if true(m) {
			return list
		}
	}
}

func status(want string) func(message) bool {
	return func(m message) bool { return strings.Contains(string(m.Parts["status"]), want) }
}

// TestLateJoiner: who comes late gets what is to be seen now, and what has been
// said; who comes again only what is new.
func TestLateJoiner(t *testing.T) {
	c := &counting{}
	p := NewPage(c)
	s := serve(t, "0", p)
	p.Say("Ada", "is\nthere", Good)
	c.count()
	p.Changed()
	first := look(t, s, "")
	list := first.until(status("1 times"))
	var lines []Line
	for _, m := range list {
		lines = append(lines, m.Lines...)
	}
	if len(lines) != 1 || lines[0].Who != "Ada" || lines[0].Text != `is\u000athere` || lines[0].Mood != Good {
		t.Errorf("the log has %+v", lines)
	}
	p.Say("", "second", Plain)
	first.until(func(m message) bool {
		return len(m.Lines) == 1 && m.Lines[0].Text == "second" && m.Parts["title"] == nil
	})
	again := look(t, s, first.lastID)
	p.Say("", "third", Plain)
	for _, m := range again.until(func(m message) bool { return len(m.Lines) > 0 }) {
		for _, l := range m.Lines {
			if l.Text != "third" {
				t.Errorf("%q is said again", l.Text)
			}
		}
	}
	other := look(t, s, "another-1")
	if m := other.until(func(m message) bool { return len(m.Lines) > 0 }); len(m[len(m)-1].Lines) != 3 {
		t.Errorf("the lines of another page count as seen: %+v", m)
	}
	// In the end everybody sees how it ends, also who looks only then.
	c.count()
	p.End()
	over := func(m message) bool { return m.Over }
	if m := first.until(over); !status("2 times")(m[len(m)-1]) {
		t.Errorf("the last message is %+v", m[len(m)-1])
	}
	if m := look(t, s, "").until(over); !status("2 times")(m[len(m)-1]) {
		t.Errorf("who comes after the end gets %+v", m[len(m)-1])
	}
	if _, more := first.message(); more {
		t.Error("something comes behind the end")
	}
	finish(t, p, s)
}

// TestNobodyLooks: without anybody who looks nothing is drawn.
func TestNobodyLooks(t *testing.T) {
	c := &counting{}
	p := NewPage(c)
	for range 100 {
		p.Changed()
		time.Sleep(time.Millisecond)
	}
	if n := c.looked(); n != 0 {
		t.Errorf("it was looked at %d times", n)
	}
	p.End()
	if n := c.looked(); n != 1 {
		t.Errorf("it was looked at %d times in the end, expected once", n)
	}
}

// TestSlowViewer: somebody who takes nothing of what is sent slows down neither
// what is looked at nor others, and is cut off.
func TestSlowViewer(t *testing.T) {
	c := &counting{}
	p := NewPage(c)
	s := serve(t, "0", p)
	s.patience = 300 * time.Millisecond
	slow, err := net.Dial("tcp", s.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	// With a small window the system takes little in its place.
	if err := slow.(*net.TCPConn).SetReadBuffer(1024); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(slow, "GET /events HTTP/1.1\r\nHost: %s\r\n\r\n", s.listener.Addr())
	good := look(t, s, "")
	good.until(func(message) bool { return true })
	taken := make(chan int64)
	go func() {
		var n int64
		for {
			m, ok := good.message()
			n += int64(len(m.Lines)) + m.Missed
			if !ok || m.Over {
				taken <- n
				return
			}
		}
	}()
	long := strings.Repeat("x", textBytesMax)
	const said = 50_000
	var worst time.Duration
	deadline := time.Now().Add(20 * time.Second)
	n := 0
	for p.seats() == 2 || n < said {
		began := time.Now()
		p.Say("Ada", long, Plain)
		worst = max(worst, time.Since(began))
		if n++; n%5000 == 0 {
			time.Sleep(frameEvery) // so that frames are made meanwhile
		}
		if time.Now().After(deadline) {
			t.Fatal("the slow one is still there")
		}
	}
	if worst > 2*time.Second {
		t.Errorf("to say something took %v", worst)
	}
	finish(t, p, s)
	if got := <-taken; got != int64(n) {
		t.Errorf("the other one took %d lines or was told that they are missing, of %d", got, n)
	}
}

// seats is how many look.
func (p *Page) seats() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.viewers
}

// TestBounds: as many look as may, and the log is as long as it may be.
func TestBounds(t *testing.T) {
	p := NewPage(&counting{})
	s := serve(t, "0", p)
	for i := range linesMax + 5 {
		p.Say("", fmt.Sprint(i), Plain)
	}
	m, _ := look(t, s, "").message()
	if len(m.Lines) != linesMax || m.Missed != 5 || m.Lines[0].Text != "5" {
		t.Errorf("%d lines, %d missed", len(m.Lines), m.Missed)
	}
	for range viewersMax - 1 {
		look(t, s, "")
	}
	response, err := http.Get(s.URL() + "events")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
		t.Errorf("one too many gets %s", response.Status)
	}
	finish(t, p, s)
	wide := View{Title: strings.Repeat("x", 1<<20), Tables: []Table{{Rows: make([][]Text, rowsMax+7)}}}
	parts := wide.parts(p.since)
	if len(parts["title"]) > 2*textBytesMax || !strings.Contains(string(parts["tables"]), "7 more rows not shown") {
		t.Errorf("a title of %d bytes, tables %.80s", len(parts["title"]), parts["tables"])
	}
}

// TestChunks: of a long table what has changed is sent, and what is no longer
// there is forgotten.
func TestChunks(t *testing.T) {
	rows := make([][]Text, 70)
	for i := range rows {
		rows[i] = []Text{{Text: fmt.Sprint("<b>", i)}, {Text: "a\nb", Mood: Good}}
	}
	var now fixed
	p := NewPage(&now)
	defer p.End()
	v, _ := p.join(0, viewersMax)
	defer v.leave()
	// show is what comes of so many rows, apart from the title, which counts.
	show := func(rows [][]Text) map[string]json.RawMessage {
		now.mu.Lock()
		now.Title += "x"
		now.Tables = []Table{{Caption: "T", Columns: []string{"A", "B"}, Named: true, Rows: slices.Clone(rows)}}
		title := fmt.Sprintf("%q", now.Title)
		now.mu.Unlock()
		p.Changed()
		for {
			m, next := v.take()
			if m != nil && string(m.Parts["title"]) == title {
				delete(m.Parts, "title")
				return m.Parts
			}
			<-next
		}
	}
	first := show(rows)
	var heads []tableHead
	unpack(t, first["tables"], &heads)
	if len(heads) != 1 || heads[0].Rows != 70 || heads[0].Chunk != 50 || !heads[0].Named {
		t.Fatalf("the tables are %s", first["tables"])
	}
	var chunk [][]Text
	unpack(t, first["rows 0 1"], &chunk)
	if len(chunk) != 20 || chunk[0][0].Text != "<b>50" || chunk[0][1] != (Text{`a\u000ab`, Good}) {
		t.Errorf("the second chunk is %v", chunk)
	}
	rows[60] = []Text{{Text: "new"}, {}}
	if parts := show(rows); len(parts) != 1 || parts["rows 0 1"] == nil {
		t.Errorf("after a change of one row there come %q", slices.Sorted(maps.Keys(parts)))
	}
	if parts := show(rows[:10]); len(parts) != 2 || parts["tables"] == nil || parts["rows 0 0"] == nil {
		t.Errorf("after the table has become shorter there come %q", slices.Sorted(maps.Keys(parts)))
	}
	if parts := show(rows); len(parts) != 3 || parts["rows 0 1"] == nil {
		t.Errorf("after the table has become longer there come %q", slices.Sorted(maps.Keys(parts)))
	}
}

// fixed is a source that shows what it is told to.
type fixed struct {
	mu sync.Mutex
	View
}

func (f *fixed) Look() View {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.View
}

func unpack(t *testing.T, raw json.RawMessage, to any) {
	t.Helper()
	if err := json.Unmarshal(raw, to); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
}

// TestRequests: only the page itself, asked for as it was told, gets anything.
func TestRequests(t *testing.T) {
	local, remote := NewPage(&counting{}), NewPage(&counting{})
	here, open := serve(t, "127.0.0.1:0", local), serve(t, "0.0.0.0:0", remote)
	defer finish(t, local, here)
	defer finish(t, remote, open)
	if len(here.token) < 20 || len(open.token) < 20 || here.token == open.token || !strings.Contains(open.URL(), "/"+open.token+"/") || open.token == rotated(t) {
		t.Fatalf("the tokens are %q and %q, the address %s", here.token, open.token, open.URL())
	}
	for _, c := range []struct {
		server             *Server
		method, path, host string
		site               string
		status             int
	}{
		{here, "GET", "/", "", "", 403},
		{here, "GET", "/events", "", "", 403},
		{here, "GET", "/page.js", "", "", 403},
		{here, "GET", "/" + open.token + "/", "", "", 403},
		{here, "GET", "/" + here.token + "/", "", "", 200},
		{here, "GET", "/" + here.token + "/", "localhost:1", "", 200},
		{here, "GET", "/" + here.token + "/", "[::1]:80", "", 200},
		{here, "GET", "/" + here.token + "/", "evil.example", "", 421},
		{here, "GET", "/" + here.token + "/", "127.0.0.1.evil.example:80", "", 421},
		{here, "GET", "/" + here.token + "/", "192.0.2.1", "", 421},
		{here, "GET", "/" + here.token + "/page.js", "", "", 200},
		{here, "GET", "/" + here.token + "/page.css", "", "", 200},
		{here, "GET", "/" + here.token + "/../server.go", "", "", 404},
		{here, "POST", "/" + here.token + "/", "", "", 405},
		{here, "OPTIONS", "/" + here.token + "/events", "", "", 405},
		{here, "HEAD", "/" + here.token + "/", "", "", 200},
		{here, "GET", "/" + here.token + "/events", "", "cross-site", 403},
		{here, "GET", "/" + here.token + "/events", "", "same-site", 403},
		{open, "GET", "/", "", "", 403},
		{open, "GET", "/events", "", "", 403},
		{open, "GET", "/" + open.token + "/", "", "", 200},
		{open, "GET", "/" + open.token + "/page.js", "", "", 200},
		{open, "GET", "/" + open.token + "x/", "", "", 403},
		{open, "GET", "/" + open.token[:len(open.token)-1] + "/", "", "", 403},
		{open, "GET", "/" + open.token + "/", "evil.example", "", 421},
	} {
		r, err := http.NewRequest(c.method, "http://"+port(c.server), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.Path = c.path
		r.Host = c.host
		if c.site != "" {
			r.Header.Set("Sec-Fetch-Site", c.site)
		}
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		h := response.Header
		if response.StatusCode != c.status {
			t.Errorf("%s %s at %q: %s, expected %d", c.method, c.path, c.host, response.Status, c.status)
		}
		if h.Get("Content-Security-Policy") != policy || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Referrer-Policy") != "no-referrer" || h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s %s: the header is %v", c.method, c.path, h)
		}
	}
}

// port is where a server is reached on this machine.
func port(s *Server) string {
	_, port, _ := net.SplitHostPort(s.listener.Addr().String())
	return "127.0.0.1:" + port
}

// rotated is the token of another server.
func rotated(t *testing.T) string {
	t.Helper()
	p := NewPage(&counting{})
	s := serve(t, "0.0.0.0:0", p)
	defer finish(t, p, s)
	return s.token
}

// TestMute: connections on which nobody asks for anything, or only begins to, keep no
// server.
func TestMute(t *testing.T) {
	p := NewPage(&counting{})
	s := serve(t, "0", p)
	begins := []string{"", "G", "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n"}
	for i := range 2 * connsMax {
		conn, err := net.Dial("tcp", s.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		text := begins[i%len(begins)]
		if _, err := conn.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	// It waits for what is left of a request, which nobody can see.
	time.Sleep(50 * time.Millisecond)
	p.End()
	began := time.Now()
	s.Close()
	if d := time.Since(began); d >= endPatience {
		t.Errorf("the server took %v to end", d)
	}
}

// TestAddresses: without a host an address is one of this machine.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ address, host, port string }{
		{"8080", "127.0.0.1", "8080"},
		{":8080", "127.0.0.1", "8080"},
		{"localhost:0", "localhost", "0"},
		{"[::]:1", "::", "1"},
		{"http", "", ""},
		{"1.2.3.4:http", "", ""},
		{"070", "", ""},
		{"65536", "", ""},
		{"-1", "", ""},
		{"a:b:c", "", ""},
	} {
		host, port, ok := split(c.address)
		if host != c.host || port != c.port || ok != (c.port != "") {
			t.Errorf("%q: %q, %q, %v", c.address, host, port, ok)
		}
		if err := CheckAddress(c.address); (err == nil) != ok {
			t.Errorf("%q: %v", c.address, err)
		}
	}
}

// TestFollow tells in a terminal what a page shows, and takes nothing else for
// a page.
func TestFollow(t *testing.T) {
	c := &counting{}
	p := NewPage(c)
	s := serve(t, "0", p)
	p.Say("Ada", "\x1b[31mred", Bad)
	var lines []string
	err := Follow(t.Context(), strings.TrimPrefix(s.URL(), "http://"), func(l Line) error {
		lines = append(lines, l.Who+"|"+l.Text)
		if len(lines) == 2 {
			c.count()
			p.Say("", "last", Plain)
			go p.End()
		}
		return nil
	})
	if got := strings.Join(lines, "\n"); err != nil || !strings.HasPrefix(got, `Ada|\u001b[31mred`) ||
		!strings.Contains(got, "|last") || !strings.HasSuffix(got, "|1 times") {
		t.Errorf("%v, told\n%s", err, got)
	}
	finish(t, p, s)
	other := httpServer(t, "hello")
	for _, address := range []string{s.URL(), other, "ftp://127.0.0.1", "http://%zz"} {
		if err := Follow(t.Context(), address, func(Line) error { return nil }); err == nil {
			t.Errorf("%s was followed", address)
		}
	}
	if err := follow(strings.NewReader("data: {\"lines\":[{\"text\":\"a\"}]}\n\n"), func(Line) error { return nil }); err != ErrLost {
		t.Errorf("%v, expected that the connection is lost", err)
	}
}

// httpServer is a server that is none of ours.
func httpServer(t *testing.T, says string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, says) })}
	// It ends with its Close.
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { s.Close() })
	return "http://" + l.Addr().String()
}

// TestFollowSilent: a server that goes on to say nothing does not keep who looks.
func TestFollowSilent(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
			_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {\"over\":true}\n\n")
		}
	}()
	if err := Follow(t.Context(), "http://"+l.Addr().String()+"/x/", func(Line) error { return nil }); err != nil {
		t.Error(err)
	}
}
