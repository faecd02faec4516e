//go:build unix

package subject

import (
	"bytes"
	"context"
	"os/exec"
	"testing"
)

// BenchmarkRun compares a run with the least that any harness has to do: fork,
// exec, write, read, wait.
func BenchmarkRun(b *testing.B) {
	needProgram(b, "cat")
	input := bytes.Repeat([]byte(`{"a":[1,2,3]} `), 100)
	b.Run("subject", func(b *testing.B) {
		c := &Command{Argv: []string{"cat"}}
		if err := c.Resolve(); err != nil {
			b.Fatal(err)
		}
		b.RunParallel(func(next *testing.PB) {
			for next.Next() {
				if a := c.Run(context.Background(), input, Limits{}); len(a.Values) != 100 {
					b.Error(a)
				}
			}
		})
	})
	b.Run("bare", func(b *testing.B) {
		path, err := exec.LookPath("cat")
		if err != nil {
			b.Fatal(err)
		}
		b.RunParallel(func(next *testing.PB) {
			for next.Next() {
				cmd := &exec.Cmd{Path: path, Args: []string{"cat"}, Stdin: bytes.NewReader(input)}
				if out, err := cmd.Output(); err != nil || len(out) != len(input) {
					b.Error(err)
				}
			}
		})
	})
}
