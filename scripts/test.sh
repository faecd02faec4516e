#!/usr/bin/env bash
# Runs all tests, a second time, with -short, under the race detector, and those
# of the pages in a browser.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

source scripts/python.sh
source scripts/concurrent.sh

# Tests are over soon: to collect garbage seldom saves more time than the memory
# is worth.
export GOGC=${GOGC:-400}

cgo=$(go env CGO_ENABLED)
source scripts/lean.sh

# parallel is how many tests of a package go on at once: most wait for a program or a
# clock most of their time. at_once is how many packages do.
parallel=4
at_once=$(($(getconf _NPROCESSORS_ONLN) + 1))

# Some tests build the program, to here; where that is done already, it takes no time.
go build -o .bin/touchstone ./cmd/touchstone

# Tests wait for programs, clocks and a browser half of their time. So the rounds go on at
# once, each says what it has to say when it is over, and how long it took.
said=$(mktemp -d)
rounds=()
set -m # a group of its own for each, to end all of it
trap 'for round in "${rounds[@]}"; do kill -- "-$round" 2>/dev/null || true; done; rm -rf "$said"' EXIT

# beside NAME COMMAND... runs a round while the others go on.
beside() {
	local name=$1
	shift
	(
		status=0
		"$@" || status=$?
		echo "test: $name was done after $SECONDS s"
		exit "$status"
	) >"$said/${#rounds[@]}" 2>&1 &
	rounds+=($!)
}

# The tests of pages are a module of their own.
in_browser() {
	scripts/chromium.sh &&
		go -C tests/browser test -vet=off -count=1 -timeout 9m ./...
}

# The race detector needs cgo and a C compiler. It slows everything down several
# times: it looks at the packages that do several things at once, and their tests
# leave out the long parts.
under_race() {
	CGO_ENABLED=1 go test -vet=off -count=1 -timeout 9m -parallel "$parallel" -p 1 -race -short -skip "$systems" "${concurrent[@]}"
}

beside "pages in a browser" in_browser
if [[ $cgo == 1 ]] && command -v "$(go env CC)" >/dev/null; then
	beside "race detector" under_race
else
	echo "test: no C compiler here: the round under the race detector is skipped" >&2
fi

# Tests start other programs, of which the cache of results knows nothing: with
# -count=1 a pass is never an old one. The packages that wait for programs and
# clocks more than they compute come first, and one more at a time than there are
# processors, so that the others compute meanwhile. To vet is for make check,
# which asks vet for more.
failed=0
echo "test: all tests"
go test -vet=off -count=1 -timeout 9m -parallel "$parallel" -p "$at_once" ./tests/subjects ./cmd/... ./tests/... ./... || failed=1
echo "test: all tests were done after $SECONDS s"

for i in "${!rounds[@]}"; do
	wait "${rounds[i]}" || failed=1
	cat "$said/$i"
done
exit "$failed"
