"""Asks its parent to trace it, and stops until that lets it go on."""

import ctypes
import os
import signal

ctypes.CDLL(None).ptrace(0, 0, None, None)
os.kill(os.getpid(), signal.SIGTRAP)
print('[[["red"],["white"]]]')
