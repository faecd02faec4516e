#!/bin/sh
# Wrong: it reads the case, begins an answer and never ends it. Verdict: timeout.
# Usage: stalls.sh [TASK]
cat >/dev/null
printf '['
while :; do
	sleep 3600
done
