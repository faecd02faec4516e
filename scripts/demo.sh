#!/usr/bin/env bash
# Shows what Touchstone does: it judges single moves, then a right and a wrong
# program. Ends with 0 if every step came out as it says.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

surprises=0

# step SENTENCE STATUS COMMAND... says what is going to happen, runs the command
# on the standard input, and compares its exit status with the expected one.
step() {
	local sentence=$1 want=$2 got=0 input
	shift 2
	input=$(cat)
	printf '\n%s\n$ %s\n' "$sentence" "$*"
	if [[ -n $input ]]; then
		printf '< %s\n' "${input//$'\n'/$'\n< '}"
	fi
	"$@" <<<"$input" || got=$?
	if [[ $got -eq $want ]]; then
		printf '(exit status %d, as expected)\n' "$got"
	else
		printf '(exit status %d, but %d was expected)\n' "$got" "$want"
		surprises=$((surprises + 1))
	fi
}

echo "First touchstone and two small programs are built: one knows the rules of exchanging, the other gets one of them wrong."
export CGO_ENABLED=0
go build -o .bin/touchstone ./cmd/touchstone
go build -o .bin/rules-right ./tests/subjects/right/rules
go build -o .bin/rules-wrong ./tests/subjects/wrong/rules

step "Ada asks for a pebble: that is legal, and touchstone prints the state that follows." \
	0 .bin/touchstone check bazaar <<'JSON'
{"equations": [[["red"], ["blue"]]],
 "bank": ["white", "red"],
 "visibles": [{"pebbles": ["green", "green", "green", "green", "green"], "face?": false}],
 "cards": [],
 "players": [{"name": "Ada", "wallet": ["white"], "score": 3, "cards": []},
             {"name": "Bob", "wallet": [], "score": 5, "cards": []}],
 "dropouts": [], "phase": "pebble-or-trades"}
false
JSON

step "Now she offers a red pebble that she does not have: illegal, with the code, the clause and the reason." \
	1 .bin/touchstone check bazaar <<'JSON'
{"equations": [[["red"], ["blue"]]],
 "bank": ["white", "blue"],
 "visibles": [{"pebbles": ["green", "green", "green", "green", "green"], "face?": false}],
 "cards": [],
 "players": [{"name": "Ada", "wallet": ["white"], "score": 3, "cards": []},
             {"name": "Bob", "wallet": [], "score": 5, "cards": []}],
 "dropouts": [], "phase": "pebble-or-trades"}
[[["red"], ["blue"]]]
JSON

step "There are no purple pebbles: this is no illegal move but bad input, and the message says where." \
	2 .bin/touchstone check bazaar <<'JSON'
{"equations": [[["red"], ["blue"]]],
 "bank": ["white", "purple"],
 "visibles": [{"pebbles": ["green", "green", "green", "green", "green"], "face?": false}],
 "cards": [],
 "players": [{"name": "Ada", "wallet": ["white"], "score": 3, "cards": []},
             {"name": "Bob", "wallet": [], "score": 5, "cards": []}],
 "dropouts": [], "phase": "pebble-or-trades"}
false
JSON

step "A program that knows the rules of exchanging passes the whole suite." \
	0 .bin/touchstone test bazaar/rules -- .bin/rules-right </dev/null

step "One that does not fails, and touchstone says in what, and which clause decides." \
	1 .bin/touchstone test bazaar/rules -- .bin/rules-wrong </dev/null

if [[ $surprises -gt 0 ]]; then
	printf '\n%d of the steps came out otherwise than expected.\n' "$surprises" >&2
	exit 1
fi
printf '\nEvery step came out as expected.\n'
