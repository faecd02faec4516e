package lint

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A form is what an input has in common with all that are the same but for names
// and seats.
type form struct {
	text  string
	names []string // in the order in which they first stand in the text
	seats []int    // in the text, by the seat in the input
}

// seatsMax is of how many players at most all orders of seats are tried, which
// are 24 of four.
const seatsMax = 4

// formOf writes values with a number for each different string, given out in the
// order in which they first stand there. Arrays of nothing but strings are
// sorted: by how often a string stands in the whole input, then by its number,
// which does not depend on how it is spelt. Of all orders of the seats it takes
// that which gives the least text.
func formOf(seats *game.Seats, params []game.Param, list []jsontext.Value) form {
	n := players(seats, params, list)
	if n > seatsMax {
		n = 0
	}
	var least form
	for order := range orders(n) {
		w := writer{seats: seats, places: order, numbers: make(map[string]int), times: make(map[string]int)}
		w.values(params, list)
		w.out, w.counted = nil, true
		w.values(params, list)
		if text := string(w.out); least.text == "" || text < least.text {
			least = form{text: text, names: make([]string, len(w.numbers)), seats: order}
			for name, number := range w.numbers {
				least.names[number] = name
			}
		}
	}
	return least
}

// players is how many players sit in the seats of an input, 0 if it numbers none.
func players(seats *game.Seats, params []game.Param, list []jsontext.Value) int {
	if len(seats.Lists) == 0 {
		return 0
	}
	w := writer{seats: seats, numbers: make(map[string]int), times: make(map[string]int)}
	w.values(params, list)
	return w.players
}

// orders are all orders of the numbers below n, the usual one first.
func orders(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		var extend func(order []int) bool
		extend = func(order []int) bool {
			if len(order) == n {
				return yield(order)
			}
			for i := range n {
				if !slices.Contains(order, i) && !extend(append(slices.Clip(order), i)) {
					return false
				}
			}
			return true
		}
		extend(nil)
	}
}

// paramName is the name of the parameter that a value is for. The last one may be
// repeated.
func paramName(params []game.Param, i int) string {
	if len(params) == 0 {
		return ""
	}
	return params[min(i, len(params)-1)].Name
}

// A writer copies values with other strings: those of an exchange, or numbers,
// and with players in other seats.
type writer struct {
	seats    *game.Seats
	places   []int // new seats by old ones; nil keeps all
	players  int   // elements of the first list of players
	exchange map[string]string
	numbers  map[string]int
	times    map[string]int // that a string stands there
	counted  bool
	out      []byte
}

// values copies the values of a case.
func (w *writer) values(params []game.Param, list []jsontext.Value) {
	for i, v := range list {
		w.value(jsontext.NewDecoder(bytes.NewBuffer(v.Clone())), paramName(params, i))
		w.out = append(w.out, ' ')
	}
}

// value copies a value that stands under the name of a member or a parameter, or
// in an array that does.
func (w *writer) value(dec *jsontext.Decoder, name string) {
	switch kind := dec.PeekKind(); kind {
	case '[':
		w.array(dec, name)
	case '{':
		// Values that were read as JSON before lead to no error.
		_, _ = dec.ReadToken()
		w.out = append(w.out, '{')
		for n := 0; dec.PeekKind() != '}' && dec.PeekKind() != 0; n++ {
			if n > 0 {
				w.out = append(w.out, ',')
			}
			key, _ := dec.ReadValue()
			w.out = append(append(w.out, key...), ':')
			member, _ := jsontext.AppendUnquote(nil, key)
			w.value(dec, string(member))
		}
		_, _ = dec.ReadToken()
		w.out = append(w.out, '}')
	case '"':
		raw, _ := dec.ReadValue()
		w.string(raw)
	default:
		raw, _ := dec.ReadValue()
		if n, err := strconv.Atoi(string(raw)); err == nil && n >= 0 && n < len(w.places) && slices.Contains(w.seats.Numbers, name) {
			w.out = strconv.AppendInt(w.out, int64(w.places[n]), 10)
			return
		}
		w.out = append(w.out, raw...)
	}
}

func (w *writer) array(dec *jsontext.Decoder, name string) {
	_, _ = dec.ReadToken()
	var elements [][]byte
	var ranks []int
	bag := true
	outer := w.out
	element := func(dec *jsontext.Decoder) {
		w.out = nil
		if dec.PeekKind() != '"' {
			bag = false
			w.value(dec, name)
		} else {
			raw, _ := dec.ReadValue()
			text := w.string(raw)
			ranks = append(ranks, w.times[text]*len(w.numbers)+w.numbers[text])
		}
		elements = append(elements, w.out)
	}
	if slices.Contains(w.seats.Lists, name) {
		for _, raw := range w.seated(dec) {
			element(jsontext.NewDecoder(bytes.NewBuffer(raw)))
		}
	} else {
		for dec.PeekKind() != ']' && dec.PeekKind() != 0 {
			element(dec)
		}
	}
	_, _ = dec.ReadToken()
	if bag && w.counted {
		order := make([]int, len(elements))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return ranks[a] - ranks[b] })
		sorted := make([][]byte, len(elements))
		for i, n := range order {
			sorted[i] = elements[n]
		}
		elements = sorted
	}
	w.out = append(append(append(outer, '['), bytes.Join(elements, []byte{','})...), ']')
}

// seated reads the elements of a list of players, in the order of their new
// seats.
func (w *writer) seated(dec *jsontext.Decoder) []jsontext.Value {
	var list []jsontext.Value
	for dec.PeekKind() != ']' && dec.PeekKind() != 0 {
		raw, _ := dec.ReadValue()
		list = append(list, raw.Clone())
	}
	if w.players == 0 {
		w.players = len(list)
	}
	if len(list) != len(w.places) {
		return list
	}
	moved := make([]jsontext.Value, len(list))
	for i, place := range w.places {
		moved[place] = list[i]
	}
	return moved
}

// string writes what stands for a string, and returns the string.
func (w *writer) string(raw jsontext.Value) string {
	content, _ := jsontext.AppendUnquote(nil, raw)
	name := string(content)
	if w.exchange != nil {
		other, ok := w.exchange[name]
		if !ok {
			other = name
		}
		w.out, _ = jsontext.AppendQuote(w.out, other)
		return name
	}
	if !w.counted {
		if _, known := w.numbers[name]; !known {
			w.numbers[name] = len(w.numbers)
		}
		w.times[name]++
	}
	// How a string is spelt counts, so that a case about escapes is another one.
	if bytes.IndexByte(raw, '\\') >= 0 {
		w.out = append(w.out, raw...)
		return name
	}
	w.out = append(strconv.AppendInt(append(w.out, '"'), int64(w.numbers[name]), 10), '"')
	return name
}
