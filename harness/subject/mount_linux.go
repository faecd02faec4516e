package subject

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// The folders in which programs may write, as they see them.
const (
	// privateFolder is where a program runs, and its home. No system has a folder
	// of that name that anything could be shown in.
	privateFolder = "/private"
	// sharedMemory is the folder in which the C library and Python keep what
	// processes share.
	sharedMemory = "/dev/shm"
)

// deviceFiles are the devices that programs see: none that keeps anything.
var deviceFiles = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// devices are those that the programs of the keeper see. A mapping of zeros that
// processes share is memory that only control groups count.
func (h *holder) devices() []string {
	if h.member.files != nil {
		return deviceFiles
	}
	return slices.DeleteFunc(slices.Clone(deviceFiles), func(device string) bool { return device == "/dev/zero" })
}

// accountFiles tell who the users and hosts are. In a view they tell of nobody
// but the program and the machine itself.
var accountFiles = []string{"/etc/passwd", "/etc/group", "/etc/hosts"}

// watchersMax is how many watchers of files a program may have. The user has 128 for all
// programs at once, and for what else runs on the machine.
const watchersMax = 16

// watchedMax is how many files they may watch together. The user has some thousand for
// all, on a small machine.
const watchedMax = 1024

// plainMount is how all is mounted that programs can write.
const plainMount = unix.MS_NOSUID | unix.MS_NODEV

// mount gives the keeper a process table and a file system of its own: the view
// of its programs where there can be one, otherwise the machine's, read-only.
func (h *holder) mount() {
	fail := func(err error) {
		why := err.Error()
		h.ProcProblem, h.ScratchProblem, h.ReadOnlyProblem, h.PermittedProblem, h.NestingProblem = why, why, why, why, why
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		fail(err)
		return
	}
	size := "mode=0700,size=" + strconv.Itoa(scratchBytesMax) + ",nr_inodes=" + strconv.Itoa(scratchFilesMax)
	if err := unix.Mount("tmpfs", h.Scratch, "tmpfs", plainMount, size); err != nil {
		fail(err)
		h.mountProcesses("/proc")
		return
	}
	h.OwnFiles, h.LayerProblem = true, ""
	h.watchQueues()
	if err := h.enterView(); err != nil {
		h.PermittedProblem = err.Error()
		h.freeze()
		h.mountProcesses("/proc")
		h.forbidNesting("/proc")
		if h.Proc {
			// The modes of its files are those of every other process table as well.
			_ = unix.MountSetattr(unix.AT_FDCWD, "/proc", 0, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})
		}
		h.shareMemory()
		return
	}
	h.Permitted, h.ReadOnly = true, true
}

// mountProcesses mounts the process table of the keeper's namespace.
func (h *holder) mountProcesses(folder string) {
	if h.Namespaces&unix.CLONE_NEWPID == 0 {
		h.ProcProblem = "there is no pid namespace"
	} else if err := unix.Mount("proc", folder, "proc", plainMount|unix.MS_NOEXEC, ""); err != nil {
		h.ProcProblem = err.Error()
	} else {
		h.Proc = true
	}
}

// forbidNesting keeps programs from making user namespaces, in which they could
// mount file systems and hide memory in further namespaces.
func (h *holder) forbidNesting(folder string) {
	switch {
	case h.Namespaces&unix.CLONE_NEWUSER == 0:
		h.NestingProblem = "without a user namespace these limits cannot be set"
	case !h.Proc:
		h.NestingProblem = "without /proc these limits cannot be set"
	default:
		if err := fill(filepath.Join(folder, "sys/user/max_user_namespaces"), "0"); err != nil {
			h.NestingProblem = err.Error()
			return
		}
		h.Nesting = true
		// A kernel without them has none that one program could take from others.
		_ = fill(filepath.Join(folder, "sys/user/max_inotify_instances"), strconv.Itoa(watchersMax))
		_ = fill(filepath.Join(folder, "sys/user/max_inotify_watches"), strconv.Itoa(watchedMax))
	}
}

// enterView makes the view of programs the root of the keeper's file system. If
// it fails, nothing has changed but what is below the keeper's own folder.
func (h *holder) enterView() error {
	for _, name := range []string{rootName, homeName, sharedName, temporaryName, runName} {
		if err := os.Mkdir(filepath.Join(h.Scratch, name), 0o700); err != nil {
			return err
		}
	}
	root := filepath.Join(h.Scratch, rootName)
	if err := unix.Mount("tmpfs", root, "tmpfs", plainMount, "mode=0755,size=4m"); err != nil {
		return err
	}
	err := h.fillView(root)
	if err == nil {
		err = os.Chdir(root)
	}
	if err == nil {
		// The old root lies above the new one then, and goes.
		err = unix.PivotRoot(".", ".")
	}
	if err != nil {
		// It must not be found where it is now. What cannot be taken away is empty or
		// read-only.
		_ = unix.Unmount(root, unix.MNT_DETACH)
		h.Proc, h.Nesting, h.fixed = false, false, nil
		return err
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		h.Failed = "programs still see the machine's files: " + err.Error()
	}
	if err := os.Chdir("/"); err != nil {
		h.Failed = err.Error()
	}
	h.home = privateFolder
	h.own = slices.Collect(maps.Keys(ownFolders))
	return nil
}

