//go:build unix

package course

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

// special makes what is neither a file nor a folder, by the name under which it
// is handed in.
func special(t *testing.T) map[string]func(path string) error {
	return map[string]func(string) error{
		"pipe.tar": func(path string) error { return unix.Mkfifo(path, 0o644) },
		"device.tar": func(path string) error {
			return unix.Mknod(path, unix.S_IFCHR|0o666, int(unix.Mkdev(1, 5)))
		},
		"socket.tar": func(path string) error {
			l, err := net.Listen("unix", path)
			if err == nil {
				t.Cleanup(func() { l.Close() })
			}
			return err
		},
	}
}
