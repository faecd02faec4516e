package subject

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The kernel's interface sock_diag(7), of which the package unix lacks these.
const (
	diagByFamily    = 20
	diagAnyState    = 0xffffffff
	diagAnyProtocol = 255
	// skMemory is the place of each number about the memory of a socket.
	skReceived, skSendMax, skQueued, skOptions, skBacklog = 0, 3, 5, 6, 7
	skNumbers                                             = 8
)

// diagBytesMax has room for any part of an answer.
const diagBytesMax = 32 << 10

// A socketKind is a kind of sockets whose memory can be asked for.
type socketKind struct {
	request   []byte
	header    int    // how long an answer is before its attributes
	memory    uint16 // the attribute with the numbers about memory
	waiting   uint16 // the attribute that begins with what waits to be read; 0: none
	datagrams int    // how many messages of the largest size can wait unread; 0: bytes are counted
}

// socketKinds are all that programs can have, those of unix first.
var socketKinds = []socketKind{
	{request: unixRequest(), header: 16, memory: 5, waiting: 4, datagrams: 11},
	{request: inetRequest(unix.AF_INET, unix.IPPROTO_TCP), header: 72, memory: 7},
	{request: inetRequest(unix.AF_INET6, unix.IPPROTO_TCP), header: 72, memory: 7},
	{request: inetRequest(unix.AF_INET, unix.IPPROTO_UDP), header: 72, memory: 7},
	{request: inetRequest(unix.AF_INET6, unix.IPPROTO_UDP), header: 72, memory: 7},
	{request: netlinkRequest(), header: 28, memory: 0},
}

func unixRequest() []byte {
	r := make([]byte, 24)
	r[0] = unix.AF_UNIX
	binary.NativeEndian.PutUint32(r[4:], diagAnyState)
	binary.NativeEndian.PutUint32(r[12:], 0x10|0x20) // what waits, and the memory
	return r
}

func inetRequest(family, protocol byte) []byte {
	r := make([]byte, 56)
	r[0], r[1], r[2] = family, protocol, 1<<6 // the memory
	binary.NativeEndian.PutUint32(r[4:], diagAnyState)
	return r
}

func netlinkRequest() []byte {
	r := make([]byte, 20)
	r[0], r[1] = unix.AF_NETLINK, diagAnyProtocol
	binary.NativeEndian.PutUint32(r[8:], 1) // the memory
	return r
}

// watchSockets opens what tells of the sockets of the keeper's network, and says
// why it cannot.
func (h *holder) watchSockets() error {
	if h.Namespaces&unix.CLONE_NEWNET == 0 {
		return errors.New("without a network namespace sockets cannot be counted")
	}
	fd, err := newDiagnosis()
	if err != nil {
		return err
	}
	h.sockets = fd
	// A kernel that does not tell of another kind has no such sockets.
	if _, err := h.socketsOf(&socketKinds[0]); err != nil {
		return fmt.Errorf("the kernel does not report how much memory sockets use: %w", err)
	}
	if fd, err := unix.Open("/proc/self/net/sockstat", unix.O_RDONLY|unix.O_CLOEXEC, 0); err == nil {
		h.counts = fd
		h.ownSockets = h.socketCount()
	}
	return nil
}

// socketCount is how many sockets there are in the keeper's network, and -1 if nobody knows.
// To ask for that takes little; to ask how much memory each kind has, the kernel goes through
// those of the whole machine.
func (h *holder) socketCount() int {
	var text [256]byte
	n, err := unix.Pread(h.counts, text[:], 0)
	if err != nil {
		return -1
	}
	line, _, _ := strings.Cut(string(text[:max(0, n)]), "\n")
	count, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(line, "sockets: used")))
	if err != nil {
		return -1
	}
	return count
}

// programSockets is how many sockets there are in the keeper's network beside its own, and
// less than 0 if nobody knows.
func (h *holder) programSockets() int {
	count := h.socketCount()
	if count < 0 || h.ownSockets < 0 {
		return -1
	}
	return count - h.ownSockets
}

// heldBytes is the memory that the kernel holds for the program, and that no
// process has: what waits in sockets and messages, and the tables of processes.
func (h *holder) heldBytes(pids []int) int64 {
	sum := h.messageBytes() + h.networkBytes()
	if h.sockets != 0 {
		n, _ := h.socketsOf(&socketKinds[0])
		sum += n
	}
	for _, pid := range pids {
		// What cannot be read is gone.
		text, _ := readProc(fmt.Sprintf("/proc/%d/status", pid))
		n, _ := kilobytes(text, "VmPTE:")
		sum += n
	}
	return sum
}

// networkBytes is what waits in all sockets but unix ones. No control group counts those
// of netlink, and groups of version 1 none of the network.
func (h *holder) networkBytes() (sum int64) {
	if h.sockets == 0 || h.programSockets() == 0 {
		return 0
	}
	for i := range socketKinds[1:] {
		// A kind that is not there holds nothing.
		n, _ := h.socketsOf(&socketKinds[1+i])
		sum += n
	}
	return sum
}

