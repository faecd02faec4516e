//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// benchCases is the number of cases that the figures are promised for.
const benchCases = 700

// benchSeed makes the cases.
const benchSeed = 7

// BenchmarkTest is the whole command on a suite of 700 cases, against a native
// program that is started for each of them, and one that answers line by line. Own is the
// processor time of the harness alone, without its start.
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
			before := used(b, syscall.RUSAGE_SELF)
			for i := 0; b.Loop(); i++ {
				if way.program[0] == "--ledger" {
					way.program[1] = filepath.Join(dir, strconv.Itoa(i))
				}
				if status, stdout, stderr := touchstone(append(suite[:len(suite):len(suite)], way.program...)...); status != 0 {
					b.Fatalf("status %d\n%s%s", status, stdout, stderr)
				}
			}
			own := used(b, syscall.RUSAGE_SELF) - before
			b.ReportMetric(float64(own.Nanoseconds())/1000/float64(b.N*benchCases), "own-µs/case")
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

// BenchmarkFuzzSlow is a search with a program that thinks about each answer: all processor
// time, beside the program's own.
func BenchmarkFuzzSlow(b *testing.B) {
	const inputs = 2000
	var ratios []float64
	for b.Loop() {
		ours, theirs := used(b, syscall.RUSAGE_SELF), used(b, syscall.RUSAGE_CHILDREN)
		status, stdout, stderr := touchstone("fuzz", "bazaar/rules", "--seed", "1", "--time", "0", "--inputs", strconv.Itoa(inputs), "--quiet",
			"--protocol", "lines", "--", "thinking", "bazaar/rules")
		if status != 0 {
			b.Fatalf("status %d\n%s%s", status, stdout, stderr)
		}
		ours, theirs = used(b, syscall.RUSAGE_SELF)-ours, used(b, syscall.RUSAGE_CHILDREN)-theirs
		if theirs < inputs*thought {
			b.Fatalf("the program used %v for %d answers", theirs, inputs)
		}
		ratios = append(ratios, float64(ours+theirs)/float64(theirs))
	}
	b.ReportMetric(median(ratios), "x-program")
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

// meter is a small program that runs a command and prints the processor time that it took,
// in ns, and the most memory that it had, in KiB. What a large process starts seems to have
// that one's memory at first.
const meter = `package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

func main() {
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Stdin, command.Stderr = os.Stdin, os.Stderr
	err := command.Run()
	if command.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	u := command.ProcessState.SysUsage().(*syscall.Rusage)
	fmt.Println(command.ProcessState.ExitCode(), u.Utime.Nano()+u.Stime.Nano(), u.Maxrss)
}
`

// programs are those that are built for the benchmarks of whole processes.
type programs struct{ hello, meter, touchstone string }

// release builds the programs as they are released.
func release(b *testing.B) programs {
	b.Helper()
	dir := b.TempDir()
	p := programs{filepath.Join(dir, "hello"), filepath.Join(dir, "meter"), filepath.Join(dir, "touchstone")}
	for path, source := range map[string]string{p.hello: hello, p.meter: meter, p.touchstone: ""} {
		from := "."
		if source != "" {
			from = path + ".go"
			if err := os.WriteFile(from, []byte(source), 0o600); err != nil {
				b.Fatal(err)
			}
		}
		command := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", path, from)
		command.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := command.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
	return p
}

// A measure is what a process took.
type measure struct {
	cpu  time.Duration
	peak float64 // MB
}

// measure runs a command. That it finds a move illegal is no failure.
func (p *programs) measure(b *testing.B, stdin []byte, arguments ...string) measure {
	b.Helper()
	command := exec.Command(p.meter, arguments...)
	command.Stdin = bytes.NewReader(stdin)
	out, err := command.Output()
	if err != nil {
		b.Fatal(err)
	}
	var status, ns, kib int64
	if _, err := fmt.Sscan(string(out), &status, &ns, &kib); err != nil || status > 1 {
		b.Fatalf("%s: %v", out, err)
	}
	return measure{time.Duration(ns), float64(kib) / 1024}
}

// startRounds is how often each program is started for one figure, in turns: a start
// takes a few milliseconds, and now and then twice as many.
const startRounds = 60

// BenchmarkStart is the processor time and the memory of a start of the released program,
// beside those of hello.
func BenchmarkStart(b *testing.B) {
	p := release(b)
	var move []byte
	for _, v := range inputs(b, "move", 1)[0] {
		move = append(append(move, v...), '\n')
	}
	for _, command := range [][]string{{"version"}, {"check", "bazaar"}} {
		b.Run(command[0], func(b *testing.B) {
			var peers, starts, peerPeaks, peaks []float64
			for b.Loop() {
				for range startRounds {
					peer := p.measure(b, nil, p.hello)
					start := p.measure(b, move, append([]string{p.touchstone}, command...)...)
					peers, starts = append(peers, float64(peer.cpu.Microseconds())), append(starts, float64(start.cpu.Microseconds()))
					peerPeaks, peaks = append(peerPeaks, peer.peak), append(peaks, start.peak)
				}
			}
			b.ReportMetric(median(starts), "µs/start")
			b.ReportMetric(median(starts)/median(peers), "x-hello")
			b.ReportMetric(median(peaks)/median(peerPeaks), "x-peak")
		})
	}
}

// inputs are those that --generate makes with the seed of these benchmarks.
func inputs(b *testing.B, task string, count int) [][]jsontext.Value {
	b.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		b.Fatal(err)
	}
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		b.Fatal(err)
	}
	list := make([][]jsontext.Value, count)
	for i := range list {
		list[i] = suite.GenerateCase(rules, task, benchSeed, i+1).In
	}
	return list
}

