"""Reaches for what the processes around it have open; answers right only if it gets nothing."""

import contextlib
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
PIDFD_GETFD = 438
got = []
for pid in {1, os.getppid()} | {int(name) for name in os.listdir("/proc") if name.isdigit()}:
    if pid in (0, os.getpid()):
        continue
    for number in range(20):
        with contextlib.suppress(OSError):
            handle = os.pidfd_open(pid)
            if libc.syscall(PIDFD_GETFD, handle, number, 0) >= 0:
                got.append(number)
            os.close(handle)
        for link in (f"/proc/{pid}/fd/{number}", f"/proc/{pid}/cwd", f"/proc/{pid}/exe"):
            with contextlib.suppress(OSError):
                got.append(os.readlink(link))
        for file in (f"/proc/{pid}/fd/{number}", f"/proc/{pid}/maps", f"/proc/{pid}/fdinfo/{number}"):
            with contextlib.suppress(OSError), open(file, "rb") as opened:
                got.append(opened.read(1))
print("[]" if got else '[[["red"],["white"]]]')
