#!/bin/sh
# Answers with half of a pair of surrogates.
printf '%s\n' '[[["red\ud83d"],["white"]]]'
