#!/bin/sh
# Answers right and leaves a link to a folder that is not its own.
cat >/dev/null
ln -s "$ZOO_OUTSIDE" outside
echo '[[["red"],["white"]]]'
