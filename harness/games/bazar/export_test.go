package bazar

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Requests are all legal requests of the player to act, as JSON.
func Requests(t testing.TB, r game.Rules, text jsontext.Value) (list []string) {
	t.Helper()
	s := &newOracle(r.(*rules)).dec.state
	d := newDecoder(r.(*rules))
	if err := d.Decode([]jsontext.Value{text}, 0, func() { s = d.stateValue() }); err != nil {
		t.Fatal(err)
	}
	p := s.active()
	r.(*rules).requests(&s.table, p.guild, p.hand, func(q *request) bool {
		list = append(list, string(requestJSON(q)))
		return true
	})
	return list
}

// Turned is the board of a table whose tiles on the given cells have been turned
// so many times by an architect on another.
func Turned(t testing.TB, r game.Rules, at [2]int, cells [][2]int, way string, times int) string {
	t.Helper()
	table := &table{inPlay: fromStart.with(harem).with(market), event: noEvent}
	for i, c := range cells {
		table.board[c[0]*columns+c[1]] = newTile(guild(i%2), kind(i))
	}
	e := &deed{place: square(at[0]*columns + at[1]), choice: choice{form: choosesDirection, direction: right}}
	if way == "left" {
		e.choice.direction = left
	}
	for range times {
		r.(*rules).rotate(table, e)
	}
	return string(described().board.Text(table.written(nil)))
}

// RandomGame plays a whole game with random legal requests, and returns how many
// it took.
func RandomGame(r game.Rules, in jsontext.Value, rng *rand.Rand) (int, error) {
	rules := r.(*rules)
	d := newDecoder(rules)
	var b beginning
	if err := d.Decode([]jsontext.Value{in}, 0, func() { b = d.setupValue() }); err != nil {
		return 0, err
	}
	s := rules.setup(b.players, b.order, b.events)
	n := 0
	for ; s.phase != over; n++ {
		p := s.active()
		hand := p.hand
		if s.phase == starting {
			hand = startHand
		}
		q, ok := rules.drawRequest(&s.table, p.guild, hand, rng)
		if c := rules.move(s, &q); c != legal || !ok {
			return n, fmt.Errorf("a random request is refused: %s", c)
		}
	}
	return n, nil
}
