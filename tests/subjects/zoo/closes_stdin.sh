#!/bin/sh
# Closes standard input, then answers right.
exec <&-
sleep 0.1
echo '[[["red"],["white"]]]'
