#!/bin/sh
# Answers right, then exits with status 1.
cat >/dev/null
echo '[[["red"],["white"]]]'
exit 1
