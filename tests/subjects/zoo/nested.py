"""Makes namespaces of its own, to mount and hide in them; answers right only if it cannot."""

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
USER, MOUNT, IPC, NETWORK = 0x10000000, 0x20000, 0x8000000, 0x40000000
for flags in (USER, USER | MOUNT, USER | IPC, USER | NETWORK, MOUNT, IPC):
    pid = os.fork()
    if pid == 0:
        os._exit(0 if libc.unshare(flags) == 0 else 1)
    if os.waitpid(pid, 0)[1] == 0:
        print("[]")
        raise SystemExit
if libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0 or libc.chroot(b"/tmp") == 0:
    print("[]")
    raise SystemExit
print('[[["red"],["white"]]]')
