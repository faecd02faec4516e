#!/bin/sh
# Stops itself.
kill -STOP $$
echo '[[["red"],["white"]]]'
