package subject

import "time"

// A Chunk is a piece of input that reaches the program in one write.
type Chunk struct {
	Text []byte
	Wait time.Duration // before it is written
}

// A Closing is when the harness closes the program's stdin.
type Closing int

// The closings. A program must answer the same whichever it is.
const (
	// CloseAfterInput closes stdin behind the last chunk.
	CloseAfterInput Closing = iota
	// CloseAfterOutput keeps stdin open until the program has answered: one
	// that waits for the end of its input before it answers runs into its
	// timeout.
	CloseAfterOutput
	// CloseEarly closes stdin in place of the last chunk: the program sees an
	// input that breaks off there.
	CloseEarly
)

// A Feed is how the input reaches a program. Waits count against its timeout.
type Feed struct {
	Chunks  []Chunk
	Closing Closing
	// Answers is after how many values CloseAfterOutput takes the output for
	// complete; 0 stands for one.
	Answers int
}

// Plain delivers input in one piece and closes stdin behind it.
func Plain(input []byte) Feed { return Feed{Chunks: []Chunk{{Text: input}}} }

// feed writes the input and closes stdin. A program that does not read all of
// it does nothing wrong; closing stdin from outside ends a write that waits.
func (p *process) feed(f Feed) {
	defer close(p.fed)
	defer p.stdin.Close()
	chunks := f.Chunks
	if f.Closing == CloseEarly && len(chunks) > 0 {
		chunks = chunks[:len(chunks)-1]
	}
	for _, chunk := range chunks {
		if chunk.Wait > 0 && !p.pause(chunk.Wait) {
			return
		}
		if _, err := p.stdin.Write(chunk.Text); err != nil {
			return
		}
	}
	if f.Closing != CloseAfterOutput {
		return
	}
	select {
	case <-p.stdout.answered:
	case <-p.stdout.done:
	case <-p.tree.exited():
	case <-p.over:
	}
}

// pause waits, and tells whether the program was still wanted all the time.
func (p *process) pause(wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.tree.exited():
		return false
	case <-p.over:
		return false
	}
}
