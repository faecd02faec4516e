// Testrun runs the tests of packages, as go test does, with two differences: a
// test binary that is up to date is not linked again, which takes a third of the
// time of all tests, and it says what each package took of the processor.
//
//	go run ./scripts/testrun [-p N] [-parallel N] [-race] [-short] [-skip REGEXP] [-timeout 30m] [-times] PACKAGE...
//
// The packages are run in the order of their first mention. With -times they are run one
// after the other, and a table says what each test above half a second took.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	var o options
	flag.StringVar(&o.binaries, "binaries", ".bin/tests", "the folder where test binaries are kept")
	flag.IntVar(&o.packages, "p", 1, "packages that are run at once, at most: more than one while the processors have time to spare")
	flag.IntVar(&o.parallel, "parallel", 1, "tests of one package at once; with more than one a test's processor time holds that of its neighbours")
	flag.BoolVar(&o.race, "race", false, "run under the race detector")
	flag.BoolVar(&o.short, "short", false, "run as go test -short does")
	flag.StringVar(&o.skip, "skip", "", "leave out the tests whose names match")
	flag.DurationVar(&o.timeout, "timeout", 30*time.Minute, "how long the tests of a package may take")
	flag.BoolVar(&o.times, "times", false, "print a table of the times")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Stdout, o, flag.Args()); err != nil {
		if !errors.Is(err, errFailed) {
			fmt.Fprintln(os.Stderr, "testrun:", err)
		}
		os.Exit(1)
	}
}

// errFailed ends the program when a test has failed; everything has been said.
var errFailed = errors.New("a test failed")

// options are those of a run.
type options struct {
	binaries           string
	packages, parallel int
	race, short, times bool
	skip               string
	timeout            time.Duration
}
