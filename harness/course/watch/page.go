package watch

import (
	"crypto/rand"
	"encoding/json"
	"maps"
	"sync"
	"time"
)

// The bounds of a page, and why.
const (
	// linesMax is how many lines of the log are kept: what a person still scrolls
	// through. Who is slower than that misses lines, and is told how many.
	linesMax = 400
	// frameEvery is the time between two looks: more often nobody sees it.
	frameEvery = 50 * time.Millisecond
)

// A Page is what all who look at a source see: its view, and a log. It keeps
// what the last look has shown, and looks only while somebody looks. Memory is
// bounded whatever happens and however many look.
type Page struct {
	source Source
	id     string // tells pages of one address apart
	start  time.Time
	every  time.Duration // between two looks
	dirty  chan struct{} // holds something if there may be news
	ended  chan struct{} // closed by End
	done   chan struct{} // closed when no more frames are made

	mu      sync.Mutex
	ring    [linesMax]Line
	lines   int64 // that were ever said
	frame   int64 // the number of the last one
	next    chan struct{}
	parts   map[string]part
	viewers int
	over    bool // the last frame is made
}

// A Line is one of the log.
type Line struct {
	Ms   int64  `json:"ms"`            // since the page was made
	Who  string `json:"who,omitempty"` // it is about
	Text string `json:"text"`
	Sent string `json:"sent,omitempty"` // what was sent, where the text says it in words
	Mood Mood   `json:"mood,omitempty"`
}

// fit makes a line one that can be read.
func (l Line) fit() Line {
	l.Who, l.Text, l.Sent = fit(l.Who), fit(l.Text), fit(l.Sent)
	return l
}

type part struct {
	frame int64 // in which it became what it is
	value json.RawMessage
}

// NewPage makes a page of a source, which is looked at until End. Nothing is
// shown yet: Changed says that there is something.
func NewPage(s Source) *Page { return newPage(s, frameEvery) }

func newPage(s Source, every time.Duration) *Page {
	p := &Page{
		source: s, id: rand.Text(), start: time.Now(), every: every, parts: map[string]part{}, next: make(chan struct{}),
		dirty: make(chan struct{}, 1), ended: make(chan struct{}), done: make(chan struct{}),
	}
	go p.run()
	return p
}

// Changed says that a look would show something new. It never waits.
func (p *Page) Changed() {
	select {
	case p.dirty <- struct{}{}:
	default: // it is known already
	}
}

// Say adds a line to the log: who it is about, "" for nobody, and what. It never
// waits for those who look.
func (p *Page) Say(who, what string, mood Mood) Line {
	return p.add(Line{Who: who, Text: what, Mood: mood})
}

// add adds a line to the log, with the time.
func (p *Page) add(l Line) Line {
	// What is kept is bounded here, what is costly is left to those who look.
	l.Ms, l.Who, l.Text, l.Sent = p.since(time.Now()), head(l.Who), head(l.Text), head(l.Sent)
	p.mu.Lock()
	p.ring[p.lines%linesMax] = l
	p.lines++
	p.mu.Unlock()
	p.Changed()
	return l
}

// head is the beginning of a text, enough for fit; the rest can be forgotten.
func head(s string) string {
	if len(s) > 2*textBytesMax {
		s = string([]byte(s[:2*textBytesMax]))
	}
	return s
}

// End shows the source a last time; afterwards nothing changes any more. It
// returns when the last frame is there to be taken.
func (p *Page) End() {
	p.mu.Lock()
	first := !closed(p.ended)
	if first {
		close(p.ended)
	}
	p.mu.Unlock()
	<-p.done
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// since is a time as it is sent: milliseconds from the start of the page.
func (p *Page) since(t time.Time) int64 { return t.Sub(p.start).Milliseconds() }

// run makes the frames.
func (p *Page) run() {
	defer close(p.done)
	for {
		select {
		case <-p.ended:
			p.look(true)
			return
		case <-p.dirty:
		}
		if p.watched() {
			p.look(false)
			select {
			case <-time.After(p.every):
			case <-p.ended:
			}
		}
	}
}

func (p *Page) watched() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.viewers > 0
}

// look makes a frame of what there is to be seen now.
func (p *Page) look(last bool) {
	v := p.source.Look()
	parts := v.parts(p.since)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frame++
	maps.DeleteFunc(p.parts, func(name string, _ part) bool { return parts[name] == nil })
	for name, value := range parts {
		if string(p.parts[name].value) != string(value) {
			p.parts[name] = part{p.frame, value}
		}
	}
	p.over = last || v.Over
	close(p.next)
	p.next = make(chan struct{})
}

// A message is what somebody who looks is sent: what has changed since the last
// one.
type message struct {
	Page   string                     `json:"page"`  // its id: with another one all is new
	NowMs  int64                      `json:"nowMs"` // since the start of the page
	Parts  map[string]json.RawMessage `json:"parts,omitempty"`
	Missed int64                      `json:"missed,omitempty"` // lines of the log, before these
	Lines  []Line                     `json:"lines,omitempty"`
	Over   bool                       `json:"over,omitempty"`
}

// A viewer is somebody who looks.
type viewer struct {
	page  *Page
	frame int64 // the last one that was taken
	lines int64 // how many of the log were taken
	fresh int64 // the frame up to which there is nothing recent enough
}

// join lets somebody look who has seen so many lines of the log, and tells
// whether there was a place.
func (p *Page) join(lines int64, viewersMax int) (*viewer, bool) {
	p.mu.Lock()
	if p.viewers >= viewersMax {
		p.mu.Unlock()
		return nil, false
	}
	p.viewers++
	v := &viewer{page: p, lines: max(0, min(lines, p.lines)), fresh: p.frame}
	if p.over {
		v.fresh = 0
	}
	p.mu.Unlock()
	p.Changed() // the last frame may be old
	return v, true
}

// leave ends the looking.
func (v *viewer) leave() {
	v.page.mu.Lock()
	defer v.page.mu.Unlock()
	v.page.viewers--
}

// take returns what is new, nil if nothing is; then the channel is closed when
// something is.
func (v *viewer) take() (*message, <-chan struct{}) {
	p := v.page
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.frame <= max(v.frame, v.fresh) {
		return nil, p.next
	}
	m := &message{Page: p.id, NowMs: p.since(time.Now()), Over: p.over, Parts: map[string]json.RawMessage{}}
	for name, part := range p.parts {
		if part.frame > v.frame {
			m.Parts[name] = part.value
		}
	}
	first := max(v.lines, p.lines-linesMax)
	m.Missed = first - v.lines
	for i := first; i < p.lines; i++ {
		m.Lines = append(m.Lines, p.ring[i%linesMax])
	}
	v.frame, v.lines = p.frame, p.lines
	return m, p.next
}

// tidy makes the lines fit to be read, which was not done when they were said.
func (m *message) tidy() {
	for i := range m.Lines {
		m.Lines[i] = m.Lines[i].fit()
	}
}
