// Package slurm runs an array job on a cluster that Slurm manages: it submits
// the tasks, waits for them, submits again those that left nothing, and cancels.
// It speaks to Slurm through sbatch, squeue, sacct and scancel, found in PATH.
package slurm

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// resubmissionsMax is how often what is missing is submitted again. Nodes fail
// now and then; what fails four times fails for a reason.
const resubmissionsMax = 3

// How the queue is asked. All users of a cluster ask the same daemon, so that
// those who wait long ask seldom.
const (
	pollMin  = 200 * time.Millisecond
	pollMost = 15 * time.Second
	// callTimeout is beyond what the daemon takes to give up.
	callTimeout = 2 * time.Minute
	// failuresMax is how often in a row the queue may give no answer: ten minutes
	// at least, for a daemon that is being restarted.
	failuresMax = 45
	// settleMost is how long a file that another machine has written may take to
	// show up here: NFS looks again after three seconds. What takes longer is done
	// again, which costs little, as verdicts are kept.
	settleMost = 5 * time.Second
)

// An Array is an array job whose tasks each leave something behind.
type Array struct {
	// Name is that of the job. A job of this name and user that is in the queue
	// already is taken for this one, so that a wait that was ended by kill -9 goes
	// on.
	Name    string
	Script  string   // the path of what sbatch submits
	Dir     string   // where sbatch, and so each task, is run
	Logs    string   // a folder for what tasks print
	Options []string // further ones of sbatch

	// Missing are the tasks, in order, that have left nothing yet.
	Missing func() ([]int, error)
	Tell    func(Progress)       // may be nil
	Say     func(message string) // a sentence on what was done; may be nil

	poll, settle time.Duration // pollMin and settleMost but in tests
	job          string        // the numbers of the job in the queue, with commas
}

// A Progress is how far the tasks have come that were submitted last.
type Progress struct {
	Job      string // its number
	Tasks    int    // that were submitted
	Running  int
	Waiting  int
	Why      string // a task waits, as Slurm says it
	Attempts int    // submissions so far
}

// Run returns when nothing is missing any more. When the context ends it cancels
// the job. The error is a *game.UsageError, or that of the context.
func (a *Array) Run(ctx context.Context) error {
	if a.poll == 0 {
		a.poll, a.settle = pollMin, settleMost
	}
	missing, err := a.Missing()
	if err != nil || len(missing) == 0 {
		return err
	}
	if a.job, err = a.queued(ctx); err != nil {
		return err
	}
	if a.job != "" {
		a.say(fmt.Sprintf("job %s is already in the queue", a.job))
	}
	for attempts := 0; ; {
		if a.job == "" {
			if attempts > resubmissionsMax {
				return a.exhausted(missing, attempts)
			}
			if a.job, err = a.submit(ctx, missing); err != nil {
				return err
			}
			attempts++
			a.say(fmt.Sprintf("job %s has %s", a.job, text.Count(len(missing), "task")))
		}
		if err := a.wait(ctx, len(missing), attempts); err != nil {
			if ctx.Err() != nil {
				a.cancel()
				return context.Cause(ctx)
			}
			return err
		}
		if missing, err = a.settled(ctx); err != nil || len(missing) == 0 {
			return err
		}
		a.say(a.causes(ctx, missing))
		a.job = ""
	}
}

func (a *Array) say(message string) {
	if a.Say != nil {
		a.Say(message)
	}
}

// settled is what is missing when the files of other machines have had the time
// to show up.
func (a *Array) settled(ctx context.Context) ([]int, error) {
	for waited := time.Duration(0); ; waited += a.poll {
		missing, err := a.Missing()
		if err != nil || len(missing) == 0 || waited >= a.settle {
			return missing, err
		}
		if err := pause(ctx, a.poll); err != nil {
			return nil, err
		}
	}
}

// queued is the job of this name that is in the queue, "" if there is none.
func (a *Array) queued(ctx context.Context) (string, error) {
	out, err := a.call(ctx, "squeue", "--noheader", "--me", "--name="+a.Name, "--format=%F")
	jobs := strings.Fields(out)
	slices.Sort(jobs)
	return strings.Join(slices.Compact(jobs), ","), err
}

// jobNumber is what sbatch --parsable prints, without the name of the cluster.
var jobNumber = text.Pattern(`^[0-9]+$`)

// submit submits tasks and returns the number of the job.
func (a *Array) submit(ctx context.Context, tasks []int) (string, error) {
	// Replacement symbols begin with a percent sign, which is doubled to stand for
	// itself.
	log := filepath.Join(strings.ReplaceAll(a.Logs, "%", "%%"), "%A_%a.log")
	args := []string{"--parsable", "--job-name=" + a.Name, "--array=" + Ranges(tasks), "--output=" + log}
	out, err := a.call(ctx, "sbatch", append(append(args, a.Options...), a.Script)...)
	if err != nil {
		return "", err
	}
	job, _, _ := strings.Cut(strings.TrimSpace(out), ";")
	if !jobNumber().MatchString(job) {
		return "", &game.UsageError{
			Message: fmt.Sprintf("sbatch printed %s, expected the number of a job", text.Excerpt([]byte(out))),
			Hint:    `"sbatch --version" says which Slurm it is; --parsable is needed`,
		}
	}
	return job, nil
}

