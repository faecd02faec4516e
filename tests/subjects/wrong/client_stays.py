#!/usr/bin/env python3
# Wrong: after win it stays, even when the server has closed the connection (against CF11, CF2). Verdict: timeout.
"""Usage: client_stays.py PORT [--option NAME=VALUE]... [--preset NAME] [--pause MILLISECONDS]"""

import os
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import clients  # noqa: E402  (it is found only by the path set above)

def after_win(client):
    while True:
        time.sleep(3600)


clients.Client.after_win = after_win

sys.exit(clients.main(sys.argv[1:]))
