package wire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"
	"time"
)

// dialPause lies between two attempts to connect: short beside the time that
// programs take to start, long enough to leave them the processor meanwhile.
const dialPause = 50 * time.Millisecond

// Listen opens a port of this machine, for programs of this machine only. Port
// 0 stands for one that is free.
func Listen(port int) (net.Listener, error) { return ListenBy(&net.ListenConfig{}, port) }

// ListenBy is Listen where a configuration leads.
func ListenBy(config *net.ListenConfig, port int) (net.Listener, error) {
	return config.Listen(context.Background(), "tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}

// Dial connects over TCP, and tries again for as long as patience lasts where
// nobody listens yet (CF1). What is sent leaves at once (TCP_NODELAY), as the
// package net has it. Failed, if not nil, is told each attempt that failed, and when it
// began: nobody listened at some moment since then.
func Dial(ctx context.Context, address string, patience time.Duration, failed func(began time.Time, err error)) (net.Conn, error) {
	return DialBy(ctx, &net.Dialer{}, address, patience, failed)
}

// DialBy is Dial where a dialer leads.
func DialBy(ctx context.Context, dialer *net.Dialer, address string, patience time.Duration, failed func(began time.Time, err error)) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	end, _ := ctx.Deadline()
	var last error
	for {
		began := time.Now()
		conn, err := dialer.DialContext(ctx, "tcp", address)
		if err == nil {
			return conn, nil
		}
		// An attempt that the end of patience interrupts says less than the
		// one before it. The dialer may know of the end before the context does.
		if last == nil || ctx.Err() == nil && time.Now().Before(end) {
			last = err
			if failed != nil {
				failed(began, err)
			}
		}
		select {
		case <-time.After(dialPause):
		case <-ctx.Done():
			return nil, last
		}
	}
}

// Unreachable says in words why an attempt to connect to an address failed.
func Unreachable(address string, err error) string {
	if errors.Is(err, syscall.ECONNREFUSED) {
		return "nobody listens at " + address
	}
	if unknown, ok := errors.AsType[*net.DNSError](err); ok && unknown.IsNotFound {
		return fmt.Sprintf("no machine has the name %s: cannot connect to %s", unknown.Name, address)
	}
	if late, ok := errors.AsType[net.Error](err); ok && late.Timeout() {
		return "nobody answers at " + address
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		err = op.Err
	}
	return fmt.Sprintf("cannot connect to %s: %v", address, err)
}

// CheckAddress says what is wrong with an address to connect to, nil if it is HOST:PORT.
func CheckAddress(address string) error {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("address %q: expected HOST:PORT", address)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return fmt.Errorf("port %q of the address, expected 1 to 65535", port)
	}
	return nil
}

// Unopened says in words why a port could not be opened at an address, and what to do.
func Unopened(address string, err error) (message, hint string) {
	if unknown, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Sprintf("no machine has the name %s: cannot listen at %s", unknown.Name, address),
			"name an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all"
	}
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return "another program listens at " + address + " already", "port 0 takes a free port"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return "this machine has no such address: cannot listen at " + address,
			"name an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all"
	case errors.Is(err, syscall.EACCES):
		return "not allowed to listen at " + address, "only the administrator may open ports below 1024; port 0 takes a free port"
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		err = op.Err
	}
	return fmt.Sprintf("cannot listen at %s: %v", address, err), "port 0 takes a free port"
}
