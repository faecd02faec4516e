package wire_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/live/wire"
)

// soak asks for the long rounds of make soak.
var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// tcp is a TCP connection within this machine.
func tcp(t testing.TB) (a, b net.Conn) {
	t.Helper()
	l, err := wire.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	accepted := make(chan net.Conn, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			t.Error(err)
		}
		accepted <- conn
	}()
	a, err = wire.Dial(t.Context(), l.Addr().String(), 10*time.Second, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a, <-accepted
}

// late is later than a busy machine makes what is over in less than a second.
const late = 30 * time.Second

// TestDial: a client that is too early tries again (CF1), and gives up when
// its patience ends or it is told to.
func TestDial(t *testing.T) {
	l, err := wire.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	start := time.Now()
	_, err = wire.Dial(t.Context(), address, 200*time.Millisecond, nil)
	if err == nil || errors.Is(err, context.DeadlineExceeded) || time.Since(start) < 200*time.Millisecond || time.Since(start) > late {
		t.Errorf("%v after %s", err, time.Since(start))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := wire.Dial(ctx, address, time.Minute, nil); err == nil {
		t.Error("connected")
	}
	opened := make(chan net.Listener)
	go func() {
		time.Sleep(200 * time.Millisecond)
		_, port, _ := net.SplitHostPort(address)
		var n int
		fmt.Sscan(port, &n)
		l, err := wire.Listen(n)
		if err != nil {
			t.Error(err)
		}
		opened <- l
	}()
	conn, err := wire.Dial(t.Context(), address, 10*time.Second, nil)
	if l := <-opened; l != nil {
		l.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}

// TestProgram: the pipes of a program are a connection like any other.
func TestProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs cat")
	}
	cmd := exec.Command("cat")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := wire.New(wire.Join(stdout, stdin), wire.Options{})
	if v, err := c.Call(value, 10*time.Second); err != nil || string(v) != string(value) {
		t.Errorf("%s %v", v, err)
	}
	if err := c.CloseWrite(); err != nil {
		t.Error(err)
	}
	if _, err := c.Receive(in(10 * time.Second)); !wireError(t, err).Quiet() {
		t.Error(err)
	}
	c.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestHostilePeers: thousands of connections that are no player leave neither
// memory nor descriptors nor goroutines behind (SF1, SF4, SF5, SF24).
func TestHostilePeers(t *testing.T) {
	count := 300
	if *soak {
		count = 10_000
	}
	l, err := wire.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	const limit = 64 << 10
	reset := []byte("reset")
	peers := [][]byte{
		nil,
		[]byte(`"Ada`),
		[]byte(`"` + strings.Repeat("A", 1<<20) + `"`),
		[]byte("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"), // TLS
		[]byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
		bytes.Repeat([]byte("["), 100_000),
		reset,
		[]byte(`"Adam"`),
	}
	runtime.GC() // what other tests have left is not counted
	files, goroutines := openFiles(t), runtime.NumGoroutine()
	kinds := map[wire.Kind]int{}
	var mu sync.Mutex
	var serving sync.WaitGroup
	accepting := make(chan struct{})
	go func() {
		defer close(accepting)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serving.Go(func() {
				c := wire.New(conn, wire.Options{ValueBytesMax: limit})
				defer c.Close()
				_, err := c.Receive(in(100 * time.Millisecond))
				var e *wire.Error
				mu.Lock()
				defer mu.Unlock()
				if errors.As(err, &e) {
					kinds[e.Kind]++
				} else {
					kinds["ok"]++
				}
			})
		}
	}()
	var most uint64
	var connecting sync.WaitGroup
	turns := make(chan struct{}, 64)
	for i := range count {
		turns <- struct{}{}
		connecting.Go(func() {
			defer func() { <-turns }()
			conn, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			text := peers[i%len(peers)]
			if bytes.Equal(text, reset) {
				_ = conn.(*net.TCPConn).SetLinger(0)
				return
			}
			// Whoever is refused in the middle of it gets an error.
			_, _ = conn.Write(text)
			_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
			_, _ = conn.Read(make([]byte, 1))
		})
		if i%500 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse)
		}
	}
	connecting.Wait()
	l.Close()
	<-accepting
	serving.Wait()
	t.Logf("%v, at most %d MB of heap", kinds, most>>20)
	if kinds["ok"] == 0 || kinds[wire.Timeout] == 0 || kinds[wire.NotJSON] == 0 || kinds[wire.TooLong] == 0 || kinds[wire.Closed] == 0 {
		t.Errorf("some kinds are missing: %v", kinds)
	}
	if most > 200<<20 {
		t.Errorf("%d MB of heap", most>>20)
	}
	for wait := time.Millisecond; ; wait *= 2 {
		if now, left := openFiles(t), runtime.NumGoroutine(); now <= files && left <= goroutines {
			break
		} else if wait > 4*time.Second {
			t.Fatalf("%d files were open before, now %d; %d goroutines, now %d", files, now, goroutines, left)
		}
		time.Sleep(wait)
	}
}

// openFiles counts the descriptors of this process where that can be known.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}

// BenchmarkCall is a call and its reply, with connections on both sides.
func BenchmarkCall(b *testing.B) {
	for _, bb := range []struct {
		name string
		open func(b *testing.B) (here, there *wire.Conn)
	}{
		{"tcp", func(b *testing.B) (here, there *wire.Conn) {
			x, y := tcp(b)
			return wire.New(x, wire.Options{}), wire.New(y, wire.Options{})
		}},
		{"memory", func(*testing.B) (here, there *wire.Conn) {
			x, y := net.Pipe()
			return wire.New(x, wire.Options{}), wire.New(y, wire.Options{})
		}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			here, there := bb.open(b)
			served := make(chan error)
			go func() {
				served <- there.Serve(func(call wire.Call) (jsontext.Value, error) { return call.Args[0], nil })
			}()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := here.Call(value, 4*time.Second); err != nil {
					b.Fatal(err)
				}
			}
			here.Close()
			if err := <-served; err != nil {
				b.Error(err)
			}
			there.Close()
		})
	}
}
