#!/usr/bin/env python3
# Wrong: the drop-outs stand in the order in which they failed (against BG-53). Verdict: wrong-answer.
"""Usage: server_result.py PORT [--option NAME=VALUE]... [--preset NAME]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import server  # noqa: E402  (it is found only by the path set above)

server.result_json = lambda winners, dropouts: [sorted(winners), dropouts]

sys.exit(server.main(sys.argv[1:]))
