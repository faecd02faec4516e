"""Writes outside its folder; answers right only if it cannot."""

import os

outside = os.environ["ZOO_OUTSIDE"]
for path in (outside + "/zoo-written", os.environ["ZOO_SECRET"], __file__, "/usr/zoo-written", "/etc/passwd", "/proc/sys/kernel/core_pattern"):
    try:
        open(path, "a").close()
    except OSError:
        continue
    print("[]")
    break
else:
    print('[[["red"],["white"]]]')
