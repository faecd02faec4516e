package suite

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// ShardsMax bounds the parts of a suite: more would have less than a case each.
const ShardsMax = CasesMax

// A Shard is one of several parts of what there is to do: of the cases of a run, or
// of the teams of a course. The zero Shard is the whole.
type Shard struct {
	Index int // from 1
	Count int
}

// ParseShard reads a shard as users write it, "2/8". The error is a
// *game.UsageError.
func ParseShard(text string) (Shard, error) {
	index, count, _ := strings.Cut(text, "/")
	i, errIndex := strconv.Atoi(index)
	n, errCount := strconv.Atoi(count)
	if errIndex != nil || errCount != nil || n < 1 || n > ShardsMax || i < 1 || i > n {
		return Shard{}, &game.UsageError{
			Message: fmt.Sprintf("shard %q: expected a part and the number of parts", text),
			Hint:    fmt.Sprintf("for example 1/4 to 4/4; at most %d parts", ShardsMax),
		}
	}
	return Shard{Index: i, Count: n}, nil
}

// String is the shard as ParseShard reads it, "" for the whole.
func (s Shard) String() string {
	if s.Count == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Count)
}

// Of returns the cases of the shard and their numbers among all, from 1, in their
// order. Every case is in exactly one shard. The numbers of cases of two shards
// differ by one at most, and their costs, which are the bytes of the inputs, by
// little: of the most expensive cases each shard gets one, then of the next, and
// the one that has cost least so far gets the first. The same cases always have the
// same shards.
func (s Shard) Of(cases Cases) (picked Cases, numbers []int) {
	if s.Count <= 1 {
		for i := range cases.Len() {
			numbers = append(numbers, i+1)
		}
		return cases, numbers
	}
	type weighed struct {
		at   int
		id   string
		cost int64
	}
	order := make([]weighed, cases.Len())
	for i := range order {
		c := cases.Read(i)
		order[i] = weighed{i, c.ID, cost(c)}
	}
	sort.SliceStable(order, func(i, j int) bool {
		a, b := &order[i], &order[j]
		return cmp.Or(cmp.Compare(b.cost, a.cost), cmp.Compare(a.id, b.id)) < 0
	})
	costs := make([]int64, min(s.Count, len(order)))
	var mine []int
	for len(order) > 0 {
		round := order[:min(len(costs), len(order))]
		order = order[len(round):]
		cheapest := make([]int, len(costs))
		for i := range cheapest {
			cheapest[i] = i
		}
		slices.SortStableFunc(cheapest, func(a, b int) int { return cmp.Compare(costs[a], costs[b]) })
		for i, one := range round {
			costs[cheapest[i]] += one.cost
			if cheapest[i] == s.Index-1 {
				mine = append(mine, one.at)
			}
		}
	}
	slices.Sort(mine)
	for _, at := range mine {
		numbers = append(numbers, at+1)
	}
	return cases.Some(mine), numbers
}

// cost is about what a case takes, as far as it is known before.
func cost(c *Case) int64 {
	bytes := int64(0)
	for _, v := range c.In {
		bytes += int64(len(v))
	}
	return bytes
}

// Has tells whether what has a name, such as a team, is in the shard. A hash of the
// name says so: it stays there when others are added or removed. The hash is part
// of what users rely on: the parts of a course may be graded by several versions of
// us.
func (s Shard) Has(name string) bool {
	if s.Count <= 1 {
		return true
	}
	sum := sha256.Sum256([]byte(name))
	return binary.BigEndian.Uint64(sum[:])%uint64(s.Count) == uint64(s.Index-1)
}
