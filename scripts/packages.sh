#!/usr/bin/env bash
# Installs packages of the system, for scripts that miss a program: packages.sh NAME...
# The exit status is 2 where only somebody else can, who is root and has apt-get. One
# call installs at a time, and the others wait.
set -euo pipefail

if [[ $(id -u) -ne 0 ]] || ! command -v apt-get >/dev/null; then
	exit 2
fi
exec 9>/tmp/touchstone-packages.lock
flock 9
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "$@" >/dev/null
