package subject

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What Landlock can refuse, by the ABI that brought it.
const (
	landlockRead  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	landlockFirst = 1<<13 - 1 // all of ABI 1
	landlockFile  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	landlockScope = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
)

// landlockRulesMax bounds the rules for one folder of which something is
// hidden. A folder with more entries, whose rules would take longer than a
// second, is hidden as a whole.
const landlockRulesMax = 1 << 17

// A restriction is what programs may do with files and the network.
type restriction struct {
	writable []string // folders in which everything is allowed
	roots    []string // what may be read
	hidden   []string // but for these
	open     []string // and what may be read in them nevertheless
	network  bool
}

// restrict makes Landlock hold this thread, and all that it starts from now
// on, to a restriction. It returns the ABI of the kernel, 0 if there is none.
func restrict(r restriction) (abi int, err error) {
	n, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, errno
	}
	abi = int(n)
	l := ruleset{handled: landlockFirst}
	attr := unix.LandlockRulesetAttr{}
	if abi >= 2 {
		l.handled |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= 3 {
		l.handled |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 5 {
		l.handled |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if abi >= 4 && !r.network {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= 6 {
		attr.Scoped = landlockScope
	}
	attr.Handled_access_fs = l.handled
	// Kernels that know fewer fields take the rest, as it is zero.
	const size = unsafe.Offsetof(attr.Scoped) + unsafe.Sizeof(attr.Scoped)
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return abi, errno
	}
	defer unix.Close(int(fd))
	l.fd = int(fd)
	for _, path := range r.writable {
		if err := l.allow(path, l.handled); err != nil {
			return abi, err
		}
	}
	for _, device := range []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"} {
		// Where there is none, none is needed.
		_ = l.allow(device, landlockFile)
	}
	for i, path := range r.hidden {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			r.hidden[i] = real
		} else if real, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
			// It is still to come.
			r.hidden[i] = filepath.Join(real, filepath.Base(path))
		}
	}
	l.temporary = temporary()
	if real, err := filepath.EvalSymlinks(l.temporary); err == nil {
		l.temporary = real
	}
	for _, path := range r.roots {
		l.allowReading(path, r.hidden)
	}
	for _, path := range r.open {
		if err := l.allow(path, landlockRead); err != nil {
			return abi, err
		}
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return abi, errno
	}
	return abi, nil
}

// A ruleset is one of Landlock's.
type ruleset struct {
	fd        int
	handled   uint64
	temporary string // where other runs have their private folders
}

// allow allows access to all below path.
func (l *ruleset) allow(path string, access uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return err
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= landlockFile
	}
	beneath := unix.LandlockPathBeneathAttr{Allowed_access: access & l.handled, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(l.fd), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&beneath)), 0, 0, 0)
	runtime.KeepAlive(&beneath)
	if errno != 0 {
		return errno
	}
	return nil
}

// allowReading allows reading all below path that is not hidden. As Landlock
// can only add rights, what stands beside something hidden is allowed one by
// one.
func (l *ruleset) allowReading(path string, hidden []string) {
	below := path == l.temporary || strings.HasPrefix(l.temporary, withSlash(path))
	for _, h := range hidden {
		if h == path {
			return
		}
		below = below || strings.HasPrefix(h, withSlash(path))
	}
	if !below {
		// What cannot be opened here cannot be opened by the program either.
		_ = l.allow(path, landlockRead)
		return
	}
	// Interpreters list the folders in which they look for modules. What is
	// hidden can be listed then too, but not opened.
	_ = l.allow(path, unix.LANDLOCK_ACCESS_FS_READ_DIR)
	dir, err := openFolder(path)
	if err != nil {
		return
	}
	defer dir.Close()
	names, err := dir.Readdirnames(landlockRulesMax)
	if err != nil && len(names) == 0 || errors.Is(err, os.ErrPermission) || len(names) == landlockRulesMax {
		return
	}
	for _, name := range names {
		if path == l.temporary && strings.HasPrefix(name, scratchPrefix) {
			continue
		}
		child := filepath.Join(path, name)
		if info, err := os.Lstat(child); err != nil || info.Mode()&os.ModeSymlink != 0 {
			// What a link leads to has a rule of its own.
			continue
		}
		l.allowReading(child, hidden)
	}
}

func withSlash(path string) string { return strings.TrimSuffix(path, "/") + "/" }
