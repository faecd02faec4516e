"""Answers right and leaves processes that are no children of its own, but of its parent."""

import ctypes
import os
import time

libc = ctypes.CDLL(None)
CLONE_PARENT, SIGCHLD = 0x8000, 17
clone = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
for _ in range(3):
    if libc.syscall(clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0:
        os.setsid()
        os.closerange(0, 3)
        time.sleep(1000)
print('[[["red"],["white"]]]')
