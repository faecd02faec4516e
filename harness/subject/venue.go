package subject

import (
	"context"
	"net"
	"syscall"
)

// A Venue is where one live game takes place: a network in which the program and
// the harness meet, and nobody else is. Where the machine cannot give one, it is
// the network of the machine.
type Venue struct {
	command *Command
	place   place
}

// A place is a network apart from that of the machine.
type place interface {
	// socket makes a TCP socket there.
	socket() (fd int, err error)
	// diagnosis makes a socket of sock_diag(7) there.
	diagnosis() (fd int, err error)
	// leave gives the place back.
	leave()
}

// Meet prepares a venue for one run of the command, which must be resolved.
// Close must be called when both sides have left.
func (c *Command) Meet(ctx context.Context) (*Venue, error) {
	v := &Venue{command: c}
	if !c.Live {
		return v, nil
	}
	var err error
	v.place, err = c.pool.meet(ctx)
	return v, err
}

// Apart tells whether the network is not that of the machine.
func (v *Venue) Apart() bool { return v.place != nil }

// At is the command for the run at a port of the venue, to which it listens or
// connects. It shares what is kept ready with the command of the venue.
func (v *Venue) At(port int) *Command {
	at := v.command.At(port)
	at.venue = v.place
	return at
}

// Dialer connects to the venue.
func (v *Venue) Dialer() *net.Dialer { return &net.Dialer{Control: v.enter} }

// Listener listens at the venue.
func (v *Venue) Listener() *net.ListenConfig { return &net.ListenConfig{Control: v.enter} }

// Diagnoses makes sockets of sock_diag(7), which tell of the connections of the
// venue. It is nil if they are those of the machine.
func (v *Venue) Diagnoses() func() (fd int, err error) {
	if v.place == nil {
		return nil
	}
	return v.place.diagnosis
}

// enter puts a socket of the venue in the place of one of the machine, which has
// not been used yet.
func (v *Venue) enter(_, _ string, raw syscall.RawConn) error {
	if v.place == nil {
		return nil
	}
	fd, err := v.place.socket()
	if err != nil {
		return err
	}
	defer closeFile(fd)
	var failed error
	if err := raw.Control(func(own uintptr) { failed = replaceFile(int(own), fd) }); err != nil {
		return err
	}
	return failed
}

// Close gives the venue back.
func (v *Venue) Close() {
	if v.place != nil {
		v.place.leave()
	}
}