// ownFolders are the folders in which programs may write, and the names of
// what stands for them in the keeper's own file system.
var ownFolders = map[string]string{
	privateFolder: homeName, sharedMemory: sharedName, "/tmp": temporaryName, "/run": runName,
}

// fillView mounts all that is in the view below a folder.
func (h *holder) fillView(root string) error {
	for path, name := range ownFolders {
		target := filepath.Join(root, path)
		if err := os.MkdirAll(target, 0o755); err != nil {
			return err
		}
		if err := unix.Mount(filepath.Join(h.Scratch, name), target, "", unix.MS_BIND, ""); err != nil {
			return cannotShow(path, err)
		}
	}
	v := &h.View
	if err := h.link(root, false); err != nil {
		return err
	}
	// What lies in another folder comes behind it.
	paths := slices.SortedFunc(slices.Values(slices.Concat(v.Shown, v.Masked)), func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
	})
	for _, path := range slices.Compact(paths) {
		err := h.makeWay(root, path)
		if err == nil {
			err = mountPath(path, filepath.Join(root, path), slices.Contains(v.Masked, path))
		}
		if err != nil {
			return cannotShow(path, err)
		}
	}
	if err := h.link(root, true); err != nil {
		return err
	}
	if err := h.fillSystem(root); err != nil {
		return err
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, root, unix.AT_RECURSIVE, &unix.MountAttr{
		Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV,
	}); err != nil {
		return fmt.Errorf("it cannot be made read-only: %w", err)
	}
	return h.fillWritable(root)
}

// link makes the links of the view that lie in masked folders, or all others.
func (h *holder) link(root string, inMasked bool) error {
	for _, path := range slices.Sorted(maps.Keys(h.View.Links)) {
		if slices.Contains(h.View.Masked, filepath.Dir(path)) != inMasked {
			continue
		}
		if err := h.makeWay(root, path); err != nil {
			return err
		}
		if err := os.Symlink(h.View.Links[path], filepath.Join(root, path)); err != nil {
			return err
		}
	}
	return nil
}

// fillWritable adds devices, and what can be written, to a view that is read-only.
func (h *holder) fillWritable(root string) error {
	for path := range ownFolders {
		if err := unix.MountSetattr(unix.AT_FDCWD, filepath.Join(root, path), 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}); err != nil {
			return fmt.Errorf("%s cannot be written: %w", path, err)
		}
	}
	for _, device := range h.devices() {
		target := filepath.Join(root, device)
		err := unix.Mount(device, target, "", unix.MS_BIND, "")
		if err == nil {
			// What is written to a device is not written to its file: the mode, the owner and the
			// date of that are the machine's, and root owns it inside as well.
			err = unix.MountSetattr(unix.AT_FDCWD, target, 0, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})
		}
		if err != nil {
			return cannotShow(device, err)
		}
	}
	h.layer(root)
	for _, folder := range h.View.Write {
		target := filepath.Join(root, folder)
		err := unix.Mount(folder, target, "", unix.MS_BIND|unix.MS_REC, "")
		if err == nil {
			err = unix.MountSetattr(unix.AT_FDCWD, target, unix.AT_RECURSIVE, &unix.MountAttr{
				Attr_set: unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV,
			})
		}
		if err != nil {
			return cannotShow(folder, err)
		}
	}
	return nil
}

func cannotShow(path string, err error) error { return fmt.Errorf("%s cannot be shown: %w", path, err) }

// makeWay makes the folders that lead to a path. What is shown in a folder in
// which programs may write gets a file system of its own there, so that they can
// write only beside it.
func (h *holder) makeWay(root, path string) error {
	for own := range ownFolders {
		if !isBelow(path, own) || path == own {
			continue
		}
		name, _, deeper := strings.Cut(strings.TrimPrefix(path, own+"/"), "/")
		fixed := filepath.Join(own, name)
		if slices.Contains(h.fixed, fixed) {
			break
		}
		h.fixed = append(h.fixed, fixed)
		if !deeper {
			break
		}
		target := filepath.Join(root, fixed)
		if err := os.Mkdir(target, 0o755); err != nil {
			return err
		}
		if err := unix.Mount("tmpfs", target, "tmpfs", plainMount, "mode=0755,size=1m"); err != nil {
			return err
		}
	}
	return os.MkdirAll(filepath.Dir(filepath.Join(root, path)), 0o755)
}

