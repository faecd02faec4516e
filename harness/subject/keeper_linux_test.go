package subject

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// offerings are what a machine may offer, from nothing to all.
var offerings = map[string]offering{
	"nothing":    {},
	"landlock":   {landlock: true},
	"user":       {namespaces: unix.CLONE_NEWUSER, landlock: true},
	"processes":  {namespaces: unix.CLONE_NEWUSER | unix.CLONE_NEWPID},
	"namespaces": {namespaces: allNamespaces},
	"groups":     {groups: true},
	"all":        {namespaces: allNamespaces, landlock: true, groups: true},
}

// TestKeeperWithLess runs programs where a machine offers less than this one.
func TestKeeperWithLess(t *testing.T) {
	needShell(t)
	t.Parallel()
	works := probe().namespaces
	for name, o := range offerings {
		if o.namespaces&^works != 0 {
			t.Logf("%s: not here", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			marked := fmt.Sprintf("61.%09d", rand.IntN(1e9))
			try := func(script string, limits Limits) Answer {
				t.Helper()
				c := shell(script)
				c.Env = []string{"ADDED=1"}
				if err := c.Resolve(); err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				c.pool.offer = offer{offering: o}
				first := c.Run(context.Background(), nil, limits)
				if second := c.Run(context.Background(), nil, limits); second.Fault != first.Fault || values(second) != values(first) {
					t.Errorf("%s: first %+v, then %+v", script, first, second)
				}
				return first
			}
			a := try("setsid sh -c 'setsid sleep "+marked+" & wait' >/dev/null 2>&1 & sleep 0.1; echo 1", Limits{})
			if values(a) != "1" || a.Fault != None || !slices.Contains(a.Warnings, Leaked) {
				t.Errorf("escaped: %+v", a)
			}
			a = try("trap '' TERM; sh -c \"trap '' TERM; sleep "+marked+"\" & echo 1; while :; do sleep "+marked+"; done",
				Limits{Timeout: time.Second})
			if values(a) != "1" || a.Fault != TimedOut {
				t.Errorf("stubborn: %+v", a)
			}
			a = try("for i in 1 2 3 4 5 6 7 8 9; do sleep "+marked+" & done; wait", Limits{ProcessesMax: 5})
			if a.Fault != ProcessLimit {
				t.Errorf("many: %+v", a)
			}
			a = try("while :; do :; done", Limits{CPU: 50 * time.Millisecond})
			if a.Fault != CPULimit {
				t.Errorf("busy: %+v", a)
			}
			// What tail keeps grows faster than what a shell does.
			a = try(`{ yes | head -c 50000000; sleep 60; } | tail -c 50000000`, Limits{MemoryBytesMax: 32 << 20})
			if a.Fault != MemoryLimit {
				t.Errorf("memory: %+v", a)
			}
			a = try(`ls -A | wc -l; echo x >file; [ "$HOME" = "$PWD" ] && echo "\"${ADDED}${KEEPER_SECRET-none}\""`, Limits{})
			if values(a) != `0 "1none"` || a.Fault != None {
				t.Errorf("folder: %+v", a)
			}
			if left := processesWith(t, marked); len(left) > 0 {
				t.Errorf("processes are still there: %q", left)
			}
		})
	}
}

// TestKeeperIsReplaced kills keepers behind the harness's back.
func TestKeeperIsReplaced(t *testing.T) {
	needShell(t)
	t.Parallel()
	c := shell("echo 1")
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range 3 {
		if a := c.Run(context.Background(), nil, Limits{}); values(a) != "1" || a.Fault != None {
			t.Fatalf("%+v", a)
		}
		if len(c.pool.idle) != 1 {
			t.Skip("there are no keepers here")
		}
		if err := c.pool.idle[0].cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		<-c.pool.idle[0].dead
	}
	// One that dies during a run costs that run its verdict, and no other.
	c = shell("sleep 0.5; echo 1")
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.Run(context.Background(), nil, Limits{})
	k := c.pool.idle[0]
	time.AfterFunc(100*time.Millisecond, func() {
		// The run below shows whether this worked.
		_ = k.cmd.Process.Kill()
	})
	if a := c.Run(context.Background(), nil, Limits{}); a.Fault != Trouble || !strings.Contains(a.Err.Error(), "somebody ended it by the signal SIGKILL") {
		t.Errorf("%+v", a)
	}
	if a := c.Run(context.Background(), nil, Limits{}); values(a) != "1" || a.Fault != None {
		t.Errorf("%+v", a)
	}
}

