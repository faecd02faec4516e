#!/bin/sh
# Wrong: the answer is right and complete, but the exit status is 3. Verdict: crashed.
# Usage: crash_after.sh TASK [OPTIONS]
python3 "$(dirname "$0")/../right/bazaar.py" "$@"
exit 3
