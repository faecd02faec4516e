package run

import (
	"strings"
	"testing"
)

func TestLastWords(t *testing.T) {
	for name, test := range map[string]struct{ stderr, words, place string }{
		"nothing": {"", "", ""},
		"plain":   {"oops\n\n", "oops", ""},
		"python": {
			"Traceback (most recent call last):\n  File \"/srv/a/x.py\", line 3, in <module>\n    main()\n" +
				"  File \"/srv/a/y.py\", line 9, in main\n    import pygame\nModuleNotFoundError: No module named 'pygame'\n",
			"ModuleNotFoundError: No module named 'pygame'", `File "/srv/a/y.py", line 9, in main`,
		},
		"python without a message": {"Traceback (most recent call last):\n  File \"x.py\", line 1, in <module>\nKeyboardInterrupt\n", "KeyboardInterrupt", `File "x.py", line 1, in <module>`},
		"go": {
			"starting\npanic: runtime error: index out of range [3] with length 2\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/a/main.go:7 +0x1d\nexit status 2\n",
			"panic: runtime error: index out of range [3] with length 2", "/srv/a/main.go:7 +0x1d",
		},
		"java": {
			"Exception in thread \"main\" java.lang.IllegalStateException: outer\n\tat Main.main(Main.java:5)\nCaused by: java.lang.NullPointerException\n\tat Bank.take(Bank.java:9)\n\t... 1 more\n",
			"Caused by: java.lang.NullPointerException", "at Main.main(Main.java:5)",
		},
		"node": {
			"/srv/a/x.js:1\nthrow new Error(\"no\")\n^\n\nError: no\n    at Object.<anonymous> (/srv/a/x.js:1:7)\n    at Module._compile (node:internal/modules:1:1)\n\nNode.js v18.19.0\n",
			"Error: no", "/srv/a/x.js:1",
		},
		"rust": {
			"\nthread 'main' panicked at src/main.rs:2:5:\ncalled `Option::unwrap()` on a `None` value\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
			"thread 'main' panicked at src/main.rs:2:5: called `Option::unwrap()` on a `None` value", "",
		},
		"racket": {"car: contract violation\n  expected: pair?\n  given: 5\n  context...:\n   /srv/a/x.rkt:3:0: main\n", "car: contract violation", "/srv/a/x.rkt:3:0: main"},
		"c++":    {"terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector\nAborted (core dumped)\n", "terminate called after throwing an instance of 'std::out_of_range'", ""},
		"env":    {"/usr/bin/env: ‘python3\\r’: No such file or directory\n/usr/bin/env: use -[v]S to pass options in shebang lines\n", "/usr/bin/env: ‘python3\\r’: No such file or directory", ""},
		"bytes":  {"bad \xff byte\n", `bad \xff byte`, ""},
	} {
		if words, place := lastWords(test.stderr); words != test.words || place != test.place {
			t.Errorf("%s: %q at %q\nexpected %q at %q", name, words, place, test.words, test.place)
		}
	}
}

func TestLastLines(t *testing.T) {
	long := strings.Repeat("line\n", 100)
	if got := lastLines(long); strings.Count(got, "\n") != stderrLinesMax-1 || strings.HasPrefix(got, "\n") {
		t.Errorf("got %q", got)
	}
	if got := lastLines("a\nb\n\n"); got != "a\nb" {
		t.Errorf("got %q", got)
	}
	if got := lastLines(strings.Repeat("ü", stderrBytesMax)); len(got) > stderrBytesMax+len("…") || !strings.HasPrefix(got, "…ü") {
		t.Errorf("got %d bytes, %q", len(got), got[:8])
	}
}
