package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"touchstone": main})
}

// TestScripts runs the commands as users do.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "../../tests/cli",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			// Under the race detector each program would end a second later.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
	})
}
