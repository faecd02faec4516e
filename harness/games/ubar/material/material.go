// Package material is the house content of chapter 2 as a file: tiles, starters,
// market cards and the shapes of the goods, which the rule text has only as
// pictures.
package material

import _ "embed"

// Text is the file.
//
//go:embed content.json
var Text []byte
