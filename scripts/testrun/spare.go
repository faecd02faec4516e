package main

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// spareMin is the share of the processors' time that must be left over for one more
	// package to be run. Many tests wait more than they compute; where little is left over,
	// one more package makes nothing faster, it makes the others dearer where memory is slow,
	// and what waits for a program or a clock fails.
	spareMin = 0.25
	// sparePause is how long the processors are looked at.
	sparePause = time.Second / 2
)

// always is for one package, whatever else the processors do.
func always(context.Context) {}

// looking is held by who looks at the processors: the package that is run then shows before
// somebody looks again.
var looking sync.Mutex

// whenSpare waits until the processors have time to spare, or the context is over. Where the
// system does not tell, it does not wait.
func whenSpare(ctx context.Context) {
	looking.Lock()
	defer looking.Unlock()
	before, ok := readTicks()
	for ok && ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-time.After(sparePause):
		}
		now, _ := readTicks()
		if all := now.all - before.all; all > 0 && float64(now.spare-before.spare) >= spareMin*float64(all) {
			return
		}
		before = now
	}
}

// ticks count the time of all processors since the system was started. That of processes
// which give way to all others is to spare, too.
type ticks struct{ all, spare int }

// readTicks asks the system, which is Linux if it can tell.
func readTicks() (ticks, bool) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return ticks{}, false
	}
	return ticksOf(text)
}

// ticksOf reads the first line of /proc/stat: user, nice, system, idle, iowait and others.
func ticksOf(text []byte) (t ticks, ok bool) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	words := strings.Fields(string(line))
	if len(words) < 6 || words[0] != "cpu" {
		return ticks{}, false
	}
	for i, word := range words[1:] {
		n, err := strconv.Atoi(word)
		if err != nil {
			return ticks{}, false
		}
		t.all += n
		switch i {
		case 1, 3, 4: // nice, idle, iowait
			t.spare += n
		}
	}
	return t, true
}
