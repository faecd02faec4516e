package suite

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// ShardsMax bounds the parts of a suite: more would have less than a case each.
const ShardsMax = CasesMax

// A Shard is one of several parts of a suite. A case is in the one that a hash
// of its id says, so that every case is in exactly one and stays there when
// others are added or removed. The zero Shard is the whole.
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
			Message: fmt.Sprintf("the shard is %q, expected a part and the number of parts", text),
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

// Has tells whether the case is in the shard. The hash is part of what users
// rely on: the parts of one run may be run by several versions of us.
func (s Shard) Has(caseID string) bool {
	if s.Count <= 1 {
		return true
	}
	sum := sha256.Sum256([]byte(caseID))
	return binary.BigEndian.Uint64(sum[:])%uint64(s.Count) == uint64(s.Index-1)
}
