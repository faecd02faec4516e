#!/bin/sh
# Wrong, but not in what counts: five megabytes of noise go to standard error before the case is read and answered. Who
# does not read standard error while the program runs lets it block for ever. Verdict: pass.
# Usage: stderr.sh TASK [OPTIONS]
dd if=/dev/zero bs=1000 count=5000 2>/dev/null | tr '\0' 'x' >&2
exec python3 "$(dirname "$0")/../right/bazaar.py" "$@"
