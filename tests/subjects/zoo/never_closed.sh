#!/bin/sh
# Begins an array and waits for ever.
printf '[[["red"]'
sleep 60
