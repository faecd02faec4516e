package archive

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// ratioMaximum is how much a compressed file of a size may unpack to.
func ratioMaximum(size int64) int64 { return size*ratioMax + ratioFreeBytes }

// A swelling reader fails once it has read more than a compressed file may
// unpack to.
type swelling struct {
	in   io.Reader
	left int64
}

func (s *swelling) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	if s.left -= int64(n); s.left < 0 {
		return n, refuse("", "it unpacks to more than %d times its size, or than a submission may have", ratioMax)
	}
	return n, err
}

// A measured file fails once more has been read of it than may be.
type measured struct {
	in   io.ReaderAt
	left int64
}

func (m *measured) ReadAt(p []byte, at int64) (int, error) {
	if m.left -= int64(len(p)); m.left < 0 {
		return 0, io.ErrShortBuffer
	}
	return m.in.ReadAt(p, at)
}

// slashed is a name of a zip file as it should be. Some programs of Windows write
// its own separators, against the format; then a drive is an absolute path.
func slashed(name string) string {
	if !strings.Contains(name, `\`) {
		return name
	}
	if len(name) > 1 && name[1] == ':' {
		name = name[2:]
		if !strings.HasPrefix(name, `\`) {
			name = `\` + name
		}
	}
	return strings.ReplaceAll(name, `\`, "/")
}

// A zipFile is one whose directory has been read.
type zipFile struct {
	*zip.Reader
	size int64
}

// openZip reads the directory of a zip file.
func (t *tree) openZip(f io.ReaderAt, size int64) (*zipFile, error) {
	directory := &measured{in: f, left: max(directoryBytesMax, int64(t.limits.FilesMax)*directoryEntryBytes)}
	z, err := zip.NewReader(directory, size)
	if directory.left < 0 {
		return nil, refuse("", "its directory has too many entries")
	}
	directory.left = math.MaxInt64
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, refuse("", "it is damaged: %v", err)
	}
	return &zipFile{z, size}, nil
}

// unzip unpacks a zip file.
func (t *tree) unzip(z *zipFile) error {
	left := &swelling{left: ratioMaximum(z.size)}
	for _, entry := range z.File {
		if t.ctx.Err() != nil {
			return context.Cause(t.ctx)
		}
		raw := slashed(entry.Name)
		name, err := t.name(raw)
		if err != nil {
			return err
		}
		mode := entry.Mode()
		switch {
		case name == "":
			continue
		case mode.IsDir(), strings.HasSuffix(raw, "/"):
			err = t.folder(name)
		case mode&fs.ModeSymlink != 0:
			err = t.zipped(entry, func(in io.Reader) error {
				target, err := io.ReadAll(io.LimitReader(in, nameBytesMax+1))
				if err != nil {
					return refuse(name, "it is damaged: %v", err)
				}
				return t.link(name, string(target))
			})
		case mode.IsRegular():
			err = t.zipped(entry, func(in io.Reader) error {
				left.in = in
				return t.file(name, mode&0o111 != 0, left)
			})
		default:
			err = refuse(name, "neither a file nor a folder nor a link")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// zipped reads an entry.
func (t *tree) zipped(entry *zip.File, take func(io.Reader) error) error {
	if entry.Flags&1 != 0 {
		return refuse(entry.Name, "it is encrypted")
	}
	in, err := entry.Open()
	if err != nil {
		return refuse(entry.Name, "it is damaged: %v", err)
	}
	err = take(in)
	if closeErr := in.Close(); err == nil && closeErr != nil {
		err = refuse(entry.Name, "it is damaged: %v", closeErr)
	}
	return err
}

// gunzip is what a compressed tar file of a size has.
func (t *tree) gunzip(f io.Reader, size int64) (io.Reader, error) {
	z, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, refuse("", "it is damaged: %v", err)
	}
	return &swelling{in: z, left: min(ratioMaximum(size), t.limits.packedMax())}, nil
}

// untar unpacks a tar file.
func (t *tree) untar(f io.Reader) error {
	in := tar.NewReader(ending{t.ctx, f})
	for {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && t.ctx.Err() != nil {
			return context.Cause(t.ctx)
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			if told, ok := errors.AsType[*Refusal](err); ok {
				return told
			}
			return refuse("", "it is damaged: %v", err)
		}
		name, err := t.name(h.Name)
		if err != nil {
			return err
		}
		switch {
		case name == "" && h.Typeflag != tar.TypeLink:
			continue
		case h.Typeflag == tar.TypeDir:
			err = t.folder(name)
		case h.Typeflag == tar.TypeReg:
			err = t.file(name, h.Mode&0o111 != 0, in)
		case h.Typeflag == tar.TypeSymlink:
			err = t.link(name, h.Linkname)
		case h.Typeflag == tar.TypeLink:
			err = refuse(h.Name, "a hard link")
		case h.Typeflag == tar.TypeXGlobalHeader:
			// It is about the archive: git writes one.
		default:
			err = refuse(h.Name, "neither a file nor a folder nor a link")
		}
		if err != nil {
			return err
		}
	}
}

// copyFolder copies a folder, with the same rules for what is in it.
func (t *tree) copyFolder(source *os.Root) error {
	return t.limits.through(t.ctx, source, func(e *folder.Entry) error {
		name, err := t.name(e.Path)
		mode := e.Info.Mode()
		switch {
		case err != nil || name == "":
			return err
		case mode.IsDir():
			return t.folder(name)
		case mode&fs.ModeSymlink != 0:
			target, err := e.Readlink()
			if err != nil {
				return unreadable(name, err)
			}
			return t.link(name, filepath.ToSlash(target))
		case !mode.IsRegular():
			return refuse(name, "neither a file nor a folder nor a link")
		}
		in, err := e.Open()
		if err != nil {
			return unreadable(name, err)
		}
		defer in.Close()
		return t.file(name, mode&0o111 != 0, in)
	})
}

// through goes through a folder that was handed in, but for what is passed over.
// The error is a *Refusal for one that is too deep or has too many entries, an
// *Unreadable for one of which this machine cannot read something.
func (l Limits) through(ctx context.Context, source *os.Root, visit func(*folder.Entry) error) error {
	// What is passed over is not looked into, but the names of a folder come
	// all at once.
	err := folder.Walk{EntriesMax: l.FilesMax + len(skipped)}.Through(ctx, source, func(e *folder.Entry, err error) error {
		switch {
		case errors.Is(err, folder.ErrDeep):
			return refuse(e.Path, "a path of more than %d folders", depthMax)
		case err != nil:
			return unreadable(e.Path, err)
		case slices.Contains(skipped, path.Base(e.Path)):
			return fs.SkipDir
		}
		return visit(e)
	})
	if errors.Is(err, folder.ErrMany) {
		return tooMuch("", "it has more than %s and folders", text.Count(l.FilesMax, "file"))
	}
	return err
}
