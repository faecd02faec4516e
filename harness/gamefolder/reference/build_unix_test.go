//go:build unix

package reference_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestBuildEndsWithItsCommand: a build that is under way when the command ends is ended, and
// its folder is removed; so are those of builds that were killed, but not one in use.
func TestBuildEndsWithItsCommand(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	games := filepath.Join(cache, "touchstone", "games")
	for name, age := range map[string]time.Duration{"build-1": time.Hour, "build-2": 0, "build-first-3": time.Hour, "build-4": time.Hour} {
		put(t, filepath.Join(games, name), "left", "")
		if err := os.Chtimes(filepath.Join(games, name), time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	used, err := os.Open(filepath.Join(games, "build-4"))
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	if err := unix.Flock(int(used.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	ended := errors.New("the command has ended")
	ctx, end := context.WithCancelCause(t.Context())
	go func() {
		for ctx.Err() == nil {
			if list, _ := filepath.Glob(filepath.Join(games, "build-*", "began")); len(list) > 0 {
				end(ended)
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	dir := buildable(t, `["sh", "-c", "touch {build}/began; exec sleep 600"]`, "")
	if _, err := ask(configuredFor(ctx, t, dir), "1"); !errors.Is(err, ended) {
		t.Errorf("found %v, expected %v", err, ended)
	}
	left, err := os.ReadDir(games)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range left {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != "build-2 build-4 build-first-3" {
		t.Errorf("the folder of builds has %s", got)
	}
}
