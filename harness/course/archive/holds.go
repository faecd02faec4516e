package archive

import (
	"archive/tar"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Held is what is at a path of what was handed in.
type Held struct {
	There bool
	// Inert is a file that nobody may execute.
	Inert bool
}

// Holds tells what there is at some paths of what was handed in, from where the
// submission begins, and unpacks nothing. Of what Unpack would refuse it tells what it has
// seen of it by then, or an error.
func Holds(ctx context.Context, from string, paths []string, limits Limits) ([]Held, error) {
	file, source, err := open(from, limits)
	if err != nil {
		return nil, err
	}
	holds := make([]Held, len(paths))
	if source != nil {
		defer source.Close()
		for i, p := range paths {
			info, err := source.Stat(filepath.FromSlash(p))
			holds[i] = Held{There: err == nil, Inert: err == nil && inert(info.Mode())}
		}
		return holds, nil
	}
	defer file.Close()
	names, err := namesIn(ctx, file, limits)
	if err != nil {
		return nil, err
	}
	top := onlyFolder(names)
	for i, p := range paths {
		p = path.Join(top, filepath.ToSlash(p))
		mode, there := names[p]
		holds[i] = Held{There: there || p == ".", Inert: there && inert(mode)}
	}
	return holds, nil
}

// Bare tells whether something was handed in without a file in it. It unpacks nothing, and
// reads no more than it takes to find the first file. The error is a *Refusal if that is
// enough to see that Unpack refuses it.
func Bare(ctx context.Context, from string, limits Limits) (bool, error) {
	file, source, err := open(from, limits)
	if err != nil {
		return false, err
	}
	if source != nil {
		defer source.Close()
		bare := true
		err := fs.WalkDir(source.FS(), ".", func(_ string, entry fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return context.Cause(ctx)
			case err == nil && !entry.IsDir():
				bare = false
				return fs.SkipAll
			case err == nil && slices.Contains(skipped, entry.Name()):
				return fs.SkipDir
			case err != nil:
				return unreadable("", err)
			}
			return nil
		})
		return bare, err
	}
	defer file.Close()
	t := &tree{ctx: ctx, limits: limits}
	err = t.each(file, func(_ string, mode fs.FileMode) error {
		if !mode.IsDir() {
			return fs.SkipAll
		}
		return nil
	})
	if errors.Is(err, fs.SkipAll) {
		return false, nil
	}
	return err == nil, err
}

// inert tells whether something is a file that nobody may execute.
func inert(mode fs.FileMode) bool { return mode.IsRegular() && mode&0o111 == 0 }

// onlyFolder is where a submission begins among the names of an archive, as Top has it.
func onlyFolder(names map[string]fs.FileMode) string {
	top := ""
	for name, mode := range names {
		if !strings.Contains(name, "/") {
			if top != "" || !mode.IsDir() {
				return ""
			}
			top = name
		}
	}
	return top
}

// namesIn are the names in an archive, those of folders too, and what they are.
func namesIn(ctx context.Context, f *os.File, limits Limits) (map[string]fs.FileMode, error) {
	t := &tree{ctx: ctx, limits: limits}
	names := make(map[string]fs.FileMode)
	err := t.each(f, func(raw string, mode fs.FileMode) error {
		if err := t.count(raw); err != nil {
			return err
		}
		name, err := t.name(raw)
		if err != nil || name == "" {
			return err
		}
		if !names[name].IsDir() {
			names[name] = mode
		}
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			names[dir] = fs.ModeDir
		}
		return nil
	})
	return names, err
}

// each visits the entries of an archive, with their names as they stand in it, until there
// are no more or visit returns an error.
func (t *tree) each(f *os.File, visit func(raw string, mode fs.FileMode) error) error {
	z, in, err := t.openFile(f)
	if err != nil {
		return err
	}
	if z != nil {
		for _, entry := range z.File {
			raw, mode := slashed(entry.Name), entry.Mode()
			if strings.HasSuffix(raw, "/") {
				mode = fs.ModeDir
			}
			if err := visit(raw, mode); err != nil {
				return err
			}
		}
		return nil
	}
	for r := tar.NewReader(ending{t.ctx, in}); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if h == nil {
			return refuse("", "it is damaged: %v", err)
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		if err := visit(h.Name, h.FileInfo().Mode()); err != nil {
			return err
		}
	}
}
