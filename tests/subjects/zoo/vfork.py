"""Waits in the kernel, where no signal but one reaches it, for a child that never ends."""

import ctypes

libc = ctypes.CDLL(None)
VM, VFORK, SIGCHLD = 0x100, 0x4000, 17
STACK_BYTES = 1 << 16
stack = ctypes.create_string_buffer(STACK_BYTES)
top = ctypes.c_void_p((ctypes.addressof(stack) + STACK_BYTES - 64) & ~15)
libc.clone(ctypes.cast(libc.pause, ctypes.c_void_p), top, VM | VFORK | SIGCHLD, None)
