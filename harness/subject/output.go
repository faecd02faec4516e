package subject

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// An output reads a program's stdout and collects its values as they come.
type output struct {
	file     *os.File
	bytesMax int64
	done     chan struct{} // closed at the end of the output

	answers  int           // how many values make an answer
	answered chan struct{} // closed when they have come

	mu     sync.Mutex
	frozen bool // what comes now is too late
	collection
}

// A collection is what has come so far.
type collection struct {
	values  []jsontext.Value
	trouble *stream.Error // why no more values are read
	err     error         // of the pipe itself
	bytes   int64
	text    int64 // bytes up to the last one that is not white space
	// newlines counts those behind that byte.
	newlines int
	taken    int64 // bytes up to the end of the last complete value
	over     bool  // more than bytesMax came
}

var newline = []byte{'\n'}

var errOver = errors.New("more output than allowed")

// readOutput starts to read values from file, which it closes in the end.
func readOutput(file *os.File, limits Limits, answers int) *output {
	o := &output{
		file: file, bytesMax: int64(limits.OutputBytesMax), done: make(chan struct{}),
		answers: max(answers, 1), answered: make(chan struct{}),
	}
	go func() {
		defer close(o.done)
		o.collect(stream.Limits{
			ValueBytesMax: min(limits.OutputBytesMax, stream.ValueBytesMax),
			ValuesMax:     limits.ValuesMax,
		})
	}()
	return o
}

func (o *output) collect(limits stream.Limits) {
	values := stream.NewReader(o, limits)
	for {
		v, err := values.Next()
		if err != nil {
			o.stop(err)
			return
		}
		o.mu.Lock()
		if !o.frozen {
			o.values = append(o.values, v.Raw)
			o.taken = v.Start.Offset + int64(len(v.Raw))
			if len(o.values) == o.answers {
				close(o.answered)
			}
		}
		o.mu.Unlock()
	}
}

// stop records why there are no more values, and reads the rest of the output
// without looking at it: a program whose pipe is full would wait instead of
// ending in its own way, which is part of the story.
func (o *output) stop(err error) {
	o.mu.Lock()
	goOn := false
	switch trouble, ok := errors.AsType[*stream.Error](err); {
	case o.frozen || err == io.EOF || errors.Is(err, errOver) || errors.Is(err, os.ErrClosed):
	case ok:
		o.trouble = trouble
		goOn = true
	default:
		o.err = err
	}
	o.mu.Unlock()
	for buffer := make([]byte, 0); goOn; {
		if cap(buffer) == 0 {
			buffer = make([]byte, 16<<10)
		}
		_, err := o.Read(buffer)
		goOn = err == nil
	}
}

// Read reads from the pipe, up to one byte more than allowed.
func (o *output) Read(p []byte) (int, error) {
	o.mu.Lock()
	room := o.bytesMax + 1 - o.bytes
	o.mu.Unlock()
	if room <= 0 {
		return 0, errOver
	}
	n, err := o.file.Read(p[:min(int64(len(p)), room)])

	o.mu.Lock()
	defer o.mu.Unlock()
	if o.frozen {
		return 0, io.EOF
	}
	text := bytes.TrimRight(p[:n], " \t\r\n")
	if len(text) > 0 {
		o.text, o.newlines = o.bytes+int64(len(text)), 0
	}
	o.newlines += bytes.Count(p[len(text):n], newline)
	o.bytes += int64(n)
	if o.bytes > o.bytesMax {
		o.over = true
		return n - 1, errOver
	}
	return n, err
}

// freeze makes the harness deaf for what comes from now on.
func (o *output) freeze() {
	o.mu.Lock()
	o.frozen = true
	o.mu.Unlock()
}

// got is what has come until now.
func (o *output) got() collection {
	o.mu.Lock()
	defer o.mu.Unlock()
	c := o.collection
	c.values = slices.Clip(c.values)
	return c
}

// endWithin waits for the end of the output, then gives up on it.
func (o *output) endWithin(grace time.Duration) {
	o.mu.Lock()
	if o.frozen {
		grace = 0
	}
	o.mu.Unlock()
	endWithin(o.file, o.done, grace)
}

// endWithin waits for the reader of a pipe, then takes the pipe away from it:
// closing it ends a read that waits.
func endWithin(file *os.File, done <-chan struct{}, grace time.Duration) {
	if grace > 0 {
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case <-done:
		case <-timer.C:
		}
	}
	file.Close()
	<-done
}
