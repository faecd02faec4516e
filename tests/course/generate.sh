#!/usr/bin/env bash
# Makes a course of twelve submissions in a new folder: programs in Go, Python
# and shell for one task, with planted faults, some with a suite of their own.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1/submissions"
cd "$1"

cat >course.toml <<'TOML'
title = "The demo course"
points = 100
# One case of the staff is wrong: the lint says so, and nobody is asked it.
broken = "leave-out"

[late]
deadline = "2026-10-01 23:59 Europe/Vienna"
grace = "15m"
penalty = 10
days = 1

[[adjust]]
team = "cleo"
points = -2.5
reason = "the demo was missing"

[submissions]
paths = ["submissions/*"]
roster = "roster.csv"

[[task]]
task = "bazaar/rules"
run = ["./xrules"]
suites = ["staff.jsonl"]

[task.counts]
cases = 6
valid = 1
kills = 2
others = 1

[task.build]
command = "sh build.sh"
timeout = "5m"
pass = ["GOCACHE", "GOFLAGS"]

[task.own]
suite = "Tests"
cases_min = 2

# On a busy machine time on the clock says little.
[task.limits]
timeout = "2m"
cpu = "500ms"
TOML

cat >roster.csv <<'CSV'
student,team,email,submitted
"Lovelace, Ada",ada,ada@example.edu,2026-10-01 18:30
"Bernoulli, Bob",bob,bob@example.edu,2026-10-02 09:00
"Clairaut, Cleo",cleo,cleo@example.edu,2026-10-02 00:10
"Euler, Dan",dan,dan@example.edu,2026-10-04 12:00
"Euclid, Eve",eve,eve@example.edu,2026-10-01 12:00
"Fermat, Finn",finn,finn@example.edu,2026-09-30 08:15
"Galois, Gus",gus,gus@example.edu,2026-10-01 23:58
"Hilbert, Hana",hana,=1+1,2026-10-01 22:00
"Ito, Ida",ida,ida@example.edu,2026-10-01 21:00
"Jacobi, Jon",jon,jon@example.edu,2026-10-01 20:00
"Klein, Kim",kim,kim@example.edu,
"Lagrange, Lea",lea,lea@example.edu,2026-10-01 19:00
"Lie, Leo",lea,leo@example.edu,2026-10-01 19:00
CSV

