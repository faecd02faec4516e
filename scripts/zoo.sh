#!/usr/bin/env bash
# Runs all programs of tests/subjects, which make test samples: the hostile ones
# in several rounds, as root and as an ordinary user, and every row of the tables
# about the others.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/python.sh

# limit is some five times what it takes on two idle cores.
limit=20m

start=$SECONDS
status=0
go test -vet=off -count=1 -timeout "$limit" -p 1 ./tests/zoo ./tests/subjects -args -all || status=$?
if [[ $status -ne 0 ]]; then
	echo "zoo: failed after $((SECONDS - start)) s" >&2
	exit "$status"
fi
echo "zoo: all programs got their verdicts in $((SECONDS - start)) s"
