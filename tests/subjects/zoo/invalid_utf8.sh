#!/bin/sh
# Answers with a string that is not UTF-8.
printf '[[["\377"],["white"]]]'
