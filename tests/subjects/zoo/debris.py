"""Answers right and leaves pipes, sockets, links in circles and files that are nearly all holes wherever it may write."""

import contextlib
import os
import socket

for folder in (".", "/tmp", "/run", "/dev/shm"):
    name = folder + "/debris"
    os.mkfifo(name + "-pipe", 0)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name + "-socket")
    os.symlink(name + "-link", name + "-link")
    os.symlink("/proc/self/root/proc/1/root", name + "-root")
    with contextlib.suppress(OSError):
        os.mknod(name + "-node", 0o020666, os.makedev(1, 3))
    for number in range(50):
        with open(f"{name}-{number}", "wb") as file:
            file.truncate(16 << 20)
        os.chmod(f"{name}-{number}", 0)
print('[[["red"],["white"]]]')
