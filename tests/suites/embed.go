// Package suites holds the suites that are part of the program: one manifest
// GAME/TASK.jsonl for each task.
package suites

import (
	_ "embed" // the archive

	"github.com/touchstone-harness/touchstone/harness/files/packed"
)

// FS has the manifests as GAME/TASK.jsonl.
var FS = packed.Files(archive)

// archive has the manifests, which as they are would be an eighth of the program; make
// suites writes it.
//
//go:embed suites.zip
var archive string