// Ranges are numbers in order as sbatch --array takes them: "1-4,7".
func Ranges(numbers []int) string {
	var b strings.Builder
	for i := 0; i < len(numbers); {
		end := i
		for end+1 < len(numbers) && numbers[end+1] == numbers[end]+1 {
			end++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(numbers[i]))
		if end > i {
			b.WriteByte('-')
			b.WriteString(strconv.Itoa(numbers[end]))
		}
		i = end + 1
	}
	return b.String()
}

// wait returns when no task of the job is in the queue.
func (a *Array) wait(ctx context.Context, tasks, attempts int) error {
	failures := 0
	for every := a.poll; ; every = min(every+every/2, pollMost) {
		if err := pause(ctx, every); err != nil {
			return err
		}
		out, err := a.call(ctx, "squeue", "--noheader", "--array", "--jobs="+a.job, "--format=%T|%r")
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil && strings.Contains(err.Error(), "Invalid job id"):
			// Slurm forgets a job some minutes after its end.
			return nil
		case err != nil:
			if failures++; failures >= failuresMax {
				return &game.UsageError{
					Message: fmt.Sprintf("job %s: %v", a.job, err),
					Hint:    "the job is still running; run the same command again to wait for it",
				}
			}
			continue
		case strings.TrimSpace(out) == "":
			return nil
		}
		failures = 0
		p := Progress{Job: a.job, Tasks: tasks, Attempts: attempts}
		p.read(out)
		if a.Tell != nil {
			a.Tell(p)
		}
	}
}

// read counts the tasks that squeue has printed, a line each: STATE|REASON.
func (p *Progress) read(out string) {
	lines := bufio.NewScanner(strings.NewReader(out))
	for lines.Scan() {
		state, why, _ := strings.Cut(strings.TrimSpace(lines.Text()), "|")
		if strings.HasPrefix(state, "PENDING") || strings.HasPrefix(state, "REQUEUE") {
			p.Waiting++
			if p.Why == "" && why != "None" {
				p.Why = why
			}
			continue
		}
		p.Running++
	}
}

// cancel ends the job in the queue, which Slurm does for all its tasks.
func (a *Array) cancel() {
	// The context has ended; this must be done nevertheless.
	ctx, stop := context.WithTimeout(context.Background(), callTimeout)
	defer stop()
	if _, err := a.call(ctx, "scancel", strings.Split(a.job, ",")...); err != nil {
		a.say(fmt.Sprintf("cannot cancel job %s: %v", a.job, err))
		return
	}
	a.say(fmt.Sprintf("job %s is cancelled", a.job))
}

// causes say why tasks have left nothing.
func (a *Array) causes(ctx context.Context, missing []int) string {
	message := fmt.Sprintf("job %s wrote nothing for %s %s", a.job, noun(missing), Ranges(missing))
	first := missing[0]
	// Without accounting, sacct knows nothing.
	out, err := a.call(ctx, "sacct", "--noheader", "--parsable2", "--allocations", "--jobs="+a.job, "--format=JobID,State")
	if err == nil {
		for line := range strings.Lines(out) {
			id, state, _ := strings.Cut(strings.TrimSpace(line), "|")
			if strings.HasSuffix(id, fmt.Sprintf("_%d", first)) {
				message += fmt.Sprintf("; the first one is %s", state)
			}
		}
	}
	if last := a.lastLine(first); last != "" {
		message += "; it says: " + last
	}
	return message
}

func noun(tasks []int) string {
	if len(tasks) == 1 {
		return "task"
	}
	return "tasks"
}

// lastBytes is how much of the end of a log is read for its last line.
const lastBytes = 4 << 10

// lastLine is the last line that a task of the job has printed, "" if there is
// none.
func (a *Array) lastLine(task int) string {
	f, err := os.Open(filepath.Join(a.Logs, fmt.Sprintf("%s_%d.log", a.job, task)))
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > lastBytes {
		if _, err := f.Seek(-lastBytes, io.SeekEnd); err != nil {
			return ""
		}
	}
	end, err := io.ReadAll(io.LimitReader(f, lastBytes))
	if err != nil {
		return ""
	}
	lines := bytes.Split(bytes.TrimSpace(end), []byte("\n"))
	return text.Shorten(text.Valid(string(lines[len(lines)-1])), lineBytesMax)
}

// lineBytesMax is what a message shows of a line of others.
const lineBytesMax = 200

func (a *Array) exhausted(missing []int, attempts int) error {
	return &game.UsageError{
		Message: fmt.Sprintf("%s %s wrote nothing to %s", noun(missing), Ranges(missing), text.Count(attempts, "submission")),
		Hint:    "the logs in " + a.Logs + " say why; run the same command again for the missing parts",
	}
}

// call runs a program of Slurm and returns what it has printed.
func (a *Array) call(ctx context.Context, name string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(ctx, callTimeout)
	defer stop()
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = a.Dir
	var out, trouble bytes.Buffer
	c.Stdout, c.Stderr = &out, &trouble
	err := c.Run()
	switch {
	case err == nil:
		return out.String(), nil
	case errors.Is(err, exec.ErrNotFound):
		return "", &game.UsageError{
			Message: fmt.Sprintf("%s: program not found in PATH", name),
			Hint:    "run this on a machine that can submit jobs to Slurm, or use --engine local",
		}
	}
	said := strings.TrimSpace(trouble.String())
	if said == "" {
		said = err.Error()
	}
	lines := strings.Split(said, "\n")
	return "", &game.UsageError{Message: text.Shorten(text.Valid(fmt.Sprintf("%s: %s", name, lines[len(lines)-1])), lineBytesMax)}
}

// pause waits, unless the context ends before.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
