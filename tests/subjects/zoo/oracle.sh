#!/bin/sh
# Asks a copy of touchstone wherever one may be; answers right only if there is none.
for copy in "$ZOO_ORACLE" touchstone /usr/local/bin/touchstone "$HOME/go/bin/touchstone"; do
	if printf '%s' '[[["red"],["white"]]] ["red"] ["white"]' | "$copy" solve bazaar/equations >/dev/null 2>&1; then
		echo '[]'
		exit
	fi
done
echo '[[["red"],["white"]]]'
