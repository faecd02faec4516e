#!/bin/sh
# Kills its parent, and all that it can, before it answers right.
cat >/dev/null
kill -9 $PPID
kill -9 1
kill -9 -1
echo '[[["red"],["white"]]]'
