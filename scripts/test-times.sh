#!/usr/bin/env bash
# Prints what the tests cost, in seconds of processor time and by the clock:
# each package, each test above half a second, and compiling apart from running.
# The packages under the race detector are measured as make test runs them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/memory.sh
source scripts/python.sh
source scripts/concurrent.sh

source scripts/lean.sh

# As in make test.
export GOGC=${GOGC:-400}

go build -o .bin/testrun ./scripts/testrun
read -ra packages <<<"${PACKAGES:-./...}"
.bin/testrun -times "${packages[@]}"
if [[ -z ${PACKAGES:-} ]]; then
	echo
	echo "under the race detector"
	CGO_ENABLED=1 .bin/testrun -times -race -short -skip "$systems" "${concurrent[@]}"
fi
