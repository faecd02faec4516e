"""Takes somewhat more memory than it may, for a moment, and answers right."""

import mmap
import re

have = int(re.search(r"RssAnon:\s+(\d+)", open("/proc/self/status").read())[1]) << 10
memory = mmap.mmap(-1, (72 << 20) - have, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_POPULATE)
print('[[["red"],["white"]]]')