// lines are inputs, each on a line.
func lines(b *testing.B, task string, count int) []byte {
	b.Helper()
	var text []byte
	for _, in := range inputs(b, task, count) {
		text = append(text, '[')
		for i, v := range in {
			if i > 0 {
				text = append(text, ',')
			}
			text = append(text, v...)
		}
		text = append(text, "]\n"...)
	}
	return text
}

// BenchmarkBinary is the size of the released program.
func BenchmarkBinary(b *testing.B) {
	p := release(b)
	info, err := os.Stat(p.touchstone)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
	}
	b.ReportMetric(float64(info.Size())/1e6, "MB")
}

// BenchmarkTestProcess is test with a native program that answers line by line: all
// processor time of a suite, beside a start of hello, and the memory that many cases need.
func BenchmarkTestProcess(b *testing.B) {
	const many = 50_000
	p := release(b)
	test := func(cases int) measure {
		return p.measure(b, nil, p.touchstone, "test", "bazaar/rules", "--generate", strconv.Itoa(cases), "--seed", strconv.Itoa(benchSeed), "--quiet",
			"--protocol", "lines", "--", p.touchstone, "solve", "--lines", "bazaar/rules")
	}
	var ratios, peaks []float64
	for b.Loop() {
		all := test(benchCases)
		var starts []float64
		for range startRounds {
			starts = append(starts, float64(p.measure(b, nil, p.hello).cpu))
		}
		ratios = append(ratios, float64(all.cpu)/median(starts))
		peaks = append(peaks, test(many).peak)
	}
	b.ReportMetric(median(ratios), "x-hello")
	b.ReportMetric(median(peaks), "peak-MB")
}

// BenchmarkStream is answering many lines on all processors: by the clock when the first
// answer comes, beside a process that has only its case, and how many processors are busy
// with user's work from the start of the process to its end.
func BenchmarkStream(b *testing.B) {
	p := release(b)
	one, many := lines(b, "move", 1), lines(b, "move", 20_000)
	// A file, for who fills a pipe and empties another needs a processor, too.
	long := filepath.Join(b.TempDir(), "inputs")
	if err := os.WriteFile(long, lines(b, "strategy", 400_000), 0o600); err != nil {
		b.Fatal(err)
	}
	var firsts, busy []float64
	for b.Loop() {
		var alone, first []float64
		for range startRounds / 4 {
			alone = append(alone, p.first(b, one))
			first = append(first, p.first(b, many))
			busy = append(busy, p.busy(b, long))
		}
		firsts = append(firsts, median(first)/median(alone))
	}
	b.ReportMetric(median(firsts), "x-alone")
	b.ReportMetric(median(busy), "user/wall")
}

// first gives moves to one process, and tells when the first answer came, in s.
func (p *programs) first(b *testing.B, moves []byte) float64 {
	b.Helper()
	command := exec.Command(p.touchstone, "check", "bazaar", "--lines")
	command.Stdin = bytes.NewReader(moves)
	out, err := command.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	begin := time.Now()
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	answers := bufio.NewReader(out)
	if _, err := answers.ReadBytes('\n'); err != nil {
		b.Fatal(err)
	}
	first := time.Since(begin).Seconds()
	if _, err := io.Copy(io.Discard, answers); err != nil {
		b.Fatal(err)
	}
	if err := command.Wait(); err != nil && command.ProcessState.ExitCode() != statusDiffers {
		b.Fatal(err)
	}
	return first
}

// busy is the user time of a process that answers the inputs of a file, over the clock's.
func (p *programs) busy(b *testing.B, path string) float64 {
	b.Helper()
	stdin, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer stdin.Close()
	command := exec.Command(p.touchstone, "solve", "bazaar/strategy", "--lines")
	command.Stdin = stdin
	begin := time.Now()
	if err := command.Run(); err != nil {
		b.Fatal(err)
	}
	return command.ProcessState.UserTime().Seconds() / time.Since(begin).Seconds()
}

// processorTime is what this process and those that it has waited for have used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	return used(b, syscall.RUSAGE_SELF) + used(b, syscall.RUSAGE_CHILDREN)
}

// used is the processor time of this process, or of those that it has waited for.
func used(b *testing.B, who int) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
