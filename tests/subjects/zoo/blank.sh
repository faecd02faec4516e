#!/bin/sh
# Writes white space only.
cat >/dev/null
printf ' \n\t\n'
