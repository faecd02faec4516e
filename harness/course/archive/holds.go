package archive

import (
	"archive/tar"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Holds tells which of some paths there are in what was handed in, from where the
// submission begins, and unpacks nothing. Of what Unpack would refuse it tells what it has
// seen of it by then, or an error.
func Holds(ctx context.Context, from string, paths []string, limits Limits) ([]bool, error) {
	file, source, err := open(from, limits)
	if err != nil {
		return nil, err
	}
	holds := make([]bool, len(paths))
	if source != nil {
		defer source.Close()
		for i, p := range paths {
			_, err := source.Stat(filepath.FromSlash(p))
			holds[i] = err == nil
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
		_, holds[i] = names[p]
		holds[i] = holds[i] || p == "."
	}
	return holds, nil
}

// onlyFolder is where a submission begins among the names of an archive, as Top has it.
func onlyFolder(names map[string]bool) string {
	top := ""
	for name, isFolder := range names {
		if !strings.Contains(name, "/") {
			if top != "" || !isFolder {
				return ""
			}
			top = name
		}
	}
	return top
}

// namesIn are the names in an archive, those of folders too, which are true.
func namesIn(ctx context.Context, f *os.File, limits Limits) (map[string]bool, error) {
	t := &tree{ctx: ctx, limits: limits}
	names := make(map[string]bool)
	add := func(raw string, isFolder bool) error {
		if err := t.count(raw); err != nil {
			return err
		}
		name, err := t.name(raw)
		if err != nil || name == "" {
			return err
		}
		names[name] = names[name] || isFolder
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			names[dir] = true
		}
		return nil
	}
	z, in, err := t.openFile(f)
	if err != nil {
		return nil, err
	}
	if z != nil {
		for _, entry := range z.File {
			raw := slashed(entry.Name)
			if err := add(raw, entry.Mode().IsDir() || strings.HasSuffix(raw, "/")); err != nil {
				return nil, err
			}
		}
		return names, nil
	}
	for r := tar.NewReader(ending{ctx, in}); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return names, nil
		}
		if h == nil {
			return nil, refuse("", "it is damaged: %v", err)
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		if err := add(h.Name, h.Typeflag == tar.TypeDir); err != nil {
			return nil, err
		}
	}
}
