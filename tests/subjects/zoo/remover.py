"""Removes and renames files outside its folder; answers right only if it cannot."""

import os

outside = os.environ["ZOO_OUTSIDE"]
for act in (
    lambda: os.remove(outside + "/keep"),
    lambda: os.rename(outside + "/keep", outside + "/kept"),
    lambda: os.rename(outside + "/keep", "mine"),
    lambda: os.truncate(outside + "/keep", 0),
    lambda: os.mkdir(outside + "/made"),
    lambda: os.symlink("/", outside + "/link"),
):
    try:
        act()
    except OSError:
        continue
    print("[]")
    break
else:
    print('[[["red"],["white"]]]')
