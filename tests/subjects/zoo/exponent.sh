#!/bin/sh
# Answers with numbers that have more digits than there is memory.
printf '%s\n' '[[[1e999999999],[-1E-999999999]]]'
