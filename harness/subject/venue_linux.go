package subject

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// meet takes a keeper with a network of its own for one run; nil if there are
// none.
func (p *pool) meet(ctx context.Context) (place, error) {
	if !canKeep.Load() || p.command.Isolation == Unisolated {
		return nil, nil
	}
	for {
		k, _, err := p.get(ctx)
		switch {
		case err != nil || k == nil:
			return nil, err
		case isClosed(k.dead) || !k.wiped(ctx):
			k.kill()
			continue
		case !k.greeting.Loopback:
			p.put(k)
			p.lonely.Do(func() {
				p.warn("a program can reach the network of this machine while it plays: " + k.greeting.LoopbackProblem)
			})
			return nil, nil
		}
		k.reserved = true
		return k, nil
	}
}

// leave gives back a keeper that was taken for a game.
func (k *keeper) leave() {
	k.reserved = false
	if !k.killed.Load() {
		k.pool.put(k)
	}
}

// socketGrace bounds the wait for a socket. It only runs out on a machine that
// is as good as dead.
const socketGrace = 10 * time.Second

// socket gets a TCP socket from the keeper's network.
func (k *keeper) socket() (int, error) { return k.ask(opSocket) }

// diagnosis gets a socket that tells of all others there.
func (k *keeper) diagnosis() (int, error) { return k.ask(opDiagnosis) }

// ask gets a socket of a kind.
func (k *keeper) ask(kind int64) (int, error) {
	k.asking.Lock()
	defer k.asking.Unlock()
	if _, err := k.conn.Write(encode(request{Op: kind})); err != nil {
		return -1, fmt.Errorf("cannot reach a supervisor: %w", err)
	}
	timer := time.NewTimer(socketGrace)
	defer timer.Stop()
	select {
	case fd := <-k.sockets:
		if fd < 0 {
			return -1, errors.New("the network of the game has no sockets left")
		}
		return fd, nil
	case <-k.dead:
	case <-timer.C:
		// Whatever comes now would be taken for the answer to somebody else.
		k.kill()
	}
	return -1, errors.New("the network of the game no longer exists")
}

// raiseLoopback lets a program and the harness meet in the keeper's network.
func (h *holder) raiseLoopback() {
	if h.Namespaces&unix.CLONE_NEWNET == 0 {
		h.LoopbackProblem = "there is no network namespace"
		return
	}
	fd, err := newSocket()
	if err != nil {
		h.LoopbackProblem = err.Error()
		return
	}
	defer unix.Close(fd)
	lo, err := unix.NewIfreq("lo")
	if err == nil {
		lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
		err = unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, lo)
	}
	if err != nil {
		h.LoopbackProblem = err.Error()
		return
	}
	h.Loopback = true
}

// newSocket makes a TCP socket as the package net has it.
func newSocket() (int, error) {
	return unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, unix.IPPROTO_TCP)
}

// newDiagnosis makes a socket of sock_diag(7), which tells of the sockets of this
// network.
func newDiagnosis() (int, error) {
	return unix.Socket(unix.AF_NETLINK, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
}

// asksSocket tells whether a message asks for a socket.
func asksSocket(op int64) bool { return op == opSocket || op == opDiagnosis }

// giveSocket sends the harness a socket of a kind, and tells whether the harness is
// still there.
func giveSocket(kind int64) bool {
	r := encode(reply{Op: opSocket})
	make := newSocket
	if kind == opDiagnosis {
		make = newDiagnosis
	}
	fd, err := make()
	if err != nil {
		return unix.Sendmsg(keeperSocket, r, nil, nil, unix.MSG_NOSIGNAL) == nil
	}
	defer unix.Close(fd)
	// A port of an earlier game may still wait for stragglers. A socket without
	// ports has no such option, and needs none.
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEADDR, 1)
	return unix.Sendmsg(keeperSocket, r, unix.UnixRights(fd), nil, unix.MSG_NOSIGNAL) == nil
}

// takeSocket takes the file that came along with a message; -1 if there is none.
func takeSocket(control []byte) int {
	messages, err := unix.ParseSocketControlMessage(control)
	if err != nil || len(messages) == 0 {
		return -1
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) == 0 {
		return -1
	}
	unix.CloseOnExec(fds[0])
	return fds[0]
}

func closeFile(fd int) { unix.Close(fd) }

// replaceFile makes one file descriptor lead to what another one leads to.
func replaceFile(old, by int) error { return unix.Dup3(by, old, unix.O_CLOEXEC) }
