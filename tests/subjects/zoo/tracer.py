"""Traces, reads, limits and slows the processes around it; answers right only if it cannot."""

import ctypes
import os
import resource

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long
ATTACH, SEIZE = 16, 0x4206


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def read_memory(pid):
    """Read what the other process has where this one has its own C library."""
    buffer = ctypes.create_string_buffer(8)
    here = Vector(ctypes.addressof(buffer), 8)
    there = Vector(ctypes.cast(libc.getpid, ctypes.c_void_p).value, 8)
    return libc.process_vm_readv(pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0) > 0 or ctypes.get_errno() == 14


def change(action, *arguments):
    try:
        action(*arguments)
        return True
    except OSError:
        return False


others = {1, os.getppid()} | {int(name) for name in os.listdir("/proc") if name.isdigit()}
others -= {os.getpid()}
reached = [
    pid
    for pid in others
    if libc.ptrace(ATTACH, pid, None, None) == 0
    or libc.ptrace(SEIZE, pid, None, None) == 0
    or read_memory(pid)
    or change(resource.prlimit, pid, resource.RLIMIT_NOFILE, (3, 3))
    or change(resource.prlimit, pid, resource.RLIMIT_CPU, (1, 1))
    or change(os.setpriority, os.PRIO_PROCESS, pid, 19)
    or change(os.sched_setscheduler, pid, os.SCHED_IDLE, os.sched_param(0))
    or change(os.sched_setaffinity, pid, {0})
]
print("[]" if reached else '[[["red"],["white"]]]')
