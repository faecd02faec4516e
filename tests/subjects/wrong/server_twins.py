#!/usr/bin/env python3
# Wrong: two clients with the same name are both seated (against BG-84, SF7); W2 of the rule book. Verdict:
# protocol-error.
"""Usage: server_twins.py PORT [--option NAME=VALUE]... [--preset NAME]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import server  # noqa: E402  (it is found only by the path set above)

# No name is ever taken.
server.SignUp.is_taken = lambda sign_up, name: False

sys.exit(server.main(sys.argv[1:]))
