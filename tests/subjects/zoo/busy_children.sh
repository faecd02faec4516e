#!/bin/sh
# Lets children compute for ever.
for _ in 1 2 3; do
	sh -c 'while :; do :; done' &
done
wait
