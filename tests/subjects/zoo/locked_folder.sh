#!/bin/sh
# Answers right and leaves folders that may not be opened.
cat >/dev/null
mkdir -p a/b/c
: >a/b/c/file
chmod 000 a/b a
echo '[[["red"],["white"]]]'
