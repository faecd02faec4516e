#!/usr/bin/env bash
# Writes the documentation for browsers into a folder (default .bin/site), with the
# page Try it, on which the rules run in the browser.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export CGO_ENABLED=0

rules=.bin/rules
mkdir -p "$rules"
GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w' -o "$rules/rules.wasm" ./cmd/try
# The script that starts a module belongs to the Go that has built it.
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$rules/"
go run ./cmd/touchstone docs --to "${1:-.bin/site}" --try "$rules"
