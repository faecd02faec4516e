"""Answers right and leaves a thousand nested folders."""

import os

for _ in range(1000):
    os.mkdir("a")
    os.chdir("a")
print('[[["red"],["white"]]]')
