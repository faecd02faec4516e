#!/usr/bin/env python3
# Wrong: it seats whoever sends a string, whatever its length and characters (against BG-81, SF3). Verdict:
# protocol-error.
"""Usage: server_any_name.py PORT [--option NAME=VALUE]... [--preset NAME]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import bazaar  # noqa: E402  (these two are found only by the path set above)
import server  # noqa: E402

def need_name(value):
    bazaar.check(isinstance(value, str), "a name is a string")
    return value


bazaar.need_name = need_name

sys.exit(server.main(sys.argv[1:]))
