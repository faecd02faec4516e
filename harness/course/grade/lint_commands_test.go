package grade

import (
	"slices"
	"testing"
)

func TestProgramsOf(t *testing.T) {
	for script, want := range map[string][]string{
		"":                                    nil,
		"make xrules":                         {"make"},
		"python3.9 build.py":                  {"python3.9"},
		"cd src && python3.9 -m compileall .": {"python3.9"},
		"mkdir -p out; g++ -o out/x x.cpp":    {"mkdir", "g++"},
		"gcc x.c 2>&1 | tee log":              {"gcc"},
		"javac *.java >log\njar cf x.jar":     {"javac"},
		"javac *.java\njar cf x.jar":          {"javac", "jar"},
		"make -s | tee log":                   {"make", "tee"},
		"CC=clang make -j2 && ./configure":    {"make"},
		"./configure && make":                 {"make"},
		"if test -f Makefile; then gmake; fi": {"gmake"},
		"for f in *.c; do tcc $f; done":       {"tcc"},
		"exec cargo build # with rustc":       {"cargo"},
		"# nothing\nzig build":                nil,
		"python3.9 a.py || python3 a.py":      nil,
		"cmake . || true; ninja":              {"ninja"},
		"command -v ghc && ghc x.hs":          nil,
		"f() { ocamlc x.ml; }; f":             nil,
		"PATH=$PWD/bin:$PATH; mytool":         nil,
		"export PATH=bin:$PATH && mytool":     nil,
		"x=$(which gcc); $x a.c":              nil,
		"cat <<E > x\nfoo bar\nE":             {"cat"},
		`"my tool" x; 'y' z; $CC a.c; bin/q`:  nil,
		`echo "a; b"; printf 'c && d'`:        nil,
		"(cd a; nasm x.asm)":                  nil,
		"true && 'x":                          nil,
		"a & b":                               {"a", "b"},
	} {
		if got := programsOf(script); !slices.Equal(got, want) {
			t.Errorf("%q: %q, expected %q", script, got, want)
		}
	}
}
