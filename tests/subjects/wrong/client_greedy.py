#!/usr/bin/env python3
# Wrong: of purchases with the same number of cards it does not take those with the most points; that tie-break, (2)
# of BG-65 and (3) of BG-63, is left out. It shows under the policy purchase-size only. Verdict: wrong-answer.
"""Usage: client_greedy.py PORT [--option NAME=VALUE]... [--preset NAME] [--pause MILLISECONDS]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import bazaar  # noqa: E402  (these two are found only by the path set above)
import clients  # noqa: E402

# All purchases rank alike by their points, so that the next tie-break decides.
bazaar.points_rank = lambda purchase: 0

sys.exit(clients.main(sys.argv[1:]))
