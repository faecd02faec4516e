package workbench

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// The bounds of the list of legal requests, and why.
const (
	// offersMax is what a person looks through, and each is carried out to see what it
	// changes.
	offersMax = 200
	// alikeMax is how many are listed that do the same at first: where much can be thrown
	// overboard there are thousands for one tile.
	alikeMax = 3
	// triedMax is how many requests are looked at, within a second.
	triedMax = 4_000
)

// Offers are legal requests of a state.
type Offers struct {
	Offers []Offer `json:"offers"`
	More   bool    `json:"more"` // there are others
}

// An Offer is one legal request, or reply to a call.
type Offer struct {
	Request jsontext.Value `json:"request"`
	Words   string         `json:"words"`  // what it does; the request itself if there are no words
	Places  []string       `json:"places"` // what it changes: JSON pointers into the state
}

// offers lists the legal requests of the state in the input, which may have a request
// behind it that does not count.
func (b *Bench) offers(q *Question) (any, error) {
	q.Task = moveTask
	d, err := b.at(q)
	if err != nil {
		return nil, err
	}
	lister, ok := d.Rules.(game.Lister)
	if !ok {
		return nil, &game.UsageError{Message: "the legal requests of " + d.Game.Title + " cannot be listed"}
	}
	values, _ := d.Read(strings.NewReader(q.Input))
	if len(values) == 0 {
		return nil, &game.UsageError{Message: "there is no state"}
	}
	if err := d.Rules.Check(d.Task.In[0].Value, values[0].Raw); err != nil {
		return nil, &game.UsageError{Message: "the state is not valid"}
	}
	state := canonical(d, values[0].Raw)
	list := Offers{Offers: []Offer{}}
	oracle := d.Rules.Oracle(moveTask)
	alike, tried := map[string]int{}, 0
	for request, err := range lister.Legal(state) {
		if err != nil {
			return nil, err
		}
		if tried++; len(list.Offers) == offersMax || tried > triedMax {
			list.More = true
			break
		}
		said := words(d, d.Task.In[1].Value, request, state)
		first, _, _ := strings.Cut(said, ", ")
		if alike[first]++; said != "" && alike[first] > alikeMax {
			list.More = true
			continue
		}
		var out game.Output
		if err := oracle([]jsontext.Value{state, request}, &out); err != nil {
			return nil, err
		}
		next, legal := game.StateIn(out.Value(0))
		if !legal {
			continue
		}
		o := Offer{Request: request.Clone(), Words: said}
		if o.Words == "" {
			o.Words = string(o.Request)
		}
		o.Places = append(differing(state, next), differing(next, state)...)
		list.Offers = append(list.Offers, o)
	}
	return list, nil
}
