#!/bin/sh
# Ignores the request to end.
trap '' TERM
while :; do sleep 60; done
