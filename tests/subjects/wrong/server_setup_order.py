#!/usr/bin/env python3
# Wrong: the set-up calls go to the last player first (against BG-10). Its results are right. Verdict: protocol-error.
"""Usage: server_setup_order.py PORT [--option NAME=VALUE]... [--preset NAME]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import server  # noqa: E402  (it is found only by the path set above)

server.setup_order = lambda players: players[::-1]

sys.exit(server.main(sys.argv[1:]))
