"""Computes and sleeps by turns for ever."""

import time

while True:
    end = time.monotonic() + 0.02
    while time.monotonic() < end:
        pass
    time.sleep(0.001)
