"""Answers right and leaves a segment of shared memory."""

import ctypes
import os

IPC_CREAT = 0o1000
ctypes.CDLL(None).shmget(int(os.environ["ZOO_PORT"]), 4096, IPC_CREAT | 0o600)
print('[[["red"],["white"]]]')
