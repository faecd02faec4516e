"""Takes nearly all the memory that it may, for a moment, and answers right."""

import mmap
import re

have = int(re.search(r"RssAnon:\s+(\d+)", open("/proc/self/status").read())[1]) << 10
memory = mmap.mmap(-1, (56 << 20) - have, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_POPULATE)
memory.close()
print('[[["red"],["white"]]]')
