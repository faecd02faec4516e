#!/bin/sh
# Answers right, with every letter escaped.
printf '%s\n' '[[["\u0072\u0065\u0064"],["\u0077hite"]]]'
