"""Asks for io_uring, other requests that the machine counts as a whole, sockets and protocols of other kinds, and handles of files; answers right only if there are none."""

import ctypes
import platform
import socket

libc = ctypes.CDLL(None, use_errno=True)
handle = {"x86_64": 304, "aarch64": 265}[platform.machine()]
text = ctypes.create_string_buffer(256)
got = libc.syscall(425, 4, text) >= 0 or libc.syscall(handle, -100, text, 0) >= 0 or libc.syscall(298 if platform.machine() == "x86_64" else 241, text, 0, -1, -1, 0) >= 0
requests = {"x86_64": 206, "aarch64": 0}[platform.machine()]
got |= libc.syscall(requests, 8, ctypes.byref(ctypes.c_ulong(0))) >= 0
kinds = [(family, socket.SOCK_STREAM, 0) for family in (socket.AF_VSOCK, socket.AF_PACKET, 31)]
kinds += [(socket.AF_ALG, socket.SOCK_SEQPACKET, 0), (socket.AF_INET, socket.SOCK_STREAM, 262), (socket.AF_INET, socket.SOCK_DGRAM, 136)]
kinds += [(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_USERSOCK)]
for kind in kinds:
    try:
        socket.socket(*kind)
        got = True
    except OSError:
        pass
print("[]" if got else '[[["red"],["white"]]]')