// networkBytesMax is more than networkBytes can be, which takes far less to find out: what
// all the sockets hold if each is full.
func (h *holder) networkBytesMax() int64 {
	if h.sockets == 0 {
		return 0
	}
	count := h.programSockets()
	switch {
	case count == 0:
		return 0
	case count < 0, !h.ReadOnly, socketBytesMax() < 0:
		// Nobody knows, or the program can change it.
		return math.MaxInt64
	}
	return int64(count) * socketBytesMax()
}

// socketBytesMax is more memory than one socket of this network can have, -1 if nobody
// knows: as much as it may have to read and to send, twice, as a packet may be on its way
// from one to the other, and something for what is begun before it is too much.
var socketBytesMax = sync.OnceValue(func() int64 {
	const begun = 1 << 20
	var most int64
	for _, way := range []string{"r", "w"} {
		tcp, known := lastNumber("/proc/sys/net/ipv4/tcp_" + way + "mem")
		// The kernel doubles what a program asks for.
		asked, knownToo := lastNumber("/proc/sys/net/core/" + way + "mem_max")
		if !known || !knownToo {
			return -1
		}
		most += max(tcp, 2*asked)
	}
	return 2*most + begun
})

// lastNumber reads the last number of a file.
func lastNumber(path string) (int64, bool) {
	text, err := os.ReadFile(path)
	fields := bytes.Fields(text)
	if err != nil || len(fields) == 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(fields[len(fields)-1]), 10, 64)
	return n, err == nil
}

// socketsOf is the memory of all sockets of a kind.
func (h *holder) socketsOf(kind *socketKind) (sum int64, err error) {
	native := binary.NativeEndian
	m := make([]byte, unix.SizeofNlMsghdr, unix.SizeofNlMsghdr+len(kind.request))
	native.PutUint32(m, uint32(cap(m)))
	native.PutUint16(m[4:], diagByFamily)
	native.PutUint16(m[6:], unix.NLM_F_REQUEST|unix.NLM_F_DUMP)
	if err := unix.Sendto(h.sockets, append(m, kind.request...), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return 0, err
	}
	for {
		n, _, err := unix.Recvfrom(h.sockets, h.answer[:], 0)
		if err != nil {
			return sum, err
		}
		for rest := h.answer[:n]; len(rest) >= unix.SizeofNlMsghdr; {
			size := int(native.Uint32(rest))
			if size < unix.SizeofNlMsghdr || size > len(rest) {
				return sum, errMessage
			}
			switch native.Uint16(rest[4:]) {
			case unix.NLMSG_DONE:
				return sum, nil
			case unix.NLMSG_ERROR:
				return sum, unix.EOPNOTSUPP
			case diagByFamily:
				sum += kind.bytes(rest[unix.SizeofNlMsghdr:size])
			}
			rest = rest[min((size+3)&^3, len(rest)):]
		}
	}
}

// bytes is the memory of one socket. Of a unix socket it counts for who has sent,
// who may be gone: so one in which something waits counts as full.
func (kind *socketKind) bytes(answer []byte) int64 {
	native := binary.NativeEndian
	var memory [skNumbers]int64
	var waiting uint32
	stream := len(answer) > 1 && answer[1] == unix.SOCK_STREAM
	for rest := answer[min(kind.header, len(answer)):]; len(rest) >= unix.SizeofNlAttr; {
		size, name := int(native.Uint16(rest)), native.Uint16(rest[2:])
		if size < unix.SizeofNlAttr || size > len(rest) {
			break
		}
		value := rest[unix.SizeofNlAttr:size]
		switch {
		case name == kind.memory:
			for i := range min(skNumbers, len(value)/4) {
				memory[i] = int64(native.Uint32(value[4*i:]))
			}
		case name == kind.waiting && len(value) >= 4:
			waiting = native.Uint32(value)
		}
		rest = rest[min((size+3)&^3, len(rest)):]
	}
	switch {
	case kind.datagrams == 0:
		return memory[skReceived] + memory[skQueued] + memory[skOptions] + memory[skBacklog]
	case waiting == 0:
		return 0
	case stream:
		return memory[skSendMax]
	}
	return int64(kind.datagrams) * memory[skSendMax]
}

// The places of the numbers of msgInfo, and what a message takes beyond its text.
const (
	msgInfoCount = 1
	msgInfoBytes = 6
	messageSlack = 64
)

// messageBytes is the memory of the messages in queues of the keeper's namespace.
func (h *holder) messageBytes() int64 {
	var info [32]int32 // larger than what the kernel writes there
	if h.Namespaces&unix.CLONE_NEWIPC == 0 {
		return 0
	}
	if _, _, errno := unix.RawSyscall(unix.SYS_MSGCTL, 0, msgInfo, uintptr(unsafe.Pointer(&info))); errno != 0 {
		return 0
	}
	return int64(uint32(info[msgInfoBytes])) + messageSlack*int64(info[msgInfoCount])
}
