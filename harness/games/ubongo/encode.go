package ubongo

import "sync"

// A page is memory for values that are about to be written.
type page struct {
	view      viewText
	verdict   verdictText
	fault     code
	solutions solutionsText
	gains     gainsText
	outcome   outcomeText
	result    resultText
}

var pages = sync.Pool{New: func() any { return new(page) }}

// written appends a value that is put on a page.
func written(out []byte, write func(f *forms, p *page, out []byte) []byte) []byte {
	p := pages.Get().(*page)
	out = write(described(), p, out)
	pages.Put(p)
	return out
}

func appendState(out []byte, t *table) []byte { return described().state.Append(out, t) }

// requestJSON is a Request.
func requestJSON(q *request) []byte { return described().request.Append(nil, q) }

// setupJSON is a Setup.
func setupJSON(s *setup) []byte { return described().setup.Append(nil, s) }

func appendPlacements(out []byte, list []placement) []byte {
	return described().placements.Append(out, &list)
}

// list has the pieces of a set in ascending order.
func (s pieceSet) list(memory []pieceIndex) []pieceIndex {
	s.each(func(p pieceIndex) { memory = append(memory, p) })
	return memory
}

// of makes p the text of a problem, of which it shares the squares.
func (p *problemText) of(one problem) {
	p.footprint, p.pieces = one.footprint, one.pieces.list(p.pieces[:0])
}

// appendVerdict writes the answer of task move.
func appendVerdict(out []byte, t *table, c code) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		p.verdict = verdictText{c, t}
		return f.verdict.Append(out, &p.verdict)
	})
}

// appendFault writes the answer of task check.
func appendFault(out []byte, c code) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		p.fault = c
		return f.fault.Append(out, &p.fault)
	})
}

// appendGains writes the answer of task rewards: what the players of a round have won.
func (r *rules) appendGains(out []byte, paid *payout, gains []gems) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		text := &p.gains
		text.gains, text.display, text.bag, text.points = gains, paid.display, paid.bag, text.points[:0]
		for i := range gains {
			text.points = append(text.points, r.points(&gains[i]))
		}
		return f.gains.Append(out, text)
	})
}

// appendOutcome writes the answer of task solo.
func appendOutcome(out []byte, timed bool, v outcome) []byte {
	return written(out, func(f *forms, p *page, out []byte) []byte {
		p.outcome = outcomeText{v, variantOf(timed)}
		return f.outcome.Append(out, &p.outcome)
	})
}

func variantOf(timed bool) variant {
	if timed {
		return timeVariant
	}
	return countVariant
}
