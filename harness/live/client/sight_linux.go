package client

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// A sight shows what the program at the other end of connections does, as far as
// the kernel tells: whether it has read what was sent, and whether it waits.
type sight struct {
	// diagnoses makes a socket of sock_diag(7) in the network of the connections.
	// Nil stands for that of the machine.
	diagnoses func() (fd int, err error)

	inode   uint32 // of the last connection, as the program has it
	pids    []int  // the processes that have it
	network uint64 // of the connections, as the system numbers it; 0: not known
}

// look tells whether the program has accepted the connection, has read what was
// sent over it but for so many bytes at the end, and now waits. It is blind if the
// kernel does not tell, as for a program on another machine.
func (s *sight) look(conn net.Conn, left int) glance {
	own, ok := conn.LocalAddr().(*net.TCPAddr)
	other, isTCP := conn.RemoteAddr().(*net.TCPAddr)
	if !ok || !isTCP {
		return blind
	}
	state, unread, inode, err := s.diagnose(other.AddrPort(), own.AddrPort())
	switch {
	case err != nil:
		return blind
	case state != stateOpen && state != stateLeft:
		// The program has closed it.
		return waits
	}
	// One that was not accepted yet has the owner of those before it.
	if inode != 0 && s.inode != inode {
		s.inode, s.pids = inode, owners(inode, s.pids, s.network)
	}
	isRead := inode != 0 && int(unread) <= left
	if len(s.pids) == 0 || slices.Contains(s.pids, os.Getpid()) {
		// What this very process does has other reasons.
		if isRead {
			return read
		}
		return busy
	}
	for _, pid := range s.pids {
		if !asleep(pid) {
			return busy
		}
	}
	if !isRead {
		return ignores
	}
	return waits
}

// The numbers of the kernel's interface sock_diag(7) that the package unix lacks.
const (
	diagByFamily    = 20
	diagRequestLen  = 56
	diagAnswerLen   = 72
	diagUnreadAt    = 56 // in the answer
	diagInodeAt     = 68
	diagAnyState    = 0xffffffff
	diagNoCookie    = 0xffffffff
	netlinkLen      = unix.SizeofNlMsghdr
	netlinkMaxBytes = 4 << 10

	stateOpen = 1 // ESTABLISHED
	stateLeft = 8 // CLOSE_WAIT: the other side has closed
)

// diagnosis makes a socket that tells of those in the network of the machine.
func diagnosis() (fd int, err error) {
	return unix.Socket(unix.AF_NETLINK, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
}

var errNoSocket = errors.New("the kernel has no such connection")

// diagnose asks the kernel about the end of a connection that is at local: its
// state, how many bytes wait there to be read, and the inode of the socket, 0 if it
// was not accepted yet.
func (s *sight) diagnose(local, remote netip.AddrPort) (state byte, unread, inode uint32, err error) {
	ask := s.diagnoses
	if ask == nil {
		ask = diagnosis
	}
	fd, err := ask()
	if err != nil {
		return 0, 0, 0, err
	}
	defer unix.Close(fd)
	if s.network == 0 {
		s.network = networkOf(fd)
	}
	m := make([]byte, netlinkLen+diagRequestLen)
	native := binary.NativeEndian
	native.PutUint32(m, uint32(len(m)))
	native.PutUint16(m[4:], diagByFamily)
	native.PutUint16(m[6:], unix.NLM_F_REQUEST)
	r := m[netlinkLen:]
	r[0], r[1] = unix.AF_INET, unix.IPPROTO_TCP
	native.PutUint32(r[4:], diagAnyState)
	binary.BigEndian.PutUint16(r[8:], local.Port())
	binary.BigEndian.PutUint16(r[10:], remote.Port())
	from, to := local.Addr().Unmap().AsSlice(), remote.Addr().Unmap().AsSlice()
	if len(from) != 4 {
		r[0] = unix.AF_INET6
	}
	copy(r[12:28], from)
	copy(r[28:44], to)
	native.PutUint32(r[48:], diagNoCookie)
	native.PutUint32(r[52:], diagNoCookie)
	if err := unix.Sendto(fd, m, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return 0, 0, 0, err
	}
	answer := make([]byte, netlinkMaxBytes)
	n, _, err := unix.Recvfrom(fd, answer, unix.MSG_DONTWAIT)
	switch {
	case err != nil:
		return 0, 0, 0, err
	case n < netlinkLen+diagAnswerLen || native.Uint16(answer[4:]) != diagByFamily:
		return 0, 0, 0, errNoSocket
	}
	a := answer[netlinkLen:]
	return a[1], native.Uint32(a[diagUnreadAt:]), native.Uint32(a[diagInodeAt:]), nil
}

// networkOf is the number of the network of a socket, 0 if the system does not tell: it
// does so to whoever may set that network up, as the harness may with that of a game.
func networkOf(fd int) uint64 {
	network, err := unix.IoctlRetInt(fd, unix.SIOCGSKNS)
	if err != nil {
		return 0
	}
	defer unix.Close(network)
	var stat unix.Stat_t
	if unix.Fstat(network, &stat) != nil {
		return 0
	}
	return stat.Ino
}

// isIn tells whether a process is in a network, or may be. To ask that takes far less than
// to look at all its files.
func isIn(pid int, network uint64) bool {
	var stat unix.Stat_t
	return network == 0 || unix.Stat(fmt.Sprintf("/proc/%d/ns/net", pid), &stat) == nil && stat.Ino == network
}

// owners are the processes of a network that have a socket: a server that forks has
// several. Those that are likely are looked at first, and this very process, beside
// which no other matters.
func owners(inode uint32, likely []int, network uint64) (pids []int) {
	name := fmt.Sprintf("socket:[%d]", inode)
	self := os.Getpid()
	if len(likely) == 0 && isIn(self, network) && has(self, name) {
		return []int{self}
	}
	for _, pid := range likely {
		if has(pid, name) {
			pids = append(pids, pid)
		}
	}
	if len(pids) > 0 {
		return pids
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && pid != self && isIn(pid, network) && has(pid, name) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// has tells whether a process has a file open.
func has(pid int, name string) bool {
	folder := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if to, err := os.Readlink(folder + "/" + e.Name()); err == nil && to == name {
			return true
		}
	}
	return false
}

// asleep tells whether no thread of a process runs or wants to.
func asleep(pid int) bool {
	folder := fmt.Sprintf("/proc/%d/task", pid)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return true // it has ended
	}
	for _, e := range entries {
		stat, err := os.ReadFile(folder + "/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		// The name in front may have blanks and brackets in it.
		if at := bytes.LastIndex(stat, []byte(") ")); at >= 0 && len(stat) > at+2 {
			if state := stat[at+2]; state == 'R' || state == 'D' {
				return false
			}
		}
	}
	return true
}
