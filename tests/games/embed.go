// Package gamefolders holds games as folders, as somebody brings them: game new begins
// a new one with one of them.
package gamefolders

import "embed"

// FS holds each game in a folder of its own.
//
//go:embed mosaic patches stalls racket
var FS embed.FS
