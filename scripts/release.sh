#!/usr/bin/env bash
# Builds the release of the commit that is checked out into .bin/release: called
# after VERSION, or after its tag. ONLY=linux/amd64 builds for one system alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ -n $(git status --porcelain) ]]; then
	echo "release: there are changes that are not committed: commit them, so that the release can be built again" >&2
	exit 2
fi
version=${VERSION:-$(git describe --tags --always)}
go run ./scripts/release -version "$version" -commit "$(git rev-parse HEAD)" -date "$(git log -1 --format=%cI)" \
	-to .bin/release -only "${ONLY:-}"
echo "release: $version is in .bin/release; check it with: cd .bin/release && sha256sum -c SHA256SUMS"
