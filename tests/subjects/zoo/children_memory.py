"""Takes all the memory that there is, in small children."""

import os
import time

for _ in range(20):
    if os.fork() == 0:
        block = b"x" * 20_000_000
        time.sleep(60)
        os._exit(len(block) % 2)
os.wait()
