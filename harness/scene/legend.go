package scene

import (
	"sort"
	"strings"
)

// A Meaning is what a sign in pictures stands for.
type Meaning struct {
	Sign  Part // as it is drawn: a *Text or a *Token
	Words string
	// In tells whether a part shows the sign; nil: a text or token with the same
	// letters in the same form does.
	In func(Part) bool

	order int // among those of the game
}

// Explain gives the scene a legend: those of the meanings whose signs it has, in
// their order.
func (s *Scene) Explain(meanings []Meaning) {
	shown := make([]bool, len(meanings))
	walk(s.Body, func(p Part, _ *string) {
		for i := range meanings {
			shown[i] = shown[i] || meanings[i].in(p)
		}
	})
	for i, m := range meanings {
		if m.order = i; shown[i] {
			s.Legend = append(s.Legend, m)
		}
	}
}

// in tells whether a part shows the sign.
func (m *Meaning) in(p Part) bool {
	if m.In != nil {
		return m.In(p)
	}
	return SameSign(m.Sign, p)
}

// Letters are those of the sign.
func (m *Meaning) Letters() string {
	switch sign := m.Sign.(type) {
	case *Text:
		return sign.S
	case *Token:
		return sign.Mark
	}
	return ""
}

// SameSign tells whether two parts are texts or tokens that look alike but for
// their weight.
func SameSign(a, b Part) bool {
	switch a := a.(type) {
	case *Text:
		b, ok := b.(*Text)
		return ok && a.S == b.S
	case *Token:
		b, ok := b.(*Token)
		return ok && a.Mark == b.Mark && a.Form == b.Form && a.Colour == b.Colour
	}
	return false
}

// Begins makes a function for Meaning.In: a part shows the sign that is a text
// which begins so.
func Begins(prefix string) func(Part) bool {
	return func(p Part) bool {
		t, ok := p.(*Text)
		return ok && strings.HasPrefix(t.S, prefix)
	}
}

// Chosen is, for Meaning.In, a panel whose frame is strong.
func Chosen(p Part) bool {
	panel, ok := p.(*Panel)
	return ok && panel.Strong
}

// explained are the meanings of several scenes of a game, each once and in their
// order.
func explained(scenes ...*Scene) (all []Meaning) {
	for _, s := range scenes {
		for _, m := range s.Legend {
			known := false
			for i := range all {
				known = known || all[i].Words == m.Words && SameSign(all[i].Sign, m.Sign)
			}
			if !known {
				all = append(all, m)
			}
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].order < all[j].order })
	return all
}

// Whole is what is drawn: the body, and below it the legend, if there is one.
func (s *Scene) Whole() Part {
	if len(s.Legend) == 0 {
		return s.Body
	}
	legend := &Row{Wrap: true, Gap: Wide, Parts: []Part{&Text{S: "Legend:", Small: true, Bold: true, Colour: Ink}}}
	for _, m := range s.Legend {
		if sign, ok := m.Sign.(*Text); ok && sign.Colour == None {
			inked := *sign
			inked.Colour = Ink
			m.Sign = &inked
		}
		legend.Parts = append(legend.Parts, &Row{Parts: []Part{m.Sign, &Text{S: m.Words, Small: true, Colour: Ink}}})
	}
	return &Column{Parts: []Part{s.Body, legend}}
}

// Gather makes a scene of several with a legend for all of them.
func Gather(title, alt string, body Part, of ...*Scene) (*Scene, error) {
	s, err := New(title, alt, body)
	if err == nil {
		s.Legend = explained(of...)
	}
	return s, err
}
