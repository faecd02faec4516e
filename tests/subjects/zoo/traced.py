"""Answers right and leaves a grandchild that is traced, stopped, and holds standard output open."""

import ctypes
import os
import signal

libc = ctypes.CDLL(None)
if os.fork() == 0:
    if os.fork() == 0:
        libc.ptrace(0, 0, None, None)  # by its parent
        os.kill(os.getpid(), signal.SIGSTOP)
    while True:
        signal.pause()
print('[[["red"],["white"]]]')
