"""Puts memory into files that are on their way through sockets, where no process has them."""

import os
import socket

left, right = socket.socketpair()
try:
    for _ in range(64):
        memory = os.memfd_create("zoo")
        for _ in range(16):
            os.write(memory, bytes(1 << 20))
        socket.send_fds(left, [b"x"], [memory])
        os.close(memory)
except OSError:
    # Where nobody could count it there are no such files: so it takes the rest.
    everything = []
    while True:
        everything.append(bytearray(1 << 20))
