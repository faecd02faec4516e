#!/usr/bin/env bash
# Runs the tests of what has changed since a commit, the last one unless SINCE
# names another, and of all packages that depend on it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/python.sh

source scripts/lean.sh

since=${SINCE:-HEAD}
mapfile -t files < <({ git diff --name-only "$since" -- && git ls-files --others --exclude-standard; } | sort -u)

# A file belongs to the package of its folder, or of the nearest folder above
# that has one. The scripts of the command line are run by that of the command.
declare -A changed=()
for file in "${files[@]}"; do
	folder=$(dirname "$file")
	[[ $folder == tests/cli* ]] && folder=cmd/touchstone
	while [[ $folder != . ]] && ! compgen -G "$folder/*.go" >/dev/null; do
		folder=$(dirname "$folder")
	done
	[[ $folder == . || $folder == tests/browser* ]] || changed[$folder]=1
done
if [[ ${#changed[@]} -eq 0 ]]; then
	echo "quick: no package has changed since $since; SINCE=COMMIT names another commit"
	exit 0
fi

# The packages to test, with all that they and their tests import.
module=$(go list -m)
mapfile -t packages < <(
	go list -test -f '{{if .ForTest}}{{.ForTest}}{{else}}{{.ImportPath}}{{end}} {{.ImportPath}} {{join .Deps " "}}' ./... |
		awk -v changed=" ${!changed[*]} " -v module="$module/" '{
			for (i = 1; i <= NF; i++) {
				name = $i
				sub(/ .*/, "", name)
				if (index(name, module) == 1 && index(changed, " " substr(name, length(module) + 1) " ")) { print $1; next }
			}
		}' | sed 's/\.test$//' | sort -u)
echo "quick: ${#changed[@]} changed, ${#packages[@]} to test"
go build -o .bin/testrun ./scripts/testrun
.bin/testrun -p "$(getconf _NPROCESSORS_ONLN)" -parallel 4 -timeout 9m "${packages[@]}"
