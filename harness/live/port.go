package live

import (
	"fmt"
	"math/rand/v2"
	"net"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// The ports that programs of servers are told to open. They lie below those
// which systems give away by themselves, so that nobody else happens to get one
// meanwhile, and no connection to one that nobody listens at can meet itself.
const (
	portFirst = 10240
	portLast  = 30000
)

// nextPort is where the search goes on. Ports come round again only when all
// others have been used: until then no connection of an earlier game is left.
var nextPort atomic.Uint32

var firstPort = sync.OnceValue(func() uint32 { return rand.Uint32N(portLast - portFirst) })

// takePort chooses the port of a game at a venue; release gives it back.
func takePort(v *subject.Venue) (port int, release func(), err error) {
	if v.Apart() {
		// There is nobody else. Connections of an earlier game may wait for
		// stragglers at its port.
		return portFirst + int((firstPort()+nextPort.Add(1))%(portLast-portFirst)), func() {}, nil
	}
	return claimFreePort()
}

// claimFreePort finds a port that nobody listens at, for one game; release gives it
// back. Two processes of the harness never take the same one where the system
// has names for sockets that end with their process.
func claimFreePort() (port int, release func(), err error) {
	for range portLast - portFirst {
		n := (firstPort() + nextPort.Add(1)) % (portLast - portFirst)
		port = portFirst + int(n)
		claim, err := claimPort(port)
		if err != nil {
			continue
		}
		if !isFree(port) {
			claim()
			continue
		}
		return port, claim, nil
	}
	return 0, nil, fmt.Errorf("no port between %d and %d is free", portFirst, portLast)
}

// isFree tries to open the port. A dialled connection would tell too, but a
// program that listens there might take it for a player. Nobody is started
// meanwhile who would hold the port open.
func isFree(port int) bool {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	l, err := wire.Listen(port)
	if err != nil {
		return false
	}
	return l.Close() == nil
}

// claimPort keeps other processes of the harness from taking a port.
func claimPort(port int) (release func(), err error) {
	if runtime.GOOS != "linux" {
		return func() {}, nil
	}
	l, err := net.Listen("unix", "@touchstone-port-"+strconv.Itoa(port))
	if err != nil {
		return nil, err
	}
	return func() { _ = l.Close() }, nil
}
