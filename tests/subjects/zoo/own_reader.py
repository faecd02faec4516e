"""Opens the other end of standard output, and never lets go of it before it has answered right."""

import os
import subprocess

os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK)
os.open("/proc/self/fd/0", os.O_WRONLY | os.O_NONBLOCK)
print('[[["red"],["white"]]]', flush=True)
subprocess.Popen(["sleep", "60"], close_fds=False)
