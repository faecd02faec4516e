// Package gamefolders holds games as folders, as somebody brings them: game new begins
// a new one with one of them.
package gamefolders

import (
	_ "embed" // the archive

	"github.com/touchstone-harness/touchstone/harness/files/packed"
)

// FS holds each game in a folder of its own.
var FS = packed.Files(archive)

// archive has the games that game new may begin with; make starters writes it.
//
//go:embed starters.zip
var archive string
