package run

import (
	"strings"
	"testing"
)

// TestLack: what a program lacks in a sandbox is told where that is why it crashed.
func TestLack(t *testing.T) {
	for stderr, want := range map[string]string{
		"Traceback (most recent call last):\n  File \"x\", line 2\nModuleNotFoundError: No module named 'numpy'": "is numpy installed",
		"Error: Cannot find module 'lodash'\nRequire stack:\n- /x.js\n":                                          "is lodash installed",
		"./xeq: error while loading shared libraries: libgmp.so.10: cannot open shared object file":              "is libgmp.so.10 installed",
		"OSError: [Errno 30] Read-only file system: 'log.txt'":                                                   "TMPDIR",
		"Error: EROFS: read-only file system, open 'log.txt'":                                                    "TMPDIR",
		"socket.gaierror: [Errno -3] Temporary failure in name resolution":                                       "no network",
		"OSError: [Errno 101] Network is unreachable":                                                            "no network",
		"panic: dial tcp: lookup example.com: no such host":                                                      "no network",
		"panic: dial tcp 127.0.0.1:3000: connect: connection refused":                                            "",
		"No module named 'numpy'; slow path\nKeyError: 'bank'":                                                   "",
		"": "",
	} {
		if hint := lack(stderr); hint == "" != (want == "") || !strings.Contains(hint, want) {
			t.Errorf("%q: %q, expected %q", stderr, hint, want)
		}
	}
}
