"""Writes outside its folder; answers right only if it cannot."""

import os

outside = os.environ["ZOO_OUTSIDE"]
for path in (outside + "/zoo-written", os.environ["ZOO_SECRET"], __file__, "/tmp/zoo-written", "/var/tmp/zoo-written"):
    try:
        open(path, "a").close()
    except OSError:
        continue
    print("[]")
    break
else:
    print('[[["red"],["white"]]]')
