package reference_test

import (
	"bufio"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// thinks is a reference that needs a millisecond for an answer. If the shell has read the
// first question, it is an argument.
const thinks = `exec python3 -c '
import itertools, json, sys, time
for line in itertools.chain(sys.argv[1:], sys.stdin):
    q = json.loads(line)
    time.sleep(0.001)
    print(json.dumps({"id": q["id"], "out": [2 * q["in"][0]]}), flush=True)
' ${line:+"$line"}`

// BenchmarkQuestions asks a reference that needs a millisecond, and pipes it the same
// questions without us: peer-ratio is how much longer ours take, which may be up to 2
// (with one process for each processor it is less than 1). growth is how many bytes each
// question leaves in memory.
func BenchmarkQuestions(b *testing.B) {
	if _, err := exec.LookPath("python3"); err != nil {
		b.Skip("there is no python3")
	}
	r := doubles(b, "one", "20s", thinks)
	oracle := r.Oracle("double")
	question := func(n int) {
		if err := oracle([]jsontext.Value{jsontext.Value(fmt.Sprint(n % 10))}, new(game.Output)); err != nil {
			b.Error(err)
		}
	}
	workers := runtime.GOMAXPROCS(0)
	for n := range workers * 2 {
		question(n) // the processes have started
	}
	before := heap()
	b.ResetTimer()
	begin := time.Now()
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for n := w; n < b.N; n += workers {
				question(n)
			}
		})
	}
	all.Wait()
	ours := time.Since(begin)
	b.StopTimer()
	b.ReportMetric(float64(heap()-before)/float64(b.N), "growth")
	b.ReportMetric(ours.Seconds()/piped(b, b.N).Seconds(), "peer-ratio")
}

// heap is how much memory is in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// piped is how long the same reference takes for so many questions on a pipe.
func piped(b *testing.B, n int) time.Duration {
	c := exec.Command("sh", "-c", thinks)
	out, err := c.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	var in strings.Builder
	for i := range n + 1 {
		fmt.Fprintf(&in, `{"id":%d,"task":"double","options":{"more":0},"in":[%d]}`+"\n", i+1, i%10)
	}
	c.Stdin = strings.NewReader(in.String())
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Scan() // it has started
	begin := time.Now()
	for lines.Scan() {
	}
	took := time.Since(begin)
	if err := c.Wait(); err != nil {
		b.Fatal(err)
	}
	return took
}
