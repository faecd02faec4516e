#!/usr/bin/env bash
# Measures the packages that have benchmarks. BENCH selects by name, BENCHTIME
# and COUNT are those of go test.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mapfile -t packages < <(
	find cmd harness tests -name '*_test.go' -exec grep -l '^func Benchmark' {} + |
		sed 's|^|./|; s|/[^/]*$||' | sort -u
)
if [[ ${#packages[@]} -eq 0 ]]; then
	echo "bench: no benchmark found" >&2
	exit 1
fi

# One package after the other (-p 1): benchmarks that share the cores measure
# each other.
go test -p 1 -run '^$' -bench "${BENCH:-.}" -benchmem -benchtime "${BENCHTIME:-1s}" -count "${COUNT:-1}" "${packages[@]}"
