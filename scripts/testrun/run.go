package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// hangs is how much longer than its timeout a test binary may take, which ends itself then.
	hangs = time.Minute
	// outputGrace is how long a program that a test left behind may hold the output.
	outputGrace = 10 * time.Second
)

// entry is what a package, or a test of it, took.
type entry struct {
	Package string
	Test    string        // "" for the whole package
	CPU     time.Duration // user and system, children included
	Wall    time.Duration
}

// result is what came of the tests of a package.
type result struct {
	suite
	err  error  // nil: all passed
	said []byte // what the tests printed
	took entry
	each []entry // of its tests, with -times
}

// run compiles the tests of the packages that patterns stand for, runs them and prints what
// came of each. It returns errFailed when not all passed.
func run(ctx context.Context, w io.Writer, o options, patterns []string) error {
	start := time.Now()
	suites, err := find(ctx, o, patterns)
	if err != nil {
		return err
	}
	if o.times {
		o.packages, o.parallel = 1, 1
	}
	ready, results := make(chan suite, len(suites)), make(chan result)
	waits, none := context.WithCancel(ctx) // none: no package is left to wait for
	defer none()
	tryAll := func(spare func(context.Context)) {
		defer none()
		for {
			spare(waits)
			s, ok := <-ready
			if !ok {
				return
			}
			if ctx.Err() == nil {
				results <- try(ctx, o, s)
			}
		}
	}
	var linking time.Duration
	var notCompiled error
	var runners sync.WaitGroup
	// To compile is as much work as to run a package, which is done in that place then.
	runners.Go(func() {
		linking, notCompiled = compile(ctx, o, suites, ready)
		close(ready)
		tryAll(always)
	})
	for range o.packages - 1 {
		runners.Go(func() { tryAll(whenSpare) })
	}
	go func() {
		runners.Wait()
		close(results)
	}()

	var packages, tests []entry
	failed := 0
	for r := range results {
		packages, tests = append(packages, r.took), append(tests, r.each...)
		took := fmt.Sprintf("%s\t%.1f s, %.1f s of the processor", r.name, r.took.Wall.Seconds(), r.took.CPU.Seconds())
		if r.err == nil {
			fmt.Fprintf(w, "ok  \t%s\n", took)
			continue
		}
		failed++
		fmt.Fprintf(w, "%sFAIL\t%s: %v\n", r.said, took, r.err)
	}
	if o.times {
		table(w, packages, tests)
	}
	var all time.Duration
	for _, e := range packages {
		all += e.CPU
	}
	fmt.Fprintf(w, "%d of %d packages passed in %.0f s; processor: %.0f s, and %.0f s to compile and link\n",
		len(packages)-failed, len(suites), time.Since(start).Seconds(), all.Seconds(), linking.Seconds())
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case notCompiled != nil:
		return notCompiled
	case failed > 0 || len(packages) < len(suites):
		return errFailed
	}
	return nil
}

// try runs the tests of a package in its folder, as go test does.
func try(ctx context.Context, o options, s suite) result {
	arguments := []string{"-test.paniconexit0", "-test.count=1", "-test.timeout=" + o.timeout.String(), fmt.Sprintf("-test.parallel=%d", o.parallel)}
	if o.short {
		arguments = append(arguments, "-test.short")
	}
	if o.skip != "" {
		arguments = append(arguments, "-test.skip="+o.skip)
	}
	if o.times {
		// Without this nobody tells when a test begins.
		arguments = append(arguments, "-test.v")
	}
	ctx, cancel := context.WithTimeout(ctx, o.timeout+hangs)
	defer cancel()
	c := exec.CommandContext(ctx, s.binary, arguments...)
	c.Dir = s.folder
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGQUIT) } // it says where it hangs
	c.WaitDelay = outputGrace
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	var marks *follower
	if o.times {
		marks = follow(s.name, &said)
		c.Stdout, c.Stderr = marks, marks
	}
	r := result{suite: s}
	start := time.Now()
	r.err = c.Start()
	if r.err == nil {
		if marks != nil {
			marks.started(c.Process.Pid)
		}
		r.err = c.Wait()
	}
	r.took = entry{Package: s.name, CPU: processor(c.ProcessState), Wall: time.Since(start)}
	if marks != nil {
		marks.finish()
		r.each = marks.entries()
	}
	r.said = said.Bytes()
	return r
}

// threshold is the processor or wall time from which a test gets a line of its
// own: shorter ones do not repay a look.
const threshold = 500 * time.Millisecond

// table prints the packages and the tests above the threshold, dearest first.
func table(w io.Writer, packages, tests []entry) {
	dearest := func(a, b entry) int { return cmp.Compare(b.CPU, a.CPU) }
	slices.SortStableFunc(packages, dearest)
	slices.SortStableFunc(tests, dearest)
	fmt.Fprintln(w, "\n    cpu    wall  package")
	for _, e := range packages {
		fmt.Fprintf(w, "%7.2f %7.2f  %s\n", e.CPU.Seconds(), e.Wall.Seconds(), e.Package)
	}
	fmt.Fprintln(w, "\n    cpu    wall  test")
	for _, e := range tests {
		if max(e.CPU, e.Wall) >= threshold {
			fmt.Fprintf(w, "%7.2f %7.2f  %s %s\n", e.CPU.Seconds(), e.Wall.Seconds(), short(e.Package), e.Test)
		}
	}
	fmt.Fprintln(w)
}

// short is a package without what all have in common.
func short(name string) string {
	_, after, found := strings.Cut(name, "/touchstone/")
	if !found {
		return name
	}
	return after
}
