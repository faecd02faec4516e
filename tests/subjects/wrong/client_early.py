#!/usr/bin/env python3
# Wrong: the reply to setup is sent right behind the name, before the call (against BG-90, SF23). Verdict:
# protocol-error.
"""Usage: client_early.py PORT [--option NAME=VALUE]... [--preset NAME] [--pause MILLISECONDS]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import clients  # noqa: E402  (it is found only by the path set above)

right_sign_up, right_send = clients.Client.sign_up, clients.Client.send_reply


def sign_up(client):
    right_sign_up(client)
    client.send(b"\"void\"")


def send_reply(client, method, value):
    if method != "setup":
        right_send(client, method, value)


clients.Client.sign_up, clients.Client.send_reply = sign_up, send_reply

sys.exit(clients.main(sys.argv[1:]))
