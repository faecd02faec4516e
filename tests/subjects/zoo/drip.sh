#!/bin/sh
# Answers one byte at a time, and never gets anywhere.
printf '['
while :; do
	sleep 0.1
	printf ' '
done