cat >staff.jsonl <<'JSONL'
{"name":"nothing","why":"an empty list is legal","in":[[],[],{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}]}
{"name":"one","why":"the usual exchange","in":[[[["red"],["blue"]]],[[["red"],["blue"]]],{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}]}
{"name":"back","why":"from right to left","in":[[[["red"],["blue"]]],[[["blue"],["red"]]],{"bank":["red"],"cards":[],"active":{"wallet":["blue","green"],"score":0},"scores":[]}]}
{"name":"unknown","why":"there is no such equation","in":[[[["red"],["blue"]]],[[["red"],["green"]]],{"bank":["green"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}]}
{"name":"poor","why":"the wallet is short","in":[[[["red","red"],["blue"]]],[[["red","red"],["blue"]]],{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}]}
{"name":"empty-bank","why":"the bank is short","in":[[[["red"],["blue"]]],[[["red"],["blue"]]],{"bank":["red"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}]}
{"name":"forth-and-back","why":"each exchange meets what those before it left","in":[[[["red"],["blue"]]],[[["red"],["blue"]],[["blue"],["red"]]],{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}]}
{"name":"twice","why":"a pebble cannot be spent twice","in":[[[["red"],["blue"]]],[[["red"],["blue"]],[["red"],["blue"]]],{"bank":["blue","blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}]}
{"name":"mistaken","why":"its author has misread BG-19","in":[[[["red"],["blue"]]],[[["red"],["blue"]]],{"bank":[],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}],"out":[["blue"],["red"]]}
JSONL

# suite TEAM writes two good cases.
suite() {
	mkdir -p "submissions/$1/Tests"
	echo '[[["red"],["blue"]]] [[["red"],["blue"]]] {"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}' >"submissions/$1/Tests/1-in.json"
	echo '["blue"] ["red"]' >"submissions/$1/Tests/1-out.json"
	echo '[[["red"],["blue"]]] [[["red"],["blue"]],[["red"],["blue"]]] {"bank":["blue","blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}' >"submissions/$1/Tests/2-in.json"
	echo 'false' >"submissions/$1/Tests/2-out.json"
}

# go_program TEAM SOURCE hands in a program in Go.
go_program() {
	mkdir -p "submissions/$1"
	cp "$here/../subjects/$2/main.go" "submissions/$1/main.go"
	printf 'module xrules\n\ngo 1.24\n' >"submissions/$1/go.mod"
	echo 'CGO_ENABLED=0 GOTELEMETRY=off go build -o xrules .' >"submissions/$1/build.sh"
}

# python_program TEAM hands in a right program in Python.
python_program() {
	mkdir -p "submissions/$1"
	echo 'python3 -m py_compile xrules.py && cp xrules.py xrules && chmod +x xrules' >"submissions/$1/build.sh"
	cat >"submissions/$1/xrules.py" <<'PYTHON'
#!/usr/bin/env python3
import json
import sys
from collections import Counter


def values(text):
    decoder, at = json.JSONDecoder(), 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        yield value


def run(equations, exchanges, turn):
    wallet, bank = Counter(turn["active"]["wallet"]), Counter(turn["bank"])
    known = [[Counter(a), Counter(b)] for a, b in equations]
    for left, right in exchanges:
        left, right = Counter(left), Counter(right)
        if [left, right] not in known and [right, left] not in known:
            return [False]
        if left - wallet or right - bank:
            return [False]
        wallet, bank = wallet - left + right, bank - right + left
    return [list(wallet.elements()), list(bank.elements())]


for answer in run(*values(sys.stdin.read())):
    print(json.dumps(answer))
PYTHON
}

# shell_program TEAM hands in the shell script on standard input.
shell_program() {
	mkdir -p "submissions/$1"
	cat >"submissions/$1/xrules"
	echo 'chmod +x xrules' >"submissions/$1/build.sh"
}

# change TEAM FILE FROM TO plants a fault.
change() {
	grep -qF "$3" "submissions/$1/$2"
	python3 - "submissions/$1/$2" "$3" "$4" <<'PYTHON'
import sys
name, old, new = sys.argv[1:]
text = open(name).read()
open(name, "w").write(text.replace(old, new, 1))
PYTHON
}

for team in ada cleo finn jon; do
	suite "$team"
done

go_program ada right/rules
go_program bob wrong/rules
go_program gus right/rules
change gus main.go 'func main() {' 'func main() {
	undefined()
'

python_program cleo
python_program dan
change dan xrules.py 'or right - bank' ''
python_program eve
change eve xrules.py '    for left, right in exchanges:' '    exchanges[0]
    for left, right in exchanges:'
echo '["red"] ["blue"]' >submissions/jon/Tests/1-out.json
echo 'not JSON' >submissions/jon/Tests/2-in.json
python_program lea

shell_program finn <<'SH'
#!/bin/sh
cat >/dev/null
echo false
SH
shell_program jon <<'SH'
#!/bin/sh
# One answer is right; the suite beside it is not.
cat >/dev/null
echo false
SH
shell_program hana <<'SH'
#!/bin/sh
case $(cat) in
*'"blue","green"'*) while :; do :; done ;;
esac
echo false
SH
shell_program ida <<'SH'
#!/bin/sh
cat >/dev/null
echo '{"summary":{"cases":8,"pass":8,"fail":0},"verdicts":[]}'
echo '</pre><script>alert(1)</script>::error::=1+1 8 of 8 pass' >&2
exit 1
SH

# Some come as archives; one of them leads out of its folder.
tar -C submissions -czf submissions/cleo.tar.gz cleo
tar -C submissions -cf submissions/dan.tar dan
python3 - <<'PYTHON'
import os, zipfile
with zipfile.ZipFile("submissions/jon.zip", "w") as z:
    for folder, _, files in sorted(os.walk("submissions/jon")):
        for name in sorted(files):
            path = os.path.join(folder, name)
            z.write(path, os.path.relpath(path, "submissions"))
with zipfile.ZipFile("submissions/lea.zip", "w") as z:
    z.write("submissions/lea/xrules.py", "xrules.py")
    z.writestr("../ada/xrules", "#!/bin/sh\necho false\n")
PYTHON
rm -r submissions/cleo submissions/dan submissions/jon submissions/lea

# What builds write to the cache of this machine is their own, and removed: what
# they need of the standard library should be in it.
(cd "$here/../subjects/right/rules" && CGO_ENABLED=0 go build -o /dev/null .)
