//go:build unix

package main

import (
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
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
