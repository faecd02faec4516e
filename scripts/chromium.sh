#!/usr/bin/env bash
# Makes sure that there is a browser for the tests of pages: installs Chromium
# where that can be done. Without one those tests say that they are skipped.
set -euo pipefail

for name in chromium chromium-browser google-chrome google-chrome-stable headless_shell; do
	if command -v "$name" >/dev/null; then
		exit 0
	fi
done
if [[ $(id -u) -ne 0 ]] || ! command -v apt-get >/dev/null; then
	echo "chromium: there is no browser, and it can be installed by root with apt-get only: the tests of pages are skipped" >&2
	exit 0
fi
echo "chromium: there is no browser, installing Chromium"
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; }; then
	echo "chromium: it cannot be installed: the tests of pages are skipped" >&2
fi
