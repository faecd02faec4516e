package client

import (
	"encoding/binary"
	"net"
	"net/netip"

	"golang.org/x/sys/unix"
)

// What sock_diag(7) says of sockets that wait for connections: the state that they have, and
// where their address stands in an answer.
const (
	stateListens = 10
	diagPortAt   = 4
	diagAddrAt   = 8
)

// listenersBytesMax has room for any part of an answer.
const listenersBytesMax = 32 << 10

// Listeners are the addresses at which programs of a network wait for TCP connections, as far
// as the kernel tells. Diagnoses is as Options have it. It is nil for the network of the machine,
// where other programs listen, too: then there are none.
func Listeners(diagnoses func() (fd int, err error)) (list []netip.AddrPort) {
	if diagnoses == nil {
		return nil
	}
	for _, family := range []byte{unix.AF_INET, unix.AF_INET6} {
		fd, err := diagnoses()
		if err != nil {
			return list
		}
		list = append(list, listenersOf(fd, family)...)
		unix.Close(fd)
	}
	return list
}

// listenersOf are those of one family, asked for over a socket of sock_diag(7).
func listenersOf(fd int, family byte) (list []netip.AddrPort) {
	native := binary.NativeEndian
	m := make([]byte, netlinkLen+diagRequestLen)
	native.PutUint32(m, uint32(len(m)))
	native.PutUint16(m[4:], diagByFamily)
	native.PutUint16(m[6:], unix.NLM_F_REQUEST|unix.NLM_F_DUMP)
	r := m[netlinkLen:]
	r[0], r[1] = family, unix.IPPROTO_TCP
	native.PutUint32(r[4:], 1<<stateListens)
	if unix.Sendto(fd, m, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}) != nil {
		return nil
	}
	answer := make([]byte, listenersBytesMax)
	for {
		n, _, err := unix.Recvfrom(fd, answer, unix.MSG_DONTWAIT)
		if err != nil {
			return list
		}
		for rest := answer[:n]; len(rest) >= netlinkLen; {
			size := int(native.Uint32(rest))
			if size < netlinkLen+diagAnswerLen || size > len(rest) || native.Uint16(rest[4:]) != diagByFamily {
				return list // the end, or nothing that is known
			}
			a := rest[netlinkLen:]
			length := net.IPv4len
			if a[0] == unix.AF_INET6 {
				length = net.IPv6len
			}
			if address, ok := netip.AddrFromSlice(a[diagAddrAt : diagAddrAt+length]); ok {
				list = append(list, netip.AddrPortFrom(address, binary.BigEndian.Uint16(a[diagPortAt:])))
			}
			rest = rest[min((size+3)&^3, len(rest)):]
		}
	}
}
