package subject

import (
	"errors"
	"math"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// architectures are those for which there is a system call filter, whose
// numbers differ among them.
var architectures = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}

// absent are system calls that programs find missing, as on a kernel without
// them: what they make belongs to no file and no process, so that it outlives a
// run or counts nowhere, or they are ways around everything else.
var absent = []uint32{
	// Keys of the user stay, and those of the harness's session are at hand.
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
	// Files and sockets past the limits and the filter.
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT,
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_MEMFD_SECRET,
	// The machine has so many requests for all its programs together.
	unix.SYS_IO_SETUP,
	// What the kernel tells of all programs.
	unix.SYS_SYSLOG,
	// Marks on a folder stay.
	unix.SYS_FILE_SETATTR,
}

// idle are system calls that seem to succeed and do nothing: they write what waits in memory
// to all disks of the machine, and the files of a program need no disk.
var idle = []uint32{unix.SYS_SYNC, unix.SYS_SYNCFS}

// fsSetAttribute is FS_IOC_FSSETXATTR, which x/sys does not have.
const fsSetAttribute = 0x401c5820

// families are the kinds of sockets that programs may have: all others belong to
// no network namespace, or speak with devices.
var families = []uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}

// protocols are those of these sockets: that of each kind by default, and those that the
// kernel tells of, so that their memory counts. What programs have beyond that, such as
// TCP over several ways, falls back to these. The keeper asks by the second one.
var protocols = []uint32{0, unix.NETLINK_SOCK_DIAG, unix.IPPROTO_TCP, unix.IPPROTO_UDP}

// The places in what a filter looks at, and the first number of calls for 32-bit
// pointers on amd64.
const (
	filterNumber = 0
	filterArch   = 4
	filterArgs   = 16
	filterX32    = 0x40000000
)

// A filterProgram is a filter under construction.
type filterProgram []unix.SockFilter

func (p *filterProgram) add(code uint16, k uint32, yes, no uint8) {
	*p = append(*p, unix.SockFilter{Code: code, K: k, Jt: yes, Jf: no})
}

func (p *filterProgram) load(offset uint32) { p.add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, offset, 0, 0) }

func (p *filterProgram) end(action uint32) { p.add(unix.BPF_RET|unix.BPF_K, action, 0, 0) }

// fail lets the call fail with an error if the loaded word is k; 0 lets it seem
// to succeed.
func (p *filterProgram) fail(k uint32, errno unix.Errno) {
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, k, 0, 1)
	p.end(unix.SECCOMP_RET_ERRNO | uint32(errno))
}

// uncounted are system calls that programs find missing where no control group
// counts their memory: of memory files on their way between processes, and of
// pages that are lent to a pipe.
var uncounted = []uint32{unix.SYS_MEMFD_CREATE, unix.SYS_VMSPLICE}

// args lets a call fail with an error if one of its arguments, as far as mask has
// it, is one of some values.
func (p *filterProgram) args(number, argument, mask uint32, errno unix.Errno, values ...uint32) {
	// Behind the jump stand two loads and a mask, and two for each value.
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, number, 0, uint8(2*len(values)+3))
	p.load(filterArgs + 8*argument)
	p.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, mask, 0, 0)
	for _, value := range values {
		p.fail(value, errno)
	}
	p.load(filterNumber)
}

// only lets a call fail with an error unless one of its arguments is one of some values.
func (p *filterProgram) only(number, argument uint32, errno unix.Errno, values ...uint32) {
	// Behind the jump stand two loads, one jump for each value, and an end.
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, number, 0, uint8(len(values)+3))
	p.load(filterArgs + 8*argument)
	for i, value := range values {
		p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, value, uint8(len(values)-i), 0)
	}
	p.end(unix.SECCOMP_RET_ERRNO | uint32(errno))
	p.load(filterNumber)
}

// sockets lets the setting of options of sockets fail with an error.
func (p *filterProgram) sockets(errno unix.Errno, options ...uint32) {
	// Behind the jump stand a load, a jump to the last load and a load, and two for each option.
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.SYS_SETSOCKOPT, 0, uint8(2*len(options)+4))
	p.load(filterArgs + 8)
	// Options of protocols have the same numbers.
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.SOL_SOCKET, 0, uint8(2*len(options)+1))
	p.load(filterArgs + 16)
	for _, option := range options {
		p.fail(option, errno)
	}
	p.load(filterNumber)
}

// noCores lets programs keep the limit of the size of cores that they have, while it seems to
// change. They can ask what it is.
func (p *filterProgram) noCores() {
	p.args(unix.SYS_SETRLIMIT, 0, math.MaxUint32, 0, unix.RLIMIT_CORE)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.SYS_PRLIMIT64, 0, 8)
	p.load(filterArgs + 8)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.RLIMIT_CORE, 0, 5)
	// The two halves of where the new limit stands: nowhere, if it is only asked for.
	p.load(filterArgs + 16)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, 0, 0, 2)
	p.load(filterArgs + 16 + 4)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, 0, 1, 0)
	p.end(unix.SECCOMP_RET_ERRNO)
	p.load(filterNumber)
}

