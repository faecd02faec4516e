"""Starts a hundred processes, one after the other, then answers right."""

import os

for _ in range(100):
    if os.fork() == 0:
        os._exit(0)
    os.wait()
print('[[["red"],["white"]]]')
