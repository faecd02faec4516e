"""Answers right and leaves files with names that do something to terminals and shells."""

import os

for name in (b"\x1b[2J\x1b]0;x\x07", b"\n::error::x", b"$(touch x)", b"-rf", b"\xff\xfe", b"a" * 255, b"<script>", b"..."):
    os.mkdir(name)
    with open(os.path.join(name, name), "w"):
        pass
print('[[["red"],["white"]]]')
