package subject

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// TestPassing runs a program whose keeper cannot be started for a reason that says nothing
// about the machine: it must not run without a sandbox, now or later.
func TestPassing(t *testing.T) {
	needShell(t)
	if !canKeep.Load() {
		t.Skip("there are no keepers here")
	}
	c := shell("echo 1")
	c.Isolation = Best
	c.Warn = func(message string) { t.Error(message) }
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	gone := filepath.Join(t.TempDir(), "gone", "1")
	if k, err := c.pool.open(t.Context(), gone); k != nil || !errors.Is(err, errNoFolder) {
		t.Errorf("%v, %v", k, err)
	}
	if a := c.Run(t.Context(), nil, Limits{}); a.Fault != None {
		t.Errorf("%+v", a)
	}
	if c.pool.none {
		t.Error("no keeper is tried any more")
	}
	// Somebody tidies up in the temporary folder, and a second keeper is needed.
	if err := os.RemoveAll(c.pool.base.path); err != nil {
		t.Fatal(err)
	}
	for _, k := range c.pool.idle {
		k.kill()
	}
	c.pool.idle = nil
	if a := c.Run(t.Context(), nil, Limits{}); a.Fault != None {
		t.Errorf("%+v", a)
	}
}

// TestBlameless: whatever keeps a keeper from starting, the program is not told to be at
// fault, and what to do is said.
func TestBlameless(t *testing.T) {
	c := &Command{Argv: []string{"./program"}}
	for _, test := range []struct {
		err     error
		passing bool
		hint    string
	}{
		{unix.EMFILE, true, tooManyFiles},
		{unix.EAGAIN, true, makeRoom},
		{unix.ENOMEM, true, makeRoom},
		{&os.PathError{Op: "fork", Err: unix.ENFILE}, true, makeRoom},
		{errors.Join(errNotUp, errors.New("EOF")), true, makeRoom},
		{errors.Join(errNoFolder, unix.ENOENT), true, keepFolder},
		{errors.Join(errGivesUp, unix.EACCES), true, askDoctor},
		{unix.EPERM, false, ""},
		{unix.ENOENT, false, ""},
	} {
		if isPassing(test.err) != test.passing {
			t.Errorf("%v: %v", test.err, !test.passing)
		}
		a := c.NotStarted(blameless(test.err))
		usage, ok := errors.AsType[*game.UsageError](a.Err)
		if a.Fault != Trouble || ok != (test.hint != "") || ok && usage.Hint != test.hint {
			t.Errorf("%v: %s, %v", test.err, a.Fault, a.Err)
		}
	}
}

// TestMaskOfUser: a mask of rights that keeps everybody from folders is the user's, and a
// program in the sandbox has another one.
func TestMaskOfUser(t *testing.T) {
	needShell(t)
	if !canKeep.Load() || os.Geteuid() != 0 {
		t.Skip("who is not root can make no folder then")
	}
	old := unix.Umask(0o177)
	defer unix.Umask(old)
	c := shell("mkdir d && echo 1 >d/f && cat d/f")
	c.Isolation = Best
	if a := run(t, c, "", Limits{}); a.Fault != None || values(a) != "1" {
		t.Errorf("%+v", a)
	}
}
