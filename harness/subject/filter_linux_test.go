package subject

import (
	"encoding/binary"
	"fmt"
	"testing"

	"golang.org/x/sys/unix"
)

// answer runs a filter as the kernel does, on a call of a number with some arguments.
func (p filterProgram) answer(arch, number uint32, args ...uint64) (uint32, error) {
	data := binary.LittleEndian.AppendUint32(nil, number)
	data = binary.LittleEndian.AppendUint32(data, arch)
	data = binary.LittleEndian.AppendUint64(data, 0)
	for i := range 6 {
		value := uint64(0)
		if i < len(args) {
			value = args[i]
		}
		data = binary.LittleEndian.AppendUint64(data, value)
	}
	loaded := uint32(0)
	for i := 0; i < len(p); i++ {
		jump := func(yes bool) {
			if yes {
				i += int(p[i].Jt)
			} else {
				i += int(p[i].Jf)
			}
		}
		switch line := p[i]; line.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			loaded = binary.LittleEndian.Uint32(data[line.K:])
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			loaded &= line.K
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			jump(loaded == line.K)
		case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
			jump(loaded >= line.K)
		case unix.BPF_RET | unix.BPF_K:
			return line.K, nil
		default:
			return 0, fmt.Errorf("instruction %d has the code %#x", i, line.Code)
		}
	}
	return 0, fmt.Errorf("the filter of %d instructions does not end", len(p))
}

// TestFilter asks the filter of each architecture about calls that reach beyond a program,
// and about those beside them that it must not touch.
func TestFilter(t *testing.T) {
	t.Parallel()
	const (
		allowed = unix.SECCOMP_RET_ALLOW
		idle    = unix.SECCOMP_RET_ERRNO // it seems to succeed
		high    = 1 << 32                // a pointer whose lower half is zero
	)
	fails := func(errno unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(errno) }
	for _, c := range []struct {
		name   string
		answer uint32
		number uint32
		args   []uint64
	}{
		{"sync", idle, unix.SYS_SYNC, nil},
		{"syncfs", idle, unix.SYS_SYNCFS, []uint64{3}},
		{"fsync", allowed, unix.SYS_FSYNC, []uint64{3}},
		{"a filter for calls", fails(unix.EINVAL), unix.SYS_SECCOMP, []uint64{unix.SECCOMP_SET_MODE_FILTER}},
		{"what filters can do", allowed, unix.SYS_SECCOMP, []uint64{unix.SECCOMP_GET_ACTION_AVAIL}},
		{"a filter for calls, by the older way", fails(unix.EINVAL), unix.SYS_PRCTL, []uint64{unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER}},
		{"a name", allowed, unix.SYS_PRCTL, []uint64{unix.PR_SET_NAME}},
		{"a filter for a socket", fails(unix.ENOPROTOOPT), unix.SYS_SETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER}},
		{"a filter for sockets", fails(unix.ENOPROTOOPT), unix.SYS_SETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_ATTACH_REUSEPORT_CBPF}},
		{"an option of IPv6 with the same number", allowed, unix.SYS_SETSOCKOPT, []uint64{3, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY}},
		{"an option of sockets", allowed, unix.SYS_SETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_REUSEADDR}},
		{"files out of memory", idle, unix.SYS_FADVISE64, []uint64{3, 0, 0, unix.FADV_DONTNEED}},
		{"files into memory", allowed, unix.SYS_FADVISE64, []uint64{3, 0, 0, unix.FADV_WILLNEED}},
		{"pages out of memory", fails(unix.EINVAL), unix.SYS_MADVISE, []uint64{high, 1, unix.MADV_PAGEOUT}},
		{"pages out of the memory of a process", fails(unix.EINVAL), unix.SYS_PROCESS_MADVISE, []uint64{3, high, 1, unix.MADV_PAGEOUT}},
		{"pages that are not needed", allowed, unix.SYS_MADVISE, []uint64{high, 1, unix.MADV_DONTNEED}},
		{"notices of what is read in a folder", fails(unix.EINVAL), unix.SYS_FCNTL, []uint64{3, unix.F_NOTIFY, 1}},
		{"a lock", allowed, unix.SYS_FCNTL, []uint64{3, unix.F_SETLK}},
		{"cores", idle, unix.SYS_SETRLIMIT, []uint64{unix.RLIMIT_CORE, high}},
		{"open files", allowed, unix.SYS_SETRLIMIT, []uint64{unix.RLIMIT_NOFILE, high}},
		{"cores, by the newer way", idle, unix.SYS_PRLIMIT64, []uint64{0, unix.RLIMIT_CORE, 1, 0}},
		{"cores, from afar", idle, unix.SYS_PRLIMIT64, []uint64{0, unix.RLIMIT_CORE, high, 0}},
		{"the limit of cores", allowed, unix.SYS_PRLIMIT64, []uint64{0, unix.RLIMIT_CORE, 0, high}},
		{"open files, by the newer way", allowed, unix.SYS_PRLIMIT64, []uint64{0, unix.RLIMIT_NOFILE, 1, 0}},
		{"cores of another process", fails(unix.EPERM), unix.SYS_PRLIMIT64, []uint64{7, unix.RLIMIT_CORE, 1, 0}},
		{"a socket", allowed, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_TCP}},
		{"a socket of devices", fails(unix.EAFNOSUPPORT), unix.SYS_SOCKET, []uint64{unix.AF_ALG, unix.SOCK_SEQPACKET, 0}},
		{"words for a terminal", fails(unix.EPERM), unix.SYS_IOCTL, []uint64{0, unix.TIOCSTI}},
		{"to be read", allowed, unix.SYS_READ, []uint64{0, high, 1}},
	} {
		// The numbers of calls are those of this architecture, and the filter takes them as such.
		for _, arch := range architectures {
			for _, counted := range []bool{true, false} {
				got, err := filterOf(arch, counted, true).answer(arch, c.number, c.args...)
				if err != nil || got != c.answer {
					t.Errorf("%s: the filter answers %#x (%v), expected %#x", c.name, got, err, c.answer)
				}
			}
		}
	}
}
