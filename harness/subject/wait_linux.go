package subject

import (
	"errors"
	"io"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The system calls in which a keeper waits are raw ones. Go's scheduler then
// takes the thread for a busy one, which harms nobody as it is alone; told
// that it waits, the scheduler would look every few microseconds, for every
// message, whether it still does.

// pollRaw waits until one of the files can be read or the time is up, and
// tells which can. Signals end it early.
func pollRaw(files []unix.PollFd, pause time.Duration) {
	limit := unix.NsecToTimespec(pause.Nanoseconds())
	_, _, _ = unix.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&files[0])), uintptr(len(files)),
		uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
}

// receive waits for a request and takes the files that come along.
func receive() (r request, fds []int, err error) {
	var text, control [256]byte
	for {
		part := unix.Iovec{Base: &text[0]}
		part.SetLen(len(text))
		header := unix.Msghdr{Iov: &part, Control: &control[0]}
		header.SetIovlen(1)
		header.SetControllen(len(control))
		n, _, errno := unix.RawSyscall(unix.SYS_RECVMSG, keeperSocket, uintptr(unsafe.Pointer(&header)), unix.MSG_CMSG_CLOEXEC)
		switch {
		case errno == unix.EINTR:
			continue
		case errno != 0:
			return r, nil, errno
		case n == 0:
			return r, nil, io.EOF
		}
		if m := int(header.Controllen); m > 0 {
			messages, err := unix.ParseSocketControlMessage(control[:m])
			if err != nil || len(messages) == 0 {
				return r, nil, errMessage
			}
			if fds, err = unix.ParseUnixRights(&messages[0]); err != nil {
				return r, nil, err
			}
		}
		return r, fds, decode(text[:n], &r)
	}
}

// send sends the harness a message, and tells whether it is still there.
func send(r reply) bool {
	text := encode(r)
	for {
		_, _, errno := unix.RawSyscall6(unix.SYS_SENDTO, keeperSocket, uintptr(unsafe.Pointer(&text[0])), uintptr(len(text)),
			unix.MSG_NOSIGNAL, 0, 0)
		if errno != unix.EINTR {
			return errno == 0
		}
	}
}

// takeExit takes the exit status of a process that has ended, pid 0 if there
// is none, ECHILD if there are no processes at all.
func takeExit() (pid int, status syscall.WaitStatus, usage syscall.Rusage, err error) {
	for {
		pid, _, errno := unix.RawSyscall6(unix.SYS_WAIT4, ^uintptr(0), uintptr(unsafe.Pointer(&status)), unix.WNOHANG,
			uintptr(unsafe.Pointer(&usage)), 0, 0)
		switch {
		case errors.Is(errno, unix.EINTR):
		case errno != 0:
			return 0, status, usage, errno
		case pid != 0 && !status.Exited() && !status.Signaled():
			// It has asked to be traced by its parent, and is stopped: it lives on.
		default:
			return int(pid), status, usage, nil
		}
	}
}

// isEmpty tells whether a folder contains nothing.
func isEmpty(folder string) bool {
	fd, err := unix.Open(folder, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	return isEmptyFolder(fd)
}

// isEmptyFolder is isEmpty for a folder that is open.
func isEmptyFolder(fd int) bool {
	// It may have been read before.
	if _, err := unix.Seek(fd, 0, unix.SEEK_SET); err != nil {
		return false
	}
	var entries [512]byte
	n, err := unix.Getdents(fd, entries[:])
	var names []string
	_, count, _ := unix.ParseDirent(entries[:max(n, 0)], -1, names)
	return err == nil && count == 0
}
