#!/usr/bin/env bash
# Checks the scripts of the page Try it: that they are formatted, and their types. With
# the argument write it formats them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v npm >/dev/null; then
	echo "js: there is no npm, installing it"
	status=0
	scripts/packages.sh npm || status=$?
	if [[ $status -eq 2 ]]; then
		echo "js: it can be installed by root with apt-get only: the scripts of the page Try it are not checked" >&2
		exit 0
	elif [[ $status -ne 0 ]]; then
		exit "$status"
	fi
fi
# The tools are installed anew when what is pinned has changed.
tools=.bin/js
if [[ ! $tools/installed -nt scripts/js/package-lock.json ]]; then
	mkdir -p "$tools"
	cp scripts/js/package.json scripts/js/package-lock.json "$tools"
	npm ci --prefix "$tools" --ignore-scripts --no-audit --no-fund --loglevel error
	touch "$tools/installed"
fi
how=--check
if [[ ${1:-} == write ]]; then
	how=--write
fi
"$tools/node_modules/.bin/prettier" --config scripts/js/package.json --log-level warn "$how" harness/docs/site/try/*.js
"$tools/node_modules/.bin/tsc" -p scripts/js
