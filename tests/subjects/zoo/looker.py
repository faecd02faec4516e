"""Looks for files that are none of its business; answers right only if there are none."""

import os
import sys

# Whoever runs it has a home, a folder for temporary files with other things in
# it, and devices with disks.
allowed = {"bin", "sbin", "lib", "lib32", "lib64", "libx32", "usr", "etc", "var", "dev", "proc", "tmp", "run", "private", "nix", "gnu"}
allowed |= {path.split("/")[1] for path in (__file__, os.environ["ZOO_PYTHON"], sys.base_prefix)}
found = [name for name in os.listdir("/") if name not in allowed]
found += [path for path in (os.environ["ZOO_SECRET"], os.environ["ZOO_OTHER"], os.environ["ZOO_HOME"] + "/.profile") if os.path.lexists(path)]
found += [name for name in os.listdir("/dev") if name not in "null zero full random urandom shm fd stdin stdout stderr".split()]
found += [name for name in os.listdir("/run")] + [name for name in os.listdir("/private")]
found += [line for line in open("/etc/passwd") if not line.startswith("root:")]
print("[]" if found else '[[["red"],["white"]]]')
if found:
    raise SystemExit(f"found {found}")
