//go:build !linux

package client

import "net"

// A sight shows nothing here: only Linux tells what a program does.
type sight struct{ diagnoses func() (int, error) }

func (*sight) look(net.Conn, int) glance { return blind }
