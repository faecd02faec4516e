"""Turns switches of the machine: its clock, its name, what stands below /proc/sys; answers right only if it cannot."""

import os
import socket
import time

turned = []


def turn(name, call, *args):
    try:
        call(*args)
        turned.append(name)
    except (OSError, ValueError):
        pass


turn("clock", lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()))
turn("name", lambda: socket.sethostname(socket.gethostname()))
for path in ("/proc/sysrq-trigger", "/proc/self/loginuid", "/sys/power/state"):
    turn(path, os.open, path, os.O_WRONLY)
for folder, _, names in os.walk("/proc/sys"):
    for name in names:
        path = os.path.join(folder, name)
        if not path.startswith("/proc/sys/net/"):
            turn(path, os.open, path, os.O_WRONLY)
print("[]" if turned else '[[["red"],["white"]]]')
