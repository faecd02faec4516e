"""Closes standard output while another way to it is open, and answers right over that."""

import os

path = f"/proc/self/fd/{os.dup(1)}"
os.close(1)
with open(path, "w") as out:
    out.write('[[["red"],["white"]]]\n')
