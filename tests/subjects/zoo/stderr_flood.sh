#!/bin/sh
# Answers right after twenty megabytes on standard error.
yes oops | head -c 20000000 >&2
echo '[[["red"],["white"]]]'
