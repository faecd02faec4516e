"""Starts a thousand threads."""

import threading
import time

try:
    for _ in range(1000):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
except RuntimeError:
    pass
time.sleep(60)
