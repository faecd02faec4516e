"""Asks that the kernel ends all others first for want of memory, and takes it all."""

import os

for score in ("-1000", "-999", "-1"):
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write(score)
    except OSError:
        pass
blocks = []
while True:
    blocks.append(b"x" * 1_000_000)
