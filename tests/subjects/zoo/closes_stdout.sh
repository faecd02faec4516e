#!/bin/sh
# Answers right, closes standard output and lives on.
cat >/dev/null
echo '[[["red"],["white"]]]'
exec >&-
sleep 60
