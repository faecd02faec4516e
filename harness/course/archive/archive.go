// Package archive unpacks what others have packed: zip, tar, tar.gz and folders,
// each into a folder of its own. Nothing that an archive says leads out of that
// folder, and nothing in it takes more room than it may.
package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Limits bound what one archive may unpack to.
type Limits struct {
	BytesMax int64 // of all files together
	FilesMax int   // files, folders and links
}

// The bounds that hold in any case, and why.
const (
	// depthMax is far deeper than sources are; the system's own bound on paths
	// is not much above.
	depthMax = 64
	// nameBytesMax is the length of a path that the system still opens.
	nameBytesMax = 1024
	// linksMax bounds the links on the way to a file.
	linksMax = 16
	// ratioMax is how many times its size a zip or a gzip file may unpack to,
	// beyond ratioFreeBytes. Sources come to 10, and a thousand is what the
	// method itself can do at the most.
	ratioMax       = 200
	ratioFreeBytes = 16 << 20
	// packedTimes is how many times what it may unpack to an archive may be long,
	// and a compressed tar file unpack to in all: the history of the sources is in
	// it too, which is passed over, but has to be read.
	packedTimes = 4
	// directoryBytesMax is what the directory of a zip file may take, or
	// directoryEntryBytes for each of the files allowed if that is more: all of it
	// is in memory at once, and takes several times as much there.
	directoryBytesMax   = 16 << 20
	directoryEntryBytes = 256
)

// A Refusal is why an archive is not unpacked: what is wrong with it, or with
// one of the names in it.
type Refusal struct {
	Name string // in the archive; "": the archive as a whole
	Why  string
	Over bool // it has more than the limits let in
}

func (r *Refusal) Error() string { return naming(r.Name, r.Why) }

// An Unreadable error is why this machine cannot read what was handed in: it is the
// fault of neither the archive nor its team.
type Unreadable struct {
	Name string // in the folder; "": all of it
	Err  error
}

func (u *Unreadable) Error() string { return naming(u.Name, text.Cause(u.Err).Error()) }

// Closed tells whether a right to read it is missing. The error does not unwrap to
// that: a walk would take it for that of the folder above.
func (u *Unreadable) Closed() bool { return errors.Is(u.Err, fs.ErrPermission) }

// nameShown is how much of a name an error shows.
const nameShown = 120

// naming says what is wrong, with the name of what is: "" for all that was handed in.
func naming(name, why string) string {
	if name == "" {
		return why
	}
	return fmt.Sprintf("%q: %s", text.Shorten(name, nameShown), why)
}

func refuse(name, format string, args ...any) error {
	return &Refusal{Name: name, Why: fmt.Sprintf(format, args...)}
}

// tooMuch refuses what has more than the limits let in.
func tooMuch(name, format string, args ...any) error {
	return &Refusal{name, fmt.Sprintf(format, args...), true}
}

// skipped are folders that hold history and nothing to grade.
var skipped = []string{".git", ".hg", ".svn", "__MACOSX"}

// Unpack unpacks the archive, or copies the folder, at a path into a folder,
// which must be there and empty. Nobody else gets a right to what it makes. The
// error is a *Refusal if the archive is at fault, an *Unreadable if this machine
// cannot read it; what was unpacked before then stays.
func Unpack(ctx context.Context, from, to string, limits Limits) error {
	file, source, err := open(from, limits)
	if err != nil {
		return err
	}
	if source != nil {
		defer source.Close()
		return Copy(ctx, source, to, limits)
	}
	defer file.Close()
	return into(ctx, to, limits, func(t *tree) error { return t.unpackFile(file) })
}

// Copy is Unpack of an open folder.
func Copy(ctx context.Context, source *os.Root, to string, limits Limits) error {
	return into(ctx, to, limits, func(t *tree) error { return t.copyFolder(source) })
}

