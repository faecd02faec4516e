package subject

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// forbidVariable makes the test binary forbid namespaces to itself, as container
// engines do by default, before it runs its tests.
const forbidVariable = "SUBJECT_FORBID"

// ordinary is the user who owns nothing.
const ordinary = 65534

func init() {
	if os.Getenv(forbidVariable) == "1" {
		fmt.Fprintln(os.Stderr, forbid())
		os.Exit(1)
	}
}

// forbid lets this process, started anew, make no namespaces any more. It returns
// only with an error.
func forbid() error {
	arch := architectures[runtime.GOARCH]
	var p filterProgram
	p.load(filterArch)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, arch, 1, 0)
	p.end(unix.SECCOMP_RET_ALLOW)
	p.load(filterNumber)
	p.fail(unix.SYS_UNSHARE, unix.EPERM)
	p.fail(unix.SYS_SETNS, unix.EPERM)
	p.fail(unix.SYS_MOUNT, unix.EPERM)
	p.fail(unix.SYS_CLONE3, unix.ENOSYS)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.SYS_CLONE, 0, 3)
	p.load(filterArgs)
	p.add(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, allNamespaces, 0, 1)
	p.end(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM))
	p.end(unix.SECCOMP_RET_ALLOW)
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	program := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0); err != nil {
		return err
	}
	runtime.KeepAlive(p)
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, forbidVariable+"=") })
	return syscall.Exec(os.Args[0], os.Args, append(env, forbidVariable+"=done"))
}

// TestForbidden runs this binary once more where there are no namespaces, as it is
// run now and as an ordinary user.
func TestForbidden(t *testing.T) {
	t.Parallel()
	needShell(t)
	needFilter(t)
	if _, ok := architectures[runtime.GOARCH]; !ok {
		t.Skip("there is no filter for " + runtime.GOARCH)
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	users := []int{os.Geteuid()}
	if users[0] == 0 {
		users = append(users, ordinary)
	}
	for _, user := range users {
		t.Run(fmt.Sprint(user), func(t *testing.T) {
			t.Parallel()
			// Nobody else can look into the folder of the test binary.
			dir, err := os.MkdirTemp("/tmp", "touchstone-forbidden-")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(dir) })
			binary := filepath.Join(dir, "tests")
			if err := copyProgram(own, binary); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(binary, "-test.count=1", "-test.v", "-test.run=^TestWhereForbidden$")
			cmd.Dir = "/"
			cmd.Env = append(os.Environ(), forbidVariable+"=1", "TMPDIR="+dir)
			if user != os.Geteuid() {
				cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(user), Gid: uint32(user)}}
			}
			if err := os.Chmod(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "--- PASS: TestWhereForbidden") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// copyProgram copies a program to where everybody may run it.
func copyProgram(from, to string) error {
	// A process that starts meanwhile would keep it open for writing, and what is
	// open so cannot be run.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// TestWhereForbidden is for TestForbidden: strict isolation runs nothing, and best
// says what it cannot keep, and keeps the rest.
func TestWhereForbidden(t *testing.T) {
	if os.Getenv(forbidVariable) != "done" {
		t.Skip("is run by TestForbidden")
	}
	facilities := Survey()
	for _, name := range []string{"user namespace", "network namespace", "mount namespace", "permitted files", "memory accounting"} {
		i := slices.IndexFunc(facilities, func(f Facility) bool { return f.Name == name })
		counted := name == "memory accounting" && slices.ContainsFunc(facilities, func(f Facility) bool { return f.Name == "control groups" && f.Available })
		if f := facilities[i]; f.Available != counted || !f.Available && f.Why == "" {
			t.Errorf("%+v", f)
		}
	}
	strict := shell("echo 1")
	strict.Isolation = Strict
	if err := strict.Resolve(); err == nil {
		t.Error("strict isolation runs a program")
		strict.Close()
	} else if !strings.Contains(err.Error(), "strict isolation is not possible here: missing user namespace") {
		t.Errorf("strict isolation says %v", err)
	}
	secret := filepath.Join(os.Getenv("TMPDIR"), "secret")
	if err := os.WriteFile(secret, []byte("1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	// What the command line names is shown.
	best := shell(`cat "$SECRET" || echo 2; echo 4 >"$SECRET" || echo 5; echo 6 >own && cat own`)
	best.Env = []string{"SECRET=" + secret}
	var warned []string
	best.Isolation, best.Warn = Best, func(message string) { warned = append(warned, message) }
	a := run(t, best, "", Limits{})
	landlock := facilities[slices.IndexFunc(facilities, func(f Facility) bool { return f.Name == "landlock" })]
	if want := "2 5 6"; landlock.Available && values(a) != want {
		t.Errorf("with Landlock: %+v, expected %s", a, want)
	}
	if text, err := os.ReadFile(secret); landlock.Available && (err != nil || string(text) != "1\n") {
		t.Errorf("the secret is %q now (%v)", text, err)
	}
	for _, what := range []string{
		"see all processes on the machine", "reach the network", "reach other programs' shared memory", "fill the disk", "change mode and times of all files",
	} {
		if len(warned) != 1 || !strings.Contains(warned[0], what) {
			t.Errorf("it is not said that programs can %s: %q", what, warned)
		}
	}
}
