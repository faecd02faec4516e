package main

import (
	"bufio"
	"os"
	"time"
)

// thought is the processor time that thinking needs for an answer.
const thought = time.Millisecond

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
		for begin := time.Now(); time.Since(begin) < thought; {
		}
		t.rest = line
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}
