"""Answers right and leaves a daemon, forked twice."""

import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 3)
        time.sleep(60)
    os._exit(0)
os.wait()
print('[[["red"],["white"]]]')
