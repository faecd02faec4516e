package reference

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// generateTries is how many inputs are made for one that the reference does not
// call invalid (chapter 11).
const generateTries = 50

// undrawnMax is after how many tries in a row a schema counts as one that no value matches.
const undrawnMax = 5

// asTheyAre is how many of the tries take an input of the suite without a change.
const asTheyAre = 10

// repeatedMax is how many values stand where a task takes any number.
const repeatedMax = 8

// Generate makes one input of a task: from the schemas, or by changing one of its
// suite. What the reference calls invalid is made anew. Where all parts of a value
// hang together no change may be valid: the last tries are inputs of the suite as they
// are. If none is valid the last one is returned, which whoever asks the oracle finds
// out.
func (r *rules) Generate(name string, rng *rand.Rand, size int) []jsontext.Value {
	task, ok := r.folder.Game.Task(name)
	if !ok {
		return nil
	}
	if task.Live != "" {
		return r.generateLive(rng)
	}
	oracle := r.Oracle(name)
	examples := r.examples(name)
	var in []jsontext.Value
	undrawn := 0 // tries in a row that found no value at all
	for try := range generateTries {
		switch n := len(examples); {
		case n > 0 && try >= generateTries-asTheyAre:
			in = examples[rng.IntN(n)]
		case n > 0 && rng.IntN(2) == 0:
			in = r.varied(&task, examples[rng.IntN(n)], rng, size)
		default:
			in = r.drawn(&task, rng, size)
		}
		if in == nil {
			if undrawn++; undrawn >= undrawnMax && len(examples) == 0 {
				break
			}
			continue
		}
		undrawn = 0
		err := oracle(in, new(game.Output))
		if _, invalid := errors.AsType[*game.Invalid](err); !invalid {
			break
		}
	}
	return in
}

// InputHint implements game.Maker. What the schemas allow may all contradict itself: then
// inputs come from changes of valid cases alone.
func (r *rules) InputHint(name string) string {
	place := filepath.Join(r.folder.Path, "suites", name)
	if len(r.examples(name)) == 0 {
		return fmt.Sprintf("the schemas in %s allow too much that is invalid: write a valid case into %s, of which touchstone makes others",
			filepath.Join(r.folder.Path, "values"), filepath.Join(place, "cases.jsonl"))
	}
	return fmt.Sprintf("no case in %s is valid under these options: write one that is, or try other options", place)
}

// drawn draws an input from the schemas, nil if that fails.
func (r *rules) drawn(task *game.Task, rng *rand.Rand, size int) []jsontext.Value {
	in := []jsontext.Value{}
	for _, p := range task.In {
		n := 1
		switch {
		case p.Optional:
			n = rng.IntN(2)
		case p.Repeated:
			n = rng.IntN(1 + repeatedMax*size/game.SizeMax + 1)
		}
		for range n {
			v, err := r.schemas.Random(p.Value, rng, size)
			if err != nil {
				return nil
			}
			in = append(in, v)
		}
	}
	return in
}

// varied changes one value of an input, nil if that fails.
func (r *rules) varied(task *game.Task, example []jsontext.Value, rng *rand.Rand, size int) []jsontext.Value {
	if len(example) == 0 {
		return nil
	}
	in := append([]jsontext.Value(nil), example...)
	i := rng.IntN(len(in))
	v, err := r.schemas.Vary(paramAt(task.In, i).Value, in[i], rng, size)
	if err != nil {
		return nil
	}
	in[i] = v
	return in
}

// examples are the inputs of the suite of a task that the schemas allow. If it has none,
// they are the first values of other tasks that begin with the values of this one, such
// as the state of a state and a request.
func (r *rules) examples(name string) [][]jsontext.Value {
	r.mu.Lock()
	defer r.mu.Unlock()
	if list, ok := r.inputs[name]; ok {
		return list
	}
	task, _ := r.folder.Game.Task(name)
	list := r.examplesOf(&task, &task)
	for i := range r.folder.Game.Tasks {
		if other := &r.folder.Game.Tasks[i]; len(list) == 0 && other.Live == "" && begins(other, &task) {
			list = r.examplesOf(other, &task)
		}
	}
	if r.inputs == nil {
		r.inputs = make(map[string][][]jsontext.Value)
	}
	r.inputs[name] = list
	return list
}

// begins tells whether the inputs of a task begin with those of another one.
func begins(task, with *game.Task) bool {
	if len(task.In) < len(with.In) {
		return false
	}
	for i, p := range with.In {
		if q := task.In[i]; p.Value != q.Value || p.Optional || p.Repeated || q.Optional || q.Repeated {
			return false
		}
	}
	return true
}

// examplesOf are the inputs of the suite of a task, as far as another one reads them.
func (r *rules) examplesOf(task, as *game.Task) (list [][]jsontext.Value) {
	s, err := suite.Of(nil, r.folder.Game, task.Name)
	if err != nil {
		return nil
	}
	for i := range s.Cases {
		c := &s.Cases[i]
		if c.Broken != nil || r.refusal(task, c.In) != nil {
			continue
		}
		in := c.In
		if task.Name != as.Name {
			in = in[:len(as.In)]
		}
		list = append(list, in)
	}
	return list
}
