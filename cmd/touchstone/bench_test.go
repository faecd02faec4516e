package main

import (
	"path/filepath"
	"strconv"
	"testing"
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
