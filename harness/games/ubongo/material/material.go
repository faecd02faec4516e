// Package material is what lies in the box of Ubongo 3D, as a file: pieces,
// boards and gems.
package material

import _ "embed"

// Text is the file.
//
//go:embed content.json
var Text []byte
