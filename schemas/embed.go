// Package schemas holds the JSON Schemas (draft 2020-12) of the harness: a
// folder for the values of each game, and one, report, for what the commands
// print for machines. NAME.schema.json describes the value NAME; its $id is
// Base followed by its path here. Beside the keywords of the draft they use
// four annotations that other validators ignore:
//
//   - x-expected is what a message says was expected there: "a card".
//   - x-clause is the clause of the rule book that a value breaks by not
//     matching there.
//   - x-option maps keywords standing beside it to the option of a run that
//     they follow: NAME, or a multiple such as 2*NAME. The keyword itself
//     holds the default; where it is missing, the default is no limit. An
//     enum follows the keys of an option whose value is an object.
//   - x-keys maps keys of an object that are optional and known only under one
//     value of an option, which is a word: NAME=VALUE.
package schemas

import (
	_ "embed" // the archive

	"github.com/touchstone-harness/touchstone/harness/files/packed"
)

// Base is what the $id of every schema begins with. The domain cannot exist,
// so that nothing can try to load a schema from it.
const Base = "https://touchstone.invalid/"

// Suffix is what the name of every file ends with.
const Suffix = ".schema.json"

// FS holds the files by their path: "bazaar/card.schema.json".
var FS = packed.Files(archive)

// archive has the files; make schemas writes it.
//
//go:embed schemas.zip
var archive string
