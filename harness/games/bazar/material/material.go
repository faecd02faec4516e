// Package material is the content of chapter 2 as a file: the board, its districts, the kinds of tile and
// the event cards.
package material

import _ "embed"

// Text is the file.
//
//go:embed content.json
var Text []byte
