// Typecheck looks whether the types of packages are right for another system, without
// compiling them: it reads the sources of all that they import.
//
//	typecheck GOOS DIR PACKAGE...
//
// The packages are those of the module in DIR; the tests of the last one are checked too.
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
	system, dir, patterns := os.Args[1], os.Args[2], os.Args[3:]
	wrong := 0
	for i, list := range [][]string{patterns[:len(patterns)-1], patterns[len(patterns)-1:]} {
		found, err := packages.Load(&packages.Config{
			Mode: everything, Dir: dir, Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), Tests: i == 1,
		}, list...)
		if err != nil {
			fmt.Fprintln(os.Stderr, "typecheck:", err)
			os.Exit(2)
		}
		wrong += packages.PrintErrors(found)
	}
	if wrong > 0 {
		os.Exit(1)
	}
}
