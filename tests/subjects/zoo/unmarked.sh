#!/bin/sh
# Answers right and leaves a process in a session of its own, with nothing in its
# environment.
cat >/dev/null
env -i setsid sleep 60 >/dev/null 2>&1 </dev/null &
sleep 0.2
echo '[[["red"],["white"]]]'
