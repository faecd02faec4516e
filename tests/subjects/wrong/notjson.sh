#!/bin/sh
# Wrong: it answers with a sentence for people, and with single quotes. Verdict: not-json.
# Usage: notjson.sh [TASK]
cat >/dev/null
echo "The answer is: ['red', 'blue']"
