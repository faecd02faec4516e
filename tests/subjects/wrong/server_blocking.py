#!/usr/bin/env python3
# Wrong: it reads the names one after the other, each without a limit (against BG-82, BG-83), so that nobody signs up
# behind a silent client. Verdict: protocol-error.
"""Usage: server_blocking.py PORT [--option NAME=VALUE]... [--preset NAME]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import server  # noqa: E402  (it is found only by the path set above)

server.SignUp.reading = lambda sign_up: [connection for connection, _ in sign_up.candidates[:1]]
server.SignUp.name_deadline = lambda sign_up: float("inf")

sys.exit(server.main(sys.argv[1:]))
