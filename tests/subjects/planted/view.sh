#!/bin/sh
# Wrong: the second card with a face comes without one (against BG-14).
# Usage: view.sh
python3 "$(dirname "$0")/../right/bazaar.py" view | sed 's/"face?":true/"face?":false/2'
