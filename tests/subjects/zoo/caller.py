"""Calls a server of the machine; answers right only if it cannot."""

import os
import socket

try:
    socket.create_connection(("127.0.0.1", int(os.environ["ZOO_SERVER"])), timeout=1).close()
    print("[]")
except OSError:
    print('[[["red"],["white"]]]')
