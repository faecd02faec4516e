package watch

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed" // for what makes the page
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
)

// The parts of the page.
var (
	//go:embed site/page.html
	pageHTML []byte
	//go:embed site/page.css
	pageCSS string
	//go:embed site/page.js
	pageJS []byte
)

// The bounds of a server, and why.
const (
	// viewersMax is a class with a page each; all are sent a few kilobytes a frame.
	viewersMax = 64
	// connsMax leaves room for those who only fetch the page.
	connsMax = viewersMax + 64
	// headerBytesMax is far more than a browser sends.
	headerBytesMax = 16 << 10
	// headerTimeout is how long a request may take to arrive.
	headerTimeout = 5 * time.Second
	// writeTimeout is how long somebody who looks may take for one message; who
	// takes longer is cut off, and a browser then asks anew by itself.
	writeTimeout = 10 * time.Second
	// aliveEvery is the time between two signs of life, by which a connection
	// whose other end has gone is noticed.
	aliveEvery = 15 * time.Second
	// endPatience is how long the last message may take to get to those who look.
	endPatience = 2 * time.Second
)

// policy lets the page have what this server gives it and nothing else: should
// text of a player ever become markup, it loads and runs nothing.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// A Server lets people look at a page, over HTTP with server-sent events.
type Server struct {
	page     *Page
	listener net.Listener
	http     *http.Server
	loopback bool   // only this machine gets here
	host     string // that it was asked to listen at
	token    string // that the path of every request begins with
	ending   chan struct{}
	fetched  chan struct{} // holds something once somebody looks
	alive    time.Duration
	patience time.Duration

	mu     sync.Mutex
	closed bool
	mute   map[net.Conn]bool // connections without a whole request of somebody who may look
}

// Listen opens the address: a port, or host and port. Without a host, and with
// one of loopback, only programs of this machine get there. The URL has a random
// token without which nothing is told: programs under test are programs of this
// machine, too. The error is a *game.UsageError.
func Listen(address string, p *Page) (*Server, error) {
	host, port, ok := split(address)
	if !ok {
		return nil, CheckAddress(address)
	}
	s := &Server{
		page: p, host: host, token: rand.Text(), ending: make(chan struct{}), fetched: make(chan struct{}, 1), alive: aliveEvery, patience: writeTimeout,
		mute: map[net.Conn]bool{},
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		message, hint := wire.Unopened(net.JoinHostPort(host, port), err)
		return nil, &game.UsageError{Message: message, Hint: hint}
	}
	s.listener = &bounded{Listener: l, places: make(chan struct{}, connsMax)}
	// A name stands for an address; what was opened decides.
	addr, isTCP := l.Addr().(*net.TCPAddr)
	s.loopback = isTCP && addr.IP.IsLoopback()
	s.http = &http.Server{
		Handler: s, ReadHeaderTimeout: headerTimeout, IdleTimeout: aliveEvery, MaxHeaderBytes: headerBytesMax,
		ConnState: s.follow,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, c)
		},
	}
	// It returns when it is shut down, and what else could go wrong only those
	// who look would notice.
	go func() { _ = s.http.Serve(s.listener) }()
	return s, nil
}

// CheckAddress refuses what Listen cannot take for an address, a *game.UsageError, without opening it.
func CheckAddress(address string) error {
	if _, _, ok := split(address); ok {
		return nil
	}
	return &game.UsageError{
		Message: fmt.Sprintf("--view %q: expected PORT or HOST:PORT, with a port from 0 to 65535", address),
		Hint:    "for example --view 8080, or --view 127.0.0.1:8080; --view 0 takes a free port",
	}
}

