"""Types into the terminal of whoever started the harness; answers right only if it cannot even try."""

import errno
import fcntl
import os

INPUT, CONSOLE = 0x5412, 0x541C
refused = True
for number in (INPUT, CONSOLE):
    for fd in range(3):
        try:
            fcntl.ioctl(fd, number, b"x")
            refused = False
        except OSError as error:
            refused = refused and error.errno == errno.EPERM
for path in ("/dev/tty", "/dev/console", "/dev/ptmx", "/dev/pts/0"):
    try:
        os.close(os.open(path, os.O_RDWR | os.O_NOCTTY))
        refused = False
    except OSError:
        pass
print('[[["red"],["white"]]]' if refused else "[]")
