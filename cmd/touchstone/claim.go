package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A claim is a file that a command reads or writes.
type claim struct {
	what    string // "--ledger run.jsonl"
	path    string
	info    os.FileInfo // of what is open already; nil: what the path leads to
	written bool
}

// refuseClashes refuses to write a file that the command needs for something
// else.
func refuseClashes(claims []claim) error {
	if !slices.ContainsFunc(claims, func(c claim) bool { return c.written }) {
		return nil
	}
	for i := range claims {
		if c := &claims[i]; c.info == nil {
			// The error is for a file that is still to be made.
			c.info, _ = os.Stat(c.path)
			c.path = futurePath(c.path)
		}
	}
	for i, a := range claims {
		for j, b := range claims {
			if a.written && (j < i || !b.written) && a.same(&b) {
				return &game.UsageError{
					Message: fmt.Sprintf("%s and %s are the same file", b.what, a.what),
					Hint:    "one would overwrite the other: name another file",
				}
			}
		}
	}
	return nil
}

// same tells whether two claims are on one file, whatever it is called.
func (c *claim) same(other *claim) bool {
	if c.info != nil && other.info != nil {
		return os.SameFile(c.info, other.info)
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
