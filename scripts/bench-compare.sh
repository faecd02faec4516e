#!/usr/bin/env bash
# Says what has become slower since a revision: bench-compare.sh REVISION. The
# benchmarks of both are compiled first and then run in turns, COUNT times each, so
# that what else the machine does falls on both alike. BENCH selects by name,
# BENCHTIME is that of go test. A difference is one where chance alone would bring
# it about less than once in twenty times.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

BENCH=${BENCH:-.}
revision=$(git rev-parse --verify --quiet "$1^{commit}") || {
	echo "bench-compare: there is no revision \"$1\"" >&2
	echo "hint: COMPARE=HEAD compares with the last commit" >&2
	exit 2
}
work=$(mktemp -d)
trap 'git worktree remove --force "$work/before" 2>/dev/null || true; rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/before" "$revision"
mkdir "$work/now"

# packages lists those that have benchmarks which BENCH selects: what stands before a
# slash selects functions.
packages() {
	grep -roE --include '*_test.go' '^func Benchmark[A-Za-z0-9_]*' cmd harness tests |
		awk -F ':func ' -v select="${BENCH%%/*}" '$2 ~ select { sub("/[^/]*$", "", $1); print $1 }' | sort -u
}

# compiled PACKAGE NAME compiles the tests of a package; what does not compile is left out.
compiled() {
	go test -c -o "$work/$2/$(tr / - <<<"$1").test" "./$1" >"$work/log" 2>&1 || {
		echo "bench-compare: $2: $1 is left out: $(tail -n 1 "$work/log")" >&2
		return 1
	}
}

echo "bench-compare: compiles the benchmarks of now and of $1" >&2
shared=()
mkdir "$work/old"
for package in $(packages); do
	[[ -d $work/before/$package ]] || continue
	if compiled "$package" now && (cd "$work/before" && compiled "$package" old); then
		shared+=("$package")
	fi
done
if [[ ${#shared[@]} -eq 0 ]]; then
	echo "bench-compare: no benchmark of both revisions matches \"$BENCH\"" >&2
	exit 1
fi

count=${COUNT:-10}
for ((round = 1; round <= count; round++)); do
	for package in "${shared[@]}"; do
		binary=$(tr / - <<<"$package").test
		for side in old now; do
			root=$PWD
			[[ $side == now ]] || root=$work/before
			(cd "$root/$package" && "$work/$side/$binary" -test.run '^$' -test.bench "$BENCH" -test.benchmem \
				-test.benchtime "${BENCHTIME:-200ms}" -test.timeout 1h) >>"$work/$side.txt" || {
				echo "bench-compare: $side: $package failed" >&2
				exit 1
			}
		done
	done
	echo "round $round of $count" >&2
done

compared() { go tool -modfile=scripts/tools/go.mod benchstat "$@" "before=$work/old.txt" "now=$work/now.txt"; }
compared
echo
compared -format csv 2>/dev/null | awk -F, -v before="$1" '
	/^pkg: / { package = substr($1, 6) }
	$1 == "" && $2 != "" && $NF == "P" { unit = $2; more = unit ~ /\/s$/ || unit == "x-plain"; next }
	$6 ~ /^[+-]/ && $7 != "" && (substr($6, 1, 1) == "-") == more {
		sub(/-[0-9]+$/, "", $1)
		lines[++n] = sprintf("  %-50s %8s %-12s %s  %s", $1, $6, unit, $7, package)
	}
	END {
		print n ? "Worse than " before " beyond chance:" : "Nothing is worse than " before " beyond chance."
		for (i = 1; i <= n; i++) print lines[i]
	}'
