#!/bin/sh
# Answers right, but far too late.
cat >/dev/null
sleep 60
echo '[[["red"],["white"]]]'
