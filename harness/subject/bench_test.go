//go:build unix

package subject

import (
	"bytes"
	"context"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// spawnCases is the size of the suite by which the cost of a run is measured.
const spawnCases = 700

// BenchmarkSpawn holds a native program against a suite's worth of cases and
// compares that with the least that any harness has to do: fork, exec, write,
// read, wait. The two take turns, so that they share the machine's moods;
// "ratio" is the median of the quotients, the start of the keepers included, and
// "cpu-ratio" that of the processor time, which other work on the machine does
// not change as much.
func BenchmarkSpawn(b *testing.B) {
	needProgram(b, "cat")
	path, err := exec.LookPath("cat")
	if err != nil {
		b.Fatal(err)
	}
	input := bytes.Repeat([]byte(`{"a":[1,2,3]} `), 100)
	for _, isolation := range []Isolation{Best, Unisolated} {
		b.Run(string(isolation), func(b *testing.B) {
			var ratios, cpuRatios, costs []float64
			for b.Loop() {
				start := cpuUsed(b)
				bare := spawn(func() {
					cmd := &exec.Cmd{Path: path, Args: []string{"cat"}, Stdin: bytes.NewReader(input)}
					if out, err := cmd.Output(); err != nil || len(out) != len(input) {
						b.Error(err)
					}
				})
				middle := cpuUsed(b)
				begin := time.Now()
				c := &Command{Argv: []string{"cat"}, Isolation: isolation}
				if err := c.Resolve(); err != nil {
					b.Fatal(err)
				}
				spawn(func() {
					if a := c.Run(context.Background(), input, Limits{}); a.Fault != None || len(a.Values) != 100 {
						b.Errorf("%+v", a)
					}
				})
				took := time.Since(begin)
				c.Close()
				ratios = append(ratios, float64(took)/float64(bare))
				cpuRatios = append(cpuRatios, float64(cpuUsed(b)-middle)/float64(middle-start))
				costs = append(costs, float64(took.Microseconds())/spawnCases)
			}
			b.ReportMetric(median(ratios), "ratio")
			b.ReportMetric(median(cpuRatios), "cpu-ratio")
			b.ReportMetric(median(costs), "µs/case")
		})
	}
}

// spawn runs all cases with one worker for each processor.
func spawn(run func()) time.Duration {
	begin := time.Now()
	var all sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for next.Add(1) <= spawnCases {
				run()
			}
		})
	}
	all.Wait()
	return time.Since(begin)
}

// BenchmarkTimeout measures how long a timeout of a second takes when processes
// hold stdout, have left the program's group, and refuse to end.
func BenchmarkTimeout(b *testing.B) {
	needProgram(b, "sh")
	c := shell(`stubborn="trap '' TERM; while :; do sleep 60; done"
sh -c "$stubborn" & setsid sh -c "$stubborn" & trap '' TERM; echo 1; while :; do sleep 60; done`)
	if err := c.Resolve(); err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	var longest time.Duration
	for b.Loop() {
		begin := time.Now()
		if a := c.Run(context.Background(), nil, Limits{Timeout: time.Second}); a.Fault != TimedOut {
			b.Errorf("%+v", a)
		}
		longest = max(longest, time.Since(begin))
	}
	b.ReportMetric(longest.Seconds(), "s/timeout")
}

// BenchmarkFlood measures how much memory the harness takes at most while
// programs write without end, with the default limits.
func BenchmarkFlood(b *testing.B) {
	needProgram(b, "sh")
	for name, script := range map[string]string{
		"values": "yes 12345", "value": "printf '\"'; yes | tr -d '\\n'", "stderr": "yes >&2", "garbage": "yes",
	} {
		b.Run(name, func(b *testing.B) {
			c := shell(script)
			if err := c.Resolve(); err != nil {
				b.Fatal(err)
			}
			defer c.Close()
			peak := 0.0
			for b.Loop() {
				runtime.GC()
				debug.FreeOSMemory()
				before := memoryUsed()
				over := make(chan struct{})
				var watching sync.WaitGroup
				watching.Go(func() {
					for pause := time.NewTicker(time.Millisecond); ; {
						select {
						case <-pause.C:
							peak = max(peak, memoryUsed()-before)
						case <-over:
							pause.Stop()
							return
						}
					}
				})
				c.Run(context.Background(), nil, Limits{Timeout: 2 * time.Second})
				close(over)
				watching.Wait()
			}
			b.ReportMetric(peak/(1<<20), "MB/flood")
		})
	}
}

// memoryUsed is what this process has from the system, in bytes.
func memoryUsed() float64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64()) - float64(sample[1].Value.Uint64())
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// cpuUsed is the processor time of this process and all that it has waited for.
func cpuUsed(b *testing.B) time.Duration {
	b.Helper()
	var sum time.Duration
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var usage unix.Rusage
		if err := unix.Getrusage(who, &usage); err != nil {
			b.Fatal(err)
		}
		sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	return sum
}
