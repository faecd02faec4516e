#!/usr/bin/env bash
# Runs all tests, a second time, with -short, under the race detector, and those
# of the pages in a browser.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Some subjects that the tests start are Python programs, as those of many
# courses are.
if ! command -v python3 >/dev/null; then
	if [[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null; then
		echo "test: python3 is missing, installing it"
		apt-get update -qq
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3 >/dev/null
	else
		echo "test: python3 is missing: the tests that need it will say that they are skipped" >&2
	fi
fi

# The python3 of a version manager is a script that looks for the real one each
# time, which costs more than most of the programs that are started by it.
if python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null) && [[ -x $python ]]; then
	PATH=$(dirname "$python"):$PATH
	export PATH
fi

# Tests start other programs, of which the cache of results knows nothing: with
# -count=1 a pass is never an old one. The packages that wait for programs and
# clocks more than they compute come first, and one more at a time than there are
# processors, so that the others compute meanwhile. To vet is for make check,
# which asks vet for more.
echo "test: all tests"
go test -vet=off -count=1 -timeout 9m -p "$(($(getconf _NPROCESSORS_ONLN) + 1))" ./tests/subjects ./cmd/... ./tests/... ./...

# The race detector needs cgo and a C compiler. It slows everything down several
# times: it looks at the packages that do several things at once, and their tests
# leave out the long parts.
concurrent=(answer live lobby match pool run subject table tournament transcript wire)
if [[ $(go env CGO_ENABLED) == 1 ]] && command -v "$(go env CC)" >/dev/null; then
	echo "test: race detector"
	go test -vet=off -count=1 -timeout 9m -race -short "${concurrent[@]/#/./harness/}"
else
	echo "test: no C compiler here: the round under the race detector is skipped" >&2
fi

# The tests of pages are a module of their own.
scripts/chromium.sh
echo "test: pages in a browser"
go -C tests/browser test -vet=off -count=1 -timeout 3m ./...
