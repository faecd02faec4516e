#!/bin/sh
# Computes for ever in sessions of its own, each of which some machines give a part of the processors.
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	setsid sh -c 'while :; do :; done' &
done
wait
