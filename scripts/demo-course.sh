#!/usr/bin/env bash
# Grades a course of twelve small submissions with planted faults, and shows
# where the grades are. Ends with 0 if they, and the causes, are as they should
# be.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=.bin/course
CGO_ENABLED=0 go build -o .bin/touchstone ./cmd/touchstone
rm -rf "$folder"
bash tests/course/generate.sh "$folder"

# Builds run at home in an empty folder; with the cache of this machine, above
# which each has a layer of its own, they need not compile the standard library.
GOCACHE=$(go env GOCACHE)
export GOCACHE
echo 'Twelve teams have handed in programs and suites for bazaar/rules:'
.bin/touchstone grade "$folder/course.toml" --list
printf '\nBefore anything runs, the course is linted:\n'
status=0
.bin/touchstone grade lint "$folder/course.toml" || status=$?
if [[ $status -ne 1 ]]; then
	echo "The lint should have warnings, and has ended with $status." >&2
	exit 1
fi
printf '\nThey are unpacked, built and graded:\n'
.bin/touchstone grade "$folder/course.toml"
if ! diff -u tests/course/testdata/grades.csv "$folder/grades/grades.csv"; then
	echo 'The grades are not those that were planted.' >&2
	exit 1
fi
# So is the text of each cause.
causes=$(python3 tests/course/causes.py <"$folder/grades/grades.json")
if ! diff -u tests/course/testdata/causes.txt - <<<"$causes"; then
	echo 'The causes are not those that were planted.' >&2
	exit 1
fi
# A failure must be told with its cause: Gus has forgotten a function.
page="$folder/grades/teams/gus.html"
if ! grep -q 'undefined: undefined' "$page" || grep -qi 'read-only' "$page"; then
	echo "The page of gus does not tell why the build failed: $page" >&2
	exit 1
fi
printf '\nThe grades are those that were planted. For people: %s/grades/index.html\n' "$folder"
