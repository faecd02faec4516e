#!/bin/sh
# Writes wherever a program may write for others to find; what it finds of its first try spoils its second.
for place in /tmp /run /dev/shm "$HOME"; do
	if [ -e "$place/zoo-trace" ]; then
		echo '[]'
		exit
	fi
	echo trace >"$place/zoo-trace" || exit 3
done
chmod 0 /tmp/zoo-trace
mkdir -p /tmp/folder/folder && chmod 0 /tmp/folder /run
echo '[[["red"],["white"]]]'
