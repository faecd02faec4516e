package ubongo

import (
	"flag"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

var update = flag.Bool("update", false, "write the schema files anew")

// TestSchemas: the files of schemas/ubongo are those of the descriptions. No decoder reads the
// content, and none a call, which is for the clients of others to read.
func TestSchemas(t *testing.T) {
	gametest.SchemaFiles(t, described().book, "schemas/ubongo", *update, "content", "call")
}
