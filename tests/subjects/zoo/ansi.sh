#!/bin/sh
# Colours its answer for a terminal.
printf '\033[31m%s\033[0m\n' '[[["red"],["white"]]]'
