package grade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// cacheHomes are variables that name a folder with a cache, although their names
// do not say so.
var cacheHomes = []string{"CARGO_HOME", "GRADLE_USER_HOME"}

// namesCache tells whether a variable names the folder of a cache, into which
// builds write: GOCACHE, PIP_CACHE_DIR, npm_config_cache.
func namesCache(variable string) bool {
	return strings.Contains(strings.ToLower(variable), "cache") || slices.Contains(cacheHomes, variable)
}

// cacheCopyMax bounds a cache that is copied for each build where it cannot be
// shared otherwise: a larger one would take longer than what it saves.
const cacheCopyMax = 256 << 20

// cacheName is the folder of a team with what builds write to caches.
const cacheName = "cache"

// caches are the folders of caches that one build uses.
type caches struct {
	layers []subject.Layer // above those that are shared
	write  []string        // copies, and empty ones
	paths  []string        // as the build sees them
	fills  []string        // folders that get what it writes
}

// pass adds the variables that a build gets from touchstone to its environment.
// Each cache among them is shared, and what the build writes there is its own:
// tools take it for fatal if they cannot write to their cache.
func (e *Engine) pass(ctx context.Context, t *course.Task, st *state, env []string) (*caches, []string, error) {
	c := &caches{}
	for i, name := range t.Build.Pass {
		value, ok := os.LookupEnv(name)
		if !ok {
			continue
		}
		if namesCache(name) && filepath.IsAbs(value) && t.Isolation != subject.Unisolated {
			own, err := e.cache(ctx, c, name, value, filepath.Join(st.folder, cacheName, fmt.Sprint(i)))
			if err != nil {
				return nil, nil, err
			}
			value = own
		}
		env = append(env, name+"="+value)
	}
	return c, env, nil
}

// cache prepares one cache in a fresh folder, and returns its path as the build
// sees it.
func (e *Engine) cache(ctx context.Context, c *caches, name, shared, own string) (string, error) {
	if err := folder.Remove(own); err != nil {
		return "", err
	}
	l := subject.Layer{Path: shared, Upper: filepath.Join(own, "upper"), Work: filepath.Join(own, "work")}
	for _, path := range []string{l.Upper, l.Work} {
		if err := os.MkdirAll(path, 0o700); err != nil {
			return "", err
		}
	}
	if real, err := filepath.EvalSymlinks(shared); err == nil {
		l.Path = real
	}
	why := e.layerable(l)
	if why == nil {
		c.layers, c.paths, c.fills = append(c.layers, l), append(c.paths, l.Path), append(c.fills, l.Upper)
		return l.Path, nil
	}
	copied := filepath.Join(own, "copy")
	if err := os.Mkdir(copied, 0o700); err != nil {
		return "", err
	}
	what := "a copy of it"
	if err := copyCache(ctx, shared, copied); err != nil {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		what = "an empty one"
		if err := errors.Join(folder.Remove(copied), os.Mkdir(copied, 0o700)); err != nil {
			return "", err
		}
	}
	e.say(fmt.Sprintf("each build gets %s instead of the cache %s, so it takes longer: %v", what, name, why))
	c.write, c.paths, c.fills = append(c.write, copied), append(c.paths, copied), append(c.fills, copied)
	return copied, nil
}

// lost tells whether a cache that had a layer above it can have none any more. Copies, and
// empty caches, can always be written.
func (c *caches) lost() bool {
	return slices.ContainsFunc(c.layers, func(l subject.Layer) bool { return subject.Layerable(l) != nil })
}

// layerable tells why there can be no layers above a cache, and finds that out
// once.
func (e *Engine) layerable(l subject.Layer) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if why, known := e.layers[l.Path]; known {
		return why
	}
	if e.layers == nil {
		e.layers = make(map[string]error)
	}
	var why error
	if info, err := os.Stat(l.Path); err != nil || !info.IsDir() {
		why = errors.New("there is no such folder")
	} else {
		why = subject.Layerable(l)
	}
	e.layers[l.Path] = why
	return why
}

// copyCache copies a cache, which is not too large, file by file: a second name
// of a file would let a build change it.
func copyCache(ctx context.Context, from, to string) error {
	left := int64(cacheCopyMax)
	return folder.Walk{}.At(ctx, from, func(e *folder.Entry, err error) error {
		if err != nil || !e.Info.Mode().IsDir() && !e.Info.Mode().IsRegular() {
			return err
		}
		target := filepath.Join(to, filepath.FromSlash(e.Path))
		if e.Info.IsDir() {
			return os.Mkdir(target, 0o700)
		}
		if left -= e.Info.Size(); left < 0 {
			return fmt.Errorf("it has more than %s", text.Bytes(cacheCopyMax))
		}
		in, err := e.Open()
		if err != nil {
			return err
		}
		defer in.Close()
		out, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600|e.Info.Mode().Perm()&0o100)
		if err != nil {
			return err
		}
		_, err = out.ReadFrom(in)
		if err = errors.Join(err, out.Close()); err != nil {
			return err
		}
		// Tools keep what was used lately.
		return os.Chtimes(target, e.Info.ModTime(), e.Info.ModTime())
	})
}
