//go:build unix

package subject

import (
	"bufio"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// TestDialogue talks to programs, with and without a keeper, and ends them.
func TestDialogue(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell")
	}
	for _, isolation := range []Isolation{Best, Unisolated} {
		t.Run(string(isolation), func(t *testing.T) {
			t.Parallel()
			open := func(script string) *Dialogue {
				t.Helper()
				c := shell(script)
				c.Isolation = isolation
				t.Cleanup(c.Close)
				d, err := c.Open(t.Context(), Limits{})
				if err != nil {
					t.Fatal(err)
				}
				return d
			}
			ask := func(d *Dialogue, r *bufio.Reader, line string) string {
				t.Helper()
				if _, err := d.Write([]byte(line + "\n")); err != nil {
					t.Fatal(err)
				}
				answer, err := r.ReadString('\n')
				if err != nil {
					t.Fatal(err)
				}
				return strings.TrimSpace(answer)
			}

			d := open(`while read line; do echo "<$line>"; done; echo bye >&2`)
			r := bufio.NewReader(d)
			for _, line := range []string{"one", "two"} {
				if got := ask(d, r, line); got != "<"+line+">" {
					t.Errorf("answer %q to %q", got, line)
				}
			}
			if a := d.End(); a.Fault != None || a.Exit != 0 || a.Stderr != "bye\n" || len(a.Warnings) > 0 {
				t.Errorf("%+v, expected a quiet end", a)
			}

			d = open(`echo oh >&2; exit 3`)
			if n, err := d.Read(make([]byte, 10)); err == nil {
				t.Errorf("%d bytes came, expected the end", n)
			}
			if a := d.End(); a.Fault != Crashed || a.Exit != 3 || a.Stderr != "oh\n" {
				t.Errorf("%+v, expected a crash with status 3", a)
			}

			// What comes after the last value does not end the program, if it is not much.
			d = open(`echo 1; read line; sleep 0.1; echo 2; echo bye >&2`)
			r = bufio.NewReader(d)
			if _, err := r.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
			_ = d.Close()
			if _, err := r.ReadString('\n'); err == nil {
				t.Error("a read after the end of the dialogue succeeded")
			}
			if a := d.End(); a.Fault != None || a.Exit != 0 || a.Stderr != "bye\n" || len(a.Warnings) > 0 {
				t.Errorf("%+v, expected a quiet end", a)
			}
			d = open(`yes`)
			if a := d.End(); a.Fault != Crashed && !slices.Contains(a.Warnings, Lingered) {
				t.Errorf("%+v, expected one that is ended", a)
			}

			// One that neither reads nor ends: a read that waits ends with Close.
			d = open(`trap "" TERM; while :; do sleep 60; done`)
			done := make(chan error, 1)
			go func() {
				_, err := d.Read(make([]byte, 10))
				done <- err
			}()
			time.AfterFunc(50*time.Millisecond, func() { _ = d.Close() })
			if err := <-done; err == nil {
				t.Error("a read of a closed dialogue succeeded")
			}
			if a := d.End(); !slices.Contains(a.Warnings, Lingered) || a.Exit != -1 {
				t.Errorf("%+v, expected one that lingered", a)
			}
		})
	}
	_, err := (&Command{Argv: []string{"./no-such-program"}}).Open(t.Context(), Limits{})
	var usage *game.UsageError
	if !errors.As(err, &usage) {
		t.Errorf("%v, expected a usage error", err)
	}
}
