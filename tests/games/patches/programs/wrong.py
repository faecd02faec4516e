"""A wrong program: it bends hooks counter-clockwise."""
import json
import sys

import right

right.TURN = 1j
print(json.dumps(getattr(right, sys.argv[1])(*right.read())))
