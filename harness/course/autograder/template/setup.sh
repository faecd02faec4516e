#!/bin/sh
# Runs once, when Gradescope makes the image. Add what the builds of the
# submissions need, for example: apt-get update && apt-get install -y golang
set -e
chmod +x /autograder/source/touchstone
/autograder/source/touchstone version