// TestFoldersAreRemoved sees that nothing is left in the temporary folder.
func TestFoldersAreRemoved(t *testing.T) {
	needShell(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for _, isolation := range []Isolation{Best, Unisolated} {
		c := shell("mkdir -p a/b && chmod 000 a; echo 1")
		if isolation == Unisolated {
			c.Argv[2] = "echo 1"
		}
		c.Isolation = isolation
		if a := c.Run(context.Background(), nil, Limits{}); values(a) != "1" {
			t.Errorf("%+v", a)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		t.Errorf("there are %v, error %v", entries, err)
	}
}

// TestToolsOfScripts shows tools on the PATH that a script calls, and no others.
func TestToolsOfScripts(t *testing.T) {
	needShell(t)
	needStrict(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"cargo/bin/frob": "#!/bin/sh\necho 1\n", "other/bin/brof": "#!/bin/sh\necho 2\n",
		"tree/build.sh": "frob; \"$BROF\" || echo 3\n",
	} {
		path := filepath.Join(dir, name)
		if os.MkdirAll(filepath.Dir(path), 0o755) != nil || os.WriteFile(path, []byte(text), 0o755) != nil {
			t.Fatal("cannot prepare")
		}
	}
	t.Setenv("PATH", strings.Join([]string{os.Getenv("PATH"), dir + "/cargo/bin", dir + "/other/bin"}, ":"))
	c := &Command{Argv: []string{"sh", "-c", `eval "$1"`, "sh", "sh ./build.sh"}, Dir: dir + "/tree", Isolation: Strict, Env: []string{"BROF=brof"}}
	if a := run(t, c, "", Limits{}); values(a) != "1 3" {
		t.Errorf("%+v", a)
	}
}

// TestHiddenLater hides a file that comes only while programs run, in a folder
// that is shown below one in which they may write.
func TestHiddenLater(t *testing.T) {
	needShell(t)
	t.Parallel()
	needStrict(t)
	dir, err := os.MkdirTemp("/tmp", "touchstone-hidden-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	tree := dir + "/tree"
	if os.MkdirAll(tree+"/lib", 0o755) != nil || os.WriteFile(tree+"/lib/code", []byte("3\n"), 0o644) != nil || os.Symlink("lib/code", tree+"/code") != nil {
		t.Fatal("cannot prepare")
	}
	c := shell(`cat "$LATER" deep/later || echo 0; cat code lib/code`)
	c.Env = []string{"LATER=" + tree + "/later"}
	c.Dir, c.Isolation, c.Hide = tree, Strict, []string{tree + "/later", tree + "/deep/later"}
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range 2 {
		if a := c.Run(context.Background(), nil, Limits{}); values(a) != "0 3 3" {
			t.Errorf("%+v", a)
		}
		if os.MkdirAll(tree+"/deep", 0o755) != nil || os.WriteFile(tree+"/later", []byte("1\n"), 0o644) != nil ||
			os.WriteFile(tree+"/deep/later", []byte("2\n"), 0o644) != nil {
			t.Fatal("cannot write")
		}
	}
}

// TestReadAndWrite lets programs read and write where the rest is hidden and
// frozen.
func TestReadAndWrite(t *testing.T) {
	needShell(t)
	t.Parallel()
	if !StrictPossible(Survey()) {
		t.Skip("there is no strict isolation here")
	}
	dir := t.TempDir()
	for _, team := range []string{"ada", "bob"} {
		if os.Mkdir(dir+"/"+team, 0o755) != nil || os.WriteFile(dir+"/"+team+"/code", []byte(`"`+team+`"`), 0o644) != nil {
			t.Fatal("cannot prepare")
		}
	}
	for _, c := range []struct {
		script       string
		read, write  []string
		want, wanted string // the output, and what is in ada/new afterwards
	}{
		{"cat code || echo 0; cat ../bob/code || echo 0", nil, nil, "0 0", ""},
		{"cat code; cat ../bob/code || echo 0; echo 1 >new || echo 0", []string{dir + "/ada"}, nil, `"ada" 0 0`, ""},
		{"echo 5 >new && cat new; cat code; touch ../bob/code ../bob/new ../new || echo 0; chmod 0 ../bob || echo 0", nil, []string{dir + "/ada"}, `5 "ada" 0 0`, "5\n"},
	} {
		command := shell(c.script)
		command.Dir, command.Isolation = dir+"/ada", Strict
		command.Hide, command.Read, command.Write = []string{dir}, c.read, c.write
		a := command.Run(context.Background(), nil, Limits{})
		if values(a) != c.want {
			t.Errorf("%s: %+v, expected %s", c.script, a, c.want)
		}
		if text, _ := os.ReadFile(dir + "/ada/new"); string(text) != c.wanted {
			t.Errorf("%s: it wrote %q, expected %q", c.script, text, c.wanted)
		}
		if entries, err := os.ReadDir(dir + "/bob"); err != nil || len(entries) != 1 {
			t.Errorf("%s: the neighbour has %v (%v)", c.script, entries, err)
		}
	}
}

// TestStrictIsFoundOutOnce: what one supervisor has shown is not asked again for each program.
func TestStrictIsFoundOutOnce(t *testing.T) {
	if !StrictPossible(Survey()) {
		t.Skip("there is no strict isolation here")
	}
	needProgram(t, "true")
	if err := strictHere(); err != nil {
		t.Fatal(err)
	}
	// A survey starts a supervisor, which would need a folder.
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	c := &Command{Argv: []string{"true"}, Isolation: Strict}
	if err := c.Resolve(); err != nil {
		t.Error(err)
	}
	c.Close()
}

// TestFolderOfKeeperIsGone: a keeper that starts while touchstone ends does not make again the
// folder that touchstone has just removed.
func TestFolderOfKeeperIsGone(t *testing.T) {
	needProgram(t, "true")
	c := &Command{Argv: []string{"true"}, Isolation: Best}
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	dir := t.TempDir()
	for _, o := range []offering{probe(), {}} {
		k, err := startKeeper(t.Context(), c.pool, setup{
			Path: c.path, Argv: c.Argv, Scratch: filepath.Join(dir, "gone", "1"), View: c.pool.plan(), Namespaces: o.namespaces, Landlock: o.landlock,
		})
		if err == nil {
			t.Errorf("with %+v a keeper starts without its folder", o)
			k.kill()
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
			t.Errorf("with %+v there are %q", o, left)
		}
	}
}
