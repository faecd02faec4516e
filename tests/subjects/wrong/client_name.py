#!/usr/bin/env python3
# Wrong: its name is followed by a new line, which is allowed, and a greeting, which is not (against BG-80, BG-90).
# Verdict: protocol-error.
"""Usage: client_name.py PORT [--option NAME=VALUE]... [--preset NAME] [--pause MILLISECONDS]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import clients  # noqa: E402  (it is found only by the path set above)

right_sign_up = clients.Client.sign_up


def sign_up(client):
    right_sign_up(client)
    client.send(b"\nhello, I am here to play\n")


clients.Client.sign_up = sign_up

sys.exit(clients.main(sys.argv[1:]))