// filterOf is the system call filter. Where control groups do not count the
// memory of programs they get none that could not be counted otherwise: neither
// memory files nor memory that processes share without a file, of which nobody
// sees how much there is, and no larger sockets. Where sessions share the processors, programs stay in their own.
func filterOf(arch uint32, counted, sessions bool) filterProgram {
	var p filterProgram
	p.load(filterArch)
	// Calls for other processors have other numbers.
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, arch, 1, 0)
	p.end(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS))
	p.load(filterNumber)
	if arch == unix.AUDIT_ARCH_X86_64 {
		p.add(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, filterX32, 0, 1)
		p.end(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS))
	}
	for _, number := range absent {
		p.fail(number, unix.ENOSYS)
	}
	if !counted {
		for _, number := range uncounted {
			p.fail(number, unix.ENOSYS)
		}
		p.args(unix.SYS_MMAP, 3, unix.MAP_TYPE|unix.MAP_ANONYMOUS, unix.EPERM, unix.MAP_ANONYMOUS|unix.MAP_SHARED, unix.MAP_ANONYMOUS|unix.MAP_SHARED_VALIDATE)
		p.args(unix.SYS_SETSOCKOPT, 2, math.MaxUint32, 0, unix.SO_SNDBUF, unix.SO_SNDBUFFORCE)
	}
	if !sessions {
		p.fail(unix.SYS_SETSID, 0)
	}
	for _, number := range idle {
		p.fail(number, 0)
	}
	// The kernel has so much room for translated filters, for all programs and for the keepers,
	// which start none without their own.
	p.args(unix.SYS_SECCOMP, 0, math.MaxUint32, unix.EINVAL, unix.SECCOMP_SET_MODE_FILTER)
	p.args(unix.SYS_PRCTL, 0, math.MaxUint32, unix.EINVAL, unix.PR_SET_SECCOMP)
	p.sockets(unix.ENOPROTOOPT, unix.SO_ATTACH_FILTER, unix.SO_ATTACH_REUSEPORT_CBPF)
	// Others would have to read the files of the system from the disk again.
	p.args(unix.SYS_FADVISE64, 3, math.MaxUint32, 0, unix.FADV_DONTNEED)
	p.args(unix.SYS_MADVISE, 2, math.MaxUint32, unix.EINVAL, unix.MADV_PAGEOUT)
	p.args(unix.SYS_PROCESS_MADVISE, 3, math.MaxUint32, unix.EINVAL, unix.MADV_PAGEOUT)
	// Whoever reads a file in a folder tells all that watch it. Nobody counts these, and nobody
	// needs them beside the watches that are counted.
	p.args(unix.SYS_FCNTL, 1, math.MaxUint32, unix.EINVAL, unix.F_NOTIFY)
	// Whoever opens a file waits for up to a minute for the end of a lease, and the files
	// of the system are the program's own where root runs it.
	p.args(unix.SYS_FCNTL, 1, math.MaxUint32, unix.EINVAL, unix.F_SETLEASE, unix.F_SETDELEG)
	// The user has so many pages for pipes, and 64 large pipes take them all: others
	// that are opened meanwhile, also by other programs, then hold an eighth of what
	// programs expect. Nobody counts the memory of larger ones without control groups.
	p.args(unix.SYS_FCNTL, 1, math.MaxUint32, unix.EPERM, unix.F_SETPIPE_SZ)
	// Limits of the keeper, which runs as the same user, are not the program's to
	// set: only 0, which is the caller, is allowed.
	p.only(unix.SYS_PRLIMIT64, 0, unix.EPERM, 0)
	p.noCores()
	p.only(unix.SYS_SOCKET, 0, unix.EAFNOSUPPORT, families...)
	p.only(unix.SYS_SOCKET, 2, unix.EPROTONOSUPPORT, protocols...)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.SYS_IOCTL, 0, 9)
	p.load(filterArgs + 8)
	// Marks on a folder would stay for the next run.
	p.fail(unix.FS_IOC_SETFLAGS, unix.ENOTTY)
	p.fail(fsSetAttribute, unix.ENOTTY)
	// They put words into the mouth of who sits at a terminal.
	p.fail(unix.TIOCSTI, unix.EPERM)
	p.fail(unix.TIOCLINUX, unix.EPERM)
	p.end(unix.SECCOMP_RET_ALLOW)
	return p
}

// filter filters the system calls of this thread, and of all that it starts from
// now on.
func filter(counted, sessions bool) error {
	arch, ok := architectures[runtime.GOARCH]
	if !ok {
		return errors.New("there is none for " + runtime.GOARCH)
	}
	p := filterOf(arch, counted, sessions)
	program := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	// Without the flag older kernels slow programs down, as if they had to be
	// kept from guessing each other's memory.
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(p)
	if errno != 0 {
		return errno
	}
	return nil
}
