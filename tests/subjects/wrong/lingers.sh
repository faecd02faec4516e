#!/bin/sh
# Wrong, but not in what it says: the answer is right and the program exits with 0, yet a child stays behind for a minute
# and holds standard output open. Who waits for the end of the output waits too long.
# Verdict: pass, with the warning leaked.
# Usage: lingers.sh TASK [OPTIONS]
python3 "$(dirname "$0")/../right/bazaar.py" "$@"
status=$?
sleep 60 &
exit "$status"
