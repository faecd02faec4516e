// Package suites holds the suites that are part of the program: one manifest
// GAME/TASK.jsonl for each task.
package suites

import "embed"

// FS has the manifests as GAME/TASK.jsonl.
//
//go:embed bazaar ubar bazar ubongo
var FS embed.FS
