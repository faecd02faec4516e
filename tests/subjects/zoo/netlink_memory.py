"""Stores more than the memory it may have in messages to itself at sockets of the kernel."""

import socket
import time

sockets = []


def fill():
    """Fill sockets until there are no more, but stop at half a gigabyte for the sake of the machine."""
    sender = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_USERSOCK)
    sender.setblocking(False)
    for _ in range(800):
        receiver = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_USERSOCK)
        receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        receiver.bind((0, 0))
        sockets.append(receiver)
        try:
            while True:
                sender.sendto(bytes(100_000), receiver.getsockname())
        except OSError:
            pass


fill()
time.sleep(1)
print('[[["red"],["white"]]]')
