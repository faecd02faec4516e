// Package material is what lies in the box of Ubongo 3D, as a file: pieces,
// boards and gems.
package material

import (
	_ "embed" // the archive
	"io/fs"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/files/packed"
)

// archive has the file; make content writes it. As it is, it would be the largest that a
// game has in the program.
//
//go:embed content.zip
var archive string

var files = packed.Files(archive)

// Text is the file.
var Text = sync.OnceValue(func() []byte {
	text, err := fs.ReadFile(files, "content.json")
	if err != nil {
		panic(err) // the archive is part of the program, and a test reads it
	}
	return text
})
