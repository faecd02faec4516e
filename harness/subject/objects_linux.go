package subject

import (
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The objects by which processes talk with each other outlive them, and go only
// with their namespace. x/sys has none of these numbers of the kernel.
const (
	shmInfo = 14
	semInfo = 19
	msgInfo = 12
	// semInfoSets is the place of the number of sets among the numbers of
	// semInfo. That of segments and of queues is the first.
	semInfoSets = 7
	// shmInfoPages is the place of the number of pages in memory, in words:
	// it is preceded by an int, which is padded, and another number.
	shmInfoPages = 2
)

// hasObjects tells whether the namespace of the keeper has segments of shared
// memory, sets of semaphores, or queues of messages.
func (h *holder) hasObjects() bool {
	if h.Namespaces&unix.CLONE_NEWIPC == 0 {
		// There are those of the whole machine.
		return false
	}
	// All three are larger than what the kernel writes there.
	var segments, sets, queues [32]int32
	_, _, errShm := unix.RawSyscall(unix.SYS_SHMCTL, 0, shmInfo, uintptr(unsafe.Pointer(&segments)))
	_, _, errSem := unix.RawSyscall6(unix.SYS_SEMCTL, 0, 0, semInfo, uintptr(unsafe.Pointer(&sets)), 0, 0)
	_, _, errMsg := unix.RawSyscall(unix.SYS_MSGCTL, 0, msgInfo, uintptr(unsafe.Pointer(&queues)))
	return errShm == 0 && segments[0] > 0 || errSem == 0 && sets[semInfoSets] > 0 || errMsg == 0 && queues[0] > 0 ||
		h.queues != 0 && !isEmptyFolder(h.queues)
}

// segmentBytes is the memory of the segments of the keeper's namespace.
func (h *holder) segmentBytes() int64 {
	var info [16]uintptr
	if h.Namespaces&unix.CLONE_NEWIPC == 0 {
		return 0
	}
	if _, _, errno := unix.RawSyscall(unix.SYS_SHMCTL, 0, shmInfo, uintptr(unsafe.Pointer(&info))); errno != 0 {
		return 0
	}
	return int64(info[shmInfoPages]) * int64(os.Getpagesize())
}

// watchQueues opens the folder in which the kernel lists the POSIX queues of the
// keeper's namespace.
func (h *holder) watchQueues() {
	if h.Namespaces&unix.CLONE_NEWIPC == 0 || !h.OwnFiles {
		return
	}
	folder := filepath.Join(h.Scratch, queuesName)
	if os.Mkdir(folder, 0o700) != nil || unix.Mount("mqueue", folder, "mqueue", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "") != nil {
		// Not every kernel has such queues.
		return
	}
	if fd, err := unix.Open(folder, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err == nil {
		h.queues = fd
	}
}
