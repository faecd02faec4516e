#!/usr/bin/env bash
# Measures the packages that have benchmarks, then sets the figures that are
# promised beside their targets. BENCH selects by name, BENCHTIME and COUNT are
# those of go test. GRADE_TEAMS grades a course of so many teams besides, once.
# COMPARE names a revision: what has become slower since is said instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ -z ${COMPARE:-} ]] || exec scripts/bench-compare.sh "$COMPARE"

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
results=$(mktemp)
trap 'rm -f "$results"' EXIT
status=0
go test -p 1 -run '^$' -bench "${BENCH:-.}" -benchmem -benchtime "${BENCHTIME:-1s}" -count "${COUNT:-1}" "${packages[@]}" |
	tee "$results" || status=1 # what was measured is said nevertheless
if [[ -n ${GRADE_TEAMS:-} ]]; then
	go test -run '^$' -bench '^BenchmarkGrade$' -benchtime 1x -timeout 2h ./tests/course -args -teams "$GRADE_TEAMS" | tee -a "$results" || status=1
fi

# figure NAME METRIC GOAL TEXT prints a measured figure, how it stands to its goal, and
# whether that is met; with COUNT above 1 it is the median. A benchmark that BENCH left out
# has no line, and without a goal there is nothing to meet.
figure() {
	awk -v name="$1" -v metric="$2" -v goal="$3" -v text="$4" '
		{ sub(/-[0-9]+$/, "", $1) }
		$1 == name { for (i = 3; i < NF; i += 2) if ($(i + 1) == metric) values[++n] = $i }
		END {
			if (n == 0) exit
			for (i = 2; i <= n; i++)
				for (j = i; j > 1 && values[j - 1] + 0 > values[j] + 0; j--) {
					v = values[j]; values[j] = values[j - 1]; values[j - 1] = v
				}
			measured = values[int((n + 1) / 2)]
			ratio = met = ""
			split(goal, words, " ")
			if (words[2] + 0 > 0) {
				ratio = sprintf("%.2f", measured / words[2])
				met = (words[1] == "below" ? measured < words[2] + 0 : measured > words[2] + 0) ? "ok" : "not met"
			}
			printf "%-58s %12s %-11s  %-14s %8s  %s\n", text, measured, metric, goal, ratio, met
		}' "$results"
}

echo
echo "What is promised for one processor, and what was measured in this run:"
printf '%-58s %12s %-11s  %-14s %8s  %s\n' work measured in goal ratio met
figure BenchmarkStart/version x-hello "below 1.25" "version, beside a hello world with the schema library"
figure BenchmarkStart/version x-peak "below 1.25" "its memory, beside the same"
figure BenchmarkStart/check x-hello "below 1.25" "check of one move, beside the same"
figure BenchmarkStart/check x-peak "below 1.25" "its memory, beside the same"
figure BenchmarkBinary MB "below 28" "the program, stripped, with twins and documentation"
figure BenchmarkStrategy/wallet=10/bank=60 median-µs "below 300" "strategy, wallet 10, bank 60, median"
figure BenchmarkStrategy/wallet=20/bank=80 median-µs "below 2000" "strategy, wallet 20, bank 80, median"
figure BenchmarkStrategy/wallet=50/bank=50 median-µs "below 30000" "strategy, wallet 50, bank 50, median"
figure BenchmarkStrategyLongest longest-ms "below 20" "strategy, the slowest of many large inputs, any defaults"
figure BenchmarkStrategyAgainstPlain x-plain "above 100" "strategy, times as fast as a plain search"
figure BenchmarkSuite/bazaar/strategy µs/case "below 40" "strategy, own suite, solve --lines"
figure BenchmarkSuite/bazaar/games µs/case "below 50" "complete games, own suite, solve --lines"
figure BenchmarkGames games/s "above 2000" "complete games from scratch, 2 to 6 builtin players"
figure BenchmarkCheckLines/jobs=1 moves/s "above 100000" "check --lines, states of 1.2 KB"
figure BenchmarkStream x-alone "below 2.5" "check --lines, first answer of many, beside a case alone"
figure BenchmarkStream user/wall "above 1.8" "many strategies of a file, processors busy of two"
for game in $(go run ./cmd/touchstone games | awk '{ print $1 }'); do
	figure "BenchmarkCheckBesideJSON/$game" x-jsontext "below 1.9" "$game: check --lines, beside jsontext reading the tokens"
	figure "BenchmarkValidate/$game" x-check "below 2" "$game: validate a state, beside judging a move in it"
