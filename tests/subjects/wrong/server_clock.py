#!/usr/bin/env python3
# Wrong: every byte that comes starts the time of a call anew (against BG-91, SF21); W1 of the rule book. Verdict:
# protocol-error.
"""Usage: server_clock.py PORT [--option NAME=VALUE]... [--preset NAME]"""

import os
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import server  # noqa: E402  (it is found only by the path set above)

def deadline_after_bytes(connection, deadline, seconds):
    return time.monotonic() + seconds


server.Connection.deadline_after_bytes = deadline_after_bytes

sys.exit(server.main(sys.argv[1:]))
