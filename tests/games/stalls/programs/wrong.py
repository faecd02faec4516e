"""A wrong program: it does not know a rate from right to left."""
import json
import sys

import right

both_ways = right.Game.exchange
right.Game.exchange = lambda game, want, really=True: both_ways(game, {**want, "flipped": False}, really)
print(json.dumps(getattr(right, sys.argv[1])(*right.read())))
