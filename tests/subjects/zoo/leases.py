"""Asks for leases of files, for whose end all others who open them wait; answers right only if it gets none."""

import fcntl
import os
import sys

with open("own", "w") as file:
    file.write("own")
got = []
# The files of the system are the user's own where that is root.
for path in ("own", __file__, sys.executable, "/etc/ld.so.cache", "/usr/share/zoneinfo/UTC"):
    for kind in (fcntl.F_WRLCK, fcntl.F_RDLCK):
        try:
            file = os.open(path, os.O_RDONLY)
        except OSError:
            continue
        try:
            fcntl.fcntl(file, fcntl.F_SETLEASE, kind)
            got.append(path)
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        except OSError:
            pass
        os.close(file)
print("[]" if got else '[[["red"],["white"]]]')
