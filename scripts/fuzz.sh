#!/usr/bin/env bash
# Runs every fuzz target there is for FUZZTIME each, also after one has found
# something. go test leaves what it found in testdata/fuzz of the package, where
# the ordinary tests repeat it from then on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fuzztime=${FUZZTIME:-30s}

# go test -list prints the targets of a package, then a line with the package.
listed=$(go test -list '^Fuzz' ./...)
mapfile -t targets < <(
	awk '/^Fuzz/ { names[++n] = $1 }
		/^ok/ { for (i = 1; i <= n; i++) print $2, names[i]; n = 0 }' <<<"$listed"
)
if [[ ${#targets[@]} -eq 0 ]]; then
	echo "fuzz: no fuzz target found" >&2
	exit 1
fi

failed=()
for target in "${targets[@]}"; do
	read -r package name <<<"$target"
	echo "fuzz: $name of $package for $fuzztime"
	if ! go test -run '^$' -fuzz "^$name\$" -fuzztime "$fuzztime" "$package"; then
		failed+=("$name of $package")
	fi
done

if [[ ${#failed[@]} -gt 0 ]]; then
	printf 'fuzz: findings in %s\n' "${failed[@]}" >&2
	exit 1
fi
echo "fuzz: ${#targets[@]} targets, no findings"
