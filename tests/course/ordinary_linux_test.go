package course

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// ordinary is the user who owns nothing.
const ordinary = 65534

// TestAsOrdinaryUser lets an ordinary user grade hostile submissions.
func TestAsOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("all tests run as an ordinary user")
	}
	// Nobody else can look into the folder of the test binary, or make one in it.
	dir, err := os.MkdirTemp("/tmp", "touchstone-ordinary-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	binary := filepath.Join(dir, "course.test")
	text, err := os.ReadFile(os.Args[0])
	if err == nil {
		err = os.WriteFile(binary, text, 0o755)
	}
	if err == nil {
		err = os.Chmod(dir, 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	tests := []string{"TestHandedIn", "TestRightsOfBuilds", "TestAnonymous", "TestCacheWithoutLayers", "TestClosed"}
	cmd := exec.Command(binary, "-test.v", "-test.run=^("+strings.Join(tests, "|")+")$")
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + dir, "HOME=/nonexistent"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: ordinary, Gid: ordinary}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range tests {
		if !strings.Contains(string(out), "--- PASS: "+name) {
			t.Errorf("%s was not run:\n%s", name, out)
		}
	}
}
