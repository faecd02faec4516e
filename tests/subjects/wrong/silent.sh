#!/bin/sh
# Wrong: it reads the case and exits with 0, but never says anything. It ends in time, so that what is wrong is not its
# silence but the values it owes. Verdict: missing-output.
# Usage: silent.sh [TASK]
cat >/dev/null
