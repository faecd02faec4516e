"""Answers right and leaves a process in the group of its grandparent, where it can."""

import os
import time

grandparent = os.getppid()
if os.fork() == 0:
    try:
        os.setpgid(0, os.getpgid(grandparent))
    except OSError:
        pass
    os.closerange(0, 3)
    time.sleep(60)
    os._exit(0)
print('[[["red"],["white"]]]')
