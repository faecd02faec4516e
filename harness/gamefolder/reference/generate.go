package reference

import (
	"errors"
	"math/rand/v2"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// generateTries is how many inputs are made for one that the reference does not
// call invalid (chapter 11).
const generateTries = 50

// repeatedMax is how many values stand where a task takes any number.
const repeatedMax = 8

// Generate makes one input of a task: from the schemas, or by changing one of its
// suite. What the reference calls invalid is made anew. If none is valid the last
// one is returned, which whoever asks the oracle finds out.
func (r *rules) Generate(name string, rng *rand.Rand, size int) []jsontext.Value {
	task, ok := r.folder.Game.Task(name)
	if !ok {
		return nil
	}
	if task.Live != "" {
		return r.generateLive(&task, rng)
	}
	oracle := r.Oracle(name)
	examples := r.examples(name)
	var in []jsontext.Value
	for range generateTries {
		if n := len(examples); n > 0 && rng.IntN(2) == 0 {
			in = r.varied(&task, examples[rng.IntN(n)], rng, size)
		} else {
			in = r.drawn(&task, rng, size)
		}
		if in == nil {
			continue
		}
		err := oracle(in, new(game.Output))
		if _, invalid := errors.AsType[*game.Invalid](err); !invalid {
			break
		}
	}
	return in
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

// examples are the inputs of the suite of a task that the schemas allow.
func (r *rules) examples(name string) [][]jsontext.Value {
	r.mu.Lock()
	defer r.mu.Unlock()
	if list, ok := r.inputs[name]; ok {
		return list
	}
	var list [][]jsontext.Value
	if s, err := suite.Of(nil, r.folder.Game, name); err == nil {
		task, _ := r.folder.Game.Task(name)
		for i := range s.Cases {
			if c := &s.Cases[i]; c.Broken == nil && r.refusal(&task, c.In) == nil {
				list = append(list, c.In)
			}
		}
	}
	if r.inputs == nil {
		r.inputs = make(map[string][][]jsontext.Value)
	}
	r.inputs[name] = list
	return list
}