func into(ctx context.Context, to string, limits Limits, unpack func(*tree) error) error {
	root, err := os.OpenRoot(to)
	if err != nil {
		return fmt.Errorf("unpack to %s: %w", to, text.Cause(err))
	}
	defer root.Close()
	t := &tree{ctx: ctx, root: root, limits: limits, made: make(map[string]bool)}
	if err = unpack(t); err == nil {
		err = t.checkLinks()
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// open opens what was handed in: a file, or a folder. The error is a *Refusal for
// what is neither, and for a file that is longer than any archive may be, or an
// *Unreadable.
func open(from string, limits Limits) (*os.File, *os.Root, error) {
	info, err := os.Lstat(from)
	if err != nil {
		return nil, nil, unreadable("", err)
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, nil, refuse("", "it is a link; submit the folder or the archive itself")
	case info.IsDir():
		root, err := folder.OpenFolder(from)
		if err != nil {
			return nil, nil, unreadable("", err)
		}
		return nil, root, nil
	case !info.Mode().IsRegular():
		return nil, nil, refuse("", "it is neither a folder nor a file")
	case info.Size() > limits.packedMax():
		return nil, nil, tooMuch("", "it has %s, too much for an archive that may unpack to %s",
			text.Bytes(info.Size()), text.Bytes(limits.BytesMax))
	}
	f, err := folder.OpenFile(from)
	if err != nil {
		return nil, nil, unreadable("", err)
	}
	return f, nil, nil
}

// packedMax is how long an archive may be, and what a compressed tar file may
// unpack to with what is passed over.
func (l Limits) packedMax() int64 {
	return min(l.BytesMax, (math.MaxInt64-ratioFreeBytes)/packedTimes)*packedTimes + ratioFreeBytes
}

// unreadable is why something that was handed in cannot be read: an *Unreadable
// where the system does not let it be read, a *Refusal where it is gone, or something
// else by now.
func unreadable(name string, err error) error {
	if _, system := errors.AsType[syscall.Errno](err); system {
		changed := slices.ContainsFunc([]error{fs.ErrNotExist, syscall.ENOTDIR, syscall.ELOOP}, func(e error) bool { return errors.Is(err, e) })
		if !changed {
			return &Unreadable{name, err}
		}
	}
	return refuse(name, "it cannot be read: %v", text.Cause(err))
}

// Top is the folder of an unpacked archive in which a submission begins: an only
// folder at the top, as archives of repositories have it, else the whole.
func Top(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", fmt.Errorf("submission in %s: %w", folder, text.Cause(err))
	}
	if len(entries) == 1 && entries[0].IsDir() {
		return filepath.Join(folder, entries[0].Name()), nil
	}
	return folder, nil
}

// unpackFile unpacks an archive of any kind.
func (t *tree) unpackFile(f *os.File) error {
	z, in, err := t.openFile(f)
	switch {
	case err != nil:
		return err
	case z != nil:
		return t.unzip(z)
	}
	return t.untar(in)
}

// openFile looks at the first bytes of a file: names lie. It is a zip file, or what a tar
// file has.
func (t *tree) openFile(f *os.File) (*zipFile, io.Reader, error) {
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, nil, unreadable("", err)
	}
	head = head[:n]
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, nil, unreadable("", err)
	}
	switch {
	case n == 0:
		return nil, nil, refuse("", "it is an empty file, not an archive")
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		z, err := t.openZip(f, size)
		return z, nil, err
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		in, err := t.gunzip(f, size)
		return nil, in, err
	case len(head) == 512 && bytes.HasPrefix(head[257:], []byte("ustar")):
		return nil, f, nil
	}
	return nil, nil, refuse("", "it is not an archive that touchstone can unpack: zip, tar, tar.gz")
}

// A tree is what is being unpacked.
type tree struct {
	ctx    context.Context
	root   *os.Root
	limits Limits
	bytes  int64
	files  int
	made   map[string]bool // folders
	links  []string
}

