#!/usr/bin/env bash
# Runs the long rounds that make test leaves out: repetitions, thousands of random
# games and inputs, runs and gradings that are killed at random moments, and many
# gradings of one course. A test that has long rounds takes the flag -soak, which
# those of the games have by gametest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/python.sh

# limit is the time of the whole round: it takes about a third of it on two idle
# cores.
limit=90m

mapfile -t packages < <(grep -rlE --include='*_test.go' 'flag\.Bool\("soak"|gametest\.Rounds|gametest\.EachInput' harness cmd tests | xargs -n 1 dirname | sort -u | grep -v '^tests/browser' | sed 's|^|./|')
echo "soak: ${#packages[@]} packages, at most $limit"
start=$SECONDS
status=0
# round COMMAND... runs tests, and remembers whether they failed: the others run
# all the same. One package at a time: its tests wait for each other, not for
# those of others.
round() {
	go test -vet=off -count=1 -timeout "$limit" -p 1 "$@" || status=$?
}
round "${packages[@]}" -args -soak
round -run '^TestRecordings$' ./cmd/touchstone -args -whole
round -run '^TestLiveRounds$' ./cmd/touchstone -args -rounds 20
round -count=20 -run '^Test(Ubar|Bazar|Ubongo|Bids)$/^(server|clients|player)$' ./tests/subjects
round -run '^TestHostileReferences$' ./cmd/touchstone -args -each
round -run '^TestKilledAndResumed$' ./cmd/touchstone -args -kills 100
round -run '^(TestKilled|TestTwelve)$' ./tests/course -args -kills 100 -rounds 50
go -C tests/browser test -vet=off -count=1 -timeout "$limit" -run '^TestTryLinks$' . -args -soak || status=$?
if [[ $status -ne 0 ]]; then
	echo "soak: failed after $((SECONDS - start)) s" >&2
	exit "$status"
fi
echo "soak: passed in $((SECONDS - start)) s: ${#packages[@]} packages, 200 kills, 50 gradings of twelve teams"
