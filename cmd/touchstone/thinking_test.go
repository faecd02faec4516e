//go:build unix

package main

import (
	"bufio"
	"os"
	"syscall"
	"time"
)

// thought is the processor time that thinking needs for an answer.
const thought = time.Millisecond

func init() { standsFor["thinking"] = thinking }

// thinking is the program that answers line by line, with a thought before each.
func thinking() {
	os.Exit(inProcess([]string{"solve", "--lines", os.Args[1]}, &thinker{lines: bufio.NewReader(os.Stdin)}, os.Stdout, os.Stderr))
}

// A thinker hands on lines, one at a time.
type thinker struct {
	lines *bufio.Reader
	rest  []byte // of the line that is handed on
}

func (t *thinker) Read(p []byte) (int, error) {
	if len(t.rest) == 0 {
		line, err := t.lines.ReadBytes('\n')
		if len(line) == 0 {
			return 0, err
		}
		for begin := spent(); spent()-begin < thought; {
		}
		t.rest = line
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

// spent is the processor time of this process so far: the clock also runs while others have
// the processor.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // it has no other reason than a wrong argument
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
