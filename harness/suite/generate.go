package suite

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// generatedName is the name of every generated suite.
const generatedName = "generated"

// Generate makes count cases of a task from a seed, each with the id
// generated/SEED-N, N from 1. The same seed gives the same cases, whatever
// count is. What they must give is left to the oracle.
func Generate(rules game.Rules, task string, count int, seed uint64) (*Suite, error) {
	s := &Suite{Name: generatedName}
	if err := generate(rules, task, count, seed, func(c *Case, _ *game.Output) { s.add(c) }); err != nil {
		return nil, err
	}
	return s, nil
}

// generate hands on the cases, each good until the next one, with what the oracle says:
// whether it takes them has to be known before a run begins, and it need not be asked again.
func generate(rules game.Rules, task string, count int, seed uint64, add func(*Case, *game.Output)) error {
	if count < 1 || count > CasesMax {
		return &game.UsageError{
			Message: fmt.Sprintf("cannot generate %d cases", count),
			Hint:    fmt.Sprintf("ask for 1 to %d", CasesMax),
		}
	}
	oracle := rules.Oracle(task)
	var answer game.Output
	bytes := 0
	var c Case
	for n := 1; n <= count; n++ {
		c = GenerateCase(rules, task, seed, n)
		bytes += stream.Size(c.In)
		answer.Reset()
		if err := oracle(c.In, &answer); err != nil {
			if _, fault := errors.AsType[*game.Fault](err); fault {
				return fmt.Errorf("%s: %w", c.Named(), err)
			}
			return &game.UsageError{
				Message: fmt.Sprintf("no valid case could be generated under these options: %v", err),
				Hint:    game.NoInputHint(rules, task, err),
			}
		}
		if bytes > BytesMax {
			return tooLarge(generatedName, text.Bytes(BytesMax))
		}
		add(&c, &answer)
	}
	return nil
}

// GenerateCase makes the N-th case of a seed alone, so that its id is enough to
// have it again.
func GenerateCase(rules game.Rules, task string, seed uint64, n int) Case {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	name := fmt.Sprintf("%d-%d", seed, n)
	return Case{
		ID:     generatedName + "/" + name,
		Name:   name,
		Tags:   []string{generatedName},
		AnyRun: true,
		In:     rules.Generate(task, rng, generatedSize(n)),
	}
}

// generatedSize spreads the sizes of successive cases evenly, however many
// there are, by steps of the golden ratio.
func generatedSize(n int) int {
	const goldenRatio = 0x9E3779B97F4A7C15 // of 2^64
	high, _ := bits.Mul64(uint64(n)*goldenRatio, game.SizeMax+1)
	return int(high)
}

// ParseGenerated takes the id of a generated case apart, and tells whether it
// is one.
func ParseGenerated(id string) (seed uint64, n int, ok bool) {
	name, ok := strings.CutPrefix(id, generatedName+"/")
	if !ok {
		return 0, 0, false
	}
	first, second, ok := strings.Cut(name, "-")
	if !ok {
		return 0, 0, false
	}
	seed, err := strconv.ParseUint(first, 10, 64)
	if err != nil {
		return 0, 0, false
	}
	n, err = strconv.Atoi(second)
	return seed, n, err == nil && n >= 1
}
