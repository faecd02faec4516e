#!/usr/bin/env python3
# Wrong: the reply to setup is "Void" (against 11.3, SF12). Verdict: protocol-error.
"""Usage: client_void.py PORT [--option NAME=VALUE]... [--preset NAME] [--pause MILLISECONDS]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import clients  # noqa: E402  (it is found only by the path set above)

right_reply = clients.Client.reply_json


def reply_json(client, method, argument):
    value = right_reply(client, method, argument)
    return "Void" if method == "setup" else value


clients.Client.reply_json = reply_json

sys.exit(clients.main(sys.argv[1:]))
