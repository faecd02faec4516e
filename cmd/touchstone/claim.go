package main

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
)

// A claim is a file that a command reads or writes. One without a path and without what
// is open is none.
type claim struct {
	what    string // "--ledger run.jsonl"
	path    string
	info    os.FileInfo // of what is open already; nil: what the path leads to
	written bool
}

// reads is the claim of a command on the file that a flag names.
func reads(flag, path string) claim { return claim{what: "--" + flag + " " + path, path: path} }

// writes is the claim of a command that writes the file that a flag names.
func writes(flag, path string) claim {
	c := reads(flag, path)
	c.written = true
	return c
}

// piped is the claim on what standard input comes from. Of what is no file nothing can
// be said.
func piped(c *cobra.Command, what string) claim {
	info, err := fileOf(c.InOrStdin()).Stat()
	if err != nil {
		return claim{}
	}
	return claim{what: what, info: info}
}

// nothingElse is what commands read that read no more files than those that they claim.
func nothingElse(func(claim) bool) {}

// refuseClashes refuses to write a file that the command needs for something
// else: of the claims, or of the others, which it reads.
func refuseClashes(claims []claim, read iter.Seq[claim]) error {
	claims = slices.DeleteFunc(claims, func(c claim) bool { return c.path == "" && c.info == nil })
	if !slices.ContainsFunc(claims, func(c claim) bool { return c.written }) {
		return nil
	}
	clash := func(a, b *claim) error {
		return &game.UsageError{
			Message: fmt.Sprintf("%s and %s are the same file", b.what, a.what),
			Hint:    "one would overwrite the other: name another file",
		}
	}
	for i := range claims {
		if flag, _, is := strings.Cut(claims[i].what, " "); is && claims[i].written {
			if err := files.NotStandard(flag, claims[i].path, "name a file"); err != nil {
				return err
			}
		}
		claims[i].find()
	}
	for i, a := range claims {
		for j, b := range claims {
			if a.written && (j < i || !b.written) && a.same(&b) {
				return clash(&a, &b)
			}
		}
	}
	for b := range read {
		b.find()
		for _, a := range claims {
			if a.written && a.same(&b) {
				return clash(&a, &b)
			}
		}
	}
	return nil
}

// find looks at what the path leads to.
func (c *claim) find() {
	if c.info != nil {
		return
	}
	var err error
	if c.info, err = os.Stat(c.path); err != nil {
		c.info, c.path = nil, futurePath(c.path) // it is still to be made
	}
}

// same tells whether two claims are on one file, whatever it is called.
func (c *claim) same(other *claim) bool {
	if c.info != nil && other.info != nil {
		// Nobody minds who else writes to a device.
		return c.info.Mode().IsRegular() && os.SameFile(c.info, other.info)
	}
	return c.info == nil && other.info == nil && c.path == other.path
}

// futurePath is the path of a file that is not there yet, in a folder that is.
func futurePath(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	folder, name := filepath.Split(path)
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	return filepath.Join(folder, name)
}
