// Command touchstone checks programs that play board games against the rules:
// it is the reference for single moves and whole games, judges other programs
// with suites of cases, and explains what it finds. This package parses flags
// and prints; the work is done in harness.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The exit statuses, the same for every command.
const (
	statusConforms    = 0   // legal, valid, all passed
	statusDiffers     = 1   // illegal, invalid, something failed
	statusTrouble     = 2   // usage, bad input, nothing selected, the harness itself
	statusInterrupted = 130 // by a signal, with what was known so far printed
)

// interruptGrace is what a command gets to end its programs and print what it
// knows: the polite signal, its grace, the last one, and some more.
const interruptGrace = 2 * time.Second

// signalBounce is within what time a second signal is the first one again:
// timeout(1) sends one to the command and one to its process group, and a
// terminal one to each process of a pipe, all of which may pass it on.
const signalBounce = 300 * time.Millisecond

// errDiffers ends a command with statusDiffers; everything has been said.
var errDiffers = errors.New("does not conform")

// errTold ends a command with statusTrouble; everything has been said.
var errTold = errors.New("trouble")

// errInterrupted is the cause of the context when a signal has come.
var errInterrupted = errors.New("interrupted")

func main() {
	// Before anything is set up: one of these is started for each worker.
	subject.Keeper()
	collectLater()
	// The signals are caught until the end: signal.Stop takes longer than checking a move.
	status := execute(caught(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	subject.EndAll()
	os.Exit(status)
}

// firstCollectionPercent has Go collect garbage first at 8 MB, not at 4: most commands
// end in between, and a collection costs them a tenth of their time.
const firstCollectionPercent = 200

// collectLater puts the first collection of garbage off. From then on all is as usual, so
// that a large command needs no more memory by this.
func collectLater() {
	if os.Getenv("GOGC") != "" {
		return // somebody knows better
	}
	usual := debug.SetGCPercent(firstCollectionPercent)
	runtime.AddCleanup(new([64]byte), func(usual int) { debug.SetGCPercent(usual) }, usual)
}

// caught are the signals that ask the program to end. One that tells of a pipe which
// nobody reads is caught, too: with it a write there fails, instead of ending the program
// in the middle of its work. Ignored it would be by our children, too.
func caught() (signals chan os.Signal) {
	signals = make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	if !signal.Ignored(syscall.SIGHUP) {
		// Ignored it is under nohup.
		signal.Notify(signals, syscall.SIGHUP)
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return signals
}

// execute is the whole program, which ends when one of the signals comes; it returns the
// exit status.
func execute(signals chan os.Signal, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		<-signals
		first := time.Now()
		cancel(errInterrupted)
		for range signals {
			if time.Since(first) > signalBounce {
				break
			}
		}
		// Who sends a second one does not want to wait.
		subject.EndAll()
		os.Exit(statusInterrupted)
	}()

	stdout, stderr = onDisplay(stdout), onDisplay(stderr)
	root := newRoot(args)
	root.SetArgs(args)
	root.SetIn(stdin)
	printed := &outlet{w: stdout, closed: func() { cancel(errClosed) }}
	root.SetOut(printed)
	root.SetErr(stderr)
	done := make(chan error, 1)
	go func() { done <- root.ExecuteContext(ctx) }()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		// Programs under test are ended first. What only computes, or waits
		// for a reader of its output, may never notice.
		select {
		case err = <-done:
		case <-time.After(interruptGrace):
		}
	}
	if failed := printed.failed.Load(); failed != nil && (err == nil || errors.Is(err, errDiffers)) {
		err = *failed // at which the command did not look
	}
	switch {
	case errors.Is(context.Cause(ctx), errInterrupted):
		fmt.Fprintln(stderr, "touchstone: interrupted")
		return statusInterrupted
	case err == nil:
		if printed.pager != nil {
			signal.Stop(signals)
			printed.pager.show(stderr)
		}
		if tellReferences(stderr) {
			return statusTrouble
		}
		return statusConforms
	case errors.Is(err, errDiffers):
		if tellReferences(stderr) {
			return statusTrouble
		}
		return statusDiffers
	case errors.Is(err, errTold):
		return statusTrouble
	case errors.Is(err, syscall.EPIPE):
		// The reader of our output has seen enough, as head does.
		return statusTrouble
	}
	complain(stderr, err)
	return statusTrouble
}

// tellReferences tells what references of games did wrong, whatever came of it, and
// whether there was anything. A command that nothing else went wrong with ends with
// trouble then: the game has to be mended.
func tellReferences(to io.Writer) bool {
	told := false
	for _, g := range games.Brought() {
		if g.Findings == nil {
			continue
		}
		for _, f := range g.Findings() {
			complain(to, &game.Fault{Game: f.Game, Kind: f.Kind, Task: f.Task, In: f.In, Message: f.Message, Stderr: f.Stderr})
			told = true
		}
	}
	return told
}

// complain prints an error as one sentence, and its hint on a line of its own.
func complain(w io.Writer, err error) {
	message, hint, said := err.Error(), "", ""
	var usage *game.UsageError
	var refusal *answer.Refusal
	var fault *game.Fault
	var path *fs.PathError
	switch {
	case errors.As(err, &usage):
		hint = usage.Hint
	case errors.As(err, &fault):
		if len(fault.In) > 0 {
			message += "; it was asked for task " + fault.Task + " with"
			for _, v := range fault.In {
				message += " " + text.Excerpt(v)
			}
		}
		said = fault.Stderr
		hint = "this is no fault of any program under test"
		if g, err := games.Named(fault.Game); err == nil && g.Folder != "" {
			hint += fmt.Sprintf("; \"%s\" checks the folder of %s", g.LintCommand(), g.Name)
		}
	case errors.As(err, &path) && path.Path == os.Stdout.Name():
		message = fmt.Sprintf("cannot write standard output: %v", path.Err)
		hint = "make room, or write somewhere else; what was printed so far is not complete"
	case errors.As(err, &refusal):
		message, hint = "stdin: "+message, refusal.Hint
	}
	fmt.Fprintf(w, "touchstone: %s\n", text.Visible(strings.TrimRight(message, "\n")))
	tellStderr(w, said)
	if hint != "" {
		fmt.Fprintf(w, "hint: %s\n", text.Visible(withFolders(hint)))
	}
}

// tellStderr prints the last lines that a reference wrote to standard error. One alone stands in the
// message; of a traceback the message has no place.
func tellStderr(w io.Writer, said string) {
	const linesMax = 12
	lines := strings.Split(strings.TrimRight(said, " \t\r\n"), "\n")
	if len(lines) == 1 {
		return
	}
	fmt.Fprintln(w, "standard error of the reference:")
	if len(lines) > linesMax {
		lines = lines[len(lines)-linesMax:]
		fmt.Fprintln(w, "  …")
	}
	for _, line := range lines {
		fmt.Fprintf(w, "  %s\n", text.Visible(strings.TrimRight(line, "\r")))
	}
}
