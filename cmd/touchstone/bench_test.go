//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// benchCases is the number of cases that the figures are promised for.
const benchCases = 700

// BenchmarkTest is the whole command on a suite of 700 cases, against a native
// program that is started for each of them, and one that answers line by line.
func BenchmarkTest(b *testing.B) {
	suite := []string{"test", "bazaar/rules", "--generate", strconv.Itoa(benchCases), "--seed", "7", "--quiet"}
	for _, way := range []struct {
		name    string
		program []string
	}{
		{"spawn", []string{"--", "touchstone", "solve", "bazaar/rules"}},
		{"lines", []string{"--protocol", "lines", "--", "touchstone", "solve", "--lines", "bazaar/rules"}},
		{"lines-ledger", []string{
			"--ledger", "", "--protocol", "lines", "--", "touchstone", "solve", "--lines", "bazaar/rules",
		}},
	} {
		b.Run(way.name, func(b *testing.B) {
			dir := b.TempDir()
			for i := 0; b.Loop(); i++ {
				if way.program[0] == "--ledger" {
					way.program[1] = filepath.Join(dir, strconv.Itoa(i))
				}
				if status, stdout, stderr := touchstone(append(suite[:len(suite):len(suite)], way.program...)...); status != 0 {
					b.Fatalf("status %d\n%s%s", status, stdout, stderr)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/suite")
		})
	}
}

// BenchmarkFuzz is a search through a pipe, against the fastest program there is: with
// all processor time, that of the program included.
func BenchmarkFuzz(b *testing.B) {
	const inputs = 20_000
	before := processorTime(b)
	for b.Loop() {
		status, stdout, stderr := touchstone("fuzz", "bazaar/rules", "--seed", "1", "--time", "0", "--inputs", strconv.Itoa(inputs), "--quiet",
			"--protocol", "lines", "--", "touchstone", "solve", "--lines", "bazaar/rules")
		if status != 0 {
			b.Fatalf("status %d\n%s%s", status, stdout, stderr)
		}
	}
	all := float64(b.N) * inputs
	b.ReportMetric(float64((processorTime(b)-before).Microseconds())/all, "µs/input")
	b.ReportMetric(all/b.Elapsed().Seconds(), "inputs/s")
}

// hello is a program that does nothing, but imports the library of schemas, which
// compiles some of its own as it starts.
const hello = `package main

import (
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

func main() { fmt.Println("hello", jsonschema.NewCompiler() != nil) }
`

// startRounds is how often each program is started for one figure, in turns: a start
// takes a few milliseconds, and now and then twice as many.
const startRounds = 60

// BenchmarkStart is the processor time of a start of the released program, beside that
// of hello.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	source := filepath.Join(dir, "hello.go")
	if err := os.WriteFile(source, []byte(hello), 0o600); err != nil {
		b.Fatal(err)
	}
	peer, ours := filepath.Join(dir, "hello"), filepath.Join(dir, "touchstone")
	for path, source := range map[string]string{peer: source, ours: "."} {
		command := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", path, source)
		command.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := command.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
	moves, err := suite.Embedded(suites.FS, "bazaar", "move")
	if err != nil {
		b.Fatal(err)
	}
	var move []byte
	for _, v := range moves.Cases[0].In {
		move = append(append(move, v...), '\n')
	}
	for _, command := range [][]string{{"version"}, {"check", "bazaar"}} {
		b.Run(command[0], func(b *testing.B) {
			var peers, starts []time.Duration
			for b.Loop() {
				for range startRounds {
					peers = append(peers, started(b, nil, peer))
					starts = append(starts, started(b, move, ours, command...))
				}
			}
			slices.Sort(peers)
			slices.Sort(starts)
			one, other := starts[len(starts)/2], peers[len(peers)/2]
			b.ReportMetric(float64(one.Microseconds()), "µs/start")
			b.ReportMetric(float64(one)/float64(other), "x-hello")
		})
	}
}

// started runs a program and returns the processor time that it took. That it finds a
// move illegal is no failure.
func started(b *testing.B, stdin []byte, path string, arguments ...string) time.Duration {
	command := exec.Command(path, arguments...)
	command.Stdin = bytes.NewReader(stdin)
	if err := command.Run(); err != nil && command.ProcessState.ExitCode() != 1 {
		b.Fatal(err)
	}
	return command.ProcessState.UserTime() + command.ProcessState.SystemTime()
}

// processorTime is what this process and those that it has waited for have used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			b.Fatal(err)
		}
		sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return sum
}
