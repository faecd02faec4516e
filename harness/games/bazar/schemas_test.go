package bazar

import (
	"flag"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

var update = flag.Bool("update", false, "write the schema files anew")

// TestSchemas: the files of schemas/bazar are those of the descriptions.
func TestSchemas(t *testing.T) {
	gametest.SchemaFiles(t, described().book, "schemas/bazar", *update)
}
