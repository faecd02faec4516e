package subject

import "time"

// A Chunk is a piece of input that reaches the program in one write.
type Chunk struct {
	Text []byte
	Wait time.Duration // before it is written
}

// A Feed is the input of a program, and when it comes.
type Feed struct {
	Chunks []Chunk
	// CloseAfter says when stdin is closed: with 0 directly behind the last
	// chunk, otherwise when the output is complete, but no later than this long
	// behind the last chunk.
	CloseAfter time.Duration
	// Answers is how many values a complete output has; 0 stands for one.
	Answers int
	// Answered, if not nil, is called when the output is complete.
	Answered func()
	// Since, if not nil, tells of a program that is canceled since when it owes
	// what it is canceled for; zero for since its start.
	Since func() time.Time
}

// Wait is how long the harness lets the program wait, at the longest.
func (f Feed) Wait() time.Duration {
	wait := f.CloseAfter
	for _, c := range f.Chunks {
		wait += c.Wait
	}
	return wait
}

// Plain delivers input in one piece and closes stdin behind it.
func Plain(input []byte) Feed { return Feed{Chunks: []Chunk{{Text: input}}} }

// feed writes the input and closes stdin. A program that does not read all of
// it does nothing wrong; closing stdin from outside ends a write that waits.
func (p *process) feed(f Feed) {
	defer close(p.fed)
	defer p.stdin.Close()
	for _, chunk := range f.Chunks {
		if chunk.Wait > 0 && !p.pause(chunk.Wait) {
			return
		}
		if _, err := p.stdin.Write(chunk.Text); err != nil {
			return
		}
	}
	if f.CloseAfter == 0 {
		return
	}
	timer := time.NewTimer(f.CloseAfter)
	defer timer.Stop()
	select {
	case <-timer.C:
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
