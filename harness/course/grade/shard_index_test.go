package grade

import (
	"strings"
	"testing"
)

func TestParseShard(t *testing.T) {
	for _, c := range []struct {
		said string
		env  map[string]string
		want string // the shard, or a part of the error
	}{
		{"2/8", nil, "2/8"},
		{"auto/8", map[string]string{"SLURM_ARRAY_TASK_ID": "3"}, "3/8"},
		{"auto/8", map[string]string{"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_MIN": "0"}, "1/8"},
		{"auto/8", map[string]string{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "5"}, "7/8"},
		{"auto/8", map[string]string{"JOB_COMPLETION_INDEX": "0"}, "1/8"},
		{"auto/8", map[string]string{"AWS_BATCH_JOB_ARRAY_INDEX": "7"}, "8/8"},
		{"auto/8", map[string]string{"SGE_TASK_ID": "undefined", "PBS_ARRAY_INDEX": "5"}, "5/8"},
		{"auto/8", map[string]string{"SLURM_ARRAY_TASK_ID": "9"}, "SLURM_ARRAY_TASK_ID is 9, but numbers start at 1"},
		{"auto/8", map[string]string{"JOB_COMPLETION_INDEX": "x"}, `JOB_COMPLETION_INDEX is "x"`},
		{"auto/x", map[string]string{"JOB_COMPLETION_INDEX": "1"}, "shard"},
		{"auto/8", nil, "none of SLURM_ARRAY_TASK_ID"},
		{"9/8", nil, "shard"},
	} {
		s, err := ParseShard(c.said, func(name string) string { return c.env[name] })
		got := s.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || (err == nil) != (len(c.want) == 3) {
			t.Errorf("%s with %v: %s, expected %s", c.said, c.env, got, c.want)
		}
	}
}
