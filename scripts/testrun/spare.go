package main

import (
	"context"
	"os"
	"regexp"
	"strconv"
	"time"
)

const (
	// shortMax is the share of the last ten seconds, in per cent, in which a process may have
	// waited for a processor when one more package is run than there are processors. Below it
	// they are often idle, and most tests wait more than they compute; above it one more
	// package makes nothing faster, and what waits for a program or a clock fails.
	shortMax = 50
	// sparePause is how long to wait before looking again.
	sparePause = time.Second
)

// always is for as many packages as there are processors.
func always(context.Context) {}

// whenSpare waits until the processors have time to spare, or the context is over. Where the
// system does not tell, it does not wait.
func whenSpare(ctx context.Context) {
	for {
		text, err := os.ReadFile("/proc/pressure/cpu")
		if err != nil || pressure(text) <= shortMax {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(sparePause):
		}
	}
}

// some matches the share of the last ten seconds in which some process waited for a processor.
var some = regexp.MustCompile(`(?m)^some avg10=([0-9.]+) `)

// pressure reads that share, in per cent, from a file that Linux writes for a resource; it is
// 0 where the file has none.
func pressure(text []byte) float64 {
	m := some.FindSubmatch(text)
	if m == nil {
		return 0
	}
	share, _ := strconv.ParseFloat(string(m[1]), 64)
	return share
}
