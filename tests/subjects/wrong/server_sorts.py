#!/usr/bin/env python3
# Wrong: setup tells the pebbles of each side sorted, not as they were given (11.3), so that a client that cheats may
# invent another equation (BG-75). Verdict: protocol-error.
"""Usage: server_sorts.py PORT [--option NAME=VALUE]... [--preset NAME]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import server  # noqa: E402  (it is found only by the path set above)

def set_up(player, equations):
    written = [[sorted(e.left_written), sorted(e.right_written)] for e in equations]
    server.need_void(player.call("setup", written))


server.RemotePlayer.set_up = set_up

sys.exit(server.main(sys.argv[1:]))
