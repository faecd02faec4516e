#!/bin/sh
# Wrong: it reads the case and then sleeps for ever without a byte of output. Verdict: silent.
# Usage: hang.sh [TASK]
cat >/dev/null
while :; do
	sleep 3600
done
