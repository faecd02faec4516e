package subjecttest

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// A Processor is one that a test has for itself, as far as other tests ask for one like this.
type Processor struct{ number int }

// Take takes a processor until the test ends. It waits for the tests of other packages, whose
// busy programs would starve those of this one.
func Take(t *testing.T) Processor {
	t.Helper()
	for _, name := range []string{"sh", "setsid", "taskset"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Fatal(err)
	}
	// The folder of all temporary files is the same for all of them, and nobody else locks it.
	folder, err := os.Open(os.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	// Without the lock the test is as good as alone, which it mostly is.
	_ = unix.Flock(int(folder.Fd()), unix.LOCK_EX)
	for number := range 1024 {
		if set.IsSet(number) {
			return Processor{number}
		}
	}
	t.Fatal("there is no processor")
	return Processor{}
}

// On is a command that runs on the processor.
func (p Processor) On(argv ...string) []string {
	return append([]string{"taskset", "-c", fmt.Sprint(p.number)}, argv...)
}

// Crowd keeps the processor busy with so many programs until the test ends. Who kills the test
// is rid of them as well.
func (p Processor) Crowd(t *testing.T, programs int) {
	t.Helper()
	argv := p.On("setsid", "sh", "-c", fmt.Sprintf("while kill -0 %d; do :; done", os.Getpid()))
	for range programs {
		other := exec.Command(argv[0], argv[1:]...)
		if err := other.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			other.Process.Kill()
			// It was killed, which is no news.
			_ = other.Wait()
		})
	}
}
