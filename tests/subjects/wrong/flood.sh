#!/bin/sh
# Wrong: it reads the case and then writes JSON values without end. Verdict: output-limit.
# Usage: flood.sh [TASK]
cat >/dev/null
exec yes '["red","white","blue","green","yellow"]'
