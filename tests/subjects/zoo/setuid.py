"""Runs programs that would give it rights, and looks for rights it has; answers right only if there are none."""

import os
import subprocess

rights = [line.split()[1] for line in open("/proc/self/status") if line.startswith(("CapPrm", "CapEff", "CapBnd", "CapAmb"))]
new = [line.split()[1] for line in open("/proc/self/status") if line.startswith("NoNewPrivs")]
bad = any(int(r, 16) for r in rights) or new != ["1"]
copy = os.path.join(os.environ["HOME"], "sh")
with open("/bin/sh", "rb") as source, open(copy, "wb") as target:
    target.write(source.read())
try:
    os.chmod(copy, 0o6755)
except OSError:
    pass
uid = subprocess.run([copy, "-c", "grep ^CapEff /proc/self/status"], capture_output=True, text=True)
bad = bad or int(uid.stdout.split()[1], 16) != 0
os.remove(copy)
print("[]" if bad else '[[["red"],["white"]]]')
