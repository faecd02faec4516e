package game

import (
	"fmt"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/number"
	"github.com/touchstone-harness/touchstone/harness/scene"
)

// A Drawer is Rules of a game that can draw values.
type Drawer interface {
	Rules

	// Drawable lists the values that can be drawn, by their schemas' names; the
	// one that people mean when they name none comes first.
	Drawable() []string

	// Draw describes the picture of a value. The places of the scene are JSON
	// pointers into the value. It takes what programs answer, too, values that
	// contradict themselves: the error is for what has not the shape of the
	// value, or is too large.
	Draw(value string, raw jsontext.Value) (*scene.Scene, error)
}

// A NameDrawer is a Drawer whose states have no names of players.
type NameDrawer interface {
	Drawer

	// DrawNamed is Draw where it is known how the players of a state are called,
	// in the order of their seats; "" for one who has no name yet.
	DrawNamed(value string, raw jsontext.Value, names []string) (*scene.Scene, error)
}

// Artists are the functions by which a game draws its values, by the name of
// the value.
type Artists map[string]func(jsontext.Value) (*scene.Scene, error)

// Draw draws a value, with a legend of the signs in it that these are the
// meanings of.
func (a Artists) Draw(value string, raw jsontext.Value, meanings []scene.Meaning) (*scene.Scene, error) {
	draw := a[value]
	if draw == nil {
		return nil, fmt.Errorf("touchstone does not draw a %s", value)
	}
	// What comes from a program may be anything: it is not even read then.
	if raw = withoutSpace(raw); len(raw) > DrawnBytesMax {
		return nil, fmt.Errorf("cannot draw the %s: %w: %d bytes, expected at most %d", value, scene.ErrTooLarge, len(raw), DrawnBytesMax)
	}
	s, err := draw(raw)
	if err != nil && raw.IsValid() {
		// Integers may be written with a fraction or an exponent.
		s, err = draw(number.AppendPlain(nil, raw))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot draw the %s: %w", value, err)
	}
	s.Explain(meanings)
	return s, nil
}

// The bounds of what is drawn, and why: a page may draw a hundred values that
// programs have answered, and is to be there within seconds.
const (
	// DrawnBytesMax is some times the fullest state, or the longest log, without
	// white space.
	DrawnBytesMax = 32 << 10
	// DrawnPlayersMax is more than any game has.
	DrawnPlayersMax = 16
)

// withoutSpace is a value without white space if it is too large with it.
func withoutSpace(raw jsontext.Value) jsontext.Value {
	if len(raw) > DrawnBytesMax {
		raw = raw.Clone()
		_ = raw.Compact() // what is no JSON stays as it is
	}
	return raw
}

// CheckPlayers refuses to draw more players than there can be.
func CheckPlayers(n int) error {
	if n > DrawnPlayersMax {
		return fmt.Errorf("%w: %d players, expected at most %d", scene.ErrTooLarge, n, DrawnPlayersMax)
	}
	return nil
}

// Artist draws values that are read into a T.
func Artist[T any](draw func(v *T) (*scene.Scene, error)) func(jsontext.Value) (*scene.Scene, error) {
	return func(raw jsontext.Value) (*scene.Scene, error) {
		v := new(T)
		if err := json.Unmarshal(raw, v); err != nil {
			return nil, err
		}
		return draw(v)
	}
}

// AnswerArtist draws the answer of the task move: the new state, which
// draw draws, or the code.
func AnswerArtist(draw func(jsontext.Value) (*scene.Scene, error)) func(jsontext.Value) (*scene.Scene, error) {
	type answer struct {
		Legal bool           `json:"legal"`
		State jsontext.Value `json:"state"`
		Code  string         `json:"code"`
	}
	return Artist(func(a *answer) (*scene.Scene, error) {
		if !a.Legal || a.State == nil {
			return scene.New("illegal", "The request is illegal: "+scene.Human(a.Code)+".",
				scene.Line("/legal", scene.Bold("", "illegal:"), scene.Say("/code", a.Code)))
		}
		s, err := draw(a.State)
		if err != nil {
			return nil, err
		}
		scene.Move(s.Body, "/state")
		return s, nil
	})
}
