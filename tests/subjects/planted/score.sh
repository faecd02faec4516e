#!/bin/sh
# Wrong: of several winners the first stands alone (against BG-50).
# Usage: score.sh
python3 "$(dirname "$0")/../right/bazaar.py" score | sed 's/"winners":\[\("[^"]*"\),[^]]*\]/"winners":[\1]/'
