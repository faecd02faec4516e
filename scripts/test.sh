#!/usr/bin/env bash
# Runs all tests, those that do several things at once a second time, with -short, under
# the race detector, and those of the pages in a browser. They wait for programs and
# clocks a third of their time, and go on together.
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

# behind NAME COMMAND... is a round that goes on beside the others. What it prints is shown
# when they are over.
rounds=$(mktemp -d)
behind() {
	set -m # a group of its own, to end all of it
	("${@:2}" && echo "test: $1 took $((SECONDS - begun)) s") >"$rounds/$1" 2>&1 &
	started+=("$!")
	names+=("$1")
	set +m
}
started=() names=() begun=$SECONDS
trap 'for each in "${started[@]}"; do kill -- -"$each" 2>/dev/null || true; done; rm -rf "$rounds"' EXIT

# The race detector needs cgo and a C compiler. It slows everything down several
# times: it looks at the packages that do several things at once, and their tests
# leave out the long parts.
under_race() {
	CGO_ENABLED=1 go test -vet=off -count=1 -timeout 30m -parallel "$parallel" -p 2 -race -short -skip "$systems" "${concurrent[@]}"
}
if [[ $cgo == 1 ]] && command -v "$(go env CC)" >/dev/null; then
	behind "race detector" under_race
else
	echo "test: no C compiler here: the round under the race detector is skipped" >&2
fi

# The tests of pages are a module of their own.
in_browser() {
	scripts/chromium.sh
	go -C tests/browser test -vet=off -count=1 -timeout 5m ./...
}
behind "pages in a browser" in_browser

# Tests start other programs, of which the cache of results knows nothing: with
# -count=1 a pass is never an old one. The packages that wait for programs and
# clocks more than they compute come first, and one more at a time than there are
# processors, so that the others compute meanwhile. To vet is for make check,
# which asks vet for more. The timeout is for a test that hangs: beside sixteen busy
# processes the longest packages take a quarter of an hour.
echo "test: all tests"
failed=0
go test -vet=off -count=1 -timeout 30m -parallel "$parallel" -p "$at_once" ./tests/subjects ./cmd/... ./tests/... ./... || failed=1
echo "test: all tests took $((SECONDS - begun)) s"

for i in "${!started[@]}"; do
	echo "test: ${names[i]}"
	wait "${started[i]}" || failed=1
	cat "$rounds/${names[i]}"
done
exit "$failed"
