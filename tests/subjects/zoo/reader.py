"""Reads files of the harness and of another run; answers right only if it cannot."""

import os

for name in ("ZOO_SECRET", "ZOO_OTHER"):
    try:
        with open(os.environ[name]) as file:
            file.read()
    except OSError:
        continue
    print("[]")
    break
else:
    print('[[["red"],["white"]]]')