// split takes an address apart: "8080", ":8080" and "localhost:8080" are all of
// loopback.
func split(address string) (host, port string, ok bool) {
	host, port = "", address
	if strings.Contains(address, ":") {
		var err error
		if host, port, err = net.SplitHostPort(address); err != nil {
			return "", "", false
		}
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || strconv.FormatUint(n, 10) != port {
		return "", "", false
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return host, port, true
}

// URL is where a browser finds the page.
func (s *Server) URL() string {
	host, port, _ := net.SplitHostPort(s.listener.Addr().String())
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsUnspecified() {
		// Nobody can be reached at "all addresses".
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	return "http://" + net.JoinHostPort(host, port) + "/" + s.token + "/"
}

// Wait waits until somebody looks, so long at most, or until the context ends.
func (s *Server) Wait(ctx context.Context, patience time.Duration) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-s.fetched:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Close ends the server, whose page has ended, when those who look have seen the
// last of it, or after a short while.
func (s *Server) Close() {
	close(s.ending)
	s.dropMute()
	ctx, cancel := context.WithTimeout(context.Background(), endPatience)
	defer cancel()
	if err := s.http.Shutdown(ctx); err != nil {
		// Who is too slow is cut off.
		_ = s.http.Close()
	}
}

// connKey is where the context of a request has its connection.
type connKey struct{}

// follow notes which connections have sent no request, or only a part of one.
func (s *Server) follow(c net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state != http.StateNew && state != http.StateActive {
		delete(s.mute, c)
		return
	}
	if s.closed {
		// It is closed however that goes.
		_ = c.Close()
		return
	}
	s.mute[c] = true
}

// dropMute closes the connections without a request of somebody who may look: package
// http would wait for them, and for the rest of what they send.
func (s *Server) dropMute() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for c := range s.mute {
		_ = c.Close()
	}
}

// asked notes that a request is one of those who may look.
func (s *Server) asked(r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := r.Context().Value(connKey{}).(net.Conn); ok {
		delete(s.mute, c)
	}
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	for name, value := range map[string]string{
		"Content-Security-Policy":      policy,
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Cache-Control":                "no-store",
	} {
		h.Set(name, value)
	}
	// A page elsewhere whose name was made to mean this machine comes with that
	// name.
	if !s.knows(r.Host) {
		http.Error(w, "this page does not answer to that host name", http.StatusMisdirectedRequest)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "this page is read-only", http.StatusMethodNotAllowed)
		return
	}
	token, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
		http.Error(w, "the address has no valid token: use the address that touchstone printed", http.StatusForbidden)
		return
	}
	s.asked(r)
	switch path {
	case "":
		send(w, "text/html; charset=utf-8", pageHTML)
	case "page.css":
		send(w, "text/css; charset=utf-8", style())
	case "page.js":
		send(w, "text/javascript; charset=utf-8", pageJS)
	case "events":
		// Other pages could not read the events, but take all the places.
		if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
			http.Error(w, "only the page itself gets the events", http.StatusForbidden)
			return
		}
		s.events(w, r)
	default:
		http.Error(w, "there is no such page", http.StatusNotFound)
	}
}

func send(w http.ResponseWriter, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(body) // who has gone needs nothing
}

// style is the style sheet with the colours of the pictures.
func style() []byte {
	return []byte(pageCSS + svg.Stylesheet(scene.Light, "") +
		"@media (prefers-color-scheme: dark) {\n" + svg.Stylesheet(scene.Dark, "") + "}\n")
}

// knows tells whether a request that names this host may be meant for us: one by
// an address of this machine, or by the name that was asked for.
func (s *Server) knows(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	ip, err := netip.ParseAddr(host)
	if s.loopback {
		return host == "localhost" || err == nil && ip.IsLoopback()
	}
	name, _ := os.Hostname()
	return err == nil || strings.EqualFold(host, s.host) || name != "" && strings.EqualFold(host, name) || host == "localhost"
}

// events sends what changes, until the page ends or nobody takes it.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	v, ok := s.page.join(s.seen(r), viewersMax)
	if !ok {
		w.Header().Set("Retry-After", "10")
		http.Error(w, "too many viewers", http.StatusServiceUnavailable)
		return
	}
	defer v.leave()
	select {
	case s.fetched <- struct{}{}:
	default: // somebody looks already
	}
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	if r.Method == http.MethodHead {
		return
	}
	alive := time.NewTicker(s.alive)
	defer alive.Stop()
	put := func(text string) error {
		// The deadline is what keeps somebody who takes nothing from staying.
		if err := control.SetWriteDeadline(time.Now().Add(s.patience)); err != nil {
			return err
		}
		if _, err := w.Write([]byte(text)); err != nil {
			return err
		}
		return control.Flush()
	}
	if put(": touchstone\n\n") != nil {
		return
	}
	for ending := false; ; {
		m, next := v.take()
		if m == nil && ending {
			return
		}
		if m != nil {
			m.tidy()
			data, err := json.Marshal(m)
			if err != nil {
				return
			}
			if put(fmt.Sprintf("id: %s-%d\ndata: %s\n\n", m.Page, v.lines, data)) != nil || m.Over {
				return
			}
			continue
		}
		select {
		case <-next:
		case <-alive.C:
			if put(":\n\n") != nil {
				return
			}
		case <-s.ending:
			ending = true // what there is still to be taken is the end of the page
		case <-r.Context().Done():
			return
		}
	}
}

// seen is how many lines of the log a browser has that comes again.
func (s *Server) seen(r *http.Request) int64 {
	page, lines, _ := strings.Cut(r.Header.Get("Last-Event-ID"), "-")
	n, err := strconv.ParseInt(lines, 10, 64)
	if page != s.page.id || err != nil {
		return 0
	}
	return n
}

// bounded accepts so many connections at once; more wait.
type bounded struct {
	net.Listener
	places chan struct{}
}

// Accept implements net.Listener.
func (b *bounded) Accept() (net.Conn, error) {
	b.places <- struct{}{}
	c, err := b.Listener.Accept()
	if err != nil {
		<-b.places
		return nil, err
	}
	return &placed{Conn: c, places: b.places}, nil
}

// placed is a connection that gives its place back.
type placed struct {
	net.Conn
	places chan struct{}
	once   sync.Once
}

// Close implements net.Conn.
func (p *placed) Close() error {
	p.once.Do(func() { <-p.places })
	return p.Conn.Close()
}
