#!/usr/bin/env bash
# Makes sure that there is a browser for the tests of pages: installs Chromium
# where that can be done. Without one those tests say that they are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

for name in chromium chromium-browser google-chrome google-chrome-stable headless_shell; do
	if command -v "$name" >/dev/null; then
		exit 0
	fi
done
echo "chromium: there is no browser, installing Chromium"
if ! scripts/packages.sh chromium fonts-dejavu-core; then
	echo "chromium: it cannot be installed here: the tests of pages are skipped" >&2
fi
