#!/usr/bin/env python3
# Wrong: a connection that sends no name stays open until the game begins (against BG-82, SF1). Its results are right.
# Verdict: protocol-error.
"""Usage: server_patient.py PORT [--option NAME=VALUE]... [--preset NAME]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import server  # noqa: E402  (it is found only by the path set above)

# Nobody is late.
server.SignUp.name_deadline = lambda sign_up: float("inf")

sys.exit(server.main(sys.argv[1:]))
