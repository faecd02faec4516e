package subject

import (
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// A tail reads a program's stderr and keeps the end of it.
type tail struct {
	file     *os.File
	done     chan struct{} // closed at the end of stderr
	bytesMax int
	kept     []byte // of the reading goroutine until done is closed
	cut      bool
	stopped  atomic.Bool // what comes from now on is not kept
}

// stop is told that the harness ends the program. What it says from then on, such as
// "user break", is said of the harness, and not of what went wrong.
func (t *tail) stop() { t.stopped.Store(true) }

// readTail starts to read from file, which it closes in the end.
func readTail(file *os.File, bytesMax int) *tail {
	t := &tail{file: file, bytesMax: bytesMax, done: make(chan struct{})}
	go func() {
		defer close(t.done)
		// Most programs say nothing here.
		for buffer := make([]byte, 512); ; {
			n, err := file.Read(buffer)
			if err != nil {
				// An error ends the log as its end does: nothing depends on it.
				return
			}
			if !t.stopped.Load() {
				t.add(buffer[:n])
			}
			if n == len(buffer) && n < logBytes {
				buffer = make([]byte, logBytes)
			}
		}
	}()
	return t
}

// logBytes is how much of a long log is read at a time.
const logBytes = 16 << 10

// add keeps text and forgets what stood long before it.
func (t *tail) add(text []byte) {
	t.kept = append(t.kept, text...)
	if len(t.kept) > 2*t.bytesMax {
		t.kept = append(t.kept[:0], t.kept[len(t.kept)-t.bytesMax:]...)
		t.cut = true
	}
}

// endWithin waits for the end of stderr, then gives up on it, and returns what
// is kept: whole lines, if something before them was forgotten.
func (t *tail) endWithin(grace time.Duration) string {
	endWithin(t.file, t.done, grace)
	if len(t.kept) > t.bytesMax {
		t.kept = t.kept[len(t.kept)-t.bytesMax:]
		t.cut = true
	}
	text := string(t.kept)
	if _, rest, ok := strings.Cut(text, "\n"); t.cut && ok && rest != "" {
		return rest
	}
	return text
}