done
figure BenchmarkRandomGames games/s "above 2000" "ubar: complete random games, 2 to 4 players"
figure BenchmarkCheckLinesUbar/jobs=1 moves/s "above 50000" "ubar: check --lines, all stages of a game"
figure BenchmarkFit/rules ns/op "below 1000" "ubar: whether goods fit, the rules alone"
figure BenchmarkFit/task median-ns "below 1000" "ubar: the same with reading and writing, median"
figure BenchmarkBazarGames games/s "above 2000" "bazar: complete random games, 2 to 4 players"
figure BenchmarkCheckLinesBazar/jobs=1 moves/s "above 50000" "bazar: check --lines, all rounds of a game"
figure BenchmarkCall/tcp ns/op "below 40000" "a call and its reply over TCP, both sides"
figure BenchmarkTournament games/s "" "games of a tournament, two builtin players"
figure BenchmarkQuestions peer-ratio "below 2" "a reference that needs 1 ms, beside the same by a pipe"
figure BenchmarkLoopback games/s "" "games over TCP, server and two clients, sign-up included"
figure BenchmarkLoopback µs/call "below 100" "the same for each call, the players' own time included"
figure BenchmarkGrade/4_teams ms/team "" "a course of 4 teams, 100 cases each, for each team"
figure BenchmarkGrade/4_teams cpu-ms/team "" "the harness's own part of it"
figure BenchmarkGrade/4_teams peak-MB "" "the most memory that the harness needs, 4 teams"
for teams in 16 ${GRADE_TEAMS:-}; do
	figure "BenchmarkGrade/${teams}_teams" ms/team "the same" "a course of $teams teams, for each team"
	figure "BenchmarkGrade/${teams}_teams" cpu-ms/team "the same" "the harness's own part of it"
	figure "BenchmarkGrade/${teams}_teams" peak-MB "the same" "the most memory that the harness needs, $teams teams"
done
figure BenchmarkSpawn/best cpu-ratio "below 1.20" "700 cases, native program, to a bare loop of spawns"
figure BenchmarkSpawn/none cpu-ratio "below 1.10" "the same without isolation"
figure BenchmarkSpawn/best ratio "" "with isolation, by the clock"
figure BenchmarkTimeout s/timeout "below 1.5" "timeout of 1 s, whatever holds stdout and will not end"
figure BenchmarkFlood/value MB/flood "below 128" "memory for a value without end, limit of 16 MB"
figure BenchmarkFuzz µs/input "below 100" "fuzz through a pipe, processor time of both sides"
figure BenchmarkFuzz inputs/s "above 10000" "the same, by the clock"
figure BenchmarkFuzzSlow x-program "below 1.2" "fuzz with a program that needs 1 ms, beside that program"
figure BenchmarkTest/lines own-µs/case "below 15" "suite of 700 cases, lines, beyond the program's own"
figure BenchmarkTestProcess x-hello "below 80" "the same as a process, beside a start of hello world"
figure BenchmarkTestProcess peak-MB "below 40" "memory of test, suite of 50,000 cases"
figure BenchmarkTest/spawn s/suite "" "suite of 700 cases, program started for each"
for task in rules strategy games move play; do
	figure "BenchmarkMeasure/$task" x-oracle "below 2" "bazaar/$task: a case and a mutant, to an answer of the oracle"
done
figure BenchmarkTrace/off ns/op "below 2" "a note of the oracle when nobody reads it"
figure BenchmarkSolve median-µs "below 20" "ubongo/solve, one task of the content, median"
figure BenchmarkSolve ms/551 "below 25" "ubongo/solve, all 551 tasks of the content"
figure BenchmarkSquare ms/square "below 30" "ubongo/solve, square of 16 with all pieces"
figure BenchmarkSVG ms/picture "below 1" "a picture of 500 by 300 as SVG"
figure BenchmarkPNG ms/picture "below 50" "the same as PNG, of twice the size"
figure BenchmarkState/ubar ms/picture "" "ubar: a state, from JSON to SVG"
figure BenchmarkSolveAgainstPlain x-plain "" "ubongo/solve, times as fast as a plain search"

[[ $status -eq 0 ]] || echo "bench: a benchmark failed: see FAIL above" >&2
exit "$status"
