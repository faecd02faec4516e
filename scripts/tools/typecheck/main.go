// Typecheck looks whether the types of packages are right for another system, without
// compiling them: it reads the sources of all that they import.
//
//	typecheck GOOS DIR PACKAGE...
//
// The packages are those of the module in DIR, with their tests.
// Compiling would take ten times as long where nothing is in the build cache.
package main

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/packages"
)

// everything is what it takes to check types from the sources alone.
const everything = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
	packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: typecheck GOOS DIR PACKAGE...")
		os.Exit(2)
	}
	found, err := packages.Load(&packages.Config{
		Mode: everything, Dir: os.Args[2], Env: append(os.Environ(), "GOOS="+os.Args[1], "CGO_ENABLED=0"), Tests: true,
	}, os.Args[3:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "typecheck:", err)
		os.Exit(2)
	}
	if packages.PrintErrors(found) > 0 {
		os.Exit(1)
	}
}
