#!/bin/sh
# Begins an array and exits.
printf '[[["red"]'
