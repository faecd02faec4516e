package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// A follower reads the output of a test binary, passes on what is no mark of
// progress, and finds out what each test took: the processor time of the process
// between the marks goes to the test that ran, and to those that it is a part of.
type follower struct {
	name    string
	to      io.Writer
	pid     atomic.Int64 // 0: not known yet
	took    map[string]*entry
	order   []string
	running string
	cpu     time.Duration // at the last mark
	wall    time.Time     // of the last mark
	rest    []byte        // the start of a line
}

func follow(name string, to io.Writer) *follower {
	return &follower{name: name, to: to, took: make(map[string]*entry), wall: time.Now()}
}

// started names the process whose output is written.
func (f *follower) started(pid int) { f.pid.Store(int64(pid)) }

// Write takes a part of the output.
func (f *follower) Write(text []byte) (int, error) {
	f.rest = append(f.rest, text...)
	for {
		line, rest, whole := bytes.Cut(f.rest, []byte("\n"))
		if !whole {
			return len(text), nil
		}
		f.line(string(line))
		f.rest = rest
	}
}

func (f *follower) line(line string) {
	mark, test, ok := progress(line)
	switch {
	case !ok:
		fmt.Fprintln(f.to, line)
	case mark == "run" || mark == "cont":
		f.settle()
		f.running = test
	case mark == "end" || mark == "pause":
		f.settle()
		f.running = test[:max(0, strings.LastIndexByte(test, '/'))]
	}
	if strings.Contains(line, "--- FAIL") {
		fmt.Fprintln(f.to, line)
	}
}

// settle gives what passed since the last mark to the test that ran.
func (f *follower) settle() {
	cpu, wall := spent(f.pid.Load()), time.Now()
	for test := f.running; test != ""; test = test[:max(0, strings.LastIndexByte(test, '/'))] {
		e := f.took[test]
		if e == nil {
			e = &entry{Package: f.name, Test: test}
			f.took[test], f.order = e, append(f.order, test)
		}
		e.CPU += cpu - f.cpu
		e.Wall += wall.Sub(f.wall)
	}
	f.cpu, f.wall = cpu, wall
}

// finish passes on a last line without an end.
func (f *follower) finish() {
	if len(f.rest) > 0 {
		f.line(string(f.rest))
		f.rest = nil
	}
}

// entries are what the tests took, in the order in which they began.
func (f *follower) entries() []entry {
	entries := make([]entry, 0, len(f.order))
	for _, test := range f.order {
		entries = append(entries, *f.took[test])
	}
	return entries
}

// progress reads a line such as "=== RUN   TestX" or "    --- PASS: TestX/y (0.01s)".
func progress(line string) (mark, test string, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return "", "", false
	}
	switch fields[0] + " " + fields[1] {
	case "=== RUN", "=== NAME":
		return "run", fields[2], true
	case "=== CONT":
		return "cont", fields[2], true
	case "=== PAUSE":
		return "pause", fields[2], true
	case "--- PASS:", "--- FAIL:", "--- SKIP:":
		return "end", fields[2], true
	}
	return "", "", false
}

// spent is the processor time of a process and of its children that it has
// waited for, from the file stat of proc; 0 where there is none.
func spent(pid int64) time.Duration {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name of the program stands in brackets and may hold anything.
	_, rest, _ := strings.Cut(string(data[bytes.LastIndexByte(data, ')')+1:]), " ")
	fields := strings.Fields(rest)
	if len(fields) < 15 {
		return 0
	}
	var ticks int64
	for _, field := range fields[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.ParseInt(field, 10, 64)
		ticks += n
	}
	const tick = time.Second / 100 // USER_HZ is 100 on every Linux that Go runs on
	return time.Duration(ticks) * tick
}
