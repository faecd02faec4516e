#!/bin/sh
# Answers right and leaves a child that holds standard output open.
cat >/dev/null
sleep 60 &
echo '[[["red"],["white"]]]'
