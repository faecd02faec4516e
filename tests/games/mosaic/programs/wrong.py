"""A wrong program: it takes cards at the corners for neighbours."""
import json
import sys

import right

right.STEPS += ((-1, -1), (-1, 1), (1, -1), (1, 1))
print(json.dumps(getattr(right, sys.argv[1])(*right.read())))
