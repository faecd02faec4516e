package run

import (
	"cmp"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// missesModule is how Python, JavaScript and the loader of the system complain that something
// is not installed, with its name.
var missesModule = text.Pattern(`No module named '([^']+)'|Cannot find (?:module|package) '([^']+)'|loading shared libraries: ([^:\s]+):`)

// cannotWrite and noNetwork are how programs complain of what a sandbox does not give them.
var (
	cannotWrite = text.Pattern(`(?i:read-only file system)`)
	noNetwork   = text.Pattern(`in name resolution|Network is unreachable|EAI_AGAIN|UnknownHostException|no such host`)
)

// nameBytesMax keeps a hint on a line or two.
const nameBytesMax = 60

// lack is what a program lacked in a sandbox that crashed with this on its standard error: a
// hint, "" if it does not say so. What it complained of earlier is not why it crashed.
func lack(stderr string) string {
	words, _ := lastWords(stderr)
	missed := missesModule().FindStringSubmatch(words)
	switch {
	case missed != nil:
		return "is " + text.Shorten(cmp.Or(missed[1:]...), nameBytesMax) + " installed on this machine for everybody, or handed in with the program?"
	case cannotWrite().MatchString(words):
		return "a program can only write to the folder that TMPDIR names: write there, or not at all"
	case noNetwork().MatchString(words):
		return "a sandbox has no network: does the program need it?"
	}
	return ""
}
