#!/bin/sh
# Answers with null.
cat >/dev/null
echo null
