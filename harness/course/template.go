package course

import _ "embed" // for the template

// Template is a course file with every key, and what it means.
//
//go:embed course.toml
var Template string
