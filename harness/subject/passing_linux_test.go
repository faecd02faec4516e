package subject

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
	needFilter(t) // without, there is more to warn of
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

// TestLoader: a program that names a loader with which nothing can begin is itself at
// fault, whatever the kernel says of it.
func TestLoader(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"empty": "", "text": strings.Repeat("x", 4096)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	own, err := elf.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	if own.Class != elf.ELFCLASS64 || own.ByteOrder != binary.LittleEndian {
		t.Skip("programs look otherwise here")
	}
	header := elf.Header64{
		Ident: [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)},
		Type:  uint16(elf.ET_EXEC), Machine: uint16(own.Machine), Version: uint32(elf.EV_CURRENT),
		Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: 1,
	}
	for _, loader := range []string{filepath.Join(dir, "empty"), filepath.Join(dir, "text"), "/" + strings.Repeat("x", 300)} {
		names := elf.Prog64{Type: uint32(elf.PT_INTERP), Flags: uint32(elf.PF_R), Off: 64 + 56, Filesz: uint64(len(loader) + 1)}
		var program bytes.Buffer
		for _, part := range []any{header, names, []byte(loader + "\x00")} {
			if err := binary.Write(&program, binary.LittleEndian, part); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(dir, "program")
		if err := os.WriteFile(path, program.Bytes(), 0o755); err != nil {
			t.Fatal(err)
		}
		a := (&Command{Argv: []string{path}, Read: []string{dir}}).Run(context.Background(), nil, Limits{})
		if a.Fault != NotStarted || !strings.Contains(fmt.Sprint(a.Err), "cannot be started: the loader that it names") {
			t.Errorf("with the loader %.80s: fault %q, %v", loader, a.Fault, a.Err)
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
