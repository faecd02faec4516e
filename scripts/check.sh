#!/usr/bin/env bash
# Looks for mistakes without running the tests. All checks are made even when one
# fails, so that one run shows everything there is to repair.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# As make test does it, with whose compiled packages this shares the cache.
export CGO_ENABLED=0

# The program that is looked at, with what the linker knows of it: that of the tests goes
# without.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
program=$folder/touchstone

failed=() took=()

# check NAME COMMAND... runs one check and remembers whether it failed.
check() {
	local name=$1
	shift
	local start=$SECONDS
	echo "check: $name"
	if ! "$@"; then
		failed+=("$name")
	fi
	took+=("$((SECONDS - start)) s $name")
}

# tool NAME ARGUMENT... runs a linter in the version that scripts/tools/go.mod
# pins. With the requirements in a module of their own they stay out of ours.
tool() {
	go tool -modfile=scripts/tools/go.mod "$@"
}

# browser COMMAND... runs a command in the module of the browser tests.
browser() {
	(cd tests/browser && "$@")
}

# browser_staticcheck runs the pinned linter there: -modfile is of one module, so
# the program is built first, and then run by its path.
browser_staticcheck() {
	local linter
	linter=$(tool -n staticcheck) && browser "$linter" ./...
}

formatted() {
	local files
	files=$(tool gofumpt -l .) || return 1
	if [[ -n $files ]]; then
		echo "not formatted as gofumpt does:"
		echo "$files"
		return 1
	fi
}

# embedded_suites looks at what no answer shows: cases that are there twice, and
# rules that no case meets, in all games.
embedded_suites() {
	local list games
	go build -o "$program" ./cmd/touchstone && list=$("$program" games) || return 1
	mapfile -t games < <(awk '{ print $1 }' <<<"$list")
	"$program" suite lint "${games[@]}" --ignore house-ruling --ignore near-duplicate --quiet &&
		"$program" suite cover "${games[@]}" --quiet
}

# methods looks at what the linker has kept: if anything asks by name for the methods of a
# value, as text/template does, it must keep those of every type, a quarter of the program.
methods() {
	local symbols found
	# The linker is to leave the symbols in.
	go build -ldflags= -o "$program" ./cmd/touchstone && symbols=$(go tool nm "$program") && grep -q ' main\.main$' <<<"$symbols" || return 1
	found=$(grep -E ' reflect\.(Value|\(\*rtype\))\.Method(ByName)?$' <<<"$symbols") || return 0
	echo "the program looks for methods by name; see who does with: go build -ldflags=-dumpdep, and look for ReflectMethod"
	echo "$found"
	return 1
}

# types_for SYSTEM looks whether the types are right for another system, also in tests, so
# that code for one system does not go without its counterpart.
types_for() {
	(cd scripts/tools && go run ./typecheck "$1" ../.. ./...)
}

check "go vet" go vet ./...
check "staticcheck" tool staticcheck ./...
check "gofumpt" formatted
check "go mod tidy" go mod tidy -diff
check "go mod tidy, tools" go -C scripts/tools mod tidy -diff
check "go vet, browser tests" browser go vet ./...
check "staticcheck, browser tests" browser_staticcheck
check "go mod tidy, browser tests" browser go mod tidy -diff
check "scripts of pages" scripts/js.sh
check "embedded suites" embedded_suites
check "methods by name" methods
check "types for windows" types_for windows
check "types for darwin" types_for darwin

echo "check: where the time went:"
printf '%s\n' "${took[@]}" | sort -rn | sed 's/^/  /'

if [[ ${#failed[@]} -gt 0 ]]; then
	printf 'check: failed: %s\n' "${failed[@]}" >&2
	exit 1
fi
echo "check: all well"
