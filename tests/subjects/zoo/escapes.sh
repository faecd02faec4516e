#!/bin/sh
# Answers right and leaves a process in a session of its own.
cat >/dev/null
setsid sleep 60 >/dev/null 2>&1 </dev/null &
sleep 0.2
echo '[[["red"],["white"]]]'