// mountPath puts a file or a folder where a program finds it, or something empty
// in its place.
func mountPath(path, target string, masked bool) error {
	info, err := os.Stat(path)
	if err != nil {
		// It has gone since, and need not be hidden or shown.
		return nil
	}
	if info.IsDir() {
		if err := os.MkdirAll(target, 0o755); err != nil {
			return err
		}
		if masked {
			return unix.Mount("tmpfs", target, "tmpfs", plainMount, "mode=0755,size=64k")
		}
		return unix.Mount(path, target, "", unix.MS_BIND|unix.MS_REC, "")
	}
	if err := touch(target); err != nil {
		return err
	}
	if masked {
		path = os.DevNull
	}
	return unix.Mount(path, target, "", unix.MS_BIND, "")
}

// touch makes an empty file, with its folders, if it is not there.
func touch(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, nil, 0o644)
}

// fillSystem makes what a system has besides programs.
func (h *holder) fillSystem(root string) error {
	for _, path := range []string{"/proc", "/etc", "/var"} {
		if err := os.MkdirAll(filepath.Join(root, path), 0o755); err != nil {
			return err
		}
	}
	for path, text := range map[string]string{
		"/etc/passwd": "root:x:0:0:root:" + privateFolder + ":/bin/sh\n",
		"/etc/group":  "root:x:0:\n",
		"/etc/hosts":  "127.0.0.1 localhost\n::1 localhost\n",
	} {
		// A program with the network of the machine has the machine's hosts.
		if path = filepath.Join(root, path); !isThere(path) {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	for path, target := range map[string]string{
		"/dev/fd": "/proc/self/fd", "/dev/stdin": "/proc/self/fd/0", "/dev/stdout": "/proc/self/fd/1", "/dev/stderr": "/proc/self/fd/2",
		"/var/tmp": "/tmp", "/var/run": "/run", "/etc/mtab": "/proc/mounts",
	} {
		if path = filepath.Join(root, path); !isThere(path) {
			if err := os.Symlink(target, path); err != nil {
				return err
			}
		}
	}
	for _, device := range h.devices() {
		if err := touch(filepath.Join(root, device)); err != nil {
			return err
		}
	}
	for _, folder := range h.View.Write {
		err := h.makeWay(root, folder)
		if err == nil {
			err = os.MkdirAll(filepath.Join(root, folder), 0o755)
		}
		if err != nil {
			return err
		}
	}
	processes := filepath.Join(root, "proc")
	h.mountProcesses(processes)
	h.forbidNesting(processes)
	if !h.Proc {
		// Languages do not start without one.
		return unix.Mount("/proc", processes, "", unix.MS_BIND|unix.MS_REC, "")
	}
	return nil
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// freeze makes all files but those of the keeper's own file system, and of the
// folders in which programs may write, read-only. Landlock leaves their mode,
// times and attributes open to who owns them.
func (h *holder) freeze() {
	for _, folder := range h.View.Write {
		// A mount of its own can be written while what is around it cannot.
		if err := unix.Mount(folder, folder, "", unix.MS_BIND, ""); err != nil {
			h.Failed = "the folder " + folder + " cannot be written: " + err.Error()
			return
		}
	}
	h.layer("/")
	err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})
	for _, l := range h.Layers {
		if err == nil && h.LayerProblem == "" {
			err = unix.MountSetattr(unix.AT_FDCWD, l.Path, 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY})
		}
	}
	for _, folder := range h.View.Write {
		if err == nil {
			err = unix.MountSetattr(unix.AT_FDCWD, folder, 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY})
		}
	}
	if err == nil {
		err = unix.MountSetattr(unix.AT_FDCWD, h.Scratch, 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY})
		if err != nil {
			h.Failed = "the private folder cannot be written: " + err.Error()
		}
	}
	if err == nil && h.Namespaces&unix.CLONE_NEWPID == 0 {
		// It stays the machine's, with files that processes write about themselves.
		err = unix.MountSetattr(unix.AT_FDCWD, "/proc", 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY})
	}
	h.ReadOnly = err == nil
	if err != nil {
		h.ReadOnlyProblem = err.Error()
	}
}

// shareMemory puts a folder of the keeper's in the place of the system's.
func (h *holder) shareMemory() {
	own := filepath.Join(h.Scratch, sharedName)
	if err := os.Mkdir(own, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return
	}
	if unix.Mount(own, sharedMemory, "", unix.MS_BIND, "") == nil {
		h.own = append(h.own, sharedMemory)
	}
}
