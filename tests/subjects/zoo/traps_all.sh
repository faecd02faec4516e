#!/bin/sh
# Traps every signal that can be trapped.
trap ':' 1 2 3 4 5 6 7 8 10 11 12 13 14 15 16 17 18 20 21 22 23 24 25 26 27 28 29 30 31
while :; do sleep 60; done
