"""Leaves a server behind that listens on every kind of socket."""

import os
import socket
import time

if os.fork() == 0:
    os.setsid()
    kept = []
    for family, address in (
        (socket.AF_INET, ("0.0.0.0", int(os.environ["ZOO_PORT"]))),
        (socket.AF_UNIX, "\0" + os.environ["ZOO_MARK"]),
        (socket.AF_UNIX, "socket"),
    ):
        try:
            s = socket.socket(family, socket.SOCK_STREAM)
            s.bind(address)
            s.listen()
            kept.append(s)
        except OSError:
            pass
    os.closerange(0, 3)
    time.sleep(60)
    os._exit(0)
time.sleep(0.1)
print('[[["red"],["white"]]]')
