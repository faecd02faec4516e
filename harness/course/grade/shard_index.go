package grade

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// auto stands for an index that the job system tells.
const auto = "auto"

// indices are the variables by which job systems tell the index of a task of an
// array, and from which number they count.
var indices = []struct {
	name  string
	first int
	// least is the variable with the lowest number of the array, "" for none. It
	// tells that an array counts from 0; one that begins later is a part of one,
	// submitted again.
	least string
}{
	{"SLURM_ARRAY_TASK_ID", 1, "SLURM_ARRAY_TASK_MIN"},
	{"JOB_COMPLETION_INDEX", 0, ""}, // Kubernetes
	{"AWS_BATCH_JOB_ARRAY_INDEX", 0, ""},
	{"PBS_ARRAY_INDEX", 1, ""},
	{"LSB_JOBINDEX", 1, ""},
	{"SGE_TASK_ID", 1, "SGE_TASK_FIRST"},
}

// ParseShard reads a shard as users write it: "2/8", or "auto/8" for the index
// of the task of an array job. The error is a *game.UsageError.
func ParseShard(said string, getenv func(string) string) (suite.Shard, error) {
	count, ok := strings.CutPrefix(said, auto+"/")
	if !ok {
		return suite.ParseShard(said)
	}
	var names []string
	for _, v := range indices {
		names = append(names, v.name)
		value := getenv(v.name)
		if value == "" || value == "undefined" {
			continue
		}
		n, err := strconv.Atoi(value)
		first := v.first
		if v.least != "" && err == nil {
			if least := getenv(v.least); least != "" {
				var lowest int
				lowest, err = strconv.Atoi(least)
				first = min(first, lowest)
			}
		}
		if err != nil {
			return suite.Shard{}, &game.UsageError{Message: fmt.Sprintf("shard %s: %s is %q, expected a whole number", said, v.name, value)}
		}
		s, err := suite.ParseShard(fmt.Sprintf("%d/%s", n-first+1, count))
		if err != nil {
			return s, &game.UsageError{
				Message: fmt.Sprintf("shard %s: %s is %s, but numbers start at %d: %v", said, v.name, value, first, err),
			}
		}
		return s, nil
	}
	return suite.Shard{}, &game.UsageError{
		Message: fmt.Sprintf("shard %s: no job system gives the index: none of %s is set", said, strings.Join(names, ", ")),
		Hint:    "write the index, for example --shard 2/8",
	}
}
