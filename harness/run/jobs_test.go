package run

import (
	"os"
	"testing"
)

func TestMemoryRoom(t *testing.T) {
	t.Parallel()
	const meminfo = "MemTotal:       8000000 kB\nMemFree:  1000 kB\nMemAvailable:    4096 kB\n"
	for _, test := range []struct {
		files map[string]string
		want  int64
	}{
		{map[string]string{}, 0},
		{map[string]string{"/proc/meminfo": "MemTotal: 1 kB\n"}, 0},
		{map[string]string{"/proc/meminfo": meminfo}, 4 << 20},
		{map[string]string{"/proc/meminfo": meminfo, "/sys/fs/cgroup/memory.max": "max\n", "/sys/fs/cgroup/memory.current": "7\n"}, 4 << 20},
		{map[string]string{"/proc/meminfo": meminfo, "/sys/fs/cgroup/memory.max": "3000\n", "/sys/fs/cgroup/memory.current": "1000\n"}, 2000},
		{map[string]string{"/sys/fs/cgroup/memory.max": "3000\n", "/sys/fs/cgroup/memory.current": "4000\n"}, 1},
		{map[string]string{"/proc/meminfo": "MemAvailable: many kB\nMemAvailable:\n"}, 0},
	} {
		got := memoryRoom(func(name string) ([]byte, error) {
			if text, ok := test.files[name]; ok {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		})
		if got != test.want {
			t.Errorf("%v: %d bytes, expected %d", test.files, got, test.want)
		}
	}
}
