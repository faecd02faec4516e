#!/bin/sh
# Wrong, but not in what counts: five megabytes of noise go to standard error before the case is read and answered. Who
# does not read standard error while the program runs lets it block for ever. Verdict: pass.
# Usage: stderr.sh TASK [OPTIONS]
yes x | head -c 5000000 >&2
exec python3 "$(dirname "$0")/../right/bazaar.py" "$@"
