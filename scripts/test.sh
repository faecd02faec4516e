#!/usr/bin/env bash
# Runs all tests, and beside them some a second time, with -short, under the race
# detector, and those of the pages in a browser.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

source scripts/memory.sh
source scripts/python.sh
source scripts/concurrent.sh

# round runs the function $2, notes whether it fails, and says what it has cost by the clock.
failed=0
round() {
	local began=$SECONDS
	echo "test: $1"
	"$2" || failed=1
	echo "test: $1 took $((SECONDS - began)) s"
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
# an old one. The packages that wait for programs and clocks more than they compute come
# first, so that the others compute meanwhile. To vet is for make check, which asks vet for
# more. The timeout is for a test that hangs: beside sixteen busy processes the longest
# packages take a quarter of an hour.
go build -o .bin/testrun ./scripts/testrun
run_tests() {
	.bin/testrun -timeout 30m -parallel "$parallel" "$@"
}

all_tests() {
	run_tests -p "$at_once" ./tests/subjects ./cmd/... ./tests/live ./harness/subject ./harness/run \
		./harness/gamefolder/audit ./tests/... ./...
}

# The race detector needs cgo and a C compiler. It slows everything down several
# times: it looks at the packages that do several things at once, and their tests
# leave out the long parts.
under_race() {
	if [[ $cgo != 1 ]] || ! command -v "$(go env CC)" >/dev/null; then
		echo "test: no C compiler here: the round under the race detector is skipped"
		return
	fi
	CGO_ENABLED=1 run_tests -race -short -skip "$systems" "${concurrent[@]}"
}

# The tests of pages are a module of their own. A browser, too, waits for ever for a kernel
# that answers nobody who asks for a filter.
in_browser() {
	if [[ $(.bin/touchstone doctor || true) == *"the kernel has stopped answering"* ]]; then
		echo "test: the kernel has stopped answering requests for a filter: the tests of pages in a browser are skipped"
		return
	fi
	scripts/chromium.sh && go -C tests/browser test -vet=off -count=1 -timeout 15m ./...
}

# Both wait most of their time: they go on, one after the other, beside all other tests.
said=$(mktemp)
{
	round "race detector" under_race
	round "pages in a browser" in_browser
	exit "$failed"
} >"$said" 2>&1 &
beside=$!
trap 'kill "$beside" $(pgrep -P "$beside") 2>/dev/null || true; rm -f "$said"' EXIT

round "all tests" all_tests
wait "$beside" || failed=1
cat "$said"
exit "$failed"
