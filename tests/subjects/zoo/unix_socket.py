"""Speaks to whoever listens at sockets of the machine; answers right only if it reaches nobody."""

import os
import socket

reached = False
for address in os.environ["ZOO_SOCKETS"].split():
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(address.replace("@", "\0", 1) if address[0] == "@" else address)
        reached = True
    except OSError:
        pass
print("[]" if reached else '[[["red"],["white"]]]')
