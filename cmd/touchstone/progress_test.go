package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-harness/touchstone/harness/judge"
)

// TestProgress lets cases begin and end in a made-up time and looks at what is
// written meanwhile.
func TestProgress(t *testing.T) {
	pass := func(id string) judge.Verdict { return judge.Verdict{Case: id, Outcome: judge.Pass} }
	for _, test := range []struct {
		name     string
		terminal bool
		run      func(p *progress)
		want     string
	}{
		{
			name: "a short run shows nothing",
			run: func(p *progress) {
				p.Begin("a/1")
				time.Sleep(900 * time.Millisecond)
				p.End(pass("a/1"))
			},
		},
		{
			name: "a short run shows nothing", terminal: true,
			run: func(p *progress) { time.Sleep(900 * time.Millisecond) },
		},
		{
			name: "heartbeats while one case hangs",
			run: func(p *progress) {
				p.Begin("a/1")
				p.Begin("a/2")
				p.End(pass("a/2"))
				p.Begin("a/3")
				p.End(judge.Verdict{Case: "a/3", Outcome: judge.Crashed})
				time.Sleep(25 * time.Second)
				p.End(pass("a/1"))
				time.Sleep(6 * time.Second)
			},
			want: "touchstone: 2 of 9 cases, 1 not passed; a/1 has been running for 10s\n" +
				"touchstone: 2 of 9 cases, 1 not passed; a/1 has been running for 20s\n" +
				"touchstone: 3 of 9 cases, 1 not passed\n",
		},
		{
			name: "cases that are not run, one of which is asked after all",
			run: func(p *progress) {
				p.Begin("a/1")
				p.End(judge.Verdict{Case: "a/1", Outcome: judge.Silent})
				p.Begin("a/2")
				p.End(judge.Verdict{Case: "a/2", Outcome: judge.Blocked})
				p.End(judge.Verdict{Case: "a/3", Outcome: judge.Blocked})
				p.Begin("a/3")
				time.Sleep(10*time.Second + time.Millisecond)
			},
			want: "touchstone: 1 of 9 cases, 1 not passed; a/3 has been running for 10s\n",
		},
		{
			name: "slow cases at once",
			run: func(p *progress) {
				p.Begin("a/1\x1b[2J")
				time.Sleep(1500 * time.Millisecond)
				p.Slow("a/1\x1b[2J", 1500*time.Millisecond, 3*time.Second)
			},
			want: "touchstone: slow: a/1\\u001b[2J has been running for 1.5s; touchstone stops it at 3s\n",
		},
		{
			name: "a slow game",
			run: func(p *progress) {
				p.Begin("a/1")
				time.Sleep(5 * time.Second)
				p.Slow("a/1", 5*time.Second, 0)
			},
			want: "touchstone: slow: a/1 has been running for 5s\n",
		},
		{
			name: "line by line",
			run: func(p *progress) {
				for _, id := range []string{"a/1", "a/2", "a/3"} {
					p.Begin(id)
				}
				time.Sleep(10*time.Second + time.Millisecond)
			},
			want: "touchstone: 0 of 9 cases, 0 not passed; 3 cases have been running for 10s\n",
		},
		{
			name: "the first case that hung, with how to wait less",
			run: func(p *progress) {
				p.whole = true
				p.Hung("a/1", "does it flush?")
				p.Hung("a/2", "does it flush?")
			},
			want: "touchstone: a/1 was stopped, since it took too long\nhint: does it flush?\n" +
				"hint: to wait less, add --give-up 3, which runs few cases after 3 such in a row, or --fail-fast\n",
		},
		{
			name: "the first case that hung, of a run that ends early",
			run:  func(p *progress) { p.Hung("a/1", "does it flush?") },
			want: "touchstone: a/1 was stopped, since it took too long\nhint: does it flush?\n",
		},
		{
			name: "one line of a terminal", terminal: true,
			run: func(p *progress) {
				p.Begin("a/1")
				time.Sleep(1050 * time.Millisecond)
				p.Slow("a/1", time.Second, 2*time.Second)
				time.Sleep(100 * time.Millisecond)
			},
			want: "touchstone: 0 of 9 cases, 0 not passed" +
				"\r\x1b[Ktouchstone: slow: a/1 has been running for 1s; touchstone stops it at 2s\n" +
				"touchstone: 0 of 9 cases, 0 not passed\r\x1b[K",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var b strings.Builder
				p := newProgress(&b, test.terminal, 9)
				test.run(p)
				p.end()
				if got := b.String(); got != test.want {
					t.Errorf("written is\n%q\nexpected\n%q", got, test.want)
				}
			})
		})
	}
}
