package watch

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// messageBytesMax bounds what a server may send at once: a picture and a full
// log are far smaller.
const messageBytesMax = 16 << 20

// ErrLost is that a server ended before what was looked at had ended.
var ErrLost = errors.New("lost the connection")

// addressHint is what to do about a server that is none of ours, or is not there.
const addressHint = "use the address that --view prints; it works while the game lasts"

// Follow looks at the page of a server, by its URL as it was printed, and tells
// of each line of its log and of its status as that changes. It returns when
// what is looked at is over. The error is a *game.UsageError, ErrLost, or the
// cause of the context's end, or what tell returns.
func Follow(ctx context.Context, address string, tell func(Line) error) error {
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || u.Host == "" {
		return &game.UsageError{
			Message: fmt.Sprintf("%q is not the address of a page to watch", address),
			Hint:    "copy the address that --view prints, for example http://127.0.0.1:8080/TOKEN/",
		}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.JoinPath("events").String(), nil)
	if err != nil {
		return &game.UsageError{Message: err.Error()}
	}
	conn, response, err := ask(ctx, r)
	if err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return &game.UsageError{Message: wire.Unreachable(address, err), Hint: addressHint}
	}
	// The body ends with the connection: to close it would be to read all of it.
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	if response.StatusCode != http.StatusOK || kind != "text/event-stream" {
		// What it says is a line of ours, if it is a server of ours.
		_ = conn.SetDeadline(time.Now().Add(headerTimeout))
		said, _ := io.ReadAll(io.LimitReader(response.Body, textBytesMax))
		why := cmp.Or(fit(strings.TrimSpace(string(said))), "what answers there is no page to watch")
		return &game.UsageError{Message: fmt.Sprintf("%s: %s: %s", address, response.Status, why), Hint: addressHint}
	}
	err = follow(response.Body, tell)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// ask sends a request over a connection of its own, and returns the answer as far as its
// header. What a client of package http does beyond that, such as TLS and redirects, a page
// to watch never needs, and it would be 400 kB of the program.
func ask(ctx context.Context, r *http.Request) (net.Conn, *http.Response, error) {
	address := r.URL.Host
	if r.URL.Port() == "" {
		address = net.JoinHostPort(r.URL.Hostname(), "http")
	}
	ctx, cancel := context.WithTimeout(ctx, headerTimeout)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, nil, err
	}
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now()) })()
	if err := r.Write(conn); err != nil {
		conn.Close()
		return nil, nil, err
	}
	in := &io.LimitedReader{R: conn, N: headerBytesMax}
	response, err := http.ReadResponse(bufio.NewReader(in), r)
	if err != nil {
		conn.Close()
		return nil, nil, err
	}
	in.N = math.MaxInt64 // messages have a bound of their own
	return conn, response, nil
}

// follow reads messages.
func follow(in io.Reader, tell func(Line) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, messageBytesMax)
	for lines.Scan() {
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if !ok {
			continue
		}
		var m message
		if err := json.Unmarshal(data, &m); err != nil {
			return &game.UsageError{Message: fmt.Sprintf("the server sends something that is not a message of a page to watch: %v", err), Hint: addressHint}
		}
		if err := m.tell(tell); err != nil {
			return err
		}
		if m.Over {
			return nil
		}
	}
	return ErrLost
}

// tell tells what a message says.
func (m *message) tell(tell func(Line) error) error {
	var list []Line
	if m.Missed > 0 {
		list = append(list, Line{Ms: m.NowMs, Text: text.Count(int(m.Missed), "earlier line") + " not shown", Mood: Quiet})
	}
	list = append(list, m.Lines...)
	if raw, ok := m.Parts["status"]; ok {
		var status Text
		if err := json.Unmarshal(raw, &status); err != nil {
			return &game.UsageError{Message: fmt.Sprintf("the server sends an invalid status: %v", err), Hint: addressHint}
		}
		list = append(list, Line{Ms: m.NowMs, Text: status.Text, Mood: status.Mood})
	}
	for _, l := range list {
		// The server may be any program.
		if err := tell(l.fit()); err != nil {
			return err
		}
	}
	return nil
}
