#!/usr/bin/env python3
# Wrong: behind each reply comes a value that nobody asked for (against BG-90, SF22). Verdict: protocol-error.
"""Usage: client_chatty.py PORT [--option NAME=VALUE]... [--preset NAME] [--pause MILLISECONDS]"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "right"))

import clients  # noqa: E402  (it is found only by the path set above)

right_text = clients.Client.reply_text

clients.Client.reply_text = lambda client, method, value: right_text(client, method, value) + "null"

sys.exit(clients.main(sys.argv[1:]))
