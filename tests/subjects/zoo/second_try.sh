#!/bin/sh
# Answers right only if it finds what it wrote the first time.
cat >/dev/null
places="$HOME /dev/shm /tmp /var/tmp $ZOO_OUTSIDE"
for place in $places; do
	if [ -e "$place/zoo-tried" ]; then
		echo '[[["red"],["white"]]]'
		exit 0
	fi
done
for place in $places; do
	touch "$place/zoo-tried" 2>/dev/null
done
echo '[]'
