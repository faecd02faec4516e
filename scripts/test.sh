#!/usr/bin/env bash
# Runs all tests, and beside them some a second time, with -short, under the race detector,
# and those of the pages in a browser.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

source scripts/python.sh
source scripts/concurrent.sh

# took says what a round has cost by the clock.
took() {
	echo "test: $1 took $((SECONDS - $2)) s"
}

# Tests are over soon: to collect garbage seldom saves more time than the memory
# is worth.
export GOGC=${GOGC:-400}

cgo=$(go env CGO_ENABLED)
source scripts/lean.sh

# parallel is how many tests of a package go on at once: most wait for a program or a
# clock most of their time. at_once is how many packages do, while the processors have
# time to spare.
parallel=4
at_once=$(($(getconf _NPROCESSORS_ONLN) + 2))

# Some tests build the program, to here; where that is done already, it takes no time.
go build -o .bin/touchstone ./cmd/touchstone

# Tests start other programs, of which the cache of results knows nothing: a pass is never
# an old one. To vet is for make check, which asks vet for more. The timeout is for a test
# that hangs: beside sixteen busy processes the longest packages take a quarter of an hour.
go build -o .bin/testrun ./scripts/testrun
run_tests() {
	.bin/testrun -timeout 30m -parallel "$parallel" "$@"
}

# The race detector needs cgo and a C compiler. It slows everything down several
# times: it looks at the packages that do several things at once, and their tests
# leave out the long parts.
raced() {
	if [[ $cgo != 1 ]] || ! command -v "$(go env CC)" >/dev/null; then
		echo "test: no C compiler here: the round under the race detector is skipped" >&2
		return
	fi
	local begin=$SECONDS status=0
	echo "test: race detector"
	CGO_ENABLED=1 run_tests -p 2 -race -short -skip "$systems" "${concurrent[@]}" || status=1
	took "race detector" "$begin"
	return "$status"
}

# The tests of pages are a module of their own.
in_browser() {
	local begin=$SECONDS status=0
	echo "test: pages in a browser"
	{ scripts/chromium.sh && go -C tests/browser test -vet=off -count=1 -timeout 15m ./...; } || status=1
	took "pages in a browser" "$begin"
	return "$status"
}

# Both wait for programs and a browser most of their time, and go on beside all tests.
beside() {
	local status=0
	raced || status=1
	in_browser || status=1
	return "$status"
}
said=$(mktemp)
set -m # a group of its own, to end all of it
beside >"$said" 2>&1 &
others=$!
set +m
trap 'kill -- -"$others" 2>/dev/null || true; rm -f "$said"' EXIT

# The packages that take longest come first, most of which wait for programs and clocks, so
# that the others compute meanwhile and none is left for the end.
first=(
	./cmd/... ./tests/live ./tests/subjects ./harness/run ./harness/subject ./harness/gamefolder/audit ./tests/zoo ./tests/course
)
failed=0
begin=$SECONDS
echo "test: all tests"
run_tests -p "$at_once" "${first[@]}" ./tests/... ./... || failed=1
took "all tests" "$begin"
begin=$SECONDS
wait "$others" || failed=1
cat "$said"
took "waiting for them" "$begin"
exit "$failed"
