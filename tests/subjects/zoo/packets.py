"""Answers right in packets of one byte each, which a pipe keeps apart."""

import fcntl
import os

fcntl.fcntl(1, fcntl.F_SETFL, fcntl.fcntl(1, fcntl.F_GETFL) | os.O_DIRECT)
for byte in b'[[["red"],["white"]]]\n':
    os.write(1, bytes([byte]))