// name cleans a name of an archive; "" is what is passed over.
func (t *tree) name(raw string) (string, error) {
	switch {
	case strings.ContainsRune(raw, 0):
		return "", refuse(raw, "a name with NUL")
	case len(raw) > nameBytesMax:
		return "", refuse(raw, "a name of more than %d bytes", nameBytesMax)
	case strings.Contains(raw, `\`):
		return "", refuse(raw, `a name with \, which is a separator on some systems`)
	case path.IsAbs(raw):
		return "", refuse(raw, "an absolute path")
	}
	name := path.Clean(raw)
	if name == "." {
		return "", nil
	}
	parts := strings.Split(name, "/")
	if parts[0] == ".." || !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", refuse(raw, "a path that leaves the submission")
	}
	if len(parts) > depthMax {
		return "", refuse(raw, "a path of more than %d folders", depthMax)
	}
	for _, part := range parts {
		for _, skip := range skipped {
			if part == skip {
				return "", nil
			}
		}
	}
	return name, nil
}

// count counts one more name.
func (t *tree) count(name string) error {
	if t.ctx.Err() != nil {
		return context.Cause(t.ctx)
	}
	if t.files++; t.files > t.limits.FilesMax {
		return tooMuch(name, "more than %s and folders", text.Count(t.limits.FilesMax, "file"))
	}
	return nil
}

// folder makes a folder and those above it.
func (t *tree) folder(name string) error {
	if name == "." || t.made[name] {
		return nil
	}
	if err := t.folder(path.Dir(name)); err != nil {
		return err
	}
	if err := t.count(name); err != nil {
		return err
	}
	if err := t.root.Mkdir(name, 0o700); err != nil {
		return t.clash(name, err)
	}
	t.made[name] = true
	return nil
}

// file makes a file of what there is to read, which may be more than it should.
func (t *tree) file(name string, executable bool, in io.Reader) error {
	if err := t.folder(path.Dir(name)); err != nil {
		return err
	}
	if err := t.count(name); err != nil {
		return err
	}
	mode := fs.FileMode(0o600)
	if executable {
		mode = 0o700
	}
	out, err := t.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return t.clash(name, err)
	}
	left := t.limits.BytesMax - t.bytes
	n, err := io.Copy(out, io.LimitReader(ending{t.ctx, in}, left+1))
	t.bytes += n
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	if n > left {
		return tooMuch(name, "it unpacks to more than %s", text.Bytes(t.limits.BytesMax))
	}
	if err != nil && t.ctx.Err() != nil {
		return context.Cause(t.ctx)
	}
	if err != nil {
		if _, ours := errors.AsType[*fs.PathError](err); ours {
			return err
		}
		if _, told := errors.AsType[*Refusal](err); told {
			return err
		}
		return refuse(name, "it is damaged: %v", err)
	}
	return nil
}

// An ending reader ends with its context.
type ending struct {
	ctx context.Context
	in  io.Reader
}

func (e ending) Read(p []byte) (int, error) {
	if e.ctx.Err() != nil {
		return 0, context.Cause(e.ctx)
	}
	return e.in.Read(p)
}

// link makes a symbolic link. Whether it leads out shows only when everything is
// there.
func (t *tree) link(name, target string) error {
	switch {
	case path.IsAbs(target) || filepath.IsAbs(target):
		return refuse(name, "a link to an absolute path")
	case target == "" || len(target) > nameBytesMax || strings.ContainsAny(target, "\x00\\"):
		return refuse(name, "a link whose target is not a path")
	case !filepath.IsLocal(filepath.FromSlash(path.Join(path.Dir(name), target))):
		return refuse(name, "a link that leaves the submission")
	}
	if err := t.folder(path.Dir(name)); err != nil {
		return err
	}
	if err := t.count(name); err != nil {
		return err
	}
	// Nothing may go through a link, so they are made last.
	t.links = append(t.links, name, target)
	return nil
}

// checkLinks makes the links, and refuses those that lead out: one that seems to
// stay inside may not, through other links.
func (t *tree) checkLinks() error {
	for i := 0; i < len(t.links); i += 2 {
		if err := t.root.Symlink(t.links[i+1], t.links[i]); err != nil {
			return t.clash(t.links[i], err)
		}
	}
	for i := 0; i < len(t.links); i += 2 {
		if !t.leadsInside(t.links[i]) {
			if err := t.root.Remove(t.links[i]); err != nil {
				return err
			}
			return refuse(t.links[i], "a link that leaves the submission or forms a loop")
		}
	}
	return nil
}

// leadsInside follows a link as the system does, but goes on where something is
// missing: it might come later, outside.
func (t *tree) leadsInside(name string) bool {
	var at []string // the folders that have been entered, none of them a link
	rest := strings.Split(name, "/")
	for links := 0; len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			if len(at) == 0 {
				return false
			}
			at = at[:len(at)-1]
			continue
		}
		at = append(at, part)
		target, err := t.root.Readlink(path.Join(at...))
		if err != nil {
			continue // no link
		}
		if links++; links > linksMax || path.IsAbs(target) {
			return false
		}
		at = at[:len(at)-1]
		rest = append(strings.Split(target, "/"), rest...)
	}
	return true
}

// clash explains why a name cannot be made.
func (t *tree) clash(name string, err error) error {
	refused := func(cause error) bool { return errors.Is(err, cause) }
	switch {
	case refused(fs.ErrExist):
		return refuse(name, "the name appears twice")
	case slices.ContainsFunc([]error{syscall.ENAMETOOLONG, syscall.EINVAL, syscall.EILSEQ}, refused):
		return refuse(name, "a name that this system refuses: %v", text.Cause(err))
	}
	return err
}
