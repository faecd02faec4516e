package subject

import (
	"bytes"
	"errors"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// procBytes has room for most files of a process table.
const procBytes = 1 << 10

// readProc reads a file of the process table. A keeper reads some at each look, and
// os.ReadFile would ask the kernel three times as much, since files may be waited for.
func readProc(path string) ([]byte, error) {
	fd, err := openProc(path, unix.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	text := make([]byte, 0, procBytes)
	for {
		text = slices.Grow(text, procBytes/2)
		n, err := unix.Read(fd, text[len(text):cap(text)])
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return nil, err
		case n <= 0:
			return text, nil
		}
		text = text[:len(text)+n]
	}
}

// statOf are the fields of a file stat of the process table that stand behind the name:
// "pid (name) state …", where the name may hold anything. There are none if the file
// cannot be read.
func statOf(path string) [][]byte {
	text, err := readProc(path)
	if err != nil {
		return nil
	}
	return bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
}

// numbers lists the entries of a folder that are numbers.
func numbers(folder string) []int {
	fd, err := openProc(folder, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	var found []int
	var names []string
	entries := make([]byte, procBytes)
	for {
		n, err := unix.ReadDirent(fd, entries)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil || n <= 0 {
			// Entries may vanish while they are read; those that were seen count.
			return found
		}
		_, _, names = unix.ParseDirent(entries[:n], -1, names[:0])
		for _, name := range names {
			if n, err := strconv.Atoi(name); err == nil {
				found = append(found, n)
			}
		}
	}
}

// openProc opens a file or folder of the process table.
func openProc(path string, flags int) (fd int, err error) {
	for {
		fd, err = unix.Open(path, flags|unix.O_CLOEXEC, 0)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}
